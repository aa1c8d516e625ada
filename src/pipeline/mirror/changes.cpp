#include "pipeline/mirror/changes.hpp"

#include "base/date.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace ev::mirror {

namespace {

using Kind = store::MirrorChangeKind;

struct Became {
  bool known_before = false;
  bool there = true;
  bool retracted = false;
};

std::map<std::int64_t, Became> folded(const std::vector<store::MirrorChange>& changes) {
  std::map<std::int64_t, Became> out;
  for (const store::MirrorChange& change : changes) {
    const auto [at, first] = out.try_emplace(change.pmid);
    Became& became = at->second;
    if (first) became.known_before = change.kind == Kind::revised || change.kind == Kind::deleted;
    became.there = change.kind != Kind::deleted;
    if (change.kind == Kind::deleted) became.retracted = false;
    if (change.kind == Kind::retracted) became.retracted = true;
  }
  return out;
}

}  // namespace

library::Ports ports_of(store::Mirror& mirror, const mesh::Vocabulary& vocabulary,
                        pubmed_query::Date today) {
  return {mirror, mirror, vocabulary, today};
}

Result<Changes> changes_since(store::Mirror& mirror, const library::Ports& ports,
                              const ChangesRequest& request, const Context& ctx) {
  const auto date = parse_date(request.since);
  if (!date || date->day == 0) {
    return Error{.code = Errc::invalid_argument,
                 .message = "\"" + request.since + "\" is no day",
                 .path = "since",
                 .recovery = "write it as YYYY-MM-DD"};
  }
  Changes out{.since = format_date(*date, '-')};
  EV_TRY(const store::MirrorFigures figures, mirror.mirror_figures());
  out.until = figures.date;
  EV_TRY(const auto changes, mirror.changes(out.since, ctx));
  std::unordered_set<std::string> wanted;
  if (!request.query.empty()) {
    EV_TRY(library::Found found,
           library::search(ports, request.query, library::Order::newest, library::kAll, ctx));
    wanted.insert(found.item_ids.begin(), found.item_ids.end());
  }
  for (const auto& [pmid, became] : folded(changes)) {
    if (!became.there) {
      if (became.known_before) out.deleted.push_back(pmid);
      continue;
    }
    if (!request.query.empty() && !wanted.contains(std::to_string(pmid))) continue;
    (became.known_before ? out.revised : out.added).push_back(pmid);
    if (became.retracted) out.retracted.push_back(pmid);
  }
  return out;
}

}  // namespace ev::mirror
