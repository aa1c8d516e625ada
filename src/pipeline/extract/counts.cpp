// How many women or men, who left, how many studies a review has and how far these differ; those
// randomized and those analysed, each the number of which a sentence itself says so.
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <string>

namespace ev::extract {

namespace {

bool may_count(const Sentence& sentence) {
  return !sentence.is_title() && sentence.role() != doc::Role::background &&
         sentence.role() != doc::Role::objective;
}

bool is_count(const doc::Number& number) {
  return number.integer && !number.percent && !number.hyphen_after && !number.glued_after &&
         number.value >= 0;
}

// Behind "57 (36.8%)".
std::size_t behind_share(const Sentence& sentence, const doc::Number& number) {
  const std::size_t open = doc::skip_blanks(sentence.text, number.end);
  if (open >= sentence.text.size() || (sentence.text[open] != '(' && sentence.text[open] != '['))
    return number.end;
  const std::size_t close = sentence.text.find_first_of(")]", open);
  const std::size_t index = doc::first_number_from(sentence.numbers, open);
  const bool share = close != std::string_view::npos && index < sentence.numbers.size() &&
                     sentence.numbers[index].end < close && sentence.numbers[index].percent;
  return share ? close + 1 : number.end;
}

Candidate count_at(const RecordText& record, const Sentence& sentence, const doc::Number& number,
                   std::size_t end) {
  Candidate candidate = quoted(record, sentence.span(number.begin, end), 0.8);
  candidate.text = std::to_string(static_cast<long long>(number.value));
  candidate.number = number.value;
  return candidate;
}

// "31 men and 17 women", "120 pregnant women with anaemia"; "12 women relapsed" are some of them.
Findings number_of(const RecordText& record, const Patterns& nouns) {
  static const Patterns kSome = {
      "among|amongst|those|who|whom|subgroup|responders|dropouts|died|cases|controls|group|arm"};
  static const Patterns kTookPart = {
      "participated|enrolled|took|received|underwent|were|was|aged|randomi*ed|included|recruited|"
      "completed"};
  constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::preposition | kind::conjunction |
                              kind::person | kind::pronoun;
  constexpr std::size_t kFar = 10;
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (!may_count(sentence) || sentence.role() == doc::Role::conclusions) continue;
    for (const doc::Number& number : sentence.numbers) {
      // "a 4:1 female/male ratio".
      const bool ratio = number.begin > 0 && sentence.text[number.begin - 1] == ':';
      if (!is_count(number) || ratio) continue;
      const std::size_t from = behind_share(sentence, number);
      std::size_t at = sentence.token_from(from);
      for (int passed = 0; passed < 2 && at < sentence.tokens.size(); ++passed) {
        if (nouns.match_at(sentence.tokens, at) || (sentence.kinds[at] & kEnds) != 0) break;
        ++at;
      }
      if (at >= sentence.tokens.size() || !nouns.match_at(sentence.tokens, at)) continue;
      const std::string_view gap = sentence.text.substr(from, sentence.tokens[at].begin - from);
      if (gap.find_first_of(",;:.()") != std::string_view::npos) continue;
      const std::size_t token = sentence.token_from(number.begin);
      const std::size_t far = token > kFar ? token - kFar : 0;
      if (find_any(kSome, std::span(sentence.tokens).first(token), far)) continue;
      const std::size_t next = at + 1;
      const bool does = next < sentence.tokens.size() &&
                        (sentence.kinds[next] & (kind::verb | kind::participle)) != 0 &&
                        sentence.tokens[next].begin == sentence.tokens[at].end + 1;
      if (does && !kTookPart.match_at(sentence.tokens, next)) continue;
      findings.candidates.push_back(count_at(record, sentence, number, sentence.tokens[at].end));
    }
  }
  leave_open_if_they_differ(findings);
  return findings;
}

}  // namespace

Findings find_female_count(const RecordText& record) {
  static const Patterns kWomen = {"women|females|female|girls"};
  return number_of(record, kWomen);
}

Findings find_male_count(const RecordText& record) {
  static const Patterns kMen = {"men|males|male|boys"};
  return number_of(record, kMen);
}

Findings find_dropouts(const RecordText& record) {
  static const Patterns kLeft = {"<3> dropped out", "<3> withdrew", "<3> were|was lost to follow",
                                 "<1> dropouts|withdrawals"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (!may_count(sentence)) continue;
    for (const doc::Number& number : sentence.numbers) {
      const std::size_t next = sentence.token_from(number.end);
      if (!is_count(number) || next >= sentence.tokens.size()) continue;
      const auto last = kLeft.match_at(sentence.tokens, next);
      if (!last) continue;
      const std::size_t end = sentence.tokens[*last - 1].end;
      const std::string_view gap = sentence.text.substr(number.end, end - number.end);
      if (gap.find_first_of(",;:.") != std::string_view::npos) continue;
      findings.candidates.push_back(count_at(record, sentence, number, end));
    }
  }
  leave_open_if_they_differ(findings);
  return findings;
}

Findings find_number_of_studies(const RecordText& record) {
  static const Patterns kStudies = {
      "<3> studies|trials|rcts <5> included|pooled|eligible|met|analy*ed|fulfilled|with|including|"
      "comprising|involving|were",
      "<3> studies|trials|rcts"};
  static const Patterns kChosen = {
      "included|include|includes|pooled|eligible|met|analy*ed|fulfilled|participants|patients|of"};
  static const Patterns kSought = {"screened|retrieved|identified|excluded|records|full"};
  const auto design = find_design(record);
  const bool review = design && is_synthesis(*design->kind);
  if (!review) return {.reason = "no review that counts its studies"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || !find_any(kChosen, sentence)) continue;
    for (const doc::Number& number : sentence.numbers) {
      const std::size_t next = sentence.token_from(number.end);
      if (!is_count(number) || next >= sentence.tokens.size()) continue;
      const auto last = kStudies.match_at(sentence.tokens, next);
      if (!last) continue;
      const std::size_t end = sentence.tokens[*last - 1].end;
      const std::string_view gap = sentence.text.substr(number.end, end - number.end);
      const std::size_t token = sentence.token_from(number.begin);
      const std::size_t from = token > 3 ? token - 3 : 0;
      const bool sought =
          find_any(kSought, std::span(sentence.tokens)
                                .subspan(from, *last + 2 < sentence.tokens.size() ? *last + 2 - from
                                                                                  : *last - from))
              .has_value();
      if (sought || gap.find_first_of(";:.()") != std::string_view::npos) continue;
      findings.candidates.push_back(count_at(record, sentence, number, end));
    }
  }
  leave_open_if_they_differ(findings);
  return findings;
}

Findings find_heterogeneity(const RecordText& record) {
  static const Patterns kName = {"i2", "i 2"};
  constexpr std::size_t kNear = 12;  // bytes between the name and its figure
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    for (auto match = find_any(kName, sentence); match;
         match = find_any(kName, sentence, match->last)) {
      const std::size_t end = sentence.tokens[match->last - 1].end;
      const std::size_t index = doc::first_number_from(sentence.numbers, end);
      if (index >= sentence.numbers.size()) continue;
      const doc::Number& number = sentence.numbers[index];
      const bool stated = number.begin - end <= kNear && number.value >= 0 && number.value <= 100;
      if (!stated) continue;
      const std::size_t sign = sentence.text.substr(number.end).starts_with('%') ? 1 : 0;
      Candidate candidate = quoted(
          record, sentence.span(sentence.tokens[match->first].begin, number.end + sign), 0.9);
      candidate.number = number.value;
      candidate.unit = number.percent ? "%" : "";
      findings.candidates.push_back(std::move(candidate));
    }
  }
  leave_open_if_they_differ(findings);
  return findings;
}

namespace {

// "aged 30 to 70 years".
bool tells_time(const Sentence& sentence, const doc::Number& number) {
  static const Patterns kRange = {"to|and|through #"};
  std::size_t next = sentence.token_from(number.end);
  if (const auto range = kRange.match_at(sentence.tokens, next)) next = *range;
  return next < sentence.tokens.size() && (sentence.kinds[next] & kind::time) != 0;
}

// "300 adults were randomized", but not "1200 came and 300 were randomized".
bool is_told_of(const Sentence& sentence, const doc::Number& number, const Patterns& said) {
  const std::size_t next = sentence.token_from(number.end);
  const auto end = said.match_at(sentence.tokens, next);
  if (!end) return false;
  const std::size_t verb = sentence.tokens[*end - 1].begin;
  const auto between = [&](const doc::Number& other) {
    return other.begin >= number.end && other.begin < verb && !tells_time(sentence, other);
  };
  const std::string_view gap = sentence.text.substr(number.end, verb - number.end);
  return gap.find_first_of(";:") == std::string_view::npos && gap.find(". ") == gap.npos &&
         std::none_of(sentence.numbers.begin(), sentence.numbers.end(), between);
}

// "40 were randomized to tea and 42 to milk": one of the arms.
bool is_of_an_arm(const RecordText& record, const Sentence& sentence, const doc::Number& number) {
  static const Patterns kOther = {
      "randomi*ed|assigned|allocated|divided to|into <14> # <2> to|into|received"};
  const std::vector<Arm>& arms = arms_of(record).arms();
  return find_any(kOther, sentence, sentence.token_from(number.end)).has_value() ||
         std::any_of(arms.begin(), arms.end(),
                     [&](const Arm& arm) { return arm.n && *arm.n == number.value; });
}

struct CountedWords {
  const Patterns& behind;
  const Patterns& before;  // ends where the number begins
  const char* reason;
};

Findings counted_as(const RecordText& record, const CountedWords& words) {
  constexpr std::size_t kFarthest = 4;  // tokens before the number
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || sentence.role() == doc::Role::background) continue;
    for (const doc::Number& number : sentence.numbers) {
      const std::size_t first = sentence.token_from(number.begin);
      const std::size_t from = first - std::min(first, kFarthest);
      const auto before = find_any(words.before, std::span(sentence.tokens).first(first), from);
      const bool told =
          is_told_of(sentence, number, words.behind) || (before && before->last == first);
      if (!is_count(number) || tells_time(sentence, number) || !told ||
          is_of_an_arm(record, sentence, number))
        continue;
      findings.candidates.push_back(count_at(record, sentence, number, number.end));
    }
  }
  leave_open_if_they_differ(findings);
  if (findings.candidates.empty()) findings.reason = words.reason;
  return findings;
}

}  // namespace

Findings find_number_randomized(const RecordText& record) {
  static const Patterns kBehind = {"<14> were|was <2> randomi*ed",
                                   "<14> were|was <2> randomly assigned|allocated|divided|selected",
                                   "<9> underwent randomi*ation", "<1> randomi*ed"};
  static const Patterns kBefore = {"we|and|then randomi*ed", "randomly assigned|allocated"};
  return counted_as(record, {kBehind, kBefore, "no sentence counts those randomized"});
}

Findings find_number_analyzed(const RecordText& record) {
  static const Patterns kBehind = {
      "<9> were|was <2> analy*ed|evaluable|evaluated|assessed",
      "<9> were|was <2> included in the|our ?final|primary analysis|analyses", "<1> analy*ed"};
  static const Patterns kBefore = {"analy*ed|evaluated", "data|analysis from|of ?all|the"};
  return counted_as(record, {kBehind, kBefore, "no sentence counts those analysed"});
}

}  // namespace ev::extract
