// The sample's OpenAlex: /works by filter and search with pages and cursors, and single works, over
// embedded work objects. Filters: those translate/ prints and the usual ones of its documentation;
// another name is refused as the service refuses it (400, JSON). Words are matched by their stems.
// Thread rule: immutable after construction.
#pragma once

#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/sample/form.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace ev::sample {

class OpenAlexSample {
 public:
  // `data`: {"results": [works]}; "" gives a service without works.
  static Result<OpenAlexSample> load(std::string_view data);
  OpenAlexSample(OpenAlexSample&&) noexcept;
  ~OpenAlexSample();

  // nullopt: the path is none of this service.
  std::optional<net::HttpResponse> answer(const Form& form) const;

 private:
  struct State;
  explicit OpenAlexSample(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

}  // namespace ev::sample
