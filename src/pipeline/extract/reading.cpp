#include "pipeline/extract/reading.hpp"

#include <algorithm>

namespace ev::extract {

std::size_t Line::token_from(std::size_t byte) const {
  const auto at = std::find_if(tokens.begin(), tokens.end(),
                               [byte](const doc::Token& token) { return token.begin >= byte; });
  return static_cast<std::size_t>(at - tokens.begin());
}

Reading::Reading(const model::Article& article) : Reading(doc::Document(article)) {}

Reading::Reading(const doc::Document& document) : document_(document) {
  lines_.reserve(document_.sentences().size());
  for (const doc::Sentence& sentence : document_.sentences()) {
    const std::string_view s = document_.text(sentence.span);
    lines_.push_back({sentence, s, doc::tokenize(s), doc::find_numbers(s)});
  }
}

bool Reading::has_abstract() const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [](const Line& line) { return !line.is_title(); });
}

}  // namespace ev::extract
