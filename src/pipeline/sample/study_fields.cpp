#include "pipeline/sample/study_fields.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <map>

namespace ev::sample {

namespace {

constexpr std::string_view kId = "protocolSection.identificationModule.nctId";
constexpr std::string_view kBrief = "protocolSection.identificationModule.briefTitle";
constexpr std::string_view kOfficial = "protocolSection.identificationModule.officialTitle";
constexpr std::string_view kAcronym = "protocolSection.identificationModule.acronym";
constexpr std::string_view kOrgId = "protocolSection.identificationModule.orgStudyIdInfo.id";
constexpr std::string_view kOtherIds = "protocolSection.identificationModule.secondaryIdInfos.id";
constexpr std::string_view kConditions = "protocolSection.conditionsModule.conditions";
constexpr std::string_view kKeywords = "protocolSection.conditionsModule.keywords";
constexpr std::string_view kConditionMesh = "derivedSection.conditionBrowseModule.meshes.term";
constexpr std::string_view kInterventions =
    "protocolSection.armsInterventionsModule.interventions.name";
constexpr std::string_view kOtherNames =
    "protocolSection.armsInterventionsModule.interventions.otherNames";
constexpr std::string_view kInterventionText =
    "protocolSection.armsInterventionsModule.interventions.description";
constexpr std::string_view kInterventionMesh =
    "derivedSection.interventionBrowseModule.meshes.term";
constexpr std::string_view kSummary = "protocolSection.descriptionModule.briefSummary";
constexpr std::string_view kDetails = "protocolSection.descriptionModule.detailedDescription";
constexpr std::string_view kPrimary = "protocolSection.outcomesModule.primaryOutcomes.measure";
constexpr std::string_view kSecondary = "protocolSection.outcomesModule.secondaryOutcomes.measure";
constexpr std::string_view kSponsor = "protocolSection.sponsorCollaboratorsModule.leadSponsor.name";
constexpr std::string_view kCollaborators =
    "protocolSection.sponsorCollaboratorsModule.collaborators.name";
constexpr std::string_view kCountry = "protocolSection.contactsLocationsModule.locations.country";
constexpr std::string_view kCity = "protocolSection.contactsLocationsModule.locations.city";
constexpr std::string_view kFacility = "protocolSection.contactsLocationsModule.locations.facility";
constexpr std::string_view kCriteria = "protocolSection.eligibilityModule.eligibilityCriteria";
constexpr std::string_view kReferencePmid = "protocolSection.referencesModule.references.pmid";

const std::map<std::string_view, StudyArea>& areas() {
  static const std::map<std::string_view, StudyArea> table = {
      {"",
       {{kId, kBrief, kOfficial, kAcronym, kOrgId, kOtherIds, kConditions, kKeywords,
         kConditionMesh, kInterventions, kOtherNames, kInterventionText, kInterventionMesh,
         kSummary, kDetails, kPrimary, kSecondary, kSponsor, kCriteria}}},
      {"ConditionSearch", {{kConditions, kKeywords, kConditionMesh, kBrief, kOfficial}}},
      {"InterventionSearch",
       {{kInterventions, kOtherNames, kInterventionText, kInterventionMesh, kBrief, kOfficial}}},
      {"TitleSearch", {{kBrief, kOfficial, kAcronym}}},
      {"OutcomeSearch", {{kPrimary, kSecondary}}},
      {"SponsorSearch", {{kSponsor, kCollaborators}}},
      {"LocationSearch", {{kCountry, kCity, kFacility}}},
      {"IdSearch", {{kId, kOrgId, kOtherIds}}},
      {"PatientSearch", {{kConditions, kKeywords, kBrief, kSummary, kInterventions}}},
      {"NCTId", {{kId}, false, true}},
      {"SecondaryId", {{kOtherIds, kOrgId}}},
      {"ReferencePMID", {{kReferencePmid}, false, true}},
      {"BriefTitle", {{kBrief}}},
      {"OfficialTitle", {{kOfficial}}},
      {"Condition", {{kConditions}}},
      {"InterventionName", {{kInterventions}}},
      {"LeadSponsorName", {{kSponsor}}},
      {"OverallStatus", {{"protocolSection.statusModule.overallStatus"}, false, true}},
      {"StudyType", {{"protocolSection.designModule.studyType"}, false, true}},
      {"Phase", {{"protocolSection.designModule.phases"}, false, true}},
      {"DesignAllocation", {{"protocolSection.designModule.designInfo.allocation"}, false, true}},
      {"HasResults", {{"hasResults"}, false, true}},
      {"EnrollmentCount", {{"protocolSection.designModule.enrollmentInfo.count"}, true}},
      {"StartDate", {{"protocolSection.statusModule.startDateStruct.date"}, true}},
      {"PrimaryCompletionDate",
       {{"protocolSection.statusModule.primaryCompletionDateStruct.date"}, true}},
      {"CompletionDate", {{"protocolSection.statusModule.completionDateStruct.date"}, true}},
      {"StudyFirstPostDate",
       {{"protocolSection.statusModule.studyFirstPostDateStruct.date"}, true}},
      {"ResultsFirstPostDate",
       {{"protocolSection.statusModule.resultsFirstPostDateStruct.date"}, true}},
      {"LastUpdatePostDate",
       {{"protocolSection.statusModule.lastUpdatePostDateStruct.date"}, true}},
  };
  return table;
}

// Piece names beyond those of areas of one path.
const std::map<std::string_view, std::string_view>& pieces() {
  static const std::map<std::string_view, std::string_view> table = {
      {"Acronym", kAcronym},
      {"OrgStudyId", kOrgId},
      {"SecondaryId", kOtherIds},
      {"Keyword", kKeywords},
      {"ConditionMeshTerm", kConditionMesh},
      {"InterventionOtherName", kOtherNames},
      {"InterventionDescription", kInterventionText},
      {"InterventionType", "protocolSection.armsInterventionsModule.interventions.type"},
      {"InterventionMeshTerm", kInterventionMesh},
      {"BriefSummary", kSummary},
      {"DetailedDescription", kDetails},
      {"PrimaryOutcomeMeasure", kPrimary},
      {"PrimaryOutcomeTimeFrame", "protocolSection.outcomesModule.primaryOutcomes.timeFrame"},
      {"SecondaryOutcomeMeasure", kSecondary},
      {"CollaboratorName", kCollaborators},
      {"LocationCountry", kCountry},
      {"LocationCity", kCity},
      {"LocationFacility", kFacility},
      {"EligibilityCriteria", kCriteria},
      {"Sex", "protocolSection.eligibilityModule.sex"},
      {"MinimumAge", "protocolSection.eligibilityModule.minimumAge"},
      {"MaximumAge", "protocolSection.eligibilityModule.maximumAge"},
      {"WhyStopped", "protocolSection.statusModule.whyStopped"},
      {"EnrollmentType", "protocolSection.designModule.enrollmentInfo.type"},
      {"ReferencePMID", kReferencePmid},
      {"ReferenceType", "protocolSection.referencesModule.references.type"},
      {"ReferenceCitation", "protocolSection.referencesModule.references.citation"},
      {"VersionHolder", "derivedSection.miscInfoModule.versionHolder"},
  };
  return table;
}

// Copies what lies at `path` into `into`, list items side by side.
void copy_part(const Json& from, std::string_view path, Json& into) {
  if (path.empty()) {
    into = from;
    return;
  }
  if (from.is_array()) {
    if (!into.is_array()) into = Json::array();
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (into.size() <= i) into.push_back(Json::object());
      copy_part(from[i], path, into[i]);
    }
    return;
  }
  if (!from.is_object()) return;
  const std::size_t dot = path.find('.');
  const std::string name(path.substr(0, dot));
  const auto it = from.find(name);
  if (it == from.end()) return;
  if (!into.is_object()) into = Json::object();
  copy_part(*it, dot == std::string_view::npos ? "" : path.substr(dot + 1), into[name]);
}

}  // namespace

const StudyArea* study_area(std::string_view name) {
  const auto it = areas().find(name);
  return it == areas().end() ? nullptr : &it->second;
}

std::string study_path(std::string_view field) {
  for (const std::string_view section : {"protocolSection", "resultsSection", "derivedSection",
                                         "documentSection", "annotationSection", "hasResults"}) {
    if (field.substr(0, section.size()) == section) return std::string(field);
  }
  if (const auto it = pieces().find(field); it != pieces().end()) return std::string(it->second);
  const StudyArea* area = study_area(field);
  const bool one = area != nullptr && area->paths.size() == 1;
  return one ? std::string(area->paths.front()) : std::string();
}

Json study_part(const Json& study, const std::vector<std::string>& paths) {
  Json out = Json::object();
  for (const std::string& path : paths) copy_part(study, path, out);
  return out;
}

}  // namespace ev::sample
