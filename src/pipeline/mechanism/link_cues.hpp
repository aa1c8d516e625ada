// Cue words between two given names. Unlike the cues of open reading (cues.hpp) these include
// doers ("inhibitor"), qualities ("inhibitory"), deficits ("knock-out") and comparatives, because
// with both ends known a weaker word can be trusted. Folded words; pure functions.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace ev::mechanism {

// "inhibits", "inhibited", "inhibiting", "inhibition", "increase" (either), "inhibitor",
// "inhibitory", "lower", "knockout", "IC50", "sensitive".
enum class LinkForm {
  verb,
  participle,
  gerund,
  noun,
  verb_or_noun,
  agent,
  adjective,
  comparative,
  deficit,
  constant,
  sensitivity
};

struct LinkCue {
  std::size_t token = 0;
  int sign = 0;
  LinkForm form = LinkForm::verb;
  bool bound = false;     // joined by a hyphen to the word before: "LPS-induced"
  bool by_value = false;  // good or bad rather than more or less: "improved", "worsened"
};

// In text order. `sentence` is what the tokens index.
std::vector<LinkCue> link_cues(std::string_view sentence, const std::vector<doc::Token>& tokens);

// A sentence with its words and cues.
struct LinkSentence {
  std::string_view text;
  std::vector<doc::Token> tokens;
  std::vector<LinkCue> cues;
};
LinkSentence link_sentence(std::string_view text);
LinkSentence link_sentence(std::string_view text, std::vector<doc::Token> tokens);

// "affects", "alters", "modulates": says something without saying which way.
bool is_undirected_cue(std::string_view word);

// Small word classes of the grammar.
bool is_be(std::string_view word);
bool leads_doer(std::string_view word);      // by, with, after, following …
bool is_link_word(std::string_view word);    // of, in, the, and …
bool is_description(std::string_view word);  // a, selective, potent, which, acts …
bool opens_clause(std::string_view word);    // whereas, but, although …
bool joins_effect(std::string_view word);    // "A-induced", "A-mediated", "A-treated" …
bool is_negator(std::string_view word);
bool starts_other_name(std::string_view word);  // "serotonin transporter", "angiotensin converting"

}  // namespace ev::mechanism
