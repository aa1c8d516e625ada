#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/spread.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

bool is_measure_word(const Line& line, std::size_t from, std::size_t until) {
  static const Patterns kMeasures = {
      "accuracy|auc|auroc|f1|precision|recall|sensitivity|specificity|dice|"
      "performance|error|speedup|map|bleu|rouge|iou|score"};
  const std::size_t count = until > from ? until - from : 0;
  return find_any(kMeasures, std::span(line.tokens).subspan(from, count)).has_value();
}

// "MIMIC-III", "ImageNet", "BC5CDR": capitals or digits inside a word.
bool is_proper_name(const Line& line, const doc::Token& token) {
  const std::string_view word = line.text.substr(token.begin, token.end - token.begin);
  if (word.size() < 3 || !doc::is_upper(word[0])) return false;
  return std::any_of(word.begin() + 1, word.end(), [](char c) { return doc::is_upper(c); });
}

}  // namespace

Findings find_technology_domain(const Reading& reading) {
  static const Patterns kDomains = {"deep learning",
                                    "machine learning",
                                    "large language model|models",
                                    "natural language processing",
                                    "computer vision",
                                    "reinforcement learning",
                                    "artificial intelligence",
                                    "convolutional neural network|networks",
                                    "neural network|networks",
                                    "text mining",
                                    "medical image|imaging analysis|segmentation",
                                    "crispr",
                                    "next generation sequencing",
                                    "single cell rna sequencing",
                                    "mass spectrometry",
                                    "robotics|robotic surgery",
                                    "telemedicine|telehealth",
                                    "wearable device|devices|sensors",
                                    "electronic health records",
                                    "bioinformatics",
                                    "nanotechnology|nanoparticles",
                                    "gene therapy|editing",
                                    "mobile health",
                                    "mhealth",
                                    "digital health",
                                    "virtual reality",
                                    "3d printing",
                                    "microfluidic|microfluidics",
                                    "biosensor|biosensors",
                                    "random forest",
                                    "support vector machine|machines",
                                    "federated learning",
                                    "knowledge graph|graphs",
                                    "transformer|transformers"};
  return all_matches(reading, kDomains, {.confidence = 0.8});
}

Findings find_benchmarks(const Reading& reading) {
  static const Patterns kNear = {
      "dataset|datasets|benchmark|benchmarks|corpus|corpora|database|cohort|challenge"};
  Findings findings;
  for (const Line& line : reading.lines()) {
    std::size_t from = 0;
    while (const auto match = find_any(kNear, line, from)) {
      from = match->last;
      for (std::size_t back = 1; back <= 3 && back <= match->first; ++back) {
        const doc::Token& token = line.tokens[match->first - back];
        if (!is_proper_name(line, token)) continue;
        std::size_t last = match->first - back;
        // "MIMIC-III" is one name.
        while (last + 1 < match->first &&
               line.tokens[last + 1].begin == line.tokens[last].end + 1 &&
               line.text[line.tokens[last].end] == '-') {
          ++last;
        }
        add_distinct(findings,
                     quoted(reading, line.span(token.begin, line.tokens[last].end), 0.75));
      }
    }
  }
  if (!findings.candidates.empty()) return findings;
  static const Patterns kPublic = {"public|publicly <2> dataset|datasets|benchmark|benchmarks"};
  return all_matches(reading, kPublic, {.confidence = 0.5});
}

Findings find_performance(const Reading& reading) {
  static const Patterns kGain = {
      "improv*|increase*|outperform*|gain|gains|better|higher|superior|achiev*|reach*|"
      "speedup|faster|yield*|obtain*"};
  Findings findings;
  for (const bool gains_only : {true, false}) {
    for (const Line& line : reading.lines()) {
      if (line.role() == doc::Role::background || line.role() == doc::Role::objective) continue;
      if (gains_only && !find_any(kGain, line)) continue;
      for (std::size_t i = 0; i < line.numbers.size(); ++i) {
        if (is_spread(line, i)) continue;
        const doc::Number& number = line.numbers[i];
        const bool measured =
            number.percent || (!number.integer && number.value > 0 && number.value < 1);
        const std::size_t token = line.token_from(number.begin);
        const std::size_t before = token > 6 ? token - 6 : 0;
        const std::size_t after = std::min(token + 5, line.tokens.size());
        if (!measured || !is_measure_word(line, before, after)) continue;
        Candidate candidate =
            quoted(reading, line.span(number.begin, number.end), gains_only ? 0.75 : 0.6);
        candidate.number = number.value;
        candidate.unit = number.percent ? "%" : "";
        add_distinct(findings, std::move(candidate));
      }
    }
  }
  return findings;
}

namespace {

constexpr const char* kRates =
    "accuracy|sensitivity|specificity|precision|recall|auc|auroc|f1|ppv|npv";

// "sensitivity of 90%", "a sensitivity was 0.90", "90% sensitivity"; in "sensitivity and
// specificity of 90% and 80%" only the order tells, so neither is read.
Findings rate_named(const Reading& reading, const Pattern& name) {
  static const Pattern kAny(kRates);
  static const Pattern kJoint("and|or");
  static const Pattern kSays("of|was|is|at|reached|were");
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.role() == doc::Role::background || line.role() == doc::Role::objective) continue;
    const auto& tokens = line.tokens;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      if (!name.match_at(tokens, at)) continue;
      const bool joined = at > 1 &&
                          (kJoint.match_at(tokens, at - 1) || kAny.match_at(tokens, at - 1)) &&
                          (kAny.match_at(tokens, at - 2) || kAny.match_at(tokens, at - 1));
      if (joined) continue;
      std::size_t next = at + 1;
      if (next < tokens.size() && kSays.match_at(tokens, next)) ++next;
      const std::size_t from = next < tokens.size() ? tokens[next].begin : line.text.size();
      const std::size_t index = doc::first_number_from(line.numbers, from);
      if (index >= line.numbers.size() || line.numbers[index].begin != from) continue;
      const doc::Number& number = line.numbers[index];
      const bool rate = number.percent || (!number.integer && number.value > 0 && number.value < 1);
      if (!rate) continue;
      Candidate candidate = quoted(reading, line.span(tokens[at].begin, number.end), 0.85);
      candidate.number = number.value;
      candidate.unit = number.percent ? "%" : "";
      findings.candidates.push_back(std::move(candidate));
    }
  }
  const auto& all = findings.candidates;
  const bool differ = std::any_of(
      all.begin(), all.end(), [&](const Candidate& c) { return c.number != all.front().number; });
  if (differ) findings.undecided = "several are stated";
  return findings;
}

}  // namespace

Findings find_accuracy(const Reading& reading) {
  static const Pattern kName("accuracy");
  return rate_named(reading, kName);
}

Findings find_sensitivity(const Reading& reading) {
  static const Pattern kName("sensitivity");
  return rate_named(reading, kName);
}

Findings find_specificity(const Reading& reading) {
  static const Pattern kName("specificity");
  return rate_named(reading, kName);
}

Findings find_area_under_curve(const Reading& reading) {
  static const Pattern kName("auc|auroc");
  return rate_named(reading, kName);
}

Findings find_computational_cost(const Reading& reading) {
  static const Patterns kCost = {
      "computational|computation|computing cost|costs|time|complexity|resources|efficiency|"
      "requirements|burden|load",
      "inference|training|run|running|processing time|times|cost",
      "runtime",
      "gpu|gpus|cpu|cpus",
      "flops|parameters <3> million",
      "latency"};
  return all_sentences(reading, kCost, {.confidence = 0.75, .skip_background = true});
}

Findings find_contribution(const Reading& reading) {
  static const Patterns kNew = {
      "novel|new <3> method|approach|model|algorithm|framework|system|tool|technique|assay|"
      "strategy|mechanism|role|target|biomarker|insight|insights",
      "we|paper|study|article|work <2> propose|proposes|introduce|introduces|present|presents|"
      "developed|develop",
      "first|1st <4> study|report|time|evidence|demonstration", "here we show|report|describe"};
  Findings findings = all_sentences(reading, kNew, {.confidence = 0.75, .skip_title = true});
  std::erase_if(findings.candidates, [&](const Candidate& c) {
    const auto phrase = c.ground.span ? phrase_at(reading, *c.ground.span) : std::nullopt;
    return phrase && aside_of(reading, *phrase->line) != Aside::none;
  });
  std::stable_sort(findings.candidates.begin(), findings.candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.ground.confidence > b.ground.confidence;
                   });
  if (findings.candidates.empty()) return find_conclusion(reading);
  return findings;
}

}  // namespace ev::extract
