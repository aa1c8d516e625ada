#include "pipeline/mechanism/comparative_claim.hpp"

#include "mechanism_fixture.hpp"
#include "pipeline/mechanism/claim.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

std::string read(const std::string& claim) {
  const auto c = comparative_claim(claim);
  if (!c) return "none";
  return c->comparison.intervention + " | " + c->comparison.comparator + " | " +
         c->comparison.outcome + " | " + std::string(wire_name(c->expected)) +
         (c->denied ? " | denied" : "");
}

}  // namespace

TEST_CASE("claims that compare are read as comparisons") {
  CHECK(read("Vensolane is better than ostrolane for healing gout") ==
        "Vensolane | ostrolane | healing gout | increased");
  CHECK(read("Vensolane is better than ostrolane for pain") ==
        "Vensolane | ostrolane | pain | decreased");
  CHECK(read("Is vensolane superior to ostrolane in gout?") ==
        "vensolane | ostrolane | gout | increased");
  CHECK(read("Vensolane is more effective in preventing gout than ostrolane") ==
        "Vensolane | ostrolane | gout | decreased");
  CHECK(read("Vensolane causes fewer sprains than ostrolane") ==
        "Vensolane | ostrolane | sprains | decreased");
  CHECK(read("Does vensolane cause more knee swelling than ostrolane in rats?") ==
        "vensolane | ostrolane | knee swelling | increased");
  CHECK(read("Vensolane is associated with a lower risk of gout compared with ostrolane") ==
        "Vensolane | ostrolane | risk of gout | decreased");
  CHECK(read("Vensolane reduces gout more than ostrolane in rats") ==
        "Vensolane | ostrolane | gout | decreased");
  CHECK(read("Vensolane reduces gout in rats less than ostrolane") ==
        "Vensolane | ostrolane | gout | increased");
  CHECK(read("Vensolane heals gouty toes faster than ostrolane") ==
        "Vensolane | ostrolane | heals gouty toes | increased");
  CHECK(read("Gout is lower with vensolane than with ostrolane") ==
        "vensolane | ostrolane | Gout | decreased");
  CHECK(read("Vensolane is not better than ostrolane for pain") ==
        "Vensolane | ostrolane | pain | decreased | denied");
}

TEST_CASE("claims of other forms are left to other readings") {
  CHECK(read("Vensolane reduces gout") == "none");
  CHECK(read("Vensolane is as good as ostrolane") == "none");
  CHECK(read("Gout lasts for more than ten days") == "none");
  CHECK(read("Vensolane is better than ostrolane") == "none");
  CHECK(read("") == "none");
}

TEST_CASE("records that compare other arms have no say in such a claim") {
  const std::vector<model::Article> records = {
      mechanism::test::record(
          "90000001", "Fifty took part. Gout was lower with vensolane than with ostrolane."),
      mechanism::test::record(
          "90000002", "Ostrolane took longer. Gout was higher with vensolane than with zetolane."),
      mechanism::test::record("90000003", "Gout was lower with dorotide than with vensolane.")};
  const ClaimResult r = test_claim("Vensolane causes less gout than ostrolane", records, {},
                                   mechanism::test::context())
                            .value();
  CHECK(r.verdict == Verdict::supported);
  CHECK(r.supporting_records == 1);
  CHECK(r.contradicting_records == 0);
  REQUIRE(r.articles.size() == 3);
  CHECK(r.articles[0].id == "90000001");
  CHECK(r.reason.find("vensolane") == std::string::npos);
  CHECK(r.reason.find("read as Vensolane against ostrolane on gout") != std::string::npos);
}

TEST_CASE("better in a condition asks for sentences that name it in full") {
  CHECK(comparative_claim("Is vensolane better than ostrolane in heart gout?")
            ->comparison.whole_outcome);
  CHECK_FALSE(
      comparative_claim("Vensolane is better than ostrolane for pain")->comparison.whole_outcome);
  const std::vector<model::Article> records = {mechanism::test::record(
      "90000001", "Fifty took part. Heart rate was higher with vensolane than with ostrolane.")};
  const ClaimOptions searched{.groups_wanted = 2};
  CHECK(test_claim("Is vensolane better than ostrolane in heart gout?", records, searched,
                   mechanism::test::context())
            .value()
            .supporting_records == 0);
}
