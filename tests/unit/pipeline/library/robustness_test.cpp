// Every prefix of a small file of each format, and files with a byte changed, are read without a
// crash; records of a prefix are articles or named as malformed.
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/library/import_support.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

using namespace ev;

namespace {

const std::vector<std::pair<std::string, std::string>>& samples() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"a.nbib", test::fixture("nbib/twin.nbib")},
      {"a.ris",
       "TY  - JOUR\r\nTI  - M\xFCller\r\nAU  - Doe, J.\r\nKW  - a\r\nb\r\nDA  - 2019/03/07/\r\nSP  "
       "- 1\r\nEP  "
       "- 9\r\nER  - \r\nTY  - JOUR\r\nTI  - B\r\nUR  - https://doi.org/10.5555/x\r\nER  - \r\n"},
      {"a.csv",
       "title,author,year,pmid\n\"A \"\"b\"\"\nc\",\"Doe, J. and Roe, R.\",2004,90000001\nB,,,\n"},
      {"a.tsv", "Title\tYear\nA\t2004\nB\t\"2\n005\"\n"},
      {"a.jsonl",
       "{\"pmid\":\"90000001\",\"title\":\"\\u00fc\\ud83d\\ude00\",\"abstract\":\"x\",\"sections\":"
       "[{\"label\":\"A\","
       "\"start\":0,"
       "\"end\":1}],\"metadata\":{\"a\":\"b\"}}\n{\"title\":\"B\"}\n"},
      {"a.xml",
       "<xml><records><record><titles><title><style>A &amp; B</style></title></titles></record>"
       "<record><dates><year>2019</year></dates></record></records></xml>"},
      {"a.bib",
       "@string{j = \"J\"}\n@article{k, title={{\\\"U}ber {a}}, author={Doe, J. and {X Y}}, "
       "journal=j # j, "
       "month=mar, year=2019}\n@misc{l, title=\"B\"}\n"},
  };
  return all;
}

void check_sound(const test::Read& got) {
  for (const model::Article& a : got.articles) {
    CHECK_FALSE(model::item_id(a).empty());
    CHECK(text::valid_utf8(model::to_json_text(a)));
    const auto length = static_cast<int>(text::code_points(a.abstract));
    for (const model::Section& s : a.sections) CHECK((s.start < s.end && s.end <= length));
  }
}

}  // namespace

TEST_CASE("files cut at every byte") {
  for (const auto& [name, whole] : samples()) {
    INFO(name);
    const test::Read all = test::read_text(whole, name);
    REQUIRE(all.error.empty());
    CHECK(all.report.malformed.empty());
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const test::Read got = test::read_text(std::string_view(whole).substr(0, size), name);
      check_sound(got);
      CHECK(got.articles.size() <= all.articles.size());
    }
  }
}

TEST_CASE("files with one byte changed") {
  for (const auto& [name, whole] : samples()) {
    INFO(name);
    std::string changed = whole;
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 300) {
      for (const char c : {'\0', '"', '{', '}', '\n', '\xFF', '<'}) {
        changed[at] = c;
        check_sound(test::read_text(changed, name));
      }
      changed[at] = whole[at];
    }
  }
}
