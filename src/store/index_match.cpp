#include "store/index_match.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <set>

namespace ev::store {

namespace {

// Private-use code points: no text holds them after folding to letters and digits.
constexpr char32_t kKeyBase = 0xE000;
constexpr char32_t kSegmentEnd = 0xE0FF;

std::string segment_end() {
  std::string out;
  text::append_utf8(out, kSegmentEnd);
  return out;
}

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// One token: every other byte moves into the private-use area.
void append_key(std::string& out, std::string_view key) {
  for (const char c : key) {
    if (is_word_byte(c)) {
      out += c;
    } else {
      text::append_utf8(out, kKeyBase + static_cast<unsigned char>(c));
    }
  }
}

std::string column_of(std::string_view part) {
  static const std::string kBetween = " " + segment_end() + " ";
  std::string out;
  out.reserve(part.size() + 16);
  for (std::size_t begin = 0;;) {
    const std::size_t end = part.find('\n', begin);
    out += part.substr(begin, end - begin);
    if (end == std::string_view::npos) return out;
    out += kBetween;
    begin = end + 1;
  }
}

std::string column_filter(unsigned parts) {
  std::string out = "{";
  for (std::size_t i = 0; i < kIndexParts; ++i) {
    if ((parts >> i & 1U) != 0) out += (out.size() == 1 ? "p" : " p") + std::to_string(i);
  }
  return out + "} : ";
}

// The words come from a query: a quote mark in one would end the string.
std::string quoted(const std::string& words) {
  std::string out = "\"";
  for (const char c : words) out += c == '"' ? ' ' : c;
  return out + "\"";
}

std::string nothing() {
  return "keys : \"" + segment_end() + "\"";
}

std::string words_match(const IndexQuery& q) {
  if (q.words.empty() || q.parts == 0) return nothing();
  return column_filter(q.parts) + quoted(text::join(q.words, " ")) + (q.prefix ? " *" : "");
}

std::string near_match(const IndexQuery& q) {
  if (q.words.empty() || q.parts == 0) return nothing();
  std::string out = column_filter(q.parts) + "NEAR(";
  for (const std::string& word : q.words) out += quoted(word) + " ";
  out.back() = ',';
  // FTS5 counts all words between the first and the last, also those that were asked for.
  const std::size_t inner = q.words.size() > 2 ? q.words.size() - 2 : 0;
  return out + std::to_string(static_cast<std::size_t>(q.gap) + inner) + ")";
}

// What a question asks the full-text table, and its phrases in the order of their writing.
class Expression {
 public:
  std::string of(const IndexQuery& q) {
    switch (q.kind) {
      case IndexQuery::Kind::words:
        return phrase(words_match(q));
      case IndexQuery::Kind::near:
        for (const std::string& word : q.words) {
          phrases.push_back(q.parts == 0 ? nothing() : column_filter(q.parts) + quoted(word));
        }
        if (q.words.empty() || q.parts == 0) phrases.assign(1, nothing());
        return near_match(q);
      case IndexQuery::Kind::key: {
        std::string out = "keys : \"";
        append_key(out, q.key);
        return phrase(out + (q.prefix ? "\" *" : "\""));
      }
      case IndexQuery::Kind::all_of:
        return joined(q.children, " AND ");
      case IndexQuery::Kind::any_of:
        return joined(q.children, " OR ");
      case IndexQuery::Kind::difference:
        return joined(q.children, " NOT ", true);
    }
    return phrase(nothing());
  }

  std::vector<std::string> phrases;

 private:
  std::string phrase(std::string one) {
    phrases.push_back(one);
    return one;
  }

  std::string joined(const std::vector<IndexQuery>& children, const char* op,
                     bool subtracts = false) {
    if (children.empty()) return phrase(nothing());
    std::string out;
    std::set<std::string> said;  // a term that is said again changes nothing but the work
    for (const IndexQuery& child : children) {
      const bool leaf = child.kind == IndexQuery::Kind::words ||
                        child.kind == IndexQuery::Kind::key || child.kind == IndexQuery::Kind::near;
      Expression inner;
      std::string one = leaf ? inner.of(child) : "(" + inner.of(child) + ")";
      const bool first = out.empty();
      // The first of a difference may be taken from itself.
      if (!(first && subtracts) && !said.insert(one).second) continue;
      out += (first ? "" : op) + one;
      phrases.insert(phrases.end(), inner.phrases.begin(), inner.phrases.end());
    }
    return out;
  }
};

}  // namespace

IndexColumns index_columns(const IndexText& text) {
  IndexColumns out;
  for (std::size_t i = 0; i < kIndexParts; ++i) {
    out.parts.push_back(i < text.parts.size() ? column_of(text.parts[i]) : std::string());
  }
  for (const std::string& key : text.keys) {
    append_key(out.keys, key);
    out.keys += ' ';
  }
  return out;
}

std::string match_expression(const IndexQuery& query) {
  return Expression().of(query);
}

std::vector<std::string> match_phrases(const IndexQuery& query) {
  Expression expression;
  expression.of(query);
  return std::move(expression.phrases);
}

std::string key_token(std::string_view key) {
  std::string out;
  append_key(out, key);
  return out;
}

std::vector<std::string_view> index_tokens(std::string_view column) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; begin < column.size();) {
    std::size_t end = begin;
    while (end < column.size() && is_word_byte(column[end])) ++end;
    if (end > begin) out.push_back(column.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::string index_lexeme(char mark, std::string_view token) {
  std::size_t size = std::min(token.size(), kLexemeBytes);
  const auto continues = [&token](std::size_t at) {
    return (static_cast<unsigned char>(token[at]) & 0xC0U) == 0x80U;
  };
  while (size > 0 && size < token.size() && continues(size)) --size;
  return mark + text::to_lower_ascii(token.substr(0, size));
}

std::string index_lexemes(const IndexColumns& text) {
  std::set<std::string> lexemes;
  const auto add = [&lexemes](char mark, std::string_view column) {
    for (const std::string_view token : index_tokens(column)) {
      if (token == segment_end()) continue;
      lexemes.insert(index_lexeme(mark, token));
    }
  };
  for (std::size_t i = 0; i < text.parts.size(); ++i) {
    add(static_cast<char>('0' + i), text.parts[i]);
  }
  add('k', text.keys);
  return text::join({lexemes.begin(), lexemes.end()}, " ");
}

}  // namespace ev::store
