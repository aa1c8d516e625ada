#include "pipeline/library/format.hpp"

#include "support/catch.hpp"

using namespace ev;
using library::Format;

namespace {

std::string found(std::string_view head, std::string_view name = "records.txt") {
  const auto format = library::format_of(head, name);
  return format ? std::string(library::name_of(*format)) : format.error().message;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("formats are known by their content") {
  CHECK(found("<?xml version=\"1.0\"?>\n<!DOCTYPE PubmedArticleSet>\n<PubmedArticleSet>") ==
        "PubMed XML");
  CHECK(found("<!-- a > b --><xml><records><record>") == "EndNote XML");
  CHECK(found("<records><record>") == "EndNote XML");
  CHECK(found("\n\nPMID- 90000001\nOWN - NLM\n") == "MEDLINE/nbib");
  CHECK(found("OWN - NLM\nTI  - x\n") == "MEDLINE/nbib");
  CHECK(found("TY  - JOUR\n") == "RIS");
  CHECK(found("Provider: X\nContent: text/plain\n\nTY  - JOUR\n") == "RIS");
  CHECK(found("TY - JOUR\r\n") == "RIS");
  CHECK(found("% Encoding: UTF-8\n\n@Article{a1,\n") == "BibTeX");
  CHECK(found("@string{x = \"y\"}\n") == "BibTeX");
  CHECK(found("{\"pmid\":\"1\"}\n") == "JSONL");
  CHECK(found("record_id,author,title,year\n") == "CSV");
  CHECK(found("Record ID;Authors;Title\n") == "CSV");
  CHECK(found("sep=;\nTitle;Year\n") == "CSV");
  CHECK(found("PT\tAU\tTI\tPY\n") == "TSV");
  CHECK(found("\"PMID\",\"Title\"\n") == "CSV");
}

TEST_CASE("a name decides where the content fits several or is thin") {
  CHECK(found("pmid\n90000001\n", "list.csv") == "CSV");
  CHECK(found("pmid\n90000001\n", "list.csv.gz") == "CSV");
  CHECK(has(found("pmid\n90000001\n"), "not known"));
  CHECK(has(found("a,b\n1,2\n", "table.csv"), "names no column"));
}

TEST_CASE("what is no record file is refused by what it seems to be") {
  CHECK(has(found("PK\x03\x04"), "workbook"));
  CHECK(has(found("%PDF-1.4"), "PDF"));
  CHECK(has(found(std::string_view("a\0b", 3)), "not text"));
  CHECK(has(found("<html><body>"), "root element html"));
  CHECK(has(found("[{\"pmid\": 1}]"), "several lines"));
  CHECK(has(found("{\n  \"pmid\": 1"), "several lines"));
  CHECK(has(found(" \n"), "empty"));
  CHECK(has(found("FN Clarivate\nVR 1.0\n"), "Web of Science"));
  CHECK(has(found("Dear all, please read this title, it is good"), "BibTeX (each also as .gz)"));
}
