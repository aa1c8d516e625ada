#include "pipeline/identity/deduplicate.hpp"

#include "base/log.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/identity/relations.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ev::identity {

namespace {

Deduplicated apart(std::vector<model::Article> records) {
  Deduplicated out;
  out.members.resize(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) out.members[i] = {i};
  out.joins.resize(records.size());
  out.records = std::move(records);
  return out;
}

// One merged record of each cluster, in input order.
Deduplicated merge_clusters(Deduplicated from, Clustering& clustering) {
  Deduplicated out;
  for (std::size_t c = 0; c < clustering.clusters.size(); ++c) {
    std::vector<const model::Article*> articles;
    std::vector<std::size_t> members;
    std::vector<Join> joins;
    for (const std::size_t i : clustering.clusters[c]) {
      articles.push_back(&from.records[i]);
      members.insert(members.end(), from.members[i].begin(), from.members[i].end());
      std::move(from.joins[i].begin(), from.joins[i].end(), std::back_inserter(joins));
    }
    for (Join& join : clustering.joins[c]) {
      join.a = from.members[join.a].front();
      join.b = from.members[join.b].front();
      joins.push_back(std::move(join));
    }
    std::sort(members.begin(), members.end());
    out.records.push_back(merge_records(articles));
    out.members.push_back(std::move(members));
    out.joins.push_back(std::move(joins));
  }
  return out;
}

}  // namespace

Result<Deduplicated> deduplicate(std::vector<model::Article> records, const Context& ctx) {
  const std::size_t before = records.size();
  Deduplicated state = apart(std::move(records));
  Clustering last;
  // Ends: every round but the last makes the set smaller.
  while (true) {
    EV_TRY(last, cluster(state.records, ctx));
    if (last.clusters.size() == state.records.size()) break;
    state = merge_clusters(std::move(state), last);
  }
  // After the last round positions in `last` are positions in the result.
  state.doubtful = std::move(last.doubtful);
  relate(state.records, {std::move(last.preprints), std::move(last.versions)});
  log(Level::info, "deduplicated",
      {{"before", before},
       {"unique", state.records.size()},
       {"merged", before - state.records.size()}});
  return state;
}

}  // namespace ev::identity
