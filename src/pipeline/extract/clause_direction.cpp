#include "pipeline/extract/clause_direction.hpp"

#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::extract {

const char* const kUpLabel = "increased";
const char* const kDownLabel = "decreased";
const char* const kNoneLabel = "no_difference";

namespace {

// "Comparable to that of milk": of a drug that stands on neither side.
bool compares_with_third(const ArmTerms& terms, Words words) {
  static const Patterns kWith = {
      "similar|comparable|equivalent|identical|equal|different <8> to|from|with",
      "as effective|efficacious|effectively <6> as", "differ|differed <4> from"};
  const auto with = find_any(kWith, words);
  if (!with) return false;
  const Words other =
      words.subspan(with->last, std::min<std::size_t>(words.size() - with->last, 6));
  if (arm_named_in(terms, other) != ContrastedArm::none) return false;
  return std::any_of(other.begin(), other.end(),
                     [](const doc::Token& word) { return (word_kinds(word) & kind::drug) != 0; });
}

// "Better than water, with no advantage over milk".
bool says_better_too(const Sentence& sentence, const ByteRange& range) {
  static const Patterns kBetter = {"superior|better|greater <8> than|to|over", "more <2> than"};
  const auto better = find_any(kBetter, words_in(sentence, range));
  if (!better) return false;
  const std::size_t at = sentence.token_from(range.begin) + better->first;
  return !doc::scope_at(sentence.text, sentence.tokens, at).negated;
}

// "…, but did not change sleep": what is compared stands before.
bool goes_on(Words words) {
  static const Patterns kGoesOn = {"but|and did|had|was|were|not"};
  return kGoesOn.match_at(words, 0).has_value();
}

bool tells_number(Words words) {
  return std::any_of(words.begin(), words.end(), [](const doc::Token& word) {
    return word.folded.front() >= '0' && word.folded.front() <= '9';
  });
}

// "The effect lasted longer with tea": how long it lasts is sought in few trials.
bool tells_how_long(const RecordText& record, Words words) {
  static const Patterns kLasts = {
      "effect|effects|action|actions|suppression|inhibition <4> longer|shorter",
      "lasted|lasting|persisted <2> longer|shorter"};
  static const Patterns kDuration = {"duration|time|onset|survival"};
  if (!find_any(kLasts, words)) return false;
  const Findings& named = main_outcome(record).named;
  return named.candidates.empty() ||
         !find_any(kDuration, doc::tokenize(named.candidates.front().text));
}

// Whether two products are equivalent neither rises nor falls.
bool is_on_equivalence(const RecordText& record) {
  static const Patterns kEquivalence = {"bioequivalence|equivalence|noninferiority",
                                        "non inferiority"};
  const Findings& named = main_outcome(record).named;
  return !named.candidates.empty() &&
         find_any(kEquivalence, doc::tokenize(named.candidates.front().text)).has_value();
}

// "Reduced by 8 compared to a decline of 15", "the reduction was 1 with tea vs 4 with water": by
// which the more is told by figures alone.
bool both_change(Words words) {
  static const Patterns kBoth = {
      "compared|versus|vs ?to|with ?a|an ?mean decline|decrease|reduction|fall|drop|increase|rise|"
      "improvement|decreases|reductions|increases|declines",
      "decline|decrease|reduction|fall|drop|increase|rise|improvement|reductions|decreases|"
      "increases <6> was|were|averaged <1> # <6> vs|versus|and|compared <3> #"};
  return find_any(kBoth, words).has_value();
}

// "Responded (> or = 50% reduction of pain)": what response is.
bool is_defined_in_bracket(const Sentence& sentence, std::size_t byte, std::size_t from) {
  const std::size_t open = sentence.text.rfind('(', byte);
  if (!is_in_bracket(sentence, byte, from) || open == std::string_view::npos) return false;
  static const Patterns kDefines = {"at least", "defined|reduction|decrease|increase|improvement"};
  return sentence.text.find_first_of("<>=", open) == open + 1 ||
         kDefines.match_at(sentence.tokens, sentence.token_from(open));
}

// "Sleep was shorter with tea, resulting in longer days": until what came of it.
ByteRange without_outcome_of_it(const Sentence& sentence, const ByteRange& range) {
  static const Patterns kCame = {"resulting|leading in|to"};
  const Words words = words_in(sentence, range);
  const auto came = find_any(kCame, words);
  if (!came || came->first < 3) return range;
  return {range.begin, words[came->first - 1].end};
}

}  // namespace

bool is_improvement(const doc::Token& word) {
  static constexpr std::string_view kBetter[] = {"improved", "improves", "improvement",
                                                 "improvements", "enhanced"};
  return std::find(std::begin(kBetter), std::end(kBetter), word.folded) != std::end(kBetter);
}

bool is_wanted(const RecordText& record, Words clause) {
  static const Patterns kWanted = {
      "function|capacity|quality|sensitivity|tolerance|survival|performance|cognition|cognitive|"
      "memory|compliance|adherence|efficacy|density|mass|remission|healing|sleep|control|response|"
      "output|fraction|ability|mobility|satisfaction|eradication|cure|success"};
  static const Patterns kUnwanted = {"symptoms|symptom|severity|pain"};
  const MainOutcome& outcome = main_outcome(record);
  if (outcome.named.candidates.empty())
    return find_any(kWanted, clause) && !find_any(kUnwanted, clause);
  const auto words = doc::tokenize(outcome.named.candidates.front().text);
  return find_any(kWanted, words) && !find_any(kUnwanted, words);
}

bool tells_other_pair(const RecordText& record, const ArmTerms& terms, Words words) {
  static const Patterns kDoses = {"mg <12> mg", "doses",
                                  "between|among <2> active treatments|drugs|agents|groups"};
  if (!is_against_nothing(record)) return false;
  const ContrastedArm named = arm_named_in(terms, words);
  if (named == ContrastedArm::control || named == ContrastedArm::both) return false;
  return find_any(kDoses, words) || compares_with_third(terms, words);
}

const char* label_of_one(const RecordText& record, const ArmTerms& terms, Words words) {
  static const Patterns kOne = {
      "but not <5> "
      "reduced|lowered|decreased|increased|improved|prevented"};
  const auto one = find_any(kOne, words);
  if (!one || one->first == 0) return nullptr;
  const Words other = words.subspan(one->first + 2, one->last - one->first - 3);
  if (arm_named_in(terms, words.first(one->first)) != ContrastedArm::treated ||
      arm_named_in(terms, other) != ContrastedArm::control) {
    return nullptr;
  }
  const Words rest = words.subspan(one->last - 1);
  if (is_improvement(rest.front()) && !is_wanted(record, rest)) return nullptr;
  return find_any(ups(), rest.first(1)) ? kUpLabel : kDownLabel;
}

const char* direction_in(const RecordText& record, const ArmTerms& terms, const Sentence& sentence,
                         const ByteRange& said) {
  const ByteRange range = without_outcome_of_it(sentence, said);
  const Words words = words_in(sentence, range);
  static const Patterns kPlanned = {"will|would", "was|were|is defined|considered|designed"};
  // "Twice as effective as".
  static const Patterns kUnequal = {
      "not <2> similar|comparable|equivalent|bioequivalent|identical|equal",
      "twice|thrice|half|times|fold|not as effective|efficacious|effectively|potent"};
  if (words.empty() || find_any(kPlanned, words) || find_any(kUnequal, words)) return nullptr;
  // "No differences were seen at rest": in one state of several.
  static const Patterns kOneState = {"at rest"};
  const Told told =
      goes_on(words) ? told_in(record, sentence, {0, range.end}) : told_in(record, sentence, range);
  const bool none = find_any(says_no_difference(), words).has_value();
  const bool equal = find_any(says_equal(), words).has_value();
  // "Placebo caused no change": of one arm alone.
  const bool side_by_side =
      told == Told::figures && arm_named_in(terms, words) != ContrastedArm::control;
  const bool of_arms =
      told == Told::contrast || side_by_side ||
      (is_against_nothing(record) && arm_named_in(terms, words) == ContrastedArm::treated);
  if (told != Told::other && (equal || none) && of_arms &&
      !tells_other_pair(record, terms, words)) {
    const bool partly = says_better_too(sentence, range) || find_any(kOneState, words);
    return partly ? nullptr : kNoneLabel;
  }
  const auto change = change_in(words);
  if (!change || is_on_equivalence(record) || tells_how_long(record, words)) return nullptr;
  const std::size_t at = sentence.token_from(range.begin) + change->word;
  const doc::Scope scope = doc::scope_at(sentence.text, sentence.tokens, at);
  if (scope.hedged) return nullptr;
  if (scope.negated) return told != Told::other && of_arms ? kNoneLabel : nullptr;
  // "The peak reduction occurred at 8 hours": no arm did anything.
  static const Patterns kNouns = {"reduction|reductions|improvement|improvements"};
  const bool says_of_arm = is_against_nothing(record) && !kNouns.match_at(words, change->word);
  if (told == Told::other || (told == Told::open && !says_of_arm)) return nullptr;
  // "Events clustered among those with greater reductions": no arm's.
  if (told == Told::figures && !tells_number(words)) return nullptr;
  static const Patterns kDiffers = {"differ|differed|different"};
  if (!change->compares && find_any(kDiffers, words)) return nullptr;
  if (is_improvement(words[change->word]) && !is_wanted(record, words)) return nullptr;
  if (is_defined_in_bracket(sentence, sentence.tokens[at].begin, range.begin)) return nullptr;
  if (!change->compares && both_change(words)) return nullptr;
  const auto treated = holds_of_treated(terms, sentence, range, *change);
  if (!treated) return nullptr;
  // Authors who find another drug better than the one they study are rarer than mistaken names.
  if (!*treated && better_than(words)) return nullptr;
  return change->up == *treated ? kUpLabel : kDownLabel;
}

}  // namespace ev::extract
