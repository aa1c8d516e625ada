#include "pipeline/extract/title_treatment.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/treatment_partners.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr WordKinds kSaidOf = kind::person | kind::animal | kind::condition | kind::outcome |
                              kind::measure | kind::time | kind::generic;

const ChunkRule& title_phrase() {
  static const ChunkRule kRule{.stops = &noun_phrase_stops(), .max_tokens = 10};
  return kRule;
}

std::string_view title_gap(const Sentence& s, std::size_t token) {
  const std::size_t end = s.tokens[token].end;
  return s.text.substr(end, s.tokens[token + 1].begin - end);
}

bool treats(const Sentence& s, const Chunk& chunk) {
  return (kinds_of(s, chunk) & kind::treatment) != 0;
}

bool title_gap_is(const Sentence& s, std::size_t token, std::string_view gap) {
  return token > 0 && token < s.tokens.size() && title_gap(s, token - 1) == gap;
}

// "toxicity of rofecoxib": what is said of the treatment is left out. "Treatment of asthma" names
// none.
Chunk without_aspect(const Sentence& s, Chunk chunk) {
  static const Patterns kAspect = {
      "treatment|management|prevention|therapy|prophylaxis|care|use|administration|analysis|"
      "pharmacokinetics|pharmacodynamics|bioavailability|bioequivalence|tolerability|tolerance|"
      "efficacy|safety|results|metabolism|disposition|absorption|neutrality|performance|profile|"
      "profiles|interaction|interactions"};
  for (std::size_t i = chunk.first; i + 1 < chunk.last; ++i) {
    if (s.tokens[i].folded != "of" || i == chunk.first) continue;
    const Chunk rest{i + 1, chunk.last};
    const bool aspect = kAspect.match_at(s.tokens, i - 1).has_value();
    const bool said = (s.kinds[i - 1] & kSaidOf) != 0 && (s.kinds[i - 1] & kind::drug) == 0;
    if (!aspect && !said) continue;
    return treats(s, rest) ? without_aspect(s, rest) : Chunk{i, i};
  }
  // "rehabilitation of COPD": what is treated is left out.
  constexpr WordKinds kTreated = kind::condition | kind::person | kind::outcome;
  if (chunk.last <= chunk.first || (head_kinds(s, chunk) & kTreated) == 0) return chunk;
  for (std::size_t i = chunk.first + 1; i + 1 < chunk.last; ++i) {
    if (s.tokens[i].folded == "of" && (s.kinds[i - 1] & kind::therapy) != 0)
      return {chunk.first, i};
  }
  return chunk;
}

bool attempts(const Sentence& s, std::size_t token) {
  const std::string& word = s.tokens[token].folded;
  return word.size() > 5 && word.compare(word.size() - 3, 3, "ing") == 0 &&
         token + 1 < s.tokens.size() && s.tokens[token + 1].folded == "to";
}

// "tea reverses drowsiness": what a drug does to something.
bool acts_on(const Sentence& s, std::size_t token, std::size_t last) {
  const std::string& word = s.tokens[token].folded;
  const bool third_person = word.size() > 5 && word.back() == 's' && word[word.size() - 2] != 's' &&
                            word[word.size() - 2] != 'u' && word[word.size() - 2] != 'i';
  constexpr WordKinds kNoun = kind::treatment | kind::person | kind::condition | kind::outcome |
                              kind::measure | kind::generic | kind::time | kind::unit;
  return third_person && token > 0 && token + 1 < last && (s.kinds[token] & kNoun) == 0 &&
         (s.kinds[token - 1] & kind::drug) != 0;
}

// "dexamethasone-attempting to prevent", "estrogen effects on": a verb or the effect ends it.
Chunk title_run(const Sentence& s, std::size_t first) {
  static const Patterns kEffect = {
      "effect|effects|against|generates|limits|promotes|prevents|causes|induces|stimulates|"
      "enhances|inhibits|suppresses|attenuates|affects|influences|alters|delays"};
  static const Patterns kAdded = {"enriched|supplemented|fortified with"};
  Chunk out = chunk_right(s, first, title_phrase());
  // "practice-based education": no word ends at its hyphen.
  while (out.last > out.first && out.last < s.tokens.size() && title_gap(s, out.last - 1) == "-" &&
         !attempts(s, out.last)) {
    out.last = std::max(chunk_right(s, out.last, title_phrase()).last, out.last + 1);
    const Chunk more = chunk_right(s, out.last, title_phrase());
    if (title_gap_is(s, out.last, " ")) out.last = more.last;
  }
  if (out.last > out.first && kAdded.match_at(s.tokens, out.last - 1)) {
    const Chunk more = chunk_right(s, out.last + 1, title_phrase());
    if (more.last > more.first) out.last = more.last;
    const bool joined = out.last + 1 < s.tokens.size() && s.tokens[out.last].folded == "and";
    if (joined) out.last = chunk_right(s, out.last + 1, title_phrase()).last;
  }
  if (out.last < s.tokens.size() && out.last > out.first && attempts(s, out.last - 1)) --out.last;
  for (std::size_t i = out.first + 1; i < out.last; ++i) {
    const bool verb = (s.kinds[i] & kind::verb) != 0 && (s.kinds[i] & kind::treatment) == 0;
    if (verb || kEffect.match_at(s.tokens, i) || acts_on(s, i, out.last)) out.last = i;
  }
  // "salbutamol inhaled" by some device.
  constexpr WordKinds kFunction = kind::preposition | kind::conjunction | kind::determiner |
                                  kind::auxiliary | kind::adverb | kind::pronoun;
  if (out.last > out.first + 1 && out.last < s.tokens.size() &&
      (s.kinds[out.last - 1] & kind::participle) != 0 && (s.kinds[out.last - 2] & kFunction) == 0) {
    --out.last;
  }
  return out;
}

// "breastfeeding and formula feeding", "computer and manual reminders": both belong to it. What
// begins with a pronoun, or names an outcome, does not.
Chunk with_joined(const Sentence& s, Chunk chunk) {
  static const Patterns kJoint = {"and|plus"};
  // "cyclophosphamide, methotrexate, and fluorouracil".
  int members = 0;
  for (; members < 4 && title_gap_is(s, chunk.last, ", "); ++members) {
    const bool last = kJoint.match_at(s.tokens, chunk.last).has_value();
    if (last && members == 0) break;
    const Chunk next = title_run(s, last ? chunk.last + 1 : chunk.last);
    if (next.last <= next.first || (s.kinds[next.first] & kind::determiner) != 0 ||
        ((head_kinds(s, next) & kind::treatment) == 0 &&
         !(last && head_kinds(s, next) == 0 && treats(s, chunk))))
      break;
    chunk.last = next.last;
  }
  static const Patterns kGivenWith = {"?and in combination with", "and|plus",
                                      "combined|together with"};
  // "combination tea with honey".
  static const Patterns kCombination = {"combination|combined"};
  static const Patterns kWith = {"with"};
  const bool of_two = chunk.last > chunk.first + 1 && treats(s, chunk) &&
                      kCombination.match_at(s.tokens, chunk.first);
  const auto joint = (of_two ? kWith : kGivenWith).match_at(s.tokens, chunk.last);
  if (!joint || *joint >= s.tokens.size()) return chunk;
  if (title_gap(s, chunk.last - 1) != " ") return chunk;
  const bool combined = of_two || (*joint > chunk.last + 1 && treats(s, chunk));
  const Chunk more = title_run(s, *joint);
  if (combined && more.last > more.first) return {chunk.first, more.last};
  if (more.last <= more.first) return chunk;
  const WordKinds head = head_kinds(s, more);
  const bool treated = (head & kind::treatment) != 0;
  const bool other = (head & kSaidOf) != 0 && !treated;
  // "tea and mint combinations".
  static const Patterns kForm = {"combination|combinations|tablets|capsules|preparations"};
  const bool form = treats(s, more) && kForm.match_at(s.tokens, more.last - 1);
  if (other || (head == 0 && members == 0 && treats(s, chunk) && !form)) return chunk;
  return {chunk.first, more.last};
}

// "men administered tea": what they are given.
std::size_t behind_people(const Sentence& s, const Chunk& chunk) {
  static const Patterns kGiven = {"administered|given|receiving|taking|undergoing"};
  for (std::size_t i = chunk.first; i + 2 < chunk.last; ++i) {
    if ((s.kinds[i] & kind::person) != 0 && kGiven.match_at(s.tokens, i + 1)) return i + 2;
  }
  return chunk.first;
}

Chunk title_chunk(const Sentence& s, std::size_t first) {
  static const Patterns kLead = {
      "the|a|an|either|oral|use|using|of|different|two|three|providing|monitoring|assessing|"
      "evaluating"};
  static const Patterns kHowOften = {"daily|weekly|once|twice"};
  // "efficacy and safety of tea".
  static const Patterns kAspects = {
      "efficacy|effectiveness|safety|tolerability|pharmacokinetics|pharmacodynamics ?and "
      "?efficacy|effectiveness|safety|tolerability|pharmacokinetics|pharmacodynamics of"};
  for (const std::size_t at : {first, first + 1}) {
    if (const auto aspects = kAspects.match_at(s.tokens, at)) first = *aspects;
  }
  while (first + 1 < s.tokens.size() && kLead.match_at(s.tokens, first)) ++first;
  const bool often = first + 1 < s.tokens.size() && kHowOften.match_at(s.tokens, first);
  Chunk found = title_run(s, often ? first + 1 : first);
  found.first = behind_people(s, {first, found.last});
  const Chunk chunk = without_aspect(s, found);
  if (chunk.last <= chunk.first) return chunk;
  // "pharmacokinetics and metabolism of tea": the second word said of it stands before its name.
  const Chunk joined = with_joined(s, chunk);
  return treats(s, chunk) ? joined : without_aspect(s, joined);
}

// "open" of "open versus closed surgery": an adjective whose noun comes later.
bool is_cut(const Sentence& s, const Chunk& chunk, const Chunk& other) {
  if (chunk.last <= chunk.first) return true;
  const bool drug = (head_kinds(s, chunk) & kind::drug) != 0;
  const bool alone = chunk.last - chunk.first == 1 && other.last - other.first > 1;
  if (drug || (!alone && (head_kinds(s, chunk) & kind::treatment) != 0)) return false;
  const bool shorter = chunk.last - chunk.first == 1 && other.last - other.first > 1;
  const std::string& word = s.tokens[chunk.last - 1].folded;
  const auto ends = [&](std::string_view tail) {
    return word.size() > tail.size() &&
           word.compare(word.size() - tail.size(), tail.size(), tail) == 0;
  };
  const bool treats_alone = (head_kinds(s, chunk) & kind::treatment) != 0;
  return (shorter && !treats_alone) || ends("able") || ends("al") || ends("ic") || ends("ive") ||
         ends("ed") || ends("ary") || ends("ous");
}

// "advice", "program": too plain to name anything.
bool is_plain_word(const Sentence& s, const Chunk& chunk) {
  static const Patterns kPlain = {
      "surgery|advice|care|diet|training|procedure|intervention|interventions|program|programme|"
      "therapies|injection|injections|screening|monitoring|support|device|life|combination|"
      "capsule|capsules|caplet|pill|pills|cream|gel|patch|patches|"
      "therapeutic|subtherapeutic|prophylactic"};
  // "long-term treatment", "short treatment regimen", "tablet dose".
  static const Patterns kDuration = {
      "short|long|term|treatment|therapy|regimen|regimens|chronic|continuous|prolonged|initial|"
      "fixed|combination|combined|drug|tablet|tablets|dose|doses"};
  std::size_t durations = 0;
  for (std::size_t i = chunk.first; i < chunk.last; ++i)
    durations += kDuration.match_at(s.tokens, i) ? 1 : 0;
  if (durations == chunk.last - chunk.first) return true;
  // "drug regimens".
  static const Patterns kAnyTreatment = {
      "drug|drugs|treatment|therapeutic|therapy|medical "
      "regimens|regimen|strategies|strategy|options|modalities|agents|approaches|schedules"};
  if (kAnyTreatment.match_at(s.tokens, chunk.first) == chunk.last) return true;
  return chunk.last - chunk.first == 1 && kPlain.match_at(s.tokens, chunk.first);
}

// "community" of "community and hospital based services": the noun comes later.
bool shares_noun(const Sentence& s, const Chunk& chunk) {
  static const Patterns kJoint = {"and|or"};
  if (chunk.last - chunk.first != 1 || chunk.last + 2 >= s.tokens.size()) return false;
  if (!kJoint.match_at(s.tokens, chunk.last)) return false;
  const Chunk other = chunk_right(s, chunk.last + 1, title_phrase());
  static const Patterns kBased = {"based"};
  return other.last > other.first + 1 || kBased.match_at(s.tokens, other.last);
}

// A word no list knows: in a title's slot for what was given it is a name.
bool may_be_name(const Sentence& s, const Chunk& chunk) {
  if (chunk.last <= chunk.first || chunk.last - chunk.first > 5) return false;
  if (is_plain_word(s, chunk) || shares_noun(s, chunk) || is_never_given(s, chunk)) return false;
  // "pain sensation".
  const WordKinds all = kinds_of(s, chunk);
  if ((all & (kind::condition | kind::outcome)) != 0 && !treats(s, chunk)) return false;
  constexpr WordKinds kNot =
      kSaidOf | kind::verb | kind::participle | kind::adverb | kind::pronoun | kind::unit;
  return has_content(s, chunk) && (head_kinds(s, chunk) & kNot) == 0 &&
         (s.kinds[chunk.first] & (kind::pronoun | kind::auxiliary)) == 0;
}

const Patterns& comparing_words() {
  static const Patterns kComparing = {"comparing", "comparison <3> of",
                                      "comparative <1> study|trial|evaluation|efficacy of"};
  return kComparing;
}

// Both in full, without what names no treatment.
TitleTreatments settled(const Sentence& s, TitleTreatments out) {
  out.first = whole_treatment(s, out.first);
  out.second = whole_treatment(s, out.second);
  const bool either = names_treatment(s, out.first) || names_treatment(s, out.second);
  const auto fits = [&](const Chunk& chunk) {
    return names_treatment(s, chunk) || (either && may_be_name(s, chunk));
  };
  if (!fits(out.second)) out.second = {};
  // "standard versus high dose tea" names one in full; of "open versus closed surgery" better none
  // than half a name.
  static const Patterns kUsual = {"standard|usual|conventional|low"};
  // "comparison of one-week and two-week therapy": what the first is, nobody says.
  if (!fits(out.first) && find_any(comparing_words(), s)) return {};
  const bool usual = out.first.last == out.first.first + 1 &&
                     kUsual.match_at(s.tokens, out.first.first).has_value();
  if (usual) return {out.second, {}};
  if (!fits(out.first) || is_cut(s, out.first, out.second)) out.first = {};
  return out;
}

// "A versus B", "comparison of A with B".
TitleTreatments versus_in(const Sentence& s) {
  static const Patterns kVersus = {"versus|vs|against", "compared with|to",
                                   "in contrast|comparison to|with"};
  static const Patterns kWith = {"with|and|to"};
  static const Patterns kAgainst = {"with|to"};
  static const Patterns kSwitched = {"switched|switching|switch|conversion|converted from"};
  static const Patterns kTo = {"to"};
  TitleTreatments out{};
  if (const auto versus = find_any(kVersus, s); versus && versus->first > 0) {
    const Chunk left =
        behind_design(s, with_partner_before(s, chunk_left(s, versus->first, title_phrase())));
    out = {without_aspect(s, trimmed(s, left)),
           with_alternative(s, with_partner_behind(
                                   s, trimmed(s, chunk_right(s, versus->last, title_phrase()))))};
  } else if (const auto switched = find_any(kSwitched, s)) {
    // "switching to tea": from what, nobody says.
    if (kTo.match_at(s.tokens, switched->last)) {
      const Chunk after = trimmed(s, chunk_right(s, switched->last + 1, title_phrase()));
      return {names_treatment(s, after) ? after : Chunk{}, {}};
    }
    const Chunk before = chunk_right(s, switched->last, title_phrase());
    const auto to = find_any(kTo, s, before.last);
    if (before.last <= before.first || !to || to->first > before.last + 6) return {};
    out = {trimmed(s, chunk_right(s, to->last, title_phrase())), trimmed(s, before)};
  } else if (const auto comparing = find_any(comparing_words(), s)) {
    // "comparison of tea and mint with water": with one of them or both.
    Chunk whole = chunk_right(s, comparing->last, title_phrase());
    const Chunk joined = with_joined(s, whole);
    const bool both = treats(s, whole) && joined.last < s.tokens.size() &&
                      joined.last > whole.last &&
                      kAgainst.match_at(s.tokens, joined.last).has_value();
    // "combination of tea and mint" is one.
    static const Patterns kCombination = {"combination of"};
    const auto words = std::span(s.tokens).subspan(whole.first, whole.last - whole.first);
    if (both || (joined.last > whole.last && find_any(kCombination, words))) whole = joined;
    const Chunk left = without_aspect(s, trimmed(s, whole));
    if (whole.last + 1 >= s.tokens.size() || !kWith.match_at(s.tokens, whole.last)) return {};
    out = {left,
           with_partner_behind(s, trimmed(s, chunk_right(s, whole.last + 1, title_phrase())))};
  }
  return settled(s, out);
}

// "effect of A on Y", "trial of A".
Chunk effect_of(const Sentence& s) {
  static const Patterns kEffect = {
      "effect|effects|efficacy|effectiveness|impact|influence|benefit|benefits|safety|role|"
      "administration|use|value|trial ?and ?safety|tolerability|costs|effectiveness|outcome of",
      "study|evaluation|assessment of"};
  static const Patterns kSlot = {
      "effect|effects|efficacy|effectiveness|safety|administration|use|trial|study|impact|"
      "influence"};
  std::size_t from = 0;
  while (const auto match = find_any(kEffect, s, from)) {
    from = std::max(match->last, from + 1);
    const Chunk chunk = title_chunk(s, match->last);
    const bool slot = kSlot.match_at(s.tokens, match->first).has_value();
    if (names_treatment(s, chunk) || (slot && may_be_name(s, chunk))) return chunk;
  }
  return {};
}

// "treatment of Y with A".
Chunk treated_with(const Sentence& s) {
  static const Patterns kTreated = {
      "treatment|management|prevention|prophylaxis|therapy|reduction|suppression|decreasing|"
      "eradication <8> with|by|using"};
  static const Patterns kCompares = {"comparing|comparison|versus|vs"};
  const auto match = find_any(kTreated, s);
  if (!match || find_any(kCompares, s)) return {};
  // "management of patients with gout": what the people have.
  if (match->last >= 2 && (s.kinds[match->last - 2] & (kind::person | kind::animal)) != 0 &&
      s.tokens[match->last - 1].folded == "with") {
    return {};
  }
  const Chunk chunk = title_chunk(s, match->last);
  return names_treatment(s, chunk) || may_be_name(s, chunk) ? chunk : Chunk{};
}

// "A for the prevention of Y": whatever A is called.
Chunk leading_for(const Sentence& s) {
  static const Patterns kTreats = {
      "for|in ?the treatment|prevention|management|prophylaxis|therapy|control of",
      "for treating|preventing|reducing", "is|are ?as effective|superior|safe|analgesic",
      "effect|effects on"};
  const Chunk chunk = title_chunk(s, 0);
  const bool treats_it = chunk.last > chunk.first && chunk.last < s.tokens.size() &&
                         kTreats.match_at(s.tokens, chunk.last) && may_be_name(s, chunk);
  return treats_it ? chunk : Chunk{};
}

// "Does A reduce Y?"
Chunk asked_of(const Sentence& s) {
  static const Patterns kAsks = {"does|do|can|could|will"};
  static const Patterns kActs = {
      "reduce|improve|prevent|increase|decrease|affect|enhance|modify|influence|lower|protect|"
      "alter|attenuate|help"};
  if (!kAsks.match_at(s.tokens, 0)) return {};
  const Chunk chunk = title_chunk(s, 1);
  const bool acts = chunk.last < s.tokens.size() && kActs.match_at(s.tokens, chunk.last);
  return acts && may_be_name(s, chunk) ? chunk : Chunk{};
}

// "Oral tea and heart function in adults".
bool is_joined_to_outcome(const Sentence& s, const Chunk& chunk) {
  constexpr WordKinds kSaid = kind::outcome | kind::measure;
  static const Patterns kGiving = {"administration|use|supplementation"};
  const bool given = (head_kinds(s, chunk) & kind::treatment) != 0 ||
                     kGiving.match_at(s.tokens, chunk.last - 1).has_value();
  if (!given || s.tokens[chunk.last].folded != "and") return false;
  const Chunk other = title_run(s, chunk.last + 1);
  return other.last > other.first && (head_kinds(s, other) & kSaid) != 0 && !treats(s, other);
}

// "Oral tea: a new drink".
bool is_headline(const Sentence& s, const Chunk& chunk) {
  return chunk.last > chunk.first && title_gap_is(s, chunk.last, ": ") &&
         (kinds_of(s, chunk) & kind::drug) != 0;
}

// "A for the prevention of Y", "A improves Y", "A and its effect on Y".
Chunk leading(const Sentence& s) {
  static const Patterns kFollows = {
      "for|in|to|on|after|during|as|is|does|do|improves|reduces|prevents|increases|decreases|"
      "augmented|enhances|generates|limits|promotes|induces|lower|lowers|blunts|attenuates|"
      "suppresses|inhibits",
      "?and ?its effect|effects", "but not"};
  const Chunk chunk = title_chunk(s, 0);
  const bool follows =
      chunk.last < s.tokens.size() &&
      (kFollows.match_at(s.tokens, chunk.last).has_value() || is_joined_to_outcome(s, chunk) ||
       acts_on(s, chunk.last, s.tokens.size()) || is_headline(s, chunk));
  const bool short_title = chunk.last > chunk.first && chunk.last >= s.tokens.size();
  if ((!follows && !short_title) || !names_treatment(s, chunk)) return {};
  return chunk;
}

// "Bleeding in women taking A", "Antagonism with A and B in adults": a drug, for anything else may
// stand behind these words.
Chunk named_behind(const Sentence& s) {
  static const Patterns kBehind = {"taking|receiving|given|administered|using|with|by|of|to"};
  std::size_t from = 0;
  while (const auto match = find_any(kBehind, s, from)) {
    from = match->last;
    Chunk chunk = title_chunk(s, match->last);
    for (std::size_t i = chunk.first; i + 1 < chunk.last; ++i) {
      if (s.tokens[i].folded == "of") chunk.first = i + 1;
    }
    const bool study = match->first > 0 && s.tokens[match->first - 1].folded == "study";
    if (study) continue;
    static const Patterns kForm = {"combination|combinations|tablets|capsules|gel|cream"};
    const bool drug =
        chunk.last > chunk.first && (kinds_of(s, chunk) & kind::drug) != 0 &&
        ((head_kinds(s, chunk) & kind::treatment) != 0 || kForm.match_at(s.tokens, chunk.last - 1));
    const bool told = drug && (head_kinds(s, chunk) & kind::participle) != 0;
    if (drug && !told && names_treatment(s, chunk)) return chunk;
  }
  return {};
}

// "effect of a plimbat versus an ordinary shoe": set against a name, it is one.
Chunk second_behind(const Sentence& s, const Chunk& first, const Chunk& known) {
  static const Patterns kVersus = {"versus|vs"};
  if (known.last > known.first || !kVersus.match_at(s.tokens, first.last)) return known;
  const Chunk second = trimmed(s, chunk_right(s, first.last + 1, title_phrase()));
  return may_be_name(s, second) ? second : known;
}

bool is_capital_letter(const Sentence& s, std::size_t token) {
  const doc::Token& letter = s.tokens[token];
  return letter.end - letter.begin == 1 && doc::is_upper(s.text[letter.begin]) &&
         title_gap_is(s, token, " ");
}

}  // namespace

bool is_never_given(const Sentence& s, const Chunk& chunk) {
  static const Patterns kNever = {
      "assay|assays|immunoassay|organization|organisation|research|investigators|strain|strains|"
      "isolate|isolates|breakthrough|questionnaire|index|infection|cohort|registry|form|forms|"
      "pylori|bacteria|virus|analysis|resistance|imaging|scintigraphy|tomography|spect"};
  return chunk.last > chunk.first && kNever.match_at(s.tokens, chunk.last - 1).has_value();
}

// From the word that tells how it is given.
std::size_t with_manner(const Sentence& s, Chunk chunk) {
  // "laparoscopically assisted surgery", "minimally invasive surgery".
  const bool part = (s.kinds[chunk.first] & kind::participle) != 0;
  const bool adverb = chunk.first > 0 && (s.kinds[chunk.first - 1] & kind::adverb) != 0;
  static const Patterns kManner = {
      "minimally|locally|orally|highly|partially|oral|inhaled|topical|intravenous|subcutaneous|"
      "intramuscular|intranasal|transdermal|vaginal|rectal|sublingual|epidural|parenteral|enteral"};
  const bool manner = chunk.first > 0 && kManner.match_at(s.tokens, chunk.first - 1);
  if ((part && adverb) || manner) --chunk.first;
  // "oral or intravenous tea".
  static const Patterns kEither = {"or|and"};
  const bool either = chunk.first > 1 && kManner.match_at(s.tokens, chunk.first) &&
                      kEither.match_at(s.tokens, chunk.first - 1) &&
                      kManner.match_at(s.tokens, chunk.first - 2);
  if (either) chunk.first -= 2;
  return chunk.first;
}

Chunk whole_treatment(const Sentence& s, Chunk chunk) {
  if (chunk.last > chunk.first) chunk.first = behind_people(s, chunk);
  static const Patterns kTail = {
      "therapy|treatment|program|programme|intervention|training|monotherapy|supplementation|"
      "prophylaxis|surgery|condition|shocks|treatments|materials|packs"};
  static const Patterns kWrapping = {
      "regimens|regimen|course|courses|doses|dose|dosages|dosage|target|starting|containing|weeks|"
      "week|months|month|days|day|"
      "either|of|receive|the|a|an|orally|intravenously|ascending|increasing|escalating",
      "#"};
  if (chunk.first >= chunk.last) return chunk;
  // "tea, mint, and placebo": the last one was not tried.
  static const Patterns kPlaceboToo = {"and|or placebo"};
  if (chunk.last > chunk.first + 2 && kPlaceboToo.match_at(s.tokens, chunk.last - 2))
    chunk.last -= 2;
  while (chunk.last < s.tokens.size() && kTail.match_at(s.tokens, chunk.last) &&
         s.tokens[chunk.last].begin == s.tokens[chunk.last - 1].end + 1) {
    ++chunk.last;
  }
  static const Patterns kMade = {"consisting|comprising|including"};
  const auto made = find_any(kMade, std::span(s.tokens).first(chunk.last), chunk.first + 1);
  if (made) chunk.last = made->first;
  for (std::size_t i = chunk.first + 1; i < chunk.last; ++i) {
    if (acts_on(s, i, chunk.last)) chunk.last = i;
  }
  static const Patterns kRoute = {
      "orally|intravenously|intracervically|subcutaneously|once|daily|twice|three|four|times|"
      "titrated"};
  while (chunk.last > chunk.first + 1 && kRoute.match_at(s.tokens, chunk.last - 1)) --chunk.last;
  chunk.first = with_manner(s, chunk);
  // "12 weeks of either nefazodone", but "40 mg of statin" keeps its dose.
  static const Patterns kDose = {"mg|g|microg|ug|mcg|ml|iu", "# mg|g|microg|ug|mcg|ml|iu",
                                 "# # mg|g|microg|ug|mcg|ml|iu"};
  std::size_t first = chunk.first;
  while (first + 1 < chunk.last && kWrapping.match_at(s.tokens, first) &&
         !kDose.match_at(s.tokens, first)) {
    ++first;
  }
  // "tea A".
  if (chunk.last < s.tokens.size() && (s.kinds[chunk.last - 1] & kind::drug) != 0 &&
      is_capital_letter(s, chunk.last)) {
    ++chunk.last;
  }
  // "tea 20": the unit belongs to it.
  static const Patterns kUnit = {"mg|g|microg|ug|mcg|ml|iu"};
  if (chunk.last < s.tokens.size() && chunk.last > first + 1 &&
      doc::is_digit(s.tokens[chunk.last - 1].folded.front()) &&
      kUnit.match_at(s.tokens, chunk.last)) {
    ++chunk.last;
  }
  // "20 mg of either tea".
  for (std::size_t i = first; i + 1 < chunk.last; ++i) {
    if (s.tokens[i].folded == "either") return {i + 1, chunk.last};
  }
  return {first, chunk.last};
}

bool names_treatment(const Sentence& s, const Chunk& chunk) {
  if (chunk.last <= chunk.first || !has_content(s, chunk)) return false;
  if (is_plain_word(s, chunk) || is_never_given(s, chunk)) return false;
  static const Patterns kClass = {
      "agents|blockers|inhibitors|antagonists|agonists|inhibitor|blocker|antagonist",
      "airway|airways pressure"};
  const std::size_t length = chunk.last - chunk.first;
  static const Patterns kAnyOf = {"current|conventional|other|new|oral|standard|these|common"};
  if (length > 1 && !kAnyOf.match_at(s.tokens, chunk.first) &&
      (kClass.match_at(s.tokens, chunk.last - 1) ||
       kClass.match_at(s.tokens, chunk.last - 2) == chunk.last)) {
    return true;
  }
  const WordKinds head = head_kinds(s, chunk);
  if ((head & (kind::person | kind::animal | kind::preposition)) != 0) return false;
  if (treats(s, chunk)) {
    return (head & (kind::condition | kind::outcome | kind::measure)) == 0 ||
           (head & kind::treatment) != 0;
  }
  return false;
}

Chunk behind_design(const Sentence& s, Chunk chunk) {
  static const Patterns kDesign = {
      "study|trial|comparing|comparison|compared|effect|effects|efficacy|effectiveness|evaluation|"
      "response|to|randomized|randomised|prospective|safety|tolerability|tolerance|bioequivalence|"
      "bioavailability|results",
      "impact|influence|benefit|benefits|role|cost|costs|superiority|acceptability|outcome|"
      "outcomes|"
      "pharmacokinetics|pharmacodynamics of"};
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    if (kDesign.match_at(s.tokens, i)) chunk.first = i + 1;
  }
  return chunk;
}

TitleTreatments title_treatments(const Sentence& title) {
  const TitleTreatments versus = versus_in(title);
  if (versus.first.last > versus.first.first) return versus;
  for (const auto& form :
       {&leading_for, &asked_of, &effect_of, &treated_with, &leading, &named_behind}) {
    const Chunk chunk = whole_treatment(title, form(title));
    if (chunk.last > chunk.first) return {chunk, second_behind(title, chunk, versus.second)};
  }
  return versus;
}

const TitleTreatments& title_treatments_of(const RecordText& record) {
  return record.facts().title_treatments.get(
      [&] { return title_treatments(record.sentences().front()); });
}

}  // namespace ev::extract
