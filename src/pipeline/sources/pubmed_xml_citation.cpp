// MedlineCitation and PubmedData of a journal article.
#include "base/text.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/pubmed_record.hpp"
#include "pipeline/sources/pubmed_xml_dom.hpp"

namespace ev::sources::dom {

namespace {

void set_metadata(model::Article& a, const char* name, std::string value) {
  if (!value.empty()) a.metadata[name] = std::move(value);
}

void read_journal(const Element& journal, model::Article& a) {
  each(&journal, [&](const Element& e) {
    const std::string_view name = name_of(e);
    if (name == "ISSN") add_once(a.issns, text_of(&e));
    if (name == "Title") a.journal = text_of(&e);
    if (name == "ISOAbbreviation") a.journal_abbreviation = text_of(&e);
    if (name == "JournalIssue") {
      a.volume = text_of(&e, "Volume");
      a.issue = text_of(&e, "Issue");
      Date date = date_of(child(&e, "PubDate"));
      a.publication_date = std::move(date.iso);
      set_metadata(a, "original_date", std::move(date.original));
    }
  });
}

void read_pagination(const Element& e, model::Article& a) {
  const std::string start = text_of(&e, "StartPage");
  const std::string end = text_of(&e, "EndPage");
  a.pages = text_of(&e, "MedlinePgn");
  if (a.pages.empty()) a.pages = end.empty() ? start : start + "-" + end;
}

void read_data_banks(const Element& list, model::Article& a) {
  each(&list, "DataBank", [&](const Element& bank) {
    const std::string name = text_of(&bank, "DataBankName");
    each(child(&bank, "AccessionNumberList"), "AccessionNumber", [&](const Element& e) {
      const std::string number = text_of(&e);
      if (number.empty()) return;
      add_once(a.registry_ids, name + ":" + number);
      add_nct_ids(number, a.nct_ids);
    });
  });
}

void read_location_id(const Element& e, model::Article& a) {
  if (attribute_is(e, "ValidYN", "N")) return;
  if (attribute_is(e, "EIdType", "doi") && a.doi.empty()) a.doi = normal_doi(text_of(&e));
  if (attribute_is(e, "EIdType", "pii")) set_metadata(a, "pii", text_of(&e));
}

void read_article_date(const Element& e, model::Article& a) {
  if (a.metadata.count("electronic_date") == 0) set_metadata(a, "electronic_date", date_of(&e).iso);
}

void read_article(const Element& article, model::Article& a) {
  std::string title;
  each(&article, [&](const Element& e) {
    const std::string_view name = name_of(e);
    if (name == "Journal") read_journal(e, a);
    if (name == "ArticleTitle") title = printed_text_of(&e, a);
    if (name == "Pagination") read_pagination(e, a);
    if (name == "ELocationID") read_location_id(e, a);
    if (name == "Abstract") add_abstract(e, a);
    if (name == "AuthorList") add_authors(e, a);
    if (name == "Language") add_once(a.languages, text_of(&e));
    if (name == "DataBankList") read_data_banks(e, a);
    if (name == "GrantList") add_grants(e, a);
    if (name == "VernacularTitle") a.vernacular_title = printed_text_of(&e, a);
    if (name == "ArticleDate") read_article_date(e, a);
    if (name == "PublicationTypeList") {
      each(&e, "PublicationType", [&](const Element& t) {
        std::string type = text_of(&t);
        if (!type.empty()) a.publication_types.push_back(std::move(type));
      });
    }
  });
  set_pubmed_title(std::move(title), a);
}

void read_mesh(const Element& list, model::Article& a) {
  each(&list, "MeshHeading", [&](const Element& heading) {
    model::MeshHeading out;
    each(&heading, [&](const Element& e) {
      const bool major = attribute_is(e, "MajorTopicYN", "Y");
      out.major = out.major || major;
      if (is(e, "DescriptorName")) {
        out.descriptor = text_of(&e);
        out.ui = attribute(e, "UI");
      } else if (is(e, "QualifierName")) {
        out.qualifiers.push_back({text_of(&e), attribute(e, "UI"), major});
      }
    });
    if (!out.descriptor.empty()) a.mesh_headings.push_back(std::move(out));
  });
}

void read_chemicals(const Element& list, model::Article& a) {
  each(&list, "Chemical", [&](const Element& e) {
    model::Chemical out{.registry_number = text_of(&e, "RegistryNumber")};
    if (out.registry_number == "0") out.registry_number.clear();
    if (const Element* substance = child(&e, "NameOfSubstance")) {
      out.name = text_of(substance);
      out.ui = attribute(*substance, "UI");
    }
    if (!out.name.empty()) a.chemicals.push_back(std::move(out));
  });
}

void read_comments(const Element& list, model::Article& a) {
  each(&list, "CommentsCorrections", [&](const Element& e) {
    a.comments_corrections.push_back({.type = attribute(e, "RefType"),
                                      .source = text_of(&e, "RefSource"),
                                      .pmid = text_of(&e, "PMID"),
                                      .note = text_of(&e, "Note")});
  });
}

void read_other_abstract(const Element& e, model::Article& a) {
  model::Article parts;
  add_abstract(e, parts);
  if (parts.abstract.empty()) return;
  a.other_abstracts.push_back({.type = attribute(e, "Type"),
                               .language = attribute(e, "Language"),
                               .text = std::move(parts.abstract)});
}

void read_journal_info(const Element& info, model::Article& a) {
  const std::string abbreviation = text_of(&info, "MedlineTA");
  if (a.journal_abbreviation.empty()) {
    a.journal_abbreviation = abbreviation;
  } else if (abbreviation != a.journal_abbreviation) {
    set_metadata(a, "medline_ta", abbreviation);
  }
  add_once(a.issns, text_of(&info, "ISSNLinking"));
  if (a.journal.empty()) a.journal = a.journal_abbreviation;
}

void read_gene_symbols(const Element& list, model::Article& a) {
  std::vector<std::string> symbols;
  each(&list, "GeneSymbol", [&](const Element& e) { add_once(symbols, text_of(&e)); });
  set_metadata(a, "gene_symbols", text::join(symbols, "; "));
}

void add_general_note(const std::string& note, model::Article& a) {
  std::string& notes = a.metadata["general_note"];
  notes += (notes.empty() ? "" : "; ") + note;
}

}  // namespace

void read_citation(const Element& citation, model::Article& a) {
  set_metadata(a, "status", attribute(citation, "Status"));
  set_metadata(a, "indexing_method", attribute(citation, "IndexingMethod"));
  each(&citation, [&](const Element& e) {
    const std::string_view name = name_of(e);
    if (name == "PMID" && a.pmid.empty()) {
      a.pmid = text_of(&e);
      add_version(e, a);
    }
    if (name == "Article") read_article(e, a);
    if (name == "MedlineJournalInfo") read_journal_info(e, a);
    if (name == "ChemicalList") read_chemicals(e, a);
    if (name == "SupplMeshList") {
      each(&e, "SupplMeshName",
           [&](const Element& s) { add_once(a.supplementary_concepts, text_of(&s)); });
    }
    if (name == "CommentsCorrectionsList") read_comments(e, a);
    if (name == "GeneSymbolList") read_gene_symbols(e, a);
    if (name == "MeshHeadingList") read_mesh(e, a);
    if (name == "OtherAbstract") read_other_abstract(e, a);
    if (name == "KeywordList") add_keywords(e, a);
    if (name == "CoiStatement") a.coi_statement = text_of(&e);
    if (name == "GeneralNote") add_general_note(text_of(&e), a);
  });
}

void read_pubmed_data(const Element& data, model::Article& a) {
  each(&data, [&](const Element& e) {
    const std::string_view name = name_of(e);
    if (name == "ArticleIdList") add_ids(e, a);
    if (name == "ReferenceList") add_references(e, a);
    if (name == "History") {
      each(&e, "PubMedPubDate", [&](const Element& d) {
        if (attribute_is(d, "PubStatus", "retracted")) a.retraction.date = date_of(&d).iso;
      });
    }
  });
}

}  // namespace ev::sources::dom
