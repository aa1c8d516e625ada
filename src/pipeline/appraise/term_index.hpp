// Postings by term with BM25F's length-normalised, field-weighted frequency (Robertson & Zaragoza
// 2009):
//
//   tf'(t,d) = sum over fields of boost_f * tf_f / (1 - b_f + b_f * length_f / average length_f)
//
// Thread rule: plain value, immutable once built.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ev::appraise {

inline constexpr std::size_t kFields = 3;  // title, abstract, index terms

// Of a term that `with` of all documents hold: ln(1 + (N - df + 0.5) / (df + 0.5)).
inline double idf(std::size_t documents, std::size_t with) {
  const auto d = static_cast<double>(with);
  return std::log(1 + (static_cast<double>(documents) - d + 0.5) / (d + 0.5));
}

struct FieldWeights {
  std::array<double, kFields> boost = {3.0, 1.0, 1.0};
  std::array<double, kFields> b = {0.5, 0.75, 0.5};
};

struct Posting {
  std::uint32_t document = 0;
  float tf = 0;  // tf'
};

class TermIndex {
 public:
  TermIndex() = default;
  // `each(d, f, use)` calls use(term) for every occurrence in field f of document d, the same both
  // times it is asked.
  template <class Each>
  TermIndex(std::size_t documents, std::size_t terms, const FieldWeights& weights, Each each);

  std::size_t documents() const { return documents_; }
  std::size_t terms() const { return first_.empty() ? 0 : first_.size() - 1; }
  std::span<const Posting> of(std::int32_t term) const {  // by document
    const auto t = static_cast<std::size_t>(term);
    return std::span<const Posting>(postings_).subspan(first_[t], first_[t + 1] - first_[t]);
  }

 private:
  std::size_t documents_ = 0;
  std::vector<Posting> postings_;  // terms one after the other
  std::vector<std::size_t> first_;
};

// Counting sort: how many documents hold each term, then every document in turn.
template <class Each>
TermIndex::TermIndex(std::size_t documents, std::size_t terms, const FieldWeights& weights,
                     Each each)
    : documents_(documents), first_(terms + 1, 0) {
  constexpr std::uint32_t kNever = 0xFFFFFFFFu;
  std::vector<std::uint32_t> last(terms, kNever);
  std::vector<std::array<std::uint32_t, kFields>> lengths(documents);
  std::array<double, kFields> average{};
  for (std::size_t d = 0; d < documents; ++d) {
    for (std::size_t f = 0; f < kFields; ++f) {
      each(d, f, [&](std::int32_t term) {
        const auto t = static_cast<std::size_t>(term);
        ++lengths[d][f];
        if (last[t] == d) return;
        last[t] = static_cast<std::uint32_t>(d);
        ++first_[t + 1];
      });
      average[f] += lengths[d][f];
    }
  }
  for (double& a : average)
    a = documents > 0 && a > static_cast<double>(documents) ? a / static_cast<double>(documents)
                                                            : 1;
  for (std::size_t t = 0; t < terms; ++t) first_[t + 1] += first_[t];
  postings_.resize(first_.back());
  // A document's terms are summed in one place first: the postings lie far apart.
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  std::vector<float> tf(terms, 0);
  std::vector<std::size_t> own;
  std::fill(last.begin(), last.end(), kNever);
  for (std::size_t d = 0; d < documents; ++d) {
    own.clear();
    for (std::size_t f = 0; f < kFields; ++f) {
      const double length = lengths[d][f] / average[f];
      const auto unit =
          static_cast<float>(weights.boost[f] / (1 - weights.b[f] + weights.b[f] * length));
      each(d, f, [&](std::int32_t term) {
        const auto t = static_cast<std::size_t>(term);
        if (last[t] != d) own.push_back(t);
        last[t] = static_cast<std::uint32_t>(d);
        tf[t] += unit;
      });
    }
    for (const std::size_t t : own) {
      postings_[next[t]++] = {static_cast<std::uint32_t>(d), tf[t]};
      tf[t] = 0;
    }
  }
}

}  // namespace ev::appraise
