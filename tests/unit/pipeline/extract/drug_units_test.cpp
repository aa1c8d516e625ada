#include "pipeline/extract/drug_units.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// The units of a one-sentence abstract, their names joined by '+', the units by '|'.
std::string units_in(const std::string& abstract) {
  const model::Article article = article_of(abstract);
  const RecordText record(article);
  std::string out;
  for (const DrugUnit& unit : drug_units(record, record.sentences().back())) {
    if (!out.empty()) out += "|";
    for (std::size_t i = 0; i < unit.names.size(); ++i) out += (i > 0 ? "+" : "") + unit.names[i];
  }
  return out;
}

Joint last_joint(const std::string& abstract) {
  const model::Article article = article_of(abstract);
  const RecordText record(article);
  const auto units = drug_units(record, record.sentences().back());
  return units.empty() ? Joint::apart : units.back().joint;
}

}  // namespace

TEST_CASE("drugs given together are one unit") {
  CHECK(units_in("Adults got atenolol 50 mg daily plus losartan.") == "atenolol+losartan");
  CHECK(units_in("We gave atenolol/losartan or aspirin.") == "atenolol+losartan|aspirin");
  CHECK(units_in("The combination of atenolol and losartan was safe.") == "atenolol+losartan");
  CHECK(units_in("We gave aspirin with losartan and atenolol.") == "aspirin+atenolol+losartan");
  CHECK(units_in("Adults got aspirin or the same treatment plus losartan.") ==
        "aspirin|aspirin+losartan");
  CHECK(units_in("Adults got losartan plus placebo.") == "losartan");
}

TEST_CASE("what only sounds like a drug given is none") {
  CHECK(units_in("Calcium channel blockers changed insulin sensitivity and plasma estradiol.") ==
        "");
  CHECK(units_in("Adults got losartan potassium.") == "losartan");
}

TEST_CASE("the words between two drugs set them side by side or against each other") {
  CHECK(last_joint("Adults got losartan 50 mg (n = 20) or atenolol.") == Joint::either);
  CHECK(last_joint("Sleep was longer with losartan than with atenolol.") == Joint::than);
  CHECK(last_joint("Losartan was as effective as atenolol.") == Joint::compared);
  CHECK(last_joint("We compared losartan with atenolol.") == Joint::compared);
  CHECK(last_joint("Losartan & atenolol in adults.") == Joint::with_next);
  CHECK(last_joint("Losartan lowered it, whereas atenolol did not.") == Joint::unlike);
  CHECK(last_joint("Losartan, atenolol, for adults.") == Joint::listed);
}

TEST_CASE("spellings of one name and its short form are one drug") {
  CHECK(units_in("We gave amoxycillin.") == units_in("We gave amoxicillin."));
  CHECK(units_in("We gave hydrochlorothiazide (HCTZ).") == units_in("We gave "
                                                                    "hydrochlorothiazide.") +
                                                               "|" +
                                                               units_in("We gave "
                                                                        "hydrochlorothiazide."));
}

}  // namespace ev::extract
