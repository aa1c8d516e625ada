// The way a treatment is given.
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"

namespace ev::extract {

namespace {

// "i.v.", "s.c": stops between and behind the letters, unlike the numerals "I, V".
std::optional<std::size_t> end_of_short_route(const Sentence& sentence, const Match& match) {
  const doc::Token& first = sentence.tokens[match.first];
  const doc::Token& last = sentence.tokens[match.last - 1];
  if (sentence.text.substr(first.end, last.begin - first.end) != ".") return std::nullopt;
  const bool stop = last.end < sentence.text.size() && sentence.text[last.end] == '.';
  return stop ? last.end + 1 : last.end;
}

// "stage IV", "type IV collagen".
bool is_numeral(const RecordText& record, const Candidate& route) {
  static const Patterns kNumbered = {
      "stage|stages|class|classes|grade|grades|phase|type|types|level|factor|group|part|figure|or|"
      "and|iii iv"};
  const auto at = route.ground.span ? phrase_at(record, *route.ground.span) : std::nullopt;
  if (!at || at->chunk.first == 0) return false;
  const std::vector<doc::Token>& tokens = at->sentence->tokens;
  const bool roman = at->chunk.first > 1 && tokens[at->chunk.first - 2].folded == "iii";
  const std::string& before = tokens[at->chunk.first - 1].folded;
  const bool joint = before == "or" || before == "and";
  return kNumbered.match_at(tokens, at->chunk.first - 1) && (!joint || roman);
}

}  // namespace

Findings find_route(const RecordText& record) {
  static const Patterns kRoutes = {
      "oral|orally|intravenous|intravenously|iv|subcutaneous|subcutaneously|"
      "intramuscular|intramuscularly|topical|topically|inhaled|inhalation|"
      "intranasal|intranasally|transdermal|rectal|vaginal|intravaginal|sublingual|"
      "intraperitoneal|intraperitoneally|intrathecal|epidural|nebulized|"
      "intravitreal|intraarticular|intradermal|transdermally|rectally|vaginally|sublingually|"
      "intrathecally|epidurally|nebulised|buccal|buccally|im|sc",
      "by mouth", "per os"};
  static const Patterns kShort = {"i v|m|p", "s c", "p o"};
  Findings findings = all_matches(record, kRoutes, {.confidence = 0.8, .skip_background = true});
  // "SC" may be short for something else.
  std::erase_if(findings.candidates, [](const Candidate& c) {
    return c.ground.long_form && !find_any(kRoutes, doc::tokenize(c.ground.long_form->text));
  });
  std::erase_if(findings.candidates, [&](const Candidate& c) { return is_numeral(record, c); });
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background || sentence.role() == doc::Role::objective)
      continue;
    for (std::size_t at = 0; at < sentence.tokens.size(); ++at) {
      const auto end = kShort.match_at(sentence.tokens, at);
      const auto stop = end ? end_of_short_route(sentence, {at, *end}) : std::nullopt;
      if (!stop) continue;
      add_distinct(findings, quoted(record, sentence.span(sentence.tokens[at].begin, *stop), 0.75));
      findings.candidates.back().flag = true;
    }
  }
  return findings;
}

}  // namespace ev::extract
