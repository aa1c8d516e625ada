#include "pipeline/appraise/learned_model.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace ev;
using namespace ev::appraise;

namespace {

// 24 invented records: the even ones are trials of zinc, the odd ones surveys of knees.
struct Labelled {
  std::vector<model::Article> articles;
  std::vector<std::string> identities;
  std::vector<Label> labels;
  std::vector<double> prior;

  Labelled() {
    for (int i = 0; i < 24; ++i) {
      const std::string n = std::to_string(i % 5);
      articles.push_back(
          i % 2 == 0 ? test::article(std::to_string(100 + i), "Zinc against colds " + n,
                                     "Adults were randomized to zinc or placebo. Group " + n)
                     : test::article(std::to_string(100 + i), "Knee pain survey " + n,
                                     "A questionnaire on knees went to adults. Group " + n));
      identities.push_back(articles.back().pmid);
      labels.push_back(i >= 16 ? Label::none : i % 2 == 0 ? Label::include : Label::exclude);
      prior.push_back(0.5);
    }
  }
  Corpus corpus() const {
    std::vector<const model::Article*> pointers;
    for (const model::Article& a : articles) pointers.push_back(&a);
    return Corpus::of(pointers, Context{}).value();
  }
};

}  // namespace

TEST_CASE("labels teach the model what the unlabelled records are") {
  const Labelled data;
  const Corpus corpus = data.corpus();
  const LearningSet set(corpus, data.prior);
  const LearnedModel model = set.train(data.labels, data.identities, Context{}).value();
  CHECK(model.included == 8);
  CHECK(model.excluded == 8);
  const auto predictions = set.predict(model);
  for (std::size_t i = 16; i < 24; i += 2) {
    CHECK(predictions[i].probability > predictions[i + 1].probability + 0.1);
  }
  REQUIRE_FALSE(predictions[0].strongest.empty());
  CHECK(predictions[0].strongest.size() <= 6);
  for (const auto& [name, part] : predictions[0].strongest) CHECK_FALSE(name.empty());
}

TEST_CASE("unlabelled records are presumed excludes") {
  Labelled data;
  const Corpus corpus = data.corpus();
  const LearningSet set(corpus, data.prior);
  const LearnedModel sparse = set.train(data.labels, data.identities, Context{}).value();
  // The same labels where no record is left over: nothing is presumed.
  std::vector<Label> all = data.labels;
  for (std::size_t i = 16; i < 24; ++i) all[i] = i % 2 == 0 ? Label::include : Label::exclude;
  const LearnedModel full = set.train(all, data.identities, Context{}).value();
  CHECK(set.predict(sparse)[16].probability < set.predict(full)[16].probability);
  CHECK(set.predict(sparse)[17].probability < 0.5);
}

TEST_CASE("cross-validation says how good it is, and when it cannot") {
  Labelled data;
  const Corpus corpus = data.corpus();
  const LearningSet set(corpus, data.prior);
  const LearnedModel model = set.train(data.labels, data.identities, Context{}).value();
  REQUIRE(model.cross_validation);
  CHECK(model.cross_validation->folds == 5);
  CHECK(model.cross_validation->auc == 1);
  CHECK(model.cross_validation->average_precision == 1);
  CHECK(model.cross_validation->log_loss < std::log(2.0));
  // Labels that follow nothing: the figures have to say so.
  for (std::size_t i = 0; i < 16; ++i)
    data.labels[i] = (i / 2) % 2 == 0 ? Label::include : Label::exclude;
  const LearnedModel noise = set.train(data.labels, data.identities, Context{}).value();
  CHECK(noise.cross_validation->auc < 0.8);
  for (std::size_t i = 1; i < 16; ++i) data.labels[i] = Label::exclude;
  CHECK_FALSE(set.train(data.labels, data.identities, Context{}).value().cross_validation);
}

TEST_CASE("the same model scores another set, and equal input gives an equal model") {
  const Labelled data;
  const Corpus corpus = data.corpus();
  const LearningSet set(corpus, data.prior);
  const LearnedModel model = set.train(data.labels, data.identities, Context{}).value();
  const LearnedModel again = set.train(data.labels, data.identities, Context{}).value();
  CHECK(model.weights == again.weights);
  CHECK(model.intercept == again.intercept);
  const std::vector<model::Article> others = {
      test::article("1", "A zinc trial", "Children were randomized to zinc or placebo."),
      test::article("2", "Sore knees", "A survey by questionnaire on knees."),
      test::article("3", "", "")};
  std::vector<const model::Article*> pointers;
  for (const model::Article& a : others) pointers.push_back(&a);
  const Corpus other_corpus = Corpus::of(pointers, Context{}).value();
  const std::vector<double> prior = {0, 0, 0};
  const auto predictions = LearningSet(other_corpus, prior).predict(model);
  CHECK(predictions[0].probability > predictions[1].probability);
}

TEST_CASE("the score of the criteria counts where the text tells nothing") {
  Labelled data;
  for (std::size_t i = 0; i < 24; ++i) {
    data.articles[i].title = "Same";
    data.articles[i].abstract = "Same words.";
    data.prior[i] = i % 2 == 0 ? 0.9 : 0.1;
  }
  const Corpus corpus = data.corpus();
  const LearningSet set(corpus, data.prior);
  const LearnedModel model = set.train(data.labels, data.identities, Context{}).value();
  CHECK(model.prior_weight > 0);
  const auto predictions = set.predict(model);
  CHECK(predictions[16].probability > predictions[17].probability);
}
