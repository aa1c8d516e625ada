#include "pipeline/workflow/query_proposals.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/query_gen/concepts.hpp"

#include <nlohmann/json.hpp>

namespace ev::workflow {

namespace {

constexpr const char* kInstructions =
    "A search of PubMed is being built for the research goal below. The program has read the "
    "listed concepts. Propose what a medical librarian would add: for each concept words and "
    "phrases that papers use for the same thing (spelling variants, abbreviations, brand names, "
    "members of a drug class), and MeSH headings; also a concept that the goal implies and the "
    "list lacks. Do not write queries, field tags or operators, and do not propose broader or "
    "merely related terms. Every term is checked against PubMed and MeSH; what neither confirms "
    "is dropped.";

constexpr const char* kSchema =
    R"({"type":"object","properties":{"concepts":{"type":"array","maxItems":12,"items":{"type":"object",)"
    R"("properties":{"concept":{"type":"string","description":"as listed, or a new one"},)"
    R"("synonyms":{"type":"array","maxItems":12,"items":{"type":"string"}},)"
    R"("headings":{"type":"array","maxItems":6,"items":{"type":"string"},"description":"MeSH headings"}},)"
    R"("required":["concept","synonyms","headings"],"additionalProperties":false}}},)"
    R"("required":["concepts"],"additionalProperties":false})";

std::vector<std::string> strings_of(const Json& object, const char* member) {
  std::vector<std::string> out;
  const auto it = object.find(member);
  if (it == object.end() || !it->is_array()) return out;
  for (const Json& item : *it) {
    if (item.is_string()) out.push_back(item.get<std::string>());
  }
  return out;
}

}  // namespace

llm::Task proposal_task(const query_gen::Request& request, const mesh::Vocabulary& vocabulary) {
  std::string input = "Research goal: " + request.research_goal + "\n";
  if (!request.domain.empty()) input += "Domain: " + request.domain + "\n";
  if (!request.keywords.empty()) {
    input += "Required: " + text::join(request.keywords, ", ") + "\n";
  }
  input += "Concepts read:\n";
  // Read without PubMed, so that a host's second call makes the same task.
  for (const query_gen::Concept& c :
       query_gen::read_concepts(request.research_goal, vocabulary, request.domain).concepts) {
    if (c.negated) continue;
    input += "- " + c.text + (c.heading.empty() ? "" : " (heading: " + c.heading + ")") + "\n";
  }
  return {.purpose = "query concepts",
          .prompt_version = "query_concepts/1",
          .instructions = kInstructions,
          .schema = kSchema,
          .item_id = "goal",
          .input = std::move(input),
          .max_tokens = 2048};
}

std::optional<std::vector<query_gen::Proposal>> proposals_of(std::string_view json) {
  const auto answer = parse_json(json, "a model's proposals");
  if (!answer || !answer->is_object()) return std::nullopt;
  const auto concepts = answer->find("concepts");
  if (concepts == answer->end() || !concepts->is_array()) return std::nullopt;
  std::vector<query_gen::Proposal> out;
  for (const Json& item : *concepts) {
    if (!item.is_object() || !item.contains("concept") || !item["concept"].is_string()) continue;
    out.push_back({.concept_text = item["concept"].get<std::string>(),
                   .synonyms = strings_of(item, "synonyms"),
                   .headings = strings_of(item, "headings")});
  }
  return out;
}

}  // namespace ev::workflow
