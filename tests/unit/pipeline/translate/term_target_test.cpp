#include "pipeline/translate/term_target.hpp"

#include "pipeline/pubmed_query/parser.hpp"
#include "support/catch.hpp"

namespace ev::translate {

namespace {

// Says which of its questions was asked.
class Asked final : public TermTarget {
 private:
  TermResult filter_term(const std::string& key) const override {
    return untranslatable("filter " + key);
  }
  TermResult pmids(const pubmed_query::Term&) const override { return untranslatable("pmids"); }
  TermResult date(const pubmed_query::Term&) const override { return untranslatable("date"); }
  const char* inner_wildcard() const override { return "inner wildcard"; }
  TermResult text_term(const pubmed_query::Term&) const override { return untranslatable("text"); }
  TermResult heading(const pubmed_query::Term&) const override { return untranslatable("heading"); }
  TermResult value(const pubmed_query::Term&) const override { return untranslatable("value"); }
};

std::string asked(const char* query) {
  return Asked().term(pubmed_query::parse(query).tree->term).why_not;
}

}  // namespace

TEST_CASE("a term is taken by its kind") {
  CHECK(asked("gnome") == "text");
  CHECK(asked("gnome[ti]") == "text");
  CHECK(asked("\"purple gnome\"[tiab]") == "text");
  CHECK(asked("\"Zebra Fever\"[mh]") == "heading");
  CHECK(asked("zebrinol[nm]") == "heading");
  CHECK(asked("smith j[au]") == "value");
  CHECK(asked("90000001[pmid]") == "pmids");
  CHECK(asked("2015[dp]") == "date");
  CHECK(asked("free full text[filter]").starts_with("filter"));
}

}  // namespace ev::translate
