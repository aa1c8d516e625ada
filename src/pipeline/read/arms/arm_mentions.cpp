#include "pipeline/read/arms/arm_mentions.hpp"

#include "pipeline/read/arms/arm_labels.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::read {

namespace {

// Words that may stand between two telling words of one name.
const WordSet& joining_words() {
  static const WordSet kWords = WordSet::listed("joining");
  return kWords;
}

Sentence sentence_of(const doc::Document& document, const doc::Span& span) {
  Sentence out{{span, doc::Role::unknown, false}, document.text(span), {}, {}};
  out.tokens = doc::tokenize(out.text);
  return out;
}

// "placebo", "no", "usual": what makes a name that of the other side.
bool has_contrast(const Key& key) {
  return std::any_of(key.begin(), key.end(),
                     [](const std::string& word) { return comparator_words().has(word); });
}

// "26 took tea/placebo in sequence": both names stand for the order of a crossover, not for an arm.
void drop_orders(const Sentence& s, std::vector<ArmMention>& mentions) {
  static const WordSet kOrder("sequence sequences");
  if (!s.has_word({0, s.text.size()}, kOrder)) return;
  std::vector<bool> is_order(mentions.size());
  for (std::size_t i = 1; i < mentions.size(); ++i) {
    if (mentions[i].arm != mentions[i - 1].arm &&
        s.slice({mentions[i - 1].at.end, mentions[i].at.begin}).starts_with('/'))
      is_order[i - 1] = is_order[i] = true;
  }
  std::size_t at = 0;
  std::erase_if(mentions, [&](const ArmMention&) { return is_order[at++]; });
}

}  // namespace

namespace {

// Numbers of arms that are otherwise called the same.
std::set<std::string> telling_doses(const doc::Document& document, const ArmVocabulary& vocabulary,
                                    const std::vector<Arm>& arms) {
  std::set<std::string> out;
  std::vector<Key> keys;
  std::vector<Sentence> names;
  for (const Arm& arm : arms) {
    names.push_back(sentence_of(document, arm.span));
    keys.push_back(vocabulary.key_of(names.back(), 0, names.back().tokens.size()));
  }
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (std::count(keys.begin(), keys.end(), keys[i]) < 2) continue;
    for (const doc::Token& token : names[i].tokens) {
      if (doc::is_digit(token.folded.front()))
        out.emplace(names[i].slice({token.begin, token.end}));
    }
  }
  return out;
}

}  // namespace

ArmMentions::ArmMentions(const doc::Document& document, const std::vector<Arm>& arms,
                         const std::vector<doc::Abbreviation>& abbreviations)
    : vocabulary_(document, abbreviations) {
  vocabulary_.tell_by(telling_doses(document, vocabulary_, arms));
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const Arm& arm = arms[i];
    const Sentence name = sentence_of(document, arm.span);
    Told told{.arm = i, .key = vocabulary_.key_of(name, 0, name.tokens.size()), .label = arm.label};
    if (!arm.label.empty() && label_at(name, 0)) told.key.clear();
    static const WordSet kJoining("plus with and combination combined added addition");
    told.combined = told.key.size() > 1 && (name.has_word({0, name.text.size()}, kJoining) ||
                                            name.has_any({0, name.text.size()}, "+/"));
    told.comparator = arm.role == ArmRole::comparator;
    told.by_contrast = has_contrast(told.key);
    told_.push_back(std::move(told));
  }
  for (std::size_t i = 0; i < arms.size(); ++i) {
    for (const doc::Span& span : arms[i].aliases) {
      const Sentence alias = sentence_of(document, span);
      const Key key = vocabulary_.key_of(alias, 0, alias.tokens.size());
      told_.push_back({.arm = i, .key = key, .alias = true});
    }
  }
}

// The arm that these words tell: the one with least else in its name; none when two are as good.
std::optional<std::size_t> ArmMentions::arm_with(const Key& words, bool joined) const {
  std::optional<std::size_t> best;
  std::size_t least = 0;
  bool tied = false;
  for (std::size_t i = 0; i < told_.size(); ++i) {
    if (!is_subset(words, told_[i].key) || (told_[i].by_contrast && !has_contrast(words))) continue;
    const std::size_t rest =
        told_[i].key.size() - words.size() + (told_[i].combined != joined ? 1 : 0);
    tied = best && rest == least && *best != told_[i].arm;
    if (best && rest >= least) continue;
    best = told_[i].arm;
    least = rest;
  }
  return tied ? std::nullopt : best;
}

std::optional<std::size_t> ArmMentions::only(bool (*is)(const Told&)) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < told_.size(); ++i) {
    if (told_[i].alias || !is(told_[i])) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

std::optional<std::size_t> ArmMentions::first(bool (*is)(const Told&)) const {
  const auto found = std::find_if(told_.begin(), told_.end(), is);
  return found == told_.end()
             ? std::nullopt
             : std::optional<std::size_t>(static_cast<std::size_t>(found - told_.begin()));
}

// "the treatment group", "controls", "the combination": of one arm only. Moves `i` to its last
// word.
std::optional<std::size_t> ArmMentions::arm_referred_to(const Sentence& s, std::size_t& i) const {
  const std::string& word = s.tokens[i].folded;
  const auto next_is = [&](const char* words) {
    return i + 1 < s.tokens.size() && WordSet(words).has(s.tokens[i + 1].folded);
  };
  if (word == "controls" || (word == "control" && next_is("group groups arm subjects patients")))
    return only([](const Told& told) { return told.comparator; });
  static const WordSet kTreated("treatment treated active intervention experimental study");
  if (kTreated.has(word) && next_is("group arm patients drug treatment subjects")) {
    // Where several are active, it is the one that the record names first.
    const auto arm = first([](const Told& told) { return !told.comparator; });
    if (arm) ++i;
    return arm;
  }
  if (word == "combination" || (word == "combined" && next_is("treatment therapy group")))
    return only([](const Told& told) { return told.combined && !told.comparator; });
  return std::nullopt;
}

constexpr std::size_t kNone = static_cast<std::size_t>(-1);  // no arm

std::vector<ArmMention> ArmMentions::in(const Sentence& s) const {
  std::vector<ArmMention> out = found_in(s);
  drop_orders(s, out);
  return out;
}

namespace {

// "zinc treated group": the words behind a name that only say that it was an arm.
std::size_t last_of_group(const Sentence& s, std::size_t i) {
  while (i + 1 < s.tokens.size() &&
         (group_words().has(s.tokens[i + 1].folded) || s.tokens[i + 1].folded == "alone" ||
          s.tokens[i + 1].folded == "treated" || s.tokens[i + 1].folded == "only" ||
          s.tokens[i + 1].folded == "treatment" || s.tokens[i + 1].folded == "therapy") &&
         s.slice({s.tokens[i].end, s.tokens[i + 1].begin}).find_first_of(",;:(") ==
             std::string_view::npos) {
    ++i;
  }
  return i;
}

void keep_distinct(Key& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

}  // namespace

bool ArmMentions::is_known(const Key& key) const {
  return std::any_of(told_.begin(), told_.end(),
                     [&](const Told& told) { return is_subset(key, told.key); });
}

std::size_t ArmMentions::last_of_name(const Sentence& s, std::size_t i, Key& words,
                                      bool& joined) const {
  std::size_t last = i;
  for (std::size_t j = i + 1; j < s.tokens.size() && j < last + 5; ++j) {
    const std::string_view gap = s.slice({s.tokens[j - 1].end, s.tokens[j].begin});
    if (gap.find_first_of(";:,[]") != std::string_view::npos) break;
    if (gap.find(')') != std::string_view::npos && last + 2 < j) break;
    Key more;
    vocabulary_.add_words_of(s.tokens[j], s.slice({s.tokens[j].begin, s.tokens[j].end}), more);
    if (more.empty()) {
      static const WordSet kJoins("plus with and or combination added addition");
      const bool passes =
          joining_words().has(s.tokens[j].folded) || doc::is_digit(s.tokens[j].folded.front());
      if (!passes) break;
      joined = joined || kJoins.has(s.tokens[j].folded);
      continue;
    }
    Key both = words;
    both.insert(both.end(), more.begin(), more.end());
    keep_distinct(both);
    if (!is_known(both)) break;
    words = std::move(both);
    last = j;
  }
  return last;
}

std::vector<ArmMention> ArmMentions::found_in(const Sentence& s) const {
  std::vector<ArmMention> out;
  static const WordSet kNotThePlacebo(
      "controlled run period phase washout baseline lead effect response wash corrected");
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    if (const auto label = label_at(s, i)) {
      const auto of = std::find_if(told_.begin(), told_.end(),
                                   [&](const Told& told) { return told.label == label->label; });
      if (of != told_.end()) {
        out.push_back({of->arm, {s.tokens[i].begin, s.tokens[label->last - 1].end}});
        i = label->last - 1;
        continue;
      }
    }
    Key words;
    vocabulary_.add_words_of(s.tokens[i], s.slice({s.tokens[i].begin, s.tokens[i].end}), words);
    keep_distinct(words);
    const std::size_t first = i;
    std::size_t arm = kNone;
    if (!words.empty() && is_known(words)) {
      bool joined = false;
      const std::size_t last = last_of_name(s, i, words, joined);
      joined = joined && last > i;
      if (s.slice({s.tokens[first].begin, s.tokens[last].end}).find_first_of("+/") !=
          std::string_view::npos)
        joined = true;
      const bool other_use =
          last + 1 < s.tokens.size() && kNotThePlacebo.has(s.tokens[last + 1].folded);
      if (!other_use) arm = arm_with(words, joined).value_or(kNone);
      static const WordSet kAlone("alone only monotherapy");
      const std::string_view next =
          last + 1 < s.tokens.size() ? std::string_view(s.tokens[last + 1].folded) : "";
      const bool part = arm != kNone && told_[arm].combined && words.size() < told_[arm].key.size();
      if (kAlone.has(next) && !other_use && (arm == kNone || part))
        arm = only([](const Told& told) { return told.comparator; }).value_or(kNone);
      // "a plus x" with a thing that no arm has is another treatment.
      if (!joined && next == "plus") arm = kNone;
      i = last;
    } else {
      arm = arm_referred_to(s, i).value_or(kNone);
    }
    if (arm == kNone) continue;
    i = last_of_group(s, i);
    out.push_back({arm, {s.tokens[first].begin, s.tokens[i].end}});
  }
  return out;
}

}  // namespace ev::read
