#include "pipeline/extract/finding.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kLongestConclusion = 4;  // sentences

// Calls for research, and what may explain the result: no part of what the study found.
bool leaves_the_result(const Line& line) {
  static const Patterns kLeaves = {
      "further|larger|longer|additional|future|more|prospective|controlled "
      "<5> studies|study|trials|trial|research|investigation|investigations|information|work|data "
      "<14> needed|warranted|required|recommended|necessary|helpful|determine|confirm|clarify",
      "needs|need|remains|remain to be",
      "may|might|could <6> mechanism|mechanisms|reason|explain|explained|role",
      "it is likely|possible that",
      "limitation|limitations",
      "abstract truncated"};
  return find_any(kLeaves, line).has_value();
}

bool points_back(const Line& line) {
  static const Patterns kStudy = {
      "this|these|our|the <2> results|findings|data|study|trial|analysis|observations|report|"
      "comparison|experience|comparative"};
  static const Patterns kBack = {
      "this|these|it|its|such|they|their|however|moreover|furthermore|both", "in addition"};
  return kBack.match_at(line.tokens, 0) && !kStudy.match_at(line.tokens, 0);
}

bool says_to_conclude(const Line& line) {
  static const Patterns kSays = {"in conclusion|summary", "we <2> conclude|concluded",
                                 "it is|was|can ?be concluded", "to conclude|summarize",
                                 "conclusion|conclusions"};
  return find_any(kSays, line).has_value();
}

bool begins_conclusion(const Line& line) {
  static const Patterns kShows = {
      "results|findings|data|study|trial|observations|analyses|analysis <5> "
      "suggest|suggests|indicate|indicates|show|shows|showed|demonstrate|demonstrates|demonstrated|"
      "confirm|confirms|support|supports|imply|lay|provide|provides"};
  static const Patterns kHence = {"thus|therefore|hence|consequently"};
  static const Patterns kThis = {"this|these <8> suggest|suggests|indicate|indicates that"};
  constexpr std::size_t kOpening = 8;  // tokens
  if (says_to_conclude(line)) return true;
  if (kThis.match_at(line.tokens, 0) || kHence.match_at(line.tokens, 0)) return true;
  const auto shows = find_any(kShows, line);
  return shows && shows->first < kOpening;
}

bool is_concluding(const Line& line) {
  return line.role() == doc::Role::conclusions && !line.is_title();
}

// Figures and p values tell results, also behind "the results show".
bool gives_figures(const Line& line) {
  const bool percent = std::any_of(line.numbers.begin(), line.numbers.end(),
                                   [](const doc::Number& number) { return number.percent; });
  return percent || line.numbers.size() > 2 || line.text.find('(') != std::string_view::npos;
}

// The sentences of a conclusion by their places among the lines.
class Conclusion {
 public:
  explicit Conclusion(const Reading& reading) : reading_(reading), lines_(reading.lines()) {}

  // Around the sentence that concludes most: all of a labelled section without what leaves the
  // result at its end, else from the sentence that announces the conclusion to this one; with what
  // the first points back to.
  Chunk around(std::size_t chosen) const {
    const bool labelled = lines_[chosen].sentence.labelled;
    std::size_t first = labelled ? chosen : announced(chosen);
    std::size_t last = chosen + 1;
    if (labelled) {
      while (joins(first) && chosen - first + 1 < kLongestConclusion) --first;
      while (last < lines_.size() && joins(last) && last - first < kLongestConclusion) ++last;
      while (last > first + 1 && leaves_the_result(lines_[last - 1])) --last;
      for (std::size_t i = first + 1; i < last; ++i) {
        if (leaves_the_result(lines_[i])) last = i;
      }
    }
    const bool back = points_back(lines_[first]) && !begins_conclusion(lines_[first]);
    if (back && follows(first) && !lines_[first - 1].is_title()) --first;
    return {first, last};
  }

 private:
  // Directly behind the line before: ".; " parts sections.
  bool follows(std::size_t i) const {
    if (i == 0) return false;
    const doc::Span a = lines_[i - 1].span();
    const doc::Span b = lines_[i].span();
    if (a.field != b.field || b.begin < a.end) return false;
    const std::string_view gap = reading_.document().text(doc::Span{a.field, a.end, b.begin});
    return gap.find_first_not_of(" \n") == std::string_view::npos &&
           !lines_[i - 1].text.ends_with(';');
  }

  bool joins(std::size_t i) const {
    return follows(i) && is_concluding(lines_[i - 1]) && is_concluding(lines_[i]) &&
           lines_[i - 1].sentence.labelled == lines_[i].sentence.labelled;
  }

  // The sentence that says it concludes; for a speculation or a call for research the one before
  // it that tells what the results show, else the one before it.
  std::size_t announced(std::size_t chosen) const {
    if (says_to_conclude(lines_[chosen])) return chosen;
    const auto reachable = [&](std::size_t i) {
      return follows(i) && !lines_[i - 1].is_title() && !lines_[i - 1].sentence.labelled &&
             chosen - i + 2 <= kLongestConclusion;
    };
    std::size_t least = chosen;
    while (reachable(least)) --least;
    for (std::size_t i = least; i < chosen; ++i)
      if (says_to_conclude(lines_[i])) return i;
    if (!leaves_the_result(lines_[chosen])) return chosen;
    for (std::size_t i = chosen; i-- > least;)
      if (begins_conclusion(lines_[i]) && !gives_figures(lines_[i])) return i;
    return reachable(chosen) ? chosen - 1 : chosen;
  }

  const Reading& reading_;
  const std::vector<Line>& lines_;
};

}  // namespace

Findings find_conclusion(const Reading& reading) {
  const auto sentence = concluding_sentence(reading);
  if (!sentence) return {};
  const std::vector<Line>& lines = reading.lines();
  const auto at = std::find_if(lines.begin(), lines.end(),
                               [&](const Line& line) { return line.span() == sentence->span; });
  const Chunk told = Conclusion(reading).around(static_cast<std::size_t>(at - lines.begin()));
  const doc::Span span{sentence->span.field, lines[told.first].span().begin,
                       lines[told.last - 1].span().end};
  return {.candidates = {quoted(reading, span, sentence->score)}};
}

Findings find_key_findings(const Reading& reading) {
  Findings findings;
  for (const FindingSentence& sentence : finding_sentences(reading)) {
    add_distinct(findings, quoted(reading, sentence.span, sentence.score));
  }
  if (findings.candidates.empty()) return find_conclusion(reading);
  return findings;
}

Findings find_limitations(const Reading& reading) {
  // Limits of the study at hand; that more research is needed is said everywhere and limits
  // nothing.
  static const Patterns kLimits = {
      "limitation|limitations of|include|includes|included|was|were|is|are",
      "our|study|main|major|key|several|important|some limitation|limitations",
      "limited by",
      "limits|limit the|our|its generali*ability|interpretation|conclusions|inference*|findings",
      "small sample ?size|sizes",
      "small number|numbers of patients|participants|subjects|studies|trials|cases|events",
      "interpreted|viewed|taken with ?great|some caution",
      "interpreted cautiously",
      "cannot|not <1> generali*ed",
      "limited generali*ability",
      "underpowered",
      "not|insufficient* <2> powered",
      "insufficient|lacked|lack <2> power",
      "lack|absence of <2> control|blinding|randomi*ation|long|data|follow",
      "short <1> follow",
      "short duration",
      "retrospective design|nature",
      "high|unclear|moderate risk of bias",
      "low|poor|limited <2> quality|certainty",
      "heterogeneity <4> limit*|studies|trials|precluded",
      "recall|selection|publication|reporting bias",
      "residual confounding",
      "missing data",
      "high|large dropout|attrition|drop"};
  static const Patterns kCalls = {
      "larger|longer|adequately|well <4> studies|trials|study|trial <6> "
      "needed|required|warranted|necessary"};
  const Lookup lookup{.confidence = 0.75, .skip_background = true, .skip_title = true};
  Findings findings = all_sentences(reading, kLimits, lookup);
  std::erase_if(findings.candidates, [&](const Candidate& c) {
    const doc::Sentence* sentence =
        c.ground.start ? reading.document().sentence_at(
                             doc::Field::abstract,
                             reading.document().byte_of(doc::Field::abstract,
                                                        static_cast<std::size_t>(*c.ground.start)))
                       : nullptr;
    return sentence != nullptr && sentence->role == doc::Role::methods;
  });
  Lookup weaker = lookup;
  weaker.confidence = 0.5;
  if (findings.candidates.empty()) findings = all_sentences(reading, kCalls, weaker);
  return findings;
}

Findings find_objective(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.is_title() || line.role() != doc::Role::objective) continue;
    add_distinct(findings, quoted(reading, line.span(), line.sentence.labelled ? 0.95 : 0.75));
  }
  return findings;
}

Findings find_adverse_events(const Reading& reading) {
  static const Patterns kHarms = {
      "adverse event|events|effect|effects|reaction|reactions|experiences",
      "side effect|effects",
      "toxicity|toxicities|toxic",
      "well tolerated",
      "safety",
      "tolerability",
      "hypoglycemi*|hypoglycaemi* <6> events|episodes",
      "withdrew|discontinued|withdrawals <4> adverse|side|due|because",
      "complications"};
  Findings findings = all_sentences(
      reading, kHarms, {.confidence = 0.75, .skip_background = true, .skip_title = true});
  std::erase_if(findings.candidates, [&](const Candidate& candidate) {
    // Methods only announce what will be counted.
    for (const Line& line : reading.lines()) {
      if (line.text == candidate.text) return line.role() == doc::Role::methods;
    }
    return false;
  });
  return findings;
}

}  // namespace ev::extract
