#include "pipeline/workflow/research_effects.hpp"

#include "base/text.hpp"
#include "pipeline/citations/verify.hpp"
#include "pipeline/identity/deduplicate.hpp"
#include "pipeline/identity/ids.hpp"
#include "pipeline/mechanism/hypothesis_json.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/mechanism/testing_json.hpp"
#include "pipeline/model/retraction.hpp"
#include "pipeline/research/prisma.hpp"
#include "pipeline/workflow/answer_stage.hpp"
#include "pipeline/workflow/article_scoring.hpp"
#include "pipeline/workflow/default_schema.hpp"
#include "pipeline/workflow/evidence_selection.hpp"
#include "pipeline/workflow/feature_extraction.hpp"
#include "pipeline/workflow/federated_search.hpp"
#include "pipeline/workflow/mechanism_tasks.hpp"
#include "pipeline/workflow/named_entities.hpp"
#include "pipeline/workflow/record_ranking.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/run_records.hpp"
#include "pipeline/workflow/search_log.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ev::workflow {

namespace {

void add_new(std::vector<std::string>& to, std::string text) {
  if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(std::move(text));
}

// What a stage warned of, as it is told.
void add_warnings_of(std::vector<std::string>& to, const std::vector<std::string>& warnings) {
  for (const std::string& one : warnings) add_new(to, text::displayable(one));
}

research::SourceCount source_count(const SearchedSource& source) {
  const search::SourceReport& report = source.report;
  research::SourceCount out{.source = report.source,
                            .status = search::to_string(report.status),
                            .query_sent = report.query_sent,
                            .found = report.found,
                            .returned = static_cast<int>(source.returned)};
  if (report.error) out.error = report.error->message;
  return out;
}

citations::Reference reference_to(const model::Article& a) {
  citations::Reference out{.title = a.title, .journal = a.journal, .year = model::year_of(a)};
  out.ids = identity::ids_of(a);
  if (out.ids.size() > 1) out.ids.resize(1);  // the most trusted one
  for (const model::Author& author : a.authors) out.authors.push_back(author.name);
  return out;
}

}  // namespace

// The loop tells its own progress.
Context ResearchEffects::quiet() const {
  Context out = ctx_;
  out.requests = nullptr;
  out.progress = {};
  return out;
}

Result<research::SearchRun> ResearchEffects::search(const research::State& state,
                                                    const research::PlannedSearch& search,
                                                    std::chrono::seconds timeout) {
  research::SearchRun out;
  std::atomic<int> requests{0};
  Context counted = quiet();
  counted.requests = &requests;
  const FederatedSearchRequest request{
      .query = search.query,
      .sources = search.sources,
      .max_results_per_source = state.options.max_results_per_source,
      .timeout_s = static_cast<int>(timeout.count()),
      .enrich = {"none"}};  // within seconds, so not the same every time
  const auto found = search_sources(services_, request, counted);
  EV_CHECK(ctx_.check());
  if (!found) return found.error();
  add_warnings_of(out.warnings, found->warnings);
  out.requests = requests;
  out.result_set = found->result_set;
  for (const SearchedSource& source : found->sources) out.sources.push_back(source_count(source));
  for (const model::Article& article : found->articles) out.ids.push_back(model::item_id(article));
  out.broader = static_cast<int>(std::count(found->relevance.begin(), found->relevance.end(), 0.0));
  return out;
}

Result<const research::Pool*> ResearchEffects::pool(const research::State& state) {
  if (pool_ && searches_read_ == state.searches.size()) return &*pool_;
  reading_.reset();
  std::vector<model::Article> all;
  std::vector<char> on_question;
  for (const research::SearchRun& run : state.searches) {
    if (run.result_set.empty() || run.ids.empty()) continue;
    EV_TRY(RecordSet set, load_set(services_, run.result_set, ctx_));
    const std::size_t asked = run.ids.size() - static_cast<std::size_t>(run.broader);
    for (std::size_t i = 0; i < set.articles.size(); ++i) {
      all.push_back(std::move(set.articles[i]));
      on_question.push_back(run.purpose == "question" && i < asked ? 1 : 0);
    }
  }
  research::Pool out;
  for (const research::SearchRun& run : state.searches) {
    for (const research::SourceCount& source : run.sources) out.identified += source.returned;
  }
  EV_TRY(identity::Deduplicated merged, identity::deduplicate(std::move(all), ctx_));
  for (std::size_t i = 0; i < merged.records.size(); ++i) {
    const auto& members = merged.members[i];
    const bool any = std::any_of(members.begin(), members.end(),
                                 [&](std::size_t m) { return on_question[m] != 0; });
    out.on_question.push_back(any ? 1 : 0);
  }
  out.articles = std::move(merged.records);
  const Json meta = {
      {"call",
       {{"tool", "run_research"},
        {"arguments", {{"question", state.options.question}, {"run_id", run_id_}}}}}};
  EV_TRY(out.handle, store_records(services_, out.articles, meta));
  std::vector<std::string> unkept;  // the run's own log has the searches too
  keep_search_log(services_, out.handle, research::selection_of(state).searches, unkept);
  pool_ = std::move(out);
  searches_read_ = state.searches.size();
  return &*pool_;
}

namespace {

// By what the run has kept of others' help so far.
research::Helped helped_by(const research::State& state) {
  if (!state.findings) return {};
  return {.proposed = state.findings->proposed, .named = state.findings->named};
}

Result<research::WholeReading> read_whole(const research::State& state, const research::Pool& pool,
                                          research::Helped helped, const Context& ctx) {
  research::ReadingRequest request{.question = state.options.question,
                                   .asked = research::what_is_asked(state.options.question),
                                   .helped = std::move(helped)};
  EV_TRY(request.answer, answer_question(request.asked.claim, pool.articles, true, ctx));
  return research::read_pool(pool, std::move(request), ctx);
}

}  // namespace

Result<const research::WholeReading*> ResearchEffects::reading(const research::State& state) {
  EV_TRY(const research::Pool* all, pool(state));
  if (!reading_) {
    research::Helped helped = helped_by(state);
    helped.proposed.insert(helped.proposed.end(), asked_.begin(), asked_.end());
    if (!names_.empty()) helped.named = names_;
    EV_TRY(research::WholeReading made, read_whole(state, *all, std::move(helped), ctx_));
    reading_ = std::move(made);
  }
  return &*reading_;
}

// Once a round; names that cannot be had leave those of the round before.
Result<void> ResearchEffects::ask_names(const research::State& state) {
  constexpr int kMostRequests = 2;
  if (state.requests + kMostRequests > state.options.max_requests) return {};
  EV_TRY(const research::Pool* all, pool(state));
  Context counted = ctx_;
  counted.requests = &asking_;
  EV_TRY(const NamedEntities named, named_entities(services_, all->articles, counted));
  names_ = research::to_keep(named.entities);
  for (const std::string& warning : named.warnings) add_new(help_warnings_, warning);
  return {};
}

// A model reads the most telling records of the pool; what it says joins what the rules read.
Result<void> ResearchEffects::ask_model(const research::State& state) {
  EV_TRY(const research::Pool* all, pool(state));
  std::vector<const model::Article*> readable;
  std::vector<std::string> texts;
  for (const model::Article& article : all->articles) {
    if (model::is_void(article)) continue;
    readable.push_back(&article);
    texts.push_back(article.title + "\n" + article.abstract);
  }
  std::vector<model::Article> put;
  EV_TRY(const EvidenceSelection selection,
         select_evidence(services_, texts, state.options.question, 10, "auto", ctx_));
  for (const std::size_t i : selection.chosen) put.push_back(*readable[i]);
  if (put.empty()) return {};
  // A run goes on without an endpoint, but not without the host it was started for.
  const bool host = state.options.engine == "host";
  const ModelIn in = host ? std::exchange(host_, {.engine = "host"}) : ModelIn{.engine = "auto"};
  Context counted = ctx_;
  counted.requests = &asking_;
  ModelTask model(services_, "run_research", in, counted);
  RecordTask task = hypothesis_task({.query = state.options.question}, put);
  EV_CHECK(model.run(std::move(task.task),
                     [&](const std::string& json, const char* method,
                         const std::string& path) -> Result<std::vector<Error>> {
                       std::vector<Error> not_taken;
                       auto made =
                           proposed_hypotheses(json, task.supplied, method, path, not_taken);
                       asked_.insert(asked_.end(), made.links.begin(), made.links.end());
                       dropped_ += not_taken.size();
                       return std::vector<Error>{};  // grounded when the pool is read
                     }));
  if (host && model.for_host()) {
    waiting_ = HostWait{model.help(), model.warnings()};
    return {};
  }
  for (const std::string& warning : model.warnings()) add_new(help_warnings_, warning);
  return {};
}

Result<std::optional<research::Findings>> ResearchEffects::read(const research::State& state) {
  asked_.clear();
  names_.clear();
  dropped_ = 0;
  asking_ = 0;
  help_warnings_ = state.findings ? state.findings->warnings : std::vector<std::string>{};
  if (state.stage == research::Stage::hypothesise) {
    if (state.options.engine != "rules") EV_CHECK(ask_model(state));
    if (waiting_) return std::optional<research::Findings>();
    EV_CHECK(ask_names(state));
    reading_.reset();
  }
  EV_TRY(const research::WholeReading* whole, reading(state));
  research::Findings out = whole->findings;
  out.warnings = help_warnings_;
  out.requests = asking_;
  const std::size_t dropped = dropped_ + whole->assessment.proposals_not_taken.size();
  if (dropped > 0) {
    add_new(out.warnings, "round " + std::to_string(state.round) + ": " + std::to_string(dropped) +
                              " of the model's links do not stand in their records and were "
                              "dropped");
  }
  return std::optional<research::Findings>(std::move(out));
}

Result<research::Ranking> ResearchEffects::rank(const research::State& state) {
  research::Ranking out;
  EV_TRY(const research::Pool* all, pool(state));
  if (all->articles.empty()) return out;
  const Context ctx = quiet();
  EV_TRY(const ExtractionOutcome extracted,
         extract_features(services_,
                          {.records = {.result_set = all->handle},
                           .extraction_schema = default_extraction_schema()},
                          ctx));
  add_warnings_of(out.warnings, extracted.warnings);
  EV_TRY(const ScoringOutcome scored,
         score_articles(services_, working_,
                        {.records = {.result_set = extracted.result_set},
                         .scoring_criteria = default_scoring_criteria(),
                         .score_function = "composite",
                         .query = state.options.question,
                         .as_of = state.options.as_of},
                        ctx));
  add_warnings_of(out.warnings, scored.warnings);
  EV_TRY(const RankingOutcome ranked,
         rank_records(services_, working_,
                      {.records = {.result_set = scored.result_set},
                       .max_results = static_cast<int>(all->articles.size()),
                       .ranking_criteria = {.boost_recent = true, .boost_high_impact = true},
                       .as_of = state.options.as_of},
                      ctx));
  add_warnings_of(out.warnings, ranked.warnings);
  EV_CHECK(ctx_.check());
  out.result_set = ranked.result_set;
  out.ranked = static_cast<int>(ranked.ranking.records.size());
  std::vector<const model::Article*> articles;
  for (const appraise::RankedRecord& one : ranked.ranking.records)
    articles.push_back(&ranked.records->article(one.candidate));
  EV_TRY(const research::WholeReading* whole, reading(state));
  out.references = cited_records(*whole, articles);
  return out;
}

Result<research::CheckedReferences> ResearchEffects::check(const research::State& state,
                                                           std::span<const std::string> ids,
                                                           bool online) {
  research::CheckedReferences out;
  std::vector<citations::Reference> references;
  std::map<std::string, const model::Article*> by_id;
  EV_TRY(const research::Pool* all, pool(state));
  for (const model::Article& a : all->articles) by_id.emplace(mechanism::record_id(a), &a);
  for (const std::string& id : ids) {
    const auto it = by_id.find(id);
    references.push_back(it == by_id.end() ? citations::Reference{} : reference_to(*it->second));
  }
  search::Ports ports = services_.ports();
  ports.offline = ports.offline || !online;
  std::atomic<int> requests{0};
  Context counted = ctx_;
  counted.requests = &requests;
  EV_TRY(citations::Verification verified, citations::verify(ports, references, counted));
  out.requests = requests;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const citations::Verified& one = verified.references[i];
    out.references.push_back({ids[i], citations::to_string(one.status), one.reason});
  }
  for (std::string& warning : verified.warnings) add_new(out.warnings, std::move(warning));
  for (const Error& error : verified.errors) add_new(out.warnings, "references: " + error.message);
  return out;
}

std::vector<store::HypothesisVersion> ResearchEffects::versions(
    const research::State& state) const {
  std::vector<store::HypothesisVersion> out;
  if (!reading_) return out;
  for (std::size_t i = 0; i < reading_->assessment.hypotheses.size(); ++i) {
    Json json = tested_json(reading_->assessment.hypotheses[i], reading_->tests[i], state);
    json["query"] = state.options.question;
    json["result_set"] = reading_->findings.pool;
    out.push_back({reading_->assessment.hypotheses[i].hypothesis_id, dump_json(json)});
  }
  return out;
}

// The tests as test_hypothesis keeps them: what was found for and against, by which queries, when.
Result<void> ResearchEffects::keep_tests(const research::State& state) const {
  if (!reading_) return {};
  for (std::size_t i = 0; i < reading_->assessment.hypotheses.size(); ++i) {
    const mechanism::MechanismHypothesis& h = reading_->assessment.hypotheses[i];
    Json stored = mechanism::to_plain_json(h);
    stored["status"] = reading_->tests[i].status;
    stored["result_set"] = reading_->findings.pool;
    stored["records_read"] = reading_->findings.read;
    stored["tested_at"] = services_.clock.unix_time().count();
    Json& links = stored["links"] = Json::array();
    for (const mechanism::LinkVerdict& v : reading_->tests[i].links)
      links.push_back(mechanism::to_json(v));
    Json& searches = stored["searches"] = Json::array();
    for (const research::SearchRun& run : state.searches) {
      if (run.purpose != "supporting" && run.purpose != "refuting") continue;
      searches.push_back(
          {{"purpose", run.purpose}, {"query", run.query}, {"read", run.ids.size()}});
    }
    EV_CHECK(services_.documents.put("tested_hypothesis", h.hypothesis_id, dump_json(stored)));
  }
  return {};
}

Result<void> ResearchEffects::keep(const research::State& state, const research::Event& event) {
  const store::RunStep step{research::to_string(event.stage), research::event_text(event)};
  std::vector<store::HypothesisVersion> hypotheses;
  if (event.stage == research::Stage::test) {
    hypotheses = versions(state);
    EV_CHECK(keep_tests(state));
  }
  // Where other tools look hypotheses up: the latest version.
  for (const store::HypothesisVersion& h : hypotheses)
    EV_CHECK(services_.documents.put("hypothesis", h.hypothesis_id, h.json));
  return services_.runs.append(run_id_, state.events, step, hypotheses);
}

Result<void> ResearchEffects::finish(const research::State& state, const research::Event& event) {
  EV_TRY(const research::Pool* all, pool(state));
  research::Pool checked_pool = *all;
  // What the check of the references found out counts: no retracted paper supports anything.
  for (const research::CheckedReference& checked : state.checked.references) {
    if (checked.status != "retracted") continue;
    for (model::Article& a : checked_pool.articles) {
      if (mechanism::record_id(a) == checked.id)
        a.retraction.status = model::RetractionStatus::retracted;
    }
  }
  EV_TRY(const research::WholeReading whole,
         read_whole(state, checked_pool, helped_by(state), ctx_));
  RecordSet ranked;
  if (!state.ranking.result_set.empty()) {
    EV_TRY(ranked, load_set(services_, state.ranking.result_set, ctx_));
  }
  const store::RunReport report =
      make_report_({.run_id = run_id_, .state = state, .whole = whole, .ranked = ranked});
  const store::RunStep step{research::to_string(event.stage), research::event_text(event)};
  return services_.runs.finish(run_id_, state.events - 1, step, report);
}

}  // namespace ev::workflow
