// PubTator3 (NCBI): the genes, diseases, chemicals, variants, species and cell lines that its
// machine annotation finds in a PubMed record, and relations between them. Its texts spell Greek
// letters out, so its offsets are not PubMed's: mentions carry their text only. PMIDs it does not
// know are absent, and an empty reply means that it knows none of them. Reads all forms of the
// export: {"PubTator3": [...]}, a list, one document, one document a line. Shares NCBI's limit for
// requests without a key. Pure; thread rule: any thread. Errors: upstream_changed.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

struct EntityMention {
  std::string text;     // as PubTator has it: "IkappaBzeta" for IκBζ
  std::string passage;  // title, abstract, or the section of a full text
  bool operator==(const EntityMention&) const = default;
};

struct EntityAnnotation {
  std::string type;        // Gene Disease Chemical Variant Species CellLine
  std::string identifier;  // "672", "MESH:D009369", "tmVar:…"; "" when it was not normalised
  std::string name;        // of the identifier; "" when it has none
  std::string accession;   // "@GENE_BRCA1", the name in relations and searches; may be ""
  std::vector<EntityMention> mentions;  // in the order of the text
  bool operator==(const EntityAnnotation&) const = default;
};

struct EntityRole {
  std::string type, identifier, name;
  bool operator==(const EntityRole&) const = default;
};
struct EntityRelation {
  std::string type;  // Association Positive_Correlation Cotreatment …
  EntityRole first, second;
  std::optional<double> score;  // PubTator's own confidence, 0–1
  bool operator==(const EntityRelation&) const = default;
};

struct AnnotatedRecord {
  std::string pmcid;
  std::vector<EntityAnnotation> annotations;  // in the order of their first mention
  std::vector<EntityRelation> relations;
  bool operator==(const AnnotatedRecord&) const = default;
};

// One request per 100 PMIDs, in order; what is no PMID is left out.
std::vector<net::RequestPlan> plan_annotations(const Config& config,
                                               std::span<const std::string> pmids);
net::Classified classify_pubtator(const net::HttpResponse& response);
Result<std::map<std::string, AnnotatedRecord>> parse_annotations(std::string_view body);

}  // namespace ev::sources
