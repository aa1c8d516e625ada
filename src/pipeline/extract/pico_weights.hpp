// The learned weights of the span tagger, written by bench/pico_train: whole numbers, 256 = 1.
// Features are named by number, words of the lexicon by themselves. Constant data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ev::extract {

struct PicoWeightRow {
  std::uint16_t feature;
  std::array<std::int16_t, 4> weights;
};
struct PicoWordRow {
  const char* word;
  std::array<std::int16_t, 4> weights;
};
struct PicoWeights {
  std::size_t features;  // how many there were beside the lexicon's words when it was trained
  std::span<const PicoWeightRow> rows;
  std::span<const PicoWordRow> words;
  std::array<std::array<std::int16_t, 4>, 4> steps;
  std::array<std::int16_t, 4> start;
  std::array<double, 3> thresholds;
};
const PicoWeights& pico_weights();

}  // namespace ev::extract
