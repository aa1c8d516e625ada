// Entities of a mechanism and the words that name them. A Vocabulary starts with a modest built-in
// table of well-known targets, processes, effects and drugs and learns the rest from the records'
// MeSH headings and from word patterns (drug stems, enzyme and receptor names, gene symbols,
// disease endings). Words are compared as keys: folded, Greek letters spelled out, separators
// dropped, so "TNF-α" and "TNFalpha" meet. Ids are "<kind>:<key of the canonical name>". Thread
// rule: one call, one Vocabulary.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/text/document.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ev::mechanism {

// In the order of a chain.
enum class Kind { drug, target, pathway, effect };
constexpr auto wire_names(Kind) {
  return std::to_array<std::string_view>({"drug", "target", "pathway", "effect"});
}
const char* to_string(Kind kind);

struct Entity {
  std::string id;
  std::string name;
  Kind kind = Kind::effect;
  int valence = 0;  // -1: less of it is better (disease, mortality), +1: more is better, 0: depends
  bool disease = false;    // a condition rather than a measure
  bool hub = false;        // takes part in so much that it explains little
  bool reagent = false;    // makes models and assays rather than treats
  bool vague = false;      // any treatment of anything changes it: "symptoms", "quality of life"
  bool infection = false;  // or its cure: what causes it is no target of the host
};

// How one term stands for its entity. `polarity` -1: the term means less of it ("intragastric pH"
// for acid secretion). `acts`: the term itself says that something is done to the entity
// ("beta-blockade"); `agent`: and names the doer ("beta-blocker").
struct Term {
  std::size_t entity = 0;
  int polarity = 1;
  bool acts = false;
  bool agent = false;
  bool symbol = false;     // upper-case in writing: "AMPK"
  bool ambiguous = false;  // also a common word (CAT, MET, REST …): needs a gene word beside it
  std::string written{};
};

// What an annotation service names in the records: everything that one normalised id is called.
struct NamedEntity {
  Kind kind = Kind::effect;
  std::string id;                  // of the service: "Gene:672"
  std::string name;                // "" when it has none
  std::vector<std::string> forms;  // as the texts write it
  bool operator==(const NamedEntity&) const = default;
};

// What is known of a name: how else the thing is called, what says less of it ("bone loss" for bone
// density), and longer names that hold one of these but mean something else ("cell death" for
// death, "superoxide dismutase" for superoxide).
struct KnownNames {
  std::vector<std::string> same, opposite, other;  // as written, sorted
  int valence = 0;                                 // as Entity's, for what the name says
};

class Vocabulary {
 public:
  Vocabulary();

  // Index of the entity; one that a known term already names is reused.
  std::size_t add(Kind kind, std::string_view name);
  void alias(std::size_t entity, std::string_view term, const Term& form = {});
  // Types the MeSH headings by their qualifiers and, without any, by disease endings; enzymes, gene
  // products and supplementary substances of the chemical lists by what they are.
  void learn(std::span<const model::Article> articles);

  // Joins the ways one thing is written. A thing known by none of them is added, unless it is a
  // chemical: those are as often what a cell is bathed in as what treats.
  void learn(std::span<const NamedEntity> entities);

  const Term* find(const std::string& key) const;
  // Of the plain terms, without those that are also common words; empty when the name is not known.
  KnownNames names_of(std::string_view name) const;
  const Entity& at(std::size_t index) const { return entities_[index]; }
  Entity& at(std::size_t index) { return entities_[index]; }
  std::size_t size() const { return entities_.size(); }

 private:
  void load_builtin();
  void learn_chemicals(std::span<const model::Article> articles);
  std::vector<Entity> entities_;
  std::unordered_map<std::string, Term> terms_;
};

// The key of a term, and of tokens [first, last].
std::string key_of(std::string_view term);
std::string key_of(std::span<const doc::Token> tokens, std::size_t first, std::size_t last);

}  // namespace ev::mechanism
