#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/query_gen/limits.hpp"
#include "pipeline/query_gen/request.hpp"
#include "pipeline/workflow/query_generation.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"
#include "tools/query_answer.hpp"
#include "tools/query_questions.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace ev::tools {

namespace {

struct GenerateArgs {
  query_gen::Request request;
  ModelIn model;
};
template <class V>
void describe(V& v, GenerateArgs& a) {
  query_gen::Request& r = a.request;
  v("research_goal", r.research_goal,
    {.required = true,
     .max_length = 4'000,
     .remedy = "say in words or PubMed syntax what to find"});
  v("domain", r.domain, {.one_of = {"medical", "technology", "biology", "psychology", "general"}});
  v("time_frame", r.time_frame,
    {.one_of = {"last_year", "last_5_years", "last_10_years", "all_time"}});
  v("study_types", r.study_types, {.max_length = 10});
  v("keywords", r.keywords, {.max_length = 20});
  v("exclude_terms", r.exclude_terms, {.max_length = 20});
  v("max_queries", r.max_queries, {.min = 1, .max = 10});
  v("query_strategy", r.strategy, {.one_of = {"comprehensive", "focused", "exploratory"}});
  v("seed_pmids", r.seed_pmids, {.max_length = 20});
  v("draft_query", r.draft_query, {.max_length = 20'000});
  v("count", r.count);
  v("as_of", r.as_of, {.max_length = 10});
  v("engine", a.model.engine, {.one_of = {"auto", "rules", "host", "endpoint"}});
  v("task_id", a.model.task_id, {.max_length = 200});
  v("completions", a.model.completions);
}

bool is_pmid(const std::string& text) {
  return !text.empty() && text.size() <= 9 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

void check_values(const GenerateArgs& args, std::vector<Problem>& problems) {
  const query_gen::Request& r = args.request;
  if (!r.research_goal.empty() && text::trim(r.research_goal).empty()) {
    problems.push_back({"research_goal", "must say in words or PubMed syntax what to find"});
  }
  if (!r.draft_query.empty() && text::trim(r.draft_query).empty()) {
    problems.push_back({"draft_query", "must be a PubMed query; leave it out if there is none"});
  }
  for (std::size_t i = 0; i < r.seed_pmids.size(); ++i) {
    if (is_pmid(r.seed_pmids[i])) continue;
    problems.push_back(
        {"seed_pmids[" + std::to_string(i) + "]",
         "must be a PMID of digits, got \"" + text::ellipsize(r.seed_pmids[i], 40) + "\""});
  }
  query_gen::check_terms(r, problems);
  const auto day = parse_date(r.as_of);
  if (!r.as_of.empty() && (!day || day->day == 0)) {
    problems.push_back({"as_of", "must be a day, YYYY-MM-DD (leave it out for today), got \"" +
                                     text::ellipsize(r.as_of, 40) + "\""});
  }
  check_model(args.model, problems);
}

Answer ask_user(mcp::InputRequest question) {
  return {.structured = {}, .text = {}, .asks = {std::move(question)}, .state = "asked"};
}

// The user may be asked before anything is sent, and of what was made.
Result<Answer> answer_call(const Services& services, const GenerateArgs& args,
                           const mcp::CallContext& ctx) {
  query_gen::Request goal = args.request;
  // A second call with a model's help repeats the first one's arguments.
  const QueryQuestions questions(goal, ctx,
                                 services.config.offline ? CountedIn::library : CountedIn::pubmed,
                                 args.model.engine != "host");
  if (auto question = questions.about_name()) return ask_user(*std::move(question));
  EV_TRY(QueryOutcome outcome,
         generate_queries(services, {.goal = goal, .asked_goal = args.request, .model = args.model},
                          ctx));
  query_gen::Generation& made = outcome.made;
  if (auto question = questions.about_breadth(made)) return ask_user(*std::move(question));
  made.notes.insert(made.notes.end(), questions.notes().begin(), questions.notes().end());
  Answer answer = query_answer(outcome, goal);
  std::vector<std::string> warnings = made.warnings;
  for (std::string& one : questions.assumptions(made)) warnings.push_back(std::move(one));
  warnings.insert(warnings.end(), outcome.warnings.begin(), outcome.warnings.end());
  add_warnings(answer, warnings);
  return answer;
}

}  // namespace

mcp::ToolDef pubmed_generate_query(const Services& services) {
  return make_tool<GenerateArgs>(
      "pubmed_generate_query",
      [&services](const GenerateArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        return answer_call(services, args, ctx);
      });
}

}  // namespace ev::tools
