#include "pipeline/workflow/untrusted.hpp"

#include "pipeline/text/model_address.hpp"

#include <string>
#include <vector>

namespace ev::workflow {

namespace {

using text::ModelAddress;

void read_all(ModelAddress& reader, const std::vector<std::string>& texts) {
  for (const std::string& one : texts) reader.read(one);
}

template <class... Texts>
void read_each(ModelAddress& reader, const Texts&... texts) {
  (reader.read(texts), ...);
}

void read_names(ModelAddress& reader, const model::Article& a) {
  for (const model::Author& author : a.authors) {
    reader.read(author.name);
    read_all(reader, author.affiliations);
  }
  for (const model::MeshHeading& heading : a.mesh_headings) {
    reader.read(heading.descriptor);
    for (const model::MeshQualifier& qualifier : heading.qualifiers) reader.read(qualifier.name);
  }
  for (const model::Chemical& chemical : a.chemicals)
    read_each(reader, chemical.name, chemical.registry_number);
  for (const model::Grant& grant : a.grants)
    read_each(reader, grant.id, grant.acronym, grant.agency, grant.country);
  for (const std::vector<std::string>* list :
       {&a.keywords, &a.publication_types, &a.supplementary_concepts, &a.concepts, &a.languages,
        &a.registry_ids, &a.nct_ids, &a.issns, &a.retraction.sources})
    read_all(reader, *list);
}

void read_outcomes(ModelAddress& reader, const std::vector<model::TrialOutcome>& outcomes) {
  for (const model::TrialOutcome& outcome : outcomes)
    read_each(reader, outcome.measure, outcome.description, outcome.time_frame);
}

void read_trial(ModelAddress& reader, const model::Trial& t) {
  read_each(reader, t.official_title, t.acronym, t.status, t.why_stopped, t.sponsor,
            t.sponsor_class, t.detailed_description, t.study_type, t.allocation,
            t.intervention_model, t.observational_model, t.primary_purpose, t.masking,
            t.enrollment_type, t.eligibility_criteria, t.sex, t.minimum_age, t.maximum_age);
  for (const std::vector<std::string>* list :
       {&t.aliases, &t.secondary_ids, &t.collaborators, &t.conditions, &t.condition_mesh,
        &t.intervention_mesh, &t.phases, &t.who_masked, &t.countries})
    read_all(reader, *list);
  for (const model::TrialArm& arm : t.arms) {
    read_each(reader, arm.label, arm.type, arm.description);
    read_all(reader, arm.interventions);
  }
  for (const model::TrialIntervention& given : t.interventions) {
    read_each(reader, given.type, given.name, given.description);
    read_all(reader, given.other_names);
    read_all(reader, given.arms);
  }
  read_outcomes(reader, t.primary_outcomes);
  read_outcomes(reader, t.secondary_outcomes);
  for (const model::TrialReference& one : t.references) read_each(reader, one.citation, one.type);
}

}  // namespace

bool addresses_a_model(const model::Article& a) {
  ModelAddress reader;
  read_each(reader, a.title, a.abstract, a.journal, a.journal_abbreviation, a.vernacular_title,
            a.coi_statement, a.license, a.volume, a.issue, a.pages, a.publication_date, a.doi,
            a.pmcid, a.id, a.url, a.pdf_url);
  for (const model::OtherAbstract& other : a.other_abstracts)
    read_each(reader, other.text, other.type, other.language);
  for (const model::Section& section : a.sections)
    read_each(reader, section.label, section.nlm_category);
  read_names(reader, a);
  for (const model::CommentsCorrection& one : a.comments_corrections)
    read_each(reader, one.source, one.note, one.type);
  for (const model::Reference& one : a.references) read_each(reader, one.citation, one.doi);
  for (const model::Relation& one : a.related) read_each(reader, one.type, one.id, one.source);
  for (const model::MergedRecord& one : a.merged_from) read_each(reader, one.source, one.id);
  for (const auto& [name, value] : a.metadata) read_each(reader, name, value);
  if (a.trial) read_trial(reader, *a.trial);
  return reader.found();
}

}  // namespace ev::workflow
