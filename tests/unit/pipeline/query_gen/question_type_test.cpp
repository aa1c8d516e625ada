#include "pipeline/query_gen/question_type.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "support/catch.hpp"

#include <string>

namespace ev::query_gen {

TEST_CASE("what a goal asks for is told by its cues") {
  CHECK(question_of("Does metformin help in dementia?") == Question::therapy);
  CHECK(question_of("accuracy of ultrasound for appendicitis") == Question::diagnosis);
  CHECK(question_of("prognosis after stroke") == Question::prognosis);
  CHECK(question_of("What causes gout?") == Question::aetiology);
  CHECK(question_of("smoking and the risk of asthma") == Question::aetiology);
  CHECK(question_of("Is it safe to take aspirin?") == Question::harm);
  CHECK(question_of("drug repurposing for gout") == Question::repurposing);
  CHECK(question_of("mechanism of metformin") == Question::mechanism);
  CHECK(question_of("preventing stroke") == Question::prevention);
  CHECK(question_of("gut microbiome and mental health") == Question::general);
  CHECK(question_of("") == Question::general);
}

TEST_CASE("every filter and facet has a confirmed form, each facet once") {
  for (const Question question : {Question::general, Question::repurposing, Question::harm,
                                  Question::diagnosis, Question::prognosis, Question::aetiology,
                                  Question::mechanism, Question::prevention, Question::therapy}) {
    for (const char* domain : {"", "medical", "technology", "biology", "psychology", "general"}) {
      INFO(to_string(question) << " / " << domain);
      CHECK(confirmed_block(study_filter(question, domain).spec, mesh::built_in()));
      for (const bool computing : {false, true}) {
        std::string seen = "|";
        for (const Facet& facet : facets_for(question, domain, computing)) {
          INFO(facet.name);
          CHECK(confirmed_block(facet.spec, mesh::built_in()));
          CHECK(seen.find("|" + std::string(facet.name) + "|") == std::string::npos);
          seen += std::string(facet.name) + "|";
        }
        CHECK(seen.size() > 40);
      }
    }
  }
}

}  // namespace ev::query_gen
