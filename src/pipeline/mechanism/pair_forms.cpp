#include "pipeline/mechanism/sentence_view.hpp"

namespace ev::mechanism {
namespace {

constexpr std::string_view kLessening[] = {"inhibitory",   "suppressive", "suppressing",
                                           "antagonistic", "antagonist",  "blocking"};
constexpr std::string_view kRaising[] = {"stimulatory", "stimulating", "enhancing", "agonistic",
                                         "agonist"};
constexpr std::string_view kEffectWords[] = {"properties", "property",   "effect", "effects",
                                             "activity",   "activities", "action", "actions"};

class PairReader {
 public:
  PairReader(const SentenceView& view, std::vector<Relation>& out) : v_(view), out_(out) {}

  void run() {
    for (std::size_t m = 0; m + 1 < v_.mentions().size(); ++m) {
      read_hyphenated(m);
      read_nominal(m);
    }
    for (std::size_t m = 0; m < v_.mentions().size(); ++m) {
      read_doer(m);
      read_via(m);
    }
    for (std::size_t i = 0; i + 1 < v_.size(); ++i) {
      read_attribution(i);
      read_effect_of(i);
    }
  }

 private:
  void add(std::size_t from, std::size_t to, int sign, Form form, std::size_t cue,
           Relation extra = {}) {
    add_relation(v_, out_, from, to, sign, form, cue, extra);
  }

  // "A-induced B", "A-mediated inhibition of B"
  void read_hyphenated(std::size_t m) {
    const std::size_t at = v_.mention(m).last + 1;
    if (at >= v_.size() || v_.gap(at - 1) != "-") return;
    constexpr std::string_view kJoined[] = {"induced", "mediated", "stimulated", "evoked",
                                            "triggered"};
    if (!any_of_words(kJoined, v_.word(at))) return;
    const Mention& next = v_.mention(m + 1);
    if (next.outer_first > at + 4 || v_.boundary_after(at)) return;
    for (std::size_t i = at + 1; i < next.outer_first; ++i) {
      if (is_preposition(v_.word(i)) || v_.word(i).starts_with("benefi") || v_.cue_at(i)) return;
    }
    add(m, m + 1, next.polarity, Form::nominal, at);
  }

  // "inhibition of B by A", "increase in B after A"
  void read_nominal(std::size_t m) {
    const Mention& b = v_.mention(m);
    const Mention& a = v_.mention(m + 1);
    if (!b.acts || b.agent || a.outer_first - b.outer_last > 9 || a.outer_first <= b.outer_last + 1)
      return;
    bool by = false;
    bool clinical = false;
    for (std::size_t i = b.outer_last + 1; i < a.outer_first; ++i) {
      const std::string_view w = v_.word(i);
      if (v_.boundary_after(i - 1) || w == "than" || w == "versus" || w == "compared") return;
      if (const auto cue = v_.cue_at(i); cue && cue->form != CueForm::noun) return;
      if (w.ends_with("ed") && !is_filler(w)) return;
      by = by || w == "by";
      clinical = clinical || w == "after" || w == "with" || w == "following" || w == "during";
    }
    const bool drug = v_.kind(m + 1) == Kind::drug;
    // "5-HT2A blockade with A"
    const bool done_to_target = v_.kind(m) == Kind::target;
    if (!by && !(clinical && drug && (b.prefixed || done_to_target))) return;
    if (!drug && !b.prefixed) return;
    if (clinical && v_.compared_with_active(b.outer_first)) return;
    add(m + 1, m, b.polarity, by ? Form::nominal : Form::clinical, b.outer_first);
  }

  // "A, a B inhibitor", "A is a B antagonist", "the B inhibitor A", "A with antioxidant
  // properties".
  void read_doer(std::size_t m) {
    const Mention& b = v_.mention(m);
    if (!b.acts || v_.kind(m) == Kind::drug || v_.kind(m) == Kind::effect) return;
    const bool properties =
        b.outer_last + 1 < v_.size() && any_of_words(kEffectWords, v_.word(b.outer_last + 1));
    if (!b.agent && !properties) return;
    if (m + 1 < v_.mentions().size() && v_.kind(m + 1) == Kind::drug && b.agent &&
        named_after(b, v_.mention(m + 1))) {
      add(m + 1, m, b.polarity, Form::doer, b.outer_last);
      for (std::size_t n = m + 2;
           n < v_.mentions().size() && v_.kind(n) == Kind::drug && v_.coordinated(n - 1, n); ++n) {
        add(n, m, b.polarity, Form::doer, b.outer_last);
      }
      return;
    }
    for (std::size_t d = m; d-- > 0;) {
      const bool of_drug = v_.mention(d).first > 0 && v_.word(v_.mention(d).first - 1) == "of";
      if (v_.kind(d) != Kind::drug || of_drug) continue;  // "the S-isomer of A, is a B inhibitor"
      if (!v_.described_by(v_.mention(d), b)) return;
      add(d, m, b.polarity, Form::doer, b.outer_last);
      while (d > 0 && v_.kind(d - 1) == Kind::drug && v_.coordinated(d - 1, d)) {
        add(--d, m, b.polarity, Form::doer, b.outer_last);
      }
      return;
    }
  }

  bool named_after(const Mention& b, const Mention& drug) const {
    constexpr std::string_view kBetween[] = {"drug", "drugs", "agent", "agents",
                                             "such", "as",    "like",  "including",
                                             "e",    "g",     "the",   "therapy"};
    if (drug.first > b.outer_last + 5 || drug.first != drug.outer_first) return false;
    const bool listed = v_.gap(b.outer_last).find(',') != std::string_view::npos;
    if (listed && !has_article(b.outer_first))
      return false;  // "users of H2 antagonists, omeprazole and …"
    for (std::size_t i = b.outer_last; i < drug.first; ++i) {
      if (v_.boundary_after(i) ||
          (i > b.outer_last && v_.gap(i).find(',') != std::string_view::npos))
        return false;
      const bool between = i == b.outer_last || any_of_words(kBetween, v_.word(i));
      if (!between && v_.gap(i).find('(') == std::string_view::npos) return false;
    }
    return true;
  }

  bool has_article(std::size_t at) const {
    for (std::size_t i = at + 1; i > 0 && i + 3 > at; --i) {
      const std::string_view w = v_.word(i - 1);
      if (w == "the" || w == "two" || w == "three" || w == "both") return true;
      if (w == "of" || w == "a" || w == "an")
        return false;  // "the combination of an ACE inhibitor, …"
    }
    return false;
  }

  // "reduced B was due to decreased A": A acts on B.
  void read_attribution(std::size_t i) {
    const std::string_view w = v_.word(i);
    if (v_.word(i + 1) != "to" || !is_attribution(w)) return;
    const std::size_t begin = v_.clause_begin(i);
    const std::vector<std::size_t> left = v_.mentions_between(begin, i);
    const std::vector<std::size_t> right =
        v_.mentions_between(i + 1, std::min(v_.clause_end(i), i + 8));
    if (left.empty() || right.empty()) return;
    const std::size_t b = v_.head(left, begin);
    const bool spoken_of = v_.mention(b).acts || v_.entity(b).disease;
    if (!spoken_of || i > v_.mention(b).outer_last + 6) return;
    add(right.front(), b, v_.mention(b).polarity, Form::passive, i, {.weak = true});
  }

  // "C is attributable to the antagonistic activity of A at B": less B, more C.
  void attribute_to(std::size_t b, int sign, std::size_t sign_word) {
    std::size_t to = sign_word;
    while (to > 0 && to + 2 > sign_word && v_.word(to) != "to") --to;
    if (to == 0 || v_.word(to) != "to" || !is_attribution(v_.word(to - 1))) return;
    const std::size_t begin = v_.clause_begin(to - 1);
    const std::vector<std::size_t> left = v_.mentions_between(begin, to - 1);
    if (left.empty()) return;
    const std::size_t c = v_.head(left, begin);
    if (v_.kind(c) != Kind::effect && v_.kind(c) != Kind::pathway) return;
    add(b, c, sign * v_.mention(c).polarity, Form::passive, to - 1, {.weak = true});
  }

  static bool is_attribution(std::string_view w) {
    return w == "attributed" || w == "attributable" || w == "due" || w == "secondary";
  }

  // "beneficial effect of A on B", "inhibitory activity of A against B"
  void read_effect_of(std::size_t i) {
    // "activity of A" may be bound to A already.
    const bool bound = v_.owned(i) && v_.mention(v_.owner(i)).first > i;
    if (i == 0 || (v_.owned(i) && !bound) || !any_of_words(kEffectWords, v_.word(i)) ||
        v_.word(i + 1) != "of")
      return;
    const std::vector<std::size_t> right =
        v_.mentions_between(bound ? i : i + 2, std::min(v_.clause_end(i), i + 14));
    if (right.size() < 2) return;
    std::size_t sign_word = i - 1;
    const std::string_view kind = v_.word(sign_word);
    int way = 0;  // of B; for a benefit, of the better
    bool benefit = false;
    if (any_of_words(kLessening, kind)) way = -1;
    if (any_of_words(kRaising, kind)) way = 1;
    if (kind == "beneficial" || kind == "protective" || kind == "favorable" || kind == "favourable")
      way = 1, benefit = true;
    if (kind == "deleterious" || kind == "detrimental" || kind == "harmful")
      way = -1, benefit = true;
    if (way == 0) return;
    for (std::size_t b = 1; b < right.size(); ++b) {
      const std::size_t before = v_.mention(right[b]).outer_first - 1;
      const std::string_view lead =
          v_.word(before) == "the" || v_.owned(before) ? v_.word(before - 1) : v_.word(before);
      if (lead != "on" && lead != "against" && lead != "in" && lead != "at") continue;
      const int sign =
          benefit ? way * v_.entity(right[b]).valence : way * v_.mention(right[b]).polarity;
      if (sign != 0) add(right.front(), right[b], sign, Form::nominal, sign_word);
      if (sign != 0 && !benefit) attribute_to(right[b], sign, sign_word);
      return;
    }
  }

  // "… of A via suppression of B", with no verb between that governs B.
  void read_via(std::size_t m) {
    const Mention& b = v_.mention(m);
    if (!b.acts || b.agent || b.outer_first == 0) return;
    std::size_t lead = b.outer_first - 1;
    if (v_.word(lead) == "the" && lead > 0) --lead;
    if (v_.owned(lead) || (v_.word(lead) != "via" && v_.word(lead) != "through")) return;
    const std::vector<std::size_t> left = v_.mentions_between(v_.clause_begin(lead), lead);
    std::size_t drug = kNone;
    for (const std::size_t a : left) {
      if (v_.kind(a) != Kind::drug) continue;
      if (drug != kNone && v_.mention(a).entity != v_.mention(drug).entity)
        return;  // whose way is it?
      drug = a;
    }
    if (drug != kNone) add(drug, m, b.polarity, Form::means, b.outer_first, {.weak = true});
  }

  const SentenceView& v_;
  std::vector<Relation>& out_;
};

}  // namespace

void read_pair_forms(const SentenceView& view, std::vector<Relation>& out) {
  PairReader(view, out).run();
}

}  // namespace ev::mechanism
