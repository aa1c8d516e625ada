#include "pipeline/identity/fingerprint.hpp"

#include "identity_support.hpp"
#include "support/catch.hpp"

using namespace ev;
using identity::read_pages;

namespace {

// "s12-15", several readings by "|".
std::string shown(const std::string& pages) {
  std::string out;
  for (const auto& range : read_pages(pages).ranges) {
    out += (out.empty() ? "" : "|") + range.prefix + std::to_string(range.begin);
    if (range.end != range.begin) out += "-" + std::to_string(range.end);
  }
  return out;
}

bool same_journal(const std::string& a, const std::string& b) {
  model::Article x;
  model::Article y;
  x.journal = a;
  y.journal = b;
  for (const auto& one : identity::fingerprint(x).journals) {
    for (const auto& other : identity::fingerprint(y).journals) {
      if (identity::same_journal(one, other)) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("initials of a journal's whole name, with subtitle and place") {
  const auto of = [](const char* journal) {
    model::Article a;
    a.journal = journal;
    return identity::fingerprint(a);
  };
  const auto same = [&of](const char* one, const char* other) {
    return identity::same_initials(of(one), of(other)) &&
           identity::same_initials(of(other), of(one));
  };
  CHECK(same("MTOJOSTS", "Mouth and Throat: official journal of the Oral Surgery Tutors' Society"));
  CHECK(same("TNM", "Throat (Nowhere, Moldania)"));
  CHECK(same("MTN2", "Mouth transactions (Nowhere : 2003)"));
  CHECK(same("MEGA", "Mund et guttur acta"));
  CHECK(same("MGA", "Mund et guttur acta"));
  CHECK_FALSE(same("MTX", "Mouth transactions (Nowhere)"));
  CHECK_FALSE(same("MT", "Mouth transactions"));
  CHECK_FALSE(same("Throat", "Throat (Nowhere, Moldania)"));
}

TEST_CASE("pages as they are written") {
  CHECK(shown("344-351") == "344-351");
  CHECK(shown("344-51") == "344-351");
  CHECK(shown("344–51") == "344-351");
  CHECK(shown("S109-S112") == "s109-112");
  CHECK(shown("e1001") == "e1001");
  CHECK(shown("Article 106") == "106");
  CHECK(shown("0007") == "7");
  CHECK(shown("12-15, 30") == "12-15|30");
  CHECK(shown("12-5; discussion 16-7") == "12-15");
  CHECK(shown("xii").empty());
  CHECK(shown("").empty());
  CHECK(shown("-").empty());
  CHECK(shown("444-1") == "444");
}

TEST_CASE("pages a spreadsheet took for a date") {
  CHECK(shown("01-Jun") == "1|6");
  CHECK(shown("3-Mar") == "3");
  CHECK(shown("Jan-14") == "1");
  CHECK(read_pages("01-Jun").date);
  CHECK_FALSE(read_pages("1-6").date);
}

TEST_CASE("pages of supplements, reviews and fragments") {
  CHECK(read_pages("S12").supplement);
  CHECK(read_pages("A12-A13").supplement);
  CHECK_FALSE(read_pages("a1754").supplement);
  CHECK(read_pages("Suppl-6").supplement);
  CHECK(read_pages("Suppl-6").tail == "6");
  CHECK(read_pages("t-20").tail == "20");
  CHECK(read_pages("CD009999").cochrane == "cd009999");
}

TEST_CASE("one journal under several names") {
  CHECK(same_journal("Annals of Invented Medicine", "Ann Inv Med"));
  CHECK(same_journal("Annals of Invented Medicine",
                     "Annals of invented medicine : the official journal of nobody"));
  CHECK(same_journal("JIMA", "Journal of the Invented Medical Association"));
  CHECK(same_journal("Mund og Hals = Mouth and Throat", "Mouth and Throat"));
  CHECK(same_journal("Throat (Nowhere)", "Throat"));
  CHECK(same_journal("Throat. Conference: 9th Throat Day", "Throat"));
  CHECK(same_journal("Jpn. Throat J.", "Japanese throat journal"));
  CHECK(same_journal("Dtsch Mund Wochenschr", "Deutsche Mund-Wochenschrift"));
  CHECK(same_journal("Natl Throat J", "The National Throat Journal"));
  CHECK(same_journal("Throat", "Throat; medicine of the throat for nobody"));
  CHECK_FALSE(same_journal("Throat", "Throat Research"));
  CHECK_FALSE(same_journal("Pain", "Palliation"));
  CHECK_FALSE(same_journal("Jpn Throat J", "Journal of Throat Parts"));
  CHECK_FALSE(same_journal("Annals of Invented Medicine", "Journal of Throat Research"));
}

TEST_CASE("what a record is") {
  model::Article a = test::paper();
  CHECK(identity::fingerprint(a).first_author == "karlsen");
  CHECK(identity::fingerprint(a).year == 2013);
  CHECK_FALSE(identity::fingerprint(a).preprint);
  a.doi = "10.1101/2099.01.01.000001";
  CHECK(identity::fingerprint(a).preprint);
  a.doi = "10.1002/14651858.cd990001.pub2";
  CHECK(identity::fingerprint(a).cochrane);
  a.volume = "59 (1 Supplement 1)";
  CHECK(identity::fingerprint(a).volume == "59");
  CHECK(identity::fingerprint(a).supplement);
  a.volume = "2)";
  CHECK(identity::fingerprint(a).volume.empty());
  a.trial.emplace();
  CHECK(identity::fingerprint(a).trial);
}

TEST_CASE("a group is not a person") {
  model::Article a;
  a.authors = {{.name = "Walnut Study Group", .collective = true}, test::author("Novotna", "D")};
  const identity::Fingerprint f = identity::fingerprint(a);
  CHECK(f.first_author == "novotna");
  CHECK(f.author_words == std::vector<std::string>{"novotna"});
}
