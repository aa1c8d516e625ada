#include "pipeline/query_gen/seeds.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "sample_probe.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

namespace ev::query_gen {

namespace {

std::vector<SeedNote> notes(const char* query, const std::vector<std::string>& pmids,
                            const SeedRecords& records, bool local, std::size_t* asked = nullptr) {
  ListProbe probe(three_articles());
  const test::FakeClock clock;
  const Seams seams{mesh::built_in(), probe.function(), clock, local};
  const auto got = check_seeds(*pubmed_query::parse(query).tree, pmids, records, seams, Context{});
  REQUIRE(got);
  if (asked != nullptr) *asked = probe.asked.size();
  return *got;
}

}  // namespace

TEST_CASE("a fetched record itself tells why it is missed, for every seed") {
  const SeedRecords records{three_articles(), {"90000999"}};
  std::size_t asked = 0;
  const auto got = notes("metformin[tiab] AND heart[tiab] NOT adults[tiab]",
                         {"90000971", "90000972", "90000973", "90000999"}, records, false, &asked);
  REQUIRE(got.size() == 4);
  CHECK(got[0].reason == "does not match `heart[tiab]`");
  CHECK(got[1].reason == "does not match `metformin[tiab]`");
  CHECK(got[2].found);
  CHECK(got[3].reason == "PubMed has no such record");
  CHECK(asked == 4);  // only whether they are found
}

TEST_CASE("what NOT removes is said") {
  const SeedRecords records{three_articles(), {}};
  CHECK(notes("metformin[tiab] NOT alzheimer[tiab]", {"90000971"}, records, false)[0].reason ==
        "is removed by the part after NOT");
}

TEST_CASE("offline a record that is not here is not said to be missing in PubMed") {
  CHECK(notes("metformin[tiab]", {"123"}, {}, true)[0].reason.find("not in the local library") !=
        std::string::npos);
  CHECK(notes("metformin[tiab]", {"123"}, {{}, {"123"}}, true)[0].reason.find("local library") !=
        std::string::npos);
}

TEST_CASE("more misses than five are all explained") {
  std::vector<std::string> pmids;
  for (int i = 0; i < 8; ++i) pmids.push_back(std::to_string(90000700 + i));
  for (const SeedNote& note : notes("metformin[tiab]", pmids, {}, false)) {
    CHECK(note.reason == "PubMed has no such record");
  }
}

}  // namespace ev::query_gen
