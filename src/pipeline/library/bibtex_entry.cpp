#include "pipeline/library/bibtex_entry.hpp"

#include "base/text.hpp"

#include <cctype>

namespace ev::library {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool ends_name(char c) {
  return is_space(c) || c == '=' || c == ',' || c == '#' || c == '{' || c == '}' || c == '"' ||
         c == '(' || c == ')';
}

// Where the letters that begin at `from` end.
std::size_t end_of_type(std::string_view line, std::size_t from) {
  while (from < line.size() &&
         ((line[from] >= 'a' && line[from] <= 'z') || (line[from] >= 'A' && line[from] <= 'Z'))) {
    ++from;
  }
  return from;
}

constexpr std::string_view kMonthMacros[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                             "jul", "aug", "sep", "oct", "nov", "dec"};

class EntryReader {
 public:
  EntryReader(std::string_view s, const Names* macros) : s_(s), macros_(macros) {}

  Result<BibtexEntry> read() {
    BibtexEntry entry;
    at_ = s_.find('@');
    if (at_ == std::string_view::npos) return wrong("no entry");
    ++at_;
    entry.type = text::to_lower_ascii(name());
    skip();
    if (!at('{') && !at('(')) return wrong("no { after @" + entry.type);
    ++at_;
    if (entry.type != "string") {
      const std::size_t end = s_.find_first_of(",})", at_);
      if (end == std::string_view::npos) return wrong("the entry is not closed");
      entry.key = std::string(text::trim(s_.substr(at_, end - at_)));
      if (entry.key.find('=') != std::string::npos) return wrong("the entry has no key");
      at_ = end;
    }
    EV_CHECK(fields(entry));
    return entry;
  }

 private:
  Error wrong(std::string what) const {
    return Error{.code = Errc::invalid_argument, .message = std::move(what)};
  }
  bool at(char c) const { return at_ < s_.size() && s_[at_] == c; }
  void skip() {
    while (at_ < s_.size() && is_space(s_[at_])) ++at_;
  }
  std::string_view name() {
    skip();
    const std::size_t begin = at_;
    while (at_ < s_.size() && !ends_name(s_[at_])) ++at_;
    return s_.substr(begin, at_ - begin);
  }

  Result<void> fields(BibtexEntry& entry) {
    while (true) {
      skip();
      while (at(',')) {
        ++at_;
        skip();
      }
      if (at('}') || at(')')) return {};
      const std::string field = text::to_lower_ascii(name());
      if (field.empty())
        return wrong(at_ >= s_.size() ? "the entry is not closed" : "a field has no name");
      skip();
      if (!at('=')) return wrong("the field " + text::ellipsize(field, 40) + " has no value");
      ++at_;
      std::string value;
      EV_CHECK(values(value));
      entry.fields.emplace_back(field, std::move(value));
    }
  }

  Result<void> values(std::string& out) {
    while (true) {
      skip();
      if (at('{')) {
        EV_CHECK(braced(out));
      } else if (at('"')) {
        EV_CHECK(quoted(out));
      } else {
        const std::string word(name());
        if (word.empty()) return wrong("a field has no value");
        out += expanded(word);
      }
      skip();
      if (!at('#')) return {};
      ++at_;
    }
  }

  std::string expanded(const std::string& word) const {
    const std::string lower = text::to_lower_ascii(word);
    if (macros_ != nullptr) {
      if (const auto it = macros_->find(lower); it != macros_->end()) return it->second;
    }
    for (const std::string_view month : kMonthMacros) {
      if (lower == month) return lower;
    }
    return word;
  }

  Result<void> braced(std::string& out) {
    const std::size_t begin = ++at_;
    for (int depth = 1; at_ < s_.size(); ++at_) {
      if (s_[at_] == '\\' && at_ + 1 < s_.size()) {
        ++at_;  // \{ is text
      } else if (s_[at_] == '{') {
        ++depth;
      } else if (s_[at_] == '}' && --depth == 0) {
        out += s_.substr(begin, at_++ - begin);
        return {};
      }
    }
    return wrong("a brace is not closed");
  }

  Result<void> quoted(std::string& out) {
    const std::size_t begin = ++at_;
    for (int depth = 0; at_ < s_.size(); ++at_) {
      if (s_[at_] == '\\' && at_ + 1 < s_.size() && s_[at_ + 1] != '"') {
        ++at_;
      } else if (s_[at_] == '{') {
        ++depth;
      } else if (s_[at_] == '}') {
        --depth;
      } else if (s_[at_] == '"' && depth <= 0) {
        out += s_.substr(begin, at_++ - begin);
        return {};
      }
    }
    return wrong("a quoted value is not closed");
  }

  std::string_view s_;
  const Names* macros_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t bibtex_entry_in(std::string_view line) {
  for (std::size_t at = line.find('@'); at != std::string_view::npos; at = line.find('@', at + 1)) {
    const std::size_t end = end_of_type(line, at + 1);
    const std::size_t next = line.find_first_not_of(" \t", end);
    const bool opens = next != std::string_view::npos && (line[next] == '{' || line[next] == '(');
    const bool in_word = at > 0 && std::isalnum(static_cast<unsigned char>(line[at - 1])) != 0;
    if (opens && !in_word && end - at > 3) return at;
  }
  return std::string_view::npos;
}

std::string bibtex_type_of(std::string_view line) {
  line = text::trim(line);
  if (line.empty() || line.front() != '@') return "";
  const std::size_t end = end_of_type(line, 1);
  const std::string_view rest = text::trim(line.substr(end));
  const bool opens = rest.empty() || rest.front() == '{' || rest.front() == '(';
  return end > 3 && opens ? text::to_lower_ascii(line.substr(1, end - 1)) : "";
}

Result<BibtexEntry> bibtex_entry(std::string_view text, const Names* macros) {
  return EntryReader(text, macros).read();
}

}  // namespace ev::library
