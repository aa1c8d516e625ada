// Every tool called with arguments made from its own schema: the first byte chooses the tool, the
// others which members are given and what is in them. Nothing may crash, hang or leak; every answer
// must be JSON, and no mistake in arguments may be an internal error. No network, a store in
// memory.
#include "base/json.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "support/tool_services.hpp"
#include "tools/all_tools.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace ev;

// The bytes of one input, zeros when they are used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
  std::size_t next() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  bool chance(std::size_t of_256) { return next() < of_256; }
  std::string rest(std::size_t most) {
    std::string out;
    while (out.size() < most && left_ > 0) out += static_cast<char>(next());
    return out;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

const char* const kPieces[] = {"metformin",
                               "Does tea reduce pain in adults with migraine?",
                               "(",
                               ")",
                               "\"",
                               "[",
                               "[]",
                               "*",
                               "tea[tiab] AND (pain[mh] OR ",
                               "n = 12, ",
                               "95% CI 1.0-2.0; ",
                               "p<0.05 ",
                               "respectively, ",
                               "Tea reduced pain (OR 0.5, 95% CI 0.3 to 0.8; P = 0.01). ",
                               "90000001",
                               "90000002",
                               "NCT01234567",
                               "10.5555/x",
                               "PMC1",
                               "rs-0000000000",
                               " ",
                               "\n",
                               "\xFF\xFE",
                               "\u202E",
                               "2021",
                               "2021/13/45",
                               "2020-01-01",
                               "placebo",
                               "reduces",
                               "AMPK",
                               "Ash B. Tea for pain. J Trees. 2021;1:2-3.",
                               "-1",
                               "1e308",
                               "rules",
                               "host",
                               "auto",
                               "study_design",
                               "recency",
                               "sample_size",
                               "direct",
                               "linear"};

class Maker {
 public:
  Maker(Bytes& bytes, const std::vector<std::string>& handles) : bytes_(bytes), handles_(handles) {}

  Json object(const Json& schema, int depth) {
    Json out = Json::object();
    const Json required = schema.value("required", Json::array());
    for (const auto& [name, shape] : schema["properties"].items()) {
      const bool must = std::find(required.begin(), required.end(), name) != required.end();
      if (!bytes_.chance(must ? 250 : 90)) continue;
      out[name] = name == "result_set" && bytes_.chance(200) ? Json(handle()) : value(shape, depth);
    }
    return out;
  }

 private:
  std::string handle() { return handles_[bytes_.next() % handles_.size()]; }

  std::string words() {
    std::string out;
    for (std::size_t i = bytes_.next() % 6; i-- > 0;) {
      const std::size_t which = bytes_.next();
      if (which >= 250)
        out += bytes_.rest(which % 13);
      else
        out += kPieces[which % std::size(kPieces)];
      if (which % 3 == 0) out += " ";
    }
    if (bytes_.chance(4)) {
      std::string many;
      for (std::size_t i = bytes_.next() * 4; i-- > 0;) many += out;
      return std::string(text::cut_bytes(many, 30'000));
    }
    return out;
  }

  Json value(const Json& shape, int depth) {
    if (depth > 4) return nullptr;
    if (bytes_.chance(10)) return anything(depth + 1);
    if (shape.contains("enum") && !bytes_.chance(8))
      return shape["enum"][bytes_.next() % shape["enum"].size()];
    const std::string type = shape.value("type", "");
    if (type == "string") return words();
    if (type == "boolean") return bytes_.chance(128);
    if (type == "integer" || type == "number") {
      const double least = shape.value("minimum", 0.0);
      const double span = std::min(shape.value("maximum", least + 50) - least, 300.0);
      const double number = least + span * static_cast<double>(bytes_.next()) / 255;
      return type == "integer" ? Json(static_cast<long>(number)) : Json(number);
    }
    if (type == "array") {
      Json out = Json::array();
      for (std::size_t i = bytes_.next() % 5; i-- > 0;)
        out.push_back(value(shape.value("items", Json::object()), depth + 1));
      return out;
    }
    if (type == "object" && shape.contains("properties")) return object(shape, depth + 1);
    return anything(depth + 1);
  }

  // What has no shape: records, weights, completions, links.
  Json anything(int depth) {
    switch (bytes_.next() % 10) {
      case 0:
        return nullptr;
      case 1:
        return words();
      case 2:
        return static_cast<long>(bytes_.next()) - 100;
      case 3:
        return bytes_.chance(128);
      case 4:
        return depth > 4 ? Json::array() : Json::array({anything(depth + 1), anything(depth + 1)});
      case 5:
        return {{kPieces[bytes_.next() % std::size(kPieces)], 0.5}, {"recency", 1.0}};
      case 6:
        return {{"from", words()}, {"relation", words()}, {"to", words()}};
      default:
        return {{"pmid", std::to_string(90000000 + bytes_.next() % 40)},
                {"title", words()},
                {"abstract", words() + words()},
                {"publication_date", words()},
                {"total_score", 0.5},
                {"extraction", {{"sample_size", words()}}},
                {"authors", Json::array({words()})}};
    }
  }

  Bytes& bytes_;
  const std::vector<std::string>& handles_;
};

class Bench {
 public:
  Bench() : tools_(tools::all_tools(services_.services)) {
    for (const mcp::ToolDef& tool : tools_) shapes_.push_back(*parse_json(tool.accepted()));
    for (const char* words : {"Tea reduced pain in 120 adults (P = 0.01).", ""}) {
      const Json record = {
          {"pmid", "90000001"}, {"title", "Tea versus placebo"}, {"abstract", words}};
      const Json made =
          call(find("deduplicate_evidence"), {{"evidence_list", Json::array({record})}});
      handles_.push_back(made.value("result_set", "rs-0000000000"));
    }
    const Json scored = call(find("pubmed_score_articles"),
                             {{"result_set", handles_.front()},
                              {"scoring_criteria", {{"weights", {{"recency", 1.0}}}}}});
    handles_.push_back(scored.value("result_set", "rs-0000000000"));
  }

  void run(Bytes bytes) {
    const std::size_t tool = bytes.next() % tools_.size();
    Maker maker(bytes, handles_);
    const Json answer = call(tool, maker.object(shapes_[tool], 0));
    const auto error = answer.find("error");
    if (error != answer.end() && error->is_object() && error->value("code", "") == "internal") {
      std::fprintf(stderr, "%s: %s\n", tools_[tool].name.c_str(), dump_json(answer).c_str());
      std::abort();
    }
  }

 private:
  std::size_t find(std::string_view name) const {
    for (std::size_t i = 0; i < tools_.size(); ++i) {
      if (tools_[i].name == name) return i;
    }
    std::abort();
  }

  Json call(std::size_t tool, const Json& arguments) const {
    mcp::CallContext ctx;
    static_cast<Context&>(ctx) = services_.ctx;
    // What came over the wire is UTF-8.
    const auto sent = parse_json(dump_json(arguments));
    if (!sent) return {};
    mcp::ToolResult result = tools_[tool].call(*sent, ctx);
    for (int i = 0; result.later && i < 2; ++i) result = result.later(ctx);
    if (result.structured.empty()) return Json::object();
    auto answer = parse_json(result.structured);
    if (!answer || !answer->is_object()) std::abort();
    return *std::move(answer);
  }

  test::ToolServices services_;
  std::vector<mcp::ToolDef> tools_;
  std::vector<Json> shapes_;
  std::vector<std::string> handles_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr int kCallsOfOneStore = 2'000;
  static std::unique_ptr<Bench> bench;
  static int calls = 0;
  set_log_level(Level::error);
  if (!bench || ++calls % kCallsOfOneStore == 0) bench = std::make_unique<Bench>();
  bench->run(Bytes(data, size));
  return 0;
}
