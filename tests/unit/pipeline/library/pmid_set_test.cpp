#include "pipeline/library/pmid_set.hpp"

#include "support/catch.hpp"

using ev::library::PmidSet;

TEST_CASE("a PMID is new once") {
  PmidSet set;
  CHECK(set.insert("1"));
  CHECK(set.insert("65536"));  // the same bit of the next page
  CHECK(set.insert("99999999"));
  CHECK_FALSE(set.insert("1"));
  CHECK_FALSE(set.insert("99999999"));
  CHECK(set.insert("2"));
}

TEST_CASE("what PubMed does not write as a PMID does not fit") {
  for (const char* pmid : {"", "0", "01", "123456789", "12a", "-1", "rec-1"}) {
    CAPTURE(pmid);
    CHECK_FALSE(PmidSet::fits(pmid));
  }
  CHECK(PmidSet::fits("90000001"));
}
