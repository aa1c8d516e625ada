#include "pipeline/extract/field_match.hpp"

#include "pipeline/extract/field_names.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/rule_traits.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace ev::extract {

namespace {

// Words that ask for nothing else than the rest of the name does.
constexpr const char* kNeutral =
    "value|values|reported|stated|mentioned|described|study|studies|trial|paper|article|abstract|"
    "main|key|name|names|text|detail|details|information|info|summary|statement|list|any|if|used|"
    "brief|short|tested|is|was|were|are|has|and|or";

// Words between the telling ones.
constexpr const char* kDropped =
    "of|the|a|an|in|for|on|to|at|with|from|that|which|who|what|as|this|be";

// In a description they ask for a part of what the name asks for.
constexpr const char* kParts =
    "placebo|control|controls|comparator|excluded|discontinued|withdrew|withdrawn|dropout|dropouts|"
    "dropped|screened|female|females|women|male|males|men|minimum|maximum|youngest|oldest";

struct Unit {
  const char* words;
  const char* unit;  // as units_agree() has it
  UnitKind kind;
};
constexpr Unit kUnits[] = {{"hours|hour", "hour", UnitKind::time},
                           {"days|day", "day", UnitKind::time},
                           {"weeks|week|wk|wks", "week", UnitKind::time},
                           {"months|month", "month", UnitKind::time},
                           {"years|year|yr|yrs", "year", UnitKind::time},
                           {"mg", "mg", UnitKind::amount},
                           {"g|grams", "g", UnitKind::amount},
                           {"mcg|ug", "mcg", UnitKind::amount},
                           {"ml", "ml", UnitKind::amount},
                           {"iu", "iu", UnitKind::amount},
                           {"percent|percentage", "%", UnitKind::share}};

struct NamedRule {
  Pattern name;
  Rule rule;
};

const std::vector<NamedRule>& named_rules() {
  static const std::vector<NamedRule> kRules = [] {
    std::vector<NamedRule> rules;
    for (const FieldName& name : field_names()) rules.push_back({name.pattern, name.rule});
    return rules;
  }();
  return kRules;
}

// "sampleSize", "sample_size", "Sample size" alike.
std::string spaced(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i > 0 && doc::is_upper(name[i]) && doc::is_lower(name[i - 1])) out += ' ';
    out += name[i] == '_' ? ' ' : name[i];
  }
  return out;
}

using Tokens = std::vector<doc::Token>;

void add_words_of(Tokens& out, std::string_view words) {
  for (doc::Token& token : doc::tokenize(words)) out.push_back(doc::word_token(token.folded));
}

// "num_patients", "no_of_patients", "how many patients" all ask for their number.
Tokens in_full(const Tokens& tokens) {
  static const std::vector<Pattern> kShort = [] {
    std::vector<Pattern> words;
    for (const Synonym& synonym : synonyms()) words.emplace_back(synonym.words);
    return words;
  }();
  static const Pattern kNumber("no of");
  static const Pattern kHowMany("how many");
  static const Pattern kHowLong("how long");
  Tokens out;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (kNumber.match_at(tokens, at) || kHowMany.match_at(tokens, at)) {
      add_words_of(out, "number");
      ++at;
      continue;
    }
    if (kHowLong.match_at(tokens, at)) {
      add_words_of(out, "duration");
      ++at;
      continue;
    }
    const auto same = std::find_if(kShort.begin(), kShort.end(), [&](const Pattern& words) {
      return words.match_at(tokens, at).has_value();
    });
    if (same == kShort.end())
      out.push_back(tokens[at]);
    else
      add_words_of(out, synonyms()[static_cast<std::size_t>(same - kShort.begin())].stands_for);
  }
  return out;
}

// The tokens of a name or definition that tell something.
Tokens telling_tokens(std::string_view words) {
  static const Pattern kWords(kDropped);
  Tokens tokens = in_full(doc::tokenize(words));
  std::erase_if(tokens, [](const doc::Token& token) {
    return kWords.match_at(std::span(&token, 1), 0).has_value();
  });
  return tokens;
}

// The words of one column of the traits, ready to be matched.
class TraitWords {
 public:
  explicit TraitWords(const char* RuleTraits::*column) {
    for (const RuleTraits& traits : rule_traits()) {
      if (*(traits.*column) != '\0') words_.emplace_back(traits.rule, Pattern(traits.*column));
    }
  }
  bool has(Rule rule, const Tokens& tokens, std::size_t at) const {
    const auto row = std::find_if(words_.begin(), words_.end(),
                                  [&](const auto& known) { return known.first == rule; });
    return row != words_.end() && row->second.match_at(tokens, at).has_value();
  }

 private:
  std::vector<std::pair<Rule, Pattern>> words_;
};

const Unit* unit_named(const Tokens& tokens, std::size_t at) {
  static const std::vector<Pattern> kWords = [] {
    std::vector<Pattern> words;
    for (const Unit& unit : kUnits) words.emplace_back(unit.words);
    return words;
  }();
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (kWords[i].match_at(tokens, at)) return &kUnits[i];
  }
  return nullptr;
}

struct Best {
  Rule rule = nullptr;
  std::size_t length = 0;
  bool is_short = false;  // "n", "or", "hr": letters that may stand for much
  std::string unit;
  std::string unknown;  // the first telling word that the rule does not account for
};

// All tokens that the rule's patterns match anywhere: "intervention or exposure".
std::vector<bool> covered_by(Rule rule, const Tokens& tokens) {
  std::vector<bool> covered(tokens.size(), false);
  for (const NamedRule& entry : named_rules()) {
    if (entry.rule != rule) continue;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      const auto end = entry.name.match_at(tokens, at);
      for (std::size_t i = at; end && i < *end; ++i) covered[i] = true;
    }
  }
  return covered;
}

void account_for_the_rest(Best& best, const Tokens& tokens) {
  static const Pattern kWords(kNeutral);
  static const TraitWords kBeside(&RuleTraits::beside), kOtherThan(&RuleTraits::other_than);
  const std::vector<bool> covered = covered_by(best.rule, tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool neutral = kWords.match_at(tokens, i) && !kOtherThan.has(best.rule, tokens, i);
    if (covered[i] || neutral || kBeside.has(best.rule, tokens, i)) continue;
    const Unit* unit = unit_named(tokens, i);
    const bool asked_in = unit != nullptr && unit->kind == traits_of(best.rule).unit;
    if (asked_in && best.unit.empty()) {
      best.unit = unit->unit;
      continue;
    }
    best.unknown = tokens[i].folded;
    return;
  }
}

constexpr std::size_t kShortest = 4;  // letters of a word that tells by itself

// The longest match that leaves nothing unaccounted for, else the longest.
Best best_match(const Tokens& tokens) {
  Best best;
  for (const NamedRule& entry : named_rules()) {
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      const auto end = entry.name.match_at(tokens, at);
      if (!end || *end == at) continue;
      const bool letters = *end - at == 1 && tokens[at].folded.size() < kShortest;
      Best found{
          .rule = entry.rule, .length = *end - at, .is_short = letters, .unit = {}, .unknown = {}};
      account_for_the_rest(found, tokens);
      const bool whole = found.unknown.empty();
      const bool best_is_whole = best.rule != nullptr && best.unknown.empty();
      const bool better = whole == best_is_whole ? found.length > best.length : whole;
      if (better) best = std::move(found);
    }
  }
  return best;
}

// "type_of_study" as "study type".
Best best_match_of_name(std::string_view name) {
  const std::string words = spaced(name);
  Best best = best_match(telling_tokens(words));
  const std::size_t of = words.find(" of ");
  if (of == std::string::npos || (best.rule != nullptr && best.unknown.empty())) return best;
  Best turned = best_match(telling_tokens(words.substr(of + 4) + ' ' + words.substr(0, of)));
  return turned.rule != nullptr && turned.unknown.empty() ? turned : best;
}

// Definitions put the thing first: its first clause is looked at.
Tokens first_clause(std::string_view description) {
  std::string_view clause = description.substr(0, description.find_first_of(".,;(:\n"));
  if (const std::size_t condition = clause.find(" if "); condition != std::string_view::npos)
    clause = clause.substr(0, condition);
  return telling_tokens(clause);
}

// Numbers and yes/no fields cannot hold what these rules find.
bool fits(const FieldSpec& field, Rule rule) {
  return field.type == Type::string || !traits_of(rule).prose;
}

FieldRule unaccounted(const std::string& word, const char* where) {
  return {.rule = nullptr,
          .unit = {},
          .reason = "no rule for this field: none knows the word \"" + word + "\" of its " + where};
}

// What the definition of a known name says more closely: a part of the study, a kind of effect.
FieldRule as_described(FieldRule found, const FieldSpec& field) {
  static const Patterns kPart = {kParts};
  static const Patterns kWhole = {"total|all|overall|both|whole"};
  const Tokens tokens = first_clause(field.description);
  const auto part = find_any(kPart, tokens);
  if (traits_of(found.rule).of_the_whole && part && !find_any(kWhole, tokens))
    return unaccounted(tokens[part->first].folded, "definition");
  if (traits_of(found.rule).effect != EffectKind::any) return found;
  std::vector<Rule> kinds;
  for (const NamedRule& entry : named_rules()) {
    const bool kind = traits_of(entry.rule).effect == EffectKind::one;
    const auto match = kind ? entry.name.find(tokens) : std::nullopt;
    if (match && match->last - match->first > 1 &&
        std::find(kinds.begin(), kinds.end(), entry.rule) == kinds.end()) {
      kinds.push_back(entry.rule);
    }
  }
  if (kinds.size() == 1) found.rule = kinds.front();
  return found;
}

// "participants" as words are who they were, as a number how many.
bool asks_who(const FieldSpec& field, const Tokens& name) {
  static const Pattern kPeople("participants|patients|subjects");
  static const Patterns kCounted = {"number|count|total|many|size|n"};
  if (find_any(kCounted, doc::tokenize(field.description))) return false;
  return field.type == Type::string && name.size() == 1 && kPeople.match_at(name, 0);
}

// Of what a name may mean the type decides: outcome, size and count between the number and the
// words; a number of years is a mean, not one end of a range.
Rule by_type(Rule rule, Type type) {
  if (type != Type::number && type != Type::integer) return rule;
  const Rule as_number = traits_of(rule).as_number;
  return as_number != nullptr ? as_number : rule;
}

}  // namespace

FieldRule match_field(const FieldSpec& field) {
  const Best named = best_match_of_name(field.name);
  if (named.rule != nullptr && !named.unknown.empty()) return unaccounted(named.unknown, "name");
  if (asks_who(field, telling_tokens(spaced(field.name))))
    return {.rule = find_population, .unit = {}, .reason = {}};
  if (named.rule != nullptr && fits(field, named.rule)) {
    return as_described({by_type(named.rule, field.type), named.unit, {}}, field);
  }
  const FieldRule none{.rule = nullptr, .unit = {}, .reason = "no rule for this field"};
  if (field.description.empty()) return none;
  const Best described = best_match(first_clause(field.description));
  // One word tells what is asked for only where nothing else is said.
  const bool told = described.length >= 2 ||
                    (described.length == 1 && described.unknown.empty() && !described.is_short);
  if (!told || !fits(field, described.rule)) return none;
  if (!described.unknown.empty()) return unaccounted(described.unknown, "definition");
  return {by_type(described.rule, field.type), described.unit, {}};
}

Rule rule_for(const FieldSpec& field) {
  return match_field(field).rule;
}

bool units_agree(std::string_view stated, std::string_view asked) {
  if (stated == asked) return true;
  const Tokens tokens = doc::tokenize(stated);
  const Unit* unit = tokens.empty() ? nullptr : unit_named(tokens, 0);
  return unit != nullptr && asked == unit->unit;
}

}  // namespace ev::extract
