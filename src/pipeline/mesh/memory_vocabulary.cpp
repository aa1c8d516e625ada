#include "pipeline/mesh/memory_vocabulary.hpp"

#include "base/data_file.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ev::mesh {

namespace {

constexpr const char* kTsvForm =
    "expected the columns ui, heading, tree_numbers (;), entry_terms (|)";

std::vector<std::string> parts_of(std::string_view field, char separator) {
  std::vector<std::string> out;
  for (const std::string& part : text::split(field, separator)) {
    const std::string_view trimmed = text::trim(part);
    if (!trimmed.empty()) out.emplace_back(trimmed);
  }
  return out;
}

std::string_view without_return(std::string_view line) {
  return !line.empty() && line.back() == '\r' ? line.substr(0, line.size() - 1) : line;
}

}  // namespace

MemoryVocabulary::MemoryVocabulary(std::vector<Heading> headings, std::string source)
    : headings_(std::move(headings)), source_(std::move(source)) {
  std::stable_sort(headings_.begin(), headings_.end(), [](const Heading& a, const Heading& b) {
    return std::tie(a.supplementary, a.ui) < std::tie(b.supplementary, b.ui);
  });
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    by_ui_.emplace(headings_[i].ui, i);
    add_term(names_, headings_[i].name, i);
    for (const std::string& term : headings_[i].entry_terms) add_term(terms_, term, i);
  }
}

void MemoryVocabulary::add_term(Keys& keys, const std::string& term, std::size_t heading) {
  std::string key = term_key(term);
  if (key.empty()) return;
  longest_term_ = std::max(longest_term_, words_in(key));
  const auto [begin, end] = keys.equal_range(key);
  const bool known = std::any_of(
      begin, end, [heading](const auto& entry) { return entry.second.first == heading; });
  if (!known) keys.emplace(std::move(key), std::pair(heading, &term));
}

const Heading* MemoryVocabulary::by_name(std::string_view name) const {
  const auto it = names_.lower_bound(term_key(name));
  const bool found = it != names_.end() && it->first == term_key(name);
  return found ? &headings_[it->second.first] : nullptr;
}

const Heading* MemoryVocabulary::by_ui(std::string_view ui) const {
  const auto it = by_ui_.find(std::string(ui));
  return it == by_ui_.end() ? nullptr : &headings_[it->second];
}

std::vector<const Heading*> MemoryVocabulary::find(std::string_view term) const {
  std::vector<const Heading*> out;
  const auto add = [&](const Keys& keys, const std::string& key) {
    const auto [begin, end] = keys.equal_range(key);
    for (auto it = begin; it != end; ++it) {
      const Heading* heading = &headings_[it->second.first];
      if (std::find(out.begin(), out.end(), heading) == out.end()) out.push_back(heading);
    }
  };
  for (const std::string& key : look_up_keys(term)) {
    add(names_, key);
    add(terms_, key);
    if (!out.empty()) break;
  }
  return out;
}

std::vector<const Heading*> MemoryVocabulary::exploded(const Heading& heading) const {
  std::vector<const Heading*> out;
  for (const Heading& other : headings_) {
    const bool below =
        other.ui == heading.ui ||
        std::any_of(heading.tree_numbers.begin(), heading.tree_numbers.end(),
                    [&other](const std::string& tree) { return in_branch(other, tree); });
    if (below) out.push_back(&other);
  }
  return out;
}

void MemoryVocabulary::complete_from(const Keys& keys, std::string_view key, std::size_t limit,
                                     std::vector<Completion>& out) const {
  for (const bool supplementary : {false, true}) {
    for (auto it = keys.lower_bound(key);
         it != keys.end() && it->first.starts_with(key) && out.size() < limit; ++it) {
      const Heading& heading = headings_[it->second.first];
      if (heading.supplementary != supplementary) continue;
      out.push_back({*it->second.second, heading.name, heading.ui, heading.supplementary});
    }
  }
}

std::vector<Completion> MemoryVocabulary::complete(std::string_view prefix,
                                                   std::size_t limit) const {
  std::vector<Completion> out;
  const std::string key = completion_key(prefix);
  if (key.empty()) return out;
  complete_from(names_, key, limit, out);
  complete_from(terms_, key, limit, out);
  return out;
}

bool is_tsv_header(std::string_view line) {
  const std::vector<std::string> columns = text::split(without_return(line), '\t');
  return columns.size() >= 2 && columns[0] == "ui" && columns[1] == "heading";
}

Result<Heading> parse_tsv_line(std::string_view line) {
  const std::vector<std::string> columns = text::split(without_return(line), '\t');
  const auto fail = [](std::string what) {
    return Error{.code = Errc::invalid_argument, .message = std::move(what), .recovery = kTsvForm};
  };
  if (columns.size() < 2 || columns.size() > 4) {
    return fail("has " + std::to_string(columns.size()) + " columns");
  }
  Heading heading{.ui = std::string(text::trim(columns[0])),
                  .name = std::string(text::trim(columns[1]))};
  if (heading.ui.empty() || heading.name.empty()) return fail("ui or heading is empty");
  if (columns.size() > 2) heading.tree_numbers = parts_of(columns[2], ';');
  if (columns.size() > 3) heading.entry_terms = parts_of(columns[3], '|');
  heading.supplementary = heading.ui.front() == 'C';
  return heading;
}

Result<MemoryVocabulary> parse_tsv(std::string_view tsv, std::string source) {
  std::vector<Heading> headings;
  std::size_t line_number = 0;
  bool begun = false;  // the header line has been read
  for (const std::string& line : text::split(tsv, '\n')) {
    ++line_number;
    const auto fail = [&](const std::string& what) {
      return Error{.code = Errc::invalid_argument,
                   .message = source + ", line " + std::to_string(line_number) + ": " + what,
                   .recovery = kTsvForm};
    };
    if (!begun && line.starts_with('#')) continue;
    if (!begun) {
      if (!is_tsv_header(line)) return fail("the header line is missing");
      begun = true;
      continue;
    }
    if (text::trim(line).empty()) continue;
    Result<Heading> heading = parse_tsv_line(line);
    if (!heading) return fail(heading.error().message);
    headings.push_back(*std::move(heading));
  }
  if (headings.empty()) {
    return Error{.code = Errc::invalid_argument, .message = source + ": no headings in it"};
  }
  return MemoryVocabulary(std::move(headings), std::move(source));
}

const MemoryVocabulary& built_in() {
  static const MemoryVocabulary vocabulary = [] {
    Result<MemoryVocabulary> parsed =
        parse_tsv(unpack_data_file("tables/mesh_headings.tsv"), "built-in vocabulary");
    return parsed ? *std::move(parsed) : MemoryVocabulary{};
  }();
  return vocabulary;
}

}  // namespace ev::mesh
