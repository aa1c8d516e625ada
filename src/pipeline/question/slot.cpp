#include "pipeline/question/slot.hpp"

#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <tuple>

namespace ev::question {
namespace {

bool is_number(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool says_nothing_of_its_own(const Word& word) {
  const WordSets& sets = word_sets();
  return word.mark || sets.function.has(word) || sets.degree_up.has(word) ||
         sets.degree_down.has(word) || sets.value_up.has(word) || sets.value_down.has(word) ||
         sets.denying.has(word) || sets.light_verb.has(word) || sets.alike.has(word) ||
         sets.people.has_stem(word) || word.text.size() < 2 || is_number(word.text) ||
         word.text == "mg" || word.text == "ml";
}

// The longest names, each word once; several concepts of one name stay together.
std::vector<ConceptSpan> settled(std::span<const Word> words) {
  std::vector<ConceptSpan> found = ConceptLexicon::built_in().find(words);
  std::erase_if(found, [](const ConceptSpan& s) { return s.level > 0 && s.level < 1; });
  std::stable_sort(found.begin(), found.end(), [](const ConceptSpan& a, const ConceptSpan& b) {
    return std::make_tuple(b.end - b.begin, a.begin) < std::make_tuple(a.end - a.begin, b.begin);
  });
  std::vector<ConceptSpan> out;
  for (const ConceptSpan& s : found) {
    const auto clashes = [&s](const ConceptSpan& o) {
      return s.begin < o.end && o.begin < s.end && (s.begin != o.begin || s.end != o.end);
    };
    if (std::none_of(out.begin(), out.end(), clashes)) out.push_back(s);
  }
  const auto own_name_elsewhere = [&out](const ConceptSpan& s) {
    return s.level < 0 && std::any_of(out.begin(), out.end(), [&s](const ConceptSpan& o) {
             return o.begin == s.begin && o.level > 0;
           });
  };
  std::vector<ConceptSpan> kept;
  for (const ConceptSpan& s : out) {
    if (!own_name_elsewhere(s)) kept.push_back(s);
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const ConceptSpan& a, const ConceptSpan& b) { return a.begin < b.begin; });
  return kept;
}

std::size_t head_of(const Slot& slot) {
  constexpr std::string_view kJoins[] = {"added", "plus", "with",     "to",     "on",
                                         "in",    "when", "combined", "without"};
  std::size_t first = slot.words.size();
  for (const ConceptSpan& s : slot.terms) first = std::min(first, s.begin);
  for (const OwnWord& own : slot.own) first = std::min(first, own.at);
  for (std::size_t i = first + 1; i < slot.words.size(); ++i) {
    const auto holds = [i](const ConceptSpan& s) { return s.begin < i && i < s.end; };
    if (std::find(std::begin(kJoins), std::end(kJoins), slot.words[i].text) != std::end(kJoins) &&
        std::none_of(slot.terms.begin(), slot.terms.end(), holds))
      return i;
  }
  return slot.words.size();
}

}  // namespace

bool is_content(const Word& word) {
  return !word.mark && !word_sets().function.has(word);
}

Slot read_slot(std::span<const Word> words) {
  Slot out;
  out.words.assign(words.begin(), words.end());
  std::vector<bool> used(words.size(), false);
  for (const ConceptSpan& s : settled(words)) {
    auto& list = s.about->kind == ConceptKind::form     ? out.forms
                 : s.about->kind == ConceptKind::people ? out.people
                                                        : out.terms;
    list.push_back(s);
    std::fill(used.begin() + static_cast<std::ptrdiff_t>(s.begin),
              used.begin() + static_cast<std::ptrdiff_t>(s.end), true);
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!used[i] && !says_nothing_of_its_own(words[i]))
      out.own.push_back({i, words[i], ConceptLexicon::built_in().is_drug(words[i])});
  }
  out.head = head_of(out);
  return out;
}

std::string Slot::text() const {
  std::string out;
  for (const Word& word : words) {
    if (word.mark) continue;
    if (!out.empty()) out += ' ';
    out += word.text;
  }
  return out;
}

bool Slot::names_agent() const {
  return std::any_of(terms.begin(), terms.end(),
                     [](const ConceptSpan& s) {
                       return s.about->kind == ConceptKind::agent ||
                              s.about->kind == ConceptKind::drug_class;
                     }) ||
         std::any_of(own.begin(), own.end(), [](const OwnWord& w) { return w.drug; });
}

bool Slot::names_outcome() const {
  return std::any_of(terms.begin(), terms.end(),
                     [](const ConceptSpan& s) { return s.about->kind == ConceptKind::outcome; });
}

bool Slot::is_control() const {
  return empty() || std::any_of(terms.begin(), terms.end(),
                                [](const ConceptSpan& s) { return s.about->name == "placebo"; });
}

bool share_a_name(const Slot& a, const Slot& b) {
  if (a.terms.empty() && a.own.empty()) return !a.forms.empty();
  if (b.terms.empty() && b.own.empty()) return true;
  for (const ConceptSpan& s : a.terms) {
    for (const ConceptSpan& o : b.terms) {
      if (s.about == o.about) return true;
    }
  }
  for (const OwnWord& w : a.own) {
    for (const OwnWord& o : b.own) {
      if (w.word.stem == o.word.stem) return true;
    }
  }
  return false;
}

}  // namespace ev::question
