#include "pipeline/sources/openalex_record.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"
#include "pipeline/model/languages.hpp"
#include "pipeline/sources/date_span.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/person_name.hpp"
#include "pipeline/sources/record_text.hpp"
#include "pipeline/sources/retraction.hpp"
#include "pipeline/sources/retraction_claim.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace ev::sources {

namespace {

using model::Article;

constexpr std::size_t kAuthorsServed = 100;       // OpenAlex lists no more
constexpr std::size_t kAbstractBytes = 1u << 20;  // a broken index can repeat a word without end

std::string_view digits_of(std::string_view s) {
  const bool digits = !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? s : std::string_view();
}

void add_value_once(std::vector<std::string>& list, std::string value) {
  if (value.empty() || std::find(list.begin(), list.end(), value) != list.end()) return;
  list.push_back(std::move(value));
}

struct PlacedWord {
  std::int64_t position = 0;
  const std::string* word = nullptr;
};

// {"word": [positions]} in the order of positions; gaps close up, broken positions are left out.
void set_openalex_abstract(const Json& work, Article& a) {
  const Json& index = member_at(work, {"abstract_inverted_index"});
  if (!index.is_object()) return;
  std::vector<PlacedWord> words;
  for (auto it = index.begin(); it != index.end(); ++it) {
    if (!it.value().is_array()) continue;
    for (const Json& position : it.value()) {
      if (!position.is_number_integer()) continue;
      const auto at = position.get<std::int64_t>();
      if (at >= 0) words.push_back({at, &it.key()});
    }
  }
  std::stable_sort(words.begin(), words.end(), [](const PlacedWord& x, const PlacedWord& y) {
    return x.position < y.position;
  });
  std::string joined;
  for (const PlacedWord& placed : words) {
    if (joined.size() + placed.word->size() > kAbstractBytes) {
      a.metadata["abstract_cut"] = "yes";
      break;
    }
    if (!joined.empty()) joined += ' ';
    joined += *placed.word;
  }
  set_marked_abstract(joined, a);
}

void set_openalex_ids(const Json& work, Article& a) {
  a.openalex_id = openalex_id_in(text_at(work, {"id"}));
  if (a.openalex_id.empty()) a.openalex_id = openalex_id_in(text_at(work, {"ids", "openalex"}));
  a.pmid = pmid_in(scalar_at(work, {"ids", "pmid"}));
  a.pmcid = pmcid_in(scalar_at(work, {"ids", "pmcid"}));
  a.doi = normal_doi(text_at(work, {"doi"}));
  if (a.doi.empty()) a.doi = normal_doi(text_at(work, {"ids", "doi"}));
  if (a.pmid.empty()) a.id = a.openalex_id;
}

model::Author openalex_author(const Json& authorship) {
  const std::string usual = text_at(authorship, {"author", "display_name"});
  std::string printed = plain_line(text_at(authorship, {"raw_author_name"}));
  if (printed.empty()) printed = plain_line(usual);
  model::Author author = person_of_printed(printed, usual);
  author.orcid = orcid_in(text_at(authorship, {"author", "orcid"}));
  const auto add = [&author](const std::string& place) {
    add_value_once(author.affiliations, plain_line(place));
  };
  for (const std::string& place : texts_at(authorship, {"raw_affiliation_strings"})) add(place);
  if (author.affiliations.empty()) {
    each_at(authorship, {"affiliations"},
            [&](const Json& item) { add(text_at(item, {"raw_affiliation_string"})); });
  }
  if (author.affiliations.empty()) {
    each_at(authorship, {"institutions"},
            [&](const Json& item) { add(text_at(item, {"display_name"})); });
  }
  return author;
}

void set_openalex_authors(const Json& work, Article& a) {
  std::size_t listed = 0;
  each_at(work, {"authorships"}, [&](const Json& authorship) {
    ++listed;
    model::Author author = openalex_author(authorship);
    if (!author.name.empty()) a.authors.push_back(std::move(author));
  });
  a.authors_complete = !flag_at(work, {"is_authors_truncated"}).value_or(listed >= kAuthorsServed);
}

// The journal is where the work appeared, not the archive that has a copy: a repository counts for
// a preprint only.
void set_openalex_journal(const Json& work, Article& a) {
  const Json& primary = member_at(work, {"primary_location"});
  const Json& source = member_at(primary, {"source"});
  const std::string name = plain_line(text_at(source, {"display_name"}));
  const std::string raw = plain_line(text_at(primary, {"raw_source_name"}));
  const std::string kind = text_at(source, {"type"});
  const bool archive = (kind == "repository" || kind == "metadata") && !a.is_preprint;
  a.journal = archive ? (text::fold(raw) == text::fold(name) ? "" : raw) : name;
  if (a.journal.empty() && !archive) a.journal = raw;
  if (archive) return;
  for (std::string& issn : texts_at(source, {"issn"})) add_value_once(a.issns, std::move(issn));
  add_value_once(a.issns, text_at(source, {"issn_l"}));
  const auto citedness = number_at(source, {"summary_stats", "2yr_mean_citedness"});
  if (citedness) a.metadata["venue_2yr_mean_citedness"] = codec::number_text(*citedness);
  std::string id(last_segment(text_at(source, {"id"})));
  if (!id.empty() && id.front() == 'S') a.metadata["openalex_source"] = std::move(id);
}

void set_openalex_type(const Json& work, Article& a) {
  static constexpr std::pair<std::string_view, const char*> kTypes[] = {
      {"article", "Journal Article"},
      {"review", "Review"},
      {"letter", "Letter"},
      {"editorial", "Editorial"},
      {"erratum", "Published Erratum"},
      {"retraction", "Retraction Notice"},
      {"preprint", "Preprint"},
      {"dataset", "Dataset"}};
  const std::string type(last_segment(text_at(work, {"type"})));
  if (type.empty()) return;
  a.metadata["openalex_type"] = type;
  a.is_preprint = type == "preprint";
  for (const auto& [ours, name] : kTypes) {
    if (type == ours) a.publication_types.emplace_back(name);
  }
}

void set_openalex_date(const Json& work, Article& a) {
  std::string date = iso_date_or_nothing(text_at(work, {"publication_date"}));
  if (date.empty()) {
    const auto year = whole_at(work, {"publication_year"});
    if (year) date = iso_date_or_nothing(std::to_string(*year));
  } else if (date.size() == 10 && date.substr(7) == "-01") {
    a.metadata["original_date"] = date;
    date.resize(date.substr(4) == "-01-01" ? 4 : 7);
  }
  a.publication_date = std::move(date);
}

void set_openalex_pages(const Json& work, Article& a) {
  a.volume = scalar_at(work, {"biblio", "volume"});
  a.issue = scalar_at(work, {"biblio", "issue"});
  const std::string first = scalar_at(work, {"biblio", "first_page"});
  const std::string last = scalar_at(work, {"biblio", "last_page"});
  a.pages = first.empty() || last.empty() || first == last ? (first.empty() ? last : first)
                                                           : first + "-" + last;
}

// One row per descriptor and qualifier, some of them twice.
void add_openalex_mesh(const Json& row, Article& a) {
  std::string name = text_at(row, {"descriptor_name"});
  if (name.empty()) return;
  std::string ui = text_at(row, {"descriptor_ui"});
  auto heading =
      std::find_if(a.mesh_headings.begin(), a.mesh_headings.end(),
                   [&](const auto& known) { return known.ui == ui && known.descriptor == name; });
  if (heading == a.mesh_headings.end()) {
    heading = a.mesh_headings.insert(heading, {.descriptor = std::move(name), .ui = std::move(ui)});
  }
  const bool major = flag_at(row, {"is_major_topic"}).value_or(false);
  heading->major = heading->major || major;
  std::string qualifier = text_at(row, {"qualifier_name"});
  if (qualifier.empty()) return;
  for (model::MeshQualifier& known : heading->qualifiers) {
    if (known.name != qualifier) continue;
    known.major = known.major || major;
    return;
  }
  heading->qualifiers.push_back({std::move(qualifier), text_at(row, {"qualifier_ui"}), major});
}

void set_openalex_subjects(const Json& work, Article& a) {
  each_at(work, {"mesh"}, [&](const Json& row) { add_openalex_mesh(row, a); });
  const auto name_of_item = [](const Json& item) {
    return plain_line(item.is_string() ? item.get<std::string>() : text_at(item, {"display_name"}));
  };
  each_at(work, {"keywords"},
          [&](const Json& item) { add_value_once(a.keywords, name_of_item(item)); });
  each_at(work, {"topics"},
          [&](const Json& item) { add_value_once(a.concepts, name_of_item(item)); });
  each_at(work, {"awards"}, [&](const Json& award) {
    model::Grant grant{.id = text_at(award, {"funder_award_id"}),
                       .agency = text_at(award, {"funder_display_name"})};
    if (!grant.id.empty() || !grant.agency.empty()) a.grants.push_back(std::move(grant));
  });
}

void set_openalex_access(const Json& work, Article& a) {
  a.is_open_access = flag_at(work, {"open_access", "is_oa"});
  a.pdf_url = text_at(work, {"best_oa_location", "pdf_url"});
  // A publisher's PDF is of use only where it is free.
  if (a.pdf_url.empty() && flag_at(work, {"primary_location", "is_oa"}).value_or(false)) {
    a.pdf_url = text_at(work, {"primary_location", "pdf_url"});
  }
  a.license = text_at(work, {"best_oa_location", "license"});
  if (a.license.empty()) a.license = text_at(work, {"primary_location", "license"});
}

std::string link_of(const Article& a) {
  if (!a.pmid.empty()) return "https://pubmed.ncbi.nlm.nih.gov/" + a.pmid + "/";
  if (!a.doi.empty()) return doi_link(a.doi);
  return a.openalex_id.empty() ? "" : "https://openalex.org/" + a.openalex_id;
}

void judge_openalex_retraction(const Json& work, std::vector<std::string> types, Article& a) {
  // Before the types are there: what they say of a notice is OpenAlex's word, not PubMed's.
  judge_retraction(a);
  const auto type = a.metadata.find("openalex_type");
  if (type != a.metadata.end() && type->second == "retraction") {
    add_retraction_claim(a, {model::RetractionStatus::notice, "openalex:type"});
  }
  if (flag_at(work, {"is_retracted"}).value_or(false)) {
    add_retraction_claim(a, {model::RetractionStatus::retracted, "openalex:is_retracted"});
  }
  a.publication_types = std::move(types);
}

}  // namespace

std::string openalex_id_in(std::string_view s) {
  const std::string_view id = last_segment(s);
  if (id.size() < 2 || (id.front() != 'W' && id.front() != 'w')) return "";
  const std::string_view digits = digits_of(id.substr(1));
  return digits.empty() || digits.size() > 15 ? "" : "W" + std::string(digits);
}

std::string pmid_in(std::string_view s) {
  std::string_view digits = digits_of(last_segment(s));
  while (!digits.empty() && digits.front() == '0') digits.remove_prefix(1);
  return digits.size() > 8 ? "" : std::string(digits);
}

std::string pmcid_in(std::string_view s) {
  return normal_pmcid(last_segment(s));
}

std::optional<model::Article> read_openalex_work(const Json& work) {
  const std::string id = text_at(work, {"id"});
  if (!id.empty() && openalex_id_in(id).empty()) return std::nullopt;  // an author, a funder …
  Article a;
  set_openalex_ids(work, a);
  if (a.openalex_id.empty() && a.pmid.empty()) return std::nullopt;
  a.metadata["source"] = "openalex";
  a.title = plain_line(text_at(work, {"title"}));
  if (a.title.empty()) a.title = plain_line(text_at(work, {"display_name"}));
  set_openalex_abstract(work, a);
  set_openalex_type(work, a);
  set_openalex_authors(work, a);
  set_openalex_journal(work, a);
  set_openalex_date(work, a);
  set_openalex_pages(work, a);
  set_openalex_subjects(work, a);
  set_openalex_access(work, a);
  std::string language = model::language_code(last_segment(text_at(work, {"language"})));
  if (!language.empty()) a.languages.push_back(std::move(language));
  const auto cited = whole_at(work, {"cited_by_count"});
  if (cited && *cited >= 0 && *cited < 2'000'000'000) {
    a.citation_counts.push_back({"openalex", static_cast<int>(*cited)});
  }
  add_nct_ids(a.title, a.nct_ids);
  add_nct_ids(a.abstract, a.nct_ids);
  a.url = link_of(a);
  judge_openalex_retraction(work, std::exchange(a.publication_types, {}), a);
  return a;
}

}  // namespace ev::sources
