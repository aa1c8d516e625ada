#include "pipeline/extract/availability.hpp"

#include "pipeline/extract/phrase.hpp"

namespace ev::extract {

namespace {

constexpr const char* kDataNouns =
    "data|dataset|datasets|database|databases|sequences|annotations|corpus|corpora";
constexpr const char* kCodeNouns =
    "code|codes|software|script|scripts|implementation|package|packages|toolbox|toolkit|plugin";

// The noun is what the sentence speaks of, not what it is for: "software for survival data".
bool is_subject_of(const Sentence& sentence, const Pattern& nouns, std::size_t until) {
  static const Pattern kJoint("for|from|to|analyzing|analysing|using");
  constexpr std::size_t kReachBack = 12;  // tokens
  constexpr std::size_t kJointReach = 3;
  const std::size_t from = until > kReachBack ? until - kReachBack : 0;
  for (std::size_t i = from; i < until; ++i) {
    if (!nouns.match_at(sentence.tokens, i)) continue;
    bool object = false;
    for (std::size_t back = 1; back <= kJointReach && back <= i; ++back) {
      object = object || kJoint.match_at(sentence.tokens, i - back).has_value();
    }
    if (!object) return true;
  }
  return false;
}

std::optional<Match> giving(const Sentence& sentence) {
  static const Patterns kGiving = {
      "publicly|freely|openly|online available|accessible",
      "available|accessible|downloadable online|upon",
      "available on|upon|at|by ?reasonable request",
      "available|obtained|requested from ?the|a ?corresponding|first|senior|lead "
      "author|authors|investigators",
      "available|accessible|deposited|hosted at|from|in|on|through|via|under|as <6> "
      "http|https|www|org|com|gov|edu|net|repository|github|gitlab|bitbucket|sourceforge|zenodo|"
      "figshare|dryad|osf|genbank|geo|cran|pypi|bioconductor|docker|license|licence",
      "can be <2> downloaded|accessed|obtained|found <6> http|https|www|github|org|com|net",
      "will be <2> shared|released|disclosed",
      "can|may be <2> shared|disclosed"};
  return find_any(kGiving, sentence);
}

std::optional<Match> withholding(const Sentence& sentence) {
  static const Patterns kWithheld = {
      "not|never|cannot|nor|neither <8> "
      "available|accessible|shared|released|deposited|public|disclosed|downloaded",
      "unavailable"};
  return find_any(kWithheld, sentence);
}

// The study's own; "comparative data are not available" tells of what nobody knows.
bool is_own(const Sentence& sentence, const Pattern& nouns) {
  static const Pattern kOwn(
      "the|our|all|these|neither|both|or|nor|and|raw|source|underlying|original|individual|study|"
      "patient|participant|level|research|supporting|anonymized|anonymised");
  static const Patterns kPast = {"was|were|had ?been not|never|unavailable"};
  if (find_any(kPast, sentence)) return false;
  for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
    if (!nouns.match_at(sentence.tokens, i)) continue;
    if (i == 0 || kOwn.match_at(sentence.tokens, i - 1)) return true;
  }
  return false;
}

// "not available for children" tells what is not known; a sentence on sharing ends here or says
// why.
bool ends_or_explains(const Sentence& sentence, std::size_t token) {
  static const Patterns kWhy = {
      "due|because|owing|as|since|publicly|freely|openly|upon|yet", "at this time",
      "to protect|the public",
      "for <4> privacy|confidentiality|legal|ethical|proprietary|commercial|reasons",
      "for public|download|sharing|reuse"};
  if (token >= sentence.tokens.size()) return true;
  const std::size_t before = sentence.tokens[token - 1].end;
  const std::string_view gap = sentence.text.substr(before, sentence.tokens[token].begin - before);
  return gap.find_first_of(".;,") != std::string_view::npos ||
         kWhy.match_at(sentence.tokens, token).has_value();
}

}  // namespace

std::optional<bool> says_available(const Sentence& sentence, Shared what) {
  static const Pattern kData(kDataNouns);
  static const Pattern kCode(kCodeNouns);
  const Pattern& nouns = what == Shared::data ? kData : kCode;
  if (const auto withheld = withholding(sentence)) {
    const bool denied = is_own(sentence, nouns) && is_subject_of(sentence, nouns, withheld->last);
    if (denied && ends_or_explains(sentence, withheld->last)) return false;
  }
  if (const auto given = giving(sentence)) {
    if (is_subject_of(sentence, nouns, given->last)) return true;
  }
  return std::nullopt;
}

}  // namespace ev::extract
