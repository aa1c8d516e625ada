#include "pipeline/mechanism/hypothesis_json.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

namespace ev::mechanism {
namespace {

std::size_t allowed(const QuoteLimit& limit, Stance stance) {
  if (stance == Stance::supports) return limit.supporting;
  return stance == Stance::background ? limit.background : limit.contradicting;
}

// In the link's order, at most as many of each stance as the limit says.
std::vector<const Evidence*> shown_evidence(const HypothesisLink& link, const QuoteLimit& limit) {
  std::map<Stance, std::size_t> count;
  std::vector<const Evidence*> out;
  for (const Evidence& e : link.evidence) {
    if (count[e.stance] >= allowed(limit, e.stance)) continue;
    // Background is only shown where findings are few.
    if (e.stance == Stance::background && limit.background < link.evidence.size() &&
        count[Stance::supports] > 1)
      continue;
    ++count[e.stance];
    out.push_back(&e);
  }
  return out;
}

}  // namespace

Json to_json(const Evidence& e) {
  Json out = {{"pmid", e.id},
              {"quote", e.quote.text},
              {"start", e.quote.start},
              {"end", e.quote.end},
              {"text", doc::to_string(e.quote.field)},
              {"stance", e.stance},
              {"cue", e.cue},
              {"design", label_of(e.design)},
              {"species", e.species},
              {"negated", e.negated},
              {"hedged", e.hedged}};
  if (e.by_class) out["by_class"] = true;
  if (e.weak) out["weak"] = true;
  if (!e.method.empty()) out["method"] = e.method;
  // Text that hides characters is shown without them; the offsets still mean the stored text.
  if (const std::string clean = text::displayable(e.quote.text); clean != e.quote.text) {
    out["quote"] = clean;
    out["quote_cleaned"] = true;
  }
  return out;
}

namespace {

Json link_json(const HypothesisLink& link, const QuoteLimit& limit) {
  Json evidence = Json::array();
  for (const Evidence* e : shown_evidence(link, limit)) evidence.push_back(to_json(*e));
  Json out = {{"from", link.from},
              {"to", link.to},
              {"relation", link.relation},
              {"sign", link.sign},
              {"support", link.support},
              {"contradiction", link.contradiction},
              {"supporting_records", link.supporting_records}};
  if (evidence.size() < link.evidence.size())
    out["evidence_omitted"] = link.evidence.size() - evidence.size();
  if (link.class_name_only) out["class_name_only"] = true;
  if (link.background_only) out["background_only"] = true;
  if (link.assumed) out["assumed"] = true;
  if (!link.mesh_records.empty()) out["mesh_records"] = link.mesh_records;
  out["evidence"] = std::move(evidence);
  return out;
}

constexpr const char* kMethod =
    "minimum of the links times hub_damping; a missing target, pathway or effect and a link "
    "that no record found count as 0.2, an assumed link as 0.1";

// Halves to the even digit, as the format asks.
std::string percent(double share) {
  return std::to_string(static_cast<long>(std::nearbyint(share * 100))) + "%";
}

}  // namespace

Json to_plain_json(const MechanismHypothesis& h) {
  return {{"hypothesis_id", h.hypothesis_id},
          {"drug", h.drug},
          {"target", h.target},
          {"pathway", h.pathway},
          {"effect", h.effect},
          {"confidence", h.confidence},
          {"supporting_evidence", h.supporting_evidence},
          {"contradicting_evidence", h.contradicting_evidence},
          {"search_suggestions", h.search_suggestions}};
}

Json to_json(const MechanismHypothesis& h, const QuoteLimit& limit) {
  Json out = to_plain_json(h);
  out["status"] = h.status;
  out["to_search_queries"] = h.to_search_queries();
  Json& links = out["links"] = Json::array();
  for (const HypothesisLink& link : h.links) links.push_back(link_json(link, limit));
  if (h.direct) out["direct"] = link_json(*h.direct, limit);
  const ConfidenceParts& p = h.confidence_parts;
  out["confidence_parts"] = {
      {"drug_target", p.drug_target},       {"target_pathway", p.target_pathway},
      {"pathway_effect", p.pathway_effect}, {"contradiction", p.contradiction},
      {"hub_damping", p.hub_damping},       {"product", p.product},
      {"weakest_link", p.weakest_link},     {"method", kMethod}};
  const Novelty& n = h.novelty;
  out["novelty"] = {{"value", n.value},
                    {"records", n.records},
                    {"with_drug", n.with_drug},
                    {"with_effect", n.with_effect},
                    {"together", n.together},
                    {"expected", n.expected},
                    {"basis", "counts in the records given, not in the literature"}};
  return out;
}

std::string mechanism_line(const MechanismHypothesis& h) {
  std::string out;
  for (const std::string* level : {&h.drug, &h.target, &h.pathway, &h.effect}) {
    if (!level->empty()) out += (out.empty() ? "" : " → ") + *level;
  }
  return text::displayable(out);
}

namespace {

std::string basis_of(const HypothesisLink& link) {
  if (link.assumed) return "assumed, stated by no record read: the step to test";
  if (link.background_only) return "stated as known before, found by no record read";
  std::string out = std::to_string(link.supporting_records) + " record(s) support it";
  if (link.class_name_only) out += ", all by the name of a drug class";
  return out;
}

std::string link_markdown(const HypothesisLink& link, const QuoteLimit& limit) {
  std::string out = "- " + text::displayable(link.from + " " + link.relation + " " + link.to) +
                    " (" + basis_of(link) + ")\n";
  for (const Evidence* e : shown_evidence(link, limit)) {
    out += "  - " + std::string(wire_name(e->stance)) + (e->hedged ? ", hedged" : "") +
           (e->negated ? ", negated" : "") + (e->by_class ? ", by the name of a drug class" : "") +
           ": \"" + text::displayable(e->quote.text) + "\" [" + e->id + ", " +
           std::string(label_of(e->design)) + ", " + std::string(wire_name(e->species)) +
           (e->method.empty() ? "" : ", read by a model") + "]\n";
  }
  return out;
}

}  // namespace

std::string to_markdown(const MechanismHypothesis& h, std::size_t number, const QuoteLimit& limit) {
  std::string out =
      "### Hypothesis " + std::to_string(number) + " (Confidence: " + percent(h.confidence) + ")\n";
  out += "**Mechanism**: " + mechanism_line(h) + "\n";
  out += "**Suggested searches**: " + text::displayable(text::join(h.search_suggestions, ", ")) +
         "\n\n";
  out += "Status: " + std::string(wire_name(h.status)) +
         "; weakest link: " + text::displayable(h.confidence_parts.weakest_link) +
         "; id: " + h.hypothesis_id + "\n";
  for (const HypothesisLink& link : h.links) out += link_markdown(link, limit);
  if (h.direct) out += "Of the drug itself:\n" + link_markdown(*h.direct, limit);
  return out;
}

std::string to_row_markdown(const MechanismHypothesis& h, std::size_t number) {
  return std::to_string(number) + ". " + mechanism_line(h) + " (" + percent(h.confidence) + ", " +
         std::string(wire_name(h.status)) + ") " + h.hypothesis_id;
}

std::string closing_markdown(const HypothesisAssessment& assessment) {
  std::string out;
  if (assessment.primary >= 0) {
    out += "### Primary Hypothesis\n";
    out += mechanism_line(assessment.hypotheses[static_cast<std::size_t>(assessment.primary)]) +
           "\n\n";
  }
  if (!assessment.knowledge_gaps.empty()) {
    out += "### Knowledge Gaps\n";
    for (const std::string& gap : assessment.knowledge_gaps)
      out += "- " + text::displayable(gap) + "\n";
  }
  if (!assessment.recommended_searches.empty()) {
    out += "\n### Recommended Next Searches\n";
    for (const std::string& search : assessment.recommended_searches)
      out += "- `" + text::displayable(search) + "`\n";
  }
  return out;
}

}  // namespace ev::mechanism
