#include "pipeline/workflow/result_conflicts.hpp"

#include "base/codec.hpp"
#include "pipeline/read/arms/arm_words.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/workflow/table_layout.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace ev::workflow {

namespace {

using synthesis::ArmNumbers;
using synthesis::StudyResult;
using Words = std::set<std::string>;

constexpr std::size_t kMostConflicts = 5;   // of one row
constexpr std::size_t kComparedRows = 600;  // of one study

// What a row is compared by, made once.
struct Compared {
  StudyResult* row = nullptr;
  Words outcome, time, intervention, comparator;
};

Words outcome_words(std::string_view text) {
  static const read::WordSet kFormat = read::WordSet::listed("tables: format");
  static const read::WordSet kAround = read::WordSet::listed("tables: around time");
  Words out;
  for (const doc::Token& token : doc::tokenize(text)) {
    const std::string& word = token.folded;
    if (!kFormat.has(word) && !kAround.has(word)) out.insert(read::singular(word));
  }
  return out;
}

Words numbers_in(std::string_view text) {
  Words out;
  for (const doc::Token& token : doc::tokenize(text)) {
    if (token.folded.find_first_not_of("0123456789") == std::string::npos) {
      out.insert(token.folded);
    }
  }
  return out;
}

Words arm_words(std::string_view text) {
  Words out;
  for (const doc::Token& token : doc::tokenize(text)) {
    if (!read::group_words().has(token.folded)) out.insert(read::singular(token.folded));
  }
  return out;
}

bool overlap(const Words& a, const Words& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const std::string& word) { return b.count(word) > 0; });
}

// The same words, or all of the shorter but for two of the longer ("pain", "pain at rest").
bool same_outcome(const Words& a, const Words& b) {
  const Words& small = a.size() <= b.size() ? a : b;
  const Words& large = a.size() <= b.size() ? b : a;
  if (small.empty() || large.size() - small.size() > 2) return false;
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

// One of them tells no time, or they share its number.
bool same_time(const Words& a, const Words& b) {
  return a.empty() || b.empty() || overlap(a, b);
}

bool alike(const Compared& a, const Compared& b) {
  return a.row->origin != b.row->origin && same_outcome(a.outcome, b.outcome) &&
         same_time(a.time, b.time) && overlap(a.intervention, b.intervention) &&
         overlap(a.comparator, b.comparator);
}

std::optional<double> percent_of(const ArmNumbers& arm) {
  if (arm.percent) return arm.percent;
  if (arm.events && arm.n && *arm.n > 0) return 100 * *arm.events / *arm.n;
  return std::nullopt;
}

// As printed to so many digits the numbers can be the same.
bool within_rounding(double a, double b) {
  return std::abs(a - b) <= 0.51 || std::abs(a - b) <= 0.02 * std::max(std::abs(a), std::abs(b));
}

struct Number {
  const char* name;
  std::optional<double> a, b;
  bool exact;
};

std::string differing(const ArmNumbers& a, const ArmNumbers& b) {
  const bool same_people = a.n && b.n && *a.n == *b.n;
  const Number numbers[] = {{"events", a.events, b.events, true},
                            {"per cent", percent_of(a), percent_of(b), false},
                            {"mean", a.mean, b.mean, false},
                            {"SD", a.sd, b.sd, false},
                            {"median", a.median, b.median, false}};
  for (const Number& number : numbers) {
    if (!number.a || !number.b) continue;
    // Events of other people are compared as shares.
    if (number.exact && !same_people) continue;
    const bool same = number.exact ? *number.a == *number.b : within_rounding(*number.a, *number.b);
    if (same) continue;
    return std::string(number.name) + " " + codec::number_text(*number.a) + " here, " +
           codec::number_text(*number.b);
  }
  return "";
}

void compare(StudyResult& a, const StudyResult& b) {
  if (a.conflicts.size() >= kMostConflicts) return;
  for (const auto arm : {&StudyResult::intervention, &StudyResult::comparator}) {
    const std::string words = differing(a.*arm, b.*arm);
    if (words.empty()) continue;
    const std::string where = b.place.empty() ? std::string(to_string(b.origin)) : b.place;
    a.conflicts.push_back((a.*arm).name + ": " + words + " in " + where + " (" + b.outcome + ")");
    return;
  }
}

}  // namespace

void mark_conflicts(std::vector<StudyResult*>& rows) {
  std::vector<Compared> compared;
  for (StudyResult* row : rows) {
    if (compared.size() == kComparedRows) break;
    compared.push_back({row, outcome_words(row->outcome), numbers_in(row->time),
                        arm_words(row->intervention.name), arm_words(row->comparator.name)});
  }
  for (std::size_t i = 0; i < compared.size(); ++i) {
    for (std::size_t j = i + 1; j < compared.size(); ++j) {
      if (!alike(compared[i], compared[j])) continue;
      compare(*compared[i].row, *compared[j].row);
      compare(*compared[j].row, *compared[i].row);
    }
  }
}

}  // namespace ev::workflow
