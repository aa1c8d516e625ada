// The promise that nothing is invented, over every rule: each emitted quote stands at its offsets,
// and numbers are stated in their quotes. On invented texts with and without odd characters, and on
// real records where the shared corpus is at hand.

#include "base/text.hpp"
#include "helpers.hpp"
#include "pipeline/extract/support.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "pipeline/sources/pubmed_xml.hpp"
#include "pipeline/sources/pubmed_xml_split.hpp"
#include "support/catch.hpp"
#include "support/shared_records.hpp"
#include "support/skipped.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
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

// A schema holds 50 fields.
constexpr const char* kTheRest =
    R"({"arms":"array[string]","means":"array[number]","proportion_per_arm":"array[number]",
    "journal":"string","keywords":"array[string]","mesh_terms":"array[string]",
    "arm_size":"number","mean_value":"number","findings":"string","intervention":"string",
    "population":"string","p_value":"number","adverse_events":"boolean","title":"string",
    "authors":"array[string]","minimum_age":"number","maximum_age":"number","female_percent":"number",
    "secondary_outcomes":"string","control_n":"number","intervention_n":"number","placebo_n":"number",
    "odds_ratio":"number","hazard_ratio":"number","risk_ratio":"array[number]","mean_difference":"number",
    "sensitivity":"number","specificity":"number","auc":"number","duration_weeks":"number",
    "median_follow_up":"string","double_blind":"boolean","multicenter":"boolean",
    "n_randomized":"number","ci_lower":"number","ci_upper":"number","response_rate":"array[number]",
    "evidence_level":"string","author":"string"})";

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

Schema schema_of(const char* json) {
  auto schema = parse_schema(*parse_ordered_json(json));
  REQUIRE(schema);
  return *std::move(schema);
}

}  // namespace

TEST_CASE("quotes stand at their offsets in random invented texts") {
  const Schema schema = schema_of(kEverything);
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

namespace {

// Where each code point of a text begins, so that many slices of it are cheap.
class SliceIndex {
 public:
  explicit SliceIndex(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i < text.size(); text::next_code_point(text, i)) begins_.push_back(i);
    begins_.push_back(text.size());
  }
  bool stands_at(int start, int end, std::string_view quote) const {
    const auto first = static_cast<std::size_t>(start);
    const auto last = static_cast<std::size_t>(end);
    if (start < 0 || first > last || last >= begins_.size()) return false;
    return text_.substr(begins_[first], begins_[last] - begins_[first]) == quote;
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> begins_;
};

struct CorpusTally {
  std::size_t records = 0;  // times schemas
  std::size_t values = 0;
  std::size_t rich = 0;  // records with three fields or more
};

class EmittedValues {
 public:
  EmittedValues(const model::Article& article, CorpusTally& tally)
      : article_(article),
        record_(article),
        title_(article.title),
        abstract_(article.abstract),
        tally_(tally) {}

  void check(const Extraction& extraction) {
    std::size_t fields = 0;
    for (const auto& [field, cell] : extraction.cells) {
      const bool has_value = cell.status == Status::found || cell.status == Status::conflict;
      if (has_value == cell.value.is_null()) fail(field, "status and value disagree");
      if (cell.status == Status::ungrounded) fail(field, "had to be rejected");
      if (!has_value) continue;
      ++fields;
      const bool joined = !cell.value.is_array() && cell.grounds.size() > 1;
      const std::size_t values = cell.value.is_array() ? cell.value.array().size()
                                 : joined              ? cell.grounds.size()
                                                       : 1;
      if (values != cell.grounds.size()) fail(field, "quotes are not parallel to values");
      if (joined) check_parts(field, cell);
      for (std::size_t i = 0; i < values; ++i) {
        check_ground(field, cell.grounds[i]);
        check_number(field, cell.value.is_array() ? cell.value.array()[i] : cell.value,
                     cell.grounds[i]);
      }
      for (const Candidate& other : cell.alternatives) check_ground(field, other.ground);
    }
    ++tally_.records;
    tally_.rich += fields >= 3 ? 1u : 0u;
  }

 private:
  void check_ground(const std::string& field, const Ground& ground) {
    ++tally_.values;
    if (ground.quote.empty()) fail(field, "no quote");
    if (!ground.start || !ground.end) {
      if (ground.method != "record") fail(field, "no offsets");
      return;
    }
    const SliceIndex& text = ground.text == "title" ? title_ : abstract_;
    if (!text.stands_at(*ground.start, *ground.end, ground.quote)) fail(field, ground.quote);
    for (const auto* beside : {&ground.long_form, &ground.arm}) {
      if (!*beside) continue;
      const SliceIndex& where = (*beside)->field == doc::Field::title ? title_ : abstract_;
      if (!where.stands_at((*beside)->start, (*beside)->end, (*beside)->text)) {
        fail(field, (*beside)->text);
      }
    }
  }
  static bool names_a_sex(const std::string& quote) {
    constexpr std::string_view kWords[] = {"male", "men", "man", "girl", "boy"};
    const std::string folded = text::fold(quote);
    return std::any_of(std::begin(kWords), std::end(kWords),
                       [&](std::string_view word) { return folded.find(word) != folded.npos; });
  }
  // A text joined from several holds each of their quotes; both sexes have a name of their own, and
  // each quote names one.
  void check_parts(const std::string& field, const Cell& cell) {
    const bool both = cell.value == model::Value(kBothSexes);
    for (const Ground& ground : cell.grounds) {
      if (both && names_a_sex(ground.quote)) continue;
      if (cell.value.string().find(ground.quote) == std::string::npos) fail(field, ground.quote);
    }
  }
  // As the number stands in the text: "12 802 women" is one number only before its noun.
  void check_number(const std::string& field, const model::Value& value, const Ground& ground) {
    if (!value.is_number() || ground.method == "record") return;
    if (!ground.span || !states_number(record_, *ground.span, value.number()))
      fail(field, std::to_string(value.number()) + " is not in " + ground.quote);
  }
  void fail(const std::string& field, const std::string& what) const {
    FAIL(model::item_id(article_) << " " << field << ": " << what);
  }

  const model::Article& article_;
  RecordText record_;
  SliceIndex title_;
  SliceIndex abstract_;
  CorpusTally& tally_;
};

// Every `step`-th record of the shared corpus.
CorpusTally check_corpus(std::size_t step) {
  CorpusTally tally;
  const Schema schemas[] = {schema_of(kEverything), schema_of(kTheRest)};
  const Plan plans[] = {plan_for(schemas[0]), plan_for(schemas[1])};
  std::vector<std::filesystem::path> files;
  std::error_code error;
  const std::filesystem::path corpus = test::shared_folder() / "corpus";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus, error)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".xml") != std::string::npos) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::size_t seen = 0;
  for (const std::filesystem::path& file : files) {
    auto source = sources::open_file_source(file);
    REQUIRE(source);
    sources::RecordSplitter splitter(**source);
    sources::XmlReader reader;
    sources::XmlPiece piece;
    for (auto more = splitter.next(piece); more && *more; more = splitter.next(piece)) {
      if (seen++ % step != 0) continue;
      const auto article = reader.read(piece.bytes);
      if (!article) continue;
      EmittedValues values(*article, tally);
      for (const Plan& plan : plans) values.check(extract(*article, plan));
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("quotes stand at their offsets in a sample of real records") {
  const CorpusTally tally = check_corpus(120);
  if (tally.records == 0) {
    test::skipped("no corpus under " + test::shared_folder().string());
    return;
  }
  CHECK(tally.records > 100);
  CHECK(tally.values > 1000);
}

TEST_CASE("every value of every field stands on its quote, all real records", "[exhaustive]") {
  const CorpusTally tally = check_corpus(1);
  if (tally.records == 0) {
    test::skipped("no corpus under " + test::shared_folder().string());
    return;
  }
  // Half of them are old records without abstracts.
  CHECK(tally.records > 40'000);
  CHECK(tally.values > 200'000);
  CHECK(tally.rich > 9'000);
}

}  // namespace ev::extract
