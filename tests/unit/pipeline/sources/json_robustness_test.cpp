// Replies that are almost right: every member in turn replaced by values of another type, and
// every reply cut at many places. Nothing breaks, and what is cut is never taken for whole.
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/sources/semanticscholar.hpp"
#include "pipeline/sources/unpaywall.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"
#include "unit/pipeline/sources/replies.hpp"

#include <nlohmann/json.hpp>

#include <functional>

using namespace ev;

namespace {

struct JsonReader {
  const char* name;
  std::string body;
  std::function<bool(const std::string&)> parse;  // whether it was read
  std::function<net::Verdict(const std::string&)> classify;
};

bool read_step(const Result<sources::SourceStep>& step) {
  if (!step) return false;
  for (const model::Article& a : step->articles) {
    REQUIRE(model::article_from_json(Json::parse(model::to_json_text(a))) == a);
  }
  return true;
}

const std::vector<JsonReader>& json_readers() {
  static const Config config;
  static const sources::OpenAlex openalex(config);
  static const sources::ClinicalTrials trials(config);
  static const sources::SemanticScholar scholar(config);
  static const sources::Query query{
      .params = {{"filter", "type:review"}, {"query.term", "x"}, {"query", "x"}}};
  using test::good_reply;
  static const std::vector<JsonReader> all = {
      {"semanticscholar", test::fixture("semanticscholar/search.json"),
       [](const std::string& s) { return read_step(scholar.parse(query, good_reply(s))); },
       [](const std::string& s) { return scholar.classify(good_reply(s)).verdict; }},
      {"openalex", test::fixture("openalex/works.json"),
       [](const std::string& s) { return read_step(openalex.parse(query, good_reply(s))); },
       [](const std::string& s) { return openalex.classify(good_reply(s)).verdict; }},
      {"clinicaltrials", test::fixture("clinicaltrials/studies.json"),
       [](const std::string& s) { return read_step(trials.parse(query, good_reply(s))); },
       [](const std::string& s) { return trials.classify(good_reply(s)).verdict; }},
      {"crossref", test::fixture("crossref/work.json"),
       [](const std::string& s) { return sources::parse_crossref(s).has_value(); },
       [](const std::string& s) { return sources::classify_crossref(good_reply(s)).verdict; }},
      {"pubtator", test::fixture("pubtator3/export.json"),
       [](const std::string& s) { return sources::parse_annotations(s).has_value(); },
       [](const std::string& s) { return sources::classify_pubtator(good_reply(s)).verdict; }},
      {"idconv",
       R"({"status":"ok","records":[{"requested-id":"1","pmid":1,"pmcid":"PMC1","doi":"10.5555/a"}]})",
       [](const std::string& s) { return sources::parse_id_conversion(s).has_value(); },
       [](const std::string& s) { return sources::classify_idconv(good_reply(s)).verdict; }},
      {"unpaywall",
       R"({"doi":"10.5555/a","is_oa":true,"best_oa_location":{"url":"u","license":null}})",
       [](const std::string& s) { return sources::parse_open_access(s).has_value(); },
       [](const std::string& s) { return sources::classify_unpaywall(good_reply(s)).verdict; }}};
  return all;
}

void each_pointer(const Json& value, const Json::json_pointer& at,
                  const std::function<void(const Json::json_pointer&)>& take) {
  if (!at.empty()) take(at);
  if (value.is_object()) {
    for (const auto& item : value.items()) each_pointer(item.value(), at / item.key(), take);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) each_pointer(value[i], at / i, take);
  }
}

}  // namespace

TEST_CASE("members of another type break no reader") {
  const Json others[] = {nullptr,
                         7,
                         -1.5,
                         "text",
                         true,
                         Json::array(),
                         Json::object(),
                         Json::array({1, "a", nullptr}),
                         Json{{"a", Json::array({Json::object()})}}};
  for (const JsonReader& reader : json_readers()) {
    INFO(reader.name);
    const Json whole = Json::parse(reader.body);
    REQUIRE(reader.parse(reader.body));
    std::size_t tried = 0;
    each_pointer(whole, Json::json_pointer(), [&](const Json::json_pointer& at) {
      for (int i = 0; i < 2; ++i) {  // in turn, so that all of them meet every kind of member
        Json changed = whole;
        changed[at] = others[tried++ % std::size(others)];
        reader.parse(changed.dump());
      }
      Json without = whole;
      Json& parent = without[at.parent_pointer()];
      if (parent.is_object()) {
        parent.erase(at.back());
        reader.parse(without.dump());
      }
    });
    CHECK(tried >= 8);
  }
}

TEST_CASE("a reply that is cut is tried again, and never read") {
  for (const JsonReader& reader : json_readers()) {
    INFO(reader.name);
    CHECK(reader.classify(reader.body) == net::Verdict::ok);
    std::string body = reader.body;
    while (body.back() == '\n') body.pop_back();
    const std::size_t step = body.size() > 2000 ? 29 : 1;
    for (std::size_t length = 1; length < body.size(); length += step) {
      const std::string cut = body.substr(0, length);
      const bool judged = reader.classify(cut) == net::Verdict::transient;
      const bool refused = !reader.parse(cut);
      if (judged && refused) continue;
      INFO("cut at " << length);
      REQUIRE(judged);
      REQUIRE(refused);
    }
  }
}
