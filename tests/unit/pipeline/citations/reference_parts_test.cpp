#include "pipeline/citations/reference_parts.hpp"

#include "support/catch.hpp"

using namespace ev::citations;
using Names = std::vector<std::string>;

TEST_CASE("names are parted in the styles of the journals") {
  CHECK(names_in("Smith J, Doe AB, et al") == Names{"Smith J", "Doe AB"});
  CHECK(names_in("Smith, J. A., Doe, B., & Poe, C.") == Names{"Smith JA", "Doe B", "Poe C"});
  CHECK(names_in("Smith, J. et al.") == Names{"Smith J"});
  CHECK(names_in("van der Berg A; O'Neil B") == Names{"van der Berg A", "O'Neil B"});
  CHECK(names_in("John Smith and Ann Doe") == Names{"John Smith", "Ann Doe"});
  CHECK(names_in("Müller K, Ångström Å") == Names{"Müller K", "Ångström Å"});
}

TEST_CASE("a title is no list of names") {
  CHECK(names_in("Effects of a drug on memory").empty());
  CHECK(names_in("Metformin, insulin and the brain in 40 adults").empty());
  CHECK(names_in("").empty());
  CHECK(names_in("J. A.").empty());
}

TEST_CASE("sentences end at full stops, not at initials or species") {
  CHECK(sentences_of("A drug for E. coli. Ex J Med. 2020") ==
        Names{"A drug for E. coli", "Ex J Med", "2020"});
  CHECK(sentences_of("Does it work? A trial. Ex J") == Names{"Does it work?", "A trial", "Ex J"});
  CHECK(sentences_of("Surgery vs. drugs. Ex J") == Names{"Surgery vs. drugs", "Ex J"});
  CHECK(sentences_of("").empty());
}

TEST_CASE("year, volume, issue and pages in every order") {
  const auto check = [](const char* text, int year, const char* volume, const char* issue,
                        const char* pages) {
    CAPTURE(text);
    const Place p = place_in(text);
    CHECK(p.year == year);
    CHECK(p.volume == volume);
    CHECK(p.issue == issue);
    CHECK(p.pages == pages);
  };
  check("Ex J Med. 2019;37(5):123-30.", 2019, "37", "5", "123-30");
  check("Ex J Med. 2019 Mar 5;37(5):123–30", 2019, "37", "5", "123-30");
  check("Ex J Med 2019; 37: e1234", 2019, "37", "", "e1234");
  check("Nature 424, 197–200 (2003)", 2003, "424", "", "197-200");
  check("Journal of Examples 37.5 (2019): 123-130", 2019, "37", "5", "123-130");
  check("Journal of Examples, vol. 37, no. 5, 2019, pp. 123-130", 2019, "37", "5", "123-130");
  check("Ex J Med. 2020;12(3 Suppl 1):S12-S15", 2020, "12", "3 Suppl 1", "S12-S15");
  check("Exampology 181-182, 121-5 (2002)", 2002, "181-182", "", "121-5");
  check("(2018)", 2018, "", "", "");
  CHECK(place_in("no place at all").begin == std::string_view::npos);
  CHECK_FALSE(place_in("Journal of Examples, 37(5), 123–130").year);
  CHECK(place_in("Journal of Examples, 37(5), 123–130").volume == "37");
}
