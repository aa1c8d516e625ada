#include "pipeline/mechanism/stance.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/aims.hpp"
#include "pipeline/mechanism/denial.hpp"
#include "pipeline/mechanism/pair_model.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/word_lists.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ev::mechanism {
namespace {

constexpr double kBackgroundWeight = 0.3;
constexpr double kHedgedWeight = 0.5;
// Odds of SignOdds. Below kLeast a sentence that the grammar reads is a mention all the same: it
// takes both. What is below kFirm alone carries no verdict.
constexpr double kLeast = 0.15;
// Below this score the grammar has seen that another acts, or that it is compared or set apart.
constexpr double kRuledOut = -0.5;
constexpr double kFirm = 0.35, kSure = 0.6;

double confidence_of(double odds) {
  if (odds >= kSure) return 0.8;
  return odds >= kFirm ? 0.65 : 0.45;
}

bool overlap(const NameSpan& a, const NameSpan& b) {
  return a.first <= b.last && b.first <= a.last;
}

// A name within a longer name of the other end is no mention: "insulin" in "insulin receptor".
void drop_inner(std::vector<NameSpan>& spans, const std::vector<NameSpan>& others) {
  std::erase_if(spans, [&](const NameSpan& s) {
    return std::any_of(others.begin(), others.end(), [&](const NameSpan& o) {
      return overlap(s, o) && o.last - o.first > s.last - s.first;
    });
  });
}

double confidence_of(const PairReading& reading) {
  if (reading.score >= 6) return 0.8;
  if (reading.score >= 3) return 0.65;
  return reading.score >= kFirmReading ? 0.45 : 0.25;
}

Stance stance_of(const PairReading& reading, int asserted) {
  if (reading.null_finding) return Stance::contradicts;
  if (reading.negated) {
    const bool same = asserted == 0 || reading.sign == 0 || reading.sign == asserted;
    return same ? Stance::contradicts : Stance::mentions;
  }
  if (reading.sign == 0) return asserted == 0 ? Stance::supports : Stance::mentions;
  return asserted == 0 || reading.sign == asserted ? Stance::supports : Stance::contradicts;
}

class StanceReader {
 public:
  StanceReader(const doc::RecordAnalysis& record, std::span<const NamedLink> links)
      : record_(record), provenance_(provenance_of(record.article())), out_(links.size()) {
    const std::string text = record.article().title + "\n" + record.article().abstract;
    for (const NamedLink& link : links) {
      names_.push_back(link);
      names_.back().from = link.from.with_definitions(text);
      names_.back().to = link.to.with_definitions(text);
    }
  }

  std::vector<std::vector<Evidence>> run() {
    for (const auto& [sentence, text, tokens] : record_.sentences()) {
      const LinkSentence read = link_sentence(text, tokens);
      for (std::size_t l = 0; l < names_.size(); ++l) {
        const Ends ends = ends_in(names_[l], read);
        if (ends.named()) add(l, sentence, read, ends);
      }
    }
    return std::move(out_);
  }

 private:
  // Where a sentence names the ends, and their opposites.
  struct Ends {
    std::vector<NameSpan> from, to, less_from, less_to;
    bool named() const {
      return (!from.empty() && !to.empty()) || (!from.empty() && !less_to.empty()) ||
             (!less_from.empty() && !to.empty());
    }
  };

  static Ends ends_in(const NamedLink& link, const LinkSentence& read) {
    const auto find = [&](const LinkNames& names) { return names.find(read.text, read.tokens); };
    Ends e{find(link.from), find(link.to), find(link.from_opposites), find(link.to_opposites)};
    const Ends all = e;
    const std::vector<NameSpan> others = find(link.others);
    for (auto* spans : {&e.from, &e.to, &e.less_from, &e.less_to}) {
      for (const auto* longer : {&all.from, &all.to, &all.less_from, &all.less_to, &others})
        drop_inner(*spans, *longer);
    }
    // Every one is read with every other: a sentence that repeats a name more often says no more.
    constexpr std::size_t kMostNamed = 8;
    for (auto* spans : {&e.from, &e.to, &e.less_from, &e.less_to})
      spans->resize(std::min(spans->size(), kMostNamed));
    return e;
  }

  struct Read {
    std::optional<PairReading> grammar;  // the firmest
    bool open = false;                   // the sentence leaves it open
    bool condition = false;              // `to` as named here is one
    SignOdds odds;                       // of the two names that say most
    bool denied() const { return grammar && (grammar->negated || grammar->null_finding); }
    // The grammar says the other way; then the sentence alone decides nothing.
    bool disputed() const {
      return grammar && grammar->score >= kFirmReading && grammar->sign * odds.sign() < 0;
    }
  };

  // What is said of an end's opposite is said of the end with the other sign.
  static Read read_ends(const NamedLink& link, const LinkSentence& read, doc::Role role,
                        const Ends& ends) {
    Read best;
    const auto take = [&](const std::vector<NameSpan>& from, const std::vector<NameSpan>& to,
                          int sign, bool less_is_better) {
      bool firmest = false;
      for (const NameSpan& f : from) {
        for (const NameSpan& t : to) {
          if (overlap(f, t)) continue;
          auto reading = read_pair(read, f, t, less_is_better);
          if (!reading) continue;  // the grammar rules it out
          SignOdds odds = sign_odds(read, role, f, t, reading);
          if (reading->score < kRuledOut) odds = {};
          if (sign < 0) std::swap(odds.plus, odds.minus);
          if (odds.either() > best.odds.either()) best.odds = odds;
          if (best.grammar && best.grammar->score >= reading->score) continue;
          reading->sign *= sign;
          best.grammar = reading;
          best.condition = less_is_better;
          firmest = true;
        }
      }
      if (firmest) heed_denial(best, read, from, to);
    };
    take(ends.from, ends.to, 1, link.less_is_better);
    take(ends.from, ends.less_to, -1, link.link.to_valence > 0);
    take(ends.less_from, ends.to, -1, link.less_is_better);
    return best;
  }

  static void heed_denial(Read& read, const LinkSentence& sentence,
                          const std::vector<NameSpan>& from, const std::vector<NameSpan>& to) {
    PairReading& reading = *read.grammar;
    read.open = false;
    if (reading.doer || reading.null_finding) return;
    const Denial denial = denial_around(sentence, from, to, reading.cue);
    if (reading.negated) {
      read.open = denial == Denial::open;  // "C is not an alternative to A in …"
      if (!only_without_another(sentence, from, reading.cue)) return;
      reading.negated = false;
      reading.score += kNegatedLoss;
      return;
    }
    reading.negated = denial == Denial::denied;
    read.open = denial == Denial::open;
  }

  void add(std::size_t l, const doc::Sentence& sentence, const LinkSentence& read,
           const Ends& ends) {
    const Read best = read_ends(names_[l], read, sentence.role, ends);
    Evidence e{.id = record_id(record_.article()),
               .quote = record_.document().quote(sentence.span),
               .stance = Stance::mentions,
               .design = provenance_.design,
               .species = provenance_.species};
    if (best.grammar) {
      const PairReading& reading = *best.grammar;
      const doc::Token& cue = read.tokens[reading.cue];
      e.cue = std::string(read.text.substr(cue.begin, cue.end - cue.begin));
      e.negated = reading.negated;
      e.hedged = doc::scope_at(read.text, read.tokens, reading.cue).hedged && !reading.doer;
      e.by_class = reading.doer && !best.disputed();
    }
    if (counts(best, sentence, read)) {
      const int asserted = names_[l].link.sign;
      const double odds = best.odds.either();
      if (best.denied() || is_passage()) {
        e.stance = stance_of(*best.grammar, asserted);
        e.weak = best.grammar->score < kFirmReading;
        e.weight = confidence_of(*best.grammar);
      } else {
        const bool agrees = asserted == 0 || best.odds.sign() == asserted;
        e.stance = agrees ? Stance::supports : Stance::contradicts;
        e.weak = odds < kFirm || best.disputed();
        e.weight = confidence_of(odds);
      }
      e.weight *= provenance_.weight;
      if (e.hedged) e.weight *= kHedgedWeight;
      if (sentence.role == doc::Role::background) e.weight *= kBackgroundWeight;
    }
    if (e.stance == Stance::mentions) e.weight = 0;
    out_[l].push_back(std::move(e));
  }

  // A bare sentence is a passage somebody chose: the grammar decides there, its weaker forms as
  // well. A record of which there is but a title is none.
  bool is_passage() const {
    return record_.article().title.empty() && record_.sentences().size() == 1;
  }

  // What a thing is called holds wherever it is said; everything else must not be an aim or a
  // method.
  bool counts(const Read& best, const doc::Sentence& sentence, const LinkSentence& read) const {
    if (best.open || !best.grammar) return false;
    const PairReading& reading = *best.grammar;
    if (best.condition && reading.score < kFirmOfCondition) return false;
    const bool firm = reading.score >= kFirmReading;
    if (!is_passage() && !firm) return false;
    if (!is_passage() && !best.denied() && best.odds.either() < kLeast) return false;
    if (!best.denied() && taken_back(read, reading.cue)) return false;
    const bool called = reading.doer && firm && !best.disputed();
    if (is_passage() || called) return true;
    if (provenance_.plan) return false;
    if (sentence.role == doc::Role::title && names_a_topic(best, read)) return false;
    return sentence.role != doc::Role::objective && !states_an_aim(read.text);
  }

  // "It is suggested that A could lower B, but the trials do not bear it out."
  static bool taken_back(const LinkSentence& read, std::size_t cue) {
    if (!doc::scope_at(read.text, read.tokens, cue).hedged) return false;
    bool turned = false;
    for (std::size_t k = cue + 1; k < read.tokens.size(); ++k) {
      const std::string_view w = read.tokens[k].folded;
      turned = turned || w == "but" || w == "however" || w == "although";
      const bool only = k + 1 < read.tokens.size() && read.tokens[k + 1].folded == "only";
      if (turned && is_negator(w) && !only) return true;
    }
    return false;
  }

  // "A in the prevention of B" names what was looked into; so does a title on a condition that has
  // no verb at all.
  static bool names_a_topic(const Read& best, const LinkSentence& read) {
    if (names_a_study(read.text)) return true;
    const std::size_t cue = best.grammar->cue;
    const bool infinitive = cue > 0 && read.tokens[cue - 1].folded == "to";  // "A to lower B"
    if ((best.condition || infinitive) && !states_a_finding(read.text)) return true;
    const auto word = [&](std::size_t back) {
      return cue < back ? std::string_view() : std::string_view(read.tokens[cue - back].folded);
    };
    const std::string_view leads = word(1) == "the" ? word(2) : word(1);
    return leads == "in" || leads == "for";
  }

  const doc::RecordAnalysis& record_;
  Provenance provenance_;
  std::vector<NamedLink> names_;
  std::vector<std::vector<Evidence>> out_;
};

}  // namespace

NamedLink named_link(const LinkToTest& link) {
  std::string folded = text::fold(link.to);
  return {.link = link,
          .from = LinkNames(link.from, link.from_names),
          .to = LinkNames(link.to, link.to_names),
          .from_opposites = LinkNames("", link.from_opposites),
          .to_opposites = LinkNames("", link.to_opposites),
          .others = LinkNames("", link.others),
          .less_is_better = link.to_valence < 0 || looks_like_disease(folded) ||
                            folded.find("mortality") != folded.npos ||
                            folded.find("morbidity") != folded.npos};
}

std::vector<std::vector<Evidence>> read_stances(const doc::RecordAnalysis& record,
                                                std::span<const NamedLink> links) {
  return StanceReader(record, links).run();
}

}  // namespace ev::mechanism
