// The corruption suite: thousands of right and wrong cells against grounding. Wrong ones must be
// rejected (99 %), right ones taken (all), on real records where the shared corpus is at hand and
// on invented ones everywhere.

#include "pipeline/extract/extract.hpp"
#include "pipeline/extract/grounding.hpp"
#include "support/catch.hpp"
#include "support/cell_corruption.hpp"
#include "support/shared_records.hpp"
#include "support/skipped.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <random>

namespace ev::extract {

namespace {

struct Tally {
  std::size_t cells = 0;
  std::size_t taken = 0;
};

std::size_t sum(const std::map<std::string, Tally>& kinds, std::size_t Tally::*member) {
  std::size_t out = 0;
  for (const auto& [kind, tally] : kinds) out += tally.*member;
  return out;
}

// The values that the rules emit, as if a model had sent them.
void add_rule_cells(std::vector<test::ModelCell>& out, const model::Article& article) {
  static const Schema kSchema = *parse_schema(*parse_ordered_json(
      R"({"sample_size":"number","p_value":"number","effect_size":"number","conclusion":"string",
          "primary_outcome":"string","population":"string","duration":"number",
          "study_design":"string","is_rct":"boolean","significance":"boolean",
          "blinding":"string","adverse_events":"string"})"));
  const Extraction extraction = extract(article, kSchema);
  for (std::size_t i = 0; i < kSchema.fields.size(); ++i) {
    const Cell& cell = extraction.cells[i].second;
    if (cell.grounds.empty() || !cell.grounds.front().start) continue;
    out.push_back({"of the rules: " + kSchema.fields[i].name, kSchema.fields[i],
                   cell.grounds.front().quote, model::to_json(cell.value)});
  }
}

void count(std::map<std::string, Tally>& kinds, const RecordText& record,
           const std::vector<test::ModelCell>& cells, bool right, std::string& examples) {
  for (const test::ModelCell& cell : cells) {
    const GroundedCell got = ground_cell(record, cell.field, cell.json(), "host", "cell");
    const bool taken = got.cell.status == Status::found;
    Tally& tally = kinds[cell.kind];
    ++tally.cells;
    tally.taken += taken ? 1u : 0u;
    if (taken != right && examples.size() < 4000) {
      examples += "\n" + cell.kind + ": " + dump_json(cell.json()) + " " +
                  (got.problems.empty() ? "" : got.problems.front().message);
    }
    if (taken == got.cell.value.is_null() || taken != got.problems.empty())
      FAIL("cell and problem disagree");
  }
}

// Wrong cells by kind, each with the record it is put to.
struct PlacedCell {
  const RecordText* record;
  test::ModelCell cell;
};
using PlacedCells = std::map<std::string, std::vector<PlacedCell>>;

// As many of each kind as the rarest has, drawn at random.
void even_out(PlacedCells& kinds) {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const auto& [kind, cells] : kinds) least = std::min(least, cells.size());
  std::mt19937 random(20240612);  // NOLINT: the same cells in every run
  for (auto& [kind, cells] : kinds) {
    for (std::size_t i = 0; i < least; ++i)
      std::swap(cells[i], cells[i + random() % (cells.size() - i)]);
    cells.resize(least);
  }
}

// No kind of error is tried much more often than another.
void check_evenness(const std::map<std::string, Tally>& kinds) {
  CHECK(kinds.size() == test::kWrongKinds);
  const double mean =
      static_cast<double>(sum(kinds, &Tally::cells)) / static_cast<double>(kinds.size());
  for (const auto& [kind, tally] : kinds) {
    CAPTURE(kind, tally.cells, mean);
    CHECK(std::abs(static_cast<double>(tally.cells) - mean) <= 0.2 * mean);
  }
}

void run_suite(const std::vector<model::Article>& articles) {
  test::CellMaker maker(20240611);
  std::map<std::string, Tally> right;
  std::map<std::string, Tally> wrong;
  std::string right_rejected;
  std::string wrong_taken;
  std::deque<RecordText> records;
  for (const model::Article& article : articles) records.emplace_back(article);
  PlacedCells placed;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    std::vector<test::ModelCell> good = maker.right(records[i]);
    add_rule_cells(good, articles[i]);
    count(right, records[i], good, true, right_rejected);
    for (test::ModelCell& cell : maker.wrong(records[i], records[(i + 1) % articles.size()]))
      placed[cell.kind].push_back({&records[i], std::move(cell)});
  }
  even_out(placed);
  for (const auto& [kind, cells] : placed) {
    for (const PlacedCell& one : cells) count(wrong, *one.record, {one.cell}, false, wrong_taken);
  }
  check_evenness(wrong);
  for (const auto& [kind, tally] : wrong) {
    CAPTURE(kind, tally.cells, tally.taken, wrong_taken);
    CHECK(tally.cells >= 100);
    CHECK(tally.taken * 50 <= tally.cells);
  }
  const std::size_t rights = sum(right, &Tally::cells);
  const std::size_t wrongs = sum(wrong, &Tally::cells);
  CAPTURE(rights, wrongs, right_rejected);
  CHECK(rights >= 2000);
  CHECK(wrongs >= 2000);
  CHECK(sum(right, &Tally::taken) == rights);
  CHECK(sum(wrong, &Tally::taken) * 100 <= wrongs);
}

}  // namespace

TEST_CASE("corrupted cells of invented records are rejected, right ones taken") {
  std::vector<model::Article> articles;
  for (unsigned seed = 1; seed <= 220; ++seed) articles.push_back(test::invented_trial(seed));
  run_suite(articles);
}

TEST_CASE("corrupted cells of real records are rejected, right ones taken", "[exhaustive]") {
  const std::vector<model::Article> articles = test::corpus_records("pool/pool_01.xml.gz", 220, 7);
  if (articles.size() < 200) {
    test::skipped("no corpus/pool under " + test::shared_folder().string());
    return;
  }
  run_suite(articles);
}

}  // namespace ev::extract
