#include "pipeline/pubmed_query/value_check.hpp"

#include "base/text.hpp"
#include "pipeline/model/languages.hpp"
#include "pipeline/pubmed_query/nearest.hpp"
#include "pipeline/pubmed_query/publication_types.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ev::pubmed_query {

namespace {

using mesh::Heading;
using mesh::look_up_keys;
using mesh::term_key;

std::string tagged(std::string_view value, Field field) {
  return "\"" + std::string(value) + "\"[" + info(field).code + "]";
}

// One of the keys of what was written, so that the last word may stand in either number.
bool is_among(const std::vector<std::string>& keys, std::string_view name) {
  return std::find(keys.begin(), keys.end(), term_key(name)) != keys.end();
}

class ValueChecker {
 public:
  explicit ValueChecker(const mesh::Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  Diagnostics run(const Node& query) {
    for_each_term(query, [this](const Term& term) { check(term); });
    std::stable_sort(out_.begin(), out_.end(), [](const Diagnostic& a, const Diagnostic& b) {
      return a.position < b.position;
    });
    return std::move(out_);
  }

 private:
  void check(const Term& term) {
    if (term.text.find('*') != std::string::npos || term_key(term.text).empty()) return;
    switch (term.field) {
      case Field::la:
        return language(term);
      case Field::pt:
        return publication_type(term);
      case Field::mh:
      case Field::majr:
      case Field::pa:
        return heading(term);
      default:
        return;
    }
  }

  void language(const Term& term) {
    const model::Language* known = model::find_language(term.text);
    if (known != nullptr && !known->name.empty()) return;
    if (known != nullptr) {
      warn("unknown_language", term, "PubMed has no records in this language", "");
      return;
    }
    Nearest near(text::to_lower_ascii(term.text));
    for (const model::Language& one : model::languages()) {
      if (!one.name.empty()) near.consider(one.name, one.name);
    }
    warn("unknown_language", term, "PubMed has no language \"" + term.text + "\"",
         near.name().empty() ? "write the English name or the three-letter code, e.g. german[la]"
                             : "did you mean " + near.name() + "[la]?");
  }

  void publication_type(const Term& term) {
    const std::vector<std::string> keys = look_up_keys(term.text);
    Nearest near(keys.front());
    for (const std::string_view type : publication_types()) {
      if (is_among(keys, type)) return;
      near.consider(term_key(type), type);
    }
    const std::vector<const Heading*> found = vocabulary_.find(term.text);
    const auto is_type = [](const Heading* h) { return mesh::in_branch(*h, "V"); };
    if (std::any_of(found.begin(), found.end(), is_type)) return;
    std::string fix = "for example \"Review\"[pt] or \"Clinical Trial\"[pt]";
    if (const std::string_view meant = meant_type(keys.front()); !meant.empty()) {
      fix = "did you mean " + tagged(meant, Field::pt) + "?";
    } else if (!found.empty() && !found.front()->supplementary) {
      fix = "it is a MeSH heading: " + tagged(found.front()->name, Field::mh);
    } else if (!near.name().empty()) {
      fix = "did you mean " + tagged(near.name(), Field::pt) + "?";
    }
    warn("unknown_publication_type", term, "\"" + term.text + "\" is no publication type of PubMed",
         std::move(fix));
  }

  void heading(const Term& term) {
    const std::string name =
        text::spell_greek(text::fold(term.text.substr(0, term.text.find('/'))));
    const std::string written(text::trim(term.text.substr(0, term.text.find('/'))));
    const Heading* own = vocabulary_.by_name(name);
    if (own != nullptr && !own->supplementary) return;
    if (const Heading* meant = vocabulary_.find_descriptor(name)) {
      if (is_among(look_up_keys(name), meant->name)) return;
      warn("entry_term", term,
           "\"" + written + "\" is an entry term; PubMed searches the heading \"" + meant->name +
               "\"",
           tagged(meant->name, term.field));
      return;
    }
    if (own != nullptr) {
      warn("supplementary_concept", term,
           "\"" + own->name + "\" is a supplementary concept of MeSH, no heading",
           tagged(own->name, Field::nm));
      return;
    }
    if (told_.insert(name).second) unknown_heading(term, written);
  }

  void unknown_heading(const Term& term, const std::string& written) {
    constexpr std::size_t kCandidates = 1000;
    const std::string key = term_key(written);
    const bool whole = vocabulary_.is_whole();
    Nearest near(key);
    for (const mesh::Completion& c : vocabulary_.complete(key.substr(0, 3), kCandidates)) {
      if (!c.supplementary) near.consider(term_key(c.text), c.heading);
    }
    // An excerpt may lack the very heading: only a slip of one letter in a long name is spoken of.
    const bool slip = near.distance() == 1 && key.size() >= 8;
    if (!whole && !slip) return;
    warn("unknown_heading", term,
         "\"" + written + "\" is not in the " + vocabulary_.source() +
             (whole ? ", where only headings of a newer release are missing" : ""),
         near.name().empty() ? "search it as text: " + tagged(written, Field::tiab)
                             : "did you mean " + tagged(near.name(), term.field) + "?");
  }

  void warn(const char* code, const Term& term, std::string message, std::string fix) {
    out_.push_back({code, term.begin, std::move(message), std::move(fix)});
  }

  const mesh::Vocabulary& vocabulary_;
  std::set<std::string> told_;  // unknown headings: one that stands in a query often is named once
  Diagnostics out_;
};

}  // namespace

Diagnostics check_values(const Node& query, const mesh::Vocabulary& vocabulary) {
  return ValueChecker(vocabulary).run(query);
}

}  // namespace ev::pubmed_query
