#include "pipeline/translate/vocabulary_options.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
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

// The words of headings and entry terms, read at the first truncation.
class WordIndex {
 public:
  explicit WordIndex(const mesh::Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  // Words that begin with the stem, by how many terms have them.
  std::vector<std::string> from(const std::string& stem) {
    const std::string wanted = mesh::term_key(stem);
    if (wanted.size() < 3) return {};
    std::call_once(once_, [this] { read(); });
    std::vector<std::pair<std::string, int>> found;
    for (auto it = counts_.lower_bound(wanted); it != counts_.end(); ++it) {
      if (!it->first.starts_with(wanted)) break;
      found.emplace_back(*it);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> out;
    for (auto& [word, n] : found) out.push_back(std::move(word));
    return out;
  }

 private:
  void count(const std::string& term) {
    for (std::string& word : text::split(mesh::term_key(term), ' ')) ++counts_[std::move(word)];
  }
  void read() {
    for (const mesh::Heading& heading : vocabulary_.headings()) {
      count(heading.name);
      for (const std::string& term : heading.entry_terms) count(term);
    }
  }

  const mesh::Vocabulary& vocabulary_;
  std::once_flag once_;
  std::map<std::string, int> counts_;
};

}  // namespace

Options with_vocabulary(const mesh::Vocabulary& vocabulary, Names names) {
  Options out;
  out.expand = [&vocabulary, names](const std::string& heading) {
    return names_under(vocabulary, heading, names);
  };
  out.role = [&vocabulary](const std::string& term) { return role_in(vocabulary, term); };
  const auto words = std::make_shared<WordIndex>(vocabulary);
  out.complete = [words](const std::string& stem) { return words->from(stem); };
  return out;
}

}  // namespace ev::translate
