// Pooled outcomes: the estimate, its plots as the server drew them, every study with its numbers and quote, what was left out.
const Synthesis = (() => {
  const PLOTS = { forest: 'Forest plot', funnel: 'Funnel plot', direction: 'Effect directions' };
  // What a plot is made of. Anything else that a drawing holds is left out.
  const PARTS = new Set(['svg', 'title', 'desc', 'style', 'rect', 'text', 'line', 'polygon', 'circle']);
  const TRAITS = new Set(['class', 'role', 'viewBox', 'width', 'height', 'style', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'points', 'text-anchor']);

  function copied(node) {
    if (node.nodeType === Node.TEXT_NODE) return clean(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.namespaceURI !== SVG || !PARTS.has(node.localName)) return null;
    const out = svg(node.localName, {}, [...node.childNodes].map(copied));
    for (const { name, value } of node.attributes) if (TRAITS.has(name)) out.setAttribute(name, value);
    return out;
  }

  // As many decimals as the interval has meaning for, two at least: as the plots show them.
  function figures(pair) {
    const width = list(pair).length === 2 ? Math.abs(pair[1] - pair[0]) : 1;
    return width > 0 && width < 0.005 ? 4 : width > 0 && width < 0.05 ? 3 : 2;
  }
  const range = (pair) => (list(pair).length === 2 ? pair.map((v) => decimals(v, figures(pair))).join(' to ') : '');
  const interval = (value, pair) => `${decimals(value, figures(pair))} (${range(pair)})`;
  function armText(arm) {
    const { name, ...numbers } = object(arm);
    return [clean(name), Object.entries(numbers).map(([key, value]) => `${words(key)} ${shown(value)}`).join(', ')].filter(Boolean).join(': ');
  }

  function sourceOf(study) {
    const traits = [words(study.from), clean(study.place), study.provisional && 'provisional'].filter(Boolean).join(' · ');
    const cells = Object.entries(object(study.cell_quotes)).map(([cell, quote]) => el('p', { class: 'muted' }, `${words(cell)}: ${clean(quote)}`));
    return [el('span', { class: 'muted' }, traits), filled(study.quote) && el('blockquote', {}, clean(study.quote)), cells];
  }

  function rows(studies, last, cell) {
    return studies.filter(isObject).map((study) => el('tr', {},
      el('th', { scope: 'row' }, clean(study.label), study.id !== study.label && [' ', outLink('pmid', study.id, clean(study.id))]),
      el('td', {}, armText(study.intervention)), el('td', {}, armText(study.comparator)), el('td', { 'data-label': last }, cell(study)),
      el('td', {}, sourceOf(study))));
  }
  const table = (caption, last, studies, cell) => studies.length > 0 && el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    el('table', { class: 'studies' }, el('caption', { class: 'unseen' }, caption), el('thead', {}, el('tr', {},
      ['Study', 'Intervention', 'Comparator', last, 'Where it stands'].map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, rows(studies, last, cell))));

  function estimate(o) {
    if (!isNumber(o.estimate)) return 'No study could be pooled.';
    const summary = object(o.summary_of_findings);
    return [`${clean(o.measure)} ${interval(o.estimate, o.ci)}`, filled(o.prediction_interval) && `prediction interval ${range(o.prediction_interval)}`,
      plural(list(o.studies).length, 'study', 'studies'), o.participants > 0 && plural(o.participants, 'participant'),
      list(o.studies).length > 1 && isNumber(o.i2) && `I² ${decimals(o.i2, 0)} %`, filled(summary.certainty) && `certainty ${clean(summary.certainty)}`]
      .filter(Boolean).join('; ');
  }

  function outcome(o, places) {
    const measure = `${clean(o.measure)} (95 % CI)`;
    return el('section', { class: 'outcome', 'aria-label': clean(o.outcome) }, el('h2', {}, clean(o.outcome)), el('p', { class: 'estimate' }, estimate(o)), places,
      table(`Studies pooled for ${clean(o.outcome)}`, measure, list(o.studies), (s) => `${interval(s.effect, s.ci)}, weight ${decimals(s.weight, 1)} %`),
      list(o.not_poolable).length > 0 && el('h3', {}, 'Not pooled'),
      table(`Studies not pooled for ${clean(o.outcome)}`, 'Why', list(o.not_poolable), (s) => clean(s.reason)));
  }

  // One after the other: a host answers each read.
  async function load(waiting) {
    for (const { figure, place } of waiting) {
      try {
        const drawing = new DOMParser().parseFromString(await Host.read(clean(figure.uri)), 'image/svg+xml').documentElement;
        if (drawing.localName !== 'svg') throw new Error('it is no drawing');
        place.replaceChildren(copied(drawing));
      } catch (error) {
        place.replaceChildren(el('p', { class: 'muted' }, `${PLOTS[figure.kind]} was not loaded: ${error.message}`));
      }
    }
  }

  return {
    draw(data) {
      const waiting = [];
      const sections = list(data.outcomes).filter(isObject).map((o) => outcome(o, list(data.figures)
        .filter((f) => isObject(f) && PLOTS[f.kind] && f.outcome === o.outcome && Host.canRead()).map((figure) => {
          const place = el('figure', { class: 'plot', tabindex: '0', role: 'group', 'aria-label': `${PLOTS[figure.kind]} of ${clean(o.outcome)}` }, el('p', { class: 'muted' }, 'Loading the plot …'));
          waiting.push({ figure, place });
          return place;
        })));
      byId('synthesis').replaceChildren(...sections);
      byId('synthesis').hidden = sections.length === 0;
      load(waiting);
      return sections.length > 0;
    },
  };
})();
