// Invented records for the tests of this room.
#pragma once

#include "base/context.hpp"
#include "pipeline/identity/cluster.hpp"
#include "pipeline/model/article.hpp"

#include <string>
#include <vector>

namespace ev::test {

inline model::Author author(const std::string& last_name, const std::string& initials = "A") {
  return {.name = last_name + " " + initials, .last_name = last_name, .initials = initials};
}

// A paper as a file gives it: no identifier but what a test adds.
inline model::Article paper(const std::string& title =
                                "Walnut paste and grip strength in bus "
                                "drivers: a crossover trial") {
  model::Article a;
  a.title = title;
  a.authors = {author("Karlsen", "LC"), author("Novotna"), author("Benkert")};
  a.journal = "Annals of Invented Medicine";
  a.publication_date = "2013";
  a.volume = "12";
  a.issue = "3";
  a.pages = "101-109";
  return a;
}

inline const Context& no_limits() {
  static const Context ctx;
  return ctx;
}

// The clusters of more than one, as positions.
inline std::vector<std::vector<std::size_t>> joined(const std::vector<model::Article>& records) {
  std::vector<std::vector<std::size_t>> out;
  const auto result = identity::cluster(records, no_limits());
  for (const auto& cluster : result.value().clusters) {
    if (cluster.size() > 1) out.push_back(cluster);
  }
  return out;
}

inline bool same_work(const model::Article& a, const model::Article& b) {
  return !joined({a, b}).empty();
}

// Left apart, but shown to a person.
inline bool doubtful(const model::Article& a, const model::Article& b) {
  const auto result = identity::cluster(std::vector<model::Article>{a, b}, no_limits());
  return result.value().clusters.size() == 2 && !result.value().doubtful.empty();
}

}  // namespace ev::test
