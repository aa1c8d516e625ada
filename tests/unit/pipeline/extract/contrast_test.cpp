#include "pipeline/extract/contrast.hpp"

#include "helpers.hpp"
#include "pipeline/extract/statistics.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

constexpr const char* kTeaOrWater =
    "METHODS: Nurses were randomly assigned to tea (n = 30) or water (n = 30). RESULTS: ";

// For each p value of the last sentence whether it is between the arms.
std::string between(const std::string& told) {
  const model::Article article = article_of(kTeaOrWater + told);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  std::string out;
  for (const PValue& p : p_values_in(sentence))
    out += is_between_arms(record, sentence, p.begin, p.end) ? '+' : '-';
  return out;
}

}  // namespace

TEST_CASE("a p value is of the arms where its clause compares them") {
  CHECK(between("Pain was lower with tea than with water (P = .01).") == "+");
  CHECK(between("Pain fell from 8.1 to 4.2 cm with tea (P = .01).") == "-");
  CHECK(between("Pain fell in both groups (P < .01), but more with tea than with water (-16 vs -7 "
                "mm, P = .02).") == "-+");
  CHECK(between("Pain correlated with the length of sleep (r = 0.4, P = .01).") == "-");
  CHECK(between("The tea group had less pain compared with baseline (P = .01).") == "-");
  CHECK(between("Falls (P = .03) and cuts (P = .002) were both less common with tea than with "
                "water.") == "++");
  CHECK(between("Naps declined over the period of the study (P = .03).") == "-");
  CHECK(between("Falls were rarer in nurses older than 50 years (P = .03).") == "-");
  CHECK(
      between("At baseline naps were longer in the tea group than in the water group (P = .4).") ==
      "-");
}

TEST_CASE("a p value that says what it compares is of the arms or not") {
  CHECK(between(
            "Pain fell more with tea than with water (P<.05 vs baseline and P<.01 vs placebo).") ==
        "-+");
  CHECK(between("Pain fell more with tea than with water (P<.05 vs visit 1).") == "-");
  CHECK(between("Pain fell further with tea plus water (all P<.05 vs. phase I).") == "-");
}

TEST_CASE("healthy people, a level before treatment and a correlation are no arm") {
  CHECK(between("Pain was higher than in healthy subjects (P = .01).") == "-");
  CHECK(between("Grip was no longer different from that of nondiabetic nurses (P = .4).") == "-");
  CHECK(between("Grip was similar (53 v 54 kg) to the baseline levels (P = .4).") == "-");
  CHECK(between("Grip was associated with a fall in pain (r = -0.55, P = .01).") == "-");
}

TEST_CASE("a change in a bracket and a relation between two measures are of one arm") {
  CHECK(between("Pain was reduced during tea (1.8 to 1.5 cm, P = .03).") == "-");
  CHECK(between("There was no relation of pain with weight in the water group (P = .47).") == "-");
}

TEST_CASE("what a bracket adds is not what the clause compares") {
  CHECK(between("As compared to water, tea gave a smaller rise in pain (5%, P<.05 vs baseline and "
                "P<.01 vs water).") == "-+");
  CHECK(between("Pain fell in the tea group (P = .005, tea vs water).") == "+");
}

TEST_CASE("a p value of one arm's change is not that of a comparison behind the semicolon") {
  CHECK(between("Pain fell after a week but not after therapy (P<.05); no differences were "
                "observed between groups.") == "-");
  CHECK(between("Before treatment, 17% in the tea group and 22% in the water group had pain "
                "(P=.78).") == "-");
}

}  // namespace ev::extract
