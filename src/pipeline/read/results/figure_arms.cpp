#include "pipeline/read/results/figure_arms.hpp"

#include "pipeline/read/results/verdict.hpp"

#include <algorithm>

namespace ev::read {

namespace {

constexpr std::size_t kInputs = 63;
constexpr float kFar = 60;  // words; also stands for a mention that is not there

const nlp::Forest& figure_model() {
  static const nlp::Forest kModel =
      nlp::stored_forest("weights/figure_arms.txt", {"figure_arms", 1, 2}, kInputs);
  return kModel;
}

float capped(std::size_t count, float most = kFar) {
  return std::min(static_cast<float>(count), most);
}

double size_of(const Figure& figure) {
  const ArmCell& cell = figure.cell;
  return cell.percent.value_or(cell.mean.value_or(cell.events.value_or(0)));
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

// Figures of one kind that follow each other closely.
struct FigureArms::Run {
  std::size_t first = 0, last = 0;  // figures, both within
  std::size_t size() const { return last - first + 1; }
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

FigureArms::Run FigureArms::run_of(std::size_t figure, std::size_t widest) const {
  const auto goes_on = [&](std::size_t i) {
    const Range gap{of_.figures[i].at.end, of_.figures[i + 1].at.begin};
    return of_.figures[i].kind == of_.figures[i + 1].kind && words_in(gap) <= widest &&
           !of_.sentence.has_any(gap, ";");
  };
  Run run{figure, figure};
  while (run.first > 0 && goes_on(run.first - 1)) --run.first;
  while (run.last + 1 < of_.figures.size() && goes_on(run.last)) ++run.last;
  return run;
}

std::vector<std::size_t> FigureArms::distinct(Range within) const {
  std::vector<std::size_t> out;
  for (const ArmMention& m : of_.mentions) {
    const bool inside = m.at.begin >= within.begin && m.at.end <= within.end;
    if (inside && std::find(out.begin(), out.end(), m.arm) == out.end()) out.push_back(m.arm);
  }
  return out;
}

void FigureArms::add_order(const std::vector<std::size_t>& arms, std::size_t arm, const Run& run,
                           nlp::Numbers& out) const {
  out.push_back(capped(arms.size(), 6));
  out.push_back(place_in(arms, arm));
  out.push_back(arms.size() == run.size() ? 1 : 0);
}

void FigureArms::add_run(std::size_t figure, std::size_t arm, const Run& run,
                         nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  const Range at{of_.figures[run.first].at.begin, of_.figures[run.last].at.end};
  static const WordSet kContrast("versus vs v compared");
  static const WordSet kAnd("and or");
  static const WordSet kRespectively("respectively");
  const std::size_t k = figure - run.first;
  out.push_back(capped(run.size(), 9));
  out.push_back(capped(k, 9));
  out.push_back(s.has_word(at, kContrast) ? 1 : 0);
  out.push_back(s.has_word(at, kAnd) ? 1 : 0);
  const Range behind{at.end, std::min(s.text.size(), at.end + 160)};
  out.push_back(s.has_word(behind, kRespectively) ? 1 : 0);
  const auto inside = distinct(at);
  out.push_back(capped(inside.size(), 6));
  std::size_t from = 0;  // behind the figures before
  if (run.first > 0) from = of_.figures[run.first - 1].at.end;
  const std::size_t to =
      run.last + 1 < of_.figures.size() ? of_.figures[run.last + 1].at.begin : s.text.size();
  for (const Range within :
       {Range{0, at.begin}, Range{from, at.begin}, Range{at.end, to}, Range{0, s.text.size()}}) {
    const auto arms = distinct(within);
    add_order(arms, arm, run, out);
    out.push_back(place_in(arms, arm) == static_cast<float>(k) ? 1 : 0);
  }
}

void FigureArms::add_last(std::size_t arm, const LastOrder& last, const Run& run,
                          nlp::Numbers& out) const {
  add_order(last.arms, arm, run, out);
  out.push_back(last.in_sentence ? 1 : 0);
}

// Whether the words, and which arm they speak of first, let this figure of a pair be the larger.
void FigureArms::add_told(std::size_t figure, std::size_t arm, const Run& run,
                          nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  float fits = 0, told = 0;
  if (run.size() == 2) {
    const std::size_t other = figure == run.first ? run.last : run.first;
    const double here = size_of(of_.figures[figure]), there = size_of(of_.figures[other]);
    const std::size_t from = run.first > 0 ? of_.figures[run.first - 1].at.end : 0;
    auto more = tells_of_more(s, of_.statistics, {from, of_.figures[run.first].at.begin});
    if (!more) more = tells_of_more(s, of_.statistics, {0, s.text.size()});
    const auto named = distinct({0, s.text.size()});
    if (more && here != there && !named.empty()) {
      const auto first = std::find_if(of_.mentions.begin(), of_.mentions.end(),
                                      [&](const ArmMention& m) { return m.arm == named.front(); });
      const bool subject = (named.front() == arm) != is_set_against(s, first->at);
      told = *more ? 1 : -1;
      fits = (subject == (*more == (here > there))) ? 1 : -1;
    }
  }
  out.push_back(told);
  out.push_back(fits);
}

void FigureArms::add_figure(std::size_t figure, std::size_t arm, nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  const Figure& f = of_.figures[figure];
  out.push_back(static_cast<float>(f.kind));
  out.push_back(f.cell.n ? 1 : 0);
  out.push_back(s.in_bracket(f.at.begin) ? 1 : 0);
  out.push_back(f.baseline ? 1 : f.after_change ? 2 : 0);
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

nlp::Numbers FigureArms::numbers(std::size_t figure, std::size_t arm, const LastOrder& last) const {
  nlp::Numbers out;
  out.reserve(kInputs);
  side(gap_before(figure, arm), figure, arm).add_to(out);
  side(gap_behind(figure, arm), figure, arm).add_to(out);
  float nearest_left = kFar, nearest_right = kFar;
  for (std::size_t other = 0; other < of_.arms.size(); ++other) {
    if (other == arm) continue;
    if (const auto gap = gap_before(figure, other))
      nearest_left = std::min(nearest_left, capped(words_in(*gap)));
    if (const auto gap = gap_behind(figure, other))
      nearest_right = std::min(nearest_right, capped(words_in(*gap)));
  }
  out.push_back(nearest_left);
  out.push_back(nearest_right);
  const Run close = run_of(figure, 6);
  add_run(figure, arm, close, out);
  const Run wide = run_of(figure, 25);
  out.push_back(capped(wide.size(), 9));
  out.push_back(capped(figure - wide.first, 9));
  add_last(arm, last, close, out);
  add_told(figure, arm, close, out);
  add_figure(figure, arm, out);
  return out;
}

double FigureArms::probability(std::size_t figure, std::size_t arm, const LastOrder& last) const {
  return figure_model().probabilities(numbers(figure, arm, last))[1];
}

}  // namespace ev::read
