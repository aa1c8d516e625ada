#include "base/text.hpp"
#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;
using mechanism::test::context;
using mechanism::test::record;

namespace {
StatementSet read(const std::vector<model::Article>& articles) {
  Vocabulary vocabulary;
  return read_statements(articles, vocabulary, context()).value();
}
}  // namespace

TEST_CASE("every quote stands at its offsets, in code points") {
  const std::vector<model::Article> articles = {
      record("1", "Größe β first. Metformin activates AMPK in µ-cells. Then – nothing."),
      record("2", "Nothing here.", "Metformin inhibits β-amyloid deposition.")};
  const StatementSet reading = read(articles);
  REQUIRE(reading.statements.size() == 2);
  for (const Statement& s : reading.statements) {
    const model::Article& article = articles[s.article];
    const std::string& field =
        s.evidence.quote.field == doc::Field::title ? article.title : article.abstract;
    CHECK(text::slice(field, static_cast<std::size_t>(s.evidence.quote.start),
                      static_cast<std::size_t>(s.evidence.quote.end)) == s.evidence.quote.text);
    CHECK(s.evidence.quote.text.find(s.evidence.cue) != std::string::npos);
    CHECK(s.evidence.id == article.pmid);
  }
}

TEST_CASE("aims and questions state nothing") {
  CHECK(read({record("1", "The aim was to investigate whether metformin activates AMPK.")})
            .statements.empty());
  CHECK(read({record("1", "We tested the hypothesis that metformin activates AMPK.")})
            .statements.empty());
  CHECK(read({record("1", "Nothing.", "Does metformin activate AMPK?")}).statements.empty());
}

TEST_CASE("a labelled background is told apart from findings") {
  model::Article article =
      record("1", "BACKGROUND: Metformin activates AMPK.\nRESULTS: Metformin inhibited mTOR.");
  article.sections = {{.label = "BACKGROUND", .nlm_category = "BACKGROUND", .start = 12, .end = 37},
                      {.label = "RESULTS", .nlm_category = "RESULTS", .start = 47, .end = 72}};
  const StatementSet reading = read({article});
  REQUIRE(reading.statements.size() == 2);
  CHECK_FALSE(reading.statements[0].finding);
  CHECK(reading.statements[1].finding);
  CHECK(reading.statements[0].evidence.weight < reading.statements[1].evidence.weight);
}

TEST_CASE("retracted records and notices are not read") {
  model::Article retracted = record("7", "Metformin activates AMPK.");
  retracted.retraction.status = model::RetractionStatus::retracted;
  model::Article notice = record("8", "Metformin activates AMPK.");
  notice.retraction.status = model::RetractionStatus::notice;
  const StatementSet reading =
      read({retracted, notice, record("9", "Metformin and AMPK were named.")});
  CHECK(reading.statements.empty());
  CHECK(reading.excluded == std::vector<std::string>{"7", "8"});
  CHECK(reading.records == 1);
}

TEST_CASE("names without a cue are a candidate and no statement") {
  const StatementSet reading = read({record("1", "Metformin and AMPK were studied.")});
  CHECK(reading.statements.empty());
  CHECK(reading.together.size() == 1);
}

TEST_CASE("qualifier pairs give edges, not statements") {
  model::Article article = record("1", "A report.");
  article.mesh_headings = {
      {.descriptor = "Metformin", .qualifiers = {{.name = "therapeutic use"}}},
      {.descriptor = "Heart Failure", .qualifiers = {{.name = "drug therapy"}}}};
  const StatementSet reading = read({article});
  CHECK(reading.statements.empty());
  CHECK(reading.mesh_edges.size() == 1);
}

TEST_CASE("reading stops when the call is cancelled") {
  std::stop_source stop;
  stop.request_stop();
  Context ctx = context();
  ctx.stop = stop.get_token();
  Vocabulary vocabulary;
  const std::vector<model::Article> articles = {record("1", "Metformin activates AMPK.")};
  const auto reading = read_statements(articles, vocabulary, ctx);
  REQUIRE_FALSE(reading);
  CHECK(reading.error().code == Errc::cancelled);
}

TEST_CASE("a record without a PMID goes by another id") {
  model::Article article;
  article.url = "https://example.org/1";
  CHECK(record_id(article) == "https://example.org/1");
  article.doi = "10.1/x";
  CHECK(record_id(article) == "10.1/x");
  article.pmid = "5";
  CHECK(record_id(article) == "5");
}

TEST_CASE("what a drug is called holds in an aim as well; what is to be found out does not") {
  const std::vector<model::Article> articles = {
      record("1",
             "OBJECTIVE: To examine whether the calcium channel blocker amlodipine reduces "
             "mortality.")};
  Vocabulary vocabulary;
  const auto reading = read_statements(articles, vocabulary, context());
  REQUIRE(reading);
  REQUIRE(reading->statements.size() == 1);
  CHECK(vocabulary.at(reading->statements[0].to).name == "calcium channel");
  CHECK(reading->statements[0].sign == -1);
  CHECK(reading->statements[0].evidence.by_class);
}

TEST_CASE("a compound's code in brackets is another name of it, unless of two") {
  const std::vector<model::Article> articles = {
      record("1", "Zortolol (ZX-1234) was given."),  record("2", "ZX-1234 inhibits AMPK."),
      record("3", "Brivolol (ZY-1) inhibits mTOR."), record("4", "Bravolol (XX-999) was given."),
      record("5", "Trivolol (XX-999) was given."),   record("6", "XX-999 inhibits mTOR.")};
  Vocabulary vocabulary;
  const auto reading = read_statements(articles, vocabulary, context());
  REQUIRE(reading);
  std::vector<std::string> from;
  for (const Statement& s : reading->statements) from.push_back(vocabulary.at(s.from).name);
  CHECK(from == std::vector<std::string>{"brivolol", "zortolol"});
}
