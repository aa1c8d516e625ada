#include "pipeline/extract/back_matter.hpp"

#include "helpers.hpp"
#include "pipeline/extract/finding.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("what stands beside the report is told apart") {
  struct Case {
    const char* sentence;
    BackMatter aside;
  };
  const Case table[] = {
      {"Funded by the Tea Board.", BackMatter::funding},
      {"Supported by the National Tea Institute.", BackMatter::funding},
      {"This study was supported by grants from the Tea Fund.", BackMatter::funding},
      {"FUNDING: Norvex Pharma.", BackMatter::funding},
      {"This hypothesis is supported by these data.", BackMatter::none},
      {"The study was supported by evidence from cups.", BackMatter::none},
      {"Funding of tea rooms rose.", BackMatter::none},
      {"The authors declare no conflicts of interest.", BackMatter::conflicts},
      {"Dr Brew has received honoraria and has a financial interest in tea.",
       BackMatter::conflicts},
      {"Conflict of interest: none.", BackMatter::conflicts},
      {"Conflict resolution: tea helped.", BackMatter::none},
      {"PROSPERO CRD42020123456.", BackMatter::registration},
      {"Registered at a tea registry.", BackMatter::registration},
      {"Registered nurses slept longer.", BackMatter::none},
      {"The source code will not be released.", BackMatter::availability},
      {"Our software is freely available at www.tea.org.", BackMatter::availability},
      {"Tea is widely available.", BackMatter::none},
      {"LIMITATIONS: Single center.", BackMatter::limits},
      {"Strengths and limitations: one center.", BackMatter::limits},
      {"A weakness of this study is its size.", BackMatter::limits},
      {"Weakness of the legs was rarer with tea.", BackMatter::none},
  };
  for (const Case& c : table) {
    CAPTURE(c.sentence);
    const model::Article article = article_of("Adults drank tea. " + std::string(c.sentence));
    const RecordText record(article);
    CHECK(back_matter_of(record).back() == c.aside);
    CHECK(back_matter_of(record).front() == BackMatter::none);
  }
}

TEST_CASE("a label holds until the next one") {
  const model::Article article = article_of(
      "RESULTS: Sleep rose. LIMITATIONS: Single center. Few cups. CONCLUSIONS: Tea helps.");
  const RecordText record(article);
  CHECK(back_matter_of(record) ==
        std::vector{BackMatter::none, BackMatter::limits, BackMatter::limits, BackMatter::none});
  CHECK(all_texts(find_limitations, article.abstract) == "Single center.|Few cups.");
}

TEST_CASE("no aside is a finding or a conclusion") {
  for (const char* aside :
       {"Funded by the Tea Board. The authors declare no conflicts of interest.",
        "PROSPERO CRD42020123456. Supported by the National Tea Institute.",
        "FUNDING: Norvex Pharma.", "LIMITATIONS: Single center."}) {
    CAPTURE(aside);
    const std::string abstract =
        "Adults drank tea or water. Sleep was longer with tea (P<.01). In conclusion, tea "
        "lengthens sleep. " +
        std::string(aside);
    const std::string conclusion = "In conclusion, tea lengthens sleep.";
    CHECK(best_text(find_conclusion, abstract) == conclusion);
    CHECK(best_text(find_contribution, abstract) == conclusion);
    CHECK(all_texts(find_key_findings, abstract) == conclusion);
    CHECK(main_finding(article_of(abstract)) == std::optional<std::string>(conclusion));
  }
  CHECK(best_text(find_key_findings, "Supported by the National Tea Institute.") == "-");
}

}  // namespace ev::extract
