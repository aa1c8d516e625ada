#include "tools/inline_article.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/tool_services.hpp"
#include "tools/inline_records.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

Result<tools::RecordSet> load_inline_rows(test::ToolServices& t, std::vector<Json> rows) {
  return tools::load_records(t.services, {.items = std::move(rows)}, "articles", t.ctx);
}

}  // namespace

TEST_CASE("a date is read under its usual names, as precise as it is given") {
  test::ToolServices t;
  const auto date_of = [&](Json members) {
    members.update({{"pmid", "71"}, {"title", "T"}, {"abstract", "A."}});
    const auto set = load_inline_rows(t, {members});
    REQUIRE(set);
    CHECK(set->warnings.empty());
    return set->articles[0].publication_date;
  };
  CHECK(date_of({{"year", 2019}}) == "2019");
  CHECK(date_of({{"publication_year", "2019"}}) == "2019");
  CHECK(date_of({{"pub_date", "2019 Mar 7"}}) == "2019-03-07");
  CHECK(date_of({{"date", "2019-03-07T12:00:00Z"}}) == "2019-03-07");
  CHECK(date_of({{"year", 2019}, {"date", "2019-03"}}) == "2019-03");
  CHECK(date_of({{"publication_date", "2019-03"}, {"year", 2018}}) == "2019-03");
  CHECK(date_of({{"publication_date", 2019}}) == "2019");
}

TEST_CASE("a retraction is read under its usual names") {
  const auto status_of = [](Json members) {
    test::ToolServices t;
    members.update({{"pmid", "72"}, {"title", "T"}, {"abstract", "A."}});
    const auto set = load_inline_rows(t, {members});
    REQUIRE(set);
    CHECK(set->warnings.empty());
    return set->articles[0].retraction.status;
  };
  for (const Json& given :
       {Json{{"is_retracted", true}}, Json{{"retracted", true}}, Json{{"retracted", "yes"}},
        Json{{"retracted", 1}}, Json{{"retracted", "2021-03-01"}},
        Json{{"retraction_status", "retracted"}}, Json{{"retraction_status", "under retraction"}},
        Json{{"retraction_status", "Retracted article"}}, Json{{"retraction", "retracted"}},
        Json{{"retraction", {{"status", "Retracted"}}}},
        Json{{"flags", {"retracted", "no_abstract"}}},
        Json{{"retracted", true}, {"retraction", {{"status", "none"}}}},
        Json{{"is_retracted", true},
             {"comments_corrections", {{{"type", "ErratumIn"}, {"pmid", "9"}}}}}}) {
    INFO(given.dump());
    CHECK(status_of(given) == model::RetractionStatus::retracted);
  }
  for (const Json& given : {Json{{"is_retracted", false}}, Json{{"retracted", "no"}},
                            Json{{"retraction_status", "not retracted"}}}) {
    INFO(given.dump());
    CHECK(status_of(given) == model::RetractionStatus::none);
  }
  CHECK(status_of({{"retraction_status", "retraction notice"}}) == model::RetractionStatus::notice);
  CHECK(status_of({{"retraction_status", "Expression of Concern"}}) ==
        model::RetractionStatus::expression_of_concern);
}

TEST_CASE("members that nobody reads are named in one warning") {
  test::ToolServices t;
  const auto set =
      load_inline_rows(t, {Json{{"pmid", "76"}, {"title", "T"}, {"abstract", "A."}, {"weather", 1}},
                           Json{{"pmid", "77"}, {"title", "T"}, {"abstract", "A."}, {"titel", "T"}},
                           Json{{"pmid", "78"},
                                {"title", "T"},
                                {"abstract", "A."},
                                {"weather", "x"},
                                {"year", "soon"}}});
  REQUIRE(set);
  REQUIRE(set->warnings.size() == 1);
  CHECK(set->warnings[0] ==
        "3 member(s) of inline records are not read: titel in articles[1] (did you mean title?); "
        "weather in articles[0], articles[2]; year (names no date) in articles[2]");
}

TEST_CASE("line ends are one character in what is stored, and sections fit it") {
  test::ToolServices t;
  const auto set =
      load_inline_rows(t, {Json{{"pmid", "79"},
                                {"title", "T"},
                                {"abstract", "Aim: é.\r\nResult: five.\rEnd."},
                                {"sections",
                                 {{{"label", "AIM"}, {"start", 5}, {"end", 7}},
                                  {{"label", "RESULT"}, {"start", 17}, {"end", 22}}}}}});
  REQUIRE(set);
  const model::Article& a = set->articles[0];
  CHECK(a.abstract == "Aim: é.\nResult: five.\nEnd.");
  CHECK(a.sections[0].end == 7);
  const auto begin = text::byte_of(a.abstract, static_cast<std::size_t>(a.sections[1].start));
  CHECK(a.abstract.substr(begin, 5) == "five.");
  CHECK(a.sections[1].end - a.sections[1].start == 5);
}
