#include "pipeline/workflow/model_task.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("an answer belongs to its task, and both to engine host") {
  const auto paths = [](const char* engine, const char* task_id, bool answered) {
    std::vector<Problem> problems;
    workflow::check_host_call(engine, task_id, answered, problems);
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

TEST_CASE("a model is asked anew with what was wrong") {
  const std::vector<workflow::NotTaken> rejected = {{.item_id = std::nullopt,
                                                     .path = "completions[3]",
                                                     .code = Errc::llm_ungrounded,
                                                     .message = "the quote is\nnot in the record",
                                                     .hint = "copy it letter by letter"}};
  const llm::Task task = workflow::asked_anew({.item_id = "91", .input = "A trial.\n"}, rejected);
  CHECK(
      task.input ==
      "A trial.\nNot taken of the last answer:\n- completions[3] the quote is\nnot in the record; "
      "copy it letter by letter\n");
}
