// Comments, corrections, versions and standing of a Europe PMC record.
#include "base/text.hpp"
#include "pipeline/sources/europepmc_record.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/markup_text.hpp"
#include "pipeline/sources/retraction.hpp"

#include <nlohmann/json.hpp>

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

bool is_pmid(std::string_view id) {
  return !id.empty() && id.size() <= 9 &&
         id.find_first_not_of("0123456789") == std::string_view::npos;
}

void add_relation(std::string_view type, std::string id, model::Article& a) {
  model::Relation relation{std::string(type), std::move(id), "europepmc"};
  if (std::find(a.related.begin(), a.related.end(), relation) == a.related.end()) {
    a.related.push_back(std::move(relation));
  }
}

void read_link(const Json& link, model::Article& a) {
  const std::string type = json_text(link, "type");
  const std::string id(text::trim(json_text(link, "id")));
  const std::string source(text::trim(json_text(link, "source")));
  const bool in_medline = is_pmid(id) && (source == "MED" || source.empty());
  a.comments_corrections.push_back({.type = comment_type(type),
                                    .source = plain_text(json_text(link, "reference")),
                                    .pmid = in_medline ? id : "",
                                    .note = plain_text(json_text(link, "note"))});
  const LinkType* known = link_type(type);
  if (known == nullptr || known->relation.empty() || id.empty()) return;
  if (in_medline) {
    add_relation(known->relation, "PMID:" + id, a);
  } else if (!source.empty() && source != "MED") {
    add_relation(known->relation, source + ":" + id, a);
  }
}

}  // namespace

std::string comment_type(std::string_view type) {
  const LinkType* known = link_type(type);
  return std::string(known == nullptr ? text::trim(type) : known->name);
}

void read_europepmc_links(const Json& record, model::Article& a) {
  for (const Json* link : json_items(record, "commentCorrectionList", "commentCorrection")) {
    if (link->is_object()) read_link(*link, a);
  }
  for (const Json* version : json_items(record, "versionList", "version")) {
    const std::string id = json_text(*version, "id");
    const std::string source = json_text(*version, "source");
    if (id.empty() || source.empty() || source + ":" + id == a.europepmc_id) continue;
    add_relation("version_of", source + ":" + id, a);
  }
  judge_retraction(a, {.types = "europepmc:pubType", .links = "europepmc:commentCorrection"});
}

}  // namespace ev::sources
