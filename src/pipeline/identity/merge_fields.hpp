// Uniting the fields of several records of one work, with note of who gave what. Used by merge.cpp
// only. Thread rule: one merge, one thread.
#pragma once

#include "pipeline/model/article.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::identity {

// The fields that the members gave, by member.
class Provenance {
 public:
  explicit Provenance(std::size_t members) : fields_(members) {}
  void gave(std::size_t member, std::string_view field) { fields_[member].emplace(field); }
  const std::set<std::string>& of(std::size_t member) const { return fields_[member]; }

 private:
  std::vector<std::set<std::string>> fields_;
};

inline bool absent(const std::string& value) {
  return value.empty();
}
template <class T>
bool absent(const std::vector<T>& value) {
  return value.empty();
}
template <class T>
bool absent(const std::optional<T>& value) {
  return !value.has_value();
}

// A field from the first member that has it.
template <class T>
void take_first(std::span<const model::Article* const> members, T model::Article::*field,
                std::string_view name, model::Article& out, Provenance& provenance) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (absent(members[i]->*field)) continue;
    out.*field = members[i]->*field;
    provenance.gave(i, name);
    return;
  }
}

// All entries of a list, those with one key once: that of the first member.
template <class T, class KeyOf>
void unite(std::span<const model::Article* const> members, std::vector<T> model::Article::*field,
           std::string_view name, KeyOf key_of, model::Article& out, Provenance& provenance) {
  std::set<std::string> seen;
  std::vector<T> all;
  for (std::size_t i = 0; i < members.size(); ++i) {
    bool gave = false;
    for (const T& entry : members[i]->*field) {
      if (!seen.insert(key_of(entry)).second) continue;
      all.push_back(entry);
      gave = true;
    }
    if (gave) provenance.gave(i, name);
  }
  out.*field = std::move(all);
}

}  // namespace ev::identity
