#include "tools/synthesis_view.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"
#include "pipeline/output/evidence_plots.hpp"
#include "pipeline/output/plot_svg.hpp"
#include "pipeline/question/frame_json.hpp"
#include "tools/findings_view.hpp"
#include "tools/synthesis_fit.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ev::tools {

namespace {

// Whole numbers without a decimal point.
Json number_json(double value) {
  const bool whole = std::abs(value) < 1e15 && value == std::round(value);
  return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

}  // namespace

Json arm_json(const synthesis::ArmNumbers& arm) {
  Json out = {{"name", text::displayable(arm.name)}};
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) out[name] = number_json(*value);
  };
  add("n", arm.n);
  add("events", arm.events);
  add("percent", arm.percent);
  add("mean", arm.mean);
  add("sd", arm.sd);
  add("se", arm.se);
  add("median", arm.median);
  add("q1", arm.q1);
  add("q3", arm.q3);
  add("ci_low", arm.ci_low);
  add("ci_high", arm.ci_high);
  return out;
}

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
              {"q", {{"value", rounded(p.q)}, {"df", number_json(p.q_df)}, {"p", rounded(p.q_p)}}}};
  if (p.prediction) out["prediction_interval"] = interval(measure, *p.prediction);
  return out;
}

Json effect_json(const synthesis::StatedEffect& effect) {
  return {{"measure", std::string(to_string(effect.measure))},
          {"value", effect.interval.estimate},
          {"ci_low", effect.interval.low},
          {"ci_high", effect.interval.high}};
}

// Whose reading the numbers are, where they stand, and what else bears them out.
void add_provenance(Json& out, const synthesis::StudyResult& s) {
  out["from"] = std::string(to_string(s.origin));
  if (!s.place.empty()) out["place"] = text::displayable(s.place);
  if (!s.method.empty()) out["method"] = text::displayable(s.method);
  if (s.provisional) out["provisional"] = true;
  if (!s.borne_out_by.empty()) out["borne_out_by"] = s.borne_out_by;
  if (!s.p_value.empty()) out["p_value"] = text::displayable(s.p_value);
  if (!s.registrations.empty()) out["registrations"] = s.registrations;
  for (const std::string& conflict : s.conflicts)
    out["conflicts"].push_back(text::displayable(conflict));
  if (!s.quote.empty()) out["quote"] = text::displayable(s.quote);
  for (const synthesis::CellQuote& one : s.elsewhere)
    out["cell_quotes"][text::displayable(one.cell)] = text::displayable(one.quote);
}

Json study_json(const synthesis::StudyResult& s) {
  Json out = {{"id", s.id},
              {"label", text::displayable(s.label)},
              {"outcome", text::displayable(s.outcome)}};
  if (!s.time.empty()) out["time"] = text::displayable(s.time);
  if (!s.subgroup.empty()) out["subgroup"] = text::displayable(s.subgroup);
  out["intervention"] = arm_json(s.intervention);
  out["comparator"] = arm_json(s.comparator);
  if (s.effect) out["stated_effect"] = effect_json(*s.effect);
  add_provenance(out, s);
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
  if (s.effect) row["effect"] = effect_json(*s.effect);
  Json out = {{"row", std::move(row)},
              {"label", text::displayable(s.label)},
              {"not_pooled_because", s.unsure}};
  add_provenance(out, s);
  out.erase("provisional");
  return out;
}

Json studies_json(const Synthesis& s) {
  Json out = Json::array();
  for (std::size_t i = 0; i < s.studies.size(); ++i) {
    const synthesis::PooledStudy& study = s.studies[i];
    Json row = study_json(study.study);
    row["effect"] = own(s.measure, study.made.effect.y);
    row["ci"] = interval(s.measure, study.ci);
    row["weight"] = rounded(study.weight);
    row["basis"] = study.made.basis;
    if (!study.made.derived.empty()) row["derived"] = study.made.derived;
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

Json sensitivity_json(const Synthesis& s) {
  Json out = Json::object();
  for (std::size_t i = 0; i < s.without_each.size(); ++i) {
    out["leave_one_out"].push_back({{"without", s.studies[i].study.id},
                                    {"estimate", own(s.measure, s.without_each[i].estimate)},
                                    {"ci", interval(s.measure, s.without_each[i].ci)}});
  }
  if (s.mantel_haenszel) out["mantel_haenszel"] = table_json(s.measure, *s.mantel_haenszel);
  if (s.peto) out["peto"] = table_json(s.measure, *s.peto);
  return out;
}

void add_extras(Json& out, const Synthesis& s) {
  if (Json checks = sensitivity_json(s); !checks.empty()) out["sensitivity"] = std::move(checks);
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

Json outcome_json(const Synthesis& s) {
  Json out = {{"outcome", text::displayable(s.outcome)},
              {"measure", std::string(to_string(s.measure))},
              {"k", s.studies.size()},
              {"poolable", std::to_string(s.studies.size()) + " of " +
                               std::to_string(s.studies.size() + s.not_poolable.size())},
              {"participants", number_json(s.participants)}};
  const auto unseen = std::count_if(s.studies.begin(), s.studies.end(),
                                    [](const auto& study) { return study.study.provisional; });
  if (unseen > 0) out["provisional"] = unseen;
  if (s.pooled) {
    out.update(pooled_json(s.measure, *s.pooled));
    out["model"] = s.options.tau2 == synthesis::TauMethod::common
                       ? "common"
                       : "random, tau2 by " + std::string(to_string(s.options.tau2));
    out["interval"] = s.options.interval == synthesis::IntervalMethod::hksj ? "hksj" : "wald";
  }
  out["studies"] = studies_json(s);
  out["not_poolable"] = Json::array();
  for (const synthesis::LeftOut& left : s.not_poolable) {
    Json row = study_json(left.study);
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
  return out + output::prediction_text(s.measure, *s.pooled);
}

std::string outcome_text(const Synthesis& s) {
  std::string out = estimate_line(s) + "\n";
  std::size_t shown = 0;
  for (const synthesis::PooledStudy& study : s.studies) {
    if (shown++ == kStudiesInText) break;
    out += "- " + text::displayable(study.study.label) + " (" + study.study.id +
           "): " + output::estimate_text(s.measure, study.made.effect.y, study.ci) + ", weight " +
           output::fixed(study.weight, 1) + " %, from " + study.made.basis +
           (study.study.provisional ? ", provisional" : "");
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

Json structured_of(const workflow::SynthesisOutcome& outcome, const Profiles& profiles) {
  Json out = {{"outcomes", Json::array()}, {"records", outcome.records}};
  for (std::size_t i = 0; i < outcome.outcomes.size(); ++i) {
    Json one = outcome_json(outcome.outcomes[i]);
    if (profiles[i]) one["summary_of_findings"] = findings_json(outcome.outcomes[i], *profiles[i]);
    out["outcomes"].push_back(std::move(one));
  }
  if (outcome.frame) out["frame"] = question::to_json(*outcome.frame);
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

std::string certainty_text(const workflow::EvidenceProfile& profile) {
  std::string out = std::string("certainty: ") + (profile.not_judged() > 0 ? "at most " : "") +
                    profile.certainty +
                    (profile.all_signed() ? " (signed)" : " (proposed, unsigned)") + ";";
  for (const workflow::DomainProfile& d : profile.domains) {
    out += " " + std::string(wire_name(d.domain)) + " " + std::string(wire_name(d.holds()));
    if (d.signed_by) out += " (signed by " + text::displayable(d.signed_by->name) + ")";
    out += d.domain == workflow::GradeDomain::publication_bias ? "" : ",";
  }
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

Answer synthesis_answer(const workflow::SynthesisOutcome& outcome, const Profiles& profiles,
                        std::size_t room) {
  Answer answer{.structured = structured_of(outcome, profiles)};
  for (std::size_t i = 0; i < outcome.outcomes.size(); ++i) {
    answer.text += outcome_text(outcome.outcomes[i]);
    if (profiles[i]) answer.text += "- " + certainty_text(*profiles[i]) + "\n";
    answer.text += "\n";
  }
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
  std::vector<std::string> warnings = outcome.warnings;
  // Warnings of cuts and what is added to every answer take some room too.
  const std::size_t notes = 600 + text::join(warnings, " ").size();
  const std::size_t left = room > notes ? room - notes : 0;
  fit_synthesis(answer.structured, left, warnings);
  answer.text = fit_lines(answer.text, left);
  add_warnings(answer, warnings);
  return answer;
}

}  // namespace ev::tools
