#include "pipeline/extract/arm_finder.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// "tea=60|water=58*", a star for the comparator.
std::string arms_in(std::string abstract, std::string title = {}) {
  const model::Article article = article_of(std::move(abstract), std::move(title));
  const RecordText record(article);
  std::string out;
  for (const Arm& arm : find_arms(record)) {
    if (!out.empty()) out += "|";
    out += std::string(record.document().text(arm.name));
    if (arm.n) out += "=" + std::to_string(static_cast<int>(*arm.n));
    if (arm.comparator) out += "*";
  }
  return out;
}

}  // namespace

TEST_CASE("arms where people are allocated") {
  struct Case {
    const char* abstract;
    const char* arms;
  };
  const Case table[] = {
      {"Adults were randomized to chamomile tea (n = 60) or placebo (n = 58).",
       "chamomile tea=60|placebo=58*"},
      {"Women were randomly assigned to receive either rosehip juice or warm water.",
       "rosehip juice|warm water"},
      {"They were allocated to fennel oil (n=20), aspirin (n=21), and sham massage (n=19).",
       "fennel oil=20|aspirin=21|sham massage=19*"},
      {"60 patients received chamomile therapy and 58 received placebo.",
       "chamomile=60|placebo=58*"},
      {"The exercise group (n = 31) and the control group (n = 29) did not differ.",
       "exercise=31|control=29*"},
      {"12 were randomly assigned to the mint group and 14 to the control group.",
       "mint=12|control=14*"},
      {"12 adults were assigned placebo, and 14 aspirin.", "placebo=12*|aspirin=14"},
      {"They were to receive mint tea (n = 21) or placebo (n = 22).", "mint tea=21|placebo=22*"},
      {"Group A (n = 20) and group B (n = 19) slept.", "Group A=20|group B=19"},
      {"They were randomized to placebo or four.", ""},
      {"Adults were randomized to tea and honey.", ""},
      {"A total of 120 adults (n = 120) took part.", ""},
      {"BACKGROUND: Others were randomized to tea (n = 9) or placebo (n = 8).", ""},
  };
  for (const Case& c : table) {
    CAPTURE(c.abstract);
    CHECK(arms_in(c.abstract) == c.arms);
  }
}

TEST_CASE("a title names the arms when the abstract does not") {
  CHECK(arms_in("Tea helped.", "Rosehip tea versus placebo for eczema") == "Rosehip tea|placebo*");
  CHECK(arms_in("", "A study comparing rosehip tea versus placebo") == "rosehip tea|placebo*");
  CHECK(arms_in("Adults were randomized to mint (n = 5) or placebo (n = 6).",
                "Rosehip tea versus water") == "mint=5|placebo=6*");
}

TEST_CASE("a comma alone joins no arms, and what others are compared with is only a part of them") {
  CHECK(pair_in("METHODS: Of the 60 adults randomized to a walking strategy, aspirin was given to "
                "20.",
                "Walking therapy versus resting therapy for adults") ==
        "Walking therapy|resting therapy");
  CHECK(
      pair_in("RESULTS: Sleep was longer in those who had losartan compared with patients treated "
              "with either placebo or atenolol.",
              "Comparison of the efficacy of losartan, atenolol, or placebo") ==
      "losartan, atenolol|placebo");
}

TEST_CASE("how an arm is given stands between its name and its count") {
  struct Case {
    const char* abstract;
    const char* arms;
  };
  const Case table[] = {
      {"Adults were randomly assigned to receive rosehip 20 mg orally once daily (n = 93) or "
       "aspirin "
       "40 mg subcutaneously once daily (n = 91) for 35 days.",
       "rosehip 20 mg=93|aspirin 40 mg=91"},
      {"Adults were allocated to a walking programme twice weekly for 12 weeks (n = 50) or usual "
       "care (n = 50).",
       "walking programme=50|usual care=50*"},
      {"Adults were randomized to rosehip 1.5 g intravenously every 12 hours (n = 75) or aspirin 1 "
       "g "
       "intravenously every 24 hours (n = 75).",
       "rosehip 1.5 g=75|aspirin 1 g=75"},
      {"Adults were randomized to receive rosehip 2 mg twice daily (bid) (n = 52) or aspirin 5 mg "
       "bid "
       "(n = 56).",
       "rosehip 2 mg=52|aspirin 5 mg bid=56"},
      {"Women were divided into group A (letrozole; n = 150) and group B (aspirin; n = 150).",
       "letrozole=150|aspirin=150"}};
  for (const Case& c : table) {
    CAPTURE(c.abstract);
    CHECK(arms_in(c.abstract) == c.arms);
  }
}

}  // namespace ev::extract
