#include "pipeline/read/results/figure_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace ev::read {

namespace {

constexpr std::size_t kPairInputs = 55;
constexpr std::size_t kMostCounted = 30;

const nlp::Forest& pair_model() {
  static const nlp::Forest kModel =
      nlp::stored_forest("weights/figure_pairs.txt", {"figure_pairs", 1, 2}, kPairInputs);
  return kModel;
}

float counted(std::size_t count) {
  return static_cast<float>(std::min(count, kMostCounted));
}
float flag(bool holds) {
  return holds ? 1 : 0;
}

// What the parts of a figure are, as one number.
float parts_of(const Figure& figure) {
  const ArmCell& cell = figure.cell;
  const bool dispersion = cell.sd || cell.se || cell.plus_minus;
  return flag(cell.events.has_value()) + 2 * flag(cell.percent.has_value()) +
         4 * flag(cell.n.has_value()) + 8 * flag(cell.mean.has_value()) +
         16 * flag(cell.median.has_value()) + 32 * flag(dispersion);
}

double magnitude(const Figure& figure) {
  const ArmCell& cell = figure.cell;
  return std::abs(
      cell.percent.value_or(cell.mean.value_or(cell.median.value_or(cell.events.value_or(0)))));
}

// "and", "vs", "/" …, or how a gap begins that is none of these alone.
float joint_of(std::string_view gap) {
  static constexpr std::string_view kJoints[] = {
      " and ",           " vs ", " vs. ", " versus ", "/",    ", ",      " or ", " v ", "; ",
      " compared with ", " to ", " / ",   ", and ",   " vs.", " and of "};
  const auto at = std::find(std::begin(kJoints), std::end(kJoints), gap);
  return at == std::end(kJoints) ? 0 : static_cast<float>(at - std::begin(kJoints) + 1);
}

bool is_list_joint(std::string_view gap) {
  return gap == " and " || gap == "/" || gap == ", " || gap == ", and " || gap == " or " ||
         gap == " / " || gap == " vs " || gap == " vs. " || gap == " versus ";
}

std::size_t decimals(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return 0;
  std::size_t end = point + 1;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return end - point - 1;
}

std::string_view word_behind(const Sentence& s, std::size_t byte) {
  const std::size_t token = s.token_from(byte);
  return token < s.tokens.size() ? std::string_view(s.tokens[token].folded) : std::string_view();
}
std::string_view word_in_front(const Sentence& s, std::size_t byte) {
  const std::size_t token = s.token_from(byte);
  return token > 0 ? std::string_view(s.tokens[token - 1].folded) : std::string_view();
}

}  // namespace

FigurePairs::FigurePairs(const FigureSentence& of) : of_(of), lists_(of.figures.size()) {
  for (std::size_t i = 0; i < of_.figures.size();) {
    std::size_t last = i;
    while (last + 1 < of_.figures.size() &&
           is_list_joint(of_.sentence.slice(
               {of_.figures[last].at.end,
                std::max(of_.figures[last].at.end, of_.figures[last + 1].at.begin)})))
      ++last;
    for (std::size_t k = i; k <= last; ++k) lists_[k] = {i, last - i + 1};
    i = last + 1;
  }
}

int FigurePairs::arm_before(std::size_t byte, std::size_t from) const {
  int out = -1;
  for (const ArmMention& m : of_.mentions) {
    if (m.at.begin >= from && m.at.end <= byte) out = static_cast<int>(m.arm);
  }
  return out;
}
int FigurePairs::arm_behind(std::size_t byte, std::size_t to) const {
  for (const ArmMention& m : of_.mentions) {
    if (m.at.begin >= byte && m.at.end <= to) return static_cast<int>(m.arm);
  }
  return -1;
}

void FigurePairs::add_kinds(std::size_t first, std::size_t second, nlp::Numbers& out) const {
  const Figure& a = of_.figures[first];
  const Figure& b = of_.figures[second];
  const Sentence& s = of_.sentence;
  out.push_back(static_cast<float>(a.kind));
  out.push_back(static_cast<float>(b.kind));
  out.push_back(parts_of(a));
  out.push_back(parts_of(b));
  out.push_back(flag(parts_of(a) == parts_of(b)));
  out.push_back(flag(a.after_change) + 2 * flag(b.after_change));
  const double x = magnitude(a), y = magnitude(b);
  out.push_back(x > 0 && y > 0 ? static_cast<float>(std::abs(std::log(x / y))) : 9);
  out.push_back(flag(decimals(s.slice(a.at)) == decimals(s.slice(b.at))));
  out.push_back(flag(word_behind(s, a.at.end) == word_behind(s, b.at.end)));
  out.push_back(flag(word_in_front(s, a.at.begin) == word_in_front(s, b.at.begin)));
  static const WordSet kChange("from to by");
  out.push_back(flag(kChange.has(word_in_front(s, a.at.begin))) +
                2 * flag(kChange.has(word_in_front(s, b.at.begin))));
}

void FigurePairs::add_between(Range gap, std::size_t figures, nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  if (gap.end < gap.begin) gap.end = gap.begin;
  const std::string_view text = s.slice(gap);
  static const WordSet kAgainst("versus vs v compared than against");
  static const WordSet kAnd("and or");
  static const WordSet kTurn("whereas while but although however");
  static const WordSet kTimes = WordSet("weeks week months month days day years year hours h at");
  static const WordSet kVerbs("was were had increased decreased reduced fell rose improved");
  out.push_back(counted(figures));
  out.push_back(counted(s.token_from(gap.end) - s.token_from(gap.begin)));
  out.push_back(joint_of(text));
  out.push_back(counted(static_cast<std::size_t>(std::count(text.begin(), text.end(), ','))));
  out.push_back(flag(text.find(';') != std::string_view::npos));
  out.push_back(counted(static_cast<std::size_t>(std::count(text.begin(), text.end(), '('))));
  out.push_back(counted(static_cast<std::size_t>(std::count(text.begin(), text.end(), ')'))));
  for (const WordSet* words : {&kAgainst, &kAnd, &kTurn, &kTimes, &kVerbs})
    out.push_back(flag(s.has_word(gap, *words)));
  const auto inside = [&](Range at) { return at.begin >= gap.begin && at.end <= gap.end; };
  std::size_t tests = 0, numbers = 0;
  for (const PValue& p : of_.statistics.p_values) tests += inside(p.at) ? 1 : 0;
  for (const StatedEffect& e : of_.statistics.effects) tests += inside(e.at) ? 1 : 0;
  for (const doc::Number& n : s.numbers) numbers += inside({n.begin, n.end}) ? 1 : 0;
  out.push_back(counted(tests));
  out.push_back(counted(numbers));
}

void FigurePairs::add_mentions(std::size_t first, std::size_t second, nlp::Numbers& out) const {
  const Range a = of_.figures[first].at, b = of_.figures[second].at;
  const std::size_t before = first > 0 ? of_.figures[first - 1].at.end : 0;
  const std::size_t before_second = of_.figures[second - 1].at.end;
  const std::size_t behind_first = of_.figures[first + 1].at.begin;
  const std::size_t behind =
      second + 1 < of_.figures.size() ? of_.figures[second + 1].at.begin : of_.sentence.text.size();
  const int front_a = arm_before(a.begin, before), front_b = arm_before(b.begin, before_second);
  const int back_a = arm_behind(a.end, behind_first), back_b = arm_behind(b.end, behind);
  const auto compared = [](int x, int y) -> float {
    return x < 0 || y < 0 ? (x < 0 && y < 0 ? 0.F : x < 0 ? 1.F : 2.F) : x == y ? 3.F : 4.F;
  };
  out.push_back(compared(front_a, front_b));
  out.push_back(compared(back_a, back_b));
  out.push_back(compared(front_a, back_b));
  out.push_back(compared(back_a, front_b));
  std::set<std::size_t> between, in_front, after;
  for (const ArmMention& m : of_.mentions) {
    if (m.at.begin >= a.end && m.at.end <= b.begin) between.insert(m.arm);
    if (m.at.end <= a.begin) in_front.insert(m.arm);
    if (m.at.begin >= b.end) after.insert(m.arm);
  }
  out.push_back(counted(between.size()));
  out.push_back(counted(in_front.size()));
  out.push_back(counted(after.size()));
}

void FigurePairs::add_lists(std::size_t first, std::size_t second, nlp::Numbers& out) const {
  const List& a = lists_[first];
  const List& b = lists_[second];
  out.push_back(flag(a.first == b.first));
  out.push_back(counted(a.size));
  out.push_back(counted(b.size));
  out.push_back(counted(first - a.first));
  out.push_back(counted(second - b.first));
  out.push_back(flag(a.size == b.size && first - a.first == second - b.first));
  out.push_back(flag(a.size == of_.arms.size()));
  // Of the figures of the same parts: how many, and where these two are among them.
  const float parts = parts_of(of_.figures[first]);
  std::size_t alike = 0, place_a = 0, place_b = 0;
  for (std::size_t k = 0; k < of_.figures.size(); ++k) {
    if (parts_of(of_.figures[k]) != parts) continue;
    if (k < first) ++place_a;
    if (k < second) ++place_b;
    ++alike;
  }
  out.push_back(counted(alike));
  out.push_back(counted(place_a));
  out.push_back(counted(place_b - place_a));
  out.push_back(flag(2 * (place_b - place_a) == alike));
}

void FigurePairs::add_sentence(std::size_t first, std::size_t second, nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  static const WordSet kRespectively("respectively");
  static const WordSet kBoth("both each either");
  const std::size_t end = of_.figures[second].at.end;
  std::set<std::size_t> arms;
  for (const ArmMention& m : of_.mentions) arms.insert(m.arm);
  out.push_back(counted(of_.figures.size()));
  out.push_back(counted(first));
  out.push_back(counted(of_.figures.size() - second));
  out.push_back(counted(arms.size()));
  out.push_back(counted(of_.arms.size()));
  out.push_back(counted(of_.mentions.size()));
  out.push_back(flag(s.has_word({end, std::min(s.text.size(), end + 160)}, kRespectively)));
  out.push_back(flag(s.has_word({0, s.text.size()}, kBoth)));
  out.push_back(flag(s.in_bracket(of_.figures[first].at.begin)) +
                2 * flag(s.in_bracket(of_.figures[second].at.begin)));
  out.push_back(static_cast<float>(s.role()));
  // A p value right behind the second figure, and right behind the first.
  const auto tested = [&](std::size_t figure) {
    const std::size_t from = of_.figures[figure].at.end;
    return std::any_of(
        of_.statistics.p_values.begin(), of_.statistics.p_values.end(),
        [&](const PValue& p) { return p.at.begin >= from && p.at.begin - from <= 12; });
  };
  out.push_back(flag(tested(first)));
  out.push_back(flag(tested(second)));
}

nlp::Numbers FigurePairs::numbers(std::size_t first, std::size_t second) const {
  nlp::Numbers out;
  out.reserve(kPairInputs);
  add_kinds(first, second, out);
  add_between({of_.figures[first].at.end, of_.figures[second].at.begin}, second - first - 1, out);
  add_mentions(first, second, out);
  add_lists(first, second, out);
  add_sentence(first, second, out);
  return out;
}

double FigurePairs::probability(std::size_t first, std::size_t second) const {
  return pair_model().probabilities(numbers(first, second))[1];
}

}  // namespace ev::read
