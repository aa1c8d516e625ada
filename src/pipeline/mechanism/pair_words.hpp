// The words around a pair of names: neighbours, clauses, negation, and what is bound to either
// name, as pair_reading.cpp asks for them. Internal to the room. Pure; borrows the sentence.
#pragma once

#include "pipeline/mechanism/mentions.hpp"
#include "pipeline/mechanism/pair_reading.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

namespace ev::mechanism {

template <class... Words>
bool is_any(std::string_view word, Words... words) {
  return ((word == words) || ...);
}

inline bool is_verbal(LinkForm f) {
  return f == LinkForm::verb || f == LinkForm::participle || f == LinkForm::gerund;
}
inline bool is_nominal(LinkForm f) {
  return f == LinkForm::noun || f == LinkForm::verb_or_noun;
}

inline constexpr std::size_t kNoObject = static_cast<std::size_t>(-1);
// What a reading loses where A is the object of a verb of its own.
inline constexpr double kSharedObject = 4;
// … where the two stand in different clauses …
inline constexpr double kOtherClause = 4.5;
// … and where A is only what another was compared with.
inline constexpr double kComparator = 7;

class PairWords {
 public:
  PairWords(const LinkSentence& s, const NameSpan& from, const NameSpan& to, bool less_is_better)
      : s_(s),
        f_(from),
        t_(to),
        less_is_better_(less_is_better),
        forward_(from.first < to.first),
        a_(forward_ ? from : to),
        b_(forward_ ? to : from) {}

  // The name that stands first, and the other.
  const NameSpan& first() const { return a_; }
  const NameSpan& second() const { return b_; }
  bool forward() const { return forward_; }  // A stands before B

  std::string_view word(std::size_t i) const {
    return i < s_.tokens.size() ? std::string_view(s_.tokens[i].folded) : std::string_view();
  }
  std::string_view gap(std::size_t i) const {
    return i < s_.tokens.size() ? gap_after(s_.text, s_.tokens, i) : std::string_view();
  }
  bool hyphen_after(std::size_t i) const { return gap(i).find('-') != std::string_view::npos; }
  bool comma_after(std::size_t i) const { return gap(i).find(',') != std::string_view::npos; }
  bool bracket_after(std::size_t i) const { return gap(i).find('(') != std::string_view::npos; }
  const LinkCue* cue_at(std::size_t i) const {
    for (const LinkCue& c : s_.cues) {
      if (c.token == i) return &c;
    }
    return nullptr;
  }
  // Within brackets that open behind A and close before B.
  bool in_aside(std::size_t i) const {
    int depth = 0;
    for (std::size_t k = a_.last; k < i; ++k) {
      const std::string_view g = gap(k);
      depth += static_cast<int>(std::count(g.begin(), g.end(), '('));
      depth -= static_cast<int>(std::count(g.begin(), g.end(), ')'));
    }
    for (std::size_t k = i; depth > 0 && k < b_.first; ++k) {
      if (gap(k).find(')') != std::string_view::npos) return true;
    }
    return false;
  }
  bool lettered(std::size_t i) const {
    const std::string_view w = word(i);
    return std::none_of(w.begin(), w.end(), [](char c) { return c >= '0' && c <= '9'; });
  }
  // A verb of change that takes no object: "fell", "increased by 30 %".
  bool changes_by_itself(std::size_t i) const {
    if (is_any(word(i), "rose", "fell", "declined", "dropped")) return true;
    return is_any(word(i), "increased", "decreased") && word(i + 1) == "by" && !lettered(i + 2);
  }

  bool clause_between(std::size_t i, std::size_t j) const {
    for (std::size_t k = i; k < j; ++k) {
      const std::string_view g = gap(k);
      if (g.find(';') != std::string_view::npos || g.find(": ") != std::string_view::npos)
        return true;
      if (k + 1 < j && opens_clause(word(k + 1))) return true;
    }
    return false;
  }

  // "Although …, B was": what the first part says is not said of B.
  bool begins_with_concession() const { return is_any(word(0), "although", "though", "while"); }
  bool comma_between(std::size_t i, std::size_t j) const {
    for (std::size_t k = i; k < j; ++k) {
      if (gap(k).find(", ") != std::string_view::npos) return true;
    }
    return false;
  }
  // B alone within brackets that hold a sentence of their own: "(C leading to B, D)".
  bool b_in_aside() const {
    int depth = 0;
    bool cue = false;
    for (std::size_t k = f_.last; forward_ && k < t_.first; ++k) {
      const std::string_view g = gap(k);
      depth += static_cast<int>(std::count(g.begin(), g.end(), '('));
      depth -= static_cast<int>(std::count(g.begin(), g.end(), ')'));
      if (depth == 0) cue = false;
      cue = cue || (depth > 0 && (word(k + 1).starts_with("lead") || word(k + 1) == "defined"));
    }
    return depth > 0 && cue;
  }

  bool negated(std::size_t cue) const {
    for (std::size_t j = cue > 4 ? cue - 4 : 0; j < cue; ++j) {
      if (!is_negator(word(j))) continue;
      if (word(j) == "not" && is_any(word(j + 1), "only", "merely", "just")) continue;
      if (!clause_between(j, cue)) return true;
    }
    return false;
  }

  // "A rise in B was not seen with A."
  bool not_seen(std::size_t cue) const {
    const LinkCue* c = cue_at(cue);
    if (c == nullptr || !is_nominal(c->form)) return false;
    for (std::size_t k = cue + 1; k + 2 < s_.tokens.size() && k < cue + 10; ++k) {
      if (is_be(word(k)))
        return word(k + 1) == "not" && is_any(word(k + 2), "found", "seen", "observed", "noted",
                                              "detected", "evident", "demonstrated");
      if (clause_between(k - 1, k + 1) || comma_after(k - 1)) return false;
    }
    return false;
  }

  int value(const LinkCue& cue) const {
    return cue.by_value && less_is_better_ ? -cue.sign : cue.sign;
  }

  // "Blocking the A enzyme raised B": what is spoken of is less of A.
  bool a_is_done_to() const {
    const LinkCue* c = cue_at(0);
    if (c == nullptr || c->form != LinkForm::gerund || c->sign > 0 || c->by_value || !forward_ ||
        f_.first > 4 || comma_between(0, f_.last + 1))
      return false;
    for (std::size_t k = 1; k < f_.first; ++k) {
      if (!is_link_word(word(k)) && !bracket_after(k)) return false;
    }
    return true;
  }

  // "A reduced the risk of worsening B", "fewer episodes of worsening B": a quality of B.
  bool qualifies_b(const LinkCue& c) const {
    if (c.form != LinkForm::gerund || !c.by_value || c.sign > 0 || !forward_) return false;
    const bool joined = c.token + 1 == t_.first || word(c.token + 1) == "of" ||
                        bracket_after(t_.first - 1);  // "worsening B (B that …)"
    const std::string_view before = word(c.token - 1);
    if (!joined || comma_after(c.token - 1) || is_any(before, "by", "through", "via", "and", "or"))
      return false;
    return before == "of" || std::any_of(s_.cues.begin(), s_.cues.end(), [&](const LinkCue& other) {
             return other.token > f_.last && other.token < c.token && !other.bound;
           });
  }

  // "A in rats with B raised C", "treatment with A in B raised C": the verb's object is C.
  bool object_is_another(const LinkCue& c, bool led) const {
    if (!is_verbal(c.form) || c.form == LinkForm::gerund || is_be(word(c.token - 1)) ||
        c.token + 1 >= s_.tokens.size())
      return false;
    for (std::size_t k = f_.last + 1; k < t_.first; ++k) {
      if (is_any(word(k), "in", "with", "among") && !comma_between(k, t_.first)) return true;
      if (!led && is_any(word(k), "of", "for")) return true;
    }
    return false;
  }

  // "…, and the rises were not linked to B": no longer of A.
  bool other_subject_before(std::size_t i) const {
    for (std::size_t k = f_.last; k + 2 < i; ++k) {
      if (comma_after(k) && word(k + 1) == "and" && is_any(word(k + 2), "the", "these", "this"))
        return true;
    }
    return false;
  }

  // "B caused by C": not by A, unless a number follows ("reduced by 30 %").
  bool done_by_another(const LinkCue& c) const {
    if (c.form != LinkForm::participle || word(c.token + 1) != "by") return false;
    for (std::size_t k = c.token + 2; k < c.token + 5; ++k) {
      if (!lettered(k)) return false;
    }
    return true;
  }

  // "A did not alter C in B", "in B there was no effect of A on C": B is where it was looked for.
  // `i`: the word that says effect or change.
  bool said_of_another(std::size_t i) const {
    const bool verb = is_undirected_cue(word(i));
    const bool effect = word(i).starts_with("effect") || word(i) == "impact";
    if (!verb && !effect) return false;
    // "The effect of A was not influenced by B."
    if (verb && word(i + 1) == "by" && t_.first > i && f_.last < i) return true;
    std::size_t object = verb ? i + 1 : kNoObject;
    for (std::size_t k = i + 1; effect && k < s_.tokens.size() && k < i + 12; ++k) {
      if (is_any(word(k), "on", "upon")) {
        object = k + 1;
        break;
      }
      if (clause_between(k - 1, k)) break;
    }
    if (object >= s_.tokens.size()) return false;
    if (t_.last < i) return effect && comma_between(t_.last, i);
    std::size_t lead = t_.first;  // the preposition before B
    while (lead > object && !is_any(word(lead - 1), "in", "with", "among", "during", "under"))
      --lead;
    for (std::size_t k = object; k + 1 < lead; ++k) {
      const bool of_a = k >= f_.first && k <= f_.last;
      const std::string_view w = word(k);
      const bool measure =
          cue_at(k) != nullptr || w.starts_with("chang") || w.starts_with("level") ||
          is_any(w, "rate", "rates", "risk", "incidence", "expression", "concentrations");
      if (!of_a && !measure && !is_link_word(w) && !w.ends_with("ly")) return true;
    }
    return false;
  }

  // "decreased A and B", "release of A and activation of B": A is what happens, not what acts.
  double shared_object_penalty() const {
    if (!forward_) return 0;
    const LinkCue* governor = nullptr;
    for (const LinkCue& c : s_.cues) {
      const bool governs = is_verbal(c.form) || is_nominal(c.form);
      if (c.token < f_.first && c.token + 20 >= f_.first && !c.bound && governs) governor = &c;
    }
    if (governor == nullptr || clause_between(governor->token, f_.first) || a_is_done_to())
      return 0;
    const std::size_t words = f_.first - governor->token - 1;
    std::size_t commas = 0;
    bool plain = words == 0;
    for (std::size_t k = governor->token + 1; k < f_.first; ++k) {
      const std::string_view w = word(k);
      if (is_any(w, "by", "with", "after", "following", "via", "using", "receiving", "that",
                 "which"))
        return 0;
      commas += comma_after(k) ? 1 : 0;
      plain = plain || is_link_word(w) ||
              is_any(w, "expression", "levels", "level", "release", "production", "activity",
                     "biosynthesis", "synthesis", "intracellular", "serum");
    }
    const bool list = words > 2 && commas * 4 >= words;
    return plain || list ? kSharedObject : 0;
  }

  // "glutathione S-transferase" is not glutathione.
  double other_name_penalty() const {
    const std::size_t next = f_.last + 1;
    if (next >= s_.tokens.size() || next == t_.first) return 0;
    const std::string_view g = gap(f_.last);
    const bool joined = g == " " || g == "-" || g == " - ";
    return joined && starts_other_name(word(next)) ? 3 : 0;
  }

  // "A abolished the B lowering response of C": it is C that lowers B.
  bool effect_of_another() const {
    const LinkCue* c = cue_at(t_.last + 1);
    const bool effect = is_any(word(t_.last + 2), "response", "responses", "effect", "effects",
                               "action", "activity", "efficacy");
    const bool another = effect && is_any(word(t_.last + 3), "of", "to");
    return forward_ && another && c != nullptr && c->form == LinkForm::gerund;
  }

  // "decreased the variability of B" says nothing of how much B there is.
  bool b_only_varies() const {
    for (std::size_t k = t_.first > 4 ? t_.first - 4 : 0; k < t_.first; ++k) {
      if (is_any(word(k), "variability", "fluctuation", "fluctuations") &&
          is_any(word(k + 1), "of", "in") && !clause_between(k, t_.first))
        return true;
    }
    return false;
  }

  // "addition of C to A", "on A the addition of C": it is C that was tried.
  bool is_added_to() const {
    for (std::size_t k = f_.first > 8 ? f_.first - 8 : 0; k < f_.first; ++k) {
      if (!is_any(word(k), "addition", "adding", "added")) continue;
      for (std::size_t i = k + 2; i < f_.first; ++i) {
        if (word(i) == "to" && f_.first - i <= 3 && !clause_between(k, f_.first)) return true;
      }
    }
    for (std::size_t k = f_.last + 1; forward_ && k + 1 < t_.first; ++k) {
      if (word(k) == "addition" && word(k + 1) == "of") return true;
    }
    return false;
  }

  // "By inhibiting B", "through a rise in B".
  bool is_means(std::size_t cue) const {
    return (cue > 0 && is_any(word(cue - 1), "by", "through", "via")) ||
           (cue > 1 && is_any(word(cue - 2), "by", "through", "via"));
  }

  // Whether what A did to B is led up to it from here: "by A", "after A".
  bool led_by(std::size_t begin, bool also_in) const {
    for (std::size_t k = begin; k < f_.first; ++k) {
      if (leads_doer(word(k)) || (also_in && word(k) == "in")) return true;
    }
    return false;
  }

  // The cue of the sentence that stands nearest to the pair, nullptr where there is none.
  struct NearCue {
    const LinkCue* cue = nullptr;
    double distance = 0;
  };
  NearCue nearest_cue() const {
    const auto gap_to = [](std::size_t x, std::size_t y) {
      return static_cast<double>(x > y ? x - y : y - x);
    };
    NearCue best;
    for (const LinkCue& c : s_.cues) {
      const double d = std::min(gap_to(c.token, a_.first), gap_to(c.token, b_.last));
      if (best.cue == nullptr || d < best.distance) best = {&c, d};
    }
    return best;
  }

  std::size_t end_of_compound(std::size_t i) const {  // "A-C-D,"
    while (i + 1 < s_.tokens.size() && gap(i) == "-") ++i;
    return i;
  }

  // Whether what is said is said of another than A, or of B beside the point.
  bool tells_of_another() const {
    return effect_of_another() || is_left_for_another() || b_only_varies() || is_added_to() ||
           is_stopped() || b_in_aside();
  }

  // "B was lower with C than with A, D and …": A is what C was compared with.
  bool is_comparator() const {
    for (std::size_t k = f_.first; k > 0 && k + 9 > f_.first; --k) {
      const std::string_view w = word(k - 1);
      // "More potent than A at B" says that A acts as well.
      const bool than = w == "than" && (forward_ || is_any(word(k), "with", "in", "after", "on"));
      if (than || (w.starts_with("compar") && is_any(word(k), "with", "to")))
        return !forward_ || comma_after(end_of_compound(f_.last));
      // Behind "compared with placebo, A …" the clause goes on.
      if (comma_after(k - 1) && (forward_ || opens_clause(word(k)))) return false;
      if (k - 1 < b_.first && k - 1 > a_.last && (cue_at(k - 1) != nullptr || is_be(w)))
        return false;
      if (k - 1 >= t_.first && k - 1 <= t_.last) return false;
    }
    return false;
  }

  // "B did not differ between A and C" tells what A does only where C is no treatment.
  bool set_against_active() const {
    bool against = false;
    for (std::size_t k = 0; k < s_.tokens.size(); ++k) {
      const bool alone = word(k) == "without" && !is_any(word(k + 1), "any", "a", "significant",
                                                         "difference", "differences");
      if (alone || is_any(word(k), "placebo", "control", "controls", "baseline", "vehicle",
                          "untreated", "sham", "saline", "before"))
        return false;
      against = against || is_any(word(k), "between", "versus", "vs", "than", "groups") ||
                (word(k) == "from" && k > 0 && word(k - 1).starts_with("differ")) ||
                (word(k) == "and" && (k == f_.last + 1 || k + 1 == f_.first));
    }
    return against;
  }

  // "no difference between low and high doses of A": A was given to both.
  bool of_two_doses() const {
    const bool of = f_.first > 1 && word(f_.first - 1) == "of";
    const std::string_view given = word(f_.first - (of ? 2 : f_.first > 0 ? 1 : 0));
    return is_any(given, "dose", "doses", "dosage", "dosages", "regimens", "formulations");
  }

  // "after A was withdrawn": what followed is no effect of A.
  bool is_stopped() const {
    for (std::size_t k = f_.last + 1; k < s_.tokens.size() && k < f_.last + 4; ++k) {
      if (is_any(word(k), "discontinued", "withdrawn", "stopped")) return true;
      if (comma_after(k - 1)) return false;
    }
    return false;
  }

  // "A, a substrate of B", "B-catalyzed formation of A": what an enzyme or carrier does to A is no
  // effect of A on it.
  bool is_turned_over(const std::vector<const LinkCue*>& between) const {
    constexpr std::string_view kStems[] = {
        "catalyz",  "catalys",    "hydroly",    "metaboliz",   "metabolis",
        "conjugat", "convert",    "conversion", "glucuronid",  "substrate",
        "demethyl", "hydroxylat", "transports", "transported", "phosphorylates"};
    constexpr std::string_view kMaking[] = {"produc", "phosphorylates", "releas", "generat"};
    const auto begins = [](const auto& stems, std::string_view word) {
      return std::any_of(std::begin(stems), std::end(stems),
                         [&](std::string_view stem) { return word.starts_with(stem); });
    };
    for (const LinkCue* c : between) {
      if (!is_nominal(c->form) && !begins(kMaking, word(c->token))) return false;
    }
    // "B-mediated uptake of A", "B, the key enzyme in A synthesis".
    const bool carried = !forward_ && is_any(word(f_.last + 1), "uptake", "efflux", "transport",
                                             "synthesis", "biosynthesis", "metabolism");
    for (std::size_t k = a_.last + 1; k < b_.first; ++k) {
      if (begins(kStems, word(k))) return true;
      if (carried && is_any(word(k), "mediated", "dependent", "enzyme")) return true;
    }
    return false;
  }

  // "switching from A to C lowered B": A is what was given up.
  bool is_left_for_another() const {
    if (!forward_) return false;
    bool left = false;
    for (std::size_t k = f_.first > 9 ? f_.first - 9 : 0; k < f_.first; ++k) {
      left = left || word(k).starts_with("switch") || word(k).starts_with("conversion") ||
             word(k).starts_with("convert");
      if (word(k) == "to") left = false;
    }
    bool another = false;
    for (std::size_t k = f_.last + 1; k < t_.first && k < f_.last + 5; ++k)
      another = another || word(k) == "to";
    return left && another;
  }

  // ---- words bound to B

  struct BoundCue {
    const LinkCue* cue = nullptr;
    bool joined = false;  // "B-induced": B does something itself
    bool agent() const { return cue != nullptr && cue->form == LinkForm::agent; }
    // "B activation", "B deficiency": what is spoken of is more or less of B.
    bool changes() const {
      return cue != nullptr && (joined || is_nominal(cue->form) || cue->form == LinkForm::deficit ||
                                cue->form == LinkForm::adjective);
    }
  };
  BoundCue cue_behind() const {
    const std::size_t first = t_.last + 1;
    for (std::size_t k = first; k < std::min(first + 3, s_.tokens.size()); ++k) {
      const std::string_view g = gap(k - 1);
      if (k > first && g.find_first_of(",;") != std::string_view::npos) break;
      if (const LinkCue* c = cue_at(k); c != nullptr && (!c->bound || k == first)) {
        if (is_verbal(c->form)) {
          const bool joined = c->form != LinkForm::verb && g == "-";
          return joined ? BoundCue{c, true} : BoundCue{};
        }
        const bool kept = c->form == LinkForm::agent || is_nominal(c->form) ||
                          c->form == LinkForm::deficit || c->form == LinkForm::adjective;
        return kept ? BoundCue{c, false} : BoundCue{};
      }
      if (is_be(word(k)) || leads_doer(word(k)) || is_any(word(k), "and", "or", "but")) break;
    }
    return {};
  }

  // "inhibition of B", "decrease in the expression of B", "inhibitors of B".
  const LinkCue* cue_before() const {
    for (std::size_t i = t_.first; i > 0 && i + 5 > t_.first; --i) {
      const LinkCue* c = cue_at(i - 1);
      if (c == nullptr || c->bound) continue;
      if (!is_nominal(c->form) && c->form != LinkForm::agent) return nullptr;
      for (std::size_t k = i; k < t_.first; ++k) {
        if (is_any(word(k), "of", "in", "for", "to", "on", "at")) return c;
      }
      return nullptr;
    }
    return nullptr;
  }

  // ---- descriptions and coordination

  bool describes_only(std::size_t begin, std::size_t end) const {
    for (std::size_t k = begin; k < end; ++k) {
      const bool mark = k > 0 && (hyphen_after(k - 1) || bracket_after(k - 1));
      const LinkCue* c = cue_at(k);
      const bool quality =
          c != nullptr && (c->form == LinkForm::agent || c->form == LinkForm::adjective);
      if (!is_description(word(k)) && lettered(k) && !mark && !hyphen_after(k) && !comma_after(k) &&
          !quality)
        return false;
    }
    return true;
  }
  bool has_verb(std::size_t begin, std::size_t end) const {
    for (std::size_t k = begin; k < end; ++k) {
      const LinkCue* c = cue_at(k);
      if (c != nullptr && is_verbal(c->form)) return true;
      if (is_any(word(k), "is", "are", "was", "were", "has", "have", "had", "did", "does", "can",
                 "may", "could", "showed", "shows", "caused", "resulted"))
        return true;
    }
    return false;
  }
  // "… or B inhibitor C": the doer's name follows and it is not A.
  bool names_another(std::size_t agent) const {
    const std::size_t k = agent + 1;
    if (k >= s_.tokens.size()) return false;
    const std::string_view g = gap(agent);
    if (g != " " && g != "-" && !g.empty()) return false;
    const std::string_view w = word(k);
    return !is_description(w) && !is_be(w) && !leads_doer(w) && !is_link_word(w) &&
           !opens_clause(w) && cue_at(k) == nullptr && !is_undirected_cue(w) &&
           !is_any(w, "can", "did", "does", "had", "have", "used", "activity", "properties",
                   "treatment", "therapy", "effect", "effects", "action", "actions",
                   "significantly", "currently");
  }

  bool coordinated() const {
    for (std::size_t k = a_.last + 1; k <= b_.first; ++k) {
      if ((k < b_.first && is_any(word(k), "and", "or")) || comma_after(k - 1)) return true;
    }
    return false;
  }

  const LinkSentence& s_;
  NameSpan f_, t_;  // A and B of the link
  bool less_is_better_;
  bool forward_;
  NameSpan a_, b_;  // the same in text order
};

}  // namespace ev::mechanism
