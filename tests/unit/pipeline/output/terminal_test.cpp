#include "pipeline/output/terminal.hpp"

#include "base/text.hpp"
#include "evidence_document.hpp"
#include "support/catch.hpp"

using namespace ev;

TEST_CASE("the terminal ranking is readable and keeps its width") {
  const std::string out = output::terminal_ranking(test::evidence_document(), {.width = 60});
  CHECK(out.find("  1  0.83  A <b>bold</b> title") != std::string::npos);
  CHECK(out.find("[RETRACTED] Withdrawn") != std::string::npos);
  CHECK(out.find("n=120") != std::string::npos);
  CHECK(output::terminal_ranking(test::evidence_document(), {})
            .find("Metformin → AMPK → autophagy → less amyloid") != std::string::npos);
  for (const std::string& line : text::split(out, '\n')) CHECK(text::code_points(line) <= 64);
}

TEST_CASE("an empty document says what is absent") {
  const Json asked = {{"assessment", Json::object()}};
  CHECK(output::terminal_ranking(asked, {}).find("No mechanism chain") != std::string::npos);
  // None was asked for.
  CHECK(output::terminal_ranking(Json::object(), {}).find("mechanism") == std::string::npos);
}
