#include "base/codec.hpp"

#include "support/catch.hpp"

#include <set>
#include <string>

namespace {

struct Filters {
  std::vector<std::string> designs;
  std::optional<int> min_year;
};
template <class V>
void describe(V& v, Filters& f) {
  v("designs", f.designs, {.one_of = {"RCT", "cohort"}});
  v("min_year", f.min_year, {.min = 1800, .max = 3000});
}

struct Args {
  std::string query;
  int max_results = 20;
  double threshold = 0;
  bool boost = false;
  Filters filters;
  std::map<std::string, double> weights;
};
template <class V>
void describe(V& v, Args& a) {
  v("query", a.query, {.required = true, .max_length = 10});
  v("max_results", a.max_results, {.min = 1, .max = 100, .alias = "limit"});
  v("threshold", a.threshold);
  v("boost", a.boost);
  v("filters", a.filters);
  v("weights", a.weights, {.min = 0, .max = 1});
}

ev::Result<Args> read(const char* json) {
  return ev::decode<Args>(*ev::parse_json(json), "demo");
}

std::vector<std::string> problems(const char* json) {
  const auto result = read(json);
  REQUIRE_FALSE(result);
  std::vector<std::string> out;
  for (const ev::Problem& p : result.error().problems) out.push_back(p.path + " " + p.message);
  return out;
}

}  // namespace

TEST_CASE("a struct is read with numbers as strings, integral floats and an alias") {
  const auto a = read(R"({"query":"x","limit":"7","threshold":0.5,"weights":{"n":1},
                          "filters":{"designs":["RCT"],"min_year":2020.0}})");
  REQUIRE(a);
  CHECK(a->max_results == 7);
  CHECK(a->threshold == 0.5);
  CHECK(a->weights.at("n") == 1.0);
  CHECK(a->filters.min_year == 2020);
}

TEST_CASE("null and the empty string mean not given") {
  const auto a = read(R"({"query":"x","max_results":null,"threshold":""})");
  REQUIRE(a);
  CHECK(a->max_results == 20);
  CHECK(problems(R"({"query":""})") == std::vector<std::string>{"query is required"});
}

TEST_CASE("every problem is reported at once, with its path") {
  const auto list = problems(R"({"query":5,"max_results":3.7,"boost":"yes","threshold":true,
                                 "filters":{"designs":["RCT","case"],"min_yaer":1},"weights":{"n":2}})");
  CHECK(list == std::vector<std::string>{
                    "query must be a string, got 5", "max_results must be an integer, got 3.7",
                    "threshold must be a number, got true",
                    "boost must be true or false, got the string \"yes\"",
                    "filters.designs[1] must be one of \"RCT\", \"cohort\", got \"case\"",
                    "filters.min_yaer is not a known field; did you mean min_year?",
                    "weights.n must be between 0 and 1, got 2"});
}

TEST_CASE("ranges, lengths and non-objects are refused") {
  CHECK(problems(R"({"query":"x","max_results":0})") ==
        std::vector<std::string>{"max_results must be between 1 and 100, got 0"});
  CHECK(problems(R"({"query":"12345678901"})") ==
        std::vector<std::string>{"query is longer than 10 characters"});
  CHECK(problems("[]") == std::vector<std::string>{" must be an object, got an array"});
  CHECK(problems(R"({"query":"x","max_results":"1e3x"})").size() == 1);
}

TEST_CASE("the object writer, the text writer and the stored reader agree") {
  Args a{.query = "a \"b\"\n",
         .max_results = 3,
         .threshold = 0.25,
         .boost = true,
         .filters = {.designs = {"RCT"}, .min_year = 2001},
         .weights = {{"n", 0.5}}};
  const ev::Json json = ev::encode(a);
  CHECK(*ev::parse_json(ev::encode_text(a)) == json);
  const Args back = ev::decode_stored<Args>(json);
  CHECK(ev::encode(back) == json);
  Args empty;
  CHECK(ev::encode(empty).count("query") == 0);
}

TEST_CASE("what could not be read is told once") {
  std::vector<ev::Problem> problems = {{"ids", "must be a list"}, {"n", "is too large"}};
  problems.push_back({"ids", "must name at least one record"});
  problems.push_back({"query", "must say what to look for"});
  ev::codec::drop_repeated(problems, 2);
  REQUIRE(problems.size() == 3);
  CHECK(problems.back().path == "query");
}

TEST_CASE("every error code has a name of its own and is found by it") {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(ev::Errc::internal); ++i) {
    const auto code = static_cast<ev::Errc>(i);
    CHECK(names.insert(ev::to_string(code)).second);
    CHECK(ev::errc_of(ev::to_string(code)) == code);
  }
  CHECK(ev::errc_of("llm_refused") == ev::Errc::llm_refused);
  CHECK_FALSE(ev::errc_of("llm"));
}

namespace {

struct PagedArgs {
  int max_results_per_source = 10;
  std::vector<std::string> sources;
};
template <class V>
void describe(V& v, PagedArgs& a) {
  static constexpr std::pair<std::string_view, std::string_view> kInstead[] = {{"web", "openalex"}};
  v("max_results_per_source", a.max_results_per_source, {.min = 1, .max = 50, .paged = true});
  v("sources", a.sources, {.one_of = {"pubmed", "openalex"}, .instead = kInstead});
}

}  // namespace

TEST_CASE("more than a page is a page, and says so") {
  std::vector<std::string> notes;
  const auto a =
      ev::decode<PagedArgs>(*ev::parse_json(R"({"max_results_per_source":20000})"), "t", &notes);
  REQUIRE(a);
  CHECK(a->max_results_per_source == 50);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].starts_with("max_results_per_source: at most 50 at once, not 20000"));
  CHECK_FALSE(ev::decode<PagedArgs>(*ev::parse_json(R"({"max_results_per_source":0})"), "t"));
}

TEST_CASE("a part of a name is told the whole; what is often tried, its replacement") {
  const auto part = ev::decode<PagedArgs>(*ev::parse_json(R"({"max_results":5})"), "t");
  REQUIRE_FALSE(part);
  CHECK(part.error().problems[0].message ==
        "is not a known field; did you mean max_results_per_source?");
  const auto web = ev::decode<PagedArgs>(*ev::parse_json(R"({"sources":["Web"]})"), "t");
  REQUIRE_FALSE(web);
  CHECK(web.error().problems[0].message.ends_with("; in its place: openalex"));
}
