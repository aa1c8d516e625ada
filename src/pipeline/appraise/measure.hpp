// First half of the standard profile: every criterion of every article as a value in 0-1, absolute
// or normalised over the set. Pure but for ctx.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/scoring.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ev::appraise {

// What every criterion makes of every article, in one block: [article][criterion]; nullopt:
// missing.
class Components {
 public:
  using Cell = std::optional<Component>;
  Components() = default;
  Components(std::size_t articles, std::size_t criteria)
      : criteria_(criteria), cells_(articles * criteria) {}
  std::span<Cell> operator[](std::size_t article) {
    return std::span<Cell>(cells_).subspan(article * criteria_, criteria_);
  }
  std::span<const Cell> operator[](std::size_t article) const {
    return std::span<const Cell>(cells_).subspan(article * criteria_, criteria_);
  }

 private:
  std::size_t criteria_ = 0;
  std::vector<Cell> cells_;
};

struct Measured {
  Components components;
  std::vector<std::string> warnings;
};

// `candidates` in canonical order (identity), so that sums over the set are the same for every
// input order. `corpus`: of the candidates' records in this order, when it exists already.
Result<Measured> measure(std::span<const Candidate> candidates, const Criteria& criteria,
                         const Context& ctx, const Corpus* corpus = nullptr);

}  // namespace ev::appraise
