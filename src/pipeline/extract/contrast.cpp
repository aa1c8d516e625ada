#include "pipeline/extract/contrast.hpp"

#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/noun_phrase.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace ev::extract {

bool is_in_bracket(const Line& line, std::size_t byte, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < byte; ++i) {
    if (line.text[i] == '(' || line.text[i] == '[') ++depth;
    if ((line.text[i] == ')' || line.text[i] == ']') && depth > 0) --depth;
  }
  return depth > 0;
}

namespace {

bool names_control(const Line& line, const Stretch& stretch) {
  static const Patterns kControl = {
      "control|controls ?treatment group|groups|arm|patients|subjects|treatment|therapy",
      "untreated|controls"};
  const std::size_t last = line.token_from(stretch.end);
  for (std::size_t i = line.token_from(stretch.begin); i < last; ++i)
    if ((line.kinds[i] & kind::inactive) != 0) return true;
  return find_any(kControl, line, words_in(line, stretch)).has_value();
}

// What is no effect of the treatment, whatever is compared.
bool tells_other_thing(const Line& line, Words words) {
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
  return find_any(kOther, line, words).has_value();
}

bool compares_with_before(const Line& line, const Stretch& stretch) {
  const Words words = words_in(line, stretch);
  static const Patterns kBefore = {
      "compared|comparison|relative|contrast with|to <5> "
      "baseline|pretreatment|beginning|initial|before|entry|pre|basal",
      "versus|vs|v|than <4> baseline|pretreatment|before|initial|entry|beginning|basal",
      "similar|comparable|identical|unchanged <14> to|from|with ?the ?baseline|pretreatment "
      "levels|level|values|value"};
  if (!find_any(kBefore, line, words)) return false;
  for (std::size_t from = 0; const auto match = find_any(kBefore, words, from);) {
    if (!is_in_bracket(line, words[match->first].begin, stretch.begin)) return true;
    from = match->first + 1;
  }
  return false;
}

bool compares_by_name(const Line& line, Words words) {
  static const Patterns kThan = {
      "than", "compared|comparison|relative|contrast|opposed with|to",
      "between|among <5> "
      "groups|treatments|arms|drugs|regimens|therapies|agents|treatment|treated|two",
      "differ|differed|differs|differing|superior|inferior",
      "versus|vs ?the placebo|control|controls|sham"};
  return find_any(kThan, line, words).has_value();
}

bool compares_as_equal(const Line& line, Words words) {
  static const Patterns kEqual = {
      "similar|similarly|comparable|equivalent|bioequivalent|equal|equally",
      "as effective|efficacious|effectively", "unaffected",
      "not <1> affected|influenced|altered by"};
  static const Patterns kFromTo = {"from # <10> to #"};
  return find_any(kEqual, line, words) && !find_any(kFromTo, line, words);
}

bool tells_own_change(const Line& line, Words words) {
  static const Patterns kOwn = {"from # <10> to #",
                                "in|with|for|by|of both|all|each|either <3> "
                                "groups|arms|treatments|regimens|drugs|agents|therapies",
                                "subsequent to", "within <3> groups|arms|group",
                                "both groups|drugs|treatments|agents|regimens"};
  // "Fell with tea (1.8 to 1.5 mmol/l, P=.03)"
  static const Patterns kRange = {"# to #"};
  static const Patterns kOfBoth = {"ci|confidence|versus|vs|v|respectively|compared"};
  return find_any(kOwn, line, words) ||
         (find_any(kRange, line, words) && !find_any(kOfBoth, line, words));
}

bool compares_by_figures(const Reading& reading, const Line& line, const Stretch& stretch) {
  static const Patterns kWords = {
      "versus|vs|respectively", "v #",
      "greater|higher|lower|fewer|longer|shorter|better|worse|larger|smaller|faster|earlier|"
      "difference|differences|different",
      "more|less effective|frequent|frequently|effectively|rapid|rapidly|often|severe|patients"};
  static const Patterns kGroups = {"group|groups|arm"};
  const Words words = words_in(line, stretch);
  if (find_any(kWords, line, words) || names_control(line, stretch)) return true;
  if (const auto one = find_any(kGroups, line, words); one && find_any(kGroups, words, one->last))
    return true;
  std::set<std::size_t> arms;
  for (const doc::Number& number : line.numbers) {
    if (number.begin < stretch.begin || number.end > stretch.end) continue;
    if (const auto arm = arms_of(reading).arm_of(line, number.begin, number.end)) arms.insert(*arm);
  }
  return arms.size() > 1;
}

// "The rate of falls (P=.03) and that of injuries were lower": what is said comes later.
bool says_nothing_yet(const Line& line, std::size_t begin, std::size_t end) {
  constexpr WordKinds kSaying = kind::auxiliary | kind::verb | kind::participle;
  const std::size_t last = line.token_from(end);
  for (std::size_t i = line.token_from(begin); i < last; ++i) {
    if ((line.kinds[i] & kSaying) != 0) return false;
  }
  return true;
}

// "Tea lowered pain (P<.01)" in a trial against placebo.
bool is_said_of_treatment(const Reading& reading, const Line& line, const Stretch& stretch) {
  static const Patterns kDoes = {
      "reduced|lowered|increased|improved|decreased|prevented|enhanced|raised|produced|caused"};
  const Compared& compared = compared_in(reading);
  if (!compared.intervention || !is_against_nothing(reading)) return false;
  const Words words = words_in(line, stretch);
  const auto does = find_any(kDoes, line, words);
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
std::optional<bool> says_between_arms(const Line& line, std::size_t end) {
  static const Patterns kVersus = {"vs|versus", "compared with|to"};
  static const Patterns kBefore = {
      "baseline|pretreatment|before|initial|entry|visit|day|week|month|year|phase|period|stage"};
  constexpr std::size_t kLongestName = 2;  // tokens of the arm before "vs"
  std::size_t first = line.token_from(end);
  if (first >= line.tokens.size()) return std::nullopt;
  const std::string_view gap = line.text.substr(end, line.tokens[first].begin - end);
  if (gap != " " && gap != ", ") return std::nullopt;
  const std::size_t most = first + kLongestName;
  while (first < most && !kVersus.match_at(line.tokens, first)) ++first;
  if (!kVersus.match_at(line.tokens, first) ||
      line.text.substr(end, line.tokens[first].begin - end).find_first_of(";)") !=
          std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t stop =
      std::min({line.text.find_first_of(";)]", end), line.text.find(" and P", end),
                line.text.find(" and p <", end), line.text.size()});
  const std::size_t last = line.token_from(stop);
  constexpr WordKinds kArm = kind::treatment | kind::inactive;
  if ((kinds_of(line, {first, last}) & kArm) != 0) return true;
  return !find_any(kBefore, words_in(line, {end, stop}));
}

}  // namespace

bool is_against_nothing(const Reading& reading) {
  const Compared& compared = compared_in(reading);
  if (!compared.comparator) return false;
  const auto words = doc::tokenize(compared.comparator->text);
  return std::any_of(words.begin(), words.end(), [](const doc::Token& word) {
    return (word_kinds(word) & kind::inactive) != 0;
  });
}
Told told_in(const Reading& reading, const Line& line, const Stretch& stretch) {
  const Words words = words_in(line, stretch);
  if (tells_other_thing(line, words)) return Told::other;
  if (compares_with_before(line, stretch) && !names_control(line, stretch)) return Told::other;
  static const Patterns kOpens = {"compared|relative|contrast with|to"};
  const auto opens = find_any(kOpens, line);
  if (compares_by_name(line, words) || (opens && opens->first < 2)) return Told::contrast;
  if (compares_as_equal(line, words)) return Told::contrast;
  if (tells_own_change(line, words)) return Told::other;
  return compares_by_figures(reading, line, stretch) ? Told::figures : Told::open;
}

bool is_between_arms(const Reading& reading, const Line& line, std::size_t begin, std::size_t end) {
  if (const auto said = says_between_arms(line, end)) return *said;
  const Stretch clause = clause_of(line, begin, end);
  const Told told = told_in(reading, line, clause);
  if (told == Told::contrast || told == Told::other) return told == Told::contrast;
  if (told == Told::open && is_said_of_treatment(reading, line, clause)) return true;
  const bool turned = clause.begin > 0 && line.text.substr(clause.begin).starts_with("but ");
  if (turned || !says_nothing_yet(line, clause.begin, begin)) return told == Told::figures;
  const std::size_t stop = std::min(line.text.find(';', end), line.text.size());
  const Told later = told_in(reading, line, {clause.begin, stop});
  return later == Told::contrast || (told == Told::figures && later == Told::figures);
}

bool tells_harm(const Line& line) {
  static const Patterns kHarm = {
      "adverse|side event|events|effect|effects|reaction|reactions|experience|experiences",
      "withdrew|withdrawals|withdrawal|withdrawn|discontinued|dropout|dropouts|tolerability|"
      "tolerated",
      "side|adverse|intolerable|ae|aes|cae|caes|sae|saes|teae|teaes|adr|adrs",
      "extrapyramidal|parkinsonism",
      "site reaction|reactions",
      "irritation"};
  return find_any(kHarm, line).has_value();
}

}  // namespace ev::extract
