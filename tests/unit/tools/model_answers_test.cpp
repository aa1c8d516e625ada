#include "tools/model_answers.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

Json rejection(std::size_t n) {
  return {{"path", "completions[" + std::to_string(n) + "]"},
          {"code", "llm_ungrounded"},
          {"message", "the quote is\nnot in the record"},
          {"hint", "copy it letter by letter"}};
}

std::size_t lines_of(const std::string& text, const std::string& begin) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE("an answer belongs to its task, and both to engine host") {
  const auto paths = [](const char* engine, const char* task_id, bool answered) {
    std::vector<Problem> problems;
    tools::check_host_call(engine, task_id, answered, problems);
    std::string out;
    for (const Problem& p : problems) out += p.path + " ";
    return out;
  };
  CHECK(paths("host", "", false).empty());
  CHECK(paths("host", "ht-1", true).empty());
  CHECK(paths("host", "ht-1", false) == "completions ");
  CHECK(paths("host", "", true) == "task_id ");
  CHECK(paths("auto", "", false).empty());
  CHECK(paths("auto", "ht-1", true) == "task_id completions ");
}

TEST_CASE("the host's task stands whole in both parts of the answer") {
  const llm::HostTask task{.task_id = "ht-1",
                           .instructions = "Say what was brewed.",
                           .json_schema = R"({"type":"object"})",
                           .items = {{.id = "91", .text_hash = "ab", .text = "A trial of tea."},
                                     {.id = "92", .text_hash = "cd", .text = "One of gin."}}};
  tools::Answer answer;
  tools::add_host_task(answer, task);
  CHECK(answer.structured["host_task"]["items"].size() == 2);
  for (const char* part : {"ht-1", "\"item_id\": \"91\"", "Say what was brewed.",
                           R"({"type":"object"})", "92\nOne of gin.\n"}) {
    CAPTURE(part);
    CHECK(answer.text.find(part) != std::string::npos);
  }
}

TEST_CASE("what was not taken is named, in text the first twenty") {
  tools::Answer answer;
  tools::add_rejected(answer, {});
  CHECK(answer.text.empty());
  CHECK_FALSE(answer.structured.contains("rejected"));

  std::vector<Json> rejected;
  for (std::size_t i = 0; i < 25; ++i) rejected.push_back(rejection(i));
  tools::add_rejected(answer, rejected);
  CHECK(answer.structured["rejected"].size() == 25);
  CHECK(answer.text.find("Not taken of the model's answer: 25\n") == 0);
  CHECK(lines_of(answer.text, "\n- ") == tools::kRejectionsNamed);
  CHECK(answer.text.find("- completions[0] the quote is not in the record\n") != std::string::npos);
}

TEST_CASE("a model is asked anew with what was wrong") {
  const std::vector<Json> rejected = {rejection(3)};
  const llm::Task task = tools::asked_anew({.item_id = "91", .input = "A trial.\n"}, rejected);
  CHECK(
      task.input ==
      "A trial.\nNot taken of the last answer:\n- completions[3] the quote is\nnot in the record; "
      "copy it letter by letter\n");
}
