#include "pipeline/pubmed_query/search_keys.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/date_keys.hpp"
#include "pipeline/pubmed_query/field_values.hpp"
#include "pipeline/pubmed_query/search_text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ev::pubmed_query {

namespace {

using mesh::term_key;

// Keys of free values: as term_key, Greek letters by their names.
std::string value_key(std::string_view value) {
  return term_key(text::spell_greek(text::fold(value)));
}

std::string squeezed(std::string key) {
  key.erase(std::remove(key.begin(), key.end(), ' '), key.end());
  return key;
}

std::string without_the(std::string key) {
  return key.starts_with("the ") ? key.substr(4) : key;
}

std::string metadata_value(const model::Article& article, const char* name) {
  const auto it = article.metadata.find(name);
  return it == article.metadata.end() ? "" : it->second;
}

class KeyWriter {
 public:
  void put(std::string_view code, const std::string& key) {
    if (!key.empty()) keys_.push_back(std::string(code) + ":" + key);
  }
  void value(std::string_view code, std::string_view value) { put(code, value_key(value)); }

  void headings(const model::Article& article) {
    for (const model::MeshHeading& heading : article.mesh_headings) {
      const std::string name = term_key(heading.descriptor);
      put("mh", name);
      if (heading.major) put("majr", name);
      for (const model::MeshQualifier& qualifier : heading.qualifiers) {
        const std::string q = qualifier_name(qualifier.name);
        put("mh", name + "/" + q);
        if (heading.major) put("majr", name + "/" + q);
        put("sh", q);
      }
    }
  }

  void people(const std::vector<model::Author>& authors) {
    for (std::size_t i = 0; i < authors.size(); ++i) {
      const model::Author& author = authors[i];
      value("auid", author.orcid);
      if (author.collective) {
        value("cn", author.name);
        continue;
      }
      const std::string last = term_key(author.last_name);
      if (last.empty()) continue;
      const std::string name = last + "|" + squeezed(term_key(author.initials));
      put("au", name);
      if (i == 0) put("1au", name);
      if (i + 1 == authors.size()) put("lastau", name);
      value("fau", author.name);
    }
  }

  void journal(const model::Article& article) {
    put("ta", without_the(term_key(article.journal)));
    put("ta", without_the(term_key(article.journal_abbreviation)));
    put("ta", without_the(term_key(metadata_value(article, "medline_ta"))));
    for (const std::string& issn : article.issns) value("ta", issn);
  }

  void substances(const model::Article& article) {
    for (const model::Chemical& chemical : article.chemicals) {
      value("nm", chemical.name);
      value("rn", chemical.registry_number);
    }
    for (const std::string& name : article.supplementary_concepts) value("nm", name);
  }

  void identifiers(const model::Article& article) {
    put("aid", text::to_lower_ascii(article.doi));
    put("aid", text::to_lower_ascii(article.pmcid));
    put("aid", text::to_lower_ascii(metadata_value(article, "pii")));
    put("pmid", article.pmid);
    put("pmid9", padded_pmid(article.pmid));
    for (const std::string& id : article.nct_ids) value("si", id);
    for (const std::string& id : article.registry_ids) {  // "ClinicalTrials.gov:NCT…"
      const std::size_t colon = id.find(':');
      value("si", id);
      value("si", id.substr(0, colon));
      if (colon != std::string::npos) value("si", id.substr(colon + 1));
    }
  }

  void filters(const model::Article& article) {
    put("filter", "all");
    if (!article.abstract.empty()) put("filter", "hasabstract");
    if (!article.pmcid.empty()) put("filter", "pubmed pmc");
    put("filter", article.is_preprint ? "preprint" : "excludepreprints");
    for (const std::string& written : article.languages) {
      const std::string code = text::to_lower_ascii(written);  // "ENG" in records not yet finished
      put("la", code);
      put("la", language_name(code));
    }
  }

  void rest(const model::Article& article) {
    for (const std::string& type : article.publication_types) value("pt", type);
    for (const std::string& keyword : article.keywords) value("ot", keyword);
    for (const model::Grant& grant : article.grants) {
      value("gr", grant.id);
      value("gr", grant.agency);
    }
    value("vi", article.volume);
    value("ip", article.issue);
    value("pg", article.pages);
  }

  void dates(const model::Article& article) {
    // The other date of a book is that of its last update.
    const std::string electronic =
        article.is_book ? "" : metadata_value(article, "electronic_date");
    for (const std::string& date : {article.publication_date, electronic}) {
      for (std::string& key : date_keys(date)) keys_.push_back(std::move(key));
    }
  }

  std::vector<std::string> done() {
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    return std::move(keys_);
  }

 private:
  std::vector<std::string> keys_;
};

// Keys of all headings that a name stands for.
std::vector<std::string> family(const Term& term, std::string_view name,
                                const mesh::Vocabulary& vocabulary) {
  std::vector<std::string> keys = {term_key(name)};
  std::vector<const mesh::Heading*> found;
  if (const mesh::Heading* own = vocabulary.by_name(name)) {
    found.push_back(own);
  } else {
    found = vocabulary.find(name);
  }
  for (const mesh::Heading* heading : found) {
    keys.push_back(term_key(heading->name));
    if (term.no_explosion) continue;
    for (std::string& key : vocabulary.keys_below(*heading)) keys.push_back(std::move(key));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

std::vector<KeyQuery> heading_keys(const Term& term, const std::string& code,
                                   const mesh::Vocabulary& vocabulary) {
  const std::size_t slash = term.text.rfind('/');
  const std::string name = text::spell_greek(text::fold(term.text.substr(0, slash)));
  const std::string qualifier =
      slash == std::string::npos ? "" : "/" + qualifier_name(term.text.substr(slash + 1));
  std::vector<KeyQuery> out;
  if (term.truncated()) out.push_back({code + ":" + term_key(name), true});
  for (const std::string& key : family(term, name, vocabulary)) {
    if (!key.empty()) out.push_back({code + ":" + key + qualifier, false});
  }
  return out;
}

// "smith j": all initials that begin with J; quoted: only J; "smith": everybody of that name. A
// family name may have several words, so every cut is tried. Full names are accepted too.
std::vector<KeyQuery> author_keys(const Term& term, const std::string& code) {
  const std::string key = term_key(term.text);
  if (key.empty()) return {};
  const std::vector<std::string> words = text::split(key, ' ');
  std::vector<KeyQuery> out;
  std::string last;
  for (std::size_t cut = 0; cut < words.size(); ++cut) {
    last += (cut == 0 ? "" : " ") + words[cut];
    std::string initials;
    for (std::size_t i = cut + 1; i < words.size(); ++i) initials += words[i];
    const bool exact = term.quoted && !initials.empty();
    out.push_back({code + ":" + last + "|" + initials, !exact || term.truncated()});
  }
  if (term.truncated() && words.size() == 1) out.push_back({code + ":" + key, true});
  if (code == "au") {
    out.push_back({"fau:" + key, term.truncated()});
    out.push_back({"cn:" + key, term.truncated()});
  }
  return out;
}

std::vector<KeyQuery> pmid_keys(const Term& term) {
  if (!term.high.empty()) return pmid_range(term.text, term.high);
  std::vector<KeyQuery> out;
  for (const std::string& one : text::split(term.text, ' ')) {
    if (!one.empty()) out.push_back({"pmid:" + one, false});
  }
  return out;
}

std::vector<KeyQuery> identifier_keys(const Term& term) {
  std::string want = text::to_lower_ascii(term.text);
  for (const std::string_view prefix :
       {"https://doi.org/", "http://doi.org/", "doi:", "doi.org/"}) {
    if (want.starts_with(prefix)) want.erase(0, prefix.size());
  }
  if (term.truncated()) want.pop_back();
  return {{"aid:" + want, term.truncated()}};
}

std::vector<KeyQuery> filter_keys(const Term& term) {
  const std::string want = term_key(term.text);
  if (want == "free full text" || want == "ffrft") return {{"filter:pubmed pmc"}};
  if (want == "humans" || want == "animals") return {{"mh:" + want}};
  if (want == "systematic" || want == "systematicreview" || want == "systematic review") {
    return {{"pt:systematic review"}, {"pt:meta analysis"}};
  }
  if (want == "randomizedcontrolledtrial") return {{"pt:randomized controlled trial"}};
  if (want == "review" || want == "meta analysis") return {{"pt:" + want}};
  return {{"filter:" + want}, {"la:" + want}};
}

std::vector<KeyQuery> value_keys(const Term& term, const std::string& code) {
  std::string key = value_key(term.text);
  if (key.empty()) return {};
  if (code == "ta") key = without_the(std::move(key));
  if (code == "sh") key = qualifier_name(key);
  return {{code + ":" + key, term.truncated()}};
}

}  // namespace

std::vector<std::string> keys_of(const model::Article& article) {
  KeyWriter writer;
  writer.headings(article);
  writer.people(article.authors);
  writer.journal(article);
  writer.substances(article);
  writer.identifiers(article);
  writer.filters(article);
  writer.rest(article);
  writer.dates(article);
  return writer.done();
}

bool by_keys(const Term& term) {
  if (term.field == Field::none || term.field == Field::all) {
    return !term.quoted && text::to_lower_ascii(term.text) == "hasabstract";
  }
  return parts_of(term.field) == 0;
}

std::vector<KeyQuery> keys_for(const Term& term, const mesh::Vocabulary& vocabulary, Date today) {
  if (is_date(term.field)) return range_keys(term, today);
  switch (term.field) {
    case Field::none:
    case Field::all:
      return {{"filter:hasabstract"}};
    case Field::mh:
    case Field::pa:
      return heading_keys(term, "mh", vocabulary);
    case Field::majr:
      return heading_keys(term, "majr", vocabulary);
    case Field::pt:
      return heading_keys(term, "pt", vocabulary);
    case Field::au:
    case Field::fau:
      return author_keys(term, "au");
    case Field::au_first:
      return author_keys(term, "1au");
    case Field::au_last:
      return author_keys(term, "lastau");
    case Field::pmid:
      return pmid_keys(term);
    case Field::aid:
    case Field::lid:
      return identifier_keys(term);
    case Field::filter:
      return filter_keys(term);
    default:
      return value_keys(term, info(term.field).code);
  }
}

}  // namespace ev::pubmed_query
