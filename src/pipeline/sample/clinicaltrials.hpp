// The sample's ClinicalTrials.gov: /api/v2/studies by query.*, filter.* and pages, single studies,
// /version and /stats/size, over embedded study records. Essie as far as translate/ prints it and
// people use it: AND OR NOT, quotes, parentheses, AREA[Name]value, RANGE[low,high]. Words of
// conditions and interventions also find the registry's headings. Errors are plain text, as the
// service's are. Thread rule: immutable after construction.
#pragma once

#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/sample/form.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace ev::sample {

class ClinicalTrialsSample {
 public:
  // `data`: {"studies": [studies]}; "" gives a registry without studies.
  static Result<ClinicalTrialsSample> load(std::string_view data);
  ClinicalTrialsSample(ClinicalTrialsSample&&) noexcept;
  ~ClinicalTrialsSample();

  // nullopt: the path is none of this service.
  std::optional<net::HttpResponse> answer(const Form& form) const;

 private:
  struct State;
  explicit ClinicalTrialsSample(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

}  // namespace ev::sample
