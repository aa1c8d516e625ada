// One study's numbers for one outcome as somebody states them, and the effect they make: the bridge
// from records, or from a user's own table, to pooling. What had to be derived is said in words.
// Thread rule: plain values, pure functions.
#pragma once

#include "pipeline/synthesis/effect_size.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::synthesis {

enum class Origin { user, abstract_text, full_text, registry };
std::string_view to_string(Origin origin);  // user, abstract, full_text, registry

// Only what is stated; what follows from it is derived, and said, by effect_of(). `percent` is a
// share of `n`, printed with `percent_decimals` decimals; `ci_low` and `ci_high` bound the arm's
// mean.
struct ArmNumbers {
  std::string name;
  std::optional<double> n, events, percent;
  std::optional<double> mean, sd, se;
  int percent_decimals = 0;
  std::optional<double> median = {}, q1 = {}, q3 = {};
  std::optional<double> ci_low = {}, ci_high = {};
  double ci_level = 0.95;
};

struct StatedEffect {
  Measure measure = Measure::generic;
  Interval interval;
};

// Where a cell stands that is not in the study's own quote: "intervention.n".
struct CellQuote {
  std::string cell;
  std::string quote;
};

struct StudyResult {
  std::string id;     // PMID, or what the user calls the study
  std::string label;  // for tables and plots
  std::string outcome;
  std::string time;
  std::string subgroup;
  ArmNumbers intervention, comparator;
  std::optional<StatedEffect> effect;
  Origin origin = Origin::abstract_text;
  // What states the numbers; "" for a user's own: a sentence; of a table or a registry the labels
  // of row and column, or measure and groups, and the values as they are printed.
  std::string quote;
  bool randomized = false;
  std::string unlike_parallel = {};  // "crossover", "cluster": another design of allocation
  std::string place = {};   // where the quote stands: "Table 2", "NCT01234567, outcome measure 3"
  std::string method = {};  // how a registry says its effect was made: "ANCOVA; non-inferiority"
  // Registrations of the trial whose participants these are; empty: nobody's but `id`'s. Rows that
  // share an id or a registration are one study and are never pooled together.
  std::vector<std::string> registrations = {};
  // Where other origins of the same study state other numbers for the same outcome and arms.
  std::vector<std::string> conflicts = {};
  std::vector<CellQuote> elsewhere = {};
  std::string p_value = {};      // as written: "P < 0.01"
  bool against_control = false;  // the comparator is placebo, usual care or the like
  // Of what is read in a record and nobody has looked at yet: what else in it bears the numbers
  // out, or why they are not sure.
  bool provisional = false;
  std::string borne_out_by = {}, unsure = {};
};

struct StudyEffect {
  Effect effect;
  std::string basis;                 // what it was made of: "events", "means", "stated effect"
  std::vector<std::string> derived;  // "events of the first arm from 25 % of 40"
  std::optional<Counts> counts;      // where it was made of events
  double participants = 0;           // in both arms; 0 when not stated
};

// Names of the study: its id and its registrations. Rows with a name in common are one study.
std::vector<std::string> keys_of(const StudyResult& study);

// Numbers that cannot be, or are missing, are an error whose message says which.
Result<StudyEffect> effect_of(const StudyResult& study, Measure measure);

// The measure that makes most of the studies poolable; of equals the first of RR, MD, HR, OR, SMD,
// RD. Effects stated as "other" make none. nullopt when no measure makes any.
std::optional<Measure> best_measure(const std::vector<StudyResult>& studies);

}  // namespace ev::synthesis
