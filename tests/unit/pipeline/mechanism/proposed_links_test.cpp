#include "pipeline/mechanism/proposed_links.hpp"

#include "mechanism_fixture.hpp"
#include "pipeline/mechanism/hypothesis.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

// Names that no rule knows, in a form that no rule reads.
const std::vector<model::Article> kRecords = {
    test::record("90000001", "With vensolane the decrease of zetokine was marked."),
    test::record("90000002", "Loss of zetokine goes with an increase of wakefulness."),
    test::record("90000003", "Metformin activates AMPK.")};

ProposedLink link(const std::string& record, const char* levels, const char* from, const char* to,
                  int sign, const std::string& quote) {
  return {
      .said = {.record = record, .quote = quote, .sign = sign, .method = "endpoint", .path = "p"},
      .levels = levels,
      .from = from,
      .to = to};
}

const std::vector<ProposedLink> kGood = {
    link("90000001", "drug-target", "vensolane", "zetokine", -1, "the decrease of zetokine"),
    link("90000002", "target-effect", "zetokine", "wakefulness", -1, kRecords[1].abstract)};

}  // namespace

TEST_CASE("links that stand become a chain with their quotes, whatever the order") {
  HypothesisOptions options{.query = "vensolane", .drug = "vensolane", .proposed = kGood};
  const auto made = assess(kRecords, options, test::context());
  REQUIRE(made);
  CHECK(made->proposals_taken == std::vector<std::size_t>{0, 1});
  REQUIRE(made->hypotheses.size() == 1);
  CHECK(made->hypotheses[0].target == "zetokine");
  CHECK(made->hypotheses[0].effect == "increased wakefulness");
  for (const HypothesisLink& l : made->hypotheses[0].links) {
    REQUIRE(l.evidence.size() == 1);
    CHECK(l.evidence[0].method == "endpoint");
  }
  std::swap(options.proposed[0], options.proposed[1]);
  const auto turned = assess(kRecords, options, test::context());
  REQUIRE(turned);
  CHECK(turned->hypotheses[0].hypothesis_id == made->hypotheses[0].hypothesis_id);
  CHECK(turned->hypotheses[0].confidence == made->hypotheses[0].confidence);
  options.proposed.clear();
  CHECK(assess(kRecords, options, test::context())->hypotheses.empty());
}

TEST_CASE("what does not stand is told with its place, and names nothing") {
  Vocabulary vocabulary;
  const std::size_t before = vocabulary.size();
  const std::vector<ProposedLink> bad = {
      link("90000009", "drug-target", "vensolane", "zetokine", -1, "the decrease of zetokine"),
      link("90000001", "target-drug", "zetokine", "vensolane", -1, "the decrease of zetokine"),
      link("90000001", "drug-target", "vensolane", "", -1, "the decrease of zetokine"),
      link("90000001", "drug-target", "vensolane", "qualin", -1, "the decrease of zetokine")};
  const ProposedLinks proposed(bad, kRecords, vocabulary);
  CHECK(proposed.taken().empty());
  REQUIRE(proposed.not_taken().size() == 4);
  CHECK(proposed.not_taken()[0].path == "p.id");
  CHECK(proposed.not_taken()[1].path == "p.link");
  CHECK(proposed.not_taken()[2].path == "p.to");
  CHECK(proposed.not_taken()[3].path == "p.quote");
  CHECK(vocabulary.size() == before);
}

TEST_CASE("what the rules read in the same sentence stays theirs") {
  const HypothesisOptions options{
      .query = "metformin",
      .proposed = {link("90000003", "drug-target", "metformin", "AMPK", 1, "activates AMPK")}};
  Vocabulary vocabulary;
  const ProposedLinks proposed(options.proposed, kRecords, vocabulary);
  auto reading = read_statements(kRecords, vocabulary, test::context());
  REQUIRE(reading);
  const std::size_t before = reading->statements.size();
  proposed.join(*reading, vocabulary);
  CHECK(proposed.taken().size() == 1);
  CHECK(reading->statements.size() == before);
  CHECK(reading->statements.front().evidence.method.empty());
}

TEST_CASE("levels of links") {
  CHECK(link_levels().size() == 6);
  for (const std::string_view levels : link_levels()) CHECK(kinds_of_levels(levels));
  CHECK_FALSE(kinds_of_levels("effect-drug"));
  CHECK_FALSE(kinds_of_levels("drug"));
  CHECK_FALSE(kinds_of_levels("drug-drug"));
}
