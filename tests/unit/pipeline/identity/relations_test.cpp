#include "pipeline/identity/relations.hpp"

#include "identity_support.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ev;

namespace {

// "type id" of all relations.
std::vector<std::string> relations(const model::Article& a) {
  std::vector<std::string> out;
  for (const model::Relation& r : a.related) out.push_back(r.type + " " + r.id);
  return out;
}

using Names = std::vector<std::string>;

model::Article with_pmid(const std::string& pmid) {
  auto a = test::paper();
  a.pmid = pmid;
  a.metadata["source"] = "pubmed";
  return a;
}

}  // namespace

TEST_CASE("a paper and the study it names") {
  model::Article trial;
  trial.id = "NCT09900001";
  trial.trial.emplace();
  auto paper = with_pmid("90000001");
  paper.nct_ids = {"NCT09900001", "NCT09900099"};
  std::vector<model::Article> records = {trial, paper};
  identity::relate(records, {});
  CHECK(relations(records[0]) == Names{"has_publication PMID:90000001"});
  CHECK(relations(records[1]) == Names{"registered_as NCT09900001"});
  CHECK(records[1].related[0].source == "pubmed");
}

TEST_CASE("a study and the papers it lists as its own") {
  model::Article trial;
  trial.id = "NCT09900001";
  trial.trial.emplace().references = {{.pmid = "90000001", .type = "RESULT"},
                                      {.pmid = "90000002", .type = "BACKGROUND"}};
  std::vector<model::Article> records = {trial, with_pmid("90000001"), with_pmid("90000002")};
  identity::relate(records, {});
  CHECK(relations(records[0]) == Names{"has_results PMID:90000001"});
  CHECK(relations(records[1]) == Names{"results_of NCT09900001"});
  CHECK(records[2].related.empty());
}

TEST_CASE("a paper and its trial have one tie each way") {
  const auto related = [](const std::string& type) {
    model::Article trial;
    trial.id = "NCT09900001";
    trial.metadata["source"] = "clinicaltrials";
    trial.trial.emplace().references = {{.pmid = "90000001", .type = type}};
    if (type == "RESULT") trial.related = {{"has_results", "PMID:90000001", "clinicaltrials"}};
    if (type == "DERIVED") trial.related = {{"has_publication", "PMID:90000001", "clinicaltrials"}};
    auto paper = with_pmid("90000001");
    paper.nct_ids = {"NCT09900001"};
    // In either order of the records, and again over its own result.
    std::vector<model::Article> there = {trial, paper};
    std::vector<model::Article> back = {paper, trial};
    identity::relate(there, {});
    identity::relate(back, {});
    identity::relate(back, {});
    CHECK(relations(there[0]) == relations(back[1]));
    CHECK(relations(there[1]) == relations(back[0]));
    return std::pair(relations(there[0]), relations(there[1]));
  };
  CHECK(related("RESULT") ==
        std::pair(Names{"has_results PMID:90000001"}, Names{"results_of NCT09900001"}));
  CHECK(related("DERIVED") ==
        std::pair(Names{"has_publication PMID:90000001"}, Names{"registered_as NCT09900001"}));
}

TEST_CASE("a result is more than the number that was known first") {
  model::Article trial;
  trial.id = "NCT09900001";
  trial.trial.emplace().references = {{.pmid = "90000001", .type = "DERIVED"},
                                      {.pmid = "90000001", .type = "RESULT"}};
  trial.related = {{"has_publication", "PMID:90000001", "clinicaltrials"}};
  auto paper = with_pmid("90000001");
  paper.related = {{"registered_as", "NCT09900001", "pubmed"}};
  std::vector<model::Article> records = {trial, paper};
  identity::relate(records, {});
  CHECK(relations(records[0]) == Names{"has_results PMID:90000001"});
  CHECK(relations(records[1]) == Names{"results_of NCT09900001"});
}

TEST_CASE("notices, errata, comments and updates, from either side") {
  auto paper = with_pmid("90000001");
  paper.comments_corrections = {{.type = "ErratumIn", .pmid = "90000002"},
                                {.type = "RetractionIn", .pmid = "90000003"},
                                {.type = "Cites", .pmid = "90000004"}};
  auto comment = with_pmid("90000005");
  comment.comments_corrections = {{.type = "CommentOn", .pmid = "90000001"}};
  std::vector<model::Article> records = {paper, with_pmid("90000002"), with_pmid("90000003"),
                                         with_pmid("90000004"), comment};
  identity::relate(records, {});
  CHECK(relations(records[0]) == Names{"has_erratum PMID:90000002", "has_notice PMID:90000003",
                                       "has_comment PMID:90000005"});
  CHECK(relations(records[1]) == Names{"erratum_for PMID:90000001"});
  CHECK(relations(records[2]) == Names{"notice_of PMID:90000001"});
  CHECK(records[3].related.empty());
  CHECK(relations(records[4]) == Names{"comment_on PMID:90000001"});
  // Twice is once.
  identity::relate(records, {});
  CHECK(relations(records[0]).size() == 3);
}

TEST_CASE("PubMed calls the article an update of its preprint") {
  auto preprint = with_pmid("90000001");
  preprint.is_preprint = true;
  preprint.comments_corrections = {{.type = "UpdateIn", .pmid = "90000002"}};
  std::vector<model::Article> records = {preprint, with_pmid("90000002")};
  identity::relate(records, {});
  CHECK(relations(records[0]) == Names{"preprint_of PMID:90000002"});
  CHECK(relations(records[1]) == Names{"has_preprint PMID:90000001"});
  CHECK(records[0].related[0].source == "pubmed:UpdateIn");
  // Two articles are updates.
  auto review = with_pmid("90000003");
  review.comments_corrections = {{.type = "UpdateOf", .pmid = "90000002"}};
  records = {review, with_pmid("90000002")};
  identity::relate(records, {});
  CHECK(relations(records[0]) == Names{"update_of PMID:90000002"});
  CHECK(relations(records[1]) == Names{"has_update PMID:90000003"});
}

TEST_CASE("what Europe PMC says of preprints") {
  auto preprint = test::paper();
  preprint.id = "PPR:PPR990001";
  preprint.europepmc_id = "PPR:PPR990001";
  preprint.comments_corrections = {{.type = "Preprint in", .pmid = "90000002"}};
  std::vector<model::Article> records = {with_pmid("90000002"), preprint};
  identity::relate(records, {});
  CHECK(relations(records[0]) == Names{"has_preprint PPR:PPR990001"});
  CHECK(relations(records[1]) == Names{"preprint_of PMID:90000002"});
}

TEST_CASE("ties a source gave are completed, those to strangers kept") {
  auto one = with_pmid("90000001");
  one.related = {{"has_preprint", "DOI:10.1101/2099.01.01.000001", "openalex"},
                 {"has_update", "PMID:90000099", "pubmed"}};
  auto preprint = test::paper();
  preprint.doi = "10.1101/2099.01.01.000001";
  std::vector<model::Article> records = {one, preprint};
  identity::relate(records, {});
  CHECK(relations(records[0]).size() == 2);
  CHECK(relations(records[1]) == Names{"preprint_of PMID:90000001"});
  CHECK(records[1].related[0].source == "openalex");
}

TEST_CASE("found pairs and versions") {
  auto preprint = test::paper();
  preprint.is_preprint = true;
  preprint.doi = "10.21203/rs.3.rs-99/v1";
  auto later = preprint;
  later.doi = "10.21203/rs.3.rs-99/v2";
  std::vector<model::Article> records = {with_pmid("90000001"), preprint, later};
  identity::relate(records, {.preprints = {{0, 1, 0, ""}}, .versions = {{1, 2, 0, ""}}});
  CHECK(relations(records[0]) == Names{"has_preprint DOI:10.21203/rs.3.rs-99/v1"});
  CHECK(relations(records[1]) ==
        Names{"preprint_of PMID:90000001", "version_of DOI:10.21203/rs.3.rs-99/v2"});
  auto second = test::paper();
  second.doi = "10.1002/14651858.cd990001.pub2";
  auto third = test::paper();
  third.doi = "10.1002/14651858.cd990001.pub3";
  records = {third, second};
  identity::relate(records, {.versions = {{0, 1, 0, ""}}});
  CHECK(relations(records[0]) == Names{"update_of DOI:10.1002/14651858.cd990001.pub2"});
  CHECK(relations(records[1]) == Names{"has_update DOI:10.1002/14651858.cd990001.pub3"});
}

TEST_CASE("how others name a record") {
  CHECK(identity::name_of(with_pmid("90000001")) == "PMID:90000001");
  CHECK(identity::name_of({.id = "PPR:PPR1"}) == "PPR:PPR1");
  CHECK(identity::name_of({.doi = "10.5555/X"}) == "DOI:10.5555/x");
  CHECK(identity::name_of({.openalex_id = "W1"}) == "W1");
  CHECK(identity::name_of({.id = "rec-000000000001"}) == "rec-000000000001");
}
