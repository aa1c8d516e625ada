// Recorded replies of Europe PMC and PMC beside the project, when this machine has them: every file
// is read or classified as the error it is.
#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/europepmc_lists.hpp"
#include "pipeline/sources/europepmc_reply.hpp"
#include "pipeline/sources/jats.hpp"
#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/skipped.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using namespace ev;
namespace fs = std::filesystem;

namespace {

fs::path recordings(const char* folder) {
  const fs::path shared = test::shared_dir();
  const fs::path path = shared / "recordings" / folder;
  if (shared.empty() || !fs::is_directory(path)) {
    test::skipped("no shared folder with recordings");
    return {};
  }
  return path;
}

void check_epmc_article(const model::Article& a) {
  REQUIRE_FALSE(item_id(a).empty());
  CHECK_FALSE(a.europepmc_id.empty());
  CHECK(text::valid_utf8(a.title + a.abstract));
  for (const char* mark : {"<i>", "</", "<sup>", "<h4>", "&lt;", "&amp;", "&#"}) {
    CHECK_FALSE(has(a.title + a.abstract, mark));
  }
  const auto length = static_cast<int>(text::code_points(a.abstract));
  int last = 0;
  for (const model::Section& s : a.sections) {
    REQUIRE((last <= s.start && s.start < s.end && s.end <= length));
    last = s.end;
  }
  CHECK(parse_json(model::to_json_text(a)).has_value());
  CHECK(model::article_from_json(model::to_json(a)) == a);
}

}  // namespace

TEST_CASE("every recorded search reply of Europe PMC is read or an error") {
  const fs::path folder = recordings("europepmc");
  if (folder.empty()) return;
  const Config config;
  const sources::EuropePmc source(config);
  std::size_t read = 0;
  std::size_t with_abstract = 0;
  std::size_t preprints = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".json") continue;
    INFO(path.filename());
    net::HttpResponse r;
    r.status = 200;
    r.body = test::bytes_of(path);
    sources::Query query;
    query.max = 2000;
    const auto verdict = source.classify(r).verdict;
    const auto step = source.parse(query, r);
    const bool list = has(r.body, "\"citationList\"") || has(r.body, "\"dbCountList\"");
    if (list || !has(r.body, "\"hitCount\"")) {
      if (!list) CHECK(verdict == net::Verdict::permanent);
      continue;
    }
    CHECK(verdict == net::Verdict::ok);
    REQUIRE(step);
    CHECK(step->total.has_value());
    const Json reply = *parse_json(r.body);
    const std::size_t records =
        reply.contains("resultList") ? reply["resultList"]["result"].size() : 0;
    CHECK(step->articles.size() == records);
    CHECK(step->warnings.empty());
    for (const model::Article& a : step->articles) {
      check_epmc_article(a);
      with_abstract += a.abstract.empty() ? 0 : 1;
      preprints += a.is_preprint ? 1 : 0;
    }
    read += records;
  }
  CHECK(read > 1000);
  CHECK(with_abstract > 20);
  CHECK(preprints > 20);
}

TEST_CASE("every recorded list of Europe PMC is read") {
  const fs::path folder = recordings("europepmc");
  if (folder.empty()) return;
  std::size_t lists = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string body = test::bytes_of(entry.path());
    if (entry.path().extension() != ".json" || !has(body, "\"citationList\"")) continue;
    INFO(entry.path().filename());
    const auto list = sources::parse_europepmc_list(sources::EuropePmcList::citations, body);
    REQUIRE(list);
    CHECK((list->total == 0) == list->works.empty());
    ++lists;
  }
  CHECK(lists > 0);
}

TEST_CASE("every recorded full text of PMC is read") {
  const fs::path folder = recordings("eutils_efetch_pmc");
  if (folder.empty()) return;
  std::map<std::string, std::size_t> sections;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".xml") continue;
    INFO(entry.path().filename());
    const std::string xml = test::bytes_of(entry.path());
    const auto set = sources::read_jats(xml);
    REQUIRE(set);
    REQUIRE(set->articles.size() == 1);
    const sources::FullText& text = set->articles.front();
    CHECK(text.has_body == has(xml, "<body"));
    CHECK_FALSE(text.title.empty());
    for (const sources::FullTextSection& s : text.sections) {
      CHECK_FALSE(s.text.empty());
      CHECK(text::valid_utf8(s.text));
      for (const char* mark : {"<xref", "<italic", "</", "xlink:", "\\begin{document}", "&#"}) {
        CHECK_FALSE(has(s.text, mark));
      }
    }
    const bool references = std::any_of(text.left_out.begin(), text.left_out.end(),
                                        [](const std::string& s) { return has(s, "reference"); });
    CHECK(references == has(xml, "<ref "));
    sections[entry.path().filename().string()] = text.sections.size();
  }
  CHECK(sections.size() >= 7);
}
