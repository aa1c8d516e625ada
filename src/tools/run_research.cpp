#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/output/research_report.hpp"
#include "pipeline/query_gen/limits.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/workflow/research_run.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"
#include "tools/model_answers.hpp"
#include "tools/research_document.hpp"
#include "tools/run_reports.hpp"

#include <nlohmann/json.hpp>

namespace ev::tools {

namespace {

struct ResearchArgs {
  ResearchRequest request;
  std::string detail = "standard";
};
template <class V>
void describe(V& v, ResearchArgs& a) {
  v("question", a.request.question, {.required = true, .max_length = 2000});
  v("sources", a.request.sources,
    {.one_of = sources::searched_services(), .instead = sources::elsewhere_searched()});
  v("max_rounds", a.request.max_rounds, {.min = 1, .max = 10});
  v("max_results_per_source", a.request.max_results_per_source,
    {.min = 1, .max = 200, .paged = true});
  v("max_requests", a.request.max_requests, {.min = 1, .max = 5000});
  v("max_seconds", a.request.max_seconds, {.min = 1, .max = 86'400});
  v("timeout_s", a.request.timeout_s, {.min = 1, .max = 280});
  v("as_of", a.request.as_of, {.max_length = 10});
  v("run_id", a.request.run_id, {.max_length = 40});
  v("detail", a.detail, {.one_of = {"standard", "full"}});
  describe_model(v, a.request.model);
}

void check_values(const ResearchArgs& args, std::vector<Problem>& problems) {
  if (!args.request.question.empty() && !query_gen::is_searchable(args.request.question))
    problems.push_back({"question", "must say in words what to find out"});
  if (!args.request.as_of.empty() &&
      (args.request.as_of.size() != 10 || !parse_date(args.request.as_of)))
    problems.push_back({"as_of", "must be a date YYYY-MM-DD"});
  check_model(args.request.model, problems);
}

store::RunReport report_on(const Services& services, const FinishedRun& run) {
  const Json document = research_document({.run_id = run.run_id, .sample = services.config.sample},
                                          run.state, run.whole, run.ranked);
  const Json shown = with_quotes(document, "standard");
  return {.answer = dump_json(research_answer(document, run.state)),
          .html = output::research_html(shown),
          .markdown = output::research_markdown(shown)};
}

Answer shown(Json structured) {
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

// `waiting`: for the host's answer. The call that continues takes it with its task_id; as it
// stands it asks for the same task again.
Answer paused(const ResearchOutcome& outcome) {
  Json structured = paused_answer(outcome.run_id, outcome.state);
  if (!outcome.waiting) return shown(std::move(structured));
  Answer task;
  if (!outcome.waiting->warnings.empty()) task.structured["warnings"] = outcome.waiting->warnings;
  add_model_help(task, outcome.waiting->help);
  structured.update(task.structured);
  structured["next_call"]["arguments"]["engine"] = "host";
  Answer out = shown(std::move(structured));
  out.text += task.text;
  return out;
}

Result<Answer> answer_of(const ResearchOutcome& outcome, std::string_view detail) {
  if (!outcome.report) return paused(outcome);
  EV_TRY(Json answer, parse_json(outcome.report->answer, "a run's answer"));
  return shown(shown_answer(std::move(answer), detail));
}

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
      [&services, working](const ResearchArgs& args,
                           const mcp::CallContext& ctx) -> Result<Answer> {
        const auto report = [&services](const FinishedRun& run) {
          return report_on(services, run);
        };
        EV_TRY(const ResearchOutcome outcome,
               research_run(services, *working, args.request, report, ctx));
        return answer_of(outcome, args.detail);
      });
}

}  // namespace ev::tools
