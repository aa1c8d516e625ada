#include "pipeline/appraise/repeats.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

model::Article record(const char* id, const char* title, const char* date, const char* doi = "") {
  model::Article a = test::article("", title, "", date);
  a.id = id;
  a.doi = doi;
  return a;
}

}  // namespace

TEST_CASE("one work from two files is pointed out, different works are not") {
  std::vector<model::Article> all = {
      record("rec-1", "Zinc lozenges for the common cold", "2020"),
      record("rec-2", "Zinc Lozenges for the Common Cold.", "2021"),
      record("rec-3", "Zinc lozenges for the common cold", "2015"),
      record("rec-4", "Another title altogether here", "2020", "10.5555/a"),
      record("rec-5", "", "2020", "10.5555/A"),
      record("rec-6", "Editorial", "2020"),
      record("rec-7", "Editorial", "2020"),
      test::article("90000001", "Standards of zinc care 2024", "", "2024"),
      test::article("90000002", "Standards of zinc care 2024", "", "2024")};
  std::vector<const model::Article*> pointers;
  for (const model::Article& a : all) pointers.push_back(&a);
  const auto repeats = appraise::possible_repeats(pointers);
  CHECK_FALSE(repeats[0]);
  CHECK(repeats[1] == std::size_t{0});
  CHECK_FALSE(repeats[2]);
  CHECK(repeats[4] == std::size_t{3});
  for (const std::size_t i : {3U, 5U, 6U, 7U, 8U}) CHECK_FALSE(repeats[i]);
}
