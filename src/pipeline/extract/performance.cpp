// How well a method does, and by how much better than what was there before.
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/spread.hpp"
#include "pipeline/extract/technology.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr const char* kMeasures =
    "accuracy|auc|auroc|auprc|f1|precision|recall|sensitivity|specificity|dice|performance|error|"
    "errors|map|bleu|rouge|iou|ndcg|score|scores|rmse|mae|throughput|efficiency";

bool is_measure_word(const Sentence& sentence, std::size_t from, std::size_t until) {
  static const Patterns kWords = {kMeasures};
  const std::size_t count = until > from ? until - from : 0;
  return find_any(kWords, std::span(sentence.tokens).subspan(from, count)).has_value();
}

bool may_tell_performance(const Sentence& sentence) {
  return sentence.role() != doc::Role::background && sentence.role() != doc::Role::objective;
}

bool is_rate(const doc::Number& number) {
  return number.percent || (!number.integer && number.value > 0 && number.value < 1);
}

// "4.7%", "3.2 points", "11.3 times", "5x": a figure that can be a difference.
struct Step {
  std::string unit;
  std::size_t end = 0;   // bytes of the sentence
  std::size_t next = 0;  // the token behind it
};

std::optional<Step> step_at(const Sentence& sentence, const doc::Number& number) {
  static const Pattern kPoints("?percentage|percent|absolute point|points|pp|pts");
  static const Pattern kPercent("percent|per ?cent");
  static const Pattern kTimes("times|fold|x|folds");
  std::size_t next = sentence.token_from(number.end);
  Step step{.unit = {}, .end = number.end, .next = next};
  const auto take = [&](const Pattern& words, const char* unit) {
    const auto last =
        next < sentence.tokens.size() ? words.match_at(sentence.tokens, next) : std::nullopt;
    if (!last) return false;
    step = {.unit = unit, .end = sentence.tokens[*last - 1].end, .next = *last};
    return true;
  };
  if (number.percent) {
    const std::size_t sign = sentence.text.find('%', number.end);
    if (sign != std::string_view::npos && sign <= number.end + 1) {
      step.end = sign + 1;
      step.unit = "%";
    } else if (!take(kPercent, "%")) {
      return std::nullopt;
    }
    next = step.next;
    take(kPoints, "percentage points");
    return step;
  }
  if (take(kPoints, "points") || take(kTimes, "times")) return step;
  constexpr std::string_view kCross = "\u00D7";
  if (sentence.text.substr(number.end).starts_with(kCross))
    return Step{.unit = "times", .end = number.end + kCross.size(), .next = next};
  if (number.glued_after && sentence.text[number.end] == 'x')
    return Step{.unit = "times", .end = number.end + 1, .next = next};
  if (!number.integer) return step;
  return std::nullopt;
}

constexpr const char* kBetter =
    "improv*|increas*|outperform*|exceed*|surpass*|rais*|rose|reduc*|decreas*|lower*|gain*|beat|"
    "beats|beating|boost*|cut|cuts|higher|better|faster|above|ahead|enhanc*|climbed|went|grew|fell|"
    "dropped|shorten*|superior|accelerat*";

// "improved … by up to", "a gain of": what leads to a difference; ends at this token.
bool leads_to_gain(const Sentence& sentence, std::size_t token) {
  static const Pattern kBy(
      "by ?an ?a ?up ?to ?as ?much ?as ?more|less ?than ?at ?least "
      "?about|around|approximately|nearly|almost|roughly|over|some ?average ?factor ?of");
  static const Pattern kOf(
      "improvement|improvements|gain|gains|increase|speedup|speedups|boost|advantage|margin|rise|"
      "jump|lead|uplift of|was|is|by|reached ?up ?to ?about|around|approximately|nearly|over");
  static const Patterns kVerbs = {kBetter, "margin"};
  constexpr std::size_t kLongest = 8;
  constexpr std::size_t kFar = 16;  // tokens between the verb and "by"
  for (std::size_t at = token > kLongest ? token - kLongest : 0; at < token; ++at) {
    if (kOf.match_at(sentence.tokens, at) == token) return true;
    if (kBy.match_at(sentence.tokens, at) != token) continue;
    const std::size_t from = at > kFar ? at - kFar : 0;
    if (find_any(kVerbs, std::span(sentence.tokens).first(at), from)) return true;
  }
  return false;
}

// "4.7% higher", "a 6% relative improvement", "11.3 times faster".
bool is_called_gain(const Sentence& sentence, const Step& step) {
  static const Pattern kGain(
      "?absolute|relative|average|mean <1> improvement|improvements|gain|gains|increase|boost|"
      "speedup|reduction|decrease|higher|better|faster|lower|smaller|quicker");
  static const Pattern kMore("more|above|over");
  if (step.next >= sentence.tokens.size()) return false;
  auto last = kGain.match_at(sentence.tokens, step.next);
  if (!last && step.unit.ends_with("points")) last = kMore.match_at(sentence.tokens, step.next);
  if (!last) return false;
  const std::size_t begin = sentence.tokens[*last - 1].begin;
  return sentence.text.substr(step.end, begin - step.end).find_first_of(",;.()") ==
         std::string_view::npos;
}

// Sentences that compare how well something works, not how people fared.
bool compares_methods(const Sentence& sentence, bool clinical, bool technical) {
  static const Patterns kOfTests = {
      "accuracy|auc|auroc|auprc|f1|precision|recall|sensitivity|specificity|dice|iou|throughput"};
  static const Patterns kOther = {"outperform*|baseline|baselines|faster|speedup|memory",
                                  "state of the art"};
  if (clinical) return find_any(kOfTests, sentence).has_value();
  return technical || is_measure_word(sentence, 0, sentence.tokens.size()) ||
         find_any(kOther, sentence);
}

Candidate gain_of(const RecordText& record, const Sentence& sentence, const doc::Number& number,
                  const Step& step, bool measured) {
  Candidate candidate =
      quoted(record, sentence.span(number.begin, step.end), measured ? 0.85 : 0.7);
  candidate.number = number.value;
  candidate.unit = step.unit;
  candidate.flag = true;
  return candidate;
}

// "rose from 0.78 to 0.85": the gain itself is left for others to compute.
void add_rise(Findings& rises, const RecordText& record, const Sentence& sentence,
              std::size_t index) {
  static const Patterns kVerbs = {kBetter};
  const doc::Number& low = sentence.numbers[index];
  if (index + 1 >= sentence.numbers.size()) return;
  const doc::Number& high = sentence.numbers[index + 1];
  const std::size_t token = sentence.token_from(low.begin);
  const std::size_t to = sentence.token_from(high.begin);
  const bool stated = token > 0 && to > 0 && to <= token + 3 &&
                      sentence.tokens[token - 1].folded == "from" &&
                      sentence.tokens[to - 1].folded == "to";
  if (!stated || !is_rate(low) || !is_rate(high)) return;
  if (!find_any(kVerbs, std::span(sentence.tokens).first(token))) return;
  const std::size_t end = high.end + (sentence.text.substr(high.end).starts_with('%') ? 1 : 0);
  Candidate candidate = quoted(record, sentence.span(sentence.tokens[token - 1].begin, end), 0.6);
  candidate.flag = true;
  add_distinct(rises, std::move(candidate));
}

}  // namespace

Findings find_performance_gain(const RecordText& record) {
  Findings findings;
  Findings others;  // of speed and memory
  Findings rises;
  const bool clinical = is_clinical(record);
  const bool technical = is_on_computing(record);
  for (const Sentence& sentence : record.sentences()) {
    if (!may_tell_performance(sentence) || !compares_methods(sentence, clinical, technical))
      continue;
    for (std::size_t i = 0; i < sentence.numbers.size(); ++i) {
      const doc::Number& number = sentence.numbers[i];
      const auto step = step_at(sentence, number);
      const std::size_t token = sentence.token_from(number.begin);
      const bool called = step && !step->unit.empty() && is_called_gain(sentence, *step);
      if (step && (called || leads_to_gain(sentence, token))) {
        static const Patterns kBeats = {"outperform*|surpass*|exceed*"};
        const bool measured = is_measure_word(sentence, 0, sentence.tokens.size()) ||
                              find_any(kBeats, sentence).has_value();
        add_distinct(measured ? findings : others,
                     gain_of(record, sentence, number, *step, measured));
      } else {
        add_rise(rises, record, sentence, i);
      }
    }
  }
  for (Findings* more : {&others, &rises}) {
    for (Candidate& candidate : more->candidates) add_distinct(findings, std::move(candidate));
  }
  if (findings.candidates.empty()) findings.reason = "no gain is stated";
  return findings;
}

Findings find_performance(const RecordText& record) {
  static const Patterns kReaches = {
      "achiev*|reach*|yield*|obtain*|attain*|was|were|had|of|with|scor*"};
  Findings findings;
  for (const bool reached : {true, false}) {
    for (const Sentence& sentence : record.sentences()) {
      if (!may_tell_performance(sentence)) continue;
      if (reached && !find_any(kReaches, sentence)) continue;
      for (std::size_t i = 0; i < sentence.numbers.size(); ++i) {
        const doc::Number& number = sentence.numbers[i];
        const std::size_t token = sentence.token_from(number.begin);
        const std::size_t before = token > 6 ? token - 6 : 0;
        const std::size_t after = std::min(token + 5, sentence.tokens.size());
        if (!is_rate(number) || is_spread(sentence, i) || !is_measure_word(sentence, before, after))
          continue;
        const auto step = step_at(sentence, number);
        if (step && (leads_to_gain(sentence, token) || is_called_gain(sentence, *step))) continue;
        Candidate candidate =
            quoted(record, sentence.span(number.begin, number.end), reached ? 0.75 : 0.6);
        candidate.number = number.value;
        candidate.unit = number.percent ? "%" : "";
        add_distinct(findings, std::move(candidate));
      }
    }
  }
  return findings.candidates.empty() ? find_performance_gain(record) : findings;
}

namespace {

// "sensitivity of 90%", "a sensitivity was 0.90"; in "sensitivity and specificity of 90% and 80%"
// only the order tells, so neither is read.
Findings rate_named(const RecordText& record, const Pattern& name) {
  static const Pattern kAny(
      "accuracy|sensitivity|specificity|precision|recall|auc|auroc|f1|ppv|npv");
  static const Pattern kJoint("and|or");
  static const Pattern kSays("?score|value|values ?of|was|is|at|reached|were");
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (!may_tell_performance(sentence)) continue;
    const auto& tokens = sentence.tokens;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      const auto named = name.match_at(tokens, at);
      if (!named) continue;
      const bool joined = at > 1 &&
                          (kJoint.match_at(tokens, at - 1) || kAny.match_at(tokens, at - 1)) &&
                          (kAny.match_at(tokens, at - 2) || kAny.match_at(tokens, at - 1));
      if (joined) continue;
      std::size_t next = *named;
      if (next < tokens.size()) next = kSays.match_at(tokens, next).value_or(next);
      const std::size_t from = next < tokens.size() ? tokens[next].begin : sentence.text.size();
      const std::size_t index = doc::first_number_from(sentence.numbers, from);
      if (index >= sentence.numbers.size() || sentence.numbers[index].begin != from) continue;
      const doc::Number& number = sentence.numbers[index];
      if (!is_rate(number)) continue;
      Candidate candidate = quoted(record, sentence.span(tokens[at].begin, number.end), 0.85);
      candidate.number = number.value;
      candidate.unit = number.percent ? "%" : "";
      findings.candidates.push_back(std::move(candidate));
    }
  }
  leave_open_if_they_differ(findings);
  return findings;
}

}  // namespace

Findings find_accuracy(const RecordText& record) {
  static const Pattern kName("accuracy");
  return rate_named(record, kName);
}

Findings find_sensitivity(const RecordText& record) {
  static const Pattern kName("sensitivity");
  return rate_named(record, kName);
}

Findings find_specificity(const RecordText& record) {
  static const Pattern kName("specificity");
  return rate_named(record, kName);
}

Findings find_area_under_curve(const RecordText& record) {
  static const Pattern kShort("auc|auroc");
  static const Pattern kWritten(
      "area under ?the ?receiver ?operating|roc ?characteristic|characteristics curve ?auc|auroc");
  Findings findings = rate_named(record, kShort);
  return findings.candidates.empty() ? rate_named(record, kWritten) : findings;
}

Findings find_f1_score(const RecordText& record) {
  static const Pattern kName("?micro|macro f1 ?score|measure|value");
  return rate_named(record, kName);
}

}  // namespace ev::extract
