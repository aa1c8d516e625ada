#include "pipeline/extract/phrase.hpp"

#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string matched(const Pattern& pattern, std::string_view s) {
  const auto tokens = doc::tokenize(s);
  const auto match = pattern.find(tokens);
  if (!match) return "-";
  if (match->first == match->last) return "";
  const std::size_t begin = tokens[match->first].begin;
  return std::string(s.substr(begin, tokens[match->last - 1].end - begin));
}

}  // namespace

TEST_CASE("patterns match words, alternatives, stems, gaps and options") {
  CHECK(matched("random* to|into", "They were Randomized to tea") == "Randomized to");
  CHECK(matched("randomi*ed", "non randomised") == "randomised");
  CHECK(matched("randomi*ed", "randomization") == "-");
  CHECK(matched("te*", "green tea") == "tea");  // fewer letters than openings have
  CHECK(matched("*pots", "green teapots") == "teapots");
  CHECK(matched("odds ratio|ratios", "an odds-ratio of 2") == "odds-ratio");
  CHECK(matched("were <2> enrolled", "were all then enrolled") == "were all then enrolled");
  CHECK(matched("were <1> enrolled", "were all then enrolled") == "-");
  CHECK(matched("the ?main aim", "the aim") == "the aim");
  CHECK(matched("the ?main aim", "the main aim") == "the main aim");
  CHECK(matched("# patients", "saw 12 patients") == "12 patients");
  CHECK(matched("end here now", "end here") == "-");
  CHECK(matched("a <3> b", "a b") == "a b");
  CHECK(matched("a <2> ?the tea", "a cup of the tea") == "a cup of the tea");
  CHECK(matched("a <1> <1> tea", "a cup of tea") == "a cup of tea");
  CHECK(matched("of <3>", "a cup of tea") == "of");
  CHECK(matched("?good|te* tea", "tea") == "tea");  // the option leaves its word to the next
}

TEST_CASE("find_any takes the leftmost match") {
  const auto tokens = doc::tokenize("no effect on sleep");
  const auto match = find_any({"sleep", "effect"}, tokens);
  REQUIRE(match);
  CHECK(match->first == 1);
  CHECK_FALSE(find_any({"sleep"}, tokens, 4));
  CHECK_FALSE(find_any({"sleep"}, tokens, 9));
}

TEST_CASE("of several patterns the first that matches at a token counts") {
  const auto tokens = doc::tokenize("no effect on sleep");
  CHECK(Patterns({"effect on", "effect"}).match_at(tokens, 1) == 3);
  CHECK(Patterns({"effects", "no|# effect"}).match_at(tokens, 0) == 2);
  CHECK_FALSE(Patterns({"effect", "sleep"}).match_at(tokens, 0));
  // Behind the last token only what needs none.
  CHECK_FALSE(Patterns({"sleep", "well"}).match_at(tokens, 4));
  CHECK(Patterns({"sleep", "?well"}).match_at(tokens, 4) == 4);
}

}  // namespace ev::extract
