#include "pipeline/text/abbreviations.hpp"

#include "base/text.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::doc {

namespace {

constexpr std::size_t kShortest = 2;  // characters of a short form
constexpr std::size_t kLongest = 10;

char lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

std::size_t blanks_in(std::string_view s) {
  return static_cast<std::size_t>(std::count(s.begin(), s.end(), ' '));
}

// "CLD", "tPA", "IL-6", "5-HT"; not "n = 12", "see below", "95%", "II".
bool is_short_form(std::string_view s) {
  if (s.size() < kShortest || s.size() > kLongest || blanks_in(s) > 1) return false;
  if (!is_alnum(s.front()) || s.find_first_of("=<>%:;()[]\"") != std::string_view::npos) {
    return false;
  }
  const auto letters = std::count_if(s.begin(), s.end(), is_alpha);
  const bool marked = std::any_of(s.begin(), s.end(), is_upper) ||
                      (letters > 0 && std::any_of(s.begin(), s.end(), is_digit));
  const bool roman = s.find_first_not_of("IVX") == std::string_view::npos;
  // "Figure", "Table": one capital in a word of small letters abbreviates nothing.
  const bool word = letters > 4 && is_upper(s.front()) &&
                    std::none_of(s.begin() + 1, s.end(), [](char c) { return !is_lower(c); });
  return letters > 0 && marked && !roman && !word;
}

std::string_view without_plural(std::string_view s) {
  const bool plural = s.size() > 2 && s.back() == 's' && !is_lower(s[s.size() - 2]);
  return plural ? s.substr(0, s.size() - 1) : s;
}

bool is_joining_word(std::string_view word) {
  constexpr std::string_view kWords[] = {"of", "and", "the", "in", "for", "to",
                                         "by", "or",  "a",   "an", "on",  "with"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

// Begins of words, hyphens parting them.
std::vector<std::size_t> word_begins(std::string_view s) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (word_at(s, i) && !word_before(s, i)) out.push_back(i);
  }
  return out;
}

// Every letter begins a word, joining words may be passed by.
std::optional<std::size_t> by_initials(std::string_view short_form, std::string_view before) {
  std::string letters;
  for (const char c : short_form) {
    if (is_alnum(c)) letters += lower(c);
  }
  const std::vector<std::size_t> begins = word_begins(before);
  std::size_t at = begins.size();
  for (std::size_t i = letters.size(); i-- > 0;) {
    bool found = false;
    while (at > 0 && !found) {
      const std::size_t begin = begins[--at];
      const std::size_t end = at + 1 < begins.size() ? begins[at + 1] : before.size();
      found = lower(before[begin]) == letters[i];
      const std::string_view word = text::trim(before.substr(begin, end - begin));
      // The last word has to take part.
      const bool passes = is_joining_word(word) && at + 1 < begins.size();
      if (!found && !passes) return std::nullopt;
    }
    if (!found) return std::nullopt;
  }
  return begins[at];
}

// The letters in this order anywhere in the words, the first of them at the beginning of one.
std::optional<std::size_t> by_letters(std::string_view short_form, std::string_view before) {
  std::size_t at = before.size();
  for (std::size_t i = short_form.size(); i-- > 0;) {
    if (!is_alnum(short_form[i])) continue;
    const char wanted = lower(short_form[i]);
    bool found = false;
    while (at > 0 && !found) {
      --at;
      found = lower(before[at]) == wanted && !(i == 0 && word_before(before, at));
    }
    if (!found) return std::nullopt;
  }
  return at;
}

// The words before that may belong: at most twice the letters, and at most five more.
std::string_view last_words(std::string_view before, std::size_t letters) {
  std::size_t left = std::min(letters + 5, letters * 2);
  std::size_t at = before.size();
  while (at > 0) {
    if (before[at - 1] == ' ' && --left == 0) break;
    --at;
  }
  return before.substr(at);
}

bool is_balanced(std::string_view s) {
  int open = 0;
  for (const char c : s) {
    open += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (open < 0) return false;
  }
  return open == 0;
}

class DefinitionFinder {
 public:
  DefinitionFinder(const Sentence& sentence, std::string_view text)
      : sentence_(sentence), text_(text) {}

  std::vector<Abbreviation> find() {
    std::size_t from = 0;
    while (true) {
      const std::size_t open = std::min(text_.find('(', from), text_.find('[', from));
      if (open == std::string_view::npos) return std::move(out_);
      const std::size_t close = std::min(text_.find(')', open), text_.find(']', open));
      if (close == std::string_view::npos) return std::move(out_);
      if (!short_inside(open, close)) long_inside(open, close);
      from = open + 1;
    }
  }

 private:
  // "chronic lung disease (CLD; …)".
  bool short_inside(std::size_t open, std::size_t close) {
    std::string_view inner = text_.substr(open + 1, close - open - 1);
    inner = inner.substr(0, std::min(inner.find(", "), inner.find(';')));
    const std::size_t begin = open + 1 + (skip_blanks(inner, 0));
    inner = text::trim(inner);
    if (!is_short_form(inner)) return false;
    std::size_t end = open;
    while (end > 0 && is_blank(text_[end - 1])) --end;
    const std::string_view before = text_.substr(0, end);
    for (const std::string_view form : {inner, without_plural(inner)}) {
      const auto long_begin = long_form_begin(form, before);
      if (!long_begin) continue;
      add(without_plural(inner), begin, *long_begin, end);
      return true;
    }
    return false;
  }

  // "CLD (chronic lung disease)".
  void long_inside(std::size_t open, std::size_t close) {
    std::size_t end = open;
    while (end > 0 && is_blank(text_[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && !is_blank(text_[begin - 1]) && text_[begin - 1] != '(') --begin;
    const std::string_view form = text_.substr(begin, end - begin);
    const std::string_view inner = text_.substr(open + 1, close - open - 1);
    if (!is_short_form(form) || blanks_in(inner) == 0) return;
    const auto long_begin = long_form_begin(form, inner);
    if (long_begin) add(without_plural(form), begin, open + 1 + *long_begin, close);
  }

  void add(std::string_view form, std::size_t begin, std::size_t long_begin, std::size_t long_end) {
    const Span& span = sentence_.span;
    out_.push_back({std::string(form),
                    {span.field, span.begin + begin, span.begin + begin + form.size()},
                    {span.field, span.begin + long_begin, span.begin + long_end}});
  }

  const Sentence& sentence_;
  std::string_view text_;
  std::vector<Abbreviation> out_;
};

}  // namespace

std::optional<std::size_t> long_form_begin(std::string_view short_form, std::string_view before) {
  const auto letters =
      static_cast<std::size_t>(std::count_if(short_form.begin(), short_form.end(), is_alnum));
  if (letters < kShortest) return std::nullopt;
  const std::string_view words = last_words(before, letters);
  auto begin = by_initials(short_form, words);
  if (!begin) begin = by_letters(short_form, words);
  if (!begin) return std::nullopt;
  // A hyphenated word belongs whole, its opening quotation mark or bracket does not.
  std::size_t at = *begin;
  while (at > 0 && !is_blank(words[at - 1]) && words[at - 1] != '(' && words[at - 1] != '/') --at;
  if (at < *begin && !word_at(words, at)) at = *begin;
  const std::string_view found = words.substr(at);
  const bool longer = found.size() > short_form.size() && word_at(found, found.size() - 1);
  const bool itself = found.find(short_form) != std::string_view::npos;
  if (!longer || itself || !is_balanced(found) || found.find(';') != std::string_view::npos) {
    return std::nullopt;
  }
  return before.size() - found.size();
}

std::vector<Abbreviation> find_abbreviations(const Document& document) {
  std::vector<Abbreviation> out;
  for (const Sentence& sentence : document.sentences()) {
    for (Abbreviation& found : DefinitionFinder(sentence, document.text(sentence.span)).find()) {
      if (definition_of(out, found.short_form) == nullptr) out.push_back(std::move(found));
    }
  }
  return out;
}

const Abbreviation* definition_of(const std::vector<Abbreviation>& definitions,
                                  std::string_view word) {
  const std::string_view key = without_plural(word);
  for (const Abbreviation& definition : definitions) {
    if (definition.short_form == key || definition.short_form == word) return &definition;
  }
  return nullptr;
}

}  // namespace ev::doc
