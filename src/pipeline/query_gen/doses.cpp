#include "pipeline/query_gen/doses.hpp"

#include <string>

namespace ev::query_gen {

namespace {

bool is_amount(std::string_view word) {
  for (const std::string_view one : {"low", "lower", "high", "higher", "reduced", "half", "full",
                                     "double", "single", "loading", "standard", "fixed"}) {
    if (word == one) return true;
  }
  return false;
}

bool is_dose(std::string_view word) {
  return word == "dose" || word == "doses" || word == "dosage";
}

bool has_dose(const std::vector<doc::Token>& tokens, std::size_t i) {
  return i + 1 < tokens.size() && is_amount(tokens[i].folded) && is_dose(tokens[i + 1].folded);
}

}  // namespace

std::vector<Concept> doses_in(std::string_view goal, const std::vector<doc::Token>& tokens) {
  std::vector<Concept> out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!has_dose(tokens, i)) continue;
    Concept c;
    c.text = std::string(goal.substr(tokens[i].begin, tokens[i + 1].end - tokens[i].begin));
    c.role = "dose";
    c.known_term = true;
    c.weight = 1;
    c.synonyms = {tokens[i].folded + " dose", tokens[i].folded + " doses"};
    c.begin = i;
    c.end = i + 2;
    out.push_back(std::move(c));
  }
  return out;
}

}  // namespace ev::query_gen
