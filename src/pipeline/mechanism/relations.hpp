// Who acts on whom in one sentence: pairs of mentions joined by a cue. A pair without a cue yields
// nothing. Forms read: active ("A inhibits B"), passive ("B was inhibited by A"), nominal
// ("inhibition of B by A", "A-induced B"), doers ("B inhibitor A", "A, a B antagonist"), clinical
// ("B fell after A"), means
// ("A improves B by inhibiting C": C acts on B). Signs multiply through the polarity of the
// mentions, so "A prevented the decrease in B" raises B. Pure functions.
#pragma once

#include "pipeline/mechanism/mentions.hpp"

#include <string_view>
#include <vector>

namespace ev::mechanism {

enum class Form { active, passive, nominal, doer, clinical, means };
const char* to_string(Form form);

struct Relation {
  std::size_t from = 0, to = 0;  // indexes of mentions
  int sign = 0;                  // +1, -1; 0 only with negated ("had no effect on")
  Form form = Form::active;
  std::size_t cue = 0;  // token
  bool negated = false;
  bool hedged = false;
  bool weak = false;  // association, shared credit, comparison: worth less
  // Said only by the name of a drug class: "A, a B blocker …", "B blockers reduce C".
  bool by_class = false;
};

std::vector<Relation> find_relations(std::string_view sentence,
                                     const std::vector<doc::Token>& tokens,
                                     const std::vector<Mention>& mentions,
                                     const Vocabulary& vocabulary);

}  // namespace ev::mechanism
