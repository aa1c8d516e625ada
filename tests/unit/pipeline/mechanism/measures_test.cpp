#include "pipeline/mechanism/measures.hpp"

#include "support/catch.hpp"

using namespace ev::mechanism;

namespace {

int way(const char* condition, const char* measure) {
  Vocabulary vocabulary;
  const Entity one = vocabulary.at(vocabulary.add(Kind::effect, condition));
  return better_way(one, vocabulary.at(vocabulary.add(Kind::effect, measure)));
}

}  // namespace

TEST_CASE("a measure is read by the condition it tells of, under any of their names") {
  CHECK(way("hypertension", "blood pressure") == -1);
  CHECK(way("arterial hypertension", "systolic blood pressure") == -1);
  CHECK(way("osteoporosis", "BMD") == 1);
  CHECK(way("NIDDM", "glycosylated hemoglobin") == -1);
}

TEST_CASE("what tells nothing of a condition has no better way in it") {
  CHECK(way("osteoporosis", "blood pressure") == 0);
  CHECK(way("zortosis", "blood pressure") == 0);
}
