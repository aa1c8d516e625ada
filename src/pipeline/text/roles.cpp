#include "pipeline/text/roles.hpp"

#include "pipeline/nlp/chain.hpp"
#include "pipeline/nlp/words.hpp"

#include <algorithm>
#include <cstdint>

namespace ev::doc {

namespace {

// In the order of the model's labels and of RoleOdds.
constexpr std::array kOrder = {Role::background, Role::objective, Role::methods, Role::results,
                               Role::conclusions};
static_assert(kOrder.size() == kOddsOfRoles);
constexpr int kFeatureVersion = 2;
constexpr std::size_t kMostWords = 80;  // of a sentence that are looked at
// Up to as many sentences may be any part of an abstract: their places tell nothing.
constexpr std::size_t kLongestPiece = 4;
// Less likely than not: a sentence without a label then has no role (Chow 1970, a wrong role
// costing twice as much as none). Cross-validated, the odds hold what they say to within a few
// points.
constexpr float kLeastOdds = 0.5F;

enum Kind : std::uint32_t {
  kWord = 1,
  kPair,
  kFirst,
  kFirstPair,
  kFromStart,
  kFromEnd,
  kTenth,
  kLength,
  kFigures,
  kLastWord
};

const nlp::Model& role_model() {
  static const nlp::Model kModel = nlp::stored_model(
      "weights/roles.txt",
      {.name = "roles", .feature_version = kFeatureVersion, .labels = kOrder.size()});
  return kModel;
}

std::uint32_t role_bin(std::size_t number) {
  std::uint32_t bin = 0;
  for (const std::size_t bound : {1U, 2U, 4U, 8U, 13U, 20U, 30U, 45U})
    bin += number >= bound ? 1 : 0;
  return bin;
}

bool is_figure(std::uint32_t word) {
  static const std::uint32_t kFigure = nlp::word_number("0");
  return word == kFigure;
}

void add_words(nlp::Features& out, std::string_view text) {
  std::vector<std::uint32_t> words = nlp::word_numbers(text);
  if (words.size() > kMostWords) words.resize(kMostWords);
  const auto figures = std::count_if(words.begin(), words.end(), is_figure);
  out.push_back(nlp::feature(kLength, role_bin(words.size())));
  out.push_back(nlp::feature(kFigures, role_bin(static_cast<std::size_t>(figures))));
  if (words.empty()) return;
  out.push_back(nlp::feature(kFirst, words[0]));
  if (words.size() > 1) out.push_back(nlp::feature(kFirstPair, words[0], words[1]));
  out.push_back(nlp::feature(kLastWord, words.back()));
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    out.push_back(nlp::feature(kWord, words[i]));
    if (i > 0) out.push_back(nlp::feature(kPair, words[i - 1], words[i]));
  }
  std::sort(out.begin() + begin, out.end());
  out.erase(std::unique(out.begin() + begin, out.end()), out.end());
}

nlp::Features features_of(std::span<const RoleInput> sentences, std::size_t i) {
  nlp::Features out;
  const std::size_t count = sentences.size();
  const auto at = static_cast<std::uint32_t>(i);
  const auto behind = static_cast<std::uint32_t>(count - 1 - i);
  if (count > kLongestPiece) {
    out.push_back(nlp::feature(kFromStart, std::min(at, 5U)));
    out.push_back(nlp::feature(kFromEnd, std::min(behind, 5U)));
    out.push_back(nlp::feature(kTenth, static_cast<std::uint32_t>(10 * i / (count - 1))));
  }
  add_words(out, sentences[i].text);
  return out;
}

bool is_open(RoleMask allowed) {
  return allowed == 0 || (allowed & (allowed - 1)) != 0;
}

AssignedRole labelled(RoleMask allowed) {
  AssignedRole out;
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    if ((allowed & bit(kOrder[i])) == 0) continue;
    out.role = kOrder[i];
    out.odds[i] = 1;
  }
  return out;
}

}  // namespace

std::vector<nlp::Features> role_features(std::span<const RoleInput> sentences) {
  std::vector<nlp::Features> out;
  for (std::size_t i = 0; i < sentences.size(); ++i) out.push_back(features_of(sentences, i));
  return out;
}

std::vector<AssignedRole> assign_roles(std::span<const RoleInput> sentences) {
  std::vector<AssignedRole> out;
  for (const RoleInput& sentence : sentences) out.push_back(labelled(sentence.allowed));
  const auto open = [](const RoleInput& sentence) { return is_open(sentence.allowed); };
  if (std::none_of(sentences.begin(), sentences.end(), open)) return out;
  const nlp::Model& chain = role_model();
  std::vector<nlp::Sums> sums;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const RoleMask allowed = sentences[i].allowed;
    // Words decide nothing where the label does.
    sums.push_back(is_open(allowed) ? chain.sums(features_of(sentences, i))
                                    : nlp::Sums(kOrder.size()));
    for (std::size_t role = 0; role < kOrder.size() && allowed != 0; ++role) {
      if ((allowed & bit(kOrder[role])) == 0) sums.back()[role] += nlp::kRuledOut;
    }
  }
  const std::vector<std::size_t> path = nlp::best_path(chain, sums);
  const std::vector<std::vector<double>> odds = nlp::marginals(chain, sums);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::transform(odds[i].begin(), odds[i].end(), out[i].odds.begin(),
                   [](double p) { return static_cast<float>(p); });
    const bool likely = sentences[i].allowed != 0 || out[i].odds[path[i]] >= kLeastOdds;
    out[i].role = likely ? kOrder[path[i]] : Role::unknown;
  }
  return out;
}

}  // namespace ev::doc
