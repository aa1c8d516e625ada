// A gateway that answers from a script, for tests of stages: answers by item id, checked against
// the task's schema like real ones; a task without an answer gets `otherwise`. Thread rule: one
// thread.
#pragma once

#include "base/json.hpp"
#include "llm/answer_json.hpp"
#include "llm/gateway.hpp"
#include "llm/json_schema.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ev::test {

class FakeGateway final : public llm::Gateway {
 public:
  // What the model writes for this item: JSON, fenced or not, or anything else.
  void answer(std::string item_id, std::string text) {
    answers_[std::move(item_id)] = std::move(text);
  }
  std::size_t most_asked = 1'000'000;  // later tasks get `otherwise`
  Error otherwise{.code = Errc::llm_unreachable, .message = "no answer was scripted"};
  std::vector<llm::Task> asked;  // all tasks so far

  bool can_complete() const override { return true; }
  std::map<std::string, std::vector<float>> vectors;  // of texts; none: no embeddings endpoint
  bool cannot_embed_now = false;
  bool can_embed() const override { return !vectors.empty(); }
  std::string model() const override { return "fake"; }
  using Gateway::complete;
  using Gateway::embed;
  std::vector<Result<llm::Completion>> complete(std::span<const llm::Task> tasks, const Context&,
                                                llm::Run& run) override {
    std::vector<Result<llm::Completion>> out;
    for (const llm::Task& task : tasks) {
      asked.push_back(task);
      ++run.usage.calls;
      out.push_back(one(task));
    }
    return out;
  }
  Result<llm::Embeddings> embed(std::span<const std::string> texts, const Context&,
                                llm::Run&) override {
    if (cannot_embed_now) return otherwise;
    llm::Embeddings out{.model = "fake"};
    for (const std::string& text : texts) {
      const auto vector = vectors.find(text);
      if (vector == vectors.end()) return otherwise;
      out.vectors.push_back(vector->second);
    }
    return out;
  }

 private:
  Result<llm::Completion> one(const llm::Task& task) const {
    const auto answer = answers_.find(task.item_id);
    if (answer == answers_.end() || asked.size() > most_asked) return otherwise;
    EV_TRY(const Json schema, parse_json(task.schema, "schema"));
    auto json = llm::read_answer(answer->second, schema);
    if (!json && task.by_member && json.error().code == Errc::llm_schema_violation) {
      llm::FittingPart part = llm::fitting_part(schema, llm::objects_in(answer->second).front());
      return llm::Completion{.json = part.kept.empty() ? "{}" : std::move(part.kept),
                             .tokens_in = 10,
                             .tokens_out = 5,
                             .repaired = true,
                             .left_out = std::move(part.left_out)};
    }
    if (!json) return json.error();
    return llm::Completion{.json = *std::move(json), .tokens_in = 10, .tokens_out = 5};
  }

  std::map<std::string, std::string> answers_;
};

}  // namespace ev::test
