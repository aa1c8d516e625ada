#include "pipeline/library/library.hpp"

#include "pipeline/library/stored_article.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/memory_index.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "unit/pipeline/pubmed_query/query_maker.hpp"
#include "unit/pipeline/pubmed_query/small_library.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ev::library {

namespace {

constexpr pubmed_query::Date kToday{2026, 11, 21};

struct Shelf {
  test::FakeClock clock;
  store::Store store{":memory:", clock};
  Ports ports{store.library, store.articles, mesh::built_in(), kToday};
  Context ctx{.clock = &clock, .tag = "test"};

  void add(const std::vector<model::Article>& articles) {
    std::vector<store::StoredArticle> rows;
    for (const model::Article& a : articles) rows.push_back(stored_article(a, Place::latest));
    REQUIRE(store.articles.put(rows));
  }
  std::vector<std::string> ids(std::string_view query, Order order = Order::newest,
                               std::size_t limit = kAll) {
    const auto found = search(ports, query, order, limit, ctx);
    REQUIRE(found);
    return found->item_ids;
  }
};

// Records made of the words that QueryMaker asks for, so that random queries select some of them.
class RecordMaker {
 public:
  explicit RecordMaker(unsigned seed) : random_(seed) {}

  model::Article record(int n) {
    model::Article a;
    a.pmid = std::to_string(90001000 + n);
    a.title = words(5);
    a.abstract = words(18);
    a.publication_date = std::to_string(1988 + pick(32)) + (pick(2) == 0 ? "-0" : "");
    if (a.publication_date.back() == '0') a.publication_date += std::to_string(1 + pick(9));
    a.keywords = {words(2), words(1)};
    a.authors = {
        {.name = "Smith John", .last_name = "Smith", .initials = pick(2) == 0 ? "J" : "JA"},
        {.name = "Poe Max", .last_name = "Poe", .initials = "M"}};
    static const char* kHeadings[] = {"Asthma", "Heart Failure", "Cardiovascular Diseases",
                                      "Humans"};
    for (const char* heading : kHeadings) {
      if (pick(3) == 0) {
        a.mesh_headings.push_back({.descriptor = heading, .ui = "", .major = pick(2) == 0});
      }
    }
    a.publication_types = {pick(2) == 0 ? "Review" : "Journal Article"};
    if (pick(4) == 0) a.doi = "10.1000/x.1";
    return a;
  }

 private:
  std::string words(int n) {
    static const char* kWords[] = {"asthma",  "heart",   "failure",    "hip",      "pain",
                                   "beta",    "blocker", "diabetes",   "diabetic", "breast",
                                   "feeding", "il",      "6",          "amyloid",  "smith",
                                   "and",     "of",      "zoledronate"};
    std::string out;
    for (int i = 0; i < n; ++i) {
      out += (out.empty() ? "" : " ") + std::string(kWords[static_cast<std::size_t>(pick(18))]);
    }
    return out;
  }
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("the library answers like the plain look at every record", "[exhaustive]") {
  Shelf shelf;
  RecordMaker maker(7);
  std::vector<model::Article> articles;
  for (int i = 0; i < 40; ++i) articles.push_back(maker.record(i));
  shelf.add(articles);
  const pubmed_query::MemoryIndex plain(articles, mesh::built_in(), kToday);
  pubmed_query::QueryMaker queries(11);
  int with_hits = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string query = pubmed_query::print(queries.tree(3));
    const auto mapped =
        pubmed_query::map_terms(*pubmed_query::parse(query).tree, mesh::built_in(), plain);
    std::vector<std::string> expected;
    if (mapped.tree) {
      for (const auto id : pubmed_query::evaluate(*mapped.tree, plain)) {
        expected.push_back(articles[id].pmid);
      }
    }
    std::sort(expected.rbegin(), expected.rend());
    with_hits += expected.empty() ? 0 : 1;
    INFO(query);
    REQUIRE(shelf.ids(query) == expected);
  }
  CHECK(with_hits > 80);
}

TEST_CASE("Greek letters and their names find each other") {
  Shelf shelf;
  std::vector<model::Article> two(2);
  two[0].pmid = "90000501";
  two[0].title = "A trial of \u03b2-blockers";
  two[0].keywords = {"TNF-\u03b1"};
  two[1].pmid = "90000502";
  two[1].title = "A trial of beta-blockers";
  two[1].keywords = {"TNF-alpha"};
  shelf.add(two);
  const std::vector<std::string> both = {"90000502", "90000501"};
  for (const char* query : {"\u03b2-blockers[ti]", "beta-blockers[ti]", "\u0392-BLOCKERS[ti]",
                            "\u03b2-blockers", "beta-blockers", "TNF-\u03b1[ot]", "TNF-alpha[ot]",
                            "beta*[ti]", "\"trial \u03b2\"[ti:~1]"}) {
    INFO(query);
    CHECK(shelf.ids(query) == both);
  }
}

TEST_CASE("explosion of a heading that the vocabulary does not know is said") {
  Shelf shelf;
  const auto warnings = [&shelf](std::string_view query) {
    const auto found = search(shelf.ports, query, Order::newest, kAll, shelf.ctx);
    REQUIRE(found);
    return found->warnings;
  };
  const std::vector<std::string> told =
      warnings("\"Invented Heading\"[mh] OR \"Invented Heading\"[mh]");
  REQUIRE(told.size() == 1);
  CHECK(told[0].find("\"Invented Heading\"[mh]") != std::string::npos);
  CHECK(told[0].find("mesh import") != std::string::npos);
  CHECK(warnings("\"Invented Heading\"[mh:noexp]").empty());
  CHECK(warnings("\"Asthma\"[mh] AND \"asthma/drug therapy\"[majr]").empty());
}

TEST_CASE("a record that changes is found by its new text only") {
  Shelf shelf;
  std::vector<model::Article> two = pubmed_query::small_library();
  shelf.add(two);
  CHECK(shelf.ids("carvedilol[ti]") == std::vector<std::string>{"90000901"});
  two[0].title = "Bisoprolol in chronic heart failure";
  shelf.add({two[0]});
  CHECK(shelf.ids("carvedilol[ti]").empty());
  CHECK(shelf.ids("bisoprolol[ti]") == std::vector<std::string>{"90000901"});
  CHECK(shelf.store.library.figures()->records == 2);
  CHECK(shelf.store.library.figures()->outdated == 1);
  shelf.add({two[0]});  // the same again changes nothing
  CHECK(shelf.store.library.figures()->outdated == 1);
  const auto rebuilt = rebuild(shelf.ports, shelf.ctx);
  REQUIRE(rebuilt);
  CHECK(*rebuilt == 2);
  CHECK(shelf.store.library.figures()->outdated == 0);
  CHECK(shelf.ids("bisoprolol[ti]") == std::vector<std::string>{"90000901"});
}

TEST_CASE("records that only fill a gap are not part of the library") {
  Shelf shelf;
  REQUIRE(shelf.store.articles.put({stored_article(pubmed_query::small_library()[0], Place::gap)}));
  CHECK(shelf.ids("heart").empty());
  const auto rebuilt = rebuild(shelf.ports, shelf.ctx);
  REQUIRE(rebuilt);
  CHECK(*rebuilt == 0);
  CHECK(shelf.ids("heart").empty());
}

TEST_CASE("rebuilding is all or nothing") {
  Shelf shelf;
  shelf.add(pubmed_query::small_library());
  int seen = 0;
  const auto broken = shelf.store.library.rebuild([&seen](const std::string&) {
    return ++seen == 2 ? Result<store::IndexColumns>(Error{.message = "broken"})
                       : Result<store::IndexColumns>(store::IndexColumns{});
  });
  CHECK_FALSE(broken);
  CHECK(shelf.ids("carvedilol[ti]") == std::vector<std::string>{"90000901"});
}

TEST_CASE("order by relevance puts the title match first, whatever the nesting") {
  Shelf shelf;
  model::Article body;
  body.pmid = "90000003";
  body.title = "A long account of other matters in medicine and elsewhere";
  body.abstract = "Zinc is mentioned once among many other words of no importance here.";
  model::Article title = body;
  title.pmid = "90000002";
  title.title = "Zinc for colds";
  shelf.add({body, title});
  const std::vector<std::string> expected = {"90000002", "90000003"};
  CHECK(shelf.ids("zinc[tiab]", Order::relevance) == expected);
  CHECK(shelf.ids("zinc[tiab]", Order::newest) == std::vector<std::string>{"90000003", "90000002"});
  CHECK(shelf.ids("zinc[tiab] NOT \"many words\"[tiab:~0]", Order::relevance) == expected);
  CHECK(shelf.ids("zinc[tiab]", Order::relevance, 1) == std::vector<std::string>{"90000002"});
}

TEST_CASE("what the library cannot know is said") {
  Shelf shelf;
  shelf.add(pubmed_query::small_library());
  const auto found =
      search(shelf.ports, "2019[edat] AND example[pubn]", Order::newest, kAll, shelf.ctx);
  REQUIRE(found);
  REQUIRE(found->warnings.size() == 2);
  CHECK(found->warnings[0].find("[edat]") != std::string::npos);
  CHECK(found->warnings[1].find("[pubn]") != std::string::npos);
  const auto bad = search(shelf.ports, "(heart", Order::newest, kAll, shelf.ctx);
  REQUIRE_FALSE(bad);
  CHECK(bad.error().code == Errc::invalid_query);
}

}  // namespace ev::library
