// The canonical record every source is turned into and every stage works on. Aggregates without
// JSON and without behaviour beyond ==; article_json.hpp reads and writes them. Nothing is cut or
// guessed here: an absent value is an empty string, empty vector or nullopt. Thread rule: plain
// values.
//
// Offsets (sections, quotes) are Unicode code points, end exclusive, into `title` or `abstract`
// exactly as stored.
#pragma once

#include "pipeline/model/retraction_status.hpp"
#include "pipeline/model/trial.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ev::model {

struct Author {
  std::string name;  // "LastName ForeName", initials if that is all; a collective name whole
  std::string last_name;
  std::string initials;
  bool collective = false;
  std::string orcid;  // 0000-0002-1825-0097
  std::vector<std::string> affiliations;
  bool operator==(const Author&) const = default;
};

// One labelled part of a structured abstract; [start, end) is the text without its label.
struct Section {
  std::string label;         // as printed ("METHODS AND FINDINGS"), "" for an unlabelled part
  std::string nlm_category;  // BACKGROUND OBJECTIVE METHODS RESULTS CONCLUSIONS UNASSIGNED or ""
  int start = 0;
  int end = 0;
  bool operator==(const Section&) const = default;
};

struct MeshQualifier {
  std::string name;
  std::string ui;
  bool major = false;
  bool operator==(const MeshQualifier&) const = default;
};

struct MeshHeading {
  std::string descriptor;
  std::string ui;
  bool major = false;  // the descriptor or any qualifier is a major topic
  std::vector<MeshQualifier> qualifiers;
  bool operator==(const MeshHeading&) const = default;
};

struct Chemical {
  std::string name;
  std::string registry_number;  // CAS, UNII or EC; "" when the record says 0
  std::string ui;
  bool operator==(const Chemical&) const = default;
};

struct Grant {
  std::string id;
  std::string acronym;
  std::string agency;
  std::string country;
  bool operator==(const Grant&) const = default;
};

// RetractionIn, ErratumIn, UpdateOf, CommentIn … as in the PubMed DTD.
struct CommentsCorrection {
  std::string type;
  std::string source;
  std::string pmid;
  std::string note;
  bool operator==(const CommentsCorrection&) const = default;
};

struct Reference {
  std::string citation;
  std::string pmid;
  std::string doi;
  bool operator==(const Reference&) const = default;
};

struct OtherAbstract {
  std::string type;
  std::string language;
  std::string text;
  bool operator==(const OtherAbstract&) const = default;
};

// A tie to another record that is not the same work. `id` is "PMID:1", "DOI:10.1/x",
// "NCT01234567" or "PPR:PPR1" (Europe PMC).
struct Relation {
  std::string type;  // preprint_of has_preprint registered_as has_publication results_of
                     // has_results erratum_for has_erratum notice_of has_notice update_of
                     // has_update comment_on has_comment version_of
  std::string id;
  std::string source;  // who says so
  bool operator==(const Relation&) const = default;
};

// Counts of different services are not comparable, so each keeps its source.
struct CitationCount {
  std::string source;
  int count = 0;
  bool operator==(const CitationCount&) const = default;
};

// A record that went into this one, and what was taken from it.
struct MergedRecord {
  std::string source;
  std::string id;  // in that source
  std::vector<std::string> fields;
  bool operator==(const MergedRecord&) const = default;
};

// A notice is not the paper.
struct Retraction {
  RetractionStatus status = RetractionStatus::none;
  std::vector<std::string> sources;  // who said so: "pubmed:PublicationType", "title" …
  std::string notice_pmid;
  std::string date;
  bool operator==(const Retraction&) const = default;
};

struct Article {
  std::string pmid;
  // Names a record without PMID: NCT01234567 of a trial, "PPR:PPR1" (Europe PMC), W1 (OpenAlex),
  // rec-… of an imported one. Empty where there is a PMID.
  std::string id;
  std::string title;
  std::string abstract;
  std::vector<Author> authors;
  bool authors_complete = true;
  std::string journal;
  std::string journal_abbreviation;  // ISO abbreviation, else MedlineTA
  std::vector<std::string> issns;
  std::string publication_date;  // YYYY, YYYY-MM or YYYY-MM-DD: as precise as it is
  std::string doi;               // lower case, no resolver
  std::string pmcid;             // PMC…
  std::vector<std::string> nct_ids;
  std::vector<std::string>
      registry_ids;  // all accession numbers of the data bank list, "name:number"
  std::vector<std::string> keywords;
  std::vector<MeshHeading> mesh_headings;
  std::vector<std::string> supplementary_concepts;
  std::vector<std::string> publication_types;
  std::vector<std::string> languages;  // three-letter codes, first is the main one
  Retraction retraction;
  std::vector<Section> sections;
  std::vector<OtherAbstract> other_abstracts;
  std::vector<Chemical> chemicals;
  std::vector<Grant> grants;
  std::vector<CommentsCorrection> comments_corrections;
  std::vector<Reference> references;
  std::string coi_statement;
  std::string volume, issue, pages;
  std::string vernacular_title;
  bool is_preprint = false;
  bool is_book = false;
  std::optional<int> citation_count;  // with its source in metadata["citation_source"]
  std::string url;
  std::string openalex_id;   // W2741809807
  std::string europepmc_id;  // SRC:ID
  std::vector<CitationCount> citation_counts;
  std::optional<bool> is_open_access;
  std::string pdf_url;
  std::string license;                // as the source names it: "cc by"
  std::vector<std::string> concepts;  // topics a source assigned, not MeSH
  std::vector<Relation> related;
  std::vector<MergedRecord> merged_from;
  std::optional<Trial> trial;  // of a registered study; `abstract` is its brief summary then
  // What has no field of its own: original_date, indexing_method, version, sample, citation_source
  // …
  std::map<std::string, std::string> metadata;
  bool operator==(const Article&) const = default;
};

// What the record is called in result sets and answers: its PMID, else `id`.
const std::string& item_id(const Article& article);
// First four digits of publication_date, or nullopt.
std::optional<int> year_of(const Article& article);
// Descriptor names in record order.
std::vector<std::string> mesh_terms(const Article& article);

}  // namespace ev::model
