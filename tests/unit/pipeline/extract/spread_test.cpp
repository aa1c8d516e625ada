#include "pipeline/extract/spread.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("how values spread is no value") {
  const auto mean_age = [](const std::string& told) {
    return best_text(find_mean_age, "METHODS: Adults drank tea (" + told + ").");
  };
  CHECK(mean_age("mean age 47.7 +/- 15.2 years") == "47.7 +/- 15.2 years");
  CHECK(mean_age("mean age 78+/-7 years") == "78+/-7 years");
  CHECK(mean_age("mean age of 61 \u00B1 4 years") == "61 \u00B1 4 years");
  CHECK(mean_age("mean [SD] age 45.2 [12.1] years") == "45.2 [12.1] years");
  CHECK(mean_age("mean age 52 +/- 3 (SD) years") == "52 +/- 3 (SD) years");
  CHECK(mean_age("mean age 45 years, SD 12 years") == "45 years");
  CHECK(mean_age("mean age 62 [range 50-70] years") == "62 [range 50-70] years");
  CHECK(mean_age("average age between 18 and 65") == "-");
  CHECK(mean_age("mean age, 18 to 65") == "-");
}

TEST_CASE("numbers are those of the means") {
  const auto number = [](Rule rule, std::string abstract) {
    const model::Article article = article_of(std::move(abstract));
    const Findings findings = rule(RecordText(article));
    return findings.candidates.empty() ? std::optional<double>()
                                       : findings.candidates.front().number;
  };
  CHECK(number(find_mean_age, "METHODS: Mean age was 78+/-7 years.") == 78.0);
  CHECK(number(find_follow_up, "RESULTS: Mean follow-up was 470+/-308 days.") == 470.0);
  CHECK(number(find_follow_up, "RESULTS: Mean follow-up was 14 (SD 3) months.") == 14.0);
  CHECK(number(find_duration, "METHODS: Tea was drunk for 12 +/- 3 weeks.") == 12.0);
  CHECK(number(find_dose, "METHODS: They took tea 10 +/- 2 mg daily.") == 10.0);
  CHECK(all_texts(find_percentages, "RESULTS: Sleep fell by 85 +/- 3% and 60% +/- 4%.") ==
        "85 +/- 3%|60%");
  CHECK(all_texts(find_performance, "RESULTS: Accuracy improved to 0.93 +/- 0.02.") == "0.93");
}

TEST_CASE("a unit measures the number before the bracket") {
  const model::Article article = article_of("Tea 10 (2) mg was given to 9 (3 of them men) adults.");
  const RecordText record(article);
  const Sentence& sentence = record.sentences().front();
  const auto measured = measured_at(sentence, 1);
  REQUIRE(measured);
  CHECK(measured->number == 0);
  CHECK_FALSE(is_spread(sentence, 1));
}

}  // namespace ev::extract
