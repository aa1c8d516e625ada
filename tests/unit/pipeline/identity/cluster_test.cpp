#include "pipeline/identity/cluster.hpp"

#include "identity_support.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

#include <algorithm>
#include <stop_token>

using namespace ev;
using test::joined;
using test::paper;

TEST_CASE("copies are joined through each other, members and clusters in input order") {
  auto first = paper();
  first.pmid = "90000001";
  auto second = paper("Another title in another tongue");
  second.pmid = "90000001";
  second.doi = "10.5555/x";
  auto third = paper("Another title in another tongue");
  third.doi = "10.5555/x";
  const auto other = paper("Sour cherry and the gait of goats on frozen ground");
  CHECK(joined({first, other, third, second}) == std::vector<std::vector<std::size_t>>{{0, 2, 3}});
  const auto result =
      identity::cluster(std::vector<model::Article>{first, other, third, second}, test::no_limits())
          .value();
  REQUIRE(result.clusters.size() == 2);
  CHECK(result.joins[0].size() == 2);
  CHECK(result.joins[1].empty());
}

TEST_CASE("no record between two that exclude each other brings them together") {
  auto first = paper();
  first.pmid = "90000001";
  auto second = paper();
  second.pmid = "90000002";
  const auto nameless = paper();
  for (const auto& records :
       {std::vector{first, second, nameless}, std::vector{nameless, second, first}}) {
    const auto result = identity::cluster(records, test::no_limits()).value();
    CHECK(result.clusters.size() == 2);
    // The one it was not joined to is shown.
    CHECK(result.doubtful.size() == 1);
  }
  auto preprint = paper();
  preprint.is_preprint = true;
  preprint.journal = "medRxiv";
  CHECK(identity::cluster(std::vector{first, preprint, nameless}, test::no_limits())
            .value()
            .clusters.size() == 2);
}

TEST_CASE("a record that names nobody does not bring other people's reports together") {
  const auto part = [](const char* name) {
    auto a = paper("The walnut survey of Moldania, 1969 to 1974");
    a.authors = {test::author(name)};
    return a;
  };
  auto nameless = part("Karlsen");
  nameless.authors.clear();
  CHECK(joined({part("Karlsen"), nameless}).size() == 1);
  const std::vector<model::Article> records = {part("Karlsen"), part("Novotna"), nameless};
  CHECK(joined(records).empty());
  CHECK(joined({nameless, part("Benkert"), part("Novotna"), part("Karlsen")}).empty());
  // It is shown to a person beside those it fits.
  CHECK(identity::cluster(records, test::no_limits()).value().doubtful.size() == 2);
  // An identifier says more than a name that is missing.
  auto numbered = part("Karlsen");
  numbered.doi = nameless.doi = "10.5555/walnut.1";
  CHECK(joined({numbered, part("Novotna"), nameless}) ==
        std::vector<std::vector<std::size_t>>{{0, 2}});
}

TEST_CASE("a record that fits every instalment joins none") {
  const auto instalment = [](const char* pages, const char* issue) {
    auto a = paper("Notes from the walnut registry of Moldania");
    a.pages = pages;
    a.issue = issue;
    return a;
  };
  auto vague = instalment("", "");
  vague.volume.clear();
  CHECK(joined({instalment("11-13", "1"), instalment("88-90", "2"), vague}).empty());
  // With one instalment there is no doubt.
  CHECK(joined({instalment("11-13", "1"), vague}).size() == 1);
}

TEST_CASE("identical records are one, empty input is none") {
  CHECK(joined({paper(), paper(), paper()}) == std::vector<std::vector<std::size_t>>{{0, 1, 2}});
  CHECK(identity::cluster({}, test::no_limits()).value().clusters.empty());
  CHECK(identity::cluster(std::vector<model::Article>(3), test::no_limits())
            .value()
            .clusters.size() == 3);
}

TEST_CASE("cancelling ends it") {
  std::stop_source stop;
  stop.request_stop();
  test::FakeClock clock;
  const Context ctx{.clock = &clock, .stop = stop.get_token()};
  const auto result = identity::cluster(std::vector<model::Article>(10, paper()), ctx);
  REQUIRE_FALSE(result);
  CHECK(result.error().code == Errc::cancelled);
}
