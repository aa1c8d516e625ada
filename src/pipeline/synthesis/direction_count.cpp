#include "pipeline/synthesis/direction_count.hpp"

#include "pipeline/synthesis/distributions.hpp"

namespace ev::synthesis {

DirectionCount count_directions(int favours_intervention, int favours_comparator,
                                int no_difference) {
  return {favours_intervention, favours_comparator, no_difference,
          sign_test_p(favours_intervention, favours_intervention + favours_comparator)};
}

}  // namespace ev::synthesis
