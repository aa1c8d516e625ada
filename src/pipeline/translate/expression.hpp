// The Boolean expression a target prints: leaves with the target's own field, groups, negation.
// Normal form: no all_of directly in an all_of, no any_of directly in an any_of, groups of two or
// more. Thread rule: plain values.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ev::translate {

enum class ExprKind { leaf, all_of, any_of, none_of };

struct Expr {
  ExprKind kind = ExprKind::leaf;
  std::string field;           // leaf: the target's field, "" = its default
  std::string text;            // leaf: as the target writes values
  std::vector<Expr> children;  // none_of has one
  bool limit = false;          // restricts (dates, types …) without saying what is searched for
  bool operator==(const Expr&) const = default;
};

Expr leaf(std::string field, std::string text);
Expr limit_leaf(std::string field, std::string text);
// Joins in normal form, each leaf once (letter case apart); a single part is returned as it is,
// `parts` must not be empty. all_of is a
// limit when every positive part is one, any_of when every part is.
Expr all_of(std::vector<Expr> parts);
Expr any_of(std::vector<Expr> parts);
Expr none_of(Expr part);  // of a negation: what it negates

// Names something to find, not only something to leave out.
bool is_positive(const Expr& expr);

template <class Visit>
void for_each_leaf(const Expr& expr, Visit&& visit) {
  if (expr.kind == ExprKind::leaf) visit(expr);
  for (const Expr& child : expr.children) for_each_leaf(child, visit);
}
template <class Visit>
void for_each_leaf(Expr& expr, Visit&& visit) {
  if (expr.kind == ExprKind::leaf) visit(expr);
  for (Expr& child : expr.children) for_each_leaf(child, visit);
}

// The parts that all must hold.
std::vector<Expr> parts_of(const Expr& expr);

// AND, OR and AND NOT in capitals, every inner group in parentheses.
std::string print(const Expr& expr, const std::function<std::string(const Expr& leaf)>& print_leaf);

}  // namespace ev::translate
