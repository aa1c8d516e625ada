#include "pipeline/sources/comment_links.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace ev::sources {

namespace {

struct LinkType {
  std::string_view key;       // letters only, lower case
  std::string_view name;      // of the PubMed DTD, or made alike
  std::string_view relation;  // model::Relation::type, "" for none
};
constexpr LinkType kLinkTypes[] = {
    {"associateddataset", "AssociatedDataset", ""},
    {"associatedpublication", "AssociatedPublication", ""},
    {"cites", "Cites", ""},
    {"commentin", "CommentIn", "has_comment"},
    {"commenton", "CommentOn", "comment_on"},
    {"correctedandrepublishedfrom", "CorrectedandRepublishedFrom", "version_of"},
    {"correctedandrepublishedin", "CorrectedandRepublishedIn", "version_of"},
    {"erratumfor", "ErratumFor", "erratum_for"},
    {"erratumin", "ErratumIn", "has_erratum"},
    {"expressionofconcernfor", "ExpressionOfConcernFor", "notice_of"},
    {"expressionofconcernin", "ExpressionOfConcernIn", "has_notice"},
    {"originalreportin", "OriginalReportIn", ""},
    {"partialretractionin", "PartialRetractionIn", "has_notice"},
    {"partialretractionof", "PartialRetractionOf", "notice_of"},
    // "Preprint in" stands in the journal's record and names the preprint.
    {"preprintin", "PreprintIn", "has_preprint"},
    {"preprintof", "PreprintOf", "preprint_of"},
    {"reprintin", "ReprintIn", "version_of"},
    {"reprintof", "ReprintOf", "version_of"},
    {"republishedfrom", "RepublishedFrom", "version_of"},
    {"republishedin", "RepublishedIn", "version_of"},
    {"retractedandrepublishedfrom", "RetractedandRepublishedFrom", "version_of"},
    {"retractedandrepublishedin", "RetractedandRepublishedIn", "version_of"},
    {"retractionin", "RetractionIn", "has_notice"},
    {"retractionof", "RetractionOf", "notice_of"},
    {"summaryforpatientsin", "SummaryForPatientsIn", ""},
    {"updatein", "UpdateIn", "has_update"},
    {"updateof", "UpdateOf", "update_of"},
};

const LinkType* link_type(std::string_view type) {
  std::string key;
  for (const char c : text::to_lower_ascii(type)) {
    if (c >= 'a' && c <= 'z') key += c;
  }
  const auto* found = std::find_if(std::begin(kLinkTypes), std::end(kLinkTypes),
                                   [&](const LinkType& t) { return t.key == key; });
  return found == std::end(kLinkTypes) ? nullptr : found;
}

// The abbreviations under which PubMed lists preprint servers begin the citation of a preprint.
bool cites_preprint(std::string_view source) {
  for (const std::string_view server : {"biorxiv", "medrxiv", "res sq", "arxiv", "chemrxiv", "ssrn",
                                        "psyarxiv", "preprints", "research square"}) {
    if (!text::starts_with_ignoring_ascii_case(source, server)) continue;
    const char next = source.size() > server.size() ? source[server.size()] : '.';
    if (next == '.' || next == ' ' || next == ':') return true;
  }
  return false;
}

}  // namespace

std::string comment_type(std::string_view type) {
  const LinkType* known = link_type(type);
  return std::string(known == nullptr ? text::trim(type) : known->name);
}

std::string_view comment_relation(std::string_view type) {
  const LinkType* known = link_type(type);
  return known == nullptr ? std::string_view() : known->relation;
}

std::string_view relation_of(const model::CommentsCorrection& link, const model::Article& from) {
  const std::string_view relation = comment_relation(link.type);
  if (relation == "has_update" && from.is_preprint && !cites_preprint(link.source)) {
    return "preprint_of";
  }
  if (relation == "update_of" && !from.is_preprint && cites_preprint(link.source)) {
    return "has_preprint";
  }
  return relation;
}

void relate_comments(std::string_view who, model::Article& article) {
  for (const model::CommentsCorrection& link : article.comments_corrections) {
    const std::string_view relation = relation_of(link, article);
    if (relation.empty() || link.pmid.empty()) continue;
    add_relation({std::string(relation), "PMID:" + link.pmid, std::string(who)}, article);
  }
}

void add_relation(model::Relation relation, model::Article& article) {
  auto& all = article.related;
  if (std::find(all.begin(), all.end(), relation) == all.end()) all.push_back(std::move(relation));
}

}  // namespace ev::sources
