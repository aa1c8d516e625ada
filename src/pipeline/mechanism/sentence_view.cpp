#include "pipeline/mechanism/sentence_view.hpp"

#include "pipeline/mechanism/word_class.hpp"
#include "pipeline/text/scopes.hpp"

namespace ev::mechanism {

SentenceView::SentenceView(std::string_view sentence, const std::vector<doc::Token>& tokens,
                           const std::vector<Mention>& mentions, const Vocabulary& vocabulary)
    : sentence_(sentence), tokens_(tokens), mentions_(mentions), vocabulary_(vocabulary) {
  owner_.assign(tokens.size(), kNone);
  for (std::size_t m = 0; m < mentions.size(); ++m) {
    for (std::size_t i = mentions[m].outer_first; i <= mentions[m].outer_last; ++i) owner_[i] = m;
  }
}

std::optional<CueWord> SentenceView::cue_at(std::size_t i) const {
  // "up-regulates" is two tokens; the cue sits on the second.
  if (i > 0 && word(i).starts_with("regulat") && gap(i - 1) == "-") {
    const CueForm form = word(i).ends_with("ed")    ? CueForm::participle
                         : word(i).ends_with("ing") ? CueForm::gerund
                         : word(i).ends_with("ion") ? CueForm::noun
                                                    : CueForm::verb;
    if (word(i - 1) == "up") return CueWord{CueType::up, form, "regulat"};
    if (word(i - 1) == "down") return CueWord{CueType::down, form, "regulat"};
  }
  constexpr std::string_view kAuxiliaries[] = {"to", "may", "can", "might", "could", "not", "will"};
  const std::string_view before = i > 0 ? word(i - 1) : std::string_view();
  if (word(i) == "cause" && !any_of_words(kAuxiliaries, before))
    return std::nullopt;  // "from any cause"
  auto cue = cue_of(word(i));
  if (!cue || cue->type != CueType::affect) return cue;
  if (before == "adversely" || before == "negatively" || before == "detrimentally")
    cue->type = CueType::worsen;
  if (before == "favorably" || before == "favourably" || before == "beneficially")
    cue->type = CueType::treat;
  if (word(i) == "effect" && before == "to")
    return CueWord{CueType::produce, CueForm::verb, "effect"};
  return cue;
}

std::vector<FreeCue> SentenceView::free_cues() const {
  std::vector<FreeCue> cues;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::string_view before = i > 0 ? word(i - 1) : std::string_view();
    const bool bound =
        i > 0 && gap(i - 1).ends_with('-') && before != "up" && before != "down" && before != "re";
    if (owned(i) || bound) continue;  // "meal-stimulated", "LPS-induced": no verb
    if (const auto cue = cue_at(i)) cues.push_back({i, *cue, {}, {}});
  }
  return cues;
}

bool SentenceView::boundary_after(std::size_t i) const {
  const std::string_view g = gap(i);
  if (g.find_first_of(";:") != std::string_view::npos || g.find(". ") != std::string_view::npos)
    return true;
  return i + 1 < size() && ends_clause(word(i + 1));
}

std::size_t SentenceView::clause_begin(std::size_t i) const {
  while (i > 0 && !boundary_after(i - 1) && !ends_clause(word(i))) --i;
  return i;
}

std::size_t SentenceView::clause_end(std::size_t i) const {
  while (i < size() && !boundary_after(i)) ++i;
  return std::min(i + 1, size());
}

std::vector<std::size_t> SentenceView::mentions_between(std::size_t begin, std::size_t end) const {
  std::vector<std::size_t> found;
  for (std::size_t m = 0; m < mentions_.size(); ++m) {
    const bool inside = mentions_[m].outer_first >= begin && mentions_[m].outer_last < end;
    if (inside && !modifies(m)) found.push_back(m);
  }
  return found;
}

bool SentenceView::modifies(std::size_t m) const {
  constexpr std::string_view kJoined[] = {"induced", "mediated",  "stimulated",
                                          "evoked",  "triggered", "associated",
                                          "related", "dependent", "deficient"};
  const std::size_t at = mentions_[m].last + 1;
  // "tumor angiogenesis": the last of the names is what is spoken of.
  if (m + 1 < mentions_.size() && entity(m).disease && mentions_[m].outer_last + 1 < size() &&
      mentions_[m + 1].outer_first == mentions_[m].outer_last + 1 &&
      gap(mentions_[m].outer_last) == " " && kind(m + 1) != Kind::drug)
    return true;
  if (at >= size() || mentions_[m].outer_last >= at || !any_of_words(kJoined, word(at)))
    return false;
  if (gap(at - 1) == "-") return true;
  const std::size_t first = mentions_[m].outer_first;  // "inhibited the LPS induced TNF release"
  return gap(at - 1) == " " && first > 0 && (word(first - 1) == "the" || cue_of(word(first - 1))) &&
         word(at) != "associated" && word(at) != "related";
}

bool SentenceView::in_phrase(std::size_t m, std::size_t begin) const {
  std::size_t i = mentions_[m].outer_first;
  for (int steps = 0; i > begin && steps < 5; ++steps) {
    --i;
    if (owned(i)) return false;
    if (is_preposition(word(i))) return true;
    if (gap(i).find(',') != std::string_view::npos) return false;
  }
  return false;
}

std::size_t SentenceView::head(const std::vector<std::size_t>& left, std::size_t begin) const {
  std::size_t k = left.size() - 1;
  while (k > 0 && in_phrase(left[k], begin)) --k;
  return left[k];
}

bool SentenceView::coordinated(std::size_t a, std::size_t b) const {
  bool joint = gap(mentions_[a].outer_last).find(',') != std::string_view::npos;
  for (std::size_t i = mentions_[a].outer_last + 1; i < mentions_[b].outer_first; ++i) {
    const std::string_view w = word(i);
    joint = joint || is_conjunction(w) || gap(i).find(',') != std::string_view::npos;
    if (!is_filler(w) || w == "which" || w == "that" || w == "was" || w == "were") return false;
  }
  return joint;
}

bool SentenceView::only_fillers(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (owned(i) || (!is_filler(word(i)) && !cue_of(word(i)))) return false;
  }
  return true;
}

bool SentenceView::compared_with_active(std::size_t at) const {
  constexpr std::string_view kControls[] = {"placebo", "control", "controls", "baseline",
                                            "vehicle", "sham",    "before",   "untreated"};
  constexpr std::string_view kComparisons[] = {"than",     "versus",     "vs",     "compared",
                                               "superior", "comparable", "equally"};
  bool comparison = false;
  bool control = false;
  for (std::size_t i = clause_begin(at); i < clause_end(at); ++i) {
    comparison = comparison || any_of_words(kComparisons, word(i));
    control = control || any_of_words(kControls, word(i));
  }
  return comparison && !control;
}

bool SentenceView::combined(std::size_t begin, std::size_t end) const {
  constexpr std::string_view kWords[] = {"combination", "combined",    "combinations",  "plus",
                                         "triple",      "dual",        "quadruple",     "regimen",
                                         "regimens",    "together",    "consisting",    "added",
                                         "addition",    "concomitant", "antimicrobials"};
  for (std::size_t i = begin; i < end; ++i) {
    if (any_of_words(kWords, word(i))) return true;
  }
  return false;
}

bool SentenceView::is_fixed_combination(std::size_t m) const {
  const auto joins = [&](std::size_t a, std::size_t b) {
    const std::string_view g = gap(mentions_[a].outer_last);
    return kind(a) == Kind::drug && kind(b) == Kind::drug && (g == "-" || g == "/") &&
           mentions_[a].entity != mentions_[b].entity &&
           mentions_[b].outer_first == mentions_[a].outer_last + 1;
  };
  return (m > 0 && joins(m - 1, m)) || (m + 1 < mentions_.size() && joins(m, m + 1));
}

bool SentenceView::shares_credit(std::size_t m) const {
  constexpr std::string_view kJoins[] = {"and", "or", "plus", "with", "based", "containing"};
  const std::size_t first = mentions_[m].outer_first;
  const std::size_t last = mentions_[m].outer_last;
  const bool joined_after = last + 1 < size() && (any_of_words(kJoins, word(last + 1)) ||
                                                  gap(last).find('+') != std::string_view::npos);
  const bool joined_before = first > 0 && (word(first - 1) == "and" || word(first - 1) == "plus" ||
                                           gap(first - 1).find('+') != std::string_view::npos);
  return joined_after || joined_before || combined(clause_begin(first), clause_end(last));
}

bool SentenceView::set_apart(std::size_t m) const {
  for (std::size_t i = mentions_[m].outer_first; i > 0 && i + 20 > mentions_[m].outer_first; --i) {
    if (word(i - 1) == "unlike") return true;
    if (i > 1 && word(i - 1) == "from" &&
        (word(i - 2).starts_with("switch") || word(i - 2).starts_with("conver")))
      return true;
    if (i > 1 && ((word(i - 2) == "rather" && word(i - 1) == "than") ||
                  (word(i - 2) == "instead" && word(i - 1) == "of")))
      return true;
    if (boundary_after(i - 1)) return false;
  }
  return false;
}

bool SentenceView::only_varies(std::size_t m) const {
  constexpr std::string_view kWords[] = {"variation",    "variations",   "variability",
                                         "fluctuations", "difference",   "differences",
                                         "polymorphism", "polymorphisms"};
  for (std::size_t i = mentions_[m].outer_first; i > 0 && i + 5 > mentions_[m].outer_first; --i) {
    if (any_of_words(kWords, word(i - 1))) return true;
    if (boundary_after(i - 1) || cue_at(i - 1)) return false;
  }
  return false;
}

bool SentenceView::verb_between(std::size_t m, std::size_t cue) const {
  constexpr std::string_view kBe[] = {"is", "are", "was", "were", "be"};
  for (std::size_t i = mentions_[m].outer_last + 1; i < cue; ++i) {
    if (any_of_words(kBe, word(i)) && !only_fillers(i + 1, cue)) return true;
  }
  return false;
}

bool SentenceView::names_people(std::size_t m) const {
  constexpr std::string_view kPeople[] = {"patient",     "patients", "subject",    "subjects",
                                          "individuals", "people",   "population", "populations",
                                          "adults",      "children", "women",      "men"};
  const std::size_t next = mentions_[m].outer_last + 1;
  return next < size() && entity(m).disease && gap(next - 1) == " " &&
         any_of_words(kPeople, word(next));
}

// "failure of A to improve B", "A failed …": but heart failure is no failing.
bool SentenceView::failed_before(std::size_t cue) const {
  constexpr std::string_view kWords[] = {"failed", "fails", "failing", "failure", "lack", "unable"};
  for (std::size_t i = cue; i > 0 && i + 6 > cue; --i) {
    if (boundary_after(i - 1)) return false;
    if (!owned(i - 1) && any_of_words(kWords, word(i - 1))) return true;
  }
  return false;
}

bool SentenceView::negated_at(std::size_t cue, std::size_t object) const {
  if (doc::scope_at(sentence_, tokens_, cue).negated || failed_before(cue)) return true;
  const Mention& m = mentions_[object];  // "caused no decrease in B"
  return m.acts && m.outer_first > cue && doc::scope_at(sentence_, tokens_, m.outer_first).negated;
}

bool SentenceView::hedged_at(std::size_t cue) const {
  return doc::scope_at(sentence_, tokens_, cue).hedged;
}

std::size_t SentenceView::end_of_aside(std::size_t i) const {
  constexpr std::size_t kLongest = 6;
  if (!gap(i).starts_with(" (")) return i;
  for (std::size_t k = i + 1; k < size() && k <= i + kLongest && !owned(k); ++k) {
    if (gap(k).find(')') != std::string_view::npos) return k;
  }
  return i;
}

bool SentenceView::described_by(const Mention& drug, const Mention& b) const {
  static const WordClass kBetween("own description");
  if (b.outer_first > drug.outer_last + 16 || b.outer_first <= drug.outer_last) return false;
  if (boundary_after(drug.outer_last)) return false;
  constexpr std::string_view kCopulas[] = {"is",   "are",  "was",  "were",      "has",
                                           "have", "with", "acts", "possesses", "exerts"};
  const std::size_t last = end_of_aside(drug.outer_last);  // "A (5 mg), a B blocker"
  const std::string_view next = word(last + 1);
  const bool apposed = gap(last).find_first_of(",(") != std::string_view::npos;
  const bool article = next == "a" || next == "an";
  bool linked = apposed && (article || next == "the" || next == "which" || next == "another");
  for (std::size_t i = last + 1; i < b.outer_first; ++i) {
    if (boundary_after(i)) return false;
    linked = linked || any_of_words(kCopulas, word(i));
    const bool named = owned(i) && kind(owner(i)) != Kind::drug && mentions_[owner(i)].acts;
    // Behind "A, a …" everything up to the agent qualifies it.
    const bool quality = apposed && article && b.agent && !owned(i) && !is_preposition(word(i)) &&
                         !is_conjunction(word(i)) && !cue_at(i);
    if (!named && !quality && !kBetween.has(word(i))) return false;
    // "A is used with a B blocker": two drugs, not a drug and its class.
    if (b.agent && (word(i) == "with" || word(i) == "to")) return false;
  }
  return linked;
}

void add_relation(const SentenceView& view, std::vector<Relation>& out, std::size_t from,
                  std::size_t to, int sign, Form form, std::size_t cue, Relation extra) {
  if (from == to || view.mention(from).entity == view.mention(to).entity) return;
  if (view.only_varies(to)) return;
  const bool described =
      form == Form::doer;  // an apposition is outside the sentence's "may" and "not"
  // What a class of drugs does is laid to its target only where it acted alone, and where the
  // target can be the cause: an infection has another.
  const bool of_class = view.mention(from).agent && view.kind(from) == Kind::target;
  if (of_class && (view.entity(to).infection || view.shares_credit(from))) return;
  extra.negated = !described && view.negated_at(cue, to);
  if (sign == 0 && !extra.negated) return;
  extra.from = from;
  extra.to = to;
  extra.sign = sign * view.mention(from).polarity;
  extra.form = form;
  extra.cue = cue;
  extra.hedged = !described && view.hedged_at(cue);
  extra.weak = extra.weak || (!described && view.is_fixed_combination(from));
  extra.by_class = view.mention(from).agent || (described && view.mention(to).agent);
  out.push_back(extra);
}

}  // namespace ev::mechanism
