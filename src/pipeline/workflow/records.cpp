#include "pipeline/workflow/records.hpp"

#include "base/text.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/workflow/score_table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <type_traits>

namespace ev::workflow {

namespace {

using store::ResultRow;
using store::ResultSet;
using store::StoredArticle;

// ------------------------------------------------------------------ by handle

// The chain of sets from the one asked for down to its "records" base.
Result<std::vector<ResultSet>> load_chain(const Services& services, const std::string& handle,
                                          const Context& ctx) {
  std::vector<ResultSet> chain;
  std::string next = handle;
  do {
    EV_TRY(ResultSet set, services.result_sets.get(next, ctx));
    next = set.base;
    chain.push_back(std::move(set));
    if (chain.size() > 16) return Error{.message = "result set " + handle + " has no end of bases"};
  } while (!next.empty());
  return chain;
}

Result<std::vector<model::Article>> articles_of(const Services& services, const ResultSet& records,
                                                const Context& ctx) {
  std::vector<std::string> keys;
  for (const ResultRow& row : records.rows) keys.push_back(row.payload);
  EV_TRY(const std::vector<StoredArticle> stored, services.articles.by_key(keys, ctx));
  std::map<std::string_view, const StoredArticle*> by_key;
  for (const StoredArticle& article : stored) by_key[article.key] = &article;
  std::vector<model::Article> out;
  for (const ResultRow& row : records.rows) {
    EV_CHECK(ctx.check());
    const auto it = by_key.find(row.payload);
    if (it == by_key.end()) {
      return Error{
          .code = Errc::unknown_result_set,
          .message = "record " + row.item_id + " of " + records.id + " is no longer stored",
          .recovery = "repeat the search that gave the set"};
    }
    EV_TRY(const Json json, parse_json(it->second->json, "stored article"));
    out.push_back(model::article_from_json(json));
  }
  return out;
}

// What the sets of a chain hold by item id; of two sets of one stage the nearer.
struct Stages {
  std::map<std::string, RecordFeatures> features;
  std::map<std::string, RecordScore> scores;
  std::map<std::string, RecordRank> ranks;
  std::vector<std::string> ids;  // of the set asked for, in its order
};

template <class T>
Result<void> read_rows(const ResultSet& set, std::map<std::string, T>& out, const Context& ctx) {
  for (const ResultRow& row : set.rows) {
    EV_CHECK(ctx.check());
    if (auto json = parse_json(row.payload, "stored row")) out[row.item_id] = T(*std::move(json));
  }
  return {};
}

Result<std::vector<std::string>> item_ids(const ResultSet& set, const Context& ctx) {
  if (holds_score_table(set)) {
    EV_TRY(StoredScores stored, read_score_table(set.rows.front().payload, ctx));
    return std::move(stored.ids);
  }
  std::vector<std::string> out;
  for (const ResultRow& row : set.rows) out.push_back(row.item_id);
  return out;
}

Result<void> read_scores(const ResultSet& set, std::map<std::string, RecordScore>& out,
                         const Context& ctx) {
  if (!holds_score_table(set)) return read_rows(set, out, ctx);
  EV_TRY(StoredScores stored, read_score_table(set.rows.front().payload, ctx));
  for (std::size_t i = 0; i < stored.ids.size(); ++i)
    out[stored.ids[i]] = RecordScore(stored.criteria, std::move(stored.scores[i]));
  return {};
}

Result<Stages> read_stages(const std::vector<ResultSet>& chain, const Context& ctx) {
  Stages out;
  EV_TRY(out.ids, item_ids(chain.front(), ctx));
  std::set<std::string_view> read;
  for (const ResultSet& set : chain) {
    if (!read.insert(set.stage).second) continue;
    if (set.stage == "features") EV_CHECK(read_rows(set, out.features, ctx));
    if (set.stage == "scored") EV_CHECK(read_scores(set, out.scores, ctx));
    if (set.stage == "ranked") EV_CHECK(read_rows(set, out.ranks, ctx));
  }
  return out;
}

// Nearest set wins: a scored set's query hides the query of the search below it.
SetMeta merged_meta(const std::vector<ResultSet>& chain) {
  Json meta = Json::object();
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    if (auto json = parse_json(it->meta, "stored meta"); json && json->is_object())
      meta.update(*json);
  }
  return SetMeta(std::move(meta));
}

Result<RecordSet> load_handle(const Services& services, const std::string& handle,
                              const Context& ctx) {
  EV_TRY(const std::vector<ResultSet> chain, load_chain(services, handle, ctx));
  RecordSet out{.handle = handle, .stage = chain.front().stage, .meta = merged_meta(chain)};
  EV_TRY(std::vector<model::Article> all, articles_of(services, chain.back(), ctx));
  std::map<std::string, model::Article*> by_id;
  for (std::size_t i = 0; i < all.size(); ++i) by_id[chain.back().rows[i].item_id] = &all[i];
  EV_TRY(const Stages stages, read_stages(chain, ctx));
  const auto at = [](const auto& stage, const std::string& id) {
    const auto found = stage.find(id);
    return found == stage.end() ? typename std::decay_t<decltype(stage)>::mapped_type()
                                : found->second;
  };
  for (const std::string& id : stages.ids) {
    const auto article = by_id.find(id);
    if (article == by_id.end()) continue;
    EV_CHECK(ctx.check());
    out.articles.push_back(*article->second);
    out.features.push_back(at(stages.features, id));
    out.scores.push_back(at(stages.scores, id));
    out.ranks.push_back(at(stages.ranks, id));
  }
  return out;
}

// ------------------------------------------------------------------ by PMID

Result<void> check_pmids(const std::vector<std::string>& pmids) {
  Error error{
      .code = Errc::invalid_argument,
      .message = "Invalid pmids:",
      .recovery =
          "give PMIDs as strings of digits; search for other identifiers with pubmed_search"};
  for (std::size_t i = 0; i < pmids.size(); ++i) {
    if (!pmids[i].empty() && pmids[i].find_first_not_of("0123456789") == std::string::npos)
      continue;
    const std::string path = "pmids[" + std::to_string(i) + "]";
    const std::string what =
        "must be a PMID (digits only), got \"" + text::ellipsize(pmids[i], 40) + "\"";
    error.message += "\n- " + path + " " + what;
    error.problems.push_back({path, what});
  }
  if (error.problems.empty()) return {};
  error.path = error.problems.front().path;
  return error;
}

Result<RecordSet> load_pmids(const Services& services, const std::vector<std::string>& pmids,
                             const Context& ctx) {
  EV_CHECK(check_pmids(pmids));
  EV_TRY(search::FetchOutcome fetched, search::fetch_records(services.ports(), pmids, ctx));
  RecordSet out{.stage = "records", .meta = SetMeta::of_origin("pmids")};
  out.articles = std::move(fetched.articles);
  out.warnings = std::move(fetched.warnings);
  if (!fetched.missing.empty()) {
    out.warnings.push_back("PubMed has no record for PMID " + text::join(fetched.missing, ", "));
  }
  if (!fetched.failed.empty()) {
    out.warnings.push_back("not fetched: PMID " + text::join(fetched.failed, ", "));
  }
  out.features.resize(out.articles.size());
  out.scores.resize(out.articles.size());
  out.ranks.resize(out.articles.size());
  EV_TRY(out.handle,
         or_unkept(store_records(services, out.articles, out.meta.kept()), out.warnings));
  return out;
}

}  // namespace

Result<RecordSet> load_set(const Services& services, const std::string& handle,
                           const Context& ctx) {
  auto set = load_handle(services, handle, ctx);
  if (!set && set.error().path.empty()) set.error().path = "result_set";
  return set;
}

Result<RecordSet> resolve_records(const Services& services, RecordsRequest request,
                                  const Context& ctx) {
  if (!request.result_set.empty()) return load_set(services, request.result_set, ctx);
  if (!request.pmids.empty()) return load_pmids(services, request.pmids, ctx);
  return load_inline(services, std::move(request.rows), std::move(request.warnings), ctx);
}

Result<std::vector<model::Article>> load_every_row(const Services& services,
                                                   const std::string& handle, const Context& ctx) {
  EV_TRY(const std::vector<ResultSet> chain, load_chain(services, handle, ctx));
  const ResultSet& records = chain.back();
  EV_TRY(std::vector<model::Article> all, articles_of(services, records, ctx));
  if (chain.size() == 1) return all;
  std::multimap<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < all.size(); ++i) places.emplace(records.rows[i].item_id, i);
  std::vector<model::Article> out;
  EV_TRY(const std::vector<std::string> ids, item_ids(chain.front(), ctx));
  for (const std::string& id : ids) {
    const auto [begin, end] = places.equal_range(id);
    for (auto it = begin; it != end; ++it) out.push_back(std::move(all[it->second]));
    places.erase(begin, end);
  }
  return out;
}

Result<std::vector<ResultRow>> store_articles(const Services& services,
                                              const std::vector<model::Article>& articles,
                                              Keep keep) {
  std::vector<StoredArticle> stored;
  stored.reserve(articles.size());
  for (const model::Article& article : articles) {
    stored.push_back(library::stored_article(
        article, keep == Keep::replacing ? library::Place::latest : library::Place::gap));
  }
  EV_TRY(std::vector<std::string> keys, services.articles.put(stored));
  std::vector<ResultRow> rows;
  rows.reserve(articles.size());
  for (std::size_t i = 0; i < articles.size(); ++i) {
    rows.push_back({model::item_id(articles[i]), std::move(keys[i])});
  }
  return rows;
}

Result<std::string> or_unkept(Result<std::string> handle, std::vector<std::string>& warnings) {
  if (handle || handle.error().code != Errc::store_unavailable) return handle;
  warnings.push_back("the records of this answer are not kept, so that it has no result_set: " +
                     handle.error().message + "; " + handle.error().recovery);
  return std::string();
}

Result<std::string> store_records(const Services& services,
                                  const std::vector<model::Article>& articles, const Json& meta) {
  EV_TRY(std::vector<ResultRow> rows, store_articles(services, articles, Keep::filling_gaps));
  return services.result_sets.put(
      {.stage = "records", .meta = dump_json(meta), .rows = std::move(rows)});
}

Result<std::string> store_derived(const Services& services, std::string_view stage,
                                  std::string_view base, const Json& meta,
                                  const std::vector<std::pair<std::string, Json>>& rows) {
  ResultSet set{.stage = std::string(stage), .base = std::string(base), .meta = dump_json(meta)};
  for (const auto& [item_id, payload] : rows) set.rows.push_back({item_id, dump_json(payload)});
  return services.result_sets.put(std::move(set));
}

}  // namespace ev::workflow
