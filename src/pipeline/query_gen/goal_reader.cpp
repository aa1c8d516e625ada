// Reading a goal token by token: read_concepts() of concepts.hpp.
#include "base/text.hpp"
#include "pipeline/query_gen/abbreviations.hpp"
#include "pipeline/query_gen/concept_parts.hpp"
#include "pipeline/query_gen/goal_lists.hpp"
#include "pipeline/query_gen/harms.hpp"
#include "pipeline/query_gen/listed_pairs.hpp"
#include "pipeline/query_gen/spans.hpp"
#include "pipeline/query_gen/spelling.hpp"
#include "pipeline/query_gen/spoken_names.hpp"
#include "pipeline/query_gen/word_senses.hpp"
#include "pipeline/query_gen/words.hpp"
#include "pipeline/query_gen/written_otherwise.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ev::query_gen {

namespace {

constexpr std::size_t kLongestMatch = 10;
constexpr std::size_t kLongestChunk = 2;
constexpr std::size_t kLongestDescribed = 4;
constexpr double kNameWeight = 3.5;
// "Tumoral" says what the noun behind it is like: as firm as two plain words.
constexpr double kAdjectiveWeight = 2.5;

bool is_numeric(std::string_view s) {
  return s.find_first_not_of("0123456789") == std::string_view::npos;
}

// An abbreviation that no vocabulary knows, with what it stands for.
Concept spelled_out(std::string text, std::string_view meaning) {
  Concept c = from_text(std::move(text));
  c.meant = meaning;
  c.synonyms.emplace_back(meaning);
  c.rare = false;
  c.weight = std::max(c.weight, 3.0);
  return c;
}

// "a or b", "a such as b", "a (also called b)", "a, formerly b".
bool joins_alternatives(std::string_view word) {
  for (const std::string_view one :
       {"or", "such", "including", "called", "termed", "aka", "formerly", "namely"}) {
    if (word == one) return true;
  }
  return false;
}

bool is_filler_between(std::string_view word) {
  for (const std::string_view one : {"the", "a", "an", "as", "also", "known", "previously"}) {
    if (word == one) return true;
  }
  return false;
}

class GoalReader {
 public:
  GoalReader(std::string_view goal, const mesh::Vocabulary& vocabulary, std::string_view domain)
      : goal_(goal), vocabulary_(vocabulary), domain_(domain), tokens_(doc::tokenize(goal)) {
    // "laparoscop, celioscop": words side by side, not a sentence.
    const auto commas = std::count(goal.begin(), goal.end(), ',');
    is_list_ = goal.find('?') == std::string_view::npos &&
               static_cast<std::size_t>(commas + 1) * 3 >= tokens_.size();
    // "Effects of Exercise on Depression": capitals say nothing there.
    const auto capitals = std::count_if(tokens_.begin(), tokens_.end(), [&](const doc::Token& t) {
      return goal[t.begin] >= 'A' && goal[t.begin] <= 'Z';
    });
    is_title_ = static_cast<std::size_t>(capitals) * 2 > tokens_.size();
  }

  Reading run() {
    for (std::size_t i = 0; i < tokens_.size();) i = step(i);
    flush();
    read_safety();
    set_groups();
    if (!is_list_) group_listed_outcomes(out_.concepts, goal_, tokens_);
    append_remarks(kinds_not_told(goal_, tokens_, out_.concepts));
    if (is_list_) join_listed_pairs(out_.concepts, listed_words(), vocabulary_);
    out_.spans = longer_spans(goal_, tokens_, out_.concepts);
    return std::move(out_);
  }

 private:
  std::size_t step(std::size_t i) {
    if (skip_syntax(i)) return i + 1;
    if (const std::size_t end = quoted_end(i); end > i) {
      flush();
      add(whole_concept(slice(i, end), vocabulary_, domain_), i, end);
      return end;
    }
    if (const std::size_t n = match(i); n > 0) return i + n;
    if (const std::size_t n = idiom(i); n > 0) return i + n;
    if (const std::size_t n = adverse_effects(i); n > 0) return i + n;
    const std::string& word = tokens_[i].folded;
    if (is_negation(word)) {
      flush();
      negated_ = true;
      return i + 1;
    }
    if (is_head_noun(word) && !chunk_.empty() && joined(chunk_.back(), i)) {
      chunk_.push_back(i);
      flush();
      return i + 1;
    }
    const bool abbreviation = is_abbreviation(i);
    if ((is_scaffolding(word) && !abbreviation) ||
        (word.size() < 3 && !abbreviation && chunk_.empty())) {
      flush();
      negated_ = false;
      return i + 1;
    }
    if (is_numeric(word) && chunk_.empty()) return i + 1;
    if (modifies_next(i)) return i + 1;
    if (looks_like_drug(word)) {
      flush();
      add(from_text(slice(i, i + 1)), i, i + 1);
      return i + 1;
    }
    if (const std::string_view meant = abbreviation_at(i); !meant.empty()) {
      flush();
      add(spelled_out(slice(i, i + 1), meant), i, i + 1);
      return i + 1;
    }
    if (is_name(i)) {
      flush();
      const std::size_t end = name_end(i);
      Concept name = from_text(slice(i, end));
      name.rare = true;
      name.weight = std::max(name.weight, kNameWeight);
      add(std::move(name), i, end);
      return end;
    }
    if (const std::size_t end = described_end(i); end > i) {
      add(from_text(slice(i, end)), i, end);
      return end;
    }
    if (!chunk_.empty() && (!joined(chunk_.back(), i) || chunk_.size() >= kLongestChunk)) flush();
    // "DEHP liver": a compound or gene is a subject of its own.
    if (!chunk_.empty() && is_symbol(chunk_.back()) && goal_[tokens_[i].begin - 1] == ' ') flush();
    chunk_.push_back(i);
    return i + 1;
  }

  // "Endoscopic purple banding": a procedure or lesion and the words that only together say which,
  // up to its noun; i where there is none.
  std::size_t described_end(std::size_t i) const {
    if (!chunk_.empty()) return i;
    for (std::size_t end = std::min(i + kLongestDescribed, tokens_.size()); end > i + 2; --end) {
      if (!is_described_noun(tokens_[end - 1].folded)) continue;
      bool whole = true;
      for (std::size_t k = i + 1; whole && k < end; ++k)
        whole = joined(k - 1, k) && goal_[tokens_[k].begin - 1] != '/' &&
                (k + 1 == end || is_plain_word(k, end));
      if (whole) return end;
    }
    return i;
  }

  // Neither a subject of its own, alone or with those behind it up to `end`, nor scaffolding.
  bool is_plain_word(std::size_t i, std::size_t end) const {
    const std::string& word = tokens_[i].folded;
    if (is_scaffolding(word) || is_negation(word) || is_modifier(word) || is_numeric(word) ||
        is_head_noun(word) || is_abbreviation(i) || looks_like_drug(word) || is_name(i))
      return false;
    for (std::size_t n = 1; i + n <= end; ++n) {
      if (heading_of(i, n) != nullptr) return false;
    }
    return true;
  }

  // Operators in capitals and field tags of a goal that is no readable query are no subjects.
  bool skip_syntax(std::size_t i) {
    const std::string raw = slice(i, i + 1);
    const bool is_operator = raw == "AND" || raw == "OR" || raw == "NOT";
    if (!is_operator && !in_tag(i)) return false;
    flush();
    negated_ = raw == "NOT";
    if (!std::exchange(syntax_said_, true)) {
      out_.remarks.push_back(
          "operators and field tags in the goal are no subjects: its words are read as plain text");
    }
    return true;
  }

  // Inside the brackets of a known field tag.
  bool in_tag(std::size_t i) const {
    const std::size_t open = goal_.rfind('[', tokens_[i].begin);
    if (open == std::string_view::npos) return false;
    const std::size_t close = std::min(goal_.find(']', open), goal_.size());
    if (close < tokens_[i].end) return false;
    const std::string tag(goal_.substr(open + 1, close - open - 1));
    return pubmed_query::find_field(tag.substr(0, tag.find(':'))) != pubmed_query::Field::none;
  }

  // Longest heading or entry term at token i; adds it and returns its length in tokens.
  std::size_t match(std::size_t i) {
    const std::size_t most =
        std::min({kLongestMatch, vocabulary_.longest_term() + 1, tokens_.size() - i});
    for (std::size_t n = most; n >= 1; --n) {
      if (n == 1 && idiom(i) > 0) return 0;
      if (n == 1 && is_scaffolding(tokens_[i].folded) && abbreviation_at(i).empty()) return 0;
      if (n == 1 && tokens_[i].folded.size() < 3 && !is_abbreviation(i)) return 0;
      if (is_scaffolding(tokens_[i + n - 1].folded) && n > 1 && tokens_[i].folded.size() < 3)
        continue;
      if (crosses_sentence(i, i + n)) continue;
      if (add_spoken(i, n)) return n;
      const mesh::Heading* heading = heading_of(i, n);
      if (heading == nullptr) continue;
      const std::string text = slice(i, i + n);
      flush();
      if (is_study_kind(*heading)) {
        out_.remarks.push_back("\"" + text +
                               "\" names a kind of study: use study_types to limit to it");
      } else {
        Concept c = concept_of(text, *heading, vocabulary_.source());
        add_narrower(c, *heading, vocabulary_);
        if (n == 1 && is_adjective_of(tokens_[i].folded, *heading)) c.weight = kAdjectiveWeight;
        c.symbol = n == 1 && is_abbreviation(i) && abbreviation_at(i).empty();
        add(std::move(c), i, i + n);
      }
      return n;
    }
    return 0;
  }

  // An everyday name at token i: its headings are alternatives.
  bool add_spoken(std::size_t i, std::size_t n) {
    const SpokenName name = spoken_name(american(key(i, n)), vocabulary_);
    if (name.headings.empty()) return false;
    flush();
    const std::string text = slice(i, i + n);
    for (const mesh::Heading* heading : name.headings) {
      const bool first = heading == name.headings.front();
      Concept c = concept_of(first ? text : heading->name, *heading, vocabulary_.source());
      if (first) add_spoken_words(c, name.words);
      if (name.own_only) {
        only_itself(c, name.words, *heading);
      } else {
        add_narrower(c, *heading, vocabulary_);
      }
      if (!first) c.remark = "named by \"" + text + "\"";
      add(std::move(c), i, i + n, !first);
    }
    return true;
  }

  // Length of the idiom at token i.
  std::size_t idiom(std::size_t i) {
    for (std::size_t n = std::min<std::size_t>(4, tokens_.size() - i); n >= 2; --n) {
      if (crosses_sentence(i, i + n) || !is_idiom(key(i, n))) continue;
      flush();
      return n;
    }
    return 0;
  }

  const mesh::Heading* heading_of(std::size_t i, std::size_t n) const {
    const std::string words = key(i, n);
    std::vector<const mesh::Heading*> found = vocabulary_.find(words);
    if (n == 1 && !is_abbreviation(i)) {
      std::erase_if(found,
                    [&words](const mesh::Heading* h) { return only_as_capitals(*h, words); });
    }
    if (n == 1 && is_abbreviation(i)) {
      const std::string raw = slice(i, i + 1);
      std::erase_if(found, [&raw](const mesh::Heading* h) { return !writes_so(*h, raw); });
    }
    if (n == 1 && found.empty()) {
      if (const Abbreviation* known = find_abbreviation(slice(i, i + 1))) {
        found = vocabulary_.find(known->heading.empty() ? known->words : known->heading);
      }
    }
    if (found.empty() && n > 1) found = of_words(i, n);
    if (found.empty()) found = written_otherwise(words, vocabulary_);
    if (found.empty() && n == 1 && is_list_) found = completed(words, vocabulary_);
    if (n == 1)
      std::erase_if(found, [&](const mesh::Heading* h) { return is_other_sense(*h, words); });
    if (n == 1 && is_part_of_listed_term(i)) {
      std::erase_if(found, [](const mesh::Heading* h) { return !is_subject_by_itself(*h); });
    }
    return best_heading(found, domain_);
  }

  // A word by itself between commas.
  bool is_listed_word(std::size_t i) const {
    const auto divided = [this](std::size_t a, std::size_t b) {
      return goal_.substr(tokens_[a].end, tokens_[b].begin - tokens_[a].end).find(',') !=
             std::string_view::npos;
    };
    return (i == 0 || divided(i - 1, i)) && (i + 1 == tokens_.size() || divided(i, i + 1));
  }

  // One word of a longer term between commas: "lung biopsy needle, endoscope".
  bool is_part_of_listed_term(std::size_t i) const {
    return is_list_ && goal_.find(',') != std::string_view::npos && !is_listed_word(i);
  }

  std::vector<ListedWord> listed_words() const {
    std::vector<ListedWord> out;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is_listed_word(i)) out.push_back({american(tokens_[i].folded), i});
    }
    return out;
  }

  // What an abbreviation stands for is spelled out, or two neighbours are one word in MeSH:
  // "papilloma virus", "acetyl salicylic acid".
  std::vector<const mesh::Heading*> of_words(std::size_t i, std::size_t n) const {
    const std::string words = key(i, n);
    std::vector<std::string> keys = {words};
    std::size_t space = 0;
    for (std::size_t k = i; k + 1 < i + n; ++k) {
      space = words.find(' ', space);
      if (joined(k, k + 1)) keys.push_back(words.substr(0, space) + words.substr(space + 1));
      ++space;
    }
    for (const std::string& one : keys) {
      if (const mesh::Heading* heading = vocabulary_.by_name(heading_of_words(one))) {
        return {heading};
      }
      if (&one == &keys.front()) continue;
      if (auto found = vocabulary_.find(one); !found.empty()) return found;
    }
    return {};
  }

  std::string key(std::size_t i, std::size_t n) const {
    std::string out;
    for (std::size_t k = i; k < i + n; ++k) out += (out.empty() ? "" : " ") + tokens_[k].folded;
    return out;
  }

  bool crosses_sentence(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i + 1 < end; ++i) {
      const std::string_view gap =
          goal_.substr(tokens_[i].end, tokens_[i + 1].begin - tokens_[i].end);
      if (gap.find_first_of(".;?!:\"") != std::string_view::npos) return true;
    }
    return false;
  }

  // A word in the middle of a sentence that begins with a capital: a brand, an eponym, a species.
  bool is_name(std::size_t i) const {
    if (i == 0 || is_list_ || is_title_) return false;
    const char first = goal_[tokens_[i].begin];
    const std::string_view gap =
        goal_.substr(tokens_[i - 1].end, tokens_[i].begin - tokens_[i - 1].end);
    return first >= 'A' && first <= 'Z' && tokens_[i].folded.size() >= 4 && gap == " ";
  }

  // "Zebra", "Zebra disease", "Zebra's disease".
  std::size_t name_end(std::size_t i) const {
    std::size_t next = i + 1;
    const bool owner = next < tokens_.size() && tokens_[next].folded == "s" &&
                       tokens_[next].begin <= tokens_[i].end + 3;
    if (owner) ++next;
    const bool completed =
        next < tokens_.size() && is_head_noun(tokens_[next].folded) && joined(next - 1, next);
    return completed ? next + 1 : i + 1;
  }

  bool joined(std::size_t a, std::size_t b) const {
    const std::string_view gap = goal_.substr(tokens_[a].end, tokens_[b].begin - tokens_[a].end);
    return gap == " " || gap == "-" || gap == "\u2013" || gap == "/";
  }

  bool is_abbreviation(std::size_t i) const {
    const std::string_view raw = goal_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
    if (raw.size() < 2 || raw.size() > 6) return false;
    return std::all_of(raw.begin(), raw.end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }) &&
           !is_numeric(raw);
  }

  // Capitals and digits amid a sentence.
  bool is_symbol(std::size_t i) const {
    return !is_list_ && !is_title_ && tokens_[i].folded.size() >= 3 && is_abbreviation(i);
  }

  // What the abbreviation stands for, "" when that is not known.
  std::string_view abbreviation_at(std::size_t i) const {
    const Abbreviation* known = find_abbreviation(slice(i, i + 1));
    return known == nullptr ? std::string_view() : known->words;
  }

  // Index after the tokens of a quoted phrase that begins at token i, or i.
  std::size_t quoted_end(std::size_t i) const {
    if (tokens_[i].begin == 0 || goal_[tokens_[i].begin - 1] != '"') return i;
    const std::size_t close = goal_.find('"', tokens_[i].end);
    if (close == std::string_view::npos) return i;
    std::size_t end = i;
    while (end < tokens_.size() && tokens_[end].end <= close) ++end;
    // An opening mark: an even number of marks stands before it.
    const auto before = std::count(
        goal_.begin(), goal_.begin() + static_cast<std::ptrdiff_t>(tokens_[i].begin - 1), '"');
    return before % 2 == 0 ? end : i;
  }

  std::string slice(std::size_t begin, std::size_t end) const {
    return std::string(
        goal_.substr(tokens_[begin].begin, tokens_[end - 1].end - tokens_[begin].begin));
  }

  void flush() {
    if (!chunk_.empty() && is_comparative(tokens_[chunk_.front()].folded)) {
      // "lower risk": less of something is no subject, "lower limb" is one.
      const bool alone = chunk_.size() == 1;
      if (alone || is_outcome(tokens_[chunk_[1]].folded)) chunk_.erase(chunk_.begin());
    }
    if (chunk_.size() == 1 && is_degree(tokens_[chunk_.front()].folded)) chunk_.clear();
    if (chunk_.empty()) return;
    const std::size_t begin = chunk_.front();
    const std::size_t end = chunk_.back() + 1;
    chunk_.clear();
    Concept c = from_text(slice(begin, end));
    if (names_drugs(end)) {
      c.role = "intervention";
      c.drug = c.medicine = c.rare = true;
      c.weight = std::max(c.weight, kNameWeight);
    }
    add(std::move(c), begin, end);
  }

  // "purpling agents": what stands before is a kind of drug, known or not.
  bool names_drugs(std::size_t next) const {
    if (next == 0 || next >= tokens_.size() || !joined(next - 1, next)) return false;
    for (const std::string_view word :
         {"drugs", "agents", "medications", "inhibitors", "blockers", "agonists", "antagonists"}) {
      if (tokens_[next].folded == word) return true;
    }
    return false;
  }

  // "adverse effects": an outcome whose words are too common to be a subject each.
  std::size_t adverse_effects(std::size_t i) {
    if (i + 1 >= tokens_.size() || !is_outcome(key(i, 2))) return 0;
    const bool harm = tokens_[i].folded == "adverse" || tokens_[i].folded == "side";
    if (harm && chunk_.size() == 1 && joined(chunk_.front(), i)) {
      const std::size_t begin = chunk_.front();
      Concept c = harm_of(tokens_[begin].folded, slice(begin, i + 2), vocabulary_);
      if (!c.text.empty()) {
        chunk_.clear();
        add(std::move(c), begin, i + 2);
        return 2;
      }
    }
    flush();
    Concept c = from_text(slice(i, i + 2));
    if (harm) mean_harm(c, vocabulary_);
    add(std::move(c), i, i + 2);
    return 2;
  }

  // Beside a drug, "safety" asks for its harms; named together with them it adds nothing.
  void read_safety() {
    const bool drug = std::any_of(out_.concepts.begin(), out_.concepts.end(),
                                  [](const Concept& c) { return c.drug; });
    for (std::size_t i = 0; drug && i < out_.concepts.size();) {
      Concept& c = out_.concepts[i];
      const std::string key = mesh::term_key(c.text);
      if (!asks_for_harms(key) || c.negated) {
        ++i;
        continue;
      }
      mean_harm(c, vocabulary_);
      const auto same = [&c](const Concept& o) {
        return &o != &c && !c.heading.empty() && o.heading == c.heading;
      };
      if (std::none_of(out_.concepts.begin(), out_.concepts.end(), same)) {
        ++i;
        continue;
      }
      out_.remarks.push_back("\"" + c.text + "\" is asked for as adverse effects");
      if (i + 1 < links_.size()) links_[i + 1] = Link::none;
      out_.concepts.erase(out_.concepts.begin() + static_cast<std::ptrdiff_t>(i));
      links_.erase(links_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void append_remarks(const std::vector<std::string>& more) {
    out_.remarks.insert(out_.remarks.end(), more.begin(), more.end());
  }

  // "oral tablets", "transdermal versus oral tablets", "first-generation tablets".
  bool modifies_next(std::size_t i) {
    if (!is_modifier(tokens_[i].folded)) return false;
    std::size_t next = i + 1;
    const bool contrasted = next + 2 < tokens_.size() &&
                            (joins_a_term(tokens_[next].folded) || tokens_[next].folded == "or") &&
                            is_modifier(tokens_[next + 1].folded);
    if (contrasted) next += 2;
    if (next >= tokens_.size() || !joined(next - 1, next)) return false;
    const bool generation = tokens_[i].folded == "generation";
    if (generation && i == 0) return false;
    flush();
    out_.remarks.push_back("\"" + slice(generation ? i - 1 : i, i + 1) +
                           "\" is not required beside \"" + slice(next, next + 1) + "\"");
    return true;
  }

  // What stands between two concepts makes them alternatives: "or", "such as", a parenthesis.
  // Two conditions of one kind with "and" between are, where a drug is given for them.
  enum class Link { none, comma, both, alternative };
  Link link_before(std::size_t begin) const {
    if (last_end_ == 0) return Link::none;
    const std::size_t from = tokens_[last_end_ - 1].end;
    const std::string_view gap = goal_.substr(from, tokens_[begin].begin - from);
    if (gap.find_first_of(".;:?!)\"") != std::string_view::npos) return Link::none;
    bool joins = gap.find('(') != std::string_view::npos || gap == "/";
    if (begin == last_end_ + 1 && tokens_[last_end_].folded == "and") return Link::both;
    for (std::size_t t = last_end_; t < begin; ++t) {
      const std::string& word = tokens_[t].folded;
      const bool known_as = word == "known" && t + 1 < begin && tokens_[t + 1].folded == "as";
      const bool alternative = known_as || joins_alternatives(word);
      const bool and_or = word == "and" && gap.find("and/or") != std::string_view::npos;
      if (!alternative && !and_or && !is_filler_between(word)) return Link::none;
      joins = joins || alternative;
    }
    if (joins) return Link::alternative;
    if (gap.find(',') == std::string_view::npos || begin > last_end_) return Link::none;
    const std::string_view before = goal_.substr(0, tokens_[begin].begin);
    const bool inside = std::count(before.begin(), before.end(), '(') >
                        std::count(before.begin(), before.end(), ')');
    return inside ? Link::alternative : Link::comma;
  }

  // "Drugs for overactive bladder and urinary incontinence": what the concept at `i` and the one
  // before it name stands close together among the diseases.
  bool are_treated_alike(std::size_t i) const {
    const Concept& a = out_.concepts[i - 1];
    const Concept& b = out_.concepts[i];
    const auto end = out_.concepts.begin() + static_cast<std::ptrdiff_t>(i) - 1;
    const bool given =
        std::any_of(out_.concepts.begin(), end, [](const Concept& c) { return c.medicine; });
    if (!given || a.role != "condition" || b.role != "condition") return false;
    const mesh::Heading* first = vocabulary_.by_name(a.heading);
    const mesh::Heading* second = vocabulary_.by_name(b.heading);
    return first != nullptr && second != nullptr && share_branch(*first, *second);
  }

  // "a, b or c": the commas before an alternative join, too.
  void set_groups() {
    int group = 0;
    for (std::size_t i = out_.concepts.size(); i-- > 1;) {
      const bool goes_on = links_[i] == Link::comma && out_.concepts[i].group != 0;
      const bool kin = links_[i] == Link::both && are_treated_alike(i);
      if (links_[i] != Link::alternative && !goes_on && !kin) continue;
      if (out_.concepts[i].group == 0) out_.concepts[i].group = ++group;
      out_.concepts[i - 1].group = out_.concepts[i].group;
    }
  }

  void add(Concept c, std::size_t begin, std::size_t end, bool same_words = false) {
    const Link link = same_words ? Link::alternative : link_before(begin);
    last_end_ = end;
    c.negated = negated_;
    c.begin = begin;
    c.end = end;
    negated_ = false;
    const std::string name = mesh::term_key(c.heading.empty() ? c.text : c.heading);
    if (name.empty() || !seen_.insert(name).second) return;
    if (c.negated) {
      out_.remarks.push_back(
          "\"" + c.text +
          "\" stands behind a negation and is not searched; give it in exclude_terms to "
          "leave such records out");
    }
    out_.concepts.push_back(std::move(c));
    links_.push_back(link);
  }

  std::string_view goal_;
  const mesh::Vocabulary& vocabulary_;
  std::string_view domain_;
  std::vector<doc::Token> tokens_;
  std::vector<std::size_t> chunk_;  // neighbouring subject words without a heading
  bool negated_ = false;
  bool is_list_ = false;
  bool is_title_ = false;
  bool syntax_said_ = false;
  std::size_t last_end_ = 0;  // token after the last concept
  std::set<std::string> seen_;
  std::vector<Link> links_;  // of each concept to the one before
  Reading out_;
};

}  // namespace

Reading read_concepts(std::string_view goal, const mesh::Vocabulary& vocabulary,
                      std::string_view domain) {
  return GoalReader(goal, vocabulary, domain).run();
}

}  // namespace ev::query_gen
