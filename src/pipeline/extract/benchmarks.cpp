// The public data that a method was tried on, by their names.
#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <vector>

namespace ev::extract {

namespace {

// Capitals that name a machine, a measure or a kind of data, but no set of them.
const Patterns& names_of_no_data() {
  static const Patterns kOther = {
      "gpu|gpus|cpu|cpus|tpu|tpus|nvidia|rtx|gtx|tesla|cuda|intel|amd|pytorch|tensorflow|python|"
      "github|gitlab|bitbucket|zenodo|figshare|https|http|api|pc|ios|android|auc|auroc|auprc|roc|"
      "ppv|npv|rouge|bleu|iou|ndcg|rmse|mse|mae|map|ct|cta|mri|fmri|pet|ecg|eeg|emg|oct|ehr|emr|"
      "icu|rna|mrna|scrna|rnaseq|dna|snp|pcr|ngs|crispr|nlp|llm|cnn|rnn|lstm|gan|gnn|svm|bert|"
      "roberta|biobert|clinicalbert|gpt|vae|vit|resnet|unet|xgboost|lightgbm|covid|sars|hiv|usa"};
  return kOther;
}

bool has_capital_inside(std::string_view word) {
  return std::any_of(word.begin() + 1, word.end(), [](char c) { return doc::is_upper(c); });
}

std::size_t letters_in(std::string_view word) {
  return static_cast<std::size_t>(std::count_if(
      word.begin(), word.end(), [](char c) { return doc::is_upper(c) || doc::is_lower(c); }));
}

bool holds_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return doc::is_digit(c); });
}

// "MIMIC", "ImageNet", "eICU", "i2b2", but not "LLMs", "V100", "GPU".
bool is_name_of_data(const Sentence& sentence, std::size_t token) {
  const doc::Token& at = sentence.tokens[token];
  const std::string_view word = sentence.text.substr(at.begin, at.end - at.begin);
  const std::size_t letters = letters_in(word);
  const bool plural = word.ends_with('s') && letters == word.size() &&
                      std::all_of(word.begin(), word.end() - 1, doc::is_upper);
  if (word.size() < 3 || letters < 2 || doc::is_digit(word.front()) || plural) return false;
  if (names_of_no_data().match_at(sentence.tokens, token)) return false;
  return has_capital_inside(word) || holds_digit(word);
}

bool joined_by(const Sentence& sentence, std::size_t token, std::string_view gap) {
  const std::size_t end = sentence.tokens[token].end;
  return sentence.text.substr(end, sentence.tokens[token + 1].begin - end) == gap;
}

bool is_year(const doc::Token& token) {
  return token.folded.size() == 4 &&
         (token.folded.starts_with("19") || token.folded.starts_with("20")) &&
         doc::is_digit(token.folded[2]) && doc::is_digit(token.folded[3]);
}

// The whole name around this token: "MIMIC-CXR", "Messidor-2", "i2b2 2014".
std::optional<Chunk> data_named_at(const Sentence& sentence, std::size_t token) {
  if (token >= sentence.tokens.size()) return std::nullopt;
  Chunk name{token, token + 1};
  while (name.first > 0 && joined_by(sentence, name.first - 1, "-")) --name.first;
  while (name.last < sentence.tokens.size() && joined_by(sentence, name.last - 1, "-")) ++name.last;
  if (names_of_no_data().match_at(sentence.tokens, name.first)) return std::nullopt;
  bool named = false;
  for (std::size_t i = name.first; i < name.last; ++i)
    named = named || is_name_of_data(sentence, i);
  const bool numbered = name.last - name.first == 2 &&
                        doc::is_upper(sentence.text[sentence.tokens[name.first].begin]) &&
                        doc::is_digit(sentence.tokens[name.first + 1].folded.front());
  if (!named && !numbered) return std::nullopt;
  const auto goes_on = [&] {
    return name.last < sentence.tokens.size() && joined_by(sentence, name.last - 1, " ") &&
           (is_year(sentence.tokens[name.last]) || is_name_of_data(sentence, name.last));
  };
  while (goes_on()) ++name.last;
  return name;
}

using DataNames = std::vector<Chunk>;

// "A, B and C" from this token on.
void add_names_right(const Sentence& sentence, std::size_t token, DataNames& names) {
  static const Patterns kJoint = {"and|or ?on|the ?the", "the|both|public"};
  while (true) {
    if (token < sentence.tokens.size()) {
      if (const auto joint = kJoint.match_at(sentence.tokens, token)) token = *joint;
    }
    const auto name = data_named_at(sentence, token);
    if (!name || name->first != token) return;
    names.push_back(*name);
    token = name->last;
    if (token >= sentence.tokens.size()) return;
    const std::size_t end = sentence.tokens[token - 1].end;
    const std::string_view gap = sentence.text.substr(end, sentence.tokens[token].begin - end);
    const bool joint = gap == " " && kJoint.match_at(sentence.tokens, token).has_value();
    if (gap != ", " && !joint) return;
  }
}

// "the public A and B benchmarks", read from their last word to the left.
void add_names_left(const Sentence& sentence, std::size_t noun, DataNames& names) {
  constexpr std::size_t kMost = 4;  // words between a name and its noun
  constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun | kind::preposition;
  std::size_t at = noun;
  std::size_t passed = 0;
  while (at > 0 && passed <= kMost) {
    const std::size_t end = sentence.tokens[at - 1].end;
    const std::string_view gap = sentence.text.substr(end, sentence.tokens[at].begin - end);
    if (gap.find_first_of(".;:()[]") != std::string_view::npos) return;
    if (const auto name = data_named_at(sentence, at - 1)) {
      names.push_back(*name);
      at = name->first;
      passed = 0;
      continue;
    }
    // Behind the first name only "and" and commas lead to more.
    static const Patterns kJoint = {"and|or"};
    const bool joint = kJoint.match_at(sentence.tokens, at - 1).has_value();
    const bool listing = !names.empty() && names.back().first == at;
    if ((listing && !joint) || (!listing && joint && at == noun)) return;
    if ((sentence.kinds[at - 1] & kEnds) != 0) return;
    --at;
    ++passed;
  }
}

// DataNames that are known wherever they stand.
const Patterns& known_data() {
  static const Patterns kKnown = {
      "mimic|eicu|imagenet|cifar10|cifar100|mnist|medmnist|squad|superglue|bioasq|pubmedqa|medqa|"
      "medmcqa|mmlu|trec|i2b2|n2c2|physionet|chexpert|padchest|lidc|luna16|brats|isic|ham10000|"
      "camelyon16|camelyon17|tcga|giab|casp13|casp14|casp15|cholec80|eyepacs|messidor|aptos|"
      "bc5cdr|bc2gm|jnlpba|semeval|conll|kitti|cityscapes|librispeech|adni|abide|moleculenet|"
      "tox21|empiar"};
  return kKnown;
}

DataNames data_in(const Sentence& sentence) {
  static const Patterns kData = {
      "dataset|datasets|benchmark|benchmarks|corpus|corpora|database|databases|cohort|challenge|"
      "leaderboard"};
  static const Patterns kBehind = {
      "dataset|datasets|benchmark|benchmarks|corpora|corpus|databases|challenges "
      "?called|named|namely|including|from|of"};
  static const Patterns kTried = {
      "evaluat*|test|tested|validat*|benchmarked|assessed|experiments|trained|pretrained|tuned|"
      "results|performance <4> on",
      "auc|auroc|accuracy|f1|dice|recall|precision|rouge|bleu <5> on",
      "using <1> public|publicly ?available",
      "images|scans|recordings|volumes|videos|slides|frames|radiographs|variants from|of|in"};
  static const Patterns kOpening = {"on|across"};
  DataNames names;
  for (auto match = find_any(kData, sentence); match;
       match = find_any(kData, sentence, match->last))
    add_names_left(sentence, match->first, names);
  for (const Patterns* before : {&kBehind, &kTried}) {
    for (auto match = find_any(*before, sentence); match;
         match = find_any(*before, sentence, match->first + 1)) {
      add_names_right(sentence, match->last, names);
    }
  }
  if (const auto opening =
          sentence.tokens.empty() ? std::nullopt : kOpening.match_at(sentence.tokens, 0))
    add_names_right(sentence, *opening, names);
  for (auto match = find_any(known_data(), sentence); match;
       match = find_any(known_data(), sentence, match->last)) {
    if (const auto name = data_named_at(sentence, match->first))
      names.push_back(*name);
    else if (doc::is_upper(sentence.text[sentence.tokens[match->first].begin]))
      names.push_back(*match);
  }
  std::sort(names.begin(), names.end(), [](const Chunk& a, const Chunk& b) {
    return a.first != b.first ? a.first < b.first : a.last > b.last;
  });
  return names;
}

}  // namespace

Findings find_benchmarks(const RecordText& record) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    for (const Chunk& name : data_in(sentence))
      add_distinct(findings, quoted(record, span_of(sentence, name), 0.75));
  }
  if (!findings.candidates.empty()) return findings;
  static const Patterns kPublic = {"public|publicly <2> dataset|datasets|benchmark|benchmarks"};
  return all_matches(record, kPublic, {.confidence = 0.5});
}

}  // namespace ev::extract
