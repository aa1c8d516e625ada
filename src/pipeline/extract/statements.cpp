#include "pipeline/extract/back_matter.hpp"
#include "pipeline/extract/finding.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>
#include <span>

namespace ev::extract {

namespace {

constexpr std::size_t kLongestConclusion = 4;  // sentences
constexpr std::size_t kLongestSection = 6;
constexpr double kSureOfLastSection = 0.6;

bool calls_for_research(const Sentence& sentence) {
  static const Patterns kCalls = {
      "further|larger|longer|additional|future|more|prospective|controlled "
      "<5> studies|study|trials|trial|research|investigation|investigations|information|work|data|"
      "follow <14> "
      "needed|warranted|required|indicated|recommended|necessary|helpful|determine|confirm|clarify",
      "to be <2> "
      "determined|established|elucidated|confirmed|clarified|investigated|studied|evaluated|"
      "seen|defined|proven|proved|tested|replicated|explored|assessed|examined"};
  return find_any(kCalls, sentence).has_value();
}

// Calls for research, and what may explain the result: no part of what the study found.
bool leaves_the_result(const Sentence& sentence) {
  static const Patterns kLeaves = {
      "may|might|could <6> mechanism|mechanisms|reason|explain|explained|role",
      "it is likely|possible that", "limitation|limitations"};
  return calls_for_research(sentence) || find_any(kLeaves, sentence).has_value();
}

bool points_back(const Sentence& sentence) {
  static const Patterns kStudy = {
      "this|these|our|the <2> results|findings|data|study|trial|analysis|observations|report|"
      "comparison|experience|comparative"};
  static const Patterns kBack = {
      "this|these|it|its|such|they|their|however|moreover|furthermore|both", "in addition",
      "a similar|comparable|like",
      "because|since|as|although|while ?such this|these|it|effect|effects",
      "we <2> recommend|propose|suggest|believe|think|advise that this|these|it|such|they"};
  return kBack.match_at(sentence.tokens, 0) && !kStudy.match_at(sentence.tokens, 0);
}

bool says_to_conclude(const Sentence& sentence) {
  static const Patterns kSays = {"in conclusion|summary", "we <2> conclude|concluded",
                                 "it is|was|can ?be concluded", "to conclude|summarize",
                                 "conclusion|conclusions"};
  return find_any(kSays, sentence).has_value();
}

bool begins_conclusion(const Sentence& sentence) {
  static const Patterns kShows = {
      "results|findings|data|study|trial|observations|analyses|analysis <5> "
      "suggest|suggests|indicate|indicates|show|shows|showed|demonstrate|demonstrates|demonstrated|"
      "confirm|confirms|support|supports|imply|lay|provide|provides"};
  static const Patterns kHence = {"thus|therefore|hence|consequently"};
  static const Patterns kThis = {"this|these <8> suggest|suggests|indicate|indicates that"};
  constexpr std::size_t kOpening = 8;  // tokens
  if (says_to_conclude(sentence)) return true;
  if (kThis.match_at(sentence.tokens, 0) || kHence.match_at(sentence.tokens, 0)) return true;
  const auto shows = find_any(kShows, sentence);
  return shows && shows->first < kOpening;
}

// "Thus, tea helps. A further benefit was not seen.": the inference begins the conclusion.
bool infers(const Sentence& sentence) {
  static const Patterns kHence = {"thus|therefore|hence|consequently"};
  return kHence.match_at(sentence.tokens, 0) && sentence.role() != doc::Role::methods &&
         sentence.numbers.empty();
}

bool is_concluding(const Sentence& sentence) {
  return sentence.role() == doc::Role::conclusions && !sentence.is_title();
}

// "No adverse events were noted": a result that concludes nothing.
bool tells_harms_alone(const Sentence& sentence) {
  static const Patterns kHarms = {
      "<4> adverse|side effects|effect|events|event|reactions <10> were|was "
      "recorded|noted|reported|observed|seen|encountered|detected"};
  return kHarms.match_at(sentence.tokens, 0) && !sentence.labelled() &&
         !begins_conclusion(sentence);
}

// What will be done or is told elsewhere in the paper: nobody has concluded yet.
bool tells_plan(const Sentence& sentence) {
  static const Patterns kPlans = {
      "study|trial|results|findings|data|report <6> will "
      "be|provide|help|end|terminate|continue|determine|establish|clarify|answer|define",
      "results|findings|data <6> should be available|published|ready",
      "will provide|yield|answer|determine|establish|clarify|evaluate|examine|assess <6> "
      "data|information|answer|answers|whether|evidence|efficacy|effect|effects",
      "are|is|were <3> described|presented|reported|discussed <1> in this|the "
      "article|paper|report",
      "power <8> to detect",
      "should|may|please contact"};
  // "The implications are discussed."
  static const Patterns kElsewhere = {"is|are|was|were discussed|reviewed|outlined|considered"};
  const std::size_t words = sentence.tokens.size();
  return find_any(kPlans, sentence) ||
         (words > 2 && kElsewhere.match_at(sentence.tokens, words - 2).has_value());
}

// "Adults will be randomized": the methods of a study that nobody has done yet.
bool plans_draw(const Sentence& sentence) {
  static const Patterns kDraws = {"will be <2> randomi*ed|assigned|allocated|recruited|enrolled"};
  return find_any(kDraws, sentence).has_value();
}

constexpr std::string_view kTruncated = "(ABSTRACT TRUNCATED";

bool is_truncated(const Sentence& sentence) {
  return sentence.text.find(kTruncated) != std::string_view::npos;
}

// "Here we present …": what the paper is about.
bool announces(const Sentence& sentence) {
  static const Patterns kAnnounces = {
      "here|we|paper|study|authors <3> present|presents|describe|describes|report|reports|propose|"
      "introduce|develop|developed"};
  return find_any(kAnnounces, sentence).has_value();
}

// Figures and p values tell results, also behind "the results show".
bool gives_figures(const Sentence& sentence) {
  const bool percent = std::any_of(sentence.numbers.begin(), sentence.numbers.end(),
                                   [](const doc::Number& number) { return number.percent; });
  return percent || sentence.numbers.size() > 2 ||
         sentence.text.find('(') != std::string_view::npos;
}

// The sentences of a conclusion by their places among the sentences.
class Conclusion {
 public:
  explicit Conclusion(const RecordText& record) : record_(record), sentences_(record.sentences()) {}

  // Around the sentence that concludes most: all of a labelled section without what leaves the
  // result at its end, else from the sentence that announces the conclusion to this one; with what
  // the first points back to.
  Chunk around(std::size_t chosen) const {
    const bool labelled = sentences_[chosen].labelled();
    const std::optional<Chunk> section = last_section();
    const bool within =
        section && section->first <= chosen && !says_to_conclude(sentences_[chosen]);
    std::size_t first = within ? section->first : labelled ? chosen : announced(chosen);
    std::size_t last = within ? section->last : chosen + 1;
    if (labelled) {
      while (joins(first) && chosen - first + 1 < kLongestConclusion) --first;
      while (last < sentences_.size() && joins(last) && last - first < kLongestConclusion) ++last;
    }
    if (labelled || within) {
      while (last > first + 1 && leaves_the_result(sentences_[last - 1])) --last;
      for (std::size_t i = first + 1; i < last; ++i) {
        if (leaves_the_result(sentences_[i])) last = i;
      }
    }
    if (!labelled && !within) {
      while (last > first + 1 && calls_for_research(sentences_[last - 1]) &&
             !gives_figures(sentences_[last - 2])) {
        --last;
      }
      const bool begun =
          says_to_conclude(sentences_[first]) || begins_conclusion(sentences_[first]);
      while (!begun && goes_before(first) && last - first < kLongestConclusion) --first;
    }
    const bool back = points_back(sentences_[first]) && !begins_conclusion(sentences_[first]);
    if (follows(first) && !sentences_[first - 1].is_title() && (back || adds_to(first))) --first;
    return without_asides({first, last}, chosen);
  }

  // What stands behind the last ".; " that parts the sections of an abstract without labels.
  std::optional<Chunk> last_section() const {
    if (sentences_.empty() || sentences_.back().is_title() || sentences_.back().labelled())
      return std::nullopt;
    std::size_t first = sentences_.size() - 1;
    while (first > 0 && follows(first) && !sentences_[first - 1].is_title()) --first;
    const std::size_t many = sentences_.size() - first;
    const bool tells_results =
        many > kLongestConclusion &&
        std::any_of(sentences_.begin() + static_cast<long>(first), sentences_.end(), gives_figures);
    if (first == 0 || !is_parted(first) || many > kLongestSection || tells_results)
      return std::nullopt;
    return Chunk{first, sentences_.size()};
  }

 private:
  // From the aside before the chosen sentence to the one behind it.
  Chunk without_asides(Chunk told, std::size_t chosen) const {
    const std::vector<BackMatter>& asides = back_matter_of(record_);
    for (std::size_t i = chosen; i-- > told.first;) {
      if (asides[i] != BackMatter::none) told.first = i + 1;
    }
    for (std::size_t i = chosen + 1; i < told.last; ++i) {
      if (asides[i] != BackMatter::none) told.last = i;
    }
    return told;
  }

  // What stands between a sentence and the one before it in the same field.
  std::optional<std::string_view> gap_before(std::size_t i) const {
    const doc::Span a = sentences_[i - 1].span();
    const doc::Span b = sentences_[i].span();
    if (a.field != b.field || b.begin < a.end) return std::nullopt;
    return record_.document().text(doc::Span{a.field, a.end, b.begin});
  }

  // ".; " parts sections.
  bool is_parted(std::size_t i) const {
    const auto gap = gap_before(i);
    return gap &&
           (sentences_[i - 1].text.ends_with(';') || gap->find(';') != std::string_view::npos);
  }

  // Directly behind the sentence before.
  bool follows(std::size_t i) const {
    if (i == 0 || is_parted(i)) return false;
    const auto gap = gap_before(i);
    return gap && gap->find_first_not_of(" \n") == std::string_view::npos;
  }

  bool joins(std::size_t i) const {
    return follows(i) && is_concluding(sentences_[i - 1]) && is_concluding(sentences_[i]) &&
           sentences_[i - 1].labelled() == sentences_[i].labelled();
  }

  // "Tea helps. It also warms.", "Milk gave an additional benefit.", but not "Here we present tea.
  // It also warms.".
  bool adds_to(std::size_t i) const {
    static const Patterns kAlso = {"<3> also",
                                   "<4> an|the additional|added|further benefit|advantage|effect",
                                   "<9> reach|achieve|exceed|above|below this|these"};
    return kAlso.match_at(sentences_[i].tokens, 0) && !begins_conclusion(sentences_[i]) &&
           !announces(sentences_[i - 1]);
  }

  // "Tea helps. It is cheap.": the one before concludes as well.
  bool goes_before(std::size_t i) const {
    return follows(i) && is_concluding(sentences_[i - 1]) && !gives_figures(sentences_[i - 1]) &&
           !announces(sentences_[i - 1]);
  }

  // The sentence that says it concludes; for a speculation or a call for research the one before
  // it that tells what the results show, else the one before it.
  std::size_t announced(std::size_t chosen) const {
    if (says_to_conclude(sentences_[chosen])) return chosen;
    const auto reachable = [&](std::size_t i) {
      return follows(i) && !sentences_[i - 1].is_title() && !sentences_[i - 1].labelled() &&
             chosen - i + 2 <= kLongestConclusion;
    };
    std::size_t least = chosen;
    while (reachable(least)) --least;
    const bool begun = begins_conclusion(sentences_[chosen]);
    for (std::size_t i = least; i < chosen; ++i)
      if (says_to_conclude(sentences_[i]) || (!begun && infers(sentences_[i]))) return i;
    if (!leaves_the_result(sentences_[chosen])) return chosen;
    for (std::size_t i = chosen; i-- > least;)
      if (begins_conclusion(sentences_[i]) && !gives_figures(sentences_[i])) return i;
    return reachable(chosen) ? chosen - 1 : chosen;
  }

  const RecordText& record_;
  const std::vector<Sentence>& sentences_;
};

}  // namespace

namespace {

// Of an abstract cut off by its index only a sentence that says it concludes; without the remark.
Findings conclusion_of_truncated(const RecordText& record) {
  const Sentence& sentence = record.sentences().back();
  const std::size_t end = sentence.text.find(kTruncated);
  if (!begins_conclusion(sentence) || end == 0) return {};
  return {.candidates = {quoted(record, sentence.span(0, end), kSureOfLastSection)}};
}

}  // namespace

Findings find_conclusion(const RecordText& record) {
  const std::vector<Sentence>& sentences = record.sentences();
  if (sentences.empty()) return {};
  if (is_truncated(sentences.back())) return conclusion_of_truncated(record);
  const auto concluding = concluding_sentence(record);
  const Conclusion conclusion(record);
  std::size_t chosen = 0;
  double score = kSureOfLastSection;
  if (concluding) {
    const auto at = std::find_if(sentences.begin(), sentences.end(), [&](const Sentence& sentence) {
      return sentence.span() == concluding->span;
    });
    chosen = static_cast<std::size_t>(at - sentences.begin());
    score = concluding->score;
  } else {
    const auto section = conclusion.last_section();
    if (!section || gives_figures(sentences[section->first]) ||
        back_matter_of(record, sentences[section->first]) != BackMatter::none) {
      return {};
    }
    chosen = section->first;
  }
  const Chunk told = conclusion.around(chosen);
  const std::span<const Sentence> words =
      std::span(sentences).subspan(told.first, told.last - told.first);
  const bool planned = std::all_of(words.begin(), words.end(), tells_plan) ||
                       std::any_of(words.begin(), words.end(), plans_draw);
  if (planned) return {.reason = "the abstract ends with what is planned, without a conclusion"};
  if (std::all_of(words.begin(), words.end(), tells_harms_alone))
    return {.reason = "the abstract ends with adverse events, without a conclusion"};
  const doc::Span span{sentences[told.first].span().field, sentences[told.first].span().begin,
                       sentences[told.last - 1].span().end};
  return {.candidates = {quoted(record, span, score)}};
}

Findings find_key_findings(const RecordText& record) {
  Findings findings;
  for (const FindingSentence& sentence : finding_sentences(record)) {
    add_distinct(findings, quoted(record, sentence.span, sentence.score));
  }
  if (!findings.candidates.empty()) return findings;
  if (const auto concluding = concluding_sentence(record))
    findings.candidates.push_back(quoted(record, concluding->span, concluding->score));
  return findings;
}

Findings find_limitations(const RecordText& record) {
  // Limits of the study at hand; that more research is needed is said everywhere and limits
  // nothing.
  static const Patterns kLimits = {
      "limitation|limitations of|include|includes|included|was|were|is|are",
      "our|study|main|major|key|several|important|some limitation|limitations",
      "limited by",
      "limits|limit the|our|its generali*ability|interpretation|conclusions|inference*|findings",
      "small sample ?size|sizes",
      "small number|numbers of patients|participants|subjects|studies|trials|cases|events",
      "interpreted|viewed|taken with ?great|some caution",
      "interpreted cautiously",
      "cannot|not <1> generali*ed",
      "limited generali*ability",
      "underpowered",
      "not|insufficient* <2> powered",
      "insufficient|lacked|lack <2> power",
      "lack|absence of <2> control|blinding|randomi*ation|long|data|follow",
      "short <1> follow",
      "short duration",
      "retrospective design|nature",
      "high|unclear|moderate risk of bias",
      "low|poor|limited <2> quality|certainty",
      "heterogeneity <4> limit*|studies|trials|precluded",
      "recall|selection|publication|reporting bias",
      "residual confounding",
      "missing data",
      "high|large dropout|attrition|drop"};
  static const Patterns kCalls = {
      "larger|longer|adequately|well <4> studies|trials|study|trial <6> "
      "needed|required|warranted|necessary"};
  const Lookup lookup{.confidence = 0.75, .skip_background = true, .skip_title = true};
  Findings findings = back_matter_told(record, BackMatter::limits, 0.9);
  for (Candidate& candidate : all_sentences(record, kLimits, lookup).candidates)
    add_distinct(findings, std::move(candidate));
  std::erase_if(findings.candidates, [&](const Candidate& c) {
    const doc::Sentence* at =
        c.ground.start ? record.document().sentence_at(
                             doc::Field::abstract,
                             record.document().byte_of(doc::Field::abstract,
                                                       static_cast<std::size_t>(*c.ground.start)))
                       : nullptr;
    return at != nullptr && at->role == doc::Role::methods;
  });
  Lookup weaker = lookup;
  weaker.confidence = 0.5;
  if (findings.candidates.empty()) findings = all_sentences(record, kCalls, weaker);
  return findings;
}

Findings find_objective(const RecordText& record) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || sentence.role() != doc::Role::objective) continue;
    add_distinct(findings, quoted(record, sentence.span(), sentence.labelled() ? 0.95 : 0.75));
  }
  return findings;
}

namespace {

// "Nausea (12%) and rash (8%) were more common with tea": harms by name, unless they are what was
// to be treated.
bool names_harms(const Sentence& sentence, const Sentence& title) {
  static const Patterns kNamed = {
      "nausea|vomiting|headache|headaches|dizziness|diarrhea|diarrhoea|constipation|rash|rashes|"
      "somnolence|drowsiness|fatigue|flushing|pruritus|itching|dyspepsia|hypotension|edema|oedema|"
      "cough|neutropenia|thrombocytopenia|leukopenia|anemia|anaemia|alopecia|mucositis|stomatitis|"
      "bleeding|sedation|tremor|urticaria|bradycardia|hepatotoxicity|nephrotoxicity",
      "dry mouth", "abdominal pain", "weight gain"};
  static const Patterns kTold = {
      "common|commoner|frequent|frequently|commonly|occurred|reported|experienced|developed"};
  if (!find_any(kTold, sentence)) return false;
  std::vector<std::string_view> named;
  for (auto match = find_any(kNamed, sentence); match;
       match = find_any(kNamed, sentence, match->last)) {
    const std::string& harm = sentence.tokens[match->first].folded;
    const bool treated = std::any_of(title.tokens.begin(), title.tokens.end(),
                                     [&](const doc::Token& token) { return token.folded == harm; });
    if (treated) return false;
    if (std::find(named.begin(), named.end(), harm) == named.end()) named.push_back(harm);
  }
  return named.size() >= 2;
}

}  // namespace

Findings find_adverse_events(const RecordText& record) {
  static const Patterns kHarms = {
      "adverse event|events|effect|effects|reaction|reactions|experiences",
      "side effect|effects",
      "toxicity|toxicities|toxic",
      "well tolerated",
      "safety",
      "tolerability",
      "hypoglycemi*|hypoglycaemi* <6> events|episodes",
      "withdrew|discontinued|withdrawals <4> adverse|side|due|because",
      "complications"};
  static const Patterns kSome = {
      "severe|serious|significant|requiring|leading|sufficient|that|which|attributable|attributed|"
      "related|of|differed|differ"};
  static const Patterns kNone = {
      "no|without ?any ?drug|treatment ?related adverse|side|untoward|toxic "
      "event|events|effect|effects|reaction|reactions"};
  Findings findings = all_sentences(
      record, kHarms, {.confidence = 0.75, .skip_background = true, .skip_title = true});
  std::erase_if(findings.candidates, [&](const Candidate& candidate) {
    // Methods only announce what will be counted.
    for (const Sentence& sentence : record.sentences()) {
      if (sentence.text == candidate.text) return sentence.role() == doc::Role::methods;
    }
    return false;
  });
  for (const Sentence& sentence : record.sentences()) {
    const bool told = sentence.role() != doc::Role::methods &&
                      sentence.role() != doc::Role::background &&
                      sentence.role() != doc::Role::objective && !sentence.is_title();
    if (!told || !names_harms(sentence, record.sentences().front())) continue;
    add_distinct(findings, quoted(record, sentence.span(), 0.6));
  }
  // There were none only when no sentence tells of any.
  const auto denies = [](const Candidate& candidate) {
    const std::vector<doc::Token> tokens = doc::tokenize(candidate.text);
    const auto denied = find_any(kNone, tokens);
    if (!denied || kSome.match_at(tokens, denied->last)) return false;
    const auto told = find_any(kHarms, tokens);
    return told && told->first >= denied->first;
  };
  const bool none = std::all_of(findings.candidates.begin(), findings.candidates.end(), denies);
  for (Candidate& candidate : findings.candidates) candidate.flag = !none;
  return findings;
}

}  // namespace ev::extract
