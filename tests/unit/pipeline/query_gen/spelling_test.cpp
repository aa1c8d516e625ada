#include "pipeline/query_gen/spelling.hpp"

#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("British spellings are looked up as MeSH writes them") {
  CHECK(american("oesophageal tumour") == "esophageal tumor");
  CHECK(american("haemorrhage in paediatric leukaemia") == "hemorrhage in pediatric leukemia");
  CHECK(american("diarrhoea and oedema") == "diarrhea and edema");
  CHECK(american("asthma") == "asthma");
  CHECK(american("").empty());
}

}  // namespace ev::query_gen
