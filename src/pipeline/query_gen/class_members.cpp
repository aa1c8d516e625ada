#include "pipeline/query_gen/class_members.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

struct Stem {
  std::string_view heading;
  std::string_view stem;
  std::string_view other = {};  // ending of another stem that ends so, too
};

const std::vector<Stem>& class_stems() {
  static const auto all = data_rows("tables/drug_class_stems.tsv", [](const DataTable::Row& row) {
    return Stem{row["heading"], row["stem"], row["other"]};
  });
  return all;
}

// What doctors write when they mean the class, the usual ones first.
struct Listed {
  std::string_view heading;
  std::string_view names;  // separated by '|'
};

const std::vector<Listed>& listed_classes() {
  static const auto all = data_rows("tables/drug_class_members.tsv", [](const DataTable::Row& row) {
    return Listed{row["heading"], row["names"]};
  });
  return all;
}

// Of the class itself and of the classes below it.
std::vector<std::string> listed_members(const mesh::Heading& heading,
                                        const mesh::Vocabulary& vocabulary) {
  std::vector<std::string> out;
  bool below = false;
  const auto take = [&out](const Listed& listed) {
    for (std::string& name : text::split(listed.names, '|')) {
      if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
    }
  };
  for (const Listed& listed : listed_classes()) {
    if (listed.heading == heading.name) take(listed);
  }
  for (const Listed& listed : listed_classes()) {
    if (listed.heading == heading.name) continue;
    const mesh::Heading* lower = vocabulary.by_name(listed.heading);
    const auto above = [lower](const std::string& tree) { return mesh::in_branch(*lower, tree); };
    if (lower == nullptr ||
        std::none_of(heading.tree_numbers.begin(), heading.tree_numbers.end(), above))
      continue;
    take(listed);
    below = true;
  }
  // A class of many classes is not told by its members.
  if (below && out.size() > kMostMembers) out.clear();
  return out;
}

}  // namespace

std::vector<std::string> own_members(const mesh::Heading& heading) {
  for (const Listed& listed : listed_classes()) {
    if (listed.heading == heading.name) return text::split(listed.names, '|');
  }
  return {};
}

ClassMembers class_members(const mesh::Heading& heading, const mesh::Vocabulary& vocabulary) {
  ClassMembers out;
  out.names = listed_members(heading, vocabulary);
  std::vector<Stem> stems;
  for (const Stem& stem : class_stems()) {
    if (stem.heading != heading.name) continue;
    stems.push_back(stem);
    out.stems += (out.stems.empty() ? "" : ", ") + std::string(stem.stem);
  }
  if (stems.empty()) return out;
  const mesh::Heading compounds{.ui = "", .name = "", .tree_numbers = {"D02", "D03"}};
  for (const std::string& key : vocabulary.keys_below(compounds)) {
    const bool named = std::any_of(stems.begin(), stems.end(), [&key](const Stem& stem) {
      const bool other = !stem.other.empty() && key.ends_with(stem.other);
      return !other && key.ends_with(stem.stem.substr(1));
    });
    if (!named || key.find(' ') != std::string::npos) continue;
    const bool listed = std::find(out.names.begin(), out.names.end(), key) != out.names.end();
    if (!listed && out.names.size() < kMostMembers) out.names.push_back(key);
  }
  return out;
}

}  // namespace ev::query_gen
