#include "pipeline/mechanism/groups.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <string>

using namespace ev;

namespace {

model::Article by(const std::vector<std::pair<std::string, std::string>>& authors) {
  model::Article article;
  for (const auto& [last, initials] : authors)
    article.authors.push_back(
        {.name = last + " " + initials, .last_name = last, .initials = initials});
  return article;
}

}  // namespace

TEST_CASE("records that share half of their authors are one group, in any order") {
  const model::Article a = by({{"Aalto", "B"}, {"Brunn", "C"}});
  const model::Article b = by({{"Aalto", "BJ"}, {"Dorn", "E"}});
  const model::Article c = by({{"Dorn", "E"}, {"Ehlers", "F"}, {"Falk", "G"}, {"Grau", "H"}});
  const model::Article d = by({{"Zorn", "A"}});
  std::vector<const model::Article*> all = {&a, &b, &c, &d};
  const auto groups = mechanism::independent_author_groups(all);
  REQUIRE(groups);
  CHECK(*groups == 2);  // a and b share Aalto, b and c share Dorn
  std::reverse(all.begin(), all.end());
  CHECK(mechanism::independent_author_groups(all) == groups);
}

TEST_CASE("without authors independence is unknown") {
  const model::Article none;
  CHECK_FALSE(mechanism::independent_author_groups({&none, &none}));
  CHECK_FALSE(mechanism::independent_author_groups({}));
}
