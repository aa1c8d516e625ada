#include "base/text.hpp"
#include "pipeline/query_gen/abbreviations.hpp"
#include "pipeline/query_gen/class_members.hpp"
#include "pipeline/query_gen/concept_parts.hpp"
#include "pipeline/query_gen/synonyms.hpp"
#include "pipeline/query_gen/words.hpp"
#include "pipeline/translate/values.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace ev::query_gen {

namespace {

// A term of general medicine without a heading: less than a heading, as much as words that belong
// together.
constexpr double kTermWeight = 2.5;

double depth_of(const mesh::Heading& heading) {
  std::size_t deepest = 0;
  for (const std::string& tree : heading.tree_numbers) {
    deepest =
        std::max(deepest, static_cast<std::size_t>(std::count(tree.begin(), tree.end(), '.')));
  }
  return static_cast<double>(deepest);
}

// An outcome is the least of what a question is about.
void settle_outcome(Concept& c) {
  if (!is_outcome(mesh::term_key(c.text))) return;
  c.role = "outcome";
  c.drug = false;
  c.rare = false;
  c.weight = 1;
}

// Compounds, preparations and actions; proteins, sugars or nucleic acids are more often the target.
bool is_medicine(const mesh::Heading& heading) {
  return std::any_of(
      heading.tree_numbers.begin(), heading.tree_numbers.end(), [](const std::string& tree) {
        return tree.starts_with("D02") || tree.starts_with("D03") || tree.starts_with("D04") ||
               tree.starts_with("D26") || tree.starts_with("D27");
      });
}

// A substance that is measured, not given.
bool is_measured(const mesh::Heading& heading) {
  for (const std::string_view name :
       {"Glycated Hemoglobin A", "Blood Glucose", "C-Reactive Protein", "Cholesterol, LDL",
        "Cholesterol, HDL", "Creatinine", "Prostate-Specific Antigen"}) {
    if (heading.name == name) return true;
  }
  return false;
}

// Beside a subject, never in its place: nobody searches for all that is known of women.
void settle_generic(Concept& c) {
  if (c.heading.empty()) {
    const std::string key = mesh::term_key(c.text);
    for (const std::string_view word : {"women", "woman", "men", "man", "persons"})
      c.generic = c.generic || key == word;
  }
  for (const std::string_view name :
       {"Women", "Men", "Persons", "Patients", "Adult", "Age Groups", "Cells", "Humans"}) {
    c.generic = c.generic || c.heading == name;
  }
  if (c.generic) c.weight = 1.2;
}

// "IL-6" is also written IL6, "PUL2" PUL-2.
std::string other_hyphenation(const std::string& symbol) {
  std::string joined;
  std::string split;
  for (const char c : symbol) {
    if (c == '-') continue;
    const bool digit = c >= '0' && c <= '9';
    const bool after_letter = !joined.empty() && (joined.back() < '0' || joined.back() > '9');
    if (digit && after_letter) split += '-';
    joined += c;
    split += c;
  }
  return joined == symbol ? split : joined;
}

// "HER2neu" is HER2 with another word for it: index of a word of three or four letters behind a
// digit, 0 where there is none.
std::size_t fused_word(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  for (const std::size_t letters : {std::size_t{3}, std::size_t{4}}) {
    if (text.size() < letters + 3) continue;
    const std::size_t at = text.size() - letters;
    const std::string_view rest = text.substr(at + 1);
    const bool word = (lower(text[at]) || (text[at] >= 'A' && text[at] <= 'Z')) &&
                      std::all_of(rest.begin(), rest.end(), lower);
    if (digit(text[at - 1]) && word) return at;
  }
  return 0;
}

// The unambiguous abbreviation of a heading, of three letters or more.
std::string_view abbreviation_of(const mesh::Heading& heading) {
  const std::string_view known = short_form_of(heading.name);
  return known.size() >= 3 ? known : std::string_view();
}

// The heading's abbreviation, and the words it is made of where MeSH has others.
void add_short_form(Concept& c, const mesh::Heading& heading) {
  const std::string_view shorter = abbreviation_of(heading);
  if (shorter.empty()) return;
  const auto says = [&c](std::string_view term) {
    const std::string key = mesh::term_key(term);
    return std::any_of(c.synonyms.begin(), c.synonyms.end(),
                       [&key](const std::string& s) { return mesh::term_key(s) == key; });
  };
  std::vector<std::string> more;
  const std::string_view words = find_abbreviation(shorter)->words;
  if (!says(words)) more.emplace_back(words);
  if (!says(shorter)) more.emplace_back(shorter);
  // Several of a kind: NSAIDs.
  const std::string several = std::string(shorter) + "s";
  if (c.role == "intervention" && words.ends_with('s') && !says(several)) more.push_back(several);
  c.synonyms.insert(c.synonyms.begin() + 1, more.begin(), more.end());
}

}  // namespace

std::string role_of(const mesh::Heading& heading) {
  if (heading.supplementary_class == 1) return "intervention";
  if (heading.supplementary_class == 2) return "method";
  if (heading.supplementary_class == 3) return "condition";
  const auto in = [&heading](std::initializer_list<const char*> branches) {
    return std::any_of(branches.begin(), branches.end(),
                       [&](const char* branch) { return mesh::in_branch(heading, branch); });
  };
  if (in({"C", "F03"})) return "condition";
  if (in({"D"})) return is_measured(heading) ? "other" : "intervention";
  if (in({"L01", "G17"})) return "computing";
  for (const std::string_view state : {"Pregnancy", "Premenopause", "Postmenopause"}) {
    if (heading.name == state) return "population";
  }
  if (in({"G"})) return "mechanism";
  if (in({"E", "L", "H"})) return "method";
  if (in({"M", "N"}) && !in({"N06"})) return "population";  // falls and other accidents
  return "other";
}

bool is_study_kind(const mesh::Heading& heading) {
  return !heading.tree_numbers.empty() &&
         std::all_of(heading.tree_numbers.begin(), heading.tree_numbers.end(),
                     [](const std::string& tree) { return tree.starts_with('V'); });
}

const mesh::Heading* best_heading(const std::vector<const mesh::Heading*>& found,
                                  std::string_view domain) {
  if (found.empty()) return nullptr;
  std::vector<const char*> branches;
  if (domain == "medical") branches = {"C", "D", "E", "F03"};
  if (domain == "technology") branches = {"L", "G17", "H"};
  if (domain == "biology") branches = {"G", "D", "B", "A"};
  if (domain == "psychology") branches = {"F"};
  for (const char* branch : branches) {
    for (const mesh::Heading* heading : found) {
      if (mesh::in_branch(*heading, branch)) return heading;
    }
  }
  return found.front();
}

void only_itself(Concept& c, const std::vector<std::string>& words, const mesh::Heading& heading) {
  c.unexploded = true;
  c.action = false;
  c.synonyms = words;
  c.narrower = own_members(heading);
  c.remark = "without the classes below " + heading.name;
}

void add_spoken_words(Concept& c, const std::vector<std::string>& words) {
  if (words.empty()) return;
  std::vector<std::string> out = words;
  for (std::string& synonym : c.synonyms) {
    const std::string key = " " + mesh::term_key(synonym) + " ";
    const bool said = std::any_of(words.begin(), words.end(), [&key](const std::string& word) {
      return key.find(" " + word + " ") != std::string::npos;
    });
    if (!said) out.push_back(std::move(synonym));
  }
  c.synonyms = std::move(out);
}

Concept from_text(std::string text) {
  Concept c;
  const std::string folded = text::fold(text);
  c.drug = looks_like_drug(folded);
  c.medicine = c.drug;
  if (c.drug) c.role = "intervention";
  c.weight = c.drug ? 5 : folded.find(' ') != std::string::npos ? 2.5 : 1.5;
  // A name with a capital inside or with digits (BRCA1, pH7, SARS-CoV-2) is rarer than a word.
  bool odd = false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool capital = text[i] >= 'A' && text[i] <= 'Z' && text[i - 1] != ' ';
    odd = odd || capital || (text[i] >= '0' && text[i] <= '9');
  }
  if (odd) c.weight += 1.5;
  c.rare = c.drug || odd;
  c.synonyms = {text};
  if (const std::size_t at = fused_word(text); at > 0) {
    c.synonyms.push_back(text.substr(0, at) + " " + text.substr(at));
    c.synonyms.push_back(text.substr(0, at));
  }
  const bool symbol =
      text.size() >= 4 && text.size() <= 10 && std::all_of(text.begin(), text.end(), [](char ch) {
        return (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '-';
      });
  if (symbol) {
    if (std::string other = other_hyphenation(text); other != text) {
      c.synonyms.push_back(std::move(other));
    }
  }
  c.text = std::move(text);
  settle_generic(c);
  settle_outcome(c);
  return c;
}

Concept concept_of(std::string text, const ClinicalTerm& term) {
  Concept c = from_text(std::move(text));
  c.known_term = true;
  if (term.treatment) c.role = "intervention";
  if (c.role != "outcome") c.weight = std::max(c.weight, kTermWeight);
  // A drug is searched as itself, whatever acts like it.
  if (c.drug) return c;
  for (const std::string& name : term.names) {
    const std::string key = mesh::term_key(name);
    const bool said =
        std::any_of(c.synonyms.begin(), c.synonyms.end(),
                    [&key](const std::string& s) { return mesh::term_key(s) == key; });
    if (!said) c.synonyms.push_back(name);
  }
  return c;
}

Concept concept_of(std::string text, const mesh::Heading& heading, const std::string& source) {
  Concept c;
  c.role = role_of(heading);
  c.heading = heading.name;
  if (heading.supplementary) c.heading_field = pubmed_query::Field::nm;
  c.confirmed_by = source;
  c.synonyms = synonyms_of(heading, text);
  add_short_form(c, heading);
  if (translate::is_check_tag(heading.name)) {
    // "Aged" and "Male" say who was studied; as words they stand in half of all abstracts.
    const std::string own = mesh::term_key(heading.name);
    const bool written = mesh::term_key(text) == own && own != "aged";
    if (!written) {
      std::erase_if(c.synonyms, [&own](const std::string& s) { return mesh::term_key(s) == own; });
    }
  }
  c.text = std::move(text);
  c.drug = c.role == "intervention";
  c.medicine = c.drug && (is_medicine(heading) || looks_like_drug(text::fold(c.text)));
  c.weight = 3 + depth_of(heading) / 4 + (c.drug ? 1 : 0);
  c.people = c.role == "population" && !mesh::in_branch(heading, "N");
  c.action = !heading.supplementary && mesh::in_branch(heading, "D27");
  settle_generic(c);
  settle_outcome(c);
  return c;
}

void add_narrower(Concept& c, const mesh::Heading& heading, const mesh::Vocabulary& vocabulary) {
  c.narrower = narrower_terms(heading, c.synonyms, vocabulary);
  const ClassMembers members = class_members(heading, vocabulary);
  if (members.names.empty()) return;
  for (const std::string& name : members.names) {
    const auto same = [&name](const std::string& term) {
      return mesh::term_key(term) == mesh::term_key(name);
    };
    if (std::none_of(c.narrower.begin(), c.narrower.end(), same)) c.narrower.push_back(name);
  }
  c.remark = "with members of the class by name: " + text::join(members.names, ", ");
}

Concept whole_concept(std::string_view text, const mesh::Vocabulary& vocabulary,
                      std::string_view domain) {
  const mesh::Heading* heading = best_heading(vocabulary.find(text), domain);
  if (heading == nullptr || is_study_kind(*heading)) return from_text(std::string(text));
  Concept c = concept_of(std::string(text), *heading, vocabulary.source());
  add_narrower(c, *heading, vocabulary);
  return c;
}

std::vector<Concept> join_alternatives(std::vector<Concept> concepts) {
  std::vector<Concept> out;
  for (Concept& c : concepts) {
    const auto first = std::find_if(out.begin(), out.end(), [&c](const Concept& o) {
      return c.group != 0 && o.group == c.group;
    });
    if (first == out.end()) {
      out.push_back(std::move(c));
      continue;
    }
    first->text += " or " + c.text;
    first->weight = std::max(first->weight, c.weight);
    first->drug = first->drug || c.drug;
    first->medicine = first->medicine || c.medicine;
    first->rare = first->rare && c.rare;
    first->others.push_back(std::move(c));
  }
  return out;
}

bool is_named(const Concept& c) {
  return c.role != "outcome" && (c.rare || c.symbol);
}

}  // namespace ev::query_gen
