#include "pipeline/extract/size_scorer.hpp"

#include "pipeline/extract/allocation.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/planned_size.hpp"
#include "pipeline/extract/size_words.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

std::size_t back_over_blanks(std::string_view s, std::size_t at) {
  while (at > 0) {
    const char32_t c = doc::code_point_before(s, at);
    const bool blank = c == ' ' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F;
    if (!blank) break;
    at -= c == ' ' ? 1 : c == 0xA0 ? 2 : 3;
  }
  return at;
}

std::string word_at_token(const Sentence& s, std::size_t token) {
  return token < s.tokens.size() ? s.tokens[token].folded : std::string();
}

bool matches_at(const Patterns& patterns, const Sentence& s, std::size_t token) {
  return patterns.match_at(s.tokens, token).has_value();
}

class SizeScorer {
 public:
  SizeScorer(const Sentence& s, const doc::Number& number, const Patterns& nouns)
      : s_(s), number_(number), nouns_(nouns) {
    first_ = s.token_from(number.begin);
    next_ = s.token_from(number.end);
  }

  // nullopt when the number cannot count participants.
  std::optional<SizeCandidate> score() {
    if (!plausible()) return std::nullopt;
    const bool n_equals = is_n_equals();
    const std::optional<std::size_t> noun = n_equals ? std::nullopt : noun_after();
    const double total = total_cue();
    const bool bare = total > 0 && number_.value >= 10 && !counts_places() && !is_in_brackets();
    const bool counted = n_equals || noun || bare;
    if (!counted) return std::nullopt;
    SizeCandidate out{.value = number_.value, .beside = arm_beside(s_, number_)};
    is_beside_arm_ = out.beside.has_value() || ends_list();
    if (!out.beside) out.beside = kind_beside(s_, number_);
    out.in_group = is_of_group_ = said_of_group(noun);
    out.planned = is_planned_size(s_, number_, noun ? *noun + 1 : next_);
    out.before_draw = out.planned || was_screened(noun) || counts_screened(noun);
    out.capital = n_equals && s_.text[*n_before()] == 'N';
    // "N" is the usual letter for the whole, "n" for a part of it.
    out.arm = out.beside || is_beside_arm_ || out.in_group || is_case_or_control(noun) ||
              is_aside(noun) || (n_equals && !out.capital && !all_allocated());
    out.score =
        (noun ? 2.0 : 0.0) + total + role() + context(noun) - (n_equals ? 0.0 : year_penalty());
    if (n_equals) out.score += out.capital ? kScoreOfCapitalN : kScoreOfSmallN;
    if (n_equals && all_allocated()) out.score += 1.5;
    const std::size_t end = noun ? s_.tokens[*noun].end : number_.end;
    out.span = s_.span(quote_begin(n_equals), end);
    return out;
  }

 private:
  // "Survivors (n = 100) were randomized": the only "n" before the verb counts all of them.
  bool all_allocated() const {
    static const Patterns kVerb = {
        "were|was <2> random*|enrolled|recruited|included|assigned|allocated|studied"};
    if (!matches_at(kVerb, s_, next_)) return false;
    return std::none_of(s_.tokens.begin(), s_.tokens.begin() + static_cast<long>(first_ - 1),
                        [](const doc::Token& token) { return token.folded == "n"; });
  }

  // "stage 1-3", "from 2014 to 2018": the second of two bounds counts nothing.
  bool ends_range() const {
    std::size_t at = number_.begin;
    if (at < 2) return false;
    const char32_t before = doc::code_point_before(s_.text, at);
    if (before == '-' || before == 0x2013 || before == 0x2010) {
      at -= before == '-' ? 1 : 3;
      return at > 0 && doc::is_digit(s_.text[at - 1]);
    }
    if (number_.value < 1900 || number_.value > 2035 || number_.words || first_ < 2) return false;
    static const Patterns kBetween = {
        "and|to|until|through|in|since|from|of|during|december|"
        "november|october|september|august|july|june|may|april|"
        "march|february|january"};
    const std::string& earlier = s_.tokens[first_ - 2].folded;
    const bool year_before =
        earlier.size() == 4 && (earlier.substr(0, 2) == "19" || earlier.substr(0, 2) == "20");
    return year_before && matches_at(kBetween, s_, first_ - 1);
  }

  // "H. pylori": no hours.
  bool begins_name(std::size_t token) const {
    const doc::Token& t = s_.tokens[token];
    return t.end - t.begin == 1 && doc::is_upper(s_.text[t.begin]) &&
           s_.text.substr(t.end, 2) == ". ";
  }

  bool plausible() const {
    const std::string_view after = s_.text.substr(number_.end);
    // "2:1", but not "tea n = 20: water n = 10".
    const bool ratio = after.size() > 1 && after[0] == ':' && after[1] != ' ';
    if (after.substr(0, 1) == "/" || ratio) return false;
    if ((matches_at(other_counted_units(), s_, next_) && !begins_name(next_)) || ends_range())
      return false;
    if (word_at_token(s_, next_) == "to" || word_at_token(s_, next_) == "th") return false;
    // "group 3", but not "in the run-in phase, 318 subjects".
    const bool labels = first_ > 0 && matches_at(words_before_labels(), s_, first_ - 1) &&
                        s_.tokens[first_ - 1].end + 2 > number_.begin;
    if (labels && !is_n_equals()) return false;
    // "per 100,000 children".
    if (first_ > 0 && word_at_token(s_, first_ - 1) == "per") return false;
    const char before = number_.begin > 0 ? s_.text[number_.begin - 1] : ' ';
    return before != '/' && before != '<' && before != '>' && before != '$' && before != '.' &&
           !doc::word_before(s_.text, number_.begin);
  }

  // Where "n" of "n = 12" stands.
  std::optional<std::size_t> n_before() const {
    std::size_t at = back_over_blanks(s_.text, number_.begin);
    if (at == 0 || s_.text[at - 1] != '=') return std::nullopt;
    at = back_over_blanks(s_.text, at - 1);
    const bool letter = at > 0 && (s_.text[at - 1] == 'n' || s_.text[at - 1] == 'N');
    if (!letter || doc::word_before(s_.text, at - 1)) return std::nullopt;
    return at - 1;
  }

  bool is_n_equals() const { return n_before().has_value(); }

  std::size_t quote_begin(bool n_equals) const {
    if (!n_equals) return number_.begin;
    return n_before().value_or(number_.begin);
  }

  // "653 women (39%) stayed at home, and 1017 (61%)": a part of them.
  bool is_share(std::optional<std::size_t> noun) const {
    if (!noun) return false;
    const std::size_t end = s_.tokens[*noun].end;
    const std::size_t index = doc::first_number_from(s_.numbers, end);
    return s_.text.substr(end, 2) == " (" && index < s_.numbers.size() &&
           s_.numbers[index].begin == end + 2 && s_.numbers[index].percent &&
           s_.numbers[index].value < 70 && s_.text.substr(s_.numbers[index].end, 2) == "%)";
  }

  // "20, 21 and 19 adults": the last of several counts.
  bool ends_list() const {
    if (first_ < 3 || word_at_token(s_, first_ - 1) != "and") return false;
    const doc::Token& before = s_.tokens[first_ - 2];
    const doc::Token& earlier = s_.tokens[first_ - 3];
    return doc::is_digit(before.folded.front()) && doc::is_digit(earlier.folded.front()) &&
           s_.text.substr(earlier.end, before.begin - earlier.end) == ", ";
  }

  // "60 rural family practices".
  bool counts_places() const {
    static const Patterns kPlaces = {
        "<2> practices|clinics|hospitals|centers|centres|sites|schools|villages|wards|homes"};
    return matches_at(kPlaces, s_, next_);
  }

  // "Of 300 patients who came, 120 (40%) were eligible", "of 300 volunteers screened": the first
  // counts those looked at. "Of 120 adults, 60 were given tea and 60 water" and "of 120 adults
  // enrolled" count all.
  bool counts_screened(std::optional<std::size_t> noun) const {
    static const Patterns kLooked = {"screened|approached|invited|contacted"};
    static const Patterns kTaken = {
        "were|was <1> eligible|included|enrolled|recruited|treated|studied|selected|shown|found",
        "met|had|agreed|consented|entered", "were|was ?randomly randomi*ed|assigned"};
    static const Patterns kOf = {"of ?these"};
    static const Patterns kOfThe = {"of the"};
    if (!noun || first_ == 0) return false;
    static const Patterns kDrawn = {"entered <3> double|randomized|randomised",
                                    "were|was ?then|subsequently randomi*ed"};
    const bool of_the = kOfThe.match_at(s_.tokens, 0) == first_;
    if (of_the && word_at_token(s_, *noun + 1) == "screened") return true;
    if (!of_the && kOf.match_at(s_.tokens, 0) != first_) return false;
    if (matches_at(kLooked, s_, *noun + 1)) return true;
    const std::size_t comma = s_.text.find(", ", number_.end);
    if (comma == std::string_view::npos) return false;
    const std::size_t part = doc::first_number_from(s_.numbers, comma);
    if (part >= s_.numbers.size() || s_.numbers[part].begin > comma + 2) return false;
    const doc::Number& taken = s_.numbers[part];
    std::size_t behind = taken.end;
    if (s_.text.substr(behind, 2) == " (") {
      const std::size_t close = s_.text.find(')', behind);
      if (close != std::string_view::npos) behind = close + 1;
    }
    const std::size_t said = s_.token_from(behind);
    if (of_the) {
      return said < s_.tokens.size() && taken.integer && !taken.percent &&
             taken.value < number_.value && matches_at(kDrawn, s_, said);
    }
    const auto end = said < s_.tokens.size() ? kTaken.match_at(s_.tokens, said) : std::nullopt;
    if (!end || !taken.integer || taken.percent || taken.value >= number_.value) return false;
    // "were assigned to tea, 60 to milk", but "were found to have gout" tells who was taken, and so
    // does "were randomized to tea or milk".
    static const Patterns kEither = {"to <9> or|versus", "to receive|be|have"};
    if (word_at_token(s_, *end) == "to" && (tells_more(*end) || !matches_at(kEither, s_, *end)))
      return false;
    const auto before = std::span(s_.tokens).subspan(next_, said - next_);
    return !find_any(allocation_verbs(), before);
  }

  // Another count stands behind.
  bool tells_more(std::size_t token) const {
    const std::size_t from = token < s_.tokens.size() ? s_.tokens[token].begin : 0;
    return std::any_of(s_.numbers.begin(), s_.numbers.end(), [&](const doc::Number& other) {
      return other.begin > from && other.integer && !other.percent;
    });
  }

  // "464 of 627 patients were suitable": the whole is not the sample.
  bool is_chosen_from(std::optional<std::size_t> noun) const {
    static const Patterns kChosen = {
        "<9> were|was <1> suitable|eligible|included|enrolled|recruited|randomi*ed|entered"};
    return noun && first_ >= 2 && s_.tokens[first_ - 1].folded == "of" &&
           doc::is_digit(s_.tokens[first_ - 2].folded.front()) &&
           matches_at(kChosen, s_, *noun + 1);
  }

  // "158 siblings of 167 patients": whose relatives they are.
  bool counts_kin() const {
    static const Patterns kKin = {
        "siblings|relatives|carers|caregivers|spouses|parents|mothers|children|offspring of"};
    if (first_ < 3 || !matches_at(kKin, s_, first_ - 2)) return false;
    const std::size_t from = first_ > 5 ? first_ - 5 : 0;
    for (std::size_t i = from; i + 2 < first_; ++i) {
      if (doc::is_digit(s_.tokens[i].folded.front())) return true;
    }
    return false;
  }

  // A counted noun within five tokens, no clause break or other number in between.
  std::optional<std::size_t> noun_after() const {
    static const Patterns kClasses = {"type|grade|stage|phase|class|asa"};
    static const Patterns kAges = {"# year|years|month|months|yr|week old|olds",
                                   "# to|and|through # year|years|month|months|yr|week old|olds"};
    for (std::size_t i = next_; i < s_.tokens.size() && i < next_ + 9; ++i) {
      // "Sixty 8- to 10-year-old children".
      if (const auto old = kAges.match_at(s_.tokens, i); old && i == next_) {
        i = *old - 1;
        continue;
      }
      const std::size_t from = i == next_ ? number_.end : s_.tokens[i - 1].end;
      const std::string_view gap = s_.text.substr(from, s_.tokens[i].begin - from);
      if (is_abbreviation(i)) continue;
      const bool repeated = i == next_ && gap == ") " && is_in_brackets();
      const bool aside = i > next_ && gap == ") " && is_abbreviation(i - 1);
      // "42 (25 men, 17 women) adults": the noun stands behind the aside.
      if (i == next_ && gap == " (") {
        const std::size_t close = s_.text.find(") ", number_.end);
        const std::size_t behind =
            close == std::string_view::npos ? s_.tokens.size() : s_.token_from(close);
        const bool short_aside = behind < s_.tokens.size() && behind < next_ + 8;
        if (!short_aside) return std::nullopt;
        const auto aside = std::span(s_.tokens).subspan(i, behind - i);
        // "5 (out of 12) adults", "5 (40%) adults": a share.
        if (!find_any(nouns_, aside)) return std::nullopt;
        return matches_at(nouns_, s_, behind) ? std::optional(behind) : std::nullopt;
      }
      if (!repeated && !aside && gap.find_first_of(";:()[]") != std::string_view::npos)
        return std::nullopt;
      if (gap.find(',') != std::string_view::npos && i == next_) return std::nullopt;
      // "stage 2", "stage 1-3"
      const bool type_number = i > next_ && (matches_at(kClasses, s_, i - 1) ||
                                             (gap == "-" && matches_at(kClasses, s_, i - 2)));
      if (doc::is_digit(s_.tokens[i].folded[0]) && !type_number) return std::nullopt;
      if (i == next_ && (is_acronym(s_.tokens[i]) || names_people_of_a_country(i))) return i;
      if (matches_at(nouns_, s_, i)) {
        // "patient-years", "patients' beds"
        const std::string after = word_at_token(s_, i + 1);
        return after == "years" || after == "days" ? std::nullopt : std::optional(i);
      }
      static const Patterns kBreaks = {
          "of|with|and|or|were|was|had|who|in|at|for|to|from|by|the|that|per"};
      const bool of_the = word_at_token(s_, i) == "of" && i == next_;
      // "12 mild to moderate hypertensives".
      static const Patterns kDegree = {"mild|minimal|low|moderate to|or|and moderate|severe|high"};
      const bool degree = i > 0 && kDegree.match_at(s_.tokens, i - 1);
      if (matches_at(kBreaks, s_, i) && !of_the && !degree && word_at_token(s_, i) != "and")
        return std::nullopt;
    }
    return std::nullopt;
  }

  // "Twenty Peruvians with gout".
  bool names_people_of_a_country(std::size_t token) const {
    static const Patterns kPeople = {"*ians|*icans with|aged|who|were"};
    return doc::is_upper(s_.text[s_.tokens[token].begin]) && matches_at(kPeople, s_, token);
  }

  // "(9 men, 6 women)": both.
  bool is_within_brackets() const {
    const std::size_t open = s_.text.rfind('(', number_.begin);
    return open != std::string_view::npos && s_.text.find(')', open) > number_.begin;
  }
  // "Forty-five (45) women".
  bool is_in_brackets() const { return number_.begin > 0 && s_.text[number_.begin - 1] == '('; }
  // "383 myocardial infarction (MI) patients": what stands in brackets only abbreviates.
  bool is_abbreviation(std::size_t token) const {
    const doc::Token& t = s_.tokens[token];
    return t.begin > 0 && s_.text[t.begin - 1] == '(' && s_.text.substr(t.end, 2) == ") " &&
           t.end - t.begin <= 8 && doc::is_upper(s_.text[t.begin]);
  }

  // "71 BCS were": an abbreviation the authors count in; "323 IDFS events" counts events.
  bool is_acronym(const doc::Token& token) const {
    const std::string_view word = s_.text.substr(token.begin, token.end - token.begin);
    if (number_.value < 10 || word.size() < 3 || word == "WORDS" ||
        !std::all_of(word.begin(), word.end(), doc::is_upper)) {
      return false;
    }
    // What the record defines has to name people or animals.
    if (s_.kinds[next_] != 0) return (s_.kinds[next_] & (kind::person | kind::animal)) != 0;
    const std::size_t after = next_ + 1;
    constexpr WordKinds kGoesOn = kind::preposition | kind::conjunction | kind::auxiliary |
                                  kind::verb | kind::pronoun | kind::participle | kind::person;
    if (after >= s_.tokens.size()) return true;
    return s_.tokens[after].begin > token.end + 1 || (s_.kinds[after] & kGoesOn) != 0;
  }

  // "tea (306 patients) or water (water group, 302 patients)".
  bool is_aside(std::optional<std::size_t> noun) const {
    static const Patterns kGroup = {"group|arm"};
    if (!noun) return false;
    const bool named = first_ > 0 && matches_at(kGroup, s_, first_ - 1) &&
                       s_.tokens[first_ - 1].end + 2 == number_.begin;
    static const Patterns kSexes = {"men|women|males|females|boys|girls"};
    if (matches_at(kSexes, s_, *noun) && is_within_brackets()) return true;
    if (!is_in_brackets() && !named) return false;
    const std::string_view after = s_.text.substr(s_.tokens[*noun].end, 1);
    return after == ")" || (after == "," && !named);
  }

  double total_cue() const {
    static const Patterns kBefore = {
        "total of",  "totally",        "in total",        "overall",
        "sample of", "sample size of", "sample size was", "altogether",
        "cohort of", "population of",  "series of",       "comprised|comprising|consisted ?of",
        "total|size"};
    const std::size_t from = first_ >= 4 ? first_ - 4 : 0;
    const auto before = std::span(s_.tokens).subspan(from, first_ - from);
    double cue = find_any(kBefore, before) ? 2.0 : 0.0;
    static const Patterns kVerbsBefore = {
        "randomi*ed|enrolled|recruited|included|studied|evaluated|involved|"
        "involving|assigned|examined|treated|analyzed|analysed|surveyed"};
    const std::size_t near = first_ >= 3 ? first_ - 3 : 0;
    if (find_any(kVerbsBefore, std::span(s_.tokens).subspan(near, first_ - near))) cue += 1.0;
    // "We screened 4,037 children", "interviews of five patients".
    static const Patterns kOthers = {"screened|approached|invited|interviews|videotaped"};
    const bool apart = first_ > 0 && s_.text[s_.tokens[first_ - 1].end] == ',';
    const bool others =
        find_any(kOthers, std::span(s_.tokens).subspan(near, first_ - near)).has_value();
    if (others && !apart) cue -= 2.5;
    if (first_ > 0 && word_at_token(s_, first_ - 1) == "screening") cue -= 2.5;
    // "In a subset of 60 adults, sleep improved".
    static const Patterns kSubset = {"subset|subgroup|subsample of"};
    if (s_.role() == doc::Role::results && first_ >= 2 &&
        kSubset.match_at(s_.tokens, first_ - 2) == first_) {
      cue -= 2.5;
    }
    static const Patterns kEnrolled = {
        "were|was ?finally|then|subsequently|actually randomi*ed|enrolled|recruited|included",
        "were|was ?then|subsequently randomly assigned|allocated to <9> or|versus"};
    if (next_ + 1 < s_.tokens.size() && matches_at(kEnrolled, s_, next_)) {
      cue += 2.0;
    }
    // "90 entered, of whom 80 were randomized".
    static const Patterns kOfWhom = {"of whom|which|these|them"};
    static const Patterns kDrawn = {"were|was <1> randomi*ed"};
    if (first_ >= 2 && matches_at(kOfWhom, s_, first_ - 2) && matches_at(kDrawn, s_, next_)) {
      cue += 3.0;
    }
    // "240 had gout and were assigned to tea".
    static const Patterns kAndEnrolled = {
        "were|was|had|met|gave <6> and were|was ?randomly randomi*ed|assigned|allocated"};
    if (matches_at(kAndEnrolled, s_, next_)) cue += 2.0;
    if (is_reached_size(s_, number_)) cue += 2.0;
    // "The present substudy of 90 adults".
    static const Patterns kPart = {"this|the|present|our substudy of", "sub study of"};
    if (first_ >= 3 && kPart.match_at(s_.tokens, first_ - 3) == first_) cue += 5.5;
    static const Patterns kPlanned = {"planned|target|anticipated|projected"};
    if (matches_at(kPlanned, s_, next_)) cue -= 2.0;
    // "A sample size of 200 was needed to detect a difference".
    static const Patterns kNeeded = {
        "needed|required|necessary|sufficient <3> to|for detect|show|demonstrate|power|reveal"};
    if (find_any(kNeeded, s_)) cue -= 5.0;
    return cue;
  }

  // "900 adults were screened".
  bool was_screened(std::optional<std::size_t> noun) const {
    static const Patterns kScreened = {"were|was ?initially screened"};
    static const Patterns kAlsoTaken = {
        "<5> and ?were|then|subsequently ?randomly randomi*ed|enrolled|treated|studied"};
    return noun && matches_at(kScreened, s_, *noun + 1) && !matches_at(kAlsoTaken, s_, *noun + 1);
  }

  bool per_arm(std::optional<std::size_t> noun) const {
    const std::size_t from = noun ? *noun + 1 : next_;
    static const Patterns kPer = {"in|per each|group|arm", "in the <3> group|arm", "per group|arm",
                                  "<2> from|in|at the intervention|control|treatment|placebo"};
    const std::size_t count =
        std::min<std::size_t>(s_.tokens.size() - std::min(from, s_.tokens.size()), 6);
    if (count == 0) return false;
    const auto after = std::span(s_.tokens).subspan(from, count);
    // "12 in each group, 14 each", but not "drank each of three teas".
    static const Patterns kEach = {"each"};
    const auto each = find_any(kEach, after);
    const bool apiece = each && word_at_token(s_, from + each->last) != "of";
    return apiece || find_any(kPer, after);
  }

  // "20 were randomized to each group", "90 women from the control clinics", but not "99 women (49
  // in the tea group".
  bool said_of_group(std::optional<std::size_t> noun) const {
    // "three groups consisting of 18 adults each".
    static const Patterns kGroupsOf = {"groups|arms ?consisting|comprising ?of"};
    const std::size_t near = first_ > 3 ? first_ - 3 : 0;
    const auto groups = find_any(kGroupsOf, std::span(s_.tokens).subspan(near, first_ - near));
    if (noun && groups && word_at_token(s_, *noun + 1) == "each") return true;
    static const Patterns kGroup = {
        "<4> in|per|to|of each|every group|arm", "<4> from|in|at the intervention|control|placebo",
        "<2> in|of|from the <3> group|arm", "in each of <3> groups|arms",
        "in the <2> and|or|versus <5> group|arm"};
    const std::size_t from = noun ? *noun + 1 : next_;
    const auto told = from < s_.tokens.size() ? kGroup.match_at(s_.tokens, from) : std::nullopt;
    if (!told) return false;
    const std::string_view between =
        s_.text.substr(number_.end, s_.tokens[*told - 1].begin - number_.end);
    // "5 patients (25%) in the tea group".
    const std::size_t open = between.find('(');
    const bool share = open != std::string_view::npos && between.find("%)", open) < open + 6;
    return between.find_first_of(share ? ",;:" : ",;:()") == std::string_view::npos;
  }

  // "300 cases and 310 controls": each side of a case-control study is a part.
  bool is_case_or_control(std::optional<std::size_t> noun) const {
    if (!noun) return false;
    if (word_at_token(s_, *noun) == "controls") return true;
    static const Patterns kControls = {"<6> and|versus|vs|with|to # <4> controls",
                                       "<3> and|versus|vs|with <4> controls"};
    return kControls.match_at(s_.tokens, *noun + 1).has_value() && total_cue() < 2.0;
  }

  double role() const {
    if (s_.is_title()) return 0.5;
    switch (s_.role()) {
      case doc::Role::methods:
        return 1.0;
      case doc::Role::results:
      case doc::Role::objective:
        return 0.3;
      case doc::Role::background:
        return -0.7;
      default:
        return 0.0;
    }
  }

  double context(std::optional<std::size_t> noun) const {
    double score = 0;
    const std::size_t after = noun ? *noun + 1 : next_;
    const std::size_t count =
        after < s_.tokens.size() ? std::min<std::size_t>(s_.tokens.size() - after, 9) : 0;
    const auto words = std::span(s_.tokens).subspan(std::min(after, s_.tokens.size()), count);
    if (find_any(allocation_verbs(), words)) {
      score += 1.2;
    } else if (find_any(treatment_verbs(), words)) {
      score += 0.4;
    }
    static const Patterns kRandom = {"randomi*ed|randomised|randomly"};
    if (find_any(kRandom, s_)) score += 0.8;
    const auto near = words.subspan(0, std::min<std::size_t>(words.size(), 3));
    if (find_any(subset_verbs(), near)) score -= 1.2;
    if (is_of_group_ || per_arm(noun)) score -= 1.5;
    if (begins_division(s_, number_, noun ? *noun : next_ - 1)) score -= 3.0;
    if (is_beside_arm_) score -= 1.2;
    if (follows_subset()) score -= 2.5;
    if (is_participants_section(noun)) score += 2.5;
    if (is_shared_list(noun)) score -= 2.5;
    if (counts_screened(noun)) score -= 3.5;
    if (is_share(noun)) score -= 2.0;
    if (is_chosen_from(noun) || counts_kin()) score -= 3.5;
    const std::string before = first_ > 0 ? word_at_token(s_, first_ - 1) : std::string();
    if (before == "of")
      score += first_ > 1 && doc::is_digit(s_.tokens[first_ - 2].folded[0]) ? 0.3 : 0.5;
    if (word_at_token(s_, next_) == "of") score -= 1.5;
    if (noun && word_at_token(s_, *noun) == "controls") score -= 0.7;
    static const Patterns kTaken = {"were|was <1> randomi*ed|enrolled|recruited"};
    if (noun && matches_at(kTaken, s_, *noun + 1)) score += 0.6;
    static const Patterns kTakenLater = {"whose|who <14> were randomi*ed|randomly"};
    if (noun && matches_at(kTakenLater, s_, *noun + 1)) score += 2.0;
    if (noun && (s_.kinds[*noun] & kind::animal) != 0) score -= 0.6;
    if (number_.words && number_.value < 11) score -= 1.0;
    if (before == "additional" || before == "other" || before == "remaining" || before == "and")
      score -= 0.8;
    return score;
  }

  // "107 patients with gout." as a sentence of its own: a section on the participants.
  bool is_participants_section(std::optional<std::size_t> noun) const {
    static const Patterns kDescribes = {
        "with|aged|undergoing|scheduled|admitted|referred|attending"};
    if (!noun || first_ > 0 || s_.is_title() || number_.value < 10 ||
        !matches_at(kDescribes, s_, *noun + 1)) {
      return false;
    }
    constexpr WordKinds kClause = kind::auxiliary | kind::verb;
    return std::none_of(s_.kinds.begin() + static_cast<long>(*noun), s_.kinds.end(),
                        [](WordKinds kinds) { return (kinds & kClause) != 0; });
  }

  // "36 and 60 adults, respectively": two parts, or those treated and those of them who complied.
  bool is_shared_list(std::optional<std::size_t> noun) const {
    static const Patterns kFirst = {"and # <2> respectively"};
    static const Patterns kSecond = {"# and"};
    static const Patterns kTreated = {"intention|intent to treat"};
    if (matches_at(kFirst, s_, next_)) return !find_any(kTreated, s_);
    return noun && first_ >= 2 && word_at_token(s_, *noun + 1) == "respectively" &&
           kSecond.match_at(s_.tokens, first_ - 2) == first_;
  }

  // "a subgroup of the Tea Study, n = 9000": of the whole that the sample was taken from, or less
  // than the sample.
  bool follows_subset() const {
    static const Patterns kSubset = {"subgroup|subset|subsample|substudy of|from|in <6> n #"};
    const std::size_t from = first_ >= 9 ? first_ - 9 : 0;
    return is_n_equals() &&
           find_any(kSubset, std::span(s_.tokens).subspan(from, first_ + 1 - from));
  }

  double year_penalty() const {
    const bool year = number_.value >= 1900 && number_.value <= 2035 &&
                      number_.end - number_.begin == 4 && !number_.words;
    return year && !noun_after() ? 5.0 : 0.0;
  }

  const Sentence& s_;
  const doc::Number& number_;
  const Patterns& nouns_;
  std::size_t first_ = 0;
  std::size_t next_ = 0;
  bool is_beside_arm_ = false;
  bool is_of_group_ = false;
};

// By its form alone.
bool may_count(const doc::Number& number) {
  return number.integer && !number.percent && !number.hyphen_after && !number.glued_after &&
         number.value >= 2 && number.value <= 5e8;
}

}  // namespace

std::vector<SizeCandidate> size_candidates(const RecordText& record, const Patterns& nouns) {
  std::vector<SizeCandidate> out;
  for (std::size_t i = 0; i < record.sentences().size(); ++i) {
    const Sentence& s = record.sentences()[i];
    for (const doc::Number& number : s.numbers) {
      if (!may_count(number)) continue;
      auto candidate = SizeScorer(s, number, nouns).score();
      if (!candidate) continue;
      if (out.size() == kMostCounts) return {};
      candidate->sentence = i;
      out.push_back(*candidate);
    }
  }
  return out;
}

}  // namespace ev::extract
