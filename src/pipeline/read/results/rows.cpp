#include "pipeline/read/results/rows.hpp"

#include "base/text.hpp"
#include "pipeline/read/results/contrasts.hpp"
#include "pipeline/read/results/effect_rows.hpp"
#include "pipeline/read/results/outcome_tagger.hpp"
#include "pipeline/read/results/row_parts.hpp"
#include "pipeline/read/results/verdict.hpp"
#include "pipeline/text/other_study.hpp"

#include <algorithm>
#include <utility>

namespace ev::read {

using model::EffectDirection;

namespace {

// One sentence on its way to rows.
class SentenceRows {
 public:
  SentenceRows(const Sentence& s, const std::vector<Arm>& arms, std::vector<ArmMention> mentions,
               std::vector<std::size_t>& order, const std::vector<nlp::Features>& words)
      : s_(s),
        words_(words),
        arms_(arms),
        mentions_(std::move(mentions)),
        order_(order),
        statistics_(statistics_in(s)) {}

  std::vector<ResultRow> read() {
    figures_ = figures_in(s_, number_roles(s_, words_, statistics_), statistics_);
    series_ = align({s_, figures_, mentions_, statistics_, arms_}, order_);
    first_row_.assign(series_.size(), kNone);
    for (std::size_t k = 0; k < series_.size(); ++k) add_rows_of(k);
    add_effects();
    const bool told = !series_.empty() || !rows_.empty();
    if (!told) rows_ = told_contrasts(s_, arms_, mentions_, statistics_);
    if (!series_.empty()) order_ = series_.back().arms;
    return std::move(rows_);
  }

 private:
  // The end of the last result before a byte, 0 where there is none; the begin of the next.
  std::size_t result_before(std::size_t byte) const {
    std::size_t end = 0;
    for (const Series& other : series_) {
      if (!other.is_divided && other.at.end <= byte) end = std::max(end, other.at.end);
      for (const Figure& figure : other.figures) {
        if (figure.at.end <= byte) end = std::max(end, figure.at.end);
      }
    }
    return end;
  }
  std::size_t result_behind(std::size_t byte) const {
    std::size_t begin = s_.text.size();
    for (const Series& other : series_) {
      if (!other.is_divided && other.at.begin >= byte) begin = std::min(begin, other.at.begin);
      for (const Figure& figure : other.figures) {
        if (figure.at.begin >= byte) begin = std::min(begin, figure.at.begin);
      }
    }
    return begin;
  }
  // From the last result (or the last semicolon) to the next.
  Range clause_of(std::size_t k) const {
    const Range place = series_[k].outcome_place();
    Range clause{result_before(place.begin), result_behind(place.end)};
    for (const PValue& p : statistics_.p_values) {
      // Figures that were given to no arm, with their test, belong to another result.
      const bool other = p.at.begin >= clause.begin && p.at.end <= place.begin &&
                         (clause.begin > 0 ||
                          std::any_of(figures_.begin(), figures_.end(), [&](const Figure& figure) {
                            return figure.at.end <= p.at.begin;
                          }));
      if (other) clause.begin = p.at.end;
    }
    const std::size_t semicolon = s_.text.rfind("; ", place.begin);
    if (semicolon != std::string_view::npos && semicolon > clause.begin &&
        !s_.in_bracket(semicolon))
      clause.begin = semicolon + 2;
    while (clause.begin < clause.end &&
           (s_.text[clause.begin] == ')' || s_.text[clause.begin] == ' ' ||
            s_.text[clause.begin] == ',' || s_.text[clause.begin] == ']'))
      ++clause.begin;
    return clause;
  }
  // The p values of a series: behind its figures and before the next result.
  std::optional<PValue> p_of(std::size_t k, const Range& clause) const {
    const Series& series = series_[k];
    for (const PValue& p : statistics_.p_values) {
      if (p.at.begin < series.figures_at.end) continue;
      if (p.at.begin > result_behind(series.figures_at.end)) break;
      if (p.at.begin - series.figures_at.end > 160) break;
      const Range gap{series.figures_at.end, p.at.begin};
      if (s_.has_any(gap, ";") && !s_.in_bracket(p.at.begin)) break;
      if (other_figure_between(gap)) break;
      return p;
    }
    // "was significantly higher (p < .01) with A (30%) than with B (20%)"
    for (const PValue& p : statistics_.p_values) {
      if (p.at.begin < clause.begin || p.at.end > series.figures_at.begin) continue;
      static const WordSet kDiffer = WordSet::listed("rows: differ");
      const std::size_t from = p.at.begin > 80 ? p.at.begin - 80 : 0;
      if (s_.has_word({std::max(from, clause.begin), p.at.begin}, kDiffer)) return p;
    }
    return std::nullopt;
  }
  bool other_figure_between(Range gap) const {
    return std::any_of(s_.numbers.begin(), s_.numbers.end(), [&](const doc::Number& number) {
      return number.begin >= gap.begin && number.end <= gap.end && number.percent &&
             number.value < 90;
    });
  }
  // Whether a p value follows one figure alone: a test within that arm, or each arm's own.
  std::optional<PValue> p_between(const Series& series, std::size_t figure) const {
    const std::size_t begin = series.figures[figure].at.end;
    const std::size_t end =
        figure + 1 < series.figures.size() ? series.figures[figure + 1].at.begin : begin;
    for (const PValue& p : statistics_.p_values) {
      if (p.at.begin >= begin && p.at.end <= end) return p;
    }
    return std::nullopt;
  }

  bool is_of_the_start(const Series& series, const Range& clause) const {
    static const WordSet kStart("baseline entry pretreatment enrollment");
    static const WordSet kChange(
        "from change changes than over reduction decrease increase improvement after compared");
    // "At baseline the groups were alike: X was 5 and 6, Y was 7 and 8."
    const std::size_t opening = s_.tokens[std::min<std::size_t>(2, s_.tokens.size() - 1)].end;
    if (s_.has_word({0, opening}, kStart) &&
        !s_.has_word({opening, series.figures_at.begin}, kChange))
      return true;
    const Range around{series.figures_at.begin,
                       std::min(s_.text.size(), series.figures_at.end + 30)};
    if (s_.has_word(around, kStart) || s_.tokens.front().folded == "before") return true;
    return s_.has_word(clause, kStart) && !s_.has_word(clause, kChange);
  }
  // Those who were put into arms, not what became of them.
  bool is_allocation(const Series& series, const Range& clause) const {
    const FigureKind kind = series.figures.front().kind;
    const bool whole_arms =
        kind == FigureKind::count &&
        std::all_of(series.figures.begin(), series.figures.end(), [&](const Figure& figure) {
          const std::size_t k = static_cast<std::size_t>(&figure - series.figures.data());
          return arms_[series.arms[k]].n && figure.cell.events == arms_[series.arms[k]].n;
        });
    if (whole_arms) return true;
    if (kind != FigureKind::count) {
      static const WordSet kDrawn("randomized randomised assigned allocated");
      return s_.role() == doc::Role::methods && s_.has_word(clause, kDrawn);
    }
    static const WordSet kDrawing = WordSet::listed("rows: drawing");
    static const WordSet kEvents = WordSet::listed("rows: events");
    return s_.has_word(clause, kDrawing) && !s_.has_word(clause, kEvents);
  }

  // Words that tell of less where the numbers tell of more: one of them is not what it seems.
  bool is_contradicted(const Series& series, const Range& clause, const Range& outcome) const {
    const auto up = told_to_rise(outcome);
    if (!up || series.figures.size() != 2 || denies_difference(s_, {0, s_.text.size()}))
      return false;
    if (tells_of_falls(series, clause) || series.figures.front().after_change) return false;
    if (!comparable(series.figures[0].cell, series.figures[1].cell)) return false;
    const double a = value_of(series.figures[0].cell);
    const double b = value_of(series.figures[1].cell);
    if (a == b || (a < 0 && b < 0)) return false;
    static const WordSet kImproved = WordSet::listed("rows: improved");
    if (s_.has_word({0, outcome.begin}, kImproved) && !s_.in_bracket(series.figures_at.begin))
      return false;
    return *up != (a > b);
  }
  // "carteolol 1%": how strong the drug is.
  bool is_a_strength(const Series& series) const {
    const FigureKind kind = series.figures.front().kind;
    if (kind != FigureKind::share || series.figures.front().cell.events) return false;
    return std::any_of(series.figures.begin(), series.figures.end(), [&](const Figure& figure) {
      return std::any_of(mentions_.begin(), mentions_.end(), [&](const ArmMention& m) {
        return m.at.end <= figure.at.begin && s_.slice({m.at.end, figure.at.begin}) == " ";
      });
    });
  }
  // Words of the sentence, the outcome aside, that all tell of one way.
  std::optional<bool> told_to_rise(const Range& outcome) const {
    const auto before = tells_of_more(s_, statistics_, {0, outcome.begin});
    const auto behind = tells_of_more(s_, statistics_, {outcome.end, s_.text.size()});
    if (before && behind && *before != *behind) return std::nullopt;
    return before ? before : behind;
  }

  // "lowered X by 5 and 3": the greater number is the lower outcome.
  bool tells_of_falls(const Series& series, const Range& clause) const {
    if (series.figures.front().kind == FigureKind::share ||
        series.figures.front().kind == FigureKind::count)
      return false;
    if (series.figures.front().after_change || series.figures.front().cell.mean.value_or(0) < 0)
      return false;
    static const WordSet kFalls("decreased reduced fell lowered declined dropped reduces lowers");
    return s_.has_word({clause.begin, series.figures_at.begin}, kFalls);
  }
  // "4.7 mmHg lower with A": a difference, no value of an arm.
  bool are_differences(const Series& series) const {
    static const WordSet kMore(
        "lower higher greater less more fewer longer shorter better worse larger smaller");
    for (const Figure& figure : series.figures) {
      if (figure.kind == FigureKind::count) continue;
      const std::size_t from = s_.token_from(figure.at.end);
      for (std::size_t i = from; i < s_.tokens.size() && i < from + 3; ++i) {
        if (s_.has_any({figure.at.end, s_.tokens[i].begin}, ",;()")) break;
        if (kMore.has(s_.tokens[i].folded)) return true;
      }
    }
    static const WordSet kDiffer("differed differ ratio odds difference between");
    const std::size_t begin = series.figures_at.begin > 20 ? series.figures_at.begin - 20 : 0;
    return s_.has_word({begin, series.figures_at.begin}, kDiffer) &&
           series.figures.front().kind != FigureKind::share;
  }

  ArmCell cell_of(const Series& series, std::size_t k) const {
    ArmCell cell = series.figures[k].cell;
    cell.arm = series.arms[k];
    if ((cell.events || cell.percent) && !cell.n) cell.n = arms_[cell.arm].n;
    if (cell.n && cell.events && *cell.events > *cell.n) cell.n.reset();
    if (cell.n && cell.events && cell.percent &&
        std::abs(100 * *cell.events / *cell.n - *cell.percent) > 1.6) {
      cell.n.reset();
    }
    return cell;
  }

  // "…, and at 6 h": the outcome is that of the series before.
  bool is_another_time(Range gap) const {
    static const WordSet kWords("and at after by to p");
    bool time = false;
    for (std::size_t i = s_.token_from(gap.begin);
         i < s_.tokens.size() && s_.tokens[i].begin < gap.end; ++i) {
      const std::string& word = s_.tokens[i].folded;
      if (!time_words().has(word) && !kWords.has(word) &&
          (word.front() < '0' || word.front() > '9'))
        return false;
      time = time || time_words().has(word);
    }
    return time;
  }

  // "135/82 and 139/83": what the second half is of has to be named beside the first.
  bool is_second_half(std::size_t k, const Range& outcome) const {
    if (k == 0 || outcome != outcome_) return false;
    const auto halves = [](const Range& a, const Range& b) { return a.end + 1 == b.begin; };
    const std::size_t begin = series_[k].figures.front().at.begin;
    return begin > 0 && s_.text[begin - 1] == '/' &&
           std::any_of(series_[k - 1].figures.begin(), series_[k - 1].figures.end(),
                       [&](const Figure& figure) {
                         return halves(figure.at, series_[k].figures.front().at);
                       });
  }

  void add_rows_of(std::size_t k) {
    const Series& series = series_[k];
    const Range clause = clause_of(k);
    if (is_of_the_start(series, clause) || is_allocation(series, clause) || are_differences(series))
      return;
    const FigureKind kind = series.figures.front().kind;
    const bool counts = kind == FigureKind::count || kind == FigureKind::share;
    const auto by_grammar = outcome_in(s_, clause, series.at, mentions_, counts);
    auto outcome = tagged_outcome({s_, words_, mentions_, figures_, statistics_},
                                  series.outcome_place(), by_grammar);
    if (!outcome && k > 0 && is_another_time({series_[k - 1].at.end, series.at.begin}))
      outcome = outcome_;
    const bool second = outcome && is_second_half(k, *outcome);
    outcome_ = outcome;
    if (!outcome || second) return;
    const auto p = p_of(k, clause);
    if (!p && s_.role() == doc::Role::methods && series.figures.front().kind != FigureKind::share)
      return;
    static const WordSet kDose("dose doses dosage dosages");
    if (is_a_strength(series) || s_.has_word(*outcome, kDose) ||
        is_contradicted(series, clause, *outcome))
      return;
    const std::size_t base = base_of(series);
    for (std::size_t i = 0; i < series.arms.size(); ++i) {
      if (i == base) continue;
      ResultRow row = row_on(s_, *outcome, clause);
      row.intervention = cell_of(series, i);
      row.comparator = cell_of(series, base);
      std::optional<PValue> own = p;
      if (series.figures.size() > 2 || p_between(series, 0)) own = contrast_p(series, i, base, p);
      if (series.figures.front().after_change &&
          !s_.has_word(clause, WordSet("between than versus compared difference")))
        own.reset();
      finish(row, series, clause, *outcome, own);
      if (first_row_[k] == kNone) first_row_[k] = rows_.size();
      rows_.push_back(std::move(row));
    }
  }
  // Estimates, of the row whose figures stand before them, else by what the sentence says.
  void add_effects() {
    std::size_t begin = 0;
    for (const StatedEffect& stated : statistics_.effects) {
      const std::size_t k = series_before(stated, begin);
      const std::size_t from = std::exchange(begin, stated.at.end);
      if (k != kNone && first_row_[k] != kNone) {
        join(stated, k);
        continue;
      }
      if (auto row = effect_row({s_, words_, mentions_, figures_, statistics_}, arms_, stated,
                                clause_from(from)))
        rows_.push_back(std::move(*row));
    }
    for (const StatedEffect& stated : statistics_.broken) {
      const std::size_t k = series_before(stated, 0);
      if (k != kNone) dispute(stated, k);
    }
  }
  // The last one that ends before the estimate, kNone where it ends before `begin`.
  std::size_t series_before(const StatedEffect& stated, std::size_t begin) const {
    std::size_t k = series_.size();
    while (k > 0 && (series_[k - 1].figures_at.end > stated.at.begin ||
                     series_[k - 1].figures_at.end < begin))
      --k;
    return k > 0 ? k - 1 : kNone;
  }
  // Past what closes the words before: a p value, brackets, commas.
  std::size_t clause_from(std::size_t begin) const {
    for (const PValue& p : statistics_.p_values) {
      if (p.at.begin >= begin && p.at.begin - begin < 20) begin = p.at.end;
    }
    const std::size_t first = s_.text.find_first_not_of(")],; ", begin);
    return first == std::string_view::npos ? begin : first;
  }
  // A ratio is above one when the first arm has more.
  void join(const StatedEffect& stated, std::size_t k) {
    if (series_[k].figures.size() != 2 || first_row_[k] == kNone) return;
    ResultRow* const row = &rows_[first_row_[k]];
    if (row->effect) return;
    if (stated.effect.ratio()) {
      const double a = value_of(row->intervention);
      const double b = value_of(row->comparator);
      const bool agrees = a != b && (stated.effect.value > 1) == (a > b);
      if (!comparable(row->intervention, row->comparator)) return;
      if (!agrees) {
        dispute(stated, k);
        return;
      }
    }
    row->effect = stated.effect;
    // The test of the estimate comes before what the numbers look like.
    const Verdict verdict = verdict_on(stated.effect, std::nullopt);
    if (!row->significant) row->significant = verdict.significant;
    if (row->significant == false) row->direction = EffectDirection::no_difference;
    if (row->significant == true && row->direction == EffectDirection::unclear)
      row->direction = verdict.direction;
  }

  // What the figures and an estimate behind them say of one outcome cannot both be.
  void dispute(const StatedEffect& stated, std::size_t k) {
    if (series_[k].figures.size() != 2 || first_row_[k] == kNone) return;
    ResultRow& row = rows_[first_row_[k]];
    const bool other = estimates_other(s_, stated, mentions_, row.outcome_span);
    if (!row.effect && !row.disputed && !other) row.disputed = stated.effect;
  }

  // The one that others are set against: the comparator, else the arm named later in the record.
  std::size_t base_of(const Series& series) const {
    std::size_t comparators = 0;
    std::size_t base = 0;
    for (std::size_t i = 0; i < series.arms.size(); ++i) {
      if (arms_[series.arms[i]].role != ArmRole::comparator) continue;
      ++comparators;
      base = i;
    }
    if (comparators == 1) return base;
    if (series.arms.size() > 2) {
      return static_cast<std::size_t>(std::min_element(series.arms.begin(), series.arms.end()) -
                                      series.arms.begin());
    }
    return series.arms[0] < series.arms[1] ? 1 : 0;
  }
  // Of three arms: "A 64% than B (45%; p = .003) or C (40%; p = .001)".
  std::optional<PValue> contrast_p(const Series& series, std::size_t i, std::size_t base,
                                   const std::optional<PValue>& last) const {
    if (p_between(series, 0)) return std::nullopt;
    if (series.figures.size() == 2) return last;
    const std::size_t first = std::min(i, base);
    const std::size_t second = std::max(i, base);
    if (first != 0) return std::nullopt;
    if (second + 1 == series.figures.size())
      return p_between(series, second - 1) ? last : std::nullopt;
    return p_between(series, second);
  }

  void finish(ResultRow& row, const Series& series, const Range& clause, const Range& outcome,
              const std::optional<PValue>& p) const {
    if (p) row.p_value = std::string(s_.slice(p->at));
    if (!comparable(row.intervention, row.comparator)) {
      if (p) row.significant = p->significant();
      if (row.significant == false) row.direction = EffectDirection::no_difference;
      return;
    }
    double a = value_of(row.intervention);
    double b = value_of(row.comparator);
    static const WordSet kFalls("decrease decreases reduction reductions fall decline loss");
    const bool signed_falls = a < 0 && b < 0 && s_.has_word(outcome, kFalls);
    if (signed_falls || tells_of_falls(series, clause)) std::swap(a, b);
    const Verdict verdict =
        verdict_on(a, b, p, denies_difference(s_, clause), claims_significance(s_, clause));
    static const WordSet kContrast("between than versus compared difference");
    const bool between = !series.figures.front().after_change || s_.has_word(clause, kContrast);
    // Of "decline in X" the figures may be of X itself.
    const std::size_t first = s_.token_from(outcome.begin);
    const bool change = kFalls.has(s_.tokens[first].folded) && !signed_falls &&
                        verdict.direction != EffectDirection::no_difference;
    const bool told = between && !change && (verdict.significant || told_to_rise(outcome));
    if (told || a == b) row.direction = verdict.direction;
    row.significant = verdict.significant;
  }

  const Sentence& s_;
  const std::vector<nlp::Features>& words_;
  const std::vector<Arm>& arms_;
  std::vector<ArmMention> mentions_;
  std::vector<std::size_t>& order_;
  Statistics statistics_;
  std::vector<Figure> figures_;
  std::vector<Series> series_;
  std::optional<Range> outcome_;  // of the last series
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> first_row_;  // of each series
  std::vector<ResultRow> rows_;
};

// "In the earlier trial 30% relapsed with A and 40% with B": all figures are of that trial.
bool is_on_another_study(const Sentence& s) {
  if (s.numbers.empty()) return false;
  const auto parts = doc::parts_on_other_studies(s.text, s.tokens);
  return !parts.empty() &&
         std::all_of(s.numbers.begin(), s.numbers.end(),
                     [&](const doc::Number& number) { return doc::is_in(parts, number.end - 1); });
}

bool may_state_results(const Sentence& s) {
  if (s.role() == doc::Role::methods) return !s.at.labelled;
  return s.role() != doc::Role::background && s.role() != doc::Role::objective &&
         s.role() != doc::Role::title;
}

}  // namespace

std::vector<ResultRow> RowReader::read(std::size_t index) {
  const Sentence& sentence = sentences_[index];
  if (!may_state_results(sentence) || is_on_another_study(sentence)) return {};
  return SentenceRows(sentence, arms_, mentions_.in(sentence), order_, features_[index]).read();
}

}  // namespace ev::read
