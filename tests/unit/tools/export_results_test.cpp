#include "base/file.hpp"
#include "base/hash.hpp"
#include "support/catch.hpp"
#include "support/scoring_support.hpp"
#include "support/temp_dir.hpp"

#include <sys/stat.h>

using namespace ev;

namespace {

struct Exports : test::Pipeline {
  mcp::ToolDef tool = tools::export_results(services);
  test::TempDir home;
  Exports() { config.home = home.path(); }

  Json get(const std::string& handle, const char* format, Json more = Json::object()) {
    Json arguments = {{"result_set", handle}, {"format", format}};
    arguments.update(more);
    return structured(tool, arguments);
  }
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::size_t> places(const std::string& text, const std::vector<std::string>& parts) {
  std::vector<std::size_t> out;
  for (const std::string& part : parts) out.push_back(text.find(part));
  return out;
}

std::vector<double> scores_in(const std::string& ris) {
  std::vector<double> out;
  const std::string mark = "N1  - Score ";
  for (std::size_t at = ris.find(mark); at != std::string::npos; at = ris.find(mark, at + 1)) {
    out.push_back(std::stod(ris.substr(at + mark.size(), 10)));
  }
  return out;
}

}  // namespace

TEST_CASE("a short export is inside the answer, in both of its forms") {
  Exports p;
  const std::string handle = p.records();
  for (const char* format : {"ris", "bibtex", "csl_json", "nbib", "csv"}) {
    CAPTURE(format);
    const mcp::ToolResult result = p.call(
        p.tool, {{"result_set", handle}, {"format", format}, {"max_response_tokens", 20000}});
    REQUIRE_FALSE(result.is_error);
    const Json answer = parse_json(result.structured).value();
    const std::string content = answer.at("content");
    CHECK(answer["records"] == 5);
    CHECK(answer["size"] == content.size());
    CHECK(answer["sha256"] == sha256_hex(content));
    CHECK(holds(answer["file_name"], handle));
    CHECK_FALSE(answer.contains("path"));
    CHECK(holds(result.text, content));
    CHECK(holds(content, "Zinc for the common cold"));
    CHECK(holds(answer["warnings"][0], "1 of the records retracted"));
    CHECK(answer.contains("content_notice"));
  }
}

TEST_CASE("a long export is a private file, the same each time") {
  Exports p;
  const std::string handle = p.hostile_features(40);
  const Json answer = p.get(handle, "bibtex", {{"max_response_tokens", 1000}});
  REQUIRE(answer.contains("path"));
  CHECK_FALSE(answer.contains("content"));
  const std::filesystem::path path = answer["path"].get<std::string>();
  CHECK(path.parent_path() == p.home.path() / "exports");
  const std::string written = read_file(path).value();
  CHECK(answer["size"] == written.size());
  CHECK(answer["sha256"] == sha256_hex(written));
  struct stat info {};
  REQUIRE(::stat(path.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0600);
  REQUIRE(::stat(path.parent_path().c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0700);
  CHECK(p.get(handle, "bibtex", {{"max_response_tokens", 1000}}) == answer);
  // What does not fit one budget fits a larger one.
  CHECK(p.get(handle, "bibtex", {{"max_response_tokens", 1000000}}).contains("content"));
  const std::string text =
      p.call(p.tool, {{"result_set", handle}, {"format", "bibtex"}, {"max_response_tokens", 1000}})
          .text;
  CHECK(holds(text, path.string()));
  const auto links =
      p.call(p.tool, {{"result_set", handle}, {"format", "bibtex"}, {"max_response_tokens", 1000}})
          .links;
  REQUIRE(links.size() == 1);
  CHECK(links[0].uri == answer["uri"]);
  CHECK(links[0].uri == "evidence://exports/" + answer["file_name"].get<std::string>());
  CHECK(holds(text, "injection_suspected"));
}

TEST_CASE("scored and ranked sets come in the order of their scores, which the entries name") {
  Exports p;
  const std::string scored = p.scored();
  const Json ranked = p.structured(p.rank_tool, {{"result_set", scored}});
  std::vector<std::string> order;
  for (const Json& row : ranked["ranked_articles"]) {
    order.push_back("AN  - PMID: " + row["article_with_features"]["item_id"].get<std::string>() +
                    "\r\n");
  }
  REQUIRE(order.size() == 5);
  for (const std::string& handle : {scored, ranked["result_set"].get<std::string>()}) {
    const std::string ris = p.get(handle, "ris")["content"];
    CAPTURE(ris);
    CHECK(holds(ris, "N1  - Rank 1\r\nN1  - Score 0."));
    const std::vector<double> scores = scores_in(ris);
    REQUIRE(scores.size() == 5);
    CHECK(std::is_sorted(scores.rbegin(), scores.rend()));
    const std::vector<std::size_t> at = places(ris, order);
    // Ranking puts the retracted paper last, whatever its score was.
    CHECK(std::is_sorted(at.begin(), at.end()) == (handle != scored));
    const std::string csv = p.get(handle, "csv", {{"max_response_tokens", 50000}})["content"];
    CHECK(holds(csv, ",\"rank\",\"score\",\"notes\""));
  }
  CHECK_FALSE(holds(p.get(p.records(), "ris")["content"], "Rank"));
}

TEST_CASE("extracted values are columns of the table") {
  Exports p;
  const std::string csv = p.get(p.features(), "csv")["content"];
  CHECK(holds(csv, ",\"notes\",\"novelty\",\"sample_size\"\r\n"));
  CHECK(holds(csv, ",\"high\",\"120\"\r\n"));
  CHECK(holds(csv, ",\"\",\"900\"\r\n"));
}

TEST_CASE("the page of a set has the columns it has values for") {
  Exports p;
  const Json more = {{"max_response_tokens", 100000}};
  const std::string plain = p.get(p.records(), "html", more)["content"];
  CHECK(holds(plain, "<h2 id=\"ranking\">Records</h2>"));
  CHECK_FALSE(holds(plain, ">Score</th>"));
  CHECK_FALSE(holds(plain, "Result as stated"));
  CHECK(holds(plain, ">RETRACTED<"));
  const std::string scored = p.get(p.scored(), "html", more)["content"];
  CHECK(holds(scored, "Ranked records"));
  CHECK(holds(scored, ">Score</th>"));
  CHECK(holds(scored, "<h1>zinc colds</h1>"));
  const std::string read = p.get(p.features(), "html", more)["content"];
  CHECK(holds(read, "<td>120"));
  CHECK_FALSE(holds(read, "<script"));
}

TEST_CASE("a reader of any format sees what stands against a record, whoever knows of it") {
  Exports p;
  const auto shown = [&p](const std::string& status, const std::string& format) {
    model::Article a =
        test::stored_article("90000001", "Invented tablets", "They were taken.", "2024");
    a.retraction = {.status = from_wire_name<model::RetractionStatus>(status).value(),
                    .sources = {"crossref:updated-by"}};
    const std::string handle = tools::store_records(p.services, {a}, Json::object()).value();
    const Json answer = p.get(handle, format.c_str(), {{"max_response_tokens", 100000}});
    std::string content = answer.at("content");
    if (format == "html") content.erase(0, content.find("</style>"));
    for (char& c : content) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return std::pair(content, answer.contains("warnings") ? answer["warnings"].dump() : "");
  };
  for (const char* format : {"ris", "bibtex", "csl_json", "nbib", "csv", "html"}) {
    CAPTURE(format);
    for (const auto& [status, words] : {std::pair{"retracted", "RETRACTED"},
                                        {"expression_of_concern", "EXPRESSION OF CONCERN"},
                                        {"corrected", "CORRECTED"},
                                        {"notice", "NOTICE"}}) {
      CAPTURE(status);
      CHECK(holds(shown(status, format).first, words));
      CHECK_FALSE(holds(shown("none", format).first, words));
    }
    CHECK(holds(shown("retracted", format).second, "1 of the records retracted"));
    CHECK(holds(shown("expression_of_concern", format).second, "under an expression of concern"));
    CHECK(shown("none", format).second.empty());
  }
}

TEST_CASE("records without PMID are named where the format is PubMed's") {
  Exports p;
  model::Article trial{.id = "NCT00001234", .title = "A trial"};
  trial.trial.emplace();
  const std::string handle = tools::store_records(p.services, {trial}, Json::object()).value();
  const Json nbib = p.get(handle, "nbib");
  CHECK(holds(nbib["warnings"][0], "no PMID"));
  CHECK_FALSE(holds(nbib["content"], "PMID-"));
  CHECK_FALSE(p.get(handle, "ris").contains("warnings"));
}

TEST_CASE("an unknown set, an unknown format, an empty set") {
  Exports p;
  CHECK(p.get("rs-0000000000", "ris").at("error").at("code") == "unknown_result_set");
  CHECK(test::problem_paths(p.get(p.records(), "docx")) == std::vector<std::string>{"format"});
  const std::string empty = tools::store_records(p.services, {}, Json::object()).value();
  const Json answer = p.get(empty, "csl_json");
  CHECK(answer["records"] == 0);
  CHECK(answer["content"] == "[]\n");
  CHECK(holds(answer["warnings"][0], "no record"));
}

TEST_CASE("a cancelled export ends as cancelled") {
  Exports p;
  std::stop_source stop;
  p.call_context.stop = stop.get_token();
  const std::string handle = p.hostile_features(5);
  stop.request_stop();
  for (const char* format : {"ris", "html"}) {
    CAPTURE(format);
    CHECK(p.call(p.tool, {{"result_set", handle}, {"format", format}}).is_error);
  }
}
