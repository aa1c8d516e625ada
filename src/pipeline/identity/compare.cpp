#include "pipeline/identity/compare.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace ev::identity {

namespace {

std::string lead_letters(const model::Article& article) {
  constexpr std::size_t kLead = 300;
  std::string out;
  // Label words of structured abstracts are kept: they are few.
  for (const std::string& word : folded_words(text::cut_bytes(article.abstract, 3 * kLead))) {
    out += word;
    if (out.size() >= kLead) break;
  }
  out.resize(std::min(out.size(), kLead));
  return out;
}

constexpr double kSameAbstract = 0.7;

// Registered studies under different numbers; an earlier number of one is shared.
bool other_study(const Fingerprint& a, const Fingerprint& b) {
  const auto is_number = [](const Identifier& id) { return id.kind == IdKind::nct; };
  const auto shared = [&b, &is_number](const Identifier& id) {
    return is_number(id) && std::binary_search(b.ids.begin(), b.ids.end(), id);
  };
  return std::any_of(a.ids.begin(), a.ids.end(), is_number) &&
         std::any_of(b.ids.begin(), b.ids.end(), is_number) &&
         std::none_of(a.ids.begin(), a.ids.end(), shared);
}

// What the votes have to reach, and whether the kinds of them that a title needs are there.
struct Demand {
  double score = 0;
  bool met = false;
};

// A title like "Editorial": the same person in the same issue.
bool same_issue(const Votes& v) {
  return v.issue == Vote::agree && v.volume == Vote::agree && v.years == 0 &&
         v.journal == Vote::agree && v.authors == Vote::agree;
}

Demand demand_of(const Votes& v, bool specific) {
  // Abstracts of meetings stand several to a page and differ in a word.
  const bool own_pages = v.whole_range && !v.supplement;
  switch (v.title) {
    case TitleMatch::same: {
      if (specific) return {3, true};
      const bool other_issue =
          v.issue == Vote::differ && (v.plain_issues || v.authors != Vote::agree);
      return {4, (v.placed() || same_issue(v)) && v.authors != Vote::differ &&
                     v.pages != Vote::differ && !v.pages_touch && !other_issue};
    }
    case TitleMatch::typo:
      return {3.5, v.placed() || v.volume == Vote::agree};
    case TitleMatch::extended:
      return {4, v.placed()};
    case TitleMatch::more_words:
      return {4, own_pages || (v.placed() && !v.supplement)};
    case TitleMatch::reworded:
      return {4, own_pages};
    case TitleMatch::similar:
      return {5, own_pages};
    case TitleMatch::different:
      break;
  }
  return {};
}

// "[Walnut paste and grip strength.]": how indexes mark a title that is not the paper's own.
bool is_bracketed(std::string_view title) {
  title = text::trim(title);
  while (title.ends_with('.')) title = text::trim(title.substr(0, title.size() - 1));
  return title.size() > 2 && title.front() == '[' && title.back() == ']';
}

bool is_foreign(const model::Article& article) {
  return !article.languages.empty() && article.languages.front() != "eng" &&
         article.languages.front() != "en";
}

bool contains(const Title& a, const Title& b) {
  const bool first = a.letters.size() >= b.letters.size();
  const Title& longer = first ? a : b;
  const Title& shorter = first ? b : a;
  return shorter.words.size() >= 2 && longer.letters.find(shorter.letters) != std::string::npos;
}

// Somebody wrote it, or nobody is named anywhere and it is the same volume.
bool known_group(const Votes& v) {
  return v.authors == Vote::agree || (v.authors == Vote::unknown && v.volume == Vote::agree &&
                                      v.years == 0 && v.issue != Vote::differ);
}

}  // namespace

const char* to_string(Rule rule) {
  constexpr std::array<const char*, 11> kNames = {
      "none",          "similar_title",  "near_title", "same_title", "same_doi",   "same_pmcid",
      "same_openalex", "same_europepmc", "same_arxiv", "same_trial", "same_record"};
  return rule == Rule::pmid ? "same_pmid" : kNames[static_cast<std::size_t>(rule)];
}

Comparer::Comparer(std::span<const model::Article> articles, std::span<const Fingerprint> prints)
    : articles_(articles), prints_(prints), title_pieces_(prints.size()) {}

const std::vector<std::uint32_t>& Comparer::title_pieces(std::size_t i) {
  if (title_pieces_[i].empty()) title_pieces_[i] = trigrams(prints_[i].title.letters);
  return title_pieces_[i];
}

bool Comparer::same_abstract(std::size_t a, std::size_t b) {
  constexpr std::size_t kEnough = 200;
  if (articles_[a].abstract.size() < kEnough || articles_[b].abstract.size() < kEnough)
    return false;
  return overlap(trigrams(lead_letters(articles_[a])), trigrams(lead_letters(articles_[b]))) >=
         kSameAbstract;
}

// The title of one is that of the other in another language.
bool Comparer::is_translation(std::size_t i, std::size_t j, const Votes& v) const {
  if (v.authors == Vote::differ) return false;
  const auto own_language = [this](std::size_t k) {
    return is_bracketed(articles_[k].title) || is_foreign(articles_[k]);
  };
  if (own_language(i) || own_language(j)) return true;
  return v.authors == Vote::agree &&
         (v.pages == Vote::agree || (v.volume == Vote::agree && v.issue == Vote::agree));
}

Verdict Comparer::by_pmid(std::size_t i, std::size_t j, const Votes& v) {
  const Title& a = prints_[i].title;
  const Title& b = prints_[j].title;
  const bool titled = !a.letters.empty() && !b.letters.empty();
  const Verdict same{Relationship::same, Rule::pmid, 9, true};
  if (!titled || !v.unlike() || contains(a, b)) return same;
  const bool placed = v.pages == Vote::agree && v.volume != Vote::differ &&
                      v.authors != Vote::differ && v.years.value_or(0) <= 1;
  const bool two_numbers = v.doi == Vote::agree && v.authors == Vote::agree;
  if (placed || two_numbers || is_translation(i, j, v) || same_abstract(i, j)) return same;
  return Verdict{.relationship = Relationship::doubtful, .disputed = true};
}

Votes Comparer::votes(std::size_t i, std::size_t j) {
  const Fingerprint& a = prints_[i];
  const Fingerprint& b = prints_[j];
  const bool same = a.title.letters == b.title.letters;
  return count_votes(a, b, same ? 1.0 : overlap(title_pieces(i), title_pieces(j)));
}

bool Comparer::excluded(std::size_t i, std::size_t j) const {
  const Fingerprint& a = prints_[i];
  const Fingerprint& b = prints_[j];
  if (!a.pmid.empty() && !b.pmid.empty()) return a.pmid != b.pmid;
  if (!a.pmcid.empty() && !b.pmcid.empty() && a.pmcid != b.pmcid) return true;
  if (a.preprint != b.preprint || a.trial != b.trial) return true;
  if (a.trial && other_study(a, b)) return true;
  if (((a.title.kinds ^ b.title.kinds) & kFirmKinds) != 0) return true;
  if (other_version(a.doi, b.doi)) return true;
  const bool same_doi = !a.doi.empty() && a.doi == b.doi;
  return a.cochrane && b.cochrane && !same_doi && a.year && b.year && a.year != b.year;
}

Verdict Comparer::by_identifier(std::size_t i, std::size_t j) {
  const Fingerprint& a = prints_[i];
  const Fingerprint& b = prints_[j];
  // The most trusted identifier they share.
  const auto shared = std::find_if(a.ids.begin(), a.ids.end(), [&b](const Identifier& id) {
    return std::binary_search(b.ids.begin(), b.ids.end(), id);
  });
  if (shared == a.ids.end()) return {};
  const auto same = [](Rule rule) { return Verdict{Relationship::same, rule, 9, true}; };
  switch (shared->kind) {
    case IdKind::openalex:
      return same(Rule::openalex);
    case IdKind::europepmc:
      return same(Rule::europepmc);
    case IdKind::arxiv:
      return same(Rule::arxiv);
    case IdKind::nct:
      return same(Rule::trial);
    case IdKind::record:
      return same(Rule::record);
    default:
      break;
  }
  const Votes v = votes(i, j);
  const bool titled = !a.title.letters.empty() && !b.title.letters.empty();
  if (shared->kind == IdKind::pmid) return by_pmid(i, j, v);
  const Rule rule = shared->kind == IdKind::pmcid ? Rule::pmcid : Rule::doi;
  if (!titled) return same(rule);
  if (other_numbers(a.title, b.title)) return {};
  const bool specific = a.title.specific() && b.title.specific();
  const bool one_place = v.pages == Vote::agree && !v.supplement && v.authors != Vote::differ;
  switch (v.title) {
    case TitleMatch::same:
    case TitleMatch::typo:
    case TitleMatch::extended:
      if (v.pages == Vote::differ && (v.authors == Vote::differ || !specific)) return {};
      return same(rule);
    case TitleMatch::more_words:
    case TitleMatch::reworded:
      if (one_place || (v.pages == Vote::unknown && v.authors == Vote::agree && !v.supplement)) {
        return same(rule);
      }
      return {v.authors == Vote::agree ? Relationship::doubtful : Relationship::different};
    case TitleMatch::similar:
      return one_place ? same(rule) : Verdict{};
    case TitleMatch::different:
      break;
  }
  // A title in another language.
  const bool translated = one_place && v.volume == Vote::agree && v.authors == Vote::agree;
  if (translated) return same(rule);
  // Not one of the many pieces that share the DOI of a supplement, by what is told of the two.
  const bool one_piece = !v.supplement && v.pages != Vote::differ && v.authors != Vote::differ;
  if (!one_piece || contains(a.title, b.title)) return {};
  return {.relationship = Relationship::doubtful, .disputed = true};
}

Verdict Comparer::preprint_pair(std::size_t i, std::size_t j) {
  const Votes v = votes(i, j);
  const bool near = v.title == TitleMatch::same || v.title == TitleMatch::typo ||
                    v.title == TitleMatch::extended || v.title == TitleMatch::more_words ||
                    v.title == TitleMatch::reworded;
  const bool firm = ((prints_[i].title.kinds ^ prints_[j].title.kinds) & kFirmKinds) != 0;
  if (!near || firm || v.authors != Vote::agree ||
      other_numbers(prints_[i].title, prints_[j].title)) {
    return {};
  }
  const bool specific = prints_[i].title.specific() && prints_[j].title.specific();
  if (!specific || v.years.value_or(0) > 4) return {};
  return {Relationship::preprint};
}

Verdict Comparer::by_votes(std::size_t i, std::size_t j) {
  const Fingerprint& a = prints_[i];
  const Fingerprint& b = prints_[j];
  if (other_numbers(a.title, b.title)) return {};
  Votes v = votes(i, j);
  if (v.unlike() || v.elsewhere()) return {};
  const bool specific = a.title.specific() && b.title.specific();
  const bool tags_differ = a.title.kinds != b.title.kinds;
  const bool exact = v.title == TitleMatch::same || v.title == TitleMatch::typo;
  Demand demand = demand_of(v, specific);
  if (tags_differ && !v.placed()) demand.met = false;
  if (!v.placed() && !known_group(v)) demand.met = false;
  if (specific && exact && !tags_differ && !v.contradicted() && v.years.value_or(0) <= 1 &&
      !(demand.met && v.score() >= demand.score) && same_abstract(i, j)) {
    v.abstract = Vote::agree;
    demand = {0, true};
  }
  // Title, year and authors, and nothing against it.
  const bool near_year = v.years == 0 || (v.years == 1 && v.journal == Vote::agree);
  const bool plain = v.title == TitleMatch::same && specific && !v.contradicted() && near_year &&
                     v.authors == Vote::agree && !tags_differ;
  const Rule rule = v.title == TitleMatch::same      ? Rule::same_title
                    : v.title == TitleMatch::similar ? Rule::similar_title
                                                     : Rule::title;
  const double score = v.score();
  if (plain || (demand.met && score >= demand.score)) {
    return {Relationship::same, rule, score, v.placed() || v.abstract == Vote::agree};
  }
  const bool worth_a_look = exact || v.title == TitleMatch::extended || v.placed();
  const double least = v.authors == Vote::agree ? 1 : 1.5;
  if (specific && worth_a_look && v.authors != Vote::differ && v.years.value_or(0) <= 1 &&
      score >= least) {
    return {Relationship::doubtful, Rule::none, score};
  }
  return {};
}

Verdict Comparer::compare(std::size_t i, std::size_t j) {
  const Fingerprint& a = prints_[i];
  const Fingerprint& b = prints_[j];
  if (excluded(i, j)) {
    if (a.trial || b.trial) return {};
    if (a.preprint != b.preprint) return preprint_pair(i, j);
    const bool both = !a.doi.empty() && other_version(a.doi, b.doi);
    return both && !votes(i, j).unlike() ? Verdict{Relationship::version} : Verdict{};
  }
  const Verdict verdict = by_identifier(i, j);
  if (verdict.relationship != Relationship::different) return verdict;
  return by_votes(i, j);
}

std::string Comparer::reason(std::size_t i, std::size_t j, const Verdict& verdict) {
  if (verdict.rule == Rule::record) return "equal records";
  if (verdict.rule == Rule::trial) return "one registered study";
  Votes v = votes(i, j);
  if (same_abstract(i, j)) v.abstract = Vote::agree;
  return describe(v, prints_[i], prints_[j]);
}

}  // namespace ev::identity
