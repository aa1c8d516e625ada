// The goals and topics of the shared evaluation, none of which the rules were written from:
// whatever is asked, no heading is emitted that the vocabulary does not confirm.
#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "pipeline/query_gen/request.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/skipped.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace ev::query_gen {

namespace {

namespace fs = std::filesystem;
namespace pq = pubmed_query;

std::string content_of(const fs::path& path) {
  const auto source = sources::open_file_source(path);
  REQUIRE(source);
  std::string out;
  std::array<char, 65536> chunk;
  while (true) {
    const auto size = (*source)->read(chunk.data(), chunk.size());
    REQUIRE(size);
    if (*size == 0) return out;
    out.append(chunk.data(), *size);
  }
}

void add_lines(const fs::path& path, const char* member, std::vector<std::string>& goals) {
  for (const std::string& line : text::split(content_of(path), '\n')) {
    if (line.empty()) continue;
    const Json row = parse_json(line, "a goal").value();
    const Json& goal = row.at(member);
    if (goal.is_string()) {
      goals.push_back(goal.get<std::string>());
    } else {
      goals.push_back(text::join(goal.get<std::vector<std::string>>(), ", "));
    }
  }
}

std::vector<std::string> goals_of(const fs::path& data) {
  std::vector<std::string> goals;
  add_lines(data / "question_recall" / "questions.jsonl.gz", "text", goals);
  add_lines(data / "mesh_mapping" / "clauses.jsonl.gz", "keywords", goals);
  const Json topics = parse_json(content_of(data / "screening" / "topics.json"), "topics").value();
  for (const Json& topic : topics) goals.push_back(topic.at("query").get<std::string>());
  return goals;
}

std::size_t unconfirmed_headings(const Generation& made, const mesh::Vocabulary& vocabulary) {
  std::size_t out = 0;
  for (const std::string& name : made.mesh_terms) out += vocabulary.by_name(name) == nullptr;
  for (const GeneratedQuery& query : made.queries) {
    const pq::Parsed parsed = pq::parse(query.query);
    REQUIRE(parsed.tree);
    pq::for_each_term(*parsed.tree, [&](const pq::Term& term) {
      const bool heading = term.field == pq::Field::mh || term.field == pq::Field::majr ||
                           term.field == pq::Field::pt || term.field == pq::Field::pa ||
                           term.field == pq::Field::nm;
      if (!heading) return;
      UNSCOPED_INFO(term.text);
      out += vocabulary.by_name(term.text.substr(0, term.text.rfind('/'))) == nullptr;
    });
  }
  return out;
}

}  // namespace

TEST_CASE("no goal of the evaluation is given a heading that no vocabulary confirms") {
  const fs::path data = test::shared_dir() / "eval" / "data";
  if (test::shared_dir().empty() || !fs::exists(data / "screening" / "topics.json")) {
    test::skipped("no eval/data in the shared folder (EV_SHARED_DIR)");
    return;
  }
  const std::vector<std::string> goals = goals_of(data);
  REQUIRE(goals.size() > 300);
  const std::array<const char*, 3> strategies = {"comprehensive", "focused", "exploratory"};
  const test::FakeClock clock;
  std::size_t headings = 0;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    Request request;
    request.research_goal = goals[i];
    request.strategy = strategies[i % strategies.size()];
    request.as_of = "2026-11-21";
    const auto made = generate(request, Seams{mesh::built_in(), {}, clock}, Context{});
    INFO(goals[i]);
    REQUIRE(made);
    REQUIRE_FALSE(made->queries.empty());
    CHECK(unconfirmed_headings(*made, mesh::built_in()) == 0);
    headings += made->mesh_terms.size();
  }
  CHECK(headings > goals.size() / 2);  // the test sees headings at all
}

}  // namespace ev::query_gen
