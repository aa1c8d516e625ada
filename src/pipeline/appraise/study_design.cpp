#include "pipeline/appraise/study_design.hpp"

#include "pipeline/appraise/folded_words.hpp"
#include "pipeline/extract/design.hpp"

#include <array>
#include <span>
#include <vector>

namespace ev::appraise {

namespace {

bool is_plural_of(std::string_view token, std::string_view word) {
  return token.size() == word.size() + 1 && token.back() == 's' &&
         token.substr(0, word.size()) == word;
}

bool matches_word(std::string_view token, std::string_view word) {
  if (word.back() == '*') {
    word.remove_suffix(1);
    return token.size() >= word.size() && token.substr(0, word.size()) == word;
  }
  if (token == word || is_plural_of(token, word)) return true;
  if (word.ends_with("y") && token.ends_with("ies")) {
    return token.substr(0, token.size() - 3) == word.substr(0, word.size() - 1);
  }
  return word.ends_with("is") && token.ends_with("es") &&
         token.substr(0, token.size() - 2) == word.substr(0, word.size() - 2);
}

bool phrase_at(const FoldedWords& words, std::size_t at, std::string_view phrase) {
  while (!phrase.empty()) {
    const std::size_t space = phrase.find(' ');
    if (at >= words.size() || !matches_word(words[at], phrase.substr(0, space))) return false;
    ++at;
    phrase = space == std::string_view::npos ? std::string_view{} : phrase.substr(space + 1);
  }
  return true;
}

struct CuePhrase {
  std::size_t cue;  // index into model::design_words()
  std::string_view phrase;
};

// By the first letter of the phrase, which is that of every form of its first word.
std::span<const CuePhrase> phrases_of(std::string_view word) {
  static const auto kByLetter = [] {
    std::array<std::vector<CuePhrase>, 26> out;
    for (std::size_t cue = 0; cue < model::design_words().size(); ++cue) {
      std::string_view rest = model::design_words()[cue].term;
      while (!rest.empty()) {
        const std::size_t bar = rest.find('|');
        out[static_cast<std::size_t>(rest[0] - 'a')].push_back({cue, rest.substr(0, bar)});
        rest = bar == std::string_view::npos ? std::string_view{} : rest.substr(bar + 1);
      }
    }
    return out;
  }();
  if (word.empty() || word[0] < 'a' || word[0] > 'z') return {};
  return kByLetter[static_cast<std::size_t>(word[0] - 'a')];
}

// The first of model::design_words() that is mentioned; their number when none is.
std::size_t first_cue(const FoldedWords& words) {
  std::size_t first = model::design_words().size();
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const auto& [cue, phrase] : phrases_of(words[i])) {
      if (cue < first && phrase_at(words, i, phrase)) first = cue;
    }
  }
  return first;
}

}  // namespace

std::optional<StudyDesign> design_of_text(std::string_view description) {
  const FoldedWords words(description);
  if (words.size() == 1 && words[0] == "protocol") return StudyDesign::study_protocol;
  const std::size_t cue = first_cue(words);
  if (cue == model::design_words().size()) return std::nullopt;
  return model::design_words()[cue].design;
}

std::optional<StudyDesign> design_of_record(const model::Article& article) {
  return extract::design_of(article);
}

std::optional<StudyDesign> design_of(const model::Article& article,
                                     const model::Value::Object* features) {
  if (const auto design = design_of_record(article)) return design;
  if (features == nullptr) return std::nullopt;
  for (const auto& [key, value] : *features) {
    if (!value.is_string() || (key != "study_design" && key != "study_type" && key != "design"))
      continue;
    if (const auto design = design_of_text(value.string())) return design;
  }
  return std::nullopt;
}

}  // namespace ev::appraise
