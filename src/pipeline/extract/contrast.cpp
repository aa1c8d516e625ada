#include "pipeline/extract/contrast.hpp"

#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

namespace ev::extract {

namespace {

using Words = std::span<const doc::Token>;

constexpr std::string_view kTurns[] = {" but ", " whereas ", " while ", " although "};

bool holds_p(std::string_view bracket) {
  for (std::size_t i = 0; i + 1 < bracket.size(); ++i) {
    const bool letter = bracket[i] == 'p' || bracket[i] == 'P';
    const bool alone = i == 0 || !doc::is_letter(static_cast<unsigned char>(bracket[i - 1]));
    if (letter && alone && std::string_view(" =<>").find(bracket[i + 1]) != std::string_view::npos)
      return true;
  }
  return false;
}

bool turns_at(std::string_view text, std::size_t at) {
  return text[at] == ';' ||
         std::any_of(std::begin(kTurns), std::end(kTurns),
                     [rest = text.substr(at)](std::string_view turn) {
                       return rest.front() == turn.front() && rest.starts_with(turn);
                     });
}

// Where the bracket that holds this byte opens; npos outside of brackets.
std::size_t bracket_around(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i-- > 0;) {
    if (text[i] == ')' || text[i] == ']') ++depth;
    if (text[i] != '(' && text[i] != '[') continue;
    if (depth == 0) return i;
    --depth;
  }
  return std::string_view::npos;
}

std::size_t close_of(std::string_view text, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] != ')' && text[i] != ']') continue;
    if (depth == 0) return i;
    --depth;
  }
  return text.size();
}

std::size_t clause_begin(std::string_view text, std::size_t before) {
  std::size_t begin = 0;
  std::size_t open = 0;
  int depth = 0;
  for (std::size_t i = 0; i < before; ++i) {
    if (text[i] == '(' || text[i] == '[') {
      if (depth++ == 0) open = i;
    } else if ((text[i] == ')' || text[i] == ']') && depth > 0) {
      if (--depth == 0 && holds_p(text.substr(open, i - open))) begin = i + 1;
    } else if (depth == 0 && turns_at(text, i)) {
      begin = i + 1;
    }
  }
  return begin;
}

std::size_t clause_end(std::string_view text, std::size_t from) {
  std::size_t i = from;
  const std::size_t close = close_of(text, from);
  if (close < text.size()) {
    const std::string_view after = text.substr(close + 1);
    if (after.starts_with(",") || after.starts_with(" and ")) return close + 1;
    i = close + 1;
  }
  while (i < text.size() && !turns_at(text, i)) {
    if (text[i] == '(' || text[i] == '[') {
      const std::size_t end = close_of(text, i + 1);
      if (holds_p(text.substr(i, end - i))) return i;
      i = end;
    } else {
      ++i;
    }
  }
  return std::min(i, text.size());
}

bool names_control(const Line& line, const Stretch& stretch) {
  static const Patterns kControl = {
      "control|controls ?treatment group|groups|arm|patients|subjects", "untreated|controls"};
  const std::size_t last = line.token_from(stretch.end);
  for (std::size_t i = line.token_from(stretch.begin); i < last; ++i)
    if ((line.kinds[i] & kind::inactive) != 0) return true;
  return find_any(kControl, words_in(line, stretch)).has_value();
}

// What is no effect of the treatment, whatever is compared.
bool tells_other_thing(Words words) {
  static const Patterns kOther = {
      "correlated|correlates|correlation|correlations|predicted|predictor|predictors|predictive|"
      "regression|interaction|subgroup|subgroups",
      "trend|trends over|for",
      "over the period|years|course",
      "at|of baseline|entry|enrollment|"
      "admission",
      "baseline characteristics|values|differences",
      "before|prior <3> treatment|therapy|surgery|intervention|randomization <2> #",
      "older|younger than|patients|subjects",
      "independent|independently of|associated|related"};
  return find_any(kOther, words).has_value();
}

bool compares_with_before(Words words) {
  static const Patterns kBefore = {
      "compared|comparison|relative|contrast with|to <5> "
      "baseline|pretreatment|beginning|initial|before|entry|pre",
      "versus|vs|than <4> baseline|pretreatment|before|initial|entry|beginning"};
  return find_any(kBefore, words).has_value();
}

bool compares_by_name(Words words) {
  static const Patterns kThan = {
      "than", "compared|comparison|relative|contrast|opposed with|to",
      "between|among <5> "
      "groups|treatments|arms|drugs|regimens|therapies|agents|treatment|treated|two",
      "differ|differed|differs|differing|superior|inferior",
      "versus|vs ?the placebo|control|controls|sham"};
  return find_any(kThan, words).has_value();
}

bool compares_as_equal(Words words) {
  static const Patterns kEqual = {"similar|similarly|comparable|equivalent|equal|equally",
                                  "unaffected", "not <1> affected|influenced|altered by"};
  static const Patterns kFromTo = {"from # <10> to #"};
  return find_any(kEqual, words) && !find_any(kFromTo, words);
}

bool tells_own_change(Words words) {
  static const Patterns kOwn = {"from # <10> to #",
                                "in|with|for|by|of both|all|each|either <3> "
                                "groups|arms|treatments|regimens|drugs|agents|therapies",
                                "subsequent to", "within <3> groups|arms|group",
                                "both groups|drugs|treatments|agents|regimens"};
  return find_any(kOwn, words).has_value();
}

bool compares_by_figures(const Reading& reading, const Line& line, const Stretch& stretch) {
  static const Patterns kWords = {
      "versus|vs|respectively",
      "greater|higher|lower|fewer|longer|shorter|better|worse|larger|smaller|faster|earlier|"
      "difference|differences|different",
      "more|less effective|frequent|frequently|effectively|rapid|rapidly|often|severe|patients"};
  static const Patterns kGroups = {"group|groups|arm"};
  const Words words = words_in(line, stretch);
  if (find_any(kWords, words) || names_control(line, stretch)) return true;
  if (const auto one = find_any(kGroups, words); one && find_any(kGroups, words, one->last))
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
  const auto does = find_any(kDoes, words);
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

// "P<.05 vs baseline", "P<.01 vs tea": what the p value itself says is compared.
std::optional<bool> says_between_arms(const Line& line, std::size_t end) {
  static const Patterns kVersus = {"vs|versus", "compared with|to"};
  static const Patterns kBefore = {
      "baseline|pretreatment|before|initial|entry|visit|day|week|month|year"};
  const std::size_t first = line.token_from(end);
  if (first >= line.tokens.size() || !kVersus.match_at(line.tokens, first)) return std::nullopt;
  const std::string_view gap = line.text.substr(end, line.tokens[first].begin - end);
  if (gap != " " && gap != ", ") return std::nullopt;
  const std::size_t stop =
      std::min({line.text.find_first_of(";)]", end), line.text.find(" and P", end),
                line.text.find(" and p <", end), line.text.size()});
  const std::size_t last = line.token_from(stop);
  constexpr WordKinds kArm = kind::treatment | kind::inactive;
  if ((kinds_of(line, {first, last}) & kArm) != 0) return true;
  return !find_any(kBefore, words_in(line, {end, stop}));
}

}  // namespace

std::span<const doc::Token> words_in(const Line& line, const Stretch& stretch) {
  const std::size_t first = line.token_from(stretch.begin);
  const std::size_t last = std::max(first, line.token_from(stretch.end));
  return Words(line.tokens).subspan(first, last - first);
}

bool is_against_nothing(const Reading& reading) {
  const Compared& compared = compared_in(reading);
  if (!compared.comparator) return false;
  const auto words = doc::tokenize(compared.comparator->text);
  return std::any_of(words.begin(), words.end(), [](const doc::Token& word) {
    return (word_kinds(word) & kind::inactive) != 0;
  });
}

Stretch clause_of(const Line& line, std::size_t begin, std::size_t end) {
  const std::size_t bracket = bracket_around(line.text, begin);
  const std::size_t from = bracket == std::string_view::npos ? begin : bracket;
  return {clause_begin(line.text, from), clause_end(line.text, end)};
}

Told told_in(const Reading& reading, const Line& line, const Stretch& stretch) {
  const Words words = words_in(line, stretch);
  if (tells_other_thing(words)) return Told::other;
  if (compares_with_before(words) && !names_control(line, stretch)) return Told::other;
  static const Patterns kOpens = {"compared|relative|contrast with|to"};
  const auto opens = find_any(kOpens, line);
  if (compares_by_name(words) || (opens && opens->first < 2)) return Told::contrast;
  if (compares_as_equal(words)) return Told::contrast;
  if (tells_own_change(words)) return Told::other;
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
      "withdrew|withdrawals|withdrawal|withdrawn|discontinued|dropouts|tolerability|tolerated"};
  return find_any(kHarm, line).has_value();
}

namespace {

constexpr std::size_t kLongestSpread = 6;    // bytes: " +/- "
constexpr std::size_t kLongestTail = 30;     // bytes behind a figure to the end of its bracket
constexpr std::size_t kLongestBetween = 70;  // bytes from the first arm's figure to "vs"

// The connecting words between two arms' figures.
const Patterns& joining_figures() {
  static const Patterns kJoins = {"versus|vs", "?as compared with|to", "?in comparison with|to"};
  return kJoins;
}

bool has_any(std::string_view text, std::string_view marks) {
  return text.find_first_of(marks) != std::string_view::npos;
}

// The first figure of the group of numbers that ends before this byte: "43 +/- 7", "17/30".
std::optional<std::size_t> figure_before(const Line& line, std::size_t byte, std::size_t least) {
  std::optional<std::size_t> found;
  for (std::size_t i = line.numbers.size(); i-- > 0;) {
    const doc::Number& number = line.numbers[i];
    if (number.end > byte) continue;
    if (number.begin < least || number.words) break;
    const std::size_t until = found ? line.numbers[*found].begin : byte;
    const std::string_view gap = line.text.substr(number.end, until - number.end);
    if (!found && (gap.size() > kLongestBetween || has_any(gap, ";:,="))) break;
    const bool spread = gap.find("+/") != gap.npos || gap.find("\u00B1") != gap.npos;
    const bool same =
        (spread && gap.size() <= kLongestSpread) || gap == "/" || gap == " (" || gap == "% (";
    if (found && !same) break;
    found = i;
  }
  return found;
}

// Where the second figure with its unit and arm ends.
std::size_t end_of_figure(const Line& line, std::size_t from, std::size_t most) {
  std::size_t end = from;
  std::size_t named = from;  // behind the last word that may end the phrase
  const std::size_t limit = std::min(most, line.text.size());
  for (std::size_t i = line.token_from(from); i < line.tokens.size(); ++i) {
    const doc::Token& token = line.tokens[i];
    if (token.end > limit || token.end - from > kLongestBetween) break;
    const std::string_view gap = line.text.substr(end, token.begin - end);
    if (has_any(gap, ",;()=[]") || gap.find(". ") != gap.npos) break;
    constexpr WordKinds kClause = kind::auxiliary | kind::pronoun | kind::conjunction;
    if ((line.kinds[i] & kClause) != 0 || token.folded == "p") break;
    constexpr WordKinds kLoose =
        kind::preposition | kind::determiner | kind::participle | kind::verb | kind::adverb;
    if ((line.kinds[i] & kLoose) == 0) named = token.end;
    end = token.end;
  }
  return named;
}

}  // namespace

namespace {

// "tea (24%) and water (26%) groups": with the names before the brackets.
std::size_t begin_with_name(const Line& line, const doc::Number& number, std::size_t least) {
  if (number.begin == 0 || line.text[number.begin - 1] != '(') return number.begin;
  std::size_t token = line.token_from(number.begin);
  while (token > 0 && line.tokens[token - 1].begin >= least &&
         (line.kinds[token - 1] &
          (kind::preposition | kind::determiner | kind::auxiliary | kind::conjunction)) == 0) {
    --token;
  }
  return std::min(line.tokens[token].begin, number.begin - 1);
}

// "… water (51%) and milk (64%)": to the last arm.
std::size_t end_of_bracketed(const Line& line, std::size_t number) {
  std::size_t end =
      std::min(line.text.find(')', line.numbers[number].end), line.text.size() - 1) + 1;
  while (number + 1 < line.numbers.size() && line.text.substr(end).starts_with(" and ")) {
    const doc::Number& next = line.numbers[++number];
    const std::string_view gap = line.text.substr(end, next.begin - std::min(end, next.begin));
    const std::size_t close = line.text.find(')', next.end);
    if (gap.size() > 24 || !gap.ends_with("(") || close == std::string_view::npos) break;
    end = close + 1;
  }
  return end;
}

// "at 1 year compared with 32%"
bool counts_time(const Line& line, const doc::Number& number) {
  const std::size_t unit = line.token_from(number.end);
  return !number.percent && unit < line.tokens.size() &&
         line.tokens[unit].begin <= number.end + 1 && (line.kinds[unit] & kind::time) != 0;
}

bool is_of_p(const Line& line, const doc::Number& number) {
  const std::vector<PValue> ps = p_values_in(line);
  return std::any_of(ps.begin(), ps.end(),
                     [&](const PValue& p) { return p.begin < number.end && number.begin < p.end; });
}

std::optional<Stretch> joined_figures(const Line& line, const Stretch& stretch) {
  for (std::size_t i = line.token_from(stretch.begin);
       i < line.tokens.size() && line.tokens[i].begin < stretch.end; ++i) {
    const auto joined = joining_figures().match_at(line.tokens, i);
    if (!joined || *joined >= line.tokens.size()) continue;
    const auto first = figure_before(line, line.tokens[i].begin, stretch.begin);
    const std::size_t behind = line.tokens[*joined - 1].end;
    const std::size_t second = doc::first_number_from(line.numbers, behind);
    if (!first || second >= line.numbers.size() || line.numbers[second].words) continue;
    // "tea: 5 versus 4; water: 3 versus 4": before and after in each.
    const std::size_t begin = line.numbers[*first].begin;
    const bool named = line.text.substr(0, begin).ends_with(": ");
    if (named && line.text.find(": ") != line.text.rfind(": ")) continue;
    if (counts_time(line, line.numbers[*first]) || is_of_p(line, line.numbers[*first])) continue;
    const std::string_view gap = line.text.substr(behind, line.numbers[second].begin - behind);
    const bool bracket = gap.ends_with("(");  // "tea (96%) compared to water (51%)"
    if (gap.size() > 24 || has_any(gap.substr(0, gap.size() - (bracket ? 1 : 0)), ",;()="))
      continue;
    // "in 43 patients versus 12%": not the same thing.
    const auto percent = [&](std::size_t at) {
      const doc::Number& number = line.numbers[at];
      return number.percent || line.text.substr(number.end, 8).find('%') != std::string_view::npos;
    };
    if (percent(*first) && !percent(second)) continue;
    if (bracket)
      return Stretch{begin_with_name(line, line.numbers[*first], stretch.begin),
                     end_of_bracketed(line, second)};
    std::size_t end = end_of_figure(line, line.numbers[second].end, stretch.end);
    if (line.text.substr(end, 1) == "%") ++end;
    return Stretch{line.numbers[*first].begin, end};
  }
  return std::nullopt;
}

// "the tea (24%) and water (26%) groups"
bool are_bracketed_groups(const Line& line, const doc::Number& first, const doc::Number& second) {
  static const Patterns kGroups = {"group|groups|arm|arms|patients"};
  const std::string_view gap = line.text.substr(first.end, second.begin - first.end);
  const std::size_t after = line.token_from(second.end);
  return gap.starts_with("%) and ") && gap.ends_with("(") &&
         line.text.substr(second.end).starts_with("%) ") && after < line.tokens.size() &&
         kGroups.match_at(line.tokens, after).has_value();
}

// "74% on tea and 70% on water"
std::optional<Stretch> figures_of_arms(const Reading& reading, const Line& line,
                                       const Stretch& stretch) {
  const Arms& arms = arms_of(reading);
  const doc::Number* first = nullptr;
  for (const doc::Number& number : line.numbers) {
    if (!number.percent || number.begin < stretch.begin || number.end > stretch.end) continue;
    const doc::Number* second = &number;
    std::swap(first, second);  // the one before
    if (second == nullptr || number.begin - second->end > kLongestBetween) continue;
    const std::string_view gap = line.text.substr(second->end, number.begin - second->end);
    const bool groups = are_bracketed_groups(line, *second, number);
    const auto a = arms.arm_of(line, second->begin, second->end);
    const auto b = arms.arm_of(line, number.begin, number.end);
    if ((!groups && (!a || !b || *a == *b)) || has_any(gap, ";") || gap.find(" and ") == gap.npos)
      continue;
    // "exceeded the other by 15% and 25%"
    const std::string_view before = line.text.substr(0, second->begin);
    if (before.ends_with(" by ") || before.ends_with(" from ")) continue;
    std::size_t end = end_of_figure(line, number.end, stretch.end);
    if (line.text.substr(end, 1) == "%") ++end;
    if (line.text.substr(end, 1) == ")") ++end;
    return Stretch{begin_with_name(line, *second, stretch.begin), end};
  }
  return std::nullopt;
}

// "95] vs 47%" begins inside a bracket: no figures. A bracket that opens within them is closed.
std::optional<Stretch> with_whole_brackets(const Line& line, std::optional<Stretch> figures) {
  if (!figures) return std::nullopt;
  int depth = 0;
  for (std::size_t i = figures->begin; i < figures->end; ++i) {
    if (line.text[i] == '(' || line.text[i] == '[') ++depth;
    if ((line.text[i] == ')' || line.text[i] == ']') && --depth < 0) return std::nullopt;
  }
  if (depth == 0) return figures;
  const std::size_t close = close_of(line.text, figures->end);
  const bool near = depth == 1 && close < line.text.size() && close - figures->end < kLongestTail;
  return near ? std::optional(Stretch{figures->begin, close + 1}) : std::nullopt;
}

}  // namespace

std::optional<Stretch> figures_in(const Reading& reading, const Line& line,
                                  const Stretch& stretch) {
  const auto joined = joined_figures(line, stretch);
  return with_whole_brackets(line, joined ? joined : figures_of_arms(reading, line, stretch));
}

}  // namespace ev::extract
