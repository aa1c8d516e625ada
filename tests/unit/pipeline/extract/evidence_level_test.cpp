#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("a level of evidence is quoted where it is stated") {
  const auto level = [](const char* abstract) { return best_text(find_evidence_level, abstract); };
  CHECK(level("CONCLUSIONS: This study gives Level II evidence that tea helps.") ==
        "Level II evidence");
  CHECK(level("CONCLUSIONS: Tea helps. LEVEL OF EVIDENCE: 1b.") == "LEVEL OF EVIDENCE: 1b");
  CHECK(level("CONCLUSIONS: Tea helps. LEVEL OF EVIDENCE: Level III, cohort study.") ==
        "LEVEL OF EVIDENCE: Level III");
  CHECK(level("CONCLUSIONS: Tea helps (evidence level 2).") == "evidence level 2");
}

TEST_CASE("a section of its own tells the level by its first word") {
  model::Article article = article_of("Tea helps. LEVEL OF EVIDENCE: III, a cohort study.");
  article.sections = {{"LEVEL OF EVIDENCE", "", 30, 50}};
  const Findings findings = find_evidence_level(RecordText(article));
  REQUIRE(findings.candidates.size() == 1);
  CHECK(findings.candidates.front().text == "III");
}

TEST_CASE("no level of evidence is derived") {
  CHECK(best_text(find_evidence_level, "METHODS: Adults were randomized to tea or water.") == "-");
  CHECK(best_text(find_evidence_level, "CONCLUSIONS: The level of caffeine fell.") == "-");
}

}  // namespace ev::extract
