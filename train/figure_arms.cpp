// Which arm a figure belongs to, from labelled trials: an item for every figure of a group and
// every arm. Runs of figures that stand in no row are those of no arm; they weigh less, and do not
// count where a record's rows were cut short.
#include "pipeline/read/results/figure_arms.hpp"

#include "labelled_figures.hpp"
#include "stored_roles.hpp"
#include "task.hpp"

#include <algorithm>

namespace ev::train {
namespace {

constexpr double kUnlabelled = 0.5;

// Figures of one kind that follow each other and stand in no row, two or more up to the number of
// arms: what might be taken for a group.
std::vector<read::FigureGroup> unlabelled_runs(const std::vector<read::Figure>& figures,
                                               const LabelledFigures& labels, std::size_t arms) {
  std::vector<read::FigureGroup> out;
  read::FigureGroup run;
  const auto end = [&] {
    if (run.size() >= 2) out.push_back(run);
    run.clear();
  };
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (labels.known(i) || run.size() == arms ||
        (!run.empty() && figures[run.back()].kind != figures[i].kind))
      end();
    if (!labels.known(i)) run.push_back(i);
  }
  end();
  return out;
}

void write_sentence(const LabelledTrial& trial, const read::Sentence& s,
                    const std::vector<read::NumberRole>& roles, const read::ArmMentions& names,
                    read::LastOrder& last) {
  const read::Statistics statistics = read::statistics_in(s);
  const std::vector<read::Figure> figures = read::figures_in(s, roles, statistics);
  const std::vector<read::ArmMention> mentions = names.in(s);
  const read::FigureArms judge({s, figures, mentions, statistics, trial.arms()});
  const LabelledFigures labels(trial, s, figures);
  const auto write = [&](const read::FigureGroup& group, double weight) {
    for (std::size_t k = 0; k < group.size(); ++k) {
      for (std::size_t arm = 0; arm < trial.arms().size(); ++arm) {
        const bool right = labels.arms(group[k]).contains(arm);
        write_numbers(trial.pmid(), right ? "yes" : "no", judge.numbers(group, k, arm, last),
                      weight);
      }
    }
  };
  last.in_sentence = false;
  if (!trial.is_cut_short()) {
    for (const auto& group : unlabelled_runs(figures, labels, trial.arms().size()))
      write(group, kUnlabelled);
  }
  for (const read::FigureGroup& group : labels.groups()) {
    write(group, 1);
    last = {{}, true};
    for (const std::size_t figure : group) last.arms.push_back(*labels.arms(figure).begin());
  }
}

// `data`: a folder with trials.jsonl of train/trials.py and number_roles.odds of fit.py.
void write_figure_arms(const std::string& data) {
  StoredRoles roles(data + "/number_roles.odds");
  for (const LabelledTrial& trial : labelled_trials(data + "/trials.jsonl")) {
    const read::ArmMentions names(trial.record().document(), trial.arms(),
                                  trial.record().abbreviations());
    read::LastOrder last;
    for (const read::Sentence& s : read::sentences_of(trial.record())) {
      const std::vector<read::NumberRole> here = roles.next(s);
      if (s.role() == doc::Role::background || s.role() == doc::Role::title) continue;
      write_sentence(trial, s, here, names, last);
    }
  }
}

const Registered kFigureArms("figure_arms", write_figure_arms);

}  // namespace
}  // namespace ev::train
