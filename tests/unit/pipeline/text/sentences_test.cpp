#include "pipeline/text/sentences.hpp"

#include "support/catch.hpp"

#include <string>

namespace ev::doc {

namespace {

std::string joined_sentences(std::string_view s) {
  std::string out;
  for (const auto& [begin, end] : split_sentences(s)) {
    if (!out.empty()) out += "|";
    out += s.substr(begin, end - begin);
  }
  return out;
}

}  // namespace

TEST_CASE("sentences end where they end and nowhere else") {
  // '|' marks every boundary; the input is the expectation without it.
  const std::string table[] = {
      "We treated 12 men.|They improved.",
      "None bled.|beta-Blockers were stopped.",
      "Given at 5 ml. beta-amyloid rose.",
      "Pain fell (P<.001).|Sleep did not.",
      "Doses were 0.5 mg and 1.25 mg, e.g. Arm A.|All took them.",
      "Values of 3.4 vs. 2.1 were seen.|None differed.",
      "As Smith et al. reported, pain is common.|We agree.",
      "This was shown by Smith et al.|The reason is unclear.",
      "Strains of E. coli and S. aureus grew.|We counted them.",
      "Patients had hepatitis B.|All were treated.",
      "J. Doe treated them.|They improved.",
      "See Fig. 2 for the flow.|It is simple.",
      "It took approx. 5 h.|Then it ended.",
      "Protocol No. 12 was used.|It worked.",
      "1. We studied rats.|2. The rats slept.|3. Sleep is good.",
      "The median (i.e. The middle) was 3.|So it was.",
      "Does it help?|We asked.",
      "The slope was 0.05.|12 patients left.",
      "In the U.S. Army it is common.|In others not.",
      "Lancet style: 17\u00B75 months.|HR 0\u00B777 (0\u00B765-0\u00B790).|P=0\u00B7001.",
      "It rose... and fell.|It ended.",
      "He was given 5 mg i.v. and slept.|He woke.",
      "We used mice.|mTOR was blocked.|pH fell.",
      "Outcomes (pain, as in Smith. 2001) were good.|Others were bad.",
      "She said \"no.\"|He left.",
      "Follow-up ended in Dec. 2010.|All lived.",
      "Registration: NCT00000000.",
      "Dr. Roe and Prof. Poe agreed.|Others did not."};
  for (const std::string& expected : table) {
    std::string input;
    for (const char c : expected) input += c == '|' ? ' ' : c;
    CAPTURE(input);
    CHECK(joined_sentences(input) == expected);
  }
}

TEST_CASE("a missing space after a full stop still splits, inside words it does not") {
  CHECK(joined_sentences("We treated patients.Results were good.") ==
        "We treated patients.|Results were good.");
  CHECK(joined_sentences("See ClinicalTrials.gov for it.") == "See ClinicalTrials.gov for it.");
}

TEST_CASE("sentences strung together with a semicolon are split, the semicolon is in neither") {
  CHECK(joined_sentences("Pain fell.; Sleep did not.") == "Pain fell.|Sleep did not.");
  CHECK(joined_sentences("Pain fell. ; Sleep did not.") == "Pain fell.|Sleep did not.");
  CHECK(joined_sentences("Pain fell (P=.01).;Sleep did not.") ==
        "Pain fell (P=.01).|Sleep did not.");
  CHECK(joined_sentences("Pain improved.; however, sleep did not.") ==
        "Pain improved.|however, sleep did not.");
  CHECK(joined_sentences("It ended.;") == "It ended.;");
  CHECK(joined_sentences("Values were 3 vs.; 4 was odd.") == "Values were 3 vs.; 4 was odd.");
  CHECK(joined_sentences("As in Roe et al.; Poe agreed.") == "As in Roe et al.; Poe agreed.");
  CHECK(joined_sentences("Given 5 mg i.v.; Others none.") == "Given 5 mg i.v.; Others none.");
  CHECK(joined_sentences("Arms (A, 5 mg.; B, 6 mg) were alike.") ==
        "Arms (A, 5 mg.; B, 6 mg) were alike.");
}

TEST_CASE("a group's letter ends a sentence before a semicolon") {
  CHECK(joined_sentences("More slept in group A.; Tea was good.") ==
        "More slept in group A.|Tea was good.");
  CHECK(joined_sentences("It grew E.; coli was rare.") == "It grew E.; coli was rare.");
}

TEST_CASE("line breaks split only after a full stop, a colon or at a blank line") {
  CHECK(joined_sentences("We treated\nmen.\nThey\nimproved") == "We treated\nmen.|They\nimproved");
  CHECK(joined_sentences("First part\n\nSecond part") == "First part|Second part");
}

TEST_CASE("empty and blank texts have no sentence") {
  CHECK(split_sentences("").empty());
  CHECK(split_sentences(" \n ").empty());
  CHECK(joined_sentences("...") == "...");
}

}  // namespace ev::doc
