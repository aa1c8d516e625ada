#include "pipeline/extract/figures.hpp"

#include "pipeline/extract/arm_terms.hpp"
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/extract/whole_clause.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <iterator>

namespace ev::extract {

namespace {

constexpr std::size_t kLongestSpread = 6;    // bytes: " +/- "
constexpr std::size_t kLongestTail = 30;     // bytes behind a figure to the end of its bracket
constexpr std::size_t kLongestBetween = 70;  // bytes from the first arm's figure to "vs"
constexpr std::size_t kLongestToNext = 140;  // bytes from one arm's figure to the next one's
constexpr std::size_t kLongestList = 160;    // bytes from a list of figures to "respectively"
constexpr std::size_t kLongestUnit = 16;     // bytes from a bare figure with its unit to "vs"

// The connecting words between two arms' figures.
const Patterns& joining_figures() {
  static const Patterns kJoins = {"versus|vs|v", "?as compared with|to", "?in comparison with|to"};
  return kJoins;
}

bool has_any(std::string_view text, std::string_view marks) {
  return text.find_first_of(marks) != std::string_view::npos;
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), doc::is_digit);
}

// "50 mg", "20 mg/day"; not "12 mg/dl".
bool is_dose(const Sentence& sentence, const doc::Number& number) {
  static const Patterns kGiven = {"mg|microg|mcg|ug|g|iu|units"};
  static const Patterns kPer = {"day|daily|d|kg|twice|once"};
  const std::size_t unit = sentence.token_from(number.end);
  if (number.percent || unit >= sentence.tokens.size() ||
      sentence.tokens[unit].begin > number.end + 1 || !kGiven.match_at(sentence.tokens, unit))
    return false;
  const bool per = sentence.text.substr(sentence.tokens[unit].end).starts_with("/");
  return !per || kPer.match_at(sentence.tokens, unit + 1);
}

// "XY 434 group", "group 2", "week 8".
bool names_group(const Sentence& sentence, const doc::Number& number) {
  static const Patterns kBehind = {"group|arm"};
  static const Patterns kBefore = {"group|groups|arm|phase|grade|stage|type|week|day|month|visit"};
  const std::size_t next = sentence.token_from(number.end);
  const std::size_t own = sentence.token_from(number.begin);
  const bool opens = number.begin > 0 && sentence.text[number.begin - 1] == '(';
  return kBehind.match_at(sentence.tokens, next) ||
         (own > 0 && !opens && !number.percent && kBefore.match_at(sentence.tokens, own - 1));
}

// The first figure of the group of numbers that ends before this byte: "43 +/- 7", "17/30".
std::optional<std::size_t> figure_before(const Sentence& sentence, std::size_t byte,
                                         std::size_t least) {
  std::optional<std::size_t> found;
  for (std::size_t i = sentence.numbers.size(); i-- > 0;) {
    const doc::Number& number = sentence.numbers[i];
    if (number.end > byte) continue;
    if (number.begin < least || number.words) break;
    const bool of_unit = number.begin > 1 && sentence.text[number.begin - 1] == '/' &&
                         doc::is_alpha(sentence.text[number.begin - 2]);  // "ml/min/1.73 m2"
    if (of_unit || (!found && (is_dose(sentence, number) || names_group(sentence, number))))
      continue;
    const std::size_t until = found ? sentence.numbers[*found].begin : byte;
    const std::string_view gap = sentence.text.substr(number.end, until - number.end);
    if (!found && (gap.size() > kLongestBetween || has_any(gap, ";:,="))) break;
    const bool spread = gap.find("+/") != gap.npos || gap.find("\u00B1") != gap.npos;
    const bool same =
        (spread && gap.size() <= kLongestSpread) || gap == "/" || gap == " (" || gap == "% (";
    if (found && (!same || names_group(sentence, number))) break;
    found = i;
  }
  return found;
}

// Where the second figure with its unit and arm ends.
std::size_t end_of_figure(const Sentence& sentence, std::size_t from, std::size_t most) {
  std::size_t end = from;
  std::size_t named = from;  // behind the last word that may end the phrase
  const std::size_t limit = std::min(most, sentence.text.size());
  for (std::size_t i = sentence.token_from(from); i < sentence.tokens.size(); ++i) {
    const doc::Token& token = sentence.tokens[i];
    if (token.end > limit || token.end - from > kLongestBetween) break;
    const std::string_view gap = sentence.text.substr(end, token.begin - end);
    if (has_any(gap, ",;()=[]") || gap.find(". ") != gap.npos) break;
    constexpr WordKinds kClause = kind::auxiliary | kind::pronoun | kind::conjunction;
    const bool hangs = gap == "- " || sentence.text.substr(token.end).starts_with("- ");
    if (((sentence.kinds[i] & kClause) != 0 && !hangs) || token.folded == "p") break;
    constexpr WordKinds kLoose =
        kind::preposition | kind::determiner | kind::participle | kind::verb | kind::adverb;
    if ((sentence.kinds[i] & kLoose) == 0) named = token.end;
    end = token.end;
  }
  return named;
}

// "13 (52) versus 5 (20)": with the share in the second one's bracket too.
std::size_t end_with_share(const Sentence& sentence, std::size_t first, std::size_t end) {
  const auto opens = [&](std::size_t at) {
    const std::string_view rest = sentence.text.substr(at);
    return rest.size() > 2 && rest.starts_with(" (") && doc::is_digit(rest[2]);
  };
  if (!opens(sentence.numbers[first].end) || !opens(end)) return end;
  const std::size_t close = close_of(sentence.text, end + 2);
  return close < sentence.text.size() && close - end <= kLongestTail ? close + 1 : end;
}

// "tea (24%) and water (26%) groups": with the names before the brackets.
std::size_t begin_with_name(const Sentence& sentence, const doc::Number& number,
                            std::size_t least) {
  if (number.begin == 0 || sentence.text[number.begin - 1] != '(') return number.begin;
  std::size_t token = sentence.token_from(number.begin);
  while (token > 0 && sentence.tokens[token - 1].begin >= least &&
         (sentence.kinds[token - 1] &
          (kind::preposition | kind::determiner | kind::auxiliary | kind::conjunction)) == 0) {
    --token;
  }
  return std::min(sentence.tokens[token].begin, number.begin - 1);
}

// "… water (51%) and milk (64%)": to the last arm.
std::size_t end_of_bracketed(const Sentence& sentence, std::size_t number) {
  std::size_t end =
      std::min(sentence.text.find(')', sentence.numbers[number].end), sentence.text.size() - 1) + 1;
  while (number + 1 < sentence.numbers.size() && sentence.text.substr(end).starts_with(" and ")) {
    const doc::Number& next = sentence.numbers[++number];
    const std::string_view gap = sentence.text.substr(end, next.begin - std::min(end, next.begin));
    const std::size_t close = sentence.text.find(')', next.end);
    if (gap.size() > 24 || !gap.ends_with("(") || close == std::string_view::npos) break;
    end = close + 1;
  }
  return end;
}

// "Time to recovery was 8 days with tea": there a time is what is compared.
bool compares_times(const Sentence& sentence, std::size_t until) {
  static const Patterns kTime = {"time|duration|survival|stay|latency|onset <8> was|were",
                                 "for a mean|median|average of"};
  const auto time = find_any(kTime, sentence);
  return time && sentence.tokens[time->last - 1].end <= until;
}

// "at 1 year compared with 32%"
bool counts_time(const Sentence& sentence, const doc::Number& number) {
  const std::size_t unit = sentence.token_from(number.end);
  return !number.percent && unit < sentence.tokens.size() &&
         sentence.tokens[unit].begin <= number.end + 1 &&
         (sentence.kinds[unit] & kind::time) != 0 && !compares_times(sentence, number.begin);
}

bool is_of_p(const Sentence& sentence, const doc::Number& number) {
  const std::vector<PValue> ps = p_values_in(sentence);
  return std::any_of(ps.begin(), ps.end(),
                     [&](const PValue& p) { return p.begin < number.end && number.begin < p.end; });
}

// "51% and 46%"
bool begins_list(const Sentence& sentence, std::size_t number) {
  if (number + 1 >= sentence.numbers.size()) return false;
  const doc::Number& one = sentence.numbers[number];
  const doc::Number& next = sentence.numbers[number + 1];
  const std::string_view gap = sentence.text.substr(one.end, next.begin - one.end);
  return one.percent && next.percent && gap == "% and ";
}

// "54% on day 3 and 65% on day 14 with tea versus": another figure of the same arm stands before.
bool has_figure_before(const Sentence& sentence, std::size_t number, std::size_t least) {
  for (std::size_t i = number; i-- > 0 && sentence.numbers[i].begin >= least;) {
    const doc::Number& one = sentence.numbers[i];
    if (one.percent == sentence.numbers[number].percent && !one.words &&
        !names_group(sentence, one) && !is_dose(sentence, one) && !counts_time(sentence, one)) {
      return true;
    }
  }
  return false;
}

// "63 to 38 vs 81 to 48": where the first arm's change begins.
std::size_t begin_of_change(const Sentence& sentence, std::size_t first, std::size_t least) {
  const std::size_t begin = sentence.numbers[first].begin;
  if (!sentence.text.substr(0, begin).ends_with(" to ")) return begin;
  const std::size_t to = begin - std::string_view(" to ").size();
  const auto from = figure_before(sentence, to, least);
  if (!from || sentence.numbers[*from].begin >= to) return begin;
  const std::string_view between =
      sentence.text.substr(sentence.numbers[*from].begin, to - sentence.numbers[*from].begin);
  return between.find(' ') == std::string_view::npos || between.find("+") != std::string_view::npos
             ? sentence.numbers[*from].begin
             : begin;
}

std::optional<ByteRange> joined_figures(const Sentence& sentence, const ByteRange& range) {
  for (std::size_t i = sentence.token_from(range.begin);
       i < sentence.tokens.size() && sentence.tokens[i].begin < range.end; ++i) {
    const auto joined = joining_figures().match_at(sentence.tokens, i);
    if (!joined || *joined >= sentence.tokens.size()) continue;
    const auto first = figure_before(sentence, sentence.tokens[i].begin, range.begin);
    const std::size_t behind = sentence.tokens[*joined - 1].end;
    const std::size_t second = doc::first_number_from(sentence.numbers, behind);
    if (!first || second >= sentence.numbers.size() || sentence.numbers[second].words) continue;
    // "tea: 5 versus 4; water: 3 versus 4": before and after in each.
    const std::size_t begin = sentence.numbers[*first].begin;
    const bool named = sentence.text.substr(0, begin).ends_with(": ");
    if (named && sentence.text.find(": ") != sentence.text.rfind(": ")) continue;
    if (counts_time(sentence, sentence.numbers[*first]) ||
        is_of_p(sentence, sentence.numbers[*first]))
      continue;
    const std::string_view gap =
        sentence.text.substr(behind, sentence.numbers[second].begin - behind);
    const bool bracket = gap.ends_with("(");  // "tea (96%) compared to water (51%)"
    if (gap.size() > 24 || has_any(gap.substr(0, gap.size() - (bracket ? 1 : 0)), ",;()="))
      continue;
    // "in 43 patients versus 12%": not the same thing.
    const auto percent = [&](std::size_t at) {
      const doc::Number& number = sentence.numbers[at];
      return number.percent ||
             sentence.text.substr(number.end, 8).find('%') != std::string_view::npos;
    };
    if (percent(*first) && !percent(second)) continue;
    // "69% and 77% compared with 51% and 46%": two figures of each.
    if (begins_list(sentence, second)) return whole_clause(sentence, range);
    const std::string_view between = sentence.text.substr(begin, sentence.tokens[i].begin - begin);
    if (between.size() > kLongestUnit && has_figure_before(sentence, *first, range.begin))
      return whole_clause(sentence, range);
    if (bracket)
      return ByteRange{begin_with_name(sentence, sentence.numbers[*first], range.begin),
                       end_of_bracketed(sentence, second)};
    std::size_t end = end_of_figure(sentence, sentence.numbers[second].end, range.end);
    if (sentence.text.substr(end, 1) == "%") ++end;
    end = end_with_share(sentence, *first, end);
    // "(85% vs. 48%, respectively)": whose they are stands elsewhere; "0.1 vs 0.2 to 0.6".
    const std::string_view after = sentence.text.substr(end, kLongestTail + 10);
    if (after.find("respectively") != std::string_view::npos ||
        doc::is_range(sentence.text, sentence.numbers, second)) {
      if (const auto clause = whole_clause(sentence, range)) return clause;
    }
    return ByteRange{begin_of_change(sentence, *first, range.begin), end};
  }
  return std::nullopt;
}

// A number that may tell how an arm fared: no dose, time, count of people, spread or p value.
bool is_figure(const Sentence& sentence, const doc::Number& number) {
  if (number.words || counts_time(sentence, number) || is_dose(sentence, number) ||
      names_group(sentence, number)) {
    return false;
  }
  const std::string_view before = sentence.text.substr(0, number.begin);
  static constexpr std::string_view kBefore[] = {"n = ",    "n=",     "N = ", "N=", "+/- ", "+/-",
                                                 "\u00B1 ", "\u00B1", "SD ",  "/",  "CI ",  "to "};
  if (std::any_of(std::begin(kBefore), std::end(kBefore),
                  [&](std::string_view words) { return before.ends_with(words); })) {
    return false;
  }
  return !is_of_p(sentence, number);
}

// "86% (49 of 57) in the tea group": the word before "group" that follows the number, no other
// figure but in brackets between.
std::optional<std::size_t> group_of(const Sentence& sentence, const doc::Number& number,
                                    std::size_t until) {
  static const Patterns kGroup = {"group|arm"};
  constexpr std::size_t kFar = 10;  // tokens
  // "the tea group (86%"
  const std::size_t own = sentence.token_from(number.begin);
  const bool opens = number.begin > 0 && sentence.text[number.begin - 1] == '(';
  if (opens && own > 1 && kGroup.match_at(sentence.tokens, own - 1))
    return sentence.tokens[own - 2].hash;
  std::size_t from = sentence.token_from(number.end);
  const std::size_t open = sentence.text.find('(', number.end);
  if (open < number.end + 3) from = sentence.token_from(close_of(sentence.text, open + 1));
  for (std::size_t i = from + 1; i < std::min(from + kFar, sentence.tokens.size()); ++i) {
    if (sentence.tokens[i].begin > until) break;
    if (doc::is_digit(sentence.tokens[i].folded.front()) &&
        sentence.tokens[i].begin > sentence.tokens[from].end)
      break;
    if (!kGroup.match_at(sentence.tokens, i)) continue;
    // "in group a"
    const bool lettered =
        i + 1 < sentence.tokens.size() && sentence.tokens[i + 1].folded.size() == 1;
    return sentence.tokens[lettered ? i + 1 : i - 1].hash;
  }
  return std::nullopt;
}

}  // namespace

namespace {

// "97% after OCM", "56 mg/dl for tea": a treatment, or a short form of one.
std::optional<std::size_t> treatment_behind(const RecordText& record, const Sentence& sentence,
                                            const doc::Number& number) {
  constexpr std::size_t kUnit = 3;  // tokens
  std::size_t at = sentence.token_from(number.end);
  const std::size_t most = std::min(at + kUnit, sentence.tokens.size());
  while (at < most && (sentence.kinds[at] & kind::unit) != 0) ++at;
  if (at + 1 >= sentence.tokens.size() || (sentence.kinds[at] & kind::preposition) == 0 ||
      has_any(sentence.text.substr(number.end, sentence.tokens[at + 1].begin - number.end),
              ",;()")) {
    return std::nullopt;
  }
  const doc::Token& name = sentence.tokens[at + 1];
  if ((sentence.kinds[at + 1] & (kind::drug | kind::inactive)) != 0) return name.hash;
  if (sentence.tokens[at].begin > number.end + 2) return std::nullopt;
  const auto* form = record.definition_of(sentence.text.substr(name.begin, name.end - name.begin));
  if (form == nullptr) return std::nullopt;
  const auto words = doc::tokenize(record.document().text(form->long_span));
  const bool given = std::any_of(words.begin(), words.end(), [](const doc::Token& word) {
    return (word_kinds(word) & kind::treatment) != 0;
  });
  return given ? std::optional<std::size_t>(name.hash) : std::nullopt;
}

}  // namespace

std::vector<ArmFigure> arm_figures_in(const RecordText& record, const Sentence& sentence,
                                      const ByteRange& range) {
  std::vector<ArmFigure> out;
  const Arms& arms = arms_of(record);
  for (std::size_t i = doc::first_number_from(sentence.numbers, range.begin);
       i < sentence.numbers.size() && sentence.numbers[i].end <= range.end; ++i) {
    const doc::Number& number = sentence.numbers[i];
    if (!is_figure(sentence, number)) continue;
    const auto arm = arms.arm_of(sentence, number.begin, number.end);
    auto group = group_of(sentence, number, range.end);
    if (!group) group = treatment_behind(record, sentence, number);
    if (group || arm) out.push_back({.number = i, .group = group ? *group : *arm, .arm = arm});
  }
  return out;
}

namespace {

bool are_of_two_arms(const Sentence& sentence, const ArmFigure& a, const ArmFigure& b) {
  const doc::Number& left = sentence.numbers[a.number];
  const doc::Number& right = sentence.numbers[b.number];
  const bool same_arm = a.arm && a.arm == b.arm;
  return a.group != b.group && !same_arm && left.percent == right.percent &&
         right.begin - left.end <= kLongestToNext;
}

// "74% on tea and 70% on water": near each other, of two arms and of one kind.
bool have_two_arms(const Sentence& sentence, const std::vector<ArmFigure>& figures) {
  const bool exceeds = sentence.text.find("exceeded") != std::string_view::npos;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    // "exceeded the other by 15% and 25%"
    const std::size_t begin = sentence.numbers[figures[i].number].begin;
    if (exceeds && sentence.text.substr(0, begin).ends_with(" by ")) continue;
    for (std::size_t k = i + 1; k < figures.size(); ++k)
      if (are_of_two_arms(sentence, figures[i], figures[k])) return true;
  }
  return false;
}

// "the tea (24%) and water (26%) groups"
bool has_bracketed_groups(const Sentence& sentence, const ByteRange& range) {
  static const Patterns kGroups = {"group|groups|arm|arms|patients"};
  for (std::size_t i = 0; i + 1 < sentence.numbers.size(); ++i) {
    const doc::Number& first = sentence.numbers[i];
    const doc::Number& second = sentence.numbers[i + 1];
    if (first.begin < range.begin || second.end > range.end) continue;
    const std::string_view gap = sentence.text.substr(first.end, second.begin - first.end);
    if (gap.starts_with("%) and ") && gap.ends_with("(") &&
        sentence.text.substr(second.end).starts_with("%) ") &&
        kGroups.match_at(sentence.tokens, sentence.token_from(second.end))) {
      return true;
    }
  }
  return false;
}

// "did not differ between the three groups (85, 82 and 93%, respectively)"
bool has_list_of_groups(const Sentence& sentence, const ByteRange& range) {
  static const Patterns kRespectively = {"respectively"};
  static const Patterns kGroups = {"groups|arms|treatments|regimens|drugs|agents|therapies"};
  const Words words = words_in(sentence, range);
  const auto behind = find_any(kRespectively, words);
  if (!behind || !find_any(kGroups, words) ||
      sentence.text.find("exceeded") != std::string_view::npos)
    return false;
  const std::size_t end = words[behind->first].begin;
  for (std::size_t i = 0; i + 1 < sentence.numbers.size(); ++i) {
    const doc::Number& one = sentence.numbers[i];
    const doc::Number& next = sentence.numbers[i + 1];
    if (one.begin < range.begin || next.end > end || end - next.end > kLongestList) continue;
    const std::string_view gap = sentence.text.substr(one.end, next.begin - one.end);
    const bool listed = gap == " and " || gap == "% and " || gap == ", and " || gap == "%, and ";
    if (listed && is_figure(sentence, one) && is_figure(sentence, next)) return true;
  }
  return false;
}

// "57 of 69 (83%) receiving tea and milk, compared with 1 of 75 (1%) receiving milk alone"
bool has_joined_shares(const Sentence& sentence, const ByteRange& range) {
  const auto is_share = [&](const doc::Number& number, std::size_t from, std::size_t to) {
    return number.percent && number.begin >= from && number.end <= to &&
           is_figure(sentence, number);
  };
  for (std::size_t i = sentence.token_from(range.begin);
       i < sentence.tokens.size() && sentence.tokens[i].begin < range.end; ++i) {
    static const Patterns kBefore = {"baseline|pretreatment|before|initial|entry"};
    const auto joined = joining_figures().match_at(sentence.tokens, i);
    if (!joined || kBefore.match_at(sentence.tokens, *joined)) continue;
    const std::size_t at = sentence.tokens[i].begin;
    const std::size_t far = at > kLongestToNext ? at - kLongestToNext : 0;
    const bool before = std::any_of(
        sentence.numbers.begin(), sentence.numbers.end(),
        [&](const doc::Number& n) { return is_share(n, std::max(range.begin, far), at); });
    const bool behind =
        std::any_of(sentence.numbers.begin(), sentence.numbers.end(), [&](const doc::Number& n) {
          return is_share(n, at, std::min(range.end, at + kLongestBetween));
        });
    if (before && behind) return true;
  }
  return false;
}

}  // namespace

std::vector<double> changes_told_in(const Sentence& sentence, const ByteRange& range) {
  constexpr std::size_t kLongestSpan = 30;  // bytes between the two figures
  constexpr std::string_view kTo = " to ";
  std::vector<double> out;
  for (const doc::Number& from : sentence.numbers) {
    if (from.begin < range.begin || from.end > range.end || counts_time(sentence, from)) continue;
    if (!sentence.text.substr(0, from.begin).ends_with("from ")) continue;
    const std::size_t to = sentence.text.find(kTo, from.end);
    if (to == std::string_view::npos || to - from.end > kLongestSpan) continue;
    const std::size_t next = doc::first_number_from(sentence.numbers, to);
    if (next >= sentence.numbers.size()) continue;
    const doc::Number& number = sentence.numbers[next];
    if (number.begin == to + kTo.size() && number.end <= range.end &&
        !counts_time(sentence, number))
      out.push_back(number.value - from.value);
  }
  return out;
}

namespace {

// The side that words of a sentence name, none where they name both.
ContrastedArm arm_named_at(const ArmTerms& terms, const Sentence& sentence, std::size_t first,
                           std::size_t last) {
  const ContrastedArm named =
      arm_named_in(terms, std::span(sentence.tokens).subspan(first, last - first));
  return named == ContrastedArm::both ? ContrastedArm::none : named;
}

// "after tea (24%)", "tea-treated (24%)": what stands before the figure's bracket.
ContrastedArm arm_named_before(const ArmTerms& terms, const Sentence& sentence,
                               const doc::Number& number) {
  constexpr std::size_t kNear = 3;  // tokens
  if (number.begin == 0 || sentence.text[number.begin - 1] != '(') return ContrastedArm::none;
  const std::size_t own = sentence.token_from(number.begin);
  std::size_t first = own;
  while (
      first > 0 && own - first < kNear &&
      !doc::is_digit(sentence.tokens[first - 1].folded.front()) &&
      !has_any(sentence.text.substr(sentence.tokens[first - 1].end,
                                    sentence.tokens[first].begin - sentence.tokens[first - 1].end),
               ",;:)")) {
    --first;
  }
  return arm_named_at(terms, sentence, first, own);
}

// "ml min-1"
bool is_power(const Sentence& sentence, const doc::Number& number) {
  return number.begin > 1 && sentence.text[number.begin - 1] == '-' &&
         doc::is_alpha(sentence.text[number.begin - 2]);
}

// No dose: "with 20 mg of tea".
bool begins_figure(const Sentence& sentence, const doc::Token& token) {
  return std::any_of(sentence.numbers.begin(), sentence.numbers.end(),
                     [&](const doc::Number& number) {
                       return number.begin <= token.begin && token.end <= number.end &&
                              !is_dose(sentence, number) && !is_power(sentence, number);
                     });
}

// "5 ml/min (T)": a name in brackets.
bool opens_name(const Sentence& sentence, std::size_t from, const doc::Token& token) {
  constexpr std::size_t kLongestName = 16;
  const std::size_t open = sentence.text.substr(from, token.begin - from).find('(');
  if (open == std::string_view::npos) return false;
  const std::size_t close = sentence.text.find(')', token.begin);
  return close < token.begin + kLongestName &&
         !has_digit(sentence.text.substr(token.begin, close - token.begin));
}

// "24% (12 of 50) of those who were given tea": what stands behind the figure and its brackets.
ContrastedArm arm_named_behind(const ArmTerms& terms, const Sentence& sentence,
                               const doc::Number& number) {
  constexpr std::size_t kNear = 9;  // tokens
  std::size_t from = number.end + (sentence.text.substr(number.end, 1) == "%" ? 1 : 0);
  const std::size_t close = close_of(sentence.text, from + 2);
  if (sentence.text.substr(from, 2) == " (" && has_digit(sentence.text.substr(from, close - from)))
    from = close + 1;
  const std::size_t first = sentence.token_from(from);
  std::size_t last = first;
  while (last < sentence.tokens.size() && last - first < kNear &&
         !begins_figure(sentence, sentence.tokens[last]) &&
         (opens_name(sentence, from, sentence.tokens[last]) ||
          !has_any(sentence.text.substr(from, sentence.tokens[last].begin - from), ",;:()"))) {
    from = sentence.tokens[last++].end;
    if (arm_named_at(terms, sentence, first, last) != ContrastedArm::none) break;
  }
  return arm_named_at(terms, sentence, first, last);
}

// A figure beside the words for one arm, another of its kind beside those for the other.
bool name_two_arms(const RecordText& record, const Sentence& sentence, const ByteRange& range) {
  const ArmTerms& terms = arm_terms_of(record);
  const doc::Number* of[2] = {nullptr, nullptr};
  for (std::size_t i = doc::first_number_from(sentence.numbers, range.begin);
       i < sentence.numbers.size() && sentence.numbers[i].end <= range.end; ++i) {
    const doc::Number& number = sentence.numbers[i];
    if (!is_figure(sentence, number)) continue;
    ContrastedArm named = arm_named_before(terms, sentence, number);
    if (named == ContrastedArm::none) named = arm_named_behind(terms, sentence, number);
    if (named != ContrastedArm::treated && named != ContrastedArm::control) continue;
    const doc::Number*& own = of[named == ContrastedArm::treated ? 0 : 1];
    const doc::Number* other = of[named == ContrastedArm::treated ? 1 : 0];
    own = &number;
    if (other != nullptr && other->percent == number.percent &&
        number.begin - other->end <= kLongestToNext)
      return true;
  }
  return false;
}

std::optional<ByteRange> figures_of_arms(const RecordText& record, const Sentence& sentence,
                                         const ByteRange& range) {
  const bool arms = have_two_arms(sentence, arm_figures_in(record, sentence, range)) ||
                    has_bracketed_groups(sentence, range) || has_list_of_groups(sentence, range) ||
                    has_joined_shares(sentence, range) || name_two_arms(record, sentence, range) ||
                    changes_told_in(sentence, range).size() == 2;
  return arms ? whole_clause(sentence, range) : std::nullopt;
}

// "95] vs 47%" begins inside a bracket: no figures. A bracket that opens within them is closed.
std::optional<ByteRange> with_whole_brackets(const Sentence& sentence,
                                             std::optional<ByteRange> figures) {
  if (!figures) return std::nullopt;
  int depth = 0;
  for (std::size_t i = figures->begin; i < figures->end; ++i) {
    if (sentence.text[i] == '(' || sentence.text[i] == '[') ++depth;
    if ((sentence.text[i] == ')' || sentence.text[i] == ']') && --depth < 0) return std::nullopt;
  }
  if (depth == 0) return figures;
  const std::size_t close = close_of(sentence.text, figures->end);
  const bool near =
      depth == 1 && close < sentence.text.size() && close - figures->end < kLongestTail;
  return near ? std::optional(ByteRange{figures->begin, close + 1}) : std::nullopt;
}

}  // namespace

std::optional<ByteRange> figures_in(const RecordText& record, const Sentence& sentence,
                                    const ByteRange& range) {
  // Who stayed to the end is no outcome, a count of some of those counted no result.
  static const Patterns kStayed = {"completed|completers|evaluable|enrolled|excluded",
                                   "including|include #",
                                   "patients|subjects|participants|women|men|children were "
                                   "included|recruited|randomized|randomised|assigned|allocated",
                                   "most|majority of ?the patients|subjects|participants|children"};
  const auto joined = joined_figures(sentence, range);
  const auto figures =
      with_whole_brackets(sentence, joined ? joined : figures_of_arms(record, sentence, range));
  return figures && !find_any(kStayed, words_in(sentence, range)) ? figures : std::nullopt;
}

}  // namespace ev::extract
