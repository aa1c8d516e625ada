#include "pipeline/read/results/alignment.hpp"

#include "pipeline/read/results/figure_arms.hpp"
#include "pipeline/read/results/figure_pairs.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ev::read {

namespace {

constexpr double kPair = 0.55;      // that two figures are of one outcome
constexpr double kSameGroup = 0.3;  // of each two in a group
constexpr double kSure = 0.65;      // mean probability of the arms of a series
constexpr double kLeast = 0.4;      // of each of them
constexpr std::size_t kMaxSeries = 5;

using Arms = std::vector<std::size_t>;
using Group = FigureGroup;
using Odds = std::vector<std::vector<double>>;  // by figure and arm, or figure and figure

// Figures put together while each two of a group are likely enough of one outcome.
class Grouping {
 public:
  Grouping(const FigureSentence& of, std::size_t largest) : largest_(largest) {
    const FigurePairs judge(of);
    const std::size_t count = of.figures.size();
    odds_.assign(count, std::vector<double>(count, 0));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count && j - i <= kMaxFiguresApart; ++j) {
        odds_[i][j] = odds_[j][i] = judge.probability(i, j);
        if (odds_[i][j] >= kPair) pairs_.push_back({odds_[i][j], {i, j}});
      }
    }
    for (std::size_t i = 0; i < count; ++i) groups_.push_back({i});
  }
  std::vector<Group> groups() {
    std::stable_sort(pairs_.begin(), pairs_.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [odds, pair] : pairs_) merge(group_of(pair.first), group_of(pair.second));
    std::vector<Group> out;
    for (Group& group : groups_) {
      std::sort(group.begin(), group.end());
      if (group.size() >= 2) out.push_back(group);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  std::size_t group_of(std::size_t figure) const {
    std::size_t k = 0;
    while (std::find(groups_[k].begin(), groups_[k].end(), figure) == groups_[k].end()) ++k;
    return k;
  }
  void merge(std::size_t a, std::size_t b) {
    if (a == b || groups_[a].size() + groups_[b].size() > largest_) return;
    for (const std::size_t x : groups_[a]) {
      for (const std::size_t y : groups_[b]) {
        if (odds_[x][y] < kSameGroup) return;
      }
    }
    groups_[a].insert(groups_[a].end(), groups_[b].begin(), groups_[b].end());
    groups_[b].clear();
  }

  std::size_t largest_;
  Odds odds_;
  std::vector<std::pair<double, std::pair<std::size_t, std::size_t>>> pairs_;
  std::vector<Group> groups_;
};

// The likeliest arms of figures, no arm twice.
struct Assignment {
  const Odds& odds;
  Arms best = {};
  double most = 0;

  bool found() const {
    if (best.empty()) return false;
    double sum = 0;
    for (std::size_t k = 0; k < odds.size(); ++k) sum += odds[k][best[k]];
    return sum / static_cast<double>(odds.size()) >= kSure;
  }
  void extend(Arms& arms, double product) {
    if (arms.size() == odds.size()) {
      if (product > most) {
        most = product;
        best = arms;
      }
      return;
    }
    const std::vector<double>& here = odds[arms.size()];
    for (std::size_t arm = 0; arm < here.size(); ++arm) {
      if (here[arm] < kLeast || std::find(arms.begin(), arms.end(), arm) != arms.end()) continue;
      arms.push_back(arm);
      extend(arms, product * here[arm]);
      arms.pop_back();
    }
  }
};

class Aligner {
 public:
  Aligner(const FigureSentence& of, const Arms& order)
      : s_(of.sentence),
        of_(of),
        figures_(of.figures),
        mentions_(of.mentions),
        arms_(of.arms.size()),
        judge_(of),
        last_{order, false} {}

  std::vector<Series> run() {
    std::vector<Series> out;
    for (const Group& group : Grouping(of_, std::min(arms_, kMaxSeries)).groups()) {
      if (auto series = series_of(group)) {
        last_ = {series->arms, true};
        out.push_back(std::move(*series));
      }
    }
    if (out.empty()) add_shared(out);
    return out;
  }

 private:
  // Figures whose arms are in doubt are left out from the end.
  std::optional<Series> series_of(Group group) const {
    Odds odds;
    for (std::size_t k = 0; k < group.size(); ++k) {
      std::vector<double>& of_figure = odds.emplace_back();
      for (std::size_t arm = 0; arm < arms_; ++arm)
        of_figure.push_back(judge_.probability(group, k, arm, last_));
    }
    for (; odds.size() >= 2; odds.pop_back(), group.pop_back()) {
      Assignment assignment{odds};
      Arms arms;
      assignment.extend(arms, 1);
      if (assignment.found()) return series(group, assignment.best);
    }
    return std::nullopt;
  }
  // "15% in both groups": one figure is that of either arm.
  void add_shared(std::vector<Series>& out) const {
    if (figures_.size() != 1 || arms_ != 2) return;
    static const WordSet kBoth("both two each either");
    static const WordSet kGroups("groups group arms arm treatments regimens");
    bool both = false;
    for (std::size_t i = 0; i + 1 < s_.tokens.size(); ++i)
      both = both || (kBoth.has(s_.tokens[i].folded) && (kGroups.has(s_.tokens[i + 1].folded)));
    const Figure& figure = figures_.front();
    const bool total = figure.kind == FigureKind::count || figure.cell.n;
    if (!both || (total && !s_.has_word({0, s_.text.size()}, WordSet("each either")))) return;
    out.push_back({{figure, figure}, {0, 1}, figure.at, figure.at});
  }

  Series series(const Group& group, const Arms& arms) const {
    Series out{.figures = {},
               .arms = arms,
               .at = {},
               .figures_at = {figures_[group.front()].at.begin, figures_[group.back()].at.end}};
    for (const std::size_t figure : group) out.figures.push_back(figures_[figure]);
    out.is_divided = group.back() - group.front() + 1 > group.size();
    out.at = place(group, arms, out.figures_at);
    return out;
  }
  // The figures with the mentions that stand beside them: each behind its figure, each before it,
  // or all before the first.
  Range place(const Group& group, const Arms& arms, Range at) const {
    if (const auto end = behind_each(group, arms)) return {at.begin, *end};
    if (const auto begin = before_each(group, arms)) return {*begin, at.end};
    const std::size_t first = group.front();
    const std::size_t from = first > 0 ? figures_[first - 1].at.end : 0;
    for (const ArmMention& m : mentions_) {
      const bool of_series = std::find(arms.begin(), arms.end(), m.arm) != arms.end();
      if (of_series && m.at.begin >= from && m.at.end <= at.begin) return {m.at.begin, at.end};
    }
    return at;
  }
  std::optional<std::size_t> behind_each(const Group& group, const Arms& arms) const {
    std::size_t end = 0;
    for (std::size_t k = 0; k < group.size(); ++k) {
      const std::size_t figure = group[k];
      const std::size_t next =
          figure + 1 < figures_.size() ? figures_[figure + 1].at.begin : s_.text.size();
      const std::size_t begin = figures_[figure].at.end;
      const auto m = std::find_if(mentions_.begin(), mentions_.end(), [&](const ArmMention& it) {
        return it.at.begin >= begin && it.at.end <= next && it.at.begin - begin <= 90;
      });
      if (m == mentions_.end() || m->arm != arms[k]) return std::nullopt;
      end = m->at.end;
    }
    return end;
  }
  std::optional<std::size_t> before_each(const Group& group, const Arms& arms) const {
    std::optional<std::size_t> begin;
    for (std::size_t k = 0; k < group.size(); ++k) {
      const std::size_t figure = group[k];
      const std::size_t from = figure > 0 ? figures_[figure - 1].at.end : 0;
      const ArmMention* last = nullptr;
      for (const ArmMention& m : mentions_) {
        if (m.at.begin >= from && m.at.end <= figures_[figure].at.begin) last = &m;
      }
      if (last == nullptr || last->arm != arms[k]) return std::nullopt;
      if (k == 0) begin = last->at.begin;
    }
    return begin;
  }

  const Sentence& s_;
  FigureSentence of_;
  const std::vector<Figure>& figures_;
  const std::vector<ArmMention>& mentions_;
  std::size_t arms_;
  FigureArms judge_;
  LastOrder last_;
};

}  // namespace

std::vector<Series> align(const FigureSentence& of, const std::vector<std::size_t>& order) {
  return Aligner(of, order).run();
}

}  // namespace ev::read
