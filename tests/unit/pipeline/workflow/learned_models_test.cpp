#include "pipeline/workflow/learned_models.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;
using namespace ev::workflow;

TEST_CASE("labels are read by any id, and every problem is named by path") {
  std::vector<Problem> problems;
  const auto labels = labels_in(
      {Json{{"pmid", 11}, {"include", true}}, Json{{"item_id", "rec-1"}, {"include", false}},
       Json{{"pmid", "11"}, {"include", true}}},
      problems);
  CHECK(problems.empty());
  CHECK(labels == std::map<std::string, bool>{{"11", true}, {"rec-1", false}});
  labels_in({Json("11"), Json{{"pmid", "1"}, {"include", "yes"}}, Json{{"include", true}},
             Json{{"pmid", "2"}, {"include", true}, {"why", "x"}},
             Json{{"pmid", "2"}, {"include", false}}},
            problems);
  std::vector<std::string> paths;
  for (const Problem& problem : problems) paths.push_back(problem.path);
  CHECK(paths == std::vector<std::string>{"labels[0]", "labels[1].include", "labels[2].pmid",
                                          "labels[3].why", "labels[4]"});
}

TEST_CASE("a stored model is read back as it was, and an unknown one is named") {
  test::Pipeline p;
  appraise::LearnedModel model{.weights = {{"title:zinc", 1.0 / 3}, {"zinc", -2.5}},
                               .intercept = 0.1,
                               .prior_weight = 0.2,
                               .included = 3,
                               .excluded = 4};
  model.cross_validation = {.folds = 3, .auc = 0.9};
  const std::string handle = store_model(p.services, model).value();
  CHECK(handle.substr(0, 3) == "ml-");
  CHECK(store_model(p.services, model).value() == handle);
  const appraise::LearnedModel read = stored_model(p.services, handle).value();
  CHECK(read.weights == model.weights);
  CHECK(read.intercept == model.intercept);
  CHECK(read.prior_weight == model.prior_weight);
  CHECK(read.cross_validation->auc == 0.9);
  CHECK(model_summary(read, handle)["strongest_features"][0]["feature"] == "zinc");
  const auto unknown = stored_model(p.services, "ml-0000000000");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().path == "model");
}

TEST_CASE("a model whose words were cut by another stemmer is refused, not read half") {
  test::Pipeline p;
  REQUIRE(p.services.documents.put(
      "ml_model", "ml-0123456789",
      R"({"version":1,"weights":{"venou":1.5},"intercept":0,"prior_weight":1})"));
  const auto read = stored_model(p.services, "ml-0123456789");
  REQUIRE_FALSE(read);
  CHECK(read.error().path == "model");
  CHECK(read.error().message.find("earlier version") != std::string::npos);
}
