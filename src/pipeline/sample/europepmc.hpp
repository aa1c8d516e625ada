// The sample's Europe PMC: search (GET and searchPOST), single articles, citations and references
// over embedded core records, in the REST service's JSON. Fields of the query language: those of
// its reference that translate/ prints and people use. An unknown sort, cursor or an unreadable
// query is answered as the service does, by {"version"} alone. Members of a record whose names
// begin with '_' are what the service knows beside it (full text, references) and are not served.
// Thread rule: immutable after construction.
#pragma once

#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/sample/form.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace ev::sample {

class EuropePmcSample {
 public:
  // `data`: {"result": [core records]}; "" gives a service without records.
  static Result<EuropePmcSample> load(std::string_view data);
  EuropePmcSample(EuropePmcSample&&) noexcept;
  ~EuropePmcSample();

  // nullopt: the path is none of this service.
  std::optional<net::HttpResponse> answer(const Form& form) const;

 private:
  struct State;
  explicit EuropePmcSample(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

}  // namespace ev::sample
