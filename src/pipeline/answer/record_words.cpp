#include "pipeline/answer/record_words.hpp"

#include "pipeline/model/article.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>

namespace ev::answer {
namespace {

using question::ConceptLexicon;
using question::ConceptSpan;
using question::Word;

constexpr double kShortForm = 0.9;  // of the level its long form has

// "… and decreased", "… and was higher", "…, with no effect on", ", without".
bool opens_clause(const SentenceWords& s, std::size_t i) {
  constexpr std::string_view kVerbs[] = {"was", "were", "did",  "had",  "is",
                                         "are", "has",  "have", "does", "do"};
  constexpr std::string_view kBegin[] = {"no",     "little", "similar", "fewer",      "less",
                                         "better", "lower",  "minimal", "comparable", "neither"};
  constexpr std::string_view kArticles[] = {"the", "a", "an"};  // "the combined risk"
  constexpr std::string_view kRanks[] = {"superior", "inferior",   "comparable", "similar",
                                         "equal",    "equivalent", "identical"};
  constexpr std::size_t kReach = 5;
  const std::string& w = s.text(i);
  // "(1) …, (2) …"
  if (w == "(" && s.text(i + 2) == ")" && s.text(i + 1).size() == 1 && s.text(i + 1)[0] <= '9')
    return true;
  if (w == ";" || w == ":" || question::word_sets().clause_break.has(s.words[i])) return true;
  if (w == "without") return i > 0 && s.text(i - 1) != "or" && s.text(i + 1) != "a";
  if (w == "with") return i > 0 && is_any_of(kBegin, s.text(i + 1));
  if (w != "and") return false;
  std::size_t next = i + 1;
  if (s.text(next) == "a" || s.text(next) == "an") ++next;
  while (s.text(next).ends_with("ly")) ++next;
  const question::WordSets& sets = question::word_sets();
  if (is_any_of(kRanks, s.text(next)) && (s.text(next + 1) == "to" || s.text(next + 1) == "with"))
    return true;
  if (s.text(next) == "lacks" || s.text(next) == "lacked") return true;
  if (next < s.size() &&
      (s.text(next).ends_with("ed") ||
       (s.text(next).ends_with("s") && !s.text(next).ends_with("ss"))) &&
      (sets.up.has(s.words[next]) || sets.down.has(s.words[next]) || sets.good.has(s.words[next]) ||
       sets.bad.has(s.words[next])))
    return true;
  if (s.text(next) == "that") return true;
  // "The relation between A and B was …": no verb yet, so both are its subject.
  bool verb = false;
  for (std::size_t k = i; k > 0 && s.clause[k - 1] == s.clause[i - 1] && !verb; --k)
    verb = is_any_of(kVerbs, s.text(k - 1)) ||
           (s.text(k - 1).ends_with("ed") && (k < 2 || !is_any_of(kArticles, s.text(k - 2))));
  if (!verb) return false;
  for (std::size_t k = i + 1; k < std::min(s.size(), i + kReach); ++k) {
    if (is_any_of(kVerbs, s.text(k))) return true;
  }
  return false;
}

// "Placebo", "untreated", "no treatment", "the control group".
bool names_control_arm(const SentenceWords& s) {
  constexpr std::string_view kControls[] = {"placebo",  "placebos", "sham",     "untreated",
                                            "controls", "vehicle",  "nonusers", "unexposed"};
  constexpr std::string_view kNone[] = {"treatment", "therapy", "intervention", "medication"};
  constexpr std::string_view kGroups[] = {"group", "arm", "patients", "subjects", "groups"};
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (is_any_of(kControls, s.text(i))) return true;
    if (s.text(i) == "no" && is_any_of(kNone, s.text(i + 1))) return true;
    if (s.text(i) == "control" && is_any_of(kGroups, s.text(i + 1))) return true;
  }
  return false;
}

void find_clauses(SentenceWords& s) {
  std::size_t clause = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (opens_clause(s, i)) ++clause;
    s.clause.push_back(clause);
    if (s.text(i) == "(" || s.text(i) == "[") ++depth;
    s.depth.push_back(depth);
    if ((s.text(i) == ")" || s.text(i) == "]") && depth > 0) --depth;
  }
}

}  // namespace

RecordWords::RecordWords(const doc::RecordAnalysis& record) : record_(record) {
  read_short_forms();
  for (const doc::AnalysedSentence& sentence : record.sentences()) add_sentence(sentence);
  for (const model::MeshHeading& heading : record.article().mesh_headings) {
    const std::vector<Word> words = question::words_of(heading.descriptor);
    for (const ConceptSpan& s : ConceptLexicon::built_in().find(words)) {
      double& level = named_[s.about];
      level = std::max(level, s.level);
    }
    for (const Word& w : words) stems_.insert(w.stem);
  }
}

void RecordWords::read_short_forms() {
  for (const doc::Abbreviation& a : record_.abbreviations()) {
    const std::vector<Word> form = question::words_of(a.short_form);
    if (form.size() != 1) continue;
    std::vector<Word> meant = question::words_of(document().text(a.long_span));
    auto& stems = long_stems_[form.front().text];
    stems.clear();
    for (const Word& w : meant) stems.push_back(w.stem);
    short_forms_[form.front().text] = std::move(meant);
  }
}

void RecordWords::add_sentence(const doc::AnalysedSentence& sentence) {
  SentenceWords s;
  s.sentence = &sentence.sentence;
  s.words = question::words_of(sentence.text, sentence.tokens);
  s.names = ConceptLexicon::built_in().find(s.words);
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto meant = short_forms_.find(s.text(i));
    if (meant == short_forms_.end()) continue;
    for (const ConceptSpan& inner : ConceptLexicon::built_in().find(meant->second)) {
      const auto same = [&](const ConceptSpan& o) {
        return o.about == inner.about && o.begin <= i && i < o.end;
      };
      if (std::any_of(s.names.begin(), s.names.end(), same)) continue;
      s.names.push_back(
          {i, i + 1, inner.about, inner.level < 0 ? inner.level : inner.level * kShortForm});
    }
  }
  find_clauses(s);
  for (const ConceptSpan& n : s.names) {
    double& level = named_[n.about];
    level = level == 0 ? n.level : std::max(level, n.level);
  }
  for (const Word& w : s.words) stems_.insert(w.stem);
  has_control_arm_ = has_control_arm_ || names_control_arm(s);
  sentences_.push_back(std::move(s));
}

double RecordWords::names(const question::Concept& about) const {
  const auto found = named_.find(&about);
  return found == named_.end() ? 0 : found->second;
}

const std::vector<std::string>* RecordWords::long_form(const std::string& word) const {
  const auto found = long_stems_.find(word);
  return found == long_stems_.end() ? nullptr : &found->second;
}

}  // namespace ev::answer
