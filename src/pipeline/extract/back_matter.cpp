#include "pipeline/extract/back_matter.hpp"

#include "pipeline/extract/availability.hpp"
#include "pipeline/extract/phrase.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

struct BackMatterWords {
  BackMatter aside;
  Patterns words;
};

// What the words of a label announce.
BackMatter announced_by(std::span<const doc::Token> label) {
  static const Patterns kReport = {
      "method|methods|result|results|finding|findings|conclusion|conclusions|discussion|design|"
      "setting|objective|objectives|background"};
  static const std::vector<BackMatterWords> kLabels = {
      {BackMatter::limits, {"limitation|limitations|weaknesses|caveats"}},
      {BackMatter::conflicts,
       {"conflict|conflicts of interest|interests", "disclosure|disclosures",
        "competing|financial interest|interests", "declaration ?of <1> interest|interests"}},
      {BackMatter::registration, {"registration|prospero|isrctn", "trial|study registry"}},
      {BackMatter::availability, {"availability"}},
      {BackMatter::funding,
       {"funding|funder|funders|sponsor|sponsors|sponsorship", "financial|grant support",
        "acknowledgement|acknowledgements|acknowledgment|acknowledgments"}}};
  if (find_any(kReport, label)) return BackMatter::none;
  for (const BackMatterWords& known : kLabels) {
    if (find_any(known.words, label)) return known.aside;
  }
  return BackMatter::none;
}

// "FUNDING: …", "Strengths and limitations: …": a label that the sentence begins with.
BackMatter labelled_within(const Sentence& sentence) {
  constexpr std::size_t kLongestLabel = 6;  // tokens
  const std::size_t colon = sentence.text.find(':');
  if (colon == std::string_view::npos || sentence.tokens.empty()) return BackMatter::none;
  const std::size_t count = sentence.token_from(colon);
  if (count == 0 || count > kLongestLabel) return BackMatter::none;
  return announced_by(std::span(sentence.tokens).first(count));
}

bool is_payment(const Sentence& sentence) {
  static const Patterns kPays = {
      "?this|the|our|present|these|all study|work|trial|research|project|investigation|authors "
      "was|is|were|has|are <3> funded|sponsored|supported ?in ?part|full|whole by|through",
      "this|the|our study|work|trial|research|project received <4> funding|support|grant|grants",
      "funded|sponsored|supported ?in ?part|full|whole by|through",
      "funding <6> was|were|is <1> provided|received|obtained|supplied",
      "funding|supported by",
      "financial|grant support <6> provided|received|from|by",
      "?this|the|our <2> received no <4> funding|support|grant",
      "no <3> funding|support was|were|has|received",
      "we|authors ?gratefully thank",
      "we|authors gratefully acknowledge"};
  // "supported by these data".
  static const Patterns kEvidence = {
      "supported by|through <4> "
      "data|evidence|results|findings|observations|experiments|studies|literature|fact|analysis|"
      "analyses"};
  static const Patterns kFunder = {
      "institute|institutes|foundation|council|ministry|grant|grants|fund|funds|society|"
      "association|inc|ltd|university|nih|agency|board|program|programme|pharma*|national|trust"};
  if (!kPays.match_at(sentence.tokens, 0)) return false;
  return !find_any(kEvidence, sentence) || find_any(kFunder, sentence).has_value();
}

bool is_declaration(const Sentence& sentence) {
  static const Patterns kDeclares = {
      "?the ?all|each|other|remaining authors|author|investigators|we|i|none|dr|drs <8> "
      "declare|declares|declared|report|reported|have|has|had|disclose|disclosed <4> "
      "conflict|conflicts|competing",
      "?the ?all|each|other|remaining authors|author|investigators|we|i|none|dr|drs <8> "
      "declare|declares|declared|report|reported|have|has|had|disclose|disclosed <5> "
      "financial|commercial|proprietary interest|interests|relationship|relationships|ties",
      "no <3> conflict|conflicts of interest|interests",
      "conflict|conflicts of interest|interests none|nothing|statement",
      "competing interests|interest",
      "?the ?authors|author ?have|has nothing to disclose|declare",
      "disclosure|disclosures none|nothing"};
  return kDeclares.match_at(sentence.tokens, 0).has_value();
}

bool is_registration(const Sentence& sentence) {
  static const Patterns kRegisters = {
      "trial registration", "clinicaltrials gov", "prospero|registration number",
      "trial|study|protocol|review is|was|has ?been <2> registered"};
  static const Patterns kOpens = {
      "?prospectively|retrospectively registered at|with|in|on|as|under"};
  static const Patterns kIds = {
      "prospero|isrctn*|nct0*|actrn*|chictr*|drks*|umin0*|eudract|ctri|pactr*|irct*|crd4*"};
  constexpr std::size_t kBareId = 7;  // tokens
  if (find_any(kRegisters, sentence) || kOpens.match_at(sentence.tokens, 0)) return true;
  return sentence.tokens.size() <= kBareId && find_any(kIds, sentence).has_value();
}

bool tells_where_to_find(const Sentence& sentence) {
  static const Patterns kWhere = {"availability and implementation", "available at|online|from|on"};
  return find_any(kWhere, sentence) || says_available(sentence, Shared::code) ||
         says_available(sentence, Shared::data);
}

bool is_limit(const Sentence& sentence) {
  static const Patterns kLimit = {
      "weakness|weaknesses|drawback|drawbacks|shortcoming|shortcomings "
      "of|in this|the|our|these <1> study|trial|work|analysis|review"};
  constexpr std::size_t kOpening = 5;  // tokens
  const auto match = find_any(kLimit, sentence);
  return match && match->first < kOpening;
}

BackMatter by_words(const Sentence& sentence) {
  if (const BackMatter labelled = labelled_within(sentence); labelled != BackMatter::none)
    return labelled;
  if (is_payment(sentence)) return BackMatter::funding;
  if (is_declaration(sentence)) return BackMatter::conflicts;
  if (is_registration(sentence)) return BackMatter::registration;
  if (tells_where_to_find(sentence)) return BackMatter::availability;
  return is_limit(sentence) ? BackMatter::limits : BackMatter::none;
}

std::vector<BackMatter> find_back_matter(const RecordText& record) {
  const std::vector<Sentence>& sentences = record.sentences();
  std::vector<BackMatter> out;
  std::size_t done = 0;  // of the abstract
  BackMatter section = BackMatter::none;
  for (const Sentence& sentence : sentences) {
    if (sentence.is_title()) {
      out.push_back(BackMatter::none);
      continue;
    }
    // Labels belong to no sentence: what lies between two of them is one.
    const doc::Span between{doc::Field::abstract, done, std::max(done, sentence.span().begin)};
    const std::vector<doc::Token> label = doc::tokenize(record.document().text(between));
    if (!label.empty()) section = announced_by(label);
    done = sentence.span().end;
    out.push_back(section != BackMatter::none ? section : by_words(sentence));
  }
  return out;
}

}  // namespace

const std::vector<BackMatter>& back_matter_of(const RecordText& record) {
  return record.facts().back_matter.get([&] { return find_back_matter(record); });
}

BackMatter back_matter_of(const RecordText& record, const Sentence& sentence) {
  return back_matter_of(record)[record.index_of(sentence)];
}

}  // namespace ev::extract
