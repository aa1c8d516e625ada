#include "pipeline/sources/pubmed_xml_prepass.hpp"

#include "base/text.hpp"
#include "pipeline/sources/html_entities.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ev::sources {

namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

// No control characters, valid UTF-8. Eight bytes at a time while they are printable ASCII.
bool is_clean(std::string_view s) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  constexpr std::uint64_t kBlanks = 0x2020202020202020u;
  std::size_t i = 0;
  while (i < s.size()) {
    if (i + 8 <= s.size()) {
      std::uint64_t word = 0;
      std::memcpy(&word, s.data() + i, 8);
      // The subtraction borrows into the high bit of every byte below 0x20.
      if (((word | (word - kBlanks)) & kHighBits) == 0) {
        i += 8;
        continue;
      }
    }
    if (static_cast<unsigned char>(s[i]) < 0x80) {
      if (is_control(s[i++])) return false;
      continue;
    }
    const std::size_t before = i;
    if (text::next_code_point(s, i) == 0xFFFD && i - before == 1) return false;
  }
  return true;
}

std::string without_bad_bytes(std::string_view raw) {
  std::string clean = text::repair_utf8(raw);
  for (char& c : clean) {
    if (is_control(c)) c = ' ';
  }
  return clean;
}

// Elements of which nothing is kept. All but ReferenceList are flat (never inside themselves).
bool is_never_kept(std::string_view name) {
  switch (name.front()) {
    case 'D':
      return name == "DateCompleted" || name == "DateRevised" || name == "DateCreated";
    case 'H':
      return name == "History";
    case 'I':
      return name == "InvestigatorList" || name == "ItemList";
    case 'O':
      return name == "ObjectList";
    case 'P':
      return name == "PersonalNameSubjectList";
    case 'S':
      return name == "Sections";
    default:
      return false;
  }
}

// Searches that go forward through one text. What was found, or that nothing is left, is
// remembered: asking again from a place before it costs nothing.
class ForwardSearch {
 public:
  ForwardSearch(std::string_view text, std::string what) : text_(text), what_(std::move(what)) {}
  std::size_t from(std::size_t begin) {
    if (asked_ && (at_ == kNone || at_ >= begin)) return at_;
    asked_ = true;
    at_ = text_.find(what_, begin);
    searched_ += (at_ == kNone ? text_.size() : at_) - std::min(begin, text_.size());
    return at_;
  }
  std::size_t searched() const { return searched_; }

 private:
  std::string_view text_;
  std::string what_;
  std::size_t at_ = 0;
  std::size_t searched_ = 0;
  bool asked_ = false;
};

class Prepass {
 public:
  Prepass(std::string_view raw, const PrepassOptions& options, std::string& out)
      : raw_(raw), options_(options), out_(out), book_(at(0, "<PubmedBookArticle")) {}

  // An error names the cap.
  Result<void> run() {
    std::size_t lt = raw_.find('<');
    replace_entities(0, lt == kNone ? raw_.size() : lt);
    for (std::size_t elements = 0; lt != kNone; ++elements) {
      if (elements > 2 * kMostXmlElements) return too_much("elements", kMostXmlElements);
      if (has_many_attributes(lt)) return too_much("attributes", kMostXmlAttributes);
      keep_blanks_before(lt);
      const std::size_t after = step(lt);
      const std::size_t next = raw_.find('<', after);
      replace_entities(after, next == kNone ? raw_.size() : next);
      lt = next;
    }
    flush(raw_.size());
    return {};
  }

  std::size_t searched() const {
    std::size_t sum = comment_end_.searched() + instruction_end_.searched() +
                      cdata_end_.searched() + tag_end_.searched() + retraction_.searched();
    for (const auto& [name, search] : closings_) sum += search.searched();
    return sum;
  }

 private:
  static Error too_much(std::string_view what, std::size_t most) {
    return Error{.code = Errc::upstream_changed,
                 .message = "a record has more than " + std::to_string(most) + " " +
                            std::string(what) + (what == "attributes" ? " in one element" : "")};
  }

  // Short tags cannot hold so many.
  bool has_many_attributes(std::size_t lt) {
    const std::size_t end = tag_end_.from(lt);
    if (end == kNone || end - lt < 4 * kMostXmlAttributes || at(lt, "<!")) return false;
    const std::string_view tag = raw_.substr(lt, end - lt);
    return static_cast<std::size_t>(std::count(tag.begin(), tag.end(), '=')) > kMostXmlAttributes &&
           tag.find('<', 1) == kNone;
  }

  void flush(std::size_t until) {
    if (until > copied_) out_.append(raw_, copied_, until - copied_);
    copied_ = until;
  }
  void cut(std::size_t from, std::size_t until) {
    flush(from);
    copied_ = until;
  }
  bool at(std::size_t i, std::string_view s) const { return raw_.compare(i, s.size(), s) == 0; }
  char char_at(std::size_t i) const { return i < raw_.size() ? raw_[i] : '\0'; }

  // Inline elements (i, sub, mml:mi) have lower-case names, structural ones never.
  void keep_blanks_before(std::size_t lt) {
    std::size_t from = lt;
    while (from > copied_ && is_blank(raw_[from - 1])) --from;
    if (from == lt || from == 0 || raw_[from - 1] != '>') return;
    const std::size_t name = lt + (char_at(lt + 1) == '/' ? 2 : 1);
    if (!after_inline_ && !is_lower(char_at(name))) return;
    flush(from);
    out_ += "&#32;";
    copied_ = lt;
  }

  // Handles the markup at `lt`; returns where scanning goes on.
  std::size_t step(std::size_t lt) {
    if (at(lt, "<!--")) return drop(lt, lt + 4, comment_end_, 3);
    if (at(lt, "<?")) return drop(lt, lt + 2, instruction_end_, 2);
    if (at(lt, "<![CDATA[")) {
      const std::size_t end = raw_.find("]]>", lt + 9);
      return end == kNone ? raw_.size() : end + 3;
    }
    const bool closing = char_at(lt + 1) == '/';
    const std::size_t from = lt + (closing ? 2 : 1);
    after_inline_ = is_lower(char_at(from));
    if (closing || after_inline_) return from;
    std::size_t end = from;
    const auto ends_name = [](char c) { return c == '>' || c == '/' || c == '<' || is_blank(c); };
    while (end < raw_.size() && !ends_name(raw_[end])) ++end;
    if (end == from) return from;
    const std::string_view name = raw_.substr(from, end - from);
    if (char_at(end) == '/') return end;  // empty element
    // Some books have no other date than that of their revision.
    if (is_never_kept(name) && !(book_ && name == "DateRevised")) return skip_flat(lt, end, name);
    if (!options_.keep_references && name == "ReferenceList") return skip_reference_list(lt, end);
    return end;
  }

  std::size_t drop(std::size_t lt, std::size_t from, ForwardSearch& terminator, std::size_t size) {
    const std::size_t end = terminator.from(from);
    if (end == kNone) return from;  // left for the parser to refuse
    cut(lt, end + size);
    return copied_;
  }

  std::size_t skip_flat(std::size_t lt, std::size_t from, std::string_view name) {
    const std::string closing = "/" + std::string(name) + ">";
    const std::size_t end = closings_.try_emplace(closing, raw_, closing).first->second.from(from);
    if (end == kNone) return from;
    const std::size_t after = end + closing.size();
    const bool dates_retraction = name == "History" && retraction_.from(from) < end;
    if (dates_retraction) return from;
    cut(lt, after);
    return after;
  }

  std::size_t skip_reference_list(std::size_t lt, std::size_t from) {
    if (open_list_) return from;  // it holds this one too
    const std::size_t opened = tag_end_.from(from);
    if (opened == kNone || raw_[opened - 1] == '/') return from;
    int depth = 1;
    std::size_t i = opened;
    while (depth > 0) {
      i = raw_.find('<', i);
      if (i == kNone) {
        open_list_ = true;
        return from;
      }
      if (const std::size_t after = past_no_element(i); after != i) {
        i = after;
        continue;
      }
      const bool closing = char_at(i + 1) == '/';
      i += closing ? 2 : 1;
      if (!names_list(i)) continue;
      i = std::min(raw_.find('>', i), raw_.size() - 1);
      const bool empty = raw_[i - 1] == '/';
      depth += closing ? -1 : empty ? 0 : 1;
    }
    cut(lt, i + 1);
    return i + 1;
  }

  bool names_list(std::size_t i) const {
    constexpr std::string_view kName = "ReferenceList";
    const char behind = char_at(i + kName.size());
    return at(i, kName) && (behind == '>' || behind == '/' || is_blank(behind));
  }

  // Where the comment, instruction or CDATA at `i` ends; `i` when there is none, or no end of it.
  std::size_t past_no_element(std::size_t i) {
    std::size_t end = kNone;
    std::size_t size = 3;
    if (at(i, "<!--")) {
      end = comment_end_.from(i + 4);
    } else if (at(i, "<?")) {
      end = instruction_end_.from(i + 2);
      size = 2;
    } else if (at(i, "<![CDATA[")) {
      end = cdata_end_.from(i);
    }
    return end == kNone ? i : end + size;
  }

  void replace_entities(std::size_t from, std::size_t until) {
    while (from < until) {
      const void* found = std::memchr(raw_.data() + from, '&', until - from);
      if (found == nullptr) return;
      const auto amp = static_cast<std::size_t>(static_cast<const char*>(found) - raw_.data());
      const std::size_t end = raw_.find_first_of(";<& \n", amp + 1);
      if (end == kNone || end >= until || raw_[end] != ';') {
        cut(amp, amp + 1);
        out_ += "&amp;";
        from = amp + 1;
        continue;
      }
      replace_reference(amp, end);
      from = end + 1;
    }
  }

  void replace_reference(std::size_t amp, std::size_t end) {
    const std::string_view name = raw_.substr(amp + 1, end - amp - 1);
    if (name == "lt" || name == "gt" || name == "amp" || name == "quot" || name == "apos") return;
    if (!name.empty() && name.front() == '#') {
      if (const auto c = number_of(name.substr(1)); c && !is_allowed(*c)) {
        cut(amp, end + 1);
        if (*c >= 0xD800) text::append_utf8(out_, 0xFFFD);
      }
      return;
    }
    if (const auto c = html_entity(name)) {
      cut(amp, end + 1);
      text::append_utf8(out_, *c);
      return;
    }
    cut(amp, amp + 1);  // unknown: shown as it stands
    out_ += "&amp;";
  }

  static bool is_allowed(char32_t c) {
    if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
    return c < 0xD800 || (c > 0xDFFF && c <= 0x10FFFF);
  }

  static std::optional<char32_t> number_of(std::string_view digits) {
    const bool hex = !digits.empty() && digits.front() == 'x';
    if (hex) digits.remove_prefix(1);
    if (digits.empty() || digits.size() > 8) return 0x110000;
    char32_t value = 0;
    for (const char c : digits) {
      const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
      int digit = -1;
      if (lower >= '0' && lower <= '9') digit = lower - '0';
      if (hex && lower >= 'a' && lower <= 'f') digit = lower - 'a' + 10;
      if (digit < 0) return 0x110000;
      value = value * (hex ? 16u : 10u) + static_cast<char32_t>(digit);
    }
    return value;
  }

  std::string_view raw_;
  const PrepassOptions& options_;
  std::string& out_;
  std::size_t copied_ = 0;
  const bool book_;
  bool after_inline_ = false;
  bool open_list_ = false;  // a list of references that never ends
  ForwardSearch comment_end_{raw_, "-->"};
  ForwardSearch instruction_end_{raw_, "?>"};
  ForwardSearch cdata_end_{raw_, "]]>"};
  ForwardSearch tag_end_{raw_, ">"};
  ForwardSearch retraction_{raw_, "PubStatus=\"retracted\""};
  std::map<std::string, ForwardSearch> closings_;
};

}  // namespace

Result<void> prepare_xml(std::string_view raw, const PrepassOptions& options, std::string& out) {
  out.clear();
  if (raw.size() > options.max_bytes) {
    return Error{
        .code = Errc::upstream_changed,
        .message = "a record is larger than " + std::to_string(options.max_bytes >> 20) + " MiB"};
  }
  if (raw.substr(0, 3) == "\xEF\xBB\xBF") raw.remove_prefix(3);
  std::string clean;
  if (!is_clean(raw)) {
    clean = without_bad_bytes(raw);
    raw = clean;
  }
  out.reserve(raw.size());
  Prepass prepass(raw, options, out);
  const Result<void> done = prepass.run();
  if (options.bytes_searched != nullptr) *options.bytes_searched = prepass.searched();
  return done;
}

}  // namespace ev::sources
