// The report of a run of the research loop, as one self-contained HTML page (light, dark, print; no
// script, nothing loaded from elsewhere) and as Markdown. Made of the run's document: members
// question, answer, claim_result (where it makes a claim), rubric, as_of, run_id, sample,
// stop_sentence, judgement, rounds, hypotheses (each with its test), knowledge_gaps,
// recommended_searches, articles (rows as report.hpp's), searches, not_run, flow, limitations,
// references {id, status, reason, article}, warnings; any may be missing. All record text is
// escaped. Pure functions: equal documents give equal bytes.
#pragma once

#include "base/json.hpp"

#include <string>

namespace ev::output {

std::string research_html(const Json& document);
std::string research_markdown(const Json& document);

}  // namespace ev::output
