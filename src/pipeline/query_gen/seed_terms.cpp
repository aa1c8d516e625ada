#include "pipeline/query_gen/seed_terms.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/memory_index.hpp"
#include "pipeline/pubmed_query/stop_words.hpp"
#include "pipeline/query_gen/strategies.hpp"
#include "pipeline/query_gen/words.hpp"
#include "pipeline/translate/values.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Field;
using pq::Kind;
using pq::Node;

constexpr std::size_t kCounted = 12;    // candidates asked about, each a request
constexpr std::size_t kCompared = 6;    // of these, compared with the concepts
constexpr std::size_t kMostTaught = 4;  // terms added
constexpr double kLeastLogOdds = 3;     // e^3: twenty times commoner in the seeds
constexpr double kLeastLift = 3;        // commoner so many times in the concept's records
constexpr std::size_t kShortestWord = 4;
constexpr const char* kAllDated = "1000:3000[dp]";

struct SeedCandidate {
  Node node;
  std::string text;
  bool heading = false;
  pq::Hits seeds;  // that have it, as indices
  std::size_t missed = 0;
  long count = 0;
  double log_odds = 0;
  std::size_t nearest = 0;  // the concept it is given to
};

bool is_subject_word(const std::string& word) {
  return word.size() >= kShortestWord && !is_scaffolding(word) && !pq::is_stop_word(word) &&
         word.find_first_not_of("0123456789") != std::string::npos;
}

// Words and pairs of neighbouring words that say what the text is about.
void add_words(std::string_view text, std::set<std::string>& out) {
  const pq::Words words = pq::words_of(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_subject_word(words[i])) continue;
    out.insert(words[i]);
    if (i + 1 < words.size() && is_subject_word(words[i + 1])) {
      out.insert(words[i] + " " + words[i + 1]);
    }
  }
}

double logit(double p) {
  return std::log(p / (1 - p));
}

class SeedReader {
 public:
  SeedReader(std::vector<Concept>& concepts, std::span<const model::Article> seeds,
             const Request& request, const Seams& seams, const Context& ctx)
      : concepts_(concepts),
        seeds_(seeds),
        request_(request),
        seams_(seams),
        ctx_(ctx),
        index_(seeds, seams.vocabulary, {2999, 1, 1}) {}

  Result<SeedLesson> run() {
    before_ = found();
    if (before_.size() == seeds_.size() || concepts_.empty()) return std::move(out_);
    gather();
    EV_CHECK(count_candidates());
    EV_CHECK(find_nearest());
    teach();
    name_untaught();
    return std::move(out_);
  }

 private:
  // The seeds the first planned query finds.
  pq::Hits found() const {
    const Plan plan = plan_queries(concepts_, request_, seams_.vocabulary);
    if (plan.candidates.empty()) return {};
    return pq::evaluate(plan.candidates.front().form.tree, index_);
  }

  // How many concepts of the seeds the query recognises: what a single term can improve where a
  // query needs several.
  std::size_t recognised() const {
    return std::accumulate(concepts_.begin(), concepts_.end(), std::size_t{0},
                           [this](std::size_t sum, const Concept& c) {
                             return sum + pq::evaluate(block(c, Breadth::broad), index_).size();
                           });
  }

  void gather() {
    pq::Hits all(seeds_.size());
    std::iota(all.begin(), all.end(), 0U);
    const pq::Hits missed = pq::subtract(all, before_);
    std::set<std::string> headings;
    std::set<std::string> words;
    for (const pq::RecordId id : missed) {
      const model::Article& seed = seeds_[id];
      for (const model::MeshHeading& heading : seed.mesh_headings) {
        if (!translate::is_check_tag(heading.descriptor)) headings.insert(heading.descriptor);
      }
      add_words(seed.title, words);
      for (const std::string& keyword : seed.keywords) add_words(keyword, words);
    }
    for (const std::string& name : headings) {
      // PubMed's count vouches for a heading of its own record, a local library's does not.
      if (seams_.local && seams_.vocabulary.by_name(name) == nullptr) continue;
      add(pq::make_phrase(name, Field::mh), name, missed);
    }
    for (const std::string& word : words) add(text_term(word, Field::tiab), word, missed);
    std::stable_sort(candidates_.begin(), candidates_.end(), [](const auto& a, const auto& b) {
      if (a.missed != b.missed) return a.missed > b.missed;
      // A heading or a phrase says more than a word.
      const auto says = [](const SeedCandidate& c) {
        return c.heading ? 2 : c.text.find(' ') != std::string::npos ? 1 : 0;
      };
      return says(a) > says(b);
    });
    if (candidates_.size() > kCounted) candidates_.resize(kCounted);
  }

  void add(Node node, const std::string& text, const pq::Hits& missed) {
    SeedCandidate c;
    c.heading = node.term.field == Field::mh;
    c.seeds = pq::evaluate(node, index_);
    c.missed = pq::intersect(c.seeds, missed).size();
    if (c.missed == 0 || is_known(text)) return;
    c.node = std::move(node);
    c.text = text;
    candidates_.push_back(std::move(c));
  }

  bool is_known(const std::string& text) const {
    const std::string key = mesh::term_key(text);
    return std::any_of(concepts_.begin(), concepts_.end(), [&key](const Concept& c) {
      return mesh::term_key(c.heading) == key || mesh::term_key(c.text) == key ||
             std::any_of(c.synonyms.begin(), c.synonyms.end(),
                         [&key](const std::string& s) { return mesh::term_key(s) == key; });
    });
  }

  // nullopt where PubMed does not know a term as written: it would search something else.
  Result<std::vector<std::optional<long>>> counts(const std::vector<std::string>& queries) {
    std::vector<std::optional<long>> out;
    for (const Result<search::Probe>& answer : seams_.probe(queries, ctx_)) {
      if (!answer) {
        if (answer.error().code == Errc::cancelled) return answer.error();
        out_.warnings.push_back("a term of the seeds could not be counted: " +
                                answer.error().message);
        out.emplace_back();
        continue;
      }
      const bool as_written =
          answer->phrases_not_found.empty() && answer->quoted_phrases_not_found.empty();
      out.push_back(as_written ? std::optional<long>(answer->count) : std::nullopt);
    }
    out.resize(queries.size());
    return out;
  }

  Result<void> count_candidates() {
    std::vector<std::string> queries = {kAllDated};
    for (const SeedCandidate& c : candidates_) queries.push_back(pq::print(c.node));
    EV_TRY(const auto counted, counts(queries));
    total_ = counted.front().value_or(0);
    std::vector<SeedCandidate> kept;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const std::optional<long>& count = counted[i + 1];
      if (total_ <= 0 || !count || *count <= 0 || *count >= total_) continue;
      SeedCandidate& c = candidates_[i];
      c.count = *count;
      const double in_seeds =
          (static_cast<double>(c.seeds.size()) + 0.5) / (static_cast<double>(seeds_.size()) + 1);
      const double in_all =
          (static_cast<double>(c.count) + 0.5) / (static_cast<double>(total_) + 1);
      c.log_odds = logit(in_seeds) - logit(in_all);
      if (c.log_odds >= kLeastLogOdds) kept.push_back(std::move(c));
    }
    std::stable_sort(kept.begin(), kept.end(), [](const SeedCandidate& a, const SeedCandidate& b) {
      return a.log_odds > b.log_odds;
    });
    if (kept.size() > kCompared) kept.resize(kCompared);
    candidates_ = std::move(kept);
    return {};
  }

  // A drug is no disease: what kind of thing the term is, where that is known.
  std::string role_of(const SeedCandidate& c) const {
    if (!c.heading) return looks_like_drug(c.text) ? "intervention" : "";
    const mesh::Heading* heading = seams_.vocabulary.by_name(c.text);
    return heading == nullptr ? "" : concept_of(c.text, *heading, "").role;
  }

  static bool contradict(const std::string& a, const std::string& b) {
    const auto one_of_two = [](const std::string& role) {
      return role == "condition" || role == "intervention";
    };
    return a != b && one_of_two(a) && one_of_two(b);
  }

  // The concept whose records a term occurs in most, well above chance; one that all seeds have
  // already, or a thing of another kind, needs no such term. What is near no concept is dropped.
  Result<void> find_nearest() {
    std::vector<std::string> queries;
    std::vector<bool> lacking;
    for (const Concept& c : concepts_) {
      const Node own = block(c, Breadth::broad);
      lacking.push_back(pq::evaluate(own, index_).size() < seeds_.size());
      queries.push_back(pq::print(own));
      for (const SeedCandidate& candidate : candidates_) {
        queries.push_back(pq::print(pq::combine(Kind::conjunction, {own, candidate.node})));
      }
    }
    const bool any = std::find(lacking.begin(), lacking.end(), true) != lacking.end();
    if (!any || candidates_.empty()) {
      candidates_.clear();
      return {};
    }
    EV_TRY(const auto counted, counts(queries));
    const std::size_t stride = candidates_.size() + 1;
    std::vector<SeedCandidate> kept;
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      SeedCandidate& candidate = candidates_[k];
      const double chance = static_cast<double>(candidate.count) / static_cast<double>(total_);
      double best = 0;
      for (std::size_t j = 0; j < concepts_.size(); ++j) {
        const double alone = static_cast<double>(counted[j * stride].value_or(0));
        const double both = static_cast<double>(counted[j * stride + 1 + k].value_or(0));
        const double share = alone > 0 ? both / alone : 0;
        if (share <= best || share < kLeastLift * chance) continue;
        best = share;
        candidate.nearest = j;
      }
      if (best <= 0 || !lacking[candidate.nearest]) continue;
      if (contradict(role_of(candidate), concepts_[candidate.nearest].role)) continue;
      kept.push_back(std::move(candidate));
    }
    candidates_ = std::move(kept);
    return {};
  }

  // Who asked for a paper is told when nothing came of it.
  void name_untaught() {
    const pq::Hits now = found();
    for (pq::RecordId id = 0; id < seeds_.size(); ++id) {
      if (std::binary_search(now.begin(), now.end(), id)) continue;
      out_.warnings.push_back("seed PMID " + seeds_[id].pmid +
                              ": none of its headings and words belongs to a concept of the goal, "
                              "so nothing was learned from it");
    }
  }

  struct State {
    std::size_t found = 0;
    std::size_t recognised = 0;
    bool operator<(const State& o) const {
      return found != o.found ? found < o.found : recognised < o.recognised;
    }
  };
  State state() const { return {found().size(), recognised()}; }

  void teach() {
    std::vector<const SeedCandidate*> taken;
    State now{before_.size(), recognised()};
    while (taken.size() < kMostTaught && now.found < seeds_.size()) {
      const SeedCandidate* best = nullptr;
      State reached = now;
      for (const SeedCandidate& c : candidates_) {
        if (std::find(taken.begin(), taken.end(), &c) != taken.end()) continue;
        concepts_[c.nearest].learned.push_back(c.node);
        const State with = state();
        concepts_[c.nearest].learned.pop_back();
        if (!(reached < with)) continue;
        reached = with;
        best = &c;
      }
      if (best == nullptr) break;
      concepts_[best->nearest].learned.push_back(best->node);
      taken.push_back(best);
      now = reached;
    }
    keep_useful(std::move(taken));
  }

  // What brought no seed in the end is forgotten.
  void keep_useful(std::vector<const SeedCandidate*> taken) {
    for (std::size_t i = taken.size(); i-- > 0;) {
      std::vector<Node>& learned = concepts_[taken[i]->nearest].learned;
      const std::vector<Node> all = learned;
      const std::size_t with = found().size();
      std::erase(learned, taken[i]->node);
      if (found().size() == with) {
        taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        learned = all;
      }
    }
    for (const SeedCandidate* c : taken) {
      SeedTerm term{.query = pq::print(c->node, pq::TagStyle::readable),
                    .heading = c->heading ? c->text : "",
                    .concept_text = concepts_[c->nearest].text,
                    .log_odds = std::round(c->log_odds * 100) / 100,
                    .count = c->count};
      for (const pq::RecordId id : c->seeds) term.pmids.push_back(seeds_[id].pmid);
      out_.terms.push_back(std::move(term));
    }
  }

  std::vector<Concept>& concepts_;
  std::span<const model::Article> seeds_;
  const Request& request_;
  const Seams& seams_;
  const Context& ctx_;
  const pq::MemoryIndex index_;
  pq::Hits before_;
  std::vector<SeedCandidate> candidates_;
  long total_ = 0;
  SeedLesson out_;
};

}  // namespace

Result<SeedLesson> learn_from_seeds(std::vector<Concept>& concepts,
                                    std::span<const model::Article> seeds, const Request& request,
                                    const Seams& seams, const Context& ctx) {
  if (!seams.probe || seeds.empty()) return SeedLesson{};
  return SeedReader(concepts, seeds, request, seams, ctx).run();
}

}  // namespace ev::query_gen
