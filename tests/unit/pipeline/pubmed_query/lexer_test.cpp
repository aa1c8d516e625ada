#include "pipeline/pubmed_query/lexer.hpp"

#include "pipeline/pubmed_query/check.hpp"
#include "support/catch.hpp"

#include <ctime>
#include <string>
#include <vector>

namespace ev::pubmed_query {

namespace {

const char* name_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::open:
      return "(";
    case TokenKind::close:
      return ")";
    case TokenKind::phrase:
      return "phrase";
    case TokenKind::tag:
      return "tag";
    case TokenKind::op:
      return "op";
    case TokenKind::word:
      return "word";
    case TokenKind::end:
      break;
  }
  return "end";
}

// "word:asthma@0-6 | tag:ti@6-10"
std::string tokens(std::string_view query) {
  std::string out;
  for (const Token& t : lex(query).tokens) {
    if (!out.empty()) out += " | ";
    out += std::string(name_of(t.kind)) + ":" + t.text + "@" + std::to_string(t.begin) + "-" +
           std::to_string(t.end);
  }
  return out;
}

std::string faults(std::string_view query) {
  std::string out;
  for (const Diagnostic& d : lex(query).errors) {
    if (!out.empty()) out += " | ";
    out += d.code + "@" + std::to_string(d.position);
  }
  return out;
}

std::string repeated(const std::string& piece, std::size_t bytes) {
  std::string out;
  while (out.size() + piece.size() <= bytes) out += piece;
  return out;
}

}  // namespace

TEST_CASE("tokens with code-point positions") {
  CHECK(tokens("asthma [ti] AND (\"heart  failure\"[tiab])") ==
        "word:asthma@0-6 | tag:ti@7-11 | op:AND@12-15 | (:(@16-17 | phrase:heart failure@17-33 | "
        "tag:tiab@33-39 | ):)@39-40");
  CHECK(tokens("\u00e9t\u00e9[ti] OR x1") ==
        "word:\u00e9t\u00e9@0-3 | tag:ti@3-7 | op:OR@8-10 | "
        "word:x1@11-13");
  CHECK(tokens("\u201cmock fever\u201d").find("phrase:mock fever@0-12") == 0);
  CHECK(lex("a\u00e9b").length == 3);
}

TEST_CASE("the first and the last character may be a mark") {
  CHECK(faults("\"") == "unclosed_quote@0");
  CHECK(tokens("\"").empty());
  CHECK(faults("[") == "unclosed_tag@0");
  CHECK(faults("]") == "stray_bracket@0");
  CHECK(faults("x1]") == "stray_bracket@2");
  CHECK(faults("x1[") == "unclosed_tag@2");
  CHECK(tokens("\"x1\"") == "phrase:x1@0-4");
  CHECK(tokens("[ti]") == "tag:ti@0-4");
  CHECK(faults("x1 \"") == "unclosed_quote@3");
}

TEST_CASE("an open quote ends where the writer meant it to") {
  // Before a tag, before an operator while the marks do not pair up, else before a bracket.
  CHECK(tokens("\"mock fever[ti] AND \"x1\"[ti]") ==
        "phrase:mock fever@0-11 | tag:ti@11-15 | op:AND@16-19 | phrase:x1@20-24 | tag:ti@24-28");
  CHECK(faults("\"mock fever[ti] AND \"x1\"[ti]") == "unclosed_quote@0");
  CHECK(tokens("\"mock fever AND \"x1\"").find("phrase:mock fever@0-12 | op:AND") == 0);
  // A bracket that is no tag belongs to the phrase, however far off it closes.
  CHECK(tokens("\"mock [a note] fever\"") == "phrase:mock [a note] fever@0-21");
  const std::string note(200, 'n');
  CHECK(faults("\"mock [" + note + "] fever\"").empty());
  CHECK(faults("\"mock fever[Transliterated Title] x1\"").starts_with("unclosed_quote@0"));
}

TEST_CASE("a tag that is not closed is one when it names a field") {
  CHECK(tokens("mock[tiab AND x1[ti]") ==
        "word:mock@0-4 | tag:tiab@4-9 | op:AND@10-13 | word:x1@14-16 | tag:ti@16-20");
  CHECK(faults("mock[tiab AND x1[ti]") == "unclosed_tag@4");
  CHECK(tokens("mock[gnome AND x1") ==
        "word:mock@0-4 | word:gnome@5-10 | op:AND@11-14 | word:x1@15-17");
}

// Seconds of this process's own work, which other programs of the machine do not add to.
double computing_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// The square of this length is 4e10: minutes.
TEST_CASE("hostile queries are read in time with their length") {
  for (const char* piece :
       {"[", "]", "\"", "(", "\"[", "[ ", "[a ", "\"a [", "\"[a] ", "[ti", "x1[ti OR ", "\" AND \"",
        "\"a AND ", "x1 \"y1[ti] ", "10.1000/a(", "NOT ", "[]"}) {
    for (const char* tail : {"", "]", "\""}) {
      const std::string query = repeated(piece, 200'000) + tail;
      INFO(piece << " … " << tail);
      const double start = computing_seconds();
      const Lexed got = lex(query);
      const double took = computing_seconds() - start;
      CHECK(got.length == static_cast<int>(query.size()));
      CHECK(took < 30.0);
    }
  }
}

TEST_CASE("a long broken query is refused in time, with its repair or without") {
  for (const char* piece : {"[", "\"", "\"[a] ", "x1[ti OR ", "\"a AND ", "x1 \"y1[ti] "}) {
    const std::string query = repeated(piece, 50'000);
    INFO(piece);
    const double start = computing_seconds();
    const Checked got = check(query);
    const double took = computing_seconds() - start;
    CHECK_FALSE(got.valid);
    CHECK(took < 60.0);
  }
}

}  // namespace ev::pubmed_query
