#include "pipeline/extract/given.hpp"

#include <algorithm>

namespace ev::extract {

bool is_given(const Reading& reading, const Phrase& named) {
  constexpr std::size_t kBefore = 4;
  static const Patterns kGives = {
      "random*|assigned|allocated|receive*|administ*|given|treat*|therapy|taking|took|oral|"
      "dose|doses|mg|mcg|ml|infusion|injection|plus|use|using|under*|versus|vs|placebo|"
      "intervention|without|offered|attended|compar*|efficacy|effectiveness|safety"};
  static const Patterns kBehind = {"group|groups|arm|therapy|treatment|tablets|capsules|recipients",
                                   "supplementation|versus|vs", "# mg|mcg|ml|g"};
  const std::string& head = named.line->tokens[named.chunk.last - 1].folded;
  for (const Line& line : reading.lines()) {
    for (std::size_t i = 0; i < line.tokens.size() && !line.is_title(); ++i) {
      if (line.tokens[i].folded != head) continue;
      const std::size_t from = i > kBefore ? i - kBefore : 0;
      if (find_any(kGives, std::span(line.tokens).subspan(from, i - from))) return true;
      if (kBehind.match_at(line.tokens, i + 1)) return true;
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
  if (line.role() != doc::Role::results && line.role() != doc::Role::background) return false;
  const std::string& head = line.tokens[named.chunk.last - 1].folded;
  return std::none_of(reading.lines().begin(), reading.lines().end(), [&](const Line& other) {
    const bool tells = other.is_title() || (other.role() != doc::Role::results &&
                                            other.role() != doc::Role::background);
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
