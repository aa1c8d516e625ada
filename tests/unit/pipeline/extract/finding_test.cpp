#include "pipeline/extract/finding.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

constexpr const char* kAbstract =
    "BACKGROUND: Sleep is short. METHODS: Eighty adults drank tea. RESULTS: Sleep was longer with "
    "tea (P<.01). Age was 40 years. CONCLUSIONS: Tea lengthens sleep. Further studies are needed.";

}  // namespace

TEST_CASE("the conclusion is the sentence that concludes") {
  const model::Article article = article_of(kAbstract);
  CHECK(main_finding(article) == std::optional<std::string>("Tea lengthens sleep."));
}

TEST_CASE("findings are results and conclusions, not aims and methods") {
  const model::Article article = article_of(kAbstract);
  const RecordText record(article);
  std::string all;
  for (const FindingSentence& f : finding_sentences(record)) {
    all += record.document().quote(f.span).text + "|";
  }
  CHECK(all.find("Sleep was longer") != std::string::npos);
  CHECK(all.find("Tea lengthens sleep") != std::string::npos);
  CHECK(all.find("Eighty adults") == std::string::npos);
  CHECK(all.find("Sleep is short") == std::string::npos);
}

TEST_CASE("work still to be done is no conclusion") {
  for (const char* announcement :
       {"Such trials are in progress for milk.", "Additional clinical trials are ongoing.",
        "However, large, long trials are still required to confirm the benefit.",
        "Future studies should ask older adults.", "Results will be published.",
        "This preprint has not been peer reviewed."}) {
    const model::Article article =
        article_of("CONCLUSIONS: Tea lengthens sleep. " + std::string(announcement));
    CAPTURE(announcement);
    CHECK(main_finding(article) == std::optional<std::string>("Tea lengthens sleep."));
    CHECK(finding_sentences(RecordText(article)).size() == 1);
  }
}

TEST_CASE("no abstract, no finding") {
  const model::Article article = article_of("", "Tea lengthens sleep");
  CHECK_FALSE(main_finding(article));
  CHECK(finding_sentences(RecordText(article)).empty());
}

TEST_CASE("an aim alone is no finding") {
  const model::Article article = article_of("The aim of this study was to test tea.");
  CHECK_FALSE(main_finding(article));
}

}  // namespace ev::extract
