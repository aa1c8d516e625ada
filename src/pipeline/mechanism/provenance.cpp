#include "pipeline/mechanism/provenance.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::mechanism {
namespace {

struct Design {
  std::string_view type;  // MEDLINE publication type, lower case
  std::string_view name;
  double weight;
};
constexpr Design kTypes[] = {
    {"meta-analysis", "meta-analysis", 0.9},
    {"systematic review", "systematic review", 0.85},
    {"randomized controlled trial", "randomized controlled trial", 0.9},
    {"controlled clinical trial", "controlled clinical trial", 0.8},
    {"clinical trial", "clinical trial", 0.75},
    {"observational study", "observational study", 0.6},
    {"case reports", "case report", 0.35},
    {"review", "review", 0.5},
    {"editorial", "opinion", 0.3},
    {"comment", "opinion", 0.3},
    {"letter", "letter", 0.4},
};
constexpr Design kPhrases[] = {
    {"meta-analysis of", "meta-analysis", 0.9},
    {"systematic review", "systematic review", 0.85},
    {"randomized controlled", "randomized controlled trial", 0.9},
    {"randomised controlled", "randomized controlled trial", 0.9},
    {"double-blind", "randomized controlled trial", 0.85},
    {"randomly assigned", "randomized controlled trial", 0.9},
    {"cohort study", "cohort study", 0.65},
    {"case-control", "case-control study", 0.6},
    {"cross-sectional", "cross-sectional study", 0.5},
    {"case report", "case report", 0.35},
};
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
  for (const Design& design : kTypes) {
    for (const std::string& type : article.publication_types) {
      if (out.design == "unknown" && text::to_lower_ascii(type) == design.type) {
        out.design = design.name;
        out.weight = design.weight;
      }
    }
  }
  for (const Design& design : kPhrases) {
    if (out.design == "unknown" && text.find(design.type) != std::string::npos) {
      out.design = design.name;
      out.weight = design.weight;
    }
  }
  if (out.design == "unknown" && out.species == "animal") out = {"animal study", "animal", 0.5};
  if (out.design == "unknown" && out.species == "in vitro")
    out = {"in vitro study", "in vitro", 0.45};
  // The gate the scores use too: what is under doubt counts half.
  if (article.retraction.status == "expression_of_concern") out.weight *= 0.5;
  return out;
}

}  // namespace ev::mechanism
