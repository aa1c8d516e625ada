#include "pipeline/extract/phrase.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace ev::extract {

Pattern::Pattern(const char* source) {
  for (std::string& part : text::split(source, ' ')) {
    if (part.empty()) continue;
    Element element;
    if (part.front() == '<') {
      for (const char c : part) {
        if (c >= '0' && c <= '9')
          element.gap = element.gap * 10 + static_cast<std::size_t>(c - '0');
      }
    } else if (part == "#") {
      element.digits = true;
    } else {
      element.optional = part.front() == '?';
      element.words = text::split(std::string_view(part).substr(element.optional ? 1 : 0), '|');
    }
    elements_.push_back(std::move(element));
  }
}

bool Pattern::accepts(const Element& element, const std::string& word) {
  if (element.digits) return word.front() >= '0' && word.front() <= '9';
  for (const std::string& wanted : element.words) {
    const std::size_t star = wanted.find('*');
    if (star == std::string::npos) {
      if (word == wanted) return true;
      continue;
    }
    const std::size_t tail = wanted.size() - star - 1;
    if (word.size() >= star + tail && word.compare(0, star, wanted, 0, star) == 0 &&
        word.compare(word.size() - tail, tail, wanted, star + 1, tail) == 0) {
      return true;
    }
  }
  return false;
}

std::optional<std::size_t> Pattern::match_from(std::span<const doc::Token> tokens, std::size_t at,
                                               std::size_t element) const {
  if (element == elements_.size()) return at;
  const Element& e = elements_[element];
  if (e.gap != 0) {
    for (std::size_t skip = 0; skip <= e.gap && at + skip <= tokens.size(); ++skip) {
      if (const auto end = match_from(tokens, at + skip, element + 1)) return end;
    }
    return std::nullopt;
  }
  if (at < tokens.size() && !tokens[at].folded.empty() && accepts(e, tokens[at].folded)) {
    if (const auto end = match_from(tokens, at + 1, element + 1)) return end;
  }
  if (e.optional) return match_from(tokens, at, element + 1);
  return std::nullopt;
}

std::optional<std::size_t> Pattern::match_at(std::span<const doc::Token> tokens,
                                             std::size_t at) const {
  return match_from(tokens, at, 0);
}

std::optional<Match> Pattern::find(std::span<const doc::Token> tokens, std::size_t from) const {
  for (std::size_t at = from; at < tokens.size(); ++at) {
    if (const auto end = match_at(tokens, at)) return Match{at, *end};
  }
  return std::nullopt;
}

Patterns::Patterns(std::initializer_list<Pattern> patterns) : patterns_(patterns) {
  for (const Pattern& pattern : patterns_) admit(pattern);
}

void Patterns::add(const Patterns& more) {
  for (const Pattern& pattern : more) {
    patterns_.push_back(pattern);
    admit(pattern);
  }
}

std::size_t Patterns::first_of(std::string_view word) {
  const auto code = [&](std::size_t i) {
    return i < word.size() ? static_cast<std::size_t>(static_cast<unsigned char>(word[i]) % 32) : 0;
  };
  return code(0) * 32 + code(1);
}

void Patterns::admit(const Pattern& pattern) {
  for (const Pattern::Element& element : pattern.elements_) {
    always_ = always_ || element.gap != 0;
    digits_ = digits_ || element.digits;
    for (const std::string& word : element.words) {
      const std::size_t star = word.find('*');
      if (star == std::string::npos) {
        words_[doc::word_hash(word) % kBits] = true;
      } else if (star < 2) {
        always_ = true;
      } else {
        firsts_[first_of(word)] = true;
      }
    }
    if (!element.optional) return;
  }
  always_ = true;  // it can match nothing
}

std::optional<std::size_t> Patterns::match_at(std::span<const doc::Token> tokens,
                                              std::size_t at) const {
  if (at < tokens.size() ? !may_begin(tokens[at]) : !always_) return std::nullopt;
  for (const Pattern& pattern : patterns_) {
    if (const auto end = pattern.match_at(tokens, at)) return end;
  }
  return std::nullopt;
}

std::optional<Match> find_any(const Patterns& patterns, std::span<const doc::Token> tokens,
                              std::size_t from) {
  for (std::size_t at = from; at < tokens.size(); ++at) {
    if (const auto end = patterns.match_at(tokens, at)) return Match{at, *end};
  }
  return std::nullopt;
}

}  // namespace ev::extract
