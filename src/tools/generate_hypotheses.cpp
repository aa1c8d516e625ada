#include "base/text.hpp"
#include "pipeline/query_gen/limits.hpp"
#include "pipeline/workflow/hypothesis_generation.hpp"
#include "tools/all_tools.hpp"
#include "tools/hypotheses_answer.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"

#include <nlohmann/json.hpp>

namespace ev::tools {
namespace {

struct HypothesesArgs {
  std::string query;
  std::vector<Json> evidence;
  std::vector<Json> articles;
  std::string result_set;
  std::vector<std::string> pmids;
  std::string drug;
  std::string disease;
  int max_hypotheses = 4;
  std::optional<int> max_evidence;
  ModelIn model;
  Paging paging;
};
template <class V>
void describe(V& v, HypothesesArgs& a) {
  v("query", a.query, {.required = true, .max_length = 2000});
  v("evidence", a.evidence, {.max_length = 2000});
  v("articles", a.articles, {.max_length = 2000});
  v("result_set", a.result_set, {.max_length = 40});
  v("pmids", a.pmids, {.max_length = 2000});
  v("drug", a.drug, {.max_length = 200});
  v("disease", a.disease, {.max_length = 200});
  v("max_hypotheses", a.max_hypotheses, {.min = 1});
  v("max_evidence", a.max_evidence, {.min = 1, .max = 2000});
  describe_model(v, a.model);
  describe_paging(v, a.paging);
}

bool is_handle(const std::string& s) {
  constexpr std::size_t kShortest = 13;  // "rs-" and 10 hex digits
  return s.size() >= kShortest && s.starts_with("rs-") &&
         s.find_first_not_of("0123456789abcdef", 3) == std::string::npos;
}

void check_records(const HypothesesArgs& a, std::vector<Problem>& problems) {
  if (!a.result_set.empty() && !is_handle(a.result_set)) {
    problems.push_back(
        {"result_set", "must be a handle such as rs-0123456789; pubmed_search returns one"});
  }
  const std::pair<const char*, bool> given[] = {{"evidence", !a.evidence.empty()},
                                                {"articles", !a.articles.empty()},
                                                {"result_set", !a.result_set.empty()},
                                                {"pmids", !a.pmids.empty()}};
  const char* first = nullptr;
  for (const auto& [name, is_given] : given) {
    if (!is_given) continue;
    if (first != nullptr)
      problems.push_back({name, std::string("is given beside ") + first + "; keep one of them"});
    if (first == nullptr) first = name;
  }
}

void check_values(const HypothesesArgs& a, std::vector<Problem>& problems) {
  if (!text::trim(a.query).empty() && !query_gen::is_searchable(a.query))
    problems.push_back({"query", "must name in words what the hypotheses are about"});
  check_model(a.model, problems);
  check_records(a, problems);
}

Result<HypothesesRequest> request_of(const HypothesesArgs& args) {
  HypothesesRequest out{.query = args.query,
                        .drug = args.drug,
                        .disease = args.disease,
                        .max_hypotheses = args.max_hypotheses,
                        .max_evidence = args.max_evidence,
                        .model = args.model};
  // A host's task takes half of the answer's room, so that the rules' hypotheses have the other.
  out.host_task_characters = static_cast<std::size_t>(args.paging.max_response_tokens) * 2;
  const bool evidence = !args.evidence.empty();
  if (!evidence && args.articles.empty() && args.result_set.empty() && args.pmids.empty())
    return out;
  EV_TRY(out.records, records_request({.items = evidence ? args.evidence : args.articles,
                                       .result_set = args.result_set,
                                       .pmids = args.pmids},
                                      evidence ? "evidence" : "articles"));
  return out;
}

}  // namespace

mcp::ToolDef generate_hypotheses(const Services& services) {
  return make_tool<HypothesesArgs>(
      "generate_hypotheses",
      [&services](const HypothesesArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        EV_TRY(HypothesesRequest request, request_of(args));
        EV_TRY(const HypothesesOutcome outcome,
               workflow::generate_hypotheses(services, std::move(request), ctx));
        return hypotheses_answer(outcome, args.query, args.paging);
      });
}

}  // namespace ev::tools
