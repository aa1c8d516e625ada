#include "base/text.hpp"
#include "pipeline/mechanism/hypothesis.hpp"
#include "pipeline/mechanism/hypothesis_json.hpp"
#include "pipeline/mechanism/selection.hpp"
#include "pipeline/model/standing.hpp"
#include "pipeline/workflow/evidence_selection.hpp"
#include "pipeline/workflow/mechanism_tasks.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "pipeline/workflow/named_entities.hpp"
#include "pipeline/workflow/untrusted.hpp"
#include "tools/all_tools.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/model_answers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {
namespace {

constexpr int kMostHypotheses = 10;
constexpr std::size_t kExcerptLength = 300;  // characters of a selected record's text

struct HypothesesArgs {
  std::string query;
  std::vector<Json> evidence;
  std::vector<Json> articles;
  std::string result_set;
  std::vector<std::string> pmids;
  std::string drug;
  std::string disease;
  int max_hypotheses = 4;
  std::optional<int> max_evidence;
  ModelIn model;
  Paging paging;
};
template <class V>
void describe(V& v, HypothesesArgs& a) {
  v("query", a.query, {.required = true, .max_length = 2000});
  v("evidence", a.evidence, {.max_length = 2000});
  v("articles", a.articles, {.max_length = 2000});
  v("result_set", a.result_set, {.max_length = 40});
  v("pmids", a.pmids, {.max_length = 2000});
  v("drug", a.drug, {.max_length = 200});
  v("disease", a.disease, {.max_length = 200});
  v("max_hypotheses", a.max_hypotheses, {.min = 1});
  v("max_evidence", a.max_evidence, {.min = 1, .max = 2000});
  describe_model(v, a.model);
  describe_paging(v, a.paging);
}

bool is_handle(const std::string& s) {
  constexpr std::size_t kShortest = 13;  // "rs-" and 10 hex digits
  return s.size() >= kShortest && s.starts_with("rs-") &&
         s.find_first_not_of("0123456789abcdef", 3) == std::string::npos;
}

void check_records(const HypothesesArgs& a, std::vector<Problem>& problems) {
  if (!a.result_set.empty() && !is_handle(a.result_set)) {
    problems.push_back(
        {"result_set", "must be a handle such as rs-0123456789; pubmed_search returns one"});
  }
  const std::pair<const char*, bool> given[] = {{"evidence", !a.evidence.empty()},
                                                {"articles", !a.articles.empty()},
                                                {"result_set", !a.result_set.empty()},
                                                {"pmids", !a.pmids.empty()}};
  const char* first = nullptr;
  for (const auto& [name, is_given] : given) {
    if (!is_given) continue;
    if (first != nullptr)
      problems.push_back({name, std::string("is given beside ") + first + "; keep one of them"});
    if (first == nullptr) first = name;
  }
}

void check_values(const HypothesesArgs& a, std::vector<Problem>& problems) {
  check_model(a.model, problems);
  check_records(a, problems);
}

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

class HypothesisCall {
 public:
  HypothesisCall(const Services& services, const HypothesesArgs& args, const mcp::CallContext& ctx)
      : services_(services),
        args_(args),
        ctx_(ctx),
        model_(services, "generate_hypotheses", args.model, ctx) {}

  Result<Answer> go() {
    const bool nothing_given = args_.evidence.empty() && args_.articles.empty() &&
                               args_.result_set.empty() && args_.pmids.empty();
    if (nothing_given) return no_evidence();
    EV_TRY(set_, load());
    if (set_.articles.empty()) return no_evidence();
    EV_CHECK(select());
    EV_CHECK(name_entities());
    EV_TRY(assessment_, mechanism::assess(read_, options(), ctx_));
    EV_CHECK(ask_model());
    assessment_.excluded_retracted = excluded_;
    EV_CHECK(keep());
    return answer();
  }

 private:
  mechanism::HypothesisOptions options() const {
    return {
        .query = args_.query,
        .drug = args_.drug,
        .disease = args_.disease,
        .max_hypotheses = static_cast<std::size_t>(std::min(args_.max_hypotheses, kMostHypotheses)),
        .named = named_.entities,
        .proposed = proposed_};
  }

  // Inline records are the caller's own: they are read as they stand, without asking anyone.
  Result<void> name_entities() {
    if (!args_.evidence.empty() || !args_.articles.empty()) return {};
    EV_TRY(named_, named_entities(services_, read_, ctx_));
    return {};
  }

  // A model reads the records selected; what it says joins what the rules read, checked like it.
  Result<void> ask_model() {
    if (!model_.wanted() || selected_.empty()) return {};
    std::vector<model::Article> put;
    for (const std::size_t i : selected_) put.push_back(set_.articles[i]);
    // A host's task takes half of the answer's room, so that the rules' hypotheses have the other.
    const auto half = static_cast<std::size_t>(args_.paging.max_response_tokens) * 2;
    const std::size_t room = args_.model.engine == "host" ? half : kTaskCharacters;
    RecordTask asked = hypothesis_task(options(), put, room);
    return model_.run(std::move(asked.task), [&](const std::string& json, const char* method,
                                                 const std::string& path) {
      std::vector<Error> not_taken;
      auto made = proposed_hypotheses(json, asked.supplied, method, path, not_taken);
      return take(std::move(made), std::move(not_taken));
    });
  }

  Result<std::vector<Error>> take(ProposedHypotheses proposals, std::vector<Error> not_taken) {
    std::vector<std::string> searches = specific_searches(proposals.searches, not_taken);
    const std::size_t before = proposed_.size();
    proposed_.insert(proposed_.end(), proposals.links.begin(), proposals.links.end());
    EV_TRY(assessment_, mechanism::assess(read_, options(), ctx_));
    std::vector<mechanism::ProposedLink> stand;
    for (const std::size_t i : assessment_.proposals_taken) stand.push_back(proposed_[i]);
    if (stand.size() == before) searches.clear();  // nothing new that they could test
    proposed_ = std::move(stand);
    add_searches(std::move(searches));
    not_taken.insert(not_taken.end(), assessment_.proposals_not_taken.begin(),
                     assessment_.proposals_not_taken.end());
    return not_taken;
  }

  // Searches of a model's hypotheses go before those of the gaps; of two rounds both stay.
  void add_searches(std::vector<std::string> searches) {
    for (std::string& search : searches) {
      if (std::find(searches_.begin(), searches_.end(), search) == searches_.end())
        searches_.push_back(std::move(search));
    }
    std::vector<std::string>& all = assessment_.recommended_searches;
    std::erase_if(all, [&](const std::string& s) {
      return std::find(searches_.begin(), searches_.end(), s) != searches_.end();
    });
    all.insert(all.begin(), searches_.begin(), searches_.end());
  }

  Result<RecordSet> load() const {
    const bool evidence = !args_.evidence.empty();
    return load_records(services_,
                        {.items = evidence ? args_.evidence : args_.articles,
                         .result_set = args_.result_set,
                         .pmids = args_.pmids},
                        evidence ? "evidence" : "articles", ctx_);
  }

  Result<Answer> no_evidence() const {
    const std::string search = mechanism::search_subject(options());
    Answer answer{
        .structured = {
            {"hypotheses", Json::array()},
            {"primary_hypothesis", nullptr},
            {"knowledge_gaps", Json::array()},
            {"recommended_searches", {search}},
            {"engine", "rules"},
            {"next_call", {{"tool", "pubmed_search"}, {"arguments", {{"search_query", search}}}}}}};
    answer.text = "No evidence available yet. Search for evidence first.";
    if (!set_.warnings.empty()) answer.text += "\n";
    add_warnings(answer, set_.warnings);
    return answer;
  }

  // Retracted papers and notices take no place in the selection. Rules read every other record
  // unless the caller asked for fewer; the selection is what is shown of them.
  Result<void> select() {
    std::vector<std::size_t> eligible;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < set_.articles.size(); ++i) {
      const model::Article& article = set_.articles[i];
      if (model::is_void(article)) {
        excluded_.push_back(mechanism::record_id(article));
        continue;
      }
      eligible.push_back(i);
      texts.push_back(article.title + "\n" + article.abstract);
    }
    std::sort(excluded_.begin(), excluded_.end());
    const std::size_t n = static_cast<std::size_t>(args_.max_evidence.value_or(10));
    EV_TRY(selection_, select_evidence(services_, texts, args_.query, n, args_.model.engine, ctx_));
    for (const std::size_t t : selection_.chosen) selected_.push_back(eligible[t]);
    for (const std::size_t i : args_.max_evidence ? selected_ : eligible)
      read_.push_back(set_.articles[i]);
    return {};
  }

  // Appended to the store, never doubled: the id is a hash of the four members.
  Result<void> keep() const {
    for (const mechanism::MechanismHypothesis& h : assessment_.hypotheses) {
      Json stored = mechanism::to_json(h);
      stored["query"] = args_.query;
      stored["result_set"] = set_.handle;
      EV_CHECK(services_.documents.put("hypothesis", h.hypothesis_id, dump_json(stored)));
    }
    return {};
  }

  Json selection_json(Leave leave) const {
    Json out = {{"given", set_.articles.size()},
                {"read", assessment_.records_read},
                {"excluded_retracted", assessment_.excluded_retracted},
                {"sign_conflicts", assessment_.sign_conflicts},
                {"method", selection_.method}};
    if (leave >= Leave::selection) return out;
    Json& shown = out["selected"] = Json::array();
    for (const std::size_t i : selected_) {
      const model::Article& article = set_.articles[i];
      Json row = article_stub(article);
      if (leave == Leave::nothing && args_.paging.detail != "row") {
        row["excerpt"] =
            text::displayable(mechanism::truncate_at_sentence(article.abstract, kExcerptLength));
      }
      if (addresses_a_model(article)) row["injection_suspected"] = true;
      shown.push_back(std::move(row));
    }
    return out;
  }

  mechanism::QuoteLimit quotes() const {
    return args_.paging.detail == "full" ? mechanism::kAllQuotes : mechanism::QuoteLimit{};
  }

  Item item(std::size_t i, const mechanism::QuoteLimit* in_text) const {
    const mechanism::MechanismHypothesis& h = assessment_.hypotheses[i];
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

  std::vector<std::string> warnings() const {
    std::vector<std::string> out = set_.warnings;
    out.insert(out.end(), selection_.warnings.begin(), selection_.warnings.end());
    out.insert(out.end(), named_.warnings.begin(), named_.warnings.end());
    out.insert(out.end(), model_.warnings().begin(), model_.warnings().end());
    if (args_.max_hypotheses > kMostHypotheses) {
      out.push_back("max_hypotheses " + std::to_string(args_.max_hypotheses) + " was lowered to " +
                    std::to_string(kMostHypotheses));
    }
    if (!assessment_.excluded_retracted.empty()) {
      out.push_back("retracted records and notices were not read: " +
                    text::join(assessment_.excluded_retracted, ", "));
    }
    for (const model::Article& article : read_) {
      if (addresses_a_model(article)) {
        out.push_back("record " + model::item_id(article) +
                      " carries text that addresses a model (injection_suspected)");
      }
    }
    return out;
  }

  // All of the answer but the hypotheses; the text is head, then where they go, then tail.
  struct Frame {
    Answer answer;
    std::string tail;
  };
  Frame frame(Leave leave) const {
    mechanism::HypothesisAssessment shown = assessment_;
    const std::size_t lines = leave < Leave::most_gaps ? 8 : leave == Leave::most_gaps ? 2 : 0;
    if (shown.knowledge_gaps.size() > lines) shown.knowledge_gaps.resize(lines);
    if (shown.recommended_searches.size() > lines) shown.recommended_searches.resize(lines);
    const std::string query =
        leave < Leave::most_gaps ? args_.query : text::ellipsize(args_.query, 100);
    Frame out{.answer = {.structured = {{"query", query},
                                        {"engine", model_.engine()},
                                        {"result_set", set_.handle},
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
                      "\nRecords read: " + std::to_string(assessment_.records_read) + " of " +
                      std::to_string(set_.articles.size()) + "; result_set: " + set_.handle + "\n";
    if (leave != Leave::nothing) {
      out.answer.text +=
          "Left out for max_response_tokens: " + text::join(left_out_by(leave), "; ") + "\n";
    }
    add_model_help(out.answer, model_.help());
    add_warnings(out.answer, warnings());
    add_content_notice(out.answer);
    out.tail = std::move(out.answer.text);
    out.answer.text = "## Generated Hypotheses\n\n";
    if (assessment_.hypotheses.empty())
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
        static_cast<std::size_t>(args_.paging.max_response_tokens) * kCharactersPerToken;
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
    const bool page = args_.paging.detail == "full";  // more pages rather than fewer quotes
    std::vector<Item> out;
    for (const mechanism::QuoteLimit* limit :
         {&asked, &one, static_cast<const mechanism::QuoteLimit*>(nullptr)}) {
      out.clear();
      std::size_t size = 0;
      for (std::size_t i = 0; i < assessment_.hypotheses.size(); ++i) {
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
      if (!page) out[i].shown = mechanism::to_json(assessment_.hypotheses[i], one);
      if (!fits(out[i].shown)) out[i].shown = out[i].row;
    }
    return out;
  }

  bool shows_whole(const std::vector<Item>& items, std::size_t offset) const {
    return offset >= items.size() || args_.paging.detail == "row" ||
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

  Result<Answer> answer() const {
    const std::string scope = set_.handle + "/hypotheses";
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, scope));
    Frame chosen;
    std::vector<Item> list;
    if (!lay_out(offset, Want::whole, chosen, list)) lay_out(offset, Want::rows, chosen, list);
    const std::size_t head = chosen.answer.text.size();
    Answer answer = std::move(chosen.answer);
    answer.text += chosen.tail;  // counts in the budget, stands after the list
    const std::size_t before = answer.text.size();
    add_items(answer, "hypotheses", list, args_.paging, offset, scope);
    answer.text = answer.text.substr(0, head) + answer.text.substr(before) + chosen.tail;
    if (!shows_whole(list, offset)) {
      answer.structured["left_out"].push_back("links and quotes of the hypotheses");
      answer.text +=
          "The structured answer leaves out links and quotes: raise max_response_tokens.\n";
    }
    return answer;
  }

  const Services& services_;
  const HypothesesArgs& args_;
  const mcp::CallContext& ctx_;
  RecordSet set_;
  EvidenceSelection selection_;
  std::vector<std::size_t> selected_;
  std::vector<std::string> excluded_;  // ids of retracted papers and notices
  std::vector<model::Article> read_;
  mechanism::HypothesisAssessment assessment_;
  NamedEntities named_;
  ModelTask model_;
  std::vector<mechanism::ProposedLink> proposed_;  // that stand
  std::vector<std::string> searches_;              // a model's
};

}  // namespace

mcp::ToolDef generate_hypotheses(const Services& services) {
  return make_tool<HypothesesArgs>(
      "generate_hypotheses", [&services](const HypothesesArgs& args, const mcp::CallContext& ctx) {
        return HypothesisCall(services, args, ctx).go();
      });
}

}  // namespace ev::tools
