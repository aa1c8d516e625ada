#include "pipeline/mechanism/relations.hpp"

#include "pipeline/mechanism/cues.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace ev::mechanism {

const char* to_string(Form form) {
  switch (form) {
    case Form::active:
      return "active";
    case Form::passive:
      return "passive";
    case Form::nominal:
      return "nominal";
    case Form::doer:
      return "doer";
    case Form::clinical:
      return "clinical";
    case Form::means:
      return "means";
  }
  return "active";
}

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

template <std::size_t N>
bool any_of_words(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

struct FreeCue {
  std::size_t token = 0;
  CueWord word;
  std::vector<std::size_t> subjects;  // mentions
  std::vector<std::size_t> objects;
};

class Grammar {
 public:
  Grammar(std::string_view sentence, const std::vector<doc::Token>& tokens,
          const std::vector<Mention>& mentions, const Vocabulary& vocabulary)
      : sentence_(sentence), tokens_(tokens), mentions_(mentions), vocabulary_(vocabulary) {
    owner_.assign(tokens.size(), kNone);
    for (std::size_t m = 0; m < mentions.size(); ++m) {
      for (std::size_t i = mentions[m].outer_first; i <= mentions[m].outer_last; ++i) owner_[i] = m;
    }
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (owner_[i] != kNone ||
          (i > 0 && owner_[i - 1] == kNone && gap(i - 1) == "-" && !cue_prefix(i - 1))) {
        continue;  // "meal-stimulated", "lipid-lowering" say nothing of the sentence's names
      }
      if (auto cue = cue_at(i)) cues_.push_back({i, *cue, {}, {}});
    }
  }

  std::vector<Relation> run() {
    for (std::size_t c = 0; c < cues_.size(); ++c) read_cue(c);
    read_means();
    read_attributions();
    for (std::size_t m = 0; m + 1 < mentions_.size(); ++m) {
      read_hyphenated(m);
      read_nominal(m);
    }
    read_doers();
    return std::move(out_);
  }

 private:
  std::string_view word(std::size_t i) const { return tokens_[i].folded; }
  std::string_view gap(std::size_t i) const { return gap_after(sentence_, tokens_, i); }
  const Entity& entity(std::size_t m) const { return vocabulary_.at(mentions_[m].entity); }
  Kind kind(std::size_t m) const { return entity(m).kind; }

  // "up-regulates" is two tokens; the cue sits on the second.
  std::optional<CueWord> cue_at(std::size_t i) const {
    if (i > 0 && word(i).starts_with("regulat") && gap(i - 1) == "-") {
      const CueForm form = word(i).ends_with("ed")    ? CueForm::participle
                           : word(i).ends_with("ing") ? CueForm::gerund
                           : word(i).ends_with("ion") ? CueForm::noun
                                                      : CueForm::verb;
      if (word(i - 1) == "up") return CueWord{CueType::up, form, "regulat"};
      if (word(i - 1) == "down") return CueWord{CueType::down, form, "regulat"};
    }
    if (word(i) == "cause" && (i == 0 || !is_auxiliary(word(i - 1))))
      return std::nullopt;  // "from any cause"
    auto cue = cue_of(word(i));
    if (cue && cue->type == CueType::affect && i > 0) {
      const std::string_view how = word(i - 1);
      if (how == "adversely" || how == "negatively" || how == "detrimentally")
        cue->type = CueType::worsen;
      if (how == "favorably" || how == "favourably" || how == "beneficially")
        cue->type = CueType::treat;
    }
    return cue;
  }

  bool cue_prefix(std::size_t i) const {
    return word(i) == "up" || word(i) == "down" || word(i) == "re";
  }

  static bool is_auxiliary(std::string_view w) {
    return w == "to" || w == "may" || w == "can" || w == "might" || w == "could" || w == "not" ||
           w == "will";
  }

  bool boundary_after(std::size_t i) const {
    const std::string_view g = gap(i);
    if (g.find_first_of(";:") != std::string_view::npos || g.find(". ") != std::string_view::npos)
      return true;
    return i + 1 < tokens_.size() && ends_clause(word(i + 1));
  }

  std::size_t clause_begin(std::size_t i) const {
    while (i > 0 && !boundary_after(i - 1) && !ends_clause(word(i))) --i;
    return i;
  }
  std::size_t clause_end(std::size_t i) const {  // exclusive
    while (i < tokens_.size() && !boundary_after(i)) ++i;
    return std::min(i + 1, tokens_.size());
  }

  // ---- left of a cue
  // -------------------------------------------------------------------------------

  // Whether the mention hangs on a preposition ("in patients with X"), so that it is no subject by
  // itself.
  bool in_phrase(std::size_t m, std::size_t begin) const {
    std::size_t i = mentions_[m].outer_first;
    for (int steps = 0; i > begin && steps < 5; ++steps) {
      --i;
      if (owner_[i] != kNone) return false;
      if (is_preposition(word(i))) return true;
      if (gap(i).find(',') != std::string_view::npos) return false;
    }
    return false;
  }

  std::vector<std::size_t> mentions_between(std::size_t begin, std::size_t end) const {
    std::vector<std::size_t> found;
    for (std::size_t m = 0; m < mentions_.size(); ++m) {
      if (mentions_[m].outer_first >= begin && mentions_[m].outer_last < end && !modifies(m))
        found.push_back(m);
    }
    return found;
  }

  // "A-induced …": A only qualifies what follows.
  bool modifies(std::size_t m) const {
    constexpr std::string_view kJoined[] = {"induced",   "mediated",   "stimulated", "evoked",
                                            "triggered", "associated", "related",    "dependent",
                                            "treated",   "deficient"};
    const std::size_t at = mentions_[m].last + 1;
    return at < tokens_.size() && mentions_[m].outer_last < at && gap(at - 1) == "-" &&
           any_of_words(kJoined, word(at)) && word(at) != "treated";
  }

  // Tokens between the cue and what stands left of it are all helpers: auxiliaries, adverbs,
  // "which".
  bool only_fillers(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (owner_[i] != kNone || (!is_filler(word(i)) && !cue_of(word(i)))) return false;
    }
    return true;
  }

  std::vector<std::size_t> subjects_of(std::size_t c) const {
    const std::size_t at = cues_[c].token;
    const std::size_t begin = clause_begin(at);
    const std::size_t previous = c == 0 || cues_[c - 1].token < begin ? kNone : cues_[c - 1].token;
    std::vector<std::size_t> left = mentions_between(previous == kNone ? begin : previous, at);
    const bool gerund = cues_[c].word.form == CueForm::gerund;
    const bool after_and =
        at > begin && (is_conjunction(word(at - 1)) ||
                       (at > begin + 1 && is_filler(word(at - 1)) && is_conjunction(word(at - 2))));
    if (at > begin && (word(at - 1) == "who" || (at > begin + 1 && word(at - 2) == "who")))
      return {};
    const bool relative = !left.empty() && has_relative(mentions_[left.back()].outer_last + 1, at);
    if (relative) return {named_by(left.back())};
    if (previous != kNone && (gerund || after_and || left.empty())) return cues_[c - 1].subjects;
    if (previous != kNone && is_object(c - 1, left)) {
      const bool new_clause =
          has_conjunction(cues_[c - 1].token, mentions_[left.back()].outer_first);
      if (!new_clause) return cues_[c - 1].subjects;
      return {left.back()};
    }
    if (left.empty()) return {};
    return heads(left, begin);
  }

  // "A, a B blocker which …": what is said of the description is said of A.
  std::size_t named_by(std::size_t m) const {
    if (!mentions_[m].agent) return m;
    for (std::size_t d = m; d-- > 0;) {
      if (kind(d) == Kind::drug) return described_by(mentions_[d], mentions_[m]) ? d : m;
    }
    return m;
  }

  bool is_object(std::size_t c, const std::vector<std::size_t>& left) const {
    return !left.empty() && !cues_[c].objects.empty() && cues_[c].objects.back() == left.back();
  }

  bool has_relative(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (word(i) == "which" || word(i) == "that") return only_fillers(i, end) && i <= begin + 2;
    }
    return false;
  }

  bool has_conjunction(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_conjunction(word(i))) return true;
    }
    return false;
  }

  // Nearest mention, or the one whose phrase it hangs on; a drug in the chain is the doer.
  std::vector<std::size_t> heads(const std::vector<std::size_t>& left, std::size_t begin) const {
    std::vector<std::size_t> drugs;
    for (const std::size_t m : left) {
      if (kind(m) == Kind::drug) drugs.push_back(m);
    }
    std::size_t k = left.size() - 1;
    while (k > 0 && in_phrase(left[k], begin)) --k;
    const bool head_is_level = kind(left[k]) != Kind::effect || drugs.empty();
    if (!drugs.empty() && kind(left[k]) != Kind::target) return drugs;
    if (head_is_level && kind(left[k]) != Kind::drug) return {left[k]};
    return drugs.empty() ? std::vector<std::size_t>{left[k]} : drugs;
  }

  // ---- right of a cue
  // ------------------------------------------------------------------------------

  bool passes_preposition(const CueWord& cue, std::string_view w) const {
    constexpr std::string_view kAdjective[] = {"in", "for", "against", "of", "on", "with"};
    constexpr std::string_view kVerb[] = {"of", "to", "in", "with", "against", "on", "from"};
    if (w == "of") return true;
    if (cue.type == CueType::affect) return w == "on";
    if (cue.form == CueForm::adjective) return any_of_words(kAdjective, w);
    constexpr std::string_view kReaching[] = {
        "play",  "plays", "played",  "produce", "contribut", "interfer", "protect",   "lead",
        "leads", "led",   "leading", "result",  "results",   "resulted", "resulting", "associated"};
    return any_of_words(kReaching, cue.stem) && any_of_words(kVerb, w);
  }

  std::vector<std::size_t> objects_of(std::size_t c) const {
    const FreeCue& cue = cues_[c];
    const std::size_t end = std::min(clause_end(cue.token), cue.token + 14);
    std::vector<std::size_t> found;
    for (std::size_t i = cue.token + 1; i < end; ++i) {
      if (owner_[i] != kNone) {
        const std::size_t m = owner_[i];
        if (i != mentions_[m].outer_first || modifies(m)) continue;
        if (mentions_[m].agent) break;  // a class of drugs is no thing acted on
        if (!found.empty() && !coordinated(found.back(), m)) break;
        found.push_back(m);
        i = mentions_[m].outer_last;
        continue;
      }
      if (!found.empty()) continue;  // coordination is judged at the next mention
      const std::string_view w = word(i);
      if (w == "by" || w == "than" || (is_preposition(w) && !passes_preposition(cue.word, w)))
        break;
      if (const auto next = cue_at(i)) {
        const bool chained = only_fillers(cue.token + 1, i) &&
                             (next->form == cue.word.form || next->form == CueForm::adjective);
        if (!chained && next->form != CueForm::participle) break;
      }
      if (gap(i - 1).find(", ") != std::string_view::npos && cue.token + 1 != i &&
          !is_conjunction(w))
        break;
    }
    return found;
  }

  // "B1, B2 and B3"
  bool coordinated(std::size_t a, std::size_t b) const {
    bool joint = gap(mentions_[a].outer_last).find(',') != std::string_view::npos;
    for (std::size_t i = mentions_[a].outer_last + 1; i < mentions_[b].outer_first; ++i) {
      joint = joint || is_conjunction(word(i)) || gap(i).find(',') != std::string_view::npos;
      if (!is_filler(word(i)) || word(i) == "which" || word(i) == "that" || word(i) == "was" ||
          word(i) == "were") {
        return false;
      }
    }
    return joint;
  }

  // ---- relations
  // -----------------------------------------------------------------------------------

  int sign_on(const CueWord& cue, std::size_t object) const {
    const Mention& m = mentions_[object];
    const int valence = entity(object).valence;
    switch (cue.type) {
      case CueType::up:
        return m.polarity;
      case CueType::down:
        return -m.polarity;
      case CueType::treat:
        return valence;
      case CueType::worsen:
        return -valence;
      case CueType::produce:
        return m.acts ? m.polarity : 0;
      case CueType::affect:
        return 0;
    }
    return 0;
  }

  void add(std::size_t from, std::size_t to, int sign, Form form, std::size_t cue,
           Relation extra = {}) {
    if (from == to || mentions_[from].entity == mentions_[to].entity) return;
    doc::Scope scope = doc::scope_at(sentence_, tokens_, cue);
    const Mention& object = mentions_[to];
    if (object.acts && object.outer_first > cue) {  // "caused no decrease in B"
      scope.negated =
          scope.negated || doc::scope_at(sentence_, tokens_, object.outer_first).negated;
    }
    scope.negated = scope.negated || failed_before(cue);
    if (sign == 0 && !scope.negated) return;
    Relation relation = extra;
    relation.from = from;
    relation.to = to;
    relation.sign = sign * mentions_[from].polarity;
    relation.form = form;
    relation.cue = cue;
    relation.negated = scope.negated;
    relation.hedged = scope.hedged;
    out_.push_back(relation);
  }

  // "failure of A to improve B", "A failed …": but heart failure is no failing.
  bool failed_before(std::size_t cue) const {
    for (std::size_t i = cue; i > 0 && i + 6 > cue; --i) {
      if (boundary_after(i - 1)) return false;
      if (owner_[i - 1] != kNone) continue;
      const std::string_view w = word(i - 1);
      if (w == "failed" || w == "fails" || w == "failing" || w == "failure" || w == "lack")
        return true;
    }
    return false;
  }

  void read_cue(std::size_t c) {
    FreeCue& cue = cues_[c];
    if (cue.word.form == CueForm::agent || cue.word.form == CueForm::noun) {
      if (cue.word.type != CueType::affect) return;
    }
    if (cue.word.form == CueForm::comparative) return read_comparative(c);
    if (const std::size_t by = by_after(cue.token);
        by != kNone && cue.word.form == CueForm::participle) {
      return read_passive(c, by);
    }
    cue.subjects = subjects_of(c);
    cue.objects = objects_of(c);
    if (cue.objects.empty()) return read_clinical(c);
    if (cue.word.stem.starts_with("play") && !plays_a_part(cue)) return;
    if (cue.word.form == CueForm::adjective && compared_with_active(cue.token)) return;
    const bool shared = (cue.subjects.size() > 1 && kind(cue.subjects.front()) == Kind::drug) ||
                        combined(clause_begin(cue.token), cue.token);
    for (const std::size_t from : cue.subjects) {
      for (const std::size_t to : cue.objects) {
        add(from, to, sign_on(cue.word, to), Form::active, cue.token,
            {.weak =
                 shared || cue.word.type == CueType::produce || cue.word.stem.starts_with("play")});
      }
    }
  }

  // Credit shared with something else: "combination of A and …", "A-based triple therapy".
  bool combined(std::size_t begin, std::size_t end) const {
    constexpr std::string_view kWords[] = {
        "combination", "combined",  "combinations", "plus",           "triple",
        "dual",        "quadruple", "regimen",      "regimens",       "together",
        "consisting",  "added",     "addition",     "antimicrobials", "concomitant"};
    for (std::size_t i = begin; i < end; ++i) {
      if (any_of_words(kWords, word(i))) return true;
    }
    return false;
  }

  // "plays a key role in B"; a protective role is the other way round and not read.
  bool plays_a_part(const FreeCue& cue) const {
    bool role = false;
    for (std::size_t i = cue.token + 1; i < mentions_[cue.objects.front()].outer_first; ++i) {
      if (word(i).starts_with("protect") || word(i).starts_with("benefi") || word(i) == "no")
        return false;
      role = role || word(i) == "role" || word(i) == "part" || word(i) == "roles";
    }
    return role;
  }

  // "reduced B was due to decreased A": A acts on B.
  void read_attributions() {
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
      const std::string_view w = word(i);
      if (word(i + 1) != "to" ||
          (w != "attributed" && w != "attributable" && w != "due" && w != "secondary"))
        continue;
      const std::size_t begin = clause_begin(i);
      std::vector<std::size_t> left = mentions_between(begin, i);
      const std::vector<std::size_t> right =
          mentions_between(i + 1, std::min(clause_end(i), i + 8));
      if (left.empty() || right.empty()) continue;
      std::size_t k = left.size() - 1;
      while (k > 0 && in_phrase(left[k], begin)) --k;
      const bool spoken_of = mentions_[left[k]].acts || entity(left[k]).disease;
      if (!spoken_of || i > mentions_[left[k]].outer_last + 6) continue;
      add(right.front(), left[k], mentions_[left[k]].polarity, Form::passive, i, {.weak = true});
    }
  }

  std::size_t by_after(std::size_t token) const {
    for (std::size_t i = token + 1; i < tokens_.size() && i <= token + 4; ++i) {
      if (word(i) == "by") {
        const bool amount = i + 1 < tokens_.size() && word(i + 1).find_first_of("0123456789") == 0;
        return amount ? kNone : i;
      }
      if (owner_[i] != kNone || boundary_after(i - 1) || !is_filler(word(i))) return kNone;
    }
    return kNone;
  }

  void read_passive(std::size_t c, std::size_t by) {
    FreeCue& cue = cues_[c];
    const std::size_t begin = clause_begin(cue.token);
    const std::size_t previous = c == 0 || cues_[c - 1].token < begin ? begin : cues_[c - 1].token;
    std::vector<std::size_t> left = mentions_between(previous, cue.token);
    std::vector<std::size_t> right = mentions_between(by, std::min(clause_end(by), by + 9));
    if (right.empty()) return;
    if (left.empty() && c > 0) left = cues_[c - 1].objects;
    if (left.empty()) return;
    std::size_t k = left.size() - 1;
    while (k > 0 && in_phrase(left[k], begin)) --k;
    cue.objects = {left[k]};
    cue.subjects = {right.front()};
    for (std::size_t i = 1; i < right.size() && coordinated(right[i - 1], right[i]); ++i) {
      cue.subjects.push_back(right[i]);
    }
    for (std::size_t i = by + 1; i < mentions_[right.front()].outer_first; ++i) {
      if (cue_at(i)) return;  // "by inhibiting X": the means, not the doer
    }
    for (const std::size_t from : cue.subjects)
      add(from, left[k], sign_on(cue.word, left[k]), Form::passive, cue.token);
  }

  // "B decreased after A", "B was reduced in the A group compared with placebo".
  void read_clinical(std::size_t c) {
    const FreeCue& cue = cues_[c];
    if (cue.word.type == CueType::produce || cue.word.form == CueForm::gerund) return;
    clinical_pair(cue.token, cue.word);
  }

  void read_comparative(std::size_t c) {
    const FreeCue& cue = cues_[c];
    if (compared_with_active(cue.token)) return;
    clinical_pair(cue.token, cue.word);
  }

  void clinical_pair(std::size_t at, const CueWord& cue) {
    const std::size_t begin = clause_begin(at);
    std::vector<std::size_t> left = mentions_between(begin, at);
    while (!left.empty() && kind(left.back()) == Kind::drug) left.pop_back();
    if (left.empty() || compared_with_active(at)) return;
    std::size_t k = left.size() - 1;
    while (k > 0 && in_phrase(left[k], begin)) --k;
    if (at - mentions_[left[k]].outer_last > 12 || kind(left[k]) == Kind::drug ||
        mentions_[left[k]].agent)
      return;
    const std::size_t drug = drug_after(at, std::min(clause_end(at), at + 12));
    if (drug == kNone) return;
    add(drug, left[k], sign_on(cue, left[k]), Form::clinical, at);
  }

  // The drug of the first phrase "with|after|by|in … DRUG" in [begin, end).
  std::size_t drug_after(std::size_t begin, std::size_t end) const {
    constexpr std::string_view kLeads[] = {"with", "after", "during", "following", "in",
                                           "on",   "by",    "under",  "receiving", "taking"};
    bool led = false;
    for (std::size_t i = begin + 1; i < end; ++i) {
      const std::size_t m = owner_[i];
      if (m != kNone) {
        if (kind(m) != Kind::drug) return kNone;
        return led ? m : kNone;
      }
      if (word(i) == "than" || word(i) == "compared" || word(i) == "versus" || word(i) == "vs")
        return kNone;
      led = led || any_of_words(kLeads, word(i));
    }
    return kNone;
  }

  // A comparison whose other side is not a control: it says nothing of the effect itself.
  bool compared_with_active(std::size_t at) const {
    constexpr std::string_view kControls[] = {"placebo", "control",   "controls", "baseline",
                                              "vehicle", "untreated", "sham",     "before"};
    bool comparison = false;
    bool control = false;
    for (std::size_t i = clause_begin(at); i < clause_end(at); ++i) {
      const std::string_view w = word(i);
      comparison = comparison || w == "than" || w == "versus" || w == "vs" || w == "compared" ||
                   w == "superior" || w == "comparable" || w == "equally";
      control = control || any_of_words(kControls, w);
    }
    return comparison && !control;
  }

  // "A improves B by inhibiting C" / "through inhibition of C": C acts on B.
  void read_means() {
    for (std::size_t c = 0; c + 1 < cues_.size(); ++c) {
      const FreeCue& first = cues_[c];
      const FreeCue& second = cues_[c + 1];
      if (first.objects.empty() || second.word.form != CueForm::gerund || second.objects.empty())
        continue;
      const std::size_t before = second.token - 1;
      if (word(before) != "by" && word(before) != "through" && word(before) != "via") continue;
      for (const std::size_t to : first.objects) {
        for (const std::size_t from : second.objects) {
          const int means = sign_on(second.word, from);
          if (means != 0) {
            add(from, to, sign_on(first.word, to) * means * mentions_[from].polarity, Form::means,
                first.token);
          }
        }
      }
    }
    for (const FreeCue& cue : cues_) {
      if (cue.objects.empty() || cue.word.form == CueForm::participle) continue;
      const std::size_t last = mentions_[cue.objects.back()].outer_last;
      for (std::size_t m = cue.objects.back() + 1; m < mentions_.size(); ++m) {
        if (!mentions_[m].acts || mentions_[m].agent || mentions_[m].outer_first > last + 3)
          continue;
        const std::size_t before = mentions_[m].outer_first - 1;
        if (word(before) != "by" && word(before) != "through" && word(before) != "via") continue;
        for (const std::size_t to : cue.objects) {
          add(m, to, sign_on(cue.word, to), Form::means, cue.token);
        }
        for (const std::size_t from : cue.subjects)
          add(from, m, mentions_[m].polarity, Form::means, cue.token);
      }
    }
  }

  // "A-induced B", "A-mediated inhibition of B"
  void read_hyphenated(std::size_t m) {
    const std::size_t at = mentions_[m].last + 1;
    if (at >= tokens_.size() || gap(at - 1) != "-") return;
    constexpr std::string_view kJoined[] = {"induced", "mediated",  "stimulated",
                                            "evoked",  "triggered", "dependent"};
    if (!any_of_words(kJoined, word(at)) || word(at) == "dependent") return;
    const Mention& next = mentions_[m + 1];
    if (next.outer_first > at + 4 || boundary_after(at)) return;
    for (std::size_t i = at + 1; i < next.outer_first; ++i) {
      if (is_preposition(word(i)) || word(i).starts_with("benefi") || cue_at(i)) return;
    }
    add(m, m + 1, next.polarity, Form::nominal, at);
  }

  // "inhibition of B by A", "increase in B after A"
  void read_nominal(std::size_t m) {
    const Mention& b = mentions_[m];
    if (!b.acts || b.agent) return;
    const Mention& a = mentions_[m + 1];
    if (a.outer_first - b.outer_last > 9 || a.outer_first <= b.outer_last + 1) return;
    bool by = false;
    bool clinical = false;
    for (std::size_t i = b.outer_last + 1; i < a.outer_first; ++i) {
      if (boundary_after(i - 1) || word(i) == "than" || word(i) == "versus" ||
          word(i) == "compared")
        return;
      if (const auto cue = cue_at(i); cue && cue->form != CueForm::noun) return;
      if (word(i).ends_with("ed") && !is_filler(word(i))) return;
      by = by || word(i) == "by";
      clinical = clinical || word(i) == "after" || word(i) == "with" || word(i) == "following" ||
                 word(i) == "during";
    }
    const bool drug = kind(m + 1) == Kind::drug;
    if (!by && !(clinical && drug && b.prefixed)) return;
    if (!drug && !b.prefixed) return;
    if (clinical && compared_with_active(b.outer_first)) return;
    add(m + 1, m, b.polarity, by ? Form::nominal : Form::clinical, b.outer_first);
  }

  // "A, a B inhibitor", "A is a B antagonist", "the B inhibitor A", "A with antioxidant
  // properties".
  void read_doers() {
    for (std::size_t m = 0; m < mentions_.size(); ++m) {
      const Mention& b = mentions_[m];
      if (!b.acts || kind(m) == Kind::drug || kind(m) == Kind::effect) continue;
      const bool properties =
          b.outer_last + 1 < tokens_.size() && is_property(word(b.outer_last + 1));
      if (!b.agent && !properties) continue;
      if (m + 1 < mentions_.size() && kind(m + 1) == Kind::drug && b.agent &&
          named_after(b, mentions_[m + 1])) {
        add(m + 1, m, b.polarity, Form::doer, b.outer_last);
        continue;
      }
      for (std::size_t d = m; d-- > 0;) {
        if (kind(d) != Kind::drug ||
            (mentions_[d].first > 0 && word(mentions_[d].first - 1) == "of"))
          continue;
        if (described_by(mentions_[d], b)) add(d, m, b.polarity, Form::doer, b.outer_last);
        break;
      }
    }
  }

  static bool is_property(std::string_view w) {
    constexpr std::string_view kWords[] = {"properties", "property",   "effect", "effects",
                                           "activity",   "activities", "action", "actions"};
    return any_of_words(kWords, w);
  }

  bool named_after(const Mention& b, const Mention& drug) const {
    constexpr std::string_view kBetween[] = {"drug", "drugs", "agent", "agents",
                                             "such", "as",    "like",  "including",
                                             "e",    "g",     "the",   "therapy"};
    if (drug.first > b.outer_last + 5 || drug.first != drug.outer_first) return false;
    const bool listed = gap(b.outer_last).find(',') != std::string_view::npos;
    if (listed && !has_article(b.outer_first))
      return false;  // "users of H2 antagonists, omeprazole and …"
    for (std::size_t i = b.outer_last + 1; i < drug.first; ++i) {
      if (!any_of_words(kBetween, word(i)) && !(gap(i).find('(') != std::string_view::npos))
        return false;
    }
    return gap(b.outer_last).find(';') == std::string_view::npos;
  }

  bool has_article(std::size_t at) const {
    for (std::size_t i = at; i > 0 && i + 4 > at; --i) {
      if (word(i - 1) == "the") return true;
    }
    return word(at) == "the";
  }

  bool described_by(const Mention& drug, const Mention& b) const {
    constexpr std::string_view kBetween[] = {"is",
                                             "are",
                                             "was",
                                             "a",
                                             "an",
                                             "the",
                                             "which",
                                             "that",
                                             "new",
                                             "novel",
                                             "potent",
                                             "selective",
                                             "nonselective",
                                             "non",
                                             "specific",
                                             "competitive",
                                             "irreversible",
                                             "reversible",
                                             "has",
                                             "have",
                                             "having",
                                             "with",
                                             "possesses",
                                             "also",
                                             "acts",
                                             "as",
                                             "to",
                                             "addition",
                                             "in",
                                             "its",
                                             "known",
                                             "additional",
                                             "significant",
                                             "strong",
                                             "generation",
                                             "third",
                                             "second",
                                             "first",
                                             "and",
                                             "properties",
                                             "drug",
                                             "agent",
                                             "oral",
                                             "dual",
                                             "mixed",
                                             "been",
                                             "combine",
                                             "combines",
                                             "exerts",
                                             "possess",
                                             "long",
                                             "acting",
                                             "highly",
                                             "only",
                                             "other",
                                             "both",
                                             "orally",
                                             "active",
                                             "medication",
                                             "compound",
                                             "effects",
                                             "vasodilating",
                                             "vasodilator",
                                             "beta",
                                             "alpha",
                                             "blocker",
                                             "blocking",
                                             "powerful",
                                             "class",
                                             "member",
                                             "of",
                                             "well",
                                             "used",
                                             "widely",
                                             "substituted",
                                             "benzimidazole",
                                             "by",
                                             "prototype",
                                             "cardioselective",
                                             "multiple",
                                             "action",
                                             "considered"};
    if (b.outer_first > drug.outer_last + 16 || b.outer_first <= drug.outer_last) return false;
    if (boundary_after(drug.outer_last)) return false;
    const std::string_view next = word(drug.outer_last + 1);
    bool copula =
        gap(drug.outer_last).find_first_of(",(") != std::string_view::npos &&
        (next == "a" || next == "an" || next == "the" || next == "which" || next == "another");
    for (std::size_t i = drug.outer_last + 1; i < b.outer_first; ++i) {
      if (boundary_after(i)) return false;
      const std::string_view w = word(i);
      copula = copula || w == "is" || w == "has" || w == "with" || w == "as" || w == "was" ||
               w == "possesses" || w == "are" || w == "have" || w == "exerts";
      const bool named =
          owner_[i] != kNone && kind(owner_[i]) != Kind::drug && mentions_[owner_[i]].acts;
      if (!named && !any_of_words(kBetween, w)) return false;
    }
    return copula;
  }

  std::string_view sentence_;
  const std::vector<doc::Token>& tokens_;
  const std::vector<Mention>& mentions_;
  const Vocabulary& vocabulary_;
  std::vector<std::size_t> owner_;  // token -> mention
  std::vector<FreeCue> cues_;
  std::vector<Relation> out_;
};

}  // namespace

std::vector<Relation> find_relations(std::string_view sentence,
                                     const std::vector<doc::Token>& tokens,
                                     const std::vector<Mention>& mentions,
                                     const Vocabulary& vocabulary) {
  if (mentions.size() < 2) return {};
  return Grammar(sentence, tokens, mentions, vocabulary).run();
}

}  // namespace ev::mechanism
