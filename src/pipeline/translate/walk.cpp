#include "pipeline/translate/walk.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace ev::translate {

namespace {

using pubmed_query::Kind;
using pubmed_query::Node;

struct Piece {
  std::optional<Expr> expr;
  std::vector<Note> lost;  // the effect depends on where this piece stands
  std::vector<Note> untranslated;
  std::vector<Note> approximated;
  std::set<std::string> general;  // why of the notes that hold for all terms of a kind
};

Effect flipped(Effect effect) {
  if (effect == Effect::broader) return Effect::narrower;
  if (effect == Effect::narrower) return Effect::broader;
  return effect;
}

void append(std::vector<Note>& to, const std::vector<Note>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void settle_lost(Piece& piece, Effect effect) {
  for (Note& note : piece.lost) {
    note.effect = effect;
    piece.untranslated.push_back(std::move(note));
  }
  piece.lost.clear();
}

// A piece that was understood but goes down with its surroundings.
Piece give_up(const Node& node, Piece piece, const std::string& why) {
  if (!piece.expr) return piece;
  Piece out;
  out.lost.push_back({pubmed_query::print(node), node.begin, why, Effect::dropped, 1});
  return out;
}

class Walker {
 public:
  explicit Walker(const Target& target) : target_(target) {}

  Piece walk_node(const Node& node, bool negated) const {
    switch (node.kind) {
      case Kind::term:
        return term(node, negated);
      case Kind::conjunction:
        return conjunction(node, negated);
      case Kind::disjunction:
        return disjunction(node, negated);
      case Kind::difference:
        return difference(node, negated);
    }
    return {};
  }

 private:
  void note_approximations(Piece& piece, const Node& node, const std::vector<Approximation>& list,
                           bool negated) const {
    const std::string what = pubmed_query::print(node);
    for (const Approximation& a : list) {
      piece.approximated.push_back(
          {what, node.begin, a.why, negated ? flipped(a.effect) : a.effect, 1});
      if (a.general) piece.general.insert(a.why);
    }
  }

  Piece term(const Node& node, bool negated) const {
    TermResult result = target_.term(node.term);
    Piece out;
    if (!result.expr) {
      out.lost.push_back(
          {pubmed_query::print(node), node.begin, std::move(result.why_not), Effect::dropped, 1});
      return out;
    }
    out.expr = std::move(result.expr);
    note_approximations(out, node, result.approximations, negated);
    return out;
  }

  static void take_notes(Piece& out, Piece& from) {
    append(out.lost, from.lost);
    append(out.untranslated, from.untranslated);
    append(out.approximated, from.approximated);
    out.general.insert(from.general.begin(), from.general.end());
  }

  Piece conjunction(const Node& node, bool negated) const {
    std::vector<Piece> pieces;
    for (const Node& child : node.children) pieces.push_back(walk_node(child, negated));
    const auto alive = [](const Piece& p) { return p.expr.has_value(); };
    const bool lost_some = !std::all_of(pieces.begin(), pieces.end(), alive);
    const bool subject = std::any_of(pieces.begin(), pieces.end(),
                                     [](const Piece& p) { return p.expr && !p.expr->limit; });
    if (lost_some && !subject && !only_limits_lost(node, pieces)) {
      Piece out;
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        Piece dead = give_up(node.children[i], std::move(pieces[i]),
                             "it only limits a subject that has no counterpart");
        take_notes(out, dead);
      }
      return out;
    }
    Piece out;
    std::vector<Expr> parts;
    for (Piece& piece : pieces) {
      take_notes(out, piece);
      if (piece.expr) parts.push_back(std::move(*piece.expr));
    }
    if (parts.empty()) return out;
    out.expr = all_of(std::move(parts));
    settle_lost(out, negated ? Effect::narrower : Effect::broader);
    return out;
  }

  // True when something is left and what was lost is a limit as well.
  static bool only_limits_lost(const Node& node, const std::vector<Piece>& pieces) {
    bool left = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].expr) {
        left = true;
        continue;
      }
      bool limits = true;
      pubmed_query::for_each_term(node.children[i], [&limits](const pubmed_query::Term& t) {
        using pubmed_query::Field;
        limits = limits && (pubmed_query::is_date(t.field) || t.field == Field::la ||
                            t.field == Field::pt || t.field == Field::filter);
      });
      if (!limits) return false;
    }
    return left;
  }

  Piece disjunction(const Node& node, bool negated) const {
    Piece out;
    std::vector<Expr> parts;
    std::vector<std::size_t> origin;
    std::vector<Piece> pieces;
    for (const Node& child : node.children) {
      pieces.push_back(walk_node(child, negated));
      if (!pieces.back().expr) continue;
      origin.push_back(pieces.size() - 1);
      parts.push_back(*pieces.back().expr);
    }
    std::vector<Approximation> changes;
    const std::vector<Refusal> refused =
        parts.size() > 1 || (parts.size() == 1 && pieces.size() > 1)
            ? target_.fit_or(parts, changes)
            : std::vector<Refusal>{};
    std::vector<Expr> kept;
    auto next = refused.begin();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (next == refused.end() || next->index != i) {
        kept.push_back(std::move(parts[i]));
        continue;
      }
      pieces[origin[i]] =
          give_up(node.children[origin[i]], std::move(pieces[origin[i]]), next->why);
      ++next;
    }
    for (Piece& piece : pieces) take_notes(out, piece);
    if (kept.empty()) return out;
    out.expr = any_of(std::move(kept));
    note_approximations(out, node, changes, negated);
    settle_lost(out, negated ? Effect::broader : Effect::narrower);
    return out;
  }

  Piece difference(const Node& node, bool negated) const {
    Piece subject = walk_node(node.children.front(), negated);
    const bool dead = !subject.expr;
    std::vector<Expr> parts;
    if (!dead) parts.push_back(std::move(*subject.expr));
    Piece out;
    take_notes(out, subject);
    for (std::size_t i = 1; i < node.children.size(); ++i) {
      const Node& child = node.children[i];
      Piece piece = walk_node(child, !negated);
      if (dead) {
        piece = give_up(child, std::move(piece), "what it is taken from has no counterpart");
      } else if (piece.expr) {
        std::vector<Approximation> changes;
        const std::string why = target_.fit_not(*piece.expr, changes);
        if (why.empty()) {
          parts.push_back(none_of(std::move(*piece.expr)));
          note_approximations(piece, child, changes, !negated);
        } else {
          piece = give_up(child, std::move(piece), why);
        }
      }
      take_notes(out, piece);
    }
    if (dead) return out;
    out.expr = all_of(std::move(parts));
    settle_lost(out, negated ? Effect::narrower : Effect::broader);
    return out;
  }

  const Target& target_;
};

bool earlier(const Note& a, const Note& b) {
  return a.position < b.position;
}

// General notes appear once, at their first term.
std::vector<Note> merged(std::vector<Note> notes, const std::set<std::string>& general) {
  std::stable_sort(notes.begin(), notes.end(), earlier);
  std::vector<Note> out;
  using Key = std::tuple<std::string, Effect, std::string, int>;  // why, effect, what, position
  std::map<Key, std::size_t> places;
  for (Note& note : notes) {
    const bool once = general.count(note.why) > 0;
    const Key key(note.why, note.effect, once ? "" : note.what, once ? 0 : note.position);
    const auto [place, fresh] = places.emplace(key, out.size());
    if (fresh) {
      out.push_back(std::move(note));
    } else if (once) {
      ++out[place->second].count;
    }
  }
  return out;
}

}  // namespace

TermResult untranslatable(std::string why) {
  TermResult out;
  out.why_not = std::move(why);
  return out;
}

std::vector<Refusal> Target::fit_or(std::vector<Expr>& parts, std::vector<Approximation>&) const {
  std::vector<Refusal> out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!is_positive(parts[i])) out.push_back({i, "an exclusion cannot be an alternative"});
  }
  return out;
}

std::string Target::fit_not(Expr& part, std::vector<Approximation>&) const {
  if (is_positive(part) || part.kind == ExprKind::none_of) return "";
  return "an exclusion cannot be excluded";
}

Walked walk(const pubmed_query::Node& query, const Target& target) {
  Piece piece = Walker(target).walk_node(query, false);
  Walked out;
  if (piece.expr && !is_positive(*piece.expr)) {
    piece = give_up(query, std::move(piece), "it only excludes and leaves nothing to search for");
  }
  out.expr = std::move(piece.expr);
  settle_lost(piece, Effect::dropped);
  if (!out.expr) {
    for (Note& note : piece.untranslated) note.effect = Effect::dropped;
    piece.approximated.clear();
  }
  std::stable_sort(piece.untranslated.begin(), piece.untranslated.end(), earlier);
  out.untranslated = std::move(piece.untranslated);
  out.approximated = merged(std::move(piece.approximated), piece.general);
  return out;
}

}  // namespace ev::translate
