#include "pipeline/text/read_part.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/text/document.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>

using namespace ev;

namespace {

std::string repeated(std::string_view unit, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += unit;
  return out;
}

std::size_t digit_runs(std::string_view s) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto digit = [&](std::size_t at) { return s[at] >= '0' && s[at] <= '9'; };
    out += digit(i) && (i == 0 || !digit(i - 1)) ? 1 : 0;
  }
  return out;
}

}  // namespace

TEST_CASE("an ordinary record is read whole, its sentences undivided") {
  const model::Article article{.title = "Tea for pain (n = 12): 3.5 cups",
                               .abstract = "We gave tea to 12 adults. Pain fell by 1.5 points."};
  CHECK(doc::is_read_whole(article));
  const doc::Document document(article);
  CHECK(&document.article() == &article);
  REQUIRE(document.sentences().size() == 3);
  CHECK(document.text(document.sentences()[1].span) == "We gave tea to 12 adults.");
}

TEST_CASE("whatever a record holds, its document is bounded") {
  for (const std::string_view unit :
       {"n=12 ", "A. ", "A.", ")METHODS: ", "(x) Bare ", "\n", "? ", "1", "1 ", "pain ", "(",
        "()()", "\u00e9", "\u0301", "\xF0\x9F\x98\x80", "95% CI 1.0-2.0; ", "aaaa",
        "METHODS: ", "U.S. "}) {
    for (const std::size_t bytes : {std::size_t{50'000}, std::size_t{400'000}}) {
      CAPTURE(unit, bytes);
      const model::Article article{.title = repeated(unit, bytes),
                                   .abstract = repeated(unit, bytes)};
      CHECK_FALSE(doc::is_read_whole(article));
      const doc::Document document(article);
      CHECK(document.article().title.size() <= limits::kReadTitleBytes);
      CHECK(document.article().abstract.size() <= limits::kReadAbstractBytes);
      CHECK(text::valid_utf8(document.article().abstract));
      CHECK(digit_runs(document.article().abstract) <= limits::kReadNumbers);
      CHECK(document.sentences().size() <= limits::kReadSentences + 20);
      for (const doc::Sentence& sentence : document.sentences()) {
        CHECK(document.text(sentence.span).size() <= limits::kReadSentenceBytes);
        CHECK(digit_runs(document.text(sentence.span)) <= limits::kReadSentenceNumbers);
      }
    }
  }
}

TEST_CASE("a long sentence is read in parts that leave nothing out") {
  const std::string text = repeated("tea (n = 12), ", 3'000) + "water";
  std::string read;
  for (const auto& [begin, end] : doc::parts_of_sentence(text, 0, text.size())) {
    CHECK((begin == 0 || text[begin - 1] == ' '));
    read += text.substr(begin, end - begin) + " ";
  }
  CHECK(read == text + " ");
}

TEST_CASE("sections beyond the part that is read go, those across its end are cut") {
  model::Article article{.abstract = repeated("Tea is hot and good. ", 60'000)};
  for (int i = 0; i < 300; ++i) article.sections.push_back({"", "RESULTS", i * 200, i * 200 + 200});
  const doc::Document document(article);
  CHECK(document.article().sections.size() <= limits::kReadSections);
  const auto length = static_cast<int>(document.article().abstract.size());
  for (const model::Section& section : document.article().sections) CHECK(section.end <= length);
  // The quote holds for the whole record.
  const doc::Quote quote = document.quote(document.sentences().back().span);
  CHECK(text::slice(article.abstract, static_cast<std::size_t>(quote.start),
                    static_cast<std::size_t>(quote.end)) == quote.text);
}

TEST_CASE("marks on no letter are no word") {
  CHECK(doc::tokenize("\u0301\u0301 \u0308").empty());
  const auto tokens = doc::tokenize("tea \u0301 e\u0301tude");
  REQUIRE(tokens.size() == 2);
  for (const doc::Token& token : tokens) CHECK_FALSE(token.folded.empty());
}

TEST_CASE("records that are cut are named, the first of them") {
  CHECK_FALSE(doc::cut_records_warning({}));
  std::vector<model::Article> articles(8, model::Article{.abstract = repeated("A. ", 90'000)});
  for (std::size_t i = 0; i < articles.size(); ++i) articles[i].pmid = std::to_string(i + 1);
  articles[0].abstract = "Short.";
  const auto warning = doc::cut_records_warning(articles);
  REQUIRE(warning);
  CHECK(warning->find("7 records") != std::string::npos);
  CHECK(warning->find(": 2, 3, 4, 5, 6 …") != std::string::npos);
}
