#include "pipeline/mechanism/proposal.hpp"

#include "base/text.hpp"
#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

const model::Article kRecord =
    test::record("90000001",
                 "BACKGROUND: We asked whether vensolane lowers zetokine. Treatment with vensolane "
                 "went along with a marked decrease of zetokine. Vensolane and zetokine were "
                 "measured daily. Vensolane did not change zetokine in old rats. It lowered "
                 "zetokine twice. Vensolane lowers qualin.");

Result<Grounded> said(const std::string& quote, int sign, const char* to = "zetokine") {
  return ground_proposal(
      kRecord, LinkNames("vensolane"), LinkNames(to), false,
      {.record = "90000001", .quote = quote, .sign = sign, .method = "host", .path = "p"});
}

std::string problem(const Result<Grounded>& result) {
  REQUIRE_FALSE(result);
  CHECK(result.error().code == Errc::llm_ungrounded);
  CHECK_FALSE(result.error().recovery.empty());
  return result.error().path + " " + result.error().message;
}

}  // namespace

TEST_CASE("a proposal that stands quotes the whole sentence at its offsets") {
  const auto got = said("Marked Decrease of zetokine", -1);
  REQUIRE(got);
  const doc::Quote& quote = got->evidence.quote;
  CHECK(quote.text == "Treatment with vensolane went along with a marked decrease of zetokine.");
  CHECK(text::slice(kRecord.abstract, static_cast<std::size_t>(quote.start),
                    static_cast<std::size_t>(quote.end)) == quote.text);
  CHECK(got->evidence.cue == "decrease");
  CHECK(got->evidence.method == "host");
  CHECK(got->evidence.weight > 0);
  CHECK_FALSE(got->evidence.negated);
}

TEST_CASE("what the grammar reads otherwise does not stand") {
  CHECK(said("Vensolane lowers qualin", -1, "qualin"));
  CHECK(problem(said("Vensolane lowers qualin", 1, "qualin")) ==
        "p.says its sentence says something else of the two");
  CHECK(said("Vensolane did not change zetokine in old rats", 0));
  CHECK(problem(said("Vensolane did not change zetokine in old rats", -1)).find("p.says") == 0);
}

TEST_CASE("no quote, an invented one, a mere mention, an aim, a pronoun: none stands") {
  CHECK(problem(said(" ", -1)) == "p.quote is missing");
  CHECK(problem(said("vensolane abolished zetokine", -1)).find("does not stand") !=
        std::string::npos);
  CHECK(problem(said("measured daily. Vensolane did not", -1)).find("more than one sentence") !=
        std::string::npos);
  CHECK(problem(said("Vensolane and zetokine were measured daily", -1)).find("together") !=
        std::string::npos);
  CHECK(problem(said("vensolane lowers zetokine", -1)).find("aim") != std::string::npos);
  CHECK(problem(said("It lowered zetokine twice", -1)).find("both ends") != std::string::npos);
}

TEST_CASE("what is said counts for or against what is asserted") {
  CHECK(stance_of_proposal(1, 1) == Stance::supports);
  CHECK(stance_of_proposal(-1, 1) == Stance::contradicts);
  CHECK(stance_of_proposal(0, -1) == Stance::contradicts);
  CHECK(stance_of_proposal(-1, 0) == Stance::supports);
}
