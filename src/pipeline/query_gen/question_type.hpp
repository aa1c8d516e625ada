// What a goal asks for (therapy, diagnosis, prognosis …), the kind of study that can answer it, and
// the sides from which it can be seen. Cues are words of the goal. Filters after PubMed's Clinical
// Queries (Haynes et al.) and NLM's subheadings, as specs of confirmed_block(). Thread rule: pure
// functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

enum class Question {
  general,
  repurposing,
  harm,
  diagnosis,
  prognosis,
  aetiology,
  mechanism,
  prevention,
  therapy
};

Question question_of(std::string_view goal);
const char* to_string(Question question);

struct StudyFilter {
  const char* spec;
  const char* words;
};
// `domain` technology and biology have designs of their own, whatever is asked.
StudyFilter study_filter(Question question, std::string_view domain);

// Which branches of the vocabulary a domain prefers, in words.
std::string branch_sentence(const std::string& domain);

struct Facet {
  const char* name;
  const char* spec;
};
// The side the question asks from first, then in the domain's order. `computing`: the goal is about
// software or algorithms, which have no metabolism.
std::vector<Facet> facets_for(Question question, std::string_view domain, bool computing);

}  // namespace ev::query_gen
