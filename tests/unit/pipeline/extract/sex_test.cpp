#include "helpers.hpp"
#include "pipeline/extract/convert.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

Cell sex_cell(const FieldSpec& field, const model::Article& article) {
  return to_cell(field, find_sex(RecordText(article)));
}

}  // namespace

TEST_CASE("both sexes are told of as both") {
  model::Article tagged = article_of("Adults drank tea.");
  tagged.mesh_headings = {{.descriptor = "Male"}, {.descriptor = "Female"}};
  for (const model::Article& article :
       {tagged, article_of("Forty men and women drank tea."),
        article_of("METHODS: Nurses (12 men, 2 women) drank tea."),
        article_of("METHODS: Nurses (95% men) drank tea."),
        article_of("METHODS: Of the nurses 58% of them were women.")}) {
    CAPTURE(article.abstract);
    CHECK(sex_cell({.name = "sex"}, article).value == model::Value("male and female"));
    CHECK(sex_cell({.name = "sex", .options = {"male", "female", "both"}}, article).value ==
          model::Value("both"));
    CHECK(sex_cell({.name = "sex", .options = {"Men", "Women", "Mixed"}}, article).value ==
          model::Value("Mixed"));
    CHECK(sex_cell({.name = "sex", .options = {"male", "female"}}, article).value.is_null());
  }
  const Cell list = sex_cell({.name = "sexes", .array = true}, tagged);
  CHECK(list.value.array().size() == 2);
}

TEST_CASE("one sex where only one is told") {
  model::Article tagged = article_of("Women drank tea.");
  tagged.mesh_headings = {{.descriptor = "Female"}};
  CHECK(find_sex(RecordText(tagged)).candidates.at(0).ground.text == "mesh_terms");
  const model::Article women = article_of("METHODS: Women drank tea.");
  CHECK(sex_cell({.name = "sex"}, women).value == model::Value("Female"));
  CHECK(sex_cell({.name = "sex"}, women).grounds.front().quote == "Women");
  CHECK(sex_cell({.name = "sex", .options = {"men", "women", "both"}}, women).value ==
        model::Value("women"));
  CHECK(best_text(find_sex, "Adults drank tea.") == "-");
}

}  // namespace ev::extract
