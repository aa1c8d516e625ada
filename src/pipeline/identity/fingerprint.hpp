// What of a record is compared to tell whether it is the same work as another, normalised once per
// record. Unknown stays empty. Thread rule: plain values.
#pragma once

#include "pipeline/identity/ids.hpp"
#include "pipeline/identity/title.hpp"
#include "pipeline/model/article.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::identity {

struct Pages {
  // One reading: "S12-S15" is prefix "s", 12 to 15; a single page ends where it begins.
  struct Range {
    std::string prefix;
    long begin = 0;
    long end = 0;
  };
  // Several readings: a spreadsheet turns "1-6" and "6-1" into the same date; articles go on
  // elsewhere ("12-5, 30").
  std::vector<Range> ranges;
  std::string tail;         // "Suppl-6", "t-20": only the last digits of the last page are left
  std::string cochrane;     // "cd001234": names a review in all its versions
  bool supplement = false;  // S12, A12, "Suppl-6"
  bool date = false;        // read from a date
};
Pages read_pages(std::string_view pages);

struct Fingerprint {
  Title title;
  std::vector<Identifier> ids;
  std::string pmid, pmcid, doi;  // of `ids`, "" when there is none
  std::optional<int> year;
  std::optional<int> electronic_year;  // of publication ahead of print, where it is told
  std::optional<int> month;            // of `year`
  std::string volume;                  // its number
  std::string issue;                   // as given, folded
  Pages pages;
  std::vector<std::string> author_words;  // of names, three letters and more, sorted, each once
  std::string first_author;               // family name of the first person
  std::vector<std::vector<std::string>> journals;  // the names given, in words
  std::vector<std::string> journal_initials;       // of the whole names, with subtitle and place
  std::vector<std::string> issns;
  bool supplement = false;  // an abstract of a meeting, by pages, volume, issue or journal
  bool preprint = false;
  bool trial = false;     // a registered study, not a paper
  bool cochrane = false;  // a Cochrane review: versions share title, authors and "page"
};

Fingerprint fingerprint(const model::Article& article);

// The same journal under a full name, an abbreviation or initials.
bool same_journal(const std::vector<std::string>& a, const std::vector<std::string>& b);
// The same by initials that take in subtitle and place: "WRM" of "Work (Reading, Mass.)".
bool same_initials(const Fingerprint& a, const Fingerprint& b);

}  // namespace ev::identity
