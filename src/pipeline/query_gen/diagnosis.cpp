#include "pipeline/query_gen/diagnosis.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/query_gen/words.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Field;
using pq::Kind;
using pq::Node;

constexpr std::size_t kMostParts = 5;

// Limits of date, type or language are given up before the subject itself.
bool is_limit(const Node& node) {
  bool all = true;
  pq::for_each_term(node, [&all](const pq::Term& t) {
    all = all && (pq::is_date(t.field) || t.field == Field::pt || t.field == Field::la ||
                  t.field == Field::filter);
  });
  return all;
}

// A phrase that does not occur, as its separate words; nullopt for anything else.
std::optional<Node> as_words(const Node& node) {
  if (node.kind != Kind::term) return std::nullopt;
  const pq::Term& term = node.term;
  const bool text = term.field == Field::ti || term.field == Field::tiab ||
                    term.field == Field::tw || term.field == Field::all ||
                    term.field == Field::none;
  const std::vector<std::string> words = text::split(term.text, ' ');
  if (!text || words.size() < 2) return std::nullopt;
  std::vector<Node> parts;
  for (const std::string& word : words) parts.push_back(pq::make_term(word, term.field));
  return pq::combine(Kind::conjunction, std::move(parts));
}

// A term that names a drug by its heading's branch or its stem.
bool names_drug(const Node& node, const mesh::Vocabulary& vocabulary) {
  bool drug = false;
  pq::for_each_term(node, [&](const pq::Term& t) {
    const mesh::Heading* heading = vocabulary.find_first(t.text);
    const bool known = heading != nullptr && !heading->supplementary;
    const bool substance = heading != nullptr && heading->supplementary_class == 1;
    drug = drug || substance ||
           (known ? mesh::in_branch(*heading, "D") : looks_like_drug(text::fold(t.text)));
  });
  return drug;
}

class Diagnosis {
 public:
  Diagnosis(const ProbeFn& probe, const mesh::Vocabulary& vocabulary, const Context& ctx)
      : probe_(probe), vocabulary_(vocabulary), ctx_(ctx) {}

  Result<ZeroHits> run(const Node& query, const std::optional<Node>& range) {
    take_apart(query, range);
    EV_TRY(const std::vector<long> counts, count(parts_));
    Indices empty;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      out_.parts.push_back({pq::print(parts_[i]), counts[i]});
      if (counts[i] == 0) empty.push_back(i);
    }
    if (!empty.empty()) {
      EV_CHECK(without_empty(empty));
    } else {
      EV_CHECK(without_obstacle(counts));
    }
    return std::move(out_);
  }

 private:
  using Indices = std::vector<std::size_t>;

  // What may be offered: some of the parts, each as it is or loosened.
  struct Candidate {
    std::vector<Node> parts;  // of the query itself
    bool range = false;       // counted within the date range
    bool removed = true;      // with what stands after NOT
  };

  void take_apart(const Node& query, const std::optional<Node>& range) {
    const Node& base = query.kind == Kind::difference ? query.children.front() : query;
    parts_ = pq::conjuncts(base);
    if (query.kind == Kind::difference) {
      removed_.assign(query.children.begin() + 1, query.children.end());
    }
    const std::size_t most = kMostParts - (range ? 1 : 0);
    if (parts_.size() > most) {
      std::vector<Node> rest(parts_.begin() + static_cast<std::ptrdiff_t>(most) - 1, parts_.end());
      parts_.resize(most - 1);
      parts_.push_back(pq::combine(Kind::conjunction, std::move(rest)));
    }
    if (!range) return;
    range_ = parts_.size();
    parts_.push_back(*range);
  }

  Result<std::vector<long>> count(const std::vector<Node>& nodes) {
    std::vector<std::string> queries;
    for (const Node& node : nodes) queries.push_back(pq::print(node));
    std::vector<long> counts;
    for (Result<search::Probe>& one : probe_(queries, ctx_)) {
      if (!one) return one.error();
      counts.push_back(one->count);
    }
    if (counts.size() != nodes.size()) {
      return Error{.code = Errc::internal, .message = "a count is missing"};
    }
    return counts;
  }

  Node written(const Candidate& candidate) const {
    Node base = pq::combine(Kind::conjunction, candidate.parts);
    if (!candidate.removed || removed_.empty()) return base;
    std::vector<Node> all = {std::move(base)};
    all.insert(all.end(), removed_.begin(), removed_.end());
    return pq::combine(Kind::difference, std::move(all));
  }

  Node counted(const Candidate& candidate) const {
    if (!candidate.range) return written(candidate);
    return pq::combine(Kind::conjunction, {written(candidate), parts_[*range_]});
  }

  Result<std::vector<long>> count(const std::vector<Candidate>& candidates) {
    std::vector<Node> nodes;
    for (const Candidate& candidate : candidates) nodes.push_back(counted(candidate));
    return count(nodes);
  }

  // All parts but those at `left_out`.
  Candidate without(const Indices& left_out) const {
    Candidate out;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (std::find(left_out.begin(), left_out.end(), i) != left_out.end()) continue;
      if (i == range_) {
        out.range = true;
      } else {
        out.parts.push_back(parts_[i]);
      }
    }
    return out;
  }

  std::string named(std::size_t part) const {
    return (part == range_ ? "the date range `" : "`") + pq::print(parts_[part]) + "`";
  }

  // Some conjuncts find nothing by themselves.
  Result<void> without_empty(const Indices& empty) {
    std::vector<Candidate> candidates;
    Candidate loosened = without(empty);
    const Candidate kept = loosened;
    std::vector<std::pair<std::size_t, Node>> words;
    for (const std::size_t i : empty) {
      if (std::optional<Node> each = as_words(parts_[i])) words.emplace_back(i, *std::move(each));
    }
    for (auto& [i, node] : words) loosened.parts.push_back(std::move(node));
    if (!words.empty()) candidates.push_back(std::move(loosened));
    if (!kept.parts.empty()) candidates.push_back(kept);
    out_.culprit = pq::print(parts_[empty.front()]);
    out_.explanation = named(empty.front());
    for (std::size_t i = 1; i < empty.size(); ++i) {
      out_.explanation += (i + 1 == empty.size() ? " and " : ", ") + named(empty[i]);
    }
    out_.explanation +=
        empty.size() == 1 ? " finds nothing by itself" : " find nothing by themselves";
    EV_TRY(const std::vector<long> counts, count(candidates));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0) return accept(candidates[i], counts[i]);
    }
    out_.explanation += ".";
    return {};
  }

  // Each conjunct finds something, together they do not.
  Result<void> without_obstacle(const std::vector<long>& counts) {
    if (!removed_.empty()) {
      std::vector<Candidate> candidates = {without({})};
      candidates.front().removed = false;
      EV_TRY(const std::vector<long> all, count(candidates));
      if (all.front() > 0) {
        out_.culprit = "NOT " + pq::print(removed_.front());
        out_.explanation = "The part after NOT removes every record";
        return accept(candidates.front(), all.front());
      }
    }
    if (parts_.size() == 1) {
      out_.explanation = "The query as a whole finds nothing.";
      return {};
    }
    const Indices order = order_of_leaving(counts);
    std::vector<Candidate> candidates;
    for (const std::size_t left_out : order) candidates.push_back(without({left_out}));
    EV_TRY(const std::vector<long> left, count(candidates));
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] == 0) continue;
      out_.culprit = pq::print(parts_[order[i]]);
      out_.explanation =
          "Every part finds something, but nothing is left together with " + named(order[i]);
      return accept(candidates[i], left[i]);
    }
    out_.explanation =
        "Every part finds something, but no record has them all, nor all but one of them.";
    return {};
  }

  // Limits first, the first drug last: it is what the question is about. Among equals the rarest.
  Indices order_of_leaving(const std::vector<long>& counts) const {
    std::vector<int> worth(parts_.size(), 1);
    bool drug_seen = false;
    Indices order;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      order.push_back(i);
      if (is_limit(parts_[i])) {
        worth[i] = 0;
      } else if (!drug_seen && names_drug(parts_[i], vocabulary_)) {
        worth[i] = 2;
        drug_seen = true;
      }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return worth[a] != worth[b] ? worth[a] < worth[b] : counts[a] < counts[b];
    });
    // Without its range a query of one part is still that query; without that part it is a range.
    std::erase_if(order,
                  [this](std::size_t i) { return range_ && parts_.size() == 2 && i != range_; });
    return order;
  }

  Result<void> accept(const Candidate& relaxed, long hits) {
    out_.relaxed_query = pq::print(written(relaxed), pq::TagStyle::readable);
    out_.relaxed_count = hits;
    out_.without_range = range_ && !relaxed.range;
    const bool range_only = out_.without_range && relaxed.parts.size() + 1 == parts_.size();
    out_.explanation += range_only ? "; without it (leave out date_range) the query finds "
                        : out_.without_range ? "; relaxed (leave out date_range too), it finds "
                                             : "; relaxed, the query finds ";
    out_.explanation += std::to_string(hits) + ".";
    return {};
  }

  const ProbeFn& probe_;
  const mesh::Vocabulary& vocabulary_;
  const Context& ctx_;
  std::vector<Node> parts_;  // the date range last, if there is one
  std::optional<std::size_t> range_;
  std::vector<Node> removed_;
  ZeroHits out_;
};

}  // namespace

Result<ZeroHits> zero_hit_diagnosis(const ProbeFn& probe, const mesh::Vocabulary& vocabulary,
                                    std::string_view query, const Context& ctx,
                                    std::string_view date_range) {
  if (!probe) {
    return Error{.code = Errc::offline,
                 .message = "without network the parts of the query cannot be counted"};
  }
  EV_TRY(const Node tree, pq::parse_or_explain(query));
  std::optional<Node> range;
  if (!date_range.empty()) {
    EV_TRY(range, pq::parse_or_explain(date_range));
  }
  return Diagnosis(probe, vocabulary, ctx).run(tree, range);
}

}  // namespace ev::query_gen
