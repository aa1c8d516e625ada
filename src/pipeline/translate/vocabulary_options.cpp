#include "pipeline/translate/vocabulary_options.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace ev::translate {

namespace {

std::vector<std::string> names_under(const mesh::Vocabulary& vocabulary, const std::string& heading,
                                     Names names) {
  std::vector<std::string> out;
  const mesh::Heading* found = vocabulary.find_first(heading);
  if (found == nullptr) return out;
  std::vector<const mesh::Heading*> all = vocabulary.exploded(*found);
  // The heading asked for comes first.
  std::stable_partition(all.begin(), all.end(),
                        [found](const mesh::Heading* h) { return h == found; });
  for (const mesh::Heading* h : all) {
    out.push_back(h->name);
    if (names == Names::headings) continue;
    out.insert(out.end(), h->entry_terms.begin(), h->entry_terms.end());
  }
  if (out.empty()) out.push_back(found->name);
  return out;
}

Role role_in(const mesh::Vocabulary& vocabulary, const std::string& term) {
  const mesh::Heading* found = vocabulary.find_first(term);
  if (found == nullptr) return Role::unknown;
  const auto in = [found](std::string_view branch) { return mesh::in_branch(*found, branch); };
  const bool condition = in("C") || in("F03");
  const bool intervention = in("D") || in("E02") || in("E04");
  if (condition == intervention) return Role::unknown;
  return condition ? Role::condition : Role::intervention;
}

constexpr std::size_t kMostCompletions = 300;

// Words that begin with the stem, by how many of the terms that begin with it have them.
std::vector<std::string> words_from(const mesh::Vocabulary& vocabulary, const std::string& stem) {
  const std::string wanted = mesh::term_key(stem);
  if (wanted.size() < 3) return {};
  std::map<std::string, int> counts;
  for (const mesh::Completion& c : vocabulary.complete(wanted, kMostCompletions)) {
    for (std::string& word : text::split(mesh::term_key(c.text), ' ')) {
      if (word.starts_with(wanted)) ++counts[std::move(word)];
    }
  }
  std::vector<std::pair<std::string, int>> found(counts.begin(), counts.end());
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& x, const auto& y) { return x.second > y.second; });
  std::vector<std::string> out;
  for (auto& [word, n] : found) out.push_back(std::move(word));
  return out;
}

}  // namespace

Options with_vocabulary(const mesh::Vocabulary& vocabulary, Names names) {
  Options out;
  out.expand = [&vocabulary, names](const std::string& heading) {
    return names_under(vocabulary, heading, names);
  };
  out.role = [&vocabulary](const std::string& term) { return role_in(vocabulary, term); };
  out.complete = [&vocabulary](const std::string& stem) { return words_from(vocabulary, stem); };
  return out;
}

}  // namespace ev::translate
