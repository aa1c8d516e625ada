#include "pipeline/read/spans/tagged.hpp"

#include "pipeline/read/spans/record_features.hpp"
#include "support/catch.hpp"
#include "told.hpp"

#include <algorithm>
#include <string>

namespace ev::read {

namespace {

// Feature 1 begins a phrase, feature 2 goes on with it, all else is outside.
nlp::Model tiny() {
  return *nlp::Model::parse(
      "# model: tiny\n# task: test\n# features: 1\n# labels: other begins inside\n# count: 2\n"
      "# unit: 10\n# bias: 10 0 0\n# start: 0 0 -900\n# steps: 0 0 -900 0 0 0 0 0 0\n"
      "00000001\t0\t40\t0\n00000002\t0\t0\t40\n",
      {.name = "tiny", .feature_version = 1, .labels = kSpanLabels});
}

std::vector<std::string> told(const std::vector<TaggedSpan>& spans) {
  std::vector<std::string> out;
  for (const TaggedSpan& span : spans)
    out.push_back(std::to_string(span.first) + "-" + std::to_string(span.last));
  return out;
}

struct Analysed {
  model::Article article;
  doc::RecordAnalysis record{article};
  std::vector<Sentence> sentences = sentences_of(record);
};

bool holds(const nlp::Features& features, nlp::Feature feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

}  // namespace

TEST_CASE("phrases begin, go on and end as the chain says") {
  const nlp::Model model = tiny();
  const std::vector<nlp::Features> words = {{}, {1}, {2}, {2}, {}, {1}, {1}, {}};
  CHECK(told(tagged_spans(model, words, 0)) == std::vector<std::string>{"1-4", "5-6", "6-7"});
  const auto spans = tagged_spans(model, words, 0);
  CHECK(spans[0].odds > 0.9);
  CHECK(tagged_spans(model, std::vector<nlp::Features>{}, 0).empty());
  CHECK(tagged_spans(model, std::vector<nlp::Features>{{}, {}}, 0).empty());
}

TEST_CASE("an eager tagger marks what is less likely") {
  const nlp::Model model = *nlp::Model::parse(
      "# model: tiny\n# task: test\n# features: 1\n# labels: other begins inside\n# count: 1\n"
      "# unit: 10\n# bias: 10 0 -50\n# start: 0 0 0\n# steps: 0 0 0 0 0 0 0 0 0\n"
      "00000001\t0\t5\t0\n",
      {.name = "tiny", .feature_version = 1, .labels = kSpanLabels});
  const std::vector<nlp::Features> words = {{}, {1}};
  CHECK(tagged_spans(model, words, 0).empty());
  CHECK(told(tagged_spans(model, words, 0.7)) == std::vector<std::string>{"1-2"});
}

TEST_CASE("where one phrase is sought the likeliest place is taken") {
  const nlp::Model model = tiny();
  const auto span = likeliest_span(model, std::vector<nlp::Features>{{}, {1}, {2}, {}});
  REQUIRE(span);
  CHECK(span->first == 1);
  CHECK(span->last == 3);
  CHECK_FALSE(likeliest_span(model, std::vector<nlp::Features>{}));
}

TEST_CASE("labels of training are those of the words within a phrase") {
  const Analysed a{record("Adults took fenbrol.", "Relapse of insomnia was rare.")};
  const Sentence& s = a.sentences.back();
  REQUIRE(s.text == "Relapse of insomnia was rare.");
  const Range phrases[] = {{0, 19}, {24, 28}};
  CHECK(span_labels(s, phrases) ==
        std::vector<std::size_t>{kBegins, kInside, kInside, kOther, kBegins});
}

TEST_CASE("a word has features of itself, its neighbours and its record") {
  const Analysed a{record("Adults took fenbrol.", "Fenbrol did not help. FENBROL was safe.")};
  const RecordFeatures features = record_features(a.sentences);
  REQUIRE(features.size() == a.sentences.size());
  for (std::size_t i = 0; i < features.size(); ++i)
    CHECK(features[i].size() == a.sentences[i].tokens.size());
  CHECK(record_features(a.sentences) == features);
  // The word itself is the same feature wherever and however it is written.
  const nlp::Features& first = features[features.size() - 2].front();
  const nlp::Features& again = features.back().front();
  const auto common =
      std::count_if(first.begin(), first.end(), [&](nlp::Feature f) { return holds(again, f); });
  CHECK(common >= 8);
  CHECK(first != again);
}

}  // namespace ev::read
