#include "pipeline/answer/figures.hpp"

#include "support/catch.hpp"

using namespace ev;
using namespace ev::answer;

namespace {

std::optional<int> ratio(const char* sentence) {
  model::Article article;
  article.abstract = sentence;
  const doc::RecordAnalysis analysis(article);
  const RecordWords record(analysis);
  std::set<std::size_t> all;
  for (const std::size_t clause : record.sentences().back().clause) all.insert(clause);
  return ratio_in(record.sentences().back(), all);
}

}  // namespace

TEST_CASE("a ratio is read by its interval") {
  CHECK(ratio("Stroke was rarer with zentolol (RR 0.72, 95% CI 0.55 to 0.92).") == -1);
  CHECK(ratio("Stroke was rarer with zentolol (RR 0.72, 95% CI 0.45 to 1.12).") == 0);
  CHECK(ratio("The odds ratio for stroke was 1.61 (95% CI 1.10-2.30).") == 1);
  CHECK_FALSE(ratio("The odds ratio for stroke was 1.61."));
  CHECK_FALSE(ratio("Stroke was seen in 12 patients."));
}

TEST_CASE("two percentages belong to the arms in their order") {
  model::Article article;
  article.abstract = "Cough was seen in 12% with zentolol and 30% with morvapril.";
  const doc::RecordAnalysis analysis(article);
  const RecordWords record(analysis);
  const SentenceWords& s = record.sentences().back();
  std::set<std::size_t> first;
  std::set<std::size_t> second;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s.text(i) == "zentolol") first.insert(i);
    if (s.text(i) == "morvapril") second.insert(i);
  }
  CHECK(percentages_in(s, first, second) == -1);
  CHECK(percentages_in(s, second, first) == 1);
  CHECK_FALSE(percentages_in(s, first, {}));
}

TEST_CASE("the smallest p value of a sentence is read") {
  const auto p_of = [](const char* sentence) {
    model::Article article;
    article.abstract = sentence;
    const doc::RecordAnalysis analysis(article);
    return p_value_in(RecordWords(analysis).sentences().back());
  };
  CHECK(p_of("Cough was rarer (p < 0.05, later P = .002).") == 0.002);
  CHECK(p_of("Cough was alike (NS).") == 1);
  CHECK_FALSE(p_of("Cough was rarer."));
}
