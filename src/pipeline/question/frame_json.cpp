#include "pipeline/question/frame_json.hpp"

#include <nlohmann/json.hpp>

namespace ev::question {
namespace {

std::string name_of(const Slot& slot) {
  std::string out;
  for (const ConceptSpan& s : slot.terms) out += (out.empty() ? "" : ", ") + s.about->name;
  for (const OwnWord& w : slot.own) out += (out.empty() ? "" : ", ") + w.word.text;
  for (const ConceptSpan& s : slot.forms) out += (out.empty() ? "" : ", ") + s.about->name;
  return out;
}

std::vector<std::string> names_of(const std::vector<const Concept*>& list) {
  std::vector<std::string> out;
  for (const Concept* about : list) out.push_back(about->name);
  return out;
}

}  // namespace

Json to_json(const QuestionFrame& frame) {
  Json out = {{"type", wire_name(type_of(frame))},
              {"intervention", name_of(frame.intervention)},
              {"comparator", nullptr},
              {"outcome", frame.outcome_text},
              {"asked", wire_name(asked_of(frame))},
              {"desirable", frame.good > 0},
              {"population", nullptr},
              {"qualifiers", names_of(frame.qualifiers)},
              {"setting", nullptr},
              {"open", nullptr},
              {"judged", nullptr},
              {"not_understood", frame.not_understood}};
  if (!frame.setting.empty()) out["setting"] = frame.setting;
  if (frame.open) out["open"] = wire_name(*frame.open);
  if (const std::string claim = claim_of(frame); !claim.empty()) out["judged"] = claim;
  if (frame.comparator) out["comparator"] = name_of(*frame.comparator);
  std::string population;
  for (const Concept* about : frame.people)
    population += (population.empty() ? "" : ", ") + about->name;
  for (const ConceptSpan& s : frame.population)
    population += (population.empty() ? "" : ", ") + s.about->name;
  for (const std::string& w : frame.population_words)
    population += (population.empty() ? "" : ", ") + w;
  if (!population.empty()) out["population"] = population;
  return out;
}

}  // namespace ev::question
