// The text of a research goal: its tokens and how they are written. Positions are indices of
// tokens, ends exclusive. Thread rule: immutable; the goal must outlive it.
#pragma once

#include "pipeline/text/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

class GoalText {
 public:
  explicit GoalText(std::string_view goal);

  std::string_view goal() const { return goal_; }
  const std::vector<doc::Token>& tokens() const { return tokens_; }
  bool is_list() const { return is_list_; }  // words side by side, not a sentence

  std::string key(std::size_t i, std::size_t n) const;
  std::string slice(std::size_t begin, std::size_t end) const;
  bool joined(std::size_t a, std::size_t b) const;
  bool crosses_sentence(std::size_t begin, std::size_t end) const;
  bool is_initial(std::size_t i) const;
  // Inside the brackets of a known field tag.
  bool in_tag(std::size_t i) const;
  // Index after the tokens of a quoted phrase that begins at token i, or i.
  std::size_t quoted_end(std::size_t i) const;
  // A word by itself between commas.
  bool is_listed_word(std::size_t i) const;
  // One word of a longer term between commas: "lung biopsy needle, endoscope".
  bool is_part_of_listed_term(std::size_t i) const;
  bool is_abbreviation(std::size_t i) const;
  // What the abbreviation stands for, "" when that is not known.
  std::string_view abbreviation_at(std::size_t i) const;
  // Capitals and digits amid a sentence.
  bool is_symbol(std::size_t i) const;
  // A word in the middle of a sentence that begins with a capital: a brand, an eponym, a species.
  bool is_name(std::size_t i) const;
  // "Zebra", "Zebra disease", "Zebra's disease".
  std::size_t name_end(std::size_t i) const;
  // "D-dimer": one letter and the word it belongs to; i where there is none.
  std::size_t lettered_end(std::size_t i) const;

 private:
  std::string_view goal_;
  std::vector<doc::Token> tokens_;
  bool is_list_ = false;
  bool is_title_ = false;  // most words begin with a capital
};

bool is_numeric(std::string_view s);

}  // namespace ev::query_gen
