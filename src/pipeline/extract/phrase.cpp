#include "pipeline/extract/phrase.hpp"

#include <algorithm>
#include <bit>

namespace ev::extract {

namespace {

std::vector<std::string_view> parts_of(std::string_view s, char separator) {
  std::vector<std::string_view> out;
  for (std::size_t at = s.find(separator); at != std::string_view::npos; at = s.find(separator)) {
    out.push_back(s.substr(0, at));
    s.remove_prefix(at + 1);
  }
  out.push_back(s);
  return out;
}

}  // namespace

void WordBits::add(const doc::Token& token) {
  add_hash(token.hash);
  add_opening(token.opening);
}

void WordBits::add(const WordBits& more) {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words_[i] |= more.words_[i];
    words_again_[i] |= more.words_again_[i];
    openings_[i] |= more.openings_[i];
  }
}

void FirstWords::add_word(std::string_view word) {
  const std::size_t star = word.find('*');
  if (star == std::string_view::npos) {
    bits_.add_word(word);
  } else if (star < doc::kOpeningLetters) {
    always_ = true;
  } else {
    add_opening(doc::opening_of(word));
  }
}

void FirstWords::add(const FirstWords& more) {
  bits_.add(more.bits_);
  opens_ = opens_ || more.opens_;
  always_ = always_ || more.always_;
}

Pattern::Element Pattern::element_of(std::string_view part, FirstWords& admitted) {
  Element element;
  if (part.front() == '<') {
    for (const char c : part) {
      if (c >= '0' && c <= '9') element.gap = element.gap * 10 + static_cast<std::size_t>(c - '0');
    }
  } else if (part == "#") {
    element.digits = true;
    admitted.add_digits();
  } else {
    element.optional = part.front() == '?';
    std::vector<std::string_view> words;
    for (const std::string_view word : parts_of(part.substr(element.optional ? 1 : 0), '|')) {
      admitted.add_word(word);
      const std::size_t star = word.find('*');
      if (star == std::string_view::npos) {
        words.push_back(word);
        continue;
      }
      element.stem_openings |= star < doc::kOpeningLetters
                                   ? ~std::uint64_t{0}
                                   : std::uint64_t{1} << doc::opening_of(word) % 64;
      element.stems.push_back(
          {std::string(word.substr(0, star)), std::string(word.substr(star + 1))});
    }
    add_words(element, words);
  }
  return element;
}

void Pattern::add_words(Element& element, const std::vector<std::string_view>& words) {
  if (words.empty()) return;
  const std::size_t slots = std::bit_ceil(2 * words.size());
  element.marks.resize(slots);
  element.words.resize(slots);
  for (const std::string_view word : words) {
    const std::uint32_t hash = doc::word_hash(word);
    std::size_t at = hash & (slots - 1);
    while (element.marks[at] != 0) at = (at + 1) & (slots - 1);
    element.marks[at] = hash | 1u;
    element.words[at] = word;
  }
}

Pattern::Pattern(const char* source) {
  bool opening = true;  // no element so far has to match a token
  const std::vector<std::string_view> parts = parts_of(source, ' ');
  std::vector<FirstWords> admitted;
  admitted.reserve(parts.size());
  for (const std::string_view part : parts) {
    if (part.empty()) continue;
    const Element& element = elements_.emplace_back(element_of(part, admitted.emplace_back()));
    if (!opening) continue;
    first_words_.add(admitted.back());
    if (element.gap != 0) first_words_.add_everything();
    opening = element.optional || element.gap != 0;
  }
  if (opening) first_words_.add_everything();
  find_telling_words(admitted);
}

void Pattern::find_telling_words(const std::vector<FirstWords>& admitted) {
  // Nearly every sentence has some of these, and a number.
  static const std::vector<doc::Token> kCommon = doc::tokenize(
      "the a an of in with was were is are be to and or for on by at from as we this that these "
      "our "
      "no not 1");
  std::ptrdiff_t fewest = -1;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (elements_[i].optional || elements_[i].gap != 0) continue;
    const auto common = std::count_if(kCommon.begin(), kCommon.end(), [&](const doc::Token& token) {
      return admitted[i].admits(token);
    });
    if (fewest >= 0 && common >= fewest) continue;
    fewest = common;
    telling_words_ = admitted[i];
  }
  if (fewest < 0) telling_words_.add_everything();
}

bool Pattern::lists(const Element& element, const doc::Token& token, std::size_t at) {
  if (token.folded.empty()) return false;
  const std::size_t last = element.marks.size() - 1;
  for (; element.marks[at] != 0; at = (at + 1) & last) {
    if (element.words[at] == token.folded) return true;
  }
  return has_stem(element, token);
}

bool Pattern::has_stem(const Element& element, const doc::Token& token) {
  const std::string_view word = token.folded;
  if (word.empty()) return false;
  return std::any_of(element.stems.begin(), element.stems.end(), [&](const Stem& stem) {
    return word.size() >= stem.begin.size() + stem.end.size() && word.starts_with(stem.begin) &&
           word.ends_with(stem.end);
  });
}

std::optional<std::size_t> Pattern::match_from(std::span<const doc::Token> tokens, std::size_t at,
                                               At element) const {
  for (; element != elements_.end(); ++element) {
    if (element->gap != 0) return match_past_gap(tokens, at, element);
    const bool taken = takes(*element, tokens, at);
    if (element->optional) {
      if (!taken) continue;
      if (const auto end = match_from(tokens, at + 1, element + 1)) return end;
    } else if (!taken) {
      return std::nullopt;
    } else {
      ++at;
    }
  }
  return at;
}

std::optional<std::size_t> Pattern::match_past_gap(std::span<const doc::Token> tokens,
                                                   std::size_t at, At gap) const {
  const At next = gap + 1;
  const bool certain = next != elements_.end() && next->gap == 0 && !next->optional;
  const std::size_t last = std::min(at + gap->gap, tokens.size());
  for (; at <= last; ++at) {
    if (certain && !takes(*next, tokens, at)) continue;
    if (const auto end = match_from(tokens, at, next)) return end;
  }
  return std::nullopt;
}

std::optional<std::size_t> Pattern::match_at(std::span<const doc::Token> tokens,
                                             std::size_t at) const {
  const bool may =
      at < tokens.size() ? first_words_.admits(tokens[at]) : first_words_.admits_nothing();
  return may ? match_admitted(tokens, at) : std::nullopt;
}

std::optional<Match> Pattern::find(std::span<const doc::Token> tokens, std::size_t from) const {
  for (std::size_t at = from; (at = first_words_.first_in(tokens, at)) < tokens.size(); ++at) {
    if (const auto end = match_admitted(tokens, at)) return Match{at, *end};
  }
  return std::nullopt;
}

Patterns::Patterns(std::initializer_list<const char*> sources)
    : Patterns(std::vector<Pattern>(sources.begin(), sources.end())) {}

Patterns::Patterns(std::vector<Pattern> patterns) : patterns_(std::move(patterns)) {
  for (const Pattern& pattern : patterns_) {
    first_words_.add(pattern.first_words());
    telling_words_.add(pattern.telling_words());
  }
  index();
}

void Patterns::index() {
  const auto places = [&](std::size_t of_each, std::size_t most) {
    return std::clamp<std::size_t>(std::bit_ceil(of_each * patterns_.size()), 64, most);
  };
  candidates_.assign(patterns_.size() / kGroup + 1, {});
  for (Candidates& group : candidates_) {
    group.by_hash.resize(places(16, 1024));
    group.by_opening.resize(places(4, 256));
  }
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    Candidates& group = candidates_[i / kGroup];
    const std::uint64_t bit = std::uint64_t{1} << i % kGroup;
    patterns_[i].first_words().each(
        [&](std::size_t at) { group.by_hash[at % group.by_hash.size()] |= bit; },
        [&](std::size_t at) { group.by_opening[at % group.by_opening.size()] |= bit; });
  }
}

void Patterns::add(const Patterns& more) {
  patterns_.insert(patterns_.end(), more.patterns_.begin(), more.patterns_.end());
  first_words_.add(more.first_words_);
  telling_words_.add(more.telling_words_);
  index();
}

std::optional<std::size_t> Patterns::match_admitted(std::span<const doc::Token> tokens,
                                                    std::size_t at) const {
  if (patterns_.size() == 1) return patterns_.front().match_admitted(tokens, at);
  if (at >= tokens.size()) return match_behind(tokens, at);
  for (std::size_t group = 0; group < candidates_.size(); ++group) {
    for (std::uint64_t left = candidates_[group].tables().of(tokens[at]); left != 0;
         left &= left - 1) {
      const auto i = group * kGroup + static_cast<std::size_t>(std::countr_zero(left));
      if (const auto end = patterns_[i].match_admitted(tokens, at)) return end;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> Patterns::match_behind(std::span<const doc::Token> tokens,
                                                  std::size_t at) const {
  for (const Pattern& pattern : patterns_) {
    if (const auto end = pattern.match_at(tokens, at)) return end;
  }
  return std::nullopt;
}

std::vector<std::uint16_t> Patterns::found_in(std::span<const doc::Token> tokens) const {
  std::vector<std::uint16_t> out;
  for (std::size_t group = 0; group < candidates_.size(); ++group) {
    const Candidates::Tables candidates = candidates_[group].tables();
    std::uint64_t found = 0;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      std::uint64_t left = candidates.of(tokens[at]) & ~found;
      for (; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        if (patterns_[group * kGroup + i].match_admitted(tokens, at))
          found |= std::uint64_t{1} << i;
      }
    }
    for (; found != 0; found &= found - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(found));
      out.push_back(static_cast<std::uint16_t>(group * kGroup + i));
    }
  }
  return out;
}

std::optional<Match> Patterns::find(std::span<const doc::Token> tokens, std::size_t from) const {
  for (std::size_t at = from; (at = first_words_.first_in(tokens, at)) < tokens.size(); ++at) {
    if (const auto end = match_admitted(tokens, at)) return Match{at, *end};
  }
  return std::nullopt;
}

}  // namespace ev::extract
