#include "pipeline/read/results/figure_arms.hpp"

#include "pipeline/read/results/verdict.hpp"

#include <algorithm>

namespace ev::read {

namespace {

constexpr std::size_t kInputs = 82;
constexpr float kFar = 60;  // words; also stands for a mention that is not there

const nlp::Forest& figure_model() {
  static const nlp::Forest kModel =
      nlp::stored_forest("weights/figure_arms.txt", {"figure_arms", 3, 2}, kInputs);
  return kModel;
}

float capped(std::size_t count, float most = kFar) {
  return std::min(static_cast<float>(count), most);
}

double size_of(const Figure& figure) {
  const ArmCell& cell = figure.cell;
  return cell.percent.value_or(cell.mean.value_or(cell.median.value_or(cell.events.value_or(0))));
}

float place_in(const std::vector<std::size_t>& arms, std::size_t arm) {
  const auto at = std::find(arms.begin(), arms.end(), arm);
  return at == arms.end() ? -1 : static_cast<float>(at - arms.begin());
}

bool is_set_against(const Sentence& s, Range at) {
  static const WordSet kSecond("than versus vs compared over against");
  const std::size_t token = s.token_from(at.begin);
  for (std::size_t i = token; i > 0 && i + 5 > token; --i) {
    if (kSecond.has(s.tokens[i - 1].folded)) return true;
  }
  return false;
}

}  // namespace

// The nearest mention of an arm on one side of a figure, and what stands between.
struct FigureArms::Side {
  float words = kFar, figures = 9, others = 9, commas = 9;
  bool contrast = false, semicolon = false, bracket = false, turn = false;
  void add_to(nlp::Numbers& out) const {
    out.insert(out.end(), {words, figures, others, commas, static_cast<float>(contrast),
                           static_cast<float>(semicolon), static_cast<float>(bracket),
                           static_cast<float>(turn)});
  }
};

FigureArms::FigureArms(const FigureSentence& of) : of_(of) {}

std::size_t FigureArms::words_in(Range gap) const {
  if (gap.empty()) return 0;
  return of_.sentence.token_from(gap.end) - of_.sentence.token_from(gap.begin);
}

FigureArms::Side FigureArms::side(const std::optional<Range>& between, std::size_t figure,
                                  std::size_t arm) const {
  if (!between) return {};
  const Range gap = *between;
  const Sentence& s = of_.sentence;
  static const WordSet kContrast("versus vs v compared than against");
  static const WordSet kTurn("whereas while but although");
  Side out{.words = capped(words_in(gap))};
  out.figures = out.others = 0;
  for (std::size_t k = 0; k < of_.figures.size(); ++k) {
    const Range at = of_.figures[k].at;
    if (k != figure && at.begin >= gap.begin && at.end <= gap.end) ++out.figures;
  }
  for (const ArmMention& m : of_.mentions) {
    if (m.arm != arm && m.at.begin >= gap.begin && m.at.end <= gap.end) ++out.others;
  }
  const std::string_view text = gap.empty() ? std::string_view() : s.slice(gap);
  out.commas = capped(static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')), 9);
  out.contrast = !gap.empty() && s.has_word(gap, kContrast);
  out.turn = !gap.empty() && s.has_word(gap, kTurn);
  out.semicolon = text.find(';') != std::string_view::npos;
  const auto opened = std::count(text.begin(), text.end(), '(');
  out.bracket = opened != std::count(text.begin(), text.end(), ')');
  return out;
}

// Between a figure and the nearest mention of an arm before it.
std::optional<Range> FigureArms::gap_before(std::size_t figure, std::size_t arm) const {
  const Range at = of_.figures[figure].at;
  const auto m =
      std::find_if(of_.mentions.rbegin(), of_.mentions.rend(),
                   [&](const ArmMention& it) { return it.arm == arm && it.at.end <= at.begin; });
  return m == of_.mentions.rend() ? std::nullopt : std::optional<Range>({m->at.end, at.begin});
}

std::optional<Range> FigureArms::gap_behind(std::size_t figure, std::size_t arm) const {
  const Range at = of_.figures[figure].at;
  const auto m = std::find_if(of_.mentions.begin(), of_.mentions.end(), [&](const ArmMention& it) {
    return it.arm == arm && it.at.begin >= at.end;
  });
  return m == of_.mentions.end() ? std::nullopt : std::optional<Range>({at.end, m->at.begin});
}

std::vector<std::size_t> FigureArms::distinct(Range within) const {
  std::vector<std::size_t> out;
  for (const ArmMention& m : of_.mentions) {
    const bool inside = m.at.begin >= within.begin && m.at.end <= within.end;
    if (inside && std::find(out.begin(), out.end(), m.arm) == out.end()) out.push_back(m.arm);
  }
  return out;
}

// From the first figure of a group to the last.
Range FigureArms::around(const FigureGroup& group) const {
  return {of_.figures[group.front()].at.begin, of_.figures[group.back()].at.end};
}

// Words to the nearest mention of an arm that no other figure stands before.
float FigureArms::nearest(std::size_t figure, std::size_t arm) const {
  const auto distance = [&](const std::optional<Range>& gap) {
    if (!gap) return kFar;
    const bool other = std::any_of(of_.figures.begin(), of_.figures.end(), [&](const Figure& f) {
      return f.at.begin >= gap->begin && f.at.end <= gap->end;
    });
    return other ? kFar : capped(words_in(*gap));
  };
  return std::min(distance(gap_before(figure, arm)), distance(gap_behind(figure, arm)));
}

void FigureArms::add_order(const std::vector<std::size_t>& arms, std::size_t arm, std::size_t size,
                           nlp::Numbers& out) const {
  out.push_back(capped(arms.size(), 6));
  out.push_back(place_in(arms, arm));
  out.push_back(arms.size() == size ? 1 : 0);
}

void FigureArms::add_group(const FigureGroup& group, std::size_t place, std::size_t arm,
                           nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  const Range at = around(group);
  static const WordSet kContrast("versus vs v compared");
  static const WordSet kAnd("and or");
  static const WordSet kRespectively("respectively");
  out.push_back(capped(group.size(), 9));
  out.push_back(capped(place, 9));
  out.push_back(group.back() - group.front() + 1 > group.size() ? 1 : 0);
  out.push_back(s.has_word(at, kContrast) ? 1 : 0);
  out.push_back(s.has_word(at, kAnd) ? 1 : 0);
  out.push_back(capped(words_in(at)));
  const Range behind{at.end, std::min(s.text.size(), at.end + 160)};
  out.push_back(s.has_word(behind, kRespectively) ? 1 : 0);
  out.push_back(capped(distinct(at).size(), 6));
  std::size_t from = 0;  // behind the figures before
  if (group.front() > 0) from = of_.figures[group.front() - 1].at.end;
  const std::size_t to = group.back() + 1 < of_.figures.size()
                             ? of_.figures[group.back() + 1].at.begin
                             : s.text.size();
  for (const Range within : {Range{0, at.begin}, Range{from, at.begin}, Range{at.end, to},
                             Range{at.end, s.text.size()}, at, Range{0, s.text.size()}}) {
    const auto arms = distinct(within);
    add_order(arms, arm, group.size(), out);
    out.push_back(place_in(arms, arm) == static_cast<float>(place) ? 1 : 0);
  }
}

// How near an arm stands to this figure, and to the others of its group.
void FigureArms::add_claims(const FigureGroup& group, std::size_t place, std::size_t arm,
                            nlp::Numbers& out) const {
  const float here = nearest(group[place], arm);
  float there = kFar, rival = kFar;
  for (std::size_t k = 0; k < group.size(); ++k) {
    if (k != place) there = std::min(there, nearest(group[k], arm));
  }
  for (std::size_t other = 0; other < of_.arms.size(); ++other) {
    if (other != arm) rival = std::min(rival, nearest(group[place], other));
  }
  out.insert(out.end(), {here, there, rival,
                         here < there   ? 1.F
                         : here > there ? -1.F
                                        : 0.F,
                         here < rival   ? 1.F
                         : here > rival ? -1.F
                                        : 0.F});
}

// The arms of a sentence in the order in which figures are likely to follow: "compared with A, B
// had …" speaks of B first.
std::vector<std::size_t> FigureArms::spoken_order(Range within) const {
  std::vector<std::size_t> out = distinct(within);
  std::stable_partition(out.begin(), out.end(), [&](std::size_t arm) {
    const auto first = std::find_if(of_.mentions.begin(), of_.mentions.end(),
                                    [&](const ArmMention& m) { return m.arm == arm; });
    return !is_set_against(of_.sentence, first->at);
  });
  return out;
}

// Of a pair: whether words of more or less, and the arm they speak of, let this figure be the
// larger.
void FigureArms::add_told(const FigureGroup& group, std::size_t place, std::size_t arm,
                          nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  const auto order = spoken_order({0, s.text.size()});
  add_order(order, arm, group.size(), out);
  out.push_back(place_in(order, arm) == static_cast<float>(place) ? 1 : 0);
  const std::size_t from = group[0] > 0 ? of_.figures[group[0] - 1].at.end : 0;
  const std::size_t to = of_.figures[group[0]].at.begin;
  const auto near = spoken_order({from, to});
  for (const auto& [range, subjects] :
       {std::pair{Range{from, to}, near}, std::pair{Range{from, to}, order},
        std::pair{Range{0, s.text.size()}, order}}) {
    float fits = 0, told = 0;
    const auto more = tells_of_more(s, of_.statistics, range);
    if (group.size() == 2 && more && !subjects.empty()) {
      const double here = size_of(of_.figures[group[place]]);
      const double there = size_of(of_.figures[group[1 - place]]);
      told = *more ? 1.F : -1.F;
      const bool subject = subjects.front() == arm;
      if (here != there) fits = subject == (*more == (here > there)) ? 1.F : -1.F;
    }
    out.push_back(told);
    out.push_back(fits);
  }
}

void FigureArms::add_figure(std::size_t figure, std::size_t arm, nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  const Figure& f = of_.figures[figure];
  out.push_back(static_cast<float>(f.kind));
  out.push_back(f.cell.n ? 1 : 0);
  out.push_back(s.in_bracket(f.at.begin) ? 1 : 0);
  out.push_back(f.after_change ? 1 : 0);
  out.push_back(s.role() == doc::Role::methods ? 1 : 0);
  out.push_back(capped(of_.figures.size(), 12));
  out.push_back(capped(figure, 12));
  out.push_back(capped(of_.mentions.size(), 12));
  out.push_back(capped(of_.arms.size(), 6));
  out.push_back(static_cast<float>(arm));
  out.push_back(of_.arms[arm].role == ArmRole::comparator ? 1 : 0);
  out.push_back(of_.arms[arm].n && f.cell.events == of_.arms[arm].n ? 1 : 0);
  const std::size_t token = s.token_from(f.at.begin);
  const std::string_view before =
      token > 0 ? std::string_view(s.tokens[token - 1].folded) : std::string_view();
  static const WordSet kJoins("versus vs v compared and or");
  static const WordSet kAgainst("than versus vs v");
  static const WordSet kChange("from to by");
  out.push_back(kJoins.has(before) ? 1 : 0);
  out.push_back(kAgainst.has(before) ? 1 : 0);
  out.push_back(kChange.has(before) ? 1 : 0);
}

nlp::Numbers FigureArms::numbers(const FigureGroup& group, std::size_t place, std::size_t arm,
                                 const LastOrder& last) const {
  nlp::Numbers out;
  out.reserve(kInputs);
  const std::size_t figure = group[place];
  side(gap_before(figure, arm), figure, arm).add_to(out);
  side(gap_behind(figure, arm), figure, arm).add_to(out);
  add_claims(group, place, arm, out);
  add_group(group, place, arm, out);
  add_order(last.arms, arm, group.size(), out);
  out.push_back(last.in_sentence ? 1 : 0);
  add_told(group, place, arm, out);
  add_figure(figure, arm, out);
  return out;
}

double FigureArms::probability(const FigureGroup& group, std::size_t place, std::size_t arm,
                               const LastOrder& last) const {
  return figure_model().probabilities(numbers(group, place, arm, last))[1];
}

}  // namespace ev::read
