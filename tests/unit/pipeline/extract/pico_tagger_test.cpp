#include "pipeline/extract/pico_tagger.hpp"

#include "helpers.hpp"
#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/pico_weights.hpp"
#include "support/catch.hpp"

#include <cmath>

namespace ev::extract {

namespace {

constexpr const char* kTaggedTrial =
    "BACKGROUND: Sleep is short. METHODS: Sixty women with chronic insomnia were randomized to "
    "receive aspirin or placebo for 12 weeks. RESULTS: Aspirin reduced pain scores and the "
    "incidence of headache compared with placebo. CONCLUSIONS: Aspirin improved sleep quality.";

// A model that knows one feature: it makes tokens that have it an outcome.
PicoModel model_of(std::size_t feature, float weight) {
  PicoModel model;
  model.weights.resize(pico_feature_count());
  model.weights[feature][3] = weight;
  model.thresholds = {0.5, 0.5, 0.5};
  return model;
}

}  // namespace

TEST_CASE("the built-in weights belong to the features as they are") {
  // Fails when features were changed without training anew (bench/pico_train).
  CHECK(pico_weights().features == pico_feature_count() - lexicon_size());
  CHECK_FALSE(pico_weights().rows.empty());
  for (const PicoWeightRow& row : pico_weights().rows) {
    if (row.feature >= pico_weights().features) FAIL(row.feature);
  }
}

TEST_CASE("features are numbers below the count, the same in every run") {
  const model::Article article = article_of(kTaggedTrial, "Aspirin for insomnia");
  const RecordText record(article);
  const PicoHints hints = pico_hints(record);
  for (std::size_t sentence = 0; sentence < record.sentences().size(); ++sentence) {
    const auto features = pico_features(record, sentence, hints);
    REQUIRE(features.size() == record.sentences()[sentence].tokens.size());
    CHECK(features == pico_features(record, sentence, hints));
    for (const FeatureIds& ids : features) {
      CHECK_FALSE(ids.empty());
      for (const std::uint16_t id : ids) {
        if (id >= pico_feature_count()) FAIL(id);
      }
    }
  }
  const PicoHints::Word women = hints.word(doc::word_hash("women"));
  const PicoHints::Word aspirin = hints.word(doc::word_hash("aspirin"));
  CHECK(women.kinds == 1);
  CHECK((aspirin.kinds & 2) == 2);
  CHECK(aspirin.in_title);
  CHECK(aspirin.mentions == 4);
  CHECK(hints.word(doc::word_hash("unheard")).mentions == 0);
  // "Sixty women": a population of the rules, neither given nor measured.
  const std::uint8_t strengths = hints.strengths(2)[1];
  CHECK(record.sentences()[2].tokens[1].folded == "women");
  CHECK(strength_in(strengths, 0) > 0);
  CHECK((strength_in(strengths, 1) == 0 && strength_in(strengths, 2) == 0));
}

TEST_CASE("marginals are probabilities and follow weights and steps") {
  const std::vector<FeatureIds> tokens = {{0}, {1}, {0}};
  PicoModel model = model_of(1, 3.0F);
  auto p = pico_marginals(model, pico_sums_of(model, tokens));
  REQUIRE(p.size() == 3);
  for (const LabelScores& scores : p) {
    CHECK(scores[0] + scores[1] + scores[2] + scores[3] == Approx(1.0));
  }
  CHECK(p[1][3] == Approx(std::exp(3.0) / (3 + std::exp(3.0))));
  CHECK(p[0][3] == Approx(0.25));
  // Labels that like to stay carry over to the neighbours.
  model.steps[3][3] = 2;
  p = pico_marginals(model, pico_sums_of(model, tokens));
  CHECK(p[0][3] > 0.4);
  CHECK(p[2][3] > 0.4);
  CHECK(pico_marginals(model, {}).empty());
}

TEST_CASE("mentions of a word share half of what speaks for them") {
  PicoWeightSum sure{};
  sure[1] = 4;
  std::vector<std::vector<PicoWeightSum>> sums = {{sure, PicoWeightSum{}}, {PicoWeightSum{}}};
  share_sums(sums, {{1, 0}, {1}});
  CHECK(sums[0][0][1] == Approx(3));  // 4 and 0: the mean is 2
  CHECK(sums[1][0][1] == Approx(1));
  CHECK(sums[0][1][1] == Approx(0));  // no content word
}

TEST_CASE("sums are those of the listed features") {
  // Words of the lexicon in small letters, in capitals and as a short form, others, and marks.
  const model::Article article = article_of(
      "Tea eased PAIN in 12 women (aged 50). Intensive tonic (IT) did it; IT helped IL-6, too. " +
          std::string(kTaggedTrial),
      "Tonic [for] women: pain/sleep");
  const RecordText record(article);
  const PicoHints hints = pico_hints(record);
  PicoModel model;
  model.weights.resize(pico_feature_count());
  for (std::size_t i = 0; i < model.weights.size(); ++i)
    model.weights[i] = {0, static_cast<float>(i % 7), static_cast<float>(i % 11), 1};
  const PicoWeightTable table(model.weights);
  for (std::size_t sentence = 0; sentence < record.sentences().size(); ++sentence)
    CHECK(pico_sums(record, sentence, hints, table) ==
          pico_sums_of(model, pico_features(record, sentence, hints)));
}

TEST_CASE("spans lose what hangs loose and stop at the ends of clauses") {
  const model::Article article = article_of("Of the pain (headache) and; the fever of");
  const RecordText record(article);
  const PicoHints hints = pico_hints(record);
  PicoModel model;
  model.weights.resize(pico_feature_count());
  for (auto& row : model.weights) row[3] = 1;  // everything is an outcome
  model.thresholds = {0.5, 0.5, 0.5};
  const PicoSpans spans = PicoTagger(model).tag(record, hints);
  REQUIRE(spans[2].size() == 2);
  CHECK(record.document().text(spans[2][0].span) == "pain (headache)");
  CHECK(record.document().text(spans[2][1].span) == "fever");
  CHECK(spans[2][0].confidence > 0.5);
  CHECK(spans[0].empty());
}

TEST_CASE("the tagger reads a small trial") {
  const model::Article article = article_of(kTaggedTrial, "Aspirin for insomnia");
  const RecordText record(article);
  const PicoSpans& spans = pico_spans(record);
  const auto has = [&](std::size_t kind, std::string_view words) {
    for (const PicoSpan& span : spans[kind]) {
      if (record.document().text(span.span).find(words) != std::string_view::npos) return true;
    }
    return false;
  };
  CHECK(has(0, "women with chronic insomnia"));
  CHECK((has(1, "aspirin") && has(1, "placebo")));
  CHECK(has(2, "pain scores"));
  CHECK_FALSE(has(0, "placebo"));
}

}  // namespace ev::extract
