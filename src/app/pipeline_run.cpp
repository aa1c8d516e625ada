#include "app/pipeline_run.hpp"

#include "base/text.hpp"
#include "mcp/tool.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/research/asked.hpp"
#include "pipeline/workflow/answer_stage.hpp"
#include "pipeline/workflow/article_scoring.hpp"
#include "pipeline/workflow/deduplication.hpp"
#include "pipeline/workflow/default_schema.hpp"
#include "pipeline/workflow/feature_extraction.hpp"
#include "pipeline/workflow/federated_search.hpp"
#include "pipeline/workflow/hypothesis_generation.hpp"
#include "pipeline/workflow/pubmed_search.hpp"
#include "pipeline/workflow/query_generation.hpp"
#include "pipeline/workflow/record_ranking.hpp"
#include "tools/claim_result.hpp"
#include "tools/hypotheses_answer.hpp"
#include "tools/query_answer.hpp"
#include "tools/query_questions.hpp"
#include "tools/source_status.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace ev::app {

namespace {

constexpr int kEverything = 1'000'000;  // max_response_tokens: nothing is cut inside the program
constexpr int kStages = 8;
constexpr std::size_t kQuotesPerSide = 5;
constexpr long kEnough = 20;           // records that are enough to rank
constexpr long kEnoughToCompare = 10;  // the same, where both arms of a comparison are asked for
constexpr const char* kContrasts[] = {" versus ", " vs ", " vs. ", " compared ", " than "};
constexpr int kMostPerSource = 1000;  // of the search of all sources

class Run {
 public:
  Run(const workflow::Services& services, const RunOptions& options, const StageFn& stage,
      const Context& ctx)
      : services_(services), options_(options), stage_(stage), ctx_(ctx) {}

  Result<Json> go() {
    out_ = {{"question", options_.question},
            {"as_of", options_.as_of},
            {"sample", options_.sample},
            {"rubric", wire_name(asked_.rubric)},
            {"assessment", nullptr}};
    EV_CHECK(make_query());
    EV_CHECK(search());
    EV_CHECK(search_elsewhere());
    if (handle_.empty()) {
      EV_CHECK(answer({}));
      return finish_empty();
    }
    EV_CHECK(extract());
    EV_CHECK(score());
    EV_CHECK(rank());
    EV_TRY(const workflow::RecordSet set, workflow::load_set(services_, handle_, ctx_));
    EV_CHECK(answer(set));
    if (asked_.rubric == research::Rubric::mechanism) EV_CHECK(hypothesise());
    assemble(set);
    return out_;
  }

 private:
  void warn(std::string warning) {
    if (std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end())
      warnings_.push_back(std::move(warning));
  }

  // What a stage warned of, under the name of its tool.
  void warn_of(const char* tool, const std::vector<std::string>& warnings) {
    for (const std::string& one : warnings) warn(std::string(tool) + ": " + text::displayable(one));
  }

  void begin(std::string_view name) {
    if (stage_) stage_(name, index_, kStages);
    ++index_;
  }

  Result<void> make_query() {
    begin("query");
    query_gen::Request goal{
        .research_goal = options_.question, .max_queries = 3, .as_of = options_.as_of};
    mcp::CallContext nobody_to_ask;
    static_cast<Context&>(nobody_to_ask) = ctx_;
    const tools::QueryQuestions questions(
        goal, nobody_to_ask,
        services_.config.offline ? tools::CountedIn::library : tools::CountedIn::pubmed, true);
    EV_TRY(const workflow::QueryOutcome outcome,
           workflow::generate_queries(services_, {.goal = goal}, ctx_));
    const query_gen::Generation& made = outcome.made;
    warn_of("pubmed_generate_query", made.warnings);
    warn_of("pubmed_generate_query", questions.assumptions(made));
    warn_of("pubmed_generate_query", outcome.warnings);
    if (made.queries.empty()) {
      return Error{.code = Errc::invalid_query,
                   .message = "no query could be made from the question",
                   .recovery = "name the drug, the disease or the subject in the question"};
    }
    const query_gen::GeneratedQuery& best =
        choose(made.queries, records_enough(options_.question, arms_of(made)));
    query_ = best.query;
    relaxed_ = best.relaxed;
    tell_query(made, best);
    return {};
  }

  void tell_query(const query_gen::Generation& made, const query_gen::GeneratedQuery& best) {
    Json& section = out_["query"];
    const Json whole = tools::query_json(best);
    for (const char* member : {"query_string", "rationale", "expected_scope", "confidence_score",
                               "result_count", "relaxed"}) {
      if (const auto it = whole.find(member); it != whole.end()) section[member] = *it;
    }
    if (!made.absent_drug.empty()) section["absent_drug"] = made.absent_drug;
    section["mesh_terms"] = made.mesh_terms;
    section["other_queries"] = Json::array();
    for (const query_gen::GeneratedQuery& query : made.queries) {
      if (&query == &best) continue;
      section["other_queries"].push_back(
          {{"query_string", query.query},
           {"result_count", query.result_count ? Json(*query.result_count) : Json()}});
    }
  }

  static int arms_of(const query_gen::Generation& made) {
    return static_cast<int>(std::count_if(
        made.concepts.begin(), made.concepts.end(),
        [](const query_gen::ConceptNote& c) { return c.role == "intervention" && c.used; }));
  }

  // The first query, the strictest, unless it finds too little to rank and a later one finds at
  // least twice as much.
  const query_gen::GeneratedQuery& choose(const std::vector<query_gen::GeneratedQuery>& queries,
                                          long wanted) {
    const auto count = [](const query_gen::GeneratedQuery& query) {
      return static_cast<long>(query.result_count.value_or(0));
    };
    long most = 0;
    for (const query_gen::GeneratedQuery& query : queries) most = std::max(most, count(query));
    if (most == 0) return queries.front();
    const long enough = std::min(wanted, (most + 1) / 2);
    const auto best = std::find_if(queries.begin(), queries.end(),
                                   [&](const auto& query) { return count(query) >= enough; });
    std::vector<std::string> before;
    for (auto it = queries.begin(); it != best; ++it) before.push_back(std::to_string(count(*it)));
    out_["query"]["choice"] =
        "the first of " + std::to_string(queries.size()) + " queries that finds " +
        std::to_string(enough) + " records or more" +
        (before.empty() ? "" : " (those before it: " + text::join(before, ", ") + ")");
    return *best;
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
    std::vector<Error> refusals;
    const auto done = search_pubmed(refusals);
    if (done || done.error().code == Errc::cancelled || options_.sources.size() == 1) return done;
    // The others may still answer.
    failed_.push_back(
        {.whole = done.error().message,
         .of_pubmed = refusals.empty() ? done.error().message : refusals.front().message});
    warn("pubmed_search: " + done.error().message);
    note_source({{"source", "pubmed"}, {"status", "failed"}});
    return {};
  }

  Result<void> search_pubmed(std::vector<Error>& refusals) {
    workflow::PubMedSearchRequest request{.search_query = query_,
                                          .max_results = options_.max_records};
    EV_TRY(workflow::PubMedSearchOutcome found,
           workflow::search_pubmed(services_, request, ctx_, &refusals));
    warn_of("pubmed_search", warnings_of(found));
    if (found.found.total == 0 && found.zero_hits && !found.zero_hits->relaxed_query.empty()) {
      warn("the generated query finds nothing; its relaxed form was searched instead");
      note_relaxing(found);
      query_ = request.search_query = found.zero_hits->relaxed_query;
      EV_TRY(found, workflow::search_pubmed(services_, request, ctx_, &refusals));
      warn_of("pubmed_search", warnings_of(found));
    }
    const search::SearchOutcome& records = found.found;
    out_["query"]["query_string"] = query_;
    out_["query"]["query_translation"] = records.query_translation;
    for (const Error& error : records.errors) {
      failed_.push_back({.whole = error.message, .of_pubmed = error.message});
      warn("pubmed_search: " + dump_json(Json{{"source", error.source},
                                              {"code", to_string(error.code)},
                                              {"message", error.message}}));
    }
    // Who answered may be another service, when NCBI did not.
    note_source({{"source", records.source},
                 {"status", records.errors.empty() ? "ok" : "partial"},
                 {"found", records.total},
                 {"returned", records.articles.size()}});
    out_["counts"]["fetched"] = records.articles.size();
    if (!records.articles.empty()) handle_ = found.result_set;
    return {};
  }

  // What the others add is merged with PubMed's records; without them PubMed's stand.
  Result<void> search_elsewhere() {
    begin("other sources");
    std::vector<std::string> others = options_.sources;
    std::erase(others, "pubmed");
    if (others.empty()) return {};
    const auto found = workflow::search_sources(
        services_,
        {.query = query_,
         .sources = others,
         .max_results_per_source = std::min(options_.max_records, kMostPerSource)},
        ctx_);
    if (!found) {
      if (handle_.empty() || found.error().code == Errc::cancelled)
        return nobody(found.error(), others);
      warn("search_evidence: " + found.error().message);
      for (const std::string& source : others)
        note_source({{"source", source}, {"status", "failed"}});
      return {};
    }
    warn_of("search_evidence", found->warnings);
    for (const workflow::SearchedSource& source : found->sources) {
      note_source(tools::status_json(source));
      if (!source.report.error || source.report.status == search::SourceStatus::skipped) continue;
      const Error& error = *source.report.error;
      failed_.push_back({.whole = error.message, .of_pubmed = error.message});
      Json told = tools::error_json(error);
      told["source"] = source.report.source;
      warn("search_evidence: " + dump_json(told));
    }
    out_["counts"]["merged"] = found->before - found->articles.size();
    return found->articles.empty() ? Result<void>() : merge(found->result_set);
  }

  // None of those that were asked: PubMed's reason stands beside the others'. Europe PMC, asked in
  // PubMed's place and again by itself, is named once.
  Error nobody(Error error, const std::vector<std::string>& others) const {
    const bool again = std::find(others.begin(), others.end(), "europepmc") != others.end();
    for (const Failure& reason : failed_)
      error.message += "; " + (again ? reason.of_pubmed : reason.whole);
    return error;
  }

  Result<void> merge(const std::string& elsewhere) {
    workflow::DeduplicationRequest request;
    if (!handle_.empty()) request.result_sets.push_back(handle_);
    request.result_sets.push_back(elsewhere);
    EV_TRY(const workflow::DeduplicationOutcome made,
           workflow::deduplicate(services_, std::move(request), ctx_));
    warn_of("deduplicate_evidence", made.warnings);
    handle_ = made.result_set;
    out_["counts"]["fetched"] = made.result.records.size();
    Json& merged = out_["counts"]["merged"];
    merged = merged.get<long>() + static_cast<long>(made.merged());
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
  void note_relaxing(const workflow::PubMedSearchOutcome& found) {
    std::string note =
        "nothing matched the generated query: " + text::displayable(found.no_results);
    if (relaxed_) note += " Before: " + relaxed_->note;
    out_["query"]["relaxed"] = {{"from", query_},
                                {"from_count", 0},
                                {"to", found.zero_hits->relaxed_query},
                                {"dropped", relaxed_ ? Json(relaxed_->dropped) : Json::array()},
                                {"note", note}};
  }

  Result<void> extract() {
    begin("extract");
    EV_TRY(const workflow::ExtractionOutcome made,
           workflow::extract_features(services_,
                                      {.records = {.result_set = handle_},
                                       .extraction_schema = workflow::default_extraction_schema()},
                                      ctx_));
    warn_of("pubmed_extract_features", made.warnings);
    handle_ = made.result_set;
    return {};
  }

  Result<void> score() {
    begin("score");
    EV_TRY(const workflow::ScoringOutcome made,
           workflow::score_articles(services_, working_,
                                    {.records = {.result_set = handle_},
                                     .scoring_criteria = workflow::default_scoring_criteria(),
                                     .score_function = "composite",
                                     .query = options_.question,
                                     .as_of = options_.as_of},
                                    ctx_));
    warn_of("pubmed_score_articles", made.warnings);
    handle_ = made.result_set;
    return {};
  }

  Result<void> rank() {
    begin("rank");
    EV_TRY(const workflow::RankingOutcome made,
           workflow::rank_records(
               services_, working_,
               {.records = {.result_set = handle_},
                .max_results = options_.max_records,
                .ranking_criteria = {.boost_recent = true, .boost_high_impact = true},
                .as_of = options_.as_of},
               ctx_));
    warn_of("pubmed_filter_rank", made.warnings);
    handle_ = made.result_set;
    out_["counts"]["scored"] = made.ranking.initial_count;
    out_["counts"]["ranked"] = made.ranking.records.size();
    out_["counts"]["excluded_by_filters"] =
        made.ranking.initial_count - made.ranking.filtered_count;
    return {};
  }

  Result<void> answer(const workflow::RecordSet& set) {
    begin("answer");
    EV_TRY(const auto made, workflow::answer_question(asked_.claim, set.articles, true, ctx_));
    if (!made) {
      out_["answer"] = tools::no_answer_member(options_.question);
      return {};
    }
    const Json whole = tools::whole_result(*made);
    out_["answer"] = tools::answer_member(whole);
    out_["claim_result"] = tools::listed(whole, {.each_side = kQuotesPerSide});
    return {};
  }

  Result<void> hypothesise() {
    begin("hypotheses");
    EV_TRY(
        const workflow::HypothesesOutcome made,
        workflow::generate_hypotheses(services_,
                                      {.query = options_.question,
                                       .records = workflow::RecordsRequest{.result_set = handle_},
                                       .max_evidence = options_.max_records},
                                      ctx_));
    warn_of("generate_hypotheses", made.warnings);
    const tools::Paging whole{.detail = "full", .max_response_tokens = kEverything};
    EV_TRY(tools::Answer answer, tools::hypotheses_answer(made, options_.question, whole));
    answer.structured.erase("warnings");
    if (services_.config.sample) tools::add_sample_notice(answer.structured);
    out_["assessment"] = std::move(answer.structured);
    return {};
  }

  // Whole records and what each stage added, in rank order, from the store.
  void assemble(const workflow::RecordSet& set) {
    Json articles = Json::array();
    int with_abstract = 0;
    int retracted = 0;
    for (std::size_t i = 0; i < set.articles.size(); ++i) {
      Json row = {{"article", model::to_json(set.articles[i])},
                  {"design", extract::study_design(set.articles[i])}};
      for (const Json& stage :
           {set.ranks[i].payload(), set.scores[i].payload(), set.features[i].payload()}) {
        if (stage.is_object()) row.update(stage);
      }
      with_abstract += set.articles[i].abstract.empty() ? 0 : 1;
      retracted += set.articles[i].retraction.status == model::RetractionStatus::retracted ? 1 : 0;
      articles.push_back(std::move(row));
    }
    out_["counts"]["with_abstract"] = with_abstract;
    out_["counts"]["retracted"] = retracted;
    out_["articles"] = std::move(articles);
    out_["result_set"] = handle_;
    out_["warnings"] = warnings_;
  }

  Json finish_empty() {
    for (const char* name : {"scored", "ranked", "retracted", "with_abstract"})
      out_["counts"][name] = 0;
    out_["articles"] = Json::array();
    warn(failed_.empty() ? "no record was found for the query"
                         : "no record was found, but not every source answered (" + reasons() +
                               "): this does not say that there is none; run again later");
    out_["warnings"] = warnings_;
    return out_;
  }

  std::string reasons() const {
    std::vector<std::string> all;
    for (const Failure& one : failed_) all.push_back(one.whole);
    return text::join(all, "; ");
  }

  // Why a source did not answer; `of_pubmed` without what was said in PubMed's place.
  struct Failure {
    std::string whole;
    std::string of_pubmed;
  };

  const workflow::Services& services_;
  const RunOptions& options_;
  const StageFn& stage_;
  const Context& ctx_;
  const research::Asked asked_ = research::what_is_asked(options_.question);
  workflow::WorkingSets working_;
  Json out_;
  std::string query_;
  std::optional<query_gen::Relaxed> relaxed_;  // what the query left out when it was made
  std::vector<std::string> warnings_;
  std::vector<Failure> failed_;
  std::string handle_;
  int index_ = 0;
};

}  // namespace

long records_enough(std::string_view question, int arms) {
  const std::string asked = " " + text::to_lower_ascii(question) + " ";
  const bool contrast =
      std::any_of(std::begin(kContrasts), std::end(kContrasts),
                  [&asked](const char* word) { return asked.find(word) != std::string::npos; });
  return contrast && arms > 1 ? kEnoughToCompare : kEnough;
}

Result<Json> run_pipeline(const workflow::Services& services, const RunOptions& options,
                          const StageFn& stage, const Context& ctx) {
  return Run(services, options, stage, ctx).go();
}

}  // namespace ev::app
