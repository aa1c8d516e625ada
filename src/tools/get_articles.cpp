#include "base/text.hpp"
#include "pipeline/identity/ids.hpp"
#include "pipeline/search/fetch_any.hpp"
#include "pipeline/search/surroundings.hpp"
#include "tools/all_tools.hpp"
#include "tools/article_parts.hpp"
#include "tools/evidence.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ev::tools {

namespace {

// Records whose parts are fetched together.
constexpr std::size_t kWindow = 8;
// A cursor counts pieces within records.
constexpr std::size_t kPiecesOfRecord = 10'000;
constexpr std::size_t kCharactersOfToken = 4;
constexpr std::size_t kClosingLines = 300;  // deferred, the cursor and its line
constexpr std::size_t kDeferredShown = 50;

struct GetArgs {
  std::vector<std::string> ids;
  std::vector<std::string> include;
  std::vector<std::string> sections;
  int max_chars = 20'000;
  Paging paging;
};
template <class V>
void describe(V& v, GetArgs& a) {
  v("ids", a.ids, {.required = true, .max_length = 1000});
  v("include", a.include,
    {.one_of = {"record", "full_text", "references", "cited_by", "similar", "annotations"}});
  v("sections", a.sections, {.max_length = 50});
  v("max_chars", a.max_chars, {.min = 200, .max = 1'000'000});
  describe_paging(v, a.paging);
}

void check_values(const GetArgs& args, std::vector<Problem>& problems) {
  const auto& include = args.include;
  const bool read = std::find(include.begin(), include.end(), "full_text") != include.end();
  if (!args.sections.empty() && !read) {
    problems.push_back({"sections", "needs \"full_text\" in include"});
  }
}

bool is_handle(std::string_view id) {
  return id.rfind("rs-", 0) == 0;
}

Json upstream_error(const Error& error) {
  Json out = {{"code", to_string(error.code)}, {"message", text::displayable(error.message)}};
  if (!error.source.empty()) out["source"] = error.source;
  if (error.retry_after_s) out["retry_after_s"] = *error.retry_after_s;
  if (!error.recovery.empty()) out["recovery"] = error.recovery;
  return out;
}

std::string outcome_name(search::IdOutcome outcome) {
  if (outcome == search::IdOutcome::not_checked) return "not_checked";
  return outcome == search::IdOutcome::no_id ? "no_id" : "not_found";
}

// What a reader of the study needs first; the rest is in the full form.
void shorten_trial(Json& record) {
  const auto trial = record.find("trial");
  if (trial == record.end()) return;
  Json left_out = Json::array();
  for (const char* member :
       {"detailed_description", "eligibility_criteria", "references", "secondary_outcomes"}) {
    if (trial->erase(member) > 0) left_out.push_back(member);
  }
  if (!left_out.empty()) record["trial_left_out"] = std::move(left_out);
}

std::string people(const model::Article& a) {
  std::vector<std::string> names;
  for (const model::Author& author : a.authors) {
    if (names.size() == 6) {
      names.emplace_back("et al. (" + std::to_string(a.authors.size()) + ")");
      break;
    }
    names.push_back(markdown_line(author.name));
  }
  return text::join(names, ", ");
}

std::string identifiers(const model::Article& a) {
  std::vector<std::string> out;
  for (const identity::Identifier& id : identity::ids_of(a)) {
    out.push_back(id.kind == identity::IdKind::doi ? "doi:" + id.value : identity::label(id));
  }
  return text::join(out, " · ");
}

std::string trial_lines(const model::Trial& t) {
  std::string out = "Study: " + markdown_line(t.status);
  if (!t.phases.empty()) out += ", " + text::join(t.phases, "/");
  if (t.enrollment) out += ", n=" + std::to_string(*t.enrollment);
  if (!t.start_date.empty())
    out += ", " + t.start_date + " to " + (t.completion_date.empty() ? "?" : t.completion_date);
  out += t.has_results ? ", results posted\n" : ", no results posted\n";
  if (!t.conditions.empty())
    out += "Conditions: " + markdown_line(text::join(t.conditions, "; ")) + "\n";
  for (const model::TrialIntervention& i : t.interventions) {
    out += "- " + markdown_line(i.type + ": " + i.name) + "\n";
  }
  for (const model::TrialOutcome& o : t.primary_outcomes) {
    out += "Primary outcome: " + markdown_line(o.measure) +
           (o.time_frame.empty() ? "" : " (" + markdown_line(o.time_frame) + ")") + "\n";
  }
  return out;
}

std::string record_text(const model::Article& a) {
  std::string out;
  if (const std::string names = people(a); !names.empty()) out += names + ". ";
  if (!a.journal.empty()) out += "*" + markdown_line(a.journal) + "* ";
  out += a.publication_date;
  if (!a.volume.empty()) out += ";" + a.volume + (a.issue.empty() ? "" : "(" + a.issue + ")");
  if (!a.pages.empty()) out += ":" + a.pages;
  out = std::string(text::trim(out));
  if (!out.empty()) out += "\n";
  out += identifiers(a) + "\n";
  const model::Retraction& r = a.retraction;
  if (r.status != model::RetractionStatus::none) {
    out += "Standing: " + std::string(wire_name(r.status)) + " (" + text::join(r.sources, ", ") +
           ")" + (r.notice_pmid.empty() ? "" : ", notice PMID " + r.notice_pmid) + "\n";
  }
  for (const model::Relation& relation : a.related) {
    if (relation.type != "has_comment" && relation.type != "comment_on") {
      out += relation.type + " " + relation.id + "\n";
    }
  }
  if (a.trial) out += trial_lines(*a.trial);
  out += a.abstract.empty() ? "(no abstract)\n" : markdown_lines(a.abstract) + "\n";
  return out;
}

class Getting {
 public:
  Getting(const Services& services, const GetArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {
    for (const std::string& part : args.include) {
      record_ = record_ || part == "record";
      wanted_.full_text = wanted_.full_text || part == "full_text";
      wanted_.references = wanted_.references || part == "references";
      wanted_.cited_by = wanted_.cited_by || part == "cited_by";
      wanted_.similar = wanted_.similar || part == "similar";
      wanted_.annotations = wanted_.annotations || part == "annotations";
    }
    if (args.include.empty()) record_ = true;
    limit_ = static_cast<std::size_t>(args.paging.max_response_tokens) * kCharactersOfToken;
    piece_chars_ = std::clamp<std::size_t>(limit_ / 3, 300, 9'000);
  }

  Result<Answer> go() {
    EV_TRY(const std::size_t cursor, cursor_offset(args_.paging.cursor, scope()));
    EV_CHECK(fetch());
    if (articles_.empty() && !errors_.empty() && !any_answered_) return errors_.front();
    Answer answer;
    EV_CHECK(open(answer));
    EV_CHECK(fill(answer, cursor));
    // Sources that failed while parts were fetched.
    Json errors = Json::array();
    for (const Error& error : errors_) errors.push_back(upstream_error(error));
    answer.structured["errors"] = std::move(errors);
    return answer;
  }

 private:
  bool parts() const {
    return wanted_.full_text || wanted_.references || wanted_.cited_by || wanted_.similar ||
           wanted_.annotations;
  }

  std::string scope() const {
    return text::join(args_.ids, "\n") + "\n\n" + text::join(args_.include, ",") + "\n" +
           text::join(args_.sections, ",") + "\n" + std::to_string(args_.max_chars) + "\n" +
           args_.paging.detail + "\n" + std::to_string(args_.paging.max_response_tokens);
  }

  // ---------------------------------------------------------------- records

  void take(const model::Article& article, const std::string& asked) {
    const auto [it, fresh] = place_.try_emplace(model::item_id(article), articles_.size());
    if (fresh) {
      articles_.push_back(article);
      asked_.emplace_back();
    }
    std::vector<std::string>& names = asked_[it->second];
    const bool known = std::find(names.begin(), names.end(), asked) != names.end();
    if (asked != model::item_id(article) && !known) names.push_back(asked);
  }

  Result<void> fetch() {
    std::vector<std::string> ids;
    for (const std::string& id : args_.ids) {
      if (!is_handle(text::trim(id))) ids.push_back(id);
    }
    EV_TRY(search::AnyFetch found, search::fetch_any(services_.ports(), ids, ctx_));
    std::size_t next = 0;
    for (const std::string& id : args_.ids) {
      if (is_handle(text::trim(id))) {
        EV_CHECK(take_set(std::string(text::trim(id))));
        continue;
      }
      const search::IdAnswer& answer = found.answers[next++];
      if (answer.outcome == search::IdOutcome::found) {
        take(found.articles[answer.record], answer.asked);
        continue;
      }
      any_answered_ = any_answered_ || answer.outcome != search::IdOutcome::not_checked;
      not_found_.push_back({{"id", text::displayable(text::ellipsize(answer.asked, 200))},
                            {"status", outcome_name(answer.outcome)},
                            {"reason", text::displayable(answer.reason)}});
    }
    errors_ = std::move(found.errors);
    warnings_ = std::move(found.warnings);
    return {};
  }

  Result<void> take_set(const std::string& handle) {
    auto set = load_set(services_, handle, ctx_);
    if (!set) {
      Error error = set.error();
      error.path = "ids";
      return error;
    }
    for (const model::Article& article : set->articles) take(article, handle);
    return {};
  }

  // ---------------------------------------------------------------- answer

  Result<void> open(Answer& answer) {
    const std::size_t found = articles_.size();
    answer.structured = {{"not_found", not_found_}, {"articles", Json::array()}};
    answer.text = "**" + std::to_string(found) + (found == 1 ? " record" : " records") + "**";
    // Of an empty list a step of a pipeline makes an empty set, so that the next one has a handle.
    if (found > 0 || args_.ids.empty()) {
      const Json meta = {{"call", {{"tool", "get_articles"}, {"arguments", {{"ids", args_.ids}}}}}};
      EV_TRY(const std::string handle,
             or_unkept(store_records(services_, articles_, meta), warnings_));
      if (!handle.empty()) {
        answer.structured["result_set"] = handle;
        answer.text += "; result_set `" + handle + "`";
      }
    }
    answer.text += "\n";
    for (const Json& one : not_found_) {
      std::string status = one["status"].get<std::string>();
      std::replace(status.begin(), status.end(), '_', ' ');
      answer.text += "- " + one["id"].get<std::string>() + ": " + status + ": " +
                     one["reason"].get<std::string>() + "\n";
    }
    add_warnings(answer, warnings_);
    if (found > 0) add_content_notice(answer);
    return {};
  }

  // Records and their parts, piece by piece, as far as the budget goes.
  Result<void> fill(Answer& answer, std::size_t cursor) {
    std::size_t at = cursor / kPiecesOfRecord;
    std::size_t first_piece = cursor % kPiecesOfRecord;
    json_used_ = text::code_points(dump_json(answer.structured)) + kClosingLines;
    text_used_ = text::code_points(answer.text) + kClosingLines;
    for (; at < articles_.size(); ++at) {
      EV_CHECK(ctx_.check());
      EV_TRY(const std::vector<ArticlePiece> pieces, pieces_of(at));
      Json entry = id_member(articles_[at]);
      if (!record_ || first_piece > 0) entry["title"] = text::displayable(articles_[at].title);
      if (first_piece > 0) entry["continued"] = true;
      if (!asked_[at].empty()) entry["asked"] = asked_[at];
      const std::size_t opened = text::code_points(dump_json(entry));
      bool any = false;
      std::size_t piece = first_piece;
      for (; piece < pieces.size(); ++piece) {
        if (!fits(pieces[piece], any ? 0 : opened)) break;
        if (!any) {
          json_used_ += opened;
          head_line(answer, at, first_piece > 0);
        }
        any = true;
        add(answer, entry, pieces[piece]);
      }
      if (any) answer.structured["articles"].push_back(std::move(entry));
      if (piece < pieces.size()) {
        close(answer, at, any, at * kPiecesOfRecord + piece);
        return {};
      }
      first_piece = 0;
    }
    return {};
  }

  bool fits(const ArticlePiece& piece, std::size_t more) const {
    if (nothing_yet_) return true;
    return json_used_ + more + text::code_points(dump_json(piece.members)) <= limit_ &&
           text_used_ + more + text::code_points(piece.text) <= limit_;
  }

  void add(Answer& answer, Json& entry, const ArticlePiece& piece) {
    json_used_ += text::code_points(dump_json(piece.members));
    text_used_ += text::code_points(piece.text);
    join_piece(entry, piece.members);
    answer.text += piece.text;
    nothing_yet_ = false;
  }

  void head_line(Answer& answer, std::size_t at, bool continued) {
    const std::string line = "\n**" + std::to_string(at + 1) + ".** " +
                             article_line(articles_[at]) + (continued ? " (continued)" : "") + "\n";
    answer.text += line;
    text_used_ += text::code_points(line);
  }

  void close(Answer& answer, std::size_t at, bool begun, std::size_t cursor) const {
    Json ids = Json::array();
    const std::size_t from = begun ? at + 1 : at;
    for (std::size_t i = from; i < articles_.size() && ids.size() < kDeferredShown; ++i) {
      ids.push_back(model::item_id(articles_[i]));
    }
    const std::string next = make_cursor(cursor, scope());
    answer.structured["deferred"] = std::move(ids);
    answer.structured["deferred_count"] = articles_.size() - from;
    answer.structured["next_cursor"] = next;
    answer.text += (begun ? "More of this record" : "More records") +
                   std::string(": call again with cursor \"") + next + "\"\n";
  }

  // ---------------------------------------------------------------- pieces

  ArticlePiece record_piece(std::size_t at) const {
    const model::Article& a = articles_[at];
    const std::string& detail = args_.paging.detail;
    if (detail == "row") return {article_row(a), ""};
    ArticlePiece piece{article_json(a, detail), record_text(a)};
    if (detail == "standard") shorten_trial(piece.members);
    return piece;
  }

  Result<std::vector<ArticlePiece>> pieces_of(std::size_t at) {
    std::vector<ArticlePiece> out;
    if (record_) out.push_back(record_piece(at));
    if (!parts()) return out;
    EV_TRY(const search::Surroundings* const around, around_of(at));
    if (wanted_.full_text) {
      const FullTextWish wish{args_.sections, static_cast<std::size_t>(args_.max_chars)};
      add_full_text(around->full_text, wish, piece_chars_, out);
    }
    if (wanted_.references) add_work_list(around->references, "references", piece_chars_, out);
    if (wanted_.cited_by) add_work_list(around->cited_by, "cited_by", piece_chars_, out);
    if (wanted_.similar) add_work_list(around->similar, "similar", piece_chars_, out);
    if (wanted_.annotations) add_annotations(around->annotations, piece_chars_, out);
    if (out.size() > kPiecesOfRecord) out.resize(kPiecesOfRecord);
    return out;
  }

  Result<const search::Surroundings*> around_of(std::size_t at) {
    if (at < window_begin_ || at >= window_begin_ + window_.size()) {
      const std::size_t end = std::min(articles_.size(), at + kWindow);
      ctx_.report("fetching parts", static_cast<double>(at), static_cast<double>(articles_.size()));
      EV_TRY(window_,
             search::surroundings(services_.ports(),
                                  std::span<const model::Article>(articles_).subspan(at, end - at),
                                  wanted_, ctx_));
      window_begin_ = at;
      for (const search::Surroundings& one : window_) {
        note(one.full_text.error);
        note(one.references.error);
        note(one.cited_by.error);
        note(one.similar.error);
        note(one.annotations.error);
      }
    }
    return &window_[at - window_begin_];
  }

  void note(const std::optional<Error>& error) {
    if (!error) return;
    const bool known = std::any_of(errors_.begin(), errors_.end(), [&](const Error& e) {
      return e.source == error->source && e.code == error->code;
    });
    if (!known) errors_.push_back(*error);
  }

  const Services& services_;
  const GetArgs& args_;
  const mcp::CallContext& ctx_;
  bool record_ = false;
  search::WantedParts wanted_;
  std::size_t limit_ = 0;
  std::size_t piece_chars_ = 0;
  std::vector<model::Article> articles_;
  std::vector<std::vector<std::string>> asked_;  // parallel
  std::map<std::string, std::size_t> place_;
  Json not_found_ = Json::array();
  bool any_answered_ = false;
  std::vector<Error> errors_;
  std::vector<std::string> warnings_;
  std::vector<search::Surroundings> window_;
  std::size_t window_begin_ = 0;
  std::size_t json_used_ = 0;
  std::size_t text_used_ = 0;
  bool nothing_yet_ = true;
};

}  // namespace

mcp::ToolDef get_articles(const Services& services) {
  return make_tool<GetArgs>(
      "get_articles",
      [&services](const GetArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        return Getting(services, args, ctx).go();
      });
}

}  // namespace ev::tools
