#include "pipeline/workflow/study_results.hpp"

#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/model/retraction.hpp"
#include "pipeline/read/read_study.hpp"
#include "pipeline/synthesis/consistency.hpp"
#include "pipeline/synthesis/soundness.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace ev::workflow {

namespace {

using synthesis::ArmNumbers;
using synthesis::StudyResult;

// Decimals of the shortest form; "12.0" counts as none, which only makes a percentage vaguer.
int decimals_of(double value) {
  std::array<char, 32> buffer = {};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  const std::string_view shown(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t point = shown.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(shown.size() - point - 1);
}

ArmNumbers numbers_of(const read::StudyReading& reading, const read::ArmCell& cell) {
  ArmNumbers out{.name = reading.arms.at(cell.arm).name,
                 .n = cell.n ? cell.n : reading.arms.at(cell.arm).n,
                 .events = cell.events,
                 .percent = cell.percent,
                 .mean = cell.mean,
                 .sd = cell.sd,
                 .se = cell.se,
                 .median = cell.median};
  if (cell.percent) out.percent_decimals = decimals_of(*cell.percent);
  return out;
}

std::optional<synthesis::Measure> measure_of(read::Measure measure) {
  return synthesis::parse_measure(wire_name(measure));
}

std::optional<synthesis::StatedEffect> as_stated(const std::optional<read::ResultEffect>& effect) {
  if (!effect || !effect->ci_low || !effect->ci_high) return std::nullopt;
  const auto measure = measure_of(effect->measure);
  if (!measure) return std::nullopt;
  return synthesis::StatedEffect{
      *measure,
      {effect->value, *effect->ci_low, *effect->ci_high, effect->ci_level.value_or(95) / 100}};
}

// What an effect that stands beside the figures of a row has against them; "" for nothing. With an
// interval it is shown with the row, for whoever checks it.
std::string dispute_of(const read::ResultRow& row, StudyResult& study) {
  if (!row.disputed) return "";
  if (const auto stated = as_stated(row.disputed)) {
    StudyResult with = study;
    with.effect = *stated;
    std::string reason = synthesis::why_unsound(with);
    if (!reason.empty()) study.effect = *stated;
    return reason;
  }
  const auto measure = measure_of(row.disputed->measure);
  if (!measure) return "";
  return synthesis::why_contradicted(study, *measure, row.disputed->value, std::nullopt);
}

int completeness(const StudyResult& study) {
  const auto full = [](const ArmNumbers& arm) {
    return arm.n && (arm.events || arm.percent || (arm.mean && (arm.sd || arm.se)));
  };
  return (study.effect ? 2 : 0) + (full(study.intervention) && full(study.comparator) ? 1 : 0);
}

}  // namespace

std::string unlike_parallel(const model::Article& article) {
  return std::string(wire_name(extract::allocation_of(article)));
}

namespace {

bool says_number(const doc::Document& document, const doc::Sentence& sentence, double n) {
  std::string text(document.text(sentence.span));
  std::erase(text, ',');
  const std::string wanted = std::to_string(static_cast<long long>(n));
  for (const doc::Token& token : doc::tokenize(text)) {
    if (token.folded == wanted) return true;
  }
  return false;
}

bool names_arm(const doc::Document& document, const doc::Sentence& sentence, const read::Arm& arm) {
  const std::string text = text::fold(std::string(document.text(sentence.span)));
  const auto stands = [&](std::string_view name) {
    return !name.empty() && text.find(text::fold(std::string(name))) != std::string::npos;
  };
  if (stands(arm.name)) return true;
  return std::any_of(arm.aliases.begin(), arm.aliases.end(),
                     [&](const doc::Span& alias) { return stands(document.text(alias)); });
}

// The sentence that tells how many people an arm has; "" when none says so beside its name.
std::string size_quote(const doc::Document& document, const read::Arm& arm) {
  if (!arm.n) return "";
  for (const doc::Sentence& sentence : document.sentences()) {
    if (says_number(document, sentence, *arm.n) && names_arm(document, sentence, arm))
      return document.quote(sentence.span).text;
  }
  return "";
}

// Of an arm whose size the row's own sentence does not tell. False when no sentence does.
bool add_size_quote(const doc::Document& document, const read::Arm& arm, const read::ArmCell& cell,
                    const char* name, StudyResult& study) {
  if (cell.n || !arm.n) return true;
  std::string quote = size_quote(document, arm);
  if (quote.empty()) return false;
  if (quote != study.quote) study.elsewhere.push_back({std::string(name) + ".n", std::move(quote)});
  return true;
}

// A part of the people of an arm: a result of a subgroup, or of those left at the end. A size that
// is that of both arms together was not of the arm.
bool of_a_part(const read::Arm& arm, const read::ArmCell& cell, const read::ArmCell& other) {
  constexpr double kMost = 0.7;
  if (!arm.n || !cell.n || (other.n && *arm.n >= *cell.n + *other.n)) return false;
  return *cell.n < kMost * *arm.n;
}

bool contradicts_direction(const read::ResultRow& row, const StudyResult& study) {
  const auto& a = study.intervention;
  const auto& b = study.comparator;
  const auto first = a.percent ? a.percent : a.mean, second = b.percent ? b.percent : b.mean;
  if (!first || !second) return false;
  return (row.direction == model::EffectDirection::increased && *first < *second) ||
         (row.direction == model::EffectDirection::decreased && *first > *second);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

struct PrintedPercent {
  std::size_t at = 0;
  double value = 0;
};

// Percentages of people as they are printed: not the level of an interval, nor the end of a range.
std::vector<PrintedPercent> percents_in(std::string_view text) {
  std::vector<PrintedPercent> out;
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    std::size_t end = at;
    while (end > 0 && text[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && (is_digit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
    const bool range = begin > 0 && text[begin - 1] == '-';
    std::string_view behind = text.substr(at + 1, 16);
    while (behind.starts_with(' ')) behind.remove_prefix(1);
    if (begin == end || range || behind.starts_with("CI") || behind.starts_with("confidence"))
      continue;
    double value = 0;
    std::from_chars(text.data() + begin, text.data() + end, value);
    out.push_back({at, value});
  }
  return out;
}

// "41 % against 26 %, and more medication, 66 % against 32 %": the later figures are of another
// outcome than the one named first. As many figures as there are arms may stand next to an outcome.
bool stands_apart(const doc::Document& document, const read::StudyReading& reading,
                  const read::ResultRow& row) {
  const auto& first = row.intervention.percent;
  const auto& second = row.comparator.percent;
  const bool within = row.outcome_span.field == row.sentence.field &&
                      row.outcome_span.begin >= row.sentence.begin &&
                      row.outcome_span.end <= row.sentence.end;
  if (!first || !second || !within) return false;
  const std::vector<PrintedPercent> all = percents_in(document.text(row.sentence));
  const std::size_t outcome = row.outcome_span.begin - row.sentence.begin;
  const auto behind =
      std::find_if(all.begin(), all.end(), [&](const PrintedPercent& p) { return p.at > outcome; });
  const auto arms = static_cast<std::ptrdiff_t>(std::max<std::size_t>(2, reading.arms.size()));
  const auto holds = [&](auto from, auto to) {
    const auto is = [&](double value) {
      return std::any_of(from, to, [&](const PrintedPercent& p) { return p.value == value; });
    };
    return is(*first) && is(*second);
  };
  const auto next = behind + std::min(arms, all.end() - behind);
  const auto last = behind - std::min(arms, behind - all.begin());
  return !holds(behind, next) && !holds(last, behind);
}

bool is_number(std::string_view word, std::optional<double> wanted = {}) {
  double value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = read.ec == std::errc() && read.ptr == word.data() + word.size();
  return whole && (!wanted || value == *wanted);
}

// Words between blanks, in small letters, without the signs around them.
std::vector<std::string> bare_words(std::string_view sentence) {
  std::vector<std::string> out;
  for (const std::string& word : text::split(text::fold(sentence), ' ')) {
    const std::size_t begin = word.find_first_not_of("([");
    const std::size_t end = word.find_last_not_of("%.,;:)]");
    if (begin != std::string::npos && end != std::string::npos && begin <= end)
      out.push_back(word.substr(begin, end - begin + 1));
  }
  return out;
}

// "after 4 and 8 weeks in 69 and 82% with balm": two figures side by side where two times are
// listed are one arm's at each time, and not of two arms.
bool are_of_two_times(const doc::Document& document, const read::ResultRow& row) {
  static constexpr std::array<std::string_view, 12> kUnits = {
      "weeks", "week", "wk", "wks", "days", "day", "months", "month", "hours", "h", "years", "min"};
  const auto value = [](const read::ArmCell& cell) {
    return cell.percent ? cell.percent : cell.mean ? cell.mean : cell.median;
  };
  const auto first = value(row.intervention), second = value(row.comparator);
  if (!first || !second) return false;
  const std::vector<std::string> words = bare_words(document.text(row.sentence));
  bool times = false, beside = false;
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    const bool list = words[i + 1] == "and" || words[i + 1] == "or";
    if (!list) continue;
    const auto pair = [&](std::optional<double> a, std::optional<double> b) {
      return is_number(words[i], a) && is_number(words[i + 2], b);
    };
    beside = beside || pair(first, second) || pair(second, first);
    const bool unit = i + 3 < words.size() &&
                      std::find(kUnits.begin(), kUnits.end(), words[i + 3]) != kUnits.end();
    times = times || (unit && pair({}, {}));
  }
  return times && beside;
}

StudyResult read_result(const doc::Document& document, const read::StudyReading& reading,
                        const read::ResultRow& row, const StudyResult& of_record) {
  const read::Arm& first = reading.arms.at(row.intervention.arm);
  const read::Arm& second = reading.arms.at(row.comparator.arm);
  StudyResult study = of_record;
  study.against_control = second.role == read::ArmRole::comparator;
  study.outcome = row.outcome;
  study.time = row.time;
  study.intervention = numbers_of(reading, row.intervention);
  study.comparator = numbers_of(reading, row.comparator);
  study.effect = as_stated(row.effect);
  study.p_value = row.p_value;
  study.quote = document.quote(row.sentence).text;
  const bool sized = add_size_quote(document, first, row.intervention, "intervention", study) &&
                     add_size_quote(document, second, row.comparator, "comparator", study);
  study.borne_out_by = synthesis::borne_out(study);
  std::string dispute = dispute_of(row, study);
  if (!dispute.empty()) {
    study.unsure = std::move(dispute);
  } else if (row.attribution != read::Attribution::own_result) {
    study.unsure = "stated as a conclusion";
  } else if (study.borne_out_by.empty()) {
    study.unsure = "nothing else in the record bears its numbers out";
  } else if (!sized) {
    study.unsure = "no sentence tells the size of an arm beside its name";
  } else if (of_a_part(first, row.intervention, row.comparator) ||
             of_a_part(second, row.comparator, row.intervention)) {
    study.unsure = "its numbers are of a part of the participants";
  } else if (stands_apart(document, reading, row)) {
    study.unsure = "other figures stand between the outcome and these";
  } else if (contradicts_direction(row, study)) {
    study.unsure = "its words and its numbers go different ways";
  }
  return study;
}

}  // namespace

std::string study_label(const model::Article& article) {
  if (article.authors.empty()) {
    return article.pmid.empty() ? model::item_id(article) : "PMID " + article.pmid;
  }
  const model::Author& author = article.authors.front();
  const std::string first = author.last_name.empty() ? author.name : author.last_name;
  const std::string year =
      article.publication_date.substr(0, std::min<std::size_t>(4, article.publication_date.size()));
  return first + (year.empty() ? "" : " " + year);
}

std::string why_not_pooled(const model::Article& article) {
  if (model::is_void(article)) return "retracted, or a notice of it";
  const std::string design = extract::study_design(article);
  for (const char* kind : {"systematic review", "meta-analysis", "review", "scoping review",
                           "guideline", "study protocol", "editorial", "letter", "comment"}) {
    if (design == kind) return "a " + design + ", no study with results of its own";
  }
  return "";
}

std::vector<StudyResult> study_results(const model::Article& article) {
  const auto record = std::make_shared<const doc::RecordAnalysis>(article);
  const doc::Document& document = record->document();
  const read::StudyReading reading = read::read_study(*record);
  const StudyResult of_record{.id = model::item_id(article),
                              .label = study_label(article),
                              .randomized = extract::study_design(extract::RecordText(record)) ==
                                            "randomized controlled trial",
                              .unlike_parallel = std::string(
                                  wire_name(extract::allocation_in(extract::RecordText(record)))),
                              .provisional = true};
  std::vector<StudyResult> out;
  for (const read::ResultRow& row : reading.results) {
    if (are_of_two_times(document, row)) continue;
    out.push_back(read_result(document, reading, row, of_record));
  }
  std::stable_sort(out.begin(), out.end(), [](const StudyResult& a, const StudyResult& b) {
    return completeness(a) > completeness(b);
  });
  return out;
}

}  // namespace ev::workflow
