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
Chunk name_at(const Line& line, std::size_t token) {
  static const Patterns kBased = {"based|founded on"};
  static const Patterns kCombination = {"combination of"};
  if (token >= line.tokens.size()) return {token, token};
  Chunk out = chunk_right(line, token, name_rule());
  // "combination of tea and mint".
  const auto combined = find_any(kCombination, std::span(line.tokens).first(out.last), out.first);
  if (combined && out.last < line.tokens.size() && line.tokens[out.last].folded == "and")
    return {combined->first, chunk_right(line, out.last + 1, name_rule()).last};
  for (std::size_t i = out.first; i + 1 < out.last; ++i) {
    const bool of = line.tokens[i].folded == "of";
    if (of && (i == out.first || (line.kinds[i - 1] & kind::treatment) == 0)) out.first = i + 1;
  }
  if (const auto based = kBased.match_at(line.tokens, out.last); based && out.last > out.first)
    return name_at(line, *based);
  return whole_treatment(line, trimmed(line, out));
}

bool has_kind(const Line& line, const Chunk& chunk, WordKinds kinds) {
  return chunk.last > chunk.first && (head_kinds(line, chunk) & kinds) != 0;
}

bool is_name(const Line& line, const Chunk& chunk) {
  return names_treatment(line, chunk) ||
         (has_kind(line, chunk, kind::inactive) && chunk.last - chunk.first <= 2);
}

bool is_open(std::string_view text) {
  return std::count(text.begin(), text.end(), '(') > std::count(text.begin(), text.end(), ')');
}

// Behind dose and brackets of a name: where its joint may stand.
std::size_t behind_dose(const Line& line, const Chunk& name) {
  static const Patterns kDose = {
      "once|twice|thrice|a|per|day|daily|bid|tid|qd|od|mg|mcg|ml|iu|mono*|monotherapy|therapy|"
      "treatment|alone"};
  const std::size_t begin = line.tokens[name.last - 1].end;
  std::size_t at = name.last;
  for (; at < line.tokens.size() && at < name.last + kDoseTokens; ++at) {
    const std::string_view gap = line.text.substr(begin, line.tokens[at].begin - begin);
    if (is_open(gap)) continue;
    if (gap.find_first_of(";:,") != std::string_view::npos) return line.tokens.size();
    const bool dose = kDose.match_at(line.tokens, at) ||
                      doc::is_digit(line.tokens[at].folded.front()) ||
                      (line.kinds[at] & (kind::unit | kind::time)) != 0;
    if (!dose) break;
  }
  return at;
}

std::size_t behind_lead(const Line& line, std::size_t token) {
  static const Patterns kLead = {"that|those|the|a|an|of|either|effect|effects|efficacy|in"};
  while (token < line.tokens.size() && kLead.match_at(line.tokens, token)) ++token;
  return token;
}

Chunk second_name(const Line& line, std::size_t token) {
  const Chunk chunk = name_at(line, behind_lead(line, token));
  return is_name(line, chunk) ? chunk : Chunk{};
}

// Another member of a list follows: more than two are compared.
bool goes_on(const Line& line, const Chunk& name) {
  static const Patterns kJoint = {"and|or|versus|vs"};
  if (name.last >= line.tokens.size()) return false;
  const std::size_t end = line.tokens[name.last - 1].end;
  const bool comma = line.text.substr(end, 2) == ", ";
  const bool joint = kJoint.match_at(line.tokens, name.last).has_value();
  if (!comma && !joint) return false;
  return second_name(line, joint ? name.last + 1 : name.last).last != 0;
}

std::optional<AimContrast> contrast_of(const Line& line, const Chunk& first, const Chunk& second) {
  const bool drug = ((kinds_of(line, first) | kinds_of(line, second)) & kind::drug) != 0;
  if (!drug || goes_on(line, second)) return std::nullopt;
  const bool swapped = has_kind(line, first, kind::inactive);
  if (swapped && has_kind(line, second, kind::inactive)) return std::nullopt;
  const Phrase left{&line, first};
  const Phrase right{&line, second};
  return swapped ? AimContrast{right, left} : AimContrast{left, right};
}

// "compare tea with water", "comparison of tea and mint with water".
std::optional<AimContrast> from_comparing(const Line& line) {
  static const Patterns kCompare = {"compare|comparing|compared|comparison"};
  static const Patterns kResult = {"with|to|favorably|favourably"};
  static const Patterns kJoint = {"with|to|versus|vs|against|and"};
  static const Patterns kWith = {"with|to|versus|vs|against"};
  for (std::size_t from = 0; const auto cue = find_any(kCompare, line, from);) {
    from = cue->last;
    if (kResult.match_at(line.tokens, cue->last)) continue;
    Chunk first{};
    for (std::size_t at = cue->last; at < line.tokens.size() && at < cue->last + kFirstWithin;
         ++at) {
      const Chunk next = name_at(line, at);
      if (!is_name(line, next)) continue;
      first = next;
      break;
    }
    if (first.last == 0) continue;
    const std::size_t joint = behind_dose(line, first);
    if (joint >= line.tokens.size() || !kJoint.match_at(line.tokens, joint)) continue;
    const Chunk second = second_name(line, joint + 1);
    if (second.last == 0) continue;
    const std::size_t more = behind_dose(line, second);
    const bool both = line.tokens[joint].folded == "and" && more < line.tokens.size() &&
                      kWith.match_at(line.tokens, more).has_value();
    const Chunk third = both ? second_name(line, more + 1) : Chunk{};
    if (third.last != 0) return contrast_of(line, {first.first, second.last}, third);
    if (const auto found = contrast_of(line, first, second)) return found;
  }
  return std::nullopt;
}

// "effect of tea on sleep compared with water".
std::optional<AimContrast> from_effect(const Line& line) {
  static const Patterns kEffect = {
      "effect|effects|efficacy|effectiveness|safety|tolerability|activity|superiority|whether of",
      "whether"};
  static const Patterns kCompared = {"compared|comparison with|to", "versus|vs"};
  const auto cue = find_any(kEffect, line);
  const auto joint = cue ? find_any(kCompared, line, cue->last) : std::nullopt;
  if (!joint) return std::nullopt;
  const Chunk first = name_at(line, behind_lead(line, cue->last));
  if (!is_name(line, first) || first.last > joint->first) return std::nullopt;
  const Chunk second = second_name(line, joint->last);
  return second.last == 0 ? std::nullopt : contrast_of(line, first, second);
}

std::optional<AimContrast> find_aim_contrast(const Reading& reading) {
  for (const Line& line : reading.lines()) {
    const doc::Role role = line.role();
    if (line.is_title() || role == doc::Role::results || role == doc::Role::conclusions) continue;
    if (role == doc::Role::background && line.sentence.labelled) continue;
    if (const auto found = from_comparing(line)) return found;
    if (const auto found = from_effect(line)) return found;
  }
  return std::nullopt;
}

}  // namespace

const std::optional<AimContrast>& aim_contrast(const Reading& reading) {
  return reading.facts().aim_contrast.get([&] { return find_aim_contrast(reading); });
}

}  // namespace ev::extract
