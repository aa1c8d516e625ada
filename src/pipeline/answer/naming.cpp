#include "pipeline/answer/naming.hpp"

#include <algorithm>
#include <cmath>

namespace ev::answer {
namespace {

using question::ConceptKind;
using question::ConceptSpan;
using question::OwnWord;
using question::Slot;

constexpr double kByHeading = 0.8, kByShortForm = 0.9, kMostWords = 0.6;

struct ArmNames {
  std::vector<const question::Concept*> concepts;
  std::vector<OwnWord> words;  // drugs among them alone where there are any
  bool any_drug = false;
};

// Of two arms that share a name, what only this one is called; all of it where nothing is.
void keep_what_differs(ArmNames& names, const Slot& other) {
  ArmNames own = names;
  std::erase_if(own.concepts, [&other](const question::Concept* about) {
    return std::any_of(other.terms.begin(), other.terms.end(),
                       [about](const ConceptSpan& s) { return s.about == about; });
  });
  std::erase_if(own.words, [&other](const OwnWord& w) {
    return std::any_of(other.own.begin(), other.own.end(),
                       [&w](const OwnWord& o) { return o.word.stem == w.word.stem; });
  });
  if (!own.concepts.empty() || !own.words.empty()) names = std::move(own);
}

ArmNames names_of(const Slot& slot, const Slot* other) {
  ArmNames out;
  for (const ConceptSpan& s : slot.terms) {
    if (s.begin < slot.head) out.concepts.push_back(s.about);
  }
  for (const OwnWord& w : slot.own) {
    if (w.at < slot.head) out.words.push_back(w);
  }
  if (other != nullptr && share_a_name(slot, *other)) keep_what_differs(out, *other);
  out.any_drug =
      std::any_of(out.words.begin(), out.words.end(), [](const OwnWord& w) { return w.drug; });
  if (out.any_drug) std::erase_if(out.words, [](const OwnWord& w) { return !w.drug; });
  return out;
}

bool is_one_of(const std::vector<const question::Concept*>& list, const question::Concept* about) {
  return std::find(list.begin(), list.end(), about) != list.end();
}

std::vector<Named> forms_in(const Slot& slot, const SentenceWords& sentence) {
  std::vector<Named> out;
  for (const ConceptSpan& n : sentence.names) {
    for (const ConceptSpan& form : slot.forms) {
      if (n.about == form.about && n.level > 0) out.push_back({n.begin, n.end, 1, 1});
    }
  }
  return out;
}

bool ends_as_member(const question::Concept& about, const std::string& word) {
  return about.kind == ConceptKind::drug_class && !about.ending.empty() &&
         word.size() > about.ending.size() + 1 && word.ends_with(about.ending);
}

}  // namespace

double best_directness(const std::vector<Named>& names) {
  double best = 0;
  for (const Named& n : names) best = std::max(best, n.directness);
  return best;
}

std::vector<Named> find_arm(const Slot& slot, const Slot* other, const SentenceWords& sentence,
                            const RecordWords& record) {
  const ArmNames names = names_of(slot, other);
  const bool form_only = names.concepts.empty() && names.words.empty();
  if (!slot.forms.empty() && (form_only || (other != nullptr && share_a_name(slot, *other))))
    return forms_in(slot, sentence);
  std::vector<Named> out;
  for (const ConceptSpan& n : sentence.names) {
    if (n.level > 0 && is_one_of(names.concepts, n.about))
      out.push_back({n.begin, n.end, n.level, 1});
  }
  const bool by_word = names.concepts.empty() || names.any_drug;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    const question::Word& word = sentence.words[i];
    if (word.mark) continue;
    for (const question::Concept* about : names.concepts) {
      if (ends_as_member(*about, word.text)) out.push_back({i, i + 1, question::kMember, 1});
    }
    const std::vector<std::string>* meant = record.long_form(word.text);
    for (const OwnWord& own : names.words) {
      if (by_word && own.word.stem == word.stem) out.push_back({i, i + 1, 1, 1});
      if (meant != nullptr &&
          std::find(meant->begin(), meant->end(), own.word.stem) != meant->end())
        out.push_back({i, i + 1, kByShortForm, 1});
    }
  }
  return out;
}

std::vector<Named> find_outcomes(const question::QuestionFrame& frame,
                                 const SentenceWords& sentence) {
  std::vector<Named> out;
  for (const ConceptSpan& asked : frame.outcomes) {
    // "Keeps oesophagitis healed" asks of two: more healing is less of what is asked about.
    const int worded = asked.about->good * (asked.level < 0 ? -1 : 1);
    const bool turned = worded != 0 && worded != frame.good;
    for (const ConceptSpan& n : sentence.names) {
      if (n.about != asked.about) continue;
      const int sign = ((n.level < 0) != (asked.level < 0)) != turned ? -1 : 1;
      out.push_back({n.begin, n.end, std::abs(n.level), sign});
    }
  }
  if (!frame.outcomes.empty() || frame.outcome_words.empty()) return out;
  std::set<std::string> wanted;
  std::set<std::string> found;
  for (const question::Word& w : frame.outcome_words) wanted.insert(w.stem);
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    if (wanted.count(sentence.words[i].stem) == 0) continue;
    found.insert(sentence.words[i].stem);
    out.push_back({i, i + 1, 1, 1});
  }
  const double share = static_cast<double>(found.size()) / static_cast<double>(wanted.size());
  if (share < kMostWords) return {};
  for (Named& n : out) n.directness = share;
  return out;
}

double names_arm(const Slot& slot, const Slot* other, const RecordWords& record) {
  double best = 0;
  for (const SentenceWords& s : record.sentences()) {
    for (const Named& n : find_arm(slot, other, s, record)) best = std::max(best, n.directness);
  }
  if (best > 0) return best;
  for (const ConceptSpan& s : slot.terms) {
    if (record.names(*s.about) > 0) return kByHeading;
  }
  const auto all = [&record](const OwnWord& w) { return record.has_stem(w.word.stem); };
  const bool by_words =
      slot.terms.empty() && !slot.own.empty() && std::all_of(slot.own.begin(), slot.own.end(), all);
  return by_words ? kByHeading : 0;
}

}  // namespace ev::answer
