#include "pipeline/sources/retraction_claim.hpp"

#include "support/catch.hpp"

using namespace ev;
using sources::add_retraction_claim;

TEST_CASE("the gravest claim counts, equal ones share their sources") {
  model::Article a;
  add_retraction_claim(a, {"corrected", "x:a", "2020"});
  CHECK(a.retraction == model::Retraction{"corrected", {"x:a"}, "", "2020"});
  add_retraction_claim(a, {"retracted", "x:b", "2021-02", "90000701"});
  CHECK(a.retraction == model::Retraction{"retracted", {"x:b"}, "90000701", "2021-02"});
  add_retraction_claim(a, {"retracted", "x:c", "2022"});
  add_retraction_claim(a, {"retracted", "x:c"});
  add_retraction_claim(a, {"expression_of_concern", "x:d"});
  add_retraction_claim(a, {"none", "x:e"});
  add_retraction_claim(a, {"nonsense", "x:f"});
  CHECK(a.retraction == model::Retraction{"retracted", {"x:b", "x:c"}, "90000701", "2021-02"});
}

TEST_CASE("a notice stays a notice") {
  model::Article a;
  a.retraction = {"retracted", {"title"}, "", ""};
  add_retraction_claim(a, {"notice", "x:type"});
  CHECK(a.retraction == model::Retraction{"notice", {"x:type"}, "", ""});
  add_retraction_claim(a, {"retracted", "x:flag"});
  CHECK(a.retraction.status == "notice");
  model::Article paper;
  paper.retraction = {"retracted", {"pubmed:PublicationType"}, "", ""};
  add_retraction_claim(paper, {"notice", "x:type"});
  CHECK(paper.retraction.status == "retracted");
}
