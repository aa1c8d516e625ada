#include "stored_roles.hpp"

#include <array>
#include <stdexcept>

namespace ev::train {

std::vector<read::NumberRole> StoredRoles::next(const read::Sentence& s) {
  std::vector<read::NumberRole> out;
  if (!has_roles(s)) return out;
  for (std::size_t i = 0; i < s.numbers.size(); ++i) {
    std::array<double, read::kNumberRoles> odds{};
    for (double& one : odds) in_ >> one;
    if (!in_) throw std::runtime_error("number_roles.odds: fewer lines than numbers");
    out.push_back(read::number_role(odds));
  }
  return out;
}

}  // namespace ev::train
