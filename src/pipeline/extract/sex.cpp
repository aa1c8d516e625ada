// The sexes of the people or animals studied.
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ev::extract {

namespace {

enum class Sex { female, male };

constexpr const char* kFemaleWords = "women|woman|females|female|girls|girl";
constexpr const char* kMaleWords = "men|males|male|boys|boy";

const char* name_of(Sex sex) {
  return sex == Sex::female ? "Female" : "Male";
}

// "58% women", "58% of the patients were women": the others were not.
std::optional<doc::Span> told_as_share(const Sentence& sentence, const Pattern& sex_words) {
  static const Patterns kOf = {
      "?of ?the ?participants|patients|subjects|adults|children|them|whom ?were|was"};
  constexpr std::size_t kOpening = 6;  // tokens
  for (const doc::Number& number : sentence.numbers) {
    if (!number.percent || number.value <= 0 || number.value >= 100) continue;
    std::size_t at = sentence.token_from(number.end);
    static const Patterns kSign = {"percent", "per cent"};
    at = kSign.match_at(sentence.tokens, at).value_or(at);
    at = kOf.match_at(sentence.tokens, at).value_or(at);
    const bool near =
        at < sentence.tokens.size() && at < sentence.token_from(number.end) + kOpening;
    if (!near || !sex_words.match_at(sentence.tokens, at)) continue;
    return sentence.span(number.begin, sentence.tokens[at].end);
  }
  return std::nullopt;
}

Candidate of_sex(Sex sex, Ground ground) {
  Candidate candidate{.text = name_of(sex), .ground = std::move(ground)};
  candidate.flag = true;
  return candidate;
}

std::optional<Candidate> tagged(const RecordText& record, Sex sex) {
  for (const model::MeshHeading& heading : record.article().mesh_headings) {
    if (heading.descriptor != name_of(sex)) continue;
    return of_sex(sex, ground_in_record("mesh_terms", heading.descriptor, 0.95));
  }
  return std::nullopt;
}

std::optional<Candidate> worded(const RecordText& record, Sex sex) {
  static const Patterns kFemale = {kFemaleWords};
  // "in man" means people.
  static const Patterns kMale = {kMaleWords, "a|old man"};
  const Lookup lookup{.confidence = 0.7, .skip_background = true, .limit = 1};
  const Findings found = all_matches(record, sex == Sex::female ? kFemale : kMale, lookup);
  if (found.candidates.empty()) return std::nullopt;
  return of_sex(sex, found.candidates.front().ground);
}

// One value for both, quoted from each.
Candidate of_both(const Candidate& first, const Candidate& second) {
  Candidate both = first;
  both.text = kBothSexes;
  both.more = {second.ground};
  return both;
}

}  // namespace

Findings find_sex(const RecordText& record) {
  Findings findings;
  for (const auto find : {tagged, worded}) {
    for (const Sex sex : {Sex::female, Sex::male}) {
      if (auto candidate = find(record, sex)) findings.candidates.push_back(*std::move(candidate));
    }
    if (!findings.candidates.empty()) break;
  }
  const std::size_t sexes = findings.candidates.size();
  if (sexes == 2) {
    findings.single = of_both(findings.candidates[1], findings.candidates[0]);
    findings.undecided = "people of both sexes are told of";
    return findings;
  }
  static const Pattern kFemale(kFemaleWords);
  static const Pattern kMale(kMaleWords);
  const bool from_text = sexes == 1 && findings.candidates.front().ground.span.has_value();
  for (const Sentence& sentence : record.sentences()) {
    if (!from_text || sentence.role() == doc::Role::background) continue;
    auto share = told_as_share(sentence, kFemale);
    if (!share) share = told_as_share(sentence, kMale);
    if (!share) continue;
    // The other sex is there though no word names it.
    const Ground ground = ground_at(record, *share, 0.7);
    findings.candidates = {of_sex(Sex::male, ground), of_sex(Sex::female, ground)};
    findings.single = findings.candidates.front();
    findings.single->text = kBothSexes;
    findings.undecided = "people of both sexes are told of";
    break;
  }
  return findings;
}

}  // namespace ev::extract
