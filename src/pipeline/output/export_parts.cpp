#include "pipeline/output/export_parts.hpp"

#include "base/text.hpp"
#include "pipeline/library/values.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace ev::output {

namespace {

using model::Article;

bool has_publication_type(const Article& a, std::string_view type) {
  return std::any_of(
      a.publication_types.begin(), a.publication_types.end(),
      [type](const std::string& t) { return text::equal_ignoring_ascii_case(t, type); });
}

bool is_export_suffix(std::string_view word) {
  for (const std::string_view known :
       {"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV", "2nd", "3rd", "4th"}) {
    if (word == known) return true;
  }
  return false;
}

int number_at(std::string_view date, std::size_t at, std::size_t digits) {
  if (date.size() < at + digits) return 0;
  int out = 0;
  for (const char c : date.substr(at, digits)) {
    if (c < '0' || c > '9') return 0;
    out = out * 10 + (c - '0');
  }
  return out;
}

// "PMID:1" -> "PubMed 1", "DOI:10.1/x" -> "10.1/x": the marks importers look for are left out.
std::string related_id(std::string_view id) {
  if (id.substr(0, 5) == "PMID:") return "PubMed " + std::string(text::trim(id.substr(5)));
  if (id.substr(0, 4) == "DOI:") return std::string(text::trim(id.substr(4)));
  return std::string(id);
}

std::string related_note(const Article& a) {
  std::vector<std::string> parts;
  for (const model::Relation& relation : a.related) {
    std::string type = relation.type;
    std::replace(type.begin(), type.end(), '_', ' ');
    library::add_once(parts, type + " " + related_id(relation.id));
  }
  return parts.empty() ? std::string() : "Related: " + text::join(parts, "; ");
}

std::string trial_note(const Article& a) {
  if (!a.trial) return {};
  std::vector<std::string> parts;
  const auto add = [&parts](std::string_view label, const std::string& value) {
    if (!value.empty()) parts.push_back(std::string(label) + value);
  };
  add("status ", a.trial->status);
  add("", text::join(a.trial->phases, "/"));
  add("", a.trial->study_type);
  if (a.trial->enrollment) {
    const bool actual = a.trial->enrollment_type == "ACTUAL";
    add(actual ? "enrolled " : "enrolment planned ", std::to_string(*a.trial->enrollment));
  }
  add("sponsor ", a.trial->sponsor);
  return parts.empty() ? std::string() : "Trial: " + text::join(parts, "; ");
}

std::string ids_note(const Article& a) {
  std::vector<std::string> parts;
  if (!a.openalex_id.empty()) parts.push_back("OpenAlex " + a.openalex_id);
  if (!a.europepmc_id.empty() && a.europepmc_id != "MED:" + a.pmid) {
    parts.push_back("Europe PMC " + a.europepmc_id);
  }
  for (const std::string& registration : a.registry_ids) {
    if (registration.rfind("ClinicalTrials.gov:", 0) != 0) parts.push_back(registration);
  }
  return text::join(parts, "; ");
}

// A record of the built-in sample says in its own note that it is invented.
std::string sample_note(const Article& a) {
  for (const char* member : {"general_note", "sample"}) {
    const auto note = a.metadata.find(member);
    if (note != a.metadata.end() && note->second.compare(0, 8, "[sample]") == 0)
      return note->second;
  }
  return {};
}

std::string plain_letters(std::string_view s) {
  std::string out;
  for (const char c : s) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter) out += c;
  }
  return out;
}

std::string citation_stem(const Article& a) {
  std::string name = a.authors.empty() ? "anon" : a.authors.front().last_name;
  if (name.empty()) name = a.authors.front().name;
  std::string stem = plain_letters(text::fold(name));
  if (stem.empty()) stem = "anon";
  if (const auto year = model::year_of(a)) stem += std::to_string(*year);
  std::string id = a.pmid.empty() ? plain_letters(a.id) : plain_letters(a.pmid);
  if (id.empty()) id = plain_letters(a.doi);
  return id.empty() ? stem : stem + "-" + id;
}

std::string key_suffix(int n) {
  std::string out;
  for (; n > 0; n = (n - 1) / 26) out.insert(out.begin(), static_cast<char>('a' + (n - 1) % 26));
  return out;
}

}  // namespace

WorkKind work_kind(const Article& a) {
  const bool registered = a.trial || (a.pmid.empty() && a.id.rfind("NCT", 0) == 0);
  if (registered) return WorkKind::trial;
  if (a.is_book) return a.journal.empty() ? WorkKind::book : WorkKind::chapter;
  if (a.is_preprint) return WorkKind::preprint;
  if (has_publication_type(a, "Dataset")) return WorkKind::dataset;
  for (const char* thesis : {"Academic Dissertation", "Dissertation", "Thesis"}) {
    if (has_publication_type(a, thesis)) return WorkKind::thesis;
  }
  for (const char* report : {"Technical Report", "Report"}) {
    if (has_publication_type(a, report) && a.journal.empty()) return WorkKind::report;
  }
  return WorkKind::journal_article;
}

std::string csv_cell(std::string value) {
  constexpr std::string_view kFormula[] = {"=",  "+",  "-",  "@",  "\t", "\r",
                                           "\n", "＝", "＋", "－", "＠"};
  const bool formula =
      std::any_of(std::begin(kFormula), std::end(kFormula),
                  [&value](std::string_view sign) { return value.starts_with(sign); });
  if (formula) value.insert(value.begin(), '\'');
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string export_line(std::string_view s) {
  return library::squeezed(text::displayable(s));
}

NameParts name_parts(const model::Author& author) {
  NameParts out;
  const std::string name = export_line(author.name);
  out.family = export_line(author.last_name);
  if (out.family.empty()) return {name, "", ""};
  const bool follows = name.size() > out.family.size() + 1 && name.rfind(out.family + " ", 0) == 0;
  std::vector<std::string> given;
  if (follows) {
    given = text::split(std::string_view(name).substr(out.family.size() + 1), ' ');
  } else if (!author.initials.empty()) {
    given = {export_line(author.initials)};
  }
  if (given.size() > 1 && is_export_suffix(given.back())) {
    out.suffix = given.back();
    given.pop_back();
  }
  out.given = text::join(given, " ");
  return out;
}

std::string inverted_name(const model::Author& author) {
  if (author.collective) return export_line(author.name);
  const NameParts parts = name_parts(author);
  std::string out = parts.family;
  if (!parts.given.empty()) out += ", " + parts.given;
  if (!parts.suffix.empty()) out += ", " + parts.suffix;
  return out;
}

DateParts date_parts(const Article& a) {
  const std::string& date = a.publication_date;
  DateParts out{.year = number_at(date, 0, 4)};
  if (out.year == 0) return {};
  out.month = number_at(date, 5, 2);
  if (out.month < 1 || out.month > 12) return {.year = out.year};
  out.day = number_at(date, 8, 2);
  return out;
}

std::vector<std::string> export_types(const Article& a) {
  std::vector<std::string> out;
  for (const std::string& type : a.publication_types) library::add_once(out, export_line(type));
  const auto add = [&](bool is_one, const char* type) {
    if (is_one && !has_publication_type(a, type)) out.emplace_back(type);
  };
  add(a.retraction.status == model::RetractionStatus::retracted, "Retracted Publication");
  add(work_kind(a) == WorkKind::preprint, "Preprint");
  add(work_kind(a) == WorkKind::trial, "Clinical Trial Registration");
  return out;
}

std::string heading_text(const model::MeshHeading& heading) {
  const bool by_qualifier =
      std::any_of(heading.qualifiers.begin(), heading.qualifiers.end(),
                  [](const model::MeshQualifier& qualifier) { return qualifier.major; });
  std::string out = heading.major && !by_qualifier ? "*" : "";
  out += export_line(heading.descriptor);
  for (const model::MeshQualifier& qualifier : heading.qualifiers) {
    out += std::string(qualifier.major ? "/*" : "/") + export_line(qualifier.name);
  }
  return out;
}

std::vector<std::string> subject_terms(const Article& a) {
  std::vector<std::string> out;
  for (const std::string& keyword : a.keywords) {
    std::string term = export_line(keyword);
    std::replace(term.begin(), term.end(), ';', ',');  // what parts terms
    library::add_once(out, std::move(term));
  }
  for (const model::MeshHeading& heading : a.mesh_headings) {
    library::add_once(out, export_line(heading.descriptor));
  }
  return out;
}

std::string status_note(const Article& a) {
  if (a.retraction.status == model::RetractionStatus::none) return {};
  std::string out(wire_name(a.retraction.status));
  std::replace(out.begin(), out.end(), '_', ' ');
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  std::vector<std::string> more;
  if (!a.retraction.notice_pmid.empty()) {
    more.push_back("notice: PubMed " + export_line(a.retraction.notice_pmid));
  }
  if (!a.retraction.date.empty()) more.push_back(export_line(a.retraction.date));
  return more.empty() ? out : out + " (" + text::join(more, ", ") + ")";
}

std::vector<std::string> export_notes(const ExportRecord& record) {
  const Article& a = *record.article;
  std::vector<std::string> out;
  const auto add = [&out](std::string note) {
    if (!note.empty()) out.push_back(export_line(note));
  };
  add(status_note(a));
  if (record.rank) add("Rank " + std::to_string(*record.rank));
  if (record.score) add("Score " + score_text(*record.score));
  add(related_note(a));
  // The trial's own number is in a field of its kind as well.
  if (!a.nct_ids.empty()) add("ClinicalTrials.gov: " + text::join(a.nct_ids, ", "));
  add(trial_note(a));
  add(ids_note(a));
  add(sample_note(a));
  return out;
}

std::string own_id(const Article& a) {
  return a.pmid.empty() ? export_line(a.id) : std::string();
}

std::string score_text(double score) {
  char out[40];
  std::snprintf(out, sizeof out, "%.4g", score);
  return out;
}

std::vector<std::string> citation_keys(std::span<const ExportRecord> records) {
  std::map<std::string, int> used;
  std::vector<std::string> out;
  for (const ExportRecord& record : records) {
    const std::string stem = citation_stem(*record.article);
    const int count = ++used[stem];
    out.push_back(count == 1 ? stem : stem + key_suffix(count));
  }
  return out;
}

}  // namespace ev::output
