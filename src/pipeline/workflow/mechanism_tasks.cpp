#include "pipeline/workflow/mechanism_tasks.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/mechanism/link_names.hpp"
#include "pipeline/workflow/record_summary.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace ev::workflow {

namespace {

constexpr const char* kHypothesisInstructions =
    "From the records below propose hypotheses for the question: chains drug -> target -> pathway "
    "-> effect. Each hypothesis must (1) name its mechanism level by level, (2) be testable, (3) "
    "be specific: named molecules and processes, no general words, (4) give searches that would "
    "test it. For every link copy first the quote: words of one sentence of title or abstract, "
    "character by character, from a sentence that names both ends and says what one does to the "
    "other; then which levels it joins and what that sentence says of them. Name the levels as the "
    "quoted sentences do, without words of direction; a level that no record states is \"\". "
    "Sentences against a link belong to it too. To be named together is no link, and an aim is no "
    "finding. Cite only the ids listed; use no other knowledge. Every quote is checked; what does "
    "not stand in its record is dropped.";

constexpr const char* kStanceInstructions =
    "For each link below and each record, give every sentence that says whether the first thing "
    "raises, lowers or does not change the second: copy the quote from one sentence of title or "
    "abstract, character by character, then what it says. A sentence that only names both, an aim "
    "or a method says nothing: leave it out. Cite only the ids listed; use no other knowledge. "
    "Every quote is checked; what does not stand in its record is dropped.";

OrderedJson typed(const char* type) {
  OrderedJson out = OrderedJson::object();
  out["type"] = type;
  return out;
}

OrderedJson whole_object(OrderedJson properties) {
  OrderedJson out = typed("object");
  OrderedJson& required = out["required"] = OrderedJson::array();
  for (const auto& [name, property] : properties.items()) required.push_back(name);
  out["properties"] = std::move(properties);
  out["additionalProperties"] = false;
  return out;
}

OrderedJson list_of(OrderedJson item, int most) {
  OrderedJson out = typed("array");
  out["maxItems"] = most;
  out["items"] = std::move(item);
  return out;
}

OrderedJson one_of(std::initializer_list<std::string_view> values) {
  OrderedJson out = typed("string");
  for (const std::string_view value : values) out["enum"].push_back(value);
  return out;
}

OrderedJson says_schema() {
  return one_of({"increases", "decreases", "no effect"});
}

std::string hypothesis_schema() {
  OrderedJson link = OrderedJson::object();
  link["id"] = typed("string");
  link["quote"] = typed("string");
  link["link"] = typed("string");
  for (const std::string_view levels : mechanism::link_levels())
    link["link"]["enum"].push_back(levels);
  link["says"] = says_schema();
  OrderedJson hypothesis = OrderedJson::object();
  for (const char* level : {"drug", "target", "pathway", "effect"})
    hypothesis[level] = typed("string");
  hypothesis["links"] = list_of(whole_object(std::move(link)), 24);
  hypothesis["searches"] = list_of(typed("string"), 6);
  OrderedJson properties = OrderedJson::object();
  properties["hypotheses"] = list_of(whole_object(std::move(hypothesis)), 10);
  return dump_json(whole_object(std::move(properties)));
}

std::string stance_schema() {
  OrderedJson stance = OrderedJson::object();
  stance["link"] = typed("integer");
  stance["id"] = typed("string");
  stance["quote"] = typed("string");
  stance["says"] = says_schema();
  OrderedJson properties = OrderedJson::object();
  properties["sentences"] = list_of(whole_object(std::move(stance)), 200);
  return dump_json(whole_object(std::move(properties)));
}

std::string text_of_record(const model::Article& article) {
  return "[" + mechanism::record_id(article) + "] " + article.title + "\n" + article.abstract +
         "\n";
}

// Adds as many records as the room holds; the first in any case.
RecordTask with_records(llm::Task task, const std::vector<const model::Article*>& articles,
                        std::size_t characters) {
  RecordTask out{.task = std::move(task)};
  std::size_t size = 0;
  for (const model::Article* article : articles) {
    const std::string record = text_of_record(*article);
    size += text::code_points(record);
    if (size > characters && !out.supplied.empty()) break;
    if (out.supplied.empty()) out.task.input += "Records:\n";
    out.task.input += record;
    out.supplied.insert(mechanism::record_id(*article));
  }
  return out;
}

bool is_supplied(const mechanism::Proposal& said, const std::set<std::string>& supplied,
                 std::vector<Error>& not_taken) {
  if (supplied.count(said.record) > 0) return true;
  not_taken.push_back({.code = Errc::llm_ungrounded,
                       .message = "\"" + text::ellipsize(one_line(said.record), 40) +
                                  "\" is none of the records supplied",
                       .path = said.path + ".id",
                       .recovery = "cite only the ids that were supplied"});
  return false;
}

std::string string_in(const Json& object, const char* member) {
  const auto it = object.find(member);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

// The list `member` of an answer; empty when it has none.
Json list_in(const Json& object, const char* member) {
  const auto it = object.find(member);
  return it != object.end() && it->is_array() ? *it : Json::array();
}

Json answer_object(std::string_view json) {
  auto parsed = parse_json(json, "a model's answer");
  return parsed && parsed->is_object() ? *std::move(parsed) : Json::object();
}

int sign_said(const Json& item) {
  const std::string says = string_in(item, "says");
  return says == "increases" ? 1 : says == "decreases" ? -1 : 0;
}

mechanism::Proposal proposal_in(const Json& item, const char* method, const std::string& path) {
  return {.record = string_in(item, "id"),
          .quote = string_in(item, "quote"),
          .sign = sign_said(item),
          .method = method,
          .path = path};
}

std::string indexed(const std::string& path, const char* member, std::size_t i) {
  return path + "." + member + "[" + std::to_string(i) + "]";
}

}  // namespace

RecordTask hypothesis_task(const mechanism::HypothesisOptions& options,
                           std::span<const model::Article> articles, std::size_t characters) {
  std::string input = "Question: " + options.query + "\n";
  if (!options.drug.empty()) input += "Drug: " + options.drug + "\n";
  if (!options.disease.empty()) input += "Disease: " + options.disease + "\n";
  input += "Hypotheses: up to " + std::to_string(options.max_hypotheses) + "\n";
  std::vector<const model::Article*> all;
  for (const model::Article& article : articles) all.push_back(&article);
  return with_records({.purpose = "mechanism hypotheses",
                       .prompt_version = "mechanism_hypotheses/1",
                       .instructions = kHypothesisInstructions,
                       .schema = hypothesis_schema(),
                       .item_id = "hypotheses",
                       .input = std::move(input)},
                      all, characters);
}

ProposedHypotheses proposed_hypotheses(std::string_view json, const std::set<std::string>& supplied,
                                       const char* method, const std::string& path,
                                       std::vector<Error>& not_taken) {
  ProposedHypotheses out;
  const Json hypotheses = list_in(answer_object(json), "hypotheses");
  for (std::size_t h = 0; h < hypotheses.size(); ++h) {
    const std::string at = indexed(path, "hypotheses", h);
    const Json links = list_in(hypotheses[h], "links");
    for (std::size_t i = 0; i < links.size(); ++i) {
      mechanism::ProposedLink link{.said = proposal_in(links[i], method, indexed(at, "links", i)),
                                   .levels = string_in(links[i], "link")};
      const std::size_t dash = std::min(link.levels.find('-'), link.levels.size());
      link.from = string_in(hypotheses[h], link.levels.substr(0, dash).c_str());
      link.to = string_in(hypotheses[h],
                          link.levels.substr(std::min(dash + 1, link.levels.size())).c_str());
      if (is_supplied(link.said, supplied, not_taken)) out.links.push_back(std::move(link));
    }
    std::vector<std::string> names;
    for (const char* level : {"drug", "target", "pathway", "effect"}) {
      if (std::string name = string_in(hypotheses[h], level); !name.empty())
        names.push_back(std::move(name));
    }
    const Json searches = list_in(hypotheses[h], "searches");
    for (std::size_t i = 0; i < searches.size(); ++i) {
      if (searches[i].is_string())
        out.searches.push_back({searches[i].get<std::string>(), names, indexed(at, "searches", i)});
    }
  }
  return out;
}

std::vector<std::string> specific_searches(const std::vector<ProposedSearch>& searches,
                                           std::vector<Error>& not_taken) {
  constexpr std::size_t kLongest = 150;  // characters; a query, not a sentence
  std::vector<std::string> out;
  for (const ProposedSearch& search : searches) {
    const std::vector<doc::Token> tokens = doc::tokenize(search.query);
    const auto named =
        std::count_if(search.names.begin(), search.names.end(), [&](const std::string& name) {
          return !mechanism::LinkNames(name).find(search.query, tokens).empty();
        });
    if (named >= 2 && text::code_points(search.query) <= kLongest) {
      out.push_back(one_line(search.query));
      continue;
    }
    not_taken.push_back({.code = Errc::llm_schema_violation,
                         .message = "does not name two levels of its hypothesis in a short query",
                         .path = search.path,
                         .recovery = "write a search such as the drug, the target and the word for "
                                     "what one does to the other"});
  }
  return out;
}

RecordTask stance_task(const mechanism::LinkTest& test, std::span<const model::Article> articles,
                       std::size_t characters) {
  std::string input = "Links:\n";
  std::set<std::string> open;
  for (std::size_t l = 0; l < test.links.size(); ++l) {
    const mechanism::LinkVerdict& verdict = test.links[l];
    const bool directed = verdict.link.sign != 0;
    input += std::to_string(l + 1) + ". " + verdict.link.from + " " +
             (directed ? verdict.link.relation : "affects") + " " + verdict.link.to + "\n";
    std::set<std::string> voted;
    for (const mechanism::Evidence& e : verdict.evidence) {
      if (e.stance == model::Stance::mentions) continue;
      voted.insert(e.id);
    }
    for (const mechanism::Evidence& e : verdict.evidence) {
      if (voted.count(e.id) == 0) open.insert(e.id);
    }
  }
  std::vector<const model::Article*> asked;
  for (const model::Article& article : articles) {
    if (open.erase(mechanism::record_id(article)) > 0) asked.push_back(&article);
  }
  return with_records({.purpose = "stances on links",
                       .prompt_version = "link_stances/1",
                       .instructions = kStanceInstructions,
                       .schema = stance_schema(),
                       .item_id = "links",
                       .input = std::move(input)},
                      asked, characters);
}

std::vector<mechanism::ProposedStance> proposed_stances(std::string_view json, std::size_t links,
                                                        const std::set<std::string>& supplied,
                                                        const char* method, const std::string& path,
                                                        std::vector<Error>& not_taken) {
  std::vector<mechanism::ProposedStance> out;
  const Json sentences = list_in(answer_object(json), "sentences");
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::string at = indexed(path, "sentences", i);
    const auto number = sentences[i].find("link");
    const bool known = number != sentences[i].end() && number->is_number_integer() &&
                       *number >= 1 && *number <= links;
    if (!known) {
      not_taken.push_back({.code = Errc::llm_schema_violation,
                           .message = "is the number of no link",
                           .path = at + ".link",
                           .recovery = "give the number of a link listed"});
      continue;
    }
    mechanism::Proposal said = proposal_in(sentences[i], method, at);
    if (is_supplied(said, supplied, not_taken))
      out.push_back({.link = number->get<std::size_t>() - 1, .said = std::move(said)});
  }
  return out;
}

}  // namespace ev::workflow
