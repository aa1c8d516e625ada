#include "pipeline/extract/compared_drugs.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : "+") + name;
  return out;
}

std::string rivals_in(const std::string& abstract, const std::string& title) {
  const model::Article article = article_of(abstract, title);
  const RecordText record(article);
  const auto comparison = drug_picture(record).comparison;
  return comparison ? joined(comparison->studied.names) + "|" + joined(comparison->compared.names)
                    : "-";
}

}  // namespace

TEST_CASE("places that agree make two drugs comparison, the title says who is studied") {
  const std::string abstract =
      "METHODS: Adults received either atenolol or losartan. RESULTS: Sleep was longer with "
      "losartan than with atenolol.";
  CHECK(rivals_in(abstract, "Losartan and atenolol in adults") == "losartan|atenolol");
  CHECK(rivals_in(abstract, "An atenolol-controlled trial of losartan") == "losartan|atenolol");
  CHECK(rivals_in("RESULTS: Sleep was longer with losartan than before.", "Sleep") == "-");
}

TEST_CASE("what adds to the other is studied") {
  CHECK(rivals_in("METHODS: Adults were randomized to atenolol (n = 20) or atenolol plus losartan.",
                  "Atenolol in adults") == "atenolol+losartan|atenolol");
}

TEST_CASE("a third drug that is compared as often leaves no pair") {
  CHECK(rivals_in("METHODS: Adults were randomized to receive losartan, atenolol or aspirin.",
                  "Sleep of adults") == "-");
  CHECK(rivals_in("METHODS: Adults were randomly assigned to losartan or atenolol.",
                  "Aspirin in adults") == "-");
}

TEST_CASE("votes for placebo are counted apart") {
  const model::Article article =
      article_of("METHODS: Adults were randomized to losartan or placebo.");
  const RecordText record(article);
  const DrugPicture picture = drug_picture(record);
  CHECK_FALSE(picture.comparison);
  CHECK(picture.placebo_votes == 3);
}

}  // namespace ev::extract
