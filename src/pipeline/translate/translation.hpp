// A PubMed query in another service's terms, with what it gained and lost on the way. Nothing is
// dropped silently: a construct has an exact counterpart, an approximation that is reported, or
// is reported as untranslatable. A lost operand of AND makes the answer broader, one of OR
// narrower; under NOT it is the other way round. A part whose subject is lost (the minuend of a
// NOT, everything but the limits of an AND) is dropped as a whole, and a query of which nothing
// is left is not searchable. Thread rule: plain values.
#pragma once

#include "pipeline/pubmed_query/dates.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ev::translate {

// What a note means for the answer. `other`: some records more, some less. `dropped`: went down
// with the query, which is not searchable.
enum class Effect { broader, narrower, other, dropped };
const char* to_text(Effect effect);

struct Note {
  std::string what;  // in PubMed syntax
  int position = 0;  // code point of the query that was parsed
  std::string why;   // one clause, safe to show
  Effect effect = Effect::other;
  int count = 1;  // so many terms of the query; `what` and `position` are the first one's
  bool operator==(const Note&) const = default;
};

// Decoded name and value of a request parameter; whoever sends it encodes.
struct Parameter {
  std::string name;
  std::string value;
  bool operator==(const Parameter&) const = default;
};

struct Translation {
  std::vector<Parameter> parameters;  // empty when not searchable
  std::vector<Note> untranslated;     // in the order of the query
  std::vector<Note> approximated;     // in the order of the query
  bool searchable = false;
  std::string reason;  // why not, "" when searchable
};

inline constexpr std::size_t kMaxCompletions = 30;

enum class Role { unknown, condition, intervention };

struct Options {
  // What "last 5 years" counts from; without it relative dates are untranslatable.
  std::optional<pubmed_query::Date> today;
  // Further names to search for a heading that PubMed would explode: narrower headings, and entry
  // terms where the target has no headings. Empty means: not a heading the caller knows. A heading
  // without narrower ones is given as itself.
  std::function<std::vector<std::string>(const std::string& heading)> expand;
  // Words that begin with a truncated stem, the most used first; asked where the target has no
  // truncation. At most kMaxCompletions are used.
  std::function<std::vector<std::string>(const std::string& stem)> complete;
  // What a heading or word is in a trial; used by ClinicalTrials.gov only.
  std::function<Role(const std::string& term)> role;
};

}  // namespace ev::translate
