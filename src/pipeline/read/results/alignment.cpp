#include "pipeline/read/results/alignment.hpp"

#include "pipeline/read/results/verdict.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <optional>

namespace ev::read {

namespace {

constexpr double kTooDear = 1.1;  // mean cost of a figure
constexpr double kTooNear = 0.2;  // to another way with another outcome

// Words that may stand between a figure and its arm without telling anything else.
const WordSet& linking_words() {
  static const WordSet kWords = WordSet::listed("linking");
  return kWords;
}

struct Way {
  std::vector<std::size_t> arms;
  double cost = 0;
  Range at;
};

class Aligner {
 public:
  Aligner(const Sentence& s, const std::vector<Figure>& figures,
          const std::vector<ArmMention>& mentions, const Statistics& statistics, std::size_t arms,
          const std::vector<std::size_t>& order)
      : s_(s),
        figures_(figures),
        mentions_(mentions),
        statistics_(statistics),
        arms_(arms),
        order_(order) {}

  std::vector<Series> run() {
    std::vector<Series> out;
    std::size_t i = 0;
    while (i + 1 < figures_.size()) {
      std::size_t longest = 1;
      while (i + longest < figures_.size() && longest < arms_ && continues(i + longest - 1))
        ++longest;
      std::size_t taken = 0;
      for (std::size_t count = longest; count >= 2 && taken == 0; --count) {
        if (const auto way = best_way(i, count)) {
          out.push_back(series(i, count, *way));
          order_ = way->arms;
          in_sentence_ = true;
          last_end_ = std::max(way->at.end, figures_[i + count - 1].at.end);
          taken = count;
        }
      }
      i += std::max<std::size_t>(taken, 1);
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
  // Whether figure i + 1 may be of the same outcome as figure i.
  bool continues(std::size_t i) const {
    const Figure& a = figures_[i];
    const Figure& b = figures_[i + 1];
    if (a.kind != b.kind || a.after_change != b.after_change) return false;
    const Range gap{a.at.end, b.at.begin};
    if (s_.has_any(gap, ";") && !only_mentions(gap)) return false;
    return s_.token_from(gap.end) - s_.token_from(gap.begin) <= 30;
  }
  // "(tea 5%; water 7%)"
  bool only_mentions(Range gap) const {
    return s_.token_from(gap.end) - s_.token_from(gap.begin) <= 4;
  }

  Series series(std::size_t i, std::size_t count, const Way& way) const {
    Series out{.figures = {figures_.begin() + static_cast<std::ptrdiff_t>(i),
                           figures_.begin() + static_cast<std::ptrdiff_t>(i + count)},
               .arms = way.arms,
               .at = way.at,
               .figures_at = {figures_[i].at.begin, figures_[i + count - 1].at.end}};
    out.at.begin = std::min(out.at.begin, out.figures_at.begin);
    out.at.end = std::max(out.at.end, out.figures_at.end);
    return out;
  }

  double cost_of(Range gap) const {
    if (gap.empty()) return 0;
    static const WordSet kContrast("versus vs compared than against v");
    double cost = 0;
    for (std::size_t t = s_.token_from(gap.begin);
         t < s_.tokens.size() && s_.tokens[t].begin < gap.end; ++t) {
      const std::string& word = s_.tokens[t].folded;
      if (kContrast.has(word))
        cost += 1.2;
      else if (!linking_words().has(word) && (word.front() < '0' || word.front() > '9'))
        cost += 0.35;
    }
    for (const char c : s_.slice(gap)) cost += c == ',' ? 0.3 : c == ';' ? 1 : 0;
    return std::min(cost, 1.6);
  }

  const ArmMention* mention_within(Range range, bool last) const {
    const ArmMention* found = nullptr;
    for (const ArmMention& mention : mentions_) {
      if (mention.at.begin < range.begin || mention.at.end > range.end) continue;
      if (found == nullptr || last) found = &mention;
    }
    return found;
  }
  std::vector<const ArmMention*> distinct_within(Range range) const {
    std::vector<const ArmMention*> out;
    for (const ArmMention& mention : mentions_) {
      if (mention.at.begin < range.begin || mention.at.end > range.end) continue;
      const bool known = std::any_of(out.begin(), out.end(),
                                     [&](const ArmMention* m) { return m->arm == mention.arm; });
      if (!known) out.push_back(&mention);
    }
    return out;
  }
  static bool all_differ(const std::vector<std::size_t>& arms) {
    for (std::size_t i = 0; i < arms.size(); ++i) {
      for (std::size_t j = i + 1; j < arms.size(); ++j) {
        if (arms[i] == arms[j]) return false;
      }
    }
    return true;
  }

  struct Window {
    std::size_t first, count;
    Range before, inside, after;
  };
  Window window(std::size_t i, std::size_t count) const {
    const std::size_t last = i + count - 1;
    Window w{i,
             count,
             {last_end_, figures_[i].at.begin},
             {figures_[i].at.begin, figures_[last].at.end},
             {figures_[last].at.end, s_.text.size()}};
    if (last + 1 < figures_.size()) w.after.end = figures_[last + 1].at.begin;
    if (i > 0) w.before.begin = std::max(w.before.begin, figures_[i - 1].at.end);
    return w;
  }

  // "5% in A and 7% in B"
  std::optional<Way> rightward(const Window& w) const {
    Way way{.at = w.inside};
    for (std::size_t k = 0; k < w.count; ++k) {
      const std::size_t begin = figures_[w.first + k].at.end;
      const std::size_t end = k + 1 < w.count ? figures_[w.first + k + 1].at.begin : w.after.end;
      const ArmMention* mention = mention_within({begin, end}, false);
      if (mention == nullptr) return std::nullopt;
      if (k + 1 == w.count && mention->at.begin - begin > 90) return std::nullopt;
      way.arms.push_back(mention->arm);
      way.cost += cost_of({begin, mention->at.begin});
      way.at.end = std::max(way.at.end, mention->at.end);
    }
    return way;
  }
  // "A 5%, B 7%"
  std::optional<Way> leftward(const Window& w) const {
    Way way{.at = w.inside};
    for (std::size_t k = 0; k < w.count; ++k) {
      const std::size_t end = figures_[w.first + k].at.begin;
      const std::size_t begin = k == 0 ? w.before.begin : figures_[w.first + k - 1].at.end;
      const ArmMention* mention = mention_within({begin, end}, true);
      if (mention == nullptr) return std::nullopt;
      way.arms.push_back(mention->arm);
      way.cost += cost_of({mention->at.end, end});
      if (k == 0) way.at.begin = mention->at.begin;
    }
    return way;
  }
  bool joined_by_contrast(const Window& w) const {
    static const WordSet kContrast("versus vs v compared");
    for (std::size_t k = 0; k + 1 < w.count; ++k) {
      const Range gap{figures_[w.first + k].at.end, figures_[w.first + k + 1].at.begin};
      const bool slash =
          s_.slice(gap).find('/') != std::string_view::npos && gap.end - gap.begin <= 3;
      if (!s_.has_word(gap, kContrast) && !slash) return false;
    }
    return true;
  }
  bool respectively_near(const Window& w) const {
    static const WordSet kWord("respectively");
    return s_.has_word({w.before.begin, std::min(s_.text.size(), w.inside.end + 160)}, kWord);
  }
  // Whether the list of figures goes on beyond those of the window.
  bool is_part_of_list(const Window& w) const {
    const auto close = [&](std::size_t i) {
      const Range gap{figures_[i].at.end, figures_[i + 1].at.begin};
      return figures_[i].kind == figures_[i + 1].kind &&
             s_.token_from(gap.end) - s_.token_from(gap.begin) <= 1 && !s_.has_any(gap, "()[];");
    };
    return (w.first > 0 && close(w.first - 1)) ||
           (w.first + w.count < figures_.size() && close(w.first + w.count - 1));
  }
  bool is_between_figures(const Window& w, const doc::Number& number) const {
    if (number.begin > 0 && doc::is_alpha(s_.text[number.begin - 1])) return false;
    for (std::size_t k = 0; k + 1 < w.count; ++k) {
      if (number.begin >= figures_[w.first + k].at.end &&
          number.end <= figures_[w.first + k + 1].at.begin) {
        return true;
      }
    }
    return false;
  }
  // Whether a word joins the figures, not a comma alone.
  bool joined_by_words(const Window& w) const {
    static const WordSet kJoints("and versus vs v compared or");
    for (std::size_t k = 0; k + 1 < w.count; ++k) {
      const Range gap{figures_[w.first + k].at.end, figures_[w.first + k + 1].at.begin};
      if (!s_.has_word(gap, kJoints) && s_.slice(gap) != "/" && k + 2 == w.count) return false;
    }
    return true;
  }
  // Nothing but joints between the figures.
  bool stand_close(const Window& w) const {
    if (is_part_of_list(w)) return false;
    for (const doc::Number& number : s_.numbers) {
      // "10, 12 and 14%", "38% at 3 months, 38% at 12 months".
      const bool listed =
          number.end < w.inside.begin && s_.slice({number.end, w.inside.begin}) == ", ";
      if (listed || is_between_figures(w, number)) return false;
    }
    for (std::size_t k = 0; k + 1 < w.count; ++k) {
      const Range gap{figures_[w.first + k].at.end, figures_[w.first + k + 1].at.begin};
      if (mention_within(gap, false) != nullptr) return false;
      if (s_.token_from(gap.end) - s_.token_from(gap.begin) > 6) return false;
      for (const PValue& p : statistics_.p_values) {
        if (p.at.begin >= gap.begin && p.at.end <= gap.end) return false;
      }
    }
    return true;
  }
  // "A than B (5% vs 7%)", "A and B 5% and 7%".
  std::optional<Way> in_order_before(const Window& w) const {
    if (!stand_close(w) || !joined_by_words(w)) return std::nullopt;
    const auto named = distinct_within(w.before);
    if (named.size() != w.count) return std::nullopt;
    Way way{.at = {named.front()->at.begin, w.inside.end}};
    for (const ArmMention* mention : named) way.arms.push_back(mention->arm);
    const double each = respectively_near(w) ? 0.2 : joined_by_contrast(w) ? 0.4 : 0.7;
    way.cost = each * static_cast<double>(w.count);
    return way;
  }
  // "5% and 7% in A and B, respectively"; "X (5% vs 7%) and Y (8% vs 9%) were less frequent with A
  // than with B".
  std::optional<Way> in_order_after(const Window& w) const {
    if (!stand_close(w) || !joined_by_words(w)) return std::nullopt;
    if (!distinct_within({0, w.inside.begin}).empty()) return std::nullopt;
    const bool listed = s_.has_word({w.inside.end, s_.text.size()}, WordSet("respectively"));
    const auto named = distinct_within({w.inside.end, s_.text.size()});
    const bool last = figures_.back().at.end == w.inside.end;
    if (named.empty() || (last && named.front()->at.begin - w.after.begin > 110))
      return std::nullopt;
    Way way{.cost = 0.2 * static_cast<double>(w.count), .at = w.inside};
    for (const ArmMention* mention : named) way.arms.push_back(mention->arm);
    if (named.size() == 1 && listed && arms_ == 2 && w.count == 2) {
      const auto second = is_second(named.front()->at);
      if (!second) return std::nullopt;
      way.arms.insert(*second ? way.arms.begin() : way.arms.end(), 1 - named.front()->arm);
    } else if (named.size() != w.count) {
      return std::nullopt;
    }
    if (listed) return way;
    // Words have to bear out which is which.
    if (w.count != 2 || !joined_by_contrast(w) || !is_set_beside(named[0]->at, named[1]->at))
      return std::nullopt;
    const auto more = tells_of_more(s_, statistics_, {0, s_.text.size()});
    const double a = value(figures_[w.first]);
    const double b = value(figures_[w.first + 1]);
    if (more && a != b && *more != (a > b)) return std::nullopt;
    way.cost = more ? 1 : 1.4;
    return way;
  }
  // Of "A and B": whether this is B; nothing where it stands in no pair.
  std::optional<bool> is_second(Range at) const {
    static const WordSet kJoint("and or versus vs");
    const std::size_t first = s_.token_from(at.begin);
    if (first > 0 && kJoint.has(s_.tokens[first - 1].folded)) return true;
    const std::size_t next = s_.token_from(at.end);
    if (next < s_.tokens.size() && kJoint.has(s_.tokens[next].folded)) return false;
    return std::nullopt;
  }
  // "A and B", "A than with B", "A compared with B".
  bool is_set_beside(Range a, Range b) const {
    static const WordSet kJoint("and or than versus vs compared");
    const std::size_t first = s_.token_from(a.end);
    const std::size_t last = s_.token_from(b.begin);
    return last - first <= 4 && s_.has_word({a.end, b.begin}, kJoint);
  }
  // "A … 5% compared with 7% in B", "more with A (5% vs 7%) than with B".
  std::optional<Way> around(const Window& w) const {
    if (w.count != 2) return std::nullopt;
    const auto before = distinct_within(w.before);
    const auto after = distinct_within(w.after);
    if (before.size() != 1 || after.empty() || after.front()->arm == before.front()->arm ||
        turns({before.front()->at.end, w.inside.begin}))
      return std::nullopt;
    if (after.front()->at.begin - w.after.begin > 60 || !joined_by_contrast(w)) return std::nullopt;
    if (!stand_close(w) && !goes_on_to(w)) return std::nullopt;
    if (s_.in_bracket(w.inside.begin) && !is_set_against(after.front()->at)) return std::nullopt;
    return Way{{before.front()->arm, after.front()->arm},
               0.8,
               {before.front()->at.begin, after.front()->at.end}};
  }
  // "…, whereas": another is spoken of from here on.
  bool turns(Range gap) const {
    static const WordSet kTurn("whereas while but although");
    return s_.has_word(gap, kTurn);
  }
  // "with A 5% had X compared with 7% in B": the predicate stands between the figures.
  bool goes_on_to(const Window& w) const {
    const Range gap{figures_[w.first].at.end, figures_[w.first + 1].at.begin};
    return mention_within(gap, false) == nullptr && !s_.has_any(gap, ";") &&
           s_.token_from(gap.end) - s_.token_from(gap.begin) <= 16 &&
           std::none_of(s_.numbers.begin(), s_.numbers.end(),
                        [&](const doc::Number& number) { return is_between_figures(w, number); });
  }
  // "than A", "compared with A".
  bool is_set_against(Range at) const {
    static const WordSet kSecond("than versus vs compared over");
    const std::size_t token = s_.token_from(at.begin);
    for (std::size_t i = token; i > 0 && i + 4 > token; --i) {
      if (kSecond.has(s_.tokens[i - 1].folded)) return true;
    }
    return false;
  }
  // As in the series before: "(5% vs 7%), and pain (8% vs 9%)".
  std::optional<Way> as_before(const Window& w) const {
    if (order_.size() != w.count || !stand_close(w)) return std::nullopt;
    if (mention_within(w.before, true) != nullptr) return std::nullopt;
    const bool told = joined_by_contrast(w) || respectively_near(w);
    if (!told || (!in_sentence_ && w.count != arms_)) return std::nullopt;
    if (!in_sentence_ && mention_within({0, s_.text.size()}, true) != nullptr) return std::nullopt;
    return Way{order_, 0.5 * static_cast<double>(w.count), w.inside};
  }
  // "more with A (7% vs 5%)" of two arms: the figures bear out which is A's.
  std::optional<Way> of_the_told(const Window& w) const {
    if (w.count != 2 || arms_ != 2 || !stand_close(w) || !joined_by_contrast(w))
      return std::nullopt;
    const auto named = distinct_within({0, w.inside.begin});
    if (named.size() != 1 || !distinct_within(w.after).empty()) return std::nullopt;
    if (is_set_against(named.front()->at) || turns({named.front()->at.end, w.inside.begin}))
      return std::nullopt;
    const std::size_t last = w.first > 0 ? figures_[w.first - 1].at.end : 0;
    auto more = tells_of_more(s_, statistics_, {last, w.inside.begin});
    if (!more) more = tells_of_more(s_, statistics_, {0, w.inside.begin});
    const double a = value(figures_[w.first]);
    const double b = value(figures_[w.first + 1]);
    if (!more || a == b || *more != (a > b)) return std::nullopt;
    const std::size_t arm = named.front()->arm;
    return Way{{arm, 1 - arm}, 1, {w.inside.begin, w.inside.end}};
  }
  static double value(const Figure& figure) {
    const ArmCell& cell = figure.cell;
    return cell.percent.value_or(cell.mean.value_or(cell.events.value_or(0)));
  }

  std::optional<Way> best_way(std::size_t i, std::size_t count) const {
    const Window w = window(i, count);
    std::vector<Way> ways;
    for (auto&& way : {rightward(w), leftward(w), in_order_before(w), in_order_after(w), around(w),
                       as_before(w), of_the_told(w)}) {
      if (way && all_differ(way->arms) && way->arms.size() == count) ways.push_back(*way);
    }
    if (ways.empty()) return std::nullopt;
    std::stable_sort(ways.begin(), ways.end(),
                     [](const Way& a, const Way& b) { return a.cost < b.cost; });
    const double each = static_cast<double>(count);
    if (ways.front().cost / each > kTooDear) return std::nullopt;
    for (const Way& other : ways) {
      if (other.arms != ways.front().arms && (other.cost - ways.front().cost) / each < kTooNear)
        return std::nullopt;
    }
    return ways.front();
  }

  const Sentence& s_;
  const std::vector<Figure>& figures_;
  const std::vector<ArmMention>& mentions_;
  const Statistics& statistics_;
  std::size_t arms_;
  std::vector<std::size_t> order_;
  bool in_sentence_ = false;
  std::size_t last_end_ = 0;
};

}  // namespace

std::vector<Series> align(const Sentence& sentence, const std::vector<Figure>& figures,
                          const std::vector<ArmMention>& mentions, const Statistics& statistics,
                          std::size_t arms, const std::vector<std::size_t>& order) {
  return Aligner(sentence, figures, mentions, statistics, arms, order).run();
}

}  // namespace ev::read
