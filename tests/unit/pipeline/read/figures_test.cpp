#include "pipeline/read/results/figures.hpp"

#include "pipeline/read/results/figure_grammar.hpp"
#include "pipeline/read/results/number_roles.hpp"
#include "pipeline/read/spans/record_features.hpp"
#include "support/catch.hpp"
#include "told.hpp"

#include <string>

namespace ev::read {

namespace {

struct Numbers {
  explicit Numbers(const std::string& results)
      : article(record("Adults were randomized to fenbrol (n = 60) or ozalin.", results)) {}
  model::Article article;
  doc::RecordAnalysis analysis{article};
  std::vector<Sentence> sentences = sentences_of(analysis);
  RecordFeatures features = record_features(sentences);
  const Sentence& s = sentences.back();
  Statistics statistics = statistics_in(s);
};

using enum NumberRole;

// Figures of a sentence whose numbers have these roles, one line of text each.
std::vector<std::string> figures(const std::string& sentence,
                                 const std::vector<NumberRole>& roles) {
  const Numbers numbers(sentence);
  REQUIRE(numbers.s.numbers.size() == roles.size());
  StudyReading study;
  study.arms.resize(1);
  std::vector<std::string> out;
  for (const Figure& figure : figures_in(numbers.s, roles, numbers.statistics))
    out.push_back(told(study, figure.cell) + (figure.after_change ? " after" : ""));
  return out;
}

// The role of each number by its first letter.
std::string roles(const std::string& sentence) {
  const Numbers numbers(sentence);
  std::string out;
  for (const NumberRole role : number_roles(numbers.s, numbers.features.back(), numbers.statistics))
    out += "-espmdv"[static_cast<std::size_t>(role)];
  return out;
}

}  // namespace

TEST_CASE("numbers that state one value are one figure") {
  using Figures = std::vector<std::string>;
  CHECK(figures("Relapse occurred in 12 of 60 patients (20%).", {events, size, percent}) ==
        Figures{" 12/60 20%"});
  CHECK(figures("Relapse occurred in 20% (12 of 60).", {percent, events, size}) ==
        Figures{" 12/60 20%"});
  CHECK(figures("Relapse occurred in 12 (20%) and 29 (50%).", {events, percent, events, percent}) ==
        Figures{" 12 20%", " 29 50%"});
  CHECK(figures("The score was 5.2 (SD 1.1) and 6.3 (SD 1.2).",
                {mean, dispersion, mean, dispersion}) ==
        Figures{" mean 5.2 sd 1.1", " mean 6.3 sd 1.2"});
  CHECK(figures("The score was 5.2 +/-1.1.", {mean, dispersion}) == Figures{" mean 5.2 +- 1.1"});
  CHECK(figures("The score fell from 7 to 4 points.", {other, mean}) == Figures{" mean 4 after"});
  CHECK(figures("The median was 7 days.", {median}) == Figures{" median 7"});
}

TEST_CASE("numbers that do not fit each other are not put together") {
  using Figures = std::vector<std::string>;
  CHECK(figures("Relapse occurred in 12 of 60 patients (45%).", {events, size, percent}) ==
        Figures{" 12/60", " 45%"});
  CHECK(figures("Relapse occurred in 80 of 60 patients.", {events, size}) == Figures{" 80"});
  // A dispersion without a value is none.
  CHECK(figures("The deviation was 1.1.", {dispersion}).empty());
}

TEST_CASE("what a number is, is read of its words") {
  CHECK(roles("Relapse occurred in 12 of 60 patients (20%) on fenbrol and 29 of 58 (50%) on "
              "ozalin (P = 0.02).") == "espesp-");
  CHECK(roles("The mean score was 5.2 +/- 1.1 with fenbrol and 6.3 +/- 1.2 with ozalin.") ==
        "mvmv");
  CHECK(roles("Relapse was 20% with fenbrol 10 mg and 50% with ozalin after 12 weeks.") == "p-p-");
}

TEST_CASE("what the grammar takes numbers for is told by a code for each") {
  const Numbers numbers("Relapse occurred in 12 of 60 patients (20%) after 12 weeks.");
  const std::vector<std::uint32_t> codes = grammar_roles(numbers.s, numbers.statistics);
  REQUIRE(codes.size() == 4);
  CHECK((codes[0] != 0 && codes[1] != 0 && codes[2] != 0 && codes[3] == 0));
  CHECK((codes[0] != codes[1] && codes[1] != codes[2]));
}

TEST_CASE("a role is given where a value is likely enough") {
  std::vector<double> odds(kNumberRoles, 0.02);
  odds[0] = 0.88;
  CHECK(number_role(odds) == other);
  odds[0] = 0.6;
  odds[3] = 0.3;
  CHECK(number_role(odds) == percent);
}

}  // namespace ev::read
