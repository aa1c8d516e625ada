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
#include <utility>
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
  enum class Extent { counts, postings };  // counts: postings are gathered for those asked about

  TermIndex() = default;
  // `each(d, f, use)` calls use(term) for every occurrence in field f of document d, the same each
  // time it is asked.
  template <class Each>
  TermIndex(std::size_t documents, std::size_t terms, const FieldWeights& weights, const Each& each,
            Extent extent);

  std::size_t documents() const { return units_.size(); }
  std::size_t terms() const { return holders_.size(); }
  std::size_t holders(std::int32_t term) const { return holders_[static_cast<std::size_t>(term)]; }
  bool has_postings() const { return !first_.empty(); }
  std::span<const Posting> of(std::int32_t term) const {  // by document; only with postings
    const auto t = static_cast<std::size_t>(term);
    return std::span<const Posting>(postings_).subspan(first_[t], first_[t + 1] - first_[t]);
  }
  // The postings of some terms, ascending and each once.
  template <class Each>
  std::vector<std::vector<Posting>> gather(std::span<const std::int32_t> terms,
                                           const Each& each) const;

 private:
  template <class Each>
  void count(const FieldWeights& weights, const Each& each);
  template <class Each>
  void post(const Each& each);

  std::vector<std::uint32_t> holders_;             // documents, by term
  std::vector<std::array<float, kFields>> units_;  // of tf', what one occurrence is
  std::vector<Posting> postings_;                  // terms one after the other
  std::vector<std::size_t> first_;
};

template <class Each>
TermIndex::TermIndex(std::size_t documents, std::size_t terms, const FieldWeights& weights,
                     const Each& each, Extent extent)
    : holders_(terms, 0), units_(documents) {
  count(weights, each);
  if (extent == Extent::postings) post(each);
}

template <class Each>
void TermIndex::count(const FieldWeights& weights, const Each& each) {
  constexpr std::uint32_t kNever = 0xFFFFFFFFu;
  std::vector<std::uint32_t> last(terms(), kNever);
  std::vector<std::array<std::uint32_t, kFields>> lengths(documents());
  std::array<double, kFields> average{};
  for (std::size_t d = 0; d < documents(); ++d) {
    for (std::size_t f = 0; f < kFields; ++f) {
      std::uint32_t length = 0;
      each(d, f, [&](std::int32_t term) {
        const auto t = static_cast<std::size_t>(term);
        ++length;
        holders_[t] += last[t] != d ? 1 : 0;
        last[t] = static_cast<std::uint32_t>(d);
      });
      lengths[d][f] = length;
      average[f] += length;
    }
  }
  const auto all = static_cast<double>(documents());
  for (double& a : average) a = a > all ? a / all : 1;
  for (std::size_t d = 0; d < documents(); ++d) {
    for (std::size_t f = 0; f < kFields; ++f) {
      const double length = lengths[d][f] / average[f];
      units_[d][f] =
          static_cast<float>(weights.boost[f] / (1 - weights.b[f] + weights.b[f] * length));
    }
  }
}

// Counting sort, a document's terms being summed in one place first: the postings lie far apart.
template <class Each>
void TermIndex::post(const Each& each) {
  first_.assign(terms() + 1, 0);
  for (std::size_t t = 0; t < terms(); ++t) first_[t + 1] = first_[t] + holders_[t];
  postings_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  std::vector<float> tf(terms(), 0);
  std::vector<std::size_t> own;
  for (std::size_t d = 0; d < documents(); ++d) {
    own.clear();
    for (std::size_t f = 0; f < kFields; ++f) {
      each(d, f, [&](std::int32_t term) {
        const auto t = static_cast<std::size_t>(term);
        if (tf[t] == 0) own.push_back(t);
        tf[t] += units_[d][f];
      });
    }
    for (const std::size_t t : own) {
      postings_[next[t]++] = {static_cast<std::uint32_t>(d), tf[t]};
      tf[t] = 0;
    }
  }
}

template <class Each>
std::vector<std::vector<Posting>> TermIndex::gather(std::span<const std::int32_t> terms,
                                                    const Each& each) const {
  constexpr std::uint32_t kOther = 0xFFFFFFFFu;
  std::vector<std::vector<Posting>> out(terms.size());
  std::vector<std::uint32_t> places(holders_.size(), kOther);
  for (std::size_t k = 0; k < terms.size(); ++k) {
    out[k].reserve(holders(terms[k]));
    places[static_cast<std::size_t>(terms[k])] = static_cast<std::uint32_t>(k);
  }
  for (std::size_t d = 0; d < documents(); ++d) {
    for (std::size_t f = 0; f < kFields; ++f) {
      each(d, f, [&](std::int32_t term) {
        const std::uint32_t place = places[static_cast<std::size_t>(term)];
        if (place == kOther) return;
        std::vector<Posting>& list = out[place];
        if (list.empty() || list.back().document != d)
          list.push_back({static_cast<std::uint32_t>(d), 0});
        list.back().tf += units_[d][f];
      });
    }
  }
  return out;
}

// The postings of the terms one question is about: an index that has them, or what is gathered.
class Postings {
 public:
  template <class Each>
  Postings(const TermIndex& index, std::vector<std::int32_t> terms, const Each& each)
      : index_(&index) {
    if (index.has_postings()) return;
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    gathered_ = index.gather(terms, each);
    terms_ = std::move(terms);
  }

  const TermIndex& index() const { return *index_; }
  std::span<const Posting> of(std::int32_t term) const {  // of those asked for
    if (index_->has_postings()) return index_->of(term);
    const auto at = std::lower_bound(terms_.begin(), terms_.end(), term);
    return gathered_[static_cast<std::size_t>(at - terms_.begin())];
  }

 private:
  const TermIndex* index_;
  std::vector<std::int32_t> terms_;  // ascending
  std::vector<std::vector<Posting>> gathered_;
};

}  // namespace ev::appraise
