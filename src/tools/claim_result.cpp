#include "tools/claim_result.hpp"

#include "pipeline/answer/answer_json.hpp"
#include "pipeline/output/evidence_plots.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace ev::tools {

namespace {

bool has_a_side(const Json& record) {
  const std::string stance = record.at("stance").get<std::string>();
  return stance == "supports" || stance == "contradicts" || stance == "mixed";
}

// How many of each design stand where, the asked outcome's line first in the answer's table.
Json by_outcome(const answer::Answer& a) {
  std::map<std::string, std::map<std::string, int>> designs;
  for (const answer::RecordStance& r : a.records) {
    const bool side = r.stance == model::Stance::supports ||
                      r.stance == model::Stance::contradicts || r.stance == model::Stance::mixed;
    if (!side) continue;
    const char* where = r.stance == model::Stance::supports      ? "for"
                        : r.stance == model::Stance::contradicts ? "against"
                                                                 : "mixed";
    ++designs[std::string(model::label_of(r.provenance.design))][where];
  }
  const answer::Counts& c = a.counts;
  Json row = {{"outcome", a.frame.outcome_text},
              {"for", c.supporting},
              {"against", c.against},
              {"mixed", c.mixed},
              {"no_effect", c.no_effect},
              {"unread", c.unread},
              {"designs", designs}};
  return Json::array({std::move(row)});
}

}  // namespace

Json whole_result(const answer::Answer& answer) {
  Json out = answer::to_json(answer, {.all = true});
  out["by_outcome"] = by_outcome(answer);
  if (answer.pooled_studies)
    out["pooled"] = output::to_json(output::forest_of(*answer.pooled_studies));
  if (!answer.excluded_retracted.empty()) out["excluded_retracted"] = answer.excluded_retracted;
  return out;
}

Json whole_result(const workflow::ComparisonAnswer& answer) {
  Json out = whole_result(answer.answer);
  out["direction"] = wire_name(answer.direction);
  for (const Json& record : out["articles"]) {
    if (!record.contains("quote")) continue;
    for (const char* member : {"pmid", "quote", "start", "end", "text"})
      out[member] = record.at(member);
    break;
  }
  return out;
}

Json listed(Json result, const Listing& listing) {
  Json shown = Json::array();
  std::map<std::string, std::size_t> count;
  std::size_t left = 0;
  for (Json& record : result.at("articles")) {
    const bool side = has_a_side(record);
    if (!side && !listing.all) continue;
    if (count[record.at("stance").get<std::string>()]++ < listing.each_side) {
      shown.push_back(std::move(record));
    } else {
      ++left;
    }
  }
  result["articles"] = std::move(shown);
  if (left > 0) result["evidence_omitted"] = left;
  return result;
}

Json answer_member(const Json& result) {
  Json out = result.at("answer");
  out["verdict"] = result.at("verdict");
  return out;
}

Json no_answer_member(const std::string& question) {
  return {{"verdict", nullptr},
          {"best_estimate", nullptr},
          {"dissent", nullptr},
          {"text", "\"" + question +
                       "\" makes no claim that records can be for or against: the records are "
                       "ranked below. Ask \"Does A improve B?\" for a verdict."}};
}

}  // namespace ev::tools
