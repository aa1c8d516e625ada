#include "pipeline/identity/votes.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace ev::identity {

namespace {

Vote vote(bool known, bool equal) {
  return !known ? Vote::unknown : equal ? Vote::agree : Vote::differ;
}

double points(Vote v, double agree, double differ) {
  return v == Vote::agree ? agree : v == Vote::differ ? -differ : 0;
}

enum class PageMatch { unknown, same_range, same_first, overlapping, other_prefix, apart };

bool same_prefix(const Pages::Range& a, const Pages::Range& b) {
  return a.prefix == b.prefix || a.prefix.empty() || b.prefix.empty();
}

bool ends_in(long page, const std::string& tail) {
  return std::to_string(page).ends_with(tail);
}

PageMatch match_ranges(const Pages::Range& a, const Pages::Range& b) {
  if (same_prefix(a, b) && a.begin == b.begin) {
    return a.end == b.end && a.end > a.begin ? PageMatch::same_range : PageMatch::same_first;
  }
  if (a.prefix != b.prefix) return PageMatch::other_prefix;
  return a.begin <= b.end && b.begin <= a.end ? PageMatch::overlapping : PageMatch::apart;
}

// The best of all readings.
PageMatch match_pages(const Pages& a, const Pages& b) {
  if (!a.tail.empty() || !b.tail.empty()) {
    const auto fits = [](const Pages& whole, const std::string& tail) {
      return std::any_of(whole.ranges.begin(), whole.ranges.end(),
                         [&tail](const Pages::Range& r) { return ends_in(r.end, tail); });
    };
    const bool found = a.tail.empty() ? fits(a, b.tail) : a.tail == b.tail || fits(b, a.tail);
    return found ? PageMatch::same_first : PageMatch::unknown;
  }
  if (a.ranges.empty() || b.ranges.empty()) return PageMatch::unknown;
  PageMatch best = PageMatch::apart;
  for (const Pages::Range& x : a.ranges) {
    for (const Pages::Range& y : b.ranges) best = std::min(best, match_ranges(x, y));
  }
  return best;
}

// Ahead of print pages count from 1 and there is no volume yet.
bool ahead_of_print(const Fingerprint& f) {
  return f.volume.empty() && !f.pages.ranges.empty() && f.pages.ranges.front().begin == 1 &&
         f.pages.ranges.front().prefix.empty();
}

void vote_on_pages(const Fingerprint& a, const Fingerprint& b, Votes& v) {
  if (!a.pages.cochrane.empty() && !b.pages.cochrane.empty()) {
    v.pages = vote(true, a.pages.cochrane == b.pages.cochrane);
    return;
  }
  if (ahead_of_print(a) != ahead_of_print(b)) return;
  const PageMatch match = match_pages(a.pages, b.pages);
  v.whole_range = match == PageMatch::same_range;
  v.pages_apart = match == PageMatch::apart && !a.pages.date && !b.pages.date;
  v.pages_touch = match == PageMatch::overlapping;
  const bool known = match != PageMatch::unknown && match != PageMatch::overlapping;
  v.pages = vote(known, match == PageMatch::same_range || match == PageMatch::same_first);
}

// "3", but neither "1671" (a weekly, or the running number of a list) nor "Suppl 1".
bool is_plain_issue(const std::string& issue) {
  return !issue.empty() && issue.size() <= 2 &&
         issue.find_first_not_of("0123456789") == std::string::npos;
}

Vote vote_on_journal(const Fingerprint& a, const Fingerprint& b) {
  for (const std::string& issn : a.issns) {
    if (std::find(b.issns.begin(), b.issns.end(), issn) != b.issns.end()) return Vote::agree;
  }
  if (a.journals.empty() || b.journals.empty()) return Vote::unknown;
  for (const auto& x : a.journals) {
    for (const auto& y : b.journals) {
      if (same_journal(x, y)) return Vote::agree;
    }
  }
  if (same_initials(a, b)) return Vote::agree;
  return Vote::differ;
}

// Letters lost to a wrong encoding, a name cut short.
bool nearly_same_name(const std::string& a, const std::string& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  if (shorter < 4 || a[0] != b[0]) return false;
  if (a.compare(0, shorter, b, 0, shorter) == 0) return true;
  return shorter >= 5 && text::edit_distance(a, b, 1) <= 1;
}

// Share of the shorter list of name words that the other has; nullopt when one has none.
std::optional<double> common_authors(const Fingerprint& a, const Fingerprint& b) {
  const bool a_shorter = a.author_words.size() <= b.author_words.size();
  const auto& few = a_shorter ? a.author_words : b.author_words;
  const auto& many = a_shorter ? b.author_words : a.author_words;
  if (few.empty()) return std::nullopt;
  std::size_t found = 0;
  for (const std::string& word : few) {
    const bool there = std::binary_search(many.begin(), many.end(), word) ||
                       std::any_of(many.begin(), many.end(), [&word](const std::string& other) {
                         return nearly_same_name(word, other);
                       });
    found += there ? 1 : 0;
  }
  return static_cast<double>(found) / static_cast<double>(few.size());
}

std::optional<int> year_distance(const Fingerprint& a, const Fingerprint& b) {
  std::optional<int> least;
  for (const auto& x : {a.year, a.electronic_year}) {
    for (const auto& y : {b.year, b.electronic_year}) {
      if (x && y) least = std::min(least.value_or(9999), std::abs(*x - *y));
    }
  }
  return least;
}

std::string list_of(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " and " : ", ";
    out += names[i];
  }
  return out;
}

std::string_view title_words(TitleMatch match) {
  switch (match) {
    case TitleMatch::same:
      return "titles equal";
    case TitleMatch::typo:
      return "titles equal but for spelling";
    case TitleMatch::extended:
      return "one title begins or ends the other";
    case TitleMatch::more_words:
    case TitleMatch::reworded:
      return "titles nearly equal";
    case TitleMatch::similar:
      return "titles similar";
    case TitleMatch::different:
      break;
  }
  return "titles differ";
}

constexpr double kAuthorsAgree = 0.4;

// Where a text stands: pages from to, volume and year, which one list may lack.
bool same_place(const Votes& v) {
  return v.whole_range && v.volume == Vote::agree && v.years.value_or(0) == 0;
}

}  // namespace

double Votes::score() const {
  double sum = points(pages, 1, 1) + points(volume, 1, 1) + points(authors, 1, 1.5) +
               points(doi, 2, 1) + points(abstract, 1, 0);
  // Journals have names in several languages.
  sum += points(journal, 1, same_place(*this) ? 0 : 1);
  if (years) sum += *years == 0 ? 1 : *years == 1 ? 0.5 : -1.5;
  return sum;
}

bool Votes::contradicted() const {
  return pages == Vote::differ || volume == Vote::differ || journal == Vote::differ ||
         authors == Vote::differ || doi == Vote::differ || years.value_or(0) > 1;
}

bool Votes::elsewhere() const {
  if (pages_apart && doi != Vote::agree) return true;
  if (issue == Vote::differ && plain_issues && !placed()) return true;
  if (pages == Vote::differ) {
    if (volume == Vote::differ || authors == Vote::differ) return true;
    const bool in_place = volume == Vote::agree && years == 0 && authors == Vote::agree;
    if (journal == Vote::differ && !in_place) return true;
  }
  return volume == Vote::differ && (years.value_or(0) > 1 || months_apart);
}

Votes count_votes(const Fingerprint& a, const Fingerprint& b, double title_overlap) {
  Votes v;
  v.title = match_titles(a.title, b.title, title_overlap);
  vote_on_pages(a, b, v);
  v.plain_issues = is_plain_issue(a.issue) && is_plain_issue(b.issue);
  v.volume = vote(!a.volume.empty() && !b.volume.empty(), a.volume == b.volume);
  v.journal = vote_on_journal(a, b);
  const std::optional<double> authors = common_authors(a, b);
  v.authors = vote(authors.has_value(), authors.value_or(0) >= kAuthorsAgree);
  v.doi = vote(!a.doi.empty() && !b.doi.empty(), a.doi == b.doi);
  v.years = year_distance(a, b);
  v.months_apart =
      a.year && a.year == b.year && a.month && b.month && std::abs(*a.month - *b.month) > 1;
  v.supplement = a.supplement || b.supplement;
  v.issue = vote(!a.issue.empty() && !b.issue.empty(), a.issue == b.issue);
  // An abstract in a supplement and the paper in the same volume.
  const Fingerprint& regular = a.supplement ? b : a;
  if (v.pages == Vote::differ && a.supplement != b.supplement && v.volume == Vote::agree &&
      !regular.pages.ranges.empty() && regular.pages.ranges.front().prefix.empty()) {
    v.volume = Vote::unknown;
  }
  return v;
}

std::string describe(const Votes& v, const Fingerprint& a, const Fingerprint& b) {
  std::vector<std::string_view> agree;
  std::vector<std::string_view> differ;
  const auto add = [&](Vote one, std::string_view name) {
    if (one == Vote::agree) agree.push_back(name);
    if (one == Vote::differ) differ.push_back(name);
  };
  add(vote(!a.pmid.empty() && !b.pmid.empty(), a.pmid == b.pmid), "PMID");
  add(vote(!a.pmcid.empty() && !b.pmcid.empty(), a.pmcid == b.pmcid), "PMCID");
  add(v.doi, "DOI");
  add(v.pages, v.whole_range ? "pages" : "first page");
  add(v.volume, "volume");
  add(vote(v.years.has_value(), v.years == 0), "year");
  add(v.journal, "journal");
  add(v.authors, "authors");
  add(v.abstract, "abstract");
  std::string out(title_words(v.title));
  if (!agree.empty()) out += "; " + list_of(agree) + (agree.size() == 1 ? " agrees" : " agree");
  if (!differ.empty())
    out += "; " + list_of(differ) + (differ.size() == 1 ? " differs" : " differ");
  return out;
}

}  // namespace ev::identity
