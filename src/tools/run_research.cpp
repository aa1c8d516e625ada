#include "base/date.hpp"
#include "base/text.hpp"
#include "llm/none_gateway.hpp"
#include "pipeline/research/flow.hpp"
#include "pipeline/search/federated.hpp"
#include "pipeline/sources/catalog.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"
#include "tools/research_document.hpp"
#include "tools/research_effects.hpp"
#include "tools/run_reports.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

constexpr int kMostRepeats = 20;  // of a run that meets an outage each time

struct ResearchArgs {
  std::string question;
  std::vector<std::string> sources;
  int max_rounds = 3;
  int max_results_per_source = 20;
  int max_requests = 200;
  int max_seconds = 600;
  int timeout_s = 45;
  std::string as_of;
  std::string run_id;
  std::string detail = "standard";
  ModelIn model;
};
template <class V>
void describe(V& v, ResearchArgs& a) {
  v("question", a.question, {.required = true, .max_length = 2000});
  v("sources", a.sources,
    {.one_of = sources::searched_services(), .instead = sources::elsewhere_searched()});
  v("max_rounds", a.max_rounds, {.min = 1, .max = 10});
  v("max_results_per_source", a.max_results_per_source, {.min = 1, .max = 200, .paged = true});
  v("max_requests", a.max_requests, {.min = 1, .max = 5000});
  v("max_seconds", a.max_seconds, {.min = 1, .max = 86'400});
  v("timeout_s", a.timeout_s, {.min = 1, .max = 280});
  v("as_of", a.as_of, {.max_length = 10});
  v("run_id", a.run_id, {.max_length = 40});
  v("detail", a.detail, {.one_of = {"standard", "full"}});
  describe_model(v, a.model);
}

void check_values(const ResearchArgs& args, std::vector<Problem>& problems) {
  if (!args.question.empty() && text::trim(args.question).empty())
    problems.push_back({"question", "must say what to find out"});
  if (!args.as_of.empty() && (args.as_of.size() != 10 || !parse_date(args.as_of)))
    problems.push_back({"as_of", "must be a date YYYY-MM-DD"});
  check_model(args.model, problems);
}

class ResearchCall {
 public:
  ResearchCall(const Services& services, WorkingSets& working, const ResearchArgs& args,
               const mcp::CallContext& ctx)
      : services_(services), working_(working), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    if (args_.model.engine == "endpoint" && !services_.llm.can_complete())
      return llm::no_model_configured();
    std::string id = args_.run_id.empty() ? research::run_id(options()) : args_.run_id;
    EV_TRY(auto stored, services_.runs.get(id));
    for (int n = 0; n < kMostRepeats && may_be_repeated(stored); ++n) {
      id = research::run_id_after(id);
      EV_TRY(stored, services_.runs.get(id));
    }
    if (!stored && !args_.run_id.empty()) return unknown_run();
    if (stored && !args_.run_id.empty() && stored->head.question != args_.question)
      return other_question(stored->head.question);
    if (stored && stored->head.finished) return finished(id);
    if (!stored) {
      EV_CHECK(room_for_a_search());
      EV_CHECK(services_.runs.start(
          {.run_id = id, .question = args_.question, .options = dump_json(encode(options()))}));
    }
    EV_TRY(research::State state, state_of(stored));
    ResearchEffects effects(services_, working_, id, args_.model, ctx_);
    EV_TRY(const research::Ending ending,
           research::go_on(state, effects, std::chrono::seconds(args_.timeout_s), ctx_));
    if (ending == research::Ending::finished) return finished(id);
    return paused(id, state, effects.waiting());
  }

 private:
  research::Options options() const {
    research::Options out{.question = args_.question,
                          .sources = args_.sources,
                          .max_rounds = args_.max_rounds,
                          .max_results_per_source = args_.max_results_per_source,
                          .max_requests = args_.max_requests,
                          .max_seconds = args_.max_seconds,
                          .as_of = args_.as_of};
    if (out.sources.empty()) out.sources = search::default_sources(services_.config);
    if (out.as_of.empty()) out.as_of = iso_date(services_.clock.unix_time());
    const bool automatic = args_.model.engine == "auto" && services_.llm.can_complete();
    if (args_.model.engine == "endpoint" || automatic) out.engine = "endpoint";
    if (args_.model.engine == "host") out.engine = "host";
    return out;
  }

  // Only a run that met an outage: the services may be well again.
  bool may_be_repeated(const std::optional<store::StoredRun>& stored) const {
    if (!args_.run_id.empty() || !stored || !stored->head.finished) return false;
    const auto ended = state_of(stored);
    return ended && research::met_outage(*ended);
  }

  // A budget below the first search would end in a report on nothing.
  Result<void> room_for_a_search() const {
    const research::PlannedSearch first{.query = args_.question, .sources = options().sources};
    const int least = research::cost_of(first, research::begin(options()));
    if (args_.max_requests >= least) return {};
    return Error{.code = Errc::invalid_argument,
                 .message = "max_requests " + std::to_string(args_.max_requests) +
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
            .message = "there is no run \"" + text::ellipsize(text::displayable(args_.run_id), 60) +
                       "\" in this store",
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

  Result<Answer> finished(const std::string& id) const {
    EV_TRY(const auto report, services_.runs.report(id));
    if (!report) return unknown_run();
    EV_TRY(Json answer, parse_json(report->answer, "a run's answer"));
    return shown(shown_answer(std::move(answer), args_.detail));
  }

  // `waiting`: for the host's answer. The call that continues takes it with its task_id; as it
  // stands it asks for the same task again.
  static Answer paused(const std::string& id, const research::State& state,
                       const std::optional<Answer>& waiting) {
    Json structured = paused_answer(id, state);
    if (waiting) {
      structured.update(waiting->structured);
      structured["next_call"]["arguments"]["engine"] = "host";
    }
    Answer out = shown(std::move(structured));
    if (waiting) out.text += waiting->text;
    return out;
  }

  static Answer shown(Json structured) {
    Answer out{.structured = std::move(structured)};
    out.text = research_text(out.structured);
    std::vector<std::string> warnings;
    for (const Json& w : out.structured.value("warnings", Json::array()))
      warnings.push_back(w.get<std::string>());
    out.structured.erase("warnings");
    add_warnings(out, warnings);
    add_content_notice(out);
    return out;
  }

  const Services& services_;
  WorkingSets& working_;
  const ResearchArgs& args_;
  const mcp::CallContext& ctx_;
};

}  // namespace

Result<std::optional<std::string>> run_report(store::Runs& runs, const std::string& run_id,
                                              ReportForm form) {
  EV_TRY(auto report, runs.report(run_id));
  if (!report) return std::optional<std::string>();
  return std::optional<std::string>(form == ReportForm::html ? std::move(report->html)
                                                             : std::move(report->markdown));
}

mcp::ToolDef run_research(const Services& services, const std::shared_ptr<WorkingSets>& working) {
  return make_tool<ResearchArgs>(
      "run_research",
      [&services, working](const ResearchArgs& args, const mcp::CallContext& ctx)
          -> Result<Answer> { return ResearchCall(services, *working, args, ctx).go(); });
}

}  // namespace ev::tools
