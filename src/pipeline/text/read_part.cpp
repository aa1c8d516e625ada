#include "pipeline/text/read_part.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::doc {

namespace {

struct Room {
  std::size_t bytes;
  std::size_t numbers;  // runs of digits
  std::size_t ends;     // of what may be a sentence or carry a label
};

// Whether a sentence or the text before a label may end with this byte.
bool may_end(std::string_view s, std::size_t at) {
  const char c = s[at];
  if (c == '.' || c == '!' || c == '?' || c == '\n')
    return at + 1 == s.size() || !is_digit(s[at + 1]);
  if (c != ')' && c != ']') return false;
  std::size_t next = at + 1;
  while (next < s.size() && next < at + 3 && is_blank(s[next])) ++next;
  return next < s.size() && is_upper(s[next]);
}

// The end of what has room from `begin` on. Cuts between words where there is a blank to cut at,
// never within a code point.
std::size_t end_of(std::string_view s, std::size_t begin, Room room) {
  std::size_t end = begin;
  std::size_t numbers = 0;
  std::size_t ends = 0;
  for (; end < s.size() && end - begin < room.bytes; ++end) {
    if (is_digit(s[end]) && (end == begin || !is_digit(s[end - 1])) && ++numbers > room.numbers)
      break;
    if (may_end(s, end) && ++ends > room.ends) break;
  }
  if (end == s.size()) return end;
  std::size_t blank = end;
  while (blank > begin && !is_blank(s[blank])) --blank;
  if (blank > begin) return blank;
  while (end > begin + 1 && (static_cast<unsigned char>(s[end]) & 0xC0) == 0x80) --end;
  return end;
}

}  // namespace

ReadPart read_part(const model::Article& article) {
  constexpr Room kTitle = {limits::kReadTitleBytes, limits::kReadSentenceNumbers,
                           limits::kReadSentences};
  constexpr Room kAbstract = {limits::kReadAbstractBytes, limits::kReadNumbers,
                              limits::kReadSentences};
  return {end_of(article.title, 0, kTitle), end_of(article.abstract, 0, kAbstract),
          std::min(article.sections.size(), limits::kReadSections)};
}

bool is_read_whole(const model::Article& article) {
  return read_part(article) ==
         ReadPart{article.title.size(), article.abstract.size(), article.sections.size()};
}

std::optional<std::string> cut_records_warning(std::span<const model::Article> articles) {
  constexpr std::size_t kNamed = 5;
  std::vector<std::string> ids;
  std::size_t cut = 0;
  for (const model::Article& article : articles) {
    if (is_read_whole(article)) continue;
    if (++cut <= kNamed) ids.push_back(text::ellipsize(model::item_id(article), 40));
  }
  if (cut == 0) return std::nullopt;
  return "only the beginning was read of " + std::to_string(cut) +
         (cut == 1 ? " record that is" : " records that are") +
         " longer, or hold more numbers or sentences, than a record may: " + text::join(ids, ", ") +
         (cut > kNamed ? " …" : "");
}

model::Article cut_to(const model::Article& article, const ReadPart& part) {
  model::Article out = article;
  out.title.resize(part.title);
  out.abstract.resize(part.abstract);
  out.sections.resize(part.sections);
  const auto length = static_cast<int>(text::code_points(out.abstract));
  std::erase_if(out.sections, [&](const model::Section& s) { return s.start >= length; });
  for (model::Section& section : out.sections) section.end = std::min(section.end, length);
  return out;
}

std::vector<std::pair<std::size_t, std::size_t>> parts_of_sentence(std::string_view s,
                                                                   std::size_t begin,
                                                                   std::size_t end) {
  constexpr Room kSentence = {limits::kReadSentenceBytes, limits::kReadSentenceNumbers,
                              limits::kReadSentenceBytes};
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t at = begin; at < end;) {
    const std::size_t next = end_of(s.substr(0, end), at, kSentence);
    out.emplace_back(at, next);
    at = skip_blanks(s.substr(0, end), next);
  }
  return out;
}

}  // namespace ev::doc
