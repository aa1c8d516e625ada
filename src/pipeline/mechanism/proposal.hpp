// What a language model says a record states: that one thing raises, lowers or does not change
// another, with the words that say so. A proposal counts only when it stands: its quote lies
// verbatim within one sentence of the record it names, the sentence is no aim or method, names both
// ends and has a word for what one does to the other, and the grammar does not read it otherwise.
// The evidence that comes of it quotes the whole sentence, so nothing can be cut out of a negation.
// Pure functions.
#pragma once

#include "base/result.hpp"
#include "pipeline/mechanism/link_names.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>

namespace ev::mechanism {

struct Proposal {
  std::string record;  // id, as record_id() gives it
  std::string quote;
  int sign = 0;        // what the sentence says of it: +1 more, -1 less, 0 no effect
  std::string method;  // host | endpoint
  std::string path;    // where it stood in the model's answer
};

struct Grounded {
  Evidence evidence;  // stance is for the caller to set
  bool finding = true;
};

// llm_ungrounded with the path of the member that is wrong and a hint as `recovery`.
// `less_is_better`: of the second end, for words that praise.
Result<Grounded> ground_proposal(const model::Article& article, const LinkNames& from,
                                 const LinkNames& to, bool less_is_better,
                                 const Proposal& proposal);

// For or against a link that asserts `asserted` (0: any effect).
Stance stance_of_proposal(int said, int asserted);

}  // namespace ev::mechanism
