// Learns the weights by which sentences that state a finding are told from others
// (src/pipeline/extract/finding_features.hpp), and says by cross-validation what to expect of them:
//   finding_train LABELLED.jsonl[.gz] [OUT.cpp]
// One document per line: title, sentences[], labels (per sentence "1" = states a finding). The
// texts stay outside the repository: only weights of our own cues and words, of places and of roles
// are written (OUT.cpp, default: nothing is written). Deterministic.
#include "labelled_documents.hpp"
#include "pipeline/extract/finding_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace ev;
using namespace ev::extract;

constexpr std::size_t kFolds = 5;
constexpr int kRounds = 200;
constexpr double kPenalty = 3.0;     // L2, of half the squared weights' sum
constexpr std::size_t kSeldom = 12;  // features of fewer sentences get no weight
constexpr double kRecall = 0.765;    // of unseen documents: as precise as this leaves room for

struct Sentence {
  std::vector<std::uint16_t> features;
  std::vector<std::size_t> gold;  // the labelled sentences that it stands for
  bool states = false;
};
struct Labelled {
  std::vector<Sentence> sentences;
  std::vector<bool> gold;
};

Labelled labelled_from(const Json& row) {
  Labelled out;
  model::Article article;
  article.title = row.at("title").get<std::string>();
  std::vector<std::pair<std::size_t, std::size_t>> bounds;
  for (const Json& sentence : row.at("sentences")) {
    if (!article.abstract.empty()) article.abstract += ' ';
    const std::size_t begin = article.abstract.size();
    article.abstract += sentence.get<std::string>();
    bounds.emplace_back(begin, article.abstract.size());
  }
  for (const char label : row.at("labels").get<std::string>()) out.gold.push_back(label == '1');
  const RecordText record(article);
  for (const Stated& stated : stated_sentences(record)) {
    Sentence sentence{.features = stated.words, .gold = {}, .states = false};
    sentence.features.insert(sentence.features.end(), stated.place.begin(), stated.place.end());
    const doc::Span span = stated.sentence->span();
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const auto [begin, end] = bounds[i];
      const std::size_t from = std::max(begin, span.begin);
      const std::size_t to = std::min(end, span.end);
      if (from >= to) continue;
      if (2 * (to - from) < end - begin && 2 * (to - from) < span.end - span.begin) continue;
      sentence.gold.push_back(i);
      sentence.states = sentence.states || out.gold[i];
    }
    out.sentences.push_back(std::move(sentence));
  }
  return out;
}

struct Weights {
  std::vector<double> of;
  double bias = 0;
};

double logit(const Weights& weights, const Sentence& sentence) {
  double sum = weights.bias;
  for (const std::uint16_t id : sentence.features) sum += weights.of[id];
  return sum;
}

double probability(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

std::vector<bool> seldom_in(const std::vector<Labelled>& documents, std::size_t without) {
  std::vector<std::size_t> seen(finding_feature_count());
  for (std::size_t d = 0; d < documents.size(); ++d) {
    if (d % kFolds == without) continue;
    for (const Sentence& sentence : documents[d].sentences) {
      for (const std::uint16_t id : sentence.features) ++seen[id];
    }
  }
  std::vector<bool> out;
  for (const std::size_t n : seen) out.push_back(n < kSeldom);
  return out;
}

// Logistic regression with an L2 penalty by full gradients, each weight with a rate of its own
// (Duchi, Hazan & Singer 2011).
Weights trained(const std::vector<Labelled>& documents, std::size_t without) {
  const std::vector<bool> seldom = seldom_in(documents, without);
  Weights weights{.of = std::vector<double>(finding_feature_count()), .bias = -1};
  std::vector<double> squares(weights.of.size() + 1, 1e-2);
  std::vector<double> gradient(weights.of.size() + 1);
  for (int round = 0; round < kRounds; ++round) {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (std::size_t d = 0; d < documents.size(); ++d) {
      if (d % kFolds == without) continue;
      for (const Sentence& sentence : documents[d].sentences) {
        const double g = (sentence.states ? 1.0 : 0.0) - probability(logit(weights, sentence));
        for (const std::uint16_t id : sentence.features) gradient[id] += g;
        gradient.back() += g;
      }
    }
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      if (i < seldom.size() && seldom[i]) continue;
      double& weight = i < weights.of.size() ? weights.of[i] : weights.bias;
      const double g = gradient[i] - (i < weights.of.size() ? kPenalty * weight : 0);
      squares[i] += g * g;
      weight += 0.5 * g / std::sqrt(squares[i]);
    }
  }
  return weights;
}

struct Counts {
  double tp = 0, fp = 0, fn = 0, hit = 0, n = 0;
  double precision() const { return tp / std::max(tp + fp, 1.0); }
  double recall() const { return tp / std::max(tp + fn, 1.0); }
  double f1() const { return 2 * tp / std::max(2 * tp + fp + fn, 1.0); }
};

using Logits = std::vector<std::vector<double>>;  // by document and sentence

Counts count(const std::vector<Labelled>& documents, const Logits& logits, double threshold) {
  Counts out;
  for (std::size_t d = 0; d < documents.size(); ++d) {
    const Labelled& document = documents[d];
    std::vector<bool> found(document.gold.size());
    std::size_t best = 0;
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
      if (logits[d][i] > logits[d][best]) best = i;
      if (logits[d][i] < threshold) continue;
      for (const std::size_t g : document.sentences[i].gold) found[g] = true;
    }
    bool hit = false;
    if (!document.sentences.empty()) {
      for (const std::size_t g : document.sentences[best].gold) hit = hit || document.gold[g];
      if (std::none_of(found.begin(), found.end(), [](bool b) { return b; })) {
        for (const std::size_t g : document.sentences[best].gold) found[g] = true;
      }
    }
    out.hit += hit ? 1 : 0;
    ++out.n;
    for (std::size_t g = 0; g < found.size(); ++g) {
      out.tp += found[g] && document.gold[g] ? 1 : 0;
      out.fp += found[g] && !document.gold[g] ? 1 : 0;
      out.fn += !found[g] && document.gold[g] ? 1 : 0;
    }
  }
  return out;
}

double threshold_for(const std::vector<Labelled>& documents, const Logits& logits) {
  double t = 1.5;
  while (t > -1.5 && count(documents, logits, t).recall() < kRecall) t -= 0.05;
  return t;
}

void print(const char* what, const Counts& c) {
  std::printf("%-16s precision %.3f recall %.3f F1 %.3f concluding %.3f of %.0f documents\n", what,
              c.precision(), c.recall(), c.f1(), c.hit / c.n, c.n);
}

Logits logits_of(const std::vector<Labelled>& documents, const Weights& weights) {
  Logits out(documents.size());
  for (std::size_t d = 0; d < documents.size(); ++d) {
    for (const Sentence& sentence : documents[d].sentences)
      out[d].push_back(logit(weights, sentence));
  }
  return out;
}

int whole(double weight) {
  return static_cast<int>(std::lround(weight * 256));
}

void write(const Weights& weights, double threshold, const char* path) {
  std::ofstream out(path);
  out << "// Generated by bench/finding_train. Do not edit.\n// clang-format off\n"
         "#include \"pipeline/extract/finding_weights.hpp\"\n\nnamespace ev::extract "
         "{\n\nnamespace "
         "{\n\nconstexpr FindingWeight kWeightsOfFindings[] = {\n";
  for (std::size_t i = 0; i < weights.of.size(); ++i) {
    if (whole(weights.of[i]) != 0)
      out << "{\"" << finding_feature_name(i) << "\", " << whole(weights.of[i]) << "},\n";
  }
  out << "};\n\n}  // namespace\n\nconst FindingWeights& finding_weights() {\n"
         "  static const FindingWeights kAll{kWeightsOfFindings, "
      << whole(weights.bias) << ", " << whole(threshold)
      << "};\n  return kAll;\n}\n\n}  // namespace ev::extract\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: finding_train LABELLED.jsonl[.gz] [OUT.cpp]\n");
    return 2;
  }
  std::vector<Labelled> documents;
  for (const Json& row : bench::labelled_documents(argv[1]))
    documents.push_back(labelled_from(row));
  Logits unseen(documents.size());
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    const Logits logits = logits_of(documents, trained(documents, fold));
    for (std::size_t d = fold; d < documents.size(); d += kFolds) unseen[d] = logits[d];
  }
  const double threshold = threshold_for(documents, unseen);
  const Weights weights = trained(documents, kFolds);
  std::printf("threshold %.2f\n", threshold);
  print("each unseen", count(documents, unseen, threshold));
  print("all seen", count(documents, logits_of(documents, weights), threshold));
  if (argc > 2) write(weights, threshold, argv[2]);
  return 0;
}
