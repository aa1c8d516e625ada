#include "pipeline/extract/cell.hpp"

#include <array>

namespace ev::extract {

const char* to_string(Status status) {
  static constexpr std::array kNames = {"found", "not_stated", "ungrounded", "invalid", "conflict"};
  return kNames[static_cast<std::size_t>(status)];
}

Ground ground_at(const RecordText& record, const doc::Span& span, double confidence) {
  doc::Quote quote = record.document().quote(span);
  std::optional<doc::Quote> long_form;
  if (const auto* definition = record.definition_of(quote.text)) {
    long_form = record.document().quote(definition->long_span);
  }
  return {.quote = std::move(quote.text),
          .text = doc::to_string(quote.field),
          .start = quote.start,
          .end = quote.end,
          .method = "rule",
          .confidence = confidence,
          .span = span,
          .long_form = std::move(long_form),
          .arm = {}};
}

Ground ground_in_record(std::string field, std::string quote, double confidence) {
  return {.quote = std::move(quote),
          .text = std::move(field),
          .method = "record",
          .confidence = confidence,
          .span = {},
          .long_form = {},
          .arm = {}};
}

Candidate quoted(const RecordText& record, const doc::Span& span, double confidence) {
  Candidate candidate{.ground = ground_at(record, span, confidence)};
  candidate.text = candidate.ground.quote;
  return candidate;
}

}  // namespace ev::extract
