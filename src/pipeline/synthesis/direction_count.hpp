// What can be said of studies that cannot be pooled: how many point which way, with the exact sign
// test (Boon & Thomson, Res Synth Methods 2021;12:29; SWiM, BMJ 2020;368:l6890). A count of
// directions says nothing of the size of an effect. Thread rule: pure function.
#pragma once

namespace ev::synthesis {

struct DirectionCount {
  int higher = 0;  // studies with more of the outcome in the intervention arm
  int lower = 0;
  int no_difference = 0;  // equal, or reported without a direction: outside the test
  double p = 1;           // two-sided
};

DirectionCount count_directions(int higher, int lower, int no_difference);

}  // namespace ev::synthesis
