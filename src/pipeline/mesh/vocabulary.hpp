// The controlled vocabulary (MeSH): headings with tree numbers and entry terms, looked up by folded
// words. built_in() is a small embedded excerpt; an imported file makes a larger Vocabulary from
// the same TSV form (ui, heading, tree numbers separated by ';', entry terms by '|'). Terms are
// compared as words, so case, accents, hyphens and inverted commas do not matter. Thread rule:
// immutable after construction.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ev::mesh {

struct Heading {
  std::string ui;
  std::string name;
  std::vector<std::string> tree_numbers;
  std::vector<std::string> entry_terms;
  bool operator==(const Heading&) const = default;
};

// Letters and digits, folded, joined by single spaces: what look-ups compare.
std::string term_key(std::string_view term);

class Vocabulary {
 public:
  Vocabulary() = default;
  explicit Vocabulary(std::vector<Heading> headings, std::string source);
  Vocabulary(Vocabulary&&) = default;
  Vocabulary& operator=(Vocabulary&&) = default;
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;

  // Who vouches for the headings: "built-in vocabulary", "imported MeSH file".
  const std::string& source() const { return source_; }
  const std::vector<Heading>& headings() const { return headings_; }
  // By the heading's own name; nullptr when there is none.
  const Heading* by_name(std::string_view name) const;
  // By heading or entry term, also with the last word in the singular or plural. Several headings
  // may share an entry term; a heading's own name comes first, then by UI.
  std::vector<const Heading*> find(std::string_view term) const;
  const Heading* find_first(std::string_view term) const;
  // The heading and everything below it in any of its trees, in order of `headings()`.
  std::vector<const Heading*> exploded(const Heading& heading) const;
  // Longest heading or entry term in words; look-ups of longer runs cannot succeed.
  std::size_t longest_term() const { return longest_term_; }

 private:
  std::vector<Heading> headings_;
  std::string source_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_term_;
  std::size_t longest_term_ = 0;
};

// Header line required; a malformed line is an error that names its number.
Result<Vocabulary> parse_tsv(std::string_view tsv, std::string source);

// Parsed at first use.
const Vocabulary& built_in();

// True when a heading with these trees lies in one of the branches ("C", "F03", "D27.505").
bool in_branch(const Heading& heading, std::string_view branch);

}  // namespace ev::mesh
