// From the query tree to a target's expression: asks the target for each term, joins what it
// gives, and keeps the account of what was lost. Thread rule: pure, given a pure target.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/translate/expression.hpp"
#include "pipeline/translate/translation.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ev::translate {

struct Approximation {
  std::string why;
  Effect effect = Effect::other;
  // The same for every term of its kind: noted once per query, with a count.
  bool general = false;
};

// A term in the target's words, or why there are none.
struct TermResult {
  std::optional<Expr> expr;
  std::string why_not;
  std::vector<Approximation> approximations;
};
TermResult untranslatable(std::string why);

struct Refusal {
  std::size_t index = 0;
  std::string why;
};

class Target {
 public:
  virtual ~Target() = default;
  virtual TermResult term(const pubmed_query::Term& term) const = 0;
  // What cannot stand in one OR with the rest, by ascending index. May change the others to make
  // them fit together, saying so. By default: what only excludes.
  virtual std::vector<Refusal> fit_or(std::vector<Expr>& parts,
                                      std::vector<Approximation>& approximations) const;
  // Why the part cannot be excluded, "" when it can; may change it likewise.
  virtual std::string fit_not(Expr& part, std::vector<Approximation>& approximations) const;
};

struct Walked {
  std::optional<Expr> expr;
  std::vector<Note> untranslated;
  std::vector<Note> approximated;
};
// Without an expression every note of `untranslated` is of effect dropped.
Walked walk(const pubmed_query::Node& query, const Target& target);

}  // namespace ev::translate
