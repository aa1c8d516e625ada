#include "pipeline/extract/lookup.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kUsual = 2;  // candidates: heavy to move when a list grows

bool is_skipped(const Sentence& sentence, const Lookup& lookup) {
  if (sentence.is_title()) return lookup.skip_title;
  return lookup.skip_background &&
         (sentence.role() == doc::Role::background || sentence.role() == doc::Role::objective);
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

Findings all_matches(const RecordText& record, const Patterns& patterns, const Lookup& lookup) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (is_skipped(sentence, lookup)) continue;
    std::size_t from = 0;
    while (const auto match = find_any(patterns, sentence, from)) {
      from = std::max(match->last, from + 1);
      if (match->last == match->first) continue;
      const doc::Span span =
          sentence.span(sentence.tokens[match->first].begin, sentence.tokens[match->last - 1].end);
      if (findings.candidates.size() < lookup.limit) {
        add_distinct(findings, quoted(record, span, lookup.confidence));
      }
    }
  }
  for (Candidate& candidate : findings.candidates) candidate.flag = true;
  return findings;
}

Findings all_sentences(const RecordText& record, const Patterns& patterns, const Lookup& lookup) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (is_skipped(sentence, lookup) || findings.candidates.size() >= lookup.limit) continue;
    if (!find_any(patterns, sentence)) continue;
    Candidate candidate = quoted(record, sentence.span(), lookup.confidence);
    candidate.flag = true;
    add_distinct(findings, std::move(candidate));
  }
  return findings;
}

Findings back_matter_told(const RecordText& record, BackMatter aside, double confidence) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (back_matter_of(record, sentence) != aside) continue;
    Candidate candidate = quoted(record, sentence.span(), confidence);
    candidate.flag = true;
    add_distinct(findings, std::move(candidate));
  }
  return findings;
}

}  // namespace ev::extract
