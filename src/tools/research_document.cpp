#include "tools/research_document.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"
#include "pipeline/answer/answer_json.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/finding.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/mechanism/testing_json.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/output/prisma_flow.hpp"
#include "pipeline/research/flow.hpp"
#include "pipeline/research/prisma.hpp"
#include "tools/claim_result.hpp"
#include "tools/evidence.hpp"
#include "tools/findings_view.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ev::tools {

namespace {

constexpr std::size_t kEvidenceRows = 10;  // in the answer
constexpr std::size_t kAnswerLines = 8;    // of gaps and recommended searches
constexpr std::size_t kShownQueries = 8;
constexpr std::size_t kAnswerCharacters = 15'500;  // of 4,000 tokens, without what is always added

Json round_json(const research::Round& round) {
  Json out = {{"round", round.number},
              {"searches", round.searches},
              {"new_records", round.new_records},
              {"clinical_score", round.judgement.clinical_score},
              {"sufficient", round.judgement.sufficient},
              {"reason", round.judgement.reason}};
  if (!round.judgement.mechanism_score) return out;
  out["mechanism_score"] = *round.judgement.mechanism_score;
  out["hypotheses"] = round.hypotheses;
  return out;
}

Json planned_json(const research::PlannedSearch& search) {
  return {{"purpose", search.purpose}, {"query", search.query}, {"about", search.about}};
}

// A search without the ids it found: they are in its result set.
Json search_json(const research::SearchRun& run) {
  Json out = encode(run);
  out.erase("ids");
  out["returned"] = run.ids.size();
  return out;
}

Json articles_json(const RecordSet& ranked) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(ranked.articles.size(), kTableRecords); ++i) {
    Json row = {{"article", model::to_json(ranked.articles[i])},
                {"design", extract::study_design(ranked.articles[i])}};
    for (const Json& stage :
         {ranked.ranks[i].payload(), ranked.scores[i].payload(), ranked.features[i].payload()}) {
      if (stage.is_object()) row.update(stage);
    }
    out.push_back(std::move(row));
  }
  return out;
}

Json references_json(const research::State& state, const RecordSet& ranked) {
  std::map<std::string, const model::Article*> by_id;
  for (const model::Article& a : ranked.articles) by_id.emplace(mechanism::record_id(a), &a);
  Json out = Json::array();
  for (const research::CheckedReference& checked : state.checked.references) {
    Json one = {{"id", checked.id}, {"status", checked.status}, {"reason", checked.reason}};
    if (const auto it = by_id.find(checked.id); it != by_id.end()) {
      Json article = article_json(*it->second, "standard");
      article.erase("abstract");
      one["article"] = std::move(article);
    }
    out.push_back(std::move(one));
  }
  return out;
}

Json evidence_rows(const RecordSet& ranked) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(ranked.articles.size(), kEvidenceRows); ++i) {
    const model::Article& a = ranked.articles[i];
    const std::string finding = a.trial ? "" : extract::main_finding(a).value_or("");
    Json members = Json::object();
    const Json& rank = ranked.ranks[i].payload();
    for (const char* name : {"rank", "final_score"}) {
      if (rank.is_object() && rank.contains(name)) members[name] = rank[name];
    }
    if (members.contains("final_score") && members["final_score"].is_number())
      members["final_score"] = mechanism::three_digits(members["final_score"].get<double>());
    out.push_back(article_row(a, finding, members));
  }
  return out;
}

// What of the question its own search did not ask for; what a source adds stands in its log.
std::vector<std::string> not_asked_for(const research::SearchRun& run) {
  std::vector<std::string> out;
  if (run.purpose != "question") return out;
  for (const std::string& warning : run.warnings) {
    const bool of_source = std::any_of(
        run.sources.begin(), run.sources.end(),
        [&](const research::SourceCount& s) { return warning.starts_with(s.source + ": "); });
    if (!of_source) out.push_back("the question's search: " + warning);
  }
  return out;
}

std::vector<std::string> all_warnings(const research::State& state) {
  std::vector<std::string> out;
  const auto add = [&out](const std::string& warning) {
    if (std::find(out.begin(), out.end(), warning) == out.end()) out.push_back(warning);
  };
  for (const research::SearchRun& run : state.searches) {
    for (const std::string& warning : not_asked_for(run)) add(warning);
    if (!run.error.empty()) add("the search `" + run.query + "` failed: " + run.error);
    for (const research::SourceCount& source : run.sources) {
      if (!source.error.empty() && source.status != "skipped") add(source.error);
    }
  }
  if (state.findings) {
    for (const std::string& warning : state.findings->warnings) add(warning);
  }
  for (const std::string& warning : state.ranking.warnings) add(warning);
  for (const std::string& warning : state.checked.warnings) add(warning);
  for (const research::CheckedReference& r : state.checked.references) {
    if (r.status == "verified") continue;
    add("reference " + r.id + " is " + r.status + (r.reason.empty() ? "" : ": " + r.reason));
  }
  return out;
}

// What of a verdict an answer shows: the strongest quote of either side.
Json short_link(const Json& verdict) {
  Json out = Json::object();
  for (const char* name : {"from", "relation", "to", "status", "share_for", "interval",
                           "supporting_records", "contradicting_records", "independent_groups"}) {
    out[name] = verdict.at(name);
  }
  Json& quotes = out["evidence"] = Json::array();
  for (const char* stance : {"supports", "contradicts"}) {
    for (const Json& quote : verdict.at("evidence")) {
      if (quote.at("stance") != stance) continue;
      quotes.push_back(quote);
      break;
    }
  }
  return out;
}

Json short_hypothesis(const Json& h) {
  Json out = Json::object();
  for (const char* name : {"hypothesis_id", "drug", "target", "pathway", "effect", "status",
                           "confidence", "search_suggestions"}) {
    out[name] = h.at(name);
  }
  Json& links = out["links"] = Json::array();
  for (const Json& verdict : h.at("test").at("links")) links.push_back(short_link(verdict));
  return out;
}

Json first_of(const Json& list, std::size_t most) {
  Json out = Json::array();
  for (const Json& item : list) {
    if (out.size() == most) break;
    out.push_back(item);
  }
  return out;
}

Json reference_counts(const Json& references) {
  std::map<std::string, int> count;
  for (const Json& r : references) ++count[r.at("status").get<std::string>()];
  Json out = {{"checked", references.size()}};
  for (const auto& [status, n] : count) out[status] = n;
  return out;
}

}  // namespace

Json research_document(const RunNames& names, const research::State& state,
                       const research::WholeReading& reading, const RecordSet& ranked) {
  const research::Selection selection = research::selection_of(state);
  const std::vector<research::Box> boxes = research::prisma_boxes(selection);
  Json out = {{"run_id", names.run_id},
              {"question", state.options.question},
              {"as_of", state.options.as_of},
              {"sample", names.sample},
              {"sources", state.options.sources},
              {"stop_reason", state.stop_reason},
              {"stop_sentence", research::stop_sentence(state)},
              {"requests", state.requests},
              {"knowledge_gaps", reading.assessment.knowledge_gaps},
              {"recommended_searches", reading.assessment.recommended_searches},
              {"excluded_retracted", reading.assessment.excluded_retracted},
              {"flow", encode(research::flow_of(state))},
              {"prisma_flow", flow_json(boxes)},
              {"flow_diagram", output::prisma_flow(boxes)},
              {"search_report", search_report_json(research::search_report(selection))},
              {"limitations", research::limitations_of(state)},
              {"result_set", state.ranking.result_set},
              {"warnings", all_warnings(state)}};
  out["rubric"] = wire_name(research::what_is_asked(state.options.question).rubric);
  if (reading.answer) {
    out["claim_result"] = whole_result(*reading.answer);
    out["answer"] = answer_member(out["claim_result"]);
  } else {
    out["answer"] = no_answer_member(state.options.question);
  }
  Json& rounds = out["rounds"] = Json::array();
  for (const research::Round& round : state.rounds) rounds.push_back(round_json(round));
  if (!state.rounds.empty()) out["judgement"] = encode(state.rounds.back().judgement);
  Json& hypotheses = out["hypotheses"] = Json::array();
  for (std::size_t i = 0; i < reading.assessment.hypotheses.size(); ++i)
    hypotheses.push_back(tested_json(reading.assessment.hypotheses[i], reading.tests[i], state));
  Json& searches = out["searches"] = Json::array();
  for (const research::SearchRun& run : state.searches) searches.push_back(search_json(run));
  Json& left = out["not_run"] = Json::array();
  for (const research::PlannedSearch& search : state.not_run) left.push_back(planned_json(search));
  out["articles"] = articles_json(ranked);
  out["evidence_rows"] = evidence_rows(ranked);
  out["references"] = references_json(state, ranked);
  return out;
}

Json with_quotes(Json document, std::string_view detail) {
  const auto it = document.find("claim_result");
  if (it == document.end()) return document;
  *it = detail == "full" ? listed(std::move(*it), {.all = true})
                         : listed(std::move(*it), {.each_side = kQuotesPerSide});
  return document;
}

Json shown_answer(Json answer, std::string_view detail) {
  answer = with_quotes(std::move(answer), detail);
  if (detail == "full") return answer;
  Json& queries = answer["queries"];
  if (queries.size() > kShownQueries) {
    answer["queries_omitted"] = queries.size() - kShownQueries;
    queries = first_of(queries, kShownQueries);
  }
  // The rows of evidence give way: the ranked set has them all.
  Json& rows = answer["evidence"];
  while (!rows.empty() && text::code_points(dump_json(answer)) > kAnswerCharacters)
    rows.erase(rows.size() - 1);
  return answer;
}

Json research_answer(const Json& document, const research::State& state) {
  const std::string run_id = document.at("run_id").get<std::string>();
  Json out = {{"run_id", run_id},
              {"status", "finished"},
              {"question", document.at("question")},
              {"answer", document.at("answer")},
              {"rubric", document.at("rubric")},
              {"stop_reason", document.at("stop_reason")},
              {"rounds", document.at("rounds")},
              {"judgement", nullptr},
              {"hypotheses", Json::array()},
              {"knowledge_gaps", first_of(document.at("knowledge_gaps"), kAnswerLines)},
              {"recommended_searches", first_of(document.at("recommended_searches"), kAnswerLines)},
              {"evidence", document.at("evidence_rows")},
              {"flow", document.at("flow")},
              {"queries", Json::array()},
              {"limitations", document.at("limitations")},
              {"references", reference_counts(document.at("references"))},
              {"result_set", document.at("result_set")},
              {"report", "evidence://runs/" + run_id + "/report"}};
  if (!state.rounds.empty()) {
    const research::Judgement& j = state.rounds.back().judgement;
    out["judgement"] = {{"clinical_score", j.clinical_score},
                        {"sufficient", j.sufficient},
                        {"reason", j.reason},
                        {"missing", first_of(Json(j.missing), kAnswerLines)}};
    if (j.mechanism_score) {
      out["judgement"]["mechanism_score"] = *j.mechanism_score;
      out["judgement"]["leading"] = j.leading;
    }
  }
  for (const Json& h : document.at("hypotheses")) out["hypotheses"].push_back(short_hypothesis(h));
  for (const research::SearchRun& run : state.searches) {
    out["queries"].push_back({{"round", run.round},
                              {"purpose", run.purpose},
                              {"query", text::ellipsize(run.query, 160)},
                              {"returned", run.ids.size()},
                              {"new", run.new_records}});
  }
  if (document.contains("claim_result")) out["claim_result"] = document.at("claim_result");
  const Json warnings = first_of(document.at("warnings"), 12);
  if (!warnings.empty()) out["warnings"] = warnings;
  return out;
}

Json paused_answer(const std::string& run_id, const research::State& state) {
  Json out = {
      {"run_id", run_id},
      {"status", "paused"},
      {"question", state.options.question},
      {"rounds", Json::array()},
      {"hypotheses", Json::array()},
      {"flow", encode(research::flow_of(state))},
      {"next_call",
       {{"tool", "run_research"},
        {"stage", "round " + std::to_string(state.round) + ": " + research::to_string(state.stage)},
        {"arguments", {{"question", state.options.question}, {"run_id", run_id}}}}}};
  for (const research::Round& round : state.rounds) out["rounds"].push_back(round_json(round));
  if (state.findings) {
    out["result_set"] = state.findings->pool;
    for (const research::HypothesisFacts& h : state.findings->hypotheses) {
      out["hypotheses"].push_back({{"hypothesis_id", h.hypothesis_id},
                                   {"drug", h.drug},
                                   {"target", h.target},
                                   {"pathway", h.pathway},
                                   {"effect", h.effect},
                                   {"status", h.status},
                                   {"confidence", h.confidence}});
    }
  }
  return out;
}

}  // namespace ev::tools
