#include "pipeline/citations/reference.hpp"

#include "support/catch.hpp"

using namespace ev;
using citations::read_reference;
using citations::Reference;

namespace {

const std::string kTitle = "Invented drops for dry eyes in drivers";

void check_whole(const char* text, const std::string& first_author = "Karlsen L") {
  CAPTURE(text);
  const Reference r = read_reference(text);
  CHECK(r.title == kTitle);
  REQUIRE_FALSE(r.authors.empty());
  CHECK(r.authors.front() == first_author);
  CHECK(r.year == 2019);
  CHECK(r.volume == "37");
  CHECK(r.pages == "123-130");
}

std::vector<std::string> labels(const Reference& r) {
  std::vector<std::string> out;
  for (const auto& id : r.ids) out.push_back(identity::label(id));
  return out;
}

}  // namespace

TEST_CASE("one reference in seven styles") {
  check_whole(
      "Karlsen L, Moe B, Dahl C. Invented drops for dry eyes in drivers. Ex J Med. "
      "2019;37(5):123-130.");
  check_whole(
      "12. Karlsen L, Moe B, et al. Invented drops for dry eyes in drivers. Ex J Med 2019 Mar "
      "4;37(5):123-130. doi:10.5555/abc. PMID: 90000001.");
  check_whole(
      "Karlsen, L., Moe, B., & Dahl, C. (2019). Invented drops for dry eyes in drivers. Example "
      "Journal of Medicine, 37(5), 123–130. https://doi.org/10.5555/abc");
  check_whole(
      "Karlsen, L. et al. Invented drops for dry eyes in drivers. Ex. J. Med. 37, 123–130 (2019).");
  check_whole(
      "Karlsen, L., Moe, B. & Dahl, C. Invented drops for dry eyes in drivers. Ex J Med 37, "
      "123-130 (2019).");
  check_whole(
      "Karlsen, Lars, and Bo Moe. \"Invented drops for dry eyes in drivers.\" Example Journal of "
      "Medicine 37.5 (2019): 123-130.",
      "Karlsen");
  check_whole(
      "[3] L. Karlsen and B. Moe, “Invented drops for dry eyes in drivers,” Ex. J. Med., vol. 37, "
      "no. 5, pp. 123-130, 2019.",
      "L. Karlsen");
}

TEST_CASE("journals are told from titles") {
  CHECK(read_reference("Karlsen L, Moe B. Invented drops for dry eyes in drivers. Ex J Med. "
                       "2019;37:1-9")
            .journal == "Ex J Med");
  CHECK(read_reference("Karlsen, L. (2019). Invented drops for dry eyes in drivers. Example "
                       "Journal of Medicine, 37(5), 1–9.")
            .journal == "Example Journal of Medicine");
  const Reference place = read_reference("Ex J Med. 2019;37:123-130");
  CHECK(place.title.empty());
  CHECK(place.journal == "Ex J Med");
  CHECK(place.volume == "37");
}

TEST_CASE("a title alone is a title") {
  CHECK(read_reference(kTitle).title == kTitle);
  CHECK(read_reference(kTitle + ".").title == kTitle);
  CHECK(read_reference("Does it work? A randomized trial of invented drops").title ==
        "Does it work? A randomized trial of invented drops");
  const Reference two = read_reference(
      "Karlsen L. Drops and drivers. III. A century in retrospect. Ex. J. Med. 2019;37:1-9.");
  CHECK(two.title == "Drops and drivers. III. A century in retrospect");
  CHECK(two.journal == "Ex. J. Med");
  const Reference dated = read_reference("Nobody N. Unheard harmonies of orchestras. 2011");
  CHECK(dated.title == "Unheard harmonies of orchestras");
  CHECK(dated.year == 2011);
  CHECK(dated.authors == std::vector<std::string>{"Nobody N"});
}

TEST_CASE("identifiers anywhere, each once") {
  CHECK(labels(read_reference("90000001")) == std::vector<std::string>{"PMID:90000001"});
  CHECK(labels(read_reference("PMID: 90000001")) == std::vector<std::string>{"PMID:90000001"});
  CHECK(labels(read_reference("See https://doi.org/10.5555/ABC and doi:10.5555/abc.")) ==
        std::vector<std::string>{"DOI:10.5555/abc"});
  CHECK(labels(read_reference("Karlsen L. A title of some words. Ex J. 2019;1:2. 10.5555/abc")) ==
        std::vector<std::string>{"DOI:10.5555/abc"});
  CHECK(labels(read_reference("Karlsen L. A title of some words. Ex J. 2019;1:2. PMC99000001")) ==
        std::vector<std::string>{"PMCID:PMC99000001"});
  CHECK(labels(read_reference("NCT99000001")) == std::vector<std::string>{"NCT:NCT99000001"});
  // The trial of a paper is not the paper.
  CHECK(labels(read_reference("Karlsen L. Results of the trial NCT99000001 in drivers. Ex J. "
                              "2019;1:2"))
            .empty());
}

TEST_CASE("odd text never breaks") {
  for (const char* text : {"", " ", ".", "(", "et al.", "[1]", "\"", "“", "2019", "2019;", "a b",
                           "1. 2. 3.", "((((2019))))", "; ; ;", "\xff\xfe", "10.", "pmid"}) {
    CAPTURE(text);
    CHECK_NOTHROW(read_reference(text));
  }
  CHECK_NOTHROW(read_reference(std::string(5000, '(')));
  CHECK_NOTHROW(read_reference(std::string(5000, 'A') + ", B. "));
}
