// Short names that stand for several things in medicine, drugs among them (MS: multiple sclerosis,
// mass spectrometry, morphine sulfate …). What is meant is for the writer to say; this tells when
// somebody should ask. Names of one meaning: abbreviations.hpp. Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

struct AmbiguousName {
  std::string name;                   // as written
  std::vector<std::string> meanings;  // words that can stand in its place, the commonest first
  std::string decided = {};           // the one of which alone words stand beside it, "" = none
  std::string because = {};           // such a word, folded
};

// The first name in `goal` of several meanings, of which neither the goal nor `said` (further words
// of the caller: keywords, a domain) settles one. Capitals count; of a goal in capitals throughout,
// or in PubMed's syntax, nothing is known.
std::optional<AmbiguousName> ambiguous_name(std::string_view goal,
                                            const std::vector<std::string>& said);

// `goal` with every such `name` in it replaced.
std::string with_meaning(std::string_view goal, std::string_view name, std::string_view meaning);

}  // namespace ev::query_gen
