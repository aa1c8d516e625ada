// What an endpoint's error reply means, for every API alike: they differ in shape ({"error": text},
// {"error": {...}}, {"type": "error"}, {"detail": …}, top-level message, HTML) and agree in status
// and words. A 200 can carry an error body. An endpoint's own words go to the log only. Pure
// functions but for the log line; classify() runs on the HTTP thread and parses error bodies only,
// which are small.
#pragma once

#include "base/result.hpp"
#include "llm/api.hpp"
#include "net/request.hpp"

#include <optional>
#include <string>

namespace ev::llm {

struct Failure {
  Errc code = Errc::llm_unreachable;
  std::string what{};   // "HTTP 503: busy or loading the model"
  bool passes = false;  // another try may succeed
  Objection objection = Objection::none;
  std::string their_words{};  // for the log
};

// nullopt when the reply is no error.
std::optional<Failure> failure_of(const net::HttpResponse& response);
// For every plan to a model: transient and rate as such, everything else is left to the worker.
net::Classified classify_reply(const net::HttpResponse& response);

// The error the caller gets, with the settings to look at; its words are logged.
Error to_error(const Failure& failure, const ModelEndpoint& endpoint);
// The same for an error that net made of a transfer.
Error to_error(Error from_net, const ModelEndpoint& endpoint);

// A reply that is not what the API sends.
Error unreadable(const ModelEndpoint& endpoint, const net::HttpResponse& response,
                 std::string_view what);

}  // namespace ev::llm
