#include "pipeline/mechanism/link_names.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/entity.hpp"
#include "pipeline/mechanism/mentions.hpp"
#include "pipeline/mechanism/word_lists.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::mechanism {
namespace {

constexpr std::size_t kShortSymbol = 3;  // letters; longer ones are told by their letters alone
constexpr std::size_t kMostNameTokens = 24;
constexpr std::size_t kMostShortForm = 10;

bool all_capitals(std::string_view s) {
  const bool letter = std::any_of(s.begin(), s.end(), doc::is_upper);
  return letter && std::none_of(s.begin(), s.end(), doc::is_lower);
}

// Letters of the short form in order within the words of the long form, the first at the beginning
// of its first word (Schwartz & Hearst 2003).
bool abbreviates(std::string_view short_form, std::string_view long_form) {
  std::size_t l = long_form.size();
  for (std::size_t s = short_form.size(); s-- > 0;) {
    const char c = text::to_lower_ascii(short_form.substr(s, 1))[0];
    if (!doc::is_alnum(c)) continue;
    for (;;) {
      if (l == 0) return false;
      --l;
      const bool same = text::to_lower_ascii(long_form.substr(l, 1))[0] == c;
      const bool starts = l == 0 || !doc::is_alnum(long_form[l - 1]);
      if (same && (s > 0 || starts)) break;
    }
  }
  return l == 0;
}

struct Definition {
  std::size_t first = 0;  // token inside the brackets
};

// Tokens that stand alone in brackets and look like a short form.
std::vector<Definition> definitions(std::string_view text, const std::vector<doc::Token>& tokens) {
  std::vector<Definition> out;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (gap_after(text, tokens, i - 1) != " (") continue;
    std::size_t last = i;
    while (last + 1 < tokens.size() && gap_after(text, tokens, last) == "-") ++last;
    const std::size_t close = tokens[last].end;
    if (close >= text.size() || (text[close] != ')' && text[close] != ';' && text[close] != ','))
      continue;
    const std::string_view inside = text.substr(tokens[i].begin, close - tokens[i].begin);
    const bool capital = std::any_of(inside.begin(), inside.end(), doc::is_upper);
    if (capital && inside.size() >= 2 && inside.size() <= kMostShortForm) out.push_back({i});
  }
  return out;
}

std::string_view short_form_at(std::string_view text, const std::vector<doc::Token>& tokens,
                               std::size_t i) {
  std::size_t last = i;
  while (last + 1 < tokens.size() && gap_after(text, tokens, last) == "-") ++last;
  return text.substr(tokens[i].begin, tokens[last].end - tokens[i].begin);
}

}  // namespace

LinkNames::LinkNames(std::string_view name, const std::vector<std::string>& more) {
  add(name);
  for (const std::string& other : more) add(other);
}

void LinkNames::add(std::string_view name) {
  Name added{.key = key_of(name)};
  if (added.key.empty()) return;
  const bool short_symbol = all_capitals(name) && text::code_points(name) <= kShortSymbol;
  const bool word_like = all_capitals(name) && is_common_word(added.key);
  if (short_symbol || word_like) added.symbol = std::string(text::trim(name));
  if (std::find(names_.begin(), names_.end(), added) == names_.end())
    names_.push_back(std::move(added));
}

LinkNames LinkNames::with_definitions(std::string_view text) const {
  LinkNames out = *this;
  const std::vector<doc::Token> tokens = doc::tokenize(text);
  const std::vector<NameSpan> spans = find(text, tokens);
  for (const Definition& d : definitions(text, tokens)) {
    const std::string_view short_form = short_form_at(text, tokens, d.first);
    for (const NameSpan& span : spans) {
      const std::string_view named =
          text.substr(tokens[span.first].begin, tokens[span.last].end - tokens[span.first].begin);
      if (span.last + 1 == d.first && abbreviates(short_form, named)) out.add(short_form);
      if (span.first != d.first) continue;
      // The shortest run of words before the bracket that the short form abbreviates.
      const std::size_t most = std::min(short_form.size() + 5, 2 * short_form.size());
      for (std::size_t k = d.first; k > 0 && d.first - k < most; --k) {
        const std::string_view words =
            text.substr(tokens[k - 1].begin, tokens[d.first - 1].end - tokens[k - 1].begin);
        if (!abbreviates(short_form, words)) continue;
        out.add(words);
        break;
      }
    }
  }
  return out;
}

bool LinkNames::matches(const Name& name, std::string_view sentence,
                        const std::vector<doc::Token>& tokens, std::size_t first,
                        std::size_t last) const {
  if (name.symbol.empty()) return true;
  const std::string_view written =
      sentence.substr(tokens[first].begin, tokens[last].end - tokens[first].begin);
  return written == name.symbol || written == name.symbol + "s";
}

std::vector<NameSpan> LinkNames::find(std::string_view sentence,
                                      const std::vector<doc::Token>& tokens) const {
  std::vector<NameSpan> out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::size_t longest = i;
    bool found = false;
    const char begins = tokens[i].folded.front();
    for (const Name& name : names_) {
      if (doc::is_ascii(begins) && begins != name.key.front()) continue;
      std::size_t length = 0;
      for (std::size_t j = i; j < tokens.size() && j < i + kMostNameTokens; ++j) {
        length += tokens[j].folded.size();
        const std::string key = key_of(tokens, i, j);
        if (key == name.key && matches(name, sentence, tokens, i, j)) {
          longest = found ? std::max(longest, j) : j;
          found = true;
        }
        const bool may_grow = name.key.starts_with(key) || key.size() < 2;
        if (!may_grow || length > name.key.size() + 2) break;
      }
    }
    if (found) out.push_back({i, longest});
  }
  return out;
}

}  // namespace ev::mechanism
