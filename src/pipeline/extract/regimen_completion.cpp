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

std::optional<Phrase> where_named(const RecordText& record, const std::optional<Candidate>& one) {
  return one && one->ground.span ? phrase_at(record, *one->ground.span) : std::nullopt;
}

Candidate renamed(const RecordText& record, const Candidate& one, const Sentence& sentence,
                  const Chunk& chunk) {
  return value_of(record, {&sentence, chunk}, one.ground.confidence);
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
std::optional<Phrase> in_title(const RecordText& record, const Phrase& named) {
  const auto same = [](const doc::Token& a, const doc::Token& b) { return a.folded == b.folded; };
  const auto begin = named.sentence->tokens.begin() + static_cast<long>(named.chunk.first);
  const auto end = named.sentence->tokens.begin() + static_cast<long>(named.chunk.last);
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) break;
    const auto at = std::search(sentence.tokens.begin(), sentence.tokens.end(), begin, end, same);
    if (at == sentence.tokens.end()) continue;
    const auto first = static_cast<std::size_t>(at - sentence.tokens.begin());
    return Phrase{&sentence, {first, first + (named.chunk.last - named.chunk.first)}};
  }
  return std::nullopt;
}

// "tea with or without mint", "tea alone and in combination with mint": tea is what tea and mint
// are compared with.
Compared with_option(const RecordText& record, Compared chosen) {
  static const Patterns kOption = {"with or|and without",
                                   "alone or|and|versus|vs ?in combination|combined with",
                                   "alone or|and|versus|vs with"};
  static const Patterns kAlone = {"alone"};
  if (chosen.comparator && !names_placebo(chosen.comparator->text)) return chosen;
  const auto named = where_named(record, chosen.intervention);
  const auto titled = named ? in_title(record, *named) : std::nullopt;
  if (!titled) return chosen;
  const Sentence& sentence = *titled->sentence;
  const Chunk& chunk = titled->chunk;
  const auto option = find_any(kOption, sentence, chunk.first + 1);
  if (!option || option->first > chunk.last || option->last >= sentence.tokens.size())
    return chosen;
  const Chunk more = trimmed(sentence, chunk_right(sentence, option->last, added_name()));
  if (!names_treatment(sentence, more)) return chosen;
  const bool alone = kAlone.match_at(sentence.tokens, option->first).has_value();
  const Candidate one = *chosen.intervention;
  chosen.intervention = renamed(record, one, sentence, {chunk.first, more.last});
  if (!chosen.comparator) {
    chosen.comparator =
        renamed(record, one, sentence, {chunk.first, option->first + (alone ? 1 : 0)});
  }
  return chosen;
}

// "replacing tea with mint", "supplementing tea with mint": neither half is the whole.
Compared with_replacement(const RecordText& record, Compared chosen) {
  static const Patterns kReplaces = {"replacing|substituting|supplementing|augmenting",
                                     "replacement|substitution|supplementation|augmentation of"};
  static const Patterns kBy = {"with|by"};
  const auto named = where_named(record, chosen.intervention);
  const auto titled = named ? in_title(record, *named) : std::nullopt;
  if (!titled) return chosen;
  const Sentence& sentence = *titled->sentence;
  const auto replaces = find_any(kReplaces, sentence);
  if (!replaces || replaces->last > titled->chunk.last) return chosen;
  const Chunk old = chunk_right(sentence, replaces->last, added_name());
  if (!kBy.match_at(sentence.tokens, old.last)) return chosen;
  const Chunk more = trimmed(sentence, chunk_right(sentence, old.last + 1, added_name()));
  constexpr WordKinds kNever =
      kind::person | kind::condition | kind::outcome | kind::measure | kind::time | kind::generic;
  const bool given = has_content(sentence, more) && (head_kinds(sentence, more) & kNever) == 0;
  if (!given || !has_content(sentence, old) || titled->chunk.first >= more.last) return chosen;
  chosen.intervention =
      renamed(record, *chosen.intervention, sentence, {replaces->first, more.last});
  return chosen;
}

// "regimens based upon tea, mint and milk" name their drugs.
Compared with_basis(const RecordText& record, Compared chosen) {
  static const Patterns kRegimens = {
      "regimens|regimen|therapies|therapy|treatment|treatments|strategies|strategy"};
  static const Patterns kBased = {"based on|upon", "consisting of", "containing|comprising"};
  const auto named = where_named(record, chosen.intervention);
  if (!named || !drugs_in(record, *chosen.intervention).empty()) return chosen;
  const Sentence& sentence = *named->sentence;
  const Chunk& chunk = named->chunk;
  const auto based = kBased.match_at(sentence.tokens, chunk.last);
  if (!based || !kRegimens.match_at(sentence.tokens, chunk.last - 1)) return chosen;
  const std::vector<Chunk> drugs = list_right(sentence, *based, added_name());
  const bool named_all =
      !drugs.empty() && std::all_of(drugs.begin(), drugs.end(), [&](const Chunk& one) {
        return (kinds_of(sentence, one) & kind::drug) != 0;
      });
  if (named_all) {
    chosen.intervention =
        renamed(record, *chosen.intervention, sentence, {chunk.first, drugs.back().last});
  }
  return chosen;
}

// "tea or another hot drink": the half behind "or" names none.
std::optional<Candidate> with_first_half(const RecordText& record, std::optional<Candidate> one) {
  static const Patterns kOther = {"or another|other"};
  const auto named = where_named(record, one);
  if (!named || named->chunk.first < 2) return one;
  const Sentence& sentence = *named->sentence;
  const std::size_t joint = named->chunk.first - 1;
  if (!kOther.match_at(sentence.tokens, joint)) return one;
  const Chunk first = trimmed(sentence, chunk_left(sentence, joint, added_name()));
  if (!names_treatment(sentence, first)) return one;
  return renamed(record, *one, sentence, {first.first, named->chunk.last});
}

bool is_only_placebo_unit(const DrugUnit& unit) {
  return unit.names.size() == 1 && names_placebo(unit.names.front());
}

// "tea placebo" stands for the tea.
bool is_of_drug(const Sentence& sentence, const Chunk& words) {
  static const Patterns kPlacebo = {"placebo"};
  const auto placebo =
      find_any(kPlacebo, std::span(sentence.tokens).first(words.last), words.first);
  if (!placebo || placebo->first == 0 || (sentence.kinds[placebo->first - 1] & kind::drug) == 0)
    return false;
  const std::size_t end = sentence.tokens[placebo->first - 1].end;
  return sentence.tokens[placebo->first].begin == end + 1 && sentence.text[end] == ' ';
}

// The base of a sentence's "tea and mint, or tea and placebo", with its placebo.
std::optional<Chunk> base_with_placebo(const RecordText& record, const Sentence& sentence,
                                       const UnitNames& whole) {
  const std::vector<DrugUnit>& units = drug_units(record, sentence);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const bool given_with = units[i].with_placebo && are_part(units[i].names, whole);
    if (given_with && !is_of_drug(sentence, units[i].words)) return units[i].words;
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
Compared with_base(const RecordText& record, Compared chosen) {
  if (!chosen.intervention || !chosen.comparator || !names_placebo(chosen.comparator->text))
    return chosen;
  const UnitNames given = drugs_in(record, *chosen.intervention);
  if (given.size() < 2 || !drugs_in(record, *chosen.comparator).empty()) return chosen;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title()) continue;
    if (const auto base = base_with_placebo(record, sentence, given)) {
      chosen.comparator = renamed(record, *chosen.comparator, sentence, *base);
      return chosen;
    }
  }
  return chosen;
}

// "comparison of tea and mint monotherapy to tea plus mint": the two together are tried.
Compared with_both_tried(const RecordText& record, Compared chosen) {
  static const Patterns kAlone = {"monotherapy|monotherapies|alone"};
  static const Patterns kTogether = {"plus|combination|combined"};
  const auto named = where_named(record, chosen.intervention);
  if (!named || !named->sentence->is_title()) return chosen;
  const Sentence& sentence = *named->sentence;
  const auto words = std::span(sentence.tokens).first(named->chunk.last);
  const Phrase second{&sentence, title_treatments_of(record).second};
  const Chunk& both = second.chunk;
  if (both.last <= both.first || !find_any(kAlone, words, named->chunk.first)) return chosen;
  const UnitNames whole = drug_names(record, second);
  const bool joined =
      find_any(kTogether, std::span(sentence.tokens).first(both.last), both.first).has_value();
  if (!joined || whole.size() < 2 || drugs_in(record, *chosen.intervention) != whole) return chosen;
  chosen.comparator = chosen.intervention;
  chosen.intervention = renamed(record, *chosen.intervention, sentence, both);
  return chosen;
}

// "tea, and placebo" beside tea.
Compared with_placebo_alone(const RecordText& record, Compared chosen) {
  static const Patterns kPlaceboToo = {"and|or placebo"};
  const auto named = where_named(record, chosen.comparator);
  if (!named || !chosen.intervention || named->chunk.last < named->chunk.first + 3) return chosen;
  const Sentence& sentence = *named->sentence;
  const std::size_t last = named->chunk.last;
  const bool listed = kPlaceboToo.match_at(sentence.tokens, last - 2) == last;
  if (listed &&
      share_drug(drugs_in(record, *chosen.comparator), drugs_in(record, *chosen.intervention))) {
    chosen.comparator = renamed(record, *chosen.comparator, sentence, {last - 1, last});
  }
  return chosen;
}

// A title that begins with "tea-mint combination tablet" is about both.
Compared with_combination_of_title(const RecordText& record, Compared chosen) {
  static const Patterns kBefore = {"?fixed combination|combinations of"};
  static const Patterns kBehind = {"combination|combinations|product|tablet|tablets"};
  constexpr std::size_t kCombinationOf = 2;
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) break;
    const std::vector<DrugUnit>& units = drug_units(record, sentence);
    if (units.empty() || units.front().names.size() < 2) return chosen;
    Chunk words = units.front().words;
    while (kBehind.match_at(sentence.tokens, words.last)) ++words.last;
    for (std::size_t back = kCombinationOf; back <= kCombinationOf + 1; ++back) {
      if (words.first >= back &&
          kBefore.match_at(sentence.tokens, words.first - back) == words.first)
        words.first -= back;
    }
    if (words.last - words.first == units.front().words.last - units.front().words.first)
      return chosen;
    const UnitNames& whole = units.front().names;
    const UnitNames given =
        chosen.intervention ? drugs_in(record, *chosen.intervention) : UnitNames{};
    const bool elsewhere = std::none_of(units.begin(), units.end(), [&](const DrugUnit& unit) {
      return share_drug(unit.names, given);
    });
    if (!elsewhere && !are_part(given, whole)) return chosen;
    constexpr double kSureOfHeadline = 0.8;
    const bool swapped =
        chosen.comparator && drugs_in(record, *chosen.comparator) == whole && !given.empty();
    if (swapped) chosen.comparator = chosen.intervention;
    chosen.intervention = value_of(record, {&sentence, words}, kSureOfHeadline);
    return chosen;
  }
  return chosen;
}

// "Low dose tea and mint in asthma": against placebo, what a title names together is all tried.
Compared with_all_of_title(const RecordText& record, Compared chosen) {
  if (!chosen.intervention || !chosen.comparator || !is_control(chosen.comparator->text))
    return chosen;
  const UnitNames given = drugs_in(record, *chosen.intervention);
  const Sentence& title = record.sentences().front();
  const Phrase titled{&title, title_treatments_of(record).first};
  if (title.is_title() && are_part(given, drug_names(record, titled)))
    chosen.intervention = value_of(record, titled, chosen.intervention->ground.confidence);
  return chosen;
}

}  // namespace

Compared with_whole_regimens(const RecordText& record, Compared chosen) {
  chosen = with_placebo_alone(record, with_both_tried(record, std::move(chosen)));
  chosen = with_base(record, with_combination_of_title(record, std::move(chosen)));
  chosen = with_option(record, std::move(chosen));
  chosen = with_basis(record, with_replacement(record, std::move(chosen)));
  chosen = with_all_of_title(record, std::move(chosen));
  chosen.intervention = with_first_half(record, std::move(chosen.intervention));
  chosen.comparator = with_first_half(record, std::move(chosen.comparator));
  return chosen;
}

}  // namespace ev::extract
