#include "tools/records.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/sources/retraction.hpp"
#include "pipeline/sources/retraction_claim.hpp"
#include "tools/answer.hpp"
#include "tools/evidence.hpp"
#include "tools/inline_article.hpp"
#include "tools/score_table.hpp"
#include "tools/stored_stages.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ev::tools {

namespace {

using store::ResultRow;
using store::ResultSet;
using store::StoredArticle;

// ------------------------------------------------------------------ by handle

// The chain of sets from the one asked for down to its "records" base, never
// empty: what is no handle, "" too, is an error.
Result<std::vector<ResultSet>> load_chain(const Services& services, const std::string& handle) {
  std::vector<ResultSet> chain;
  std::string next = handle;
  do {
    EV_TRY(ResultSet set, services.result_sets.get(next));
    EV_CHECK(expand_scores(set));
    next = set.base;
    chain.push_back(std::move(set));
    if (chain.size() > 16) return Error{.message = "result set " + handle + " has no end of bases"};
  } while (!next.empty());
  return chain;
}

Result<std::vector<model::Article>> articles_of(const Services& services,
                                                const ResultSet& records) {
  std::vector<std::string> keys;
  for (const ResultRow& row : records.rows) keys.push_back(row.payload);
  EV_TRY(const std::vector<StoredArticle> stored, services.articles.by_key(keys));
  std::map<std::string_view, const StoredArticle*> by_key;
  for (const StoredArticle& article : stored) by_key[article.key] = &article;
  std::vector<model::Article> out;
  for (const ResultRow& row : records.rows) {
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

std::map<std::string, Json> payloads(const ResultSet& set) {
  std::map<std::string, Json> out;
  for (const ResultRow& row : set.rows) {
    if (auto json = parse_json(row.payload, "stored row")) out[row.item_id] = *std::move(json);
  }
  return out;
}

// Nearest set wins: a scored set's query hides the query of the search below it.
Json merged_meta(const std::vector<ResultSet>& chain) {
  Json meta = Json::object();
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    if (auto json = parse_json(it->meta, "stored meta"); json && json->is_object())
      meta.update(*json);
  }
  return meta;
}

Result<RecordSet> load_handle(const Services& services, const std::string& handle) {
  EV_TRY(const std::vector<ResultSet> chain, load_chain(services, handle));
  RecordSet out{.handle = handle, .stage = chain.front().stage, .meta = merged_meta(chain)};
  EV_TRY(std::vector<model::Article> all, articles_of(services, chain.back()));
  std::map<std::string, model::Article*> by_id;
  for (std::size_t i = 0; i < all.size(); ++i) by_id[chain.back().rows[i].item_id] = &all[i];
  std::map<std::string, std::map<std::string, Json>> stages;
  for (const ResultSet& set : chain) {
    if (set.stage != "records" && stages.count(set.stage) == 0) stages[set.stage] = payloads(set);
  }
  const auto at = [&](const char* stage, const std::string& id) {
    const auto found = stages[stage].find(id);
    return found == stages[stage].end() ? Json(nullptr) : found->second;
  };
  for (const ResultRow& row : chain.front().rows) {
    const auto article = by_id.find(row.item_id);
    if (article == by_id.end()) continue;
    out.articles.push_back(*article->second);
    out.features.push_back(at("features", row.item_id));
    out.scores.push_back(at("scored", row.item_id));
    out.ranks.push_back(at("ranked", row.item_id));
  }
  return out;
}

// ------------------------------------------------------------------ inline

struct InlineRow {
  model::Article article;
  Json features, scores, ranks;
  std::vector<std::string> unread;  // members
};

// Members of `json` with these names, or null when none is there.
Json pick(const Json& json, std::initializer_list<const char*> names) {
  Json out;
  for (const char* name : names) {
    if (const auto it = json.find(name); it != json.end()) out[name] = *it;
  }
  return out;
}

std::string text_member(const Json& json, const char* name) {
  const auto it = json.find(name);
  if (it != json.end() && it->is_number_integer()) return dump_json(*it);  // a PMID as a number
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

// A number from 0 to 1, also as text.
Result<void> check_score(Json& score, const std::string& path) {
  const std::optional<double> number = codec::number_of(score);
  if (number && *number >= 0 && *number <= 1) {
    score = *number;
    return {};
  }
  const std::string what = "must be a number between 0 and 1, got " + codec::type_name(score);
  return Error{.code = Errc::invalid_argument,
               .message = path + " " + what,
               .path = path,
               .problems = {{path, what}}};
}

Result<InlineRow> inline_row(Json item, const std::string& path) {
  InlineRow row;
  if (!item.is_object()) {
    return Error{.code = Errc::invalid_argument,
                 .message = path + " must be an object",
                 .path = path,
                 .problems = {{path, "must be an object"}}};
  }
  row.ranks = pick(item, {"rank", "final_score", "boosts"});
  row.scores =
      pick(item, {"total_score", "score_breakdown", "percentile_rank", "scoring_metadata"});
  if (row.scores.is_object() && !row.scores.contains("total_score")) row.scores = nullptr;
  if (row.scores.is_object())
    EV_CHECK(check_score(row.scores["total_score"], path + ".total_score"));
  std::string where = path;
  InlineStatements statements;
  statements.read(item);
  const auto descend = [&](const char* name) {
    if (const auto it = item.find(name); it != item.end() && it->is_object()) {
      where += std::string(".") + name;
      item = Json(*it);
      statements.read(item);
    }
  };
  descend("article_with_features");
  const std::string item_id = text_member(item, "item_id");
  if (item.contains("extraction")) row.features = pick(item, {"extraction", "extraction_metadata"});
  if (row.features.is_object() && !row.features["extraction"].is_object()) {
    return Error{.code = Errc::invalid_argument,
                 .message = where + ".extraction must be an object",
                 .path = where + ".extraction",
                 .problems = {{where + ".extraction", "must be an object"}}};
  }
  descend("original_article");
  if (item.contains("content") && item.contains("citation")) {
    statements.read_free(item.value("metadata", Json()));
    statements.read_free(item["citation"]);
    item = article_of_evidence(item);
  }
  // A PMID may come as a number.
  if (const std::string pmid = text_member(item, "pmid"); !pmid.empty()) item["pmid"] = pmid;
  if (!item_id.empty()) item["item_id"] = item_id;
  statements.complete(item);
  row.unread = statements.unread();
  EV_TRY(row.article, model::article_from_client(item, where));
  return row;
}

// The graver of what the record says and what is `stated` of it elsewhere.
void add_stated(model::Article& article, const model::Retraction& stated) {
  if (article.retraction.status == stated.status) return;
  if (article.retraction.status == "none") {
    article.retraction = stated;
    return;
  }
  const std::string source = stated.sources.empty() ? "inline" : stated.sources.front();
  sources::add_retraction_claim(article, {stated.status, source, stated.date, stated.notice_pmid});
}

// What the row's own fields say, and what it states itself.
void judge_inline(model::Article& article) {
  const model::Retraction stated = std::move(article.retraction);
  article.retraction = {};
  sources::judge_retraction(article);
  add_stated(article, stated);
}

// Whether a row names the stored record: its title is left out, the same, or the beginning of it.
bool names(const model::Article& row, const model::Article& stored) {
  constexpr std::string_view kCut = "…";
  std::string_view given = row.title;
  const bool cut = given.size() >= kCut.size() && given.substr(given.size() - kCut.size()) == kCut;
  if (cut) given.remove_suffix(kCut.size());
  const std::string title = text::fold(one_line(given));
  const std::string known = text::fold(one_line(stored.title));
  return title.empty() || (cut ? known.compare(0, title.size(), title) == 0 : title == known);
}

// Rows that carry no text of their own get it from the store, and every row its standing there;
// those it does not know are named.
Result<void> complete_articles(const Services& services, std::vector<InlineRow>& rows,
                               std::vector<std::string>& warnings) {
  std::vector<std::string> ids;
  for (const InlineRow& row : rows) {
    if (!model::item_id(row.article).empty()) ids.push_back(model::item_id(row.article));
  }
  EV_TRY(const std::vector<StoredArticle> stored,
         services.articles.latest(ids, std::chrono::hours(24 * limits::kResultSetDays)));
  std::map<std::string_view, const StoredArticle*> known;
  for (const StoredArticle& article : stored) known[article.item_id] = &article;
  std::vector<std::string> unknown;
  std::vector<std::string> other;
  for (InlineRow& row : rows) {
    judge_inline(row.article);
    const auto it = known.find(model::item_id(row.article));
    if (it == known.end()) {
      if (row.article.abstract.empty()) {
        const std::string& id = model::item_id(row.article);
        unknown.push_back(id.empty() ? row.article.title : id);
      }
      continue;
    }
    EV_TRY(const Json json, parse_json(it->second->json, "stored article"));
    model::Article whole = model::article_from_json(json);
    // A client may have dropped the marks, or know of a retraction the store does not.
    if (row.article.abstract.empty() && names(row.article, whole)) {
      add_stated(whole, row.article.retraction);
      row.article = std::move(whole);
    } else {
      if (row.article.abstract.empty()) other.push_back(model::item_id(row.article));
      add_stated(row.article, whole.retraction);
    }
  }
  if (!other.empty()) {
    warnings.push_back(std::to_string(other.size()) +
                       " inline record(s) without abstract have another title than the stored "
                       "record of their id and are used as given: " +
                       text::join(other, ", "));
  }
  if (unknown.empty()) return {};
  const std::size_t count = unknown.size();
  if (count > 10) unknown.resize(10);
  warnings.push_back(
      std::to_string(count) +
      " inline record(s) without abstract are not in the local store and are used as given: " +
      text::join(unknown, ", ") + (count > 10 ? " …" : ""));
  return {};
}

// Rows are shown shortened; what a tool made of the record is in the store.
void complete_stages(const Services& services, std::vector<InlineRow>& rows) {
  StoredStages stored(services);
  for (InlineRow& row : rows) {
    if (row.scores.is_object() && !row.scores.contains("score_breakdown")) {
      auto found =
          stored.scores_of(model::item_id(row.article), row.scores["total_score"].get<double>());
      if (found.scores.is_object()) row.scores = std::move(found.scores);
      if (row.features.is_null()) row.features = std::move(found.features);
    }
    if (!row.features.is_object() || row.features.contains("extraction_metadata")) continue;
    Json whole = stored.features_of(model::item_id(row.article), row.features["extraction"]);
    if (whole.is_object()) row.features = std::move(whole);
  }
}

// Records without any id get one that depends on their text only.
void name_unidentified(std::vector<InlineRow>& rows) {
  for (InlineRow& row : rows) {
    if (model::item_id(row.article).empty()) {
      row.article.id =
          "x-" + sha256_hex(row.article.title + "\n" + row.article.abstract).substr(0, 10);
    }
  }
}

std::string common_stage(const std::vector<InlineRow>& rows) {
  const auto all = [&](auto member) {
    return std::all_of(rows.begin(), rows.end(),
                       [&](const InlineRow& row) { return (row.*member).is_object(); });
  };
  if (all(&InlineRow::scores)) return "scored";
  return all(&InlineRow::features) ? "features" : "records";
}

// One record per id: a second row of the same id would make later look-ups ambiguous.
void drop_repeated(std::vector<InlineRow>& rows, std::vector<std::string>& warnings) {
  std::map<std::string, std::size_t> seen;
  std::vector<std::string> repeated;
  std::vector<InlineRow> kept;
  for (InlineRow& row : rows) {
    const auto [first, is_new] = seen.emplace(model::item_id(row.article), kept.size());
    if (is_new) {
      kept.push_back(std::move(row));
    } else {
      add_stated(kept[first->second].article, row.article.retraction);
      repeated.push_back(model::item_id(row.article));
    }
  }
  rows = std::move(kept);
  if (!repeated.empty()) {
    warnings.push_back("repeated records were left out, the first of each kept: " +
                       text::join(repeated, ", "));
  }
}

// What the client brought along (features, scores) is kept as sets over the records, so that the
// handle answers later calls like one made by the tools.
Result<void> store_inline_stages(const Services& services, RecordSet& out) {
  const auto keep = [&](std::string_view stage, const std::vector<Json>& payloads) -> Result<void> {
    std::vector<std::pair<std::string, Json>> rows;
    for (std::size_t i = 0; i < payloads.size(); ++i) {
      if (payloads[i].is_object()) rows.emplace_back(model::item_id(out.articles[i]), payloads[i]);
    }
    if (rows.empty()) return {};
    EV_TRY(out.handle, store_derived(services, stage, out.handle, out.meta, rows));
    return {};
  };
  EV_CHECK(keep("features", out.features));
  return keep("scored", out.scores);
}

Result<std::vector<InlineRow>> inline_rows(const std::vector<Json>& items, std::string_view member,
                                           std::vector<std::string>& warnings) {
  std::vector<InlineRow> rows;
  std::vector<std::pair<std::string, std::vector<std::string>>> unread;
  Error error{.code = Errc::invalid_argument,
              .message = "Invalid " + std::string(member) + ":",
              .recovery = "correct the listed rows, or pass the result_set of the previous call"};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string path = std::string(member) + "[" + std::to_string(i) + "]";
    auto row = inline_row(items[i], path);
    if (row) {
      unread.emplace_back(path, std::move(row->unread));
      rows.push_back(*std::move(row));
      continue;
    }
    if (error.path.empty()) error.path = row.error().path;
    for (Problem& problem : row.error().problems) {
      error.message += "\n- " + problem.path + " " + problem.message;
      error.problems.push_back(std::move(problem));
    }
  }
  if (!error.problems.empty()) return error;
  for (std::string& warning : unread_warning(unread)) warnings.push_back(std::move(warning));
  return rows;
}

Result<RecordSet> load_inline(const Services& services, const std::vector<Json>& items,
                              std::string_view member) {
  RecordSet out;
  EV_TRY(std::vector<InlineRow> rows, inline_rows(items, member, out.warnings));
  EV_CHECK(complete_articles(services, rows, out.warnings));
  name_unidentified(rows);
  complete_stages(services, rows);
  drop_repeated(rows, out.warnings);
  out.stage = common_stage(rows);
  out.meta = {{"origin", "inline"}};
  for (InlineRow& row : rows) {
    out.articles.push_back(std::move(row.article));
    out.features.push_back(std::move(row.features));
    out.scores.push_back(std::move(row.scores));
    out.ranks.push_back(std::move(row.ranks));
  }
  EV_TRY(out.handle, store_records(services, out.articles, out.meta));
  EV_CHECK(store_inline_stages(services, out));
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
  RecordSet out{.stage = "records", .meta = {{"origin", "pmids"}}};
  out.articles = std::move(fetched.articles);
  out.warnings = std::move(fetched.warnings);
  if (!fetched.missing.empty()) {
    out.warnings.push_back("PubMed has no record for PMID " + text::join(fetched.missing, ", "));
  }
  if (!fetched.failed.empty()) {
    out.warnings.push_back("not fetched: PMID " + text::join(fetched.failed, ", "));
  }
  out.features.assign(out.articles.size(), nullptr);
  out.scores = out.ranks = out.features;
  EV_TRY(out.handle, store_records(services, out.articles, out.meta));
  return out;
}

}  // namespace

Result<RecordSet> load_records(const Services& services, const RecordsIn& in,
                               std::string_view items_member, const Context& ctx) {
  const int given =
      (in.items.empty() ? 0 : 1) + (in.result_set.empty() ? 0 : 1) + (in.pmids.empty() ? 0 : 1);
  if (given != 1) {
    const std::string choice = std::string(items_member) + ", result_set or pmids";
    return Error{.code = Errc::invalid_argument,
                 .message = given == 0 ? "no records given: pass one of " + choice
                                       : "records given twice: pass only one of " + choice,
                 .path = std::string(items_member),
                 .recovery = "pass result_set from the previous call of the pipeline"};
  }
  if (!in.result_set.empty()) {
    auto set = load_handle(services, in.result_set);
    if (!set && set.error().path.empty()) set.error().path = "result_set";
    return set;
  }
  if (!in.items.empty()) return load_inline(services, in.items, items_member);
  return load_pmids(services, in.pmids, ctx);
}

Result<std::vector<model::Article>> load_every_row(const Services& services,
                                                   const std::string& handle) {
  EV_TRY(const std::vector<ResultSet> chain, load_chain(services, handle));
  const ResultSet& records = chain.back();
  EV_TRY(std::vector<model::Article> all, articles_of(services, records));
  if (chain.size() == 1) return all;
  std::multimap<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < all.size(); ++i) places.emplace(records.rows[i].item_id, i);
  std::vector<model::Article> out;
  for (const ResultRow& row : chain.front().rows) {
    const auto [begin, end] = places.equal_range(row.item_id);
    for (auto it = begin; it != end; ++it) out.push_back(std::move(all[it->second]));
    places.erase(begin, end);
  }
  return out;
}

Result<std::vector<model::Article>> load_every_inline(const Services& services,
                                                      const std::vector<Json>& items,
                                                      std::string_view items_member,
                                                      std::vector<std::string>& warnings) {
  EV_TRY(std::vector<InlineRow> rows, inline_rows(items, items_member, warnings));
  EV_CHECK(complete_articles(services, rows, warnings));
  std::vector<model::Article> out;
  out.reserve(rows.size());
  for (InlineRow& row : rows) {
    // By all of its content, as an import does: two editorials are not one record.
    if (model::item_id(row.article).empty()) {
      row.article.id = "rec-" + sha256_hex(model::to_json_text(row.article)).substr(0, 12);
    }
    out.push_back(std::move(row.article));
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

}  // namespace ev::tools
