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
bool are_allotted(const Sentence& sentence, const std::string& left, const std::string& right) {
  constexpr std::size_t kNear = 24;
  static const Patterns kAllots = {"random*|assigned|allocated|either|compared|comparing|compare"};
  static const Patterns kOr = {"or|versus|vs"};
  static const Patterns kAdds = {"and|plus"};
  if (!find_any(kAllots, sentence)) return false;
  std::optional<std::size_t> first;
  bool set_apart = false;
  for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
    const std::string& word = sentence.tokens[i].folded;
    if (word != left && word != right) continue;
    if (first && sentence.tokens[*first].folded != word) {
      const auto between = std::span(sentence.tokens).subspan(*first, i - *first);
      if (i - *first == 2 && kAdds.match_at(sentence.tokens, i - 1)) return false;
      set_apart = set_apart || (between.size() <= kNear && find_any(kOr, between));
    }
    first = i;
  }
  return set_apart;
}

// The aim compares one with the other.
bool are_set_against(const AimContrast& aim, const std::string& left, const std::string& right) {
  const auto holds = [](const Phrase& named, const std::string& word) {
    const auto& tokens = named.sentence->tokens;
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
bool are_compared(const RecordText& record, const Sentence& title, const Halves& halves) {
  static const Patterns kAgainst = {"versus|vs|or"};
  const std::string& left = title.tokens[halves.first.chunk.last - 1].folded;
  const std::string& right = title.tokens[halves.second.chunk.first].folded;
  for (const Sentence& sentence : record.sentences()) {
    for (std::size_t i = 0; i + 2 < sentence.tokens.size(); ++i) {
      if (sentence.tokens[i].folded == left && sentence.tokens[i + 2].folded == right &&
          kAgainst.match_at(sentence.tokens, i + 1)) {
        return true;
      }
    }
    if (!sentence.is_title() && are_allotted(sentence, left, right)) return true;
  }
  if (const auto aim = aim_contrast(record); aim && are_set_against(*aim, left, right)) return true;
  const std::vector<Arm>& arms = arms_of(record).arms();
  const auto is_arm = [&](const Chunk& chunk) {
    const std::size_t begin = title.tokens[chunk.first].begin;
    const std::string name =
        text::fold(title.text.substr(begin, title.tokens[chunk.last - 1].end - begin));
    return std::any_of(arms.begin(), arms.end(), [&](const Arm& arm) {
      return text::fold(record.document().text(arm.name)) == name;
    });
  };
  return is_arm(halves.first.chunk) && is_arm(halves.second.chunk);
}

// The abstract joins the two as the title does; those that are `combined` even where it compares.
bool are_given_together(const RecordText& record, const Halves& halves, bool combined) {
  const auto left = drug_names(record, halves.first);
  const auto right = drug_names(record, halves.second);
  if (left.empty() || right.empty()) return false;
  const auto holds = [](const DrugUnit& unit, const std::vector<std::string>& names) {
    return std::includes(unit.names.begin(), unit.names.end(), names.begin(), names.end());
  };
  return std::any_of(
      record.sentences().begin(), record.sentences().end(), [&](const Sentence& sentence) {
        if (sentence.is_title()) return false;
        const std::vector<DrugUnit>& units = drug_units(record, sentence);
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

std::optional<Halves> two_arms(const RecordText& record, const Candidate& titled) {
  if (!titled.ground.span) return std::nullopt;
  const auto named = phrase_at(record, *titled.ground.span);
  if (!named) return std::nullopt;
  const Sentence& sentence = *named->sentence;
  std::size_t joint = named->chunk.first;
  while (joint < named->chunk.last && sentence.tokens[joint].folded != "and") ++joint;
  if (joint == named->chunk.first || joint + 1 >= named->chunk.last) return std::nullopt;
  if (titled.text.find(',') != std::string::npos) return std::nullopt;
  static const Patterns kCombined = {"combination|combinations|combined"};
  const std::size_t lead = std::min<std::size_t>(named->chunk.first, 2);
  const auto opening = std::span(sentence.tokens)
                           .subspan(named->chunk.first - lead, joint - named->chunk.first + lead);
  if (find_any(kCombined, opening)) return std::nullopt;
  // "abuse liability of A and B".
  std::size_t first = named->chunk.first;
  for (std::size_t i = first; i + 1 < joint; ++i) {
    if (sentence.tokens[i].folded == "of") first = i + 1;
  }
  const Halves halves{{&sentence, {first, joint}}, {&sentence, {joint + 1, named->chunk.last}}};
  if (are_given_together(record, halves, true)) return std::nullopt;
  if (are_compared(record, sentence, halves)) return halves;
  constexpr WordKinds kDrug = kind::drug;
  if ((head_kinds(sentence, halves.first.chunk) & kDrug) == 0) return std::nullopt;
  if ((head_kinds(sentence, halves.second.chunk) & kDrug) == 0) return std::nullopt;
  return are_given_together(record, halves, false) ? std::nullopt : std::optional(halves);
}

std::optional<Halves> alternatives(const RecordText& record, const Candidate& titled) {
  if (!titled.ground.span) return std::nullopt;
  const auto named = phrase_at(record, *titled.ground.span);
  if (!named) return std::nullopt;
  const Sentence& sentence = *named->sentence;
  const std::size_t joint = named->chunk.last;
  if (joint + 1 >= sentence.tokens.size() || sentence.tokens[joint].folded != "or")
    return std::nullopt;
  const Chunk other = trimmed(
      sentence, chunk_right(sentence, joint + 1, {.stops = &noun_phrase_stops(), .max_tokens = 7}));
  if (!names_treatment(sentence, other)) return std::nullopt;
  return Halves{*named, {&sentence, other}};
}

}  // namespace ev::extract
