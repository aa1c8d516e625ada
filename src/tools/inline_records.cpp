#include "tools/inline_records.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "tools/evidence.hpp"
#include "tools/inline_article.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

struct DecodedRow {
  InlineRecord record;
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

Result<DecodedRow> decoded_row(Json item, const std::string& path) {
  DecodedRow out;
  InlineRecord& row = out.record;
  if (!item.is_object()) {
    return Error{.code = Errc::invalid_argument,
                 .message = path + " must be an object",
                 .path = path,
                 .problems = {{path, "must be an object"}}};
  }
  row.ranks = RecordRank(pick(item, {"rank", "final_score", "boosts"}));
  Json scores =
      pick(item, {"total_score", "score_breakdown", "percentile_rank", "scoring_metadata"});
  if (scores.is_object() && scores.contains("total_score")) {
    EV_CHECK(check_score(scores["total_score"], path + ".total_score"));
    row.scores = RecordScore(std::move(scores));
  }
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
  Json features;
  if (item.contains("extraction")) features = pick(item, {"extraction", "extraction_metadata"});
  if (features.is_object() && !features["extraction"].is_object()) {
    return Error{.code = Errc::invalid_argument,
                 .message = where + ".extraction must be an object",
                 .path = where + ".extraction",
                 .problems = {{where + ".extraction", "must be an object"}}};
  }
  row.features = RecordFeatures(std::move(features));
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
  out.unread = statements.unread();
  EV_TRY(row.article, model::article_from_client(item, where));
  return out;
}

}  // namespace

Result<std::vector<InlineRecord>> inline_records(const std::vector<Json>& items,
                                                 std::string_view member,
                                                 std::vector<std::string>& warnings) {
  std::vector<InlineRecord> rows;
  std::vector<std::pair<std::string, std::vector<std::string>>> unread;
  Error error{.code = Errc::invalid_argument,
              .message = "Invalid " + std::string(member) + ":",
              .recovery = "correct the listed rows, or pass the result_set of the previous call"};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string path = std::string(member) + "[" + std::to_string(i) + "]";
    auto row = decoded_row(items[i], path);
    if (row) {
      unread.emplace_back(path, std::move(row->unread));
      rows.push_back(std::move(row->record));
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

Result<RecordsRequest> records_request(const RecordsIn& in, std::string_view items_member) {
  // An empty list beside something else is not given; alone it is.
  const int given = (in.items && !in.items->empty() ? 1 : 0) + (in.result_set.empty() ? 0 : 1) +
                    (in.pmids && !in.pmids->empty() ? 1 : 0);
  if (given > 1 || (given == 0 && !in.items && !in.pmids)) {
    const std::string choice = std::string(items_member) + ", result_set or pmids";
    return Error{.code = Errc::invalid_argument,
                 .message = given == 0 ? "no records given: pass one of " + choice
                                       : "records given twice: pass only one of " + choice,
                 .path = std::string(items_member),
                 .recovery = "pass result_set from the previous call of the pipeline"};
  }
  RecordsRequest out{.result_set = in.result_set,
                     .pmids = in.pmids.value_or(std::vector<std::string>())};
  if (in.items) {
    EV_TRY(out.rows, inline_records(*in.items, items_member, out.warnings));
  }
  return out;
}

Result<RecordSet> load_records(const Services& services, const RecordsIn& in,
                               std::string_view items_member, const Context& ctx) {
  EV_TRY(RecordsRequest request, records_request(in, items_member));
  return resolve_records(services, std::move(request), ctx);
}

Result<std::vector<model::Article>> load_every_inline(const Services& services,
                                                      const std::vector<Json>& items,
                                                      std::string_view items_member,
                                                      std::vector<std::string>& warnings,
                                                      const Context& ctx) {
  EV_TRY(std::vector<InlineRecord> rows, inline_records(items, items_member, warnings));
  return every_inline_article(services, std::move(rows), warnings, ctx);
}

}  // namespace ev::tools
