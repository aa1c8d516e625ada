// The controlled vocabulary (MeSH): descriptors with tree numbers and entry terms, and
// supplementary records (substances, protocols, rare diseases, organisms), looked up by folded
// words. Terms are compared as words, so case, accents, hyphens and inverted commas do not matter.
// One interface, several keepers: memory_vocabulary.hpp (built in, small), stored_vocabulary.hpp
// (imported file), layered_vocabulary.hpp (what the program uses). Thread rule: every member may be
// called from any thread; a Heading* stays valid as long as the vocabulary and what it points to
// never changes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mesh {

struct Heading {
  std::string ui;  // "D003704"; supplementary records "C…"
  std::string name;
  std::vector<std::string> tree_numbers;  // a supplementary record has none
  std::vector<std::string> entry_terms;   // without the name
  // Subheadings that may stand with it, as two capital letters ("DT"); empty = not known.
  std::vector<std::string> qualifiers;
  // A supplementary record is searched as [Supplementary Concept], never as [MeSH Terms].
  bool supplementary = false;
  // 1 substance, 2 protocol, 3 disease, 4 organism, 5 population group, 6 anatomy; 0 = a
  // descriptor, or not known.
  int supplementary_class = 0;
  std::vector<std::string> mapped_to;  // UIs of the descriptors a supplementary record stands under
  bool operator==(const Heading&) const = default;
};

// What may complete a prefix.
struct Completion {
  std::string text;     // the heading's name or the entry term, as written
  std::string heading;  // name of the heading it belongs to
  std::string ui;
  bool supplementary = false;
  bool operator==(const Completion&) const = default;
};

// Letters and digits, folded, joined by single spaces: what look-ups compare.
std::string term_key(std::string_view term);
// The key, then the keys with the last word in the other grammatical number (-ies/-y, -es, -s):
// the first that is known counts. Empty for a term without letters and digits.
std::vector<std::string> look_up_keys(std::string_view term);
// Key of a prefix that is still being typed; a blank, hyphen or comma at its end closes the word.
std::string completion_key(std::string_view prefix);
std::size_t words_in(std::string_view key);

class Vocabulary {
 public:
  virtual ~Vocabulary() = default;
  // Who vouches for the headings: "built-in vocabulary", "imported MeSH (desc2026.gz)".
  virtual std::string source() const = 0;
  // Knows all of MeSH: what is not here is no heading.
  virtual bool is_whole() const { return false; }
  // By the heading's own name, a descriptor before a supplementary record; nullptr when there is
  // none.
  virtual const Heading* by_name(std::string_view name) const = 0;
  virtual const Heading* by_ui(std::string_view ui) const = 0;
  // By heading or entry term, also with the last word in the singular or plural. Several headings
  // may share an entry term: headings of that very name first, then descriptors before
  // supplementary records, then by UI.
  virtual std::vector<const Heading*> find(std::string_view term) const = 0;
  const Heading* find_first(std::string_view term) const;
  const Heading* find_descriptor(std::string_view term) const;  // the first that is one
  // The heading and everything below it in any of its trees, by UI. A supplementary record stands
  // alone.
  virtual std::vector<const Heading*> exploded(const Heading& heading) const = 0;
  // The keys of these headings' names, sorted, each once.
  virtual std::vector<std::string> keys_below(const Heading& heading) const;
  // Longest heading or entry term in words; look-ups of longer runs cannot succeed.
  virtual std::size_t longest_term() const = 0;
  // Names, then entry terms, that begin with the folded prefix: descriptors first, then by key.
  virtual std::vector<Completion> complete(std::string_view prefix, std::size_t limit) const = 0;
};

// True when a heading with these trees lies in one of the branches ("C", "F03", "D27.505").
bool in_branch(const Heading& heading, std::string_view branch);

}  // namespace ev::mesh
