// What clients pass back inline, completed from the store and kept there like what the stages made.
#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/retraction.hpp"
#include "pipeline/sources/retraction_claim.hpp"
#include "pipeline/workflow/record_summary.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/stored_stages.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ev::workflow {

namespace {

using store::StoredArticle;

// The graver of what the record says and what is `stated` of it elsewhere.
void add_stated(model::Article& article, const model::Retraction& stated) {
  if (article.retraction.status == stated.status) return;
  if (article.retraction.status == model::RetractionStatus::none) {
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
Result<void> complete_articles(const Services& services, std::vector<InlineRecord>& rows,
                               std::vector<std::string>& warnings, const Context& ctx) {
  std::vector<std::string> ids;
  for (const InlineRecord& row : rows) {
    if (!model::item_id(row.article).empty()) ids.push_back(model::item_id(row.article));
  }
  auto found = services.articles.latest(ids, std::chrono::hours(24 * limits::kResultSetDays), ctx);
  if (!found && found.error().code != Errc::store_unavailable) return std::move(found).error();
  const std::vector<StoredArticle> stored =
      found ? *std::move(found) : std::vector<StoredArticle>();
  std::map<std::string_view, const StoredArticle*> known;
  for (const StoredArticle& article : stored) known[article.item_id] = &article;
  std::vector<std::string> unknown;
  std::vector<std::string> other;
  for (InlineRecord& row : rows) {
    EV_CHECK(ctx.check());
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
Result<void> complete_stages(const Services& services, std::vector<InlineRecord>& rows,
                             const Context& ctx) {
  StoredStages stored(services, ctx);
  for (InlineRecord& row : rows) {
    EV_CHECK(ctx.check());
    const std::string id = model::item_id(row.article);
    if (row.scores && !row.scores.is_whole()) {
      auto found = stored.scores_of(id, row.scores.total().value_or(0));
      if (found.scores) row.scores = std::move(found.scores);
      if (!row.features) row.features = std::move(found.features);
    }
    if (!row.features || row.features.is_whole()) continue;
    RecordFeatures whole = stored.features_of(id, row.features);
    if (whole) row.features = std::move(whole);
  }
  return {};
}

// Records without any id get one that depends on their text only.
void name_unidentified(std::vector<InlineRecord>& rows) {
  for (InlineRecord& row : rows) {
    if (model::item_id(row.article).empty()) {
      row.article.id =
          "x-" + sha256_hex(row.article.title + "\n" + row.article.abstract).substr(0, 10);
    }
  }
}

std::string common_stage(const std::vector<InlineRecord>& rows) {
  const auto all = [&](auto member) {
    return std::all_of(rows.begin(), rows.end(),
                       [&](const InlineRecord& row) { return static_cast<bool>(row.*member); });
  };
  if (all(&InlineRecord::scores)) return "scored";
  return all(&InlineRecord::features) ? "features" : "records";
}

// One record per id: a second row of the same id would make later look-ups ambiguous.
void drop_repeated(std::vector<InlineRecord>& rows, std::vector<std::string>& warnings) {
  std::map<std::string, std::size_t> seen;
  std::vector<std::string> repeated;
  std::vector<InlineRecord> kept;
  for (InlineRecord& row : rows) {
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
  const auto keep = [&](std::string_view stage, const auto& values) -> Result<void> {
    std::vector<std::pair<std::string, Json>> rows;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i]) rows.emplace_back(model::item_id(out.articles[i]), values[i].payload());
    }
    if (rows.empty()) return {};
    EV_TRY(out.handle, store_derived(services, stage, out.handle, out.meta.kept(), rows));
    return {};
  };
  EV_CHECK(keep("features", out.features));
  return keep("scored", out.scores);
}

}  // namespace

Result<RecordSet> load_inline(const Services& services, std::vector<InlineRecord> rows,
                              std::vector<std::string> warnings, const Context& ctx) {
  RecordSet out{.warnings = std::move(warnings)};
  EV_CHECK(complete_articles(services, rows, out.warnings, ctx));
  name_unidentified(rows);
  EV_CHECK(complete_stages(services, rows, ctx));
  drop_repeated(rows, out.warnings);
  out.stage = common_stage(rows);
  out.meta = SetMeta::of_origin("inline");
  for (InlineRecord& row : rows) {
    out.articles.push_back(std::move(row.article));
    out.features.push_back(std::move(row.features));
    out.scores.push_back(std::move(row.scores));
    out.ranks.push_back(std::move(row.ranks));
  }
  EV_TRY(out.handle,
         or_unkept(store_records(services, out.articles, out.meta.kept()), out.warnings));
  if (!out.handle.empty()) EV_CHECK(store_inline_stages(services, out));
  return out;
}

Result<std::vector<model::Article>> every_inline_article(const Services& services,
                                                         std::vector<InlineRecord> rows,
                                                         std::vector<std::string>& warnings,
                                                         const Context& ctx) {
  EV_CHECK(complete_articles(services, rows, warnings, ctx));
  std::vector<model::Article> out;
  out.reserve(rows.size());
  for (InlineRecord& row : rows) {
    // By all of its content, as an import does: two editorials are not one record.
    if (model::item_id(row.article).empty()) {
      row.article.id = "rec-" + sha256_hex(model::to_json_text(row.article)).substr(0, 12);
    }
    out.push_back(std::move(row.article));
  }
  return out;
}

}  // namespace ev::workflow
