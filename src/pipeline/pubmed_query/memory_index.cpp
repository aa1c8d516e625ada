#include "pipeline/pubmed_query/memory_index.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/field_values.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace ev::pubmed_query {

namespace {

void add(Segments& to, std::string_view text) {
  Words words = words_of(text);
  if (!words.empty()) to.push_back(std::move(words));
}

bool word_fits(const std::string& have, const std::string& want, bool prefix) {
  return prefix ? have.starts_with(want) : have == want;
}

// Neighbouring words; the last one by prefix when `prefix`.
std::size_t phrase_count(const Words& segment, const Words& phrase, bool prefix) {
  std::size_t count = 0;
  for (std::size_t at = 0; at + phrase.size() <= segment.size(); ++at) {
    std::size_t i = 0;
    while (i < phrase.size() &&
           word_fits(segment[at + i], phrase[i], prefix && i + 1 == phrase.size())) {
      ++i;
    }
    count += i == phrase.size() ? 1 : 0;
  }
  return count;
}

// All words in one segment, any order, at most `gap` others between them.
bool near_each_other(const Words& segment, Words wanted, int gap) {
  std::sort(wanted.begin(), wanted.end());
  const std::size_t window = wanted.size() + static_cast<std::size_t>(gap);
  for (std::size_t at = 0; at < segment.size(); ++at) {
    if (!std::binary_search(wanted.begin(), wanted.end(), segment[at])) continue;
    const std::size_t end = std::min(segment.size(), at + window);
    Words slice(segment.begin() + static_cast<std::ptrdiff_t>(at),
                segment.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(slice.begin(), slice.end());
    if (std::includes(slice.begin(), slice.end(), wanted.begin(), wanted.end())) return true;
  }
  return false;
}

bool segment_fits(const Words& segment, const Term& term, const Words& words) {
  if (term.near && !term.truncated()) return near_each_other(segment, words, *term.near);
  return phrase_count(segment, words, term.truncated()) > 0;
}

bool any_fits(std::initializer_list<const Segments*> lists, const Term& term, const Words& words) {
  for (const Segments* segments : lists) {
    for (const Words& segment : *segments) {
      if (segment_fits(segment, term, words)) return true;
    }
  }
  return false;
}

void add_abstract(const model::Article& article, Segments& to) {
  if (article.sections.empty()) add(to, article.abstract);
  for (const model::Section& section : article.sections) {
    add(to, section.label);
    add(to, text::slice(article.abstract, static_cast<std::size_t>(section.start),
                        static_cast<std::size_t>(section.end)));
  }
  for (const model::OtherAbstract& other : article.other_abstracts) add(to, other.text);
  for (const std::string& keyword : article.keywords) add(to, keyword);
}

void add_subjects(const model::Article& article, Segments& to) {
  for (const model::MeshHeading& heading : article.mesh_headings) {
    add(to, heading.descriptor);
    for (const model::MeshQualifier& qualifier : heading.qualifiers) add(to, qualifier.name);
  }
  for (const model::Chemical& chemical : article.chemicals) add(to, chemical.name);
  for (const std::string& name : article.supplementary_concepts) add(to, name);
  for (const std::string& type : article.publication_types) add(to, type);
  for (const std::string& id : article.registry_ids) add(to, id);
  for (const std::string& id : article.nct_ids) add(to, id);
  add(to, article.vernacular_title);
}

void add_rest(const model::Article& article, Segments& to) {
  for (const model::Author& author : article.authors) {
    add(to, author.name);
    add(to, author.last_name + " " + author.initials);
    for (const std::string& affiliation : author.affiliations) add(to, affiliation);
  }
  for (const model::Grant& grant : article.grants) {
    add(to, grant.id);
    add(to, grant.agency);
  }
  for (const std::string& code : article.languages) add(to, language_name(code) + " " + code);
  for (const std::string& issn : article.issns) add(to, issn);
  for (const std::string* text :
       {&article.journal, &article.journal_abbreviation, &article.doi, &article.pmcid,
        &article.pmid, &article.publication_date, &article.volume, &article.issue, &article.pages,
        &article.coi_statement}) {
    add(to, *text);
  }
}

}  // namespace

Words words_of(std::string_view text) {
  Words out;
  for (doc::Token& token : doc::tokenize(text)) out.push_back(std::move(token.folded));
  return out;
}

SearchText search_text(const model::Article& article) {
  SearchText out;
  add(out.title, article.title);
  add_abstract(article, out.body);
  add_subjects(article, out.subjects);
  add_rest(article, out.rest);
  return out;
}

MemoryIndex::MemoryIndex(std::span<const model::Article> articles,
                         const mesh::Vocabulary& vocabulary, Date today)
    : articles_(articles), vocabulary_(vocabulary), today_(today) {
  texts_.reserve(articles.size());
  for (const model::Article& article : articles) texts_.push_back(search_text(article));
}

Hits MemoryIndex::find(const Term& term) const {
  Hits out;
  for (RecordId id = 0; id < articles_.size(); ++id) {
    if (matches(id, term)) out.push_back(id);
  }
  return out;
}

bool MemoryIndex::matches(RecordId id, const Term& term) const {
  const model::Article& article = articles_[id];
  switch (term.field) {
    case Field::none:
    case Field::all:
    case Field::ti:
    case Field::tiab:
    case Field::tw:
      return in_text(id, term);
    case Field::mh:
    case Field::majr:
    case Field::pa:
      return in_headings(article, term);
    case Field::pt:
      return in_types(article, term);
    default:
      return is_date(term.field) ? in_dates(article, term) : field_value_matches(article, term);
  }
}

bool MemoryIndex::in_text(RecordId id, const Term& term) const {
  const SearchText& text = texts_[id];
  if (!term.quoted && text::to_lower_ascii(term.text) == "hasabstract") {
    return !articles_[id].abstract.empty();
  }
  const Words words = words_of(term.text);
  if (words.empty()) return false;
  switch (term.field) {
    case Field::ti:
      return any_fits({&text.title}, term, words);
    case Field::tiab:
      return any_fits({&text.title, &text.body}, term, words);
    case Field::tw:
      return any_fits({&text.title, &text.body, &text.subjects}, term, words);
    case Field::all:
      return any_fits({&text.title, &text.body, &text.subjects, &text.rest}, term, words);
    default:
      break;
  }
  if (term.quoted)
    return any_fits({&text.title, &text.body, &text.subjects, &text.rest}, term, words);
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    Term one = term;
    one.text = term.truncated() && &word == &words.back() ? word + "*" : word;
    return any_fits({&text.title, &text.body, &text.subjects, &text.rest}, one, {word});
  });
}

std::unordered_set<std::string> MemoryIndex::family(const Term& term, std::string_view name) const {
  std::unordered_set<std::string> keys;
  const std::vector<const mesh::Heading*> found = vocabulary_.find(name);
  if (found.empty()) keys.insert(mesh::term_key(name));
  for (const mesh::Heading* heading : found) {
    if (term.no_explosion) {
      keys.insert(mesh::term_key(heading->name));
      continue;
    }
    for (const mesh::Heading* below : vocabulary_.exploded(*heading)) {
      keys.insert(mesh::term_key(below->name));
    }
  }
  return keys;
}

bool MemoryIndex::in_headings(const model::Article& article, const Term& term) const {
  const std::size_t slash = term.text.rfind('/');
  const std::string name = term.text.substr(0, slash);
  const std::string qualifier =
      slash == std::string::npos ? "" : qualifier_name(term.text.substr(slash + 1));
  const std::unordered_set<std::string> keys = family(term, name);
  const std::string stem = term.truncated() ? mesh::term_key(name) : "";
  for (const model::MeshHeading& heading : article.mesh_headings) {
    if (term.field == Field::majr && !heading.major) continue;
    const std::string key = mesh::term_key(heading.descriptor);
    if (!keys.contains(key) && (stem.empty() || !key.starts_with(stem))) continue;
    if (qualifier.empty()) return true;
    for (const model::MeshQualifier& q : heading.qualifiers) {
      if (mesh::term_key(q.name) == qualifier) return true;
    }
  }
  return false;
}

bool MemoryIndex::in_types(const model::Article& article, const Term& term) const {
  const std::unordered_set<std::string> keys = family(term, term.text);
  return std::any_of(
      article.publication_types.begin(), article.publication_types.end(),
      [&keys](const std::string& type) { return keys.contains(mesh::term_key(type)); });
}

bool MemoryIndex::in_dates(const model::Article& article, const Term& term) const {
  Date low;
  Date high;
  if (const auto span = read_relative(term.text)) {
    low = minus(today_, *span);
    high = Date{3000, 12, 31};
  } else {
    const DateReading from = read_date(term.text);
    const DateReading to = term.high.empty() ? from : read_date(term.high);
    if (from.form != DateForm::good || to.form != DateForm::good) return false;
    low = first_day(from.date);
    high = last_day(to.date);
  }
  const auto electronic = article.metadata.find("electronic_date");
  for (const std::string& text :
       {article.publication_date, electronic == article.metadata.end() ? "" : electronic->second}) {
    const DateReading read = read_date(text);
    if (read.form == DateForm::unreadable || read.form == DateForm::impossible) continue;
    // A record dated only by year or month counts for the whole of it.
    if (first_day(read.date) <= high && last_day(read.date) >= low) return true;
  }
  return false;
}

double MemoryIndex::relevance(RecordId id, const Node& query) const {
  double score = 0;
  const SearchText& text = texts_[id];
  for_each_term(query, [&](const Term& term) {
    if (is_vocabulary(term.field)) {
      score += matches(id, term) ? 1.0 : 0.0;
      return;
    }
    const Words words = words_of(term.text);
    if (words.empty() || is_date(term.field)) return;
    std::size_t in_title = 0;
    std::size_t in_body = 0;
    for (const Words& s : text.title) in_title += phrase_count(s, words, term.truncated());
    for (const Words& s : text.body) in_body += phrase_count(s, words, term.truncated());
    score +=
        2.0 * std::log1p(static_cast<double>(in_title)) + std::log1p(static_cast<double>(in_body));
  });
  return score;
}

}  // namespace ev::pubmed_query
