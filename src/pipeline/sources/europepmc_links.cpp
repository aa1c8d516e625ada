// Comments, corrections, versions and standing of a Europe PMC record.
#include "base/text.hpp"
#include "pipeline/sources/comment_links.hpp"
#include "pipeline/sources/europepmc_record.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/markup_text.hpp"
#include "pipeline/sources/retraction.hpp"

#include <nlohmann/json.hpp>

namespace ev::sources {

namespace {

bool is_pmid(std::string_view id) {
  return !id.empty() && id.size() <= 9 &&
         id.find_first_not_of("0123456789") == std::string_view::npos;
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
  const std::string relation(relation_of(a.comments_corrections.back(), a));
  if (relation.empty() || id.empty()) return;
  if (in_medline) {
    add_relation({relation, "PMID:" + id, "europepmc"}, a);
  } else if (!source.empty() && source != "MED") {
    add_relation({relation, source + ":" + id, "europepmc"}, a);
  }
}

}  // namespace

void read_europepmc_links(const Json& record, model::Article& a) {
  for (const Json* link : json_items(record, "commentCorrectionList", "commentCorrection")) {
    if (link->is_object()) read_link(*link, a);
  }
  for (const Json* version : json_items(record, "versionList", "version")) {
    const std::string id = json_text(*version, "id");
    const std::string source = json_text(*version, "source");
    if (id.empty() || source.empty() || source + ":" + id == a.europepmc_id) continue;
    add_relation({"version_of", source + ":" + id, "europepmc"}, a);
  }
  judge_retraction(a, {.types = "europepmc:pubType", .links = "europepmc:commentCorrection"});
}

}  // namespace ev::sources
