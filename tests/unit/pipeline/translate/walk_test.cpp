#include "pipeline/translate/walk.hpp"

#include "translate_support.hpp"

namespace ev::translate {

namespace {

// Knows titles and dates only; abstracts are found in titles, more or less.
class TitlesOnly : public Target {
 public:
  TermResult term(const pubmed_query::Term& term) const override {
    TermResult out;
    if (term.field == pubmed_query::Field::ti) {
      out.expr = leaf("", term.text);
    } else if (term.field == pubmed_query::Field::dp) {
      out.expr = limit_leaf("", term.text);
    } else if (term.field == pubmed_query::Field::tiab) {
      out.expr = leaf("", term.text);
      out.approximations.push_back({"abstracts are not searched", Effect::narrower, true});
    } else {
      return untranslatable("titles only");
    }
    return out;
  }
};

struct Seen {
  std::string text;
  std::vector<std::string> notes;
};

Seen walked(const char* query) {
  const Walked w = walk(tree_of(query), TitlesOnly());
  Seen out;
  if (w.expr) out.text = print(*w.expr, [](const Expr& l) { return l.text; });
  Translation t;
  t.untranslated = w.untranslated;
  t.approximated = w.approximated;
  out.notes = note_lines(t);
  return out;
}

struct WalkCase {
  const char* query;
  const char* text;
  std::vector<std::string> notes;
};

}  // namespace

TEST_CASE("what is lost makes the answer broader or narrower, by its place") {
  static const std::vector<WalkCase> kTable = {
      {"a1[ti] AND x1[pg]", "a1", {"- x1[pg]: broader"}},
      {"a1[ti] OR x1[pg]", "a1", {"- x1[pg]: narrower"}},
      {"a1[ti] NOT x1[pg]", "a1", {"- x1[pg]: broader"}},
      {"a1[ti] NOT (b1[ti] AND x1[pg])", "a1 AND NOT b1", {"- x1[pg]: narrower"}},
      {"a1[ti] NOT (b1[ti] OR x1[pg])", "a1 AND NOT b1", {"- x1[pg]: broader"}},
      {"a1[ti] NOT (b1[ti] NOT x1[pg])", "a1 AND NOT b1", {"- x1[pg]: narrower"}},
      {"a1[ti] AND (x1[pg] OR y1[pg])", "a1", {"- x1[pg]: broader", "- y1[pg]: broader"}},
      {"a1[ti] OR (x1[pg] AND b1[ti])", "a1 OR b1", {"- x1[pg]: broader"}},
      {"x1[pg]", "", {"- x1[pg]: dropped"}},
      {"x1[pg] AND y1[pg]", "", {"- x1[pg]: dropped", "- y1[pg]: dropped"}},
      {"x1[pg] OR (y1[pg] AND z1[pg])",
       "",
       {"- x1[pg]: dropped", "- y1[pg]: dropped", "- z1[pg]: dropped"}},
  };
  for (const WalkCase& c : kTable) {
    INFO(c.query);
    const Seen seen = walked(c.query);
    CHECK(seen.text == c.text);
    CHECK(seen.notes == c.notes);
  }
}

TEST_CASE("without its subject a NOT or a limit goes as a whole") {
  static const std::vector<WalkCase> kTable = {
      {"x1[pg] NOT a1[ti]", "", {"- x1[pg]: dropped", "- a1[ti]: dropped"}},
      {"b1[ti] AND (x1[pg] NOT a1[ti])", "b1", {"- x1[pg]: broader", "- a1[ti]: broader"}},
      {"x1[pg] AND 2015[dp]", "", {"- x1[pg]: dropped", "- 2015[dp]: dropped"}},
      {"a1[ti] OR (x1[pg] AND 2015[dp])", "a1", {"- x1[pg]: narrower", "- 2015[dp]: narrower"}},
      {"2015[dp]", "2015", {}},
      {"a1[ti] AND 2015[dp]", "a1 AND 2015", {}},
      {"english[la] AND 2015[dp]", "2015", {"- english[la]: broader"}},
      {"x1[pg] AND y1[tiab] NOT z1[tiab]",
       "y1 AND NOT z1",
       {"- x1[pg]: broader", "~ y1[tiab]: narrower", "~ z1[tiab]: broader"}},
  };
  for (const WalkCase& c : kTable) {
    INFO(c.query);
    const Seen seen = walked(c.query);
    CHECK(seen.text == c.text);
    CHECK(seen.notes == c.notes);
  }
}

TEST_CASE("approximations of what is lost are not reported, general ones once") {
  CHECK(walked("x1[pg] NOT a1[tiab]").notes ==
        std::vector<std::string>{"- x1[pg]: dropped", "- a1[tiab]: dropped"});
  CHECK(walked("a1[tiab] OR b1[tiab] OR c1[ti]").notes ==
        std::vector<std::string>{"~ a1[tiab] x2: narrower"});
  const Walked w = walk(tree_of("c1[ti] OR a1[tiab]"), TitlesOnly());
  REQUIRE(w.approximated.size() == 1);
  CHECK(w.approximated[0].position == 10);
}

}  // namespace ev::translate
