// CSL-JSON against the rules of csl-data (CSL 1.0.2): which members an item may have, their types,
// the forms of names and dates.
#include "base/json.hpp"
#include "export_support.hpp"
#include "pipeline/output/exports.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <set>

using namespace ev;

namespace {

const std::set<std::string> kTypes = {"article",
                                      "article-journal",
                                      "article-magazine",
                                      "article-newspaper",
                                      "bill",
                                      "book",
                                      "broadcast",
                                      "chapter",
                                      "classic",
                                      "collection",
                                      "dataset",
                                      "document",
                                      "entry",
                                      "entry-dictionary",
                                      "entry-encyclopedia",
                                      "event",
                                      "figure",
                                      "graphic",
                                      "hearing",
                                      "interview",
                                      "legal_case",
                                      "legislation",
                                      "manuscript",
                                      "map",
                                      "motion_picture",
                                      "musical_score",
                                      "pamphlet",
                                      "paper-conference",
                                      "patent",
                                      "performance",
                                      "periodical",
                                      "personal_communication",
                                      "post",
                                      "post-weblog",
                                      "regulation",
                                      "report",
                                      "review",
                                      "review-book",
                                      "software",
                                      "song",
                                      "speech",
                                      "standard",
                                      "thesis",
                                      "treaty",
                                      "webpage"};
const std::set<std::string> kTextMembers = {"id",
                                            "type",
                                            "title",
                                            "abstract",
                                            "container-title",
                                            "container-title-short",
                                            "DOI",
                                            "ISSN",
                                            "PMID",
                                            "PMCID",
                                            "URL",
                                            "genre",
                                            "issue",
                                            "page",
                                            "keyword",
                                            "language",
                                            "note",
                                            "number",
                                            "volume",
                                            "status",
                                            "publisher"};
const std::set<std::string> kNameMembers = {"family", "given", "suffix", "literal"};

void check_name(const Json& name) {
  REQUIRE(name.is_object());
  for (const auto& [member, value] : name.items()) {
    CAPTURE(member);
    CHECK(kNameMembers.count(member) == 1);
    CHECK((value.is_string() && !value.get<std::string>().empty()));
  }
  CHECK(name.contains("literal") != name.contains("family"));
}

void check_date(const Json& date) {
  REQUIRE(date.is_object());
  REQUIRE(date.size() == 1);
  const Json& parts = date.at("date-parts");
  REQUIRE(parts.size() == 1);
  REQUIRE((parts[0].size() >= 1 && parts[0].size() <= 3));
  const int least[] = {1000, 1, 1};
  const int most[] = {9999, 12, 31};
  for (std::size_t i = 0; i < parts[0].size(); ++i) {
    REQUIRE(parts[0][i].is_number_integer());
    CHECK(parts[0][i].get<int>() >= least[i]);
    CHECK(parts[0][i].get<int>() <= most[i]);
  }
}

void check_item(const Json& item) {
  REQUIRE((item.contains("id") && item.contains("type")));
  CHECK(kTypes.count(item.at("type")) == 1);
  for (const auto& [member, value] : item.items()) {
    CAPTURE(member, dump_json(value));
    if (member == "author") {
      REQUIRE((value.is_array() && !value.empty()));
      for (const Json& name : value) check_name(name);
    } else if (member == "issued") {
      check_date(value);
    } else {
      CHECK(kTextMembers.count(member) == 1);
      CHECK((value.is_string() && !value.get<std::string>().empty()));
    }
  }
}

Json items_of(const std::vector<model::Article>& articles) {
  return parse_json(output::to_csl_json(output::plain_records(articles))).value();
}

}  // namespace

TEST_CASE("every item keeps to csl-data, with an id of its own") {
  const std::vector<model::Article> records = test::RecordMaker(3).records(200);
  const Json items = items_of(records);
  REQUIRE(items.is_array());
  REQUIRE(items.size() == records.size());
  std::set<std::string> ids;
  for (std::size_t i = 0; i < records.size(); ++i) {
    check_item(items[i]);
    CHECK(ids.insert(items[i].at("id")).second);
    CHECK(items[i].value("PMID", "") == records[i].pmid);
    CHECK(items[i].value("DOI", "") == records[i].doi);
    CHECK(items[i].contains("issued") != records[i].publication_date.empty());
    CHECK(items[i].value("author", Json::array()).size() == records[i].authors.size());
  }
  CHECK(items_of({}).empty());
}

TEST_CASE("a paper, a preprint, a registration and a chapter as CSL has them") {
  model::Article paper{.pmid = "90000001", .title = "A & B"};
  paper.authors = {{.name = "Doe Jane Q Jr", .last_name = "Doe", .initials = "JQ"},
                   {.name = "The Group", .collective = true}};
  paper.publication_date = "2024-03";
  paper.journal = "Journal";
  paper.journal_abbreviation = "J";
  paper.languages = {"ger", "eng"};
  paper.retraction = {
      .status = model::RetractionStatus::retracted, .notice_pmid = "90000002", .date = "2025-01"};
  model::Article preprint{.id = "PPR:PPR1", .title = "P"};
  preprint.is_preprint = true;
  preprint.journal = "bioRxiv";
  model::Article trial{.id = "NCT00001234", .title = "T"};
  trial.trial.emplace();
  trial.nct_ids = {"NCT00001234"};
  model::Article chapter{.pmid = "90000003", .title = "C"};
  chapter.is_book = true;
  chapter.journal = "The Book";
  const Json items = items_of({paper, preprint, trial, chapter});
  CHECK(items[0]["id"] == "doe2024-90000001");
  CHECK(items[0]["type"] == "article-journal");
  CHECK(
      items[0]["author"] ==
      Json::parse(R"([{"family":"Doe","given":"Jane Q","suffix":"Jr"},{"literal":"The Group"}])"));
  CHECK(items[0]["issued"] == Json::parse(R"({"date-parts":[[2024,3]]})"));
  CHECK(items[0]["language"] == "de");
  CHECK(items[0]["status"] == "retracted");
  CHECK(items[0]["note"].get<std::string>().find("RETRACTED (notice: PubMed 90000002, 2025-01)") ==
        0);
  CHECK(items[1]["type"] == "article");
  CHECK(items[1]["genre"] == "Preprint");
  CHECK(items[1]["publisher"] == "bioRxiv");
  CHECK_FALSE(items[1].contains("PMID"));
  CHECK(items[2]["type"] == "report");
  CHECK(items[2]["number"] == "NCT00001234");
  CHECK(items[2]["publisher"] == "ClinicalTrials.gov");
  CHECK(items[3]["type"] == "chapter");
  CHECK(items[3]["container-title"] == "The Book");
}
