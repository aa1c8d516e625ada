#include "pipeline/extract/treatment_partners.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/title_treatment.hpp"

namespace ev::extract {

namespace {

const ChunkRule& partner_name() {
  static const ChunkRule kRule{.stops = &noun_phrase_stops(), .max_tokens = 10};
  return kRule;
}

bool has_treatment(const Line& line, const Chunk& chunk) {
  return (kinds_of(line, chunk) & kind::treatment) != 0;
}

const Patterns& partners() {
  static const Patterns kPartners = {"combined with", "with|plus"};
  return kPartners;
}

}  // namespace

Chunk with_partner_before(const Line& line, const Chunk& chunk) {
  // "Morning tea and bedtime honey versus water", "tea or mint versus water".
  static const Patterns kJoint = {"and|or"};
  if (chunk.first > 1 && line.is_title() && kJoint.match_at(line.tokens, chunk.first - 1)) {
    const Chunk other =
        behind_design(line, trimmed(line, chunk_left(line, chunk.first - 1, partner_name())));
    if (names_treatment(line, other) && has_treatment(line, chunk))
      return {other.first, chunk.last};
  }
  for (std::size_t back = 1; back <= 2 && back < chunk.first; ++back) {
    const std::size_t joint = chunk.first - back;
    if (partners().match_at(line.tokens, joint) != chunk.first) continue;
    const Chunk other = chunk_left(line, joint, partner_name());
    if (names_treatment(line, trimmed(line, other)) && has_treatment(line, chunk))
      return {other.first, chunk.last};
  }
  return chunk;
}

Chunk with_partner_behind(const Line& line, const Chunk& chunk) {
  if (chunk.last <= chunk.first || chunk.last >= line.tokens.size()) return chunk;
  const auto joint = partners().match_at(line.tokens, chunk.last);
  if (!joint || !has_treatment(line, chunk)) return chunk;
  const Chunk other = trimmed(line, chunk_right(line, *joint, partner_name()));
  return names_treatment(line, other) ? Chunk{chunk.first, other.last} : chunk;
}

// "versus tea or mint": both are compared with.
Chunk with_alternative(const Line& line, const Chunk& chunk) {
  static const Patterns kJoint = {"and|or"};
  const std::size_t next = chunk.last + 1;
  if (chunk.last <= chunk.first || next >= line.tokens.size()) return chunk;
  if ((head_kinds(line, chunk) & kind::drug) == 0 || !kJoint.match_at(line.tokens, chunk.last) ||
      line.text[line.tokens[chunk.last - 1].end] != ' ')
    return chunk;
  const Chunk other = trimmed(line, chunk_right(line, next, partner_name()));
  const bool drug = (head_kinds(line, other) & kind::drug) != 0 && names_treatment(line, other);
  return drug ? Chunk{chunk.first, other.last} : chunk;
}

}  // namespace ev::extract
