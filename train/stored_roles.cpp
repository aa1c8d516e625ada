#include "stored_roles.hpp"

#include <array>
#include <stdexcept>

namespace ev::train {

std::vector<read::NumberRole> StoredRoles::next(const read::Sentence& s) {
  std::vector<read::NumberRole> out;
  if (!has_roles(s)) return out;
  for (std::size_t i = 0; i < s.numbers.size(); ++i) {
    std::array<double, read::kNumberRoles> odds{};
    for (double& one : odds) in_ >> one;
    if (!in_) throw std::runtime_error("number_roles.odds: fewer lines than numbers");
    out.push_back(read::number_role(odds));
  }
  return out;
}

void for_each_sentence(const std::string& data,
                       const std::function<void(const LabelledTrial&, const read::Sentence&,
                                                const std::vector<read::NumberRole>&,
                                                const read::ArmMentions&)>& use) {
  StoredRoles roles(data + "/number_roles.odds");
  for (const LabelledTrial& trial : labelled_trials(data + "/trials.jsonl")) {
    const read::ArmMentions names(trial.record().document(), trial.arms(),
                                  trial.record().abbreviations());
    for (const read::Sentence& s : read::sentences_of(trial.record())) {
      const std::vector<read::NumberRole> here = roles.next(s);
      if (s.role() != doc::Role::background && s.role() != doc::Role::title)
        use(trial, s, here, names);
    }
  }
}

}  // namespace ev::train
