#include "pipeline/text/drug_stems.hpp"

#include "base/data_table.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <set>

using namespace ev;

TEST_CASE("each reader has its stems, and the table names no other reader") {
  const std::set<std::string_view> known = {"records", "entities", "questions"};
  const DataTable table = data_table("lexicon/drug_stems.tsv");
  for (const DataTable::Row& row : table.rows()) {
    CAPTURE(row["stem"]);
    CHECK((row["origin"] == "stem" || row["origin"] == "ending"));
    const auto readers = data_values(row["readers"]);
    CHECK_FALSE(readers.empty());
    for (const std::string_view reader : readers) CHECK(known.contains(reader));
    const bool records = std::ranges::find(readers, "records") != readers.end();
    CHECK(records == !row["shortest"].empty());
  }
  for (const std::string_view reader : known) {
    const auto stems = doc::drug_stems_for(reader);
    for (const std::string_view stem : {"sartan", "xaban", "gliptin", "prazole"})
      CHECK(std::ranges::find(stems, stem) != stems.end());
  }
  CHECK(doc::drug_stems_for("nobody").empty());
}
