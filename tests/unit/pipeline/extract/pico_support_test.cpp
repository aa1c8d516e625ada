#include "pipeline/extract/pico_support.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("a phrase begins with the number that a hyphen joins to it") {
  const model::Article article = article_of("RESULTS: They had 3-year overall survival.");
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  Findings findings;
  add_phrase(findings, record, sentence, {3, 6}, 0.5);
  REQUIRE(findings.candidates.size() == 1);
  CHECK(findings.candidates[0].text == "3-year overall survival");
}

TEST_CASE("phrases are added once, trimmed, and only when they say something") {
  const model::Article article = article_of("The warm tea and the study and Warm tea.");
  const RecordText record(article);
  const Sentence& sentence = record.sentences().front();
  Findings findings;
  add_chunk(findings, record, sentence, {0, 3}, 0.5);
  add_chunk(findings, record, sentence, {4, 6}, 0.9);
  add_chunk(findings, record, sentence, {7, 9}, 0.9);
  REQUIRE(findings.candidates.size() == 1);
  CHECK(findings.candidates.front().text == "warm tea");
  CHECK(folded_text(sentence, {7, 9}) == "warm tea");
  add_phrase(findings, record, sentence, {4, 6}, 0.9);
  sort_by_confidence(findings);
  CHECK(findings.candidates.front().text == "the study");
}

TEST_CASE("cues are told wherever they end, with what they are worth") {
  const model::Article article = article_of("Effects of tea, of milk and effect of salt.");
  const RecordText record(article);
  const WeightedCues cues({{"never", 1}, {"effect|effects of", 0.5}, {"milk", 0.25}});
  std::vector<std::pair<std::size_t, double>> told;
  cues.each_end_in(record.sentences().front(),
                   [&](std::size_t end, double weight) { told.emplace_back(end, weight); });
  CHECK(told == std::vector<std::pair<std::size_t, double>>{{2, 0.5}, {8, 0.5}, {5, 0.25}});
}

TEST_CASE("the surest come first, of equals the earlier") {
  Findings findings;
  for (const auto& [text, confidence] : {std::pair("tea", 0.5), std::pair("milk", 0.7),
                                         std::pair("salt", 0.5), std::pair("mint", 0.7)}) {
    Candidate candidate{.text = text};
    candidate.ground.confidence = confidence;
    findings.candidates.push_back(std::move(candidate));
  }
  sort_by_confidence(findings);
  std::string order;
  for (const Candidate& candidate : findings.candidates) order += candidate.text + ' ';
  CHECK(order == "milk mint tea salt ");
}

}  // namespace ev::extract
