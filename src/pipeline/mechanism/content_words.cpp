#include "pipeline/mechanism/content_words.hpp"

#include <algorithm>
#include <iterator>

namespace ev::mechanism {

std::string stem_of(std::string_view word) {
  constexpr std::string_view kSuffixes[] = {
      "ations", "ation", "ings", "ing", "ies", "ied", "ions", "ion", "ments", "ment", "ness",
      "ally",   "edly",  "ed",   "es",  "ly",  "al",  "ic",   "s",   "e",     "y"};
  constexpr std::size_t kShortestStem = 4;
  if (word.ends_with("itive")) return std::string(word.substr(0, word.size() - 3));  // as "-ition"
  for (const std::string_view suffix : kSuffixes) {
    if (word.ends_with(suffix) && word.size() >= suffix.size() + kShortestStem)
      return std::string(word.substr(0, word.size() - suffix.size()));
  }
  return std::string(word);
}

bool is_function_word(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "the",      "a",       "an",    "of",     "in",     "on",      "to",    "and",  "or",
      "for",      "with",    "by",    "at",     "from",   "as",      "is",    "are",  "was",
      "were",     "be",      "been",  "that",   "this",   "these",   "those", "it",   "its",
      "their",    "than",    "vs",    "versus", "do",     "does",    "did",   "can",  "could",
      "should",   "would",   "may",   "might",  "must",   "will",    "has",   "have", "had",
      "patients", "patient", "study", "who",    "which",  "what",    "how",   "when", "there",
      "we",       "our",     "after", "before", "during", "between", "among", "not",  "no"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

std::set<std::string> content_stems(const std::vector<doc::Token>& tokens) {
  std::set<std::string> out;
  for (const doc::Token& t : tokens) {
    if (!is_function_word(t.folded)) out.insert(stem_of(t.folded));
  }
  return out;
}

std::set<std::string> content_stems(std::string_view text) {
  return content_stems(doc::tokenize(text));
}

double overlap_share(const std::set<std::string>& wanted, const std::set<std::string>& found) {
  if (wanted.empty()) return 0;
  const auto shared = std::count_if(wanted.begin(), wanted.end(),
                                    [&](const std::string& w) { return found.count(w) > 0; });
  return static_cast<double>(shared) / static_cast<double>(wanted.size());
}

}  // namespace ev::mechanism
