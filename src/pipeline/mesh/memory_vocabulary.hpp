// A vocabulary in memory: the built-in excerpt, or any list of headings. Thread rule: immutable
// after construction.
#pragma once

#include "base/result.hpp"
#include "pipeline/mesh/vocabulary.hpp"

#include <map>
#include <unordered_map>

namespace ev::mesh {

class MemoryVocabulary final : public Vocabulary {
 public:
  MemoryVocabulary() = default;
  explicit MemoryVocabulary(std::vector<Heading> headings, std::string source);
  MemoryVocabulary(MemoryVocabulary&&) = default;
  MemoryVocabulary& operator=(MemoryVocabulary&&) = default;
  MemoryVocabulary(const MemoryVocabulary&) = delete;
  MemoryVocabulary& operator=(const MemoryVocabulary&) = delete;

  const std::vector<Heading>& headings() const { return headings_; }  // descriptors first, by UI

  std::string source() const override { return source_; }
  const Heading* by_name(std::string_view name) const override;
  const Heading* by_ui(std::string_view ui) const override;
  std::vector<const Heading*> find(std::string_view term) const override;
  std::vector<const Heading*> exploded(const Heading& heading) const override;
  std::size_t longest_term() const override { return longest_term_; }
  std::vector<Completion> complete(std::string_view prefix, std::size_t limit) const override;

 private:
  // Ordered, so that a prefix is a range: key of a name or an entry term -> heading and term.
  using Keys = std::multimap<std::string, std::pair<std::size_t, const std::string*>, std::less<>>;
  void add_term(Keys& keys, const std::string& term, std::size_t heading);
  void complete_from(const Keys& keys, std::string_view key, std::size_t limit,
                     std::vector<Completion>& out) const;

  std::vector<Heading> headings_;
  std::string source_;
  std::unordered_map<std::string, std::size_t> by_ui_;
  Keys names_;
  Keys terms_;
  std::size_t longest_term_ = 0;
};

// TSV with the columns ui, heading, tree_numbers (separated by ';'), entry_terms (by '|'); the last
// two may be missing. The header line is required, lines that begin with '#' may stand before it; a
// malformed line is an error that names its number.
Result<MemoryVocabulary> parse_tsv(std::string_view tsv, std::string source);
bool is_tsv_header(std::string_view line);
// One line without its end; the error says what is wrong with it.
Result<Heading> parse_tsv_line(std::string_view line);

// data/tables/mesh_headings.tsv, parsed at first use.
const MemoryVocabulary& built_in();

}  // namespace ev::mesh
