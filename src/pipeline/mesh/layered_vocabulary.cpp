#include "pipeline/mesh/layered_vocabulary.hpp"

#include <algorithm>

namespace ev::mesh {

StoredVocabulary::State LayeredVocabulary::state() const {
  return imported_ == nullptr ? StoredVocabulary::State{} : imported_->state();
}

std::string LayeredVocabulary::source() const {
  const StoredVocabulary::State now = state();
  if (now.descriptors) return now.source;
  return built_in_().source() + (now.readable ? "" : " (an imported one could not be read)");
}

const Heading* LayeredVocabulary::by_name(std::string_view name) const {
  const StoredVocabulary::State now = state();
  const Heading* built_in = now.descriptors ? nullptr : built_in_().by_name(name);
  if (built_in != nullptr || !now.any()) return built_in;
  return imported_->by_name(name);
}

const Heading* LayeredVocabulary::by_ui(std::string_view ui) const {
  const StoredVocabulary::State now = state();
  const Heading* built_in = now.descriptors ? nullptr : built_in_().by_ui(ui);
  if (built_in != nullptr || !now.any()) return built_in;
  return imported_->by_ui(ui);
}

std::vector<const Heading*> LayeredVocabulary::find(std::string_view term) const {
  const StoredVocabulary::State now = state();
  std::vector<const Heading*> out;
  if (!now.descriptors) out = built_in_().find(term);
  if (!now.any()) return out;
  const std::vector<const Heading*> imported = imported_->find(term);
  out.insert(out.end(), imported.begin(), imported.end());
  return out;
}

std::vector<const Heading*> LayeredVocabulary::exploded(const Heading& heading) const {
  if (heading.supplementary) return {&heading};
  return state().descriptors ? imported_->exploded(heading) : built_in_().exploded(heading);
}

std::vector<std::string> LayeredVocabulary::keys_below(const Heading& heading) const {
  if (heading.supplementary) return {term_key(heading.name)};
  return state().descriptors ? imported_->keys_below(heading) : built_in_().keys_below(heading);
}

std::size_t LayeredVocabulary::longest_term() const {
  const StoredVocabulary::State now = state();
  return now.descriptors ? now.longest_term
                         : std::max(now.longest_term, built_in_().longest_term());
}

std::vector<Completion> LayeredVocabulary::complete(std::string_view prefix,
                                                    std::size_t limit) const {
  const StoredVocabulary::State now = state();
  std::vector<Completion> out;
  if (!now.descriptors) out = built_in_().complete(prefix, limit);
  if (!now.any() || out.size() >= limit) return out;
  const std::vector<Completion> imported = imported_->complete(prefix, limit - out.size());
  out.insert(out.end(), imported.begin(), imported.end());
  return out;
}

}  // namespace ev::mesh
