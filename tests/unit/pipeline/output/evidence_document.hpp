// A small evidence document with one ordinary and one retracted record, hostile text included.
#pragma once

#include "base/json.hpp"

#include <nlohmann/json.hpp>

namespace ev::test {

inline Json evidence_document() {
  return *parse_json(R"JSON({
    "question": "Does <script>x</script> help?", "as_of": "2026-11-21", "sample": true,
    "query": {"query_string": "metformin[tiab]", "query_translation": "metformin", "result_count": 12,
              "other_queries": [{"query_string": "b[tiab]", "result_count": null}]},
    "counts": {"found": 12, "fetched": 2, "with_abstract": 2, "scored": 2, "ranked": 2, "retracted": 1},
    "articles": [
      {"rank": 1, "total_score": 0.834, "score_breakdown": {"relevance": 0.5, "study_design": 0.33}, "design": "cohort study",
       "article": {"pmid": "90000001", "title": "A <b>bold</b> title", "abstract": "We enrolled 120 adults. Risk fell.",
                   "authors": ["Alpha Ada", "Beta Ben"], "journal": "Ex J", "publication_date": "2024-03",
                   "doi": "10.5555/1", "nct_ids": ["NCT99000001"], "retraction": {"status": "none"}},
       "extraction": {"sample_size": 120, "conclusion": "Risk fell.", "p_value": null},
       "extraction_metadata": {"sample_size": {"status": "found", "quote": "120 adults", "start": 12, "end": 22, "text": "abstract"},
                               "conclusion": {"status": "found", "quote": "Risk fell.", "start": 24, "end": 34, "text": "abstract"}}},
      {"rank": 2, "total_score": 0, "design": "randomized controlled trial",
       "article": {"pmid": "90000002", "title": "Withdrawn", "abstract": "", "authors": [], "retraction": {"status": "retracted"}},
       "extraction": {}, "extraction_metadata": {}}],
    "assessment": {"hypotheses": [{"drug": "Metformin", "target": "AMPK", "pathway": "autophagy", "effect": "less amyloid",
        "confidence": 0.62, "status": "proposed", "search_suggestions": ["metformin AMPK activation"],
        "links": [{"from": "Metformin", "relation": "activates", "to": "AMPK", "sign": 1,
                   "evidence": [{"pmid": "90000001", "quote": "Metformin activated AMPK", "stance": "supports", "species": "mouse"},
                                {"pmid": "90000001", "quote": "No activation", "stance": "contradicts"}]},
                  {"from": "AMPK", "relation": "activates", "to": "autophagy", "sign": 1, "evidence": [{"pmid": "1", "quote": "q"}]},
                  {"from": "autophagy", "relation": "reduces", "to": "amyloid", "sign": -1, "evidence": [{"pmid": "1", "quote": "q"}]}]}],
      "knowledge_gaps": ["No human data"], "recommended_searches": ["AMPK autophagy human"]},
    "warnings": ["a & b"]})JSON");
}

}  // namespace ev::test
