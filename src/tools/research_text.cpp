#include "base/text.hpp"
#include "pipeline/output/answer_view.hpp"
#include "tools/research_document.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ev::tools {

namespace {

std::string plain(const Json& value) {
  if (value.is_string()) return one_line(value.get<std::string>());
  return value.is_null() ? std::string() : dump_json(value);
}

std::string chain_line(const Json& h) {
  std::string out;
  for (const char* level : {"drug", "target", "pathway", "effect"}) {
    const std::string name = plain(h.at(level));
    if (!name.empty()) out += (out.empty() ? "" : " → ") + name;
  }
  return out;
}

std::string quote_text(const Json& quote) {
  return std::string("- ") + (quote.at("stance") == "contradicts" ? "against: \"" : "for: \"") +
         plain(quote.at("quote")) + "\" [" + plain(quote.at("pmid")) + ", " +
         plain(quote.at("design")) + ", " + plain(quote.at("species")) + "]\n";
}

std::string hypothesis_text(const Json& h, int number) {
  const double confidence = h.at("confidence").get<double>();
  std::string out = "### Hypothesis " + std::to_string(number) + " (" + plain(h.at("status")) +
                    ", confidence " + std::to_string(std::lround(confidence * 100)) + "%)\n" +
                    "**Mechanism**: " + chain_line(h) + " `" + plain(h.at("hypothesis_id")) + "`\n";
  for (const Json& link : h.value("links", Json::array())) {
    out += "- " + plain(link.at("from")) + " " + plain(link.at("relation")) + " " +
           plain(link.at("to")) + ": " + plain(link.at("status")) + ", " +
           plain(link.at("supporting_records")) + " for, " +
           plain(link.at("contradicting_records")) + " against\n";
    for (const Json& quote : link.at("evidence")) out += "  " + quote_text(quote);
  }
  return out;
}

std::string rounds_text(const Json& rounds) {
  std::string out;
  for (const Json& round : rounds) {
    out += "- Round " + plain(round.at("round")) + ": " + plain(round.at("searches")) +
           " searches, " + plain(round.at("new_records")) + " new records; " +
           plain(round.at("reason")) + "\n";
  }
  return out;
}

std::string list_text(const char* heading, const Json& items, const char* mark) {
  if (!items.is_array() || items.empty()) return {};
  std::string out = std::string("\n### ") + heading + "\n";
  for (const Json& item : items) out += std::string("- ") + mark + plain(item) + mark + "\n";
  return out;
}

std::string evidence_text(const Json& rows) {
  if (rows.empty()) return {};
  std::string out = "\n### Best evidence\n";
  int number = 0;
  for (const Json& row : rows) {
    const Json id = row.contains("pmid") ? row["pmid"] : row.value("item_id", Json());
    out += std::to_string(++number) + ". " + plain(row.value("title", Json())) + " [" + plain(id) +
           "]";
    if (row.contains("retraction")) out += " [" + plain(row["retraction"]) + "]";
    if (row.contains("finding")) out += " — " + plain(row["finding"]);
    out += "\n";
  }
  return out;
}

std::string flow_text(const Json& flow) {
  return "Records: " + plain(flow.at("identified")) + " identified, " +
         plain(flow.at("duplicates")) + " duplicates, " + plain(flow.at("records")) +
         " different works, " + plain(flow.at("retracted")) + " retracted or notices, " +
         plain(flow.at("read")) + " read\n";
}

std::string paused_text(const Json& answer) {
  std::string out = "**The run goes on**: this call's time is used up (" +
                    plain(answer.at("next_call").at("stage")) +
                    "). Call run_research again with run_id `" + plain(answer.at("run_id")) +
                    "`.\n" + rounds_text(answer.at("rounds"));
  for (const Json& h : answer.at("hypotheses"))
    out += "- " + chain_line(h) + " (" + plain(h.at("status")) + ")\n";
  return out + flow_text(answer.at("flow"));
}

}  // namespace

std::string research_text(const Json& answer) {
  if (answer.at("status") == "paused") return paused_text(answer);
  const Json& judgement = answer.at("judgement");
  std::string out = "**" + plain(answer.at("question")) + "**\n" +
                    output::answer_markdown(answer, output::Quoted::verbatim) + "\n";
  int number = 0;
  for (const Json& h : answer.at("hypotheses")) out += hypothesis_text(h, ++number);
  if (number == 0 && answer.at("rubric") == "mechanism")
    out += "No mechanism is stated in the records read.\n";
  out += evidence_text(answer.at("evidence"));
  if (judgement.is_object()) {
    out += "\nJudged: " + plain(judgement.at("reason")) + ".\n";
    out += list_text("Missing", judgement.at("missing"), "");
  }
  out += list_text("Knowledge Gaps", answer.at("knowledge_gaps"), "");
  out += list_text("Recommended Next Searches", answer.at("recommended_searches"), "`");
  out += "\n### How\nStopped: " + plain(answer.at("stop_reason")) + "; run `" +
         plain(answer.at("run_id")) + "`; ranked records: result_set `" +
         plain(answer.at("result_set")) + "`; report: " + plain(answer.at("report")) + "\n" +
         rounds_text(answer.at("rounds")) + flow_text(answer.at("flow"));
  const Json& references = answer.at("references");
  out += "References checked: " + plain(references.at("checked"));
  for (const auto& [status, n] : references.items()) {
    if (status != "checked") out += ", " + plain(n) + " " + status;
  }
  return out + "\n";
}

}  // namespace ev::tools
