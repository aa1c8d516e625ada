#include "pipeline/identity/votes.hpp"

#include "identity_support.hpp"
#include "support/catch.hpp"

using namespace ev;
using identity::Vote;
using identity::Votes;

namespace {

Votes votes(const model::Article& a, const model::Article& b) {
  const identity::Fingerprint x = identity::fingerprint(a);
  const identity::Fingerprint y = identity::fingerprint(b);
  const double near =
      identity::overlap(identity::trigrams(x.title.letters), identity::trigrams(y.title.letters));
  return identity::count_votes(x, y, near);
}

Vote pages(const std::string& a, const std::string& b) {
  model::Article x = test::paper();
  model::Article y = test::paper();
  x.pages = a;
  y.pages = b;
  return votes(x, y).pages;
}

}  // namespace

TEST_CASE("a field that one lacks has no vote") {
  const model::Article full = test::paper();
  const model::Article bare = {.title = full.title};
  const Votes v = votes(full, bare);
  CHECK(v.pages == Vote::unknown);
  CHECK(v.volume == Vote::unknown);
  CHECK(v.journal == Vote::unknown);
  CHECK(v.authors == Vote::unknown);
  CHECK_FALSE(v.years);
  CHECK(v.score() == 0);
  CHECK_FALSE(v.contradicted());
}

TEST_CASE("first pages decide, however they are written") {
  CHECK(pages("101-109", "101-9") == Vote::agree);
  CHECK(pages("101-109", "101") == Vote::agree);
  CHECK(pages("e1001", "1001") == Vote::agree);
  CHECK(pages("1-6", "01-Jun") == Vote::agree);
  CHECK(pages("101-109", "Suppl-9") == Vote::agree);
  CHECK(pages("101-109", "Suppl-7") == Vote::unknown);
  CHECK(pages("109", "101-109") == Vote::unknown);
  CHECK(pages("101-109", "412-419") == Vote::differ);
  CHECK(pages("S12", "412") == Vote::differ);
  CHECK(pages("CD009999", "CD009999") == Vote::agree);
  CHECK(pages("xii", "12") == Vote::unknown);
}

TEST_CASE("pages ahead of print say nothing about printed ones") {
  model::Article online = test::paper();
  online.volume.clear();
  online.pages = "1-9";
  CHECK(votes(online, test::paper()).pages == Vote::unknown);
  online.volume = "12";
  CHECK(votes(online, test::paper()).pages == Vote::differ);
}

TEST_CASE("authors agree by the shorter list") {
  model::Article cut = test::paper();
  cut.authors.resize(1);
  CHECK(votes(cut, test::paper()).authors == Vote::agree);
  cut.authors = {test::author("Karlse")};  // a letter was lost
  CHECK(votes(cut, test::paper()).authors == Vote::agree);
  cut.authors = {test::author("Holm"), test::author("Berg")};
  CHECK(votes(cut, test::paper()).authors == Vote::differ);
  cut.authors = {{.name = "Walnut Study Group", .collective = true}};
  CHECK(votes(cut, test::paper()).authors == Vote::unknown);
}

TEST_CASE("an electronic year is as good as a printed one") {
  model::Article early = test::paper();
  early.publication_date = "2012";
  CHECK(votes(early, test::paper()).years == 1);
  model::Article both = test::paper();
  both.metadata["electronic_date"] = "2012-12-03";
  CHECK(votes(early, both).years == 0);
}

TEST_CASE("two places of one title") {
  model::Article other = test::paper();
  other.pages = "5-9";
  CHECK(votes(other, test::paper()).elsewhere());
  other.doi = "10.5555/x";
  model::Article same_doi = test::paper();
  same_doi.doi = other.doi;
  CHECK_FALSE(votes(other, same_doi).elsewhere());
  model::Article next_issue = test::paper();
  next_issue.pages.clear();
  next_issue.issue = "4";
  CHECK(votes(next_issue, test::paper()).elsewhere());
  next_issue.issue = "1671";  // no issue of a volume
  CHECK_FALSE(votes(next_issue, test::paper()).elsewhere());
}

TEST_CASE("votes in words") {
  model::Article other = test::paper();
  other.journal = "Journal of Throat Research";
  const identity::Fingerprint x = identity::fingerprint(test::paper());
  const identity::Fingerprint y = identity::fingerprint(other);
  CHECK(identity::describe(votes(test::paper(), other), x, y) ==
        "titles equal; pages, volume, year and authors agree; journal differs");
}
