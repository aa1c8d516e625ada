#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("registration ids in the text") {
  CHECK(best_text(find_registration, "ClinicalTrials.gov NCT01234567.") == "NCT01234567");
  CHECK(best_text(find_registration, "Registered as ISRCTN12345678.") == "ISRCTN12345678");
  CHECK(best_text(find_registration, "Registration: ISRCTN 12345678.") == "ISRCTN12345678");
  CHECK(best_text(find_registration, "EudraCT 2004-000446-20.") == "2004-000446-20");
  CHECK(best_text(find_registration, "ACTRN12605000000000") == "ACTRN12605000000000");
  CHECK(best_text(find_registration, "NCT0123") == "-");
  CHECK(best_text(find_registration, "Call 2004-000446-201.") == "-");
}

TEST_CASE("record fields come first and name themselves") {
  model::Article article = article_of("Registered as NCT01234567. Funded by the Tea Foundation.");
  article.nct_ids = {"NCT01234567"};
  article.grants = {{.id = "T-1", .agency = "Tea Institute"}};
  article.coi_statement = "The authors declare no conflict of interest.";
  const Findings registration = find_registration(RecordText(article));
  REQUIRE(registration.candidates.size() == 1);
  CHECK(registration.candidates[0].ground.text == "nct_ids");
  CHECK(registration.candidates[0].ground.method == "record");
  CHECK_FALSE(registration.candidates[0].ground.start);
  CHECK(find_funding(RecordText(article)).candidates.at(0).text == "Tea Institute");
  CHECK(find_conflicts(RecordText(article)).candidates.at(0).flag == false);
}

TEST_CASE("funding, country and availability from sentences") {
  CHECK(best_text(find_funding, "This work was funded by the Tea Foundation.") ==
        "This work was funded by the Tea Foundation.");
  CHECK(best_text(find_funding, "The idea is supported by these data.") == "-");
  CHECK(best_text(find_country, "METHODS: Adults in South Korea drank tea.") == "South Korea");
  CHECK(best_text(find_country, "METHODS: Adults in Indianapolis drank tea.") == "-");
  CHECK(best_text(find_code_availability, "Source code is available on GitHub.") ==
        "Source code is available on GitHub.");
  CHECK(best_text(find_code_availability, "They drank tea.") == "-");
}

TEST_CASE("what is denied has no yes") {
  const auto flag = [](Rule rule, std::string abstract) {
    const model::Article article = article_of(std::move(abstract));
    const Findings findings = rule(RecordText(article));
    return findings.candidates.empty() ? std::optional<bool>() : findings.candidates.front().flag;
  };
  CHECK(flag(find_code_availability, "Tea helps. Code is not available.") == false);
  CHECK(flag(find_code_availability, "Tea helps. Code is on GitHub.") == true);
  CHECK(flag(find_data_availability, "Tea helps. Data cannot be shared for privacy reasons.") ==
        false);
  CHECK_FALSE(flag(find_data_availability, "Tea helps. Code is available at https://tea.org."));
  CHECK(flag(find_funding, "Tea helps. The study received no funding.") == false);
  CHECK(flag(find_funding, "Tea helps. Funded by the Tea Board.") == true);
  CHECK(flag(find_conflicts, "Tea helps. The authors declare no conflicts of interest.") == false);
  CHECK(flag(find_adverse_events, "RESULTS: No adverse events occurred.") == false);
  CHECK(flag(find_adverse_events,
             "RESULTS: No side effects were seen with tea. Adverse events "
             "occurred with milk.") == true);
}

TEST_CASE("bibliographic fields") {
  model::Article article = article_of("");
  article.publication_date = "2021-03";
  article.journal = "Journal of Tea";
  CHECK(find_year(RecordText(article)).candidates.at(0).number == 2021.0);
  CHECK(find_journal(RecordText(article)).candidates.at(0).text == "Journal of Tea");
}

}  // namespace ev::extract
