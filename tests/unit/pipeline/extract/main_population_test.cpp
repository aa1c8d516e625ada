#include "helpers.hpp"
#include "pipeline/extract/pico.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string people_in(const std::string& abstract, const std::string& title = {}) {
  const model::Article article = article_of(abstract, title);
  const Reading reading(article);
  const auto found = main_population(reading);
  return found ? found->text : "-";
}

}  // namespace

TEST_CASE("the people are those the study counts, not a part of them") {
  CHECK(people_in("METHODS: A total of 120 women with gout were randomized to tea or water. "
                  "RESULTS: 40 women with severe pain relapsed.") == "120 women with gout");
  CHECK(people_in("METHODS: A total of 120 women with gout were randomized to aspirin or placebo. "
                  "RESULTS: Patients receiving aspirin slept longer.") == "120 women with gout");
}

TEST_CASE("the people left out are not the people studied") {
  CHECK(
      people_in("METHODS: We evaluated 2000 patients who had gout. Patients who required intensive "
                "care were excluded.")
          .find("intensive") == std::string::npos);
}

TEST_CASE("a description is not broken off") {
  CHECK(people_in("METHODS: Sixty patients with insomnia secondary to chronic pain were randomized "
                  "to tea or water.") == "Sixty patients with insomnia secondary to chronic pain");
  CHECK(people_in("METHODS: Sixty children with a mean age of 62 (8-200) months were randomized to "
                  "tea or water.") == "Sixty children");
  CHECK(people_in("METHODS: We asked 60 carers of patients with dementia about sleep.")
            .find("patients with dementia") != std::string::npos);
}

TEST_CASE("without people there is no population") {
  CHECK(people_in("We review the chemistry of tea.") == "-");
}

}  // namespace ev::extract
