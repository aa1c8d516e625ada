#include "pipeline/appraise/diversity.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;
using appraise::diversify;

namespace {

const std::vector<model::Article>& records() {
  static const std::vector<model::Article> all = {
      test::article("1", "Zinc lozenges for the common cold",
                    "Lozenges shortened colds in adults."),
      test::article("2", "Zinc lozenges for the common cold again",
                    "Lozenges shortened colds in adults."),
      test::article("3", "Lead exposure near smelters", "Children living close had higher levels."),
      test::article("4", "")};
  return all;
}

std::vector<std::size_t> chosen(double lambda, std::size_t most) {
  std::vector<const model::Article*> articles;
  for (const model::Article& a : records()) articles.push_back(&a);
  const std::vector<double> scores = {0.9, 0.88, 0.6, 0.1};
  return diversify(articles, scores, lambda, most, Context{}).value();
}

}  // namespace

TEST_CASE("lambda 1 keeps the order, a smaller one prefers what is new") {
  CHECK(chosen(1, 4) == std::vector<std::size_t>{0, 1, 2, 3});
  CHECK(chosen(0.5, 4)[1] == 2);
  CHECK(chosen(0, 4)[0] == 0);
  CHECK(chosen(0.5, 2).size() == 2);
  CHECK(chosen(0.5, 9).size() == 4);
}

TEST_CASE("no records, no choice") {
  CHECK(diversify({}, {}, 0.7, 5, Context{})->empty());
}
