#include "pipeline/output/synthesis_report.hpp"

#include "base/codec.hpp"
#include "pipeline/output/evidence_plots.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/plot_svg.hpp"
#include "pipeline/output/report_parts.hpp"

#include <nlohmann/json.hpp>

namespace ev::output {

namespace {

using synthesis::PooledStudy;
using synthesis::StudyResult;
using synthesis::Synthesis;

std::string figure(const std::string& svg) {
  return svg.empty() ? "" : "<figure class=\"wide\">" + svg + "</figure>";
}

std::string arm_cell(const synthesis::ArmNumbers& arm) {
  std::string out;
  const auto add = [&out](const char* name, const std::optional<double>& value) {
    if (value) out += (out.empty() ? "" : ", ") + std::string(name) + codec::number_text(*value);
  };
  add("n ", arm.n);
  add("events ", arm.events);
  add("% ", arm.percent);
  add("mean ", arm.mean);
  add("SD ", arm.sd);
  add("SE ", arm.se);
  add("median ", arm.median);
  return escape(arm.name) + (out.empty() || arm.name.empty() ? "" : ": ") + escape(out);
}

std::string source_cell(const StudyResult& s) {
  std::string out = "<span class=\"muted\">" + std::string(to_string(s.origin)) +
                    (s.place.empty() ? "" : ", " + escape(s.place)) +
                    (s.provisional ? ", provisional: not checked by a person" : "") + "</span>";
  if (!s.quote.empty()) out += "<blockquote>" + escape(s.quote) + "</blockquote>";
  for (const synthesis::CellQuote& one : s.elsewhere)
    out += "<div class=\"cell-quote\">" + escape(one.cell) + ": " + escape(one.quote) + "</div>";
  for (const std::string& conflict : s.conflicts)
    out += "<div class=\"cell-quote\">Differs: " + escape(conflict) + "</div>";
  return out;
}

std::string study_cells(const StudyResult& s) {
  const bool pmid = !s.id.empty() && s.id.find_first_not_of("0123456789") == std::string::npos;
  const std::string id = pmid              ? pubmed_link(s.id, "PMID " + s.id)
                         : s.id == s.label ? std::string()
                                           : escape(s.id);
  return "<th scope=\"row\">" + escape(s.label) + "<div class=\"muted\">" + id + "</div></th><td>" +
         arm_cell(s.intervention) + "</td><td>" + arm_cell(s.comparator) + "</td>";
}

std::string studies_table(const Synthesis& s) {
  if (s.studies.empty()) return {};
  std::string out =
      "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Study</th><th scope=\"col\">"
      "Intervention</th><th scope=\"col\">Comparator</th><th scope=\"col\" class=\"num\">" +
      std::string(to_string(s.measure)) +
      " (95 % CI)</th><th scope=\"col\" class=\"num\">Weight</th><th scope=\"col\">Where it "
      "stands</th></tr></thead><tbody>";
  for (const PooledStudy& study : s.studies) {
    out += "<tr>" + study_cells(study.study) + "<td class=\"num\">" +
           estimate_text(s.measure, study.made.effect.y, study.ci) + "</td><td class=\"num\">" +
           fixed(study.weight, 1) + " %</td><td>" + source_cell(study.study) + "</td></tr>";
  }
  return out + "</tbody></table></div>";
}

std::string left_out_table(const Synthesis& s) {
  if (s.not_poolable.empty()) return {};
  std::string out =
      "<h3>Not pooled</h3><div class=\"scroll\"><table><thead><tr><th scope=\"col\">Study</th>"
      "<th scope=\"col\">Intervention</th><th scope=\"col\">Comparator</th><th scope=\"col\">Why"
      "</th><th scope=\"col\">Where it stands</th></tr></thead><tbody>";
  for (const synthesis::LeftOut& left : s.not_poolable) {
    out += "<tr>" + study_cells(left.study) + "<td>" + escape(left.reason) + "</td><td>" +
           source_cell(left.study) + "</td></tr>";
  }
  return out + "</tbody></table></div>";
}

std::string outcome_section(const Synthesis& s, const std::string& certainty, std::size_t place) {
  const std::string id = "outcome-" + std::to_string(place);
  std::string out = "<section aria-labelledby=\"" + id + "\"><h2 id=\"" + id + "\">" +
                    escape(s.outcome) + "</h2><p class=\"lead\">";
  if (s.pooled) {
    out += std::string(to_string(s.measure)) + " " +
           estimate_text(s.measure, s.pooled->estimate, s.pooled->ci) +
           prediction_text(s.measure, *s.pooled) + "; " + std::to_string(s.studies.size()) +
           (s.studies.size() == 1 ? " study" : " studies");
    if (s.participants > 0) out += ", " + codec::number_text(s.participants) + " participants";
  } else {
    out += "No study could be pooled";
  }
  out += ".</p>";
  if (!certainty.empty()) out += "<p>" + escape(certainty) + "</p>";
  for (const Plot& plot : plots_of(s)) out += figure(plot.svg);
  out += studies_table(s) + left_out_table(s);
  if (!s.notes.empty()) {
    out += "<ul class=\"muted\">";
    for (const std::string& note : s.notes) out += "<li>" + escape(note) + "</li>";
    out += "</ul>";
  }
  return out + "</section>\n";
}

}  // namespace

std::vector<Plot> plots_of(const Synthesis& s) {
  std::vector<Plot> out;
  const auto add = [&out](const char* kind, std::string svg) {
    if (!svg.empty()) out.push_back({kind, std::move(svg)});
  };
  if (!s.studies.empty()) add("forest", forest_plot(forest_of(s)));
  if (s.studies.size() >= synthesis::kSmallStudyLeast) add("funnel", funnel_plot(s));
  if (!s.not_poolable.empty()) add("direction", direction_plot(s));
  return out;
}

std::string synthesis_report(const SynthesisPage& page) {
  std::string out = page_head(page.title, "Synthesis", {{"sample", page.sample}});
  for (std::size_t i = 0; i < page.outcomes.size(); ++i)
    out += outcome_section(page.outcomes[i], page.certainty[i], i + 1);
  if (!page.flow.empty()) {
    out += "<section aria-labelledby=\"flow\"><h2 id=\"flow\">Flow of records</h2>" +
           figure(page.flow) + "</section>\n";
  }
  return out +
         "<p class=\"muted\">Numbers were read by rules or given by a person; each row says where "
         "they stand. The quote decides.</p></main></body></html>\n";
}

}  // namespace ev::output
