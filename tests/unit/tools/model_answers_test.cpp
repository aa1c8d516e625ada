#include "tools/model_answers.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

tools::NotTaken rejection(std::size_t n) {
  return {.item_id = std::nullopt,
          .path = "completions[" + std::to_string(n) + "]",
          .code = Errc::llm_ungrounded,
          .message = "the quote is\nnot in the record",
          .hint = "copy it letter by letter"};
}

std::size_t lines_of(const std::string& text, const std::string& begin) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace

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

  std::vector<tools::NotTaken> rejected;
  for (std::size_t i = 0; i < 25; ++i) rejected.push_back(rejection(i));
  tools::add_rejected(answer, rejected);
  CHECK(answer.structured["rejected"].size() == 25);
  CHECK(answer.structured["rejected"][0] == Json{{"path", "completions[0]"},
                                                 {"code", "llm_ungrounded"},
                                                 {"message", "the quote is\nnot in the record"},
                                                 {"hint", "copy it letter by letter"}});
  CHECK(answer.text.find("Not taken of the model's answer: 25\n") == 0);
  CHECK(lines_of(answer.text, "\n- ") == tools::kRejectionsNamed);
  CHECK(answer.text.find("- completions[0] the quote is not in the record\n") != std::string::npos);
}
