// Are two records the same work? Identifiers first, then title + year ± 1 + authors with votes of
// pages, volume, journal, DOI and abstract. Thresholds were set on four public sets of labelled
// duplicates by general rules only.
//
// Never the same work, whatever agrees: two PMIDs, PMCIDs or NCT numbers; a preprint and an
// article; a registered study and a paper; a reply, erratum, retraction notice or protocol and the
// paper; titles whose digits differ (parts, phases, years); two versions of a Cochrane review or of
// a DOI. A shared DOI or PMCID alone does not join: conference supplements have one DOI for
// hundreds of abstracts. Nor does a shared PMID where the titles have nothing in common, unless the
// place agrees or one of them is a translation: a number is mistyped more easily than a title. Such
// a pair is doubtful, and no third record joins the two.
//
// Thread rule: a Comparer belongs to one thread; it keeps what it worked out about a record.
#pragma once

#include "pipeline/identity/fingerprint.hpp"
#include "pipeline/identity/votes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ev::identity {

// Why two records were joined, strongest first.
enum class Rule {
  none,
  similar_title,  // similar titles with full pages, volume, year and authors
  title,          // nearly equal titles with votes
  same_title,     // equal titles with votes
  doi,            // one DOI, and title or first page agree
  pmcid,
  openalex,
  europepmc,
  arxiv,
  trial,
  record,  // equal in every field
  pmid,
};
const char* to_string(Rule rule);

enum class Relationship {
  different,
  doubtful,  // for a person to judge
  preprint,  // a preprint and its article, by title and authors
  version,   // versions of one text (Cochrane .pub2, …)
  same,
};

struct Verdict {
  Relationship relationship = Relationship::different;
  Rule rule = Rule::none;
  double score = 0;  // votes for less votes against
  // Place, identifier or abstract agree. Otherwise two different works may fit one record equally.
  bool firm = false;
  bool disputed = false;  // they share a number that one of the two must have got by mistake
};

class Comparer {
 public:
  // Both parallel and borrowed.
  Comparer(std::span<const model::Article> articles, std::span<const Fingerprint> prints);

  Verdict compare(std::size_t a, std::size_t b);
  // One sentence: what agrees and what differs.
  std::string reason(std::size_t a, std::size_t b, const Verdict& verdict);
  // They can never be one work, whoever stands between them.
  bool excluded(std::size_t a, std::size_t b) const;
  // Both name people, and not the same.
  bool other_people(std::size_t a, std::size_t b) { return votes(a, b).authors == Vote::differ; }

 private:
  Votes votes(std::size_t a, std::size_t b);
  bool same_abstract(std::size_t a, std::size_t b);
  bool is_translation(std::size_t a, std::size_t b, const Votes& votes) const;
  Verdict by_pmid(std::size_t a, std::size_t b, const Votes& votes);
  const std::vector<std::uint32_t>& title_pieces(std::size_t i);
  Verdict by_identifier(std::size_t a, std::size_t b);
  Verdict by_votes(std::size_t a, std::size_t b);
  Verdict preprint_pair(std::size_t a, std::size_t b);

  std::span<const model::Article> articles_;
  std::span<const Fingerprint> prints_;
  std::vector<std::vector<std::uint32_t>> title_pieces_;
};

}  // namespace ev::identity
