#include "pipeline/read/results/alignment.hpp"

#include "pipeline/read/results/figure_arms.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ev::read {

namespace {

constexpr double kSure = 0.6;    // mean probability of a series
constexpr double kLeast = 0.35;  // of each of its figures
constexpr std::size_t kMaxSeries = 5;
constexpr std::size_t kMaxGap = 30;  // words between figures of one series

using Arms = std::vector<std::size_t>;
using Odds = std::vector<std::vector<double>>;  // by figure and arm

class Aligner {
 public:
  Aligner(const FigureSentence& of, const Arms& order)
      : s_(of.sentence),
        figures_(of.figures),
        mentions_(of.mentions),
        arms_(of.arms.size()),
        judge_(of),
        last_{order, false} {}

  std::vector<Series> run() {
    std::vector<Series> out;
    for (std::size_t i = 0; i + 1 < figures_.size();) {
      std::size_t taken = 1;
      Odds odds = odds_from(i, longest_from(i));
      for (; odds.size() >= 2; odds.pop_back()) {
        const auto arms = best_arms(odds);
        if (!arms) continue;
        out.push_back(series(i, *arms));
        last_ = {*arms, true};
        taken = odds.size();
        break;
      }
      i += taken;
    }
    if (out.empty()) add_shared(out);
    return out;
  }

 private:
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

  std::size_t longest_from(std::size_t i) const {
    const std::size_t most = std::min(arms_, kMaxSeries);
    std::size_t longest = 1;
    while (i + longest < figures_.size() && longest < most && continues(i + longest - 1)) ++longest;
    return longest;
  }
  // Whether figure i + 1 may be of the same outcome as figure i.
  bool continues(std::size_t i) const {
    const Figure& a = figures_[i];
    const Figure& b = figures_[i + 1];
    if (a.kind != b.kind || a.after_change != b.after_change) return false;
    const Range gap{a.at.end, b.at.begin};
    if (s_.has_any(gap, ";") && !only_mentions(gap)) return false;
    return s_.token_from(gap.end) - s_.token_from(gap.begin) <= kMaxGap;
  }
  // "(tea 5%; water 7%)"
  bool only_mentions(Range gap) const {
    return s_.token_from(gap.end) - s_.token_from(gap.begin) <= 4;
  }

  // Of each figure from `first` on, how likely it is each arm's.
  Odds odds_from(std::size_t first, std::size_t count) const {
    Odds odds(count);
    for (std::size_t k = 0; k < count && count >= 2; ++k) {
      for (std::size_t arm = 0; arm < arms_; ++arm)
        odds[k].push_back(judge_.probability(first + k, arm, last_));
    }
    return odds;
  }
  // The likeliest arms of the figures, no arm twice; nothing where they are in doubt.
  static std::optional<Arms> best_arms(const Odds& odds) {
    Arms arms, best;
    double most = 0;
    extend(odds, arms, 1, best, most);
    if (best.empty()) return std::nullopt;
    double sum = 0;
    for (std::size_t k = 0; k < odds.size(); ++k) sum += odds[k][best[k]];
    return sum / static_cast<double>(odds.size()) >= kSure ? std::optional<Arms>(best)
                                                           : std::nullopt;
  }
  static void extend(const Odds& odds, Arms& arms, double product, Arms& best, double& most) {
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
      extend(odds, arms, product * here[arm], best, most);
      arms.pop_back();
    }
  }

  Series series(std::size_t i, const Arms& arms) const {
    const std::size_t count = arms.size();
    Series out{.figures = {figures_.begin() + static_cast<std::ptrdiff_t>(i),
                           figures_.begin() + static_cast<std::ptrdiff_t>(i + count)},
               .arms = arms,
               .at = {},
               .figures_at = {figures_[i].at.begin, figures_[i + count - 1].at.end}};
    out.at = place(i, arms, out.figures_at);
    return out;
  }
  // The figures with the mentions that stand beside them: each behind its figure, each before it,
  // or all before the first.
  Range place(std::size_t first, const Arms& arms, Range at) const {
    if (const auto end = behind_each(first, arms)) return {at.begin, *end};
    if (const auto begin = before_each(first, arms)) return {*begin, at.end};
    const std::size_t from = first > 0 ? figures_[first - 1].at.end : 0;
    for (const ArmMention& m : mentions_) {
      const bool of_series = std::find(arms.begin(), arms.end(), m.arm) != arms.end();
      if (of_series && m.at.begin >= from && m.at.end <= at.begin) return {m.at.begin, at.end};
    }
    return at;
  }
  std::optional<std::size_t> behind_each(std::size_t first, const Arms& arms) const {
    std::size_t end = 0;
    for (std::size_t k = 0; k < arms.size(); ++k) {
      const std::size_t next =
          first + k + 1 < figures_.size() ? figures_[first + k + 1].at.begin : s_.text.size();
      const std::size_t begin = figures_[first + k].at.end;
      const auto m = std::find_if(mentions_.begin(), mentions_.end(), [&](const ArmMention& it) {
        return it.at.begin >= begin && it.at.end <= next && it.at.begin - begin <= 90;
      });
      if (m == mentions_.end() || m->arm != arms[k]) return std::nullopt;
      end = m->at.end;
    }
    return end;
  }
  std::optional<std::size_t> before_each(std::size_t first, const Arms& arms) const {
    std::optional<std::size_t> begin;
    for (std::size_t k = 0; k < arms.size(); ++k) {
      const std::size_t from = first + k > 0 ? figures_[first + k - 1].at.end : 0;
      const ArmMention* last = nullptr;
      for (const ArmMention& m : mentions_) {
        if (m.at.begin >= from && m.at.end <= figures_[first + k].at.begin) last = &m;
      }
      if (last == nullptr || last->arm != arms[k]) return std::nullopt;
      if (k == 0) begin = last->at.begin;
    }
    return begin;
  }

  const Sentence& s_;
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
