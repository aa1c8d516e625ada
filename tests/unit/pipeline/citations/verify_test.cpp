#include "pipeline/citations/verify.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/search/sample_world.hpp"

using namespace ev;
using citations::CitationStatus;
using citations::Verified;

namespace {

std::vector<Verified> verify(test::SampleWorld& world, const std::vector<std::string>& texts) {
  std::vector<citations::Reference> references;
  for (const std::string& text : texts) references.push_back(citations::read_reference(text));
  auto got = citations::verify(world.ports(), references, world.context());
  REQUIRE(got);
  REQUIRE(got->references.size() == texts.size());
  return std::move(got->references);
}

Verified one(test::SampleWorld& world, const std::string& text) {
  return verify(world, {text}).front();
}

bool differs_in(const Verified& v, const char* field) {
  for (const auto& d : v.comparison.differ) {
    if (d.field == field) return true;
  }
  return false;
}

const std::string kWords =
    "Eta E, Theta T, Iota I. Metformin use and risk of Alzheimer disease in type 2 diabetes: a "
    "population-based cohort study. Ex Med J. 2021;21(3):118-26.";

}  // namespace

TEST_CASE("what exists and says what it is, is verified") {
  test::SampleWorld world;
  for (const std::string& text :
       {std::string("PMID: 90000003"), std::string("PMC99000002"), std::string("NCT99000001"),
        std::string("https://doi.org/10.5555/sample.90000003"), kWords,
        kWords + " PMID: 90000003. doi:10.5555/sample.90000003"}) {
    CAPTURE(text);
    const Verified v = one(world, text);
    CAPTURE(v.reason);
    CHECK(v.status == CitationStatus::verified);
    CHECK(v.record);
  }
}

TEST_CASE("an identifier of another work is a mismatch, and the right record is named") {
  test::SampleWorld world;
  const Verified v = one(world, kWords + " PMID: 90000001");
  CHECK(v.status == CitationStatus::mismatch);
  CHECK(v.record->pmid == "90000001");
  CHECK(differs_in(v, "title"));
  REQUIRE(v.suggestion);
  CHECK(v.suggestion->pmid == "90000003");
}

TEST_CASE("wrong details of a work that exists") {
  test::SampleWorld world;
  CHECK(differs_in(one(world,
                       "Sigma S. Metformin use and risk of Alzheimer disease in type 2 "
                       "diabetes: a population-based cohort study. Ex Med J. "
                       "2021;21(3):118-26."),
                   "first_author"));
  CHECK(differs_in(one(world,
                       "Eta E. Metformin use and risk of Alzheimer disease in type 2 "
                       "diabetes: a population-based cohort study. Ex Med J. "
                       "2011;21(3):118-26."),
                   "year"));
}

TEST_CASE("a PMID that is a PMCID is told") {
  test::SampleWorld world;
  const Verified v =
      one(world,
          "Delta D, Epsilon E. No effect of metformin on cognition in older adults with mild "
          "cognitive impairment without diabetes: a randomized trial. Ex J Neurol. "
          "2024;24(2):109-17. PMID: 99000002");
  CHECK(v.status == CitationStatus::mismatch);
  CHECK(v.reason.find("PMCID") != std::string::npos);
  const Verified back = one(world,
                            "No effect of metformin on cognition in older adults with mild "
                            "cognitive impairment without diabetes. PMC90000002");
  CHECK(back.status == CitationStatus::mismatch);
  CHECK(back.reason.find("not its PMCID") != std::string::npos);
}

TEST_CASE("retracted work is retracted, its notice is a notice") {
  test::SampleWorld world;
  const Verified v = one(world, "90000012");
  CHECK(v.status == CitationStatus::retracted);
  CHECK(v.record->retraction.notice_pmid == "90000013");
  const Verified notice = one(world, "90000013");
  CHECK(notice.status == CitationStatus::verified);
  CHECK(notice.reason.find("notice") != std::string::npos);
  CHECK(one(world,
            "Metformin lowers amyloid burden and restores memory in adults with Alzheimer "
            "disease. Ex Med J. 2016")
            .status == CitationStatus::retracted);
}

TEST_CASE("what is nowhere is not found, what says too little cannot be checked") {
  test::SampleWorld world;
  CHECK(one(world, "PMID 99999999").status == CitationStatus::not_found);
  CHECK(one(world,
            "Nobody N. Unheard harmonies of subterranean orchestras in wintertime. Ex Med "
            "J. 2011;2:77-79.")
            .status == CitationStatus::not_found);
  CHECK(one(world, "Smith 2019").status == CitationStatus::unverifiable);
  const Verified v = one(world, kWords + " PMID: 99999999");
  CHECK(v.status == CitationStatus::mismatch);
  REQUIRE(v.record);
  CHECK(v.record->pmid == "90000003");
}

TEST_CASE("a dead source makes a reference unverifiable, never not found") {
  test::SampleWorld world;
  world.wire.dead = {"eutils", "ebi.ac.uk", "clinicaltrials.gov", "idconv", "crossref", "openalex"};
  for (const Verified& v : verify(
           world, {"PMID 90000003", "PMID 99999999", kWords, "NCT99000001", "10.5555/nothing"})) {
    CAPTURE(v.reason);
    CHECK(v.status == CitationStatus::unverifiable);
    CHECK_FALSE(v.reason.empty());
  }
}

TEST_CASE("order and number of the references are kept") {
  test::SampleWorld world;
  const auto got = verify(world, {"99999999", "90000012", kWords, "90000012"});
  CHECK(got[0].status == CitationStatus::not_found);
  CHECK(got[1].status == CitationStatus::retracted);
  CHECK(got[2].status == CitationStatus::verified);
  CHECK(got[3].status == CitationStatus::retracted);
  CHECK(verify(world, {}).empty());
}
