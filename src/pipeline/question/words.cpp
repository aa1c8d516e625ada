#include "pipeline/question/words.hpp"

#include "pipeline/mechanism/content_words.hpp"
#include "pipeline/query_gen/spelling.hpp"
#include "pipeline/text/document.hpp"

#include <cctype>

namespace ev::question {
namespace {

constexpr std::string_view kMarks = ",;:()[].%=<>";

void add_marks(std::string_view text, std::size_t begin, std::size_t end, std::vector<Word>& out) {
  for (std::size_t i = begin; i < end; ++i) {
    if (kMarks.find(text[i]) == std::string_view::npos) continue;
    const std::string mark(1, text[i]);
    out.push_back({mark, mark, i, i + 1, true, false});
  }
}

// "Doesn't": does not.
bool ends_contracted(std::string_view text, const std::vector<Word>& words,
                     const doc::Token& token) {
  if (token.folded != "t" || words.empty() || words.back().mark) return false;
  const Word& before = words.back();
  const std::string_view between = text.substr(before.end, token.begin - before.end);
  return before.text.size() > 2 && before.text.ends_with('n') &&
         (between == "'" || between == "\u2019");
}
void undo_contraction(const doc::Token& token, std::vector<Word>& words) {
  Word& verb = words.back();
  if (verb.text == "won")
    verb.text = "will";
  else if (verb.text != "can")
    verb.text.pop_back();
  verb.stem = mechanism::stem_of(verb.text);
  words.push_back({"not", "not", token.begin, token.end, false, false});
}

}  // namespace

std::string comparable_stem(std::string_view word) {
  return mechanism::stem_of(query_gen::american(std::string(word)));
}

std::string stem_key(std::span<const Word> words) {
  std::string key;
  for (const Word& word : words) {
    if (word.mark) continue;
    if (!key.empty()) key += ' ';
    key += word.stem;
  }
  return key;
}

std::vector<Word> words_of(std::string_view text) {
  return words_of(text, doc::tokenize(text));
}

std::vector<Word> words_of(std::string_view text, std::span<const doc::Token> tokens) {
  std::vector<Word> out;
  std::size_t at = 0;
  for (const doc::Token& token : tokens) {
    // "H. pylori": the stop belongs to the letter.
    const bool initial = !out.empty() && !out.back().mark && out.back().end == at &&
                         out.back().text.size() == 1 && at < text.size() && text[at] == '.' &&
                         token.begin > at + 1 &&
                         std::isalpha(static_cast<unsigned char>(out.back().text[0]));
    if (ends_contracted(text, out, token)) {
      undo_contraction(token, out);
      at = token.end;
      continue;
    }
    add_marks(text, initial ? at + 1 : at, token.begin, out);
    std::string word = query_gen::american(token.folded);
    std::string stem = mechanism::stem_of(word);
    const bool joined = at > 0 && token.begin == at + 1 && text[at] == '-';
    out.push_back({std::move(word), std::move(stem), token.begin, token.end, false, joined});
    at = token.end;
  }
  add_marks(text, at, text.size(), out);
  return out;
}

}  // namespace ev::question
