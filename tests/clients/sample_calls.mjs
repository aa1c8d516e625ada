// One call of every tool on the built-in sample, as a pipeline by handles. `args` gets the structured results of
// the calls before it, by tool. A tool that is listed but not named here is reported as a failure.
const question = 'Does metformin slow cognitive decline in Alzheimer disease?';
const set = (tool) => (results) => results[tool].result_set;

export const SAMPLE_CALLS = [
  { name: 'pubmed_generate_query', args: () => ({ research_goal: question, max_queries: 2 }) },
  { name: 'pubmed_search', args: () => ({ search_query: 'metformin', max_results: 10, detail: 'row' }) },
  { name: 'search_evidence', args: () => ({ query: question, detail: 'row' }) },
  { name: 'get_articles', args: (r) => ({ ids: [r.pubmed_search.articles[0].pmid], include: ['record', 'references'] }) },
  { name: 'deduplicate_evidence', args: (r) => ({ result_set: set('search_evidence')(r), detail: 'row' }) },
  {
    name: 'pubmed_extract_features',
    args: (r) => ({ result_set: set('pubmed_search')(r), extraction_schema: { sample_size: 'number', study_design: 'string' }, detail: 'row' }),
  },
  {
    name: 'pubmed_score_articles',
    args: (r) => ({
      result_set: set('pubmed_extract_features')(r), query: question, as_of: '2026-11-21', detail: 'row',
      scoring_criteria: { weights: { relevance: 0.6, study_design: 0.4 } },
    }),
  },
  { name: 'pubmed_filter_rank', args: (r) => ({ result_set: set('pubmed_score_articles')(r), as_of: '2026-11-21', detail: 'row' }) },
  { name: 'generate_hypotheses', args: (r) => ({ query: question, result_set: set('pubmed_search')(r), detail: 'row' }) },
  { name: 'test_hypothesis', args: () => ({ claim: 'Metformin slows cognitive decline.' }) },
  { name: 'run_research', args: () => ({ question, max_rounds: 1 }) },
  { name: 'verify_citations', args: (r) => ({ references: [{ pmid: r.pubmed_search.articles[0].pmid }] }) },
  { name: 'synthesize_evidence', args: (r) => ({ result_set: set('pubmed_search')(r), outcomes: ['cognitive decline'] }) },
  { name: 'export_results', args: (r) => ({ result_set: set('pubmed_filter_rank')(r), format: 'csv', max_response_tokens: 200 }) },
];
