// Answers of all tools brought to one shape. What an answer does not state stays undefined.
//
// record: { key, ids {pmid, pmcid, doi, nct, openalex, other}, rank, title, authors[], authorCount, journal,
//   date, year, design, n, sources[], score, scoreName, percentile, breakdown {name: number}, components {},
//   boosts[], rankInterval, finding, abstract, abstractIs, fields [{name, value, status, reason, cells[]}],
//   status (of retraction), retraction {}, preprint, trial, noAbstract, suspicious, cited, related[], unjudged[] }
const Model = (() => {
  // Strongest first, as the server ranks designs.
  const DESIGNS = ['systematic review', 'meta-analysis', 'randomized controlled trial', 'guideline',
    'clinical trial', 'non-randomized trial', 'cohort study', 'mendelian randomization study',
    'case-control study', 'diagnostic accuracy study', 'observational study', 'scoping review',
    'cross-sectional study', 'case series', 'case report', 'qualitative study', 'review',
    'modelling study', 'animal study', 'in vitro study', 'commentary', 'editorial', 'letter', 'comment',
    'study protocol'];
  const STATUSES = ['retracted', 'notice', 'expression_of_concern', 'corrected'];
  const FINDINGS = ['conclusion', 'main_finding', 'key_findings', 'key_finding', 'findings'];
  const LISTS = ['evidence', 'articles', 'ranked_articles', 'scored_articles', 'extractions'];
  const TOOLS = { evidence: 'search_evidence', articles: 'pubmed_search',
    ranked_articles: 'pubmed_filter_rank', scored_articles: 'pubmed_score_articles',
    extractions: 'pubmed_extract_features', hypotheses: 'generate_hypotheses' };
  const TITLES = { pubmed_filter_rank: 'Ranked articles', pubmed_score_articles: 'Scored articles',
    pubmed_extract_features: 'Extracted features', generate_hypotheses: 'Mechanism hypotheses',
    run_research: 'Research run', synthesize_evidence: 'Synthesis' };

  const lower = (value) => clean(value).toLowerCase();

  function idsOf(raw, article, more) {
    const ids = { ...object(more.ids) };
    const item = clean(first(raw.item_id, article.item_id, more.item_id,
      object(raw.article_with_features).item_id));
    const nct = first(list(article.nct_ids)[0], list(more.nct_ids)[0]);
    return {
      pmid: clean(first(article.pmid, raw.pmid, more.pmid, ids.pmid, /^\d{6,9}$/.test(item) ? item : '')),
      pmcid: clean(first(article.pmcid, more.pmcid, ids.pmcid)),
      doi: clean(first(article.doi, more.doi, ids.doi)),
      nct: clean(/^NCT\d{8}$/.test(item) ? item : first(nct, ids.nct)),
      openalex: clean(first(article.openalex_id, ids.openalex, /^W\d+$/.test(item) ? item : '')),
      other: item,
    };
  }

  const keyOf = (ids) => (ids.pmid ? `PMID ${ids.pmid}` : ids.other || (ids.nct && ids.nct) ||
    (ids.doi && `doi ${ids.doi}`) || ids.openalex || ids.pmcid);

  function cellsOf(entry) {
    const values = list(entry.values);
    const cells = values.length > 0 ? values.filter(isObject) : [entry];
    return cells.filter((cell) => filled(cell.quote));
  }

  // One entry per extracted field, with the quotes it rests on.
  function fieldsOf(extraction, metadata) {
    return Object.keys({ ...extraction, ...metadata }).map((name) => {
      const entry = object(metadata[name]);
      return { name, value: extraction[name], status: clean(entry.status), reason: clean(entry.reason),
        unit: clean(entry.unit), cells: cellsOf(entry), confidence: entry.confidence,
        alternatives: list(entry.alternatives).filter(isObject),
        known: isObject(metadata[name]) };
    });
  }

  function retractionOf(article, raw, more, flags) {
    const retraction = object(first(article.retraction, raw.retraction, more.retraction));
    const status = lower(retraction.status);
    if (status && status !== 'none') return { ...retraction, status };
    const flagged = STATUSES.find((s) => flags.includes(s));
    return flagged ? { ...retraction, status: flagged } : { ...retraction, status: status || '' };
  }

  function designOf(article, raw, more, extraction) {
    const stated = first(raw.design, article.design, more.design, extraction.study_design,
      extraction.study_type, extraction.design);
    if (filled(stated)) return lower(stated);
    const types = list(first(article.publication_types, more.publication_types)).map(lower);
    return DESIGNS.find((design) => types.includes(design)) ?? '';
  }

  function scoresOf(raw) {
    const nested = object(raw.scoring);
    const meta = object(raw.scoring_metadata);
    const score = first(raw.final_score, raw.total_score, nested.total_score);
    return {
      score: isNumber(score) ? score : isNumber(raw.relevance) ? raw.relevance : undefined,
      scoreName: isNumber(score) ? 'Score' : isNumber(raw.relevance) ? 'Relevance' : undefined,
      percentile: first(raw.percentile_rank, nested.percentile_rank),
      breakdown: object(first(raw.score_breakdown, nested.score_breakdown)),
      components: object(meta.components),
      rankInterval: list(meta.rank_interval),
      coverage: meta.coverage,
      baseScore: raw.base_score,
      boosts: list(raw.boosts).filter(isObject),
    };
  }

  function readRecord(raw, kind) {
    const features = object(raw.article_with_features);
    const article = object(first(raw.article, raw.article_info, features.original_article,
      raw.original_article, raw));
    const citation = object(raw.citation);
    const more = isObject(raw.citation) ? object(raw.metadata) : {};
    const extraction = object(first(raw.extraction, features.extraction, raw.extracted_features));
    const metadata = object(first(
      kind === 'extractions' || raw.article ? raw.extraction_metadata : undefined,
      features.extraction_metadata));
    const flags = list(raw.flags).map(lower);
    const ids = idsOf(raw, article, more);
    const scores = scoresOf(raw);
    const recency = object(scores.components.recency);
    const date = clean(first(article.publication_date, citation.date, raw.publication_date, raw.year,
      recency.from === 'record' ? recency.raw : undefined));
    const trial = object(first(article.trial, more.trial));
    const abstract = isObject(raw.citation) ? raw.content : article.abstract;
    const findingField = FINDINGS.find((name) => filled(extraction[name]));
    const year = Number.parseInt(clean(first(raw.year, date)).slice(0, 4), 10);
    return {
      key: keyOf(ids), ids, rank: isNumber(raw.rank) ? raw.rank : undefined,
      title: first(article.title, citation.title, raw.title),
      authors: list(first(article.authors, citation.authors)).map((a) => clean(isObject(a) ? a.name : a)),
      authorCount: first(article.author_count, citation.author_count),
      firstAuthor: clean(raw.first_author),
      journal: clean(first(article.journal, more.journal, raw.journal)),
      date, year: Number.isNaN(year) ? undefined : year,
      design: designOf(article, raw, more, extraction),
      n: first(raw.n, extraction.sample_size, trial.enrollment),
      sources: [...new Set([citation.source, raw.source, ...list(more.merged_from).map((m) => object(m).source)]
        .filter(filled).map(lower))],
      ...scores,
      finding: clean(first(raw.finding, findingField && list(extraction[findingField])[0],
        findingField && !Array.isArray(extraction[findingField]) ? extraction[findingField] : undefined)),
      abstract: filled(abstract) && raw.content_is !== 'title' ? String(abstract) : undefined,
      abstractIs: raw.content_is === 'brief_summary' ? 'Brief summary of the trial' : 'Abstract',
      fields: fieldsOf(extraction, metadata),
      retraction: retractionOf(article, raw, more, flags),
      preprint: first(article.is_preprint, more.is_preprint) === true || flags.includes('preprint'),
      trial: filled(trial) || /^NCT\d{8}$/.test(ids.other),
      trialStatus: lower(trial.status),
      noAbstract: flags.includes('no_abstract'),
      suspicious: first(raw.injection_suspected, article.injection_suspected, more.injection_suspected) === true ||
        flags.includes('injection_suspected'),
      cited: first(more.cited_by_count, article.citation_count),
      rcr: more.relative_citation_ratio,
      related: list(first(article.related, more.related)).filter(isObject),
      unjudged: list(raw.unjudged).map(clean),
    };
  }

  // A later answer adds to a record; it never empties what is known.
  function merge(old, record) {
    if (!old) return record;
    const out = { ...old };
    for (const [name, value] of Object.entries(record)) {
      if (name === 'fields' || name === 'retraction' || name === 'ids') continue;
      if (name === 'preprint' || name === 'trial' || name === 'suspicious') out[name] = old[name] || value;
      else if (name === 'sources') out[name] = [...new Set([...old.sources, ...value])];
      else if (name === 'scoreName' || name === 'score') continue;
      else if (filled(value)) out[name] = value;
    }
    if (record.scoreName && (record.scoreName === 'Score' || old.scoreName !== 'Score')) {
      Object.assign(out, { score: record.score, scoreName: record.scoreName });
    }
    for (const [name, id] of Object.entries(record.ids)) if (id) out.ids = { ...out.ids, [name]: id };
    if (record.retraction.status) out.retraction = { ...old.retraction, ...record.retraction };
    const fields = new Map(old.fields.map((field) => [field.name, field]));
    for (const field of record.fields) {
      if (field.known || !fields.get(field.name)?.known) fields.set(field.name, field);
    }
    out.fields = [...fields.values()];
    return out;
  }

  function hypothesesOf(answer) {
    const found = list(first(answer.hypotheses, object(answer.assessment).hypotheses,
      answer.tested_hypotheses, isObject(answer.hypothesis) ? [answer.hypothesis] : undefined))
      .filter(isObject);
    if (found.length > 0 && (filled(found[0].links) || !filled(answer.links))) return found;
    const links = list(answer.links).filter(isObject);
    if (links.length === 0) return found;
    return [{ ...object(found[0]), links, status: first(answer.status, object(found[0]).status) }];
  }

  // A link whose answer leaves the sign out says it by its relation.
  const LOWERS = /^(inhibit|decreas|reduc|lower|suppress|block|prevent|treat|attenuat)/;
  function withSign(link) {
    if (isNumber(link.sign)) return link;
    return { ...link, sign: LOWERS.test(lower(link.relation)) ? -1 : filled(link.relation) ? 1 : 0 };
  }
  function readHypothesis(raw) {
    const tested = list(object(raw.test).links);
    const links = list(tested.length > 0 ? tested : raw.links).filter(isObject);
    return { ...raw, links: links.map(withSign) };
  }

  const state = { records: new Map(), hypotheses: [], tested: new Map(), answers: [] };

  // Takes an answer in; true when it holds records or hypotheses.
  function take(answer) {
    let any = false;
    for (const name of LISTS) {
      for (const raw of list(answer[name]).filter(isObject)) {
        const record = readRecord(raw, name);
        if (!record.key) continue;
        state.records.set(record.key, merge(state.records.get(record.key), record));
        any = true;
      }
    }
    for (const raw of hypothesesOf(answer)) {
      any = true;
      const hypothesis = readHypothesis(raw);
      const id = clean(hypothesis.hypothesis_id);
      const at = state.hypotheses.findIndex((h) => id && clean(h.hypothesis_id) === id);
      if (at < 0) state.hypotheses.push(hypothesis);
      else state.hypotheses[at] = { ...state.hypotheses[at], ...hypothesis };
    }
    state.answers.push(answer);
    return any;
  }

  // Which tool an answer came from, where the host does not say.
  function toolOf(answer) {
    if (filled(answer.run_id)) return 'run_research';
    if (filled(answer.hypotheses)) return TOOLS.hypotheses;
    if (Array.isArray(answer.outcomes)) return 'synthesize_evidence';
    const name = LISTS.find((member) => Array.isArray(answer[member]));
    return name === 'articles' && !filled(answer.search_metadata) ? undefined : TOOLS[name];
  }

  return { state, take, toolOf, titleOf: (tool) => TITLES[tool] ?? 'Evidence', DESIGNS,
    records: () => [...state.records.values()],
    hypotheses: () => state.hypotheses,
    byPmid: (pmid) => state.records.get(`PMID ${clean(pmid)}`) ?? state.records.get(clean(pmid)),
    designRank: (design) => (DESIGNS.indexOf(design) + 1 || DESIGNS.length + 1),
    answers: () => state.answers };
})();
