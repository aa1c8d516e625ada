#include "pipeline/mechanism/denial.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/mechanism/link_cues.hpp"

#include <algorithm>

namespace ev::mechanism {
namespace {

using extract::Patterns;
using TokenSpan = std::span<const doc::Token>;

bool says(const Patterns& patterns, TokenSpan tokens) {
  return extract::find_any(patterns, tokens).has_value();
}

const Patterns& denials_between() {
  static const Patterns kDenials = {
      "ineffective|ineffectual|useless|unsuccessful|unlikely|incapable",
      "no|not better|more|superior|different <2> than|to|from "
      "placebo|control|controls|sham|nothing|no"};
  return kDenials;
}
const Patterns& doubts_between() {
  static const Patterns kDoubts = {"no|not <2> alternative|substitute|replacement", "inferior to",
                                   "less <2> than", "no|not better|more|superior"};
  return kDoubts;
}
const Patterns& denials_before() {
  static const Patterns kDenials = {
      "no <2> evidence|proof|indication <3> that|whether",
      "refut*|disprov* ?the claim|hypothesis|notion|belief|view|idea|assumption"};
  return kDenials;
}
const Patterns& doubts_before() {
  static const Patterns kDoubts = {
      "insufficient|inadequate|inconclusive|conflicting|little|limited <1> evidence|data|proof <3> "
      "that|whether",
      "should|must not|never be"};
  return kDoubts;
}
const Patterns& propositions() {
  static const Patterns kPropositions = {
      "claim|hypothesis|notion|belief|view|idea|assumption that"};
  return kPropositions;
}
const Patterns& rejections() {
  static const Patterns kRejections = {
      "is|was|were|be|been|being refuted|rejected|disproved|disproven|unsupported",
      "not|neither <1> supported|confirmed|borne|substantiated"};
  return kRejections;
}
const Patterns& denials_behind() {
  static const Patterns kDenials = {
      "no more|better <1> than placebo|control|controls|sham|nothing"};
  return kDenials;
}
// "Unlike A, C …", "C is no alternative to A in …": what follows is said of another.
const Patterns& set_apart() {
  static const Patterns kApart = {
      "unlike", "contrast to|with", "contrary to",
      "alternative|substitute|replacement|superior|inferior|preferable to|for",
      "effective|efficacious than"};
  return kApart;
}

// "A plus C": what both did is not what A does.
bool is_combined(TokenSpan tokens, const NameSpan& name) {
  static const Patterns kJoins = {"plus", "combined|together with", "in combination with",
                                  "added to"};
  return name.last + 1 < tokens.size() && kJoins.match_at(tokens, name.last + 1).has_value();
}

// "The addition of C improves the efficacy of A": it is C that was tried.
bool another_is_added(TokenSpan before) {
  static const Patterns kAdded = {"addition of", "adding"};
  static const Patterns kEffect = {"efficacy|effectiveness|effect|effects of"};
  return before.size() > 2 && kEffect.match_at(before, before.size() - 2) && says(kAdded, before);
}

// The name the verb is said of: the last before it, else the first.
const NameSpan& subject_of(std::span<const NameSpan> names, std::size_t cue) {
  const NameSpan* best = &names.front();
  for (const NameSpan& name : names) {
    if (name.last < cue) best = &name;
  }
  return *best;
}

}  // namespace

Denial denial_around(const LinkSentence& sentence, std::span<const NameSpan> from,
                     std::span<const NameSpan> to, std::size_t cue) {
  if (from.empty() || to.empty()) return Denial::none;
  const TokenSpan tokens(sentence.tokens);
  for (const NameSpan& name : from) {
    if (is_combined(tokens, name)) return Denial::open;
  }
  const NameSpan& subject = subject_of(from, cue);
  const TokenSpan before = tokens.first(subject.first);
  const std::size_t end = std::max({to.back().last, subject.last, cue}) + 1;
  const TokenSpan behind = tokens.subspan(std::min(end, tokens.size()));
  if (says(propositions(), before) && says(rejections(), behind)) return Denial::denied;
  if (says(denials_before(), before) || says(denials_behind(), behind)) return Denial::denied;
  if (says(doubts_before(), before) || another_is_added(before)) return Denial::open;
  if (is_set_apart(sentence, subject)) return Denial::open;
  if (cue <= subject.last + 1) return Denial::none;
  const TokenSpan between = tokens.subspan(subject.last + 1, cue - subject.last - 1);
  if (says(denials_between(), between)) return Denial::denied;
  return says(doubts_between(), between) ? Denial::open : Denial::none;
}

bool is_set_apart(const LinkSentence& sentence, const NameSpan& name) {
  constexpr std::size_t kBeside = 3;
  const TokenSpan before = TokenSpan(sentence.tokens).first(name.first);
  return says(set_apart(), before.last(std::min(before.size(), kBeside)));
}

bool only_without_another(const LinkSentence& sentence, std::span<const NameSpan> from,
                          std::size_t cue) {
  if (from.empty()) return false;
  const NameSpan& subject = subject_of(from, cue);
  bool without = false;
  for (std::size_t i = 0; i < cue && i < sentence.tokens.size(); ++i) {
    const std::string_view word = sentence.tokens[i].folded;
    if (!is_negator(word)) continue;
    const std::string_view next =
        i + 1 < sentence.tokens.size() ? std::string_view(sentence.tokens[i + 1].folded) : "";
    if (word != "without" || i <= subject.last || i + 1 >= cue || next.ends_with("ing"))
      return false;
    without = true;
  }
  return without;
}

}  // namespace ev::mechanism
