// Queries for a frame in PubMed syntax, from narrow to wide: what is given is in all of them; what
// it is compared with, the outcome and the population narrow. Thread rule: pure function.
#pragma once

#include "pipeline/question/question_frame.hpp"

#include <string>
#include <vector>

namespace ev::question {

std::vector<std::string> queries_of(const QuestionFrame& frame);

}  // namespace ev::question
