#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

struct Counted {
  const char* abstract;
  const char* count;
};

void check(Rule rule, std::initializer_list<Counted> table) {
  for (const Counted& c : table) {
    CAPTURE(c.abstract);
    const model::Article article = article_of(c.abstract);
    const Findings findings = rule(RecordText(article));
    const bool open = findings.candidates.empty() || !findings.undecided.empty();
    CHECK((open ? "-" : findings.candidates.front().text) == c.count);
  }
}

}  // namespace

TEST_CASE("women and men are counted where all of them are meant") {
  check(find_female_count,
        {{"Fifty adults (31 men and 19 women) drank tea.", "19"},
         {"Of 155 participants, 98 [63.2%] women, all drank tea.", "98"},
         {"We enrolled 120 pregnant women.", "120"},
         {"RESULTS: 12 women relapsed.", "-"},
         {"Among those who stopped, 9 women were older.", "-"},
         {"The tea group had 12 women. There were 30 women in all.", "30"},
         {"We enrolled 12 women in spring. We enrolled 30 women in autumn.", "-"},
         {"The female/male ratio was 4:1, a 4:1 female excess.", "-"},
         {"58% women drank tea.", "-"}});
  check(find_male_count, {{"Fifty adults (31 men and 19 women) drank tea.", "31"}});
}

TEST_CASE("those who left") {
  check(find_dropouts, {{"Three patients dropped out.", "3"},
                        {"There were 4 dropouts.", "4"},
                        {"In all, 7 adults were lost to follow-up.", "7"},
                        {"Two withdrew and 3 patients were lost to follow-up.", "-"},
                        {"All 40 adults drank tea.", "-"}});
}

TEST_CASE("reviews count their studies and how far these differ") {
  const auto number = [](Rule rule, const char* abstract, const char* title) {
    const model::Article article = article_of(abstract, title);
    const Findings findings = rule(RecordText(article));
    return findings.candidates.empty() ? -1.0 : findings.candidates.front().number.value_or(-1);
  };
  const char* const review =
      "METHODS: We screened 410 studies. RESULTS: Fourteen trials with 2,100 adults were pooled. "
      "Tea helped (risk ratio 0.8, 95% CI 0.7 to 0.9; I2 = 37%).";
  CHECK(number(find_number_of_studies, review, "Tea for hiccups: a meta-analysis") == 14);
  CHECK(number(find_number_of_studies, "We read 30 studies including ours.", "Tea") == -1);
  CHECK(number(find_heterogeneity, review, "Tea for hiccups: a meta-analysis") == 37);
}

TEST_CASE("those randomized and those analysed are the number that the sentence says it of") {
  check(find_number_randomized,
        {{"Of 1200 eligible nurses, 300 were randomized: 150 to tea and 150 to milk.", "300"},
         {"A total of 800 nurses were screened and 200 were randomised.", "200"},
         {"120 nurses were enrolled; 100 were randomized to tea or milk.", "100"},
         {"90 adults aged 30 to 70 years were randomly assigned to tea or milk.", "90"},
         {"We randomized 90 nurses to tea or milk.", "90"},
         {"40 nurses were randomized to tea and 42 to milk.", "-"},
         {"120 nurses were enrolled.", "-"}});
  check(find_number_analyzed, {{"One hundred nurses were recruited; 96 were analysed.", "96"},
                               {"Of 100 nurses enrolled, 90 were included in the analysis.", "90"},
                               {"One hundred nurses were recruited.", "-"}});
}

}  // namespace ev::extract
