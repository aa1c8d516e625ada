#include "pipeline/sources/clinicaltrials_record.hpp"

#include "base/text.hpp"
#include "pipeline/sources/date_span.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/openalex_record.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ev::sources {

namespace {

using model::Article;
using model::Trial;

constexpr long kUnknownEnrollment = 99'999'999;  // what the registry writes for "not known"

// A line of text: names, titles, values.
std::string study_line(const Json& value, MemberPath path) {
  return on_one_line(text_at(value, path));
}

// Text of several lines, in Markdown.
std::string study_text(const Json& value, MemberPath path) {
  std::string out;
  for (const char c : without_markdown_escapes(text_at(value, path))) {
    if (c != '\r') out += c;
  }
  return std::string(text::trim(out));
}

std::string study_date(const Json& value, MemberPath path) {
  return iso_date_or_nothing(text_at(value, path));
}

void add_distinct(std::vector<std::string>& list, std::string value) {
  if (value.empty() || std::find(list.begin(), list.end(), value) != list.end()) return;
  list.push_back(std::move(value));
}

void read_identification(const Json& protocol, Article& a, Trial& t) {
  const Json& module = member_at(protocol, {"identificationModule"});
  a.title = study_line(module, {"briefTitle"});
  t.official_title = study_line(module, {"officialTitle"});
  if (a.title.empty()) a.title = t.official_title;
  t.acronym = study_line(module, {"acronym"});
  for (const std::string& alias : texts_at(module, {"nctIdAliases"})) {
    add_distinct(t.aliases, nct_number_in(alias));
  }
  const std::string own = study_line(module, {"orgStudyIdInfo", "id"});
  if (!own.empty() && own != a.id) t.secondary_ids.push_back("ORG_STUDY_ID: " + own);
  each_at(module, {"secondaryIdInfos"}, [&t](const Json& info) {
    const std::string id = study_line(info, {"id"});
    const std::string type = study_line(info, {"type"});
    if (!id.empty()) add_distinct(t.secondary_ids, type.empty() ? id : type + ": " + id);
  });
}

void read_status(const Json& study, const Json& protocol, Article& a, Trial& t) {
  const Json& module = member_at(protocol, {"statusModule"});
  t.status = text_at(module, {"overallStatus"});
  t.why_stopped = study_line(module, {"whyStopped"});
  t.start_date = study_date(module, {"startDateStruct", "date"});
  t.primary_completion_date = study_date(module, {"primaryCompletionDateStruct", "date"});
  t.completion_date = study_date(module, {"completionDateStruct", "date"});
  t.first_posted = study_date(module, {"studyFirstPostDateStruct", "date"});
  t.results_first_posted = study_date(module, {"resultsFirstPostDateStruct", "date"});
  t.last_updated = study_date(module, {"lastUpdatePostDateStruct", "date"});
  t.has_results = flag_at(study, {"hasResults"}).value_or(false);
  a.publication_date = t.first_posted;
  const std::string last_known = text_at(module, {"lastKnownStatus"});
  if (!last_known.empty()) a.metadata["last_known_status"] = last_known;
}

void read_sponsors(const Json& protocol, Trial& t) {
  const Json& module = member_at(protocol, {"sponsorCollaboratorsModule"});
  t.sponsor = study_line(module, {"leadSponsor", "name"});
  t.sponsor_class = text_at(module, {"leadSponsor", "class"});
  each_at(module, {"collaborators"}, [&t](const Json& collaborator) {
    add_distinct(t.collaborators, study_line(collaborator, {"name"}));
  });
}

void read_subjects(const Json& study, const Json& protocol, Article& a, Trial& t) {
  const Json& module = member_at(protocol, {"conditionsModule"});
  t.conditions = texts_at(module, {"conditions"});
  for (const char* list : {"conditions", "keywords"}) {
    for (const std::string& word : texts_at(module, {list})) {
      const bool known = std::any_of(
          a.keywords.begin(), a.keywords.end(),
          [&](const std::string& k) { return text::equal_ignoring_ascii_case(k, word); });
      if (!known) a.keywords.push_back(word);
    }
  }
  const Json& derived = member_at(study, {"derivedSection"});
  each_at(derived, {"conditionBrowseModule", "meshes"},
          [&t](const Json& mesh) { add_distinct(t.condition_mesh, text_at(mesh, {"term"})); });
  each_at(derived, {"interventionBrowseModule", "meshes"},
          [&t](const Json& mesh) { add_distinct(t.intervention_mesh, text_at(mesh, {"term"})); });
}

void read_design(const Json& protocol, Trial& t) {
  const Json& module = member_at(protocol, {"designModule"});
  t.study_type = text_at(module, {"studyType"});
  t.phases = texts_at(module, {"phases"});
  const Json& info = member_at(module, {"designInfo"});
  t.allocation = text_at(info, {"allocation"});
  t.intervention_model = text_at(info, {"interventionModel"});
  t.observational_model = text_at(info, {"observationalModel"});
  t.primary_purpose = text_at(info, {"primaryPurpose"});
  t.masking = text_at(info, {"maskingInfo", "masking"});
  t.who_masked = texts_at(info, {"maskingInfo", "whoMasked"});
  const auto count = whole_at(module, {"enrollmentInfo", "count"});
  if (count && *count >= 0 && *count < kUnknownEnrollment) t.enrollment = static_cast<int>(*count);
  t.enrollment_type = text_at(module, {"enrollmentInfo", "type"});
}

void read_arms(const Json& protocol, Trial& t) {
  const Json& module = member_at(protocol, {"armsInterventionsModule"});
  each_at(module, {"armGroups"}, [&t](const Json& arm) {
    t.arms.push_back({.label = study_line(arm, {"label"}),
                      .type = text_at(arm, {"type"}),
                      .description = study_text(arm, {"description"}),
                      .interventions = texts_at(arm, {"interventionNames"})});
  });
  each_at(module, {"interventions"}, [&t](const Json& intervention) {
    t.interventions.push_back({.type = text_at(intervention, {"type"}),
                               .name = study_line(intervention, {"name"}),
                               .description = study_text(intervention, {"description"}),
                               .other_names = texts_at(intervention, {"otherNames"}),
                               .arms = texts_at(intervention, {"armGroupLabels"})});
  });
}

void read_outcomes(const Json& protocol, Trial& t) {
  const auto read = [&protocol](const char* list, std::vector<model::TrialOutcome>& out) {
    each_at(protocol, {"outcomesModule", list}, [&out](const Json& outcome) {
      out.push_back({.measure = study_line(outcome, {"measure"}),
                     .description = study_text(outcome, {"description"}),
                     .time_frame = study_line(outcome, {"timeFrame"})});
    });
  };
  read("primaryOutcomes", t.primary_outcomes);
  read("secondaryOutcomes", t.secondary_outcomes);
}

void read_eligibility(const Json& protocol, Trial& t) {
  const Json& module = member_at(protocol, {"eligibilityModule"});
  t.eligibility_criteria = study_text(module, {"eligibilityCriteria"});
  t.sex = text_at(module, {"sex"});
  t.minimum_age = study_line(module, {"minimumAge"});
  t.maximum_age = study_line(module, {"maximumAge"});
  t.healthy_volunteers = flag_at(module, {"healthyVolunteers"});
}

void read_sites(const Json& protocol, Trial& t) {
  each_at(protocol, {"contactsLocationsModule", "locations"}, [&t](const Json& site) {
    ++t.sites;
    add_distinct(t.countries, study_line(site, {"country"}));
  });
}

model::TrialReference study_reference(const Json& reference) {
  model::TrialReference out{.type = text_at(reference, {"type"}),
                            .citation = study_line(reference, {"citation"})};
  const std::string given(text::trim(scalar_at(reference, {"pmid"})));
  out.pmid = pmid_in(given);
  if (out.pmid.empty() && !given.empty()) {
    out.citation += (out.citation.empty() ? "" : " ") + ("[PMID as registered: " + given + "]");
  }
  each_at(reference, {"retractions"}, [&out](const Json&) { out.retracted = true; });
  return out;
}

void read_references(const Json& protocol, Article& a, Trial& t) {
  each_at(protocol, {"referencesModule", "references"}, [&](const Json& item) {
    if (!item.is_object()) return;
    model::TrialReference reference = study_reference(item);
    const char* tie = reference.type == "RESULT"    ? "has_results"
                      : reference.type == "DERIVED" ? "has_publication"
                                                    : nullptr;
    if (tie != nullptr && !reference.pmid.empty()) {
      const model::Relation relation{tie, "PMID:" + reference.pmid, "clinicaltrials"};
      const bool known = std::find(a.related.begin(), a.related.end(), relation) != a.related.end();
      if (!known) a.related.push_back(relation);
    }
    t.references.push_back(std::move(reference));
  });
}

}  // namespace

std::string nct_number_in(std::string_view s) {
  s = text::trim(s);
  if (!text::starts_with_ignoring_ascii_case(s, "NCT")) return "";
  const std::string_view digits = s.substr(3);
  const bool number = digits.size() == 8 &&
                      digits.find_first_not_of("0123456789") == std::string_view::npos &&
                      digits.find_first_not_of('0') != std::string_view::npos;
  return number ? "NCT" + std::string(digits) : "";
}

std::string on_one_line(std::string_view s) {
  std::string out;
  bool blank = false;
  for (const char c : s) {
    if (static_cast<unsigned char>(c) <= ' ') {
      blank = !out.empty();
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    out += c;
  }
  return out;
}

std::string without_markdown_escapes(std::string_view s) {
  constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  std::string out;
  out.reserve(s.size());
  for (std::size_t i = 0; i < s.size(); ++i) {
    const bool escape =
        s[i] == '\\' && i + 1 < s.size() && kPunctuation.find(s[i + 1]) != std::string_view::npos;
    if (escape) ++i;
    out += s[i];
  }
  return out;
}

std::optional<model::Article> read_study(const Json& study) {
  const Json& protocol = member_at(study, {"protocolSection"});
  Article a;
  a.id = nct_number_in(text_at(protocol, {"identificationModule", "nctId"}));
  if (a.id.empty()) return std::nullopt;
  Trial t;
  a.metadata["source"] = "clinicaltrials";
  a.url = "https://clinicaltrials.gov/study/" + a.id;
  read_identification(protocol, a, t);
  read_status(study, protocol, a, t);
  read_sponsors(protocol, t);
  a.abstract = study_text(protocol, {"descriptionModule", "briefSummary"});
  t.detailed_description = study_text(protocol, {"descriptionModule", "detailedDescription"});
  read_subjects(study, protocol, a, t);
  read_design(protocol, t);
  read_arms(protocol, t);
  read_outcomes(protocol, t);
  read_eligibility(protocol, t);
  read_sites(protocol, t);
  read_references(protocol, a, t);
  a.nct_ids.push_back(a.id);
  for (const std::string& alias : t.aliases) add_distinct(a.nct_ids, alias);
  a.trial = std::move(t);
  return a;
}

}  // namespace ev::sources
