// A trial labelled by reading (train/trials.py): its arms as the readers of results take them, and
// where its numbers stand. Thread rule: values.
#pragma once

#include "base/json.hpp"
#include "pipeline/read/sentence.hpp"
#include "pipeline/read/study_reading.hpp"
#include "pipeline/text/record_analysis.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ev::train {

class LabelledTrial {
 public:
  explicit LabelledTrial(Json label);

  std::string pmid() const { return label_.at("pmid").get<std::string>(); }
  const doc::RecordAnalysis& record() const { return *record_; }
  const std::vector<read::Arm>& arms() const { return arms_; }
  const Json& rows() const { return label_.at("rows"); }
  // All that may be labelled of one record was: what stands in no row may be a result all the same.
  bool is_cut_short() const { return rows().size() >= 11; }
  std::optional<std::size_t> arm_of(const std::string& id) const;
  // [begin, end] in code points of the abstract, or of the title with a third member.
  doc::Span span_of(const Json& place) const;

 private:
  Json label_;
  std::shared_ptr<const model::Article> article_;  // whose text the record points into
  std::shared_ptr<const doc::RecordAnalysis> record_;
  std::vector<std::size_t> title_, abstract_;  // the byte of each code point
  std::vector<read::Arm> arms_;
  std::map<std::string, std::size_t> number_;
};

// Of a file of train/trials.py, those with two arms or more.
std::vector<LabelledTrial> labelled_trials(const std::string& path);

}  // namespace ev::train
