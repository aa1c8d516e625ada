#include "pipeline/extract/finding_features.hpp"

#include "pipeline/extract/back_matter.hpp"
#include "pipeline/text/chars.hpp"
#include "pipeline/text/word_table.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace ev::extract {

namespace {

// Phrases that announce a finding.
constexpr const char* kStatingCues[] = {
    "suggest|suggests|suggested|suggesting",
    "conclude|conclusion|concluded",
    "demonstrate|demonstrates|demonstrated|demonstrating",
    "indicate|indicates|indicating",
    "results|findings|data|study|work|analysis <3> suggest*|show|shows|demonstrate*|indicate*|"
    "provide*|support*|reveal*|highlight*|identif*|establish*|confirm*|underscore*|imply|point",
    "our|these|this|present results|findings|data|study|work|observations",
    "thus|therefore|hence|consequently",
    "here we show|report|demonstrate|find|identify|provide|reveal",
    "we show|demonstrate|found|find|identified|reveal|propose|conclude|suggest|report that",
    "taken|considered together",
    "in conclusion|summary|sum",
    "may|might|should",
    "is|are associated|correlated|linked|related with|to",
    "was|were associated|correlated|linked|related with|to",
    "novel|important|critical|essential|effective",
    "provide|provides|providing",
    "to our knowledge",
    "first time|report|study|evidence|demonstration",
    "play|plays|playing <2> role|roles",
    "can|could|may|might be",
    "new|novel|important|further|valuable insight|insights|evidence|strategy|approach|target|tool",
    "potential|promising|effective <3> target|targets|therapy|treatment|strategy|approach|tool|"
    "marker|biomarker|agent|candidate",
    "is|are <2> required|necessary|essential|sufficient|important|critical|crucial for|to"};
// Phrases of what is no finding.
constexpr const char* kOtherCues[] = {
    "aim|aims|purpose|objective|objectives|aimed|sought",
    "was to|were to",
    "however",
    "were|was <2> measured|performed|collected|recruited|enrolled|assessed|evaluated|randomized|"
    "randomised|included|analyzed|analysed|used|obtained|investigated|examined|treated|studied|"
    "determined|compared|tested|carried",
    "further|future|additional|more <3> studies|research|work|trials|investigation|investigations",
    "is|are|remains|remain <2> unknown|unclear|controversial|needed|warranted|required|elusive",
    "we investigated|examined|evaluated|tested|studied|performed|used|compared|assessed|measured|"
    "analyzed|analysed|determined|developed|applied|conducted",
    "is|are|was|were|will <3> discussed|presented|outlined|reviewed|described|highlighted|proposed",
    "we|here|article|review|paper|chapter|perspective|authors <4> "
    "discuss|discusses|review|reviews|summarize|summarizes|summarise|highlight|highlights|outline|"
    "outlines|provide an overview|present|presents|describe|describes|overview|aims",
    "have|has been <2> shown|reported|suggested|proposed|implicated|associated|used|identified",
    "previous|recent|earlier|prior studies|study|work|reports|research",
    "known|thought|believed to|that|as",
    "to investigate|examine|evaluate|test|determine|assess|explore|study|address|understand"};

// Words of grammar and of reporting whose identity tells.
constexpr std::string_view kReportWords =
    "we our this these those here it its such thus therefore hence however moreover "
    "furthermore additionally finally overall collectively together conclusion conclude "
    "summary suggest suggests suggesting suggested indicate indicates indicating indicated "
    "demonstrate demonstrates demonstrated demonstrating show shows showed shown showing "
    "found find finding findings result results data study studies work observations "
    "evidence provide provides reveal reveals revealed report reported identify identified "
    "confirm confirmed confirms support supports highlight highlights establish propose "
    "proposed imply may might can could should will would likely potential potentially "
    "possible novel new first important importance critical crucial key essential role "
    "useful effective efficient promising therapeutic treatment target targets strategy "
    "strategies approach tool method model models mechanism mechanisms insight insights "
    "understanding implications contribute contributes lead leads leading require required "
    "necessary needed involved associated association related correlated increase "
    "increased increases decrease decreased reduced reduces higher lower greater "
    "significant significantly more less than compared between both although though while "
    "whereas but not no only also even that which to for by as was were is are be been has "
    "have had did does using used measured examined investigated evaluated performed "
    "determined tested assessed analyzed studied hypothesis unknown unclear remains little "
    "known previously recent recently addition further future because due through via "
    "respectively patients mice rats cells vitro vivo group groups control observed "
    "appears appear able ability similar different differences difference effect effects "
    "represents represent development clinical risk application applications information "
    "better high low during after when if among most some many other same analysis "
    "performance function expression activity changes change factor factors relationship "
    "based presence absence independent dependent there who years n p strong good poor "
    "improve improved improves affect affects influence regulates regulate inhibits "
    "induces promotes mediated mediates enhances depends helps allows enables offers makes "
    "need consistent supporting providing revealing allowing confirming";
constexpr std::size_t kReportWordCount =
    1 + static_cast<std::size_t>(std::count(kReportWords.begin(), kReportWords.end(), ' '));
constexpr std::size_t kCueCount = std::size(kStatingCues) + std::size(kOtherCues);

constexpr std::size_t kRoleCount = 7;
constexpr std::size_t kEndPlaces = 7;     // from either end
constexpr std::size_t kTenths = 11;       // of the way
constexpr std::size_t kBins = 5;          // classes of a number
constexpr std::size_t kTitleClasses = 5;  // classes of a share
constexpr std::size_t kStatingBins = 4;
constexpr std::size_t kNeighbour = kStatingBins + 2;     // of one sentence
constexpr std::size_t kNeighbours = 2 * kNeighbour + 4;  // and of all before and behind
constexpr std::string_view kTellingMarks = "%=<:(";

struct FindingLayout {
  std::size_t cues = 0;
  std::size_t words = cues + kCueCount;
  std::size_t first_words = words + kReportWordCount;
  std::size_t roles = first_words + kReportWordCount;
  std::size_t roles_before = roles + kRoleCount;
  std::size_t roles_after = roles_before + kRoleCount + 1;
  std::size_t from_end = roles_after + kRoleCount + 1;
  std::size_t from_start = from_end + kEndPlaces;
  std::size_t tenths = from_start + kEndPlaces;
  std::size_t end_roles = tenths + kTenths;
  std::size_t numbers = end_roles + kEndPlaces * kRoleCount;
  std::size_t lengths = numbers + kBins;
  std::size_t title = lengths + kBins;
  std::size_t sizes = title + kTitleClasses;
  std::size_t neighbours = sizes + kBins;
  std::size_t marks = neighbours + kNeighbours;
  std::size_t count = marks + kTellingMarks.size() + 1;
};
constexpr FindingLayout kFindingAt;

const Patterns& cue_patterns() {
  static const Patterns kPatterns = [] {
    std::vector<Pattern> out;
    for (const char* cue : kStatingCues) out.emplace_back(cue);
    for (const char* cue : kOtherCues) out.emplace_back(cue);
    return Patterns(std::move(out));
  }();
  return kPatterns;
}

const std::vector<std::string_view>& report_words() {
  static const std::vector<std::string_view> kSplit = [] {
    std::vector<std::string_view> out;
    for (std::string_view rest = kReportWords; !rest.empty();) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      out.push_back(rest.substr(0, blank));
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    return out;
  }();
  return kSplit;
}

// From 1; 0 = none of ours.
std::uint16_t word_number(const doc::Token& token) {
  static const auto kKnown = [] {
    doc::WordTable<std::uint16_t> out(1024);
    const std::vector<std::string_view>& words = report_words();
    for (std::size_t i = 0; i < kReportWordCount; ++i)
      out.at(words[i]) = static_cast<std::uint16_t>(i + 1);
    return out;
  }();
  return kKnown.of(token.folded, token.hash);
}

// What stands after the last statement: addresses and notices of the journal.
bool is_notice(const Sentence& sentence) {
  static const Patterns kNotices = {"special issue|section",
                                    "article is part",
                                    "supplementary information|data|material|materials",
                                    "contact <4> edu|org|com|de|uk|ch",
                                    "copyright",
                                    "all rights reserved",
                                    "abstract truncated",
                                    "psycinfo",
                                    "video abstract"};
  return sentence.tokens.size() < 2 || find_any(kNotices, sentence).has_value();
}

// "Larger trials are under way", "Such studies are needed", "A limitation is …": what is still to
// be found out. A sentence that gets there only at its end has stated something before.
bool announces_work(const Sentence& sentence) {
  static const Patterns kWork = {
      "studies|trials|study|trial|investigations|research|work is|are <2> "
      "ongoing|underway|needed|required|warranted|necessary|awaited|planned",
      "studies|trials|study|trial|investigations is|are <2> in progress",
      "studies|trials|study|trial|investigations is|are <2> under way",
      "future|further|additional <3> studies|trials|research|investigations "
      "will|should|must|may|could",
      "studies|trials|study|trial|research <3> will|would be needed|required|necessary|helpful",
      "studies|trials|research is|are <1> recommended|desirable|awaited",
      "further|additional|more information|data <14> needed|required|helpful|useful",
      "not been <2> peer reviewed",
      "results will be",
      "limitation|limitations of|is|are|was|were|include|includes|included"};
  constexpr std::size_t kOpening = 8;  // tokens
  const auto match = find_any(kWork, sentence);
  return match && match->first < kOpening;
}

// Which of `bounds` a number stays below.
std::size_t bin_of(std::size_t number, const std::array<std::size_t, kBins - 1>& bounds) {
  return static_cast<std::size_t>(std::upper_bound(bounds.begin(), bounds.end(), number) -
                                  bounds.begin());
}

bool is_telling(const Sentence& sentence, std::size_t token) {
  constexpr WordKinds kGrammar = kind::determiner | kind::preposition | kind::conjunction |
                                 kind::auxiliary | kind::adverb | kind::pronoun;
  return (sentence.kinds[token] & kGrammar) == 0 && sentence.tokens[token].folded.size() > 2 &&
         !doc::is_digit(sentence.tokens[token].folded.front());
}

// The abstract's sentences seen together.
class FindingReader {
 public:
  explicit FindingReader(const RecordText& record) {
    for (const Sentence& sentence : record.sentences()) {
      if (sentence.is_title()) {
        note_title(sentence);
      } else if (back_matter_of(record, sentence) == BackMatter::none && !is_notice(sentence) &&
                 !announces_work(sentence)) {
        sentences_.push_back(&sentence);
      }
    }
    cues_.reserve(sentences_.size());
    for (const Sentence* sentence : sentences_) cues_.push_back(cues_in(*sentence));
  }

  std::vector<Stated> read() const {
    std::vector<Stated> out;
    out.reserve(sentences_.size());
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      Stated stated{.sentence = sentences_[i], .words = {}, .place = {}};
      stated.words.reserve(sentences_[i]->tokens.size() + cues_[i].found.size() + kFewOthers);
      stated.place.reserve(kFewOthers);
      add_words(i, stated.words);
      add_marks(i, stated.words);
      add_place(i, stated.place);
      add_neighbours(i, stated.place);
      out.push_back(std::move(stated));
    }
    return out;
  }

 private:
  using Ids = std::vector<std::uint16_t>;
  static constexpr std::size_t kFewOthers = 16;
  static void add(Ids& ids, std::size_t id) { ids.push_back(static_cast<std::uint16_t>(id)); }

  struct Cues {
    std::vector<std::uint16_t> found;
    std::size_t stating = 0;
    std::size_t other = 0;
  };

  static Cues cues_in(const Sentence& sentence) {
    Cues out{.found = cue_patterns().found_in(sentence.tokens)};
    for (const std::uint16_t cue : out.found)
      ++(cue < std::size(kStatingCues) ? out.stating : out.other);
    return out;
  }

  void note_title(const Sentence& sentence) {
    for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
      if (is_telling(sentence, i)) title_.push_back(sentence.tokens[i].hash);
    }
    std::sort(title_.begin(), title_.end());
    title_.erase(std::unique(title_.begin(), title_.end()), title_.end());
    for (const std::uint32_t hash : title_) title_bits_ |= std::uint64_t{1} << hash % 64;
  }

  void add_words(std::size_t i, Ids& ids) const {
    const Sentence& sentence = *sentences_[i];
    for (const std::uint16_t cue : cues_[i].found) add(ids, kFindingAt.cues + cue);
    std::array<bool, kReportWordCount> seen{};
    std::vector<std::uint32_t> shared;
    for (std::size_t t = 0; t < sentence.tokens.size(); ++t) {
      const doc::Token& token = sentence.tokens[t];
      const bool may_share = (title_bits_ >> token.hash % 64 & 1u) != 0;
      if (may_share && std::binary_search(title_.begin(), title_.end(), token.hash))
        shared.push_back(token.hash);
      const std::size_t word = word_number(token);
      if (word == 0) continue;
      if (t == 0) add(ids, kFindingAt.first_words + word - 1);
      if (!seen[word - 1]) add(ids, kFindingAt.words + word - 1);
      seen[word - 1] = true;
    }
    std::sort(shared.begin(), shared.end());
    const auto in_title =
        static_cast<std::size_t>(std::unique(shared.begin(), shared.end()) - shared.begin());
    const std::size_t share = title_.empty() ? 0 : 10 * in_title / title_.size();
    add(ids, kFindingAt.title + bin_of(share, {1, 3, 5, 7}));
  }

  void add_marks(std::size_t i, Ids& ids) const {
    const Sentence& sentence = *sentences_[i];
    add(ids, kFindingAt.lengths + bin_of(sentence.tokens.size(), {10, 18, 26, 36}));
    const auto figures =
        static_cast<std::size_t>(std::count_if(sentence.numbers.begin(), sentence.numbers.end(),
                                               [](const doc::Number& n) { return !n.words; }));
    add(ids, kFindingAt.numbers + bin_of(figures, {1, 2, 3, 5}));
    for (std::size_t mark = 0; mark < kTellingMarks.size(); ++mark) {
      if (sentence.text.find(kTellingMarks[mark]) != std::string_view::npos)
        add(ids, kFindingAt.marks + mark);
    }
    if (!sentence.text.empty() && sentence.text.back() == '?')
      add(ids, kFindingAt.marks + kTellingMarks.size());
  }

  void add_place(std::size_t i, Ids& ids) const {
    const std::size_t count = sentences_.size();
    const std::size_t from_end = std::min(count - 1 - i, kEndPlaces - 1);
    const auto role = static_cast<std::size_t>(sentences_[i]->role());
    add(ids, kFindingAt.from_end + from_end);
    add(ids, kFindingAt.from_start + std::min(i, kEndPlaces - 1));
    add(ids, kFindingAt.tenths + 10 * i / std::max<std::size_t>(count - 1, 1));
    add(ids, kFindingAt.roles + role);
    add(ids, kFindingAt.end_roles + from_end * kRoleCount + role);
    add(ids, kFindingAt.sizes + bin_of(count, {4, 7, 9, 12}));
  }

  void add_neighbours(std::size_t i, Ids& ids) const {
    const auto role_at = [&](std::size_t at) {
      return at < sentences_.size() ? static_cast<std::size_t>(sentences_[at]->role()) : kRoleCount;
    };
    add(ids, kFindingAt.roles_before + role_at(i - 1));  // i == 0 wraps to none
    add(ids, kFindingAt.roles_after + role_at(i + 1));
    const auto cues = [&](std::size_t at, std::size_t from) {
      if (at >= cues_.size()) return;
      add(ids, from + std::min(cues_[at].stating, kStatingBins - 1));
      add(ids, from + kStatingBins + std::min<std::size_t>(cues_[at].other, 1));
    };
    cues(i - 1, kFindingAt.neighbours);
    cues(i + 1, kFindingAt.neighbours + kNeighbour);
    const auto strong = [](const Cues& c) { return c.stating >= 2; };
    const auto at = static_cast<std::ptrdiff_t>(i);
    const auto before = std::count_if(cues_.begin(), cues_.begin() + at, strong);
    const auto after = std::count_if(cues_.begin() + at + 1, cues_.end(), strong);
    if (before > 0) add(ids, kFindingAt.neighbours + 2 * kNeighbour);
    if (before > 1) add(ids, kFindingAt.neighbours + 2 * kNeighbour + 1);
    if (after > 0) add(ids, kFindingAt.neighbours + 2 * kNeighbour + 2);
    if (after > 1) add(ids, kFindingAt.neighbours + 2 * kNeighbour + 3);
  }

  std::vector<const Sentence*> sentences_;
  std::vector<Cues> cues_;            // parallel
  std::vector<std::uint32_t> title_;  // content words, ascending
  std::uint64_t title_bits_ = 0;      // of their hashes
};

}  // namespace

std::vector<Stated> stated_sentences(const RecordText& record) {
  return FindingReader(record).read();
}

std::size_t finding_feature_count() {
  return kFindingAt.count;
}

std::string finding_feature_name(std::size_t feature) {
  const auto numbered = [&](const char* group, std::size_t from) {
    return std::string(group) + " " + std::to_string(feature - from);
  };
  if (feature < kFindingAt.words) {
    const std::size_t other = std::size(kStatingCues);
    return std::string("cue ") +
           (feature < other ? kStatingCues[feature] : kOtherCues[feature - other]);
  }
  if (feature < kFindingAt.first_words)
    return "word " + std::string(report_words()[feature - kFindingAt.words]);
  if (feature < kFindingAt.roles)
    return "first " + std::string(report_words()[feature - kFindingAt.first_words]);
  if (feature < kFindingAt.roles_before) return numbered("role", kFindingAt.roles);
  if (feature < kFindingAt.roles_after) return numbered("role before", kFindingAt.roles_before);
  if (feature < kFindingAt.from_end) return numbered("role after", kFindingAt.roles_after);
  if (feature < kFindingAt.from_start) return numbered("from end", kFindingAt.from_end);
  if (feature < kFindingAt.tenths) return numbered("from start", kFindingAt.from_start);
  if (feature < kFindingAt.end_roles) return numbered("tenth", kFindingAt.tenths);
  if (feature < kFindingAt.numbers) return numbered("end and role", kFindingAt.end_roles);
  if (feature < kFindingAt.lengths) return numbered("numbers", kFindingAt.numbers);
  if (feature < kFindingAt.title) return numbered("length", kFindingAt.lengths);
  if (feature < kFindingAt.sizes) return numbered("title", kFindingAt.title);
  if (feature < kFindingAt.neighbours) return numbered("sentences", kFindingAt.sizes);
  if (feature < kFindingAt.marks) return numbered("neighbour", kFindingAt.neighbours);
  return numbered("mark", kFindingAt.marks);
}

}  // namespace ev::extract
