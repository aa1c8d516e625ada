#include "pipeline/citations/compare.hpp"

#include "support/catch.hpp"

using namespace ev;
using citations::Comparison;
using citations::Reference;

namespace {

model::Article record() {
  model::Article a{.pmid = "90000001",
                   .title = "Invented drops for dry eyes in drivers: a randomized trial.",
                   .journal = "Example Journal of Medicine",
                   .journal_abbreviation = "Ex J Med",
                   .publication_date = "2019-03",
                   .doi = "10.5555/abc",
                   .pmcid = "PMC99000001",
                   .volume = "37",
                   .issue = "5",
                   .pages = "123-30"};
  a.authors = {{.name = "Karlsen Lars", .last_name = "Karlsen", .initials = "L"},
               {.name = "Moe Bo", .last_name = "Moe", .initials = "B"}};
  return a;
}

std::vector<std::string> fields(const std::vector<citations::Difference>& all) {
  std::vector<std::string> out;
  for (const auto& d : all) out.push_back(d.field);
  return out;
}

Comparison against_record(const char* text) {
  return citations::compare(citations::read_reference(text), record());
}

using Fields = std::vector<std::string>;

}  // namespace

TEST_CASE("a right reference agrees in everything it says") {
  const Comparison c = against_record(
      "Karlsen L, Moe B. Invented drops for dry eyes in drivers: a randomized trial. Ex J Med. "
      "2019;37(5):123-30. doi:10.5555/abc PMID: 90000001");
  CHECK(c.differ.empty());
  CHECK(c.notes.empty());
  CHECK(c.agree ==
        Fields{"title", "first_author", "year", "journal", "volume", "pages", "pmid", "doi"});
  CHECK(c.title_similarity == 1.0);
}

TEST_CASE("spelling, subtitle, print year and abbreviations are no mismatch") {
  for (const char* text : {"Karlsen L. Invented drops for dry eyes in drivers. Example Journal of "
                           "Medicine. 2019;37:123-130.",
                           "Karlsen L. Invented drops for dry eyse in drivers: a randomised trial. "
                           "Ex J Med. 2019;37:123.",
                           "KARLSEN, L., & MOE, B. (2019). Invented Drops for Dry Eyes in Drivers: "
                           "A Randomized Trial. "
                           "Example Journal of Medicine, 37(5), 123–130."}) {
    CAPTURE(text);
    const Comparison c = against_record(text);
    CHECK(fields(c.differ).empty());
    CHECK(c.title_agrees);
  }
  CHECK(fields(against_record("Karlsen L. Invented drops for dry eyes in drivers. Ex J Med. "
                              "2018;37:123-30.")
                   .notes) == Fields{"year"});
}

TEST_CASE("a short main title is enough beside author and year, or the place") {
  model::Article a = record();
  a.title = "Invented drops: a randomized trial in drivers.";
  const auto against = [&a](const char* text) {
    return citations::compare(citations::read_reference(text), a);
  };
  for (const char* text : {"Karlsen L, Moe B. Invented drops. Ex J Med. 2019;37:123-130.",
                           "Karlsen L. Invented drops. Ex J Med. 2018."}) {
    CAPTURE(text);
    const Comparison c = against(text);
    CHECK(c.title_agrees);
    CHECK(c.differ.empty());
    REQUIRE_FALSE(c.notes.empty());
    CHECK(c.agree.front() == "title");
    CHECK(c.notes.front().field == "title");
  }
  // Somebody else's, another year's, a bare title, or other first words.
  for (const char* text :
       {"Vestby K. Invented drops. Ex J Med. 2019.", "Karlsen L. Invented drops. Ex J Med. 2011.",
        "Invented drops.", "Karlsen L, Moe B. Invented eyes. Ex J Med. 2019;37:123-130."}) {
    CAPTURE(text);
    CHECK_FALSE(against(text).title_agrees);
  }
  // The record without the subtitle that the reference has.
  a.title = "Invented drops.";
  CHECK(against("Karlsen L. Invented drops: a trial in drivers. Ex J Med. 2019;37:123.")
            .title_agrees);
}

TEST_CASE("a wrong year differs wherever the reference writes it") {
  const auto differ = [](const char* text) { return fields(against_record(text).differ); };
  CHECK(differ("PMID: 90000001 (2008)") == Fields{"year"});
  CHECK(differ("Invented drops for dry eyes in drivers: a randomized trial, 2008") ==
        Fields{"year"});
  CHECK(differ("PMID: 90000001 (2019)").empty());
  CHECK(differ("Invented drops for dry eyes in drivers: a randomized trial, 2019").empty());
  // A year of the title is none of the work.
  model::Article dated = record();
  dated.title = "Invented drops sold to drivers, 2008";
  CHECK(citations::compare(citations::read_reference("Invented drops sold to drivers, 2008"), dated)
            .differ.empty());
}

TEST_CASE("what differs is named") {
  CHECK(fields(against_record("Karlsen L. Invented drops for dry eyes in drivers. Ex J Med. "
                              "2009;37:123-30.")
                   .differ) == Fields{"year"});
  CHECK(fields(against_record("Smith J. Invented drops for dry eyes in drivers. Ex J Med. "
                              "2019;37:123-30.")
                   .differ) == Fields{"first_author"});
  CHECK(fields(against_record("Karlsen L. Invented drops for dry eyes in drivers. Ex J Med. "
                              "2019;12:777-9.")
                   .differ) == Fields{"volume", "pages"});
  CHECK(fields(against_record("Karlsen L. Invented drops for dry eyes in drivers. Acta Fictiva. "
                              "2019;37:123-30.")
                   .differ) == Fields{"journal"});
  CHECK(fields(against_record("Karlsen L. Surgery of the wrist in older pianists. Ex J Med. "
                              "2019;37:123-30.")
                   .differ) == Fields{"title"});
  CHECK(fields(against_record("Karlsen L. Invented drops for dry eyes in drivers. Ex J Med. 2019. "
                              "doi:10.5555/other")
                   .differ) == Fields{"doi"});
}

TEST_CASE("an erratum of the paper is not the paper") {
  model::Article erratum = record();
  erratum.title = "Erratum: Invented drops for dry eyes in drivers: a randomized trial.";
  const Comparison c = citations::compare(
      citations::read_reference("Karlsen L. Invented drops for dry eyes in drivers: a randomized "
                                "trial. Ex J Med. 2019;37:123-30."),
      erratum);
  CHECK(fields(c.differ) == Fields{"kind"});
}

TEST_CASE("the same place without a title") {
  const Comparison c = against_record("Ex J Med. 2019;37:123-30");
  CHECK(c.place_agrees);
  CHECK_FALSE(c.title_agrees);
  CHECK(c.differ.empty());
}

TEST_CASE("what one of them lacks is not compared") {
  const Comparison nothing = citations::compare({}, record());
  CHECK_FALSE(nothing.compared());
  CHECK_FALSE(citations::compare(citations::read_reference("90000001"), record()).differ.size());
  model::Article bare{.pmid = "90000001", .title = "Invented drops for dry eyes in drivers"};
  const Comparison c = citations::compare(
      citations::read_reference("Karlsen L. Invented drops for dry eyes in drivers. Ex J Med. "
                                "2019;37:123-30."),
      bare);
  CHECK(c.differ.empty());
  CHECK(c.agree == Fields{"title"});
}
