// Inputs: what a client has answered to the questions of a request so far, by key. Values come from
// outside: the readers return null or "" for anything that has not the expected form, and a tool
// then asks again. Thread rule: plain values; one call, one thread.
#pragma once

#include "mcp/jsonrpc.hpp"

#include <map>
#include <string>
#include <string_view>

namespace ev::mcp {

class Inputs {
 public:
  Inputs() = default;
  // `responses` is an object by key; anything else counts as no answer.
  explicit Inputs(JsonPtr responses) : responses_(std::move(responses)) {}
  void put(const std::string& key, JsonPtr result) { later_[key] = std::move(result); }
  const Json* find(std::string_view key) const;

  // "accept", "decline" or "cancel"; "" when the form has not been answered in a form we know. An
  // accepted form has an object as content.
  std::string form_action(std::string_view key) const;
  // A member of an accepted form.
  const Json* form_field(std::string_view key, std::string_view field) const;
  // The text of a model's reply.
  std::string model_text(std::string_view key) const;

 private:
  JsonPtr responses_;
  std::map<std::string, JsonPtr, std::less<>> later_;
};

}  // namespace ev::mcp
