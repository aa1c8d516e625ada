#include "pipeline/pubmed_query/search_keys.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/date_keys.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ev::pubmed_query {

namespace {

bool selects(const std::vector<KeyQuery>& wanted, const std::vector<std::string>& keys) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const KeyQuery& q) {
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
      return q.prefix ? key.starts_with(q.key) : key == q.key;
    });
  });
}

Term dates(const std::string& low, const std::string& high) {
  Term term;
  term.text = low;
  term.high = high;
  term.field = Field::dp;
  return term;
}

bool overlaps(const Date& a_first, const Date& a_last, const Date& b_first, const Date& b_last) {
  return a_first <= b_last && a_last >= b_first;
}

std::string dashed(const Date& d) {
  std::string out = to_text(d);
  std::replace(out.begin(), out.end(), '/', '-');
  return out;
}

}  // namespace

TEST_CASE("date keys select just the records whose dates touch the range") {
  unsigned seed = 5;
  const auto pick = [&seed](int n) {
    seed = seed * 1103515245U + 12345U;
    return static_cast<int>(seed >> 16 & 0x7fffU) % n;
  };
  const auto date = [&pick] {
    Date d{2012 + pick(6), 0, 0};
    if (pick(3) > 0) d.month = 1 + pick(12);
    if (d.month > 0 && pick(2) > 0) d.day = 1 + pick(28);
    return d;
  };
  for (int i = 0; i < 4000; ++i) {
    const Date low = date();
    const Date high = date();
    const Date of_record = date();
    const bool expected =
        first_day(low) <= last_day(high) &&
        overlaps(first_day(of_record), last_day(of_record), first_day(low), last_day(high));
    INFO(to_text(low) << " : " << to_text(high) << " / " << to_text(of_record));
    REQUIRE(selects(range_keys(dates(to_text(low), to_text(high)), {2026, 11, 21}),
                    date_keys(dashed(of_record))) == expected);
  }
}

TEST_CASE("a long range is few keys") {
  CHECK(range_keys(dates("2015", "3000"), {2026, 11, 21}).size() < 30);
  CHECK(range_keys(dates("1000", "1999"), {2026, 11, 21}) ==
        std::vector<KeyQuery>{{"year:1", true}});
  CHECK(pmid_range("30000000", "30020000").size() < 40);
  CHECK(pmid_range("7", "7") == std::vector<KeyQuery>{{"pmid9:000000007", false}});
  CHECK(pmid_range("9", "7").empty());
  CHECK(pmid_range("x", "7").empty());
}

TEST_CASE("a language is found by code and name, however the record writes it") {
  model::Article article;
  article.languages = {"ENG"};
  const std::vector<std::string> keys = keys_of(article);
  Term term;
  term.field = Field::la;
  for (const char* text : {"eng", "English", "english"}) {
    term.text = text;
    CHECK(selects(keys_for(term, mesh::built_in(), {2026, 11, 21}), keys));
  }
}

}  // namespace ev::pubmed_query
