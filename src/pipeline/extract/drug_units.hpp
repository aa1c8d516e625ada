// The drugs a sentence names, those given together taken as one: "tea plus honey" is one unit, "tea
// or honey" are two. Names are compared by what they stand for: short forms by their long form,
// spellings of one name as one. Pure functions over one sentence.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <string>
#include <vector>

namespace ev::extract {

// How a unit is joined to the one before it.
enum class Joint { apart, listed, together, with_next, either, against, than, compared, unlike };

struct DrugUnit {
  Chunk words;
  std::vector<std::string> names;  // sorted, each once
  bool short_form = false;
  bool with_placebo = false;  // what others add to it, placebo stands for
  Joint joint = Joint::apart;
};

// Of one of the record's sentences.
const std::vector<DrugUnit>& drug_units(const RecordText& record, const Sentence& sentence);
// The drugs that these words name, sorted, each once.
std::vector<std::string> drug_names(const RecordText& record, const Phrase& named);

}  // namespace ev::extract
