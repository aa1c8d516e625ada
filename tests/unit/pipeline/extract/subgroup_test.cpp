#include "pipeline/extract/subgroup.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

bool last_tells_subgroup(const std::string& abstract, const std::string& title = {}) {
  const model::Article article = article_of(abstract, title);
  const RecordText record(article);
  return tells_subgroup(record, record.sentences().back());
}

}  // namespace

TEST_CASE("some of those treated are not the whole trial") {
  const std::string aim = "OBJECTIVE: To study tea in insomnia. RESULTS: ";
  CHECK(last_tells_subgroup(aim + "Among nurses and those who snored, sleep was longer with tea."));
  CHECK(last_tells_subgroup(aim + "For older patients, sleep was longer with tea."));
  CHECK(last_tells_subgroup(aim + "Sleep of postmenopausal women was longer with tea."));
  CHECK(last_tells_subgroup(aim + "For each additional cup the odds of sleep fell."));
}

TEST_CASE("an arm and those whom the title names are the whole trial") {
  const std::string aim = "OBJECTIVE: To study tea in insomnia. RESULTS: ";
  CHECK_FALSE(last_tells_subgroup(aim + "In patients who received tea, sleep was longer."));
  CHECK_FALSE(last_tells_subgroup(aim + "Sleep was longer with tea than with water."));
  CHECK_FALSE(last_tells_subgroup(aim + "In older patients, sleep was longer with tea.",
                                  "Tea for older patients"));
}

}  // namespace ev::extract
