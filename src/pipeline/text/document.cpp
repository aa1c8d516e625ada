#include "pipeline/text/document.hpp"

#include "base/text.hpp"
#include "pipeline/text/chars.hpp"
#include "pipeline/text/read_part.hpp"
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

namespace {

std::shared_ptr<const model::Article> cut_if_too_large(const model::Article& article) {
  const ReadPart part = read_part(article);
  if (part == ReadPart{article.title.size(), article.abstract.size(), article.sections.size()})
    return nullptr;
  return std::make_shared<const model::Article>(cut_to(article, part));
}

}  // namespace

Document::Document(const model::Article& article)
    : cut_(cut_if_too_large(article)),
      article_(cut_ ? cut_.get() : &article),
      title_(article_->title),
      abstract_(article_->abstract) {
  const std::string_view title = article_->title;
  const std::size_t begin = skip_blanks(title, 0);
  if (begin < title.size()) {
    sentences_.push_back({{Field::title, begin, begin + text::trim(title.substr(begin)).size()},
                          Role::title,
                          false,
                          {}});
  }
  const std::size_t first = sentences_.size();
  std::vector<RoleInput> inputs;
  const std::string_view abstract = article_->abstract;
  for (const Block& block : blocks_of(*article_)) {
    const bool single = block.roles != 0 && (block.roles & (block.roles - 1)) == 0;
    for (const auto& [from, to] :
         split_sentences(abstract.substr(block.begin, block.end - block.begin))) {
      for (const auto& [begins, ends] :
           parts_of_sentence(abstract, block.begin + from, block.begin + to)) {
        const Span span{Field::abstract, begins, ends};
        sentences_.push_back({span, Role::unknown, single, {}});
        inputs.push_back({text(span), block.roles});
      }
    }
  }
  const std::vector<AssignedRole> roles = assign_roles(inputs);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    sentences_[first + i].role = roles[i].role;
    sentences_[first + i].odds = roles[i].odds;
  }
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
  const auto stop = static_cast<int>(offsets(span.field).code_point_of(end));
  return {std::string(slice), start, stop, span.field};
}

namespace {

constexpr std::uint32_t kHashOfNothing = 2166136261u;  // FNV-1a

std::uint32_t hash_step(std::uint32_t hash, char c) {
  return (hash ^ static_cast<unsigned char>(c)) * 16777619u;
}

std::uint32_t hashed_on(std::uint32_t hash, std::string_view more) {
  for (const char c : more) hash = hash_step(hash, c);
  return hash;
}

// By the hash of no more than the opening letters.
std::uint16_t opening_by(std::uint32_t hash, std::string_view folded) {
  if (!folded.empty() && is_digit(folded.front())) return kDigitOpening;
  return static_cast<std::uint16_t>(1 + hash % (kOpenings - 1));
}

void add_hashes(Token& token) {
  const std::string_view word = token.folded;
  const std::size_t letters = std::min(word.size(), kOpeningLetters);
  const std::uint32_t begun = hashed_on(kHashOfNothing, word.substr(0, letters));
  token.opening = opening_by(begun, word);
  token.hash = hashed_on(begun, word.substr(letters));
}

// The small letter or the digit; 0 for everything else.
char lower_alnum(char c) {
  static constexpr auto kTable = [] {
    std::array<char, 256> out{};
    for (std::size_t i = '0'; i <= '9'; ++i) out[i] = static_cast<char>(i);
    for (std::size_t i = 'a'; i <= 'z'; ++i) out[i] = out[i - 'a' + 'A'] = static_cast<char>(i);
    return out;
  }();
  return kTable[static_cast<unsigned char>(c)];
}

// The letters and digits from `begin` on as a token with its hashes, in one pass.
void take_plain(Token& token, std::string_view s, std::size_t begin) {
  const char* const text = s.data();
  std::uint32_t hash = kHashOfNothing;
  char changed = 0;
  std::size_t i = begin;
  const auto take_until = [text, &hash, &changed, &i](std::size_t last) {
    for (char c = 0; i < last && (c = lower_alnum(text[i])) != '\0'; ++i) {
      hash = hash_step(hash, c);
      changed = static_cast<char>(changed | (c ^ text[i]));
    }
  };
  take_until(std::min(begin + kOpeningLetters, s.size()));
  const std::uint32_t begun = hash;
  take_until(s.size());
  token.begin = begin;
  token.end = i;
  token.folded.assign(s, begin, i - begin);
  if (changed != 0)
    std::transform(token.folded.begin(), token.folded.end(), token.folded.begin(), lower_alnum);
  token.hash = hash;
  token.opening = opening_by(begun, token.folded);
  token.small = changed == 0;
}

}  // namespace

std::uint32_t word_hash(std::string_view folded) {
  return hashed_on(kHashOfNothing, folded);
}

std::uint16_t opening_of(std::string_view folded) {
  return opening_by(word_hash(folded.substr(0, kOpeningLetters)), folded);
}

Token word_token(std::string folded) {
  Token token{.end = folded.size(), .folded = std::move(folded), .small = true};
  add_hashes(token);
  return token;
}

std::vector<Token> tokenize(std::string_view s) {
  std::vector<Token> out;
  out.reserve(s.size() / 5 + 1);
  for (std::size_t i = 0; i < s.size();) {
    if (lower_alnum(s[i]) == '\0' && (is_ascii(s[i]) || !word_at(s, i))) {
      text::next_code_point(s, i);
      continue;
    }
    Token& token = out.emplace_back();
    take_plain(token, s, i);
    i = token.end;
    if (i == s.size() || is_ascii(s[i]) || !word_at(s, i)) continue;
    while (word_at(s, i)) text::next_code_point(s, i);
    token.end = i;
    token.folded = text::fold(s.substr(token.begin, i - token.begin));
    if (token.folded.empty()) {
      out.pop_back();
      continue;
    }
    token.small = token.folded == s.substr(token.begin, i - token.begin);
    add_hashes(token);
  }
  return out;
}

}  // namespace ev::doc
