// Proximity (adj3, NEAR/3, W/3, N3, NEXT, "x y"~3), Boolean signs (&& || !) and XOR.
#include "base/text.hpp"
#include "pipeline/pubmed_query/foreign_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ev::pubmed_query::foreign {

namespace {

struct Proximity {
  int distance = 0;         // words between
  bool neighbours = false;  // in this order, nothing between
  bool certain = false;     // can be nothing else
};

int number_of(std::string_view digits) {
  return std::min(1000, std::stoi(std::string(digits.substr(0, 6))));
}

// "adj", "adj3": Ovid counts to the next word, so adj3 leaves room for two.
std::optional<Proximity> adjacency(const std::string& lower) {
  if (lower == "adj") return Proximity{0, true, false};
  if (!lower.starts_with("adj") || !is_digits(std::string_view(lower).substr(3))) {
    return std::nullopt;
  }
  return Proximity{std::max(0, number_of(std::string_view(lower).substr(3)) - 1), false, true};
}

std::optional<Proximity> with_slash(const std::string& word, const std::string& lower) {
  for (const std::string_view name : {"near/", "next/", "onear/", "pre/", "w/"}) {
    const std::string_view rest =
        std::string_view(lower).substr(std::min(name.size(), lower.size()));
    if (lower.starts_with(name) && is_digits(rest)) return Proximity{number_of(rest), false, true};
  }
  for (const std::string_view name : {"N/", "P/"}) {  // ProQuest; in lower case "n/3" is text
    if (word.starts_with(name) && is_digits(std::string_view(word).substr(2))) {
      return Proximity{number_of(std::string_view(word).substr(2)), false, false};
    }
  }
  return std::nullopt;
}

// EBSCO's N3 and W3.
bool is_letter_number(std::string_view word) {
  return (word.size() == 2 || word.size() == 3) && (word[0] == 'N' || word[0] == 'W') &&
         is_digits(word.substr(1));
}

std::optional<Proximity> proximity(const std::string& word) {
  const std::string lower = text::to_lower_ascii(word);
  if (const auto found = adjacency(lower)) return found;
  if (const auto found = with_slash(word, lower)) return found;
  if (word == "NEAR") return Proximity{15, false, false};
  if (word == "NEXT") return Proximity{0, true, false};
  if (is_letter_number(word))
    return Proximity{number_of(std::string_view(word).substr(1)), false, false};
  return std::nullopt;
}

// Words on both sides, within a run that PubMed reads as one phrase or as words.
bool between_words(const Tokens& tokens, std::size_t at) {
  return is_word(tokens, at - 1) && is_word(tokens, at + 1);
}

// "T2 N1 M0", "stage N2 disease", "sleep N3 duration", "lung W256 cells"[tiab].
bool may_be_text(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  if (!is_letter_number(tokens[at].text) || !between_words(tokens, at)) return false;
  if (is_kind(tokens, around.run_end[at], TokenKind::tag)) return true;
  const std::string& before = tokens[at - 1].text;
  const std::string& after = tokens[at + 1].text;
  const auto stage = [](std::string_view word, char letter) {
    return word.size() >= 2 && (word.front() == letter || word.front() == letter + 32) &&
           word[1] >= '0' && word[1] <= '9';
  };
  if (stage(before, 'T') || stage(after, 'M')) return true;
  return tokens[at].text.front() == 'N' && around.speaks_of_stages;
}

std::string written(const Proximity& p) {
  return p.neighbours ? "\"word1 word2\"[tiab]"
                      : "\"word1 word2\"[tiab:~" + std::to_string(p.distance) + "]";
}

std::optional<Read> proximity_at(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  const Token& token = tokens[at];
  const auto found = proximity(token.text);
  if (!found) return std::nullopt;
  Read read;
  if (!found->certain) {
    if (!operand_before(tokens, at) || !operand_after(tokens, at)) return std::nullopt;
    const bool english = token.text == "NEAR" || token.text == "NEXT";
    if ((english && around.all_capitals) || may_be_text(tokens, at, around)) {
      read.instead.push_back(token);
      read.warnings.push_back(
          {"possible_operator", token.begin,
           "\"" + token.text + "\" is read as a word; in other services it is an operator",
           "for proximity write " + written(*found)});
      return read;
    }
  }
  read.errors.push_back(remark(token,
                               "\"" + token.text + "\" is proximity syntax of another service",
                               "PubMed writes " + written(*found) + ", or use AND"));
  read.instead.push_back(
      like(token, TokenKind::op,
           found->neighbours ? "NEXT" : "NEAR/" + std::to_string(found->distance)));
  return read;
}

// "x y"~3
std::optional<Read> lucene_slop(const Tokens& tokens, std::size_t at) {
  if (!is_kind(tokens, at, TokenKind::phrase) || !is_word(tokens, at + 1)) return std::nullopt;
  const std::string& sign = tokens[at + 1].text;
  if (!is_glued(tokens, at + 1) || sign.size() < 2 || sign.front() != '~') return std::nullopt;
  if (!is_digits(std::string_view(sign).substr(1))) return std::nullopt;
  const std::string number = std::to_string(number_of(std::string_view(sign).substr(1)));
  Read read;
  read.used = 2;
  read.errors.push_back(remark(tokens[at + 1],
                               "\"" + sign + "\" is proximity syntax of another service",
                               "\"" + tokens[at].text + "\"[tiab:~" + number + "]"));
  read.instead.push_back(tokens[at]);
  if (is_kind(tokens, at + 2, TokenKind::tag)) {  // [ti] after it tells the field
    read.instead.push_back(
        like(tokens[at + 2], TokenKind::tag, tokens[at + 2].text + ":~" + number));
    read.used = 3;
  } else {
    read.instead.push_back(like(tokens[at + 1], TokenKind::tag, "tiab:~" + number));
  }
  return read;
}

std::optional<Read> exclusive_or(const Tokens& tokens, std::size_t at) {
  if (tokens[at].text != "XOR" || !operand_before(tokens, at) || !operand_after(tokens, at)) {
    return std::nullopt;
  }
  Read read;
  read.errors.push_back(
      remark(tokens[at], "XOR is no operator of PubMed", "write (a OR b) NOT (a AND b)"));
  read.instead.push_back(like(tokens[at], TokenKind::op, "XOR"));
  return read;
}

// "a && b", "a||b".
std::optional<Read> doubled_sign(const Tokens& tokens, std::size_t at) {
  const std::string& word = tokens[at].text;
  std::size_t sign = word.find("&&");
  if (sign == std::string::npos) sign = word.find("||");
  if (sign == std::string::npos) return std::nullopt;
  const std::string name = word[sign] == '&' ? "AND" : "OR";
  Read read;
  read.errors.push_back(remark(
      tokens[at], "\"" + word.substr(sign, 2) + "\" is no operator of PubMed", "write " + name));
  const std::string rest = word.substr(sign + 2);
  if (rest.find_first_of("&|") != std::string::npos) {  // more than one: left as it is
    read.instead.push_back(tokens[at]);
    return read;
  }
  if (sign > 0) read.instead.push_back(like(tokens[at], TokenKind::word, word.substr(0, sign)));
  read.instead.push_back(like(tokens[at], TokenKind::op, name));
  if (!rest.empty()) read.instead.push_back(like(tokens[at], TokenKind::word, rest));
  return read;
}

bool is_and(const Tokens& tokens, std::size_t at) {
  const std::string word = lower(tokens, at);
  return word == "and" || word == "not" || word == "&&";
}

bool is_or(const Tokens& tokens, std::size_t at) {
  const std::string word = lower(tokens, at);
  return word == "or" || word == "||";
}

// The Khoisan names begin with the sign of a click.
bool is_click_name(const std::string& lower) {
  for (const std::string_view name : {"!kung", "!xun", "!xo", "!ora", "!gana", "!kun"}) {
    if (lower.starts_with(name)) return true;
  }
  return lower.size() > 1 && static_cast<unsigned char>(lower[1]) >= 0x80;
}

// "!asthma", "!(a OR b)", "!\"a b\"".
std::optional<Read> exclamation(const Tokens& tokens, std::size_t at) {
  const std::string& word = tokens[at].text;
  if (word.empty() || word.front() != '!') return std::nullopt;
  const bool before_group =
      word.size() == 1 && is_glued(tokens, at + 1) && operand_after(tokens, at);
  if (!before_group && (word.size() < 2 || !is_letter(word[1]))) return std::nullopt;
  if (is_click_name(lower(tokens, at))) return std::nullopt;
  Read read;
  read.errors.push_back(remark(tokens[at], "! is no operator of PubMed", "write NOT"));
  // NOT needs something to be taken from, and PubMed has no OR NOT.
  const bool joined = at > 0 && is_and(tokens, at - 1);
  if ((!joined && !operand_before(tokens, at)) || (at > 0 && is_or(tokens, at - 1))) {
    read.instead.push_back(tokens[at]);
    return read;
  }
  read.instead.push_back(like(tokens[at], TokenKind::op, "NOT"));
  if (!before_group) read.instead.push_back(like(tokens[at], TokenKind::word, word.substr(1)));
  return read;
}

// SAME (one sentence, or one address) is also an English word and an amino acid's name.
std::optional<Read> same_sentence(const Tokens& tokens, std::size_t at,
                                  const Surroundings& around) {
  const bool between = operand_before(tokens, at) && operand_after(tokens, at);
  if (tokens[at].text != "SAME" || !between || around.all_capitals) return std::nullopt;
  Read read;
  read.instead.push_back(tokens[at]);
  read.warnings.push_back({"possible_operator", tokens[at].begin,
                           "\"SAME\" is read as a word; in other services it is an operator",
                           "for proximity write \"word1 word2\"[tiab:~15]"});
  return read;
}

// Signs that web search knows and PubMed skips.
std::optional<Read> doubtful_sign(const Tokens& tokens, std::size_t at) {
  const std::string& word = tokens[at].text;
  const bool between = operand_before(tokens, at) && operand_after(tokens, at);
  const bool bar = word == "|" && between;
  // A lone "+" stands for AND; "/" is left of a heading and its subheading.
  const bool lone = (word == "+" || word == "/") && between;
  const bool sign = word.size() > 2 && (word.front() == '-' || word.front() == '+') &&
                    word.find_first_not_of("abcdefghijklmnopqrstuvwxyz", 1) == std::string::npos &&
                    !is_glued(tokens, at);
  if (!bar && !sign && !lone) return std::nullopt;
  Read read;
  read.instead.push_back(tokens[at]);
  read.warnings.push_back({"ignored_sign", tokens[at].begin,
                           "\"" + word.substr(0, 1) + "\" is no operator of PubMed and is skipped",
                           bar                   ? "write OR"
                           : word.front() == '-' ? "write NOT"
                           : word.front() == '/' ? "write \"heading/subheading\"[mh] in one piece"
                                                 : "write AND"});
  return read;
}

}  // namespace

std::optional<Read> operators(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  if (!is_word(tokens, at)) return lucene_slop(tokens, at);
  if (auto read = proximity_at(tokens, at, around)) return read;
  if (auto read = exclusive_or(tokens, at)) return read;
  if (auto read = same_sentence(tokens, at, around)) return read;
  if (auto read = doubled_sign(tokens, at)) return read;
  if (auto read = exclamation(tokens, at)) return read;
  return doubtful_sign(tokens, at);
}

}  // namespace ev::pubmed_query::foreign
