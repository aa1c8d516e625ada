#include "pipeline/query_gen/diagnosis.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/check.hpp"

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

class Diagnosis {
 public:
  Diagnosis(const ProbeFn& probe, const Context& ctx) : probe_(probe), ctx_(ctx) {}

  Result<ZeroHits> run(const Node& query) {
    take_apart(query);
    EV_TRY(const std::vector<long> counts, count(parts_));
    std::vector<std::size_t> empty;
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
  void take_apart(const Node& query) {
    const Node& base = query.kind == Kind::difference ? query.children.front() : query;
    parts_ = pq::conjuncts(base);
    if (query.kind == Kind::difference) {
      removed_.assign(query.children.begin() + 1, query.children.end());
    }
    if (parts_.size() <= kMostParts) return;
    std::vector<Node> rest(parts_.begin() + kMostParts - 1, parts_.end());
    parts_.resize(kMostParts - 1);
    parts_.push_back(pq::combine(Kind::conjunction, std::move(rest)));
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

  Node rebuilt(std::vector<Node> parts, bool with_removed) const {
    Node base = pq::combine(Kind::conjunction, std::move(parts));
    if (!with_removed || removed_.empty()) return base;
    std::vector<Node> all = {std::move(base)};
    all.insert(all.end(), removed_.begin(), removed_.end());
    return pq::combine(Kind::difference, std::move(all));
  }

  std::string quoted(const Node& node) const { return "`" + pq::print(node) + "`"; }

  // Some conjuncts find nothing by themselves.
  Result<void> without_empty(const std::vector<std::size_t>& empty) {
    std::vector<Node> kept;
    std::vector<Node> loosened;
    bool loosened_any = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (std::find(empty.begin(), empty.end(), i) == empty.end()) {
        kept.push_back(parts_[i]);
        loosened.push_back(parts_[i]);
      } else if (const std::optional<Node> words = as_words(parts_[i])) {
        loosened.push_back(*words);
        loosened_any = true;
      }
    }
    out_.culprit = pq::print(parts_[empty.front()]);
    out_.explanation = quoted(parts_[empty.front()]);
    for (std::size_t i = 1; i < empty.size(); ++i) {
      out_.explanation += (i + 1 == empty.size() ? " and " : ", ") + quoted(parts_[empty[i]]);
    }
    out_.explanation +=
        empty.size() == 1 ? " finds nothing by itself" : " find nothing by themselves";
    std::vector<Node> candidates;
    if (loosened_any) candidates.push_back(rebuilt(std::move(loosened), true));
    if (!kept.empty()) candidates.push_back(rebuilt(std::move(kept), true));
    return offer(candidates, ".");
  }

  // Each conjunct finds something, together they do not.
  Result<void> without_obstacle(const std::vector<long>& counts) {
    if (!removed_.empty()) {
      std::vector<Node> candidates = {rebuilt(parts_, false)};
      EV_TRY(const std::vector<long> all, count(candidates));
      if (all.front() > 0) {
        out_.culprit = "NOT " + pq::print(removed_.front());
        out_.explanation = "The part after NOT removes every record";
        return accept(candidates.front(), all.front(), ".");
      }
    }
    if (parts_.size() == 1) {
      out_.explanation = "The query as a whole finds nothing.";
      return {};
    }
    std::vector<std::size_t> order(parts_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const bool limit_a = is_limit(parts_[a]);
      const bool limit_b = is_limit(parts_[b]);
      return limit_a != limit_b ? limit_a : counts[a] < counts[b];
    });
    order.resize(std::min<std::size_t>(order.size(), kMostProbes - kMostParts));
    std::vector<Node> candidates;
    for (const std::size_t left_out : order) {
      std::vector<Node> kept;
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (i != left_out) kept.push_back(parts_[i]);
      }
      candidates.push_back(rebuilt(std::move(kept), true));
    }
    EV_TRY(const std::vector<long> left, count(candidates));
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] == 0) continue;
      out_.culprit = pq::print(parts_[order[i]]);
      out_.explanation = "Every part finds something, but nothing is left together with " +
                         quoted(parts_[order[i]]);
      return accept(candidates[i], left[i], ".");
    }
    out_.explanation = "Every part finds something, but no record has them all.";
    return {};
  }

  Result<void> offer(const std::vector<Node>& candidates, const char* otherwise) {
    if (!candidates.empty()) {
      EV_TRY(const std::vector<long> counts, count(candidates));
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0) return accept(candidates[i], counts[i], otherwise);
      }
    }
    out_.explanation += otherwise;
    return {};
  }

  Result<void> accept(const Node& relaxed, long hits, const char* end) {
    out_.relaxed_query = pq::print(relaxed, pq::TagStyle::readable);
    out_.relaxed_count = hits;
    out_.explanation += "; relaxed, the query finds " + std::to_string(hits) + end;
    return {};
  }

  const ProbeFn& probe_;
  const Context& ctx_;
  std::vector<Node> parts_;
  std::vector<Node> removed_;
  ZeroHits out_;
};

}  // namespace

Result<ZeroHits> zero_hit_diagnosis(const ProbeFn& probe, std::string_view query,
                                    const Context& ctx) {
  if (!probe) {
    return Error{.code = Errc::offline,
                 .message = "without network the parts of the query cannot be counted"};
  }
  EV_TRY(const Node tree, pq::parse_or_explain(query));
  return Diagnosis(probe, ctx).run(tree);
}

}  // namespace ev::query_gen
