#include "pipeline/workflow/research_run.hpp"

#include "base/codec.hpp"
#include "base/date.hpp"
#include "base/text.hpp"
#include "llm/none_gateway.hpp"
#include "pipeline/research/flow.hpp"
#include "pipeline/research/loop.hpp"
#include "pipeline/research/plan.hpp"
#include "pipeline/search/federated.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace ev::workflow {

namespace {

constexpr int kMostRepeats = 20;  // of a run that meets an outage each time

class ResearchCall {
 public:
  ResearchCall(const Services& services, WorkingSets& working, const ResearchRequest& request,
               MakeReport make_report, const Context& ctx)
      : services_(services),
        working_(working),
        request_(request),
        make_report_(std::move(make_report)),
        ctx_(ctx) {}

  Result<ResearchOutcome> go() {
    if (request_.model.engine == "endpoint" && !services_.llm.can_complete())
      return llm::no_model_configured();
    std::string id = request_.run_id.empty() ? research::run_id(options()) : request_.run_id;
    EV_TRY(auto stored, services_.runs.get(id));
    for (int n = 0; n < kMostRepeats && may_be_repeated(stored); ++n) {
      id = research::run_id_after(id);
      EV_TRY(stored, services_.runs.get(id));
    }
    if (!stored && !request_.run_id.empty()) return unknown_run();
    if (stored && !request_.run_id.empty() && stored->head.question != request_.question)
      return other_question(stored->head.question);
    if (stored && stored->head.finished) return finished(id);
    if (!stored) {
      EV_CHECK(room_for_a_search());
      EV_CHECK(services_.runs.start(
          {.run_id = id, .question = request_.question, .options = dump_json(encode(options()))}));
    }
    EV_TRY(research::State state, state_of(stored));
    ResearchEffects effects(services_, working_, id, request_.model, make_report_, ctx_);
    EV_TRY(const research::Ending ending,
           research::go_on(state, effects, std::chrono::seconds(request_.timeout_s), ctx_));
    if (ending == research::Ending::finished) return finished(id);
    return ResearchOutcome{
        .run_id = id, .report = {}, .state = std::move(state), .waiting = effects.waiting()};
  }

 private:
  research::Options options() const {
    research::Options out{.question = request_.question,
                          .sources = request_.sources,
                          .max_rounds = request_.max_rounds,
                          .max_results_per_source = request_.max_results_per_source,
                          .max_requests = request_.max_requests,
                          .max_seconds = request_.max_seconds,
                          .as_of = request_.as_of};
    if (out.sources.empty()) out.sources = search::default_sources(services_.config);
    if (out.as_of.empty()) out.as_of = iso_date(services_.clock.unix_time());
    const bool automatic = request_.model.engine == "auto" && services_.llm.can_complete();
    if (request_.model.engine == "endpoint" || automatic) out.engine = "endpoint";
    if (request_.model.engine == "host") out.engine = "host";
    return out;
  }

  // Only a run that met an outage: the services may be well again.
  bool may_be_repeated(const std::optional<store::StoredRun>& stored) const {
    if (!request_.run_id.empty() || !stored || !stored->head.finished) return false;
    const auto ended = state_of(stored);
    return ended && research::met_outage(*ended);
  }

  // A budget below the first search would end in a report on nothing.
  Result<void> room_for_a_search() const {
    const research::PlannedSearch first{.query = request_.question, .sources = options().sources};
    const int least = research::cost_of(first, research::begin(options()));
    if (request_.max_requests >= least) return {};
    return Error{.code = Errc::invalid_argument,
                 .message = "max_requests " + std::to_string(request_.max_requests) +
                            " is less than the first search takes",
                 .path = "max_requests",
                 .recovery = "give at least " + std::to_string(least) +
                             ", or fewer sources (200 serve three rounds)"};
  }

  // Where its log leaves the run.
  Result<research::State> state_of(const std::optional<store::StoredRun>& stored) const {
    if (!stored) return research::begin(options());
    EV_TRY(const Json options, parse_json(stored->head.options, "options of a run"));
    research::State state = research::begin(decode_stored<research::Options>(options));
    for (const store::RunStep& step : stored->steps) {
      const auto event = research::read_event(step.stage, step.json);
      if (!event || event->stage != state.stage) {
        return Error{.code = Errc::invalid_argument,
                     .message = "the log of " + stored->head.run_id +
                                " was written by another version of the program",
                     .path = "run_id",
                     .recovery = "start the run again: leave run_id out and give as_of"};
      }
      research::apply(state, *event);
    }
    return state;
  }

  Error unknown_run() const {
    return {.code = Errc::not_found,
            .message = "there is no run \"" +
                       text::ellipsize(text::displayable(request_.run_id), 60) + "\" in this store",
            .path = "run_id",
            .recovery = "leave run_id out to start the run"};
  }

  static Error other_question(const std::string& question) {
    return {.code = Errc::invalid_argument,
            .message = "this run answers another question: " +
                       text::ellipsize(text::displayable(question), 200),
            .path = "question",
            .recovery = "give the question of the run, or leave run_id out to start another"};
  }

  Result<ResearchOutcome> finished(const std::string& id) const {
    EV_TRY(auto report, services_.runs.report(id));
    if (!report) return unknown_run();
    return ResearchOutcome{.run_id = id, .report = std::move(*report)};
  }

  const Services& services_;
  WorkingSets& working_;
  const ResearchRequest& request_;
  const MakeReport make_report_;
  const Context& ctx_;
};

}  // namespace

Result<ResearchOutcome> research_run(const Services& services, WorkingSets& working,
                                     const ResearchRequest& request, MakeReport make_report,
                                     const Context& ctx) {
  return ResearchCall(services, working, request, std::move(make_report), ctx).go();
}

}  // namespace ev::workflow
