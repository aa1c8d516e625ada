#include "pipeline/workflow/query_generation.hpp"

#include "llm/host_tasks.hpp"
#include "pipeline/workflow/query_proposals.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ev::workflow {

namespace {

constexpr const char* kTool = "pubmed_generate_query";
// For what PubMed is asked, where the call itself has no end.
constexpr Nanos kAsking = std::chrono::seconds(60);

// The function with no more time than until `end`: what it asks beyond fails at once, and the call
// goes on without.
template <class Ask>
auto until(TimePoint end, Ask ask) {
  return [end, ask = std::move(ask)](const auto& asked, const Context& ctx) {
    Context limited = ctx;
    limited.deadline = std::min(ctx.deadline, end);
    return ask(asked, limited);
  };
}

class QueryGeneration {
 public:
  QueryGeneration(const Services& services, QueryRequest request, const Context& ctx)
      : services_(services), request_(std::move(request)), ctx_(ctx) {}

  Result<QueryOutcome> go() {
    EV_CHECK(ask_model());
    const query_gen::Seams asked = seams();
    EV_TRY(out_.made, query_gen::generate(request_.goal, asked, ctx_));
    out_.where = asked.where;
    const ModelIn& in = request_.model;
    if (in.engine == "host" && (in.completions.empty() || unusable_)) {
      const llm::Task open = task();
      out_.host_task = llm::make_host_task(kTool, {&open, 1});
    }
    return std::move(out_);
  }

 private:
  query_gen::Seams seams() const {
    const auto pubmed = services_.config.endpoints.find("pubmed");
    const bool enabled = pubmed == services_.config.endpoints.end() || pubmed->second.enabled;
    const search::Ports ports = services_.ports();
    query_gen::Seams seams{services_.vocabulary,     {}, services_.clock,
                           services_.config.offline, {}, {}};
    if (services_.config.sample) seams.where = "the built-in sample";
    if (!enabled) return seams;
    const TimePoint end = asking_ends();
    seams.probe = until(end, query_gen::probing(ports));
    seams.fetch = until(end, query_gen::fetching(ports));
    if (!services_.config.offline) seams.live = until(end, search::asking_live(ports));
    return seams;
  }

  // A service that hangs takes half of the call's time at most: queries without counts are an
  // answer.
  TimePoint asking_ends() const {
    const TimePoint now = services_.clock.now();
    if (ctx_.deadline == TimePoint::max()) return now + kAsking;
    return now + (ctx_.deadline - now) / 2;
  }

  llm::Task task() const {
    return proposal_task(request_.asked_goal ? *request_.asked_goal : request_.goal,
                         services_.vocabulary);
  }

  Result<void> ask_model() {
    const ModelIn& in = request_.model;
    if (in.engine == "host") return in.completions.empty() ? Result<void>() : take_host_answers();
    const bool wanted =
        in.engine == "endpoint" || (in.engine == "auto" && services_.llm.can_complete());
    return wanted ? ask_endpoint() : Result<void>();
  }

  Result<void> take_host_answers() {
    const llm::Task asked = task();
    EV_TRY(const llm::HostAnswers got,
           llm::check_host_answers(kTool, {&asked, 1}, request_.model.task_id,
                                   Json(request_.model.completions)));
    bool usable = false;
    for (const llm::HostAnswer& answer : got.answers) {
      if (auto proposals = proposals_of(answer.json)) {
        request_.goal.proposals = *std::move(proposals);
        usable = true;
      }
    }
    unusable_ = !usable;
    QueryModel& model = out_.model.emplace(QueryModel{.engine = "host"});
    for (const llm::Rejection& r : got.rejected) {
      model.rejected.push_back({r.item_id, r.path, r.code, r.message, r.hint});
      out_.warnings.push_back("not taken: " + r.path + ": " + r.message);
    }
    if (unusable_) {
      model.error =
          Error{.code = Errc::llm_not_json, .message = "no completion holds a list of concepts"};
      out_.warnings.push_back(
          "no completion could be used: the queries are made by rules alone; answer the host_task "
          "again with an object that fits its schema, and call once more");
    } else if (request_.goal.proposals.empty()) {
      out_.warnings.push_back(
          "the completion proposes nothing: the queries are made by rules alone");
    }
    return {};
  }

  Result<void> ask_endpoint() {
    llm::Run run{.budget = {.calls = 3, .seconds = 30}};
    const llm::Task asked = task();
    const auto answers = services_.llm.complete({&asked, 1}, ctx_, run);
    QueryModel& model =
        out_.model.emplace(QueryModel{.engine = "endpoint",
                                      .name = services_.llm.model(),
                                      .tokens_used = run.usage.tokens_in + run.usage.tokens_out});
    const Result<llm::Completion>& answer = answers.front();
    if (answer) {
      request_.goal.proposals =
          proposals_of(answer->json).value_or(std::vector<query_gen::Proposal>{});
      return {};
    }
    const Error& error = answer.error();
    // Who asked for the endpoint is told; who did not still gets what the rules make.
    if (request_.model.engine == "endpoint" || error.code == Errc::cancelled) return error;
    model.error = error;
    out_.warnings.push_back("the model could not help (" + std::string(to_string(error.code)) +
                            "): " + error.message + "; the queries are made by rules alone");
    return {};
  }

  const Services& services_;
  QueryRequest request_;
  const Context& ctx_;
  QueryOutcome out_;
  bool unusable_ = false;  // the host answered, but with nothing that can be read
};

}  // namespace

Result<QueryOutcome> generate_queries(const Services& services, QueryRequest request,
                                      const Context& ctx) {
  return QueryGeneration(services, std::move(request), ctx).go();
}

}  // namespace ev::workflow
