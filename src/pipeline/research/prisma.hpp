// The boxes of the PRISMA 2020 flow diagram (Page et al., BMJ 2021;372:n71; new reviews of
// databases and registers) and the items of a PRISMA-S search report (Rethlefsen et al., Syst Rev
// 2021;10:39), counted from what was done. A box follows from the one before by what was taken out,
// so its equations hold whatever the log says: identified = removed + screened, screened = excluded
// + sought, sought = not retrieved + assessed, assessed = excluded + included. What nobody did has
// no number and says so. Thread rule: pure functions.
#pragma once

#include "pipeline/research/state.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::research {

// One search of one service, as it was made.
struct SearchMade {
  std::string service;
  std::string asked;  // in PubMed's syntax or words
  std::string sent;   // in the service's language; "" when nothing was sent
  std::string date;   // YYYY-MM-DD
  std::string status;
  std::optional<long> found;
  long returned = 0;
};

struct Counted {
  std::string what;
  long n = 0;
};

// What became of the records. Absent where the step was not made.
struct Selection {
  std::vector<SearchMade> searches;
  std::string deduplication;                      // the method; "" when none was made
  long distinct = 0;                              // records after it
  std::vector<Counted> by_rule;                   // taken out by the program before anyone screened
  std::optional<std::vector<Counted>> by_person;  // excluded in screening, by reason
  std::optional<long> not_retrieved;              // full texts sought and not had
  std::optional<std::vector<Counted>> not_eligible;  // reports without what is needed, by reason
  std::optional<long> studies;                       // included
};

enum class BoxBy { program, person, nobody };
constexpr auto wire_names(BoxBy) {
  return std::to_array<std::string_view>({"program", "person", "nobody"});
}

struct Box {
  std::string id;
  std::string label;
  std::optional<long> n;
  std::vector<Counted> parts;  // add up to n
  BoxBy by = BoxBy::program;
};

// identified, removed, screened, excluded, sought, not_retrieved, assessed, not_eligible, included.
std::vector<Box> prisma_boxes(const Selection& selection);
// id, label, part, n, by; one line per box and per part.
std::string prisma_csv(const std::vector<Box>& boxes);

// An item of PRISMA-S: what was done, or that it was not.
struct SearchItem {
  int number = 0;
  std::string name;
  std::string text;
  bool done = true;
};
std::vector<SearchItem> search_report(const Selection& selection);

// How this program tells that two records are one work, in a sentence.
std::string deduplication_method();

// Of a run: nobody has screened its records.
Selection selection_of(const State& state);

}  // namespace ev::research
