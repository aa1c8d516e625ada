#include "pipeline/mesh/stored_vocabulary.hpp"

#include <algorithm>
#include <utility>

namespace ev::mesh {

namespace {

Heading heading_of(store::MeshHeadingRow row) {
  Heading heading{.ui = std::move(row.ui),
                  .name = std::move(row.name),
                  .tree_numbers = std::move(row.tree_numbers),
                  .qualifiers = std::move(row.qualifiers),
                  .supplementary = row.kind == store::kMeshSupplementary,
                  .supplementary_class = row.supplementary_class,
                  .mapped_to = std::move(row.mapped_to)};
  heading.entry_terms.reserve(row.entry_terms.size());
  for (store::MeshTerm& term : row.entry_terms) {
    heading.entry_terms.push_back(std::move(term.text));
  }
  return heading;
}

// MeSH has passed this number in 2003 and only grows; an excerpt stays far below it.
constexpr std::size_t kWholeMesh = 20'000;

std::string source_of(const store::MeshImport& import) {
  std::string out = "imported MeSH (" + import.file;
  if (!import.release.empty()) out += ", release " + import.release;
  return out + ")";
}

}  // namespace

StoredVocabulary::State StoredVocabulary::state() const {
  State state;
  const auto imports = table_.imports();
  state.readable = imports.has_value();
  if (!imports) return state;
  for (const store::MeshImport& import : *imports) {
    if (import.kind == store::kMeshQualifiers) continue;
    const bool descriptors = import.kind == store::kMeshDescriptors;
    (descriptors ? state.descriptors : state.supplementary) = true;
    if (descriptors) {
      state.source = source_of(import);
      state.whole = import.headings >= kWholeMesh;
    }
    state.longest_term = std::max(state.longest_term, import.longest_term);
  }
  return state;
}

std::vector<const Heading*> StoredVocabulary::kept(
    Result<std::vector<store::MeshHeadingRow>> rows) const {
  std::vector<const Heading*> out;
  if (!rows) return out;  // the store has logged why
  auto loaded = loaded_.lock();
  for (store::MeshHeadingRow& row : *rows) {
    std::unique_ptr<const Heading>& place = (*loaded)[row.n];
    if (!place) place = std::make_unique<const Heading>(heading_of(std::move(row)));
    out.push_back(place.get());
  }
  return out;
}

const Heading* StoredVocabulary::by_name(std::string_view name) const {
  const auto found = kept(table_.by_name(term_key(name)));
  return found.empty() ? nullptr : found.front();
}

const Heading* StoredVocabulary::by_ui(std::string_view ui) const {
  const auto found = kept(table_.by_ui(ui));
  return found.empty() ? nullptr : found.front();
}

std::vector<const Heading*> StoredVocabulary::find(std::string_view term) const {
  const std::vector<std::string> keys = look_up_keys(term);
  return keys.empty() ? std::vector<const Heading*>() : kept(table_.by_terms(keys));
}

std::vector<const Heading*> StoredVocabulary::exploded(const Heading& heading) const {
  std::vector<const Heading*> out = kept(table_.below(heading.tree_numbers));
  const auto at =
      std::lower_bound(out.begin(), out.end(), heading.ui,
                       [](const Heading* h, const std::string& ui) { return h->ui < ui; });
  if (at == out.end() || (*at)->ui != heading.ui) out.insert(at, &heading);
  return out;
}

std::vector<std::string> StoredVocabulary::keys_below(const Heading& heading) const {
  auto keys = table_.keys_below(heading.tree_numbers);
  std::vector<std::string> out = keys ? *std::move(keys) : std::vector<std::string>();
  const std::string own = term_key(heading.name);
  const auto at = std::lower_bound(out.begin(), out.end(), own);
  if (at == out.end() || *at != own) out.insert(at, own);
  return out;
}

std::vector<Completion> StoredVocabulary::complete(std::string_view prefix,
                                                   std::size_t limit) const {
  std::vector<Completion> out;
  const std::string key = completion_key(prefix);
  if (key.empty()) return out;
  const auto rows = table_.complete(key, limit);
  if (!rows) return out;
  for (const store::MeshCompletionRow& row : *rows) {
    const store::MeshHeadingRow& heading = row.heading;
    const bool term = !row.own_name && row.place < heading.entry_terms.size();
    out.push_back({term ? heading.entry_terms[row.place].text : heading.name, heading.name,
                   heading.ui, heading.kind == store::kMeshSupplementary});
  }
  return out;
}

}  // namespace ev::mesh
