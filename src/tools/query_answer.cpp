#include "tools/query_answer.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "tools/model_answers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ev::tools {

namespace {

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

Json model_json(const QueryModel& model) {
  Json out = {{"engine", model.engine}, {"tokens_used", model.tokens_used}};
  if (model.engine == "endpoint") out["name"] = model.name;
  if (!model.rejected.empty()) out["rejected"] = rejections_json(model.rejected);
  if (model.error)
    out["error"] = {{"code", to_string(model.error->code)}, {"message", model.error->message}};
  return out;
}

}  // namespace

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

Answer query_answer(const QueryOutcome& outcome, const query_gen::Request& request) {
  const query_gen::Generation& made = outcome.made;
  Answer answer;
  answer.structured = {{"generated_queries", Json::array()},
                       {"mesh_terms", made.mesh_terms},
                       {"field_tags", made.field_tags},
                       {"query_metadata", metadata_json(made, request)}};
  for (const query_gen::GeneratedQuery& query : made.queries)
    answer.structured["generated_queries"].push_back(query_json(query));
  if (outcome.model) answer.structured["query_metadata"]["model"] = model_json(*outcome.model);
  answer.text = text_of(made, outcome.where);
  if (outcome.host_task) add_host_task(answer, *outcome.host_task);
  return answer;
}

}  // namespace ev::tools
