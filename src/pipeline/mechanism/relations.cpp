#include "pipeline/mechanism/relations.hpp"

#include "pipeline/mechanism/sentence_view.hpp"

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

class ClauseReader {
 public:
  ClauseReader(const SentenceView& view, std::vector<Relation>& out)
      : v_(view), out_(out), cues_(view.free_cues()) {}

  void run() {
    for (std::size_t c = 0; c < cues_.size(); ++c) read_cue(c);
    read_means();
  }

 private:
  void add(std::size_t from, std::size_t to, int sign, Form form, std::size_t cue,
           Relation extra = {}) {
    add_relation(v_, out_, from, to, sign, form, cue, extra);
  }

  // ---- subjects, left of a cue

  std::vector<std::size_t> subjects_of(std::size_t c) const {
    const std::size_t at = cues_[c].token;
    const std::size_t begin = v_.clause_begin(at);
    const std::size_t previous = c == 0 || cues_[c - 1].token < begin ? kNone : cues_[c - 1].token;
    const std::vector<std::size_t> left =
        v_.mentions_between(previous == kNone ? begin : previous, at);
    const bool gerund = cues_[c].word.form == CueForm::gerund;
    const bool after_and =
        at > begin &&
        (is_conjunction(v_.word(at - 1)) ||
         (at > begin + 1 && is_filler(v_.word(at - 1)) && is_conjunction(v_.word(at - 2))));
    if (at > begin && (v_.word(at - 1) == "who" || (at > begin + 1 && v_.word(at - 2) == "who")))
      return {};
    // "Although A raised B like C, they did not …": who "they" are, the clause before says.
    if (at > begin && previous != kNone && led_by_pronoun(at, begin)) return cues_[c - 1].subjects;
    if (!left.empty() && relative(v_.mention(left.back()).outer_last + 1, at))
      return {named_by(left.back())};
    if (previous != kNone && (gerund || after_and || left.empty())) return cues_[c - 1].subjects;
    const bool object_of_previous = previous != kNone && !left.empty() &&
                                    !cues_[c - 1].objects.empty() &&
                                    cues_[c - 1].objects.back() == left.back();
    if (object_of_previous) {
      if (!has_conjunction(previous, v_.mention(left.back()).outer_first))
        return cues_[c - 1].subjects;
      return {left.back()};
    }
    return left.empty() ? std::vector<std::size_t>{} : heads(left, begin);
  }

  bool led_by_pronoun(std::size_t at, std::size_t begin) const {
    for (std::size_t i = at; i > begin && i + 4 > at && !v_.owned(i - 1); --i) {
      const std::string_view w = v_.word(i - 1);
      if (w == "they" || w == "it") return true;
      if (!is_filler(w)) return false;
    }
    return false;
  }

  // "AMPK, which inhibits …"
  bool relative(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (v_.word(i) == "which" || v_.word(i) == "that")
        return v_.only_fillers(i, end) && i <= begin + 2;
    }
    return false;
  }

  // "A, a B blocker which …": what is said of the description is said of A.
  std::size_t named_by(std::size_t m) const {
    if (!v_.mention(m).agent) return m;
    for (std::size_t d = m; d-- > 0;) {
      if (v_.kind(d) == Kind::drug) return v_.described_by(v_.mention(d), v_.mention(m)) ? d : m;
    }
    return m;
  }

  bool has_conjunction(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_conjunction(v_.word(i))) return true;
    }
    return false;
  }

  // The head, except that a drug in its phrases is the doer.
  std::vector<std::size_t> heads(const std::vector<std::size_t>& left, std::size_t begin) const {
    std::vector<std::size_t> drugs;
    for (const std::size_t m : left) {
      if (v_.kind(m) == Kind::drug) drugs.push_back(m);
    }
    const std::size_t head = v_.head(left, begin);
    if (drugs.empty() || v_.kind(head) == Kind::target) return {head};
    return drugs;
  }

  // ---- objects, right of a cue

  bool passes_preposition(const CueWord& cue, std::string_view w) const {
    constexpr std::string_view kAdjective[] = {"in", "for", "against", "of", "on", "with"};
    constexpr std::string_view kVerb[] = {"of", "to", "in", "with", "against", "on", "from"};
    if (w == "of") return true;
    if (cue.type == CueType::affect) return w == "on";
    if (w == "from" && cue.stem.starts_with("result")) return false;  // says it the other way round
    if (cue.form == CueForm::adjective) return any_of_words(kAdjective, w);
    constexpr std::string_view kReaching[] = {
        "play",    "plays",    "played",    "produce",    "contribut", "interfer",
        "protect", "lead",     "leads",     "led",        "leading",   "result",
        "results", "resulted", "resulting", "associated", "protective"};
    return any_of_words(kReaching, cue.stem) && any_of_words(kVerb, w);
  }

  std::vector<std::size_t> objects_of(std::size_t c) const {
    const FreeCue& cue = cues_[c];
    const std::size_t end = std::min(v_.clause_end(cue.token), cue.token + 14);
    std::vector<std::size_t> found;
    for (std::size_t i = cue.token + 1; i < end; ++i) {
      if (const std::size_t m = v_.owner(i); m != kNone) {
        if (i != v_.mention(m).outer_first || v_.modifies(m)) continue;
        if (v_.mention(m).agent) break;  // a class of drugs is no thing acted on
        if (cue.word.form != CueForm::adjective && v_.names_people(m)) break;
        if (!found.empty() && (!v_.coordinated(found.back(), m) || governs(m))) break;
        found.push_back(m);
        i = v_.mention(m).outer_last;
      } else if (found.empty() && ends_object(cue, i)) {
        break;
      }
    }
    return found;
  }

  // "A activates B and C inhibits D": C begins a clause of its own.
  bool governs(std::size_t m) const {
    const std::size_t next = v_.mention(m).outer_last + 1;
    if (next >= v_.size() || v_.owned(next)) return false;
    const auto cue = v_.cue_at(next);
    return cue && (cue->form == CueForm::verb || cue->form == CueForm::participle);
  }

  bool ends_object(const FreeCue& cue, std::size_t i) const {
    const std::string_view w = v_.word(i);
    if (w == "by" || w == "than" || (is_preposition(w) && !passes_preposition(cue.word, w)))
      return true;
    const bool qualifier =
        v_.gap(i - 1) == " " && v_.owner(i - 1) != kNone;  // "the LPS induced TNF release"
    if (const auto next = v_.cue_at(i); next && !qualifier) {
      const bool chained = v_.only_fillers(cue.token + 1, i) &&
                           (next->form == cue.word.form || next->form == CueForm::adjective);
      if (!chained && next->form != CueForm::participle) return true;
    }
    return v_.gap(i - 1).find(", ") != std::string_view::npos && cue.token + 1 != i &&
           !is_conjunction(w);
  }

  // ---- relations

  int sign_on(const CueWord& cue, std::size_t object) const {
    const Mention& m = v_.mention(object);
    const int valence = v_.entity(object).valence;
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

  void read_cue(std::size_t c) {
    FreeCue& cue = cues_[c];
    const bool nominal = cue.word.form == CueForm::agent || cue.word.form == CueForm::noun;
    if (nominal && cue.word.type != CueType::affect) return;
    if (cue.word.form == CueForm::comparative) return clinical_pair(cue);
    if (const std::size_t by = by_after(cue.token);
        by != kNone && cue.word.form == CueForm::participle) {
      return read_passive(c, by);
    }
    if (cue.word.form == CueForm::participle && qualifies_item(cue.token)) return;
    cue.subjects = subjects_of(c);
    cue.objects = objects_of(c);
    if (cue.objects.empty()) {
      if (cue.word.type != CueType::produce && cue.word.form != CueForm::gerund) clinical_pair(cue);
      return;
    }
    const bool part = cue.word.stem.starts_with("play");
    if (part && !plays_a_part(cue)) return;
    if (cue.word.form == CueForm::adjective && v_.compared_with_active(cue.token)) return;
    const bool shared = (cue.subjects.size() > 1 && v_.kind(cue.subjects.front()) == Kind::drug) ||
                        v_.combined(v_.clause_begin(cue.token), cue.token);
    for (const std::size_t from : cue.subjects) {
      const bool qualifies = cue.word.form == CueForm::participle && from < cue.objects.front() &&
                             v_.mention(from).outer_last < cue.token &&
                             v_.verb_between(from, cue.token);
      if (qualifies || v_.set_apart(from) || v_.only_varies(from)) continue;
      for (const std::size_t to : cue.objects) {
        add(from, to, sign_on(cue.word, to), Form::active, cue.token,
            {.weak = shared || part || cue.word.type == CueType::produce});
      }
    }
  }

  // ", X, increased Y, …": an item of a list, not what X did.
  bool qualifies_item(std::size_t token) const {
    if (token == 0 || v_.gap(token - 1).find(", ") == std::string_view::npos) return false;
    const std::size_t m = v_.owner(token - 1);
    const std::size_t first = m == kNone ? 0 : v_.mention(m).outer_first;
    return first > 0 && v_.gap(first - 1).find(", ") != std::string_view::npos;
  }

  // "plays a key role in B"; a protective role is the other way round and not read.
  bool plays_a_part(const FreeCue& cue) const {
    bool role = false;
    for (std::size_t i = cue.token + 1; i < v_.mention(cue.objects.front()).outer_first; ++i) {
      const std::string_view w = v_.word(i);
      if (w.starts_with("protect") || w.starts_with("benefi") || w == "no") return false;
      role = role || w == "role" || w == "part" || w == "roles";
    }
    return role;
  }

  std::size_t by_after(std::size_t token) const {
    for (std::size_t i = token + 1; i < v_.size() && i <= token + 4; ++i) {
      if (v_.word(i) == "by") {
        const bool amount = i + 1 < v_.size() && v_.word(i + 1).find_first_of("0123456789") == 0;
        return amount ? kNone : i;
      }
      if (v_.owned(i) || v_.boundary_after(i - 1) || !is_filler(v_.word(i))) return kNone;
    }
    return kNone;
  }

  void read_passive(std::size_t c, std::size_t by) {
    FreeCue& cue = cues_[c];
    const std::size_t begin = v_.clause_begin(cue.token);
    const std::size_t previous = c == 0 || cues_[c - 1].token < begin ? begin : cues_[c - 1].token;
    std::vector<std::size_t> left = v_.mentions_between(previous, cue.token);
    const std::vector<std::size_t> right =
        v_.mentions_between(by, std::min(v_.clause_end(by), by + 9));
    if (left.empty() && c > 0) left = cues_[c - 1].objects;
    if (right.empty() || left.empty()) return;
    for (std::size_t i = by + 1; i < v_.mention(right.front()).outer_first; ++i) {
      if (v_.cue_at(i)) return;  // "by inhibiting X": the means, not the doer
    }
    // "B was induced by A" is said of the clause's head, "the B induced by A" of the word before.
    const bool finite = has_auxiliary(cue.token, begin);
    const std::size_t object = finite ? v_.head(left, begin) : left.back();
    const std::size_t end_of_object = v_.mention(object).outer_last + 1;
    if (!finite && end_of_object < cue.token && !v_.only_fillers(end_of_object, cue.token)) return;
    cue.objects = {object};
    cue.subjects = {right.front()};
    for (std::size_t i = 1; i < right.size() && v_.coordinated(right[i - 1], right[i]); ++i) {
      cue.subjects.push_back(right[i]);
    }
    for (const std::size_t from : cue.subjects)
      add(from, object, sign_on(cue.word, object), Form::passive, cue.token);
  }

  bool has_auxiliary(std::size_t token, std::size_t begin) const {
    constexpr std::string_view kAuxiliaries[] = {"is",   "are",   "was", "were", "be",
                                                 "been", "being", "get", "gets"};
    for (std::size_t i = token; i > begin && i + 4 > token; --i) {
      const std::string_view w = v_.word(i - 1);
      if (any_of_words(kAuxiliaries, w)) return true;
      if (v_.owned(i - 1) || (!is_filler(w) && !v_.cue_at(i - 1) && !is_conjunction(w)))
        return false;
    }
    return false;
  }

  // "B decreased after A", "B was lower in the A group than with placebo".
  void clinical_pair(const FreeCue& cue) {
    const std::size_t begin = v_.clause_begin(cue.token);
    std::vector<std::size_t> left = v_.mentions_between(begin, cue.token);
    while (!left.empty() && v_.kind(left.back()) == Kind::drug) left.pop_back();
    if (left.empty() || v_.compared_with_active(cue.token)) return;
    const std::size_t b = v_.head(left, begin);
    if (cue.token - v_.mention(b).outer_last > 12 || v_.kind(b) == Kind::drug ||
        v_.mention(b).agent)
      return;
    const std::size_t drug =
        drug_after(cue.token, std::min(v_.clause_end(cue.token), cue.token + 12));
    if (drug != kNone) add(drug, b, sign_on(cue.word, b), Form::clinical, cue.token);
  }

  // The drug of the first phrase "with|after|by|in … DRUG" in (begin, end).
  std::size_t drug_after(std::size_t begin, std::size_t end) const {
    constexpr std::string_view kLeads[] = {"with", "after", "during", "following", "in",
                                           "on",   "by",    "under",  "receiving", "taking"};
    bool led = false;
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (const std::size_t m = v_.owner(i); m != kNone)
        return led && v_.kind(m) == Kind::drug ? m : kNone;
      const std::string_view w = v_.word(i);
      if (w == "than" || w == "compared" || w == "versus" || w == "vs") return kNone;
      led = led || any_of_words(kLeads, w);
    }
    return kNone;
  }

  static bool is_means_word(std::string_view w) {
    return w == "by" || w == "through" || w == "via";
  }

  // "A improves B by inhibiting C" / "… through inhibition of C": C acts on B.
  void read_means() {
    for (std::size_t c = 0; c + 1 < cues_.size(); ++c) {
      const FreeCue& second = cues_[c + 1];
      if (second.word.form != CueForm::gerund || !is_means_word(v_.word(second.token - 1)))
        continue;
      read_gerund_means(cues_[c], second);
      // "by inhibiting C, raising D and …"
      for (std::size_t next = c + 2; next < cues_.size() && continues_list(next); ++next)
        read_gerund_means(cues_[c], cues_[next]);
    }
    for (const FreeCue& cue : cues_) {
      if (!cue.objects.empty() && cue.word.form != CueForm::participle) read_nominal_means(cue);
    }
  }

  void read_gerund_means(const FreeCue& done, const FreeCue& means) {
    for (const std::size_t to : done.objects) {
      for (const std::size_t from : means.objects) {
        const int sign =
            sign_on(done.word, to) * sign_on(means.word, from) * v_.mention(from).polarity;
        if (sign != 0) add(from, to, sign, Form::means, done.token);
      }
    }
  }

  bool continues_list(std::size_t c) const {
    const std::size_t at = cues_[c].token;
    return cues_[c].word.form == CueForm::gerund && v_.clause_begin(at) < cues_[c - 1].token &&
           (is_conjunction(v_.word(at - 1)) || v_.gap(at - 1).starts_with(","));
  }

  void read_nominal_means(const FreeCue& cue) {
    const std::size_t last = v_.mention(cue.objects.back()).outer_last;
    for (std::size_t m = cue.objects.back() + 1; m < v_.mentions().size(); ++m) {
      const Mention& means = v_.mention(m);
      if (!means.acts || means.agent || means.outer_first > last + 6) continue;
      if (v_.clause_end(last) <= means.outer_first) continue;
      if (!is_means_word(v_.word(means.outer_first - 1))) continue;
      for (const std::size_t to : cue.objects)
        add(m, to, sign_on(cue.word, to), Form::means, cue.token);
      for (const std::size_t from : cue.subjects)
        add(from, m, means.polarity, Form::means, cue.token);
    }
  }

  const SentenceView& v_;
  std::vector<Relation>& out_;
  std::vector<FreeCue> cues_;
};

}  // namespace

std::vector<Relation> find_relations(std::string_view sentence,
                                     const std::vector<doc::Token>& tokens,
                                     const std::vector<Mention>& mentions,
                                     const Vocabulary& vocabulary) {
  std::vector<Relation> out;
  if (mentions.size() < 2) return out;
  const SentenceView view(sentence, tokens, mentions, vocabulary);
  ClauseReader(view, out).run();
  read_pair_forms(view, out);
  return out;
}

}  // namespace ev::mechanism
