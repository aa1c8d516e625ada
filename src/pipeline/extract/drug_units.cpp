#include "pipeline/extract/drug_units.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <string_view>

namespace ev::extract {

namespace {

constexpr std::size_t kMostBesides = 5;  // words beside "or" that are neither dose nor drug
constexpr std::size_t kFarthest = 24;    // tokens between two units that are set against each other

// One spelling for "amoxycillin" and "amoxicillin", "oestradiol" and "estradiol".
std::string one_spelling(const std::string& word) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char next = i + 1 < word.size() ? word[i + 1] : ' ';
    const bool diphthong = (word[i] == 'o' || word[i] == 'a') && next == 'e';
    const bool digraph = word[i] == 'p' && next == 'h';
    out += word[i] == 'y' ? 'i' : diphthong ? 'e' : digraph ? 'f' : word[i];
    if (diphthong || digraph) ++i;
  }
  return out;
}

// What is no drug although a drug's name stands before it: "insulin sensitivity".
const Patterns& said_of_drugs() {
  static const Patterns kSaid = {
      "channel|antagonist|antagonists|blocker|blockers|inhibitor|inhibitors|agonist|agonists|"
      "receptor|receptors|converting|sensitivity|resistance|resistant|induced|secretion|release|"
      "levels|level|concentration|concentrations|metabolism|excretion|intake|status|naive"};
  return kSaid;
}

void add_names_of(const RecordText& record, std::string_view word, const doc::Token& token,
                  std::vector<std::string>& names) {
  const doc::Abbreviation* form = record.definition_of(word);
  if (form == nullptr) {
    names.push_back(one_spelling(token.folded));
    return;
  }
  const std::size_t before = names.size();
  const std::vector<doc::Token> parts = doc::tokenize(record.document().text(form->long_span));
  for (const doc::Token& part : parts) {
    if ((word_kinds(part) & kind::drug) != 0) names.push_back(one_spelling(part.folded));
  }
  if (names.size() == before) names.push_back(token.folded);
}

void sort_names(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

std::string_view text_between(const Sentence& sentence, std::size_t end, std::size_t begin) {
  const std::size_t from = sentence.tokens[end - 1].end;
  return sentence.text.substr(from, sentence.tokens[begin].begin - from);
}

// "calcium channel blockers", "insulin sensitivity", "plasma estradiol" are no drug that somebody
// is given, "potassium" of "losartan potassium" is a part of its name.
bool names_what_is_given(const RecordText& record, const Sentence& sentence, std::size_t at) {
  static const Patterns kMeasured = {"plasma|serum|urinary|urine|blood|endogenous|salivary"};
  static const Patterns kAny = {"antibiotic|antibiotics|ppi|ace"};
  if (kAny.match_at(sentence.tokens, at)) return false;
  if (said_of_drugs().match_at(sentence.tokens, at + 1)) return false;
  if (at > 0 && kMeasured.match_at(sentence.tokens, at - 1)) return false;
  const doc::Token& token = sentence.tokens[at];
  const doc::Abbreviation* form =
      record.definition_of(sentence.text.substr(token.begin, token.end - token.begin));
  if (form == nullptr) return true;
  const std::vector<doc::Token> parts = doc::tokenize(record.document().text(form->long_span));
  return !parts.empty() && !said_of_drugs().match_at(parts, parts.size() - 1);
}

bool is_named_drug(const RecordText& record, const Sentence& sentence, std::size_t at) {
  if (std::string_view(sentence.tokens[at].folded) == "placebo") return true;
  return (sentence.kinds[at] & kind::drug) != 0 && names_what_is_given(record, sentence, at);
}

bool may_name_drug(const Sentence& sentence) {
  static const Patterns kPlacebo = {"placebo"};
  WordKinds all = 0;
  for (const WordKinds kinds : sentence.kinds) all |= kinds;
  return (all & kind::drug) != 0 || find_any(kPlacebo, sentence);
}

bool is_salt(const Sentence& sentence, std::size_t at) {
  static const Patterns kSalt = {"potassium|sodium|calcium|magnesium|zinc"};
  return at > 0 && (sentence.kinds[at - 1] & kind::drug) != 0 &&
         kSalt.match_at(sentence.tokens, at) && text_between(sentence, at, at) == " ";
}

// How much and how often.
bool is_dose_word(const Sentence& sentence, std::size_t at) {
  static const Patterns kDose = {
      "daily|once|twice|thrice|three|two|four|times|a|per|bd|bid|b|i|d|tid|t|qid|q|od|o|m|qd|mg|"
      "day|kg|n|iv|intravenous|oral|subcutaneous|topical|transdermal|inhaled|alone|monotherapy|"
      "therapy|treatment|group|tablets|capsules|for|the"};
  return doc::is_digit(sentence.tokens[at].folded.front()) ||
         (sentence.kinds[at] & (kind::unit | kind::time)) != 0 ||
         kDose.match_at(sentence.tokens, at);
}

bool was_compared(const Sentence& sentence, std::size_t before) {
  static const Patterns kCompare = {"compar*|between|versus"};
  constexpr std::size_t kBack = 14;
  const std::size_t from = before > kBack ? before - kBack : 0;
  return find_any(kCompare, std::span(sentence.tokens).subspan(from, before - from)).has_value();
}

Joint joint_between(const Sentence& sentence, const DrugUnit& left, std::size_t next) {
  static const Patterns kAgainst = {"versus|vs|against"};
  static const Patterns kThan = {"than"};
  static const Patterns kCompared = {
      "compared|comparison|comparable|similar|superior|inferior|equivalent|alternative|relative|"
      "equal|opposed with|to",
      "compared|equivalent|similar", "as <3> as", "rather"};
  static const Patterns kUnlike = {"whereas|while|but|unlike"};
  static const Patterns kTogether = {"plus", "combined|together|given with",
                                     "combination|addition with|to", "added to",
                                     "adjunct|adjunctive|adjunctively <1> to|with"};
  static const Patterns kSame = {"same"};
  const std::string_view gap = text_between(sentence, left.words.last, next);
  const std::size_t first = left.words.last;
  if (next - first > kFarthest || gap.find("; ") != std::string_view::npos) return Joint::apart;
  std::size_t besides = 0;  // words that are no dose
  std::size_t last = first;
  for (std::size_t i = first; i < next; ++i) {
    if (is_dose_word(sentence, i)) continue;
    ++besides;
    last = i;
  }
  if (besides == 0) {
    if (gap.find('&') != std::string_view::npos) return Joint::with_next;
    if (gap.find_first_of("+/") != std::string_view::npos || gap == "-" || gap == " ")
      return Joint::together;
    return gap.find(',') != std::string_view::npos ? Joint::listed : Joint::apart;
  }
  const auto words = std::span(sentence.tokens).subspan(first, next - first);
  if (find_any(kAgainst, words)) return Joint::against;
  if (find_any(kThan, words)) return Joint::than;
  if (besides <= 4 && find_any(kTogether, words))
    return find_any(kSame, words) ? Joint::either : Joint::together;
  if (find_any(kCompared, words)) return Joint::compared;
  if (find_any(kUnlike, words)) return Joint::unlike;
  static const Patterns kOr = {"or"};
  if (besides <= kMostBesides && find_any(kOr, words)) return Joint::either;
  const std::string& joint = sentence.tokens[last].folded;
  if (joint == "and" && besides <= 2) return Joint::with_next;
  if (joint == "with" && besides == 1)
    return was_compared(sentence, left.words.first) ? Joint::compared : Joint::together;
  return Joint::apart;
}

// "both tea and mint", "combination of tea and mint".
bool begins_combination(const Sentence& sentence, std::size_t first) {
  static const Patterns kCombination = {"combination|combinations|combined ?of|with|therapy"};
  constexpr std::size_t kBack = 4;
  const std::size_t from = first > kBack ? first - kBack : 0;
  const auto told = find_any(kCombination, std::span(sentence.tokens).first(first), from);
  return told.has_value();
}

bool ends_combination(const Sentence& sentence, std::size_t last) {
  static const Patterns kCombination = {"combination|combinations|combined"};
  return kCombination.match_at(sentence.tokens, last).has_value();
}

// "tea, mint and milk (TMM)" is one.
bool is_within_long_form(const RecordText& record, const Sentence& sentence, std::size_t first,
                         std::size_t last) {
  const doc::Span words = sentence.span(sentence.tokens[first].begin, sentence.tokens[last].end);
  const auto& forms = record.abbreviations();
  return std::any_of(forms.begin(), forms.end(), [&](const doc::Abbreviation& form) {
    return form.long_span.field == words.field && form.long_span.begin <= words.begin &&
           words.end <= form.long_span.end;
  });
}

bool is_no_placebo(const std::string& name) {
  return name != "placebo";
}

std::vector<DrugUnit> find_drug_units(const RecordText& record, const Sentence& sentence) {
  std::vector<DrugUnit> out;
  if (!may_name_drug(sentence)) return out;
  for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
    if (!is_named_drug(record, sentence, i)) continue;
    if (!out.empty() && out.back().words.last == i && is_salt(sentence, i)) {
      out.back().words.last = i + 1;
      continue;
    }
    const doc::Token& token = sentence.tokens[i];
    const std::string_view word = sentence.text.substr(token.begin, token.end - token.begin);
    DrugUnit unit{.words = {i, i + 1}};
    unit.short_form = record.definition_of(word) != nullptr;
    add_names_of(record, word, token, unit.names);
    if (!out.empty()) unit.joint = joint_between(sentence, out.back(), i);
    const bool combined =
        !out.empty() && unit.joint == Joint::with_next &&
        (begins_combination(sentence, out.back().words.first) || ends_combination(sentence, i + 1));
    // "tea or the same plus honey".
    static const Patterns kSame = {"same"};
    if (unit.joint == Joint::either &&
        find_any(kSame, std::span(sentence.tokens).first(i), out.back().words.last)) {
      unit.names.insert(unit.names.end(), out.back().names.begin(), out.back().names.end());
      unit.short_form = true;
    }
    // "tea plus mint and honey" goes on, "tea plus mint and tea" does not.
    const bool goes_on =
        !out.empty() && unit.joint == Joint::with_next && out.back().names.size() > 1 &&
        !std::binary_search(out.back().names.begin(), out.back().names.end(), unit.names.front());
    const bool one_regimen = !out.empty() &&
                             (unit.joint == Joint::with_next || unit.joint == Joint::listed) &&
                             is_within_long_form(record, sentence, out.back().words.first, i);
    if (unit.joint == Joint::together || combined || goes_on || one_regimen) {
      DrugUnit& last = out.back();
      last.words.last = i + 1;
      last.short_form = last.short_form || unit.short_form;
      last.names.insert(last.names.end(), unit.names.begin(), unit.names.end());
      // Placebo beside a drug keeps the blinding.
      if (std::any_of(last.names.begin(), last.names.end(), is_no_placebo)) {
        const auto left_out =
            std::erase_if(last.names, [](const std::string& name) { return !is_no_placebo(name); });
        last.with_placebo = last.with_placebo || left_out > 0;
      }
      sort_names(last.names);
    } else {
      sort_names(unit.names);
      out.push_back(std::move(unit));
    }
  }
  return out;
}

}  // namespace

const std::vector<DrugUnit>& drug_units(const RecordText& record, const Sentence& sentence) {
  return record.facts().drug_units.get(record.index_of(sentence),
                                       [&] { return find_drug_units(record, sentence); });
}

std::vector<std::string> drug_names(const RecordText& record, const Phrase& named) {
  std::vector<std::string> out;
  const Sentence& sentence = *named.sentence;
  for (std::size_t i = named.chunk.first; i < named.chunk.last; ++i) {
    if (!is_named_drug(record, sentence, i) || is_salt(sentence, i)) continue;
    const doc::Token& token = sentence.tokens[i];
    add_names_of(record, sentence.text.substr(token.begin, token.end - token.begin), token, out);
  }
  std::erase_if(out, [](const std::string& name) { return !is_no_placebo(name); });
  sort_names(out);
  return out;
}

}  // namespace ev::extract
