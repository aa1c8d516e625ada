#include "pipeline/mechanism/provenance.hpp"

#include "base/text.hpp"
#include "pipeline/extract/design.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::mechanism {
namespace {

using model::Species;
using model::StudyDesign;

constexpr std::string_view kHumanWords[] = {"patients", "volunteers", "participants", "women",
                                            "subjects"};
constexpr std::string_view kAnimalWords[] = {"mice",      "rats",       "murine", "mouse",
                                             "rat ",      "rabbits",    "dogs",   "pigs",
                                             "zebrafish", "drosophila", "monkeys"};
constexpr std::string_view kVitroWords[] = {"in vitro", "cell line", "cultured", "cell culture",
                                            "cells were"};

template <std::size_t N>
bool contains_any(const std::string& text, const std::string_view (&words)[N]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view w) { return text.find(w) != std::string::npos; });
}

Species species_of(const model::Article& article, const std::string& text) {
  bool humans = false;
  bool animals = false;
  for (const model::MeshHeading& heading : article.mesh_headings) {
    humans = humans || heading.descriptor == "Humans";
    animals = animals || heading.descriptor == "Animals" || heading.descriptor == "Mice" ||
              heading.descriptor == "Rats";
  }
  const bool vitro = contains_any(text, kVitroWords);
  const bool patients = contains_any(text, kHumanWords);
  if (animals && !patients) return Species::animal;
  if (humans && vitro && !patients) return Species::in_vitro;
  if (humans) return Species::human;
  if (contains_any(text, kAnimalWords)) return Species::animal;
  if (patients) return Species::human;
  return vitro ? Species::in_vitro : Species::not_stated;
}

}  // namespace

Provenance provenance_of(const model::Article& article) {
  Provenance out;
  const std::string text = text::to_lower_ascii(article.title + " " + article.abstract);
  out.species = species_of(article, text);
  out.design = extract::design_of(article);
  out.plan = out.design && (out.design == StudyDesign::study_protocol ||
                            (article.trial && !article.trial->has_results));
  if (!out.design && out.species == Species::animal) out.design = StudyDesign::animal_study;
  if (!out.design && out.species == Species::in_vitro) out.design = StudyDesign::in_vitro_study;
  if (out.design) out.weight = model::weight_of_statement(*out.design);
  // The gate the scores use too: what is under doubt counts half.
  if (article.retraction.status == model::RetractionStatus::expression_of_concern)
    out.weight *= 0.5;
  return out;
}

}  // namespace ev::mechanism
