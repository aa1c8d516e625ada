#include "pipeline/extract/design.hpp"
#include "pipeline/extract/phrase.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

const Patterns& animal_words() {
  static const Patterns kPatterns = {
      "rat|rats|mouse|mice|murine|rabbit|rabbits|dog|dogs|canine|cats|pig|pigs|piglets|swine|"
      "porcine",
      "monkey|monkeys|macaques|baboon|baboons|sheep|lambs|calves|cows|cattle|bovine|horses|"
      "broilers",
      "hamster|hamsters|gerbils|chickens|hens|zebrafish|drosophila|elegans|guinea pig|pigs",
      "wistar|sprague|c57bl|balb|knockout|goats|ferrets|larvae|chimpanzees|frogs|xenopus"};
  return kPatterns;
}

const Patterns& human_words() {
  static const Patterns kPatterns = {
      "patient|patients|participant|participants|volunteer|volunteers|women|men|adults|children",
      "infants|adolescents|persons|people|individuals|girls|boys|students|residents|mothers|woman|"
      "man",
      "newborns|neonates|outpatients|inpatients|nurses|physicians|veterans|elderly|smokers|"
      "subjects"};
  return kPatterns;
}

const Patterns& cell_words() {
  static const Patterns kPatterns = {"in vitro", "cell line|lines",
                                     "cultured|primary <2> cells|hepatocytes|neurons|fibroblasts",
                                     "hela|hek293|mcf|hepg2|caco|u937|hl60|pc12|k562|jurkat|a549"};
  return kPatterns;
}

struct Count {
  int hits = 0;
  std::optional<doc::Span> first;
};

Count count(const RecordText& record, const Patterns& patterns) {
  Count out;
  for (const Sentence& sentence : record.sentences()) {
    std::size_t from = 0;
    while (const auto match = find_any(patterns, sentence, from)) {
      // The title weighs more: it names what was studied.
      out.hits += sentence.is_title() ? 3 : 1;
      if (!out.first) {
        out.first = sentence.span(sentence.tokens[match->first].begin,
                                  sentence.tokens[match->last - 1].end);
      }
      from = match->last;
    }
  }
  return out;
}

SubjectsFinding from_text(Species species, const Count& count, double confidence) {
  return {species, {.span = count.first, .confidence = confidence}};
}

SubjectsFinding decide_subjects(const RecordText& record) {
  bool animals = false;
  for (const model::MeshHeading& heading : record.article().mesh_headings) {
    if (heading.descriptor == "Humans") {
      return {Species::human,
              {.record_field = "mesh_terms", .record_value = "Humans", .confidence = 0.98}};
    }
    animals = animals || heading.descriptor == "Animals";
  }
  const Count animal = count(record, animal_words());
  const Count cells = count(record, cell_words());
  if (animals) {
    // The tag is given to cultures of animal cells too: what the text speaks of decides.
    if (cells.hits > 2 * animal.hits) return from_text(Species::in_vitro, cells, 0.85);
    return {Species::animal,
            {.record_field = "mesh_terms", .record_value = "Animals", .confidence = 0.98}};
  }
  const Count human = count(record, human_words());
  if (human.hits > 0 && human.hits >= animal.hits && human.hits * 2 >= cells.hits) {
    return from_text(Species::human, human, 0.85);
  }
  if (animal.hits > 1 && animal.hits * 2 >= cells.hits)
    return from_text(Species::animal, animal, 0.85);
  if (cells.hits > 0) return from_text(Species::in_vitro, cells, 0.75);
  if (animal.hits > 0) return from_text(Species::animal, animal, 0.7);
  return {};
}

}  // namespace

SubjectsFinding find_subjects(const RecordText& record) {
  return record.facts().subjects.get([&] { return decide_subjects(record); });
}

}  // namespace ev::extract
