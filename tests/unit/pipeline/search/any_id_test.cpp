#include "pipeline/search/any_id.hpp"

#include "support/catch.hpp"

using namespace ev;
using identity::IdKind;

namespace {
std::string read(const char* text) {
  const search::AnyId id = search::read_any_id(text);
  return id.problem.empty() ? search::source_id(id.id) : "?";
}
}  // namespace

TEST_CASE("ids in all their usual forms") {
  CHECK(read("90000001") == "PMID:90000001");
  CHECK(read(" PMID: 90000001 ") == "PMID:90000001");
  CHECK(read("https://pubmed.ncbi.nlm.nih.gov/90000001/") == "PMID:90000001");
  CHECK(read("pmc99000001") == "PMCID:PMC99000001");
  CHECK(read("https://doi.org/10.5555/ABC") == "DOI:10.5555/abc");
  CHECK(read("10.5555/abc") == "DOI:10.5555/abc");
  CHECK(read("nct99000001") == "NCT99000001");
  CHECK(read("https://clinicaltrials.gov/study/NCT99000001") == "NCT99000001");
  CHECK(read("W9900000001") == "W9900000001");
  CHECK(read("https://openalex.org/W9900000001") == "W9900000001");
  CHECK(read("PPR:PPR990001") == "PPR:PPR990001");
  CHECK(read("arXiv:2101.00001") == "DOI:10.48550/arxiv.2101.00001");
  CHECK(read("rec-0123456789ab") == "rec-0123456789ab");
}

TEST_CASE("what is no id says why") {
  for (const char* text : {"", "  ", "metformin", "0", "12345678901", "NCT123", "10."}) {
    CAPTURE(text);
    CHECK_FALSE(search::read_any_id(text).problem.empty());
  }
  CHECK(search::read_any_id("PMID: 1 and doi:10.5555/abc").several);
  CHECK_FALSE(search::read_any_id("doi:10.48550/arXiv.2101.00001").several);
}
