#include "pipeline/extract/subgroup.hpp"

#include "pipeline/extract/noun_phrase.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// What the title, the aim and the first sentence speak of is what the whole trial is about.
bool is_of_whole_trial(const RecordText& record, const doc::Token& word) {
  bool first = true;
  for (const Sentence& sentence : record.sentences()) {
    const bool names = sentence.is_title() || sentence.role() == doc::Role::objective || first;
    if (!sentence.is_title()) first = false;
    if (!names) continue;
    const bool said =
        std::any_of(sentence.tokens.begin(), sentence.tokens.end(),
                    [&](const doc::Token& token) { return token.folded == word.folded; });
    if (said) return true;
  }
  return false;
}

// "Among nurses who slept badly", but not "among nurses who were given tea".
bool opens_with_some(const RecordText& record, const Sentence& sentence) {
  static const Patterns kSome = {
      "among|in|for|of|within <4> patients|subjects|participants|women|men|children|those|adults|"
      "individuals|persons|people who|whose|without|not|rendered|remaining|aged",
      "among|in|for|within ?the older|younger|elderly|premenopausal|postmenopausal|male|female|"
      "diabetic|nondiabetic|smoking|nonsmoking|severe|mild|subgroup|subgroups|subset"};
  static const Patterns kGiven = {
      "receiving|received|treated|given|taking|took|assigned|randomized|randomised|allocated|"
      "completed|treatment|therapy|used|undergoing|underwent|active"};
  constexpr std::size_t kGivenWithin = 6;  // tokens
  const auto some = kSome.match_at(sentence.tokens, 0);
  if (!some) return false;
  const std::size_t end = std::min(*some + kGivenWithin, sentence.tokens.size());
  const auto words = std::span(sentence.tokens).subspan(*some - 1, end - *some + 1);
  constexpr WordKinds kArm = kind::treatment;
  return !find_any(kGiven, words) && (kinds_of(sentence, {*some - 1, end}) & kArm) == 0 &&
         !is_of_whole_trial(record, sentence.tokens[*some - 1]);
}

// "Older women responded better": a kind of people that the whole trial does not name.
bool names_some(const RecordText& record, const Sentence& sentence) {
  static const Patterns kSome = {
      "older|younger|elderly|premenopausal|postmenopausal|perimenopausal|male|female|diabetic|"
      "nondiabetic|hypertensive|normotensive|obese|lean|black|white "
      "patients|subjects|participants|women|men|adults|individuals|persons|people",
      "smokers|nonsmokers|diabetics|women|men|females|males <1> "
      "responded|showed|had|was|were|experienced"};
  const auto some = find_any(kSome, sentence);
  return some && !is_of_whole_trial(record, sentence.tokens[some->first]);
}

}  // namespace

bool tells_subgroup(const RecordText& record, const Sentence& sentence) {
  static const Patterns kEach = {"for|with|per each|every ?additional|prior|further"};
  return kEach.match_at(sentence.tokens, 0) || opens_with_some(record, sentence) ||
         names_some(record, sentence);
}

}  // namespace ev::extract
