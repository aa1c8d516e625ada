#include "pipeline/translate/translation.hpp"

#include "pipeline/pubmed_query/parser.hpp"
#include "pipeline/translate/clinicaltrials.hpp"
#include "pipeline/translate/europepmc.hpp"
#include "pipeline/translate/openalex.hpp"
#include "query_maker.hpp"
#include "translate_support.hpp"

#include <algorithm>
#include <functional>

namespace ev::translate {

namespace {

using Translator = std::function<Translation(const pubmed_query::Node&)>;

std::vector<std::pair<const char*, Translator>> translators() {
  const Options options = test_options();
  return {{"europepmc", [options](const auto& q) { return to_europepmc(q, options); }},
          {"openalex", [options](const auto& q) { return to_openalex(q, options); }},
          {"clinicaltrials", [options](const auto& q) { return to_clinicaltrials(q, options); }}};
}

// Quotes, parentheses and brackets closed in order.
bool is_balanced(const std::string& text) {
  std::string open;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '[') open += c;
    if (c != ')' && c != ']') continue;
    if (open.empty() || open.back() != (c == ')' ? '(' : '[')) return false;
    open.pop_back();
  }
  return open.empty() && !quoted;
}

bool has_pubmed_tag(const std::string& text) {
  for (const pubmed_query::FieldInfo& field : pubmed_query::all_fields()) {
    for (const std::string& name : {std::string(field.code), std::string(field.name)}) {
      if (text.find("[" + name + "]") != std::string::npos) return true;
      if (text.find("[" + name + ":") != std::string::npos) return true;
    }
  }
  return false;
}

bool has_dangling_operator(const std::string& text) {
  for (const char* bad : {"()", "( ", " )", "AND)", "OR)", "NOT)", "(AND", "(OR", "AND OR",
                          "OR AND", "AND AND", "OR OR", "NOT NOT", "OR NOT", "\"\"", ":,", ",,"}) {
    if (text.find(bad) != std::string::npos) return true;
  }
  for (const char* end : {" AND", " OR", " NOT", ":", ","}) {
    if (text.ends_with(end)) return true;
  }
  return text.starts_with("AND ") || text.starts_with("OR ");
}

std::size_t terms_of(const pubmed_query::Node& node) {
  std::size_t n = 0;
  pubmed_query::for_each_term(node, [&n](const pubmed_query::Term&) { ++n; });
  return n;
}

void check_sound(const Translation& t) {
  CHECK(t.searchable == !t.parameters.empty());
  CHECK(t.searchable == t.reason.empty());
  for (const Parameter& p : t.parameters) {
    INFO(p.name << "=" << p.value);
    CHECK(is_balanced(p.value));
    CHECK_FALSE(p.value.empty());
    CHECK_FALSE(has_pubmed_tag(p.value));
    CHECK_FALSE(has_dangling_operator(p.value));
  }
  for (const std::vector<Note>* notes : {&t.untranslated, &t.approximated}) {
    for (const Note& note : *notes) {
      CHECK_FALSE(note.what.empty());
      CHECK_FALSE(note.why.empty());
      CHECK(note.count >= 1);
    }
    CHECK(std::is_sorted(notes->begin(), notes->end(),
                         [](const Note& a, const Note& b) { return a.position < b.position; }));
  }
}

}  // namespace

TEST_CASE("random queries: sound output, and the same each time") {
  std::size_t searchable = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    const std::string query = pubmed_query::print(pubmed_query::QueryMaker(seed).tree(4));
    const pubmed_query::Node tree = tree_of(query);
    for (const auto& [name, translate] : translators()) {
      INFO(name << ": " << query);
      const Translation once = translate(tree);
      check_sound(once);
      const Translation again = translate(tree);
      CHECK(once.parameters == again.parameters);
      CHECK(once.untranslated == again.untranslated);
      CHECK(once.approximated == again.approximated);
      searchable += once.searchable ? 1 : 0;
    }
  }
  CHECK(searchable > 800);
}

TEST_CASE("each field by itself: translated, approximated or reported") {
  for (const pubmed_query::FieldInfo& field : pubmed_query::all_fields()) {
    for (const char* text : {"asthma", "12", "2015", "asthma*"}) {
      const std::string query = std::string(text) + "[" + field.code + "]";
      const pubmed_query::Parsed parsed = pubmed_query::parse(query);
      if (!parsed.tree || !parsed.errors.empty()) continue;
      for (const auto& [name, translate] : translators()) {
        INFO(name << ": " << query);
        const Translation t = translate(*parsed.tree);
        check_sound(t);
        CHECK(t.untranslated.size() == (t.searchable ? 0U : 1U));
      }
    }
  }
}

TEST_CASE("what PubMed ignores is not translated, and the reason is the right one") {
  for (const auto& [query, reason] :
       {std::pair("a*", "truncation"), std::pair("of the", "stop words"),
        std::pair("the a*", "truncation")}) {
    for (const auto& [name, translate] : translators()) {
      INFO(name << ": " << query);
      const Translation t = translate(tree_of(query));
      CHECK_FALSE(t.searchable);
      REQUIRE(t.untranslated.size() == 1);
      CHECK(t.untranslated[0].why.find(reason) != std::string::npos);
    }
  }
}

TEST_CASE("a term of signs alone beside words is dropped by name") {
  for (const auto& [name, translate] : translators()) {
    INFO(name);
    const Translation t = translate(tree_of("aspirin AND %%"));
    CHECK(t.searchable);
    REQUIRE(t.untranslated.size() == 1);
    CHECK(t.untranslated[0].why.find("no letters") != std::string::npos);
  }
}

TEST_CASE("a lost term is in the notes wherever it stands") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    pubmed_query::Node tree = pubmed_query::QueryMaker(seed).tree(3);
    // Nothing but terms without counterpart: all of them must be named.
    const std::function<void(pubmed_query::Node&)> spoil = [&spoil](pubmed_query::Node& node) {
      if (node.kind == pubmed_query::Kind::term) {
        node.term = pubmed_query::make_term("x1", pubmed_query::Field::cois).term;
      }
      for (pubmed_query::Node& child : node.children) spoil(child);
    };
    spoil(tree);
    const pubmed_query::Node parsed = tree_of(pubmed_query::print(tree));
    for (const auto& [name, translate] : translators()) {
      INFO(name << ": " << pubmed_query::print(parsed));
      const Translation t = translate(parsed);
      CHECK_FALSE(t.searchable);
      CHECK(t.untranslated.size() == terms_of(parsed));
      for (const Note& note : t.untranslated) CHECK(note.effect == Effect::dropped);
    }
  }
}

}  // namespace ev::translate
