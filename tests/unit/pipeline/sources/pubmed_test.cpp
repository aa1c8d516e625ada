#include "pipeline/sources/pubmed.hpp"

#include "base/limits.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <algorithm>

using namespace ev;

namespace {

std::string param(const net::RequestPlan& plan, const std::string& name) {
  for (const auto& [key, value] : plan.params) {
    if (key == name) return value;
  }
  return "(none)";
}

net::HttpResponse body(std::string text) {
  net::HttpResponse r;
  r.status = 200;
  r.body = std::move(text);
  return r;
}

bool mentions(const std::vector<std::string>& warnings, const std::string& part) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string& w) { return w.find(part) != std::string::npos; });
}

const Config& config() {
  static const Config c;
  return c;
}

}  // namespace

TEST_CASE("a search is planned with its sort, window and dates") {
  const sources::PubMed pubmed(config());
  const auto plan =
      pubmed.plan({.text = "a AND b", .sort = sources::Sort::date, .offset = 20, .max = 30});
  REQUIRE(plan);
  CHECK(param(*plan, "term") == "a AND b");
  CHECK(param(*plan, "sort") == "pub_date");
  CHECK(param(*plan, "retstart") == "20");
  CHECK(param(*plan, "retmax") == "30");
  CHECK(param(*plan, "retmode") == "json");
  CHECK(param(*plan, "mindate") == "(none)");
  CHECK(plan->may_post);
  CHECK(param(*pubmed.plan({.text = "a"}), "sort") == "relevance");
  CHECK(param(*pubmed.plan({.text = "a", .sort = sources::Sort::author}), "sort") == "Author");
}

TEST_CASE("open ends of a date range are filled, bad dates refused") {
  const sources::PubMed pubmed(config());
  const auto from = pubmed.plan({.text = "a", .start_date = "2020-1"});
  CHECK(param(*from, "mindate") == "2020/01");
  CHECK(param(*from, "maxdate") == "3000");
  CHECK(param(*from, "datetype") == "pdat");
  const auto until = pubmed.plan({.text = "a", .end_date = "2020/12/31"});
  CHECK(param(*until, "mindate") == "1500");
  CHECK(param(*until, "maxdate") == "2020/12/31");
  for (const char* bad : {"20", "2020-13", "2020/1/32", "2020/1/1/1", "soon", "2020-", "-1"}) {
    INFO(bad);
    const auto plan = pubmed.plan({.text = "a", .start_date = bad});
    REQUIRE_FALSE(plan);
    CHECK(plan.error().code == Errc::invalid_argument);
    CHECK(plan.error().path == "date_range.start_date");
  }
  CHECK_FALSE(pubmed.plan({.text = "a", .start_date = "2021", .end_date = "2020-12"}));
  CHECK(pubmed.plan({.text = "a", .start_date = "2020-12", .end_date = "2020"}));
}

TEST_CASE("what PubMed cannot serve is refused or clamped") {
  const sources::PubMed pubmed(config());
  CHECK_FALSE(pubmed.plan({.text = "a", .offset = limits::kPubMedReachable}));
  CHECK_FALSE(pubmed.plan({.text = " "}));
  CHECK(param(*pubmed.plan({.text = "a", .offset = 9990, .max = 50}), "retmax") == "9");
}

TEST_CASE("ids are fetched by POST in batches") {
  const sources::PubMed pubmed(config());
  std::vector<std::string> ids;
  for (int i = 0; i < 450; ++i) ids.push_back(std::to_string(90000000 + i));
  const auto plans = pubmed.fetch(ids);
  REQUIRE(plans.size() == 3);
  CHECK(plans[0].force_post);
  CHECK(plans[0].ttl.count() == 0);
  CHECK(pubmed.batch_of(ids, 2).size() == 50);
  CHECK(pubmed.batch_of(ids, 3).empty());
  CHECK(param(plans[2], "id").substr(0, 17) == "90000400,90000401");
  CHECK(pubmed.fetch({}).empty());
}

TEST_CASE("a search reply gives ids, count and PubMed's reading") {
  const sources::PubMed pubmed(config());
  const auto step = pubmed.parse({.text = "x", .max = 2}, body(R"({"header":{"version":"0.3"},
    "esearchresult":{"count":"40362","retmax":"2","retstart":"0","idlist":["2","1"],
    "translationset":[{"from":"APC","to":"\"Ann Pancreat Cancer\"[Journal:__jid101724278] OR \"apc\"[All Fields]"}],
    "querytranslation":"\"apc\"[All Fields]",
    "errorlist":{"phrasesnotfound":["p.E1X"],"fieldsnotfound":["xyz"]},
    "warninglist":{"phrasesignored":["the"],"quotedphrasesnotfound":["\"no such\""],
    "outputmessages":["Unknown sort schema 'x' ignored"]}}})"));
  REQUIRE(step);
  CHECK(step->ids == std::vector<std::string>{"2", "1"});
  CHECK(step->total == 40362);
  CHECK(step->query_translation == "\"apc\"[All Fields]");
  CHECK(step->api_version == "0.3");
  CHECK(mentions(step->warnings, "`p.E1X`"));
  CHECK(mentions(step->warnings, "broader"));
  CHECK(mentions(step->warnings, "`xyz`"));
  CHECK(mentions(step->warnings, "`the`"));
  CHECK(mentions(step->warnings, "`\"no such\"`"));
  CHECK(mentions(step->warnings, "Unknown sort schema"));
  CHECK(mentions(step->warnings, "journal \"Ann Pancreat Cancer\""));
  CHECK(mentions(step->warnings, "9999"));
}

TEST_CASE("only a conjunct that PubMed leaves out makes the query broader") {
  sources::EsearchReply reply{.count = 5};
  reply.phrases_not_found = {"aaaq", "bbbq", "aaaq"};  // each is named once
  reply.quoted_phrases_not_found = {"\"ccc q\"[tiab]", "\"ccc q\"[tiab]"};
  const auto lines = [&](const char* query) { return sources::warnings_of(reply, query); };
  const auto one = lines("(heart OR aaaq OR bbbq OR \"ccc q\"[tiab]) AND failure");
  CHECK(one == std::vector<std::string>{"3 of the alternatives are in none of the records "
                                        "searched: `aaaq`, `bbbq`, `\"ccc q\"[tiab]`"});
  const auto mixed = lines("(heart OR aaaq) AND bbbq AND \"ccc q\"[tiab]");
  REQUIRE(mixed.size() == 3);
  CHECK(mixed[0] ==
        "PubMed does not know `bbbq` and left it out: the hits are those of a broader query");
  CHECK(mentions(mixed, "was read as separate words"));
  CHECK(mixed[2] == "1 of the alternatives is in none of the records searched: `aaaq`");
  // A conjunct whose alternatives are all unknown is lost as a whole.
  CHECK(lines("(aaaq OR bbbq OR \"ccc q\"[tiab]) AND heart").size() == 3);
  CHECK(mentions(lines("(aaaq OR bbbq OR \"ccc q\"[tiab]) AND heart"), "`aaaq` and left it out"));
  // A conjunct of one alternative makes that alternative broader.
  CHECK(mentions(lines("(heart AND aaaq) OR failure"), "`aaaq` and left it out"));
  CHECK_FALSE(mentions(lines("heart NOT aaaq"), "`aaaq` and left it out"));
  // Words of an untagged term are conjuncts.
  CHECK(mentions(lines("heart aaaq"), "`aaaq` and left it out"));
}

TEST_CASE("no hits are a success") {
  const sources::PubMed pubmed(config());
  const auto step = pubmed.parse({.text = "x"}, body(R"({"esearchresult":{"count":"0","retmax":"0",
    "retstart":"0","idlist":[],"translationset":[]}})"));
  REQUIRE(step);
  CHECK(step->ids.empty());
  CHECK(step->total == 0);
}

TEST_CASE("a short list is told, a list without ids is an error") {
  const sources::PubMed pubmed(config());
  const auto cut = pubmed.parse({.text = "x", .max = 3},
                                body(R"({"esearchresult":{"count":"9","idlist":["1","2"]}})"));
  CHECK(mentions(cut->warnings, "2 of 3"));
  const auto none =
      pubmed.parse({.text = "x"}, body(R"({"esearchresult":{"count":"9","idlist":[]}})"));
  CHECK(none.error().code == Errc::upstream_changed);
  for (const char* odd :
       {"", "[]", "{}", R"({"esearchresult":[]})", R"({"esearchresult":{"count":"many"}})",
        R"({"error":"API key invalid"})", R"({"esearchresult":{"ERROR":"x"}})"}) {
    INFO(odd);
    CHECK_FALSE(pubmed.parse({.text = "x"}, body(odd)));
  }
}

TEST_CASE("a raw line break inside a reply does not hide its error") {
  const auto reply = sources::parse_esearch(
      "{\"esearchresult\":{\"ERROR\":\"Search Backend failed: Exception:\n'retstart' "
      "cannot be larger than 9998.\"}}");
  REQUIRE_FALSE(reply);
  CHECK(reply.error().code == Errc::invalid_argument);
}

TEST_CASE("records that do not come are named") {
  const sources::PubMed pubmed(config());
  const std::vector<std::string> asked = {"90100101", "90100102", "90100999"};
  const auto step = pubmed.parse_records(asked, body(test::fixture("pubmed/malformed.xml")));
  REQUIRE(step);
  CHECK(step->missing == std::vector<std::string>{"90100999"});
  CHECK(mentions(step->warnings, "PMID 90100102"));
  CHECK_FALSE(pubmed.parse_records(asked, body("<eFetchResult><ERROR>No</ERROR>")));
}

TEST_CASE("the sources stand in the order of trust, PubMed first") {
  const auto all = sources::all_sources(config());
  REQUIRE_FALSE(all.empty());
  CHECK(all.front()->info().id == "pubmed");
  std::vector<std::string> names;
  for (const auto& source : all) {
    names.push_back(source->info().id);
    CHECK(source->classify(body("")).verdict == net::Verdict::transient);
  }
  const auto place = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  CHECK(place("openalex") < place("clinicaltrials"));
  CHECK(place("clinicaltrials") < static_cast<std::ptrdiff_t>(names.size()));
}
