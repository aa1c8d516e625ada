// The words of a request, the same for every API: fixed rules, the schema, the task's instructions;
// then the texts, each between tags that carry a hash of all texts, so that no text can close its
// own and speak for the program. A repair turn shows the model its answer and what is wrong with
// it. Pure functions.
#pragma once

#include "base/result.hpp"
#include "llm/gateway.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::llm {

struct Message {
  bool from_model = false;  // otherwise the user's
  std::string text{};
};

struct Prompt {
  std::string system;
  std::vector<Message> messages;
  std::string schema;  // of the answer, JSON text
  int max_tokens = 0;
};

// Asks one task, or several of one kind (equal prompt version, instructions and schema) at once;
// several are answered as {"results": [{"item": "1", "result": …}]}, numbered from 1 in this order.
Prompt ask(std::span<const Task* const> tasks);
// The same after an answer that was not accepted; an empty one is only mentioned.
Prompt ask_again(const Task& task, std::string_view answer, const Error& why);

// Tokens the prompt will cost, rather too many: a third of its bytes.
long estimated_tokens(const Prompt& prompt);

}  // namespace ev::llm
