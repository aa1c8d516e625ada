#include "pipeline/extract/phrase.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <bit>

namespace ev::extract {

bool WordBits::shares(const WordBits& other) const {
  // Without an early way out in the loop the compiler takes many words at once.
  std::uint64_t common = 0;
  for (std::size_t i = 0; i < bits_.size(); ++i) common |= bits_[i] & other.bits_[i];
  return common != 0;
}

void WordBits::add(const doc::Token& token) {
  set(token.hash % kWords);
  add_opening(token.opening);
}

void WordBits::add(const WordBits& more) {
  for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= more.bits_[i];
}

void FirstWords::add_word(std::string_view word) {
  const std::size_t star = word.find('*');
  if (star == std::string_view::npos) {
    bits_.add_word(word);
  } else if (star < 2) {
    always_ = true;
  } else {
    bits_.add_opening(doc::opening_of(word));
  }
}

void FirstWords::add_digits() {
  for (std::size_t next = 0; next < 32; ++next) bits_.add_opening(doc::kDigitOpening + next);
}

void FirstWords::add(const FirstWords& more) {
  bits_.add(more.bits_);
  always_ = always_ || more.always_;
}

Pattern::Pattern(const char* source) {
  bool opening = true;  // no element so far has to match a token
  for (std::string& part : text::split(source, ' ')) {
    if (part.empty()) continue;
    Element element;
    if (part.front() == '<') {
      for (const char c : part) {
        if (c >= '0' && c <= '9')
          element.gap = element.gap * 10 + static_cast<std::size_t>(c - '0');
      }
      if (opening) first_words_.add_everything();
    } else if (part == "#") {
      element.digits = true;
      element.admitted.add_digits();
      if (opening) first_words_.add_digits();
      opening = false;
    } else {
      element.optional = part.front() == '?';
      for (std::string& word :
           text::split(std::string_view(part).substr(element.optional ? 1 : 0), '|')) {
        element.admitted.add_word(word);
        if (opening) first_words_.add_word(word);
        if (word.find('*') != std::string::npos) {
          element.stems.push_back(std::move(word));
        } else {
          element.words.push_back(std::move(word));
        }
      }
      std::sort(element.words.begin(), element.words.end(),
                [](const std::string& a, const std::string& b) {
                  return doc::word_hash(a) < doc::word_hash(b);
                });
      for (const std::string& word : element.words) element.hashes.push_back(doc::word_hash(word));
      opening = opening && element.optional;
    }
    elements_.push_back(std::move(element));
  }
  if (opening) first_words_.add_everything();
  find_telling_words();
}

void Pattern::find_telling_words() {
  // Nearly every sentence has some of these, and a number.
  static const std::vector<doc::Token> kCommon = doc::tokenize(
      "the a an of in with was were is are be to and or for on by at from as we this that these "
      "our "
      "no not 1");
  std::ptrdiff_t fewest = -1;
  for (const Element& element : elements_) {
    if (element.optional || element.gap != 0) continue;
    const auto common = std::count_if(kCommon.begin(), kCommon.end(), [&](const doc::Token& token) {
      return element.admitted.admits(token);
    });
    if (fewest >= 0 && common >= fewest) continue;
    fewest = common;
    telling_words_ = element.admitted;
  }
  if (fewest < 0) telling_words_.add_everything();
}

bool Pattern::accepts(const Element& element, const doc::Token& token) {
  const std::string& word = token.folded;
  if (!element.admitted.admits(token)) return false;
  if (element.digits) return word.front() >= '0' && word.front() <= '9';
  const auto& hashes = element.hashes;
  for (auto at = std::lower_bound(hashes.begin(), hashes.end(), token.hash);
       at != hashes.end() && *at == token.hash; ++at) {
    if (element.words[static_cast<std::size_t>(at - hashes.begin())] == word) return true;
  }
  for (const std::string& stem : element.stems) {
    const std::size_t star = stem.find('*');
    const std::size_t tail = stem.size() - star - 1;
    if (word.size() >= star + tail && word.compare(0, star, stem, 0, star) == 0 &&
        word.compare(word.size() - tail, tail, stem, star + 1, tail) == 0) {
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
  if (at < tokens.size() && !tokens[at].folded.empty() && accepts(e, tokens[at])) {
    if (const auto end = match_from(tokens, at + 1, element + 1)) return end;
  }
  if (e.optional) return match_from(tokens, at, element + 1);
  return std::nullopt;
}

std::optional<std::size_t> Pattern::match_at(std::span<const doc::Token> tokens,
                                             std::size_t at) const {
  const bool may =
      at < tokens.size() ? first_words_.admits(tokens[at]) : first_words_.admits_nothing();
  return may ? match_from(tokens, at, 0) : std::nullopt;
}

std::optional<Match> Pattern::find(std::span<const doc::Token> tokens, std::size_t from) const {
  for (std::size_t at = from; at < tokens.size(); ++at) {
    if (!first_words_.admits(tokens[at])) continue;
    if (const auto end = match_from(tokens, at, 0)) return Match{at, *end};
  }
  return std::nullopt;
}

Patterns::Patterns(std::initializer_list<Pattern> patterns) : patterns_(patterns) {
  for (const Pattern& pattern : patterns_) {
    first_words_.add(pattern.first_words());
    telling_words_.add(pattern.telling_words());
  }
  index();
}

void Patterns::index() {
  candidates_.assign(patterns_.size() / kGroup + 1, {});
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    Candidates& group = candidates_[i / kGroup];
    const std::uint64_t bit = std::uint64_t{1} << i % kGroup;
    patterns_[i].first_words().each([&](std::size_t at) { group.by_hash[at % kPlaces] |= bit; },
                                    [&](std::size_t at) { group.by_opening[at % kPlaces] |= bit; });
  }
}

void Patterns::add(const Patterns& more) {
  patterns_.insert(patterns_.end(), more.patterns_.begin(), more.patterns_.end());
  first_words_.add(more.first_words_);
  telling_words_.add(more.telling_words_);
  index();
}

std::optional<std::size_t> Patterns::match_at(std::span<const doc::Token> tokens,
                                              std::size_t at) const {
  if (at >= tokens.size()) {
    if (!first_words_.admits_nothing()) return std::nullopt;
    for (const Pattern& pattern : patterns_) {
      if (const auto end = pattern.match_at(tokens, at)) return end;
    }
    return std::nullopt;
  }
  const doc::Token& token = tokens[at];
  if (!first_words_.admits(token)) return std::nullopt;
  for (std::size_t group = 0; group < candidates_.size(); ++group) {
    const Candidates& of = candidates_[group];
    std::uint64_t left = of.by_hash[token.hash % kPlaces] | of.by_opening[token.opening % kPlaces];
    for (; left != 0; left &= left - 1) {
      const auto i = group * kGroup + static_cast<std::size_t>(std::countr_zero(left));
      if (const auto end = patterns_[i].match_at(tokens, at)) return end;
    }
  }
  return std::nullopt;
}

std::optional<Match> find_any(const Patterns& patterns, std::span<const doc::Token> tokens,
                              std::size_t from) {
  const FirstWords& first = patterns.first_words();
  for (std::size_t at = from; at < tokens.size(); ++at) {
    if (!first.admits(tokens[at])) continue;
    if (const auto end = patterns.match_at(tokens, at)) return Match{at, *end};
  }
  return std::nullopt;
}

}  // namespace ev::extract
