#include "tools/query_questions.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/query_gen/ambiguous.hpp"
#include "pipeline/query_gen/strategies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace ev::tools {

namespace {

constexpr const char* kNameKey = "meaning";
constexpr const char* kBreadthKey = "narrow";
constexpr const char* kAsWritten = "search it as written";

struct Narrowing {
  const char* label;
  const char* time_frame;
  const char* study_type;
};
constexpr auto kNarrowings = std::to_array<Narrowing>({
    {"leave it as broad as it is", "", ""},
    {"only the last 10 years", "last_10_years", ""},
    {"only the last 5 years", "last_5_years", ""},
    {"only randomized controlled trials", "", "Randomized Controlled Trial"},
    {"only systematic reviews", "", "Systematic Review"},
});

// A form of one choice.
mcp::InputRequest choice(const char* key, const std::string& message, const std::string& title,
                         const std::vector<std::string>& options) {
  const Json property = {{"type", "string"}, {"title", title}, {"enum", options}};
  const Json schema = {
      {"type", "object"}, {"properties", {{key, property}}}, {"required", Json::array({key})}};
  return mcp::ask_form(key, message, dump_json(schema));
}

std::string chosen(const mcp::CallContext& ctx, const char* key) {
  const std::string* const text = mcp::as_string(ctx.inputs.form_field(key, key));
  return text == nullptr ? std::string() : *text;
}

long least_count(const query_gen::Generation& made) {
  long least = -1;
  for (const query_gen::GeneratedQuery& q : made.queries) {
    if (!q.result_count) return -1;
    if (least < 0 || *q.result_count < least) least = *q.result_count;
  }
  return least;
}

}  // namespace

QueryQuestions::QueryQuestions(query_gen::Request& request, const mcp::CallContext& ctx,
                               CountedIn counted_in, bool may_ask)
    : request_(request),
      ctx_(ctx),
      counted_in_(counted_in),
      may_ask_(may_ask && ctx.client.forms && ctx.state.empty() &&
               ctx.inputs.find(kNameKey) == nullptr && ctx.inputs.find(kBreadthKey) == nullptr),
      limits_said_(!request.time_frame.empty() || !request.study_types.empty() ||
                   !request.draft_query.empty()) {
  take_name(request);
  take_breadth(request);
}

void QueryQuestions::take_name(query_gen::Request& request) {
  const auto found = query_gen::ambiguous_name(request.research_goal, request.keywords);
  if (!found) return;
  const std::string answer = chosen(ctx_, kNameKey);
  if (std::find(found->meanings.begin(), found->meanings.end(), answer) != found->meanings.end()) {
    request.research_goal = query_gen::with_meaning(request.research_goal, found->name, answer);
    notes_.push_back("\"" + found->name + "\" is read as " + answer + ", as the user answered");
    return;
  }
  if (answer == kAsWritten) return;
  if (!found->decided.empty()) {
    request.research_goal =
        query_gen::with_meaning(request.research_goal, found->name, found->decided);
    notes_.push_back("\"" + found->name + "\" is read as " + found->decided + ", as \"" +
                     found->because + "\" stands beside it");
    return;
  }
  ambiguous_ = found->name;
  meanings_ = found->meanings;
  // Nobody is asked: the commonest meaning finds more of what is meant than the letters do.
  if (!may_ask_)
    request.research_goal =
        query_gen::with_meaning(request.research_goal, ambiguous_, meanings_.front());
}

void QueryQuestions::take_breadth(query_gen::Request& request) {
  const std::string answer = chosen(ctx_, kBreadthKey);
  for (const Narrowing& n : kNarrowings) {
    if (answer != n.label || limits_said_) continue;
    request.time_frame = n.time_frame;
    if (*n.study_type != '\0') request.study_types = {n.study_type};
    notes_.push_back("the user was asked about the breadth and answered: " + answer);
    limits_said_ = true;
  }
}

std::optional<mcp::InputRequest> QueryQuestions::about_name() const {
  if (!may_ask_ || ambiguous_.empty()) return std::nullopt;
  std::vector<std::string> options = meanings_;
  options.emplace_back(kAsWritten);
  return choice(kNameKey,
                "\"" + ambiguous_ + "\" has several meanings. Which one is to be searched?",
                ambiguous_ + " means", options);
}

long QueryQuestions::most() const {
  const long high = query_gen::range_of(request_.strategy).high;
  return counted_in_ == CountedIn::library ? high : std::max<long>(limits::kPubMedReachable, high);
}

bool QueryQuestions::too_broad(const query_gen::Generation& made) const {
  return !limits_said_ && least_count(made) > most();
}

std::optional<mcp::InputRequest> QueryQuestions::about_breadth(
    const query_gen::Generation& made) const {
  if (!may_ask_ || !too_broad(made)) return std::nullopt;
  std::vector<std::string> options;
  for (const Narrowing& n : kNarrowings) options.emplace_back(n.label);
  return choice(kBreadthKey,
                "The search finds at least " + std::to_string(least_count(made)) +
                    " records. Shall it be narrowed?",
                "Search", options);
}

std::vector<std::string> QueryQuestions::assumptions(const query_gen::Generation& made) const {
  std::vector<std::string> out;
  if (!ambiguous_.empty()) {
    out.push_back("\"" + ambiguous_ + "\" can mean " + text::join(meanings_, ", ") +
                  "; it was read as " + meanings_.front() + ": write out what is meant");
  }
  if (too_broad(made)) {
    const std::string than =
        counted_in_ == CountedIn::library
            ? "a " + request_.strategy + " search should (" + std::to_string(most()) + ")"
            : "can be paged through (" + std::to_string(limits::kPubMedReachable) + ")";
    out.push_back("every query finds more records than " + than +
                  ": no limit was assumed; narrow with time_frame, study_types or keywords");
  }
  return out;
}

}  // namespace ev::tools
