// What each number of a sentence of results is, from labelled trials (train/trials.py). Where a
// record's rows were cut short, a number that stands in none of them may be anything.
#include "pipeline/read/results/number_roles.hpp"

#include "labelled_trial.hpp"
#include "pipeline/read/spans/record_features.hpp"
#include "task.hpp"

#include <nlohmann/json.hpp>

#include <map>

namespace ev::train {
namespace {

constexpr const char* kAnyRole = "other|events|size|percent|mean|median|dispersion";

std::string role_name(const std::string& kind) {
  static const std::map<std::string, std::string> kNames = {
      {"e", "events"},  {"n", "size"},        {"p", "percent"},     {"m", "mean"},
      {"md", "median"}, {"sd", "dispersion"}, {"se", "dispersion"}, {"pm", "dispersion"}};
  return kNames.at(kind);
}

struct NumberLabels {
  std::map<std::pair<int, std::size_t>, std::string> at;  // by field and byte
  explicit NumberLabels(const LabelledTrial& trial) {
    for (const Json& row : trial.rows()) {
      for (const char* side : {"ca", "cb"}) {
        if (!row.contains(side)) continue;
        for (const auto& [kind, place] : row.at(side).items()) {
          const doc::Span span = trial.span_of(place);
          at.emplace(std::pair{static_cast<int>(span.field), span.begin}, role_name(kind));
        }
      }
    }
  }
  std::string of(const doc::Span& number) const {
    for (std::size_t byte = number.begin; byte < number.end; ++byte) {  // past its sign
      const auto found = at.find({static_cast<int>(number.field), byte});
      if (found != at.end()) return found->second;
    }
    return {};
  }
};

void write_number_roles(const std::string& data) {
  for (const LabelledTrial& trial : labelled_trials(data + "/trials.jsonl")) {
    const NumberLabels labels(trial);
    const std::vector<read::Sentence> sentences = read::sentences_of(trial.record());
    const read::RecordFeatures features = read::record_features(sentences);
    for (std::size_t k = 0; k < sentences.size(); ++k) {
      const read::Sentence& s = sentences[k];
      if (s.role() == doc::Role::title || s.numbers.empty()) continue;
      const auto items = read::number_features(s, features[k], read::statistics_in(s));
      for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string label = labels.of(s.span({s.numbers[i].begin, s.numbers[i].end}));
        const char* const none = trial.is_cut_short() ? kAnyRole : "other";
        write_item(trial.pmid(), label.empty() ? none : label, items[i]);
      }
      end_sequence();
    }
  }
}

const Registered kNumbers("number_roles", write_number_roles);

}  // namespace
}  // namespace ev::train
