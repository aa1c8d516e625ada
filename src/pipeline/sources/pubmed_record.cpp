#include "pipeline/sources/pubmed_record.hpp"

#include "pipeline/sources/comment_links.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/retraction.hpp"

#include <algorithm>

namespace ev::sources {

void set_pubmed_title(std::string title, model::Article& a) {
  const bool dot = title.size() > 1 && title.back() == '.' && title[title.size() - 2] == ']';
  const std::size_t close = title.empty() ? 0 : title.size() - (dot ? 2 : 1);
  if (title.size() > 2 && title.front() == '[' && title[close] == ']') {
    int depth = 0;
    std::size_t match = 0;
    for (std::size_t i = 0; i < title.size() && match == 0; ++i) {
      depth += title[i] == '[' ? 1 : title[i] == ']' ? -1 : 0;
      if (depth == 0) match = i;
    }
    if (match == close) {  // else it only starts with brackets: "[18F]FDG … [review]."
      title = title.substr(1, close - 1) + (dot ? "." : "");
      a.metadata["title_translated"] = "yes";
    }
  }
  if (title == "Not Available." || title == "Not Available") title = a.vernacular_title;
  a.title = std::move(title);
}

void complete_pubmed_record(model::Article& a) {
  a.metadata["source"] = "pubmed";
  if (a.publication_date.empty()) {
    const auto electronic = a.metadata.find("electronic_date");
    if (electronic != a.metadata.end()) a.publication_date = electronic->second;
  }
  add_nct_ids(a.title, a.nct_ids);
  add_nct_ids(a.abstract, a.nct_ids);
  a.is_preprint = std::find(a.publication_types.begin(), a.publication_types.end(), "Preprint") !=
                  a.publication_types.end();
  a.url = "https://pubmed.ncbi.nlm.nih.gov/" + a.pmid + "/";
  relate_comments("pubmed", a);
  judge_retraction(a);
}

}  // namespace ev::sources
