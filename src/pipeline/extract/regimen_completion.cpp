#include "pipeline/extract/regimen_completion.hpp"

#include "pipeline/extract/drug_units.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/title_treatment.hpp"
#include "pipeline/extract/treatment_name.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

using UnitNames = std::vector<std::string>;

const ChunkRule& added_name() {
  static const ChunkRule kRule{.stops = &noun_phrase_stops(), .max_tokens = 7};
  return kRule;
}

std::optional<Phrase> where_named(const Reading& reading, const std::optional<Candidate>& one) {
  return one && one->ground.span ? phrase_at(reading, *one->ground.span) : std::nullopt;
}

Candidate renamed(const Reading& reading, const Candidate& one, const Line& line,
                  const Chunk& chunk) {
  return value_of(reading, {&line, chunk}, one.ground.confidence);
}

bool are_part(const UnitNames& part, const UnitNames& whole) {
  return !part.empty() && part.size() < whole.size() &&
         std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

bool share_drug(const UnitNames& a, const UnitNames& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) {
    return std::binary_search(b.begin(), b.end(), name);
  });
}

// Where a title says the words of this phrase.
std::optional<Phrase> in_title(const Reading& reading, const Phrase& named) {
  const auto same = [](const doc::Token& a, const doc::Token& b) { return a.folded == b.folded; };
  const auto begin = named.line->tokens.begin() + static_cast<long>(named.chunk.first);
  const auto end = named.line->tokens.begin() + static_cast<long>(named.chunk.last);
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) break;
    const auto at = std::search(line.tokens.begin(), line.tokens.end(), begin, end, same);
    if (at == line.tokens.end()) continue;
    const auto first = static_cast<std::size_t>(at - line.tokens.begin());
    return Phrase{&line, {first, first + (named.chunk.last - named.chunk.first)}};
  }
  return std::nullopt;
}

// "tea with or without mint", "tea alone and in combination with mint": tea is what tea and mint
// are compared with.
Compared with_option(const Reading& reading, Compared chosen) {
  static const Patterns kOption = {"with or|and without",
                                   "alone or|and|versus|vs ?in combination|combined with",
                                   "alone or|and|versus|vs with"};
  static const Patterns kAlone = {"alone"};
  if (chosen.comparator && !names_placebo(chosen.comparator->text)) return chosen;
  const auto named = where_named(reading, chosen.intervention);
  const auto titled = named ? in_title(reading, *named) : std::nullopt;
  if (!titled) return chosen;
  const Line& line = *titled->line;
  const Chunk& chunk = titled->chunk;
  const auto option = find_any(kOption, line, chunk.first + 1);
  if (!option || option->first > chunk.last || option->last >= line.tokens.size()) return chosen;
  const Chunk more = trimmed(line, chunk_right(line, option->last, added_name()));
  if (!names_treatment(line, more)) return chosen;
  const bool alone = kAlone.match_at(line.tokens, option->first).has_value();
  const Candidate one = *chosen.intervention;
  chosen.intervention = renamed(reading, one, line, {chunk.first, more.last});
  if (!chosen.comparator) {
    chosen.comparator = renamed(reading, one, line, {chunk.first, option->first + (alone ? 1 : 0)});
  }
  return chosen;
}

// "replacing tea with mint", "supplementing tea with mint": neither half is the whole.
Compared with_replacement(const Reading& reading, Compared chosen) {
  static const Patterns kReplaces = {"replacing|substituting|supplementing|augmenting",
                                     "replacement|substitution|supplementation|augmentation of"};
  static const Patterns kBy = {"with|by"};
  const auto named = where_named(reading, chosen.intervention);
  const auto titled = named ? in_title(reading, *named) : std::nullopt;
  if (!titled) return chosen;
  const Line& line = *titled->line;
  const auto replaces = find_any(kReplaces, line);
  if (!replaces || replaces->last > titled->chunk.last) return chosen;
  const Chunk old = chunk_right(line, replaces->last, added_name());
  if (!kBy.match_at(line.tokens, old.last)) return chosen;
  const Chunk more = trimmed(line, chunk_right(line, old.last + 1, added_name()));
  constexpr WordKinds kNever =
      kind::person | kind::condition | kind::outcome | kind::measure | kind::time | kind::generic;
  const bool given = has_content(line, more) && (head_kinds(line, more) & kNever) == 0;
  if (!given || !has_content(line, old) || titled->chunk.first >= more.last) return chosen;
  chosen.intervention = renamed(reading, *chosen.intervention, line, {replaces->first, more.last});
  return chosen;
}

// "regimens based upon tea, mint and milk" name their drugs.
Compared with_basis(const Reading& reading, Compared chosen) {
  static const Patterns kRegimens = {
      "regimens|regimen|therapies|therapy|treatment|treatments|strategies|strategy"};
  static const Patterns kBased = {"based on|upon", "consisting of", "containing|comprising"};
  const auto named = where_named(reading, chosen.intervention);
  if (!named || !drugs_in(reading, *chosen.intervention).empty()) return chosen;
  const Line& line = *named->line;
  const Chunk& chunk = named->chunk;
  const auto based = kBased.match_at(line.tokens, chunk.last);
  if (!based || !kRegimens.match_at(line.tokens, chunk.last - 1)) return chosen;
  const std::vector<Chunk> drugs = list_right(line, *based, added_name());
  const bool named_all =
      !drugs.empty() && std::all_of(drugs.begin(), drugs.end(), [&](const Chunk& one) {
        return (kinds_of(line, one) & kind::drug) != 0;
      });
  if (named_all) {
    chosen.intervention =
        renamed(reading, *chosen.intervention, line, {chunk.first, drugs.back().last});
  }
  return chosen;
}

// "tea or another hot drink": the half behind "or" names none.
std::optional<Candidate> with_first_half(const Reading& reading, std::optional<Candidate> one) {
  static const Patterns kOther = {"or another|other"};
  const auto named = where_named(reading, one);
  if (!named || named->chunk.first < 2) return one;
  const Line& line = *named->line;
  const std::size_t joint = named->chunk.first - 1;
  if (!kOther.match_at(line.tokens, joint)) return one;
  const Chunk first = trimmed(line, chunk_left(line, joint, added_name()));
  if (!names_treatment(line, first)) return one;
  return renamed(reading, *one, line, {first.first, named->chunk.last});
}

bool is_only_placebo_unit(const DrugUnit& unit) {
  return unit.names.size() == 1 && names_placebo(unit.names.front());
}

// "tea placebo" stands for the tea.
bool is_of_drug(const Line& line, const Chunk& words) {
  static const Patterns kPlacebo = {"placebo"};
  const auto placebo = find_any(kPlacebo, std::span(line.tokens).first(words.last), words.first);
  if (!placebo || placebo->first == 0 || (line.kinds[placebo->first - 1] & kind::drug) == 0)
    return false;
  const std::size_t end = line.tokens[placebo->first - 1].end;
  return line.tokens[placebo->first].begin == end + 1 && line.text[end] == ' ';
}

// The base of a line's "tea and mint, or tea and placebo", with its placebo.
std::optional<Chunk> base_with_placebo(const Reading& reading, const Line& line,
                                       const UnitNames& whole) {
  const std::vector<DrugUnit>& units = drug_units(reading, line);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const bool given_with = units[i].with_placebo && are_part(units[i].names, whole);
    if (given_with && !is_of_drug(line, units[i].words)) return units[i].words;
    if (i == 0 || units[i].joint != Joint::with_next) continue;
    const bool behind = is_only_placebo_unit(units[i]);
    if (!behind && !is_only_placebo_unit(units[i - 1])) continue;
    const DrugUnit& base = units[behind ? i - 1 : i];
    if (!are_part(base.names, whole)) continue;
    // The other arm has the same base.
    const auto adds = [&](const DrugUnit& one) {
      return &one != &base && one.names != base.names && share_drug(one.names, whole);
    };
    const bool twice = std::count_if(units.begin(), units.end(), [&](const DrugUnit& one) {
                         return share_drug(one.names, base.names);
                       }) > 1;
    if (twice && std::any_of(units.begin(), units.end(), adds))
      return Chunk{units[i - 1].words.first, units[i].words.last};
  }
  return std::nullopt;
}

// Placebo in place of one drug of several: what is compared with is all the others with it.
Compared with_base(const Reading& reading, Compared chosen) {
  if (!chosen.intervention || !chosen.comparator || !names_placebo(chosen.comparator->text))
    return chosen;
  const UnitNames given = drugs_in(reading, *chosen.intervention);
  if (given.size() < 2 || !drugs_in(reading, *chosen.comparator).empty()) return chosen;
  for (const Line& line : reading.lines()) {
    if (line.is_title()) continue;
    if (const auto base = base_with_placebo(reading, line, given)) {
      chosen.comparator = renamed(reading, *chosen.comparator, line, *base);
      return chosen;
    }
  }
  return chosen;
}

// "comparison of tea and mint monotherapy to tea plus mint": the two together are tried.
Compared with_both_tried(const Reading& reading, Compared chosen) {
  static const Patterns kAlone = {"monotherapy|monotherapies|alone"};
  static const Patterns kTogether = {"plus|combination|combined"};
  const auto named = where_named(reading, chosen.intervention);
  if (!named || !named->line->is_title()) return chosen;
  const Line& line = *named->line;
  const auto words = std::span(line.tokens).first(named->chunk.last);
  const Phrase second{&line, title_treatments_of(reading).second};
  const Chunk& both = second.chunk;
  if (both.last <= both.first || !find_any(kAlone, words, named->chunk.first)) return chosen;
  const UnitNames whole = drug_names(reading, second);
  const bool joined =
      find_any(kTogether, std::span(line.tokens).first(both.last), both.first).has_value();
  if (!joined || whole.size() < 2 || drugs_in(reading, *chosen.intervention) != whole)
    return chosen;
  chosen.comparator = chosen.intervention;
  chosen.intervention = renamed(reading, *chosen.intervention, line, both);
  return chosen;
}

// "tea, and placebo" beside tea.
Compared with_placebo_alone(const Reading& reading, Compared chosen) {
  static const Patterns kPlaceboToo = {"and|or placebo"};
  const auto named = where_named(reading, chosen.comparator);
  if (!named || !chosen.intervention || named->chunk.last < named->chunk.first + 3) return chosen;
  const Line& line = *named->line;
  const std::size_t last = named->chunk.last;
  const bool listed = kPlaceboToo.match_at(line.tokens, last - 2) == last;
  if (listed &&
      share_drug(drugs_in(reading, *chosen.comparator), drugs_in(reading, *chosen.intervention))) {
    chosen.comparator = renamed(reading, *chosen.comparator, line, {last - 1, last});
  }
  return chosen;
}

// A title that begins with "tea-mint combination tablet" is about both.
Compared with_combination_of_title(const Reading& reading, Compared chosen) {
  static const Patterns kBefore = {"?fixed combination|combinations of"};
  static const Patterns kBehind = {"combination|combinations|product|tablet|tablets"};
  constexpr std::size_t kCombinationOf = 2;
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) break;
    const std::vector<DrugUnit>& units = drug_units(reading, line);
    if (units.empty() || units.front().names.size() < 2) return chosen;
    Chunk words = units.front().words;
    while (kBehind.match_at(line.tokens, words.last)) ++words.last;
    for (std::size_t back = kCombinationOf; back <= kCombinationOf + 1; ++back) {
      if (words.first >= back && kBefore.match_at(line.tokens, words.first - back) == words.first)
        words.first -= back;
    }
    if (words.last - words.first == units.front().words.last - units.front().words.first)
      return chosen;
    const UnitNames& whole = units.front().names;
    const UnitNames given =
        chosen.intervention ? drugs_in(reading, *chosen.intervention) : UnitNames{};
    const bool elsewhere = std::none_of(units.begin(), units.end(), [&](const DrugUnit& unit) {
      return share_drug(unit.names, given);
    });
    if (!elsewhere && !are_part(given, whole)) return chosen;
    constexpr double kSureOfHeadline = 0.8;
    const bool swapped =
        chosen.comparator && drugs_in(reading, *chosen.comparator) == whole && !given.empty();
    if (swapped) chosen.comparator = chosen.intervention;
    chosen.intervention = value_of(reading, {&line, words}, kSureOfHeadline);
    return chosen;
  }
  return chosen;
}

// "Low dose tea and mint in asthma": against placebo, what a title names together is all tried.
Compared with_all_of_title(const Reading& reading, Compared chosen) {
  if (!chosen.intervention || !chosen.comparator || !is_control(chosen.comparator->text))
    return chosen;
  const UnitNames given = drugs_in(reading, *chosen.intervention);
  const Line& title = reading.lines().front();
  const Phrase titled{&title, title_treatments_of(reading).first};
  if (title.is_title() && are_part(given, drug_names(reading, titled)))
    chosen.intervention = value_of(reading, titled, chosen.intervention->ground.confidence);
  return chosen;
}

}  // namespace

Compared with_whole_regimens(const Reading& reading, Compared chosen) {
  chosen = with_placebo_alone(reading, with_both_tried(reading, std::move(chosen)));
  chosen = with_base(reading, with_combination_of_title(reading, std::move(chosen)));
  chosen = with_option(reading, std::move(chosen));
  chosen = with_basis(reading, with_replacement(reading, std::move(chosen)));
  chosen = with_all_of_title(reading, std::move(chosen));
  chosen.intervention = with_first_half(reading, std::move(chosen.intervention));
  chosen.comparator = with_first_half(reading, std::move(chosen.comparator));
  return chosen;
}

}  // namespace ev::extract
