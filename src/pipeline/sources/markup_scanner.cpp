#include "pipeline/sources/markup_scanner.hpp"

#include "base/text.hpp"
#include "pipeline/sources/html_entities.hpp"
#include "pipeline/sources/xml_tree.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ev::sources {

namespace {

struct KnownMark {
  std::string_view name;  // without prefix
  MarkKind kind;
};
constexpr KnownMark kKnownMarks[] = {
    {"h1", MarkKind::heading},       {"h2", MarkKind::heading},
    {"h3", MarkKind::heading},       {"h4", MarkKind::heading},
    {"h5", MarkKind::heading},       {"h6", MarkKind::heading},
    {"title", MarkKind::heading},    {"p", MarkKind::block},
    {"div", MarkKind::block},        {"li", MarkKind::block},
    {"ul", MarkKind::block},         {"ol", MarkKind::block},
    {"dl", MarkKind::block},         {"dt", MarkKind::block},
    {"dd", MarkKind::block},         {"sec", MarkKind::block},
    {"section", MarkKind::block},    {"abstract", MarkKind::block},
    {"list", MarkKind::block},       {"list-item", MarkKind::block},
    {"table", MarkKind::block},      {"tr", MarkKind::block},
    {"blockquote", MarkKind::block}, {"disp-quote", MarkKind::block},
    {"br", MarkKind::blank},         {"break", MarkKind::blank},
    {"hr", MarkKind::blank},         {"td", MarkKind::blank},
    {"th", MarkKind::blank},         {"sup", MarkKind::raised},
    {"sub", MarkKind::lowered},      {"inf", MarkKind::lowered},
    {"math", MarkKind::math},        {"tex-math", MarkKind::dropped},
    {"script", MarkKind::dropped},   {"style", MarkKind::dropped},
};

bool mark_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool mark_name_char(char c) {
  return mark_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == ':' || c == '_' || c == '.';
}
bool mark_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

MarkKind kind_of_mark(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon != std::string_view::npos) name.remove_prefix(colon + 1);
  for (const KnownMark& known : kKnownMarks) {
    if (known.name == name) return known.kind;
  }
  return MarkKind::stripped;
}

bool stands_alone(MarkKind kind) {
  return kind == MarkKind::block || kind == MarkKind::blank;
}

std::size_t past_blanks(std::string_view s, std::size_t i) {
  while (i < s.size() && mark_blank(s[i])) ++i;
  return i;
}
std::size_t past_name(std::string_view s, std::size_t i) {
  while (i < s.size() && mark_name_char(s[i])) ++i;
  return i;
}

// Past one `name=value`, or npos. An attribute without value is no attribute: "a <b and c> d".
std::size_t past_attribute(std::string_view s, std::size_t i) {
  constexpr std::size_t kNo = std::string_view::npos;
  if (!mark_letter(s[i]) && s[i] != '_') return kNo;
  i = past_blanks(s, past_name(s, i));
  if (i >= s.size() || s[i] != '=') return kNo;
  i = past_blanks(s, i + 1);
  if (i >= s.size()) return kNo;
  if (s[i] == '"' || s[i] == '\'') {
    const std::size_t end = s.find_first_of(std::string{s[i], '<'}, i + 1);
    return end == kNo || s[end] == '<' ? kNo : end + 1;
  }
  const std::size_t from = i;
  while (i < s.size() && !mark_blank(s[i]) && s[i] != '>' && s[i] != '<') ++i;
  return i == from ? kNo : i;
}

// The mark at `i` by its form alone.
std::optional<Mark> mark_form(std::string_view s, std::size_t i) {
  Mark mark;
  ++i;
  if (i < s.size() && s[i] == '/') {
    mark.closing = true;
    ++i;
  }
  if (i >= s.size() || !mark_letter(s[i])) return std::nullopt;
  const std::size_t name_end = past_name(s, i);
  mark.name = text::to_lower_ascii(s.substr(i, name_end - i));
  i = past_blanks(s, name_end);
  if (i == name_end && i < s.size() && s[i] != '>' && s[i] != '/') return std::nullopt;
  while (i < s.size() && s[i] != '>' && s[i] != '/') {
    if (mark.closing) return std::nullopt;
    i = past_attribute(s, i);
    if (i == std::string_view::npos) return std::nullopt;
    i = past_blanks(s, i);
  }
  if (i < s.size() && s[i] == '/') {
    mark.empty = true;
    ++i;
  }
  if (i >= s.size() || s[i] != '>') return std::nullopt;
  mark.end = i + 1;
  mark.kind = kind_of_mark(mark.name);
  return mark;
}

// The character reference at `amp`: the character and where it ends.
struct Reference {
  char32_t c = 0;
  std::size_t end = 0;
};

std::optional<Reference> number_reference(std::string_view s, std::size_t amp) {
  std::size_t i = amp + 2;
  const bool hex = i < s.size() && (s[i] == 'x' || s[i] == 'X');
  if (hex) ++i;
  std::uint32_t value = 0;
  const auto [end, failed] =
      std::from_chars(s.data() + i, s.data() + s.size(), value, hex ? 16 : 10);
  if (failed == std::errc::invalid_argument) return std::nullopt;
  const bool bad = failed != std::errc{} || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000);
  std::size_t past = static_cast<std::size_t>(end - s.data());
  if (past < s.size() && s[past] == ';') ++past;
  const bool control = value < 0x20 || (value >= 0x7F && value < 0xA0);
  return Reference{bad ? U'\uFFFD' : control ? U' ' : static_cast<char32_t>(value), past};
}

std::optional<Reference> reference_at(std::string_view s, std::size_t amp) {
  if (amp + 1 < s.size() && s[amp + 1] == '#') return number_reference(s, amp);
  constexpr std::size_t kLongestName = 10;
  const std::size_t end = s.substr(amp, kLongestName + 2).find(';');
  if (end == std::string_view::npos) return std::nullopt;
  const auto c = html_entity(s.substr(amp + 1, end - 1));
  return c ? std::optional(Reference{*c, amp + end + 1}) : std::nullopt;
}

std::string decoded_once(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (std::size_t i = 0; i < s.size();) {
    const auto reference = s[i] == '&' ? reference_at(s, i) : std::nullopt;
    if (!reference) {
      out += s[i++];
      continue;
    }
    text::append_utf8(out, reference->c);
    i = reference->end;
  }
  return out;
}

}  // namespace

MarkScanner::MarkScanner(std::string_view text) : text_(text) {
  const std::size_t comment = text.rfind("-->");
  if (comment != std::string_view::npos) last_comment_end_ = comment + 3;
  for (std::size_t i = text.find("</"); i != std::string_view::npos; i = text.find("</", i + 2)) {
    if (auto mark = mark_form(text, i)) closings_[std::move(mark->name)].push_back(mark->end);
  }
}

std::optional<Mark> MarkScanner::at(std::size_t i) const {
  if (text_.substr(i, 4) == "<!--") {
    if (last_comment_end_ < i + 7) return std::nullopt;
    return Mark{.empty = true, .end = text_.find("-->", i + 4) + 3};
  }
  auto mark = mark_form(text_, i);
  if (!mark || mark->closing || mark->empty || stands_alone(mark->kind)) return mark;
  const auto closings = closings_.find(mark->name);
  if (closings == closings_.end() || closings->second.back() <= mark->end) return std::nullopt;
  return mark;
}

std::size_t MarkScanner::end_of_element(const Mark& mark) const {
  const auto closings = closings_.find(mark.name);
  if (closings == closings_.end()) return mark.end;
  const auto end = std::upper_bound(closings->second.begin(), closings->second.end(), mark.end);
  return end == closings->second.end() ? mark.end : *end;
}

std::string decoded_entities(std::string_view text) {
  if (text.find('&') == std::string_view::npos) return std::string(text);
  return decoded_once(decoded_once(text));
}

std::string math_as_text(std::string_view element) {
  // The entities are decoded already: what is no mark is escaped again.
  const MarkScanner scanner(element);
  std::string xml = "<t>";
  std::string bare;
  for (std::size_t i = 0; i < element.size();) {
    const auto mark = element[i] == '<' ? scanner.at(i) : std::nullopt;
    if (mark) {
      xml += element.substr(i, mark->end - i);
      i = mark->end;
      continue;
    }
    const char c = element[i++];
    bare += c;
    xml += c == '<'   ? std::string_view("&lt;")
           : c == '&' ? std::string_view("&amp;")
                      : std::string_view(&element[i - 1], 1);
  }
  auto tree = read_xml_tree(xml + "</t>");
  // Text outside of MathML's token elements is no formula, but it is text.
  return tree && !tree->text.empty() ? std::move(tree->text) : bare;
}

}  // namespace ev::sources
