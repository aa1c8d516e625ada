// What can be said of studies that cannot be pooled: how many point which way, with the exact sign
// test (Boon & Thomson, Res Synth Methods 2021;12:29; SWiM, BMJ 2020;368:l6890). A count of
// directions says nothing of the size of an effect. Thread rule: pure function.
#pragma once

namespace ev::synthesis {

struct DirectionCount {
  int favours_intervention = 0;
  int favours_comparator = 0;
  int no_difference = 0;  // reported without a direction: outside the test
  double p = 1;           // two-sided
};

DirectionCount count_directions(int favours_intervention, int favours_comparator,
                                int no_difference);

}  // namespace ev::synthesis
