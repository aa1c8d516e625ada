#include "pipeline/query_gen/harms.hpp"

#include "pipeline/query_gen/concept_parts.hpp"

#include <string>

namespace ev::query_gen {

namespace {

constexpr const char* kHarms[] = {"adverse effects", "adverse events", "adverse reactions",
                                  "side effects"};

}  // namespace

bool asks_for_harms(std::string_view key) {
  return key == "safety" || key == "tolerability";
}

void mean_harm(Concept& c, const mesh::Vocabulary& vocabulary) {
  const mesh::Heading* heading =
      vocabulary.by_name("Drug-Related Side Effects and Adverse Reactions");
  c.heading = heading == nullptr ? "" : heading->name;
  c.confirmed_by = heading == nullptr ? "" : vocabulary.source();
  c.synonyms = {c.text};
  for (const char* words : kHarms) {
    if (mesh::term_key(c.text) != words) c.synonyms.emplace_back(words);
  }
  c.learned = {pubmed_query::make_phrase("adverse effects", pubmed_query::Field::sh)};
}

Concept harm_of(std::string_view adjective, std::string text, const mesh::Vocabulary& vocabulary) {
  const std::string part(adjective);
  const mesh::Heading* heading = vocabulary.by_name(part + " diseases");
  if (heading == nullptr) return {};
  Concept c = concept_of(std::move(text), *heading, vocabulary.source());
  add_narrower(c, *heading, vocabulary);
  c.role = "outcome";
  c.weight = 1;
  c.synonyms = {part};
  return c;
}

}  // namespace ev::query_gen
