#include "pipeline/extract/reading.hpp"

#include <algorithm>

namespace ev::extract {

std::size_t Line::token_from(std::size_t byte) const {
  const auto at = std::partition_point(
      tokens.begin(), tokens.end(), [byte](const doc::Token& token) { return token.begin < byte; });
  return static_cast<std::size_t>(at - tokens.begin());
}

Reading::Reading(const model::Article& article) : Reading(doc::Document(article)) {}

Reading::Reading(const doc::Document& document) : document_(document) {
  lines_.reserve(document_.sentences().size());
  for (const doc::Sentence& sentence : document_.sentences()) {
    const std::string_view s = document_.text(sentence.span);
    Line line{sentence, s, doc::tokenize(s), {}, {}};
    line.numbers = doc::find_numbers(s, line.tokens);
    line.kinds.reserve(line.tokens.size());
    for (const doc::Token& token : line.tokens) line.kinds.push_back(word_kinds(token.folded));
    lines_.push_back(std::move(line));
  }
}

bool Reading::has_abstract() const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [](const Line& line) { return !line.is_title(); });
}

}  // namespace ev::extract
