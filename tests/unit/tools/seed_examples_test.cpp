// The usage examples of the tool set's origin specification, run as written: the whole pipeline
// inline with 50 records, the advanced scoring and the two templates. Records are invented.
#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;

namespace {

struct Seed : test::Pipeline {
  mcp::ToolDef extract_tool = tools::pubmed_extract_features(services);

  // As a search returns them, 50 records of which every fifth is a review.
  static Json articles(const std::string& abstract) {
    Json out = Json::array();
    for (int i = 0; i < 50; ++i) {
      const std::string n = std::to_string(40 + 10 * i);
      std::string own = abstract;
      for (std::size_t at = own.find("%"); at != std::string::npos; at = own.find("%", at + 1)) {
        if (own.compare(at, 2, "%n") == 0) own.replace(at, 2, n);
      }
      out.push_back({{"pmid", std::to_string(90'001'000 + i)},
                     {"title", "Invented study number " + std::to_string(i)},
                     {"abstract", own},
                     {"authors", {"Doe Jane"}},
                     {"journal", "Journal of Invented Results"},
                     {"publication_date", std::to_string(2015 + i % 10)},
                     {"keywords", Json::array()},
                     {"mesh_terms", Json::array()}});
    }
    return out;
  }
  Json extracted(const std::string& abstract, Json schema) {
    return structured(extract_tool, {{"articles", articles(abstract)},
                                     {"extraction_schema", std::move(schema)},
                                     {"max_response_tokens", 200'000}});
  }
  Json scored(const Json& extraction, Json criteria) {
    return structured(score_tool, {{"articles_with_features", extraction.at("extractions")},
                                   {"scoring_criteria", std::move(criteria)},
                                   {"max_response_tokens", 200'000}});
  }
};

constexpr const char* kMedical =
    "BACKGROUND: Colds are common. METHODS: In this randomized, placebo-controlled trial, %n "
    "adults "
    "were randomly assigned to zinc or placebo. The primary outcome was duration of symptoms. "
    "RESULTS: Symptoms were shorter with zinc (mean difference -1.2 days; 95% CI -2.0 to -0.4; "
    "P = 0.003). CONCLUSIONS: Zinc shortened colds.";

constexpr const char* kTechnology =
    "We propose a convolutional neural network for reading chest films. It was trained on %n "
    "images "
    "and evaluated on the InventedXray benchmark, where accuracy rose by 4.5% over the baseline. "
    "Code is available at https://example.org/code. A limitation is that data came from one "
    "hospital.";

}  // namespace

TEST_CASE("the complete pipeline of the specification runs inline with 50 records") {
  Seed seed;
  const Json extraction = seed.extracted(kTechnology, {{"methodology", "string"},
                                                       {"dataset_size", "number"},
                                                       {"key_contribution", "string"},
                                                       {"limitations", "array[string]"}});
  REQUIRE(extraction.contains("extractions"));
  REQUIRE(extraction["extractions"].size() == 50);
  const Json scored = seed.scored(
      extraction, {{"weights", {{"methodology", 0.4}, {"dataset_size", 0.2}, {"novelty", 0.4}}},
                   {"scoring_functions",
                    {{"methodology", "categorical_score"},
                     {"dataset_size", "log_scale"},
                     {"novelty", "text_quality"}}}});
  REQUIRE(scored.contains("scored_articles"));
  REQUIRE(scored["scored_articles"].size() == 50);
  for (const Json& row : scored["scored_articles"]) {
    CHECK(row["total_score"] >= 0);
    CHECK(row["total_score"] <= 1);
    CHECK(row["score_breakdown"].contains("novelty"));
  }
  const Json ranked = seed.structured(
      seed.rank_tool,
      {{"scored_articles", scored["scored_articles"]},
       {"min_score_threshold", 0.7},
       {"max_results", 10},
       {"ranking_criteria", {{"boost_recent", true}, {"boost_high_impact", true}}}});
  REQUIRE(ranked.contains("filter_metadata"));
  CHECK(ranked["filter_metadata"]["initial_count"] == 50);
  CHECK(ranked["filter_metadata"]["filters_applied"] == Json{"min_score_threshold"});
  CHECK(ranked["filter_metadata"]["ranking_method"] == "composite_score_with_boosts");
  CHECK(ranked["ranked_articles"].size() <= 10);
}

TEST_CASE("the scoring criteria example with its normalisation runs on extracted features") {
  Seed seed;
  const Json extraction = seed.extracted(
      kMedical,
      {{"methodology_quality", "string"}, {"sample_size", "number"}, {"novelty", "string"}});
  const Json scored =
      seed.structured(seed.score_tool, {{"articles_with_features", extraction.at("extractions")},
                                        {"query", "zinc for colds"},
                                        {"scoring_criteria",
                                         {{"weights",
                                           {{"methodology_quality", 0.3},
                                            {"sample_size", 0.2},
                                            {"novelty", 0.25},
                                            {"relevance", 0.25}}},
                                          {"scoring_functions",
                                           {{"methodology_quality", "categorical_score"},
                                            {"sample_size", "log_scale"},
                                            {"novelty", "text_similarity"},
                                            {"relevance", "keyword_match"}}},
                                          {"normalization_method", "min_max"}}}});
  REQUIRE(scored.contains("scoring_metadata"));
  CHECK(scored["scoring_metadata"]["normalization_method"] == "min_max");
  CHECK(scored["scoring_metadata"]["articles_scored"] == 50);
  CHECK(scored["scoring_metadata"]["scoring_method_used"] == "weighted_sum");
}

TEST_CASE("the medical research template runs as written, and more participants score higher") {
  Seed seed;
  const Json extraction = seed.extracted(kMedical, {{"study_type", "string"},
                                                    {"participant_count", "number"},
                                                    {"primary_outcome", "string"},
                                                    {"statistical_significance", "boolean"},
                                                    {"effect_size", "number"}});
  REQUIRE(extraction.contains("extractions"));
  const Json scored = seed.scored(extraction, {{"weights",
                                                {{"study_type", 0.3},
                                                 {"participant_count", 0.25},
                                                 {"statistical_significance", 0.25},
                                                 {"effect_size", 0.2}}}});
  REQUIRE(scored.contains("scored_articles"));
  CHECK(scored["scored_articles"].size() == 50);
  const Json& best = scored["scored_articles"][0];
  CHECK(best["article_with_features"]["item_id"] == "90001049");
  CHECK(best["score_breakdown"].contains("study_type"));
}

TEST_CASE("the technology research template runs as written") {
  Seed seed;
  const Json extraction = seed.extracted(kTechnology, {{"technology_domain", "string"},
                                                       {"benchmarks_used", "array[string]"},
                                                       {"performance_improvement", "number"},
                                                       {"computational_cost", "string"},
                                                       {"code_availability", "boolean"}});
  REQUIRE(extraction.contains("extractions"));
  const Json scored = seed.scored(
      extraction,
      {{"weights",
        {{"performance_improvement", 0.4}, {"benchmarks_used", 0.3}, {"code_availability", 0.3}}}});
  REQUIRE(scored.contains("scored_articles"));
  CHECK(scored["scored_articles"].size() == 50);
  CHECK(scored["scored_articles"][0]["total_score"] > 0);
}
