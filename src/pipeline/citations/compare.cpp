#include "pipeline/citations/compare.hpp"

#include "base/text.hpp"
#include "pipeline/citations/reference_parts.hpp"
#include "pipeline/identity/fingerprint.hpp"
#include "pipeline/identity/title_match.hpp"
#include "pipeline/identity/votes.hpp"

#include <algorithm>
#include <cmath>

namespace ev::citations {

namespace {

using identity::IdKind;
using identity::Title;
using identity::TitleMatch;
using identity::Vote;

constexpr double kAlike = 0.8;      // titles from here on may be one
constexpr double kReworded = 0.92;  // with a word replaced

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += word;
  return out;
}

// The text without the title, so that a year of the title is not taken for that of the work.
std::string text_around(const Reference& r) {
  const std::size_t at = r.title.empty() ? std::string::npos : r.text.find(r.title);
  if (at == std::string::npos) return r.text;
  return r.text.substr(0, at) + " | " + r.text.substr(at + r.title.size());
}

bool has_token(const std::string& text, const std::string& token) {
  if (token.empty()) return false;
  const std::vector<std::string> words = identity::folded_words(text);
  const std::string wanted = joined(identity::folded_words(token));
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

// A letter more, less or other, or two that changed places: "eyse" for "eyes", but not "hypo" for
// "hyper".
bool is_slip(const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (std::min(a.size(), b.size()) < 4 || text::edit_distance(a, b, 2) > 2) return false;
  if (text::edit_distance(a, b, 1) <= 1) return true;
  std::string x = a;
  std::string y = b;
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  return x == y;
}

bool only_slips(const Title& a, const Title& b) {
  return a.words.size() == b.words.size() && a.digits == b.digits &&
         std::equal(a.words.begin(), a.words.end(), b.words.begin(), is_slip);
}

std::string first_page(const std::string& pages) {
  return pages.substr(0, pages.find_first_of("-,; "));
}

class Comparing {
 public:
  Comparing(const Reference& r, const model::Article& a)
      : r_(r),
        a_(a),
        given_(as_article(r)),
        mine_(identity::fingerprint(given_)),
        theirs_(identity::fingerprint(a)),
        around_(text_around(r)) {}

  Comparison run() {
    first_author();
    year();
    place();
    title();
    identifiers();
    return std::move(out_);
  }

 private:
  template <class T>
  static void put_first(std::vector<T>& all, T one) {
    all.insert(all.begin(), std::move(one));
  }
  bool agrees(std::string_view field) const {
    return std::find(out_.agree.begin(), out_.agree.end(), field) != out_.agree.end();
  }
  void agree(const char* field) { out_.agree.emplace_back(field); }
  void differ(const char* field, std::string given, std::string found) {
    out_.differ.push_back({field, std::move(given), std::move(found)});
  }
  void note(const char* field, std::string given, std::string found) {
    out_.notes.push_back({field, std::move(given), std::move(found)});
  }

  // ---------------------------------------------------------------- title

  struct Likeness {
    TitleMatch match = TitleMatch::different;
    double overlap = 0;
    bool other_numbers = false;
  };

  Likeness likeness(const Title& given, const std::string& printed) const {
    const Title found = identity::read_title(printed);
    Likeness out;
    out.overlap =
        identity::overlap(identity::trigrams(given.letters), identity::trigrams(found.letters));
    out.match = identity::match_titles(given, found, out.overlap);
    out.other_numbers = identity::other_numbers(given, found);
    if (out.match != TitleMatch::same && only_slips(given, found)) out.match = TitleMatch::typo;
    return out;
  }

  static bool alike(const Likeness& l) {
    switch (l.match) {
      case TitleMatch::same:
      case TitleMatch::typo:
        return true;
      case TitleMatch::extended:
        return !l.other_numbers || l.overlap >= 0.5;
      case TitleMatch::more_words:
        return l.overlap >= kAlike && !l.other_numbers;
      case TitleMatch::reworded:
        return l.overlap >= kReworded && !l.other_numbers;
      default:
        return false;
    }
  }

  // The whole title stands in the text, whatever was taken for the title.
  bool stands_in_text() const {
    const Title found = theirs_.title;
    return found.specific() &&
           identity::read_title(r_.text).letters.find(found.letters) != std::string::npos;
  }

  // One is the other without its subtitle.
  bool is_main_title() const {
    constexpr std::size_t kWords = 2;
    const auto begins = [](const Title& main, std::string_view whole) {
      for (const std::string_view mark : {":", "?", ".", ";", " - ", "\u2013", "\u2014"}) {
        for (std::size_t at = whole.find(mark); at != std::string_view::npos;
             at = whole.find(mark, at + mark.size())) {
          if (identity::read_title(whole.substr(0, at)).letters == main.letters) return true;
        }
      }
      return false;
    };
    return (mine_.title.words.size() >= kWords && begins(mine_.title, a_.title)) ||
           (theirs_.title.words.size() >= kWords && begins(theirs_.title, r_.title));
  }

  // Who wrote it and when, or where it stands: with it a short title is enough.
  bool is_placed() const {
    const auto differs = [this](std::string_view field) {
      return std::any_of(out_.differ.begin(), out_.differ.end(),
                         [&field](const Difference& d) { return d.field == field; });
    };
    if (differs("first_author") || differs("year")) return false;
    return out_.place_agrees || (agrees("first_author") && year_given().has_value());
  }

  // Read last, told first.
  void title() {
    if (a_.title.empty()) return;
    const auto differ = [this](const char* field) {
      put_first(out_.differ, {field, r_.title, a_.title});
    };
    const bool in_text = stands_in_text();
    if (r_.title.empty() && !in_text) return;
    Likeness best = likeness(mine_.title, a_.title);
    if (!a_.vernacular_title.empty()) {
      const Likeness other = likeness(mine_.title, a_.vernacular_title);
      if (other.overlap > best.overlap) best = other;
    }
    if (in_text) best = {TitleMatch::same, 1.0, false};
    out_.title_similarity = std::round(best.overlap * 1000) / 1000;
    const int kinds = mine_.title.kinds ^ theirs_.title.kinds;
    const bool other_kind = (kinds & identity::kFirmKinds) != 0;
    if (other_kind && mine_.title.kinds != 0) return differ("title");  // "Reply to …" for the paper
    const bool shortened = !alike(best) && is_placed() && is_main_title();
    if (!alike(best) && !shortened) return differ("title");
    out_.title_agrees = true;
    if (other_kind) return differ("kind");
    if (shortened || best.match == TitleMatch::reworded || best.match == TitleMatch::more_words) {
      put_first(out_.notes, {"title", r_.title, a_.title});
    }
    put_first(out_.agree, std::string("title"));
  }

  // ---------------------------------------------------------------- authors

  static std::string family_of(const model::Author& author) {
    const std::string& name = author.last_name.empty() ? author.name : author.last_name;
    return joined(identity::folded_words(name));
  }

  static bool same_family(const std::string& a, const std::string& b) {
    const std::size_t shorter = std::min(a.size(), b.size());
    if (shorter == 0) return false;
    return a == b || (shorter >= 4 && (a.compare(0, shorter, b, 0, shorter) == 0 ||
                                       a.ends_with(b) || b.ends_with(a)));
  }

  bool first_named_in_text(const std::string& family) const {
    if (r_.text.empty() || family.size() < 3) return false;
    const std::string before = around_.substr(0, around_.find(" | "));
    const std::string letters = joined(identity::folded_words(before.substr(0, 60)));
    return letters.rfind(family, 0) == 0 || letters.find(family) < 6;
  }

  void first_author() {
    if (given_.authors.empty() || a_.authors.empty()) return;
    const model::Author& first = a_.authors.front();
    const std::string given = family_of(given_.authors.front());
    const std::string found = family_of(first);
    // A group stands behind the people who write for it, or before them.
    const bool group = first.collective || given_.authors.front().collective;
    const auto is_given = [&](const model::Author& one) {
      return same_family(given, family_of(one)) ||
             same_family(given, joined(identity::folded_words(one.name)));
    };
    if (is_given(first) || first_named_in_text(found) ||
        (group && std::any_of(a_.authors.begin(), a_.authors.end(), is_given))) {
      return agree("first_author");
    }
    if (given.size() >= 5 && found.size() >= 5 && text::edit_distance(given, found, 1) <= 1) {
      return note("first_author", r_.authors.front(), first.name);
    }
    // A family name of several words may have been parted elsewhere.
    const auto words = identity::folded_words(first.name);
    const auto mine = identity::folded_words(r_.authors.front());
    const bool shared = std::any_of(mine.begin(), mine.end(), [&words](const std::string& word) {
      return word.size() >= 3 && std::find(words.begin(), words.end(), word) != words.end();
    });
    if (shared) return agree("first_author");
    differ("first_author", r_.authors.front(), first.name);
  }

  // ---------------------------------------------------------------- place

  // "A title of some words, 2019": a year of the title, unless the record's title lacks it.
  std::optional<int> year_given() const {
    if (r_.year) return r_.year;
    const std::string_view title = text::trim(r_.title);
    const std::size_t mark = title.find_last_of(",(");
    if (mark == std::string_view::npos) return std::nullopt;
    const std::string_view last = text::trim(title.substr(mark + 1));
    const std::optional<int> year = place_in(last).year;
    const bool bare = last.size() <= 5 && year && !has_token(a_.title, std::to_string(*year));
    return bare ? year : std::nullopt;
  }

  void year() {
    const std::optional<int> cited = year_given();
    if (!cited) return;
    std::optional<int> off;
    for (const auto& known : {theirs_.year, theirs_.electronic_year}) {
      if (known) off = std::min(off.value_or(9999), std::abs(*known - *cited));
    }
    if (!off) return;
    const std::string given = std::to_string(*cited);
    const std::string found =
        std::to_string(theirs_.year.value_or(theirs_.electronic_year.value_or(0)));
    if (*off == 0 || has_token(around_, found)) return agree("year");
    if (*off == 1) return note("year", given, found);
    differ("year", given, found);
  }

  void place() {
    const identity::Votes votes = identity::count_votes(mine_, theirs_, 1.0);
    Vote journal = votes.journal;
    if (journal == Vote::differ && named_in_text()) journal = Vote::agree;
    Vote volume = votes.volume;
    if (volume == Vote::differ && has_token(around_, theirs_.volume)) volume = Vote::agree;
    Vote pages = votes.pages;
    if (pages == Vote::differ && has_token(around_, first_page(a_.pages))) pages = Vote::agree;
    tell("journal", journal, r_.journal,
         a_.journal_abbreviation.empty() ? a_.journal : a_.journal_abbreviation);
    tell("volume", volume, r_.volume, a_.volume);
    tell("pages", pages, r_.pages, a_.pages);
    out_.place_agrees = volume == Vote::agree && pages == Vote::agree && journal != Vote::differ;
  }

  bool named_in_text() const {
    const std::string letters = joined(identity::folded_words(around_));
    for (const std::string& name : {a_.journal, a_.journal_abbreviation}) {
      const std::string folded = joined(identity::folded_words(name));
      if (folded.size() >= 3 && letters.find(folded) != std::string::npos) return true;
    }
    return false;
  }

  void tell(const char* field, Vote vote, const std::string& given, const std::string& found) {
    if (vote == Vote::agree) agree(field);
    if (vote == Vote::differ) differ(field, given, found);
  }

  // ---------------------------------------------------------------- identifiers

  void identifiers() {
    one_identifier(IdKind::pmid, "pmid");
    one_identifier(IdKind::pmcid, "pmcid");
    one_identifier(IdKind::doi, "doi");
    one_identifier(IdKind::nct, "nct");
  }

  void one_identifier(IdKind kind, const char* field) {
    std::vector<std::string> found;
    for (const identity::Identifier& id : theirs_.ids) {
      if (id.kind == kind) found.push_back(id.value);
    }
    if (kind == IdKind::nct && !a_.trial) return;
    if (found.empty()) return;
    for (const identity::Identifier& id : r_.ids) {
      if (id.kind != kind) continue;
      if (std::find(found.begin(), found.end(), id.value) != found.end()) {
        agree(field);
      } else if (kind == IdKind::doi && identity::other_version(id.value, found.front())) {
        note(field, id.value, found.front());
      } else {
        differ(field, id.value, found.front());
      }
    }
  }

  const Reference& r_;
  const model::Article& a_;
  const model::Article given_;
  const identity::Fingerprint mine_;
  const identity::Fingerprint theirs_;
  const std::string around_;
  Comparison out_;
};

}  // namespace

Comparison compare(const Reference& reference, const model::Article& record) {
  return Comparing(reference, record).run();
}

}  // namespace ev::citations
