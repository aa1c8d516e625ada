#include "base/data_table.hpp"

#include "support/catch.hpp"

#include <stdexcept>

using ev::DataTable;
using Views = std::vector<std::string_view>;

TEST_CASE("a table is its comment, its columns and its rows") {
  const auto table = DataTable::parse(
      "# What verbs say.\n# source: compiled for this program\n# key: word\nword\tdirection\n"
      "fell\tdown\n# is no comment here\trose\nrose\t\n");
  REQUIRE(table);
  CHECK(table->columns() == Views{"word", "direction"});
  CHECK(table->size() == 3);
  CHECK(table->row(0)["word"] == "fell");
  CHECK(table->row(0)["direction"] == "down");
  CHECK(table->row(1)["word"] == "# is no comment here");
  CHECK(table->row(2)["direction"] == "");
  CHECK(table->column("word") == Views{"fell", "# is no comment here", "rose"});
  CHECK(table->rows().size() == 3);
  CHECK(table->description() == Views{"What verbs say."});
  CHECK(table->header("source") == "compiled for this program");
  CHECK(table->header("order") == "");
}

TEST_CASE("a malformed table is refused with the line") {
  const auto problem = [](std::string_view text) {
    const auto table = DataTable::parse(text);
    return table ? std::string() : table.error().message;
  };
  CHECK(problem("") == "line 1: no line end at the end");
  CHECK(problem("word\na") == "line 1: no line end at the end");
  CHECK(problem("# only a comment\n") == "line 1: no row that names the columns");
  CHECK(problem("word\tkind\na\tb\nc\n") == "line 3: 1 cells for 2 columns");
  CHECK(problem("word\n\na\n") == "line 2: an empty line");
  CHECK(problem("word\t\na\tb\n") == "line 1: a column without a name");
}

TEST_CASE("a column that is not there is an error of the program") {
  const auto table = DataTable::parse("word\na\n");
  REQUIRE(table);
  CHECK_THROWS_AS(table->column("wrod"), std::logic_error);
  CHECK_THROWS_AS(table->row(0)["wrod"], std::logic_error);
  CHECK_THROWS_AS(ev::data_table("lexicon/no_such_file.tsv"), std::logic_error);
}

TEST_CASE("words of a column, and of the rows that say something elsewhere") {
  const Views words = ev::data_words("lexicon/pubmed_stop_words.tsv");
  CHECK(words.size() > 100);
  CHECK(words.front() == "a");
  CHECK(ev::data_words("lexicon/pubmed_stop_words.tsv", "word", "word", "the") == Views{"the"});
  CHECK(ev::data_values("a|b||c") == Views{"a", "b", "", "c"});
  CHECK(ev::data_values("").empty());
}
