#include "base/date.hpp"
#include "base/text.hpp"
#include "llm/host_tasks.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/query_gen/limits.hpp"
#include "pipeline/query_gen/request.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"
#include "tools/model_answers.hpp"
#include "tools/query_proposals.hpp"
#include "tools/query_questions.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ev::tools {

namespace {

struct GenerateArgs {
  query_gen::Request request;
  std::string engine = "auto";
  std::string task_id;
  std::vector<Json> completions;
  bool answered() const { return !completions.empty(); }
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
  v("engine", a.engine, {.one_of = {"auto", "rules", "host", "endpoint"}});
  v("task_id", a.task_id, {.max_length = 200});
  v("completions", a.completions);
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
  check_host_call(args.engine, args.task_id, args.answered(), problems);
}

double rounded(double value) {
  return std::round(value * 100) / 100;
}

Json seeds_json(const std::vector<query_gen::SeedNote>& seeds) {
  Json found = Json::array();
  Json missed = Json::array();
  for (const query_gen::SeedNote& seed : seeds) {
    if (seed.found) {
      found.push_back(seed.pmid);
    } else {
      missed.push_back({{"pmid", seed.pmid}, {"reason", seed.reason}});
    }
  }
  return {{"found", std::move(found)}, {"missed", std::move(missed)}};
}

Json relaxed_json(const query_gen::Relaxed& r) {
  Json out = {{"from", r.from},
              {"from_count", nullptr},
              {"to", r.to},
              {"dropped", r.dropped},
              {"note", r.note}};
  if (r.from_count) out["from_count"] = *r.from_count;
  return out;
}

Json query_json(const query_gen::GeneratedQuery& q) {
  Json out = {{"query_string", q.query},
              {"rationale", q.rationale},
              {"expected_scope", q.expected_scope},
              {"confidence_score", q.confidence.score()},
              {"result_count", nullptr},
              {"counted_at", nullptr},
              {"validation", {{"valid", q.valid}, {"warnings", q.warnings}}}};
  if (q.result_count) {
    out["result_count"] = *q.result_count;
    out["counted_at"] = q.counted_at;
  }
  if (!q.seeds.empty()) out["seeds"] = seeds_json(q.seeds);
  if (q.relaxed) out["relaxed"] = relaxed_json(*q.relaxed);
  return out;
}

Json remarks_json(const pubmed_query::Diagnostics& diagnostics) {
  Json out = Json::array();
  for (const pubmed_query::Diagnostic& d : diagnostics) {
    Json one = {{"position", d.position}, {"message", d.message}};
    if (!d.fix.empty()) one["fix"] = d.fix;
    out.push_back(std::move(one));
  }
  return out;
}

Json draft_json(const query_gen::DraftNote& draft) {
  Json out = {{"query", draft.query},
              {"valid", draft.valid},
              {"errors", remarks_json(draft.errors)},
              {"warnings", remarks_json(draft.warnings)},
              {"explanation", draft.explanation}};
  if (!draft.canonical.empty()) out["canonical"] = draft.canonical;
  if (!draft.repaired.empty()) out["repaired"] = draft.repaired;
  return out;
}

Json seed_terms_json(const std::vector<query_gen::SeedTerm>& terms) {
  Json out = Json::array();
  for (const query_gen::SeedTerm& t : terms) {
    out.push_back({{"term", t.query},
                   {"concept", t.concept_text},
                   {"log_odds", t.log_odds},
                   {"count", t.count},
                   {"pmids", t.pmids}});
  }
  return out;
}

Json proposals_json(const std::vector<query_gen::ProposalNote>& notes) {
  Json out = Json::array();
  for (const query_gen::ProposalNote& n : notes) {
    Json one = {{"proposed", n.proposed},
                {"concept", n.concept_text},
                {"taken", n.taken()},
                {"outcome", query_gen::to_string(n.outcome)}};
    if (!n.reason.empty()) one["reason"] = n.reason;
    out.push_back(std::move(one));
  }
  return out;
}

Json metadata_json(const query_gen::Generation& g, const query_gen::Request& request) {
  Json concepts = Json::array();
  for (const query_gen::ConceptNote& c : g.concepts) {
    Json one = {{"text", c.text}, {"role", c.role}, {"used", c.used}};
    if (!c.heading.empty()) {
      one["heading"] = c.heading;
      one["confirmed_by"] = c.confirmed_by;
    }
    if (!c.synonyms.empty()) one["synonyms"] = c.synonyms;
    if (!c.remark.empty()) one["remark"] = c.remark;
    concepts.push_back(std::move(one));
  }
  Json tried = Json::array();
  for (const query_gen::Tried& t : g.tried) {
    Json one = {{"count", nullptr}, {"action", t.action}};
    if (t.count) one["count"] = *t.count;
    // What the answer holds already is not written out again.
    const auto kept = std::find_if(g.queries.begin(), g.queries.end(),
                                   [&t](const auto& q) { return q.query == t.query; });
    if (kept == g.queries.end()) {
      one["query"] = t.query;
    } else {
      one["generated_query"] = kept - g.queries.begin() + 1;
    }
    tried.push_back(std::move(one));
  }
  Json parts = Json::array();
  for (const query_gen::GeneratedQuery& q : g.queries) {
    parts.push_back({{"concepts_mapped", rounded(q.confidence.concepts_mapped)},
                     {"headings_verified", rounded(q.confidence.headings_verified)},
                     {"count_in_range", rounded(q.confidence.count_in_range)}});
  }
  Json out = {{"domain_context", g.domain_context},
              {"synonyms_used", g.synonyms_used},
              {"query_complexity", g.complexity},
              {"strategy", request.strategy},
              {"as_of", g.as_of},
              {"concepts", std::move(concepts)},
              {"mesh_authorities", g.authorities},
              {"confidence_parts", std::move(parts)},
              {"tried_queries", std::move(tried)},
              {"notes", g.notes}};
  if (!g.absent_drug.empty()) out["absent_drug"] = g.absent_drug;
  if (!g.proposals.empty()) out["proposals"] = proposals_json(g.proposals);
  if (!g.seed_terms.empty()) out["seed_terms"] = seed_terms_json(g.seed_terms);
  if (g.draft) out["draft"] = draft_json(*g.draft);
  return out;
}

std::string seed_line(const std::vector<query_gen::SeedNote>& seeds) {
  std::size_t found = 0;
  std::string missed;
  for (const query_gen::SeedNote& seed : seeds) {
    found += seed.found ? 1 : 0;
    if (!seed.found) missed += "; misses " + seed.pmid + ": " + seed.reason;
  }
  return "   finds " + std::to_string(found) + " of " + std::to_string(seeds.size()) +
         " seed PMIDs" + missed + "\n";
}

std::string unused_concepts(const std::vector<query_gen::ConceptNote>& concepts) {
  std::string out;
  for (const query_gen::ConceptNote& c : concepts) {
    if (c.used) continue;
    out += (out.empty() ? "Not searched: " : "; ") + c.text;
    if (!c.remark.empty()) out += " (" + c.remark + ")";
  }
  return out.empty() ? out : out + "\n";
}

std::string proposal_lines(const std::vector<query_gen::ProposalNote>& notes) {
  std::vector<std::string> taken;
  std::string out;
  for (const query_gen::ProposalNote& n : notes) {
    if (n.taken()) {
      taken.push_back(n.proposed);
      continue;
    }
    const bool refused = n.outcome == query_gen::ProposalNote::Outcome::refused;
    out += std::string(refused ? "Not taken" : "Without effect") + " of the proposals: \"" +
           text::ellipsize(one_line(n.proposed), 80) + "\": " + n.reason + "\n";
  }
  if (taken.empty()) return out;
  return "Taken of the proposals, each confirmed and in a query: " + text::join(taken, "; ") +
         "\n" + out;
}

std::string text_of(const query_gen::Generation& g, const std::string& where) {
  std::string out;
  if (!g.absent_drug.empty()) {
    out +=
        "\"" + g.absent_drug + "\" occurs nowhere in " + where + ": no query below is about it.\n";
  }
  int number = 0;
  for (const query_gen::GeneratedQuery& q : g.queries) {
    out += std::to_string(++number) + ". " + q.expected_scope + ", confidence " +
           codec::number_text(q.confidence.score()) + "\n   `" + q.query + "`\n   " + q.rationale +
           "\n";
    if (q.relaxed) out += "   Relaxed: " + q.relaxed->note + "\n";
    if (!q.seeds.empty()) out += seed_line(q.seeds);
    for (const std::string& warning : q.warnings) out += "   - " + warning + "\n";
  }
  if (!g.mesh_terms.empty()) {
    out += "MeSH, confirmed by " + text::join(g.authorities, ", ") + ": " +
           text::join(g.mesh_terms, "; ") + "\n";
  }
  out += "Domain: " + g.domain_context + ". Complexity: " + g.complexity + ".\n";
  out += unused_concepts(g.concepts);
  out += proposal_lines(g.proposals);
  for (const query_gen::SeedTerm& t : g.seed_terms) {
    out += "Learned from PMID " + text::join(t.pmids, ", ") + ": `" + t.query + "` beside " +
           t.concept_text + " (" + std::to_string(t.count) + " records)\n";
  }
  if (g.draft && !(g.draft->errors.empty() && g.draft->warnings.empty())) {
    out += g.draft->valid ? "Your draft:\n" : "Your draft is not valid:\n";
    for (const auto* list : {&g.draft->errors, &g.draft->warnings}) {
      for (const pubmed_query::Diagnostic& d : *list) out += "- " + to_text(d) + "\n";
    }
  }
  for (const std::string& note : g.notes) out += "Note: " + note + "\n";
  return out;
}

// One call: the model is asked first where one is wanted, then the rules write the queries.
class QueryCall {
 public:
  QueryCall(const Services& services, const GenerateArgs& args, const mcp::CallContext& ctx)
      : services_(services),
        args_(args),
        ctx_(ctx),
        request_(args.request),
        // A second call with a model's help repeats the first one's arguments.
        questions_(request_, ctx, services.config.offline ? CountedIn::library : CountedIn::pubmed,
                   args.engine != "host") {}

  Result<Answer> go() {
    if (auto question = questions_.about_name()) return ask_user(*std::move(question));
    EV_CHECK(ask_model());
    const query_gen::Seams asked = seams();
    EV_TRY(query_gen::Generation made, query_gen::generate(request_, asked, ctx_));
    if (auto question = questions_.about_breadth(made)) return ask_user(*std::move(question));
    made.notes.insert(made.notes.end(), questions_.notes().begin(), questions_.notes().end());
    Answer answer;
    answer.structured = {{"generated_queries", Json::array()},
                         {"mesh_terms", made.mesh_terms},
                         {"field_tags", made.field_tags},
                         {"query_metadata", metadata_json(made, request_)}};
    for (const query_gen::GeneratedQuery& query : made.queries) {
      answer.structured["generated_queries"].push_back(query_json(query));
    }
    if (!model_.is_null()) answer.structured["query_metadata"]["model"] = model_;
    answer.text = text_of(made, asked.where);
    if (args_.engine == "host" && (!args_.answered() || unusable_)) add_host_task(answer);
    std::vector<std::string> warnings = std::move(made.warnings);
    for (std::string& one : questions_.assumptions(made)) warnings.push_back(std::move(one));
    warnings.insert(warnings.end(), warnings_.begin(), warnings_.end());
    add_warnings(answer, warnings);
    return answer;
  }

 private:
  static Answer ask_user(mcp::InputRequest question) {
    return {.structured = {}, .text = {}, .asks = {std::move(question)}, .state = "asked"};
  }

  query_gen::Seams seams() const {
    const auto pubmed = services_.config.endpoints.find("pubmed");
    const bool enabled = pubmed == services_.config.endpoints.end() || pubmed->second.enabled;
    const search::Ports ports = services_.ports();
    query_gen::Seams seams{services_.vocabulary,     {}, services_.clock,
                           services_.config.offline, {}, {}};
    if (services_.config.sample) seams.where = "the built-in sample";
    if (!enabled) return seams;
    seams.probe = query_gen::probing(ports);
    seams.fetch = query_gen::fetching(ports);
    if (!services_.config.offline) seams.live = search::asking_live(ports);
    return seams;
  }

  llm::Task task() const { return proposal_task(args_.request, services_.vocabulary); }

  Result<void> ask_model() {
    if (args_.engine == "host") return args_.answered() ? take_host_answers() : Result<void>();
    const bool wanted =
        args_.engine == "endpoint" || (args_.engine == "auto" && services_.llm.can_complete());
    return wanted ? ask_endpoint() : Result<void>();
  }

  Result<void> take_host_answers() {
    const llm::Task asked = task();
    EV_TRY(const llm::HostAnswers got,
           llm::check_host_answers("pubmed_generate_query", {&asked, 1}, args_.task_id,
                                   Json(args_.completions)));
    bool usable = false;
    for (const llm::HostAnswer& answer : got.answers) {
      if (auto proposals = proposals_of(answer.json)) {
        request_.proposals = *std::move(proposals);
        usable = true;
      }
    }
    unusable_ = !usable;
    Json rejected = Json::array();
    for (const llm::Rejection& r : got.rejected) {
      rejected.push_back(llm::to_json(r));
      warnings_.push_back("not taken: " + r.path + ": " + r.message);
    }
    model_ = {{"engine", "host"}, {"tokens_used", 0}};
    if (!rejected.empty()) model_["rejected"] = std::move(rejected);
    if (unusable_) {
      model_["error"] = {{"code", to_string(Errc::llm_not_json)},
                         {"message", "no completion holds a list of concepts"}};
      warnings_.push_back(
          "no completion could be used: the queries are made by rules alone; answer the host_task "
          "again with an object that fits its schema, and call once more");
    } else if (request_.proposals.empty()) {
      warnings_.push_back("the completion proposes nothing: the queries are made by rules alone");
    }
    return {};
  }

  Result<void> ask_endpoint() {
    llm::Run run{.budget = {.calls = 3, .seconds = 30}};
    const llm::Task asked = task();
    const auto answers = services_.llm.complete({&asked, 1}, ctx_, run);
    model_ = {{"engine", "endpoint"},
              {"name", services_.llm.model()},
              {"tokens_used", run.usage.tokens_in + run.usage.tokens_out}};
    const Result<llm::Completion>& answer = answers.front();
    if (answer) {
      request_.proposals = proposals_of(answer->json).value_or(std::vector<query_gen::Proposal>{});
      return {};
    }
    const Error& error = answer.error();
    // Who asked for the endpoint is told; who did not still gets what the rules make.
    if (args_.engine == "endpoint" || error.code == Errc::cancelled) return error;
    model_["error"] = {{"code", to_string(error.code)}, {"message", error.message}};
    warnings_.push_back("the model could not help (" + std::string(to_string(error.code)) +
                        "): " + error.message + "; the queries are made by rules alone");
    return {};
  }

  void add_host_task(Answer& answer) const {
    const llm::Task asked = task();
    tools::add_host_task(answer, llm::make_host_task("pubmed_generate_query", {&asked, 1}));
  }

  const Services& services_;
  const GenerateArgs& args_;
  const Context& ctx_;
  query_gen::Request request_;
  const QueryQuestions questions_;
  Json model_;
  std::vector<std::string> warnings_;
  bool unusable_ = false;  // the host answered, but with nothing that can be read
};

}  // namespace

mcp::ToolDef pubmed_generate_query(const Services& services) {
  return make_tool<GenerateArgs>(
      "pubmed_generate_query",
      [&services](const GenerateArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        return QueryCall(services, args, ctx).go();
      });
}

}  // namespace ev::tools
