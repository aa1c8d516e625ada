#include "pipeline/extract/contrast.hpp"

#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/noun_phrase.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace ev::extract {

bool is_in_bracket(const Sentence& sentence, std::size_t byte, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < byte; ++i) {
    if (sentence.text[i] == '(' || sentence.text[i] == '[') ++depth;
    if ((sentence.text[i] == ')' || sentence.text[i] == ']') && depth > 0) --depth;
  }
  return depth > 0;
}

namespace {

bool names_control(const Sentence& sentence, const ByteRange& range) {
  static const Patterns kControl = {
      "control|controls ?treatment group|groups|arm|patients|subjects|treatment|therapy",
      "untreated|controls"};
  const std::size_t last = sentence.token_from(range.end);
  for (std::size_t i = sentence.token_from(range.begin); i < last; ++i)
    if ((sentence.kinds[i] & kind::inactive) != 0) return true;
  return find_any(kControl, sentence, words_in(sentence, range)).has_value();
}

// What is no effect of the treatment, whatever is compared.
bool tells_other_thing(const Sentence& sentence, Words words) {
  static const Patterns kOther = {
      "correlated|correlates|correlation|correlations|predicted|predictor|predictors|predictive|"
      "interaction|subgroup|subgroups",
      "logistic|linear|multiple|multivariate|cox regression",
      "regression analysis|model|models",
      "than|from|vs|versus <4> normotensive|nonhypertensive|nondiabetic|nonsmokers",
      "than|from|vs|versus|to|with ?those ?that ?of|in|for ?the normal|healthy "
      "subjects|controls|control|volunteers|individuals|people",
      "trend|trends over|for",
      "over the period|years|course",
      "at|of baseline|entry|enrollment|"
      "admission",
      "baseline characteristics|values|differences",
      "before|prior <3> treatment|therapy|surgery|intervention|randomization <2> #",
      "older|younger than|patients|subjects",
      "independent|independently of|associated|related",
      "r|rho|r2 #",
      "relation|relations|relationship|relationships of|between|with"};
  return find_any(kOther, sentence, words).has_value();
}

bool compares_with_before(const Sentence& sentence, const ByteRange& range) {
  const Words words = words_in(sentence, range);
  static const Patterns kBefore = {
      "compared|comparison|relative|contrast with|to <5> "
      "baseline|pretreatment|beginning|initial|before|entry|pre|basal",
      "versus|vs|v|than <4> baseline|pretreatment|before|initial|entry|beginning|basal",
      "similar|comparable|identical|unchanged <14> to|from|with ?the ?baseline|pretreatment "
      "levels|level|values|value"};
  if (!find_any(kBefore, sentence, words)) return false;
  for (std::size_t from = 0; const auto match = find_any(kBefore, words, from);) {
    if (!is_in_bracket(sentence, words[match->first].begin, range.begin)) return true;
    from = match->first + 1;
  }
  return false;
}

bool compares_by_name(const Sentence& sentence, Words words) {
  static const Patterns kThan = {
      "than", "compared|comparison|relative|contrast|opposed with|to",
      "between|among <5> "
      "groups|treatments|arms|drugs|regimens|therapies|agents|treatment|treated|two",
      "differ|differed|differs|differing|superior|inferior",
      "versus|vs ?the placebo|control|controls|sham"};
  return find_any(kThan, sentence, words).has_value();
}

bool compares_as_equal(const Sentence& sentence, Words words) {
  static const Patterns kEqual = {
      "similar|similarly|comparable|equivalent|bioequivalent|equal|equally",
      "as effective|efficacious|effectively", "unaffected",
      "not <1> affected|influenced|altered by"};
  static const Patterns kFromTo = {"from # <10> to #"};
  return find_any(kEqual, sentence, words) && !find_any(kFromTo, sentence, words);
}

bool tells_own_change(const Sentence& sentence, Words words) {
  static const Patterns kOwn = {"from # <10> to #",
                                "in|with|for|by|of both|all|each|either <3> "
                                "groups|arms|treatments|regimens|drugs|agents|therapies",
                                "subsequent to", "within <3> groups|arms|group",
                                "both groups|drugs|treatments|agents|regimens"};
  // "Fell with tea (1.8 to 1.5 mmol/l, P=.03)"
  static const Patterns kRange = {"# to #"};
  static const Patterns kOfBoth = {"ci|confidence|versus|vs|v|respectively|compared"};
  return find_any(kOwn, sentence, words) ||
         (find_any(kRange, sentence, words) && !find_any(kOfBoth, sentence, words));
}

bool compares_by_figures(const RecordText& record, const Sentence& sentence,
                         const ByteRange& range) {
  static const Patterns kWords = {
      "versus|vs|respectively", "v #",
      "greater|higher|lower|fewer|longer|shorter|better|worse|larger|smaller|faster|earlier|"
      "difference|differences|different",
      "more|less effective|frequent|frequently|effectively|rapid|rapidly|often|severe|patients"};
  static const Patterns kGroups = {"group|groups|arm"};
  const Words words = words_in(sentence, range);
  if (find_any(kWords, sentence, words) || names_control(sentence, range)) return true;
  if (const auto one = find_any(kGroups, sentence, words);
      one && find_any(kGroups, words, one->last))
    return true;
  std::set<std::size_t> arms;
  for (const doc::Number& number : sentence.numbers) {
    if (number.begin < range.begin || number.end > range.end) continue;
    if (const auto arm = arms_of(record).arm_of(sentence, number.begin, number.end))
      arms.insert(*arm);
  }
  return arms.size() > 1;
}

// "The rate of falls (P=.03) and that of injuries were lower": what is said comes later.
bool says_nothing_yet(const Sentence& sentence, std::size_t begin, std::size_t end) {
  constexpr WordKinds kSaying = kind::auxiliary | kind::verb | kind::participle;
  const std::size_t last = sentence.token_from(end);
  for (std::size_t i = sentence.token_from(begin); i < last; ++i) {
    if ((sentence.kinds[i] & kSaying) != 0) return false;
  }
  return true;
}

// "Tea lowered pain (P<.01)" in a trial against placebo.
bool is_said_of_treatment(const RecordText& record, const Sentence& sentence,
                          const ByteRange& range) {
  static const Patterns kDoes = {
      "reduced|lowered|increased|improved|decreased|prevented|enhanced|raised|produced|caused"};
  const Compared& compared = compared_in(record);
  if (!compared.intervention || !is_against_nothing(record)) return false;
  const Words words = words_in(sentence, range);
  const auto does = find_any(kDoes, sentence, words);
  if (!does || does->first == 0) return false;
  const auto named = doc::tokenize(compared.intervention->text);
  static const Patterns kSurely = {"significantly|also|markedly"};
  const std::size_t subject = kSurely.match_at(words, does->first - 1) && does->first > 1
                                  ? does->first - 2
                                  : does->first - 1;
  return std::any_of(named.begin(), named.end(), [&](const doc::Token& word) {
    return word.folded.size() > 3 && word.folded == words[subject].folded;
  });
}

// "P<.05 vs baseline", "P<.01, tea vs water": what the p value itself says is compared.
std::optional<bool> says_between_arms(const Sentence& sentence, std::size_t end) {
  static const Patterns kVersus = {"vs|versus", "compared with|to"};
  static const Patterns kBefore = {
      "baseline|pretreatment|before|initial|entry|visit|day|week|month|year|phase|period|stage"};
  constexpr std::size_t kLongestName = 2;  // tokens of the arm before "vs"
  std::size_t first = sentence.token_from(end);
  if (first >= sentence.tokens.size()) return std::nullopt;
  const std::string_view gap = sentence.text.substr(end, sentence.tokens[first].begin - end);
  if (gap != " " && gap != ", ") return std::nullopt;
  const std::size_t most = first + kLongestName;
  while (first < most && !kVersus.match_at(sentence.tokens, first)) ++first;
  if (!kVersus.match_at(sentence.tokens, first) ||
      sentence.text.substr(end, sentence.tokens[first].begin - end).find_first_of(";)") !=
          std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t stop =
      std::min({sentence.text.find_first_of(";)]", end), sentence.text.find(" and P", end),
                sentence.text.find(" and p <", end), sentence.text.size()});
  const std::size_t last = sentence.token_from(stop);
  constexpr WordKinds kArm = kind::treatment | kind::inactive;
  if ((kinds_of(sentence, {first, last}) & kArm) != 0) return true;
  return !find_any(kBefore, words_in(sentence, {end, stop}));
}

}  // namespace

bool is_against_nothing(const RecordText& record) {
  const Compared& compared = compared_in(record);
  if (!compared.comparator) return false;
  const auto words = doc::tokenize(compared.comparator->text);
  return std::any_of(words.begin(), words.end(), [](const doc::Token& word) {
    return (word_kinds(word) & kind::inactive) != 0;
  });
}
Told told_in(const RecordText& record, const Sentence& sentence, const ByteRange& range) {
  const Words words = words_in(sentence, range);
  if (tells_other_thing(sentence, words)) return Told::other;
  if (compares_with_before(sentence, range) && !names_control(sentence, range)) return Told::other;
  static const Patterns kOpens = {"compared|relative|contrast with|to"};
  const auto opens = find_any(kOpens, sentence);
  if (compares_by_name(sentence, words) || (opens && opens->first < 2)) return Told::contrast;
  if (compares_as_equal(sentence, words)) return Told::contrast;
  if (tells_own_change(sentence, words)) return Told::other;
  return compares_by_figures(record, sentence, range) ? Told::figures : Told::open;
}

bool is_between_arms(const RecordText& record, const Sentence& sentence, std::size_t begin,
                     std::size_t end) {
  if (const auto said = says_between_arms(sentence, end)) return *said;
  const ByteRange clause = clause_of(sentence, begin, end);
  const Told told = told_in(record, sentence, clause);
  if (told == Told::contrast || told == Told::other) return told == Told::contrast;
  if (told == Told::open && is_said_of_treatment(record, sentence, clause)) return true;
  const bool turned = clause.begin > 0 && sentence.text.substr(clause.begin).starts_with("but ");
  if (turned || !says_nothing_yet(sentence, clause.begin, begin)) return told == Told::figures;
  const std::size_t stop = std::min(sentence.text.find(';', end), sentence.text.size());
  const Told later = told_in(record, sentence, {clause.begin, stop});
  return later == Told::contrast || (told == Told::figures && later == Told::figures);
}

bool tells_harm(const Sentence& sentence) {
  static const Patterns kHarm = {
      "adverse|side event|events|effect|effects|reaction|reactions|experience|experiences",
      "withdrew|withdrawals|withdrawal|withdrawn|discontinued|dropout|dropouts|tolerability|"
      "tolerated",
      "side|adverse|intolerable|ae|aes|cae|caes|sae|saes|teae|teaes|adr|adrs",
      "extrapyramidal|parkinsonism",
      "site reaction|reactions",
      "irritation"};
  return find_any(kHarm, sentence).has_value();
}

}  // namespace ev::extract
