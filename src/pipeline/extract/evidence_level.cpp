// The level of evidence that the authors state themselves ("Level II evidence", "Level of evidence:
// 1b"); none is derived from the design.
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/rules.hpp"

namespace ev::extract {

namespace {

// "EVIDENCE LEVEL: III, cohort study." where the words before the colon are a label.
bool is_labelled_as_level(const RecordText& record, const Sentence& sentence) {
  constexpr std::size_t kLongestLabel = 24;  // bytes
  static const Patterns kLabel = {"level|levels ?of evidence", "evidence level"};
  const doc::Span& span = sentence.span();
  if (sentence.is_title()) return false;
  const std::size_t from = span.begin > kLongestLabel ? span.begin - kLongestLabel : 0;
  const std::string_view before = record.document().text(doc::Span{span.field, from, span.begin});
  const std::size_t colon = before.find_last_not_of(" \n");
  if (colon == std::string_view::npos || before[colon] != ':') return false;
  const auto words = doc::tokenize(before.substr(0, colon));
  const auto label = find_any(kLabel, words);
  return label && label->last == words.size();
}

}  // namespace

Findings find_evidence_level(const RecordText& record) {
  static const Patterns kStated = {
      "level|class i|ii|iii|iv|v|ia|ib|iia|iib|iiia|iiib|a|b|c evidence",
      "level|class # evidence",
      "level|class of evidence <1> i|ii|iii|iv|v|ia|ib|iia|iib|iiia|iiib",
      "level|class of evidence <1> #",
      "evidence level|class <1> i|ii|iii|iv|v|ia|ib|iia|iib|iiia|iiib",
      "evidence level|class <1> #"};
  static const Patterns kLevel = {
      "?therapeutic|prognostic|diagnostic ?level "
      "i|ii|iii|iv|v|ia|ib|iia|iib|iiia|iiib",
      "?therapeutic|prognostic|diagnostic ?level #"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background && sentence.labelled()) continue;
    auto stated = find_any(kStated, sentence);
    if (!stated && is_labelled_as_level(record, sentence)) {
      if (const auto end = kLevel.match_at(sentence.tokens, 0)) stated = Match{0, *end};
    }
    if (!stated) continue;
    const doc::Span span =
        sentence.span(sentence.tokens[stated->first].begin, sentence.tokens[stated->last - 1].end);
    findings.candidates.push_back(quoted(record, span, 0.9));
  }
  if (findings.candidates.empty()) findings.reason = "no level of evidence is stated";
  return findings;
}

}  // namespace ev::extract
