#include "pipeline/sources/clinicaltrials_record.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using sources::read_study;

namespace {

const model::Article& first_study() {
  static const model::Article a =
      read_study(Json::parse(test::fixture("clinicaltrials/studies.json"))["studies"][0]).value();
  return a;
}

}  // namespace

TEST_CASE("a study becomes a record") {
  const model::Article& a = first_study();
  CHECK(a.id == "NCT00009001");
  CHECK(model::item_id(a) == "NCT00009001");
  CHECK(a.pmid.empty());
  CHECK(a.title == "Invented Drug in Invented Disease");
  CHECK(a.abstract == "Adults with a score >= 7 & pain.\n\n* first *aim*\n* path C:\\dir");
  CHECK(a.sections.empty());
  CHECK(a.nct_ids == std::vector<std::string>{"NCT00009001", "NCT00008001"});
  CHECK(a.keywords == std::vector<std::string>{"Invented Disease", "Pain", "invention"});
  CHECK(a.publication_date == "2020-02-03");
  CHECK(a.authors.empty());
  CHECK(a.publication_types.empty());
  CHECK(a.journal.empty());
  CHECK(a.languages.empty());
  CHECK(a.url == "https://clinicaltrials.gov/study/NCT00009001");
  CHECK(a.metadata.at("source") == "clinicaltrials");
  CHECK(a.metadata.at("last_known_status") == "RECRUITING");
  CHECK(a.retraction.status == model::RetractionStatus::none);
  CHECK(a.mesh_headings.empty());  // derived by the registry, not indexed
}

TEST_CASE("the registration is kept whole") {
  REQUIRE(first_study().trial);
  const model::Trial& t = *first_study().trial;
  CHECK(t.official_title == "A Randomised Trial of an Invented Drug");
  CHECK(t.acronym == "INVENT");
  CHECK(t.aliases == std::vector<std::string>{"NCT00008001"});
  CHECK(t.secondary_ids ==
        std::vector<std::string>{"ORG_STUDY_ID: INV-7", "EUDRACT_NUMBER: 2020-000001-01", "ABC-1"});
  CHECK(t.status == "UNKNOWN");
  CHECK(t.why_stopped == "Slow recruitment");
  CHECK(t.start_date == "2020-04");
  CHECK(t.primary_completion_date == "2021-05-06");
  CHECK(t.completion_date.empty());  // no date
  CHECK(t.first_posted == "2020-02-03");
  CHECK(t.results_first_posted == "2022-07-08");
  CHECK(t.last_updated == "2022-09-10");
  CHECK(t.has_results);
  CHECK(t.sponsor == "Invented Sponsor");
  CHECK(t.sponsor_class == "INDUSTRY");
  CHECK(t.collaborators == std::vector<std::string>{"Helper Institute"});
  CHECK(t.detailed_description == "Long.");
  CHECK(t.conditions == std::vector<std::string>{"Invented Disease", "Pain"});
  CHECK(t.condition_mesh == std::vector<std::string>{"Pain"});
  CHECK(t.intervention_mesh == std::vector<std::string>{"Inventol"});
  CHECK(t.study_type == "INTERVENTIONAL");
  CHECK(t.phases == std::vector<std::string>{"PHASE1", "PHASE2"});
  CHECK(t.allocation == "RANDOMIZED");
  CHECK(t.intervention_model == "PARALLEL");
  CHECK(t.primary_purpose == "TREATMENT");
  CHECK(t.masking == "DOUBLE");
  CHECK(t.who_masked == std::vector<std::string>{"PARTICIPANT", "INVESTIGATOR"});
  CHECK(t.enrollment == 120);
  CHECK(t.enrollment_type == "ACTUAL");
  CHECK(t.arms ==
        std::vector<model::TrialArm>{{"Drug", "EXPERIMENTAL", "Dose <= 5 mg", {"Drug: Inventol"}},
                                     {"Placebo", "PLACEBO_COMPARATOR", "", {}}});
  CHECK(t.interventions ==
        std::vector<model::TrialIntervention>{{"DRUG", "Inventol", "Daily", {"INV-7"}, {"Drug"}}});
  CHECK(t.primary_outcomes ==
        std::vector<model::TrialOutcome>{{"Pain score", "0-10 scale", "12 weeks"}});
  CHECK(t.secondary_outcomes == std::vector<model::TrialOutcome>{{"Adverse events", "", ""}});
  CHECK(t.eligibility_criteria == "Inclusion Criteria:\n\n* Age > 18");
  CHECK(t.sex == "ALL");
  CHECK(t.minimum_age == "18 Years");
  CHECK(t.maximum_age == "75 Years");
  CHECK(t.healthy_volunteers == false);
  CHECK(t.countries == std::vector<std::string>{"Norway", "Ghana"});
  CHECK(t.sites == 3);
}

TEST_CASE("results and linked papers are relations, background reading is not") {
  const model::Article& a = first_study();
  CHECK(a.related ==
        std::vector<model::Relation>{{"has_results", "PMID:90000301", "clinicaltrials"},
                                     {"has_publication", "PMID:90000302", "clinicaltrials"}});
  const auto& references = a.trial->references;
  REQUIRE(references.size() == 6);
  CHECK(references[0] ==
        model::TrialReference{"90000301", "RESULT", "Example A. Results. 2021.", false});
  CHECK(references[1].retracted);
  CHECK(references[2].type == "BACKGROUND");
  CHECK(references[3].pmid.empty());
  CHECK(references[3].citation == "Junk D. 2020. [PMID as registered: see PMC12]");
  CHECK(references[4].citation == "No identifier. 2020.");
}

TEST_CASE("a sparse study leaves everything else empty") {
  const auto a =
      read_study(Json::parse(test::fixture("clinicaltrials/studies.json"))["studies"][1]);
  REQUIRE(a);
  CHECK(a->title == "An Observational Study");
  CHECK(a->abstract.empty());
  CHECK(a->publication_date.empty());
  CHECK(a->trial->observational_model == "COHORT");
  CHECK_FALSE(a->trial->enrollment);  // 99999999 means unknown
  CHECK_FALSE(a->trial->healthy_volunteers);
  CHECK_FALSE(a->trial->has_results);
  CHECK(a->trial->sites == 0);
  CHECK(a->related.empty());
}

TEST_CASE("studies of another shape do not break the reader") {
  const auto odd = read_study(Json::parse(
      R"({"protocolSection":{"identificationModule":{"nctId":"nct00009003","briefTitle":7,"nctIdAliases":"x"},
          "statusModule":[],"designModule":{"phases":"PHASE1","enrollmentInfo":{"count":-3}},"referencesModule":{"references":[1,{"pmid":90000304,"type":"RESULT"}]},
          "contactsLocationsModule":{"locations":{"a":1}},"eligibilityModule":{"healthyVolunteers":"No"}},"hasResults":1})"));
  REQUIRE(odd);
  CHECK(odd->id == "NCT00009003");
  CHECK(odd->title.empty());
  CHECK(odd->trial->phases.empty());
  CHECK_FALSE(odd->trial->enrollment);
  CHECK_FALSE(odd->trial->healthy_volunteers);
  CHECK(odd->related.at(0).id == "PMID:90000304");
  CHECK(odd->trial->references.size() == 1);
  for (const char* none :
       {"null", "[]", "{}", R"({"protocolSection":{"identificationModule":{"nctId":"NCT1"}}})"}) {
    CHECK_FALSE(read_study(Json::parse(none)));
  }
}

TEST_CASE("NCT numbers have eight digits") {
  CHECK(sources::nct_number_in(" nct01234567 ") == "NCT01234567");
  for (const char* none :
       {"NCT1234567", "NCT012345678", "NCT0123456x", "NCT00000000", "01234567", "NCT", ""}) {
    CHECK(sources::nct_number_in(none).empty());
  }
}

TEST_CASE("only escapes of punctuation are undone") {
  CHECK(sources::without_markdown_escapes(R"(a \> b \* c \\ d \n e\)") == R"(a > b * c \ d \n e\)");
  CHECK(sources::without_markdown_escapes(R"(\[x\]\(y\))") == "[x](y)");
}
