#include "pipeline/mechanism/mentions.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/cues.hpp"
#include "pipeline/mechanism/word_lists.hpp"
#include "pipeline/text/abbreviations.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>

namespace ev::mechanism {
namespace {

constexpr std::size_t kLongestName = 8;

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit_char(char c) {
  return c >= '0' && c <= '9';
}

class Finder {
 public:
  Finder(std::string_view sentence, const std::vector<doc::Token>& tokens, Vocabulary& vocabulary)
      : sentence_(sentence),
        tokens_(tokens),
        vocabulary_(vocabulary),
        shouted_(shouted(sentence)) {}

  std::vector<Mention> run() {
    std::vector<Mention> found;
    for (std::size_t i = 0; i < tokens_.size();) {
      Mention mention;
      if (known(i, mention) || (!shouted_ && pattern(i, mention))) {
        mention.outer_first = mention.first;
        mention.outer_last = mention.last;
        i = mention.last + 1;
        found.push_back(mention);
      } else {
        ++i;
      }
    }
    join_short_forms(found);
    for (std::size_t m = 0; m < found.size(); ++m) {
      const std::size_t floor = m == 0 ? 0 : found[m - 1].outer_last + 1;
      const std::size_t ceiling = m + 1 == found.size() ? tokens_.size() : found[m + 1].first;
      bind_after(found[m], ceiling);
      bind_before(found[m], floor);
    }
    return found;
  }

 private:
  static bool shouted(std::string_view s) {
    const auto upper = std::count_if(s.begin(), s.end(), is_upper);
    const auto lower = std::count_if(s.begin(), s.end(), is_lower);
    return upper > 2 * lower;
  }

  std::string_view word(std::size_t i) const { return tokens_[i].folded; }
  std::string_view surface(std::size_t i) const {
    return sentence_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  std::string_view gap(std::size_t i) const { return gap_after(sentence_, tokens_, i); }

  // One name may be spread over "H+,K(+)-ATPase" but not over a comma or a full stop between words.
  bool joined(std::size_t i) const {
    const std::string_view g = gap(i);
    if (g.size() > 4 || g.find_first_of(";:") != std::string_view::npos) return false;
    if (g.find(". ") != std::string_view::npos || g.find(" (") != std::string_view::npos)
      return false;
    return g.find(", ") == std::string_view::npos || surface(i).size() <= 2;
  }

  bool written_as_symbol(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i <= last; ++i) {
      const std::string_view s = surface(i);
      if (std::any_of(s.begin(), s.end(), is_upper)) return true;
    }
    return false;
  }

  bool all_upper(std::size_t i) const {
    const std::string_view s = surface(i);
    return std::none_of(s.begin(), s.end(), is_lower) && std::any_of(s.begin(), s.end(), is_upper);
  }

  bool beside_gene_word(std::size_t first, std::size_t last) const {
    return (last + 1 < tokens_.size() && is_gene_context(word(last + 1))) ||
           (first > 0 && is_gene_context(word(first - 1))) ||
           (first > 0 && word(first - 1) == "c" && gap(first - 1) == "-");
  }

  // "B-ase (BAS)-2", "BAS (B-ase)": one name, and what stands before it is said of all of it.
  void join_short_forms(std::vector<Mention>& found) const {
    for (std::size_t m = 0; m < found.size(); ++m) {
      const std::optional<std::size_t> begin = long_form_of(found, m);
      if (!begin) continue;
      found[m].first = found[m].outer_first = *begin;
      while (m > 0 && found[m - 1].first >= *begin) {
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(m - 1));
        --m;
      }
    }
  }

  // First token of the name that mention `m` repeats in brackets.
  std::optional<std::size_t> long_form_of(const std::vector<Mention>& found, std::size_t m) const {
    const std::size_t first = found[m].first;
    if (first == 0 || gap(first - 1) != " (") return std::nullopt;
    if (m > 0 && found[m - 1].last + 1 == first && found[m - 1].entity == found[m].entity)
      return found[m - 1].first;
    const std::string_view inside = sentence_.substr(tokens_[first].begin);
    const std::string_view before = sentence_.substr(0, tokens_[first - 1].end);
    const auto at = doc::long_form_begin(inside.substr(0, inside.find_first_of(");,")), before);
    if (!at) return std::nullopt;
    std::size_t begin = first;
    while (begin > 0 && tokens_[begin - 1].begin >= *at) --begin;
    const bool cuts = m > 0 && found[m - 1].first < begin && found[m - 1].last >= begin;
    return begin == first || cuts ? std::nullopt : std::optional(begin);
  }

  bool known(std::size_t i, Mention& out) {
    std::size_t end = std::min(tokens_.size(), i + kLongestName);
    for (std::size_t j = i; j + 1 < end; ++j) {
      if (!joined(j)) end = j + 1;
    }
    for (std::size_t last = end; last-- > i;) {
      const Term* term = vocabulary_.find(key_of(tokens_, i, last));
      if (term == nullptr) continue;
      if (last > i && word(i) == "a") continue;  // "a beta-…" is no amyloid
      if (term->symbol && !written_as_symbol(i, last)) continue;
      if (term->ambiguous && (shouted_ || !all_upper(i) || !beside_gene_word(i, last))) continue;
      out = {.entity = term->entity,
             .first = i,
             .last = last,
             .polarity = term->polarity,
             .acts = term->acts,
             .agent = term->agent};
      const std::string_view after = sentence_.substr(tokens_[last].end, 3);
      if (term->polarity < 0 && !term->acts && after.find('<') != std::string_view::npos) {
        out.polarity = 1;  // "time with gastric pH < 4" grows with acidity
      }
      return true;
    }
    return false;
  }

  // Names the table does not have, by their form. The name kept is the folded one, so that the
  // order in which records are read does not show.
  bool pattern(std::size_t i, Mention& out) {
    const std::string_view w = word(i);
    if (has_drug_stem(w)) return learn(Kind::drug, i, i, out);
    if (is_target_head(w) || has_enzyme_ending(w)) return false;  // reached from its modifier below
    if (const std::size_t head = target_head_after(i); head != 0)
      return learn(Kind::target, i, head, out);
    if (gene_symbol(i)) return learn(Kind::target, i, i, out);
    if (w.size() > 6 && looks_like_disease(w) && !is_generic_heading(w) && single_disease_word(w)) {
      return learn(Kind::effect, i, i, out);
    }
    return false;
  }

  bool single_disease_word(std::string_view w) const {
    constexpr std::string_view kHeads[] = {"disease",       "diseases",   "syndrome", "syndromes",
                                           "disorder",      "disorders",  "failure",  "infarction",
                                           "infection",     "infections", "injury",   "injuries",
                                           "insufficiency", "neoplasm",   "neoplasms"};
    return std::find(std::begin(kHeads), std::end(kHeads), w) == std::end(kHeads);
  }

  // "adenosine A1 receptor", "xanthine oxidase": token of the head, 0 when none.
  std::size_t target_head_after(std::size_t i) const {
    if (!can_modify_target(word(i)) || cue_of(word(i)) || is_filler(word(i))) return 0;
    for (std::size_t j = i + 1; j < tokens_.size() && j <= i + 2; ++j) {
      if (!joined(j - 1)) return 0;
      const std::string_view w = word(j);
      if (is_target_head(w) || has_enzyme_ending(w)) return j;
      if (w.size() > 3 || is_preposition(w) || is_conjunction(w) || is_filler(w)) return 0;
    }
    return 0;
  }

  bool gene_symbol(std::size_t i) const {
    const std::string_view s = surface(i);
    if (s.size() < 3 || s.size() > 8 || !is_upper(s.front()) || !is_upper(s[1])) return false;
    const auto digits = std::count_if(s.begin(), s.end(), is_digit_char);
    if (std::any_of(s.begin(), s.end(), is_lower) || is_common_word(word(i))) return false;
    if (is_symbol_like_non_gene(word(i))) return false;
    if (digits == 0) {
      return i + 1 < tokens_.size() && joined(i) &&
             (word(i + 1) == "gene" || word(i + 1) == "mrna" || word(i + 1) == "protein") &&
             word(i) != "rna" && word(i) != "dna";
    }
    return digits <= 2 && beside_gene_word(i, i);
  }

  bool learn(Kind kind, std::size_t first, std::size_t last, Mention& out) {
    std::string name;
    for (std::size_t i = first; i <= last; ++i) {
      if (!name.empty()) name += ' ';
      if (kind == Kind::target && first == last) {
        name += surface(i);
      } else {
        name += tokens_[i].folded;
      }
    }
    if (name.size() > 5 && name.back() == 's' && kind != Kind::effect &&
        name[name.size() - 2] != 's') {
      name.pop_back();
    }
    const std::size_t entity = vocabulary_.add(kind, name);
    if (kind == Kind::effect) {
      vocabulary_.at(entity).valence = -1;
      vocabulary_.at(entity).disease = true;
    }
    out = {.entity = entity, .first = first, .last = last};
    return true;
  }

  static void apply(Mention& m, CueType type) {
    if (type == CueType::down) m.polarity = -m.polarity;
    m.acts = true;
  }

  // "X inhibitor(s)", "X blockade", "X receptor antagonist", "X expression", "X-/-".
  void bind_after(Mention& m, std::size_t ceiling) {
    if (m.acts && m.agent) return;
    const std::string_view after = sentence_.substr(tokens_[m.last].end, 5);
    if (after.starts_with("-/-") || after.starts_with("(-/-)") || after.starts_with("−/−")) {
      apply(m, CueType::down);
      return;
    }
    for (std::size_t i = m.last + 1; i < ceiling && i <= m.last + 3; ++i) {
      const std::string_view g = gap(i - 1);
      if (g != " " && g != "-" && g != ")-" && g != ") ") return;
      const std::string_view w = word(i);
      if (reverses(w)) {
        apply(m, CueType::down);
        m.outer_last = i;
        return;
      }
      if (is_measure(w)) {
        m.outer_last = i;
        continue;
      }
      const auto cue = cue_of(w);
      const bool directed = cue && (cue->type == CueType::up || cue->type == CueType::down);
      if (!directed || !binds_after(*cue, i, g)) return;
      apply(m, cue->type);
      m.agent =
          cue->form == CueForm::agent || (cue->form == CueForm::gerund && before_agent_word(i));
      m.outer_last = i;
      return;
    }
  }

  bool binds_after(const CueWord& cue, std::size_t i, std::string_view g) const {
    if (cue.form == CueForm::agent || cue.form == CueForm::adjective) return true;
    if (cue.form == CueForm::noun) return true;
    if (cue.form == CueForm::gerund) return g == "-" || before_agent_word(i);
    return false;
  }

  bool before_agent_word(std::size_t i) const {
    if (i + 1 >= tokens_.size() || gap(i) != " ") return false;
    const std::string_view next = word(i + 1);
    return next == "agent" || next == "agents" || next == "drug" || next == "drugs" ||
           next == "properties" || next == "activity" || next == "effect" || next == "effects" ||
           next == "compound";
  }

  static bool reverses(std::string_view w) {
    constexpr std::string_view kWords[] = {"deficiency",
                                           "deficient",
                                           "knockout",
                                           "knockdown",
                                           "null",
                                           "sirna",
                                           "shrna",
                                           "ablation",
                                           "deletion",
                                           "depletion",
                                           "loss",
                                           "silencing",
                                           "haploinsufficiency",
                                           "withdrawal",
                                           "discontinuation",
                                           "avoidance",
                                           "cessation",
                                           "absence",
                                           "lack"};
    return std::find(std::begin(kWords), std::end(kWords), w) != std::end(kWords);
  }

  static bool is_measure(std::string_view w) {
    constexpr std::string_view kWords[] = {
        "level",      "levels",          "expression",     "activity", "production", "secretion",
        "release",    "concentration",   "concentrations", "mrna",     "protein",    "signaling",
        "signalling", "pathway",         "function",       "rate",     "rates",      "receptor",
        "receptors",  "phosphorylation", "synthesis",      "formation"};
    return std::find(std::begin(kWords), std::end(kWords), w) != std::end(kWords);
  }

  // "inhibition of (the) X", "increased X", "anti-X", "treatment with X".
  void bind_before(Mention& m, std::size_t floor) {
    std::size_t i = m.first;
    bool of = false;
    bool loose = false;
    std::size_t steps = 0;
    while (i > floor && steps < 6) {
      const std::string_view g = gap(i - 1);
      if (g != " " && g != "-" && g != " (" && g != "/") return;
      const std::string_view w = word(i - 1);
      if (w == "of" || w == "in" || w == "at" || w == "for") {
        if (of) return;
        of = true;
        loose = w == "at" || w == "for";  // only doers are "… of", "… at" and "… for" alike
      } else if (w == "anti" && g == "-") {
        apply(m, CueType::down);
        m.outer_first = i - 1;
        return;
      } else if (const auto cue = cue_of(w); cue || reverses(w)) {
        if (loose && (!cue || cue->form != CueForm::agent)) return;
        bind_cue_before(m, i - 1, cue, of, floor);
        return;
      } else if (is_carrier(w) && of) {
        m.outer_first = i - 1;
        of = false;
      } else if (!is_between(w)) {
        return;
      }
      --i;
      ++steps;
    }
  }

  void bind_cue_before(Mention& m, std::size_t at, const std::optional<CueWord>& cue, bool of,
                       std::size_t floor) {
    if (!cue) {
      if (!of) return;
      apply(m, CueType::down);
      m.outer_first = at;
      return;
    }
    if (cue->type == CueType::worsen && cue->form == CueForm::gerund) {  // "worsening X" is X
      m.outer_first = at;
      return;
    }
    if (cue->type != CueType::up && cue->type != CueType::down && cue->type != CueType::treat)
      return;
    const bool noun =
        cue->form == CueForm::noun || (cue->form == CueForm::verb && nominal(at, floor));
    const bool adjective =
        (cue->form == CueForm::participle || cue->form == CueForm::comparative) && !of &&
        adjectival(at, floor);
    const bool agent = cue->form == CueForm::agent && of;
    // "Blocking B reduced …": the sentence is about less of B.
    const bool gerund = cue->form == CueForm::gerund && at == 0 && !of &&
                        gap(m.outer_last).find(',') == std::string_view::npos;
    if (!(noun && of) && !adjective && !agent && !gerund) return;
    if (cue->type == CueType::treat) {
      const int valence = vocabulary_.at(m.entity).valence;
      if (valence == 0) return;
      apply(m, valence * m.polarity > 0 ? CueType::up : CueType::down);
    } else {
      apply(m, cue->type);
    }
    m.agent = agent;
    m.prefixed = !adjective && !agent && !gerund;
    m.outer_first = at;
  }

  // "an increase of X", "a more stable fall in X" rather than "agents block X".
  bool nominal(std::size_t at, std::size_t floor) const {
    for (std::size_t i = at; i > floor && i + 5 > at; --i) {
      const std::string_view w = word(i - 1);
      if (w == "a" || w == "an" || w == "the" || w == "significant" || w == "marked" ||
          w == "this" || w == "no" || w == "any")
        return true;
      const auto cue = cue_of(w);
      if (w == "to" || w == "which" || w == "that" || is_preposition(w) || gap(i - 1) != " " ||
          (cue && cue->form != CueForm::comparative))
        break;
    }
    return at == 0 || (at > 0 && (is_preposition(word(at - 1)) && word(at - 1) != "to"));
  }

  // "with reduced X", "showed increased X" rather than "Y reduced X".
  bool adjectival(std::size_t at, std::size_t floor) const {
    if (at == 0) return true;
    if (at <= floor && floor != 0) return false;
    const std::string_view w = word(at - 1);
    if (w == "by" || w == "with" || w == "in" || w == "of" || w == "the" || w == "a" ||
        w == "through" || w == "via" || w == "from" || w == "despite" || w == "for") {
      return true;
    }
    if (w == "to") {  // "due to decreased X", not "to decrease X"
      const std::string_view cause = at > 1 ? word(at - 2) : std::string_view();
      return cause == "due" || cause == "attributed" || cause == "attributable" ||
             cause == "secondary" || cause == "led" || cause == "leads" || cause == "leading";
    }
    const auto cue = cue_of(w);
    return cue && cue->type == CueType::produce;
  }

  // The measured thing: "levels of X", "treatment with X", "risk of X".
  static bool is_carrier(std::string_view w) {
    constexpr std::string_view kWords[] = {
        "level",    "levels",        "expression",     "activity",    "production", "secretion",
        "release",  "concentration", "concentrations", "risk",        "incidence",  "rate",
        "rates",    "severity",      "development",    "progression", "frequency",  "number",
        "symptoms", "signs",         "amount",         "degree",      "formation",  "occurrence",
        "episodes", "prevalence",    "synthesis"};
    return std::find(std::begin(kWords), std::end(kWords), w) != std::end(kWords);
  }

  static bool is_between(std::string_view w) {
    constexpr std::string_view kWords[] = {
        "the",           "a",          "an",          "its",
        "their",         "hepatic",    "plasma",      "serum",
        "cardiac",       "left",       "ventricular", "cellular",
        "myocardial",    "gastric",    "mean",        "total",
        "circulating",   "endogenous", "renal",       "systemic",
        "peripheral",    "both",       "basal",       "overall",
        "chronic",       "acute",      "neuronal",    "brain",
        "significant",   "excessive",  "central",     "cardiovascular",
        "resting",       "all",        "cause",       "lv",
        "intragastric",  "tissue",     "combined",    "further",
        "receptor",      "nuclear",    "enzyme",      "kinase",
        "transcription", "factor",     "protein"};
    return std::find(std::begin(kWords), std::end(kWords), w) != std::end(kWords);
  }

  std::string_view sentence_;
  const std::vector<doc::Token>& tokens_;
  Vocabulary& vocabulary_;
  bool shouted_;
};

}  // namespace

std::string_view gap_after(std::string_view sentence, const std::vector<doc::Token>& tokens,
                           std::size_t i) {
  if (i + 1 >= tokens.size()) return sentence.substr(tokens[i].end);
  return sentence.substr(tokens[i].end, tokens[i + 1].begin - tokens[i].end);
}

std::vector<Mention> find_mentions(std::string_view sentence, const std::vector<doc::Token>& tokens,
                                   Vocabulary& vocabulary) {
  return Finder(sentence, tokens, vocabulary).run();
}

}  // namespace ev::mechanism
