// The one question pubmed_generate_query may put to the user, where the client has forms: which
// meaning of an ambiguous name is meant, or how a goal that finds more than PubMed pages through
// (in the local library: more than the strategy should find) is to be narrowed. Asked once per
// call, never of what the caller has said by an argument; without an answer the call goes on and a
// warning says what was assumed. Thread rule: one call, one thread; what is asked and assumed
// depends on the arguments and counts alone.
#pragma once

#include "mcp/tool.hpp"
#include "pipeline/query_gen/request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::tools {

enum class CountedIn { pubmed, library };

class QueryQuestions {
 public:
  // Puts what an earlier round answered into `request`. `may_ask`: false for calls that another
  // call will repeat (engine host).
  QueryQuestions(query_gen::Request& request, const mcp::CallContext& ctx, CountedIn counted_in,
                 bool may_ask);

  // Before anything is sent.
  std::optional<mcp::InputRequest> about_name() const;
  // Of what was made.
  std::optional<mcp::InputRequest> about_breadth(const query_gen::Generation& made) const;
  // What was assumed for want of an answer.
  std::vector<std::string> assumptions(const query_gen::Generation& made) const;
  // What was answered, in words.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void take_name(query_gen::Request& request);
  void take_breadth(query_gen::Request& request);
  long most() const;  // records a query may find without a question
  bool too_broad(const query_gen::Generation& made) const;

  const query_gen::Request& request_;
  const mcp::CallContext& ctx_;
  CountedIn counted_in_ = CountedIn::pubmed;
  bool may_ask_ = false;
  std::string ambiguous_;              // a name with several meanings, "" when none is open
  std::vector<std::string> meanings_;  // of it
  bool limits_said_ = false;           // by arguments, or by an answer
  std::vector<std::string> notes_;
};

}  // namespace ev::tools
