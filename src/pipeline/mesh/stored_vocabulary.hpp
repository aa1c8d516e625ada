// The vocabulary that was imported into the store. A look-up reads the few rows it needs; what was
// read is kept, so that a Heading* stays valid also when another process imports a newer file
// (later look-ups then see the new one). A store that cannot be read makes every look-up a miss;
// state() tells. Thread rule: any thread.
#pragma once

#include "base/guarded.hpp"
#include "base/result.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "store/mesh_table.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>

namespace ev::mesh {

class StoredVocabulary final : public Vocabulary {
 public:
  explicit StoredVocabulary(store::MeshTable& table) : table_(table) {}

  // What is imported just now.
  struct State {
    bool descriptors = false;
    bool supplementary = false;
    bool whole = false;    // as many descriptors as only all of MeSH has
    bool readable = true;  // false: the store refused
    std::size_t longest_term = 0;
    std::string source;  // "" when there are no descriptors
    bool any() const { return descriptors || supplementary; }
  };
  State state() const;

  std::string source() const override { return state().source; }
  bool is_whole() const override { return state().whole; }
  const Heading* by_name(std::string_view name) const override;
  const Heading* by_ui(std::string_view ui) const override;
  std::vector<const Heading*> find(std::string_view term) const override;
  std::vector<const Heading*> exploded(const Heading& heading) const override;
  std::vector<std::string> keys_below(const Heading& heading) const override;
  std::size_t longest_term() const override { return state().longest_term; }
  std::vector<Completion> complete(std::string_view prefix, std::size_t limit) const override;

 private:
  std::vector<const Heading*> kept(Result<std::vector<store::MeshHeadingRow>> rows) const;

  store::MeshTable& table_;
  // By the store's number of the heading, which is never used for another one.
  mutable Guarded<std::unordered_map<std::int64_t, std::unique_ptr<const Heading>>> loaded_;
};

}  // namespace ev::mesh
