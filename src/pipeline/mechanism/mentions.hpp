// Finds the entities a sentence names and, with each, the words bound to it that say what happens
// to it: "inhibition of X", "X inhibitor", "reduced X levels", "X knockout". Unknown names that
// look like a drug, a target or a disease join the Vocabulary. Thread rule: like the Vocabulary's.
#pragma once

#include "pipeline/mechanism/entity.hpp"
#include "pipeline/text/document.hpp"

#include <string_view>
#include <vector>

namespace ev::mechanism {

// Token indexes, inclusive. [first, last] is the name, [outer_first, outer_last] includes the bound
// words.
struct Mention {
  std::size_t entity = 0;
  std::size_t first = 0, last = 0;
  std::size_t outer_first = 0, outer_last = 0;
  int polarity = 1;       // -1: what is spoken of is less of the entity
  bool acts = false;      // the bound words say that something is done to it
  bool agent = false;     // … and name the doer ("X inhibitor")
  bool prefixed = false;  // "inhibition of X": may be followed by "by …"
};

std::vector<Mention> find_mentions(std::string_view sentence, const std::vector<doc::Token>& tokens,
                                   Vocabulary& vocabulary);

// The text between token i and i + 1.
std::string_view gap_after(std::string_view sentence, const std::vector<doc::Token>& tokens,
                           std::size_t i);

}  // namespace ev::mechanism
