#include "pipeline/mechanism/selection.hpp"

#include "support/catch.hpp"

using namespace ev::mechanism;

namespace {

template <class Texts, class Query>
std::vector<std::size_t> chosen_of(const Texts& texts, const Query& query,
                                   const DiverseOptions& options) {
  return select_diverse(texts, query, options, {}).value();
}

}  // namespace

TEST_CASE("text is cut at a sentence end in the second half") {
  CHECK(truncate_at_sentence("short", 300) == "short");
  CHECK(truncate_at_sentence("abc", 3) == "abc");
  CHECK(truncate_at_sentence("One two three. Four five six seven", 20) == "One two three.");
  // ". " is looked for before "! ", however much later the other is.
  CHECK(truncate_at_sentence("Aaaaaaaaaaa. Bbb! Cccccc", 20) == "Aaaaaaaaaaa.");
  CHECK(truncate_at_sentence("Aaaaaaaaaaaa! Bbbbbbbbbbb", 20) == "Aaaaaaaaaaaa!");
  CHECK(truncate_at_sentence("Line aaaaaaaa.\nnext line goes on", 20) == "Line aaaaaaaa.");
}

TEST_CASE("a sentence end in the first half is too early") {
  CHECK(truncate_at_sentence("Ab. cdefgh ijklmn opqrst uvw", 20) == "Ab. cdefgh ijklmn...");
  // Exactly half does not count either.
  CHECK(truncate_at_sentence("abcdefghij. lmnop qrstu vwxyz", 20) == "abcdefghij. lmnop...");
}

TEST_CASE("the last resorts are a period, a word, the bare limit") {
  CHECK(truncate_at_sentence("value of 1234567.89 and more text", 20) == "value of 1234567.");
  CHECK(truncate_at_sentence("alpha beta gamma delta", 12) == "alpha beta...");
  CHECK(truncate_at_sentence("abcdefghijklmnop", 10) == "abcdefghij...");
  CHECK(truncate_at_sentence(" abcdefghijklmnop", 10) == " abcdefghi...");
}

TEST_CASE("lengths are code points") {
  CHECK(truncate_at_sentence("ββββ ββββ", 9) == "ββββ ββββ");
  CHECK(truncate_at_sentence("ββββ ββββ ββ", 9) == "ββββ...");
}

TEST_CASE("selection keeps its edges") {
  const std::vector<std::string> none;
  CHECK(chosen_of(none, "x", {.n = 3}).empty());
  const std::vector<std::string> texts = {"zinc copper", "iron", "zinc"};
  CHECK(chosen_of(texts, "iron", {.n = 3}) == std::vector<std::size_t>{0, 1, 2});
  CHECK(chosen_of(texts, "iron", {.n = 9}) == std::vector<std::size_t>{0, 1, 2});
  CHECK(chosen_of(texts, "iron", {.n = 0}).empty());
}

TEST_CASE("the most relevant comes first, a copy of it last") {
  const std::vector<std::string> texts = {"unrelated words here", "metformin liver glucose",
                                          "metformin liver glucose", "metformin muscle uptake"};
  const auto chosen = chosen_of(texts, "metformin liver glucose", {.n = 3});
  REQUIRE(chosen.size() == 3);
  CHECK(chosen[0] == 1);  // ties go to the lowest index
  CHECK(chosen_of(texts, "metformin", {.n = 2, .lambda = 0.3})[1] != 2);
}

TEST_CASE("texts without words have similarity 0 and are still chosen in order") {
  const std::vector<std::string> texts = {"", "", "", ""};
  CHECK(chosen_of(texts, "anything", {.n = 2}) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("vectors made elsewhere are chosen from by the same rule") {
  const std::vector<std::vector<float>> texts = {{0, 1}, {1, 0}, {1, 0.05F}, {}};
  const std::vector<float> query = {1, 0.2F};
  const auto chosen = chosen_of(texts, query, {.n = 2, .lambda = 0.3});
  REQUIRE(chosen.size() == 2);
  CHECK(chosen[0] == 2);
  CHECK(chosen[1] == 0);  // the other near one is a copy of the first
  CHECK(chosen_of(texts, query, {.n = 4}) == std::vector<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("what points away from the chosen gains by it") {
  const std::vector<std::vector<float>> texts = {{1, 0}, {0.2F, 1}, {0.2F, -1}, {-1, 0.3F}};
  const std::vector<float> query = {1, 0.1F};
  // 1 and 2 are as far from the first; 1 is nearer to the query.
  CHECK(chosen_of(texts, query, {.n = 2, .lambda = 0.7}) == std::vector<std::size_t>{0, 1});
  CHECK(chosen_of(texts, query, {.n = 2, .lambda = 0.2}) == std::vector<std::size_t>{0, 3});
}
