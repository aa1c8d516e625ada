// PubmedBookArticle: chapters and whole books of the NCBI Bookshelf.
#include "base/text.hpp"
#include "pipeline/sources/pubmed_record.hpp"
#include "pipeline/sources/pubmed_xml_dom.hpp"

namespace ev::sources::dom {

namespace {

struct BookParts {
  std::string title;  // of the chapter, "" for a whole book
  std::string book_title;
  std::string publisher;
  Date contribution;
  Date revised;
};

void read_book_element(const Element& book, model::Article& a, BookParts& parts) {
  parts.book_title = printed_text_of(child(&book, "BookTitle"), a);
  parts.publisher = text_of(child(&book, "Publisher"), "PublisherName");
  a.volume = text_of(&book, "Volume");
  Date date = date_of(child(&book, "PubDate"));
  a.publication_date = std::move(date.iso);
  if (!date.original.empty()) a.metadata["original_date"] = std::move(date.original);
  each(&book, "Isbn", [&](const Element& e) { a.metadata["isbn"] = text_of(&e); });
  if (const std::string edition = text_of(&book, "Edition"); !edition.empty()) {
    a.metadata["edition"] = edition;
  }
}

void read_book_document(const Element& document, model::Article& a, BookParts& parts) {
  each(&document, [&](const Element& e) {
    const std::string_view name = name_of(e);
    if (name == "PMID" && a.pmid.empty()) {
      a.pmid = text_of(&e);
      add_version(e, a);
    }
    if (name == "ArticleIdList") add_ids(e, a);
    if (name == "Book") read_book_element(e, a, parts);
    if (name == "ArticleTitle") parts.title = printed_text_of(&e, a);
    if (name == "VernacularTitle") a.vernacular_title = printed_text_of(&e, a);
    if (name == "Pagination") a.pages = text_of(&e, "MedlinePgn");
    if (name == "Language") add_once(a.languages, text_of(&e));
    if (name == "AuthorList") add_authors(e, a);
    if (name == "PublicationType") a.publication_types.push_back(text_of(&e));
    if (name == "Abstract") add_abstract(e, a);
    if (name == "KeywordList") add_keywords(e, a);
    if (name == "GrantList") add_grants(e, a);
    if (name == "ContributionDate") parts.contribution = date_of(&e);
    if (name == "DateRevised") parts.revised = date_of(&e);
    if (name == "ReferenceList") add_references(e, a);
  });
}

}  // namespace

void read_book(const Element& record, model::Article& a) {
  a.is_book = true;
  BookParts parts;
  const Element* document = child(&record, "BookDocument");
  if (document != nullptr) {
    read_book_document(*document, a, parts);
    // A chapter without authors of its own has the book's authors or editors.
    if (a.authors.empty()) {
      each(child(document, "Book"), "AuthorList", [&](const Element& e) { add_authors(e, a); });
    }
  }
  each(child(&record, "PubmedBookData"), "ArticleIdList", [&](const Element& e) { add_ids(e, a); });
  const bool chapter = !parts.title.empty();
  set_pubmed_title(chapter ? parts.title : parts.book_title, a);
  if (chapter) a.journal = parts.book_title;
  if (!parts.publisher.empty()) a.metadata["publisher"] = parts.publisher;
  if (a.publication_date.empty()) a.publication_date = parts.contribution.iso;
  if (a.publication_date.empty() && !parts.revised.iso.empty()) {
    a.publication_date = parts.revised.iso;
    a.metadata["original_date"] = "revised " + parts.revised.iso;
  }
  if (!parts.contribution.iso.empty()) a.metadata["electronic_date"] = parts.contribution.iso;
}

}  // namespace ev::sources::dom
