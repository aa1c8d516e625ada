// What two records say about each other, field by field: the votes that compare() counts. A field
// that one of them lacks has no vote. Thread rule: pure functions.
#pragma once

#include "pipeline/identity/fingerprint.hpp"
#include "pipeline/identity/title_match.hpp"

#include <optional>
#include <string>

namespace ev::identity {

enum class Vote { unknown, agree, differ };

struct Votes {
  TitleMatch title = TitleMatch::different;
  Vote pages = Vote::unknown;  // the first ones
  Vote volume = Vote::unknown;
  Vote issue = Vote::unknown;  // not counted: some lists have a running number there
  Vote journal = Vote::unknown;
  Vote authors = Vote::unknown;
  Vote doi = Vote::unknown;
  Vote abstract = Vote::unknown;  // looked at only where the others do not decide
  std::optional<int> years;       // between them
  bool whole_range = false;       // first and last page agree
  bool pages_apart = false;       // two places, and neither is written oddly
  bool pages_touch = false;       // they overlap, but begin on two pages
  bool months_apart = false;      // of one year
  bool odd_issue = false;         // no issue has such a number: a running number, or of a weekly
  bool supplement = false;        // one of them is an abstract of a meeting

  // Votes for less votes against.
  double score() const;
  bool contradicted() const;
  // Two works of one title: a meeting abstract and its paper, a talk given twice.
  bool elsewhere() const;
  bool unlike() const { return title == TitleMatch::different; }
};

// `title_overlap`: overlap() of the titles' trigrams.
Votes count_votes(const Fingerprint& a, const Fingerprint& b, double title_overlap);

// "titles equal; first page, volume and year agree; journal differs".
std::string describe(const Votes& votes, const Fingerprint& a, const Fingerprint& b);

}  // namespace ev::identity
