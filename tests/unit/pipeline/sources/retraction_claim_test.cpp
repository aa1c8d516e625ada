#include "pipeline/sources/retraction_claim.hpp"

#include "support/catch.hpp"

using namespace ev;
using sources::add_retraction_claim;

TEST_CASE("the gravest claim counts, equal ones share their sources") {
  model::Article a;
  add_retraction_claim(a, {model::RetractionStatus::corrected, "x:a", "2020"});
  CHECK(a.retraction == model::Retraction{model::RetractionStatus::corrected, {"x:a"}, "", "2020"});
  add_retraction_claim(a, {model::RetractionStatus::retracted, "x:b", "2021-02", "90000701"});
  CHECK(a.retraction ==
        model::Retraction{model::RetractionStatus::retracted, {"x:b"}, "90000701", "2021-02"});
  add_retraction_claim(a, {model::RetractionStatus::retracted, "x:c", "2022"});
  add_retraction_claim(a, {model::RetractionStatus::retracted, "x:c"});
  add_retraction_claim(a, {model::RetractionStatus::expression_of_concern, "x:d"});
  add_retraction_claim(a, {model::RetractionStatus::none, "x:e"});
  CHECK(
      a.retraction ==
      model::Retraction{model::RetractionStatus::retracted, {"x:b", "x:c"}, "90000701", "2021-02"});
}

TEST_CASE("a notice stays a notice") {
  model::Article a;
  a.retraction = {model::RetractionStatus::retracted, {"title"}, "", ""};
  add_retraction_claim(a, {model::RetractionStatus::notice, "x:type"});
  CHECK(a.retraction == model::Retraction{model::RetractionStatus::notice, {"x:type"}, "", ""});
  add_retraction_claim(a, {model::RetractionStatus::retracted, "x:flag"});
  CHECK(a.retraction.status == model::RetractionStatus::notice);
  model::Article paper;
  paper.retraction = {model::RetractionStatus::retracted, {"pubmed:PublicationType"}, "", ""};
  add_retraction_claim(paper, {model::RetractionStatus::notice, "x:type"});
  CHECK(paper.retraction.status == model::RetractionStatus::retracted);
}
