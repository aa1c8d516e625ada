#include "pipeline/query_gen/clinical_terms.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <map>

namespace ev::query_gen {

namespace {

constexpr std::size_t kMostNames = 4;  // searched: the usual ones come first, lay words last
constexpr std::size_t kShortForm = 3;  // letters; "mi" and "af" mean too many things

struct Entry {
  std::string_view kind, name, names;
};

const std::vector<Entry>& entries() {
  static const auto all = data_rows("lexicon/concepts.tsv", [](const DataTable::Row& row) {
    return Entry{row["kind"], row["name"], row["names"]};
  });
  return all;
}

std::vector<std::string> names_of(const Entry& entry) {
  std::vector<std::string> out = {std::string(entry.name)};
  for (std::string& name : text::split(entry.names, '|')) {
    if (!name.empty()) out.push_back(std::move(name));
  }
  return out;
}

// The first of several entries with one name is the usual meaning.
const std::map<std::string, const Entry*, std::less<>>& by_name() {
  static const auto index = [] {
    std::map<std::string, const Entry*, std::less<>> out;
    for (const Entry& entry : entries()) {
      if (entry.kind != "outcome" && entry.kind != "agent") continue;
      for (std::string& name : names_of(entry)) out.emplace(std::move(name), &entry);
    }
    return out;
  }();
  return index;
}

// "uti" of "urinary tract infection".
bool is_initials(std::string_view word, std::string_view name) {
  std::string initials;
  for (const std::string& one : text::split(name, ' ')) initials += one.substr(0, 1);
  return word == initials;
}

// A single word that is not the usual name may say less than the others ("mutation" of
// genotoxicity): it is searched by itself, initials with what they stand for.
std::vector<std::string> names_for(const std::string& key, const Entry& entry) {
  if (key == entry.name || key.find(' ') != std::string::npos) return names_of(entry);
  if (is_initials(key, entry.name)) return {std::string(entry.name)};
  return {};
}

}  // namespace

std::optional<ClinicalTerm> clinical_term(const std::string& key) {
  auto at = by_name().find(key);
  // "RAs" is told by its capitals, "RAS" is a gene.
  if (at == by_name().end() && key.size() > kShortForm && key.ends_with('s'))
    at = by_name().find(std::string_view(key).substr(0, key.size() - 1));
  if (at == by_name().end()) return std::nullopt;
  ClinicalTerm out{at->second->kind == "agent", std::string(at->second->name),
                   names_for(at->first, *at->second)};
  std::erase_if(out.names, [](const std::string& name) { return name.size() <= kShortForm; });
  if (out.names.size() > kMostNames) out.names.resize(kMostNames);
  return out;
}

}  // namespace ev::query_gen
