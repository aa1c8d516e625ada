// Claims and yes/no questions over records. Of a single record somebody chose the conclusion is
// taken at its word, however it names things (mechanism/claim.hpp); several are read by the
// question's frame. Thread rule: pure function.
#pragma once

#include "pipeline/answer/answer.hpp"

namespace ev::answer {

Result<Answer> answer_claim(std::string_view claim, std::span<const model::Article> articles,
                            const AnswerOptions& options, const Context& ctx);

}  // namespace ev::answer
