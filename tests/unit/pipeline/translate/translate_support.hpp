// Tables of queries and what becomes of them.
#pragma once

#include "pipeline/pubmed_query/parser.hpp"
#include "pipeline/translate/translation.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace ev::translate {

// Notes as "- what: effect" (untranslated) and "~ what: effect" (approximated), general notes
// with their count: "~ what x3: effect".
inline std::vector<std::string> note_lines(const Translation& t) {
  std::vector<std::string> out;
  const auto add = [&out](const char* mark, const std::vector<Note>& notes) {
    for (const Note& n : notes) {
      const std::string times = n.count > 1 ? " x" + std::to_string(n.count) : "";
      out.push_back(std::string(mark) + n.what + times + ": " + to_text(n.effect));
      CHECK_FALSE(n.why.empty());
    }
  };
  add("- ", t.untranslated);
  add("~ ", t.approximated);
  return out;
}

inline std::string parameter_lines(const Translation& t) {
  std::string out;
  for (const Parameter& p : t.parameters) {
    if (!out.empty()) out += " & ";
    out += p.name + "=" + p.value;
  }
  return out;
}

struct Golden {
  const char* query;
  const char* output;  // parameters, "" = not searchable
  std::vector<std::string> notes;
};

inline pubmed_query::Node tree_of(const std::string& query) {
  const pubmed_query::Parsed parsed = pubmed_query::parse(query);
  INFO(query);
  REQUIRE(parsed.errors.empty());
  REQUIRE(parsed.tree);
  return *parsed.tree;
}

inline Options test_options() {
  Options out;
  out.today = pubmed_query::Date{2026, 11, 20};
  return out;
}

template <class Translate>
void check_table(const std::vector<Golden>& table, Translate translate) {
  for (const Golden& golden : table) {
    const Translation t = translate(tree_of(golden.query));
    INFO(golden.query);
    CHECK(parameter_lines(t) == golden.output);
    CHECK(note_lines(t) == golden.notes);
    CHECK(t.searchable == t.reason.empty());
    CHECK(t.searchable == !t.parameters.empty());
  }
}

}  // namespace ev::translate
