#include "pipeline/sources/pubmed_xml_split.hpp"

#include "support/catch.hpp"

#include <vector>

using namespace ev;
using sources::XmlPiece;

namespace {

// Hands out one byte at a time.
class Dripping final : public sources::ByteSource {
 public:
  explicit Dripping(std::string_view bytes) : rest_(bytes) {}
  Result<std::size_t> read(char* into, std::size_t) override {
    if (rest_.empty()) return std::size_t{0};
    *into = rest_.front();
    rest_.remove_prefix(1);
    return std::size_t{1};
  }

 private:
  std::string_view rest_;
};

class Failing final : public sources::ByteSource {
 public:
  Result<std::size_t> read(char*, std::size_t) override {
    return Error{.code = Errc::upstream_changed, .message = "broken"};
  }
};

std::vector<std::string> pieces(sources::RecordSplitter& splitter) {
  std::vector<std::string> out;
  XmlPiece piece;
  while (splitter.next(piece).value_or(false)) {
    const char* kind = piece.kind == XmlPiece::Kind::record    ? "record "
                       : piece.kind == XmlPiece::Kind::deleted ? "deleted "
                                                               : "malformed ";
    out.push_back(kind + std::string(piece.bytes));
  }
  return out;
}

constexpr std::string_view kSet =
    "\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<!DOCTYPE X [ <!ENTITY a \"b>\"> ]>\n"
    "<!-- <PubmedArticle> --><PubmedArticleSet>\n"
    "<PubmedArticle><PMID>1</PMID></PubmedArticle>\n"
    "<PubmedBookArticle a=\"b\"><PMID>2</PMID></PubmedBookArticle >"
    "<DeleteCitation><PMID>3</PMID></DeleteCitation></PubmedArticleSet>\n";

}  // namespace

TEST_CASE("records are split off in order, whatever the chunks") {
  const std::vector<std::string> expected = {
      "record <PubmedArticle><PMID>1</PMID></PubmedArticle>",
      "record <PubmedBookArticle a=\"b\"><PMID>2</PMID></PubmedBookArticle >",
      "deleted <DeleteCitation><PMID>3</PMID>"};
  sources::MemorySource memory(kSet);
  sources::RecordSplitter at_once(memory);
  CHECK(pieces(at_once) == expected);
  CHECK(at_once.root() == "PubmedArticleSet");
  CHECK(at_once.root_closed());
  Dripping dripping(kSet);
  sources::RecordSplitter by_byte(dripping);
  CHECK(pieces(by_byte) == expected);
  CHECK(by_byte.bytes_read() == kSet.size());
}

TEST_CASE("offsets are those of the stream") {
  sources::MemorySource memory(kSet);
  sources::RecordSplitter splitter(memory);
  XmlPiece piece;
  REQUIRE(splitter.next(piece).value_or(false));
  CHECK(kSet.substr(piece.offset, piece.bytes.size()) == piece.bytes);
  REQUIRE(splitter.next(piece).value_or(false));
  CHECK(kSet.substr(piece.offset, piece.bytes.size()) == piece.bytes);
}

TEST_CASE("a record that is not closed does not take the next one with it") {
  sources::MemorySource memory(
      "<PubmedArticleSet><PubmedArticle><PMID>1</PMID> <PubmedArticle>2</PubmedArticle>"
      "<PubmedArticle>3</PubmedArticleSet>");
  sources::RecordSplitter splitter(memory);
  CHECK(pieces(splitter) == std::vector<std::string>{"malformed <PubmedArticle><PMID>1</PMID> ",
                                                     "record <PubmedArticle>2</PubmedArticle>",
                                                     "malformed <PubmedArticle>3"});
  CHECK(splitter.root_closed());
}

TEST_CASE("cut-off text is told, wherever it ends") {
  for (const std::size_t length : {10u, 60u, 120u, 140u, 150u, 160u, 200u}) {
    sources::MemorySource memory(kSet.substr(0, length));
    sources::RecordSplitter splitter(memory);
    pieces(splitter);
    CHECK_FALSE(splitter.root_closed());
  }
  sources::MemorySource memory("<PubmedArticleSet><PubmedArticle>x</PubmedArticle");
  sources::RecordSplitter splitter(memory);
  CHECK(pieces(splitter) == std::vector<std::string>{"malformed <PubmedArticle>x</PubmedArticle"});
}

TEST_CASE("a bare record, an empty set and an error reply are told apart") {
  sources::MemorySource bare("<PubmedArticle>x</PubmedArticle>");
  sources::RecordSplitter one(bare);
  CHECK(pieces(one).size() == 1);
  CHECK(one.root_closed());
  sources::MemorySource closed("<PubmedArticleSet/>");
  sources::RecordSplitter none(closed);
  CHECK(pieces(none).empty());
  CHECK(none.root_closed());
  sources::MemorySource reply("<eFetchResult><ERROR>No good</ERROR></eFetchResult>");
  sources::RecordSplitter error(reply);
  CHECK(pieces(error).empty());
  CHECK(error.root() == "eFetchResult");
  CHECK(error.error_text() == "No good");
}

TEST_CASE("the error of the source comes through") {
  Failing failing;
  sources::RecordSplitter splitter(failing);
  XmlPiece piece;
  CHECK(splitter.next(piece).error().message == "broken");
}

TEST_CASE("the PMID is found without parsing") {
  CHECK(sources::pmid_of("<A><PMID Version=\"1\">12</PMID></A>") == "12");
  CHECK(sources::pmid_of("<A><PMID").empty());
  CHECK(sources::pmid_of("").empty());
}
