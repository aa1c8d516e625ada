#include "pipeline/extract/pico_support.hpp"

#include "pipeline/extract/lookup.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kMostPhrases = 60;

}  // namespace

std::string folded_text(const Line& line, const Chunk& chunk) {
  std::string out;
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    if (!out.empty()) out += ' ';
    out += line.tokens[i].folded;
  }
  return out;
}

void add_phrase(Findings& findings, const Reading& reading, const Line& line, const Chunk& chunk,
                double confidence) {
  if (chunk.first >= chunk.last || findings.candidates.size() >= kMostPhrases) return;
  Candidate candidate = quoted(reading, span_of(line, chunk), confidence);
  candidate.flag = true;
  add_distinct(findings, std::move(candidate));
}

void add_chunk(Findings& findings, const Reading& reading, const Line& line, Chunk chunk,
               double confidence) {
  chunk = trimmed(line, chunk);
  if (chunk.first == chunk.last || !has_content(line, chunk)) return;
  add_phrase(findings, reading, line, chunk, confidence);
}

void sort_by_confidence(Findings& findings) {
  std::stable_sort(findings.candidates.begin(), findings.candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.ground.confidence > b.ground.confidence;
                   });
}

}  // namespace ev::extract
