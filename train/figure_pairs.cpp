// Which two figures state one outcome of two arms, from labelled trials: an item for every two
// figures of a sentence. Figures that stand in no row weigh less, and do not count where a record's
// rows were cut short.
#include "pipeline/read/results/figure_pairs.hpp"

#include "labelled_figures.hpp"
#include "stored_roles.hpp"
#include "task.hpp"

namespace ev::train {
namespace {

constexpr double kUnlabelledPair = 0.5;

void write_pairs_of(const LabelledTrial& trial, const read::Sentence& s,
                    const std::vector<read::NumberRole>& roles, const read::ArmMentions& names) {
  const read::Statistics statistics = read::statistics_in(s);
  const std::vector<read::Figure> figures = read::figures_in(s, roles, statistics);
  if (figures.size() < 2) return;
  const std::vector<read::ArmMention> mentions = names.in(s);
  const read::FigurePairs judge({s, figures, mentions, statistics, trial.arms()});
  const LabelledFigures rows(trial, s, figures);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    for (std::size_t j = i + 1; j < figures.size() && j - i <= read::kMaxFiguresApart; ++j) {
      const bool known = rows.known(i) && rows.known(j);
      if (!known && trial.is_cut_short()) continue;
      write_numbers(trial.pmid(), rows.is_pair(i, j) ? "yes" : "no", judge.numbers(i, j),
                    known ? 1 : kUnlabelledPair);
    }
  }
}

void write_figure_pairs(const std::string& data) {
  for_each_sentence(data, write_pairs_of);
}

const Registered kFigurePairs("figure_pairs", write_figure_pairs);

}  // namespace
}  // namespace ev::train
