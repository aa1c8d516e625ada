#include "base/data_file.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <thread>

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

fs::path checkout() {
  const char* folder = std::getenv("EV_SOURCE_DIR");
  return folder == nullptr ? fs::path() : fs::path(folder);
}

// The names that sources ask for: every literal that looks like a file of data/.
std::set<std::string> names_in_sources() {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(checkout() / "src")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    const std::string source = read(entry.path());
    for (const char* folder : {"\"lexicon/", "\"skills/", "\"tables/", "\"weights/"}) {
      for (std::size_t at = source.find(folder); at != std::string::npos;
           at = source.find(folder, at + 1)) {
        std::string name = source.substr(at + 1, source.find('"', at + 1) - at - 1);
        if (name.find('.') != std::string::npos) names.insert(std::move(name));
      }
    }
  }
  return names;
}

std::vector<std::size_t> key_columns(const ev::DataTable& table) {
  std::vector<std::size_t> out;
  for (const std::string& part : ev::text::split(table.header("key"), ',')) {
    out.push_back(table.column_index(ev::text::trim(part)));
  }
  return out;
}

bool has_upper_case(std::string_view s) {
  return ev::text::to_lower_ascii(s) != s;
}

// What the comment promises of the text of the first key column.
bool keeps_case(const ev::DataTable& table, std::string_view cell) {
  if (table.header("text") == "folded") return ev::text::fold(cell) == cell;
  return table.header("text") != "lower" || !has_upper_case(cell);
}

}  // namespace

TEST_CASE("a file of data is unpacked as it stands in the checkout") {
  if (checkout().empty()) {
    WARN("SKIPPED: needs EV_SOURCE_DIR (run through ctest)");
    return;
  }
  for (const std::string_view name : ev::data_file_names()) {
    INFO(name);
    CHECK(ev::data_file(name) == read(checkout() / "data" / name));
    CHECK(ev::unpack_data_file(name) == ev::data_file(name));
  }
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(checkout() / "data")) {
    files += entry.is_regular_file() && entry.path().parent_path() != checkout() / "data";
  }
  CHECK(files == ev::data_file_names().size());
}

TEST_CASE("what is unpacked stays where it is, whoever asks first") {
  CHECK_THROWS_AS(ev::data_file("lexicon/no_such_file.tsv"), std::logic_error);
  CHECK_THROWS_AS(ev::unpack_data_file("lexicon"), std::logic_error);
  std::vector<std::string_view> seen(8);
  {
    std::vector<std::thread> threads;
    for (std::string_view& view : seen) {
      threads.emplace_back([&view] { view = ev::data_file("tables/mesh_headings.tsv"); });
    }
    for (std::thread& thread : threads) thread.join();
  }
  for (const std::string_view view : seen) CHECK(view.data() == seen.front().data());
  const auto kept = ev::unpacked_data_files();
  CHECK(std::ranges::find(kept, "tables/mesh_headings.tsv") != kept.end());
}

TEST_CASE("every file of data is documented, and its rows are what the comment promises") {
  for (const std::string_view name : ev::data_file_names()) {
    INFO(name);
    if (name.starts_with("skills/")) continue;  // unit_tools reads them
    CHECK(ev::data_file(name).starts_with("# "));
    if (!name.ends_with(".tsv")) continue;
    const ev::DataTable table = ev::data_table(name);
    CHECK(table.size() > 0);
    REQUIRE_FALSE(table.description().empty());
    for (const char* header : {"source", "licence", "key", "order", "text"}) {
      INFO(header);
      CHECK_FALSE(table.header(header).empty());
    }
    CHECK(std::set<std::string_view>{"lower", "folded", "verbatim"}.contains(table.header("text")));
    const std::vector<std::size_t> columns = key_columns(table);
    std::vector<std::string> keys;
    for (const ev::DataTable::Row& row : table.rows()) {
      std::string key;
      for (const std::size_t column : columns) key += std::string(row.cells()[column]) + '\t';
      INFO(key);
      CHECK(ev::text::valid_utf8(key));
      CHECK(keeps_case(table, row.cells()[columns.front()]));
      keys.push_back(std::move(key));
    }
    if (table.header("order") == "sorted") CHECK(std::ranges::is_sorted(keys));
    std::ranges::sort(keys);
    const auto twice = std::ranges::adjacent_find(keys);
    INFO(*(twice == keys.end() ? keys.begin() : twice));
    CHECK(twice == keys.end());
  }
}

TEST_CASE("sources ask for files that are there, and every file is asked for") {
  if (checkout().empty()) {
    WARN("SKIPPED: needs EV_SOURCE_DIR (run through ctest)");
    return;
  }
  const auto present = ev::data_file_names();
  const std::set<std::string> there(present.begin(), present.end());
  const std::set<std::string> asked = names_in_sources();
  for (const std::string& name : asked) {
    if (name == "lexicon/units.tsv") continue;  // the example of data_file.hpp
    INFO(name);
    CHECK(there.contains(name));
  }
  for (const std::string& name : there) {
    INFO(name);
    CHECK(asked.contains(name));
  }
}
