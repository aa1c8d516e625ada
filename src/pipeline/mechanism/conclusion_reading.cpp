#include "pipeline/mechanism/conclusion_reading.hpp"

#include "base/text.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/mechanism/content_words.hpp"
#include "pipeline/mechanism/link_cues.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace ev::mechanism {
namespace {

using extract::Patterns;
using Tokens = std::vector<doc::Token>;

constexpr double kLeast = 0.1;       // weight of a sentence that takes up no word of the claim
constexpr double kLeastPart = 0.2;   // … and of a clause
constexpr double kConcessive = 0.3;  // "although …"
constexpr double kDoubtful = -0.1;   // "little", "low": leans to no
constexpr double kMixedFrom = 0.45, kMixedTo = 0.6;
constexpr double kCautionLimit = 1.2;
constexpr double kPlainDenial = 2;    // a denial beside the claim's own words
constexpr double kOneNotOther = 0.3;  // "A did, but B did not"
constexpr double kTouches = 0.1;      // of a clause's words
constexpr double kPlaces[] = {1, 0.7, 0.45, 0.35, 0.3};

bool has(const Patterns& patterns, const Tokens& tokens) {
  return extract::find_any(patterns, tokens).has_value();
}

template <std::size_t N>
bool in_words(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// Deny by themselves, whatever they stand beside.
constexpr std::string_view kWholeDenials[] = {
    "unnecessary", "ineffective", "insignificant", "insufficient", "inadequate",    "negligible",
    "unreliable",  "unjustified", "unaffected",    "unchanged",    "inappropriate", "unrelated",
    "unimportant", "unwarranted", "disappointing", "unlikely",     "inaccurate",    "unsuitable",
    "undisturbed", "unhelpful",   "unsupported",   "unsuccessful", "refute",        "refutes",
    "contradicts", "disproves"};
constexpr std::string_view kDenials[] = {"not",           "no",
                                         "neither",       "cannot",
                                         "failed",        "fails",
                                         "fail",          "lack",
                                         "never",         "unable",
                                         "absence",       "lacks",
                                         "lacking",       "none",
                                         "nothing",       "failure",
                                         "unsafe",        "impossible",
                                         "incapable",     "contraindicated",
                                         "unaware",       "unpredictable",
                                         "unrealistic",   "invalid",
                                         "inefficient",   "inconsistent",
                                         "doubt",         "doubtful",
                                         "overestimated", "regardless",
                                         "irrespective"};
// "heart failure" denies nothing.
constexpr std::string_view kFailingOrgans[] = {"heart",       "cardiac",     "renal",   "kidney",
                                               "liver",       "hepatic",     "pump",    "organ",
                                               "respiratory", "ventricular", "ovarian", "graft"};
constexpr std::string_view kDoubts[] = {
    "low",     "limited",  "little",       "rarely",  "seldom",   "hardly",
    "minimal", "poor",     "questionable", "weak",    "rare",     "modest",
    "few",     "marginal", "suboptimal",   "deficit", "deficits", "poorly"};
constexpr std::string_view kLikenesses[] = {"similar", "comparable", "equivalent",
                                            "equal",   "identical",  "same",
                                            "equally", "alike",      "homogeneity"};

const Patterns& weak_results() {
  static const Patterns kWeak = {
      "little|limited|weak|insufficient evidence",
      "poor|low|weak|little agreement|correlation|association|relationship|concordance|impact|"
      "effect|influence|value|benefit|yield|accuracy|sensitivity|adherence|compliance|predict*"};
  return kWeak;
}
// Denials that reassure: "no increase in complications".
const Patterns& reassurances() {
  static const Patterns kReassuring = {
      "no|not|without|nor <6> difference|differ|differences|increase|increased|increasing|"
      "complication|complications|adverse|compromis*|inferior|mortality|worse|worsen|harm|"
      "detriment*|"
      "higher|risk|significant|morbidity|jeopardi*|impair*|affect*"};
  return kReassuring;
}
const Patterns& differences() {
  static const Patterns kDiffers = {
      "differ|differs|differed|differing|different|difference|differences|diversity|heterogen*|"
      "distinct|disagree*|discrepan*|inferior|worse|variab*|variation*"};
  return kDiffers;
}
// Advice that makes a general need needless.
const Patterns& selective_advice() {
  static const Patterns kSelective = {
      "selective|selectively|selected|unnecessary|omit|omitted|avoid|avoided|avoiding|abandon|"
      "abandoned|reconsider|reconsidered|questioned|spare|spared|trivial|minimize|minimise|removal|"
      "discontinu*|safely",
      "re evaluated|evaluate",
      "reevaluated",
      "not routinely",
      "procedure of choice",
      "may be sufficient",
      "only in",
      "limited to"};
  return kSelective;
}
const Patterns& calls_for_studies() {
  static const Patterns kCalls = {
      "further|more|additional|larger|future|prospective <6> "
      "stud*|research|trial*|investigation*|evidence|data|work|evaluation|validation|analys*",
      "should ?be address|focus|determine|investigat*|include|addressed|determined|included",
      "are|is needed|warranted"};
  return kCalls;
}
const Patterns& open_matters() {
  static const Patterns kOpen = {
      "unclear|uncertain*|unknown|controvers*|inconclusive|debat*", "remain|remains to be",
      "not clear", "need|needs to be confirmed|validated|balanced|evaluated|investigated"};
  return kOpen;
}

// ---- one clause

struct ClausePart {
  Tokens tokens;
  double weight = 1;
};

bool begins_concession(std::string_view word) {
  constexpr std::string_view kWords[] = {"although", "though", "while", "despite", "whilst"};
  return in_words(kWords, word);
}
bool breaks_sentence(std::string_view word) {
  constexpr std::string_view kWords[] = {"but", "however", "whereas"};
  return in_words(kWords, word) || begins_concession(word);
}

std::vector<ClausePart> clauses_of(std::string_view text, const Tokens& tokens) {
  constexpr std::string_view kAfterComma[] = {"which", "because", "suggesting", "indicating"};
  std::vector<ClausePart> out;
  ClausePart part;
  bool concession = false;
  const auto close = [&] {
    if (!part.tokens.empty()) out.push_back(std::move(part));
    part = {};
    concession = false;
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view gap =
        i > 0 ? text.substr(tokens[i - 1].end, tokens[i].begin - tokens[i - 1].end) : "";
    const std::string_view word = tokens[i].folded;
    const bool comma = gap.find(',') != std::string_view::npos;
    if (gap.find_first_of(";:") != std::string_view::npos || breaks_sentence(word) ||
        (comma && in_words(kAfterComma, word)))
      close();
    else if (comma && concession)
      close();  // "although …, the main clause"
    if (part.tokens.empty() && begins_concession(word)) {
      concession = true;
      part.weight = kConcessive;
    }
    part.tokens.push_back(tokens[i]);
  }
  close();
  return out;
}

class ClauseJudge {
 public:
  ClauseJudge(const ClaimWords& claim, const Tokens& tokens) : claim_(claim), tokens_(tokens) {
    for (const doc::Token& t : tokens) stems_.push_back(stem_of(t.folded));
    overlap_ = overlap_share(claim.stems, {stems_.begin(), stems_.end()});
  }
  double overlap() const { return overlap_; }

  // -1 denies … +1 affirms.
  double polarity() {
    count_denials();
    double p = 1;
    if (denials_ > 0) p = -1;
    const bool nor = std::any_of(tokens_.begin(), tokens_.end(),
                                 [](const doc::Token& t) { return t.folded == "nor"; });
    if (denials_ >= 2 && denials_ % 2 == 0 && strong_ == 0 && !nor)
      p = 0.2;
    else if (any(kDoubts))
      p = std::min(p, kDoubtful);
    static const Patterns kDegree = {
        "higher|lower|longer|shorter|greater|better|fewer|larger|smaller|worse|heavier|more|less|"
        "superior <9> than|compared|versus|vs",
        "significantly|substantially|markedly "
        "higher|lower|longer|shorter|greater|better|fewer|larger|smaller|worse|more|less"};
    static const Patterns kNotNeeded = {
        "no|not|without <3> need|needed|required|necessary|mandatory|require|indicated", "obviat*",
        "unnecessary"};
    static const Patterns kImproper = {
        "erroneous*|improper*|incorrect*|inaccura*|misunderst*|unaware|misinterpret*|inadequate*|"
        "insufficient*|mistak*|errors|weak"};
    static const Patterns kIndependent = {"independent|independently|irrespective|regardless of"};
    if (any(kLikenesses) && claim_.differs) {
      p = likeness_denied() ? 1 : -1;
      if (denials_ == 0 && has(kDegree, tokens_)) p = 1;
    }
    if (claim_.alike && !claim_.differs && has(kDegree, tokens_) && denials_ == 0) p = -1;
    if (claim_.similar && has(differences(), tokens_)) p = denials_ > 0 ? 1 : -1;
    if ((claim_.works || claim_.similar) && !claim_.differs && has(reassurances(), tokens_)) p = 1;
    if (claim_.needed && has(selective_advice(), tokens_)) p = -1;
    if (claim_.omits && has(kNotNeeded, tokens_)) p = 1;
    if (claim_.proper && p > 0 && has(kImproper, tokens_)) p = -1;
    if (claim_.related && p > 0 && has(kIndependent, tokens_)) p = -1;
    return p;
  }
  bool denied() const { return denials_ > 0; }
  bool strong() const { return strong_ > 0; }

 private:
  template <std::size_t N>
  bool any(const std::string_view (&list)[N]) const {
    return std::any_of(tokens_.begin(), tokens_.end(),
                       [&](const doc::Token& t) { return in_words(list, t.folded); });
  }
  // "Not similar": rather than a denial elsewhere in the clause.
  bool likeness_denied() const {
    constexpr std::size_t kReach = 3;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!in_words(kLikenesses, word(i))) continue;
      for (std::size_t k = i > kReach ? i - kReach : 0; k < i; ++k) {
        if (in_words(kDenials, word(k))) return true;
      }
    }
    return false;
  }

  std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].folded) : std::string_view();
  }

  // "Heart failure" is an illness.
  static bool is_organ(std::string_view w) {
    constexpr std::string_view kOrgans[] = {"heart",       "cardiac",     "renal",
                                            "kidney",      "liver",       "hepatic",
                                            "respiratory", "ventricular", "organ"};
    return in_words(kOrgans, w);
  }

  void count_denials() {
    for (std::size_t k = 0; k < tokens_.size(); ++k) {
      const std::string_view w = word(k);
      const bool whole = in_words(kWholeDenials, w);
      if (!whole && !in_words(kDenials, w)) continue;
      constexpr std::string_view kNoNegation[] = {"only", "merely", "withstanding", "just"};
      if (w == "not" && (in_words(kNoNegation, word(k + 1)) || (k > 0 && word(k - 1) == "or")))
        continue;
      if (w == "failure" && k > 0 && is_organ(word(k - 1))) continue;
      if (w == "no" && !word(k + 1).empty() && word(k + 1)[0] >= '0' && word(k + 1)[0] <= '9')
        continue;
      if (w == "failure" && k > 0 && in_words(kFailingOrgans, word(k - 1))) continue;
      ++denials_;
      bool of_claim = whole;
      for (std::size_t j = k + 1; j < stems_.size() && j < k + 9; ++j)
        of_claim = of_claim || claim_.stems.count(stems_[j]) > 0;
      strong_ += of_claim ? 1 : 0;
    }
    if (has(weak_results(), tokens_)) {
      ++denials_;
      ++strong_;
    }
  }

  const ClaimWords& claim_;
  const Tokens& tokens_;
  std::vector<std::string> stems_;
  double overlap_ = 0;
  std::size_t denials_ = 0, strong_ = 0;
};

// ---- the conclusion

std::vector<const doc::AnalysedSentence*> conclusion_of(const doc::RecordAnalysis& record) {
  std::vector<const doc::AnalysedSentence*> labelled;
  std::vector<const doc::AnalysedSentence*> any;
  for (const doc::AnalysedSentence& s : record.sentences()) {
    if (s.sentence.role == doc::Role::title) continue;
    any.push_back(&s);
    if (s.sentence.labelled && s.sentence.role == doc::Role::conclusions) labelled.push_back(&s);
  }
  if (!labelled.empty()) return labelled;
  constexpr std::size_t kLast = 2;
  if (any.size() > kLast) any.erase(any.begin(), any.end() - kLast);
  if (any.empty()) {
    for (const doc::AnalysedSentence& s : record.sentences()) any.push_back(&s);
  }
  return any;
}

double caution_of(const Tokens& tokens) {
  static const Patterns kCaution = {"caution*"};
  static const Patterns kConsider = {"may be considered|useful|appropriate|an|a|of|more|safe"};
  static const Patterns kSome = {"in some|certain|selected|select", "selectively|some",
                                 "however|although|but|despite|depend*"};
  static const Patterns kMay = {"may|might|possibl*"};
  return 0.5 * has(open_matters(), tokens) + 0.3 * has(kCaution, tokens) +
         0.35 * has(kConsider, tokens) + 0.2 * has(kSome, tokens) + 0.1 * has(kMay, tokens);
}

struct SentenceVote {
  const doc::Sentence* sentence;
  double vote;
  bool denied;
};

}  // namespace

ClaimWords claim_words(std::string_view claim) {
  static const Patterns kSimilar = {
      "similar|comparable|equivalent|same|alternative|replace|substitute|single|equal|"
      "interchangeable",
      "as good|effective|safe"};
  static const Patterns kDiffers = {
      "differ|differs|difference|differences|different|better|worse|superior|more|less|affect|"
      "affects|"
      "affected|influence|influences|influenced|impact|effect|effects|change|changes|alter|alters|"
      "improve|improves|increase|increases|increased|reduce|reduces|decrease|decreases|predict|"
      "predicts|"
      "predictor|matter|associated|association|risk|higher|lower|advantage|advantages|benefit|"
      "beneficial|determine|correlate|prevent|prevents|enhance|cause|causes|related|add|"
      "contraindication|prognostic|relevant|necessary|important|factor|marker|disadvantage"};
  static const Patterns kWorks = {
      "safe|safety|feasible|effective|efficacious|acceptable|possible|reliable|valid|adequate|"
      "useful|"
      "appropriate|justified|alternative|can|suitable|efficacy"};
  static const Patterns kNeeded = {
      "necessary|need|needed|needs|required|require|mandatory|must|always|all|routine|routinely|"
      "should|"
      "essential|indicated|obligatory|every|justified|worthwhile"};
  const Tokens tokens = doc::tokenize(claim);
  ClaimWords out{.stems = content_stems(tokens)};
  out.similar = has(kSimilar, tokens);
  out.differs = has(kDiffers, tokens) && !out.similar;
  out.works = has(kWorks, tokens);
  out.needed = has(kNeeded, tokens);
  static const Patterns kAlike = {"same|similar|equivalent|identical|equal|comparable"};
  static const Patterns kOmits = {
      "omit|omitted|replace|replaced|avoid|avoided|abandon|abandoned|skip|skipped|unnecessary|"
      "spare|spared|substitute"};
  static const Patterns kProper = {
      "correct|correctly|accurate|accurately|adequate|adequately|proper|properly|know|aware|"
      "understand|sufficient|appropriately"};
  static const Patterns kRelated = {
      "associated|association|related|relate|depend|depends|dependent|influence|influences|affect|"
      "affects|correlate|correlated|explained|linked"};
  out.alike = has(kAlike, tokens);
  out.omits = has(kOmits, tokens);
  out.proper = has(kProper, tokens);
  out.related = has(kRelated, tokens);
  const bool question = claim.find('?') != std::string_view::npos;
  for (const doc::Token& t : tokens) {
    const bool no = t.folded == "no" || t.folded == "not" || t.folded == "cannot" ||
                    t.folded == "ineffective" || t.folded == "without";
    out.denies = out.denies || (no && !question);
  }
  for (const LinkCue& cue : link_cues(claim, tokens)) {
    const bool verb = cue.form == LinkForm::verb || cue.form == LinkForm::participle ||
                      cue.form == LinkForm::verb_or_noun || cue.form == LinkForm::comparative;
    if (verb && !cue.bound && !cue.by_value && out.direction == 0) out.direction = cue.sign;
  }
  return out;
}

namespace {

// What the clauses of a sentence say of the claim, each by its weight.
struct ClauseSum {
  double sum = 0, parts = 0;
  bool denied = false, yes = false, no = false;
};

ClauseSum sum_of_clauses(const ClaimWords& claim, std::string_view text, const Tokens& tokens) {
  ClauseSum out;
  for (const ClausePart& part : clauses_of(text, tokens)) {
    if (part.tokens.size() < 3) continue;
    ClauseJudge judge(claim, part.tokens);
    const double p = judge.polarity();
    const bool plain = judge.strong() && p < 0;
    const double w = (kLeastPart + judge.overlap()) * part.weight * (plain ? kPlainDenial : 1);
    out.sum += w * p;
    out.parts += w;
    out.denied = out.denied || judge.denied();
    if (judge.overlap() > kTouches) (p > 0 ? out.yes : out.no) = true;
  }
  return out;
}

}  // namespace

std::optional<ConclusionReading> read_conclusion(const doc::RecordAnalysis& record,
                                                 const ClaimWords& claim) {
  ConclusionReading out;
  std::vector<SentenceVote> votes;
  std::size_t rank = 0;
  const std::vector<const doc::AnalysedSentence*> sentences = conclusion_of(record);
  if (sentences.empty()) return std::nullopt;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::string_view text = sentences[i]->text;
    const Tokens& tokens = sentences[i]->tokens;
    if (i > 0 && has(calls_for_studies(), tokens)) {
      out.caution += 1;
      continue;
    }
    const double place = kPlaces[std::min(rank++, std::size(kPlaces) - 1)];
    const double share = overlap_share(claim.stems, content_stems(tokens));
    const double weight = (kLeast + share * share) * place;
    const ClauseSum clauses = sum_of_clauses(claim, text, tokens);
    static const Patterns kButNot = {"but|though not|no", "but|though <3> not|no"};
    if (clauses.yes && clauses.no && has(kButNot, tokens)) out.caution += kOneNotOther;
    if (clauses.parts == 0) continue;
    const double vote = weight * clauses.sum / clauses.parts;
    (vote > 0 ? out.affirmed : out.denied) += std::abs(vote);
    out.caution += caution_of(tokens);
    votes.push_back({&sentences[i]->sentence, vote, clauses.denied});
  }
  out.span = sentences.front()->sentence.span;
  out.hedged = out.caution >= 0.1;
  const double total = out.affirmed + out.denied;
  out.stance = Stance::mixed;
  if (total > 0) {
    const double share = out.affirmed / total;
    const bool mixed = (share > kMixedFrom && share < kMixedTo) || out.caution >= kCautionLimit;
    if (!mixed) out.stance = share >= 0.5 ? Stance::supports : Stance::contradicts;
    const double side = share >= 0.5 ? 1 : -1;
    double best = 0;
    for (const SentenceVote& v : votes) {
      if (v.vote * side <= best) continue;
      best = v.vote * side;
      out.span = v.sentence->span;
      out.negated = v.denied;
    }
  }
  if (claim.denies && out.stance == Stance::supports)
    out.stance = Stance::contradicts;
  else if (claim.denies && out.stance == Stance::contradicts)
    out.stance = Stance::supports;
  return out;
}

}  // namespace ev::mechanism
