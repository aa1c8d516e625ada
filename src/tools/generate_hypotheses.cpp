#include "base/text.hpp"
#include "pipeline/mechanism/hypothesis.hpp"
#include "pipeline/mechanism/hypothesis_json.hpp"
#include "pipeline/mechanism/selection.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"
#include "tools/records.hpp"
#include "tools/untrusted.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {
namespace {

constexpr std::size_t kExcerptLength = 300;  // characters of a selected record's text

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
  std::string engine = "auto";
  std::string task_id;
  std::vector<Json> completions;
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
  v("max_hypotheses", a.max_hypotheses, {.min = 1, .max = 10});
  v("max_evidence", a.max_evidence, {.min = 1, .max = 2000});
  v("engine", a.engine, {.one_of = {"auto", "rules", "host", "endpoint"}});
  v("task_id", a.task_id, {.max_length = 200});
  v("completions", a.completions, {.max_length = 200});
  describe_paging(v, a.paging);
}

Error refuse_argument(const std::string& path, const std::string& what) {
  return {
      .code = Errc::invalid_argument,
      .message = path + " " + what,
      .path = path,
      .recovery = "call again with engine \"rules\" (or without engine) and without completions",
      .problems = {{path, what}}};
}

class HypothesisCall {
 public:
  HypothesisCall(const Services& services, const HypothesesArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    EV_CHECK(check_engine());
    const bool nothing_given = args_.evidence.empty() && args_.articles.empty() &&
                               args_.result_set.empty() && args_.pmids.empty();
    if (nothing_given) return no_evidence();
    EV_TRY(set_, load());
    if (set_.articles.empty()) return no_evidence();
    select();
    EV_TRY(assessment_,
           mechanism::assess(read_,
                             {.query = args_.query,
                              .drug = args_.drug,
                              .disease = args_.disease,
                              .max_hypotheses = static_cast<std::size_t>(args_.max_hypotheses)},
                             ctx_));
    EV_CHECK(keep());
    return answer();
  }

 private:
  Result<void> check_engine() const {
    if (args_.engine == "host" || args_.engine == "endpoint") {
      return refuse_argument(
          "engine", "\"" + args_.engine +
                        "\" is not available in this version; hypotheses are made by rules");
    }
    if (!args_.completions.empty())
      return refuse_argument("completions", "answer no task: none was handed out");
    if (!args_.task_id.empty())
      return refuse_argument("task_id", "names no task: none was handed out");
    return {};
  }

  Result<RecordSet> load() const {
    if (!args_.evidence.empty() && !args_.articles.empty()) {
      return Error{.code = Errc::invalid_argument,
                   .message = "give either evidence or articles, not both",
                   .path = "articles",
                   .recovery = "put all records into one of the two",
                   .problems = {{"articles", "is given beside evidence"}}};
    }
    const bool evidence = !args_.evidence.empty();
    return load_records(services_,
                        {.items = evidence ? args_.evidence : args_.articles,
                         .result_set = args_.result_set,
                         .pmids = args_.pmids},
                        evidence ? "evidence" : "articles", ctx_);
  }

  Result<Answer> no_evidence() const {
    Answer answer{.structured = {{"hypotheses", Json::array()},
                                 {"primary_hypothesis", nullptr},
                                 {"knowledge_gaps", Json::array()},
                                 {"recommended_searches", {args_.query}},
                                 {"engine", "rules"},
                                 {"next_call",
                                  {{"tool", "pubmed_search"},
                                   {"arguments", {{"search_query", args_.query}}}}}}};
    answer.text = "No evidence available yet. Search for evidence first.";
    return answer;
  }

  // Rules read every record unless the caller asked for fewer; the selection is what is shown of
  // them.
  void select() {
    std::vector<std::string> texts;
    for (const model::Article& article : set_.articles)
      texts.push_back(article.title + "\n" + article.abstract);
    const std::size_t n = static_cast<std::size_t>(args_.max_evidence.value_or(10));
    selected_ = mechanism::select_diverse(texts, args_.query, {.n = n});
    if (!args_.max_evidence) {
      read_ = set_.articles;
      return;
    }
    for (const std::size_t i : selected_) read_.push_back(set_.articles[i]);
  }

  // Appended to the store, never doubled: the id is a hash of the four members.
  Result<void> keep() const {
    for (const mechanism::MechanismHypothesis& h : assessment_.hypotheses) {
      Json stored = mechanism::to_json(h);
      stored["query"] = args_.query;
      stored["result_set"] = set_.handle;
      EV_CHECK(services_.documents.put("hypothesis", h.hypothesis_id, dump_json(stored)));
    }
    return {};
  }

  Json selection_json() const {
    Json shown = Json::array();
    for (const std::size_t i : selected_) {
      const model::Article& article = set_.articles[i];
      Json row = article_stub(article);
      row["excerpt"] =
          text::displayable(mechanism::truncate_at_sentence(article.abstract, kExcerptLength));
      if (addresses_a_model(article)) row["injection_suspected"] = true;
      shown.push_back(std::move(row));
    }
    return {{"given", set_.articles.size()},
            {"read", assessment_.records_read},
            {"excluded_retracted", assessment_.excluded_retracted},
            {"sign_conflicts", assessment_.sign_conflicts},
            {"method", "MMR, lambda 0.7, over TF-IDF"},
            {"selected", std::move(shown)}};
  }

  mechanism::QuoteLimit quotes() const {
    return args_.paging.detail == "full" ? mechanism::kAllQuotes : mechanism::QuoteLimit{};
  }

  std::vector<Item> items() const {
    std::vector<Item> out;
    for (std::size_t i = 0; i < assessment_.hypotheses.size(); ++i) {
      const mechanism::MechanismHypothesis& h = assessment_.hypotheses[i];
      Json row = {{"hypothesis_id", h.hypothesis_id},
                  {"drug", h.drug},
                  {"target", h.target},
                  {"pathway", h.pathway},
                  {"effect", h.effect},
                  {"confidence", h.confidence},
                  {"status", h.status}};
      out.push_back({.id = h.hypothesis_id,
                     .shown = mechanism::to_json(h, quotes()),
                     .row = std::move(row),
                     .line = mechanism::to_markdown(h, i + 1, quotes())});
    }
    return out;
  }

  std::vector<std::string> warnings() const {
    std::vector<std::string> out = set_.warnings;
    if (!assessment_.excluded_retracted.empty()) {
      out.push_back("retracted records and notices were not read: " +
                    text::join(assessment_.excluded_retracted, ", "));
    }
    for (const model::Article& article : read_) {
      if (addresses_a_model(article)) {
        out.push_back("record " + article.pmid +
                      " carries text that addresses a model (injection_suspected)");
      }
    }
    return out;
  }

  Result<Answer> answer() const {
    const std::string scope = set_.handle + "/hypotheses";
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, scope));
    Answer answer{.structured = {{"query", args_.query},
                                 {"engine", "rules"},
                                 {"result_set", set_.handle},
                                 {"primary_hypothesis", nullptr},
                                 {"knowledge_gaps", assessment_.knowledge_gaps},
                                 {"recommended_searches", assessment_.recommended_searches},
                                 {"evidence_selection", selection_json()}}};
    if (assessment_.primary >= 0) {
      answer.structured["primary_hypothesis"] = mechanism::to_plain_json(
          assessment_.hypotheses[static_cast<std::size_t>(assessment_.primary)]);
    }
    answer.text = "## Generated Hypotheses\n\n";
    if (assessment_.hypotheses.empty())
      answer.text += "No mechanism is stated in the records read.\n\n";
    add_items(answer, "hypotheses", items(), args_.paging, offset, scope);
    answer.text += mechanism::closing_markdown(assessment_);
    answer.text += "\nRecords read: " + std::to_string(assessment_.records_read) + " of " +
                   std::to_string(set_.articles.size()) + "; result_set: " + set_.handle + "\n";
    add_warnings(answer, warnings());
    add_content_notice(answer);
    return answer;
  }

  const Services& services_;
  const HypothesesArgs& args_;
  const mcp::CallContext& ctx_;
  RecordSet set_;
  std::vector<std::size_t> selected_;
  std::vector<model::Article> read_;
  mechanism::HypothesisAssessment assessment_;
};

}  // namespace

mcp::ToolDef generate_hypotheses(const Services& services) {
  return make_tool<HypothesesArgs>(
      "generate_hypotheses", [&services](const HypothesesArgs& args, const mcp::CallContext& ctx) {
        return HypothesisCall(services, args, ctx).go();
      });
}

}  // namespace ev::tools
