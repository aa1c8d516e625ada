#include "pipeline/query_gen/concept_ranks.hpp"

#include "pipeline/translate/values.hpp"

namespace ev::query_gen {

bool is_subject(const Concept& c) {
  return c.role != "outcome" && c.role != "dose" && !c.generic;
}

namespace {

bool is_check_tag(const Concept& c) {
  return !c.heading.empty() && translate::is_check_tag(c.heading);
}

}  // namespace

bool tells_whom(const Concept& c) {
  return is_check_tag(c) || c.people;
}

bool joins_treatments(std::string_view goal) {
  const std::string words = " " + mesh::term_key(goal) + " ";
  for (const std::string_view cue : {" versus ", " vs ", " compar", " than ", " over ", " combin",
                                     " adding ", " added to ", " plus ", " together with "}) {
    if (words.find(cue) != std::string::npos) return true;
  }
  return false;
}

bool is_asked_by(std::string_view facet, std::string_view concept_text) {
  const std::string key = mesh::term_key(concept_text);
  if (key == facet) return true;
  if (facet != "safety") return false;
  for (const std::string_view harm :
       {"adverse effects", "adverse events", "adverse reactions", "side effects", "tolerability"}) {
    if (key == harm) return true;
  }
  return false;
}

int rank_of(const Concept& c) {
  if (c.generic || !is_subject(c)) return 0;
  if (c.medicine || is_named(c)) return 3;
  if (is_check_tag(c)) return 1;
  return c.weight >= kTelling ? 2 : 0;
}

}  // namespace ev::query_gen
