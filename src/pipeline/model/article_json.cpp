#include "pipeline/model/article_json.hpp"

#include "base/codec.hpp"
#include "base/plain_reader.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

namespace ev::model {

template <class V>
void describe(V& v, Author& a) {
  v("name", a.name);
  v("last_name", a.last_name);
  v("initials", a.initials);
  v("collective", a.collective);
  v("orcid", a.orcid);
  v("affiliations", a.affiliations);
}

template <class V>
void describe(V& v, Section& s) {
  v("label", s.label, {.always = true});
  v("nlm_category", s.nlm_category);
  v("start", s.start);
  v("end", s.end);
}

template <class V>
void describe(V& v, MeshQualifier& q) {
  v("name", q.name);
  v("ui", q.ui);
  v("major", q.major);
}

template <class V>
void describe(V& v, MeshHeading& h) {
  v("descriptor", h.descriptor);
  v("ui", h.ui);
  v("major", h.major);
  v("qualifiers", h.qualifiers);
}

template <class V>
void describe(V& v, Chemical& c) {
  v("name", c.name);
  v("registry_number", c.registry_number);
  v("ui", c.ui);
}

template <class V>
void describe(V& v, Grant& g) {
  v("id", g.id);
  v("acronym", g.acronym);
  v("agency", g.agency);
  v("country", g.country);
}

template <class V>
void describe(V& v, CommentsCorrection& c) {
  v("type", c.type);
  v("source", c.source);
  v("pmid", c.pmid);
  v("note", c.note);
}

template <class V>
void describe(V& v, Reference& r) {
  v("citation", r.citation);
  v("pmid", r.pmid);
  v("doi", r.doi);
}

template <class V>
void describe(V& v, OtherAbstract& o) {
  v("type", o.type);
  v("language", o.language);
  v("text", o.text);
}

template <class V>
void describe(V& v, Relation& r) {
  v("type", r.type);
  v("id", r.id);
  v("source", r.source);
}

template <class V>
void describe(V& v, CitationCount& c) {
  v("source", c.source);
  v("count", c.count, {.always = true});
}

template <class V>
void describe(V& v, MergedRecord& m) {
  v("source", m.source);
  v("id", m.id);
  v("fields", m.fields);
}

template <class V>
void describe(V& v, TrialArm& t) {
  v("label", t.label);
  v("type", t.type);
  v("description", t.description);
  v("interventions", t.interventions);
}

template <class V>
void describe(V& v, TrialIntervention& t) {
  v("type", t.type);
  v("name", t.name);
  v("description", t.description);
  v("other_names", t.other_names);
  v("arms", t.arms);
}

template <class V>
void describe(V& v, TrialOutcome& t) {
  v("measure", t.measure);
  v("description", t.description);
  v("time_frame", t.time_frame);
}

template <class V>
void describe(V& v, TrialReference& t) {
  v("pmid", t.pmid);
  v("type", t.type);
  v("citation", t.citation);
  v("retracted", t.retracted);
}

template <class V>
void describe(V& v, Trial& t) {
  v("official_title", t.official_title);
  v("acronym", t.acronym);
  v("aliases", t.aliases);
  v("secondary_ids", t.secondary_ids);
  v("status", t.status);
  v("why_stopped", t.why_stopped);
  v("start_date", t.start_date);
  v("primary_completion_date", t.primary_completion_date);
  v("completion_date", t.completion_date);
  v("first_posted", t.first_posted);
  v("results_first_posted", t.results_first_posted);
  v("last_updated", t.last_updated);
  v("has_results", t.has_results);
  v("sponsor", t.sponsor);
  v("sponsor_class", t.sponsor_class);
  v("collaborators", t.collaborators);
  v("detailed_description", t.detailed_description);
  v("conditions", t.conditions);
  v("condition_mesh", t.condition_mesh);
  v("intervention_mesh", t.intervention_mesh);
  v("study_type", t.study_type);
  v("phases", t.phases);
  v("allocation", t.allocation);
  v("intervention_model", t.intervention_model);
  v("observational_model", t.observational_model);
  v("primary_purpose", t.primary_purpose);
  v("masking", t.masking);
  v("who_masked", t.who_masked);
  v("enrollment", t.enrollment);
  v("enrollment_type", t.enrollment_type);
  v("arms", t.arms);
  v("interventions", t.interventions);
  v("primary_outcomes", t.primary_outcomes);
  v("secondary_outcomes", t.secondary_outcomes);
  v("eligibility_criteria", t.eligibility_criteria);
  v("sex", t.sex);
  v("minimum_age", t.minimum_age);
  v("maximum_age", t.maximum_age);
  v("healthy_volunteers", t.healthy_volunteers);
  v("countries", t.countries);
  v("sites", t.sites);
  v("references", t.references);
}

template <class V>
void describe(V& v, Retraction& r) {
  v("status", r.status, {.always = true});
  v("sources", r.sources);
  v("notice_pmid", r.notice_pmid);
  v("date", r.date);
}

namespace {

// Members that only restate others for the reader; they are written, and read back only where the
// details are absent (a client's inline article).
struct Derived {
  std::vector<std::string> authors;
  std::vector<std::string> mesh_terms;
  std::string language;
};

Derived derive(const Article& a) {
  Derived d;
  for (const Author& author : a.authors) d.authors.push_back(author.name);
  d.mesh_terms = mesh_terms(a);
  if (!a.languages.empty()) d.language = a.languages.front();
  return d;
}

bool has_details(const Author& a) {
  return !a.last_name.empty() || !a.initials.empty() || a.collective || !a.orcid.empty() ||
         !a.affiliations.empty();
}

bool has_details(const MeshHeading& h) {
  return !h.ui.empty() || h.major || !h.qualifiers.empty();
}

template <class V>
void describe_record(V& v, Article& a, Derived& d, std::vector<Author>& author_details,
                     std::vector<MeshHeading>& mesh_details) {
  v("pmid", a.pmid, {.always = true});
  v("item_id", a.id);
  v("title", a.title, {.always = true});
  v("abstract", a.abstract, {.always = true});
  v("authors", d.authors, {.always = true});
  v("author_details", author_details);
  v("authors_complete", a.authors_complete);
  v("journal", a.journal, {.always = true});
  v("journal_abbreviation", a.journal_abbreviation);
  v("issns", a.issns);
  v("publication_date", a.publication_date);
  v("doi", a.doi);
  v("pmcid", a.pmcid);
  v("nct_ids", a.nct_ids);
  v("registry_ids", a.registry_ids);
  v("keywords", a.keywords, {.always = true});
  v("mesh_terms", d.mesh_terms, {.always = true});
  v("mesh_headings", mesh_details);
  v("supplementary_concepts", a.supplementary_concepts);
  v("publication_types", a.publication_types);
  v("language", d.language);
  v("languages", a.languages);
  v("retraction", a.retraction);
  v("sections", a.sections);
  v("other_abstracts", a.other_abstracts);
  v("chemicals", a.chemicals);
  v("grants", a.grants);
  v("comments_corrections", a.comments_corrections);
  v("references", a.references);
  v("coi_statement", a.coi_statement);
  v("volume", a.volume);
  v("issue", a.issue);
  v("pages", a.pages);
  v("vernacular_title", a.vernacular_title);
  v("is_preprint", a.is_preprint);
  v("is_book", a.is_book);
  v("citation_count", a.citation_count);
  v("url", a.url);
  v("openalex_id", a.openalex_id);
  v("europepmc_id", a.europepmc_id);
  v("citation_counts", a.citation_counts);
  v("is_open_access", a.is_open_access);
  v("pdf_url", a.pdf_url);
  v("license", a.license);
  v("concepts", a.concepts);
  v("related", a.related);
  v("merged_from", a.merged_from);
  v("trial", a.trial);
  v("metadata", a.metadata);
}

template <class V>
void write_record(V& v, const Article& article) {
  Article& a = const_cast<Article&>(article);
  Derived d = derive(article);
  std::vector<Author> authors;
  for (const Author& author : article.authors) {
    if (has_details(author)) {
      authors = article.authors;
      break;
    }
  }
  std::vector<MeshHeading> mesh;
  for (const MeshHeading& heading : article.mesh_headings) {
    if (has_details(heading)) {
      mesh = article.mesh_headings;
      break;
    }
  }
  describe_record(v, a, d, authors, mesh);
}

void merge(Article& a, Derived& d, std::vector<Author>& authors, std::vector<MeshHeading>& mesh) {
  a.authors = std::move(authors);
  if (a.authors.empty()) {
    for (std::string& name : d.authors) a.authors.push_back({.name = std::move(name)});
  }
  a.mesh_headings = std::move(mesh);
  if (a.mesh_headings.empty()) {
    for (std::string& term : d.mesh_terms)
      a.mesh_headings.push_back({.descriptor = std::move(term)});
  }
  if (a.languages.empty() && !d.language.empty()) a.languages.push_back(d.language);
}

// A client's `item_id` of digits is a PMID; beside a PMID it says nothing.
void settle_id(Article& a) {
  const bool digits = !a.id.empty() && a.id.size() <= 9 &&
                      a.id.find_first_not_of("0123456789") == std::string::npos;
  if (a.pmid.empty() && digits) a.pmid = a.id;
  if (!a.pmid.empty()) a.id.clear();
}

}  // namespace

Json to_json(const Article& article) {
  ObjectWriter writer;
  write_record(writer, article);
  return writer.take();
}

std::string to_json_text(const Article& article) {
  std::string out = "{";
  TextWriter writer(out);
  write_record(writer, article);
  out += '}';
  return out;
}

Article article_from_json(const Json& value) {
  Article a;
  Derived d;
  std::vector<Author> authors;
  std::vector<MeshHeading> mesh;
  StoredReader reader(value);
  describe_record(reader, a, d, authors, mesh);
  merge(a, d, authors, mesh);
  return a;
}

namespace {

struct MemberNames {
  std::vector<std::string> names;
  template <class T>
  void operator()(const char* name, T&, const Rule& = {}) {
    names.emplace_back(name);
  }
};

std::vector<std::string> list_members() {
  Article a;
  Derived d;
  std::vector<Author> authors;
  std::vector<MeshHeading> mesh;
  MemberNames members;
  describe_record(members, a, d, authors, mesh);
  return std::move(members.names);
}

// Metadata are texts here; a client may keep numbers, lists and objects there.
Json with_textual_metadata(Json value) {
  for (auto& [name, item] : value["metadata"].items()) {
    if (!item.is_string()) item = item.is_null() ? "" : dump_json(item);
  }
  return value;
}

bool has_other_metadata(const Json& value) {
  const auto metadata = value.find("metadata");
  return metadata != value.end() && metadata->is_object() &&
         std::any_of(metadata->begin(), metadata->end(),
                     [](const Json& item) { return !item.is_string(); });
}

}  // namespace

const std::vector<std::string>& article_members() {
  static const std::vector<std::string> members = list_members();
  return members;
}

Result<Article> article_from_client(const Json& value, const std::string& path) {
  if (value.is_object() && has_other_metadata(value))
    return article_from_client(with_textual_metadata(value), path);
  Error error{.code = Errc::invalid_argument};
  Article a;
  if (!value.is_object()) {
    error.problems.push_back({path, "must be an article object, got " + codec::type_name(value)});
  } else {
    Derived d;
    std::vector<Author> authors;
    std::vector<MeshHeading> mesh;
    Reader reader(value, path,
                  error.problems);  // no finish(): a client may keep members of its own
    describe_record(reader, a, d, authors, mesh);
    if (const auto it = value.find("id"); it != value.end() && it->is_string() && a.id.empty()) {
      a.id = it->get<std::string>();
    }
    settle_id(a);
    merge(a, d, authors, mesh);
    if (error.problems.empty() && item_id(a).empty() && a.title.empty() && a.abstract.empty()) {
      error.problems.push_back({path, "has neither pmid nor title nor abstract"});
    }
  }
  if (error.problems.empty()) return a;
  error.message = error.problems.front().path + " " + error.problems.front().message;
  error.path = error.problems.front().path;
  return error;
}

std::optional<Article> article_from_plain_text(std::string_view json,
                                               std::vector<std::string>* others) {
  PlainReader reader(json);
  if (reader.failed()) return std::nullopt;
  Article a;
  Derived d;
  std::vector<Author> authors;
  std::vector<MeshHeading> mesh;
  describe_record(reader, a, d, authors, mesh);
  if (reader.has("id") && item_id(a).empty()) return std::nullopt;
  if (reader.failed() || !reader.others_are_strings()) return std::nullopt;
  settle_id(a);
  if (item_id(a).empty() && a.title.empty() && a.abstract.empty()) return std::nullopt;
  merge(a, d, authors, mesh);
  if (others != nullptr) *others = reader.others();
  return a;
}

}  // namespace ev::model
