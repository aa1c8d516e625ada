// Which names are those of arms, from labelled trials and the cross-validated odds of the tagger.
#include "pipeline/read/arms/arm_names.hpp"

#include "labelled_trial.hpp"
#include "pipeline/read/arms/arm_tagger.hpp"
#include "task.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>

namespace ev::train {
namespace {

constexpr double kSameName = 0.6;  // of the words two names share

std::vector<std::vector<read::TaggedSpan>> stored_spans(
    const std::vector<read::Sentence>& sentences, std::istream& odds) {
  std::vector<std::vector<read::TaggedSpan>> out;
  for (const read::Sentence& s : sentences) {
    std::vector<std::vector<double>> words;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      std::vector<double>& word = words.emplace_back(read::kSpanLabels);
      for (double& one : word) odds >> one;
      if (!odds) throw std::runtime_error("arms.odds: fewer lines than words");
    }
    out.push_back(read::spans_of(words, read::kEagerForArms));
  }
  return out;
}

// Dice's coefficient of their words.
double likeness(std::string_view a, std::string_view b) {
  const auto words_of = [](std::string_view text) {
    read::Key out;
    for (const doc::Token& token : doc::tokenize(text)) out.push_back(token.folded);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  };
  const read::Key x = words_of(a), y = words_of(b);
  const std::size_t shared = x.size() - read::difference(x, y).size();
  return x.empty() ? 0
                   : 2.0 * static_cast<double>(shared) / static_cast<double>(x.size() + y.size());
}

// How well words name each arm.
std::vector<double> likeness_to_arms(const LabelledTrial& trial, std::string_view words) {
  std::vector<double> out;
  for (const read::Arm& arm : trial.arms()) {
    double most = likeness(words, arm.name);
    for (const doc::Span& alias : arm.aliases)
      most = std::max(most, likeness(words, trial.record().document().text(alias)));
    out.push_back(most);
  }
  return out;
}

// The name that is the best one of an arm.
std::vector<bool> names_of_arms(const LabelledTrial& trial,
                                const std::vector<read::Sentence>& sentences,
                                const std::vector<read::ArmName>& names) {
  std::vector<bool> out(names.size(), false);
  std::vector<std::vector<double>> likely;
  for (const read::ArmName& name : names) {
    const read::ArmPhrase& phrase = best_phrase(name);
    const read::Sentence& s = sentences[phrase.sentence];
    likely.push_back(likeness_to_arms(
        trial, s.slice({s.tokens[phrase.first].begin, s.tokens[phrase.last - 1].end})));
  }
  for (std::size_t arm = 0; arm < trial.arms().size(); ++arm) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (likely[i][arm] < kSameName) continue;
      const bool better =
          !best || likely[i][arm] > likely[*best][arm] ||
          (likely[i][arm] == likely[*best][arm] && names[i].score > names[*best].score);
      if (better) best = i;
    }
    if (best) out[*best] = true;
  }
  return out;
}

// `data`: a folder with trials.jsonl of train/trials.py and arms.odds of fit.py.
void write_arm_names(const std::string& data) {
  std::ifstream odds(data + "/arms.odds");
  for (const LabelledTrial& trial : labelled_trials(data + "/trials.jsonl")) {
    const std::vector<read::Sentence> sentences = read::sentences_of(trial.record());
    read::ArmVocabulary vocabulary(trial.record().document(), trial.record().abbreviations());
    const std::vector<read::ArmPhrase> phrases =
        arm_phrases(sentences, stored_spans(sentences, odds), vocabulary);
    const std::vector<read::ArmName> names = read::arm_names(phrases);
    const std::vector<bool> right = names_of_arms(trial, sentences, names);
    const read::ArmNames judge(sentences, names);
    for (std::size_t i = 0; i < names.size(); ++i)
      write_numbers(trial.pmid(), right[i] ? "yes" : "no", judge.numbers(i));
  }
}

const Registered kArmNames("arm_names", write_arm_names);

}  // namespace
}  // namespace ev::train
