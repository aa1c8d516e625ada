#include "pipeline/mesh/vocabulary.hpp"

#include "base/text.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <utility>

namespace ev::mesh {

const std::vector<std::pair<std::string_view, std::string_view>>& embedded_vocabulary();

namespace {

std::vector<std::string> parts_of(std::string_view field, char separator) {
  std::vector<std::string> out;
  for (const std::string& part : text::split(field, separator)) {
    const std::string_view trimmed = text::trim(part);
    if (!trimmed.empty()) out.emplace_back(trimmed);
  }
  return out;
}

// The other grammatical number of the last word, cheaply: -ies/-y, -es, -s.
std::vector<std::string> number_variants(const std::string& key) {
  std::vector<std::string> out;
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

}  // namespace

std::string term_key(std::string_view term) {
  std::string key;
  for (const doc::Token& token : doc::tokenize(term)) {
    if (!key.empty()) key += ' ';
    key += token.folded;
  }
  return key;
}

Vocabulary::Vocabulary(std::vector<Heading> headings, std::string source)
    : headings_(std::move(headings)), source_(std::move(source)) {
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    const std::string key = term_key(headings_[i].name);
    by_name_.emplace(key, i);
    by_term_[key].push_back(i);
  }
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    for (const std::string& term : headings_[i].entry_terms) {
      std::vector<std::size_t>& owners = by_term_[term_key(term)];
      if (std::find(owners.begin(), owners.end(), i) == owners.end()) owners.push_back(i);
    }
  }
  for (const auto& [key, owners] : by_term_) {
    const auto spaces = static_cast<std::size_t>(std::count(key.begin(), key.end(), ' '));
    longest_term_ = std::max(longest_term_, spaces + 1);
  }
}

const Heading* Vocabulary::by_name(std::string_view name) const {
  const auto it = by_name_.find(term_key(name));
  return it == by_name_.end() ? nullptr : &headings_[it->second];
}

std::vector<const Heading*> Vocabulary::find(std::string_view term) const {
  const std::string key = term_key(term);
  std::vector<const Heading*> out;
  if (key.empty()) return out;
  auto it = by_term_.find(key);
  for (const std::string& variant : number_variants(key)) {
    if (it != by_term_.end()) break;
    it = by_term_.find(variant);
  }
  if (it == by_term_.end()) return out;
  for (const std::size_t i : it->second) out.push_back(&headings_[i]);
  return out;
}

const Heading* Vocabulary::find_first(std::string_view term) const {
  const std::vector<const Heading*> all = find(term);
  return all.empty() ? nullptr : all.front();
}

std::vector<const Heading*> Vocabulary::exploded(const Heading& heading) const {
  std::vector<const Heading*> out;
  for (const Heading& other : headings_) {
    const bool below =
        &other == &heading ||
        std::any_of(heading.tree_numbers.begin(), heading.tree_numbers.end(),
                    [&other](const std::string& tree) { return in_branch(other, tree); });
    if (below) out.push_back(&other);
  }
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

Result<Vocabulary> parse_tsv(std::string_view tsv, std::string source) {
  std::vector<Heading> headings;
  std::size_t line_number = 0;
  for (const std::string& raw : text::split(tsv, '\n')) {
    ++line_number;
    const std::string_view line = !raw.empty() && raw.back() == '\r'
                                      ? std::string_view(raw).substr(0, raw.size() - 1)
                                      : std::string_view(raw);
    const std::vector<std::string> columns = text::split(line, '\t');
    const auto fail = [&](std::string what) {
      return Error{
          .code = Errc::invalid_argument,
          .message = source + ", line " + std::to_string(line_number) + ": " + what,
          .recovery = "expected the columns ui, heading, tree_numbers (;), entry_terms (|)"};
    };
    if (line_number == 1) {
      if (columns.size() < 2 || columns[0] != "ui" || columns[1] != "heading") {
        return fail("the header line is missing");
      }
      continue;
    }
    if (text::trim(line).empty()) continue;
    if (columns.size() < 2 || columns.size() > 4) {
      return fail("has " + std::to_string(columns.size()) + " columns");
    }
    if (columns[0].empty() || columns[1].empty()) return fail("ui or heading is empty");
    headings.push_back(
        {columns[0], columns[1],
         columns.size() > 2 ? parts_of(columns[2], ';') : std::vector<std::string>{},
         columns.size() > 3 ? parts_of(columns[3], '|') : std::vector<std::string>{}});
  }
  if (line_number == 0 || headings.empty()) {
    return Error{.code = Errc::invalid_argument, .message = source + ": no headings in it"};
  }
  return Vocabulary(std::move(headings), std::move(source));
}

const Vocabulary& built_in() {
  static const Vocabulary vocabulary = [] {
    Result<Vocabulary> parsed =
        parse_tsv(embedded_vocabulary().front().second, "built-in vocabulary");
    return parsed ? *std::move(parsed) : Vocabulary{};
  }();
  return vocabulary;
}

}  // namespace ev::mesh
