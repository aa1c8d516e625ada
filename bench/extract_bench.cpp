// Extraction speed over PubMed XML, single thread:
//   extract_bench FILE.xml.gz [records] [rounds] [--together]
//   extract_bench FILE.xml.gz --print [SCHEMA]    one line of JSON per record, to compare two
//   builds; all 40 fields unless a schema is given
// Prints abstracts per second for the 12 fields that the product reads when nobody names any, over
// a fourth, a half and all of the records, to show how it grows; then for 40 fields of all kinds
// together and for each of these alone, slowest first. --together: the 12 fields only.
#include "pipeline/extract/extract.hpp"
#include "pipeline/extract/field_match.hpp"
#include "pipeline/workflow/default_schema.hpp"
#include "support/shared_records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace ev;

constexpr const char* kAllKinds =
    R"({"study_design":"string","sample_size":"number","population":"string","condition":"string",
    "intervention":"array[string]","comparator":"string","primary_outcome":"string",
    "outcomes":"array[string]","phase":"string","blinding":"string","dose":"array[string]",
    "route":"string","duration":"string","follow_up":"string","age":"string","sex":"string",
    "country":"string","effect_measure":"string","effect_size":"number",
    "confidence_interval":"string","p_value":"number","significance":"boolean",
    "direction":"string","adverse_events":"array[string]","registration":"array[string]",
    "funding":"array[string]","conflicts":"string","limitations":"array[string]",
    "conclusion":"string","key_findings":"array[string]","data_availability":"boolean",
    "code_availability":"boolean","methodology":"string","key_contribution":"string",
    "technology_domain":"string","benchmarks":"array[string]","performance":"number",
    "computational_cost":"string","dataset_size":"number","is_rct":"boolean"})";

extract::Schema schema_of(const std::string& fields) {
  return *extract::parse_schema(*parse_ordered_json(fields));
}

double seconds_for(const std::vector<model::Article>& articles, const extract::Schema& schema,
                   std::size_t count, int rounds) {
  const extract::Plan plan = extract::plan_for(schema);
  std::vector<double> times;
  std::size_t cells = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i)
      cells += extract::extract(articles[i], plan).cells.size();
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return cells == 0 ? 0 : times[times.size() / 2];
}

void print_speed(const std::vector<model::Article>& articles, const char* what,
                 const extract::Schema& schema, std::size_t count, int rounds) {
  const double s = seconds_for(articles, schema, count, rounds);
  std::printf("%2zu %s %7zu abstracts %8.3f s %9.0f abstracts/s\n", schema.fields.size(), what,
              count, s, static_cast<double>(count) / s);
}

void print_each_alone(const std::vector<model::Article>& articles, const extract::Schema& schema) {
  std::vector<std::pair<double, std::string>> alone;
  for (const extract::FieldSpec& field : schema.fields) {
    extract::Schema one;
    one.fields.push_back(field);
    alone.emplace_back(seconds_for(articles, one, articles.size(), 1), field.name);
  }
  std::sort(alone.rbegin(), alone.rend());
  for (const auto& [s, name] : alone)
    std::printf("%-22s %8.1f us\n", name.c_str(), 1e6 * s / static_cast<double>(articles.size()));
}

void print_all(const std::vector<model::Article>& articles, const extract::Schema& schema) {
  const extract::Plan plan = extract::plan_for(schema);
  for (const model::Article& article : articles) {
    const std::string json = dump_json(extract::to_json(extract::extract(article, plan)));
    std::printf("%s %s\n", article.pmid.c_str(), json.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: extract_bench FILE.xml.gz [records] [rounds]\n");
    return 2;
  }
  const bool print = argc > 2 && std::string_view(argv[2]) == "--print";
  const std::size_t most = print ? 1'000'000 : argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 2000;
  const int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 3;
  const std::vector<model::Article> articles = test::records_of(argv[1], most, 1);
  if (articles.size() < 8) {
    std::fprintf(stderr, "no records with abstracts in %s\n", argv[1]);
    return 1;
  }
  if (print) {
    print_all(articles, schema_of(argc > 3 ? argv[3] : kAllKinds));
    return 0;
  }
  std::printf("%zu abstracts\n", articles.size());
  const extract::Schema defaults = schema_of(dump_json(workflow::default_extraction_schema()));
  for (const std::size_t part : {4u, 2u, 1u})
    print_speed(articles, "default fields", defaults, articles.size() / part, rounds);
  if (argc > 4) return 0;
  const extract::Schema all = schema_of(kAllKinds);
  print_speed(articles, "fields of all kinds", all, articles.size(), rounds);
  print_each_alone(articles, all);
  return 0;
}
