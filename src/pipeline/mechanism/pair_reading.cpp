#include "pipeline/mechanism/pair_reading.hpp"

#include "pipeline/mechanism/pair_words.hpp"

#include <algorithm>
#include <cstdlib>

namespace ev::mechanism {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

class LinkPairReader {
 public:
  LinkPairReader(const LinkSentence& s, const NameSpan& from, const NameSpan& to,
                 bool less_is_better)
      : words_(s, from, to, less_is_better),
        s_(s),
        f_(from),
        t_(to),
        a_(words_.first()),
        b_(words_.second()),
        forward_(words_.forward()) {}

  std::optional<PairReading> read() {
    if (a_.last >= b_.first || words_.tells_of_another()) return std::nullopt;
    distance_ = static_cast<double>(b_.first - a_.last - 1);
    base_ = words_.clause_between(a_.last, b_.first) ? -kOtherClause : 0.0;
    base_ -= std::max(0.0, distance_ - 6) * 0.12;
    base_ -= words_.shared_object_penalty() + words_.other_name_penalty();
    if (words_.is_comparator()) base_ -= kComparator;
    for (const LinkCue& c : s_.cues) {
      if (c.token > a_.last && c.token < b_.first &&
          (c.form == LinkForm::constant || !words_.in_aside(c.token)) && !words_.qualifies_b(c))
        between_.push_back(&c);
    }
    if (words_.is_turned_over(between_)) return std::nullopt;
    behind_ = words_.cue_behind();
    before_ = words_.cue_before();
    if (is_called_one()) return doer_before_a();  // whatever A then did or did not do
    if (auto null = null_reading()) return null;
    if (auto doer = doer_reading()) return doer;
    read_own_words();
    return forward_ ? forward_reading() : backward_reading();
  }

 private:
  std::string_view word(std::size_t i) const { return words_.word(i); }
  const LinkCue* cue_at(std::size_t i) const { return words_.cue_at(i); }
  int value(const LinkCue& cue) const { return words_.value(cue); }

  PairReading out(double score, int sign, std::size_t cue) const {
    PairReading r{.score = score + base_,
                  .sign = sign,
                  .cue = cue,
                  .negated = words_.negated(cue) || words_.not_seen(cue)};
    if (r.negated) r.score -= kNegatedLoss;
    return r;
  }
  PairReading doer(double score, int sign, std::size_t cue) const {
    PairReading r{.score = score + base_, .sign = sign, .cue = cue, .doer = true};
    return r;
  }

  // ---- null findings without a directed cue

  // "A did not affect B", "A had no effect on B", "no association between A and B", "A was not
  // associated with B", "neither A nor C influenced B".
  std::optional<PairReading> null_reading() const {
    const std::size_t begin = a_.first > 8 ? a_.first - 8 : 0;
    for (std::size_t i = begin; i < std::min(b_.last + 7, s_.tokens.size()); ++i) {
      const std::string_view w = word(i);
      const bool relation =
          (is_undirected_cue(w) && cue_at(i) == nullptr) || w.starts_with("effect") ||
          w.starts_with("associat") || w.starts_with("correlat") || w.starts_with("differ") ||
          is_any(w, "impact", "relationship", "benefit", "change", "changes", "changed");
      if (!relation || (i >= a_.first && i <= a_.last) || (i >= b_.first && i <= b_.last)) continue;
      if (words_.clause_between(std::min(i, a_.first), std::max(i, b_.first))) continue;
      if (!words_.negated(i) || words_.said_of_another(i) || words_.other_subject_before(i))
        continue;
      if (w.starts_with("differ") && (words_.of_two_doses() || words_.set_against_active()))
        continue;
      if (words_.begins_with_concession() && words_.comma_between(i, b_.first)) continue;
      // A directed cue nearer to B says what happened instead.
      const bool other = std::any_of(between_.begin(), between_.end(), [&](const LinkCue* c) {
        return c->token > i && c->token < b_.first && is_verbal(c->form) && !c->bound;
      });
      if (other) continue;
      PairReading r{.score = 5 + base_, .sign = 0, .cue = i, .negated = true, .null_finding = true};
      return r;
    }
    return std::nullopt;
  }

  // ---- doers

  std::optional<PairReading> doer_reading() const {
    if (behind_.agent()) return forward_ ? doer_after_a() : doer_before_a();
    if (before_ == nullptr || before_->form != LinkForm::agent) return std::nullopt;
    const std::size_t i = before_->token;
    if (!forward_) {  // "inhibitors of B (A, C)"
      const double d = static_cast<double>(f_.first - t_.last - 1);
      if (d <= 10) return doer(7.5 - 0.15 * d, before_->sign, i);
      return std::nullopt;
    }
    if (f_.last >= i) return std::nullopt;
    const double d = static_cast<double>(i - f_.last - 1);  // "A is an inhibitor of B"
    // "A blockers on B": the agent is A's own. "A inhibitors of B" are B's.
    const bool own =
        i == f_.last + 1 && !words_.comma_after(f_.last) && !words_.bracket_after(f_.last);
    if (own && !is_any(word(i + 1), "of", "for", "at")) return std::nullopt;
    bool described = true;
    for (std::size_t k = f_.last + 1; k < i && described; ++k)
      described = is_description(word(k)) || cue_at(k) != nullptr || !words_.lettered(k);
    if (described) return doer(8.5 - 0.1 * d, before_->sign, i);
    if (d <= 10) return out(5, before_->sign, i);
    return std::nullopt;
  }

  // "the B antagonist A"
  bool is_called_one() const {
    return !forward_ && behind_.agent() && f_.first == behind_.cue->token + 1 &&
           behind_.cue->token == t_.last + 1 && !words_.negated(behind_.cue->token) &&
           !words_.comma_after(behind_.cue->token);
  }

  // "B antagonist A"
  std::optional<PairReading> doer_before_a() const {
    const std::size_t i = behind_.cue->token;
    const int sign = behind_.cue->sign;
    if (f_.first <= i + 1) return doer(9, sign, i);
    for (std::size_t k = i + 1; k < f_.first; ++k) {
      const LinkCue* c = cue_at(k);
      if (c != nullptr && c->form == LinkForm::agent) return doer(0.2, sign, i);
    }
    const double d = static_cast<double>(f_.first - i - 1);
    if (!words_.has_verb(i + 1, f_.first)) {
      if (d <= 14 && words_.describes_only(i + 1, f_.first)) return doer(8 - 0.1 * d, sign, i);
      if (d <= 6) return doer(6, sign, i);
    }
    return other_party(i);
  }

  // "A, a B antagonist"
  std::optional<PairReading> doer_after_a() const {
    const std::size_t i = behind_.cue->token;
    const int sign = behind_.cue->sign;
    if (distance_ > 0 && words_.names_another(i)) return doer(0.3, sign, i);
    bool article = false;
    bool verb = false;
    for (std::size_t k = f_.last + 1; k < t_.first; ++k) {
      article = article || is_any(word(k), "a", "an", "the", "is", "are", "as", "was", "were",
                                  "which", "another");
      const LinkCue* c = cue_at(k);
      verb = verb || (c != nullptr && is_verbal(c->form) && !c->bound);
    }
    for (std::size_t k = f_.last; k < t_.first; ++k) article = article || words_.bracket_after(k);
    if (!article && distance_ > 0 && distance_ <= 12) return doer(2.6, sign, i);
    if (distance_ == 0 && !words_.comma_after(f_.last) && !words_.bracket_after(f_.last))
      return doer(5, sign, i);
    if (distance_ <= 14 && words_.describes_only(f_.last + 1, t_.first))
      return doer(8.5 - 0.1 * distance_, sign, i);
    if (!verb && distance_ <= 12) return doer(5.5, sign, i);
    return other_party(i);
  }

  // The agent of B is a third party.
  PairReading other_party(std::size_t agent) const {
    const int sign = cue_at(agent)->sign;
    if (between_.empty()) return out(0.2, sign, agent);
    return out(0.4, between_.front()->sign * sign, between_.front()->token);
  }

  // ---- words bound to A: "A-induced", "A antagonist", "A deficiency", "loss of A"

  void read_own_words() {
    const std::size_t first = f_.last + 1;
    for (std::size_t k = first; k < std::min(first + 2, s_.tokens.size()); ++k) {
      if (k > first && words_.comma_after(k - 1)) break;
      if (k == first && joins_effect(word(k)) && words_.hyphen_after(k - 1)) {
        joined_ = k;
        break;
      }
      const LinkCue* c = cue_at(k);
      const bool of_b = k >= t_.first && k <= t_.last;
      // "A blocking agents" are A blockers.
      const bool agents = c != nullptr && c->form == LinkForm::gerund && k + 1 < s_.tokens.size() &&
                          is_any(word(k + 1), "agent", "agents", "drug", "drugs");
      const bool blockade = k == first && is_any(word(k), "blockade", "antagonism");
      if (c != nullptr && !of_b &&
          (agents || blockade || c->form == LinkForm::agent || c->form == LinkForm::deficit)) {
        flip_ = c->sign < 0 ? -1 : 1;
        const bool of_another = is_any(word(c->token + 1), "of", "for", "at");
        if (c->form != LinkForm::deficit && !of_another) own_agent_ = c->token;
        break;
      }
      if (is_be(word(k)) || leads_doer(word(k)) || c != nullptr) break;
    }
    if (words_.a_is_done_to()) flip_ = -1;
    for (std::size_t i = f_.first; i > 0 && i + 3 > f_.first; --i) {
      const LinkCue* c = cue_at(i - 1);
      const bool deficit =
          c != nullptr && c->sign < 0 && word(i) == "of" &&
          (c->form == LinkForm::agent || c->form == LinkForm::deficit || c->form == LinkForm::noun);
      if (deficit && (forward_ || c->form == LinkForm::deficit)) {
        flip_ = -flip_;
        break;
      }
      if (word(i - 1) == "anti") flip_ = -1;
    }
  }

  std::vector<const LinkCue*> free_between() const {
    std::vector<const LinkCue*> free;
    for (const LinkCue* c : between_) {
      if (!c->bound || c->token == f_.last + 1) free.push_back(c);
    }
    return free;
  }

  // ---- A … B

  std::optional<PairReading> forward_reading() const {
    const int post = behind_.changes() ? behind_.cue->sign : 1;
    if (const auto whose = effect_named_by_b()) return whose;
    if (joined_ != kNowhere) return joined_reading(post);
    if (between_.empty()) return without_cue_between(post);
    std::vector<const LinkCue*> free = free_between();
    // What blocks A is named, not what it does: "A blockers and B".
    std::erase_if(free, [&](const LinkCue* c) { return c->token == own_agent_; });
    if (free.empty() && own_agent_ != kNowhere) return std::nullopt;
    if (free.empty()) return out(2, value(*between_.back()) * post * flip_, between_.back()->token);
    const LinkCue* main = free.back();
    for (const LinkCue* c : free) {
      if (c->form != LinkForm::comparative && c->form != LinkForm::constant) main = c;
    }
    if (const auto parallel = parallel_changes(*free.front())) return parallel;
    if (b_is_place(main->token)) return std::nullopt;
    if (b_is_means(main->token)) {
      if (!behind_.changes() || behind_.joined) return std::nullopt;
      return out(5.5, behind_.cue->sign * flip_, behind_.cue->token);  // "through B activation"
    }
    const auto weakened = undirected_between(main->token);
    if (weakened) return out(1.5, value(*main), main->token);
    return governed(*main, free, post);
  }

  // "A rose by 30 % and B fell": each change has its own subject.
  std::optional<PairReading> parallel_changes(const LinkCue& first) const {
    if (!words_.changes_by_itself(first.token)) return std::nullopt;
    bool joined = false;
    for (std::size_t k = first.token + 1; k < t_.first; ++k) joined = joined || word(k) == "and";
    for (const LinkCue& c : s_.cues) {  // close behind B
      const bool near = joined && c.token > t_.last && c.token <= t_.last + 3;
      if (near && words_.changes_by_itself(c.token))
        return out(4, first.sign * c.sign * flip_, c.token);
    }
    return std::nullopt;
  }

  // "A has a greater B-lowering effect than C": the joined word says what A does to B.
  std::optional<PairReading> effect_named_by_b() const {
    const std::size_t i = t_.last + 1;
    const LinkCue* c = cue_at(i);
    if (c == nullptr || c->form != LinkForm::gerund || words_.clause_between(f_.last, t_.first) ||
        !is_any(word(i + 1), "effect", "effects", "efficacy", "potency", "capabilities"))
      return std::nullopt;
    return out(4 - 0.1 * distance_, c->sign * flip_, i);
  }

  // "A reduced C through B": what is done is done to C. A word of change behind the preposition
  // ("through inhibition of B") is about B again.
  bool b_is_means(std::size_t cue) const {
    for (std::size_t k = cue + 2; k < t_.first; ++k) {
      const bool means = is_any(word(k), "via", "through") ||
                         (word(k) == "by" && is_any(word(k + 1), "means", "way")) ||
                         (word(k) == "mediated" && word(k + 1) == "by");
      if (means && !is_verbal_before(k)) return !changes_between(k, t_.first);
    }
    return false;
  }
  // "A raised C in B-deficient mice"
  bool b_is_place(std::size_t cue) const {
    for (std::size_t k = cue + 2; k < t_.first; ++k) {
      if (word(k) == "in" && t_.first - k <= 3 && names_a_setting(t_.last + 1))
        return !changes_between(k, t_.first);
    }
    return false;
  }
  // "signals through B": B is what is acted on.
  bool is_verbal_before(std::size_t k) const {
    return is_any(word(k - 1), "signals", "signaling", "signalling", "acts", "acting");
  }
  bool changes_between(std::size_t begin, std::size_t end) const {
    return std::any_of(between_.begin(), between_.end(),
                       [&](const LinkCue* c) { return c->token > begin && c->token < end; });
  }
  bool names_a_setting(std::size_t k) const {
    return is_any(word(k), "positive", "negative", "deficient", "null", "knockout", "expressing",
                  "overexpressing", "mutant", "transgenic", "cells", "mice", "rats", "patients");
  }

  bool undirected_between(std::size_t cue) const {
    for (std::size_t k = std::max(cue, f_.last) + 1; k < t_.first; ++k) {
      if (is_undirected_cue(word(k)) && !words_.hyphen_after(k - 1) && !words_.hyphen_after(k))
        return true;
    }
    return false;
  }

  // "A-induced inhibition of B"
  std::optional<PairReading> joined_reading(int post) const {
    const LinkCue* noun = nullptr;
    const LinkCue* verb = nullptr;
    for (const LinkCue* c : between_) {
      if (c->bound || c->token <= joined_) continue;
      if (is_nominal(c->form) || c->form == LinkForm::adjective) noun = c;
      if (is_verbal(c->form)) verb = c;
    }
    const std::string_view w = word(joined_);
    const bool given = is_any(w, "treated", "exposed");
    // "A-treated rats had …, worsening B": a quality of B.
    if (given && verb != nullptr && verb->form == LinkForm::gerund) verb = nullptr;
    // To have been given A is no effect of it.
    if (verb == nullptr && noun == nullptr && given) return std::nullopt;
    if (verb == nullptr) {
      const int sign = noun != nullptr ? noun->sign : 1;
      if (w == "dependent") return out(2.5, sign * post, joined_);
      return out(7.5 - 0.35 * distance_, sign * post, joined_);
    }
    if (given) return out(5, value(*verb) * post, verb->token);
    return out(2.2, value(*verb), verb->token);
  }

  PairReading governed(const LinkCue& main, const std::vector<const LinkCue*>& free,
                       int post) const {
    const std::size_t c = main.token;
    const double d = static_cast<double>(t_.first - c - 1);
    bool by_next = false;
    bool of_next = false;
    for (std::size_t k = c + 1; k < t_.first; ++k) {
      by_next = by_next || (k <= c + 3 && word(k) == "by");
      of_next = of_next || (k <= c + 4 && is_any(word(k), "of", "in", "on", "to"));
    }
    if (main.form == LinkForm::participle && by_next) return out(0.5, value(main), c);
    if (main.form == LinkForm::noun || (main.form == LinkForm::verb_or_noun && of_next))
      return governed_by_noun(main, free, post, d);
    switch (main.form) {
      case LinkForm::verb:
      case LinkForm::participle:
      case LinkForm::gerund:
      case LinkForm::verb_or_noun:
      case LinkForm::comparative:
        return governed_by_verb(main, post, d);
      case LinkForm::adjective:
      case LinkForm::sensitivity:
      case LinkForm::constant:
        return out(4 - 0.2 * d, value(main) * flip_, c);
      case LinkForm::agent:
        return out(2.5 - 0.2 * d, main.sign, c);
      default:
        return out(4 - 0.2 * d, value(main) * post * flip_, c);
    }
  }

  PairReading governed_by_noun(const LinkCue& main, const std::vector<const LinkCue*>& free,
                               int post, double d) const {
    const std::size_t c = main.token;
    const int sign = value(main) * post;
    if (words_.is_means(c)) return out(6.5 - 0.25 * d, sign, c);
    const LinkCue* previous = nullptr;
    for (const LinkCue* p : free) {
      if (p->token < c) previous = p;
    }
    if (previous == nullptr) return out(6 - 0.25 * d, sign * flip_, c);
    // "Effective for the reduction of B" reduces B.
    if (word(previous->token).starts_with("effectiv") || word(previous->token).starts_with("effic"))
      return out(5.5 - 0.2 * d, sign * flip_, c);
    bool by = false;
    for (std::size_t k = previous->token + 1; k < c; ++k) by = by || word(k) == "by";
    if (is_verbal(previous->form) && c - previous->token <= 7 && !by)
      return out(6.5 - 0.2 * d, value(*previous) * sign * flip_, previous->token);
    return out(5 - 0.2 * d, sign * flip_, c);
  }

  PairReading governed_by_verb(const LinkCue& main, int post, double d) const {
    const std::size_t c = main.token;
    double score = 7.5 - 0.25 * d;
    // "Effective for B reduction" reduces B.
    if (word(c).starts_with("effectiv") && behind_.changes())
      return out(score - 2, post * flip_, c);
    bool elsewhere = false;  // "increased C in B-positive cells"
    for (std::size_t k = c + 2; k < t_.first; ++k) {
      elsewhere = elsewhere || is_any(word(k), "in", "with", "without", "via", "through", "from",
                                      "during", "than", "toward", "towards", "after", "for", "by",
                                      "against", "among", "between");
    }
    if (elsewhere) score -= 2.5;
    if (behind_.joined) {  // "A inhibited B-induced C"
      post = 1;
      score -= 3;
    }
    if (main.form == LinkForm::gerund && c > 0 && is_any(word(c - 1), "by", "through", "via"))
      return out(score, value(main) * post, c);
    if (word(c + 1) == "by") score -= 3;
    return out(score, value(main) * post * flip_, c);
  }

  std::optional<PairReading> without_cue_between(int post) const {
    if (behind_.changes() && distance_ <= 2) return out(6, post * flip_, behind_.cue->token);
    const bool led = (f_.first > 0 && leads_doer(word(f_.first - 1))) ||
                     (f_.first > 1 && leads_doer(word(f_.first - 2)));
    for (const LinkCue& c : s_.cues) {  // "after A, B fell"
      if (c.token <= t_.last || c.token > t_.last + 5 || c.bound || words_.done_by_another(c))
        continue;
      if (words_.object_is_another(c, led)) continue;
      double score = led ? 5.5 : 3;
      if (!led && words_.coordinated()) score = 0.5;
      return out(score - 0.2 * distance_, value(c) * flip_, c.token);
    }
    const LinkCue* near = nullptr;
    for (const LinkCue& c : s_.cues) {
      const bool calls_a = c.form == LinkForm::agent;  // "the C blocking agent A"
      if (c.token < f_.first && c.token + 5 >= f_.first && !c.bound && !calls_a) near = &c;
    }
    if (near != nullptr) {
      const bool by = word(near->token + 1) == "by" || word(f_.first - 1) == "by";
      if (by) return out(6.5 - 0.2 * distance_, value(*near), near->token);
      if (words_.coordinated()) return out(0.2, value(*near), near->token);
      return out(2.5 - 0.2 * distance_, value(*near), near->token);
    }
    return anywhere();
  }

  // The nearest cue of the sentence: hardly more than a mention.
  std::optional<PairReading> anywhere() const {
    const auto nearest = words_.nearest_cue();
    if (nearest.cue == nullptr) return std::nullopt;
    return PairReading{.score = base_ + 0.5 - 0.05 * nearest.distance,
                       .sign = value(*nearest.cue),
                       .cue = nearest.cue->token};
  }

  // ---- B … A

  std::optional<PairReading> backward_reading() const {
    int pre = 1;
    if (behind_.changes() && behind_.cue->token < f_.first) {
      const std::size_t i = behind_.cue->token;
      if (!free_verb_after(i)) {  // "B inhibition by A"
        const double d = static_cast<double>(f_.first - i);
        return out((words_.led_by(i + 1, false) ? 6.5 : 4) - 0.15 * d, behind_.cue->sign * flip_,
                   i);
      }
      pre = behind_.cue->sign;
    }
    if (before_ != nullptr && is_nominal(before_->form)) {
      if (!free_verb_after(t_.last)) {  // "inhibition of B by A"
        return out((words_.led_by(t_.last + 1, true) ? 7 : 4) - 0.2 * distance_,
                   value(*before_) * flip_, before_->token);
      }
      pre *= value(*before_);
    }
    return passive_reading(pre);
  }

  bool free_verb_after(std::size_t i) const {
    return std::any_of(between_.begin(), between_.end(), [&](const LinkCue* c) {
      return c->token > i && is_verbal(c->form) && !c->bound;
    });
  }

  // "B was inhibited by A", "B fell after A", "B fell in A-treated cells"
  std::optional<PairReading> passive_reading(int pre) const {
    std::vector<const LinkCue*> free;
    std::vector<const LinkCue*> verbs;
    for (const LinkCue* c : between_) {
      if (c->bound) continue;
      free.push_back(c);
      if (is_verbal(c->form) || c->form == LinkForm::verb_or_noun ||
          c->form == LinkForm::comparative)
        verbs.push_back(c);
    }
    if (const auto other = second_verb_of(verbs)) return *other;
    if (joined_ != kNowhere && word(joined_) == "treated" && !free.empty())
      return out(5.5 - 0.2 * distance_, value(*free.front()) * pre, free.front()->token);
    if (!verbs.empty()) return led_verb(verbs, pre);
    if (!free.empty()) {
      const LinkCue& c = *free.front();
      // "B fell as with the C inhibitor or A": the agent is C's.
      const bool of_another = c.token > t_.last + 1 && is_any(word(c.token + 1), "or", "and");
      if (c.form == LinkForm::agent && of_another) return out(0.3, c.sign, c.token);
      if (c.form == LinkForm::agent) return out(4 - 0.2 * distance_, c.sign, c.token);
      const double score = words_.led_by(c.token + 1, false) ? 4.5 : 2.5;
      return out(score - 0.2 * distance_, value(c) * pre * flip_, c.token);
    }
    return cue_outside();
  }

  // "C improved B and reduced D through A": the second verb has an object of its own, B the first.
  std::optional<PairReading> second_verb_of(const std::vector<const LinkCue*>& verbs) const {
    if (verbs.size() != 1 || before_ != nullptr) return std::nullopt;
    const std::size_t second = verbs.front()->token;
    const bool has_object = verbs.front()->form == LinkForm::participle && second > t_.last + 1 &&
                            word(second - 1) == "and" &&
                            !is_any(word(second + 1), "by", "in", "with", "after", "following",
                                    "upon", "through", "via", "and", "during", "when", "on");
    if (!has_object) return std::nullopt;
    const LinkCue* first = nullptr;
    for (const LinkCue& c : s_.cues) {
      if (c.token < t_.first && c.token + 3 >= t_.first && !c.bound && is_verbal(c.form))
        first = &c;
    }
    if (first == nullptr || is_be(word(first->token - 1))) return std::nullopt;
    for (std::size_t k = second + 1; k < f_.first; ++k) {
      if (is_any(word(k), "through", "via", "by"))
        return out(4, value(*first) * flip_, first->token);
    }
    return std::nullopt;
  }

  PairReading led_verb(const std::vector<const LinkCue*>& verbs, int pre) const {
    for (const LinkCue* c : verbs) {
      const bool undergone = c->form == LinkForm::participle || c->form == LinkForm::verb_or_noun ||
                             c->form == LinkForm::comparative ||
                             is_any(word(c->token), "fell", "rose", "declined", "dropped");
      if (!undergone) continue;
      const double d = static_cast<double>(f_.first - c->token - 1);
      bool by = false;
      for (std::size_t k = c->token + 1; k < f_.first && k <= c->token + 4; ++k)
        by = by || word(k) == "by";
      if (by) return out(7.2 - 0.2 * d, value(*c) * pre * flip_, c->token);
      if (words_.led_by(c->token + 1, true)) {
        const double from_b = static_cast<double>(c->token - t_.last);
        return out(5.5 - 0.2 * d - 0.1 * from_b, value(*c) * pre * flip_, c->token);
      }
    }
    const LinkCue& last = *verbs.back();
    if (last.form == LinkForm::verb || last.form == LinkForm::gerund)
      return out(0.3, value(last) * pre, last.token);  // B acts on A
    return out(0.5 - 0.1 * distance_, value(*verbs.front()) * pre * flip_, verbs.front()->token);
  }

  std::optional<PairReading> cue_outside() const {
    const LinkCue* near = nullptr;
    for (const LinkCue& c : s_.cues) {
      if (c.token < t_.first && c.token + 5 >= t_.first && !c.bound) near = &c;
    }
    if (near != nullptr) {
      bool by = false;
      for (std::size_t k = t_.last + 1; k < f_.first; ++k)
        by = by || is_any(word(k), "by", "after", "with");
      const double score = by ? 5.5 : words_.coordinated() ? 0.5 : 2;
      return out(score - 0.2 * distance_, value(*near) * flip_, near->token);
    }
    for (const LinkCue& c : s_.cues) {
      if (c.token > f_.last && c.token <= f_.last + 4)
        return out(0.5 - 0.1 * distance_, value(c), c.token);
    }
    return anywhere();
  }

  const PairWords words_;
  const LinkSentence& s_;
  const NameSpan& f_;
  const NameSpan& t_;
  const NameSpan& a_;
  const NameSpan& b_;
  const bool forward_;
  double distance_ = 0;
  double base_ = 0;
  std::vector<const LinkCue*> between_;
  PairWords::BoundCue behind_;
  const LinkCue* before_ = nullptr;
  int flip_ = 1;
  std::size_t joined_ = kNowhere;
  std::size_t own_agent_ = kNowhere;  // of "A blockers": the token of its last word
};

}  // namespace

std::optional<PairReading> read_pair(const LinkSentence& sentence, const NameSpan& from,
                                     const NameSpan& to, bool less_is_better) {
  return LinkPairReader(sentence, from, to, less_is_better).read();
}

std::optional<PairReading> best_reading(const LinkSentence& sentence,
                                        const std::vector<NameSpan>& from,
                                        const std::vector<NameSpan>& to, bool less_is_better) {
  std::optional<PairReading> best;
  for (const NameSpan& f : from) {
    for (const NameSpan& t : to) {
      const auto reading = read_pair(sentence, f, t, less_is_better);
      if (reading && (!best || reading->score > best->score)) best = reading;
    }
  }
  return best;
}

}  // namespace ev::mechanism
