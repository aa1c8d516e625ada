#include "pipeline/query_gen/clinical_terms.hpp"

#include "support/catch.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

bool has_name(const ClinicalTerm& term, const char* name) {
  return std::find(term.names.begin(), term.names.end(), name) != term.names.end();
}

}  // namespace

TEST_CASE("a term of several words stands for all names of its entry") {
  const auto term = clinical_term("heel pain");
  REQUIRE(term);
  CHECK_FALSE(term->treatment);
  CHECK(has_name(*term, "plantar fasciitis"));
  CHECK(clinical_term("hip protectors")->treatment);  // plural
  CHECK_FALSE(clinical_term("zebra gnome"));
}

TEST_CASE("a single word says itself, initials what they stand for") {
  CHECK(has_name(*clinical_term("uti"), "urinary tract infection"));
  CHECK(clinical_term("cystitis")->names.empty());
  CHECK(has_name(*clinical_term("fatigue"), "tiredness"));  // the entry's own name
}

TEST_CASE("one drug is not another") {
  CHECK_FALSE(has_name(*clinical_term("clopidogrel"), "prasugrel"));
  CHECK_FALSE(has_name(*clinical_term("mastectomy"), "lumpectomy"));
  CHECK_FALSE(has_name(*clinical_term("hip replacement"), "knee replacement"));
}

}  // namespace ev::query_gen
