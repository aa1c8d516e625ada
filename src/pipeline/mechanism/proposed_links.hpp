// Links that a language model proposes for chains: those that stand in their records join what the
// rules read, under the vocabulary's names, and are judged and chained with it; the others come
// back with what is wrong. A link that the rules read in the same sentence stays theirs.
#pragma once

#include "pipeline/mechanism/entity.hpp"
#include "pipeline/mechanism/proposal.hpp"
#include "pipeline/mechanism/statement.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::mechanism {

struct ProposedLink {
  Proposal said;
  std::string levels;    // "drug-target": of its ends
  std::string from, to;  // names
};

template <class V>
void describe(V& v, ProposedLink& l) {
  v("record", l.said.record);
  v("quote", l.said.quote);
  v("sign", l.said.sign);
  v("method", l.said.method);
  v("levels", l.levels);
  v("from", l.from);
  v("to", l.to);
}

// The levels that a link may join: the later one lies further down the chain.
std::span<const std::string_view> link_levels();
std::optional<std::pair<Kind, Kind>> kinds_of_levels(std::string_view levels);

// What came of proposals; of one call.
class ProposedLinks {
 public:
  // Grounds them, and adds the names of those that stand to the vocabulary. The articles must
  // outlive it.
  ProposedLinks(std::span<const ProposedLink> proposed, std::span<const model::Article> articles,
                Vocabulary& vocabulary);
  // After the records were read with that vocabulary.
  void join(StatementSet& reading, const Vocabulary& vocabulary) const;

  const std::vector<Error>& not_taken() const { return not_taken_; }
  const std::vector<std::size_t>& taken() const { return taken_; }  // indexes of `proposed`

 private:
  struct Known {
    std::size_t from = 0, to = 0;
    Grounded grounded;
    int sign = 0;
    std::size_t article = 0;
  };
  Result<Known> ground(const ProposedLink& link, std::span<const model::Article> articles,
                       Vocabulary& vocabulary) const;
  std::vector<Known> known_;
  std::vector<std::size_t> taken_;
  std::vector<Error> not_taken_;
};

}  // namespace ev::mechanism
