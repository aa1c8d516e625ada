#include "pipeline/sample/clinicaltrials.hpp"
#include "pipeline/sample/study_fields.hpp"
#include "services_support.hpp"

namespace ev::sample {

namespace {

constexpr std::string_view kStudies = R"({"studies":[
{"protocolSection":{"identificationModule":{"nctId":"NCT00000951","orgStudyIdInfo":{"id":"EX-1"},"secondaryIdInfos":[{"id":"ISRCTN1"}],"briefTitle":"Zinc for Colds"},
 "statusModule":{"overallStatus":"COMPLETED","studyFirstPostDateStruct":{"date":"2019-01-10"},"lastUpdatePostDateStruct":{"date":"2023-05-02"}},
 "sponsorCollaboratorsModule":{"leadSponsor":{"name":"University of Fish"}},
 "descriptionModule":{"briefSummary":"Lozenges are tested."},"conditionsModule":{"conditions":["Common Cold"]},
 "designModule":{"studyType":"INTERVENTIONAL","phases":["PHASE2","PHASE3"],"designInfo":{"allocation":"RANDOMIZED"},"enrollmentInfo":{"count":120}},
 "armsInterventionsModule":{"interventions":[{"name":"Zinc","otherNames":["Zinc gluconate"]}]},
 "contactsLocationsModule":{"locations":[{"country":"Exampleland","city":"A"},{"country":"Otherland","city":"B"}]},
 "referencesModule":{"references":[{"pmid":"90000951","type":"RESULT"}]}},
 "derivedSection":{"conditionBrowseModule":{"meshes":[{"id":"D1","term":"Respiratory Tract Infections"}]}},"hasResults":true},
{"protocolSection":{"identificationModule":{"nctId":"NCT00000952","briefTitle":"Honey for Coughs"},
 "statusModule":{"overallStatus":"RECRUITING","studyFirstPostDateStruct":{"date":"2024-06"}},
 "conditionsModule":{"conditions":["Cough"]},"designModule":{"studyType":"OBSERVATIONAL"}},"hasResults":false}]})";

struct Studies : ServiceBench<ClinicalTrialsSample> {
  Studies() : ServiceBench(kStudies) {}
  std::size_t count(const std::string& name, const std::string& value) const {
    return json("/api/v2/studies?countTotal=true&" + name + "=" + encoded(value)).at("totalCount");
  }
};

}  // namespace

TEST_CASE("ClinicalTrials.gov sample: queries, areas, filters") {
  const Studies studies;
  const std::vector<std::tuple<const char*, const char*, std::size_t>> cases = {
      {"query.cond", "cold", 1},
      {"query.cond", "\"respiratory tract infection\"", 1},
      {"query.cond", "cold OR cough", 2},
      {"query.intr", "zinc", 1},
      {"query.intr", "\"zinc gluconate\" AND NOT honey", 1},
      {"query.titles", "honey", 1},
      {"query.term", "lozenge", 1},
      {"query.term", "AREA[ConditionSearch]cough OR AREA[InterventionSearch]zinc", 2},
      {"query.term", "NOT AREA[InterventionSearch]zinc", 1},
      {"query.term", "AREA[NCTId]nct00000952", 1},
      {"query.term", "AREA[SecondaryId]ISRCTN1", 1},
      {"query.term", "AREA[ReferencePMID]90000951", 1},
      {"query.spons", "fish", 1},
      {"query.locn", "otherland", 1},
      {"query.id", "NCT00000951 OR EX-1", 1},
      {"filter.advanced", "AREA[Phase]PHASE3 OR AREA[Phase]PHASE4", 1},
      {"filter.advanced", "AREA[DesignAllocation]RANDOMIZED", 1},
      {"filter.advanced", "AREA[StudyType]OBSERVATIONAL", 1},
      {"filter.advanced", "AREA[StudyFirstPostDate]RANGE[2019-01-10,2020-01-01]", 1},
      {"filter.advanced", "AREA[StudyFirstPostDate]RANGE[2020-01-01,MAX]", 1},
      {"filter.advanced", "AREA[EnrollmentCount]RANGE[100,MAX]", 1},
      {"filter.advanced", "AREA[LastUpdatePostDate]MISSING", 1},
      {"filter.overallStatus", "RECRUITING|COMPLETED", 2},
      {"filter.ids", "NCT00000951,NCT00000999", 1},
  };
  for (const auto& [name, value, count] : cases) {
    CAPTURE(name, value);
    CHECK(studies.count(name, value) == count);
  }
  CHECK(studies.json("/api/v2/studies?countTotal=true&query.cond=cold&query.intr=honey")
            .at("totalCount") == 0);
}

TEST_CASE("ClinicalTrials.gov sample: the total on the first page, tokens to their end") {
  const Studies studies;
  const Json first = studies.json("/api/v2/studies?countTotal=true&pageSize=1");
  CHECK(first["totalCount"] == 2);
  const std::string token = first.at("nextPageToken");
  const Json second =
      studies.json("/api/v2/studies?countTotal=true&pageSize=1&pageToken=" + encoded(token));
  CHECK_FALSE(second.contains("totalCount"));
  CHECK_FALSE(second.contains("nextPageToken"));
  CHECK(first["studies"][0] != second["studies"][0]);
  CHECK_FALSE(studies.json("/api/v2/studies").contains("totalCount"));
  const Json counted = studies.json("/api/v2/studies?countTotal=true&pageSize=0");
  CHECK(counted["studies"].empty());
  CHECK(counted["totalCount"] == 2);
  const Json sorted = studies.json("/api/v2/studies?sort=StudyFirstPostDate:desc");
  CHECK(sorted["studies"][0]["protocolSection"]["identificationModule"]["nctId"] == "NCT00000952");
}

TEST_CASE("ClinicalTrials.gov sample: fields cut the studies") {
  const Studies studies;
  const Json cut = studies.json(
      "/api/v2/studies?filter.ids=NCT00000951&fields=NCTId%7CLocationCountry%7C"
      "protocolSection.statusModule%2CHasResults")["studies"][0];
  CHECK(cut == Json::parse(R"({"hasResults":true,"protocolSection":{
    "identificationModule":{"nctId":"NCT00000951"},
    "contactsLocationsModule":{"locations":[{"country":"Exampleland"},{"country":"Otherland"}]},
    "statusModule":{"overallStatus":"COMPLETED","studyFirstPostDateStruct":{"date":"2019-01-10"},
                    "lastUpdatePostDateStruct":{"date":"2023-05-02"}}}})"));
  CHECK(study_path("BriefTitle") == "protocolSection.identificationModule.briefTitle");
  CHECK(study_path("StudyDesign") == "");
}

TEST_CASE("ClinicalTrials.gov sample: single studies; errors are plain text") {
  const Studies studies;
  CHECK(studies.json("/api/v2/studies/nct00000952")["hasResults"] == false);
  CHECK(studies.json("/api/v2/version")["apiVersion"] == "2.0.5");
  CHECK(studies.json("/api/v2/stats/size")["totalStudies"] == 2);
  CHECK(studies.refused("/api/v2/studies/NCT00000999").first == 404);
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"fields=StudyDesign", "invalid field name: `StudyDesign`"},
      {"query.term=%28zinc", "Error parsing query in Other terms: missing ')' at '<EOF>'"},
      {"filter.advanced=AREA%5BNope%5Dx", "advanced filter: Unknown area name: `Nope`"},
      {"filter.overallStatus=BAD", "Invalid value in parameter `overallStatus`: `BAD`"},
      {"filter.ids=NCT1", "incorrect format"},
      {"sort=Nope", "Item 1 in parameter `sort` has incorrect format"},
      {"pageToken=abc", "pageToken"},
  };
  for (const auto& [query, message] : wrong) {
    CAPTURE(query);
    const auto reply = studies.get("/api/v2/studies?" + std::string(query));
    REQUIRE(reply);
    CHECK(reply->status == 400);
    CHECK(reply->header("content-type") == "text/plain; charset=utf-8");
    CHECK(reply->body.find(message) != std::string::npos);
  }
  CHECK_FALSE(studies.get("/api/v2/other"));
}

}  // namespace ev::sample
