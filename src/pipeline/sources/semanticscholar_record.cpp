#include "pipeline/sources/semanticscholar_record.hpp"

#include "base/text.hpp"
#include "pipeline/sources/date_span.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/person_name.hpp"
#include "pipeline/sources/record_text.hpp"
#include "pipeline/sources/retraction.hpp"
#include "pipeline/translate/semanticscholar.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ev::sources {

namespace {

using model::Article;

constexpr std::size_t kS2AuthorsServed = 500;

void set_s2_ids(const Json& paper, Article& a) {
  a.pmid = model::whole_pmid(scalar_at(paper, {"externalIds", "PubMed"}));
  a.doi = normal_doi(text_at(paper, {"externalIds", "DOI"}));
  a.pmcid = normal_pmcid(scalar_at(paper, {"externalIds", "PubMedCentral"}));
  const std::string arxiv = model::arxiv_at(text_at(paper, {"externalIds", "ArXiv"}));
  if (a.doi.empty() && !arxiv.empty()) a.doi = "10.48550/arxiv." + arxiv;
  if (!a.pmid.empty()) return;
  const std::string corpus = scalar_at(paper, {"corpusId"});
  if (!a.doi.empty()) {
    a.id = "DOI:" + a.doi;
  } else if (!a.pmcid.empty()) {
    a.id = a.pmcid;
  } else if (!corpus.empty()) {
    a.id = "x-s2-" + corpus;
  }
}

void set_s2_types(const Json& paper, Article& a) {
  const std::vector<std::string> types = texts_at(paper, {"publicationTypes"});
  if (!types.empty()) a.metadata["semanticscholar_types"] = text::join(types, ", ");
  for (const translate::SemanticScholarType& known : translate::semanticscholar_types()) {
    if (std::find(types.begin(), types.end(), known.name) != types.end()) {
      a.publication_types.emplace_back(known.publication_type);
    }
  }
  a.is_preprint = a.pmid.empty() && model::is_preprint_doi(a.doi);
  if (a.is_preprint) a.publication_types = {"Preprint"};
}

void set_s2_date(const Json& paper, Article& a) {
  std::string date = iso_date_or_nothing(text_at(paper, {"publicationDate"}));
  const auto year = whole_at(paper, {"year"});
  if (date.empty() && year) date = iso_date_or_nothing(std::to_string(*year));
  if (date.size() == 10 && date.ends_with("-01")) {
    a.metadata["original_date"] = date;
    date.resize(date.ends_with("-01-01") ? 4 : 7);
  }
  a.publication_date = std::move(date);
}

void set_s2_journal(const Json& paper, Article& a) {
  for (const std::string& name :
       {text_at(paper, {"journal", "name"}), text_at(paper, {"publicationVenue", "name"}),
        text_at(paper, {"venue"})}) {
    if (a.journal.empty()) a.journal = plain_line(name);
  }
  a.volume = plain_line(scalar_at(paper, {"journal", "volume"}));
  a.pages = plain_line(scalar_at(paper, {"journal", "pages"}));
  if (const std::string issn = text_at(paper, {"publicationVenue", "issn"}); !issn.empty()) {
    a.issns.push_back(issn);
  }
}

std::string s2_link(const Json& paper, const Article& a) {
  if (!a.pmid.empty()) return "https://pubmed.ncbi.nlm.nih.gov/" + a.pmid + "/";
  if (!a.doi.empty()) return doi_link(a.doi);
  const std::string id = text_at(paper, {"paperId"});
  return id.empty() ? "" : "https://www.semanticscholar.org/paper/" + id;
}

}  // namespace

std::optional<model::Article> read_semanticscholar_paper(const Json& paper) {
  Article a;
  a.title = plain_line(text_at(paper, {"title"}));
  set_s2_ids(paper, a);
  if (a.title.empty() || model::item_id(a).empty()) return std::nullopt;
  a.metadata["source"] = "semanticscholar";
  set_marked_abstract(text_at(paper, {"abstract"}), a);
  std::size_t listed = 0;
  each_at(paper, {"authors"}, [&](const Json& author) {
    ++listed;
    model::Author person = person_of_printed(plain_line(text_at(author, {"name"})));
    if (!person.name.empty()) a.authors.push_back(std::move(person));
  });
  a.authors_complete = listed < kS2AuthorsServed;
  set_s2_journal(paper, a);
  set_s2_date(paper, a);
  a.is_open_access = flag_at(paper, {"isOpenAccess"});
  a.pdf_url = text_at(paper, {"openAccessPdf", "url"});
  a.license = text::to_lower_ascii(text_at(paper, {"openAccessPdf", "license"}));
  const auto cited = whole_at(paper, {"citationCount"});
  if (cited && *cited >= 0 && *cited < 2'000'000'000) {
    a.citation_counts.push_back({"semanticscholar", static_cast<int>(*cited)});
  }
  add_nct_ids(a.title, a.nct_ids);
  add_nct_ids(a.abstract, a.nct_ids);
  a.url = s2_link(paper, a);
  // Before the types are there: what they say of a notice is not PubMed's word.
  judge_retraction(a);
  set_s2_types(paper, a);
  return a;
}

}  // namespace ev::sources
