#include "tools/hypotheses_answer.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/hypothesis_json.hpp"
#include "pipeline/mechanism/selection.hpp"
#include "pipeline/workflow/untrusted.hpp"
#include "tools/model_answers.hpp"

#include <nlohmann/json.hpp>

namespace ev::tools {

namespace {

constexpr std::size_t kExcerptLength = 300;  // characters of a selected record's text

// What a small budget leaves out of an answer besides the hypotheses, step by step; each step
// includes those before it.
enum class Leave { nothing, excerpts, selection, primary, most_gaps, all_gaps };
constexpr Leave kLeaveSteps[] = {Leave::nothing, Leave::excerpts,  Leave::selection,
                                 Leave::primary, Leave::most_gaps, Leave::all_gaps};

std::vector<std::string> left_out_by(Leave leave) {
  std::vector<std::string> names;
  if (leave >= Leave::excerpts) names.emplace_back("evidence_selection excerpts");
  if (leave >= Leave::selection) names.back() = "evidence_selection.selected";
  if (leave >= Leave::primary) names.emplace_back("primary_hypothesis beyond its id");
  if (leave == Leave::most_gaps)
    names.emplace_back("knowledge_gaps and recommended_searches after the second");
  if (leave == Leave::all_gaps) names.emplace_back("knowledge_gaps and recommended_searches");
  return names;
}

class HypothesesAnswer {
 public:
  HypothesesAnswer(const HypothesesOutcome& outcome, const std::string& query, const Paging& paging)
      : out_(outcome), query_(query), paging_(paging) {}

  Result<Answer> make() const { return out_.set.articles.empty() ? no_evidence() : listed(); }

 private:
  Result<Answer> no_evidence() const {
    const std::string& search = out_.search_subject;
    Answer answer{
        .structured = {
            {"hypotheses", Json::array()},
            {"primary_hypothesis", nullptr},
            {"knowledge_gaps", Json::array()},
            {"recommended_searches", {search}},
            {"engine", "rules"},
            {"next_call", {{"tool", "pubmed_search"}, {"arguments", {{"search_query", search}}}}}}};
    answer.text = "No evidence available yet. Search for evidence first.";
    if (!out_.warnings.empty()) answer.text += "\n";
    add_warnings(answer, out_.warnings);
    return answer;
  }

  Json selection_json(Leave leave) const {
    Json out = {{"given", out_.set.articles.size()},
                {"read", out_.assessment.records_read},
                {"excluded_retracted", out_.assessment.excluded_retracted},
                {"sign_conflicts", out_.assessment.sign_conflicts},
                {"method", out_.selection.method}};
    if (leave >= Leave::selection) return out;
    Json& shown = out["selected"] = Json::array();
    for (const std::size_t i : out_.selected) {
      const model::Article& article = out_.set.articles[i];
      Json row = article_stub(article);
      if (leave == Leave::nothing && paging_.detail != "row") {
        row["excerpt"] =
            text::displayable(mechanism::truncate_at_sentence(article.abstract, kExcerptLength));
      }
      if (addresses_a_model(article)) row["injection_suspected"] = true;
      shown.push_back(std::move(row));
    }
    return out;
  }

  mechanism::QuoteLimit quotes() const {
    return paging_.detail == "full" ? mechanism::kAllQuotes : mechanism::QuoteLimit{};
  }

  Item item(std::size_t i, const mechanism::QuoteLimit* in_text) const {
    const mechanism::MechanismHypothesis& h = out_.assessment.hypotheses[i];
    Json row = {{"hypothesis_id", h.hypothesis_id},
                {"drug", h.drug},
                {"target", h.target},
                {"pathway", h.pathway},
                {"effect", h.effect},
                {"confidence", h.confidence},
                {"status", h.status}};
    return {.id = h.hypothesis_id,
            .shown = mechanism::to_json(h, quotes()),
            .row = std::move(row),
            .line = in_text == nullptr ? mechanism::to_row_markdown(h, i + 1)
                                       : mechanism::to_markdown(h, i + 1, *in_text)};
  }

  // All of the answer but the hypotheses; the text is head, then where they go, then tail.
  struct Frame {
    Answer answer;
    std::string tail;
  };
  Frame frame(Leave leave) const {
    mechanism::HypothesisAssessment shown = out_.assessment;
    const std::size_t lines = leave < Leave::most_gaps ? 8 : leave == Leave::most_gaps ? 2 : 0;
    if (shown.knowledge_gaps.size() > lines) shown.knowledge_gaps.resize(lines);
    if (shown.recommended_searches.size() > lines) shown.recommended_searches.resize(lines);
    const std::string query = leave < Leave::most_gaps ? query_ : text::ellipsize(query_, 100);
    Frame out{.answer = {.structured = {{"query", query},
                                        {"engine", out_.engine},
                                        {"result_set", out_.set.handle},
                                        {"primary_hypothesis", nullptr},
                                        {"knowledge_gaps", shown.knowledge_gaps},
                                        {"recommended_searches", shown.recommended_searches},
                                        {"evidence_selection", selection_json(leave)}}}};
    Json& json = out.answer.structured;
    if (shown.primary >= 0) {
      const auto& primary = shown.hypotheses[static_cast<std::size_t>(shown.primary)];
      json["primary_hypothesis"] = leave < Leave::primary
                                       ? mechanism::to_plain_json(primary)
                                       : Json{{"hypothesis_id", primary.hypothesis_id}};
      if (leave >= Leave::primary) shown.primary = -1;
    }
    if (leave != Leave::nothing) json["left_out"] = left_out_by(leave);
    out.answer.text = mechanism::closing_markdown(shown) +
                      "\nRecords read: " + std::to_string(out_.assessment.records_read) + " of " +
                      std::to_string(out_.set.articles.size()) +
                      "; result_set: " + out_.set.handle + "\n";
    if (leave != Leave::nothing) {
      out.answer.text +=
          "Left out for max_response_tokens: " + text::join(left_out_by(leave), "; ") + "\n";
    }
    add_model_help(out.answer, out_.help);
    add_warnings(out.answer, out_.warnings);
    add_content_notice(out.answer);
    out.tail = std::move(out.answer.text);
    out.answer.text = "## Generated Hypotheses\n\n";
    if (out_.assessment.hypotheses.empty())
      out.answer.text += "No mechanism is stated in the records read.\n\n";
    return out;
  }

  // How many characters of the budget the list may take beside the frame, in both forms of the
  // answer.
  struct Room {
    std::size_t structured, text;
  };
  Room room_beside(const Frame& frame) const {
    constexpr std::size_t kCharactersPerToken = 4;
    constexpr std::size_t kCursorAndCounts = 400;
    const std::size_t limit =
        static_cast<std::size_t>(paging_.max_response_tokens) * kCharactersPerToken;
    const auto left = [&](std::size_t used) {
      used += kCursorAndCounts;
      return used < limit ? limit - used : 0;
    };
    return {left(text::code_points(dump_json(frame.answer.structured))),
            left(text::code_points(frame.answer.text + frame.tail))};
  }

  // The items with the most quotes in the text that fit; as rows when the first does not fit whole.
  std::vector<Item> items_for(const Room& room, std::size_t offset) const {
    const mechanism::QuoteLimit asked = quotes();
    const mechanism::QuoteLimit one{.supporting = 1, .background = 0, .contradicting = 1};
    const bool page = paging_.detail == "full";  // more pages rather than fewer quotes
    std::vector<Item> out;
    for (const mechanism::QuoteLimit* limit :
         {&asked, &one, static_cast<const mechanism::QuoteLimit*>(nullptr)}) {
      out.clear();
      std::size_t size = 0;
      for (std::size_t i = 0; i < out_.assessment.hypotheses.size(); ++i) {
        out.push_back(item(i, limit));
        const bool counts = page ? i == offset : i >= offset;
        if (counts) size += text::code_points(out.back().line) + 1;
      }
      if (size <= room.text) break;
    }
    const auto fits = [&](const Json& json) {
      return text::code_points(dump_json(json)) < room.structured;
    };
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (fits(out[i].shown)) continue;
      if (!page) out[i].shown = mechanism::to_json(out_.assessment.hypotheses[i], one);
      if (!fits(out[i].shown)) out[i].shown = out[i].row;
    }
    return out;
  }

  bool shows_whole(const std::vector<Item>& items, std::size_t offset) const {
    return offset >= items.size() || paging_.detail == "row" ||
           items[offset].shown.contains("links");
  }

  // Leaves out the least that lets the first hypothesis stand in the form wanted.
  enum class Want { whole, rows };
  bool lay_out(std::size_t offset, Want want, Frame& chosen, std::vector<Item>& list) const {
    for (const Leave leave : kLeaveSteps) {
      chosen = frame(leave);
      const Room room = room_beside(chosen);
      list = items_for(room, offset);
      const bool any = offset < list.size();
      const std::size_t line = any ? text::code_points(list[offset].line) + 1 : 0;
      const std::size_t row = any ? text::code_points(dump_json(list[offset].row)) + 1 : 0;
      const bool fits = room.structured >= row && room.text >= line;
      if (fits && (want == Want::rows || shows_whole(list, offset))) return true;
    }
    return false;
  }

  Result<Answer> listed() const {
    const std::string scope = out_.set.handle + "/hypotheses";
    EV_TRY(const std::size_t offset, cursor_offset(paging_.cursor, scope));
    Frame chosen;
    std::vector<Item> list;
    if (!lay_out(offset, Want::whole, chosen, list)) lay_out(offset, Want::rows, chosen, list);
    const std::size_t head = chosen.answer.text.size();
    Answer answer = std::move(chosen.answer);
    answer.text += chosen.tail;  // counts in the budget, stands after the list
    const std::size_t before = answer.text.size();
    add_items(answer, "hypotheses", list, paging_, offset, scope);
    answer.text = answer.text.substr(0, head) + answer.text.substr(before) + chosen.tail;
    if (!shows_whole(list, offset)) {
      answer.structured["left_out"].push_back("links and quotes of the hypotheses");
      answer.text +=
          "The structured answer leaves out links and quotes: raise max_response_tokens.\n";
    }
    return answer;
  }

  const HypothesesOutcome& out_;
  const std::string& query_;
  const Paging& paging_;
};

}  // namespace

Result<Answer> hypotheses_answer(const HypothesesOutcome& outcome, const std::string& query,
                                 const Paging& paging) {
  return HypothesesAnswer(outcome, query, paging).make();
}

}  // namespace ev::tools
