// What the intervention is compared with: placebo and usual care wherever they stand, the last arm
// of an allocation, what "versus" and "compared with" name, what the control group received.
#include "base/text.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

const ChunkRule& arm_phrase() {
  static const ChunkRule kRule{.stops = &noun_phrase_stops(), .max_tokens = 7};
  return kRule;
}

// "baseline", "12 weeks", "patients without …" are compared with, but are no treatment.
bool may_compare(const Sentence& sentence, const Chunk& chunk) {
  if (chunk.first >= chunk.last || doc::is_digit(sentence.tokens[chunk.first].folded.front()))
    return false;
  const WordKinds all = kinds_of(sentence, chunk);
  if ((all & kind::treatment) != 0) return true;
  constexpr WordKinds kNot = kind::person | kind::animal | kind::time | kind::unit | kind::generic |
                             kind::measure | kind::outcome | kind::condition;
  return (head_kinds(sentence, chunk) & kNot) == 0;
}

void add_after(Findings& findings, const RecordText& record, const Sentence& sentence,
               const Patterns& patterns, double confidence, bool needs_treatment) {
  std::size_t from = 0;
  while (const auto match = find_any(patterns, sentence, from)) {
    from = std::max(match->last, from + 1);
    const Chunk chunk = trimmed(sentence, chunk_right(sentence, match->last, arm_phrase()));
    if (!may_compare(sentence, chunk)) continue;
    if (needs_treatment && (kinds_of(sentence, chunk) & kind::treatment) == 0) continue;
    add_chunk(findings, record, sentence, chunk, confidence);
  }
}

// Every word of `part` is in `whole` too.
bool is_within(const Sentence& sentence, const Chunk& part, const Chunk& whole) {
  static const Patterns kSays = {"alone|only|either|the|a"};
  if (part.first >= part.last) return false;
  std::size_t words = 0;
  for (std::size_t i = part.first; i < part.last; ++i) {
    if (kSays.match_at(sentence.tokens, i)) continue;
    ++words;
    const auto begin = sentence.tokens.begin();
    const bool there = std::any_of(
        begin + static_cast<std::ptrdiff_t>(whole.first),
        begin + static_cast<std::ptrdiff_t>(whole.last),
        [&](const doc::Token& token) { return token.folded == sentence.tokens[i].folded; });
    if (!there) return false;
  }
  return words > 0;
}

// "tea or tea plus milk": what is added to is what is compared with. The list may be read as two
// members or, cut at the plus, as three.
bool begins_with_addition(const Sentence& sentence, const std::vector<Chunk>& arms) {
  if (arms.size() < 2 || arms.size() > 3 || !is_within(sentence, arms[0], arms[1])) return false;
  return arms.size() == 3 || arms[0].last - arms[0].first < arms[1].last - arms[1].first;
}

// "randomized to tea or water": the last member, where there are two or more.
void add_last_arm(Findings& findings, const RecordText& record, const Sentence& sentence) {
  static const Patterns kAllocated = {
      "random* <4> to receive|undergo|take ?either",
      "assigned|allocated|randomized|randomised <2> to ?receive ?either"};
  std::size_t from = 0;
  while (const auto match = find_any(kAllocated, sentence, from)) {
    from = match->last;
    std::vector<Chunk> arms = list_right(sentence, match->last, arm_phrase());
    // "tea and what follows versus water": the list is the first arm.
    static const Patterns kVersus = {"versus|vs"};
    if (arms.size() < 2 || find_any(kVersus, sentence, arms.back().last)) arms = {};
    // "tea (n = 60) or water (n = 58)": brackets end a list, the conjunction after them goes on.
    if (arms.empty()) {
      static const Patterns kNext = {"or|versus|vs"};
      const std::size_t reach = std::min(match->last + 16, sentence.tokens.size());
      const auto words = std::span(sentence.tokens).first(reach);
      const auto joint = find_any(kNext, words, std::min(match->last, reach));
      if (joint) arms = {chunk_right(sentence, joint->last, arm_phrase())};
    }
    if (arms.empty()) continue;
    const bool added = begins_with_addition(sentence, arms);
    const Chunk compared = trimmed(sentence, added ? arms.front() : arms.back());
    // Of three treatments none is the comparator.
    static const Patterns kControl = {
        "placebo|sham|control|usual|standard|conventional|no|waiting|wait|vehicle|saline"};
    const bool one_of_many =
        arms.size() > 2 && !added &&
        !find_any(
            kControl,
            std::span(sentence.tokens).subspan(compared.first, compared.last - compared.first));
    if (one_of_many) continue;
    if (may_compare(sentence, compared)) add_chunk(findings, record, sentence, compared, 0.8);
  }
}

// "in addition to standard therapy", "refractory to standard therapy": what all of them had.
bool is_background_care(const RecordText& record, const Candidate& care) {
  static const Patterns kAdded = {"addition|added|adding|adjunct|adjunctive <8> to", "on top of",
                                  "background of",
                                  "refractory|resistant|unresponsive|intolerant to|of"};
  constexpr std::size_t kBefore = 12;
  const auto named = phrase_at(record, *care.ground.span);
  if (!named) return false;
  const std::size_t last = named->chunk.first;
  const std::size_t from = last > kBefore ? last - kBefore : 0;
  const auto before = std::span(named->sentence->tokens).subspan(from, last - from);
  const auto added = find_any(kAdded, before);
  return added && added->last == before.size();
}

// "no treatment-related deaths".
bool goes_on_behind_hyphen(const RecordText& record, const doc::Span& span) {
  const auto named = phrase_at(record, span);
  if (!named || named->chunk.last >= named->sentence->tokens.size()) return false;
  const Sentence& sentence = *named->sentence;
  return sentence.text[sentence.tokens[named->chunk.last - 1].end] == '-';
}

// "placebo run-in", "placebo washout": before anything is compared. The same words elsewhere stand
// for it, nothing when there are none.
std::optional<Candidate> compared_place(const RecordText& record, const Candidate& candidate) {
  static const Patterns kRunIn = {"placebo run|washout|wash|lead|baseline|phase|period",
                                  "placebo or active <2> phase|period", "baseline placebo",
                                  "placebo arm|group of the <8> trial|study"};
  static const Patterns kPlacebo = {"placebo"};
  // "placebo inhalers kept the blinding".
  static const Patterns kBlinds = {"blinding|blindness|dummy"};
  static const Patterns kControlled = {"controlled"};
  if (text::fold(candidate.text).substr(0, 7) != "placebo") {
    const bool other = is_background_care(record, candidate) ||
                       goes_on_behind_hyphen(record, *candidate.ground.span);
    return other ? std::nullopt : std::optional(candidate);
  }
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background && sentence.labelled()) continue;
    for (std::size_t from = 0; const auto match = find_any(kPlacebo, sentence, from);) {
      from = match->last;
      if (kRunIn.match_at(sentence.tokens, match->first)) continue;
      if (find_any(kBlinds, sentence) && !find_any(kControlled, sentence)) continue;
      const doc::Span span = span_of(sentence, *match);
      const bool same = candidate.ground.span && candidate.ground.span->begin == span.begin;
      return same ? candidate : quoted(record, span, candidate.ground.confidence);
    }
  }
  return std::nullopt;
}

// "without a control group", "healthy controls": nobody was allocated to it.
bool is_no_arm(const RecordText& record, const Candidate& control) {
  static const Patterns kNot = {
      "without|no|lack|absence|healthy|normal|normotensive|matched|historical|nondiabetic|sampled|"
      "cases"};
  constexpr std::size_t kBefore = 4;
  const auto named = phrase_at(record, *control.ground.span);
  if (!named) return false;
  const std::size_t last = named->chunk.first;
  const std::size_t from = last > kBefore ? last - kBefore : 0;
  return find_any(kNot, std::span(named->sentence->tokens).subspan(from, last - from)).has_value();
}

Findings find_comparators(const RecordText& record) {
  static const Patterns kUsual = {
      "placebo ?group|tablets|capsules|cream|injection|gel",
      "sham ?control|acupuncture|procedure|stimulation|surgery|treatment|feeding|laser",
      "usual|standard|routine <2> care",
      "usual|standard|routine|conventional care|therapy|treatment|management",
      "treatment as usual",
      "no treatment|intervention|therapy|prophylaxis|supplementation",
      "wait|waiting list ?control|group",
      "saline placebo",
      "vehicle|saline",
      "attention control"};
  static const Patterns kVersus = {"versus|vs"};
  static const Patterns kCompared = {
      "compared|comparison|comparable|superior|inferior|relative "
      "with|to",
      "rather than", "against"};
  static const Patterns kControlGot = {
      "control|comparison ?group|arm|patients|subjects|children|women|participants "
      "received|underwent|had|took|used|drank|ate",
      "control|comparison group|arm <2> given|treated|offered ?with"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background && sentence.labelled()) continue;
    add_last_arm(findings, record, sentence);
    add_after(findings, record, sentence, kControlGot, 0.82, false);
    add_after(findings, record, sentence, kVersus, sentence.is_title() ? 0.85 : 0.7,
              !sentence.is_title());
    add_after(findings, record, sentence, kCompared, 0.6, !sentence.is_title());
  }
  for (Candidate& candidate :
       all_matches(record, kUsual, {.confidence = 0.84, .skip_background = true}).candidates) {
    if (auto placed = compared_place(record, candidate)) add_distinct(findings, std::move(*placed));
  }
  sort_by_confidence(findings);
  if (findings.candidates.empty()) {
    static const Patterns kControls = {"control|comparison group|arm|groups|controls", "controls"};
    Findings controls =
        all_matches(record, kControls, {.confidence = 0.5, .skip_background = true});
    // "group 1: control; group 2: tea" names no control group in one piece.
    std::erase_if(controls.candidates, [&](const Candidate& candidate) {
      return candidate.text.find_first_of(",;:()") != std::string::npos ||
             is_no_arm(record, candidate);
    });
    if (controls.candidates.size() > 1) controls.candidates.resize(1);
    return controls;
  }
  return findings;
}

}  // namespace

const Findings& comparators_by_rules(const RecordText& record) {
  return record.facts().comparators.get([&] { return find_comparators(record); });
}

Findings find_comparator(const RecordText& record) {
  Findings findings = comparators_by_rules(record);
  findings.single = compared_in(record).comparator;
  if (!findings.single && !findings.candidates.empty()) {
    findings.undecided = "no phrase names a comparator that differs from the intervention";
  }
  return findings;
}

}  // namespace ev::extract
