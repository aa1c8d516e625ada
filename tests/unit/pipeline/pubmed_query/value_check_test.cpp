#include "pipeline/pubmed_query/value_check.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/publication_types.hpp"
#include "support/catch.hpp"

namespace ev::pubmed_query {

namespace {

struct Remark {
  const char* query;
  const char* code;  // "" = none
  int position;
  const char* fix;
};

// All of an invented MeSH.
class Whole final : public mesh::Vocabulary {
 public:
  Whole() {
    const char* rows =
        "ui\theading\ttree_numbers\tentry_terms\n"
        "D1\tZorbic Fever\tC01.1\tMarsh Fever|Zorb Disease\n"
        "D2\tZorbic Acid\tD02.1\t\n"
        "D3\tTale Studies\tE05.1\t\n";
    held_ = *mesh::parse_tsv(rows, "invented MeSH");
  }
  std::string source() const override { return held_.source(); }
  bool is_whole() const override { return true; }
  const mesh::Heading* by_name(std::string_view n) const override { return held_.by_name(n); }
  const mesh::Heading* by_ui(std::string_view ui) const override { return held_.by_ui(ui); }
  std::vector<const mesh::Heading*> find(std::string_view t) const override {
    return held_.find(t);
  }
  std::vector<const mesh::Heading*> exploded(const mesh::Heading& h) const override {
    return held_.exploded(h);
  }
  std::size_t longest_term() const override { return held_.longest_term(); }
  std::vector<mesh::Completion> complete(std::string_view p, std::size_t n) const override {
    return held_.complete(p, n);
  }

 private:
  mesh::MemoryVocabulary held_;
};

void check_table(std::span<const Remark> table, const mesh::Vocabulary& vocabulary) {
  for (const Remark& expected : table) {
    INFO(expected.query);
    const Checked got = check(expected.query, vocabulary);
    CHECK(got.valid);
    if (*expected.code == '\0') {
      CHECK(got.warnings.empty());
      continue;
    }
    REQUIRE(got.warnings.size() == 1);
    CHECK(got.warnings[0].code == expected.code);
    CHECK(got.warnings[0].position == expected.position);
    CHECK(got.warnings[0].fix == expected.fix);
  }
}

}  // namespace

TEST_CASE("languages and publication types are closed lists") {
  static const Remark kTable[] = {
      {"a1[ti] AND english[la]", "", 0, ""},
      {"a1[ti] AND ENG[la]", "", 0, ""},
      {"a1[ti] AND \"Greek, Modern\"[la]", "", 0, ""},
      {"a1[ti] AND engl*[la]", "", 0, ""},
      {"a1[ti] AND englsh[la]", "unknown_language", 11, "did you mean english[la]?"},
      {"klingonese[la]", "unknown_language", 0,
       "write the English name or the three-letter code, e.g. german[la]"},
      {"zul[la]", "unknown_language", 0, ""},
      {"\"Clinical Trial, Phase III\"[pt]", "", 0, ""},
      {"clinical trials[pt]", "", 0, ""},
      {"\"Evaluation Studies\"[Publication Type:noexp]", "", 0, ""},
      {"\"randomised controlled trial\"[pt]", "unknown_publication_type", 0,
       "did you mean \"Randomized Controlled Trial\"[pt]?"},
      {"a1[ti] NOT \"Case Study\"[pt]", "unknown_publication_type", 11,
       "did you mean \"Case Reports\"[pt]?"},
      {"tale study[pt]", "unknown_publication_type", 0,
       "it is a MeSH heading: \"Tale Studies\"[mh]"},
      {"nonsense[pt]", "unknown_publication_type", 0,
       "for example \"Review\"[pt] or \"Clinical Trial\"[pt]"},
  };
  check_table(kTable, Whole());
}

TEST_CASE("headings are judged by a whole vocabulary") {
  static const Remark kTable[] = {
      {"\"Zorbic Fever/drug therapy\"[mh]", "", 0, ""},
      {"zorbic fevers[majr]", "", 0, ""},
      {"zorb*[mh]", "", 0, ""},
      {"\"Marsh Fever\"[mh]", "entry_term", 0, "\"Zorbic Fever\"[mh]"},
      {"\"Zorbik Fever\"[mh:noexp]", "unknown_heading", 0, "did you mean \"Zorbic Fever\"[mh]?"},
      {"\"Zorbic Acib\"[mh] OR Quux[ti] OR \"zorbic acib\"[mh]", "unknown_heading", 0,
       "did you mean \"Zorbic Acid\"[mh]?"},
      {"Quux[majr]", "unknown_heading", 0, "search it as text: \"Quux\"[tiab]"},
  };
  check_table(kTable, Whole());
}

TEST_CASE("an excerpt calls no heading unknown but a slip of one letter") {
  static const Remark kTable[] = {
      {"Quuxology[mh]", "", 0, ""},
      {"\"Heart Attack\"[mh]", "entry_term", 0, "\"Myocardial Infarction\"[mh]"},
      {"\"Diabetes Melitus\"[mh]", "unknown_heading", 0, "did you mean \"Diabetes Mellitus\"[mh]?"},
  };
  check_table(kTable, mesh::built_in());
}

TEST_CASE("subheadings and line numbers are remarked on without a vocabulary") {
  const Checked sub = check("\"Asthma/drug terapy\"[mh]");
  REQUIRE(sub.warnings.size() == 1);
  CHECK(sub.warnings[0].code == "unknown_subheading");
  CHECK(sub.warnings[0].fix == "did you mean \"drug therapy\"?");
  const Checked lines = check("1 AND (2 OR x1[ti])");
  CHECK(lines.valid);
  REQUIRE(lines.warnings.size() == 2);
  CHECK(lines.warnings[0].code == "bare_number");
  CHECK(lines.warnings[1].position == 7);
  CHECK(to_text(lines.warnings[0]) ==
        "at character 0: \"1\" is searched as a number; a line of the search history is #1; fix: "
        "write #1, or add a tag such as [tiab]");
  CHECK(check("#1 AND #2").warnings.front().code == "history_number");
  for (const char* meant : {"1", "90000001 OR 90000002", "x1[ti] AND 12[vi]"}) {
    INFO(meant);
    CHECK(check(meant).warnings.empty());
  }
}

TEST_CASE("the built-in vocabulary and the list of publication types agree") {
  for (const mesh::Heading& heading : mesh::built_in().headings()) {
    if (!mesh::in_branch(heading, "V")) continue;
    INFO(heading.name);
    CHECK(check("\"" + heading.name + "\"[pt]", Whole()).warnings.empty());
  }
  for (const std::string_view type : publication_types()) {
    INFO(type);
    CHECK(check("\"" + std::string(type) + "\"[pt]", Whole()).warnings.empty());
  }
}

}  // namespace ev::pubmed_query
