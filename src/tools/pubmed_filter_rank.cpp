#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/workflow/record_ranking.hpp"
#include "pipeline/workflow/score_payload.hpp"
#include "tools/all_tools.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

struct RankArgs {
  RecordsIn records;
  RankingRequest ranking;
  std::string output_format = "detailed";
  Paging paging;
};
template <class V>
void describe(V& v, RankArgs& a) {
  v("scored_articles", a.records.items);
  v("result_set", a.records.result_set);
  v("pmids", a.records.pmids);
  describe_settings(v, a.ranking);
  v("output_format", a.output_format, {.one_of = {"summary", "detailed", "analysis_ready"}});
  describe_paging(v, a.paging);
}

// A score the client brings along is used as it is, so it has to be one.
void check_score(const Json& item, std::size_t i, std::vector<Problem>& problems) {
  if (!item.is_object()) return;  // named where the records are read
  const auto given = item.find("total_score");
  if (given == item.end() || codec::not_given(*given)) return;
  const std::string path = "scored_articles[" + std::to_string(i) + "].total_score";
  const auto score = codec::number_of(*given);
  if (!score) {
    problems.push_back({path, "must be a number, got " + codec::type_name(*given)});
  } else if (!(*score >= 0 && *score <= 1)) {
    problems.push_back({path, "must be between 0 and 1 as pubmed_score_articles returned it, got " +
                                  codec::number_text(*score)});
  }
}

void check_values(const RankArgs& args, std::vector<Problem>& problems) {
  if (!args.ranking.as_of.empty()) {
    if (const auto date = appraise::parse_as_of(args.ranking.as_of, "as_of"); !date) {
      add_problems(problems, date.error());
    }
  }
  if (const auto usable = check(filters_of(args.ranking)); !usable)
    add_problems(problems, usable.error());
  if (args.records.pmids) {
    problems.push_back({"pmids", std::string(kNeverScored) + "; " +
                                     scoring_call({{"pmids", *args.records.pmids}})});
  }
  const std::vector<Json> none;
  const std::vector<Json>& items = args.records.items ? *args.records.items : none;
  for (std::size_t i = 0; i < items.size(); ++i) {
    check_score(items[i], i, problems);
  }
}

class RankingAnswer {
 public:
  RankingAnswer(const RankArgs& args, const RankingOutcome& outcome) : args_(args), out_(outcome) {}

  Result<Answer> make() const {
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, out_.result_set));
    Answer answer{.structured = Json::object()};
    head(answer);
    add_warnings(answer, out_.warnings);
    add_content_notice(answer);
    const std::vector<appraise::RankedRecord>& ranked = out_.ranking.records;
    add_made_items(
        answer, "ranked_articles", ranked.size(), args_.paging, offset, out_.result_set,
        [&](std::size_t i) { return item(ranked[i]); },
        [&](std::size_t i) { return model::item_id(out_.records->article(ranked[i].candidate)); });
    return answer;
  }

 private:
  void head(Answer& answer) const {
    const appraise::Ranking& ranking = out_.ranking;
    Json metadata = {
        {"initial_count", ranking.initial_count},     {"filtered_count", ranking.filtered_count},
        {"filters_applied", ranking.filters_applied}, {"ranking_method", ranking.method},
        {"unjudged", ranking.unjudged_records},       {"as_of", format_date(out_.as_of, '-')}};
    for (const auto& [filter, removed] : ranking.removed) {
      metadata["removed_by"][filter] = removed.size();
      metadata["removed_ids"][filter] = first_ids(removed);
    }
    if (!ranking.unjudged.empty()) metadata["unjudged_by"] = ranking.unjudged;
    if (args_.ranking.diversity) metadata["diversity"] = *args_.ranking.diversity;
    answer.structured = {{"result_set", out_.result_set}, {"filter_metadata", std::move(metadata)}};
    answer.text = "**" + std::to_string(ranking.records.size()) + " ranked** of " +
                  std::to_string(ranking.filtered_count) + " left by the filters, " +
                  std::to_string(ranking.initial_count) + " scored" + handle_text(out_.result_set) +
                  "\n";
    for (const auto& [filter, removed] : ranking.removed) {
      answer.text += "Removed by " + filter + ": " + std::to_string(removed.size()) + " (" +
                     text::join(first_ids(removed), ", ") +
                     (removed.size() > kRemovedNamed ? ", …" : "") + ")\n";
    }
    for (const auto& [filter, count] : ranking.unjudged) {
      answer.text +=
          "Kept unjudged by " + filter + " for want of data: " + std::to_string(count) + "\n";
    }
  }

  // Enough to see whom a filter meets; the set it was given holds them all.
  static constexpr std::size_t kRemovedNamed = 10;
  std::vector<std::string> first_ids(const std::vector<std::size_t>& removed) const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < std::min(removed.size(), kRemovedNamed); ++i) {
      out.push_back(model::item_id(out_.records->article(removed[i])));
    }
    return out;
  }

  // What every shape carries: the score the order follows, and why it differs from the scored one.
  void add_place(Json& json, const appraise::RankedRecord& ranked, const model::Article& article,
                 const Flags& flags) const {
    json["rank"] = ranked.rank;
    if (!ranked.boosts.empty()) {
      json["boosts"] = boosts_json(ranked);
      json["base_score"] = ranked.base_score;
    }
    if (!ranked.unjudged.empty()) json["unjudged"] = ranked.unjudged;
    if (const auto it = out_.repeat_of.find(ranked.candidate); it != out_.repeat_of.end())
      json["possible_repeat_of"] = it->second;
    if (article.retraction.status != model::RetractionStatus::none)
      json["retraction"]["status"] = article.retraction.status;
    if (is_suspected(flags)) json["injection_suspected"] = true;
  }

  // The same for a row, whose flags say the rest.
  Json row_members(const appraise::RankedRecord& ranked, const Json& features,
                   const Json& scores) const {
    Json out = {{"rank", ranked.rank},
                {"total_score", ranked.final_score},
                {"percentile_rank", scores.value("percentile_rank", Json())}};
    if (Json n = sample_size_of(features); !n.is_null()) out["n"] = std::move(n);
    for (const appraise::Boost& boost : ranked.boosts) {
      out["boosts"].push_back({{"name", boost.name}, {"factor", boost.factor}});
    }
    if (!ranked.unjudged.empty()) out["unjudged"] = ranked.unjudged;
    if (const auto it = out_.repeat_of.find(ranked.candidate); it != out_.repeat_of.end())
      out["possible_repeat_of"] = it->second;
    round_numbers(out);
    return out;
  }

  Json summary(const appraise::RankedRecord& ranked, const model::Article& article,
               const Json& scores) const {
    Json out = id_member(article);
    out["title"] = text::displayable(article.title);
    out["journal"] = text::displayable(article.journal);
    out["publication_date"] =
        article.publication_date.empty() ? Json() : Json(article.publication_date);
    out["total_score"] = ranked.final_score;
    out["percentile_rank"] = scores.value("percentile_rank", Json());
    return out;
  }

  Json analysis_ready(const appraise::RankedRecord& ranked, const model::Article& article,
                      const Json& features, const Json& scores) const {
    const Json standard = article_json(article, "standard");
    Json info = id_member(article);
    for (const char* member : {"title", "journal", "authors", "author_count", "publication_date"}) {
      if (const auto it = standard.find(member); it != standard.end()) info[member] = *it;
    }
    if (!info.contains("publication_date")) info["publication_date"] = nullptr;
    return {{"article_info", std::move(info)},
            {"extracted_features",
             article_with_features(article, features, "standard").at("extraction")},
            {"scoring",
             {{"total_score", ranked.final_score},
              {"score_breakdown", scores.value("score_breakdown", Json::object())},
              {"percentile_rank", scores.value("percentile_rank", Json())}}}};
  }

  Json detailed(const appraise::RankedRecord& ranked, const model::Article& article,
                const Json& features, const Json& scores) const {
    Json out = scores;
    out["article_with_features"] = article_with_features(article, features, args_.paging.detail);
    out["total_score"] = ranked.final_score;
    return out;
  }

  Item item(const appraise::RankedRecord& ranked) const {
    const model::Article& article = out_.records->article(ranked.candidate);
    const Json& features = out_.records->features(ranked.candidate).payload();
    const bool is_summary = args_.output_format == "summary";
    const Json scores = args_.output_format == "detailed" ? out_.records->payload(ranked.candidate)
                                                          : out_.records->summary(ranked.candidate);
    Item out{.id = model::item_id(article)};
    if (is_summary) {
      out.shown = summary(ranked, article, scores);
    } else if (args_.output_format == "analysis_ready") {
      out.shown = analysis_ready(ranked, article, features, scores);
    } else {
      out.shown = detailed(ranked, article, features, scores);
    }
    const Flags flags = out_.records->flags(ranked.candidate);
    add_place(out.shown, ranked, article, flags);
    round_numbers(out.shown);
    // A summary is a row already, and costs less to make.
    const bool may_be_small = is_summary && args_.paging.detail != "row";
    const std::size_t size = may_be_small ? text::code_points(dump_json(out.shown)) : 0;
    const bool is_small = may_be_small && size <= kRowCharacters;
    RowText text;
    if (!is_small) text = out_.records->row_text(ranked.candidate);
    if (is_summary) text.finding.clear();
    out.row = is_small ? out.shown
                       : article_row(article, text, flags, row_members(ranked, features, scores));
    out.line = line(ranked, article, flags, scores, text.finding);
    if (is_small) out.sizes = {size + 1, size + 1, text::code_points(out.line) + 1};
    return out;
  }

  std::string line(const appraise::RankedRecord& ranked, const model::Article& article,
                   const Flags& flags, const Json& scores, const std::string& finding) const {
    constexpr std::size_t kAfterArticle = 220;
    std::string why = contributions_line(scores);
    for (const appraise::Boost& boost : ranked.boosts) {
      why += (why.empty() ? "" : "; ") + boost.name + " x" + codec::number_text(boost.factor);
    }
    if (!why.empty()) why = " (" + why + ")";
    if (!ranked.unjudged.empty()) {
      why += " unjudged: " + text::ellipsize(text::join(ranked.unjudged, ", "), 60);
    }
    const std::size_t used = text::code_points(why) + 3;
    std::string after;
    if (!finding.empty() && used + 40 < kAfterArticle) {
      const std::size_t room = std::min<std::size_t>(100, kAfterArticle - used);
      after = " — " + text::ellipsize(markdown_line(finding), room);
    }
    return fitted_line(
        std::to_string(ranked.rank) + ". **" + short_number(ranked.final_score) + "** ", article,
        flags, after + why);
  }

  const RankArgs& args_;
  const RankingOutcome& out_;
};

}  // namespace

mcp::ToolDef pubmed_filter_rank(const Services& services,
                                const std::shared_ptr<WorkingSets>& working) {
  return make_tool<RankArgs>(
      "pubmed_filter_rank",
      [&services, working](const RankArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        RankingRequest request = args.ranking;
        EV_TRY(request.records, records_request(args.records, "scored_articles"));
        EV_TRY(const RankingOutcome outcome,
               rank_records(services, *working, std::move(request), ctx));
        return RankingAnswer(args, outcome).make();
      });
}

}  // namespace ev::tools
