// Which arm a figure belongs to, from labelled trials: an item for every figure and arm of a
// sentence of results. Figures that stand in no row are those of no arm; they weigh less, and do
// not count where a record's rows were cut short.
#include "pipeline/read/results/figure_arms.hpp"

#include "labelled_trial.hpp"
#include "task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::train {
namespace {

constexpr double kUnlabelled = 0.5;

// The arms whose cell lies within a figure.
struct Cells {
  std::vector<std::pair<doc::Span, std::size_t>> places;

  explicit Cells(const LabelledTrial& trial) {
    for (const Json& row : trial.rows()) {
      add(trial, row, "ca", 0);
      add(trial, row, "cb", 1);
    }
  }
  void add(const LabelledTrial& trial, const Json& row, const char* name, std::size_t side) {
    if (!row.contains(name)) return;
    const auto arm = trial.arm_of(row.at("arms").at(side).get<std::string>());
    for (const char* kind : {"e", "p", "m", "md"}) {
      if (arm && row.at(name).contains(kind))
        places.emplace_back(trial.span_of(row.at(name).at(kind)), *arm);
    }
  }
  std::vector<std::size_t> within(const doc::Span& span) const {
    std::vector<std::size_t> arms;
    for (const auto& [at, arm] : places) {
      if (at.field == span.field && at.begin >= span.begin && at.begin < span.end)
        arms.push_back(arm);
    }
    return arms;
  }
};

void write_sentence(const LabelledTrial& trial, const read::Sentence& s,
                    const read::ArmMentions& names, const Cells& cells, read::LastOrder& last) {
  const read::Statistics statistics = read::statistics_in(s);
  std::vector<read::Figure> figures = read::figures_in(s, statistics);
  std::erase_if(figures, [](const read::Figure& figure) { return figure.baseline; });
  const std::vector<read::ArmMention> mentions = names.in(s);
  const read::FigureArms judge({s, figures, mentions, statistics, trial.arms()});
  std::vector<std::size_t> series;  // the arms of the figures just seen, each once
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const std::vector<std::size_t> gold = cells.within(s.span(figures[i].at));
    const bool known = !gold.empty();
    if (known && std::find(series.begin(), series.end(), gold.front()) != series.end()) {
      last = {series, true};
      series.clear();
    }
    for (std::size_t arm = 0; arm < trial.arms().size(); ++arm) {
      if (!known && trial.is_cut_short()) continue;
      const bool right = std::find(gold.begin(), gold.end(), arm) != gold.end();
      write_numbers(trial.pmid(), right ? "yes" : "no", judge.numbers(i, arm, last),
                    known ? 1 : kUnlabelled);
    }
    if (known) series.push_back(gold.front());
  }
  if (series.size() > 1) last.arms = series;
  last.in_sentence = false;
}

// `data`: a folder with trials.jsonl of train/trials.py.
void write_figure_arms(const std::string& data) {
  for (const LabelledTrial& trial : labelled_trials(data + "/trials.jsonl")) {
    const Cells cells(trial);
    const read::ArmMentions names(trial.record().document(), trial.arms(),
                                  trial.record().abbreviations());
    read::LastOrder last;
    for (const read::Sentence& s : read::sentences_of(trial.record())) {
      if (s.role() == doc::Role::background || s.role() == doc::Role::title) continue;
      write_sentence(trial, s, names, cells, last);
    }
  }
}

const Registered kFigureArms("figure_arms", write_figure_arms);

}  // namespace
}  // namespace ev::train
