// Invented answers: what no well-meaning server would send, and shapes the built-in sample does not hold.
export const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>';
const TURNED = '\u202Egnirts\u200B';

const quote = (text, where) => ({ quote: text, start: where, end: where + [...text].length, text: 'abstract' });
const ABSTRACT = `Doses were 5 \u{1F9EA} units. Drug A lowered marker B in 40 adults (p = 0.01). ${HOSTILE}`;

export const hostile = {
  query: HOSTILE, result_set: HOSTILE, total_found: 3, sources_searched: ['pubmed'], errors: [{ source: 'openalex', code: 'timeout', message: HOSTILE }],
  source_status: [{ source: 'pubmed', status: 'ok', found: 3, returned: 3 }, { source: 'openalex', status: 'timeout', error: { message: HOSTILE } }],
  warnings: [HOSTILE], content_notice: HOSTILE, next_cursor: HOSTILE, deferred: [HOSTILE], deferred_count: 1,
  evidence: [
    { content: ABSTRACT, relevance: 0.9, citation: { title: HOSTILE, authors: [HOSTILE, TURNED], date: '2024-05-01', source: 'pubmed', url: 'javascript:alert(1)' },
      metadata: { pmid: '90000001', doi: '10.5555/<x>"onclick="y', journal: HOSTILE, ids: {}, links: { pubmed: 'javascript:alert(1)' }, related: [{ type: HOSTILE, id: HOSTILE }],
        retraction: { status: 'retracted', notice_pmid: 'javascript:alert(2)', sources: [HOSTILE], date: HOSTILE }, injection_suspected: true } },
    { content: 'x', relevance: 0.5, citation: { title: `${TURNED} title`, authors: [], date: null, source: 'europepmc' },
      metadata: { item_id: HOSTILE, is_preprint: true, retraction: { status: 'none' } } },
    { citation: null, metadata: 7, content: [], relevance: 'high' }, null, 4, 'text',
    { citation: { title: { a: 1 } }, metadata: { pmid: 90000003, retraction: 'none' }, relevance: null },
  ],
};
export const hostileExtraction = {
  extractions: [{ item_id: '90000001', original_article: { pmid: '90000001', title: HOSTILE }, extraction: { [HOSTILE]: HOSTILE, sample_size: 40, p_value: 0.02, finding: null },
    extraction_metadata: { [HOSTILE]: { status: 'found', quote: HOSTILE, start: 0, end: 9, text: 'title', method: HOSTILE, confidence: 'x' },
      sample_size: { status: 'found', confidence: 0.9, method: 'rule', ...quote('40 adults', [...ABSTRACT.slice(0, ABSTRACT.indexOf('40 adults'))].length) },
      p_value: { status: 'conflict', reason: HOSTILE, method: 'rule', confidence: 0.5, quote: 'p = 0.02', start: 3, end: 11, text: 'abstract' },
      finding: { status: 'not_stated', reason: 'not stated by rules' } } }], extraction_metadata: {},
};
const link = (from, to, sign, more = {}) => ({ from, to, sign, relation: sign < 0 ? 'inhibits' : 'activates', support: 0.6, contradiction: 0,
  evidence: [{ pmid: '90000001', quote: `${from} acts on ${to}.`, start: 0, end: 5, text: 'abstract', stance: 'supports', design: 'animal study', species: 'animal' }], ...more });

export const tangled = {
  query: 'drug A', engine: 'rules', knowledge_gaps: [HOSTILE], recommended_searches: [HOSTILE], evidence_selection: { excluded_retracted: ['90000009'] },
  hypotheses: [
    { hypothesis_id: 'hyp-1', drug: 'drug A', target: 'receptor B with a name that goes on and on', pathway: 'less stress', effect: 'recovery', confidence: 0.6, status: 'supported',
      links: [link('drug A', 'receptor B with a name that goes on and on', -1, { status: 'supported', share: 0.9, low: 0.6, high: 1 }), link('receptor B with a name that goes on and on', 'stress', 1, { status: 'contested', contradicting_records: 2, supporting_records: 2,
        evidence: [{ pmid: '90000002', quote: HOSTILE, start: 0, end: 3, text: 'title', stance: 'contradicts', negated: true }] }), link('stress', 'recovery', -1, { status: 'refuted' })] },
    { hypothesis_id: 'hyp-2', drug: 'drug A', target: '', pathway: 'less stress', effect: 'recovery', confidence: 0.2, status: 'insufficient',
      links: [link('drug A', 'stress', -1), link('stress', 'recovery', -1)] },
    { hypothesis_id: 'hyp-3', drug: 'drug A', target: HOSTILE, pathway: 'growth', effect: 'harm', confidence: 0.4, status: 'proposed',
      links: [link('drug A', HOSTILE, 1), link(HOSTILE, 'growth', 1), link('growth', 'harm', 1)] },
    { hypothesis_id: 'hyp-4', drug: 'drug A', target: '', pathway: '', effect: '', confidence: null, status: null, links: [] },
    null, 5,
  ],
};

// A research run that has not ended: links without a sign, an interval, a verdict, the call that goes on.
export const paused = {
  run_id: 'run-0000000001', status: 'paused', question: 'Does drug A help?', engine: 'rules', result_set: 'rs-0000000001', limitations: ['Abstracts only.'],
  rounds: [{ round: 1, searches: 3, new_records: 12, hypotheses: 1, mechanism_score: 4, clinical_score: 2, sufficient: false, reason: 'Few trials.' }],
  judgement: { mechanism_score: 4, clinical_score: 2, sufficient: false, reason: 'Few trials.', missing: ['a trial in people'] },
  knowledge_gaps: [], recommended_searches: [], flow: {}, queries: [], next_call: { tool: 'run_research', arguments: { question: 'Does drug A help?', run_id: 'run-0000000001' } },
  evidence: [{ pmid: '90000001', title: 'Drug A in mice', first_author: 'Doe J', year: 2024, design: 'animal study', flags: ['retracted'], finding: 'It helped.', rank: 1, final_score: 0.4 }],
  hypotheses: [{ hypothesis_id: 'hyp-9', drug: 'drug A', target: 'receptor B', pathway: 'stress', effect: 'recovery', status: 'contested', confidence: 0.3,
    links: [{ from: 'drug A', relation: 'inhibits', to: 'receptor B', status: 'supported', share: 0.8, interval: [0.5, 0.95], supporting_records: 4, contradicting_records: 1,
      evidence: [{ pmid: '90000001', quote: 'Drug A inhibits receptor B.', start: 0, end: 27, text: 'abstract', stance: 'supports', negated: false, hedged: true }] },
    { from: 'receptor B', relation: 'increases', to: 'stress', status: 'contested', share: 0.5, interval: [0.2, 0.8], supporting_records: 2, contradicting_records: 2, evidence: [] },
    { from: 'stress', relation: 'decreases', to: 'recovery', status: 'proposed', share: 0, interval: [0, 1], supporting_records: 0, contradicting_records: 0, evidence: [] }] }],
};

// Rows of a user: twelve studies that can be pooled, one that cannot.
export const pooledRows = [...Array(12).keys()].map((i) => ({ study: i === 3 ? HOSTILE : `Longname-Hyphenated and others, ${1990 + i}`, outcome: 'cramps <all>', randomized: true,
  intervention: { name: 'tea', n: 1040 + 30 * i, events: 105 + 3 * i }, comparator: { name: 'water', n: 1041 + 30 * i, events: 120 + 5 * i + (i % 3) } }))
  .concat([{ study: 'Study without deviations 2003', outcome: 'cramps <all>', randomized: true, intervention: { name: 'tea', n: 30, mean: 3.1 }, comparator: { name: 'water', n: 31, mean: 4.2 } }]);

// How many texts of a drawing lie over another one, as source of a function of the drawing.
export const overlapping = `(drawing) => {
  const boxes = [...drawing.querySelectorAll('text')].filter((t) => t.textContent !== '').map((t) => t.getBoundingClientRect());
  return boxes.filter((a, i) => boxes.some((b, j) => j > i && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)).length;
}`;
