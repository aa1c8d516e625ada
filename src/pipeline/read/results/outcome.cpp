#include "pipeline/read/results/outcome.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::read {

namespace {

const WordSet& verbs() {
  static const WordSet kWords(
      "was were is are had has have did does do be been occurred increased decreased reduced "
      "improved "
      "showed averaged reached fell rose declined differed experienced developed achieved reported "
      "died "
      "received lowered produced caused resulted led remained required completed relapsed "
      "responded "
      "healed recurred survived demonstrated exhibited noted observed favored favoured changed "
      "appeared "
      "became gave tended ranged dropped failed suffered withdrew discontinued obtained lost "
      "gained "
      "displayed prevented induced could would may cured eradicated rebled bled attained "
      "maintained "
      "revealed went provided seemed conceived delivered underwent presented disappeared resolved "
      "persisted prolonged shortened enhanced attenuated suppressed inhibited raised elevated "
      "worsened "
      "deteriorated progressed abolished diminished");
  return kWords;
}
// Verbs that tell nothing of the outcome by themselves.
const WordSet& empty_verbs() {
  static const WordSet kWords(
      "was were is are had has have did does do be been occurred showed averaged reached "
      "experienced "
      "developed achieved reported received produced caused resulted led remained demonstrated "
      "exhibited "
      "noted observed appeared became gave tended ranged obtained displayed could would may "
      "revealed "
      "attained maintained seemed presented provided differed favored favoured failed suffered "
      "increased decreased reduced improved lowered fell rose declined changed dropped prevented "
      "induced "
      "required went prolonged shortened enhanced attenuated suppressed inhibited raised elevated "
      "gained "
      "diminished");
  return kWords;
}
// Words that are stripped at the edges of an outcome.
const WordSet& edge_words() {
  static const WordSet kWords(
      "the a an of in on at to for with by from and or but while whereas however also there that "
      "this "
      "these those than as were was is are had has have be been being significantly significant "
      "higher "
      "lower greater more less fewer longer shorter better worse similar comparable no not only "
      "both all "
      "respectively mean median average after statistically markedly slightly respective their its "
      "his "
      "her compared versus vs between among any either each during when which who respectively "
      "found "
      "seen noted observed reported present achieved associated resulted led experienced had "
      "corresponding furthermore moreover addition overall thus respectively did do does who "
      "developed showed showing most did a total were group groups patients subjects did it they "
      "produced caused demonstrated clinically much smaller larger earlier shown obtained reached "
      "receive evaluated randomized randomised included analysed analyzed treated assigned "
      "studied nor sd se sem likely up even equal identical non nonsignificant nonsignificantly");
  return kWords;
}

class OutcomeFinder {
 public:
  OutcomeFinder(const Sentence& s, Range clause, Range place,
                const std::vector<ArmMention>& mentions)
      : s_(s), clause_(clause), place_(place), mentions_(mentions) {}

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
    if (!empty_verbs().has(s_.tokens[verb].folded))
      return Range{s_.tokens[verb].begin, s_.tokens[verb].end};
    return predicate();
  }

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
      static const WordSet kOpeners(
          "and but while whereas however moreover furthermore also overall finally similarly "
          "conversely respectively then thus");
      while (i < s_.tokens.size() && s_.tokens[i].begin < head.end &&
             kOpeners.has(s_.tokens[i].folded))
        ++i;
      if (i >= s_.tokens.size() || s_.tokens[i].begin >= head.end) break;
      head.begin = s_.tokens[i].begin;
      static const WordSet kPlaces(
          "in at after among during for of by with on over when within before following amongst "
          "consistent although despite because contrary unlike based");
      if (!kPlaces.has(s_.tokens[i].folded)) break;
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
      if (!people_words().has(s_.tokens[i].folded)) continue;
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

  // "ulcers recurred in", "H. pylori was eradicated in": the verb belongs to it.
  std::optional<Range> with_verb(Range subject, std::size_t verb, std::size_t last) const {
    Range whole = up_to_arm(subject);
    for (std::size_t i = verb; i < last && i < verb + 4; ++i) {
      const std::string& word = s_.tokens[i].folded;
      static const WordSet kSkipped("not no longer completely successfully fully also");
      if (empty_verbs().has(word) || kSkipped.has(word)) continue;
      static const WordSet kTelling(
          "healed recurred died cured eradicated disappeared resolved relapsed rebled bled "
          "survived responded conceived delivered "
          "successful detectable controlled normalized normalised absent");
      if (kTelling.has(word) && whole.end == subject.end) whole.end = s_.tokens[i].end;
      break;
    }
    return trimmed(whole);
  }

  // Behind figures and arms: "11 of 74 on A and 4 of 72 on B had X", "… died".
  std::optional<Range> predicate() const {
    std::size_t i = s_.token_from(place_.end);
    const std::size_t end = clause_.end;
    static const WordSet kSkipped(
        "group groups of the patients respectively and in treated arm subjects therapy with women "
        "alone");
    while (i < s_.tokens.size() && s_.tokens[i].begin < end && !is_verb(i) &&
           kSkipped.has(s_.tokens[i].folded))
      ++i;
    if (i < s_.tokens.size() && s_.tokens[i].begin < end && is_verb(i))
      return predicate_from(i, end);
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
      static const WordSet kStop(
          "during compared versus vs while whereas but than respectively after within at p");
      if (kStop.has(s_.tokens[i].folded)) break;
      if (has_mention({s_.tokens[i].begin, s_.tokens[i].end})) break;
      out.end = s_.tokens[i].end;
    }
    if (const auto named = trimmed(out)) return named;
    const std::string& word = s_.tokens[verb].folded;
    if (!empty_verbs().has(word)) return Range{s_.tokens[verb].begin, s_.tokens[verb].end};
    return std::nullopt;
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
    // A part cut off by a comma at the end: ", as shown by".
    while (first < last && edge(first) &&
           !(s_.tokens[first].folded == "at" && first + 1 < last &&
             s_.tokens[first + 1].folded == "least"))
      ++first;
    while (last > first && (edge(last - 1) || preposition_words().has(s_.tokens[last - 1].folded)))
      --last;
    if (first >= last) return std::nullopt;
    // A relative clause tells more of it.
    for (std::size_t i = first + 1; i < last; ++i) {
      static const WordSet kRelative(
          "which who whose defined as assessed measured determined according");
      const std::string_view gap = s_.slice({s_.tokens[i - 1].end, s_.tokens[i].begin});
      static const WordSet kContrast("compared than versus vs");
      if (kContrast.has(s_.tokens[i].folded)) last = i;
      if (gap == ", " && kRelative.has(s_.tokens[i].folded)) last = i;
    }
    constexpr std::size_t kLongest = 24;
    if (last - first > kLongest) return std::nullopt;
    static const WordSet kEmpty(
        "rate rates value values number percentage proportion result results change changes "
        "difference "
        "differences group groups figures respectively treatment therapy patients subjects "
        "corresponding "
        "incidence outcome increase decrease reduction improvement effect effects risk");
    bool tells = false;
    for (std::size_t i = first; i < last; ++i)
      tells = tells || (!kEmpty.has(s_.tokens[i].folded) && !edge(i) &&
                        !empty_verbs().has(s_.tokens[i].folded) && s_.tokens[i].folded.size() > 1);
    if (!tells) return std::nullopt;
    const Range out{s_.tokens[first].begin, s_.tokens[last - 1].end};
    // What runs over a number, a bracket or another clause is no name.
    if (s_.has_any(out, "%;")) return std::nullopt;
    const std::string_view words = s_.slice(out);
    const std::size_t closed = words.find(')');
    if (closed != std::string_view::npos && words.find('(') > closed) return std::nullopt;
    return out;
  }

  const Sentence& s_;
  Range clause_;
  Range place_;
  const std::vector<ArmMention>& mentions_;
};

}  // namespace

std::optional<Range> outcome_in(const Sentence& sentence, Range clause, Range place,
                                const std::vector<ArmMention>& mentions) {
  return OutcomeFinder(sentence, clause, place, mentions).find();
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
