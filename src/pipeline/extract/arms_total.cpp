#include "pipeline/extract/arms_total.hpp"

#include "pipeline/extract/allocation.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace ev::extract {

namespace {

constexpr double kMostUnequal = 6;         // ratio of two arms
constexpr double kLeastInArm = 10;         // "(2)" begins an item of a list
constexpr std::size_t kFarthestArms = 60;  // tokens from one arm's size to the next

// Where the bracket opens that this byte stands in.
std::optional<std::size_t> opening_bracket(std::string_view text, std::size_t at) {
  int closed = 0;
  for (std::size_t i = at; i-- > 0;) {
    if (text[i] == ')' || text[i] == ']') ++closed;
    if (text[i] != '(' && text[i] != '[') continue;
    if (closed == 0) return i;
    --closed;
  }
  return std::nullopt;
}

// "(n = 12)", "(tea group, 12 adults)", but not "(n = 12 [10%])", "(12 men, 14 women)".
bool is_size_in_bracket(const Sentence& sentence, const SizeCandidate& candidate) {
  static const Patterns kSexes = {"men|women|males|females|boys|girls|male|female"};
  const std::size_t begin = candidate.span.begin - sentence.span().begin;
  const std::size_t end = candidate.span.end - sentence.span().begin;
  const auto open = opening_bracket(sentence.text, begin);
  if (!open) return false;
  const std::string_view counted = sentence.text.substr(begin, end - begin);
  const std::size_t last = sentence.token_from(end);
  const bool equals = counted.find('=') != std::string_view::npos;
  if (!equals && (last == 0 || kSexes.match_at(sentence.tokens, last - 1))) return false;
  const std::size_t close = sentence.text.find_first_of(")]", end);
  if (close == std::string_view::npos) return false;
  const auto index = doc::first_number_from(sentence.numbers, end);
  const bool share = index < sentence.numbers.size() &&
                     sentence.numbers[index].begin <= close + 2 && sentence.numbers[index].percent;
  return !share;
}

// "Patients (n = 120) drank tea (n = 61) or water (n = 59)": the first counts all.
bool follows_people(const Sentence& sentence, const SizeCandidate& candidate) {
  const auto open = opening_bracket(sentence.text, candidate.span.begin - sentence.span().begin);
  if (!open) return false;
  const std::size_t behind = sentence.token_from(*open);
  return behind > 0 && (sentence.kinds[behind - 1] & kind::person) != 0;
}

// Two sizes of one list: no clause of its own stands between them.
bool stand_side_by_side(const Sentence& sentence, const SizeCandidate& a, const SizeCandidate& b) {
  const std::size_t from = sentence.token_from(a.span.end - sentence.span().begin);
  const std::size_t to = sentence.token_from(b.span.begin - sentence.span().begin);
  if (to < from || to - from > kFarthestArms) return false;
  constexpr WordKinds kClause = kind::auxiliary | kind::pronoun;
  static const Patterns kEither = {"one|either|both|another|each|those|that"};
  for (std::size_t i = from; i < to; ++i) {
    if ((sentence.kinds[i] & kClause) != 0 && !kEither.match_at(sentence.tokens, i)) return false;
  }
  return true;
}

// Two that can be arms of one study, and the same people are not counted twice.
bool may_be_added(const Sentence& sentence, const SizeCandidate& a, const SizeCandidate& b) {
  static const Patterns kTwice = {"protocol|completed|evaluable|analysed|analyzed"};
  const std::size_t from = a.span.end - sentence.span().begin;
  const std::size_t to = b.span.begin - sentence.span().begin;
  const std::size_t first = sentence.token_from(from);
  if (find_any(kTwice, std::span(sentence.tokens).subspan(first, sentence.token_from(to) - first)))
    return false;
  // "tea (n = 61) or milk (60) and water (n = 59)": one is left out.
  const bool bare =
      std::any_of(sentence.numbers.begin(), sentence.numbers.end(), [&](const doc::Number& number) {
        return number.begin > from && number.end < to && number.value >= kLeastInArm &&
               sentence.text[number.begin - 1] == '(' && sentence.text[number.end] == ')';
      });
  return !bare && a.value <= kMostUnequal * b.value && b.value <= kMostUnequal * a.value;
}

// "three groups": how many arms a sentence speaks of.
std::optional<std::size_t> stated_arms(const Sentence& sentence) {
  static const Patterns kGroups = {"two|three|four|five|six <2> groups|arms", "# <1> groups|arms"};
  const auto match = find_any(kGroups, sentence);
  if (!match) return std::nullopt;
  const std::size_t at = sentence.tokens[match->first].begin;
  const std::size_t index = doc::first_number_from(sentence.numbers, at);
  if (index >= sentence.numbers.size() || sentence.numbers[index].begin != at) return std::nullopt;
  return static_cast<std::size_t>(sentence.numbers[index].value);
}

// Everybody is in every arm of a crossover trial.
bool crosses_over(const RecordText& record, const Sentence& own) {
  static const Patterns kCrosses = {"crossover", "cross over", "crossed over"};
  static const Patterns kDrawn = {"random*|blind|blinded|controlled <5> crossover",
                                  "random*|blind|blinded|controlled <5> cross over"};
  return find_any(kCrosses, own) ||
         std::any_of(record.sentences().begin(), record.sentences().end(),
                     [](const Sentence& sentence) {
                       return !sentence.is_title() && find_any(kDrawn, sentence);
                     });
}

bool tells_of_arms(const Sentence& sentence) {
  static const Patterns kGiven = {
      "random*|assigned|allocated|allocation|received|receive|treated|group|groups|arms",
      "treatment with", "intention|intent to treat",
      "were|was <1> enrolled|studied|recruited|included"};
  static const Patterns kCompared = {"compared|comparing|comparison|given|divided|switched"};
  if (sentence.is_title() || sentence.role() == doc::Role::background ||
      sentence.role() == doc::Role::conclusions) {
    return false;
  }
  return find_any(kGiven, sentence) ||
         (sentence.role() != doc::Role::results && find_any(kCompared, sentence));
}

ArmsTotal added_up(std::vector<double> parts) {
  const double total = std::accumulate(parts.begin(), parts.end(), 0.0);
  return {.total = total, .parts = std::move(parts)};
}

// "tea (n = 61), water (n = 59) or milk (n = 60)".
std::optional<ArmsTotal> total_in_brackets(const Sentence& sentence,
                                           std::vector<SizeCandidate> sizes) {
  std::erase_if(sizes, [&](const SizeCandidate& c) { return !is_size_in_bracket(sentence, c); });
  if (!sizes.empty() && follows_people(sentence, sizes.front())) sizes.erase(sizes.begin());
  std::size_t last = 1;
  while (last < sizes.size() && stand_side_by_side(sentence, sizes[last - 1], sizes[last])) ++last;
  if (sizes.size() < 2 || last < 2) return std::nullopt;
  sizes.resize(last);
  bool sure = true;
  for (std::size_t i = 1; i < last; ++i)
    sure = sure && may_be_added(sentence, sizes[i - 1], sizes[i]);
  if (const auto arms = stated_arms(sentence); arms && *arms != last) sure = false;
  std::vector<double> parts;
  for (const SizeCandidate& size : sizes) parts.push_back(size.value);
  ArmsTotal out = added_up(std::move(parts));
  if (!sure) out.total = 0;
  return out;
}

// "61 adults were randomized to tea, 59 to water".
std::optional<ArmsTotal> total_shared_out(const Sentence& sentence) {
  std::vector<double> parts;
  for (const doc::Number& number : shared_out(sentence)) parts.push_back(number.value);
  return parts.size() < 2 ? std::nullopt : std::optional(added_up(std::move(parts)));
}

// "60 male and 66 female nurses".
std::optional<ArmsTotal> total_of_kinds(const Sentence& sentence) {
  static const Patterns kTaken = {
      "random*|assigned|allocated|enrolled|recruited|studied|compared|examined|investigated"};
  const auto is_share = [&](const doc::Number& number) {
    const std::size_t index = doc::first_number_from(sentence.numbers, number.end);
    return index < sentence.numbers.size() && sentence.numbers[index].percent;
  };
  static const Patterns kWereTaken = {
      "were|was <2> random*|assigned|allocated|enrolled|recruited|studied|included"};
  const bool results = sentence.role() == doc::Role::results;
  if (!find_any(results ? kWereTaken : kTaken, sentence)) return std::nullopt;
  for (const doc::Number& second : sentence.numbers) {
    const auto beside = kind_beside(sentence, second);
    if (!beside || is_share(second)) continue;
    const auto first =
        std::find_if(sentence.numbers.begin(), sentence.numbers.end(),
                     [&](const doc::Number& number) { return number.value == *beside; });
    if (first->begin > second.begin || is_share(*first)) continue;
    return added_up({*beside, second.value});
  }
  return std::nullopt;
}

}  // namespace

std::vector<ArmsTotal> totals_of_arms(const RecordText& record,
                                      const std::vector<SizeCandidate>& all) {
  std::vector<ArmsTotal> out;
  for (std::size_t i = 0; i < record.sentences().size(); ++i) {
    const Sentence& sentence = record.sentences()[i];
    std::vector<SizeCandidate> sizes;
    std::copy_if(all.begin(), all.end(), std::back_inserter(sizes),
                 [&](const SizeCandidate& candidate) { return candidate.sentence == i; });
    if (sizes.empty() || sentence.numbers.size() < 2 || !tells_of_arms(sentence)) continue;
    auto total = total_in_brackets(sentence, sizes);
    if (!total) total = total_shared_out(sentence);
    if (!total) total = total_of_kinds(sentence);
    if (total && !crosses_over(record, sentence)) out.push_back(*std::move(total));
  }
  return out;
}

}  // namespace ev::extract
