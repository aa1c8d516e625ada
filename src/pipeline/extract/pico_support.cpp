#include "pipeline/extract/pico_support.hpp"

#include "pipeline/extract/lookup.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kMostPhrases = 60;

// A number is quoted whole or not at all: "1" of "1.5" at the end goes, "204" of "1,204" at the
// beginning becomes "1,204", "year survival" of "3-year survival" is told with its number.
doc::Span without_cut_numbers(const Sentence& sentence, doc::Span span) {
  const std::size_t base = sentence.span().begin;
  for (const doc::Number& number : sentence.numbers) {
    const std::size_t begin = base + number.begin;
    const std::size_t end = base + number.end;
    const bool cut = begin < span.begin && end > span.begin;
    if (cut || (number.hyphen_after && end + 1 == span.begin)) span.begin = begin;
    if (begin < span.end && end > span.end) {
      const bool sign = number.percent && end == span.end + 1;
      span.end = sign ? end : begin;
    }
  }
  return span;
}

}  // namespace

std::string folded_text(const Sentence& sentence, const Chunk& chunk) {
  std::string out;
  if (chunk.first < chunk.last)
    out.reserve(sentence.tokens[chunk.last - 1].end - sentence.tokens[chunk.first].begin);
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    if (!out.empty()) out += ' ';
    out += sentence.tokens[i].folded;
  }
  return out;
}

void add_phrase(Findings& findings, const RecordText& record, const Sentence& sentence,
                const Chunk& chunk, double confidence) {
  if (chunk.first >= chunk.last || findings.candidates.size() >= kMostPhrases) return;
  const doc::Span span = without_cut_numbers(sentence, span_of(sentence, chunk));
  if (span.begin >= span.end) return;
  Candidate candidate = quoted(record, span, confidence);
  candidate.flag = true;
  add_distinct(findings, std::move(candidate));
}

void add_chunk(Findings& findings, const RecordText& record, const Sentence& sentence, Chunk chunk,
               double confidence) {
  chunk = trimmed(sentence, chunk);
  if (chunk.first == chunk.last || !has_content(sentence, chunk)) return;
  add_phrase(findings, record, sentence, chunk, confidence);
}

WeightedCues::WeightedCues(const std::vector<Cue>& cues) {
  std::vector<Pattern> patterns;
  for (const Cue& cue : cues) {
    patterns.push_back(cue.pattern);
    weights_.push_back(cue.weight);
  }
  patterns_ = Patterns(std::move(patterns));
}

void sort_by_confidence(Findings& findings) {
  // Candidates are heavy: each moves once at most, and most lists are in order.
  std::vector<Candidate>& all = findings.candidates;
  const auto surer = [](const Candidate& a, const Candidate& b) {
    return a.ground.confidence > b.ground.confidence;
  };
  if (std::is_sorted(all.begin(), all.end(), surer)) return;
  std::vector<Candidate*> order;
  order.reserve(all.size());
  for (Candidate& candidate : all) order.push_back(&candidate);
  std::stable_sort(order.begin(), order.end(),
                   [&](const Candidate* a, const Candidate* b) { return surer(*a, *b); });
  std::vector<Candidate> sorted;
  sorted.reserve(all.size());
  for (Candidate* candidate : order) sorted.push_back(std::move(*candidate));
  all = std::move(sorted);
}

}  // namespace ev::extract
