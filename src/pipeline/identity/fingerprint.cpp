#include "pipeline/identity/fingerprint.hpp"

#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/model/identifiers.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ev::identity {

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kLeastInitials = 3;  // of a journal; two letters fit too many

std::string_view digit_run(std::string_view s, std::size_t at) {
  std::size_t end = at;
  while (end < s.size() && doc::is_digit(s[end])) ++end;
  return s.substr(at, end - at);
}

int month_of(std::string_view name) {
  constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                        "jul", "aug", "sep", "oct", "nov", "dec"};
  const auto it = std::find(kMonths.begin(), kMonths.end(), name.substr(0, 3));
  return it == kMonths.end() || name.size() > 4 ? 0 : static_cast<int>(it - kMonths.begin()) + 1;
}

constexpr std::size_t kPageDigits = 9;

long number_of(std::string_view digits) {
  long value = 0;
  for (const char c : digits.substr(0, kPageDigits)) value = value * 10 + (c - '0');
  return value;
}

// "01-Jun" was 1-6, "6-Jan" may have been 1-6 or 6-1, "Jan-14" was 1-14.
bool read_date_pages(std::string_view s, Pages& out) {
  const std::size_t dash = s.find('-');
  if (dash == std::string_view::npos) return false;
  const std::string_view left = s.substr(0, dash);
  const std::string_view right = s.substr(dash + 1);
  const auto add = [&out](long page) { out.ranges.push_back({"", page, page}); };
  if (const int month = month_of(right); month != 0 && digit_run(left, 0) == left) {
    add(number_of(left));
    if (month != number_of(left)) add(month);
  } else if (const int first = month_of(left); first != 0 && digit_run(right, 0) == right) {
    add(first);
  }
  out.date = !out.ranges.empty();
  return out.date;
}

// The last page written out: 344, "51" -> 351. An end before the beginning is none.
long last_page(std::string_view first, std::string_view last) {
  const std::string whole =
      last.size() < first.size()
          ? std::string(first.substr(0, first.size() - last.size())) + std::string(last)
          : std::string(last);
  return std::max(number_of(first), number_of(whole));
}

// "s12-s15", "12-5", "e1001", "article 106" at the beginning of `s`.
void read_range(std::string_view s, Pages& out) {
  const std::size_t at = std::min(s.find_first_of("0123456789"), s.size());
  const std::string_view first = digit_run(s, at);
  std::size_t prefix = at;
  while (prefix > 0 && doc::is_alpha(s[prefix - 1])) --prefix;
  if (first.empty() || number_of(first) == 0) return;
  if (prefix == at && at > 1 && s[at - 1] == '-' && doc::is_alpha(s[at - 2])) {
    out.tail = std::string(first);
    return;
  }
  const bool word = at - prefix > 5;
  Pages::Range range{word ? "" : std::string(s.substr(prefix, at - prefix)), number_of(first),
                     number_of(first)};
  std::size_t next = at + first.size();
  if (s.substr(next, 1) == "-") {
    ++next;
    while (next < s.size() && doc::is_alpha(s[next])) ++next;
    if (const std::string_view last = digit_run(s, next); !last.empty()) {
      range.end = last_page(first, last);
    }
  }
  out.ranges.push_back(std::move(range));
}

// The number that a volume begins with: "59 (1 Supplement 1)" -> 59; "2)" is the rest of a
// supplement's number.
std::string volume_number(std::string_view volume) {
  volume = text::trim(volume);
  const std::string_view digits = digit_run(volume, 0);
  if (digits.empty() || volume.substr(digits.size(), 1) == ")") return "";
  return std::to_string(number_of(digits));
}

bool names_supplement(std::string_view s) {
  const std::string lower = text::to_lower_ascii(s);
  for (const std::string_view mark : {"suppl", "conference", "meeting", "abstracts"}) {
    if (lower.find(mark) != std::string::npos) return true;
  }
  return false;
}

// Those of English first.
constexpr std::array<std::string_view, 17> kSmall = {"the", "of",  "and", "for", "in", "on",
                                                     "a",   "an",  "de",  "la",  "le", "du",
                                                     "der", "die", "fur", "d",   "et"};
constexpr std::size_t kEnglishSmall = 6;

// Without the first `small` of the small words.
Words journal_words(std::string_view name, std::size_t small = kSmall.size()) {
  const auto end = kSmall.begin() + static_cast<std::ptrdiff_t>(small);
  Words words = folded_words(name);
  std::erase_if(words, [end](const std::string& word) {
    return std::find(kSmall.begin(), end, word) != end;
  });
  return words;
}

// A name without what databases add: "PLoS ONE [Electronic Resource]", "Circulation. Conference:
// …".
void add_journal(std::string_view name, std::vector<Words>& out) {
  std::string plain;
  int depth = 0;
  for (const char c : name) {
    depth += c == '[' || c == '(' ? 1 : 0;
    if (depth == 0) plain += c;
    depth -= (c == ']' || c == ')') && depth > 0 ? 1 : 0;
  }
  const std::size_t conference = text::to_lower_ascii(plain).find("conference:");
  if (conference != std::string::npos && conference > 0) plain.resize(conference);
  const auto add = [&out](Words words) {
    if (words.empty() || std::find(out.begin(), out.end(), words) != out.end()) return;
    out.push_back(std::move(words));
  };
  // "Ai zheng = Chinese journal of cancer"; "Title : official journal of …"; "JPEN: Journal of …";
  // "Cutis; cutaneous medicine for …".
  for (const std::string& part : text::split(plain, '=')) {
    Words head = journal_words(std::string_view(part).substr(0, part.find_first_of(":;")));
    if (head.size() < 2) add(journal_words(part));
    add(std::move(head));
  }
}

void read_authors(const model::Article& a, Fingerprint& f) {
  for (const model::Author& author : a.authors) {
    if (author.collective) continue;
    const Words family = folded_words(author.last_name);
    if (f.first_author.empty()) {
      for (const std::string& word : family) f.first_author += word;
      if (family.empty()) {
        const Words name = folded_words(author.name);
        if (!name.empty()) f.first_author = name.front();
      }
    }
    for (const Words& words : {family, folded_words(author.name)}) {
      for (const std::string& word : words) {
        const bool is_family = std::find(family.begin(), family.end(), word) != family.end();
        if (word.size() >= 3 || (is_family && word.size() == 2)) f.author_words.push_back(word);
      }
    }
  }
  std::sort(f.author_words.begin(), f.author_words.end());
  f.author_words.erase(std::unique(f.author_words.begin(), f.author_words.end()),
                       f.author_words.end());
}

// "BA" and "BEA" of "Biochimica et acta": lists differ in which small words they leave out.
void add_initials(std::string_view name, std::vector<std::string>& out) {
  for (const std::size_t small : {kSmall.size(), kEnglishSmall}) {
    std::string letters;
    for (const std::string& word : journal_words(name, small)) letters += word.front();
    if (letters.size() >= kLeastInitials) out.push_back(std::move(letters));
  }
}

// A name of one word that is the initials of one of the other record's names.
bool is_initials(const Fingerprint& one, const Fingerprint& other) {
  return std::any_of(one.journals.begin(), one.journals.end(), [&other](const Words& name) {
    return name.size() == 1 &&
           std::find(other.journal_initials.begin(), other.journal_initials.end(), name.front()) !=
               other.journal_initials.end();
  });
}

std::optional<int> electronic_year(const model::Article& a) {
  const auto it = a.metadata.find("electronic_date");
  if (it == a.metadata.end()) return std::nullopt;
  return model::year_of({.publication_date = it->second});
}

std::string first_of(const std::vector<Identifier>& ids, IdKind kind) {
  for (const Identifier& id : ids) {
    if (id.kind == kind) return id.value;
  }
  return "";
}

bool has_kind(const std::vector<Identifier>& ids, IdKind kind) {
  return !first_of(ids, kind).empty();
}

bool is_preprint(const model::Article& a, const Fingerprint& f) {
  for (const Identifier& id : f.ids) {
    if (id.kind == IdKind::europepmc && id.value.rfind("PPR:", 0) == 0) return true;
    if (id.kind == IdKind::doi && model::is_preprint_doi(id.value)) return true;
  }
  return a.is_preprint;
}

// "jpn" of "japanese", "natl" of "national": letters left out between the first and the last.
bool contracts(std::string_view abbreviation, std::string_view word) {
  constexpr std::size_t kLeast = 3;
  constexpr std::size_t kMost = 5;
  if (abbreviation.size() < kLeast || abbreviation.size() > kMost || word.size() < 6) return false;
  if (abbreviation.front() != word.front()) return false;
  std::size_t at = 0;
  for (const char c : word) at += at < abbreviation.size() && abbreviation[at] == c ? 1 : 0;
  return at == abbreviation.size();
}

// The words of `shorter` begin words of `longer`, in order: "j clin oncol".
bool abbreviates(const Words& shorter, const Words& longer) {
  const bool several = shorter.size() > 1;
  const auto short_for = [several](const std::string& a, const std::string& b) {
    return a.starts_with(b) || b.starts_with(a) ||
           (several && (contracts(a, b) || contracts(b, a)));
  };
  std::size_t at = 0;
  std::size_t found = 0;
  for (const std::string& word : shorter) {
    for (std::size_t i = at; i < longer.size(); ++i) {
      if (!short_for(longer[i], word)) continue;
      ++found;
      at = i + 1;
      break;
    }
  }
  return found * 4 >= shorter.size() * 3;
}

// "jama" of "journal american medical association".
bool initials(const Words& one, const Words& many) {
  if (one.size() != 1 || one[0].size() < kLeastInitials || many.size() < one[0].size())
    return false;
  for (std::size_t i = 0; i < one[0].size(); ++i) {
    if (many[i][0] != one[0][i]) return false;
  }
  return true;
}

}  // namespace

Pages read_pages(std::string_view source) {
  Pages out;
  std::string s = text::to_lower_ascii(text::trim(source));
  for (std::size_t at = s.find("–"); at != std::string::npos; at = s.find("–")) {
    s.replace(at, std::string_view("–").size(), "-");
  }
  // S12 and A12, but not the article numbers of a journal that are a1754.
  const std::size_t behind = s.empty() ? 0 : digit_run(s, 1).size();
  out.supplement = s.find("suppl") != std::string::npos ||
                   (behind > 0 && (s[0] == 's' || (s[0] == 'a' && behind < 4)));
  if (s.rfind("cd", 0) == 0 && digit_run(s, 2).size() == 6) {
    out.cochrane = s.substr(0, 8);
    return out;
  }
  if (read_date_pages(s, out)) return out;
  std::size_t begin = 0;
  while (begin < s.size()) {
    const std::size_t end = std::min(s.find_first_of(",+;", begin), s.size());
    const std::string_view piece = text::trim(std::string_view(s).substr(begin, end - begin));
    // "…; discussion 12-3" is not the article.
    const std::size_t digits = std::min(piece.find_first_of("0123456789"), piece.size());
    if (begin == 0 || digits <= 2) read_range(piece, out);
    begin = end + 1;
  }
  return out;
}

bool same_journal(const Words& a, const Words& b) {
  const bool a_shorter = a.size() <= b.size();
  const Words& shorter = a_shorter ? a : b;
  const Words& longer = a_shorter ? b : a;
  // "Circulation" is not "Circulation Research".
  if (shorter.size() == 1 && longer.size() > 1) return initials(shorter, longer);
  return abbreviates(shorter, longer);
}

bool same_initials(const Fingerprint& a, const Fingerprint& b) {
  return is_initials(a, b) || is_initials(b, a);
}

Fingerprint fingerprint(const model::Article& a) {
  Fingerprint f{.title = read_title(a.title)};
  f.ids = ids_of(a);
  f.pmid = first_of(f.ids, IdKind::pmid);
  f.pmcid = first_of(f.ids, IdKind::pmcid);
  f.doi = first_of(f.ids, IdKind::doi);
  f.year = model::year_of(a);
  f.electronic_year = electronic_year(a);
  if (const auto date = parse_date(a.publication_date); date && date->month != 0) {
    f.month = date->month;
  }
  f.volume = volume_number(a.volume);
  for (const std::string& word : folded_words(a.issue)) f.issue += word;
  f.pages = read_pages(a.pages);
  read_authors(a, f);
  add_journal(a.journal, f.journals);
  add_journal(a.journal_abbreviation, f.journals);
  add_initials(a.journal, f.journal_initials);
  f.issns = a.issns;
  f.supplement = f.pages.supplement || names_supplement(a.volume) || names_supplement(a.issue) ||
                 names_supplement(a.journal);
  f.preprint = is_preprint(a, f);
  f.trial = a.trial.has_value() || has_kind(f.ids, IdKind::nct);
  f.cochrane = !f.pages.cochrane.empty() ||
               text::to_lower_ascii(a.journal).find("cochrane") != std::string::npos ||
               f.doi.rfind("10.1002/14651858.", 0) == 0;
  return f;
}

}  // namespace ev::identity
