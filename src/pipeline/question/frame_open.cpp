// What a question says of whom, when and how, and the place that it leaves open.
#include "pipeline/question/frame_reader.hpp"
#include "pipeline/question/frame_words.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>

namespace ev::question {
namespace {

void note(std::vector<const Concept*>& list, const Concept* about) {
  if (std::find(list.begin(), list.end(), about) == list.end()) list.push_back(about);
}

bool is_procedure(const Word& word) {
  constexpr std::string_view kEndings[] = {"ectomy", "otomy", "ostomy", "plasty", "scopy"};
  const auto ends = [&word](std::string_view ending) { return word.text.ends_with(ending); };
  return word_sets().procedure.has_stem(word) ||
         std::any_of(std::begin(kEndings), std::end(kEndings), ends);
}

// What the rest of a sentence must hold for a procedure to be its setting.
bool names_medicine(std::span<const Word> words) {
  const Slot slot = read_slot(words);
  return std::any_of(slot.terms.begin(), slot.terms.end(),
                     [](const ConceptSpan& s) {
                       return s.about->kind == ConceptKind::drug_class ||
                              s.about->kind == ConceptKind::agent;
                     }) ||
         std::any_of(slot.own.begin(), slot.own.end(), [](const OwnWord& w) { return w.drug; });
}

// The end of "before cataract surgery" at `i`, `i` where there is none.
std::size_t end_of_setting(const std::vector<Word>& words, std::size_t i) {
  constexpr std::string_view kWhen[] = {"before", "after",      "following",
                                        "during", "undergoing", "awaiting"};
  constexpr std::string_view kContrast[] = {"than", "versus", "vs", "and", "or", "to", "with"};
  if (i > 0 && is_among(kContrast, words[i - 1])) return i;
  const bool prior = words[i].text == "prior" && i + 1 < words.size() && words[i + 1].text == "to";
  if (!prior && !is_among(kWhen, words[i])) return i;
  std::size_t end = i + (prior ? 2 : 1);
  std::size_t behind = i;  // the procedure
  for (; end < words.size() && !words[end].mark && !word_sets().behind_setting.has(words[end]);
       ++end) {
    if (is_procedure(words[end])) behind = end + 1;
  }
  return behind;
}

bool is_form(std::span<const Word> words) {
  const std::vector<ConceptSpan> names = ConceptLexicon::built_in().find(words);
  return std::any_of(names.begin(), names.end(), [&words](const ConceptSpan& s) {
    return s.begin == 0 && s.end == words.size() && s.about->kind == ConceptKind::form;
  });
}

}  // namespace

// "A before cataract surgery": when it is given, no part of what is given. Where both arms have
// such words, they tell the arms apart.
void FrameReader::take_setting() {
  std::size_t begin = 0;
  std::size_t end = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::size_t found = end_of_setting(words_, i);
    if (found == i) continue;
    if (end > 0 || is_form(slice(words_, i, found))) return;
    begin = i;
    end = found;
  }
  if (end == 0) return;
  std::vector<Word> rest = words_between(words_, 0, begin);
  if (!names_medicine(rest)) return;
  for (std::size_t i = begin; i < end; ++i)
    out_.setting += (i == begin ? "" : " ") + words_[i].text;
  const std::vector<Word> behind = words_between(words_, end, words_.size());
  rest.insert(rest.end(), behind.begin(), behind.end());
  words_ = std::move(rest);
}

// "Prevalence of X in Y", "risk factors for X": X and whose it is, by whatever.
bool FrameReader::read_open() {
  using query_gen::OpenPlace;
  if (!out_.open || out_.comparator) return false;
  const WordSets& sets = word_sets();
  std::size_t lead = 0;
  while (lead < words_.size() && (sets.open_lead.has(words_[lead]) || words_[lead].mark)) ++lead;
  while (lead > 0 && lead < words_.size() &&
         (sets.preposition.has(words_[lead]) || sets.function.has(words_[lead])))
    ++lead;
  std::vector<Word> rest = words_between(words_, lead, words_.size());
  const bool ends_open = !rest.empty() && sets.open_end.has(rest.back());
  while (!rest.empty() && (sets.open_end.has(rest.back()) || sets.auxiliary.has(rest.back()) ||
                           rest.back().text == "be"))
    rest.pop_back();
  if (rest.empty()) return false;
  if (out_.open == OpenPlace::mechanism || out_.open == OpenPlace::reason) {
    if (lead > 0) words_ = std::move(rest);
    return false;  // "how does A cause B" says what is to be explained
  }
  if (lead == 0 && !ends_open) return false;
  said_ = std::move(rest);
  out_.either = true;
  read_outcome();
  name_open_place();
  return true;
}

// "H. pylori and gastric cancer": whether the first has to do with the second.
bool FrameReader::take_pair() {
  const auto joined =
      std::find_if(words_.begin(), words_.end(), [](const Word& w) { return w.text == "and"; });
  if (joined == words_.end()) return false;
  const auto at = static_cast<std::size_t>(joined - words_.begin());
  const Slot first = read_slot(slice(words_, 0, at));
  const std::vector<Word> second = words_between(words_, at + 1, words_.size());
  const Slot other = read_slot(second);
  if (!first.names_outcome() || !other.names_outcome() ||
      first.terms.front().about == other.terms.front().about)
    return false;
  out_.intervention = first;
  said_ = second;
  out_.either = true;
  out_.sense_unknown = false;
  return true;
}

void FrameReader::note_people(const Slot& slot) {
  std::vector<const Slot*> all = {&slot, &out_.intervention};
  if (out_.comparator) all.push_back(&*out_.comparator);
  for (const Slot* from : all) {
    for (const ConceptSpan& s : from->people) {
      // "H. pylori infection" names no people first of all.
      const auto holds = [&s](const ConceptSpan& t) {
        return t.begin <= s.begin && s.end <= t.end;
      };
      if (std::none_of(from->terms.begin(), from->terms.end(), holds)) note(out_.people, s.about);
    }
  }
}

// "Should A be stopped": what is done with it.
void FrameReader::note_forms(const Slot& slot) {
  for (const ConceptSpan& s : slot.forms) {
    if (s.about->name == "stopping") note(out_.qualifiers, s.about);
  }
}

// "Low-dose aspirin" is a name of aspirin, and says how much.
void FrameReader::note_qualifiers() {
  for (const ConceptSpan& s : ConceptLexicon::built_in().find(out_.intervention.words)) {
    const bool joins = s.about->name == "combination" || s.about->name == "matrix";
    if (s.about->kind == ConceptKind::form && s.level > 0 && !joins) note(out_.qualifiers, s.about);
  }
}

void FrameReader::name_open_place() {
  if (out_.open && out_.sense_unknown) {  // "the mechanism of A in B"
    out_.sense_unknown = false;
    out_.either = true;
    std::erase(out_.not_understood, "what is said of the outcome");
  }
  if (!out_.makes_no_claim()) return;
  std::erase(out_.not_understood, "what is given or done");
  std::erase(out_.not_understood, "what is said of the outcome");
  std::string place(wire_name(*out_.open));
  std::replace(place.begin(), place.end(), '_', ' ');
  out_.not_understood.push_back("open: " + place);
}

}  // namespace ev::question
