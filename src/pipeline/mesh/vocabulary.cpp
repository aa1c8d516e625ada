#include "pipeline/mesh/vocabulary.hpp"

#include "pipeline/text/document.hpp"

#include <algorithm>

namespace ev::mesh {

std::string term_key(std::string_view term) {
  std::string key;
  for (const doc::Token& token : doc::tokenize(term)) {
    if (!key.empty()) key += ' ';
    key += token.folded;
  }
  return key;
}

std::vector<std::string> look_up_keys(std::string_view term) {
  const std::string key = term_key(term);
  if (key.empty()) return {};
  std::vector<std::string> out = {key};
  if (key.size() < 4) return out;
  const auto ends = [&key](std::string_view suffix) {
    return key.size() > suffix.size() + 2 && key.ends_with(suffix);
  };
  if (ends("ies")) out.push_back(key.substr(0, key.size() - 3) + "y");
  if (ends("es")) out.push_back(key.substr(0, key.size() - 2));
  if (ends("s") && !ends("ss")) {
    out.push_back(key.substr(0, key.size() - 1));
  } else {
    out.push_back(key + "s");
    if (ends("y")) out.push_back(key.substr(0, key.size() - 1) + "ies");
  }
  return out;
}

std::string completion_key(std::string_view prefix) {
  std::string key = term_key(prefix);
  // "heart " asks for a further word: "Heart Failure", not "Heartburn".
  if (!key.empty() && (prefix.back() == ' ' || prefix.back() == '-' || prefix.back() == ',')) {
    key += ' ';
  }
  return key;
}

std::size_t words_in(std::string_view key) {
  if (key.empty()) return 0;
  std::size_t words = 1;
  for (const char c : key) words += c == ' ' ? 1 : 0;
  return words;
}

const Heading* Vocabulary::find_first(std::string_view term) const {
  const std::vector<const Heading*> all = find(term);
  return all.empty() ? nullptr : all.front();
}

const Heading* Vocabulary::find_descriptor(std::string_view term) const {
  for (const Heading* heading : find(term)) {
    if (!heading->supplementary) return heading;
  }
  return nullptr;
}

std::vector<std::string> Vocabulary::keys_below(const Heading& heading) const {
  std::vector<std::string> out;
  for (const Heading* below : exploded(heading)) out.push_back(term_key(below->name));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool in_branch(const Heading& heading, std::string_view branch) {
  for (const std::string& tree : heading.tree_numbers) {
    if (!tree.starts_with(branch)) continue;
    if (branch.size() == 1 || tree.size() == branch.size() || tree[branch.size()] == '.')
      return true;
  }
  return false;
}

}  // namespace ev::mesh
