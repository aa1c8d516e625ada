#include "pipeline/appraise/subwords.hpp"

#include "pipeline/appraise/terms.hpp"

#include <string>

namespace ev::appraise {

namespace {

constexpr std::size_t kLetters = 4;

// Calls use(code) for every piece of the term, in order.
template <class Use>
void each_piece(std::string_view term, Use use) {
  std::string marked = "_";
  marked += term;
  marked += '_';
  for (std::size_t i = 0; i == 0 || i + kLetters <= marked.size(); ++i) {
    std::uint32_t code = 0;
    for (std::size_t k = i; k < i + kLetters && k < marked.size(); ++k) {
      code = code << 8 | static_cast<unsigned char>(marked[k]);
    }
    use(code);
  }
}

}  // namespace

Subwords::Subwords(const Vocabulary& vocabulary) : first_{0} {
  for (std::size_t t = 0; t < vocabulary.size(); ++t) {
    each_piece(vocabulary.term(static_cast<Vocabulary::Id>(t)), [&](std::uint32_t code) {
      pieces_.push_back(ids_.try_emplace(code, static_cast<Id>(ids_.size())).first->second);
    });
    first_.push_back(pieces_.size());
  }
}

std::span<const Subwords::Id> Subwords::of(std::int32_t term) const {
  const auto t = static_cast<std::size_t>(term);
  return std::span<const Id>(pieces_).subspan(first_[t], first_[t + 1] - first_[t]);
}

std::vector<Subwords::Id> Subwords::find(std::string_view term, int& unknown) const {
  std::vector<Id> out;
  each_piece(term, [&](std::uint32_t code) {
    const auto it = ids_.find(code);
    if (it == ids_.end()) {
      ++unknown;
    } else {
      out.push_back(it->second);
    }
  });
  return out;
}

}  // namespace ev::appraise
