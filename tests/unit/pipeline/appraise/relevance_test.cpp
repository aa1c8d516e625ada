#include "pipeline/appraise/relevance.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>

using namespace ev;
using namespace ev::appraise;

namespace {

struct Set {
  std::vector<model::Article> articles;
  // Exactly the same whether the corpus has postings or gathers them.
  std::vector<double> scores(const std::string& query, const RelevanceOptions& options = {}) const {
    std::vector<const model::Article*> pointers;
    for (const model::Article& a : articles) pointers.push_back(&a);
    const auto of = [&](Corpus::Extent extent) {
      return relevance(Corpus::of(pointers, Context{}, extent).value(), query, options);
    };
    const std::vector<double> out = of(Corpus::Extent::postings);
    CHECK(of(Corpus::Extent::counts) == out);
    return out;
  }
};

}  // namespace

TEST_CASE("the formula by hand on two short texts") {
  const std::vector<std::string> texts = {"zinc lead", "lead lead lead lead"};
  const auto corpus = Corpus::of(texts, Context{}).value();
  const auto scores =
      relevance(corpus, "zinc unicorn", {.k1 = 1.2, .feedback_documents = 0, .subword_share = 0});
  // length 2 of 3 on average: tf' = 1 / (0.25 + 0.75 * 2/3) = 4/3; two query words of weight 1/2.
  const double idf_zinc = std::log(1 + 1.5 / 1.5);
  const double idf_unknown = std::log(1 + 2.5 / 0.5);
  const double tf = 4.0 / 3;
  CHECK(scores[0] == Approx(idf_zinc * tf / (1.2 + tf) / (idf_zinc + idf_unknown)));
  CHECK(scores[1] == 0);
}

TEST_CASE("title words count more than abstract words; values stay below 1") {
  const Set set{{test::article("1", "Zinc", "Something about lead."),
                 test::article("2", "Lead", "Something about zinc."),
                 test::article("3", "Iron", "Nothing of the kind."),
                 test::article("4", "Zinc zinc zinc", "Zinc zinc zinc zinc zinc.")}};
  const auto scores = set.scores("zinc", {.feedback_documents = 0, .subword_share = 0});
  CHECK(scores[0] > scores[1]);
  CHECK(scores[1] > scores[2]);
  CHECK(scores[2] == 0);
  CHECK(scores[3] < 1);
  CHECK(set.scores("the of and") == std::vector<double>(4, 0.0));
  CHECK(set.scores("") == std::vector<double>(4, 0.0));
  CHECK(set.scores("unicorn") == std::vector<double>(4, 0.0));
}

TEST_CASE("feedback finds records that share the vocabulary of the best ones") {
  Set set;
  set.articles.push_back(
      test::article("1", "Zinc and metallothionein in liver", "Metallothionein rose with zinc."));
  set.articles.push_back(test::article("2", "Metallothionein in kidney", "Metallothionein rose."));
  for (int i = 3; i <= 12; ++i) {
    set.articles.push_back(test::article(
        std::to_string(i), "Knee surgery number " + std::to_string(i), "Knees were operated on."));
  }
  CHECK(set.scores("zinc", {.feedback_documents = 0, .subword_share = 0})[1] == 0);
  const auto scores = set.scores("zinc");
  CHECK(scores[1] > 0);
  CHECK(scores[0] > scores[1]);
  CHECK(scores[5] == 0);
}

TEST_CASE("other forms of a word are met by their pieces") {
  const Set set{{test::article("1", "Antihypertensives in pregnancy", "Drugs were given."),
                 test::article("2", "Knee surgery", "Knees were operated on.")}};
  CHECK(set.scores("hypertension", {.subword_share = 0})[0] == 0);
  const auto scores = set.scores("hypertension and knees");
  CHECK(scores[0] > 0);
  CHECK(scores[1] > scores[0]);
}

TEST_CASE("a query that asks for trials puts their reports first") {
  const Set set{
      {test::article("1", "Zinc for colds", "Adults were randomly given zinc or placebo."),
       test::article("2", "Zinc for colds: a review", "Randomized studies of zinc."),
       test::article("3", "Zinc for colds", "Adults who took zinc were asked.")}};
  const auto asked = set.scores("zinc colds randomized trial");
  const auto words_only = set.scores("zinc colds randomized trial", {.trial_weight = 0});
  CHECK(asked[0] / asked[1] > 1.4 * words_only[0] / words_only[1]);
  CHECK(asked[0] / asked[2] > 1.4 * words_only[0] / words_only[2]);
  CHECK(set.scores("zinc colds") == set.scores("zinc colds", {.trial_weight = 0}));
}

TEST_CASE("a query that asks for trials learns its words from trials") {
  Set set;
  for (int i = 0; i < 4; ++i) {
    set.articles.push_back(test::article(std::to_string(i), "Zinc for colds",
                                         "Adults were randomly given lozenges or placebo."));
    set.articles.push_back(test::article(std::to_string(10 + i), "Zinc for colds: a review",
                                         "Essays on galvanisation were read."));
  }
  set.articles.push_back(test::article("20", "Lozenges", "Lozenges were sucked."));
  set.articles.push_back(test::article("21", "Galvanisation", "Galvanisation was studied."));
  while (set.articles.size() < 40) {
    set.articles.push_back(
        test::article(std::to_string(100 + set.articles.size()), "Knees", "Knees were bent."));
  }
  const auto asked = set.scores("zinc colds trials");
  CHECK(asked[8] > asked[9]);
  const auto words_only = set.scores("zinc colds trials", {.trial_weight = 0});
  CHECK(asked[8] / asked[9] > 1.2 * words_only[8] / words_only[9]);
}

TEST_CASE("wide feedback, where trials are sought, reaches beyond the ten best records") {
  Set set;
  for (int i = 0; i < 12; ++i) {
    set.articles.push_back(
        test::article(std::to_string(i), "Zinc trial", "Zinc was randomly given for colds."));
  }
  for (int i = 0; i < 8; ++i) {
    set.articles.push_back(test::article(std::to_string(20 + i), "Zinc",
                                         "Randomly given galvanisation with lozenges."));
  }
  set.articles.push_back(test::article("40", "Galvanisation", "Patients sucked."));
  while (set.articles.size() < 100) {
    set.articles.push_back(
        test::article(std::to_string(100 + set.articles.size()), "Knees", "Knees were bent."));
  }
  CHECK(set.scores("zinc trials", {.wide_feedback = false})[20] == 0);
  CHECK(set.scores("zinc trials")[20] > 0);
  CHECK(set.scores("zinc") == set.scores("zinc", {.wide_feedback = false}));
}
