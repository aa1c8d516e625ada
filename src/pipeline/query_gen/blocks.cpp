#include "pipeline/query_gen/blocks.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/pubmed_query/publication_types.hpp"
#include "pipeline/query_gen/spelling.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Field;
using pq::Kind;
using pq::Node;

bool is_publication_type(const mesh::Heading& heading) {
  return mesh::in_branch(heading, "V");
}

// Text that can stand inside quotation marks and outside of them.
std::string clean(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool syntax = c == '"' || c == '[' || c == ']' || c == '*' || c == '(' || c == ')';
    const bool comma = c == ',' && i + 1 < text.size() && text[i + 1] == ' ';  // not "1,2-xylene"
    out += syntax || comma ? ' ' : c;
  }
  return text::join(
      [&] {
        std::vector<std::string> words;
        for (const std::string& w : text::split(out, ' ')) {
          if (!w.empty()) words.push_back(w);
        }
        return words;
      }(),
      " ");
}

// Without its ending, where five letters stay to be truncated behind.
std::string_view without_inflection(std::string_view word) {
  constexpr std::size_t kLeast = 5;
  if (word.ends_with("ss") || word.ends_with("us") || word.ends_with("is")) return word;
  for (const std::string_view ending : {"ies", "ing", "ed", "es", "s"}) {
    if (word.ends_with(ending) && word.size() >= ending.size() + kLeast) {
      return word.substr(0, word.size() - ending.size());
    }
  }
  return word;
}

// What the words of a family begin with, vaccin- for "vaccination", pregnan- for "pregnancy"; ""
// when that leaves less than six letters, or the word has no such ending. `word` in small letters.
std::string family_stem(std::string_view word) {
  constexpr std::size_t kLeast = 6;
  struct Ending {
    std::string_view text;
    std::size_t kept;  // of its letters
  };
  const bool plain =
      std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!plain) return "";
  static constexpr auto kEndings = std::to_array<Ending>({{"viruses", 3},
                                                          {"virus", 3},
                                                          {"ations", 0},
                                                          {"ation", 0},
                                                          {"ions", 0},
                                                          {"ion", 0},
                                                          {"ancies", 2},
                                                          {"ancy", 2},
                                                          {"encies", 2},
                                                          {"ency", 2},
                                                          {"ias", 1},
                                                          {"ia", 1},
                                                          {"ities", 0},
                                                          {"ity", 0}});
  for (const Ending& ending : kEndings) {
    if (!word.ends_with(ending.text)) continue;
    const std::size_t size = word.size() - ending.text.size() + ending.kept;
    if (size >= kLeast) return std::string(word.substr(0, size));
  }
  return "";
}

// A single word of a heading: with its family, unless it is a substance.
Node heading_word(const Concept& c, const std::string& word, Field field) {
  const std::string stem = c.role == "intervention" ? "" : family_stem(text::to_lower_ascii(word));
  return stem.empty() ? text_term(word, field) : pq::make_term(stem + "*", field);
}

// A single subject word with its inflections: truncated from five letters on.
Node word_term(const std::string& word, Field field) {
  std::string stem(without_inflection(word));
  const bool ascii = std::all_of(word.begin(), word.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  // A symbol (TIGIT, mTOR) or a compound has no inflections.
  const bool name = std::any_of(word.begin() + 1, word.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '-' || c == '/' || c == '\'';
  });
  if (ascii && !name && stem.size() >= 5) return pq::make_term(stem + "*", field);
  return text_term(word, field);
}

// A term as it is written and, where they differ, in American and British.
std::vector<std::string> spellings(const Concept& c, const std::string& term) {
  std::vector<std::string> out = {term};
  if (c.symbol) return out;
  const std::string lower = text::to_lower_ascii(term);
  if (std::string other = american(lower); other != lower) out.push_back(std::move(other));
  if (std::string other = british(term); !other.empty()) out.push_back(std::move(other));
  return out;
}

Node synonym_term(const Concept& c, const std::string& term, Field words) {
  if (term.find(' ') == std::string::npos)
    return c.heading.empty() ? word_term(term, words) : heading_word(c, term, words);
  Node node = text_term(term, words);
  if (c.heading.empty() && !c.known_term && c.meant != term) {
    // Two subject words that happened to stand together: near each other is enough.
    node.term.quoted = true;
    node.term.near = 3;
  }
  return node;
}

// Whatever is found in the text by `narrow` is found by `wide` too: "estrogen therapy" by estrogen.
bool covers(const Node& wide, const Node& narrow) {
  const auto in_text = [](const Node& node) {
    return node.kind == Kind::term && !node.term.near && node.term.high.empty() &&
           (node.term.field == Field::tiab || node.term.field == Field::ti);
  };
  if (!in_text(wide) || !in_text(narrow) || wide.term.field != narrow.term.field) return false;
  const std::string outer = " " + mesh::term_key(narrow.term.text) + " ";
  const std::string inner = " " + mesh::term_key(wide.term.text);
  if (wide.term.truncated()) return outer.find(inner) != std::string::npos;
  return !narrow.term.truncated() && outer.find(inner + " ") != std::string::npos;
}

// What adds nothing to the alternatives is left out; what takes in others stands for them.
void add_choice(std::vector<Node>& choices, Node node) {
  if (node.kind == Kind::disjunction) {
    for (Node& child : node.children) add_choice(choices, std::move(child));
    return;
  }
  const auto adds_nothing = [&node](const Node& one) { return one == node || covers(one, node); };
  if (std::any_of(choices.begin(), choices.end(), adds_nothing)) return;
  const auto taken_in = [&node](const Node& one) { return covers(node, one); };
  const auto first = std::find_if(choices.begin(), choices.end(), taken_in);
  if (first == choices.end()) {
    choices.push_back(std::move(node));
    return;
  }
  choices.erase(std::remove_if(first + 1, choices.end(), taken_in), choices.end());
  *first = std::move(node);
}

bool is_case_report(std::string_view key) {
  return key == "case study" || key == "case studies" || key == "case report" ||
         key == "case reports";
}

}  // namespace

Node text_term(std::string_view text, Field field) {
  Node node = pq::make_term(clean(text), field);
  node.term.quoted =
      node.term.text.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != std::string::npos;
  // An operator word would be read as one.
  const std::string lower = text::to_lower_ascii(node.term.text);
  if (lower == "and" || lower == "or" || lower == "not") node.term.quoted = true;
  return node;
}

Node block(const Concept& c, Breadth breadth) {
  const bool title = breadth == Breadth::title;
  const Field words = title ? Field::ti : Field::tiab;
  std::vector<Node> choices;
  if (!c.heading.empty()) {
    const bool descriptor = c.heading_field == Field::mh;
    Node heading = pq::make_phrase(c.heading, descriptor && title ? Field::majr : c.heading_field);
    heading.term.no_explosion = c.unexploded;
    choices.push_back(std::move(heading));
    // The substances that act so do not stand below the action in the tree.
    if (c.action && !title) choices.push_back(pq::make_phrase(c.heading, Field::pa));
  }
  const std::size_t most = title ? kNarrowSynonyms : kBroadSynonyms;
  for (std::size_t i = 0; i < c.synonyms.size() && i < most; ++i) {
    const std::string written = clean(c.synonyms[i]);
    if (written.empty()) continue;
    for (const std::string& term : spellings(c, written))
      add_choice(choices, synonym_term(c, term, words));
  }
  // A major topic takes in the headings below, but not the substances of an action.
  for (const std::string& term : c.narrower) {
    if (!title || c.action) add_choice(choices, text_term(term, words));
  }
  for (const Concept& other : c.others) add_choice(choices, block(other, breadth));
  if (!title) choices.insert(choices.end(), c.learned.begin(), c.learned.end());
  return pq::combine(Kind::disjunction, std::move(choices));
}

Node quorum(const std::vector<Node>& blocks, std::size_t k) {
  if (k >= blocks.size()) return pq::combine(Kind::conjunction, blocks);
  if (k <= 1) return pq::combine(Kind::disjunction, blocks);
  const std::vector<Node> rest(blocks.begin() + 1, blocks.end());
  std::vector<Node> with_first = {blocks.front(), quorum(rest, k - 1)};
  return pq::combine(Kind::disjunction,
                     {pq::combine(Kind::conjunction, std::move(with_first)), quorum(rest, k)});
}

std::optional<Node> time_range(std::string_view time_frame, std::string_view as_of) {
  const int years = time_frame == "last_year"       ? 1
                    : time_frame == "last_5_years"  ? 5
                    : time_frame == "last_10_years" ? 10
                                                    : 0;
  if (years == 0) return std::nullopt;
  const pq::Date today = pq::read_date(as_of).date;
  Node node = pq::make_term(pq::to_text(pq::minus(today, {years, 'y'})), Field::dp);
  node.term.high = pq::to_text(today);
  return node;
}

std::optional<Node> confirmed_block(std::string_view spec, const mesh::Vocabulary& vocabulary) {
  std::vector<Node> choices;
  for (const std::string& part : text::split(spec, '|')) {
    const std::size_t colon = part.find(':');
    if (colon == std::string::npos) continue;
    const Field field = pq::find_field(part.substr(0, colon));
    const std::string value = part.substr(colon + 1);
    if (field == Field::mh || field == Field::majr || field == Field::pt) {
      const mesh::Heading* heading = vocabulary.by_name(value);
      if (heading != nullptr && !heading->supplementary)
        choices.push_back(pq::make_phrase(heading->name, field));
    } else {
      Node term = pq::make_term(value, field);
      term.term.quoted = value.find(' ') != std::string::npos || field == Field::sh;
      choices.push_back(std::move(term));
    }
  }
  if (choices.empty()) return std::nullopt;
  return pq::combine(Kind::disjunction, std::move(choices));
}

std::string publication_type(std::string_view type) {
  const std::string key = mesh::term_key(type);
  if (is_case_report(key)) return "Case Reports";
  const std::string_view meant = pq::meant_type(american(key));
  return std::string(meant.empty() ? text::trim(type) : meant);
}

Node study_type(std::string_view type, const mesh::Vocabulary& vocabulary, std::string& warning) {
  const std::string key = mesh::term_key(type);
  std::string spec;
  if (is_case_report(key)) {
    spec = "pt:Case Reports|tiab:case report*";
  } else if (key == "observational study" || key == "observational studies") {
    spec =
        "pt:Observational Study|mh:Cohort Studies|mh:Case-Control Studies|mh:Cross-Sectional "
        "Studies|"
        "tiab:observational|tiab:cohort*|tiab:case control";
  }
  if (!spec.empty()) {
    if (const auto node = confirmed_block(spec, vocabulary)) return *node;
  }
  const mesh::Heading* heading = vocabulary.find_first(type);
  if (heading != nullptr && is_publication_type(*heading)) {
    return pq::make_phrase(heading->name, Field::pt);
  }
  const std::string plain = american(key);
  const mesh::Heading* meant = vocabulary.by_name(plain);
  if (meant == nullptr) meant = vocabulary.by_name(pq::meant_type(plain));
  if (meant != nullptr && is_publication_type(*meant)) {
    warning = "study type \"" + std::string(type) + "\" is read as the publication type \"" +
              meant->name + "\"";
    return pq::make_phrase(meant->name, Field::pt);
  }
  warning = "study type \"" + std::string(type) +
            "\" is no confirmed publication type; it is searched in title and abstract";
  return text_term(type, Field::tiab);
}

Node exclusion(std::string_view term, const mesh::Vocabulary& vocabulary, std::string& warning) {
  const mesh::Heading* heading = vocabulary.find_first(term);
  if (heading != nullptr && is_publication_type(*heading)) {
    warning = "NOT \"" + heading->name + "\"[Publication Type] removes every record of that type";
    return pq::make_phrase(heading->name, Field::pt);
  }
  warning = "NOT removes every record that mentions \"" + std::string(term) +
            "\" in title or abstract, also relevant ones";
  return text_term(term, Field::tiab);
}

}  // namespace ev::query_gen
