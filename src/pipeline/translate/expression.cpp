#include "pipeline/translate/expression.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ev::translate {

namespace {

Expr join_parts(ExprKind kind, std::vector<Expr> parts) {
  Expr out;
  out.kind = kind;
  std::set<std::string> seen;
  const auto add = [&out, &seen](Expr part) {
    const bool known = part.kind == ExprKind::leaf &&
                       !seen.insert(part.field + '\n' + text::to_lower_ascii(part.text)).second;
    if (!known) out.children.push_back(std::move(part));
  };
  for (Expr& part : parts) {
    if (part.kind != kind) {
      add(std::move(part));
      continue;
    }
    for (Expr& child : part.children) add(std::move(child));
  }
  if (out.children.size() > 1) return out;
  Expr only = std::move(out.children.front());
  return only;
}

}  // namespace

Expr leaf(std::string field, std::string text) {
  Expr out;
  out.field = std::move(field);
  out.text = std::move(text);
  return out;
}

Expr limit_leaf(std::string field, std::string text) {
  Expr out = leaf(std::move(field), std::move(text));
  out.limit = true;
  return out;
}

Expr all_of(std::vector<Expr> parts) {
  Expr out = join_parts(ExprKind::all_of, std::move(parts));
  if (out.kind != ExprKind::all_of) return out;
  out.limit = std::all_of(out.children.begin(), out.children.end(), [](const Expr& child) {
    return child.limit || child.kind == ExprKind::none_of;
  });
  return out;
}

Expr any_of(std::vector<Expr> parts) {
  Expr out = join_parts(ExprKind::any_of, std::move(parts));
  if (out.kind != ExprKind::any_of) return out;
  out.limit = std::all_of(out.children.begin(), out.children.end(),
                          [](const Expr& child) { return child.limit; });
  return out;
}

Expr none_of(Expr part) {
  if (part.kind == ExprKind::none_of) {
    Expr inner = std::move(part.children.front());
    return inner;
  }
  Expr out;
  out.kind = ExprKind::none_of;
  out.limit = true;
  out.children.push_back(std::move(part));
  return out;
}

bool is_positive(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::leaf:
      return true;
    case ExprKind::all_of:
      return std::any_of(expr.children.begin(), expr.children.end(), is_positive);
    case ExprKind::any_of:
      return std::all_of(expr.children.begin(), expr.children.end(), is_positive);
    case ExprKind::none_of:
      return false;
  }
  return false;
}

std::vector<Expr> parts_of(const Expr& expr) {
  if (expr.kind == ExprKind::all_of) return expr.children;
  return {expr};
}

std::string print(const Expr& expr,
                  const std::function<std::string(const Expr& leaf)>& print_leaf) {
  const auto inner = [&print_leaf](const Expr& child) {
    const bool group = child.kind == ExprKind::all_of || child.kind == ExprKind::any_of;
    const std::string text = print(child, print_leaf);
    return group ? "(" + text + ")" : text;
  };
  if (expr.kind == ExprKind::leaf) return print_leaf(expr);
  if (expr.kind == ExprKind::none_of) return "NOT " + inner(expr.children.front());
  std::string out;
  for (const Expr& child : expr.children) {
    if (!out.empty()) out += expr.kind == ExprKind::all_of ? " AND " : " OR ";
    out += inner(child);
  }
  return out;
}

}  // namespace ev::translate
