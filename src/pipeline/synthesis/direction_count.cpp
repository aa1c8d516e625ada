#include "pipeline/synthesis/direction_count.hpp"

#include "pipeline/synthesis/distributions.hpp"

namespace ev::synthesis {

DirectionCount count_directions(int higher, int lower, int no_difference) {
  return {higher, lower, no_difference, sign_test_p(higher, higher + lower)};
}

}  // namespace ev::synthesis
