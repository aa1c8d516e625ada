// Numbers of the arms of a study: how many people, which proportions and means, each with the arm
// it belongs to where the text says so.
#include "base/text.hpp"
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/result_sentences.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/spread.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kFarthestRate = 120;  // bytes from "response rate" to its figure

// Sentences that tell results of the study itself.
bool may_state_values(const Sentence& sentence) {
  return !sentence.is_title() && may_report(sentence) && sentence.role() != doc::Role::background;
}

// Where the sign of a percentage ends.
std::size_t percent_end(const Sentence& sentence, const doc::Number& number) {
  const std::size_t sign = sentence.text.find('%', number.end);
  const bool near = sign != std::string_view::npos && sign - number.end <= 3;
  return near ? sign + 1 : number.end;
}

bool called_mean(const Sentence& sentence, const doc::Number& number) {
  static const Patterns kMean = {"mean|means|average|averaged|median"};
  static const Patterns kOther = {"difference|differences|age|aged|follow|duration|ratio"};
  const std::size_t at = sentence.token_from(number.begin);
  const std::size_t from = at > 6 ? at - 6 : 0;
  const auto words = std::span(sentence.tokens).subspan(from, at - from);
  return find_any(kMean, words).has_value() && !find_any(kOther, words);
}

std::string unit_after(const Sentence& sentence, std::size_t byte) {
  const std::size_t next = sentence.token_from(byte);
  if (next >= sentence.tokens.size() || sentence.tokens[next].begin > byte + 2) return {};
  const WordKinds kinds = sentence.kinds[next];
  if ((kinds & (kind::unit | kind::time)) == 0) return {};
  const doc::Token& token = sentence.tokens[next];
  return std::string(sentence.text.substr(token.begin, token.end - token.begin));
}

}  // namespace

Findings find_arm_names(const RecordText& record) {
  Findings findings;
  const Arms& arms = arms_of(record);
  for (const Arm& arm : arms.arms()) {
    findings.candidates.push_back(quoted(record, arm.name, arm.n ? 0.88 : 0.75));
  }
  if (findings.candidates.empty()) findings.reason = "no sentence names two arms";
  return findings;
}

Findings find_arm_sizes(const RecordText& record) {
  const Arms& arms = arms_of(record);
  const auto& all = arms.arms();
  const bool counted =
      all.size() > 1 && std::all_of(all.begin(), all.end(), [](const Arm& a) { return a.n; });
  if (!counted) return find_counted_parts(record);
  Findings findings;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Candidate candidate{.number = all[i].n, .ground = ground_at(record, all[i].n_span, 0.92)};
    candidate.text = std::to_string(static_cast<long long>(*all[i].n));
    arms.link(i, candidate.ground);
    findings.candidates.push_back(std::move(candidate));
  }
  return findings;
}

namespace {

// The size of the one arm that is meant; nothing where several may be.
template <class Meant>
Findings size_of_arm(const RecordText& record, Meant meant) {
  Findings findings;
  const Arms& arms = arms_of(record);
  const auto& all = arms.arms();
  std::size_t count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!meant(all[i])) continue;
    ++count;
    if (!all[i].n) continue;
    Candidate candidate{.number = all[i].n, .ground = ground_at(record, all[i].n_span, 0.9)};
    candidate.text = std::to_string(static_cast<long long>(*all[i].n));
    arms.link(i, candidate.ground);
    findings.candidates.push_back(std::move(candidate));
  }
  if (findings.candidates.empty()) findings.reason = "no sentence counts this arm";
  if (count > 1) findings.undecided = "several arms may be meant";
  return findings;
}

// An arm that is no placebo or usual care is the comparator where the study compares with it.
bool is_compared_with(const RecordText& record, const Arm& arm) {
  const auto& all = arms_of(record).arms();
  if (std::any_of(all.begin(), all.end(), [](const Arm& a) { return a.comparator; }))
    return arm.comparator;
  const auto& comparator = compared_in(record).comparator;
  if (!comparator || comparator->text.empty()) return false;
  const std::string name = text::fold(record.document().text(arm.name));
  const std::string told = text::fold(comparator->text);
  return name.find(told) != std::string::npos || told.find(name) != std::string::npos;
}

// Only beside a comparator is the other arm the treated one.
bool has_one_comparator(const RecordText& record) {
  const auto& all = arms_of(record).arms();
  return std::count_if(all.begin(), all.end(),
                       [&](const Arm& arm) { return is_compared_with(record, arm); }) == 1;
}

}  // namespace

Findings find_control_size(const RecordText& record) {
  return size_of_arm(record, [&](const Arm& arm) { return is_compared_with(record, arm); });
}

Findings find_placebo_size(const RecordText& record) {
  static const Patterns kPlacebo = {"placebo|placebos"};
  static const Patterns kMore = {"plus|and|with"};
  return size_of_arm(record, [&](const Arm& arm) {
    const std::vector<doc::Token> name = doc::tokenize(record.document().text(arm.name));
    return arm.comparator && find_any(kPlacebo, name) && !find_any(kMore, name);
  });
}

Findings find_intervention_size(const RecordText& record) {
  if (!has_one_comparator(record)) return {.reason = "no one arm is the treated one"};
  return size_of_arm(record, [&](const Arm& arm) { return !is_compared_with(record, arm); });
}

namespace {

// The percentages that `admits` lets through, each with its arm.
template <class Admits>
Findings percentages_where(const RecordText& record, Admits admits) {
  Findings findings;
  const Arms& arms = arms_of(record);
  for (const Sentence& sentence : record.sentences()) {
    if (!may_state_values(sentence)) continue;
    const std::vector<Interval> intervals = intervals_in(sentence);
    for (std::size_t i = 0; i < sentence.numbers.size(); ++i) {
      if (!sentence.numbers[i].percent) continue;
      // "85 +/- 3%": the sign counts for both.
      const std::size_t at = mean_of_spread(sentence, i).value_or(i);
      const doc::Number& number = sentence.numbers[at];
      if (at == i ? is_spread(sentence, i) : number.percent) continue;
      const bool bound = std::any_of(intervals.begin(), intervals.end(), [&](const Interval& ci) {
        return number.begin >= ci.begin && number.end <= ci.end;
      });
      if (number.value < 0 || bound || !admits(sentence, number)) continue;
      const std::size_t end = percent_end(sentence, sentence.numbers[i]);
      Candidate candidate = quoted(record, sentence.span(number.begin, end), 0.8);
      candidate.number = number.value;
      candidate.unit = "%";
      arms.link(arms.arm_of(sentence, number.begin, end), candidate.ground);
      findings.candidates.push_back(std::move(candidate));
    }
  }
  return findings;
}

// "the response rate was 40 %", "40 % of the tea group responded".
bool is_of_responders(const Sentence& sentence, const doc::Number& number) {
  static const Patterns kRate = {"response|responder|responders rate|rates",
                                 "rate|rates of response", "responders|responded|responding"};
  static const Patterns kOther = {"dose|immune|stress|antibody|survey|questionnaire response",
                                  "respondents|non|nonresponders"};
  const auto told = find_any(kRate, sentence);
  if (!told || find_any(kOther, sentence)) return false;
  // Nothing else is told of between the two.
  const std::size_t begin = std::min(sentence.tokens[told->first].begin, number.end);
  const std::size_t end = std::max(sentence.tokens[told->last - 1].end, number.begin);
  const std::string_view between = sentence.text.substr(begin, end - begin);
  return between.find(';') == std::string_view::npos && end - begin < kFarthestRate;
}

}  // namespace

Findings find_percentages(const RecordText& record) {
  return percentages_where(record, [](const Sentence&, const doc::Number&) { return true; });
}

Findings find_response_rate(const RecordText& record) {
  Findings findings = percentages_where(record, is_of_responders);
  if (findings.candidates.empty()) findings.reason = "no sentence tells the share of responders";
  return findings;
}

Findings find_means(const RecordText& record) {
  Findings findings;
  const Arms& arms = arms_of(record);
  for (const Sentence& sentence : record.sentences()) {
    if (!may_state_values(sentence)) continue;
    for (std::size_t i = 0; i < sentence.numbers.size(); ++i) {
      const doc::Number& number = sentence.numbers[i];
      if (number.percent || number.words || number.hyphen_after) continue;
      if (is_spread(sentence, i)) continue;
      const bool spread = i + 1 < sentence.numbers.size() && mean_of_spread(sentence, i + 1) == i;
      if (!spread && !called_mean(sentence, number)) continue;
      // The spread is quoted with its mean.
      const std::size_t end = spread ? sentence.numbers[i + 1].end : number.end;
      Candidate candidate = quoted(record, sentence.span(number.begin, end), spread ? 0.85 : 0.65);
      candidate.number = number.value;
      candidate.unit = unit_after(sentence, end);
      arms.link(arms.arm_of(sentence, number.begin, end), candidate.ground);
      findings.candidates.push_back(std::move(candidate));
    }
  }
  return findings;
}

}  // namespace ev::extract
