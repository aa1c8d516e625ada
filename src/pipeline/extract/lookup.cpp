#include "pipeline/extract/lookup.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kUsual = 2;  // candidates: heavy to move when a list grows

bool is_skipped(const Line& line, const Lookup& lookup) {
  if (line.is_title()) return lookup.skip_title;
  return lookup.skip_background &&
         (line.role() == doc::Role::background || line.role() == doc::Role::objective);
}

}  // namespace

void add_distinct(Findings& findings, Candidate&& candidate) {
  const bool plain = text::is_ascii(candidate.text);
  const std::string folded = plain ? std::string() : text::fold(candidate.text);
  const bool seen =
      std::any_of(findings.candidates.begin(), findings.candidates.end(), [&](const Candidate& c) {
        if (plain && text::is_ascii(c.text)) {
          return c.text.size() == candidate.text.size() &&
                 text::equal_ignoring_ascii_case(c.text, candidate.text);
        }
        return text::fold(c.text) == (plain ? text::fold(candidate.text) : folded);
      });
  if (seen || candidate.text.empty()) return;
  if (findings.candidates.empty()) findings.candidates.reserve(kUsual);
  findings.candidates.push_back(std::move(candidate));
}

void leave_open_if_they_differ(Findings& findings) {
  const auto& all = findings.candidates;
  const bool differ = std::any_of(
      all.begin(), all.end(), [&](const Candidate& c) { return c.number != all.front().number; });
  if (differ) findings.undecided = "several are stated";
}

Findings all_matches(const Reading& reading, const Patterns& patterns, const Lookup& lookup) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (is_skipped(line, lookup)) continue;
    std::size_t from = 0;
    while (const auto match = find_any(patterns, line, from)) {
      from = std::max(match->last, from + 1);
      if (match->last == match->first) continue;
      const doc::Span span =
          line.span(line.tokens[match->first].begin, line.tokens[match->last - 1].end);
      if (findings.candidates.size() < lookup.limit) {
        add_distinct(findings, quoted(reading, span, lookup.confidence));
      }
    }
  }
  for (Candidate& candidate : findings.candidates) candidate.flag = true;
  return findings;
}

Findings all_sentences(const Reading& reading, const Patterns& patterns, const Lookup& lookup) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (is_skipped(line, lookup) || findings.candidates.size() >= lookup.limit) continue;
    if (!find_any(patterns, line)) continue;
    Candidate candidate = quoted(reading, line.span(), lookup.confidence);
    candidate.flag = true;
    add_distinct(findings, std::move(candidate));
  }
  return findings;
}

Findings back_matter_told(const Reading& reading, BackMatter aside, double confidence) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (back_matter_of(reading, line) != aside) continue;
    Candidate candidate = quoted(reading, line.span(), confidence);
    candidate.flag = true;
    add_distinct(findings, std::move(candidate));
  }
  return findings;
}

}  // namespace ev::extract
