#include "tools/synthesis_view.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"
#include "pipeline/output/evidence_plots.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ev::tools {

namespace {

using synthesis::Measure;
using synthesis::Synthesis;

constexpr std::size_t kStudiesInText = 30;
constexpr std::size_t kQuoteCharacters = 300;

// Four significant digits: more than a pooled estimate means.
double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10, 3 - std::floor(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

Json own(Measure measure, double value) {
  return rounded(synthesis::on_own_scale(measure, value));
}

Json interval(Measure measure, synthesis::Range range) {
  return Json::array({own(measure, range.low), own(measure, range.high)});
}

Json pooled_json(Measure measure, const synthesis::Pooled& p) {
  Json out = {{"k", p.k},
              {"estimate", own(measure, p.estimate)},
              {"ci", interval(measure, p.ci)},
              {"p", rounded(p.p)},
              {"tau2", rounded(p.tau2)},
              {"i2", rounded(p.i2)},
              {"h2", rounded(p.h2)},
              {"q", {{"value", rounded(p.q)}, {"df", p.q_df}, {"p", rounded(p.q_p)}}}};
  if (p.prediction) out["prediction_interval"] = interval(measure, *p.prediction);
  return out;
}

Json arm_json(const synthesis::ArmNumbers& arm) {
  Json out = {{"name", text::displayable(arm.name)}};
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) out[name] = *value;
  };
  add("n", arm.n);
  add("events", arm.events);
  add("percent", arm.percent);
  add("mean", arm.mean);
  add("sd", arm.sd);
  add("se", arm.se);
  return out;
}

Json study_json(const synthesis::StudyResult& s, bool quotes) {
  Json out = {{"id", s.id},
              {"label", text::displayable(s.label)},
              {"outcome", text::displayable(s.outcome)},
              {"from", std::string(to_string(s.origin))}};
  if (!s.time.empty()) out["time"] = text::displayable(s.time);
  if (!s.subgroup.empty()) out["subgroup"] = text::displayable(s.subgroup);
  out["intervention"] = arm_json(s.intervention);
  out["comparator"] = arm_json(s.comparator);
  if (s.effect) {
    out["stated_effect"] = {{"measure", std::string(to_string(s.effect->measure))},
                            {"value", s.effect->interval.estimate},
                            {"ci_low", s.effect->interval.low},
                            {"ci_high", s.effect->interval.high}};
  }
  if (quotes && !s.quote.empty()) out["quote"] = text::displayable(s.quote);
  return out;
}

// In the form of a row, so that it can be given back as one; beside it where it was read.
Json proposed_json(const synthesis::StudyResult& s) {
  Json row = {{"study", s.id},
              {"outcome", text::displayable(s.outcome)},
              {"intervention", arm_json(s.intervention)},
              {"comparator", arm_json(s.comparator)},
              {"randomized", s.randomized}};
  if (!s.time.empty()) row["time"] = text::displayable(s.time);
  return {{"row", std::move(row)},
          {"label", text::displayable(s.label)},
          {"quote", text::displayable(s.quote)}};
}

Json studies_json(const Synthesis& s, bool quotes) {
  Json out = Json::array();
  for (std::size_t i = 0; i < s.studies.size(); ++i) {
    const synthesis::PooledStudy& study = s.studies[i];
    Json row = study_json(study.study, quotes);
    row["effect"] = own(s.measure, study.made.effect.y);
    row["ci"] = interval(s.measure, study.ci);
    row["weight"] = rounded(study.weight);
    row["basis"] = study.made.basis;
    if (!study.made.derived.empty()) row["derived"] = study.made.derived;
    if (i < s.without_each.size()) {
      row["pooled_without"] = {{"estimate", own(s.measure, s.without_each[i].estimate)},
                               {"ci", interval(s.measure, s.without_each[i].ci)}};
    }
    out.push_back(std::move(row));
  }
  return out;
}

Json small_study_json(const Synthesis& s) {
  Json out = Json::object();
  if (s.egger) {
    out["egger"] = {
        {"t", rounded(s.egger->statistic)}, {"df", s.egger->df}, {"p", rounded(s.egger->p)}};
  }
  if (s.trim_and_fill) {
    out["trim_and_fill"] = {{"filled", s.trim_and_fill->filled},
                            {"estimate", own(s.measure, s.trim_and_fill->pooled.estimate)},
                            {"ci", interval(s.measure, s.trim_and_fill->pooled.ci)}};
  }
  return out;
}

Json table_json(Measure measure, const synthesis::TablePooled& p) {
  return {{"k", p.k},
          {"estimate", own(measure, p.estimate)},
          {"ci", interval(measure, p.ci)},
          {"p", rounded(p.p)}};
}

void add_extras(Json& out, const Synthesis& s) {
  if (s.mantel_haenszel) out["mantel_haenszel"] = table_json(s.measure, *s.mantel_haenszel);
  if (s.peto) out["peto"] = table_json(s.measure, *s.peto);
  if (Json small = small_study_json(s); !small.empty()) out["small_study"] = std::move(small);
  if (s.subgroup_test) {
    Json groups = Json::array();
    for (const synthesis::Subgroup& g : s.subgroups) {
      Json group = pooled_json(s.measure, g.pooled);
      group["name"] = text::displayable(g.name);
      groups.push_back(std::move(group));
    }
    out["subgroups"] = {{"groups", std::move(groups)},
                        {"q", rounded(s.subgroup_test->q)},
                        {"df", s.subgroup_test->df},
                        {"p", rounded(s.subgroup_test->p)}};
  }
  if (!s.notes.empty()) out["notes"] = s.notes;
}

Json outcome_json(const Synthesis& s, bool quotes) {
  Json out = {{"outcome", text::displayable(s.outcome)},
              {"measure", std::string(to_string(s.measure))},
              {"k", s.studies.size()},
              {"poolable", std::to_string(s.studies.size()) + " of " +
                               std::to_string(s.studies.size() + s.not_poolable.size())},
              {"participants", s.participants}};
  if (s.pooled) {
    out.update(pooled_json(s.measure, *s.pooled));
    out["model"] = s.options.tau2 == synthesis::TauMethod::common
                       ? "common"
                       : "random, tau2 by " + std::string(to_string(s.options.tau2));
    out["interval"] = s.options.interval == synthesis::IntervalMethod::hksj ? "hksj" : "wald";
  }
  out["studies"] = studies_json(s, quotes);
  out["not_poolable"] = Json::array();
  for (const synthesis::LeftOut& left : s.not_poolable) {
    Json row = study_json(left.study, quotes);
    row["reason"] = left.reason;
    out["not_poolable"].push_back(std::move(row));
  }
  out["direction_counts"] = {{"higher", s.directions.higher},
                             {"lower", s.directions.lower},
                             {"no_difference", s.directions.no_difference},
                             {"sign_test_p", rounded(s.directions.p)}};
  add_extras(out, s);
  return out;
}

std::string estimate_line(const Synthesis& s) {
  const std::string head = "**" + text::displayable(s.outcome) + "**: ";
  if (!s.pooled) return head + "no study could be pooled";
  const std::string studies =
      std::to_string(s.studies.size()) + (s.studies.size() == 1 ? " study" : " studies");
  std::string out = head + std::string(to_string(s.measure)) + " " +
                    output::estimate_text(s.measure, s.pooled->estimate, s.pooled->ci) + ", " +
                    studies;
  if (s.participants > 0) out += ", " + codec::number_text(s.participants) + " participants";
  if (s.studies.size() > 1) out += ", I² " + codec::number_text(std::round(s.pooled->i2)) + " %";
  if (s.pooled->prediction) {
    out +=
        "; prediction interval " +
        codec::number_text(rounded(synthesis::on_own_scale(s.measure, s.pooled->prediction->low))) +
        " to " +
        codec::number_text(rounded(synthesis::on_own_scale(s.measure, s.pooled->prediction->high)));
  }
  return out;
}

std::string outcome_text(const Synthesis& s) {
  std::string out = estimate_line(s) + "\n";
  std::size_t shown = 0;
  for (const synthesis::PooledStudy& study : s.studies) {
    if (shown++ == kStudiesInText) break;
    out += "- " + text::displayable(study.study.label) + " (" + study.study.id +
           "): " + output::estimate_text(s.measure, study.made.effect.y, study.ci) + ", weight " +
           codec::number_text(rounded(study.weight)) + " %, from " + study.made.basis;
    if (!study.study.quote.empty()) {
      out += ": “" + text::displayable(text::ellipsize(study.study.quote, kQuoteCharacters)) + "”";
    }
    out += "\n";
  }
  for (const synthesis::LeftOut& left : s.not_poolable) {
    if (shown++ >= kStudiesInText) break;
    out += "- not pooled: " + text::displayable(left.study.label) + " (" + left.study.id +
           "): " + left.reason + "\n";
  }
  const std::size_t all = s.studies.size() + s.not_poolable.size();
  if (all > kStudiesInText) out += "- and " + std::to_string(all - kStudiesInText) + " more\n";
  for (const std::string& note : s.notes) out += "- note: " + text::displayable(note) + "\n";
  return out;
}

Json structured_of(const workflow::SynthesisOutcome& outcome, bool quotes) {
  Json out = {{"outcomes", Json::array()}, {"records", outcome.records}};
  for (const Synthesis& s : outcome.outcomes) out["outcomes"].push_back(outcome_json(s, quotes));
  if (!outcome.proposed.empty()) {
    out["proposed_rows"] = Json::array();
    for (const synthesis::StudyResult& study : outcome.proposed) {
      out["proposed_rows"].push_back(proposed_json(study));
    }
  }
  if (!outcome.left_out.empty()) {
    out["left_out"] = Json::array();
    for (const workflow::LeftOutRecord& record : outcome.left_out) {
      out["left_out"].push_back({{"id", record.id}, {"reason", record.reason}});
    }
  }
  return out;
}

}  // namespace

Answer synthesis_answer(const workflow::SynthesisOutcome& outcome, int max_response_tokens) {
  Answer answer{.structured = structured_of(outcome, true)};
  for (const Synthesis& s : outcome.outcomes) answer.text += outcome_text(s) + "\n";
  if (!outcome.proposed.empty()) {
    answer.text +=
        "Read in records and not pooled: check each against its quote and give it back in rows\n";
    std::size_t shown = 0;
    for (const synthesis::StudyResult& study : outcome.proposed) {
      if (shown++ == kStudiesInText) break;
      answer.text += "- " + dump_json(proposed_json(study)["row"]) + " “" +
                     text::displayable(text::ellipsize(study.quote, kQuoteCharacters)) + "”\n";
    }
  }
  if (!outcome.left_out.empty()) {
    answer.text += std::to_string(outcome.left_out.size()) + " of " +
                   std::to_string(outcome.records) +
                   " records add nothing to an outcome; `left_out` says why\n";
  }
  const auto room = static_cast<std::size_t>(max_response_tokens) * 4;
  if (dump_json(answer.structured).size() <= room) return answer;
  answer.structured = structured_of(outcome, false);
  std::vector<std::string> warnings = {"quotes are left out: raise max_response_tokens"};
  if (dump_json(answer.structured).size() > room) {
    const std::size_t hidden = outcome.left_out.size();
    answer.structured.erase("left_out");
    if (hidden > 0) {
      warnings.push_back(std::to_string(hidden) +
                         " records without a result are not listed: raise max_response_tokens");
    }
  }
  add_warnings(answer, warnings);
  return answer;
}

}  // namespace ev::tools
