#include "pipeline/query_gen/open_question.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/query_gen/spelling.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ev::query_gen {

namespace {

struct Phrase {
  std::vector<std::string> parts;  // of which any words stand between
  std::optional<OpenPlace> place;
};

const std::vector<Phrase>& phrases() {
  static const auto all = data_rows("lexicon/open_questions.tsv", [](const DataTable::Row& row) {
    Phrase out{{}, from_wire_name<OpenPlace>(row["asks"])};
    for (const std::string& part : text::split(row["phrase"], '*'))
      out.parts.push_back(" " + std::string(text::trim(part)) + " ");
    return out;
  });
  return all;
}

// "How", "which": what opens a question stands in front.
bool opens(const Phrase& phrase) {
  for (const std::string_view word : {" how ", " what ", " which ", " who ", " why "}) {
    if (phrase.parts.front().starts_with(word)) return true;
  }
  return false;
}

bool holds(const std::string& words, const Phrase& phrase) {
  if (opens(phrase) && !words.starts_with(phrase.parts.front())) return false;
  std::size_t at = 0;
  for (const std::string& part : phrase.parts) {
    at = words.find(part, at);
    if (at == std::string::npos) return false;
    at += part.size() - 1;
  }
  return true;
}

using Words = std::vector<std::string_view>;

Words listed(const char* set) {
  return data_words("lexicon/open_words.tsv", "word", "set", set);
}
bool is_among(const Words& words, const doc::Token& token) {
  return std::find(words.begin(), words.end(), token.folded) != words.end();
}

bool asks_yes_or_no(const std::vector<doc::Token>& tokens) {
  static const Words kAuxiliary = listed("auxiliary");
  return !tokens.empty() && is_among(kAuxiliary, tokens.front());
}

// "Smoking is one of the risk factors for stroke" states it.
bool states(const std::vector<doc::Token>& tokens) {
  static const Words kAsking = listed("asking"), kStating = listed("stating");
  const auto any = [&](const Words& words) {
    return std::any_of(tokens.begin(), tokens.end(),
                       [&](const doc::Token& token) { return is_among(words, token); });
  };
  return !any(kAsking) && any(kStating);
}

}  // namespace

std::optional<OpenPlace> open_place(std::string_view text) {
  const std::vector<doc::Token> tokens = doc::tokenize(text);
  if (asks_yes_or_no(tokens) || states(tokens)) return std::nullopt;
  std::string words = " ";
  for (const doc::Token& token : tokens) words += american(token.folded) + " ";
  for (const Phrase& phrase : phrases()) {
    if (holds(words, phrase)) return phrase.place;
  }
  return std::nullopt;
}

std::optional<Facet> facet_of(OpenPlace place) {
  struct Row {
    std::optional<OpenPlace> place;
    std::string name, facet;
  };
  static const auto rows = data_rows("lexicon/open_facets.tsv", [](const DataTable::Row& row) {
    return Row{from_wire_name<OpenPlace>(row["asks"]), std::string(row["name"]),
               std::string(row["facet"])};
  });
  for (const Row& row : rows) {
    if (row.place == place) return Facet{row.name.c_str(), row.facet.c_str()};
  }
  return std::nullopt;
}

}  // namespace ev::query_gen
