#include "pipeline/sources/pubmed_xml_prepass.hpp"

#include "base/text.hpp"
#include "pipeline/sources/html_entities.hpp"

#include <cstdint>
#include <cstring>
#include <optional>

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

class Prepass {
 public:
  Prepass(std::string_view raw, const PrepassOptions& options, std::string& out)
      : raw_(raw), options_(options), out_(out), book_(at(0, "<PubmedBookArticle")) {}

  void run() {
    std::size_t lt = raw_.find('<');
    replace_entities(0, lt == kNone ? raw_.size() : lt);
    while (lt != kNone) {
      keep_blanks_before(lt);
      const std::size_t after = step(lt);
      const std::size_t next = raw_.find('<', after);
      replace_entities(after, next == kNone ? raw_.size() : next);
      lt = next;
    }
    flush(raw_.size());
  }

 private:
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
    if (at(lt, "<!--")) return drop(lt, lt + 4, "-->");
    if (at(lt, "<?")) return drop(lt, lt + 2, "?>");
    if (at(lt, "<![CDATA[")) {
      const std::size_t end = raw_.find("]]>", lt + 9);
      return end == kNone ? raw_.size() : end + 3;
    }
    const bool closing = char_at(lt + 1) == '/';
    const std::size_t from = lt + (closing ? 2 : 1);
    after_inline_ = is_lower(char_at(from));
    if (closing || after_inline_) return from;
    std::size_t end = from;
    while (end < raw_.size() && raw_[end] != '>' && raw_[end] != '/' && !is_blank(raw_[end])) ++end;
    if (end == from) return from;
    const std::string_view name = raw_.substr(from, end - from);
    if (char_at(end) == '/') return end;  // empty element
    // Some books have no other date than that of their revision.
    if (is_never_kept(name) && !(book_ && name == "DateRevised")) return skip_flat(lt, end, name);
    if (!options_.keep_references && name == "ReferenceList") return skip_reference_list(lt, end);
    return end;
  }

  std::size_t drop(std::size_t lt, std::size_t from, std::string_view terminator) {
    const std::size_t end = raw_.find(terminator, from);
    if (end == kNone) return from;  // left for the parser to refuse
    cut(lt, end + terminator.size());
    return copied_;
  }

  std::size_t skip_flat(std::size_t lt, std::size_t from, std::string_view name) {
    const std::string closing = std::string(name) + ">";
    std::size_t end = from;
    do {
      end = raw_.find(closing, end + 1);
      if (end == kNone) return from;
    } while (raw_[end - 1] != '/');
    const std::size_t after = end + closing.size();
    const bool dates_retraction =
        name == "History" && raw_.substr(from, end - from).find("PubStatus=\"retracted\"") != kNone;
    if (dates_retraction) return from;
    cut(lt, after);
    return after;
  }

  std::size_t skip_reference_list(std::size_t lt, std::size_t from) {
    constexpr std::string_view kName = "ReferenceList";
    int depth = 1;
    std::size_t i = from;
    while (depth > 0) {
      i = raw_.find(kName, i);
      if (i == kNone) return from;
      if (raw_[i - 1] == '<') ++depth;
      if (raw_[i - 1] == '/') --depth;
      i += kName.size();
      if (depth > 0 && char_at(i) == '/') --depth;  // <ReferenceList/>
    }
    const std::size_t end = raw_.find('>', i);
    if (end == kNone) return from;
    cut(lt, end + 1);
    return end + 1;
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
  Prepass(raw, options, out).run();
  return {};
}

}  // namespace ev::sources
