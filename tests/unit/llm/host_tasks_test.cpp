#include "llm/host_tasks.hpp"

#include "model_bench.hpp"

#include <map>

namespace ev::llm {

namespace {

constexpr const char* kTool = "pubmed_extract_features";

std::vector<Task> two_tasks() {
  Task a = test_task("First text.");
  a.item_id = "90000001";
  Task b = test_task("Second text.");
  b.item_id = "90000002";
  return {a, b};
}

HostAnswers check_of(const std::vector<Task>& tasks, const std::string& completions) {
  const std::string id = make_host_task(kTool, tasks).task_id;
  auto got = check_host_answers(kTool, tasks, id, parse_json(completions).value());
  if (!got) return {.answers = {}, .rejected = {{.message = got.error().message}}, .missing = {}};
  return *std::move(got);
}

// "id=json;…|path code;…"
std::string summary(const HostAnswers& got) {
  std::string out;
  for (const HostAnswer& a : got.answers) {
    out += a.item_id + (a.complete ? "=" : "~") + a.json + ";";
  }
  out += "|";
  for (const Rejection& r : got.rejected) out += r.path + " " + to_string(r.code) + ";";
  return out;
}

const std::string kA = R"({"topic":"a","count":1})";
const std::string kStored = R"({"count":1,"topic":"a"})";

}  // namespace

TEST_CASE("a host task carries everything the host's model needs") {
  auto tasks = two_tasks();
  tasks[0].input = "First\u200B text.";
  const HostTask task = make_host_task(kTool, tasks);
  CHECK(task.task_id.substr(0, 3) == "ht-");
  CHECK(task.task_id.size() == 19);
  const OrderedJson json = to_json(task);
  CHECK(json["items"].size() == 2);
  CHECK(json["items"][0]["id"] == "90000001");
  CHECK(json["items"][0]["text"] == "First text.");
  CHECK(dump_json(json["json_schema"]) == kSchema);
  CHECK(has(json["instructions"].get<std::string>(), "Name the topic."));
  CHECK(has(json["instructions"].get<std::string>(), kTool));
  CHECK(make_host_task(kTool, {}).items.empty());
}

TEST_CASE("the task_id binds tool, prompt, schema and texts, and nothing else") {
  const auto tasks = two_tasks();
  const std::string id = make_host_task(kTool, tasks).task_id;
  CHECK(make_host_task(kTool, two_tasks()).task_id == id);
  CHECK(make_host_task(kTool, std::vector<Task>{tasks[1], tasks[0]}).task_id == id);
  CHECK(make_host_task("another_tool", tasks).task_id != id);
  for (int part = 0; part < 6; ++part) {
    auto other = two_tasks();
    if (part == 0) other[0].prompt_version = other[1].prompt_version = "test/2";
    if (part == 1) other[0].instructions = other[1].instructions = "x";
    if (part == 2) other[0].schema = other[1].schema = R"({"type":"object"})";
    if (part == 3) other[1].input += " ";
    if (part == 4) other[1].item_id = "90000003";
    if (part == 5) std::swap(other[0].input, other[1].input);
    INFO(part);
    CHECK(make_host_task(kTool, other).task_id != id);
  }
}

TEST_CASE("a task_id of other arguments is refused with what to do") {
  const auto tasks = two_tasks();
  for (const char* id : {"", "ht-0000000000000000", "x"}) {
    const auto got = check_host_answers(kTool, tasks, id, Json::array());
    REQUIRE_FALSE(got);
    CHECK(got.error().code == Errc::invalid_argument);
    CHECK(got.error().path == "task_id");
    CHECK_FALSE(got.error().recovery.empty());
  }
  CHECK_FALSE(check_host_answers(kTool, {}, make_host_task(kTool, {}).task_id, Json::array()));
}

TEST_CASE("completions are taken in every usual shape") {
  const auto tasks = two_tasks();
  const std::string text = dump_json(Json(kA));
  const std::string fenced = dump_json(Json("```json\n" + kA + "\n```"));
  for (const std::string& shape : std::vector<std::string>{
           R"([{"item_id":"90000001","result":)" + kA + "}]",
           R"([{"id":"90000001","result":)" + kA + "}]",
           R"([{"id":90000001,"completion":)" + kA + "}]",
           R"([{"item_id":"90000001","result":)" + text + "}]",
           R"([{"item_id":"90000001","result":)" + fenced + "}]",
           R"([{"item_id":"90000001","topic":"a","count":1}])",
           R"([)" + dump_json(Json(R"({"id":"90000001","topic":"a","count":1})")) + "]",
           R"({"item_id":"90000001","result":)" + kA + "}",
           R"({"90000001":)" + kA + "}",
           R"({"completions":[{"id":"90000001","result":)" + kA + "}]}",
           dump_json(Json(R"([{"id":"90000001","result":)" + kA + "}]")),
           dump_json(Json("```json\n{\"id\":\"90000001\",\"result\":" + kA + "}\n```")),
       }) {
    INFO(shape);
    const HostAnswers got = check_of(tasks, shape);
    CHECK(summary(got) == "90000001=" + kStored + ";|");
    CHECK(got.missing == std::vector<std::string>{"90000002"});
  }
}

TEST_CASE("a single item needs no id") {
  const std::vector<Task> one = {test_task()};
  CHECK(summary(check_of(one, "[" + kA + "]")) == "a=" + kStored + ";|");
  CHECK(summary(check_of(one, kA)) == "a=" + kStored + ";|");
  CHECK(summary(check_of(one, R"([{"result":)" + kA + "}]")) == "a=" + kStored + ";|");
  CHECK(summary(check_of(two_tasks(), "[" + kA + "]")) ==
        "|completions[0].item_id invalid_argument;");
}

TEST_CASE("fields of the result may be called like the envelope's") {
  Task task = test_task();
  task.schema =
      R"({"type":"object","properties":{"id":{"type":"string"},"result":{"type":"string"}},)"
      R"("required":["id"],"additionalProperties":false})";
  CHECK(summary(check_of({task}, R"([{"id":"W1","result":"positive"}])")) ==
        R"(a={"id":"W1","result":"positive"};|)");
  CHECK(summary(check_of({task}, R"([{"item_id":"a","id":"W1"}])")) == R"(a={"id":"W1"};|)");
}

TEST_CASE("wrong cells are named one by one, the others stand") {
  const auto tasks = two_tasks();
  const HostAnswers got =
      check_of(tasks, R"([{"item_id":"90000001","result":{"topic":7,"count":3,"more":1}},
                 {"item_id":"90000002","topic":"b"}])");
  CHECK(summary(got) == R"(90000001~{"count":3};90000002~{"topic":"b"};|)"
                        "completions[0].result.more llm_schema_violation;"
                        "completions[0].result.topic llm_schema_violation;"
                        "completions[1].count llm_schema_violation;");
  CHECK(got.rejected[1].item_id == "90000001");
  CHECK(has(got.rejected[1].message, "must be string, got 7"));
  CHECK_FALSE(got.rejected[1].hint.empty());
  CHECK(got.missing.empty());
  CHECK(to_json(got.rejected[2])["code"] == "llm_schema_violation");
}

TEST_CASE("deliberately wrong submissions are rejected with a path") {
  const auto tasks = two_tasks();
  const std::string hash = make_host_task(kTool, tasks).items[0].text_hash;
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"([{"item_id":"90000009","result":)" + kA + "}]",
       "completions[0].item_id invalid_argument"},
      {R"([{"id":"","result":)" + kA + "}]", "completions[0].id invalid_argument"},
      {R"([{"id":null,"result":)" + kA + "}]", "completions[0].id invalid_argument"},
      {R"([7])", "completions[0] llm_not_json"},
      {R"(["no json"])", "completions[0] llm_not_json"},
      {R"([{"id":"90000001","result":"no json"}])", "completions[0].result llm_not_json"},
      {R"([{"id":"90000001","result":[1]}])", "completions[0].result llm_not_json"},
      {R"([{"id":"90000001","result":null}])", "completions[0].result llm_not_json"},
      {R"([{"id":"90000001","result":{"topic":"a","count":"1"}}])",
       "completions[0].result.count llm_schema_violation"},
      {R"([{"id":"90000001","text_hash":"0000000000000000","result":)" + kA + "}]",
       "completions[0].text_hash invalid_argument"},
      {R"([{"id":"90000001","text_hash":")" + hash + R"(","result":)" + kA +
           R"(},{"id":"90000001","result":{"topic":"b","count":2}}])",
       "completions[1] invalid_argument"},
  };
  for (const auto& [completions, rejected] : rows) {
    INFO(completions);
    CHECK(has(summary(check_of(tasks, completions)), rejected + ";"));
  }
  for (const char* bad : {"7", "null", "true", R"("not json")"}) {
    CHECK_FALSE(check_host_answers(kTool, tasks, make_host_task(kTool, tasks).task_id,
                                   parse_json(bad).value()));
  }
}

TEST_CASE("every wrong cell of every kind is rejected under its own path, and alone") {
  Task task = test_task();
  task.schema = R"({"type":"object","properties":{"design":{"enum":["RCT","cohort"]},
    "n":{"type":["integer","null"],"minimum":0,"maximum":1000},"title":{"type":"string","maxLength":20},
    "drugs":{"type":"array","maxItems":3,"items":{"type":"string"}},"blind":{"type":"boolean"}},
    "required":["design","n","title","drugs","blind"],"additionalProperties":false})";
  const Json good =
      parse_json(R"({"design":"RCT","n":12,"title":"t","drugs":["a","b"],"blind":true})").value();
  const std::map<std::string, std::vector<std::string>> wrong = {
      {"design", {"null", "1", "\"rct\"", "\"\"", "[\"RCT\"]", "true"}},
      {"n", {"-1", "1001", "1.5", "\"12\"", "[12]", "{}", "true", "1e300"}},
      {"title", {"null", "7", "[]", "\"a title that is much too long\"", "{\"en\":\"t\"}"}},
      {"drugs", {"null", "\"a\"", "[1]", "[\"a\",null]", "[\"a\",\"b\",\"c\",\"d\"]", "{}"}},
      {"blind", {"null", "0", "\"true\"", "[]"}},
      {"more", {"1", "null", "\"x\""}}};
  for (const auto& [field, values] : wrong) {
    for (const std::string& value : values) {
      INFO(field << " = " << value);
      Json result = good;
      result[field] = parse_json(value).value();
      Json kept = good;
      kept.erase(field);
      const HostAnswers got =
          check_of({task}, dump_json(Json::array({{{"item_id", "a"}, {"result", result}}})));
      REQUIRE_FALSE(got.rejected.empty());
      for (const Rejection& rejection : got.rejected) {
        CHECK(rejection.path.find("completions[0].result." + field) == 0);
        CHECK(rejection.code == Errc::llm_schema_violation);
      }
      REQUIRE(got.answers.size() == 1);
      CHECK(got.answers[0].json == dump_json(kept));
      CHECK_FALSE(got.answers[0].complete);
    }
  }
  for (const char* field : {"design", "n", "title", "drugs", "blind"}) {
    Json result = good;
    result.erase(field);
    const HostAnswers got =
        check_of({task}, dump_json(Json::array({{{"item_id", "a"}, {"result", result}}})));
    REQUIRE(got.rejected.size() == 1);
    CHECK(got.rejected[0].path == std::string("completions[0].result.") + field);
    CHECK(got.rejected[0].message == "is required");
  }
}

TEST_CASE("the same answer twice is one answer, and an empty list answers nothing") {
  const auto tasks = two_tasks();
  const std::string one = R"({"id":"90000001","result":)" + kA + "}";
  CHECK(summary(check_of(tasks, "[" + one + "," + one + "]")) == "90000001=" + kStored + ";|");
  CHECK(check_of(tasks, "[]").missing.size() == 2);
  CHECK(check_of(tasks, "{}").missing.size() == 2);
}

}  // namespace ev::llm
