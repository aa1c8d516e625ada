// What the program looks headings up in: the imported vocabulary where there is one, else the
// built-in one. Descriptors of the two are never mixed; imported supplementary records stand beside
// either. An import made by another process counts from the next look-up on. The built-in one is
// asked for when it is first needed: parsing it costs more than a look-up in the imported one.
// Thread rule: any thread. The layers are borrowed.
#pragma once

#include "pipeline/mesh/stored_vocabulary.hpp"

#include <functional>
#include <utility>

namespace ev::mesh {

class LayeredVocabulary final : public Vocabulary {
 public:
  using BuiltIn = std::function<const Vocabulary&()>;
  // Without `imported` only the built-in one counts.
  LayeredVocabulary(const StoredVocabulary* imported, BuiltIn built_in)
      : imported_(imported), built_in_(std::move(built_in)) {}

  // Also says when an import is there but cannot be read.
  std::string source() const override;
  bool is_whole() const override { return state().whole; }
  const Heading* by_name(std::string_view name) const override;
  const Heading* by_ui(std::string_view ui) const override;
  std::vector<const Heading*> find(std::string_view term) const override;
  std::vector<const Heading*> exploded(const Heading& heading) const override;
  std::vector<std::string> keys_below(const Heading& heading) const override;
  std::size_t longest_term() const override;
  std::vector<Completion> complete(std::string_view prefix, std::size_t limit) const override;

 private:
  StoredVocabulary::State state() const;

  const StoredVocabulary* imported_;
  BuiltIn built_in_;
};

}  // namespace ev::mesh
