#include "pipeline/extract/joined_arms.hpp"

#include "base/text.hpp"
#include "pipeline/extract/aim_contrast.hpp"
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/drug_units.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/title_treatment.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// "tea (one cup) or mint": the arms of an allocation that nothing joins.
bool are_allotted(const Line& line, const std::string& left, const std::string& right) {
  constexpr std::size_t kNear = 24;
  static const Patterns kAllots = {"random*|assigned|allocated|either|compared|comparing|compare"};
  static const Patterns kOr = {"or|versus|vs"};
  static const Patterns kAdds = {"and|plus"};
  if (!find_any(kAllots, line)) return false;
  std::optional<std::size_t> first;
  bool set_apart = false;
  for (std::size_t i = 0; i < line.tokens.size(); ++i) {
    const std::string& word = line.tokens[i].folded;
    if (word != left && word != right) continue;
    if (first && line.tokens[*first].folded != word) {
      const auto between = std::span(line.tokens).subspan(*first, i - *first);
      if (i - *first == 2 && kAdds.match_at(line.tokens, i - 1)) return false;
      set_apart = set_apart || (between.size() <= kNear && find_any(kOr, between));
    }
    first = i;
  }
  return set_apart;
}

// The aim compares one with the other.
bool are_set_against(const AimContrast& aim, const std::string& left, const std::string& right) {
  const auto holds = [](const Phrase& named, const std::string& word) {
    const auto& tokens = named.line->tokens;
    return std::any_of(tokens.begin() + static_cast<long>(named.chunk.first),
                       tokens.begin() + static_cast<long>(named.chunk.last),
                       [&](const doc::Token& token) { return token.folded == word; });
  };
  const auto apart = [&](const Phrase& one, const Phrase& other) {
    return holds(one, left) && holds(other, right) && !holds(one, right) && !holds(other, left);
  };
  return apart(aim.studied, aim.compared) || apart(aim.compared, aim.studied);
}

// The abstract names them as two arms, or sets one against the other.
bool are_compared(const Reading& reading, const Line& title, const Halves& halves) {
  static const Patterns kAgainst = {"versus|vs|or"};
  const std::string& left = title.tokens[halves.first.chunk.last - 1].folded;
  const std::string& right = title.tokens[halves.second.chunk.first].folded;
  for (const Line& line : reading.lines()) {
    for (std::size_t i = 0; i + 2 < line.tokens.size(); ++i) {
      if (line.tokens[i].folded == left && line.tokens[i + 2].folded == right &&
          kAgainst.match_at(line.tokens, i + 1)) {
        return true;
      }
    }
    if (!line.is_title() && are_allotted(line, left, right)) return true;
  }
  if (const auto aim = aim_contrast(reading); aim && are_set_against(*aim, left, right))
    return true;
  const std::vector<Arm>& arms = arms_of(reading).arms();
  const auto is_arm = [&](const Chunk& chunk) {
    const std::size_t begin = title.tokens[chunk.first].begin;
    const std::string name =
        text::fold(title.text.substr(begin, title.tokens[chunk.last - 1].end - begin));
    return std::any_of(arms.begin(), arms.end(), [&](const Arm& arm) {
      return text::fold(reading.document().text(arm.name)) == name;
    });
  };
  return is_arm(halves.first.chunk) && is_arm(halves.second.chunk);
}

// The abstract joins the two as the title does; those that are `combined` even where it compares.
bool are_given_together(const Reading& reading, const Halves& halves, bool combined) {
  const auto left = drug_names(reading, halves.first);
  const auto right = drug_names(reading, halves.second);
  if (left.empty() || right.empty()) return false;
  const auto holds = [](const DrugUnit& unit, const std::vector<std::string>& names) {
    return std::includes(unit.names.begin(), unit.names.end(), names.begin(), names.end());
  };
  return std::any_of(reading.lines().begin(), reading.lines().end(), [&](const Line& line) {
    if (line.is_title()) return false;
    const std::vector<DrugUnit>& units = drug_units(reading, line);
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (holds(units[i], left) && holds(units[i], right)) return true;
      const bool side_by_side = !combined && i > 0 && units[i].joint == Joint::with_next &&
                                holds(units[i - 1], left) && holds(units[i], right);
      if (side_by_side) return true;
    }
    return false;
  });
}

}  // namespace

std::optional<Halves> two_arms(const Reading& reading, const Candidate& titled) {
  if (!titled.ground.span) return std::nullopt;
  const auto named = phrase_at(reading, *titled.ground.span);
  if (!named) return std::nullopt;
  const Line& line = *named->line;
  std::size_t joint = named->chunk.first;
  while (joint < named->chunk.last && line.tokens[joint].folded != "and") ++joint;
  if (joint == named->chunk.first || joint + 1 >= named->chunk.last) return std::nullopt;
  if (titled.text.find(',') != std::string::npos) return std::nullopt;
  static const Patterns kCombined = {"combination|combinations|combined"};
  const std::size_t lead = std::min<std::size_t>(named->chunk.first, 2);
  const auto opening =
      std::span(line.tokens).subspan(named->chunk.first - lead, joint - named->chunk.first + lead);
  if (find_any(kCombined, opening)) return std::nullopt;
  // "abuse liability of A and B".
  std::size_t first = named->chunk.first;
  for (std::size_t i = first; i + 1 < joint; ++i) {
    if (line.tokens[i].folded == "of") first = i + 1;
  }
  const Halves halves{{&line, {first, joint}}, {&line, {joint + 1, named->chunk.last}}};
  if (are_given_together(reading, halves, true)) return std::nullopt;
  if (are_compared(reading, line, halves)) return halves;
  constexpr WordKinds kDrug = kind::drug;
  if ((head_kinds(line, halves.first.chunk) & kDrug) == 0) return std::nullopt;
  if ((head_kinds(line, halves.second.chunk) & kDrug) == 0) return std::nullopt;
  return are_given_together(reading, halves, false) ? std::nullopt : std::optional(halves);
}

std::optional<Halves> alternatives(const Reading& reading, const Candidate& titled) {
  if (!titled.ground.span) return std::nullopt;
  const auto named = phrase_at(reading, *titled.ground.span);
  if (!named) return std::nullopt;
  const Line& line = *named->line;
  const std::size_t joint = named->chunk.last;
  if (joint + 1 >= line.tokens.size() || line.tokens[joint].folded != "or") return std::nullopt;
  const Chunk other =
      trimmed(line, chunk_right(line, joint + 1, {.stops = &noun_phrase_stops(), .max_tokens = 7}));
  if (!names_treatment(line, other)) return std::nullopt;
  return Halves{*named, {&line, other}};
}

}  // namespace ev::extract
