#include "base/text.hpp"
#include "pipeline/library/nbib.hpp"
#include "pipeline/library/values.hpp"
#include "pipeline/output/export_parts.hpp"

#include <algorithm>
#include <array>

namespace ev::output {

namespace {

using model::Article;

constexpr std::size_t kNbibWidth = 80;  // of the text behind a tag
constexpr std::array<const char*, 12> kNbibMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

class NbibText {
 public:
  // "TAG - value", further lines indented by six blanks; broken at blanks only.
  void add(std::string_view tag, std::string_view value) {
    const std::string line = export_line(value);
    if (line.empty()) return;
    out_ += tag;
    out_.append(4 - tag.size(), ' ');
    out_ += "- ";
    std::string_view rest = line;
    while (text::code_points(rest) > kNbibWidth) {
      const std::size_t most = text::byte_of(rest, kNbibWidth);
      std::size_t cut = rest.rfind(' ', most);
      if (cut == std::string_view::npos) cut = rest.find(' ', most);
      if (cut == std::string_view::npos) break;
      out_ += rest.substr(0, cut);
      out_ += "\n      ";
      rest.remove_prefix(cut + 1);
    }
    out_ += rest;
    out_ += '\n';
  }
  void add_each(std::string_view tag, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(tag, value);
  }
  std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

std::string metadata_of(const Article& a, const char* name) {
  const auto it = a.metadata.find(name);
  return it == a.metadata.end() ? std::string() : it->second;
}

// "2024 Mar 7"; a span or a season as the record's source had it.
std::string nbib_date(const Article& a) {
  const DateParts date = date_parts(a);
  if (date.year == 0) return {};
  const std::string year = std::to_string(date.year);
  const std::string original = metadata_of(a, "original_date");
  if (original.rfind(year + " ", 0) == 0) return original;
  if (date.month == 0) return year;
  const std::string month = year + " " + kNbibMonths[static_cast<std::size_t>(date.month - 1)];
  return date.day == 0 ? month : month + " " + std::to_string(date.day);
}

// Translated titles stand in brackets at NLM.
std::string nbib_title(const Article& a) {
  if (a.title.empty() || metadata_of(a, "title_translated") != "yes") return a.title;
  const bool dot = a.title.back() == '.';
  return "[" + a.title.substr(0, a.title.size() - (dot ? 1 : 0)) + (dot ? "]." : "]");
}

void nbib_titles(NbibText& out, const Article& a) {
  const WorkKind kind = work_kind(a);
  if (kind == WorkKind::book) {
    out.add("BTI", nbib_title(a));
  } else {
    out.add("TI", nbib_title(a));
    if (kind == WorkKind::chapter) out.add("BTI", a.journal);
  }
  if (a.is_book) out.add("PB", metadata_of(a, "publisher"));
}

// "Doe JQ Jr". The short form is left out where its parts could not be told apart again.
std::string nbib_short_name(const model::Author& author, const NameParts& parts) {
  const std::string initials = export_line(author.initials);
  if (initials.empty() && parts.family.find(' ') != std::string::npos) return {};
  std::string out = parts.family + (initials.empty() ? "" : " " + initials);
  if (!parts.suffix.empty() && !initials.empty()) out += " " + parts.suffix;
  return out;
}

void nbib_authors(NbibText& out, const Article& a) {
  for (const model::Author& author : a.authors) {
    if (author.collective) {
      out.add("CN", author.name);
    } else {
      const NameParts parts = name_parts(author);
      std::string full = parts.family;
      if (!parts.given.empty()) full += ", " + parts.given;
      if (!parts.suffix.empty()) full += " " + parts.suffix;
      out.add("FAU", full);
      out.add("AU", nbib_short_name(author, parts));
    }
    if (!author.orcid.empty()) out.add("AUID", "ORCID: " + author.orcid);
    out.add_each("AD", author.affiliations);
  }
  if (!a.authors_complete) out.add("AU", "et al.");
}

void nbib_registrations(NbibText& out, const Article& a) {
  std::vector<std::string> lines;
  for (const std::string& id : a.registry_ids) {
    const std::size_t colon = id.find(':');
    if (colon == std::string::npos) continue;
    library::add_once(lines, id.substr(0, colon) + "/" + id.substr(colon + 1));
  }
  for (const std::string& nct : a.nct_ids) library::add_once(lines, "ClinicalTrials.gov/" + nct);
  out.add_each("SI", lines);
}

// Identifier, acronym, agency and country, the last always behind a slash.
void nbib_grants(NbibText& out, const Article& a) {
  for (const model::Grant& grant : a.grants) {
    std::string line;
    if (!grant.id.empty() || !grant.acronym.empty()) line += grant.id + "/";
    if (!grant.acronym.empty()) line += grant.acronym + "/";
    out.add("GR", line + grant.agency + "/" + grant.country);
  }
}

void nbib_substances(NbibText& out, const Article& a) {
  for (const model::Chemical& chemical : a.chemicals) {
    const std::string& number = chemical.registry_number;
    out.add("RN", (number.empty() ? "0" : number) + " (" + chemical.name + ")");
  }
  out.add_each("NM", a.supplementary_concepts);
}

bool points_at(const Article& a, std::string_view type) {
  return std::any_of(a.comments_corrections.begin(), a.comments_corrections.end(),
                     [type](const model::CommentsCorrection& c) { return c.type == type; });
}

// "Ex Med J. 2018 Jul;18(1):1. PMID: 90000002"
void nbib_comments(NbibText& out, const Article& a) {
  for (const model::CommentsCorrection& c : a.comments_corrections) {
    const std::string_view tag = library::nbib_comment_tag(c.type);
    const std::string pmid = c.pmid.empty() ? "" : "PMID: " + c.pmid;
    if (!tag.empty()) out.add(tag, c.source + " " + pmid);
  }
  if (a.retraction.notice_pmid.empty()) return;
  // Another source than PubMed may know of a notice.
  const std::string notice = "PMID: " + a.retraction.notice_pmid;
  if (a.retraction.status == model::RetractionStatus::retracted && !points_at(a, "RetractionIn") &&
      !points_at(a, "RetractedandRepublishedIn")) {
    out.add("RIN", notice);
  }
  if (a.retraction.status == model::RetractionStatus::expression_of_concern &&
      !points_at(a, "ExpressionOfConcernIn")) {
    out.add("ECI", notice);
  }
}

// A retraction is a publication type here, and tags point to notices; what only another source than
// PubMed knows may have neither.
bool retraction_in_tags(const Article& a) {
  using model::RetractionStatus;
  const RetractionStatus status = a.retraction.status;
  if (status == RetractionStatus::retracted) return true;
  if (status == RetractionStatus::expression_of_concern) {
    return !a.retraction.notice_pmid.empty() || points_at(a, "ExpressionOfConcernIn");
  }
  return status == RetractionStatus::corrected &&
         (points_at(a, "ErratumIn") || points_at(a, "CorrectedandRepublishedIn") ||
          points_at(a, "PartialRetractionIn"));
}

// What MEDLINE has no tag for.
void nbib_notes(NbibText& out, const ExportRecord& record) {
  const Article& a = *record.article;
  out.add("GN", metadata_of(a, "general_note"));
  Article rest = a;  // less what stands in tags of its own
  if (retraction_in_tags(a)) rest.retraction = {};
  rest.nct_ids.clear();
  rest.registry_ids.clear();
  rest.metadata.clear();
  ExportRecord shown = record;
  shown.article = &rest;
  out.add_each("GN", export_notes(shown));
  if (!a.pmid.empty()) return;
  const std::string id = own_id(a);
  if (!id.empty()) out.add("GN", "Record: " + id);
  if (!a.url.empty()) out.add("GN", "URL: " + a.url);
}

// "Ex J. 2024 Mar 7;1(2):3-4. doi: 10.5555/x."
std::string nbib_source(const Article& a) {
  std::string out = a.journal_abbreviation.empty() ? a.journal : a.journal_abbreviation;
  if (out.empty()) return {};
  out += ". " + nbib_date(a);
  std::string place = a.volume;
  if (!a.issue.empty()) place += "(" + a.issue + ")";
  if (!a.pages.empty()) place += ":" + a.pages;
  if (!place.empty()) out += (place.front() == ':' ? "" : ";") + place;
  out += ".";
  return a.doi.empty() ? out : out + " doi: " + a.doi + ".";
}

void nbib_ids(NbibText& out, const Article& a) {
  out.add("PMC", a.pmcid);
  out.add("MID", metadata_of(a, "manuscript_id"));
  if (const std::string pii = metadata_of(a, "pii"); !pii.empty()) out.add("AID", pii + " [pii]");
  if (!a.doi.empty()) out.add("AID", a.doi + " [doi]");
}

std::string nbib_record(const ExportRecord& record) {
  const Article& a = *record.article;
  NbibText out;
  out.add("PMID", a.pmid);
  out.add("STAT", metadata_of(a, "status"));
  out.add_each("IS", a.issns);
  out.add("VI", a.volume);
  out.add("IP", a.issue);
  out.add("DP", nbib_date(a));
  nbib_titles(out, a);
  out.add("PG", a.pages);
  if (!a.doi.empty()) out.add("LID", a.doi + " [doi]");
  out.add("AB", a.abstract);
  nbib_authors(out, a);
  out.add_each("LA", a.languages);
  nbib_registrations(out, a);
  nbib_grants(out, a);
  out.add_each("PT", export_types(a));
  out.add("TT", a.vernacular_title);
  std::string electronic = metadata_of(a, "electronic_date");
  electronic.erase(std::remove(electronic.begin(), electronic.end(), '-'), electronic.end());
  if (electronic.size() == 8) out.add("DEP", electronic);
  out.add("TA", a.journal_abbreviation);
  if (work_kind(a) != WorkKind::chapter) out.add("JT", a.journal);
  nbib_substances(out, a);
  nbib_comments(out, a);
  for (const model::MeshHeading& heading : a.mesh_headings) out.add("MH", heading_text(heading));
  for (const model::OtherAbstract& other : a.other_abstracts) {
    out.add("OAB", other.text);
    out.add("OABL", other.language);
  }
  out.add_each("OT", a.keywords);
  out.add("COIS", a.coi_statement);
  nbib_ids(out, a);
  nbib_notes(out, record);
  out.add("SO", nbib_source(a));
  return std::move(out).take();
}

}  // namespace

std::string to_nbib(std::span<const ExportRecord> records, const KeepGoing& keep_going) {
  std::string out;
  for (const ExportRecord& record : records) {
    if (told_to_stop(keep_going)) break;
    out += (out.empty() ? "" : "\n") + nbib_record(record);
  }
  return out;
}

}  // namespace ev::output
