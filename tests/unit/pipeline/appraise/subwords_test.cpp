#include "pipeline/appraise/subwords.hpp"

#include "pipeline/appraise/terms.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;

TEST_CASE("terms share the pieces they have in common") {
  Vocabulary vocabulary;
  std::vector<Vocabulary::Id> ids;
  Vocabulary::Words room;
  vocabulary.add("cardiac cardiology il x", ids, room);
  const Subwords subwords(vocabulary);
  const auto cardiac = subwords.of(ids[0]);
  const auto cardiology = subwords.of(ids[1]);
  REQUIRE(cardiac.size() > 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(cardiac[i] == cardiology[i]);  // _car card ardi
  CHECK(subwords.of(ids[2]).size() == 1);
  CHECK(subwords.of(ids[3]).size() == 1);
}

TEST_CASE("pieces of an unknown term are found as far as they are known") {
  Vocabulary vocabulary;
  std::vector<Vocabulary::Id> ids;
  Vocabulary::Words room;
  vocabulary.add("cardiac", ids, room);
  const Subwords subwords(vocabulary);
  int unknown = 0;
  CHECK(subwords.find("cardio", unknown).size() == 3);
  CHECK(unknown == 2);
}
