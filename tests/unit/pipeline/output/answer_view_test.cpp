#include "pipeline/output/answer_view.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

Json document() {
  return *parse_json(R"JSON({
    "answer": {"verdict": "mixed", "text": "Of 2 records one is for.", "best_estimate": "\"RR 0.7\" [1]", "dissent": null},
    "claim_result": {"verdict": "mixed", "unread": 1, "mentions": 0, "excluded_retracted": ["9"],
      "by_outcome": [{"outcome": "falls", "for": 1, "against": 1, "mixed": 0, "no_effect": 1, "unread": 1,
                      "designs": {"cohort study": {"against": 1}}}],
      "frame": {"not_understood": []},
      "articles": [
        {"pmid": "1", "stance": "supports", "design": "cohort study", "species": "human", "quote": "Falls <b>fell</b> *much*."},
        {"pmid": "2", "stance": "contradicts", "design": "unknown", "species": "human", "quote": "No difference."}]}})JSON");
}

bool in_order(const std::string& text, std::initializer_list<const char*> parts) {
  std::size_t at = 0;
  for (const char* part : parts) {
    at = text.find(part, at);
    if (at == std::string::npos) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("answer, table, quotes for and against, what was not counted: in this order everywhere") {
  using output::Quoted;
  CHECK(in_order(output::answer_markdown(document(), Quoted::verbatim),
                 {"mixed: Of 2 records", "Best estimate: \"RR 0.7\"", "| falls |",
                  "1: 1 cohort study", "For:", "<b>fell</b> *much*", "Against:", "No difference.",
                  "[2, human]", "Not counted: 1 on the topic", "retracted, or a notice of it: 9"}));
  CHECK(in_order(output::answer_section(document()),
                 {"id=\"answer\"", "Of 2 records", "RR 0.7", "<td>falls</td>", "<h3>For</h3>",
                  "&lt;b&gt;fell", "<h3>Against</h3>", "Not counted"}));
  CHECK(in_order(
      output::answer_plain(document(), 60),
      {"Answer: mixed: Of 2", "Best estimate", "falls", "For: “", "Against: “", "Not counted"}));
}

TEST_CASE("no text of a record becomes markup of a report") {
  const std::string escaped = output::answer_markdown(document(), output::Quoted::escaped);
  CHECK(escaped.find("\\<b\\>fell") != std::string::npos);
  CHECK(escaped.find("\\*much\\*") != std::string::npos);
}

TEST_CASE("without an answer there is nothing to show") {
  CHECK(output::answer_markdown(Json::object(), output::Quoted::verbatim).empty());
  CHECK(output::answer_section(Json::object()).empty());
  CHECK(output::answer_plain(Json::object(), 80).empty());
}
