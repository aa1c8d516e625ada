#include "app/pipeline_run.hpp"

#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/workflow/default_criteria.hpp"
#include "pipeline/workflow/records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ev::app {

namespace {

constexpr int kEverything = 1'000'000;  // max_response_tokens: nothing is cut inside the program
constexpr int kStages = 7;
constexpr long kEnough = 20;           // records that are enough to rank
constexpr long kEnoughToCompare = 10;  // the same, where both arms of a comparison are asked for
constexpr const char* kContrasts[] = {" versus ", " vs ", " vs. ", " compared ", " than "};
constexpr int kMostPerSource = 1000;  // of search_evidence

class Run {
 public:
  Run(const std::vector<mcp::ToolDef>& tools, const tools::Services& services,
      const RunOptions& options, const StageFn& stage, const Context& ctx)
      : tools_(tools), services_(services), options_(options), stage_(stage), ctx_(ctx) {}

  Result<Json> go() {
    out_ = {
        {"question", options_.question}, {"as_of", options_.as_of}, {"sample", options_.sample}};
    EV_CHECK(make_query());
    EV_CHECK(search());
    EV_CHECK(search_elsewhere());
    if (handle_.empty()) return finish_empty();
    EV_CHECK(extract());
    EV_CHECK(score());
    EV_CHECK(rank());
    EV_CHECK(hypothesise());
    EV_CHECK(assemble());
    return out_;
  }

 private:
  Result<Json> call(std::string_view name, Json arguments) {
    if (name != "pubmed_generate_query") arguments["max_response_tokens"] = kEverything;
    EV_TRY(Json result, call_tool(tools_, name, arguments, ctx_));
    if (const auto it = result.find("warnings"); it != result.end()) {
      for (const Json& warning : *it) warn(std::string(name) + ": " + warning.get<std::string>());
    }
    return result;
  }

  void warn(std::string warning) {
    if (std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end()) {
      warnings_.push_back(std::move(warning));
    }
  }

  void begin(std::string_view name) {
    if (stage_) stage_(name, index_, kStages);
    ++index_;
  }

  Result<void> make_query() {
    begin("query");
    EV_TRY(const Json made, call("pubmed_generate_query", {{"research_goal", options_.question},
                                                           {"max_queries", 3},
                                                           {"as_of", options_.as_of}}));
    const Json& queries = made.at("generated_queries");
    if (queries.empty()) {
      return Error{.code = Errc::invalid_query,
                   .message = "no query could be made from the question",
                   .recovery = "name the drug, the disease or the subject in the question"};
    }
    const Json* best = choose(queries, records_enough(options_.question, arms_of(made)));
    Json& section = out_["query"];
    for (const char* member : {"query_string", "rationale", "expected_scope", "confidence_score",
                               "result_count", "relaxed"}) {
      if (const auto it = best->find(member); it != best->end()) section[member] = *it;
    }
    const Json& metadata = made.at("query_metadata");
    if (metadata.contains("absent_drug")) section["absent_drug"] = metadata["absent_drug"];
    section["mesh_terms"] = made.value("mesh_terms", Json::array());
    section["other_queries"] = Json::array();
    for (const Json& query : queries) {
      if (&query == best) continue;
      section["other_queries"].push_back({{"query_string", query.at("query_string")},
                                          {"result_count", query.value("result_count", Json())}});
    }
    return {};
  }

  static int arms_of(const Json& made) {
    int arms = 0;
    for (const Json& c : made.at("query_metadata").at("concepts")) {
      arms += c.value("role", "") == "intervention" && c.value("used", true) ? 1 : 0;
    }
    return arms;
  }

  // The first query, the strictest, unless it finds too little to rank and a later one finds at
  // least twice as much.
  const Json* choose(const Json& queries, long wanted) {
    const auto count = [](const Json& query) {
      const Json found = query.value("result_count", Json());
      return found.is_number() ? found.get<long>() : 0;
    };
    long most = 0;
    for (const Json& query : queries) most = std::max(most, count(query));
    if (most == 0) return &queries.front();
    const long enough = std::min(wanted, (most + 1) / 2);
    const auto best = std::find_if(queries.begin(), queries.end(),
                                   [&](const Json& query) { return count(query) >= enough; });
    std::vector<std::string> before;
    for (auto it = queries.begin(); it != best; ++it) before.push_back(std::to_string(count(*it)));
    out_["query"]["choice"] =
        "the first of " + std::to_string(queries.size()) + " queries that finds " +
        std::to_string(enough) + " records or more" +
        (before.empty() ? "" : " (those before it: " + text::join(before, ", ") + ")");
    return &*best;
  }

  bool wants_pubmed() const {
    return std::find(options_.sources.begin(), options_.sources.end(), "pubmed") !=
           options_.sources.end();
  }

  Result<void> search() {
    begin("PubMed");
    out_["counts"] = {{"found", 0}, {"fetched", 0}, {"merged", 0}};
    out_["sources"] = Json::array();
    if (!wants_pubmed()) return {};
    const auto done = search_pubmed();
    if (done || done.error().code == Errc::cancelled || options_.sources.size() == 1) return done;
    // The others may still answer.
    failed_.push_back(done.error().message);
    warn("pubmed_search: " + done.error().message);
    note_source({{"source", "pubmed"}, {"status", "failed"}});
    return {};
  }

  Result<void> search_pubmed() {
    Json& query = out_["query"];
    Json arguments = {{"search_query", query.at("query_string")},
                      {"max_results", options_.max_records},
                      {"detail", "row"}};
    EV_TRY(Json found, call("pubmed_search", arguments));
    if (found.at("total_results") == 0 && found.contains("relaxed_query")) {
      warn("the generated query finds nothing; its relaxed form was searched instead");
      note_relaxing(found);
      query["query_string"] = found.at("relaxed_query");
      arguments["search_query"] = found.at("relaxed_query");
      EV_TRY(found, call("pubmed_search", arguments));
    }
    query["query_translation"] = found.at("search_metadata").at("query_translation");
    for (const Json& error : found.value("errors", Json::array())) {
      failed_.push_back(error.at("message").get<std::string>());
      warn("pubmed_search: " + dump_json(error));
    }
    // Who answered may be another service, when NCBI did not.
    const Json& metadata = found.at("search_metadata");
    note_source({{"source", metadata.value("source", "pubmed")},
                 {"status", found.value("errors", Json::array()).empty() ? "ok" : "partial"},
                 {"found", found.at("total_results")},
                 {"returned", found.at("articles").size()}});
    out_["counts"]["fetched"] = found.at("articles").size();
    if (!found.at("articles").empty()) handle_ = found.at("result_set").get<std::string>();
    return {};
  }

  // What the others add is merged with PubMed's records; without them PubMed's stand.
  Result<void> search_elsewhere() {
    begin("other sources");
    Json others = Json::array();
    for (const std::string& source : options_.sources) {
      if (source != "pubmed") others.push_back(source);
    }
    if (others.empty()) return {};
    const auto found =
        call("search_evidence",
             {{"query", out_["query"].at("query_string")},
              {"sources", others},
              {"max_results_per_source", std::min(options_.max_records, kMostPerSource)},
              {"detail", "row"}});
    if (!found) {
      if (handle_.empty() || found.error().code == Errc::cancelled) return nobody(found.error());
      warn("search_evidence: " + found.error().message);
      for (const Json& source : others) note_source({{"source", source}, {"status", "failed"}});
      return {};
    }
    for (const Json& status : found->at("source_status")) note_source(status);
    out_["counts"]["merged"] = found->at("dedup").at("merged");
    for (const Json& error : found->value("errors", Json::array())) {
      failed_.push_back(error.at("message").get<std::string>());
      warn("search_evidence: " + dump_json(error));
    }
    if (found->at("total_found") == 0) return {};
    return merge(found->at("result_set").get<std::string>());
  }

  // None of those that were asked: PubMed's reason stands beside the others'. Who was asked in
  // PubMed's place and again by itself is named once.
  Error nobody(Error error) const {
    constexpr const char* kInPlace = "; europepmc: ";
    const bool again = error.message.find(kInPlace) != std::string::npos;
    for (const std::string& reason : failed_)
      error.message += "; " + (again ? reason.substr(0, reason.find(kInPlace)) : reason);
    return error;
  }

  Result<void> merge(const std::string& elsewhere) {
    Json sets = Json::array();
    if (!handle_.empty()) sets.push_back(handle_);
    sets.push_back(elsewhere);
    EV_TRY(const Json made,
           call("deduplicate_evidence", {{"result_sets", sets}, {"detail", "row"}}));
    handle_ = made.at("result_set").get<std::string>();
    out_["counts"]["fetched"] = made.at("dedup").at("after");
    Json& merged = out_["counts"]["merged"];
    merged = merged.get<long>() + made.at("dedup").at("merged").get<long>();
    return {};
  }

  // No times: equal records give equal bytes.
  void note_source(const Json& status) {
    Json row;
    for (const char* name :
         {"source", "status", "found", "returned", "query_sent", "approximated"}) {
      if (const auto it = status.find(name); it != status.end()) row[name] = *it;
    }
    Json& found = out_["counts"]["found"];
    found =
        found.get<long>() + (row.value("found", Json()).is_number() ? row["found"].get<long>() : 0);
    out_["sources"].push_back(std::move(row));
  }

  // The search itself had to be relaxed; what the query left out before still holds.
  void note_relaxing(const Json& found) {
    Json& query = out_["query"];
    std::string note = "nothing matched the generated query";
    for (const Json& warning : found.value("warnings", Json::array())) {
      const std::string text = warning.get<std::string>();
      if (text.starts_with("no_results: ")) note += ": " + text.substr(12);
    }
    const Json before = query.value("relaxed", Json::object());
    if (before.contains("note")) note += " Before: " + before["note"].get<std::string>();
    query["relaxed"] = {{"from", query.at("query_string")},
                        {"from_count", 0},
                        {"to", found.at("relaxed_query")},
                        {"dropped", before.value("dropped", Json::array())},
                        {"note", note}};
  }

  Result<void> extract() {
    begin("extract");
    EV_TRY(const Json made, call("pubmed_extract_features",
                                 {{"result_set", handle_},
                                  {"extraction_schema", workflow::default_extraction_schema()},
                                  {"detail", "row"}}));
    handle_ = made.at("result_set").get<std::string>();
    return {};
  }

  Result<void> score() {
    begin("score");
    EV_TRY(const Json made,
           call("pubmed_score_articles", {{"result_set", handle_},
                                          {"query", options_.question},
                                          {"scoring_criteria", workflow::default_scoring_criteria()},
                                          {"as_of", options_.as_of},
                                          {"detail", "row"}}));
    handle_ = made.at("result_set").get<std::string>();
    return {};
  }

  Result<void> rank() {
    begin("rank");
    EV_TRY(const Json made,
           call("pubmed_filter_rank",
                {{"result_set", handle_},
                 {"max_results", options_.max_records},
                 {"ranking_criteria", {{"boost_recent", true}, {"boost_high_impact", true}}},
                 {"output_format", "summary"},
                 {"as_of", options_.as_of}}));
    handle_ = made.at("result_set").get<std::string>();
    const Json& metadata = made.at("filter_metadata");
    out_["counts"]["scored"] = metadata.at("initial_count");
    out_["counts"]["ranked"] = made.at("ranked_articles").size();
    out_["counts"]["excluded_by_filters"] =
        metadata.at("initial_count").get<int>() - metadata.at("filtered_count").get<int>();
    return {};
  }

  Result<void> hypothesise() {
    begin("hypotheses");
    EV_TRY(Json made, call("generate_hypotheses", {{"result_set", handle_},
                                                   {"query", options_.question},
                                                   {"max_evidence", options_.max_records},
                                                   {"detail", "full"}}));
    made.erase("warnings");
    out_["assessment"] = std::move(made);
    return {};
  }

  // Whole records and what each stage added, in rank order, from the store.
  Result<void> assemble() {
    EV_TRY(const tools::RecordSet set,
           workflow::load_set(services_, handle_));
    Json articles = Json::array();
    int with_abstract = 0;
    int retracted = 0;
    for (std::size_t i = 0; i < set.articles.size(); ++i) {
      Json row = {{"article", model::to_json(set.articles[i])},
                  {"design", extract::study_design(set.articles[i])}};
      for (const Json* stage : {&set.ranks[i], &set.scores[i], &set.features[i]}) {
        if (stage->is_object()) row.update(*stage);
      }
      with_abstract += set.articles[i].abstract.empty() ? 0 : 1;
      retracted += set.articles[i].retraction.status == model::RetractionStatus::retracted ? 1 : 0;
      articles.push_back(std::move(row));
    }
    out_["counts"]["with_abstract"] = with_abstract;
    out_["counts"]["retracted"] = retracted;
    out_["articles"] = std::move(articles);
    out_["warnings"] = warnings_;
    return {};
  }

  Json finish_empty() {
    for (const char* name : {"scored", "ranked", "retracted", "with_abstract"})
      out_["counts"][name] = 0;
    out_["articles"] = Json::array();
    out_["assessment"] = nullptr;
    warn(failed_.empty()
             ? "no record was found for the query"
             : "no record was found, but not every source answered (" + text::join(failed_, "; ") +
                   "): this does not say that there is none; run again later");
    out_["warnings"] = warnings_;
    return out_;
  }

  const std::vector<mcp::ToolDef>& tools_;
  const tools::Services& services_;
  const RunOptions& options_;
  const StageFn& stage_;
  const Context& ctx_;
  Json out_;
  std::vector<std::string> warnings_;
  std::vector<std::string> failed_;  // why sources did not answer
  std::string handle_;
  int index_ = 0;
};

Error error_from(const Json& structured, const std::string& text) {
  Error error{.code = Errc::internal, .message = text};
  const auto it = structured.find("error");
  if (it == structured.end()) return error;
  error.code = errc_of(it->value("code", "internal")).value_or(Errc::internal);
  error.message = it->value("message", text);
  error.recovery = it->value("recovery", "");
  return error;
}

}  // namespace

long records_enough(std::string_view question, int arms) {
  const std::string asked = " " + text::to_lower_ascii(question) + " ";
  const bool contrast =
      std::any_of(std::begin(kContrasts), std::end(kContrasts),
                  [&asked](const char* word) { return asked.find(word) != std::string::npos; });
  return contrast && arms > 1 ? kEnoughToCompare : kEnough;
}

Result<Json> call_tool(const std::vector<mcp::ToolDef>& tools, std::string_view name,
                       const Json& arguments, const Context& ctx) {
  const auto tool = std::find_if(tools.begin(), tools.end(),
                                 [&](const mcp::ToolDef& t) { return t.name == name; });
  if (tool == tools.end()) {
    return Error{.code = Errc::not_found, .message = "there is no tool " + std::string(name)};
  }
  mcp::CallContext call_ctx;
  static_cast<Context&>(call_ctx) = ctx;
  const mcp::ToolResult result = tool->call(arguments, call_ctx);
  EV_TRY(Json structured, parse_json(result.structured.empty() ? "{}" : result.structured, name));
  if (result.is_error) return error_from(structured, result.text);
  return structured;
}

Result<Json> run_pipeline(const std::vector<mcp::ToolDef>& tools, const tools::Services& services,
                          const RunOptions& options, const StageFn& stage, const Context& ctx) {
  return Run(tools, services, options, stage, ctx).go();
}

}  // namespace ev::app
