// Learns the weights of the span tagger (src/pipeline/extract/pico_tagger.hpp) from labelled
// abstracts, and says by cross-validation what to expect of them:
//   pico_train LABELLED.jsonl[.gz] [OUT.cpp]
// One document per line: tokens[], glue (per token "1" when a blank stands before it), n_title
// (how many tokens are the title), labels (per token P, I, O or anything else). The texts stay
// outside the repository: only weights of grammatical classes, of rules' findings and of words of
// our own lists are written (OUT.cpp, default: nothing is written). Deterministic.
#include "labelled_documents.hpp"
#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/pico.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace ev;
using namespace ev::extract;

constexpr int kEpochs = 14;
constexpr double kRate = 0.04;
constexpr double kStepRate = 0.02;  // of it, for the steps between labels
constexpr double kDecay = 2e-5;     // L2, per update
constexpr std::size_t kFolds = 5;

struct Sample {  // one sentence
  std::vector<FeatureIds> tokens;
  std::vector<std::size_t> gold;
  std::vector<std::uint32_t> words;
  std::size_t document = 0;
};

struct Labelled {
  model::Article article;
  // Label of each byte of title and abstract.
  std::vector<std::size_t> title;
  std::vector<std::size_t> abstract;
};

Labelled labelled_from(const Json& row) {
  Labelled out;
  const Json& tokens = row.at("tokens");
  const auto glue = row.at("glue");
  const auto& labels = row.at("labels");
  const auto at = [](const Json& list, std::size_t i) {
    return list.is_string() ? std::string(1, list.get_ref<const std::string&>()[i])
                            : list[i].get<std::string>();
  };
  const std::size_t in_title = row.at("n_title").get<std::size_t>();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::string& text = i < in_title ? out.article.title : out.article.abstract;
    std::vector<std::size_t>& marks = i < in_title ? out.title : out.abstract;
    const std::string label = at(labels, i);
    const std::size_t mark = label == "P" ? 1 : label == "I" ? 2 : label == "O" ? 3 : 0;
    if (at(glue, i) == "1") {
      text += ' ';
      marks.push_back(0);
    }
    const std::string word = tokens[i].get<std::string>();
    text += word;
    marks.insert(marks.end(), word.size(), mark);
  }
  return out;
}

std::vector<Sample> samples_from(const std::vector<Json>& documents) {
  std::vector<Sample> out;
  std::size_t document = 0;
  for (const Json& row : documents) {
    const Labelled labelled = labelled_from(row);
    const RecordText record(labelled.article);
    const PicoHints hints = pico_hints(record);
    const auto& words = hints.words();
    for (std::size_t i = 0; i < record.sentences().size(); ++i) {
      const Sentence& sentence = record.sentences()[i];
      const auto& marks =
          sentence.span().field == doc::Field::title ? labelled.title : labelled.abstract;
      Sample sample{.tokens = pico_features(record, i, hints),
                    .gold = {},
                    .words = words[i],
                    .document = document};
      for (const doc::Token& token : sentence.tokens)
        sample.gold.push_back(marks[sentence.span().begin + token.begin]);
      if (!sample.tokens.empty()) out.push_back(std::move(sample));
    }
    ++document;
  }
  return out;
}

// Stochastic gradient ascent with a rate of its own for each weight (Duchi, Hazan & Singer 2011).
class Trainer {
 public:
  Trainer() {
    model_.weights.resize(pico_feature_count());
    squares_.assign(pico_feature_count() * kPicoLabels, 1e-3F);
  }

  void learn(const Sample& sample) {
    const std::vector<PicoWeightSum> sums = pico_sums_of(model_, sample.tokens);
    const std::vector<LabelScores> p = pico_marginals(model_, sums);
    const std::vector<LabelScores> behind = backward(sums);
    LabelScores before{};
    for (std::size_t i = 0; i < p.size(); ++i) {
      for (std::size_t label = 0; label < kPicoLabels; ++label) {
        const double gradient = (sample.gold[i] == label ? 1.0 : 0.0) - p[i][label];
        if (i == 0) model_.start[label] += kRate * 0.1 * gradient;
        if (std::abs(gradient) < 1e-3) continue;
        for (const std::uint16_t id : sample.tokens[i])
          step(model_.weights[id][label], squares_[id * kPicoLabels + label], gradient);
      }
      before = learn_steps(sample, i, sums, behind, before);
    }
  }

  const PicoModel& model() const { return model_; }

 private:
  static double emission(const PicoWeightSum& sum, std::size_t label) {
    return std::exp(static_cast<double>(sum[label] - *std::max_element(sum.begin(), sum.end())));
  }
  static void normalise(LabelScores& scores) {
    const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
    for (double& s : scores) s /= sum;
  }

  std::vector<LabelScores> backward(const std::vector<PicoWeightSum>& sums) const {
    std::vector<LabelScores> out(sums.size());
    if (out.empty()) return out;
    out.back().fill(1);
    for (std::size_t i = out.size() - 1; i-- > 0;) {
      for (std::size_t from = 0; from < kPicoLabels; ++from) {
        for (std::size_t to = 0; to < kPicoLabels; ++to)
          out[i][from] +=
              std::exp(model_.steps[from][to]) * emission(sums[i + 1], to) * out[i + 1][to];
      }
      normalise(out[i]);
    }
    return out;
  }

  // Moves the steps between the labels of i - 1 and i; returns the forward scores of i.
  LabelScores learn_steps(const Sample& sample, std::size_t i,
                          const std::vector<PicoWeightSum>& sums,
                          const std::vector<LabelScores>& behind, const LabelScores& before) {
    LabelScores forward{};
    std::array<LabelScores, kPicoLabels> pairs{};
    double all = 0;
    for (std::size_t to = 0; to < kPicoLabels; ++to) {
      const double emit = emission(sums[i], to);
      if (i == 0) forward[to] = std::exp(model_.start[to]) * emit;
      for (std::size_t from = 0; i > 0 && from < kPicoLabels; ++from) {
        const double path = before[from] * std::exp(model_.steps[from][to]) * emit;
        forward[to] += path;
        pairs[from][to] = path * behind[i][to];
        all += pairs[from][to];
      }
    }
    normalise(forward);
    for (std::size_t from = 0; i > 0 && from < kPicoLabels; ++from) {
      for (std::size_t to = 0; to < kPicoLabels; ++to) {
        const double seen = sample.gold[i - 1] == from && sample.gold[i] == to ? 1.0 : 0.0;
        model_.steps[from][to] += kRate * kStepRate * (seen - pairs[from][to] / all);
      }
    }
    return forward;
  }

  static void step(float& weight, float& squares, double gradient) {
    const auto g = static_cast<float>(gradient - kDecay * weight);
    squares += g * g;
    weight +=
        static_cast<float>(kRate) * g / std::sqrt(squares) - static_cast<float>(kDecay) * weight;
  }

  PicoModel model_;
  std::vector<float> squares_;
};

PicoModel trained(const std::vector<Sample>& samples, std::size_t without) {
  std::vector<const Sample*> order;
  for (const Sample& sample : samples) {
    if (sample.document % kFolds != without) order.push_back(&sample);
  }
  Trainer trainer;
  std::mt19937 random(7);  // the same order in every run
  // The last epochs' weights are averaged.
  PicoModel mean = trainer.model();
  int summed = 0;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    for (const Sample* sample : order) trainer.learn(*sample);
    if (epoch * 2 < kEpochs) continue;
    ++summed;
    for (std::size_t i = 0; i < mean.weights.size(); ++i) {
      for (std::size_t l = 0; l < kPicoLabels; ++l)
        mean.weights[i][l] += trainer.model().weights[i][l];
    }
    for (std::size_t a = 0; a < kPicoLabels; ++a) {
      mean.start[a] += trainer.model().start[a];
      for (std::size_t b = 0; b < kPicoLabels; ++b) mean.steps[a][b] += trainer.model().steps[a][b];
    }
  }
  for (auto& row : mean.weights) {
    for (float& w : row) w /= static_cast<float>(summed);
  }
  for (std::size_t a = 0; a < kPicoLabels; ++a) {
    mean.start[a] /= summed;
    for (double& s : mean.steps[a]) s /= summed;
  }
  return mean;
}

struct Scored {
  LabelScores p{};
  std::size_t gold = 0;
};

double f1(const std::vector<Scored>& all, const std::array<double, 3>& thresholds,
          std::size_t label) {
  double tp = 0;
  double fp = 0;
  double fn = 0;
  for (const Scored& s : all) {
    std::size_t best = 0;
    for (std::size_t l = 1; l < kPicoLabels; ++l) {
      if (s.p[l] >= thresholds[l - 1] && (best == 0 || s.p[l] > s.p[best])) best = l;
    }
    tp += best == label && s.gold == label ? 1 : 0;
    fp += best == label && s.gold != label ? 1 : 0;
    fn += best != label && s.gold == label ? 1 : 0;
  }
  return tp == 0 ? 0 : 2 * tp / (2 * tp + fp + fn);
}

// Of thresholds that do about as well the highest: a phrase that is found once is found wherever it
// stands, so that a doubtful mention gains little.
std::array<double, 3> best_thresholds(const std::vector<Scored>& all) {
  constexpr double kAboutAsWell = 0.006;
  std::array<double, 3> out{0.4, 0.4, 0.4};
  for (int round = 0; round < 2; ++round) {
    for (std::size_t label = 1; label < kPicoLabels; ++label) {
      std::vector<std::pair<double, double>> tried;  // threshold, F1
      double most = 0;
      for (int step = 0; step <= 21; ++step) {
        out[label - 1] = 0.2 + 0.02 * step;
        tried.emplace_back(out[label - 1], f1(all, out, label));
        most = std::max(most, tried.back().second);
      }
      for (const auto& [threshold, value] : tried) {
        if (value >= most - kAboutAsWell) out[label - 1] = threshold;
      }
    }
  }
  return out;
}

std::array<int, kPicoLabels> whole(const std::array<float, kPicoLabels>& row) {
  std::array<int, kPicoLabels> out{};
  for (std::size_t i = 0; i < kPicoLabels; ++i)
    out[i] = static_cast<int>(std::lround(std::clamp(row[i] * 256.0F, -32000.0F, 32000.0F)));
  return out;
}

std::string row_text(const std::array<int, kPicoLabels>& row) {
  std::string out = "{{";
  for (std::size_t i = 0; i < row.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(row[i]);
  return out + "}}";
}

std::array<int, kPicoLabels> whole(const LabelScores& row) {
  std::array<float, kPicoLabels> out{};
  for (std::size_t i = 0; i < kPicoLabels; ++i) out[i] = static_cast<float>(row[i]);
  return whole(out);
}

bool matters(const std::array<int, kPicoLabels>& row) {
  return std::any_of(row.begin(), row.end(), [](int w) { return std::abs(w) > 2; });
}

void write(const PicoModel& model, const char* path) {
  const std::size_t fixed = pico_feature_count() - lexicon_size();
  std::ofstream out(path);
  std::size_t n = 0;
  out << "// Generated by bench/pico_train. Do not edit.\n// clang-format off\n"
         "#include \"pipeline/extract/pico_weights.hpp\"\n\nnamespace ev::extract {\n\nnamespace "
         "{\n\nconstexpr PicoWeightRow kFeatureRows[] = {\n";
  for (std::size_t i = 0; i < fixed; ++i) {
    const auto row = whole(model.weights[i]);
    if (matters(row))
      out << "{" << i << ", " << row_text(row) << "}," << (++n % 8 == 0 ? "\n" : " ");
  }
  out << "};\n\nconstexpr PicoWordRow kListedWords[] = {\n";
  for (std::size_t i = 0; i < lexicon_size(); ++i) {
    const auto row = whole(model.weights[fixed + i]);
    if (matters(row)) {
      out << "{\"" << lexicon_word(i + 1) << "\", " << row_text(row) << "},"
          << (++n % 8 == 0 ? "\n" : " ");
    }
  }
  out << "};\n\n}  // namespace\n\nconst PicoWeights& pico_weights() {\n  static const PicoWeights "
         "kWeights{"
      << fixed << ", kFeatureRows, kListedWords, {{";
  for (std::size_t a = 0; a < kPicoLabels; ++a)
    out << (a == 0 ? "" : ", ") << row_text(whole(model.steps[a]));
  out << "}}, " << row_text(whole(model.start)) << ", {{" << model.thresholds[0] << ", "
      << model.thresholds[1] << ", " << model.thresholds[2]
      << "}}};\n  return kWeights;\n}\n\n}  // namespace ev::extract\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: pico_train LABELLED.jsonl[.gz] [OUT.cpp]\n");
    return 2;
  }
  const std::vector<Sample> samples = samples_from(bench::labelled_documents(argv[1]));
  std::vector<Scored> unseen;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    const PicoModel model = trained(samples, fold);
    for (std::size_t from = 0; from < samples.size();) {
      const std::size_t document = samples[from].document;
      std::vector<std::vector<PicoWeightSum>> sums;
      std::vector<std::vector<std::uint32_t>> words;
      const std::size_t first = from;
      for (; from < samples.size() && samples[from].document == document; ++from) {
        if (document % kFolds != fold) continue;
        sums.push_back(pico_sums_of(model, samples[from].tokens));
        words.push_back(samples[from].words);
      }
      share_sums(sums, words);
      for (std::size_t sentence = 0; sentence < sums.size(); ++sentence) {
        const auto p = pico_marginals(model, sums[sentence]);
        for (std::size_t i = 0; i < p.size(); ++i)
          unseen.push_back({p[i], samples[first + sentence].gold[i]});
      }
    }
  }
  const std::array<double, 3> thresholds = best_thresholds(unseen);
  double mean = 0;
  for (std::size_t label = 1; label < kPicoLabels; ++label) {
    const double value = f1(unseen, thresholds, label);
    mean += value / 3;
    std::printf("%s threshold %.2f token F1 %.3f\n",
                label == 1   ? "population  "
                : label == 2 ? "intervention"
                             : "outcome     ",
                thresholds[label - 1], value);
  }
  std::printf("macro %.3f over %zu words of %zu folds, each unseen\n", mean, unseen.size(), kFolds);
  if (argc > 2) {
    PicoModel model = trained(samples, kFolds);
    model.thresholds = thresholds;
    write(model, argv[2]);
  }
  return 0;
}
