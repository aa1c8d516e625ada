#include "pipeline/extract/asked_outcome.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string asked(const std::string& title, const std::string& abstract = "Adults drank tea.") {
  const model::Article article = article_of(abstract, title);
  const Reading reading(article);
  const auto found = asked_outcome(reading);
  return found ? found->text : "-";
}

}  // namespace

TEST_CASE("a title asks about what something has an effect on") {
  CHECK(asked("Effects of tea or milk on sleep quality in adults") == "sleep quality");
  CHECK(asked("Effect of tea on small arteries of patients with gout") == "small arteries");
  CHECK(asked("Tea to prevent hiccups following lunch") == "hiccups");
  CHECK(asked("Tea improves blood pressure in adults") == "blood pressure");
  CHECK(asked("Tea in the eradication of Helicobacter pylori") ==
        "eradication of Helicobacter pylori");
}

TEST_CASE("the aim is asked where the title says nothing") {
  CHECK(asked("Tea and milk",
              "OBJECTIVE: To assess the effect of tea on blood pressure in adults.") ==
        "blood pressure");
  CHECK(asked("Sleep with tea, and the effect on mood",
              "OBJECTIVE: To study the effects of tea on sleep and the relation to age.") ==
        "sleep");
}

TEST_CASE("people and nothing in particular are no outcome") {
  CHECK(asked("Effect of tea on patients") == "-");
  CHECK(asked("Tea and milk") == "-");
}

TEST_CASE("what is asked stands in for a primary outcome in a randomized trial alone") {
  const char* const title = "Effect of tea on blood pressure in adults";
  CHECK(best_text(find_primary_outcome, "METHODS: Adults were randomly assigned to tea or water.",
                  title) == "blood pressure");
  CHECK(best_text(find_primary_outcome, "METHODS: We asked adults whether they drank tea.",
                  title) == "-");
  CHECK(best_text(find_primary_outcome,
                  "METHODS: Adults were randomly assigned to tea or water. The primary outcome was "
                  "sleep.",
                  title) == "sleep");
}

}  // namespace ev::extract
