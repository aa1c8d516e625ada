#include "pipeline/workflow/asked_comparison.hpp"

#include "pipeline/text/document.hpp"
#include "pipeline/workflow/arm_names.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace ev::workflow {

namespace {

using question::Concept;
using question::ConceptKind;
using question::ConceptLexicon;
using question::ConceptSpan;
using question::Word;

// Known treatments that are not asked for.
bool has_more(const std::vector<TreatmentName>& arm, const std::vector<TreatmentName>& asked) {
  return std::any_of(arm.begin(), arm.end(), [&](const TreatmentName& name) {
    return name.known && !is_asked(name, asked);
  });
}

bool fits(const question::QuestionFrame& asked, const NamedArm& first, const NamedArm& second,
          bool control) {
  const std::vector<TreatmentName> given = treatments_of(asked.intervention);
  const std::vector<TreatmentName> only_first = without(first.all, second.all);
  const std::vector<TreatmentName> only_second = without(second.all, first.all);
  if (!has_asked(only_first, given) || has_asked(only_second, given)) return false;
  if (has_more(only_first, given)) return false;
  if (!asked.against_active()) {
    if (has_more(only_second, {})) return false;
    return asked.comparator && !asked.comparator->words.empty() ? second.placebo
                                                                : second.placebo || control;
  }
  const std::vector<TreatmentName> against = treatments_of(*asked.comparator);
  return has_asked(only_second, against) && !has_more(only_second, against);
}

// ------------------------------------------------------------------ outcomes

// Words that name no outcome by themselves.
bool is_filler(const std::string& word) {
  static const std::set<std::string, std::less<>> kFiller = {
      "a",  "an", "and", "at",   "by",    "for", "from", "in",    "mean", "number",
      "of", "on", "or",  "rate", "score", "the", "to",   "total", "with", "incidence"};
  return kFiller.contains(word);
}

std::string plain(std::string word) {
  if (word == "h" || word == "hr" || word == "hrs") return "hour";
  if (word == "wk" || word == "wks") return "week";
  if (word == "min" || word == "mins") return "minute";
  if (word.size() > 3 && word.back() == 's' && word[word.size() - 2] != 's') word.pop_back();
  return word;
}

std::vector<std::string> content_words(std::string_view text) {
  std::vector<std::string> out;
  for (const doc::Token& token : doc::tokenize(text)) {
    std::string word = plain(token.folded);
    if (!is_filler(word)) out.push_back(std::move(word));
  }
  return out;
}

// On which side of a concept the words stand, the longest name of it deciding.
std::map<const Concept*, bool> sides_of(std::string_view text) {
  const std::vector<Word> words = question::words_of(text);
  std::map<const Concept*, bool> out;
  std::map<const Concept*, std::size_t> longest;
  for (const ConceptSpan& s : ConceptLexicon::built_in().find(words)) {
    if (s.about->kind != ConceptKind::outcome) continue;
    std::size_t& length = longest[s.about];
    if (s.end - s.begin <= length) continue;
    length = s.end - s.begin;
    out[s.about] = s.level > 0;
  }
  return out;
}

bool names_opposite(std::string_view asked, std::string_view stated) {
  const auto wanted = sides_of(asked), there = sides_of(stated);
  return std::any_of(wanted.begin(), wanted.end(), [&](const auto& side) {
    const auto it = there.find(side.first);
    return it != there.end() && it->second != side.second;
  });
}

// "Death or admission" is more than death.
bool is_composite(std::string_view text) {
  std::string last;
  for (const doc::Token& token : doc::tokenize(text)) {
    if (token.folded == "composite" || token.folded == "combined") return true;
    if (token.folded == "or" && last != "and") return true;
    last = token.folded;
  }
  return false;
}

}  // namespace

ComparisonFit fit_of(const question::QuestionFrame& asked, const synthesis::StudyResult& study,
                     bool against_control) {
  const NamedArm first = named_arm(study.intervention.name);
  const NamedArm second = named_arm(study.comparator.name);
  if (fits(asked, first, second, against_control)) return ComparisonFit::as_asked;
  return fits(asked, second, first, false) ? ComparisonFit::turned : ComparisonFit::other;
}

bool is_outcome(std::string_view asked, std::string_view stated, std::string_view time) {
  const std::vector<std::string> wanted = content_words(asked);
  const std::vector<std::string> there =
      content_words(std::string(stated) + " " + std::string(time));
  if (wanted.empty()) return false;
  const bool all = std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
    return std::find(there.begin(), there.end(), word) != there.end();
  });
  return all && !names_opposite(asked, stated) && is_composite(asked) == is_composite(stated);
}

}  // namespace ev::workflow
