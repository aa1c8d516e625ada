// Which arms an estimate compares, from labelled trials: an item for every estimate and ordered
// pair of arms. Estimates that stand in no row compare none; they weigh less, and do not count
// where a record's rows were cut short.
#include "pipeline/read/results/effect_arms.hpp"

#include "stored_roles.hpp"
#include "task.hpp"

#include <nlohmann/json.hpp>

#include <set>
#include <utility>

namespace ev::train {
namespace {

constexpr double kInNoRow = 0.5;

// The pairs of arms of an estimate's rows.
std::set<std::pair<std::size_t, std::size_t>> pairs_of(const LabelledTrial& trial,
                                                       const read::Sentence& s,
                                                       const read::StatedEffect& stated) {
  std::set<std::pair<std::size_t, std::size_t>> out;
  const doc::Span here = s.span(stated.at);
  for (const Json& row : trial.rows()) {
    if (!row.contains("effect") || !row.at("effect").contains("v")) continue;
    const doc::Span value = trial.span_of(row.at("effect").at("v"));
    if (value.field != here.field || value.begin < here.begin || value.begin >= here.end) continue;
    const auto a = trial.arm_of(row.at("arms").at(0).get<std::string>());
    const auto b = trial.arm_of(row.at("arms").at(1).get<std::string>());
    if (a && b) out.emplace(*a, *b);
  }
  return out;
}

void write_effects_of(const LabelledTrial& trial, const read::Sentence& s,
                      const std::vector<read::NumberRole>& roles, const read::ArmMentions& names) {
  const read::Statistics statistics = read::statistics_in(s);
  if (statistics.effects.empty()) return;
  const std::vector<read::Figure> figures = read::figures_in(s, roles, statistics);
  const std::vector<read::ArmMention> mentions = names.in(s);
  std::size_t begin = 0;
  for (const read::StatedEffect& stated : statistics.effects) {
    const std::size_t from = std::exchange(begin, stated.at.end);
    const auto right = pairs_of(trial, s, stated);
    if (right.empty() && trial.is_cut_short()) continue;
    const read::EffectArms judge({s, figures, mentions, statistics, trial.arms()}, stated, from);
    for (std::size_t a = 0; a < trial.arms().size(); ++a) {
      for (std::size_t b = 0; b < trial.arms().size(); ++b) {
        if (a != b)
          write_numbers(trial.pmid(), right.contains({a, b}) ? "yes" : "no", judge.numbers({a, b}),
                        right.empty() ? kInNoRow : 1);
      }
    }
  }
}

void write_effect_arms(const std::string& data) {
  for_each_sentence(data, write_effects_of);
}

const Registered kEffectArms("effect_arms", write_effect_arms);

}  // namespace
}  // namespace ev::train
