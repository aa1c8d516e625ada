#include "pipeline/workflow/arm_names.hpp"

#include <algorithm>
#include <span>

namespace ev::workflow {

using question::Concept;
using question::ConceptKind;
using question::ConceptLexicon;
using question::ConceptSpan;
using question::Slot;
using question::Word;

namespace {

bool is_treatment(const ConceptSpan& s) {
  return (s.about->kind == ConceptKind::agent || s.about->kind == ConceptKind::drug_class) &&
         s.about->name != "placebo" && s.level > 0;
}

std::vector<TreatmentName> treatments_in(std::span<const Word> words) {
  std::vector<TreatmentName> out;
  const auto name_at = [&out](std::size_t begin, std::size_t end) -> TreatmentName& {
    for (TreatmentName& name : out) {
      if (begin >= name.end || name.begin >= end) continue;
      name.begin = std::min(name.begin, begin);
      name.end = std::max(name.end, end);
      return name;
    }
    return out.emplace_back(TreatmentName{.begin = begin, .end = end});
  };
  for (const ConceptSpan& s : ConceptLexicon::built_in().find(words)) {
    if (!is_treatment(s)) continue;
    TreatmentName& name = name_at(s.begin, s.end);
    (s.level == 1 ? name.concepts : name.classes).insert(s.about);
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].mark && ConceptLexicon::built_in().is_drug(words[i]))
      name_at(i, i + 1).stems.insert(words[i].stem);
  }
  if (!out.empty()) return out;
  // No list knows it: all its words are its name.
  for (const question::OwnWord& w : question::read_slot(words).own) {
    TreatmentName& name =
        out.empty() ? out.emplace_back(TreatmentName{.known = false}) : out.front();
    name.stems.insert(w.word.stem);
  }
  return out;
}

template <class T>
bool meet(const std::set<T>& a, const std::set<T>& b) {
  return std::any_of(a.begin(), a.end(), [&](const T& v) { return b.count(v) > 0; });
}

bool same(const TreatmentName& a, const TreatmentName& b) {
  return meet(a.concepts, b.concepts) || meet(a.stems, b.stems);
}

bool is_in(const TreatmentName& name, const std::vector<TreatmentName>& list) {
  return std::any_of(list.begin(), list.end(),
                     [&](const TreatmentName& o) { return same(name, o); });
}

}  // namespace

std::vector<TreatmentName> treatments_of(const Slot& slot) {
  return treatments_in(
      std::span<const Word>(slot.words).first(std::min(slot.head, slot.words.size())));
}

bool is_asked(const TreatmentName& name, const std::vector<TreatmentName>& asked) {
  return std::any_of(asked.begin(), asked.end(), [&](const TreatmentName& o) {
    return same(name, o) || meet(name.classes, o.concepts);
  });
}

bool has_asked(const std::vector<TreatmentName>& arm, const std::vector<TreatmentName>& asked) {
  return std::any_of(arm.begin(), arm.end(),
                     [&](const TreatmentName& name) { return is_asked(name, asked); });
}

std::vector<TreatmentName> without(std::vector<TreatmentName> a,
                                   const std::vector<TreatmentName>& b) {
  std::erase_if(a, [&](const TreatmentName& name) { return is_in(name, b); });
  return a;
}

NamedArm named_arm(std::string_view name) {
  const std::vector<Word> words = question::words_of(name);
  NamedArm out{.all = treatments_in(words)};
  for (const ConceptSpan& s : ConceptLexicon::built_in().find(words)) {
    if (s.about->name == "placebo") out.placebo = true;
  }
  if (out.placebo) std::erase_if(out.all, [](const TreatmentName& one) { return !one.known; });
  return out;
}

}  // namespace ev::workflow
