#include "base/text.hpp"
#include "pipeline/mechanism/hypothesis_json.hpp"
#include "pipeline/mechanism/testing.hpp"
#include "pipeline/mechanism/testing_json.hpp"
#include "pipeline/output/answer_view.hpp"
#include "pipeline/query_gen/limits.hpp"
#include "pipeline/query_gen/request.hpp"
#include "pipeline/question/frame_queries.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/text/read_part.hpp"
#include "pipeline/workflow/answer_stage.hpp"
#include "pipeline/workflow/hypothesis_searches.hpp"
#include "pipeline/workflow/mechanism_tasks.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "pipeline/workflow/named_entities.hpp"
#include "pipeline/workflow/untrusted.hpp"
#include "tools/all_tools.hpp"
#include "tools/claim_result.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/model_answers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {
namespace {

constexpr std::size_t kMostLinks = 100;
constexpr int kTokens = 4000;  // of an answer, where the caller does not say
constexpr const char* kHypothesisKind = "hypothesis";
constexpr const char* kTestedKind = "tested_hypothesis";

struct LinkArgs {
  std::string from, to;
  std::string relation = "affects";
};
template <class V>
void describe(V& v, LinkArgs& a) {
  v("from", a.from, {.required = true, .max_length = 300});
  v("to", a.to, {.required = true, .max_length = 300});
  v("relation", a.relation, {.max_length = 60});
}

struct ComparisonArgs {
  std::string intervention, comparator, outcome;
};
template <class V>
void describe(V& v, ComparisonArgs& a) {
  v("intervention", a.intervention, {.required = true, .max_length = 2000});
  v("comparator", a.comparator, {.max_length = 2000});
  v("outcome", a.outcome, {.required = true, .max_length = 2000});
}

struct TestArgs {
  Json hypothesis;
  std::string hypothesis_id;
  std::vector<LinkArgs> links;
  std::string claim;
  ComparisonArgs comparison;
  std::vector<Json> articles;
  std::string result_set;
  int max_results_per_search = 20;
  ModelIn model;
  std::string detail = "standard";
  int max_response_tokens = kTokens;
};
template <class V>
void describe(V& v, TestArgs& a) {
  v("hypothesis", a.hypothesis);
  v("hypothesis_id", a.hypothesis_id, {.max_length = 60});
  v("links", a.links, {.max_length = kMostLinks});
  v("claim", a.claim, {.max_length = 2000});
  v("comparison", a.comparison);
  v("articles", a.articles, {.max_length = 2000});
  v("result_set", a.result_set, {.max_length = 40});
  v("max_results_per_search", a.max_results_per_search, {.min = 1, .max = 200});
  describe_model(v, a.model);
  v("detail", a.detail, {.one_of = {"standard", "full"}});
  v("max_response_tokens", a.max_response_tokens, {.min = 200, .max = 1'000'000});
}

bool is_given(const Json& value) {
  return !value.is_null() && !(value.is_object() && value.empty());
}

void check_values(const TestArgs& a, std::vector<Problem>& problems) {
  const std::pair<const char*, bool> given[] = {{"hypothesis", is_given(a.hypothesis)},
                                                {"hypothesis_id", !a.hypothesis_id.empty()},
                                                {"links", !a.links.empty()},
                                                {"claim", !text::trim(a.claim).empty()},
                                                {"comparison", !a.comparison.outcome.empty()}};
  const char* first = nullptr;
  for (const auto& [name, is] : given) {
    if (is && first != nullptr)
      problems.push_back({name, std::string("is given beside ") + first + "; keep one of them"});
    if (is && first == nullptr) first = name;
  }
  if (first == nullptr) {
    problems.push_back({"claim",
                        "nothing is to be tested: give one of hypothesis, hypothesis_id, links, "
                        "claim and comparison"});
  }
  if (!text::trim(a.claim).empty() && !query_gen::is_searchable(a.claim))
    problems.push_back({"claim", "must say in words what is claimed"});
  check_model(a.model, problems);
  if (!a.articles.empty() && !a.result_set.empty())
    problems.push_back({"result_set", "is given beside articles; keep one of them"});
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    const std::string at = "links[" + std::to_string(i) + "]";
    if (text::trim(a.links[i].from).empty())
      problems.push_back({at + ".from", "must name something"});
    if (text::trim(a.links[i].to).empty()) problems.push_back({at + ".to", "must name something"});
    if (!mechanism::sign_of_relation(a.links[i].relation)) {
      problems.push_back({at + ".relation",
                          "must be a relation such as activates, inhibits, increases, decreases, "
                          "treats, causes or affects"});
    }
  }
}

Json run_json(const RunSearch& run) {
  Json out = {{"purpose", run.planned.purpose},
              {"query", run.planned.query},
              {"found", nullptr},
              {"read", run.read}};
  if (run.found) out["found"] = *run.found;
  if (!run.source.empty()) out["source"] = run.source;
  if (!run.error.empty()) out["error"] = run.error;
  return out;
}

// Fewer quotes until the answer fits.
constexpr std::size_t kAll = static_cast<std::size_t>(-1);
constexpr mechanism::StanceLimit kQuoteSteps[] = {
    {kAll, kAll, kAll}, {5, 5, 2}, {3, 3, 1}, {1, 1, 0}, {0, 0, 0}};

class TestCall {
 public:
  TestCall(const Services& services, const TestArgs& args, const mcp::CallContext& ctx)
      : services_(services),
        args_(args),
        ctx_(ctx),
        model_(services, "test_hypothesis", args.model, ctx) {}

  Result<Answer> go() {
    const bool links = args_.claim.empty() && args_.comparison.outcome.empty();
    if (!links && (args_.model.engine == "host" || args_.model.engine == "endpoint"))
      warnings_.push_back("a model is asked about links only: this is what the rules read");
    if (!args_.claim.empty()) return test_claim();
    if (!args_.comparison.outcome.empty()) return test_comparison();
    return test_links();
  }

 private:
  bool records_given() const { return !args_.articles.empty() || !args_.result_set.empty(); }

  // ---- records

  Result<void> load_given() {
    if (args_.result_set.empty()) {
      EV_TRY(articles_, load_every_inline(services_, args_.articles, "articles", warnings_, ctx_));
      return {};
    }
    EV_TRY(RecordSet set, load_set(services_, args_.result_set, ctx_));
    articles_ = std::move(set.articles);
    handle_ = set.handle;
    warnings_.insert(warnings_.end(), set.warnings.begin(), set.warnings.end());
    return {};
  }

  Result<void> load_by(const std::vector<PlannedSearch>& searches) {
    if (records_given()) return load_given();
    EV_TRY(SearchedRecords found,
           run_searches(services_, searches, args_.max_results_per_search, ctx_));
    articles_ = std::move(found.articles);
    runs_ = std::move(found.runs);
    errors_ = std::move(found.errors);
    warnings_ = std::move(found.warnings);
    Json meta = Json::object();
    meta["call"] = {{"tool", "test_hypothesis"}, {"arguments", call_arguments()}};
    EV_TRY(handle_, store_records(services_, articles_, meta));
    return {};
  }

  Json call_arguments() const {
    Json out = Json::object();
    out["max_results_per_search"] = args_.max_results_per_search;
    if (!args_.claim.empty()) out["claim"] = args_.claim;
    if (!args_.hypothesis_id.empty()) out["hypothesis_id"] = args_.hypothesis_id;
    if (is_given(args_.hypothesis)) out["hypothesis"] = args_.hypothesis;
    for (const LinkArgs& link : args_.links)
      out["links"].push_back({{"from", link.from}, {"to", link.to}, {"relation", link.relation}});
    if (!args_.comparison.outcome.empty()) {
      out["comparison"] = {{"intervention", args_.comparison.intervention},
                           {"comparator", args_.comparison.comparator},
                           {"outcome", args_.comparison.outcome}};
    }
    return out;
  }

  // ---- a hypothesis or links

  Result<std::vector<mechanism::LinkToTest>> links_asked() {
    if (!args_.links.empty()) {
      std::vector<mechanism::LinkToTest> out;
      for (const LinkArgs& link : args_.links) {
        out.push_back({.from = link.from,
                       .to = link.to,
                       .relation = link.relation,
                       .sign = mechanism::sign_of_relation(link.relation).value_or(0)});
      }
      return out;
    }
    Json given = args_.hypothesis;
    if (!args_.hypothesis_id.empty()) {
      EV_TRY(const auto stored, services_.documents.get(kHypothesisKind, args_.hypothesis_id));
      if (!stored) {
        return Error{.code = Errc::not_found,
                     .message = "no hypothesis " + args_.hypothesis_id + " is stored",
                     .path = "hypothesis_id",
                     .recovery =
                         "generate_hypotheses makes and stores hypotheses; or pass "
                         "hypothesis {drug, target, pathway, effect}"};
      }
      EV_TRY(given, parse_json(*stored, "stored hypothesis"));
    }
    EV_TRY(hypothesis_, mechanism::hypothesis_from_json(given, "hypothesis"));
    return mechanism::links_to_test(hypothesis_);
  }

  Result<Answer> test_links() {
    EV_TRY(std::vector<mechanism::LinkToTest> links, links_asked());
    std::vector<PlannedSearch> searches;
    std::vector<mechanism::LinkSearches> queries;
    for (std::size_t i = 0; i < links.size(); ++i) {
      queries.push_back(mechanism::searches_for(links[i]));
      searches.push_back({"supporting", i, queries.back().supporting});
      searches.push_back({"refuting", i, queries.back().refuting});
    }
    EV_CHECK(load_by(searches));
    EV_CHECK(name_ends(links));
    EV_TRY(mechanism::LinkTest test, mechanism::test_links(links, articles_, ctx_));
    EV_CHECK(ask_model(links, test));
    excluded_ = test.excluded_retracted;
    read_ = test.records_read;
    EV_CHECK(keep(test));
    return fitted(
        [&](const mechanism::StanceLimit& limit) { return link_answer(test, queries, limit); });
  }

  // What the records' annotations call the ends of the links. Inline records are the caller's own:
  // they are read as they stand, without asking anyone.
  Result<void> name_ends(std::vector<mechanism::LinkToTest>& links) {
    if (!args_.articles.empty()) return {};
    EV_TRY(const NamedEntities named, named_entities(services_, articles_, ctx_));
    warnings_.insert(warnings_.end(), named.warnings.begin(), named.warnings.end());
    for (mechanism::LinkToTest& link : links) {
      for (std::string& n : other_names(link.from, named.entities))
        link.from_names.push_back(std::move(n));
      for (std::string& n : other_names(link.to, named.entities))
        link.to_names.push_back(std::move(n));
    }
    return {};
  }

  // A model reads the records whose sentences the rules could only call mentions.
  Result<void> ask_model(const std::vector<mechanism::LinkToTest>& links,
                         mechanism::LinkTest& test) {
    if (!model_.wanted()) return {};
    const auto half = static_cast<std::size_t>(args_.max_response_tokens) * 2;
    const std::size_t room = args_.model.engine == "host" ? half : kTaskCharacters;
    RecordTask asked = stance_task(test, articles_, room);
    if (asked.supplied.empty()) {
      if (args_.model.engine != "auto")
        warnings_.push_back(
            "no record is left for a model: the rules read every sentence that "
            "names both ends of a link");
      return {};
    }
    std::vector<mechanism::ProposedStance> stand;
    return model_.run(std::move(asked.task),
                      [&](const std::string& json, const char* method,
                          const std::string& path) -> Result<std::vector<Error>> {
                        std::vector<Error> not_taken;
                        for (auto& p : proposed_stances(json, links.size(), asked.supplied, method,
                                                        path, not_taken))
                          stand.push_back(std::move(p));
                        EV_TRY(test, mechanism::test_links(links, articles_, ctx_, stand));
                        std::vector<mechanism::ProposedStance> kept;
                        for (const std::size_t i : test.proposals_taken) kept.push_back(stand[i]);
                        stand = std::move(kept);
                        not_taken.insert(not_taken.end(), test.proposals_not_taken.begin(),
                                         test.proposals_not_taken.end());
                        return not_taken;
                      });
  }

  Answer link_answer(const mechanism::LinkTest& test,
                     const std::vector<mechanism::LinkSearches>& queries,
                     const mechanism::StanceLimit& limit) const {
    Answer answer{.structured = {{"status", test.status}, {"links", Json::array()}}};
    if (!hypothesis_.hypothesis_id.empty()) {
      answer.structured["hypothesis_id"] = hypothesis_.hypothesis_id;
      answer.text = "## Test of " + mechanism::mechanism_line(hypothesis_) + "\n";
    }
    answer.text += "Status: **" + std::string(wire_name(test.status)) + "**\n";
    for (std::size_t i = 0; i < test.links.size(); ++i) {
      Json link = mechanism::to_json(test.links[i], limit);
      Json& searches = link["searches"] = Json::array();
      for (const RunSearch& run : runs_) {
        if (run.planned.link == i) searches.push_back(run_json(run));
      }
      if (runs_.empty()) {
        searches.push_back({{"purpose", "supporting"}, {"query", queries[i].supporting}});
        searches.push_back({{"purpose", "refuting"}, {"query", queries[i].refuting}});
      }
      answer.structured["links"].push_back(std::move(link));
      mechanism::StanceLimit in_text = limit;
      in_text.other = 0;
      answer.text += mechanism::to_markdown(test.links[i], in_text);
    }
    return answer;
  }

  // Kept beside the hypothesis: what was found for and against, by which queries, when.
  Result<void> keep(const mechanism::LinkTest& test) const {
    if (hypothesis_.hypothesis_id.empty()) return {};
    Json stored = mechanism::to_plain_json(hypothesis_);
    stored["status"] = test.status;
    stored["result_set"] = handle_;
    stored["records_read"] = test.records_read;
    stored["tested_at"] = services_.clock.unix_time().count();
    Json& links = stored["links"] = Json::array();
    for (const mechanism::LinkVerdict& v : test.links) links.push_back(mechanism::to_json(v));
    Json& searches = stored["searches"] = Json::array();
    for (const RunSearch& run : runs_) searches.push_back(run_json(run));
    return services_.documents.put(kTestedKind, hypothesis_.hypothesis_id, dump_json(stored));
  }

  // ---- a claim

  // The claim's concepts as a query, by the same rules as pubmed_generate_query.
  Result<std::string> query_for(const std::string& goal) const {
    query_gen::Request request{.research_goal = goal, .max_queries = 1, .count = false};
    const query_gen::Seams seams{
        .vocabulary = services_.vocabulary, .probe = {}, .clock = services_.clock};
    EV_TRY(const query_gen::Generation made, query_gen::generate(request, seams, ctx_));
    if (made.queries.empty()) {
      return Error{.code = Errc::invalid_argument,
                   .message = "nothing to search for in \"" + text::ellipsize(goal, 80) + "\"",
                   .recovery = "name what is claimed of what, or pass articles or result_set"};
    }
    return made.queries.front().query;
  }

  Result<std::vector<PlannedSearch>> searches_for_claim(
      const question::QuestionFrame& frame) const {
    std::vector<PlannedSearch> out;
    if (records_given()) return out;
    for (const std::string& query : question::queries_of(frame))
      out.push_back({"supporting", 0, query});
    if (!out.empty()) return out;
    EV_TRY(const std::string query, query_for(args_.claim));
    out.push_back({"supporting", 0, query});
    out.push_back({"refuting", 0, mechanism::refuting_query(query)});
    return out;
  }

  Result<Answer> test_claim() {
    EV_TRY(const std::vector<PlannedSearch> searches,
           searches_for_claim(question::read_question(args_.claim)));
    EV_CHECK(load_by(searches));
    EV_TRY(const auto result, answer_question(args_.claim, articles_, searched(), ctx_));
    excluded_ = result->excluded_retracted;
    read_ = result->counts.records;
    return result_answer("claim_result", whole_result(*result), "Claim: " + one_line(args_.claim));
  }

  // ---- a comparison

  // Both arms and the outcome, then less: what compares the arms, and what the intervention does.
  Result<std::vector<PlannedSearch>> searches_for_comparison() const {
    const ComparisonArgs& comparison = args_.comparison;
    if (records_given()) return std::vector<PlannedSearch>{};
    EV_TRY(const std::string intervention, part_of_query(comparison.intervention));
    EV_TRY(const std::string outcome, part_of_query(comparison.outcome));
    std::vector<PlannedSearch> out;
    if (!text::trim(comparison.comparator).empty()) {
      const Result<std::string> subject = part_of_query(comparison.comparator);
      const std::string words = phrase_of_query(comparison.comparator);
      if (!subject && (subject.error().code != Errc::invalid_argument || words.empty()))
        return subject.error();
      const std::string& comparator = subject ? *subject : words;
      const std::string arms = intervention + " AND " + comparator;
      out = {{"supporting", 0, arms + " AND " + outcome}, {"supporting", 0, arms}};
    }
    out.push_back({"supporting", 0, intervention + " AND " + outcome});
    return out;
  }
  // "placebo", "no treatment": words that are no subject of their own.
  static std::string phrase_of_query(const std::string& phrase) {
    std::string out;
    for (const doc::Token& token : doc::tokenize(phrase))
      out += (out.empty() ? "" : " ") + token.folded;
    return out.empty() ? out : "\"" + out + "\"[tiab]";
  }
  Result<std::string> part_of_query(const std::string& phrase) const {
    EV_TRY(const std::string query, query_for(phrase));
    return "(" + query + ")";
  }

  Result<Answer> test_comparison() {
    const ComparisonArgs& asked = args_.comparison;
    EV_TRY(const std::vector<PlannedSearch> searches, searches_for_comparison());
    EV_CHECK(load_by(searches));
    EV_TRY(const ComparisonAnswer result,
           answer_comparison({asked.intervention, asked.comparator, asked.outcome}, articles_,
                             searched(), ctx_));
    const std::string versus =
        one_line(asked.intervention) + " against " +
        (asked.comparator.empty() ? "what it was compared with" : one_line(asked.comparator)) +
        " on " + one_line(asked.outcome);
    if (result.answer.counts.read == 0 && !text::trim(asked.comparator).empty())
      warnings_.push_back("no record read sets " + versus);
    excluded_ = result.answer.excluded_retracted;
    read_ = result.answer.counts.records;
    return result_answer("comparison_result", whole_result(result),
                         versus + ": " + std::string(wire_name(result.direction)));
  }

  // Records of a handle were looked for; those brought along were chosen.
  bool searched() const { return args_.articles.empty(); }

  Result<Answer> result_answer(const char* member, const Json& whole,
                               const std::string& heading) const {
    return fitted([&](const mechanism::StanceLimit& limit) {
      Answer answer{.structured = Json::object()};
      answer.structured[member] =
          listed(whole, {.each_side = limit.supporting, .all = args_.detail == "full"});
      Json shown = {{"answer", answer_member(whole)}};
      shown[member] = answer.structured[member];
      answer.text = heading + "\n" + output::answer_markdown(shown, output::Quoted::verbatim);
      add_runs(answer);
      return answer;
    });
  }

  // ---- the answer

  void add_runs(Answer& answer) const {
    for (const RunSearch& run : runs_) answer.structured["searches"].push_back(run_json(run));
  }

  void add_frame(Answer& answer) const {
    Json& json = answer.structured;
    json["engine"] = model_.engine();
    json["records_read"] = read_;
    if (!handle_.empty()) json["result_set"] = handle_;
    if (!excluded_.empty()) json["excluded_retracted"] = excluded_;
    Json errors = Json::array();
    for (const Error& error : errors_) {
      errors.push_back(
          {{"source", error.source}, {"code", to_string(error.code)}, {"message", error.message}});
    }
    if (!errors.empty()) json["errors"] = std::move(errors);
    answer.text += "Records read: " + std::to_string(read_) +
                   (handle_.empty() ? "" : "; result_set: " + handle_) + "\n";
    for (const RunSearch& run : runs_) {
      if (!run.error.empty())
        answer.text += "Search failed (" + run.planned.purpose + "): " + run.error + "\n";
    }
    add_model_help(answer, model_.help());
    std::vector<std::string> warnings = warnings_;
    warnings.insert(warnings.end(), model_.warnings().begin(), model_.warnings().end());
    if (!excluded_.empty()) {
      warnings.push_back("retracted records and notices were not read: " +
                         text::join(excluded_, ", "));
    }
    if (auto cut = doc::cut_records_warning(articles_)) warnings.push_back(*std::move(cut));
    for (const model::Article& article : articles_) {
      if (addresses_a_model(article)) {
        warnings.push_back("record " + model::item_id(article) +
                           " carries text that addresses a model (injection_suspected)");
      }
    }
    add_warnings(answer, warnings);
    if (!articles_.empty()) add_content_notice(answer);
  }

  template <class Build>
  Result<Answer> fitted(const Build& build) const {
    constexpr std::size_t kCharactersPerToken = 4;
    const std::size_t most =
        static_cast<std::size_t>(args_.max_response_tokens) * kCharactersPerToken;
    Answer answer;
    for (const mechanism::StanceLimit& limit : kQuoteSteps) {
      answer = build(limit);
      add_frame(answer);
      if (limit.supporting != kAll) {
        answer.structured["left_out"] = "quotes, for max_response_tokens: see evidence_omitted";
        answer.text += "Some quotes are left out: raise max_response_tokens.\n";
      }
      if (text::code_points(dump_json(answer.structured)) <= most &&
          text::code_points(answer.text) <= most)
        break;
    }
    return answer;
  }

  const Services& services_;
  const TestArgs& args_;
  const mcp::CallContext& ctx_;
  std::vector<model::Article> articles_;
  std::vector<RunSearch> runs_;
  std::vector<Error> errors_;
  std::vector<std::string> warnings_;
  std::vector<std::string> excluded_;
  std::string handle_;
  std::size_t read_ = 0;
  mechanism::MechanismHypothesis hypothesis_;
  ModelTask model_;
};

}  // namespace

mcp::ToolDef test_hypothesis(const Services& services) {
  return make_tool<TestArgs>("test_hypothesis",
                             [&services](const TestArgs& args, const mcp::CallContext& ctx) {
                               return TestCall(services, args, ctx).go();
                             });
}

}  // namespace ev::tools
