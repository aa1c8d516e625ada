#include "pipeline/extract/asides.hpp"

#include "helpers.hpp"
#include "pipeline/extract/finding.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("what stands beside the report is told apart") {
  struct Case {
    const char* sentence;
    Aside aside;
  };
  const Case table[] = {
      {"Funded by the Tea Board.", Aside::funding},
      {"Supported by the National Tea Institute.", Aside::funding},
      {"This study was supported by grants from the Tea Fund.", Aside::funding},
      {"FUNDING: Norvex Pharma.", Aside::funding},
      {"This hypothesis is supported by these data.", Aside::none},
      {"The study was supported by evidence from cups.", Aside::none},
      {"Funding of tea rooms rose.", Aside::none},
      {"The authors declare no conflicts of interest.", Aside::conflicts},
      {"Dr Brew has received honoraria and has a financial interest in tea.", Aside::conflicts},
      {"Conflict of interest: none.", Aside::conflicts},
      {"Conflict resolution: tea helped.", Aside::none},
      {"PROSPERO CRD42020123456.", Aside::registration},
      {"Registered at a tea registry.", Aside::registration},
      {"Registered nurses slept longer.", Aside::none},
      {"The source code will not be released.", Aside::availability},
      {"Our software is freely available at www.tea.org.", Aside::availability},
      {"Tea is widely available.", Aside::none},
      {"LIMITATIONS: Single center.", Aside::limits},
      {"Strengths and limitations: one center.", Aside::limits},
      {"A weakness of this study is its size.", Aside::limits},
      {"Weakness of the legs was rarer with tea.", Aside::none},
  };
  for (const Case& c : table) {
    CAPTURE(c.sentence);
    const model::Article article = article_of("Adults drank tea. " + std::string(c.sentence));
    const Reading reading(article);
    CHECK(asides_of(reading).back() == c.aside);
    CHECK(asides_of(reading).front() == Aside::none);
  }
}

TEST_CASE("a label holds until the next one") {
  const model::Article article = article_of(
      "RESULTS: Sleep rose. LIMITATIONS: Single center. Few cups. CONCLUSIONS: Tea helps.");
  const Reading reading(article);
  CHECK(asides_of(reading) == std::vector{Aside::none, Aside::limits, Aside::limits, Aside::none});
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
    CHECK(main_finding(doc::Document(article_of(abstract))) ==
          std::optional<std::string>(conclusion));
  }
  CHECK(best_text(find_key_findings, "Supported by the National Tea Institute.") == "-");
}

}  // namespace ev::extract
