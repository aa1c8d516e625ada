#include "pipeline/identity/cluster.hpp"

#include "pipeline/identity/blocking.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace ev::identity {

namespace {

constexpr std::size_t kCheckEvery = 2000;  // comparisons between two looks at the context

struct Edge {
  Pair pair;
  Verdict verdict;
};

class Clusters {
 public:
  Clusters(std::span<const model::Article> records, const Context& ctx)
      : records_(records), ctx_(ctx), prints_(records.size()) {}

  Result<Clustering> go() {
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (i % kCheckEvery == 0) EV_CHECK(ctx_.check());
      prints_[i] = fingerprint(records_[i]);
    }
    rank_ = content_order(records_, prints_);
    comparer_.emplace(records_, prints_);
    EV_CHECK(compare_all());
    join_all();
    return result();
  }

 private:
  Result<void> compare_all() {
    const std::vector<Pair> pairs = candidate_pairs(prints_, rank_);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i % kCheckEvery == 0) {
        EV_CHECK(ctx_.check());
        ctx_.report("comparing records", static_cast<double>(i), static_cast<double>(pairs.size()));
      }
      // In content order, so that both see each other alike whichever came first.
      const bool swap = rank_[pairs[i].a] > rank_[pairs[i].b];
      const Pair pair = swap ? Pair{pairs[i].b, pairs[i].a} : pairs[i];
      const Verdict verdict = comparer_->compare(pair.a, pair.b);
      if (verdict.relationship != Relationship::different) edges_.push_back({pair, verdict});
      if (verdict.disputed) disputed_.push_back(pair);
    }
    // Strongest first; ties by content, never by position.
    const auto ranks = [this](const Pair& pair) {
      return std::minmax(rank_[pair.a], rank_[pair.b]);
    };
    std::sort(edges_.begin(), edges_.end(), [&](const Edge& x, const Edge& y) {
      if (x.verdict.rule != y.verdict.rule) return x.verdict.rule > y.verdict.rule;
      if (x.verdict.score != y.verdict.score) return x.verdict.score > y.verdict.score;
      const auto [x_low, x_high] = ranks(x.pair);
      const auto [y_low, y_high] = ranks(y.pair);
      return std::tie(x_low, x_high) < std::tie(y_low, y_high);
    });
    return {};
  }

  void join_all() {
    parent_.resize(records_.size());
    std::iota(parent_.begin(), parent_.end(), 0U);
    members_.resize(records_.size());
    for (std::uint32_t i = 0; i < members_.size(); ++i) members_[i] = {i};
    leave_nameless();
    for (const bool firm : {true, false}) {
      if (!firm) leave_ambiguous();
      for (Edge& edge : edges_) {
        if (edge.verdict.relationship == Relationship::same && edge.verdict.firm == firm)
          join(edge);
      }
    }
  }

  void join(Edge& edge) {
    const std::uint32_t a = root(edge.pair.a);
    const std::uint32_t b = root(edge.pair.b);
    if (a == b) return;
    if (!compatible(a, b)) {
      edge.verdict.relationship = Relationship::doubtful;
      return;
    }
    const auto [into, from] =
        members_[a].size() >= members_[b].size() ? std::pair(a, b) : std::pair(b, a);
    parent_[from] = into;
    members_[into].insert(members_[into].end(), members_[from].begin(), members_[from].end());
    members_[from].clear();
    joined_.push_back(&edge);
  }

  // A record that names nobody fits each of several reports by other people that share title and
  // place, such as the parts of a survey. It joins none of them by what it tells.
  void leave_nameless() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> named_near;
    std::set<Pair> same;
    for (const Edge& edge : edges_) {
      if (edge.verdict.relationship != Relationship::same) continue;
      const auto [low, high] = std::minmax(edge.pair.a, edge.pair.b);
      same.insert({low, high});
      const bool a_named = !prints_[edge.pair.a].author_words.empty();
      const bool b_named = !prints_[edge.pair.b].author_words.empty();
      if (a_named == b_named) continue;
      named_near[a_named ? edge.pair.b : edge.pair.a].push_back(a_named ? edge.pair.a
                                                                        : edge.pair.b);
    }
    std::set<std::uint32_t> ambiguous;
    for (const auto& [nameless, near] : named_near) {
      if (fits_several(near, same)) ambiguous.insert(nameless);
    }
    for (Edge& edge : edges_) {
      const bool either = ambiguous.count(edge.pair.a) != 0 || ambiguous.count(edge.pair.b) != 0;
      if (either && told(edge)) edge.verdict.relationship = Relationship::doubtful;
    }
  }

  // The same by title and votes, without a shared identifier.
  static bool told(const Edge& edge) {
    return edge.verdict.relationship == Relationship::same && edge.verdict.rule <= Rule::same_title;
  }

  bool fits_several(const std::vector<std::uint32_t>& near, const std::set<Pair>& same) {
    for (std::size_t i = 0; i < near.size(); ++i) {
      for (std::size_t j = i + 1; j < near.size(); ++j) {
        const auto [low, high] = std::minmax(near[i], near[j]);
        if (same.count({low, high}) == 0 && comparer_->other_people(low, high)) return true;
      }
    }
    return false;
  }

  // A record without pages fits every instalment of a column by one author. Where what it would
  // join stays apart otherwise, it joins none of them.
  void leave_ambiguous() {
    std::map<std::uint32_t, std::set<std::uint32_t>> near;
    for (const Edge& edge : edges_) {
      const std::uint32_t a = root(edge.pair.a);
      const std::uint32_t b = root(edge.pair.b);
      if (edge.verdict.relationship != Relationship::same || a == b) continue;
      near[a].insert(b);
      near[b].insert(a);
    }
    std::set<std::uint32_t> ambiguous;
    for (const auto& entry : near) {
      const std::set<std::uint32_t>& others = entry.second;
      const bool all_near = std::all_of(others.begin(), others.end(), [&](std::uint32_t x) {
        return std::all_of(others.begin(), others.end(),
                           [&](std::uint32_t y) { return x == y || near.at(x).count(y) != 0; });
      });
      if (!all_near) ambiguous.insert(entry.first);
    }
    for (Edge& edge : edges_) {
      if (edge.verdict.relationship != Relationship::same || edge.verdict.firm) continue;
      if (ambiguous.count(root(edge.pair.a)) != 0 || ambiguous.count(root(edge.pair.b)) != 0) {
        edge.verdict.relationship = Relationship::doubtful;
      }
    }
  }

  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  // Records that exclude each other differ in a few marks; of members with the same marks one is
  // enough.
  bool compatible(std::uint32_t a, std::uint32_t b) {
    for (const Pair& pair : disputed_) {
      const std::uint32_t x = root(pair.a), y = root(pair.b);
      if ((x == a && y == b) || (x == b && y == a)) return false;
    }
    for (const std::uint32_t x : distinct(members_[a])) {
      for (const std::uint32_t y : distinct(members_[b])) {
        if (comparer_->excluded(x, y)) return false;
      }
    }
    return true;
  }

  std::vector<std::uint32_t> distinct(const std::vector<std::uint32_t>& members) const {
    const auto same_marks = [this](std::uint32_t x, std::uint32_t y) {
      const Fingerprint& a = prints_[x];
      const Fingerprint& b = prints_[y];
      return a.pmid == b.pmid && a.pmcid == b.pmcid && a.doi == b.doi && a.year == b.year &&
             a.preprint == b.preprint && a.trial == b.trial && (!a.trial || a.ids == b.ids) &&
             a.cochrane == b.cochrane && a.title.kinds == b.title.kinds;
    };
    std::vector<std::uint32_t> out;
    for (const std::uint32_t one : members) {
      const bool known = std::any_of(out.begin(), out.end(),
                                     [&](std::uint32_t other) { return same_marks(one, other); });
      if (!known) out.push_back(one);
    }
    return out;
  }

  Clustering result() {
    Clustering out;
    std::vector<std::size_t> place(records_.size(), records_.size());
    for (std::size_t i = 0; i < records_.size(); ++i) {
      std::size_t& at = place[root(static_cast<std::uint32_t>(i))];
      if (at == records_.size()) {
        at = out.clusters.size();
        out.clusters.emplace_back();
      }
      out.clusters[at].push_back(i);
    }
    out.joins.resize(out.clusters.size());
    for (const Edge* edge : joined_) {
      out.joins[place[root(edge->pair.a)]].push_back(
          {edge->pair.a, edge->pair.b, edge->verdict.rule, reason(*edge)});
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> seen;
    for (const Edge& edge : edges_) {
      const std::uint32_t a = root(edge.pair.a);
      const std::uint32_t b = root(edge.pair.b);
      if (edge.verdict.relationship == Relationship::same || a == b) continue;
      if (!seen.emplace(std::minmax(a, b), true).second) continue;
      list_for(edge.verdict.relationship, out)
          .push_back({edge.pair.a, edge.pair.b, edge.verdict.score, reason(edge)});
    }
    return out;
  }

  static std::vector<Link>& list_for(Relationship relationship, Clustering& out) {
    if (relationship == Relationship::preprint) return out.preprints;
    return relationship == Relationship::version ? out.versions : out.doubtful;
  }

  std::string reason(const Edge& edge) {
    return comparer_->reason(edge.pair.a, edge.pair.b, edge.verdict);
  }

  std::span<const model::Article> records_;
  const Context& ctx_;
  std::vector<Fingerprint> prints_;
  std::vector<std::uint32_t> rank_;
  std::optional<Comparer> comparer_;
  std::vector<Edge> edges_;
  std::vector<Pair> disputed_;
  std::vector<const Edge*> joined_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::vector<std::uint32_t>> members_;
};

}  // namespace

Result<Clustering> cluster(std::span<const model::Article> records, const Context& ctx) {
  return Clusters(records, ctx).go();
}

}  // namespace ev::identity
