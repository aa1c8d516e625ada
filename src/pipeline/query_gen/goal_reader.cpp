// Reading a goal token by token: read_concepts() of concepts.hpp.
#include "base/text.hpp"
#include "pipeline/query_gen/abbreviations.hpp"
#include "pipeline/query_gen/clinical_terms.hpp"
#include "pipeline/query_gen/concept_parts.hpp"
#include "pipeline/query_gen/doses.hpp"
#include "pipeline/query_gen/goal_lists.hpp"
#include "pipeline/query_gen/goal_text.hpp"
#include "pipeline/query_gen/harms.hpp"
#include "pipeline/query_gen/heading_variants.hpp"
#include "pipeline/query_gen/lay_terms.hpp"
#include "pipeline/query_gen/listed_pairs.hpp"
#include "pipeline/query_gen/spans.hpp"
#include "pipeline/query_gen/spelling.hpp"
#include "pipeline/query_gen/word_senses.hpp"
#include "pipeline/query_gen/words.hpp"

#include <algorithm>
#include <optional>
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
      : text_(goal), vocabulary_(vocabulary), domain_(domain) {}

  GoalConcepts run() {
    for (std::size_t i = 0; i < tokens().size();) i = step(i);
    flush();
    read_safety();
    set_groups();
    if (!text_.is_list()) group_listed_outcomes(out_.concepts, text_.goal(), tokens());
    append_remarks(kinds_not_told(text_.goal(), tokens(), out_.concepts));
    for (Concept& dose : doses_in(text_.goal(), tokens())) out_.concepts.push_back(std::move(dose));
    if (text_.is_list()) join_listed_pairs(out_.concepts, listed_words(), vocabulary_);
    out_.spans = longer_spans(text_.goal(), tokens(), out_.concepts);
    return std::move(out_);
  }

 private:
  const std::vector<doc::Token>& tokens() const { return text_.tokens(); }

  std::size_t step(std::size_t i) {
    if (skip_syntax(i)) return i + 1;
    if (const std::size_t end = text_.quoted_end(i); end > i) {
      flush();
      add(whole_concept(text_.slice(i, end), vocabulary_, domain_), i, end);
      return end;
    }
    if (const std::size_t n = match(i); n > 0) return i + n;
    if (const std::size_t n = idiom(i); n > 0) return i + n;
    if (const std::size_t n = adverse_effects(i); n > 0) return i + n;
    const std::string& word = tokens()[i].folded;
    if (is_negation(word)) {
      flush();
      negated_ = true;
      return i + 1;
    }
    if (is_head_noun(word) && !chunk_.empty() && text_.joined(chunk_.back(), i)) {
      chunk_.push_back(i);
      flush();
      return i + 1;
    }
    const bool abbreviation = text_.is_abbreviation(i);
    if (const std::size_t end = text_.lettered_end(i); end > i) {
      flush();
      add(from_text(text_.slice(i, end)), i, end);
      return end;
    }
    if ((is_scaffolding(word) && !abbreviation) ||
        (word.size() < 3 && !abbreviation && chunk_.empty())) {
      flush();
      negated_ = false;
      return i + 1;
    }
    if (is_numeric(word) && chunk_.empty()) return i + 1;
    if (modifies_next(i)) return i + 1;
    if (const std::size_t end = named_end(i); end > i) return end;
    if (!chunk_.empty() && (!text_.joined(chunk_.back(), i) || chunk_.size() >= kLongestChunk))
      flush();
    // "DEHP liver": a compound or gene is a subject of its own.
    if (!chunk_.empty() && text_.is_symbol(chunk_.back()) &&
        text_.goal()[tokens()[i].begin - 1] == ' ')
      flush();
    chunk_.push_back(i);
    return i + 1;
  }

  // Behind a drug, a short form, a name or a described procedure at `i`, which is taken; i where
  // there is none.
  std::size_t named_end(std::size_t i) {
    const std::string& word = tokens()[i].folded;
    if (looks_like_drug(word)) {
      flush();
      add(from_text(text_.slice(i, i + 1)), i, i + 1);
      return i + 1;
    }
    if (const std::string_view meant = text_.abbreviation_at(i); !meant.empty()) {
      flush();
      add(spelled_out(text_.slice(i, i + 1), meant), i, i + 1);
      return i + 1;
    }
    if (text_.is_name(i)) {
      flush();
      const std::size_t end = text_.name_end(i);
      Concept name = from_text(text_.slice(i, end));
      name.rare = true;
      name.weight = std::max(name.weight, kNameWeight);
      add(std::move(name), i, end);
      return end;
    }
    if (const std::size_t end = described_end(i); end > i) {
      add(from_text(text_.slice(i, end)), i, end);
      return end;
    }
    return i;
  }

  // "Endoscopic purple banding": a procedure or lesion and the words that only together say which,
  // up to its noun; i where there is none.
  std::size_t described_end(std::size_t i) const {
    if (!chunk_.empty()) return i;
    for (std::size_t end = std::min(i + kLongestDescribed, tokens().size()); end > i + 2; --end) {
      if (!is_described_noun(tokens()[end - 1].folded)) continue;
      bool whole = true;
      for (std::size_t k = i + 1; whole && k < end; ++k)
        whole = text_.joined(k - 1, k) && text_.goal()[tokens()[k].begin - 1] != '/' &&
                (k + 1 == end || is_plain_word(k, end));
      if (whole) return end;
    }
    return i;
  }

  // Neither a subject of its own, alone or with those behind it up to `end`, nor scaffolding.
  bool is_plain_word(std::size_t i, std::size_t end) const {
    const std::string& word = tokens()[i].folded;
    if (is_scaffolding(word) || is_negation(word) || is_modifier(word) || is_numeric(word) ||
        is_head_noun(word) || text_.is_abbreviation(i) || looks_like_drug(word) || text_.is_name(i))
      return false;
    for (std::size_t n = 1; i + n <= end; ++n) {
      if (heading_of(i, n) != nullptr) return false;
    }
    return true;
  }

  // Operators in capitals and field tags of a goal that is no readable query are no subjects.
  bool skip_syntax(std::size_t i) {
    const std::string raw = text_.slice(i, i + 1);
    const bool is_operator = raw == "AND" || raw == "OR" || raw == "NOT";
    if (!is_operator && !text_.in_tag(i)) return false;
    flush();
    negated_ = raw == "NOT";
    if (!std::exchange(syntax_said_, true)) {
      out_.remarks.push_back(
          "operators and field tags in the goal are no subjects: its words are read as plain text");
    }
    return true;
  }

  // Longest heading or entry term at token i; adds it and returns its length in tokens.
  std::size_t match(std::size_t i) {
    const std::size_t most =
        std::min({kLongestMatch, vocabulary_.longest_term() + 1, tokens().size() - i});
    for (std::size_t n = most; n >= 1; --n) {
      if (n == 1 && idiom(i) > 0) return 0;
      if (n == 1 && is_scaffolding(tokens()[i].folded) && text_.abbreviation_at(i).empty())
        return 0;
      if (n == 1 && tokens()[i].folded.size() < 3 && !text_.is_abbreviation(i)) return 0;
      if (is_scaffolding(tokens()[i + n - 1].folded) && n > 1 && tokens()[i].folded.size() < 3)
        continue;
      if (text_.crosses_sentence(i, i + n)) continue;
      if (add_spoken(i, n)) return n;
      const mesh::Heading* heading = heading_of(i, n);
      if (heading == nullptr && add_clinical(i, n)) return n;
      if (heading == nullptr) continue;
      const std::string text = text_.slice(i, i + n);
      flush();
      if (is_study_kind(*heading)) {
        out_.remarks.push_back("\"" + text +
                               "\" names a kind of study: use study_types to limit to it");
      } else {
        Concept c = concept_of(text, *heading, vocabulary_.source());
        add_narrower(c, *heading, vocabulary_);
        if (n == 1 && is_adjective_of(tokens()[i].folded, *heading)) c.weight = kAdjectiveWeight;
        c.symbol = n == 1 && text_.is_abbreviation(i) && text_.abbreviation_at(i).empty();
        add(std::move(c), i, i + n);
      }
      return n;
    }
    return 0;
  }

  // A term of general medicine that no vocabulary at hand knows: searched by all its names.
  bool add_clinical(std::size_t i, std::size_t n) {
    // Outcomes, abbreviations and ways of giving are read with what they stand beside.
    const bool outcome =
        is_outcome(text_.key(i, n)) || (n > 2 && is_outcome(text_.key(i + n - 2, 2)));
    const bool beside = is_modifier(tokens()[i].folded) || !text_.abbreviation_at(i).empty();
    if (outcome || (n == 1 && beside)) return false;
    const std::optional<ClinicalTerm> term = clinical_term(american(text_.key(i, n)));
    if (!term) return false;
    flush();
    Concept c = concept_of(text_.slice(i, i + n), *term);
    confirm_by_usual_name(c, *term);
    add(std::move(c), i, i + n);
    return true;
  }

  // The vocabulary may know the thing by its usual name: a "heart attack" is an infarction. What
  // is searched by its own word alone means less than that.
  void confirm_by_usual_name(Concept& c, const ClinicalTerm& term) const {
    if (term.names.empty()) return;
    std::vector<const mesh::Heading*> found = vocabulary_.find(term.usual_name);
    if (found.empty()) found = heading_variants(term.usual_name, vocabulary_);
    const mesh::Heading* heading = best_heading(found, domain_);
    if (heading == nullptr || heading->supplementary || is_study_kind(*heading)) return;
    Concept known = concept_of(c.text, *heading, vocabulary_.source());
    for (std::string& name : known.synonyms) {
      const std::string key = mesh::term_key(name);
      const auto same = [&key](const std::string& s) { return mesh::term_key(s) == key; };
      if (std::none_of(c.synonyms.begin(), c.synonyms.end(), same))
        c.synonyms.push_back(std::move(name));
    }
    known.synonyms = std::move(c.synonyms);
    known.known_term = true;
    add_narrower(known, *heading, vocabulary_);
    c = std::move(known);
  }

  // An everyday name at token i: its headings are alternatives.
  bool add_spoken(std::size_t i, std::size_t n) {
    const LayTerm name = lay_term(american(text_.key(i, n)), vocabulary_);
    if (name.headings.empty()) return false;
    flush();
    const std::string text = text_.slice(i, i + n);
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
    for (std::size_t n = std::min<std::size_t>(4, tokens().size() - i); n >= 2; --n) {
      if (text_.crosses_sentence(i, i + n) || !is_idiom(text_.key(i, n))) continue;
      flush();
      return n;
    }
    return 0;
  }

  const mesh::Heading* heading_of(std::size_t i, std::size_t n) const {
    const std::string words = text_.key(i, n);
    std::vector<const mesh::Heading*> found = vocabulary_.find(words);
    if (n == 1 && !text_.is_abbreviation(i)) {
      std::erase_if(found,
                    [&words](const mesh::Heading* h) { return only_as_capitals(*h, words); });
    }
    if (n == 1 && text_.is_abbreviation(i)) {
      const std::string raw = text_.slice(i, i + 1);
      std::erase_if(found, [&raw](const mesh::Heading* h) { return !writes_so(*h, raw); });
    }
    if (n == 1 && found.empty()) {
      if (const Abbreviation* known = find_abbreviation(text_.slice(i, i + 1))) {
        found = vocabulary_.find(known->heading.empty() ? known->words : known->heading);
      }
    }
    if (found.empty() && n > 1) found = of_words(i, n);
    if (found.empty()) found = heading_variants(words, vocabulary_);
    if (found.empty() && n == 1 && text_.is_list()) found = completed(words, vocabulary_);
    if (n == 1)
      std::erase_if(found, [&](const mesh::Heading* h) { return is_other_sense(*h, words); });
    if (n == 1 && text_.is_part_of_listed_term(i)) {
      std::erase_if(found, [](const mesh::Heading* h) { return !is_subject_by_itself(*h); });
    }
    return best_heading(found, domain_);
  }

  std::vector<ListedWord> listed_words() const {
    std::vector<ListedWord> out;
    for (std::size_t i = 0; i < tokens().size(); ++i) {
      if (text_.is_listed_word(i)) out.push_back({american(tokens()[i].folded), i});
    }
    return out;
  }

  // What an abbreviation stands for is spelled out, or two neighbours are one word in MeSH:
  // "papilloma virus", "acetyl salicylic acid".
  std::vector<const mesh::Heading*> of_words(std::size_t i, std::size_t n) const {
    const std::string words = text_.key(i, n);
    std::vector<std::string> keys = {words};
    std::size_t space = 0;
    for (std::size_t k = i; k + 1 < i + n; ++k) {
      space = words.find(' ', space);
      if (text_.joined(k, k + 1)) keys.push_back(words.substr(0, space) + words.substr(space + 1));
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

  void flush() {
    if (!chunk_.empty() && is_comparative(tokens()[chunk_.front()].folded)) {
      // "lower risk": less of something is no subject, "lower limb" is one.
      const bool alone = chunk_.size() == 1;
      if (alone || is_outcome(tokens()[chunk_[1]].folded)) chunk_.erase(chunk_.begin());
    }
    if (chunk_.size() == 1 && is_degree(tokens()[chunk_.front()].folded)) chunk_.clear();
    if (chunk_.empty()) return;
    if (happens_to_stand_together()) {
      const std::size_t first = chunk_.front();
      add(from_text(text_.slice(first, first + 1)), first, first + 1);
      chunk_.erase(chunk_.begin());
    }
    const std::size_t begin = chunk_.front();
    const std::size_t end = chunk_.back() + 1;
    chunk_.clear();
    Concept c = from_text(text_.slice(begin, end));
    if (names_drugs(end)) {
      c.role = "intervention";
      c.drug = c.medicine = c.rare = true;
      c.weight = std::max(c.weight, kNameWeight);
    }
    add(std::move(c), begin, end);
  }

  // Two plain words side by side ("covid fatigue") are no term. A hyphen makes them one, and so
  // does what the first or the second is.
  bool happens_to_stand_together() const {
    if (chunk_.size() != 2 || text_.is_part_of_listed_term(chunk_.front())) return false;
    const std::size_t last = chunk_.back();
    const std::string& first = tokens()[chunk_.front()].folded;
    const std::string& second = tokens()[last].folded;
    const bool spaced = text_.goal()[tokens()[last].begin - 1] == ' ';
    return spaced && !is_comparative(first) && !is_degree(first) && !is_head_noun(second) &&
           !is_described_noun(second) && !names_drugs(last) && !names_drugs(last + 1);
  }

  // "purpling agents": what stands before is a kind of drug, known or not.
  bool names_drugs(std::size_t next) const {
    if (next == 0 || next >= tokens().size() || !text_.joined(next - 1, next)) return false;
    for (const std::string_view word :
         {"drugs", "agents", "medications", "inhibitors", "blockers", "agonists", "antagonists"}) {
      if (tokens()[next].folded == word) return true;
    }
    return false;
  }

  // "adverse effects": an outcome whose words are too common to be a subject each.
  std::size_t adverse_effects(std::size_t i) {
    if (i + 1 >= tokens().size() || !is_outcome(text_.key(i, 2))) return 0;
    const bool harm = tokens()[i].folded == "adverse" || tokens()[i].folded == "side";
    if (harm && chunk_.size() == 1 && text_.joined(chunk_.front(), i)) {
      const std::size_t begin = chunk_.front();
      Concept c = harm_of(tokens()[begin].folded, text_.slice(begin, i + 2), vocabulary_);
      if (!c.text.empty()) {
        chunk_.clear();
        add(std::move(c), begin, i + 2);
        return 2;
      }
    }
    flush();
    Concept c = from_text(text_.slice(i, i + 2));
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
    if (!is_modifier(tokens()[i].folded)) return false;
    std::size_t next = i + 1;
    const bool contrasted =
        next + 2 < tokens().size() &&
        (joins_a_term(tokens()[next].folded) || tokens()[next].folded == "or") &&
        is_modifier(tokens()[next + 1].folded);
    if (contrasted) next += 2;
    if (next >= tokens().size() || !text_.joined(next - 1, next)) return false;
    const bool generation = tokens()[i].folded == "generation";
    if (generation && i == 0) return false;
    flush();
    out_.remarks.push_back("\"" + text_.slice(generation ? i - 1 : i, i + 1) +
                           "\" is not required beside \"" + text_.slice(next, next + 1) + "\"");
    return true;
  }

  // What stands between two concepts makes them alternatives: "or", "such as", a parenthesis.
  // Two conditions of one kind with "and" between are, where a drug is given for them.
  enum class Link { none, comma, both, alternative };
  Link link_before(std::size_t begin) const {
    if (last_end_ == 0) return Link::none;
    const std::size_t from = tokens()[last_end_ - 1].end;
    const std::string_view gap = text_.goal().substr(from, tokens()[begin].begin - from);
    if (gap.find_first_of(".;:?!)\"") != std::string_view::npos) return Link::none;
    bool joins = gap.find('(') != std::string_view::npos || gap == "/";
    if (begin == last_end_ + 1 && tokens()[last_end_].folded == "and") return Link::both;
    for (std::size_t t = last_end_; t < begin; ++t) {
      const std::string& word = tokens()[t].folded;
      const bool known_as = word == "known" && t + 1 < begin && tokens()[t + 1].folded == "as";
      const bool alternative = known_as || joins_alternatives(word);
      const bool and_or = word == "and" && gap.find("and/or") != std::string_view::npos;
      if (!alternative && !and_or && !is_filler_between(word)) return Link::none;
      joins = joins || alternative;
    }
    if (joins) return Link::alternative;
    if (gap.find(',') == std::string_view::npos || begin > last_end_) return Link::none;
    const std::string_view before = text_.goal().substr(0, tokens()[begin].begin);
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

  GoalText text_;
  const mesh::Vocabulary& vocabulary_;
  std::string_view domain_;
  std::vector<std::size_t> chunk_;  // neighbouring subject words without a heading
  bool negated_ = false;
  bool syntax_said_ = false;
  std::size_t last_end_ = 0;  // token after the last concept
  std::set<std::string> seen_;
  std::vector<Link> links_;  // of each concept to the one before
  GoalConcepts out_;
};

}  // namespace

GoalConcepts read_concepts(std::string_view goal, const mesh::Vocabulary& vocabulary,
                           std::string_view domain) {
  return GoalReader(goal, vocabulary, domain).run();
}

}  // namespace ev::query_gen
