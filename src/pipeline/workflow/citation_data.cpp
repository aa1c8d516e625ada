#include "pipeline/workflow/citation_data.hpp"

#include "pipeline/appraise/value_functions.hpp"
#include "pipeline/search/search.hpp"

namespace ev::workflow {

Result<std::map<std::string, CitationData>> citation_data(
    const Services& services, const std::vector<model::Article>& articles, const Context& ctx,
    std::vector<std::string>& warnings) {
  std::map<std::string, CitationData> out;
  std::vector<std::string> pmids;
  for (const model::Article& article : articles) {
    const bool numeric =
        !article.pmid.empty() && article.pmid.find_first_not_of("0123456789") == std::string::npos;
    // An earlier stage may have asked already.
    if (numeric && article.metadata.count(search::kFromICite) == 0) pmids.push_back(article.pmid);
    CitationData& data = out[model::item_id(article)];
    data.citation_count = article.citation_count;
    for (const model::CitationCount& count : article.citation_counts) {
      if (count.source == "icite") data.citation_count = count.count;
    }
    const auto ratio = article.metadata.find("relative_citation_ratio");
    if (ratio != article.metadata.end()) {
      data.relative_citation_ratio = appraise::number_of(model::Value(ratio->second));
    }
  }
  if (pmids.empty()) return out;
  EV_TRY(const search::CitationsOutcome found, search::citations(services.ports(), pmids, ctx));
  warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
  for (const auto& [pmid, citation] : found.by_pmid) {
    CitationData& data = out[pmid];
    if (citation.relative_citation_ratio) {
      data.relative_citation_ratio = citation.relative_citation_ratio;
    }
    if (citation.citation_count) data.citation_count = citation.citation_count;
  }
  return out;
}

}  // namespace ev::workflow
