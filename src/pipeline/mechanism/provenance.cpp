#include "pipeline/mechanism/provenance.hpp"

#include "base/text.hpp"
#include "pipeline/extract/design.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::mechanism {
namespace {

struct Design {
  std::string_view name;  // as the extraction calls it
  double weight;
};
constexpr Design kDesigns[] = {{"meta-analysis", 0.9},
                               {"systematic review", 0.85},
                               {"randomized controlled trial", 0.9},
                               {"non-randomized trial", 0.75},
                               {"clinical trial", 0.75},
                               {"cohort study", 0.65},
                               {"observational study", 0.6},
                               {"case-control study", 0.6},
                               {"cross-sectional study", 0.5},
                               {"diagnostic accuracy study", 0.5},
                               {"animal study", 0.5},
                               {"guideline", 0.5},
                               {"review", 0.5},
                               {"in vitro study", 0.45},
                               {"letter", 0.4},
                               {"case series", 0.4},
                               {"case report", 0.35},
                               {"editorial", 0.3},
                               {"comment", 0.3}};
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

std::string species_of(const model::Article& article, const std::string& text) {
  bool humans = false;
  bool animals = false;
  for (const model::MeshHeading& heading : article.mesh_headings) {
    humans = humans || heading.descriptor == "Humans";
    animals = animals || heading.descriptor == "Animals" || heading.descriptor == "Mice" ||
              heading.descriptor == "Rats";
  }
  const bool vitro = contains_any(text, kVitroWords);
  const bool patients = contains_any(text, kHumanWords);
  if (animals && !patients) return "animal";
  if (humans && vitro && !patients) return "in vitro";
  if (humans) return "human";
  if (contains_any(text, kAnimalWords)) return "animal";
  if (patients) return "human";
  return vitro ? "in vitro" : "not stated";
}

}  // namespace

Provenance provenance_of(const model::Article& article) {
  Provenance out;
  const std::string text = text::to_lower_ascii(article.title + " " + article.abstract);
  out.species = species_of(article, text);
  if (const std::string design = extract::study_design(article); !design.empty()) {
    out.design = design;
    out.plan = design == "study protocol" || (article.trial && !article.trial->has_results);
  }
  for (const Design& design : kDesigns) {
    if (out.design == design.name) out.weight = design.weight;
  }
  if (out.design == "unknown" && out.species == "animal")
    out = {.design = "animal study", .species = "animal", .weight = 0.5};
  if (out.design == "unknown" && out.species == "in vitro")
    out = {.design = "in vitro study", .species = "in vitro", .weight = 0.45};
  // The gate the scores use too: what is under doubt counts half.
  if (article.retraction.status == "expression_of_concern") out.weight *= 0.5;
  return out;
}

}  // namespace ev::mechanism
