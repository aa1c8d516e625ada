// Hypotheses: the graph, the quotes of the link selected in it, and every chain in words.
const Mechanism = (() => {
  const SIDES = { supports: 'for', contradicts: 'against' };
  let selected = '';
  let highlighted = -1;
  let drawn = null;

  const quotesOf = (link) => list(link.evidence).filter((e) => isObject(e) && filled(e.quote));
  function countsOf(link) {
    const stances = quotesOf(link).map((e) => SIDES[e.stance]);
    const count = (side, stated) => (isNumber(stated) ? stated : stances.filter((s) => s === side).length);
    return { for: count('for', link.supporting_records), against: count('against', link.contradicting_records) };
  }
  const weightOf = (link) => first(link.share, link.support, 0);
  const statusOf = (hypothesis, link) => clean(first(link.status, hypothesis.status, 'proposed'));
  const linkText = (link) => `${clean(link.from)} ${words(link.relation) || 'acts on'} ${clean(link.to)}`;

  function linkSentence(link, status) {
    const counts = countsOf(link);
    const weight = isNumber(link.share) ? `share in favour ${decimals(link.share)}` : `support ${decimals(link.support)}`;
    const [low, high] = filled(link.interval) ? list(link.interval) : [link.low, link.high];
    const interval = isNumber(low) && isNumber(high) ? ` (${decimals(low)} to ${decimals(high)})` : '';
    return `${linkText(link)}: ${words(status)}, ${weight}${interval}, ${counts.for} for, ${counts.against} against` +
      (link.class_name_only ? ', rests only on the name of a drug class' : '') +
      (link.background_only ? ', background only' : '') + (link.assumed ? ', assumed: no record read states it' : '');
  }

  function statementsOf(record) {
    const out = [];
    for (const hypothesis of Model.hypotheses()) {
      for (const link of list(hypothesis.links).filter(isObject)) {
        for (const cell of quotesOf(link)) {
          const mine = record.ids.pmid ? clean(cell.pmid) === record.ids.pmid : [cell.pmid, cell.item_id].map(clean).includes(record.key);
          if (mine && !out.some((o) => o.cell.quote === cell.quote && linkText(o.link) === linkText(link))) out.push({ link, cell });
        }
      }
    }
    return out;
  }

  function evidenceItem(cell) {
    const record = Model.byPmid(cell.pmid ?? cell.item_id);
    const against = cell.stance === 'contradicts';
    const traits = [cell.design, cell.species, cell.negated && 'negated', cell.hedged && 'hedged', cell.by_class && 'by drug class']
      .filter((trait) => trait && filled(trait)).map(clean).join(' · ');
    const known = record ?? { ids: {}, retraction: {} };
    return el('li', { class: against ? 'against' : cell.stance === 'supports' ? 'for' : 'neutral' },
      el('p', {}, el('strong', {}, words(cell.stance) || 'stated'), ' · ', outLink('pmid', cell.pmid, filled(cell.pmid) ? `PMID ${clean(cell.pmid)}` : clean(cell.item_id)),
        record && RecordPanel.isBad(record) && [' ', RecordPanel.badges(record)], traits && el('span', { class: 'muted' }, ` · ${traits}`)),
      RecordPanel.quote(known, cell, '', against),
      record?.title && el('p', { class: 'muted' }, el('button', { type: 'button', class: 'plain', onclick: () => openRecord(record.key) }, record.title)));
  }

  function quotes(link) {
    const items = quotesOf(link);
    const mesh = list(link.mesh_records).map(clean);
    return [items.length > 0 ? el('ul', { class: 'quotes' }, items.map(evidenceItem)) : el('p', {}, 'No sentence is quoted for this link.'),
      isNumber(link.evidence_omitted) && link.evidence_omitted > 0 && el('p', { class: 'muted' }, `${plural(link.evidence_omitted, 'more quote')} left out of this answer.`),
      filled(link.reason) && el('p', { class: 'muted' }, clean(link.reason)),
      mesh.length > 0 && el('p', { class: 'muted' }, 'MeSH qualifiers say the same: ', mesh.map((id, i) => [i > 0 && ', ', outLink('pmid', id, `PMID ${id}`)]))];
  }

  function select(edge) {
    selected = edge.key;
    mark();
    byId('link-quotes').replaceChildren(el('h2', {}, linkText(edge.link)),
      el('p', { class: 'muted' }, linkSentence(edge.link, edge.status)), ...quotes(edge.link).filter(Boolean));
    say(`${plural(quotesOf(edge.link).length, 'quote')} for: ${linkText(edge.link)}, shown below the graph`);
  }

  function mark() {
    for (const edge of drawn?.graph.edges ?? []) {
      const node = [...drawn.root.querySelectorAll('.edge')].find((g) => g.getAttribute('data-key') === edge.key);
      node.setAttribute('aria-pressed', String(edge.key === selected));
      node.classList.toggle('faint', highlighted >= 0 && !edge.hypotheses.has(highlighted));
    }
    for (const group of drawn?.root.querySelectorAll('.node, .label') ?? []) {
      const part = [...drawn.graph.nodes, ...drawn.graph.edges].find((n) => n.key === group.getAttribute('data-key'));
      group.classList.toggle('faint', highlighted >= 0 && !part.hypotheses.has(highlighted));
    }
    document.querySelectorAll('[data-highlight]').forEach((button) =>
      button.setAttribute('aria-pressed', String(Number(button.dataset.highlight) === highlighted)));
  }

  function chainText(hypothesis) {
    return Graph.ROLES.map((role) => clean(hypothesis[role]) || `(no ${role} stated)`).join(' → ');
  }

  function confidence(hypothesis) {
    const parts = object(hypothesis.confidence_parts);
    return el('p', {}, el('strong', {}, `Confidence ${decimals(hypothesis.confidence) || 'not stated'}`), isNumber(hypothesis.confidence) &&
      el('span', { class: 'track inline', 'aria-hidden': 'true' }, el('i', { style: { width: `${hypothesis.confidence * 100}%` } })),
    filled(parts.weakest_link) && ` weakest link: ${clean(parts.weakest_link).replace('->', '→')}`,
    isNumber(parts.hub_damping) && parts.hub_damping < 1 && `, damped to ${decimals(parts.hub_damping)} for hubs`,
    isNumber(object(hypothesis.novelty).value) && el('span', { class: 'muted' },
      ` · novelty in these records ${decimals(hypothesis.novelty.value)}`));
  }

  function card(hypothesis, i, many) {
    const status = clean(hypothesis.status);
    const queries = list(hypothesis.search_suggestions).map(clean);
    return el('li', { class: 'hypothesis' }, el('h3', {}, chainText(hypothesis)),
      el('p', {}, status && el('strong', { class: `badge ${{ supported: 'ok', refuted: 'bad', contested: 'warn' }[status] ?? 'info'}` }, words(status)), ' ',
        many && el('button', { type: 'button', class: 'plain', 'data-highlight': i, 'aria-pressed': 'false', onclick: () => {
          highlighted = highlighted === i ? -1 : i;
          mark();
        } }, 'Highlight in the graph')),
      confidence(hypothesis),
      list(hypothesis.links).filter(isObject).map((link) => el('details', {}, el('summary', {}, linkSentence(link, statusOf(hypothesis, link))), quotes(link))),
      list(hypothesis.contradicting_evidence).length > 0 && el('p', {}, 'Against it: ', list(hypothesis.contradicting_evidence).map((id, j) =>
        [j > 0 && ', ', outLink('pmid', id, clean(id))])),
      queries.length > 0 && el('details', {}, el('summary', {}, 'Searches that would test it'), el('ul', {}, queries.map((q) => el('li', {}, el('code', {}, q))))));
  }

  function legend() {
    const line = (dash, css) => svg('svg', { width: 34, height: 12, 'aria-hidden': 'true', class: css }, svg('path', { class: 'line', d: 'M1 6H33', 'stroke-width': 3, 'stroke-dasharray': dash || null }));
    const item = (drawing, text) => el('li', {}, drawing, ' ', text);
    const sign = (css, d) => svg('svg', { width: 34, height: 16, 'aria-hidden': 'true', class: `edge ${css}` }, svg('path', { class: 'line', d: 'M1 8H31', 'stroke-width': 3 }), svg('path', { class: 'tip', d }));
    return el('ul', { class: 'chips legend', 'aria-label': 'Legend' }, item(sign('positive', 'M23 2l9 6l-9 6'), '+ activates, increases'),
      item(sign('negative', 'M31 1v14'), '− inhibits, decreases'), item(line('', 'edge supported'), 'supported'), item(line('9 5', 'edge'), 'proposed'),
      item(line('9 4 2 4', 'edge contested'), 'contested'), item(line('2 5', 'edge'), 'insufficient'), item(line('3 3', 'edge refuted'), '× refuted'), el('li', {}, 'thicker: more support'));
  }

  function citedIds() {
    const ids = Model.hypotheses().flatMap((h) => list(h.links).filter(isObject).flatMap((l) => quotesOf(l).map((e) => clean(e.pmid))));
    return [...new Set(ids)].filter((id) => id && !Model.byPmid(id));
  }

  // What a research run says of itself: scores with their reason, rounds, what is missing.
  function verdict(answer) {
    const judgement = object(answer.judgement);
    const rounds = list(answer.rounds).filter(isObject);
    if (!filled(judgement) && rounds.length === 0) return null;
    const missing = list(judgement.missing).map(clean);
    return el('section', {}, el('h2', {}, 'Judgement'), filled(judgement) && el('p', {}, el('strong', {}, judgement.sufficient ? 'Sufficient. ' : 'Not sufficient. '),
      `Mechanism ${clean(judgement.mechanism_score)} of 10, clinical evidence ${clean(judgement.clinical_score)} of 10. `, clean(judgement.reason)),
    missing.length > 0 && el('ul', {}, missing.map((text) => el('li', {}, text))),
    rounds.length > 0 && el('table', { class: 'rounds', role: 'table' }, el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' },
      ['Round', 'Searches', 'New records', 'Hypotheses', 'Mechanism', 'Clinical'].map((name) => el('th', { scope: 'col', role: 'columnheader' }, name)))),
    el('tbody', { role: 'rowgroup' }, rounds.map((round) => el('tr', { role: 'row' }, ['round', 'searches', 'new_records', 'hypotheses', 'mechanism_score', 'clinical_score']
      .map((name, i) => el(i === 0 ? 'th' : 'td', { scope: i === 0 ? 'row' : null, role: i === 0 ? 'rowheader' : 'cell' }, shown(round[name]))))))));
  }

  function lists(answer) {
    const assessment = object(answer.assessment);
    const gaps = list(first(answer.knowledge_gaps, assessment.knowledge_gaps)).map(clean);
    const searches = list(first(answer.recommended_searches, assessment.recommended_searches)).map(clean);
    const left = list(first(object(first(answer.evidence_selection, assessment.evidence_selection)).excluded_retracted,
      answer.excluded_retracted)).map(clean);
    const limits = list(answer.limitations).map(clean);
    return [left.length > 0 && el('p', { class: 'alert bad' }, el('strong', {}, 'Not used: '), 'retracted records and notices ',
      left.map((id, i) => [i > 0 && ', ', outLink('pmid', id, `PMID ${id}`)]), '.'),
    gaps.length > 0 && el('section', {}, el('h2', {}, 'Gaps'), el('ul', {}, gaps.map((gap) => el('li', {}, gap)))),
    searches.length > 0 && el('section', {}, el('h2', {}, 'Searches to make next'), el('ul', {}, searches.map((q) => el('li', {}, el('code', {}, q))))),
    limits.length > 0 && el('section', {}, el('h2', {}, 'Limits'), el('ul', {}, limits.map((text) => el('li', {}, text))))];
  }

  function picture() {
    const figure = byId('graph');
    if (!figure) return;
    const width = Math.max(280, Math.min(1100, figure.clientWidth || 600));
    drawn = Graph.draw(Model.hypotheses(), width, select);
    figure.replaceChildren(...(drawn ? [drawn.root, legend()] : []));
    mark();
  }

  function draw(answer, actions) {
    const hypotheses = Model.hypotheses();
    const [notUsed, ...rest] = lists(answer);
    const none = hypotheses.length === 0 && el('p', {}, 'No chain from drug to effect could be quoted from these records.');
    byId('mechanism').replaceChildren(...[notUsed, none, el('figure', { id: 'graph', 'aria-label': 'Mechanism graph' }),
      el('section', { id: 'link-quotes', 'aria-label': 'Quotes of the selected link' },
        hypotheses.length > 0 && el('p', { class: 'muted' }, 'Choose a link in the graph to read the sentences it rests on.')),
      actions(), verdict(answer), hypotheses.length > 0 && el('section', {}, el('h2', {}, plural(hypotheses.length, 'hypothesis', 'hypotheses')),
        el('ol', { class: 'plain-list' }, hypotheses.map((h, i) => card(h, i, hypotheses.length > 1)))), ...rest].filter(Boolean).flat());
    picture();
  }

  return { draw, picture, statementsOf, countsOf, weightOf, statusOf, linkText, linkSentence, citedIds };
})();
