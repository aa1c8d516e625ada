#include "pipeline/extract/administered.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// The word stands where what is given stands.
bool gives_word(const Line& line, std::size_t token) {
  constexpr std::size_t kBefore = 4;
  static const Patterns kGives = {
      "random*|assigned|allocated|receive*|administ*|given|treat*|therapy|taking|took|oral|"
      "dose|doses|mg|mcg|ml|infusion|injection|plus|use|using|under*|versus|vs|placebo|"
      "intervention|without|offered|attended|compar*|efficacy|effectiveness|safety"};
  static const Patterns kBehind = {
      "group|groups|arm|therapy|treatment|tablets|capsules|recipients|once|twice|daily",
      "supplementation|versus|vs", "# mg|mcg|ml|g"};
  const std::size_t from = token > kBefore ? token - kBefore : 0;
  return find_any(kGives, std::span(line.tokens).subspan(from, token - from)).has_value() ||
         kBehind.match_at(line.tokens, token + 1).has_value();
}

// Not what was done, but what was found or thought.
bool tells_of_findings(const Line& line) {
  return line.role() == doc::Role::results || line.role() == doc::Role::background ||
         line.role() == doc::Role::conclusions;
}

// "plimbat (PLT)": the short form behind the word, or the word.
std::string short_form(const Reading& reading, const std::string& word) {
  for (const Line& line : reading.lines()) {
    for (std::size_t i = 0; i + 1 < line.tokens.size(); ++i) {
      const doc::Token& next = line.tokens[i + 1];
      const bool bracket = line.tokens[i].folded == word &&
                           line.text.substr(line.tokens[i].end, 2) == " (" &&
                           next.end < line.text.size() && line.text[next.end] == ')';
      if (bracket) return next.folded;
    }
  }
  return word;
}

}  // namespace

bool is_given(const Reading& reading, const Phrase& named) {
  const std::string& head = named.line->tokens[named.chunk.last - 1].folded;
  const std::string form = short_form(reading, head);
  for (const Line& line : reading.lines()) {
    for (std::size_t i = 0; i < line.tokens.size() && !line.is_title(); ++i) {
      const std::string& word = line.tokens[i].folded;
      if ((word == head || word == form) && gives_word(line, i)) return true;
    }
  }
  return false;
}

bool is_had_anyway(const Reading& reading, const Phrase& named) {
  static const Patterns kHad = {"receiving|taking <3> treatment|therapy",
                                "regular|stable|current|background|concomitant treatment|therapy"};
  static const Patterns kGiven = {"randomi*ed|randomly|assigned|allocated"};
  const Line& line = *named.line;
  const std::size_t from = named.chunk.first > 12 ? named.chunk.first - 12 : 0;
  const auto before = std::span(line.tokens).subspan(from, named.chunk.first - from);
  if (find_any(kHad, before) && !find_any(kGiven, line)) return true;
  if (kHad.match_at(line.tokens, named.chunk.first)) return true;
  if (line.is_title() || !tells_of_findings(line)) return false;
  const std::string& head = line.tokens[named.chunk.last - 1].folded;
  return std::none_of(reading.lines().begin(), reading.lines().end(), [&](const Line& other) {
    const bool tells = other.is_title() || !tells_of_findings(other);
    return tells && std::any_of(other.tokens.begin(), other.tokens.end(),
                                [&](const doc::Token& token) { return token.folded == head; });
  });
}

bool is_given_to_both(const Phrase& named) {
  static const Patterns kOr = {"or|versus|vs"};
  const Line& line = *named.line;
  const Chunk& chunk = named.chunk;
  const bool either =
      std::any_of(line.tokens.begin(), line.tokens.begin() + static_cast<long>(chunk.first),
                  [](const doc::Token& token) { return token.folded == "either"; });
  if (!either) return false;
  const auto joint = find_any(kOr, line, chunk.last);
  if (!joint) return false;
  const auto begin = line.tokens.begin();
  const auto same = [](const doc::Token& a, const doc::Token& b) { return a.folded == b.folded; };
  return std::search(begin + static_cast<long>(joint->last), line.tokens.end(),
                     begin + static_cast<long>(chunk.first), begin + static_cast<long>(chunk.last),
                     same) != line.tokens.end();
}

}  // namespace ev::extract
