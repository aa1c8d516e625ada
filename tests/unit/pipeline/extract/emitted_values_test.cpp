// The promise that nothing is invented, over every rule: each emitted quote stands at its offsets,
// and numbers are stated in their quotes. On invented texts with and without odd characters, and on
// real records where the shared corpus is at hand.

#include "base/file.hpp"
#include "base/text.hpp"
#include "helpers.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "pipeline/sources/pubmed_xml.hpp"
#include "pipeline/sources/pubmed_xml_split.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <random>

namespace ev::extract {

namespace {

constexpr const char* kEverything =
    R"({"sample_size":"number","arm_sizes":"array[number]","dataset_size":"number","study_design":"string",
    "is_rct":"boolean","phase":"string","blinding":"string","species":"array[string]","methodology":"string",
    "p_values":"array[number]","significance":"boolean","confidence_intervals":"array[string]",
    "effect_measure":"string","effect_size":"number","percentages":"array[number]","conclusion":"string",
    "key_findings":"array[string]","limitations":"array[string]","objective":"string","direction":"string",
    "adverse_events":"array[string]","population":"array[string]","intervention":"array[string]",
    "comparator":"array[string]","outcomes":"array[string]","primary_outcome":"string","condition":"string",
    "duration":"number","follow_up":"string","dose":"array[string]","age":"string","sex":"string",
    "route":"string","registration":"array[string]","funding":"array[string]","conflicts":"string",
    "country":"string","data_availability":"boolean","code_availability":"boolean","year":"number",
    "technology_domain":"string","benchmarks":"array[string]","performance":"number",
    "computational_cost":"string","key_contribution":"string"})";

const char* const kPieces[] = {"BACKGROUND: ",
                               "METHODS: ",
                               "RESULTS: ",
                               "CONCLUSIONS: ",
                               "A total of 120 patients ",
                               "were randomized to ",
                               "tea (n = 60) or ",
                               "placebo (n\u2009=\u200960). ",
                               "\u03B2-blockers ",
                               "\u2212 1\u00B75 mg/kg daily ",
                               "in 45% (95% CI 40\u201350). ",
                               "HR 0\u00B777, 95% CI 0.6-0.9; P<.001. ",
                               "Twenty-four women aged 18\u201365 years ",
                               "for 12 weeks. ",
                               "\xF0\x9F\x98\x80 ",
                               "did not differ. ",
                               "We searched MEDLINE. ",
                               "NCT01234567. ",
                               "e\u0301t\u00E9 ",
                               "\u202Ehidden\u202C ",
                               "\n",
                               "((",
                               "]",
                               "significantly lower ",
                               "p = NS ",
                               "These results suggest that ",
                               "deep learning ",
                               "ImageNet dataset ",
                               "accuracy improved by 4.5%. ",
                               "Median follow-up was 3 years. ",
                               "... ",
                               "No. 5 ",
                               "1,000,000 people ",
                               "compared with ",
                               "the primary outcome was ",
                               "pain, sleep and mood. ",
                               "\xC2\xA0",
                               "12\u2009345 participants ",
                               "of ",
                               "and ",
                               "were ",
                               "\xFF\xFE ",
                               "IL-6 ",
                               "10(-4) ",
                               "Limitations include ",
                               "In conclusion, "};

void check_ground(const doc::Document& document, const Json& cell) {
  if (!cell.contains("start")) {
    CHECK(cell.at("method") == "record");
    return;
  }
  const std::string quote = cell.at("quote").get<std::string>();
  const doc::Field field = cell.at("text") == "title" ? doc::Field::title : doc::Field::abstract;
  const auto slice = text::slice(document.text(field), cell.at("start").get<std::size_t>(),
                                 cell.at("end").get<std::size_t>());
  if (slice != quote) CHECK(std::string(slice) == quote);
}

// Every cell of every field of one record; returns how many fields have a value.
std::size_t check_record(const model::Article& article, const Schema& schema) {
  const Json json = to_json(extract(article, schema));
  const doc::Document document(article);
  std::size_t found = 0;
  for (const auto& [field, cell] : json.at("extraction_metadata").items()) {
    const Json& value = json.at("extraction").at(field);
    const bool has_value = cell.at("status") == "found" || cell.at("status") == "conflict";
    if (has_value == value.is_null()) FAIL(field << " " << dump_json(cell));
    found += has_value ? 1u : 0u;
    if (value.is_array()) {
      if (value.size() != cell.at("values").size()) FAIL(field << " is not parallel");
      for (const Json& entry : cell.at("values")) check_ground(document, entry);
    } else if (has_value) {
      check_ground(document, cell);
    }
    if (cell.at("status") == "ungrounded") FAIL(field << " had to be rejected");
  }
  return found;
}

Schema everything() {
  return *parse_schema(*parse_ordered_json(kEverything));
}

}  // namespace

TEST_CASE("quotes stand at their offsets in random invented texts") {
  const Schema schema = everything();
  std::mt19937 random(20240607);  // NOLINT: the same texts in every run
  std::size_t found = 0;
  for (int round = 0; round < 150; ++round) {
    model::Article article = article_of("", "Tea \u03B2 in 12 women");
    const int pieces = 1 + static_cast<int>(random() % 40);
    for (int i = 0; i < pieces; ++i) article.abstract += kPieces[random() % std::size(kPieces)];
    if (random() % 3 == 0) {
      const auto length = static_cast<int>(text::code_points(article.abstract));
      const int start = static_cast<int>(random() % 50) - 5;
      article.sections = {{"METHODS", "METHODS", start, start + length / 2}};
    }
    found += check_record(article, schema);
  }
  CHECK(found > 1000);
}

TEST_CASE("quotes stand at their offsets in real records", "[exhaustive]") {
  const std::string given = env("EV_SHARED_DIR");
  const std::filesystem::path shared =
      given.empty() ? std::filesystem::path(env("EV_SOURCE_DIR")) / ".." / "shared"
                    : std::filesystem::path(given);
  auto source = sources::open_file_source(shared / "corpus" / "pool" / "pool_01.xml.gz");
  if (!source) {
    WARN("SKIPPED: no corpus/pool under " << shared.string());
    return;
  }
  const Schema schema = everything();
  sources::RecordSplitter splitter(**source);
  sources::XmlReader reader;
  sources::XmlPiece piece;
  std::size_t seen = 0;
  std::size_t rich = 0;
  std::size_t read = 0;
  while (read < 60) {
    const auto more = splitter.next(piece);
    if (!more || !*more) break;
    if (seen++ % 50 != 0) continue;  // a sample keeps the test short
    const auto article = reader.read(piece.bytes);
    if (!article || article->abstract.empty()) continue;
    ++read;
    rich += check_record(*article, schema) >= 3 ? 1u : 0u;
  }
  REQUIRE(read > 20);
  CHECK(rich * 10 > read * 9);
}

}  // namespace ev::extract
