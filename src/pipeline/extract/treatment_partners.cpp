#include "pipeline/extract/treatment_partners.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/title_treatment.hpp"

namespace ev::extract {

namespace {

const ChunkRule& partner_name() {
  static const ChunkRule kRule{.stops = &noun_phrase_stops(), .max_tokens = 10};
  return kRule;
}

bool has_treatment(const Sentence& sentence, const Chunk& chunk) {
  return (kinds_of(sentence, chunk) & kind::treatment) != 0;
}

const Patterns& partners() {
  static const Patterns kPartners = {"combined with", "with|plus"};
  return kPartners;
}

}  // namespace

Chunk with_partner_before(const Sentence& sentence, const Chunk& chunk) {
  // "Morning tea and bedtime honey versus water", "tea or mint versus water".
  static const Patterns kJoint = {"and|or"};
  if (chunk.first > 1 && sentence.is_title() && kJoint.match_at(sentence.tokens, chunk.first - 1)) {
    const Chunk other = behind_design(
        sentence, trimmed(sentence, chunk_left(sentence, chunk.first - 1, partner_name())));
    if (names_treatment(sentence, other) && has_treatment(sentence, chunk))
      return {other.first, chunk.last};
  }
  for (std::size_t back = 1; back <= 2 && back < chunk.first; ++back) {
    const std::size_t joint = chunk.first - back;
    if (partners().match_at(sentence.tokens, joint) != chunk.first) continue;
    const Chunk other = chunk_left(sentence, joint, partner_name());
    if (names_treatment(sentence, trimmed(sentence, other)) && has_treatment(sentence, chunk))
      return {other.first, chunk.last};
  }
  return chunk;
}

Chunk with_partner_behind(const Sentence& sentence, const Chunk& chunk) {
  if (chunk.last <= chunk.first || chunk.last >= sentence.tokens.size()) return chunk;
  const auto joint = partners().match_at(sentence.tokens, chunk.last);
  if (!joint || !has_treatment(sentence, chunk)) return chunk;
  const Chunk other = trimmed(sentence, chunk_right(sentence, *joint, partner_name()));
  return names_treatment(sentence, other) ? Chunk{chunk.first, other.last} : chunk;
}

// "versus tea or mint": both are compared with.
Chunk with_alternative(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kJoint = {"and|or"};
  const std::size_t next = chunk.last + 1;
  if (chunk.last <= chunk.first || next >= sentence.tokens.size()) return chunk;
  if ((head_kinds(sentence, chunk) & kind::drug) == 0 ||
      !kJoint.match_at(sentence.tokens, chunk.last) ||
      sentence.text[sentence.tokens[chunk.last - 1].end] != ' ')
    return chunk;
  const Chunk other = trimmed(sentence, chunk_right(sentence, next, partner_name()));
  const bool drug =
      (head_kinds(sentence, other) & kind::drug) != 0 && names_treatment(sentence, other);
  return drug ? Chunk{chunk.first, other.last} : chunk;
}

}  // namespace ev::extract
