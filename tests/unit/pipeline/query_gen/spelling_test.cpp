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

TEST_CASE("what MeSH spells in American is searched in British, too") {
  CHECK(british("Estrogen") == "oestrogen");
  CHECK(british("Pediatric Anemia") == "paediatric anaemia");
  CHECK(british("oestrogen").empty());
  CHECK(british("asthma").empty());
  CHECK(british("hyperkalemia after cesarean") == "hyperkalaemia after caesarean");
  CHECK(british("chronic dyspnea") == "chronic dyspnoea");
  // Parts of other words.
  CHECK(british("chemotherapy").empty());
  CHECK(british("mathematics").empty());
  CHECK(british("laboratory").empty());
}

}  // namespace ev::query_gen
