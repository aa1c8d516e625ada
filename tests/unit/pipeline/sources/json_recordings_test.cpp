// Recorded replies of the JSON services beside the project, when this machine has them: each is
// read, or refused as the error that it is; none passes for an empty result.
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/sources/unpaywall.hpp"
#include "support/catch.hpp"
#include "support/skipped.hpp"
#include "unit/pipeline/sources/fixtures.hpp"
#include "unit/pipeline/sources/replies.hpp"

#include <nlohmann/json.hpp>

#include <set>

using namespace ev;
using net::Verdict;

namespace {

struct Recording {
  std::string name;
  net::HttpResponse reply;
};

// The status is in the file's name when it was not 200 ("…_HTTP404.txt").
std::vector<Recording> recordings_of(const char* folder, std::string_view skipped_ending = "") {
  std::vector<Recording> out;
  const std::filesystem::path shared = test::shared_dir();
  const std::filesystem::path path = shared / "recordings" / folder;
  if (shared.empty() || !std::filesystem::is_directory(path)) {
    test::skipped("no recordings of " + std::string(folder));
    return out;
  }
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    const std::string name = entry.path().filename().string();
    if (!skipped_ending.empty() && entry.path().extension() == skipped_ending) continue;
    const std::size_t at = name.find_first_of("123456789", name.find("_HTTP"));
    const bool stated = name.find("_HTTP") != std::string::npos && at == name.find("_HTTP") + 5;
    const int status = stated ? std::stoi(name.substr(at, 3)) : 200;
    out.push_back({name, test::answered(status, test::bytes_of(entry.path()))});
  }
  std::sort(out.begin(), out.end(),
            [](const Recording& a, const Recording& b) { return a.name < b.name; });
  return out;
}

void check_readable(const model::Article& a) {
  REQUIRE(text::valid_utf8(model::to_json_text(a)));
  REQUIRE(model::article_from_json(Json::parse(model::to_json_text(a))) == a);
  for (const std::string& s : {a.title, a.abstract, a.journal}) {
    CHECK(s.find("<jats") == std::string::npos);
    CHECK(s.find("&amp;") == std::string::npos);
  }
}

}  // namespace

TEST_CASE("every recorded OpenAlex reply is read or refused") {
  const Config config;
  const sources::OpenAlex openalex(config);
  sources::Query query{.params = {{"filter", "type:article"}}};
  std::size_t works = 0, lists = 0;
  const auto recordings = recordings_of("openalex");
  for (const Recording& recording : recordings) {
    INFO(recording.name);
    const auto step = openalex.parse(query, recording.reply);
    const Json body = Json::parse(recording.reply.body);
    const bool list = body.contains("results");
    const bool work = body.contains("doi") && body.contains("id") && !list;
    REQUIRE(step.has_value() == (list || work));
    if (!step) continue;
    ++lists;
    CHECK(step->warnings.empty());
    if (list) CHECK(step->articles.size() == body["results"].size());
    for (const model::Article& a : step->articles) check_readable(a);
    works += step->articles.size();
  }
  CHECK((recordings.empty() || (works >= 25 && lists >= 25)));
}

TEST_CASE("recorded OpenAlex errors are classified") {
  for (const Recording& recording : recordings_of("openalex")) {
    if (recording.reply.body.find("is not a valid") == std::string::npos) continue;
    INFO(recording.name);
    const auto verdict =
        sources::classify_openalex(test::answered(400, recording.reply.body), false);
    CHECK(verdict.verdict == Verdict::permanent);
    CHECK(verdict.reason.size() < 300);
  }
}

TEST_CASE("every recorded ClinicalTrials.gov reply is read or refused") {
  const Config config;
  const sources::ClinicalTrials trials(config);
  const sources::Query query{.params = {{"query.term", "x"}}};
  std::set<std::string> numbers;
  const auto recordings = recordings_of("ctgov_v2", ".yaml");
  for (const Recording& recording : recordings) {
    INFO(recording.name);
    if (recording.reply.status != 200) {
      CHECK(sources::classify_clinicaltrials(recording.reply).verdict == Verdict::permanent);
      continue;
    }
    net::HttpResponse reply = recording.reply;
    // A bare list of studies, as bulk files have them, in the envelope of a search.
    if (text::trim(reply.body).front() == '[') reply.body = "{\"studies\":" + reply.body + "}";
    const bool legacy = reply.body.find("StudiesResponse") != std::string::npos ||
                        reply.body.find("StudyFieldsResponse") != std::string::npos;
    const auto step = trials.parse(query, reply);
    REQUIRE(step.has_value() == !legacy);
    if (!step) continue;
    CHECK_FALSE(step->articles.empty());
    CHECK(step->warnings.empty());
    for (const model::Article& a : step->articles) {
      check_readable(a);
      CHECK_FALSE(a.title.empty());
      CHECK(a.abstract.find("\\>") == std::string::npos);
      numbers.insert(a.id);
    }
  }
  CHECK((recordings.empty() || numbers.size() >= 25));
}

TEST_CASE("every recorded ID conversion is read or refused") {
  const auto recordings = recordings_of("idconv");
  for (const Recording& recording : recordings) {
    INFO(recording.name);
    const auto ids = sources::parse_id_conversion(recording.reply.body);
    REQUIRE(ids);
    for (const auto& id : *ids) {
      CHECK_FALSE(id.requested.empty());
      CHECK((!id.pmcid.empty() || !id.pmid.empty() || !id.doi.empty()));
      if (!id.error.empty()) CHECK(id.pmcid.empty());
    }
  }
}

TEST_CASE("every recorded PubTator export is read, the other replies are refused") {
  const auto recordings = recordings_of("pubtator3");
  std::size_t annotations = 0;
  for (const Recording& recording : recordings) {
    INFO(recording.name);
    const bool exported =
        recording.name.rfind("biomcp_export", 0) == 0 || recording.name.rfind("factoid", 0) == 0;
    const auto records = sources::parse_annotations(recording.reply.body);
    REQUIRE(records.has_value() == exported);
    if (!records) continue;
    REQUIRE(records->size() == 1);
    for (const auto& annotation : records->begin()->second.annotations) {
      CHECK_FALSE(annotation.mentions.empty());
      annotations += annotation.mentions.size();
    }
  }
  CHECK((recordings.empty() || annotations > 80));
}

TEST_CASE("every recorded Crossref work is read, errors are classified") {
  const auto recordings = recordings_of("crossref");
  std::size_t works = 0, updates = 0;
  for (const Recording& recording : recordings) {
    INFO(recording.name);
    const auto verdict = sources::classify_crossref(recording.reply);
    if (recording.reply.status != 200) {
      CHECK(verdict.verdict != Verdict::ok);
      continue;
    }
    if (verdict.verdict != Verdict::ok) continue;  // XML and BibTeX
    std::string body = recording.reply.body;
    Json json = Json::parse(body);
    if (!json.contains("status")) body = Json{{"status", "ok"}, {"message", json}}.dump();
    const auto parsed = sources::parse_crossref(body);
    const Json& message = json.contains("message") ? json["message"] : json;
    REQUIRE(parsed.has_value() == (message.contains("items") || message.contains("DOI")));
    if (!parsed) continue;
    for (const auto& work : *parsed) {
      check_readable(work.record);
      updates += work.updates.size();
      ++works;
    }
  }
  CHECK((recordings.empty() || (works > 60 && updates >= 1)));
}

TEST_CASE("every recorded Unpaywall reply is read or refused") {
  for (const Recording& recording : recordings_of("unpaywall")) {
    INFO(recording.name);
    const auto access = sources::parse_open_access(recording.reply.body);
    REQUIRE(access.has_value() == (recording.name.find("doi_search") != std::string::npos));
    if (!access) continue;
    CHECK((access->is_open_access == true || access->url.empty()));
  }
}
