#include "pipeline/extract/aim_contrast.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/title_treatment.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kFirstWithin = 14;  // tokens between "compare" and the first name
constexpr std::size_t kDoseTokens = 8;    // tokens of dose and bracket behind a name

const ChunkRule& name_rule() {
  static const ChunkRule kRule{.stops = &noun_phrase_stops(), .max_tokens = 8};
  return kRule;
}

// "the effects of tea": the name alone. "Injection of tea" is one.
Chunk name_at(const Sentence& sentence, std::size_t token) {
  static const Patterns kBased = {"based|founded on"};
  static const Patterns kCombination = {"combination of"};
  if (token >= sentence.tokens.size()) return {token, token};
  Chunk out = chunk_right(sentence, token, name_rule());
  // "combination of tea and mint".
  const auto combined =
      find_any(kCombination, std::span(sentence.tokens).first(out.last), out.first);
  if (combined && out.last < sentence.tokens.size() && sentence.tokens[out.last].folded == "and")
    return {combined->first, chunk_right(sentence, out.last + 1, name_rule()).last};
  for (std::size_t i = out.first; i + 1 < out.last; ++i) {
    const bool of = sentence.tokens[i].folded == "of";
    if (of && (i == out.first || (sentence.kinds[i - 1] & kind::treatment) == 0)) out.first = i + 1;
  }
  if (const auto based = kBased.match_at(sentence.tokens, out.last); based && out.last > out.first)
    return name_at(sentence, *based);
  return whole_treatment(sentence, trimmed(sentence, out));
}

bool has_kind(const Sentence& sentence, const Chunk& chunk, WordKinds kinds) {
  return chunk.last > chunk.first && (head_kinds(sentence, chunk) & kinds) != 0;
}

bool is_name(const Sentence& sentence, const Chunk& chunk) {
  return names_treatment(sentence, chunk) ||
         (has_kind(sentence, chunk, kind::inactive) && chunk.last - chunk.first <= 2);
}

bool is_open(std::string_view text) {
  return std::count(text.begin(), text.end(), '(') > std::count(text.begin(), text.end(), ')');
}

// Behind dose and brackets of a name: where its joint may stand.
std::size_t behind_dose(const Sentence& sentence, const Chunk& name) {
  static const Patterns kDose = {
      "once|twice|thrice|a|per|day|daily|bid|tid|qd|od|mg|mcg|ml|iu|mono*|monotherapy|therapy|"
      "treatment|alone"};
  const std::size_t begin = sentence.tokens[name.last - 1].end;
  std::size_t at = name.last;
  for (; at < sentence.tokens.size() && at < name.last + kDoseTokens; ++at) {
    const std::string_view gap = sentence.text.substr(begin, sentence.tokens[at].begin - begin);
    if (is_open(gap)) continue;
    if (gap.find_first_of(";:,") != std::string_view::npos) return sentence.tokens.size();
    const bool dose = kDose.match_at(sentence.tokens, at) ||
                      doc::is_digit(sentence.tokens[at].folded.front()) ||
                      (sentence.kinds[at] & (kind::unit | kind::time)) != 0;
    if (!dose) break;
  }
  return at;
}

std::size_t behind_lead(const Sentence& sentence, std::size_t token) {
  static const Patterns kLead = {"that|those|the|a|an|of|either|effect|effects|efficacy|in"};
  while (token < sentence.tokens.size() && kLead.match_at(sentence.tokens, token)) ++token;
  return token;
}

Chunk second_name(const Sentence& sentence, std::size_t token) {
  const Chunk chunk = name_at(sentence, behind_lead(sentence, token));
  return is_name(sentence, chunk) ? chunk : Chunk{};
}

// Another member of a list follows: more than two are compared.
bool goes_on(const Sentence& sentence, const Chunk& name) {
  static const Patterns kJoint = {"and|or|versus|vs"};
  if (name.last >= sentence.tokens.size()) return false;
  const std::size_t end = sentence.tokens[name.last - 1].end;
  const bool comma = sentence.text.substr(end, 2) == ", ";
  const bool joint = kJoint.match_at(sentence.tokens, name.last).has_value();
  if (!comma && !joint) return false;
  return second_name(sentence, joint ? name.last + 1 : name.last).last != 0;
}

std::optional<AimContrast> contrast_of(const Sentence& sentence, const Chunk& first,
                                       const Chunk& second) {
  const bool drug = ((kinds_of(sentence, first) | kinds_of(sentence, second)) & kind::drug) != 0;
  if (!drug || goes_on(sentence, second)) return std::nullopt;
  const bool swapped = has_kind(sentence, first, kind::inactive);
  if (swapped && has_kind(sentence, second, kind::inactive)) return std::nullopt;
  const Phrase left{&sentence, first};
  const Phrase right{&sentence, second};
  return swapped ? AimContrast{right, left} : AimContrast{left, right};
}

// "compare tea with water", "comparison of tea and mint with water".
std::optional<AimContrast> from_comparing(const Sentence& sentence) {
  static const Patterns kCompare = {"compare|comparing|compared|comparison"};
  static const Patterns kResult = {"with|to|favorably|favourably"};
  static const Patterns kJoint = {"with|to|versus|vs|against|and"};
  static const Patterns kWith = {"with|to|versus|vs|against"};
  for (std::size_t from = 0; const auto cue = find_any(kCompare, sentence, from);) {
    from = cue->last;
    if (kResult.match_at(sentence.tokens, cue->last)) continue;
    Chunk first{};
    for (std::size_t at = cue->last; at < sentence.tokens.size() && at < cue->last + kFirstWithin;
         ++at) {
      const Chunk next = name_at(sentence, at);
      if (!is_name(sentence, next)) continue;
      first = next;
      break;
    }
    if (first.last == 0) continue;
    const std::size_t joint = behind_dose(sentence, first);
    if (joint >= sentence.tokens.size() || !kJoint.match_at(sentence.tokens, joint)) continue;
    const Chunk second = second_name(sentence, joint + 1);
    if (second.last == 0) continue;
    const std::size_t more = behind_dose(sentence, second);
    const bool both = sentence.tokens[joint].folded == "and" && more < sentence.tokens.size() &&
                      kWith.match_at(sentence.tokens, more).has_value();
    const Chunk third = both ? second_name(sentence, more + 1) : Chunk{};
    if (third.last != 0) return contrast_of(sentence, {first.first, second.last}, third);
    if (const auto found = contrast_of(sentence, first, second)) return found;
  }
  return std::nullopt;
}

// "effect of tea on sleep compared with water".
std::optional<AimContrast> from_effect(const Sentence& sentence) {
  static const Patterns kEffect = {
      "effect|effects|efficacy|effectiveness|safety|tolerability|activity|superiority|whether of",
      "whether"};
  static const Patterns kCompared = {"compared|comparison with|to", "versus|vs"};
  const auto cue = find_any(kEffect, sentence);
  const auto joint = cue ? find_any(kCompared, sentence, cue->last) : std::nullopt;
  if (!joint) return std::nullopt;
  const Chunk first = name_at(sentence, behind_lead(sentence, cue->last));
  if (!is_name(sentence, first) || first.last > joint->first) return std::nullopt;
  const Chunk second = second_name(sentence, joint->last);
  return second.last == 0 ? std::nullopt : contrast_of(sentence, first, second);
}

std::optional<AimContrast> find_aim_contrast(const RecordText& record) {
  for (const Sentence& sentence : record.sentences()) {
    const doc::Role role = sentence.role();
    if (sentence.is_title() || role == doc::Role::results || role == doc::Role::conclusions)
      continue;
    if (role == doc::Role::background && sentence.labelled()) continue;
    if (const auto found = from_comparing(sentence)) return found;
    if (const auto found = from_effect(sentence)) return found;
  }
  return std::nullopt;
}

}  // namespace

const std::optional<AimContrast>& aim_contrast(const RecordText& record) {
  return record.facts().aim_contrast.get([&] { return find_aim_contrast(record); });
}

}  // namespace ev::extract
