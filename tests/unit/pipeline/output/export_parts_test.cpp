#include "pipeline/output/export_parts.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("kinds of works") {
  using output::WorkKind;
  model::Article a{.pmid = "1"};
  CHECK(output::work_kind(a) == WorkKind::journal_article);
  a.publication_types = {"dataset"};
  CHECK(output::work_kind(a) == WorkKind::dataset);
  a.is_preprint = true;
  CHECK(output::work_kind(a) == WorkKind::preprint);
  a.is_book = true;
  CHECK(output::work_kind(a) == WorkKind::book);
  a.journal = "The book it is in";
  CHECK(output::work_kind(a) == WorkKind::chapter);
  CHECK(output::work_kind({.id = "NCT00001234"}) == WorkKind::trial);
  CHECK(output::work_kind({.pmid = "1", .publication_types = {"Academic Dissertation"}}) ==
        WorkKind::thesis);
}

TEST_CASE("names are taken apart, groups are not") {
  const auto inverted = [](const char* name, const char* last, const char* initials) {
    return output::inverted_name({.name = name, .last_name = last, .initials = initials});
  };
  CHECK(inverted("van der Berg Jan", "van der Berg", "J") == "van der Berg, Jan");
  CHECK(inverted("Doe Jane Q Jr", "Doe", "JQ") == "Doe, Jane Q, Jr");
  CHECK(inverted("Doe JQ", "Doe", "JQ") == "Doe, JQ");
  CHECK(inverted("Doe", "Doe", "J") == "Doe, J");
  CHECK(inverted("Plato", "Plato", "") == "Plato");
  CHECK(inverted("Unsplit Name", "", "") == "Unsplit Name");
  CHECK(output::inverted_name({.name = "Group of X, Y", .last_name = "", .collective = true}) ==
        "Group of X, Y");
}

TEST_CASE("dates are as precise as they are known") {
  const auto parts = [](const char* date) {
    const output::DateParts d = output::date_parts({.publication_date = date});
    return std::vector<int>{d.year, d.month, d.day};
  };
  CHECK(parts("2024-03-07") == std::vector<int>{2024, 3, 7});
  CHECK(parts("2024-03") == std::vector<int>{2024, 3, 0});
  CHECK(parts("2024") == std::vector<int>{2024, 0, 0});
  CHECK(parts("2024-13") == std::vector<int>{2024, 0, 0});
  CHECK(parts("") == std::vector<int>{0, 0, 0});
  CHECK(parts("soon") == std::vector<int>{0, 0, 0});
}

TEST_CASE("keys depend on the record only, and equal ones are told apart") {
  model::Article a{.pmid = "90000001"};
  a.authors = {{.name = "Größe Anna", .last_name = "Größe"}};
  a.publication_date = "2024-03";
  const model::Article b{.id = "PPR:PPR12"};
  const model::Article c{.title = "Nothing else"};
  std::vector<model::Article> all = {a, b, c, c, a};
  CHECK(output::citation_keys(output::plain_records(all)) ==
        std::vector<std::string>{"grosse2024-90000001", "anon-PPRPPR12", "anon", "anonb",
                                 "grosse2024-90000001b"});
  all.erase(all.begin());
  CHECK(output::citation_keys(output::plain_records(all)).back() == "grosse2024-90000001");
}

TEST_CASE("notes say what has no field, and name nothing an import would take for an id") {
  model::Article a{.id = "W12"};
  a.retraction = {.status = model::RetractionStatus::expression_of_concern,
                  .notice_pmid = "90000002"};
  a.related = {{"preprint_of", "DOI:10.5555/x", "europepmc"},
               {"has_notice", "PMID:90000002", "openalex"},
               {"preprint_of", "DOI:10.5555/x", "openalex"}};
  a.nct_ids = {"NCT00001234"};
  a.openalex_id = "W12";
  a.metadata["general_note"] = "[sample] invented";
  a.trial.emplace();
  a.trial->status = "COMPLETED";
  a.trial->phases = {"PHASE2", "PHASE3"};
  a.trial->enrollment = 120;
  a.trial->enrollment_type = "ACTUAL";
  CHECK(output::export_notes({.article = &a, .rank = 2, .score = 0.12345}) ==
        std::vector<std::string>{"EXPRESSION OF CONCERN (notice: PubMed 90000002)", "Rank 2",
                                 "Score 0.1235",
                                 "Related: preprint of 10.5555/x; has notice PubMed 90000002",
                                 "ClinicalTrials.gov: NCT00001234",
                                 "Trial: status COMPLETED; PHASE2/PHASE3; enrolled 120",
                                 "OpenAlex W12", "[sample] invented"});
  const model::Article plain{.pmid = "1"};
  CHECK(output::export_notes({.article = &plain}).empty());
}

TEST_CASE("headings as MEDLINE writes them") {
  CHECK(output::heading_text({.descriptor = "Humans"}) == "Humans");
  CHECK(output::heading_text({.descriptor = "Aged", .major = true}) == "*Aged");
  CHECK(output::heading_text({.descriptor = "Asthma",
                              .major = true,
                              .qualifiers = {{"drug therapy", "", true}, {"blood", "", false}}}) ==
        "Asthma/*drug therapy/blood");
}

TEST_CASE("types that other programs tell a status by") {
  model::Article a{.pmid = "1", .publication_types = {"Journal Article"}};
  a.retraction.status = model::RetractionStatus::retracted;
  a.is_preprint = true;
  CHECK(output::export_types(a) ==
        std::vector<std::string>{"Journal Article", "Retracted Publication", "Preprint"});
  a.publication_types = {"Retracted Publication", "Preprint"};
  CHECK(output::export_types(a) == a.publication_types);
}
