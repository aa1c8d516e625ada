#include "pipeline/read/results/outcome.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::read {

namespace {

const WordSet& verbs() {
  static const WordSet kWords = WordSet::listed("verbs");
  return kWords;
}
// Verbs that tell nothing of the outcome by themselves.
const WordSet& empty_verbs() {
  static const WordSet kWords = WordSet::listed("empty verbs");
  return kWords;
}
// Words that are stripped at the edges of an outcome.
const WordSet& edge_words() {
  static const WordSet kWords = WordSet::listed("edge");
  return kWords;
}

class OutcomeFinder {
 public:
  OutcomeFinder(const Sentence& s, Range clause, Range place,
                const std::vector<ArmMention>& mentions, bool counts)
      : s_(s), clause_(clause), place_(place), mentions_(mentions), counts_(counts) {}

  std::optional<Range> find() const {
    bool opener = false;
    const Range head = without_openers(head_range(), opener);
    const std::size_t first = s_.token_from(head.begin);
    const std::size_t last = s_.token_from(head.end);
    std::size_t verb = first;
    while (verb < last && !is_verb(verb)) ++verb;
    if (verb == last) {
      if (!speaks_of_people(head) && !opener) {
        if (const auto named = trimmed(head)) return named;
      }
      return predicate();
    }
    const Range subject{head.begin, s_.tokens[verb].begin};
    static const WordSet kMost("most common commonest frequent commonly frequently");
    const bool lists = s_.has_word(subject, kMost);
    if (!lists && !opener && !speaks_of_people(subject) && tells(subject))
      return with_verb(subject, verb, last);
    // "A reduced X (5 vs 7)", "patients on A had a higher X (5 vs 7)".
    std::size_t behind = verb + 1;
    while (behind < last && is_verb(behind)) ++behind;
    const Range object = up_to_arm({s_.tokens[behind - 1].end, head.end});
    if (const auto named = trimmed(object)) return named;
    if (const auto named = behind_arms(head)) return named;
    if (!empty_verbs().has(s_.tokens[verb].folded))
      return Range{s_.tokens[verb].begin, s_.tokens[verb].end};
    return predicate();
  }

  // Without words at its edges that are no part of the name; nothing where none is left.
  std::optional<Range> without_edges(Range range) const { return trimmed(range); }

 private:
  bool is_verb(std::size_t i) const {
    const std::string& word = s_.tokens[i].folded;
    if (!verbs().has(word)) return false;
    // "reduced X" at the head of a phrase, "elevated levels": an adjective.
    static const WordSet kBefore("the a an of with in more less and or reduced significantly");
    if (word.ends_with("ed") && i > 0 && i + 1 < s_.tokens.size() &&
        kBefore.has(s_.tokens[i - 1].folded) && s_.tokens[i - 1].folded != "significantly" &&
        s_.tokens[i - 1].folded != "and") {
      return false;
    }
    return true;
  }

  // From the clause's beginning to the figures, or to the bracket they stand in.
  Range head_range() const {
    Range head{clause_.begin, place_.begin};
    // "… were as follows: survival: 68 vs 56%".
    std::size_t colon = s_.text.rfind(": ", place_.begin);
    if (colon != std::string_view::npos && colon >= head.begin) {
      if (colon + 3 >= place_.begin) {
        head.end = colon;
        colon = colon == 0 ? std::string_view::npos : s_.text.rfind(": ", colon - 1);
      }
      if (colon != std::string_view::npos && colon >= head.begin && colon + 2 < head.end)
        head.begin = colon + 2;
    }
    int depth = 0;
    std::size_t open = std::string_view::npos;  // of the bracket the figures stand in
    for (std::size_t i = head.begin; i < head.end; ++i) {
      if (s_.text[i] == '(' || s_.text[i] == '[') {
        if (depth++ == 0) open = i;
      } else if ((s_.text[i] == ')' || s_.text[i] == ']') && depth > 0) {
        --depth;
      }
    }
    if (depth > 0 && open != std::string_view::npos) head.end = open;
    return head;
  }

  // "After 12 months, …", "In the tea group …": words before the clause proper.
  Range without_openers(Range head, bool& opener) const {
    for (int round = 0; round < 3; ++round) {
      opener = false;
      std::size_t i = s_.token_from(head.begin);
      static const WordSet kOpeners = WordSet::listed("outcome: openers");
      while (i < s_.tokens.size() && s_.tokens[i].begin < head.end &&
             kOpeners.has(s_.tokens[i].folded))
        ++i;
      if (i >= s_.tokens.size() || s_.tokens[i].begin >= head.end) break;
      head.begin = s_.tokens[i].begin;
      static const WordSet kPlaces = WordSet::listed("outcome: places");
      const bool least = i + 1 < s_.tokens.size() && s_.tokens[i + 1].folded == "least";
      if (!kPlaces.has(s_.tokens[i].folded) || least) break;
      const std::size_t comma = s_.text.find(", ", head.begin);
      if (comma != std::string_view::npos && comma < head.end) {
        head.begin = comma + 2;
        continue;
      }
      const ArmMention* mention = nullptr;
      for (const ArmMention& m : mentions_) {
        if (m.at.begin >= head.begin && m.at.end <= head.end && m.at.begin - head.begin < 40 &&
            mention == nullptr)
          mention = &m;
      }
      opener = mention == nullptr;
      if (opener) break;
      head.begin = mention->at.end;
    }
    return head;
  }

  bool has_mention(Range range) const {
    return std::any_of(mentions_.begin(), mentions_.end(), [&](const ArmMention& m) {
      return m.at.begin < range.end && range.begin < m.at.end;
    });
  }
  // A subject that is people or an arm: what was measured comes behind the verb.
  bool speaks_of_people(Range range) const {
    std::size_t first = s_.token_from(range.begin);
    static const WordSet kEmpty("there it they this these we both neither none who");
    if (first < s_.tokens.size() && s_.tokens[first].begin < range.end &&
        kEmpty.has(s_.tokens[first].folded))
      return true;
    for (std::size_t i = first; i < s_.tokens.size() && s_.tokens[i].begin < range.end; ++i) {
      if (!people_words().has(s_.tokens[i].folded) || s_.in_bracket(s_.tokens[i].begin)) continue;
      // "the number of patients with X" names X.
      static const WordSet kWith(
          "with who requiring reporting achieving experiencing having developing without");
      if (i + 1 < s_.tokens.size() && s_.tokens[i + 1].begin < range.end &&
          kWith.has(s_.tokens[i + 1].folded) && !has_mention(range))
        return false;
      return true;
    }
    for (const ArmMention& m : mentions_) {
      if (m.at.begin >= range.begin && m.at.end <= range.end) {
        // "improvement with A": the outcome stands before the arm.
        const std::size_t arm = s_.token_from(m.at.begin);
        static const WordSet kPlace("in with for on among of after during by to between");
        const bool behind =
            arm > first + 1 && (kPlace.has(s_.tokens[arm - 1].folded) ||
                                (arm > first + 2 && kPlace.has(s_.tokens[arm - 2].folded)));
        return !behind;
      }
    }
    return false;
  }
  bool tells(Range range) const { return trimmed(range).has_value(); }

  Range up_to_arm(Range range) const {
    for (const ArmMention& m : mentions_) {
      if (m.at.begin >= range.begin && m.at.begin < range.end) {
        range.end = std::max(range.begin, m.at.begin);
        break;
      }
    }
    return range;
  }

  // "no difference between A and B in X (5 vs 7)".
  std::optional<Range> behind_arms(Range head) const {
    std::size_t end = head.begin;
    for (const ArmMention& m : mentions_) {
      if (m.at.begin >= head.begin && m.at.end <= head.end) end = m.at.end;
    }
    const std::size_t next = s_.token_from(end);
    static const WordSet kIn("in for regarding concerning");
    if (end == head.begin || next >= s_.tokens.size() || !kIn.has(s_.tokens[next].folded) ||
        !s_.has_word(head, WordSet("between")))
      return std::nullopt;
    return trimmed({s_.tokens[next].end, head.end});
  }

  // "ulcers recurred in", "H. pylori was eradicated in": the verb belongs to it.
  std::optional<Range> with_verb(Range subject, std::size_t verb, std::size_t last) const {
    Range whole = up_to_arm(subject);
    for (std::size_t i = verb; i < last && i < verb + 4; ++i) {
      const std::string& word = s_.tokens[i].folded;
      static const WordSet kSkipped("not no longer completely successfully fully also");
      if (empty_verbs().has(word) || kSkipped.has(word)) continue;
      static const WordSet kTelling = WordSet::listed("outcome: telling");
      if (kTelling.has(word) && whole.end == subject.end) whole.end = s_.tokens[i].end;
      break;
    }
    return trimmed(whole);
  }

  // Behind figures and arms: "11 of 74 on A and 4 of 72 on B had X", "… died".
  std::optional<Range> predicate() const {
    std::size_t i = s_.token_from(place_.end);
    const std::size_t end = clause_.end;
    static const WordSet kSkipped = WordSet::listed("outcome: skipped");
    while (i < s_.tokens.size() && s_.tokens[i].begin < end && !is_verb(i) &&
           kSkipped.has(s_.tokens[i].folded))
      ++i;
    if (i < s_.tokens.size() && s_.tokens[i].begin < end && is_verb(i))
      return predicate_from(i, end);
    if (counts_) {
      if (const auto named = counted()) return named;
    }
    // "20 (32%) achieved X on A and 12 (19%) on B": between the first figure and its arm.
    for (std::size_t k = s_.token_from(place_.begin);
         k < s_.tokens.size() && s_.tokens[k].begin < place_.end; ++k) {
      static const WordSet kOf("who");
      if (is_verb(k) && !kOf.has(s_.tokens[k].folded)) return predicate_from(k, place_.end);
    }
    return std::nullopt;
  }
  std::optional<Range> predicate_from(std::size_t verb, std::size_t end) const {
    Range out{s_.tokens[verb].begin, s_.tokens[verb].end};
    for (std::size_t i = verb + 1;
         i < s_.tokens.size() && s_.tokens[i].begin < end && i < verb + 12; ++i) {
      const std::string_view gap = s_.slice({s_.tokens[i - 1].end, s_.tokens[i].begin});
      if (gap.find_first_of(",;:()[]") != std::string_view::npos) break;
      static const WordSet kStop = WordSet::listed("outcome: stop");
      if (kStop.has(s_.tokens[i].folded)) break;
      if (has_mention({s_.tokens[i].begin, s_.tokens[i].end})) break;
      out.end = s_.tokens[i].end;
    }
    if (const auto named = trimmed(out)) return named;
    const std::string& word = s_.tokens[verb].folded;
    if (!empty_verbs().has(word)) return Range{s_.tokens[verb].begin, s_.tokens[verb].end};
    return std::nullopt;
  }

  bool is_number(std::size_t i) const {
    return std::any_of(s_.numbers.begin(), s_.numbers.end(), [&](const doc::Number& number) {
      return s_.tokens[i].begin >= number.begin && s_.tokens[i].end <= number.end;
    });
  }
  // "12 (3%) relapses were seen in A and 16 in B", "2 and 10 deaths with A and B".
  std::optional<Range> counted() const {
    std::size_t i = s_.token_from(place_.begin);
    static const WordSet kSkipped("and vs versus of percent per cent");
    while (i < s_.tokens.size() && s_.tokens[i].begin < place_.end &&
           (is_number(i) || kSkipped.has(s_.tokens[i].folded)))
      ++i;
    Range named{i < s_.tokens.size() ? s_.tokens[i].begin : s_.text.size(), 0};
    for (; i < s_.tokens.size() && s_.tokens[i].begin < clause_.end; ++i) {
      const std::string& word = s_.tokens[i].folded;
      if (is_verb(i) || people_words().has(word) || doc::is_digit(word.front()) ||
          (preposition_words().has(word) && word != "of"))
        break;
      named.end = s_.tokens[i].end;
    }
    if (named.empty() || has_mention(named) || s_.has_any(named, ",;()")) return std::nullopt;
    return trimmed(named);
  }

  // A relative clause tells more of it.
  std::size_t before_relative_clause(std::size_t first, std::size_t last) const {
    for (std::size_t i = first + 1; i < last; ++i) {
      static const WordSet kRelative(
          "which who whose defined as assessed measured determined according");
      const std::string_view gap = s_.slice({s_.tokens[i - 1].end, s_.tokens[i].begin});
      static const WordSet kContrast("compared than versus vs");
      static const WordSet kBoth("both each either all");
      if (kContrast.has(s_.tokens[i].folded)) last = i;
      if (s_.tokens[i].folded == "with" && i + 1 < last && is_number(i + 1)) last = i;
      if (s_.tokens[i].folded == "in" && i + 1 < last && kBoth.has(s_.tokens[i + 1].folded))
        last = i;
      if (gap == ", " && kRelative.has(s_.tokens[i].folded)) last = i;
    }
    return last;
  }

  // What runs over a number, a bracket or another clause is no name.
  bool runs_over(const Range& out) const {
    const bool fraction = std::any_of(s_.numbers.begin(), s_.numbers.end(), [&](const auto& n) {
      return !n.integer && n.begin >= out.begin && n.end <= out.end;
    });
    if (fraction || s_.has_any(out, "%;")) return true;
    const std::string_view words = s_.slice(out);
    const std::size_t closed = words.find(')');
    return closed != std::string_view::npos && words.find('(') > closed;
  }

  // Without edges that tell nothing; nothing where no word tells or a long stretch is meant.
  std::optional<Range> trimmed(Range range) const {
    std::size_t first = s_.token_from(range.begin);
    std::size_t last = first;
    while (last < s_.tokens.size() && s_.tokens[last].end <= range.end) ++last;
    const auto edge = [&](std::size_t i) {
      // "not complete the study" is not "complete the study".
      if (s_.tokens[i].folded == "not" && i + 1 < last &&
          !edge_words().has(s_.tokens[i + 1].folded))
        return false;
      // "10-year survival"
      if (doc::is_digit(s_.tokens[i].folded.front()) && i + 1 < last &&
          s_.slice({s_.tokens[i].end, s_.tokens[i + 1].begin}) == "-") {
        return false;
      }
      return edge_words().has(s_.tokens[i].folded) || doc::is_digit(s_.tokens[i].folded.front());
    };
    while (first < last && edge(first) &&
           !(s_.tokens[first].folded == "at" && first + 1 < last &&
             s_.tokens[first + 1].folded == "least")) {
      // "lower than that in": what follows is set against, not measured.
      if (s_.tokens[first].folded == "than") return std::nullopt;
      ++first;
    }
    while (last > first && (edge(last - 1) || preposition_words().has(s_.tokens[last - 1].folded)))
      --last;
    if (first >= last) return std::nullopt;
    last = before_relative_clause(first, last);
    constexpr std::size_t kLongest = 24;
    if (last - first > kLongest) return std::nullopt;
    static const WordSet kEmpty = WordSet::listed("outcome: empty");
    bool tells = false;
    for (std::size_t i = first; i < last; ++i)
      tells = tells || (!kEmpty.has(s_.tokens[i].folded) && !edge(i) &&
                        !empty_verbs().has(s_.tokens[i].folded) && s_.tokens[i].folded.size() > 1);
    static const WordSet kNoName("frequent frequently initiation paradoxically period analysis");
    for (std::size_t i = first; i < last; ++i) tells = tells && !kNoName.has(s_.tokens[i].folded);
    // "first 5 days after surgery": when, not what.
    const bool when = last - first > 2 && doc::is_digit(s_.tokens[first + 1].folded.front()) &&
                      time_words().has(s_.tokens[first + 2].folded);
    if (!tells || when) return std::nullopt;
    const Range out{s_.tokens[first].begin, s_.tokens[last - 1].end};
    if (runs_over(out)) return std::nullopt;
    return out;
  }

  const Sentence& s_;
  Range clause_;
  Range place_;
  const std::vector<ArmMention>& mentions_;
  bool counts_;
};

}  // namespace

std::optional<Range> trimmed_outcome(const Sentence& sentence, Range phrase,
                                     const std::vector<ArmMention>& mentions) {
  return OutcomeFinder(sentence, phrase, phrase, mentions, false).without_edges(phrase);
}

std::optional<Range> outcome_in(const Sentence& sentence, Range clause, Range place,
                                const std::vector<ArmMention>& mentions, bool counts) {
  return OutcomeFinder(sentence, clause, place, mentions, counts).find();
}

std::vector<Range> listed_outcomes(const Sentence& s, Range words,
                                   const std::vector<ArmMention>& mentions) {
  std::vector<Range> parts;
  const std::size_t first = s.token_from(words.begin);
  std::size_t begin = first;
  bool commas = false;
  int depth = 0;
  for (std::size_t i = first; i < s.tokens.size() && s.tokens[i].begin < words.end; ++i) {
    const std::string_view gap =
        i == first ? std::string_view() : s.slice({s.tokens[i - 1].end, s.tokens[i].begin});
    for (const char c : gap) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    const bool comma = depth == 0 && gap.find(',') != std::string_view::npos;
    const bool joint = depth == 0 && (s.tokens[i].folded == "and" || s.tokens[i].folded == "or");
    // "X measured at rest, exercise and recovery" is one.
    if (i > begin && (s.tokens[i].folded == "measured" || s.tokens[i].folded == "assessed")) {
      words.end = s.tokens[i - 1].end;
      break;
    }
    commas = commas || comma;
    if (i == begin || (!comma && !(joint && (commas || i > begin + 1)))) continue;
    parts.push_back({s.tokens[begin].begin, s.tokens[i - 1].end});
    begin = joint ? i + 1 : i;
  }
  if (begin < s.tokens.size() && s.tokens[begin].begin < words.end)
    parts.push_back({s.tokens[begin].begin, words.end});
  std::vector<Range> out;
  for (const Range& part : parts) {
    if (const auto named = outcome_in(s, part, {part.end, part.end}, mentions))
      out.push_back(*named);
  }
  return out;
}

Range time_in(const Sentence& s, Range clause) {
  static const WordSet kBefore("after at during within over for following by");
  for (const doc::Number& number : s.numbers) {
    if (number.begin < clause.begin || number.end > clause.end) continue;
    const std::size_t unit = s.token_from(number.end);
    if (unit >= s.tokens.size() || !time_words().has(s.tokens[unit].folded)) continue;
    const std::size_t first = s.token_from(number.begin);
    const bool hyphen = number.hyphen_after;
    if (hyphen || (first > 0 && kBefore.has(s.tokens[first - 1].folded)))
      return {number.begin, s.tokens[unit].end};
  }
  return {};
}

}  // namespace ev::read
