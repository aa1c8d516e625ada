#include "pipeline/sources/comment_links.hpp"

#include "pipeline/sources/pubmed_xml.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

std::vector<std::string> ties_of(const model::Article& a) {
  std::vector<std::string> out;
  for (const model::Relation& r : a.related) out.push_back(r.type + " " + r.id + " " + r.source);
  return out;
}

model::Article read_with(const std::string& comments, const std::string& type = "Journal Article") {
  sources::XmlReader reader;
  return *reader.read(
      "<PubmedArticle><MedlineCitation><PMID>90000001</PMID><Article><ArticleTitle>A title.</"
      "ArticleTitle><PublicationTypeList><PublicationType>" +
      type + "</PublicationType></PublicationTypeList></Article><CommentsCorrectionsList>" +
      comments + "</CommentsCorrectionsList></MedlineCitation></PubmedArticle>");
}

std::string comment(const std::string& type, const std::string& source, const std::string& pmid) {
  return "<CommentsCorrections RefType=\"" + type + "\"><RefSource>" + source + "</RefSource>" +
         (pmid.empty() ? "" : "<PMID>" + pmid + "</PMID>") + "</CommentsCorrections>";
}

}  // namespace

TEST_CASE("types of comments are those of the PubMed DTD") {
  CHECK(sources::comment_type("Erratum for") == "ErratumFor");
  CHECK(sources::comment_type("Expression of concern in") == "ExpressionOfConcernIn");
  CHECK(sources::comment_type("Corrected and republished from") == "CorrectedandRepublishedFrom");
  CHECK(sources::comment_type("Retraction in:") == "RetractionIn");
  CHECK(sources::comment_type(" Something new ") == "Something new");
  CHECK(sources::comment_relation("Retraction of") == "notice_of");
  CHECK(sources::comment_relation("Cites").empty());
  CHECK(sources::comment_relation("Something new").empty());
}

TEST_CASE("a PubMed record is tied to its notices, corrections and comments") {
  const model::Article a = read_with(comment("RetractionIn", "Ex J. 2024;1:2", "90000002") +
                                     comment("ErratumIn", "Ex J. 2023;1:9", "90000003") +
                                     comment("CommentIn", "Ex J. 2022;1:8", "90000004") +
                                     comment("Cites", "Ex J. 2001;1:8", "90000005") +
                                     comment("ErratumIn", "Ex J. 2023;1:10", ""));
  CHECK(ties_of(a) == std::vector<std::string>{"has_notice PMID:90000002 pubmed",
                                               "has_erratum PMID:90000003 pubmed",
                                               "has_comment PMID:90000004 pubmed"});
  CHECK(a.comments_corrections.size() == 5);
  CHECK(a.retraction.status == model::RetractionStatus::retracted);
}

TEST_CASE("a retraction notice points at the paper and is not it") {
  const model::Article a =
      read_with(comment("RetractionOf", "Ex J. 2020;1:2", "90000009"), "Retraction of Publication");
  CHECK(ties_of(a) == std::vector<std::string>{"notice_of PMID:90000009 pubmed"});
  CHECK(a.retraction.status == model::RetractionStatus::notice);
}

TEST_CASE("PubMed's updates are told from preprints") {
  CHECK(ties_of(read_with(comment("UpdateIn", "Ex J. 2024;1:2", "90000002"), "Preprint")) ==
        std::vector<std::string>{"preprint_of PMID:90000002 pubmed"});
  CHECK(ties_of(read_with(comment("UpdateOf", "medRxiv. 2023 Jan 2;", "90000002"))) ==
        std::vector<std::string>{"has_preprint PMID:90000002 pubmed"});
  // A review brought up to date is no preprint of itself.
  CHECK(ties_of(read_with(comment("UpdateOf", "Example Database Syst Rev. 2020;1", "90000002"))) ==
        std::vector<std::string>{"update_of PMID:90000002 pubmed"});
  CHECK(ties_of(read_with(comment("UpdateIn", "bioRxiv. 2024 Jan 2;", "90000002"), "Preprint")) ==
        std::vector<std::string>{"has_update PMID:90000002 pubmed"});
}
