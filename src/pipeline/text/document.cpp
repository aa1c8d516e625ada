#include "pipeline/text/document.hpp"

#include "base/text.hpp"
#include "pipeline/text/chars.hpp"
#include "pipeline/text/roles.hpp"
#include "pipeline/text/sections.hpp"
#include "pipeline/text/sentences.hpp"

#include <algorithm>
#include <array>

namespace ev::doc {

const char* to_string(Field field) {
  return field == Field::title ? "title" : "abstract";
}

const char* to_string(Role role) {
  static constexpr std::array kNames = {"title",   "background",  "objective", "methods",
                                        "results", "conclusions", "unknown"};
  return kNames[static_cast<std::size_t>(role)];
}

Document::Document(const model::Article& article)
    : article_(&article), title_(article.title), abstract_(article.abstract) {
  const std::string_view title = article.title;
  const std::size_t begin = skip_blanks(title, 0);
  if (begin < title.size()) {
    sentences_.push_back({{Field::title, begin, begin + text::trim(title.substr(begin)).size()},
                          Role::title,
                          false});
  }
  const std::size_t first = sentences_.size();
  std::vector<RoleInput> inputs;
  const std::string_view abstract = article.abstract;
  for (const Block& block : blocks_of(article)) {
    const bool single = block.roles != 0 && (block.roles & (block.roles - 1)) == 0;
    for (const auto& [from, to] :
         split_sentences(abstract.substr(block.begin, block.end - block.begin))) {
      const Span span{Field::abstract, block.begin + from, block.begin + to};
      sentences_.push_back({span, Role::unknown, single});
      inputs.push_back({text(span), block.roles});
    }
  }
  const std::vector<Role> roles = assign_roles(inputs);
  for (std::size_t i = 0; i < roles.size(); ++i) sentences_[first + i].role = roles[i];
}

std::string_view Document::text(Field field) const {
  return field == Field::title ? article_->title : article_->abstract;
}

std::string_view Document::text(const Span& span) const {
  const std::string_view whole = text(span.field);
  const std::size_t begin = std::min(span.begin, whole.size());
  return whole.substr(begin, std::max(span.end, begin) - begin);
}

const Sentence* Document::sentence_at(Field field, std::size_t byte) const {
  for (const Sentence& sentence : sentences_) {
    if (sentence.span.field == field && byte >= sentence.span.begin && byte < sentence.span.end) {
      return &sentence;
    }
  }
  return nullptr;
}

Quote Document::quote(Span span) const {
  const std::string_view whole = text(span.field);
  std::size_t begin = std::min(span.begin, whole.size());
  std::size_t end = std::clamp(span.end, begin, whole.size());
  while (begin < end && is_blank(whole[begin])) ++begin;
  while (end > begin && is_blank(whole[end - 1])) --end;
  const std::string_view slice = whole.substr(begin, end - begin);
  const auto start = static_cast<int>(offsets(span.field).code_point_of(begin));
  return {std::string(slice), start, start + static_cast<int>(text::code_points(slice)),
          span.field};
}

std::uint32_t word_hash(std::string_view folded) {
  std::uint32_t hash = 2166136261u;  // FNV-1a
  for (const char c : folded) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

std::uint16_t opening_of(std::string_view folded) {
  const auto code = [&](std::size_t i) -> std::size_t {
    if (i >= folded.size()) return 0;
    const char c = folded[i];
    if (is_lower(c)) return static_cast<std::size_t>(c - 'a') + 1;
    return is_digit(c) ? kDigitOpening / 32 : 28 + static_cast<unsigned char>(c) % 4;
  };
  return static_cast<std::uint16_t>(code(0) * 32 + code(1));
}

Token word_token(std::string folded) {
  const std::uint32_t hash = word_hash(folded);
  const std::uint16_t opening = opening_of(folded);
  return {0, folded.size(), std::move(folded), hash, opening};
}

std::vector<Token> tokenize(std::string_view s) {
  std::vector<Token> out;
  out.reserve(s.size() / 6);
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t begin = i;
    while (i < s.size() && is_alnum(s[i])) ++i;
    while (i < s.size() && word_at(s, i)) text::next_code_point(s, i);
    if (i > begin) {
      Token token = word_token(text::fold(s.substr(begin, i - begin)));
      token.begin = begin;
      token.end = i;
      out.push_back(std::move(token));
    } else {
      text::next_code_point(s, i);
    }
  }
  return out;
}

}  // namespace ev::doc
