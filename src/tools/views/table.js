// The ranked table: filters, sorting, rows that open. Every record keeps its two rows; filtering hides them and
// sorting moves them, so what is open stays open.
const Table = (() => {
  const FIRST_ROWS = 10;
  const rows = new Map();  // key → {body, button, panel, drawn}
  const sort = { column: 'rank', descending: false };
  const filter = { text: '', from: '', to: '', design: '', source: '', retracted: '', preprints: '', finding: false };
  let columns = [];
  let actions = () => [];
  let showAll = true;
  let order = [];

  const COLUMNS = [
    { id: 'rank', label: '#', name: 'Rank', numeric: true, value: (r) => r.rank ?? r.place, cell: (r) => String(r.rank ?? r.place) },
    { id: 'title', label: 'Record', value: (r) => clean(r.title).toLowerCase(), cell: (r) => recordCell(r) },
    { id: 'year', label: 'Year', numeric: true, falling: true, value: (r) => r.year, cell: (r) => (r.year ? String(r.year) : '') },
    { id: 'design', label: 'Design', value: (r) => (r.design ? Model.designRank(r.design) : undefined), cell: (r) => r.design },
    { id: 'n', label: 'n', name: 'Sample size', numeric: true, falling: true, value: (r) => (isNumber(r.n) ? r.n : undefined), cell: (r) => whole(r.n ?? '') },
    { id: 'source', label: 'Source', value: (r) => r.sources[0], cell: (r) => sourceCell(r) },
    { id: 'score', label: 'Score', numeric: true, falling: true, value: (r) => r.score, cell: (r) => scoreCell(r) },
  ];

  function sourceCell({ sources }) {
    if (sources.length < 2) return sources.join('');
    return [sources[0], el('span', { class: 'muted', title: sources.join(', '), 'aria-hidden': 'true' }, ` +${sources.length - 1}`),
      el('span', { class: 'unseen' }, `, ${sources.slice(1).join(', ')}`)];
  }

  function scoreCell(record) {
    if (!isNumber(record.score)) return '';
    return [decimals(record.score), el('span', { class: 'track', 'aria-hidden': 'true' },
      el('i', { style: { width: `${Math.max(0, Math.min(1, record.score)) * 100}%` } }))];
  }

  function recordCell(record) {
    const entry = rows.get(record.key);
    const named = record.ids.pmid ? `PMID ${record.ids.pmid}` : record.key;
    const who = record.firstAuthor || (record.authors.length > 1 ? `${record.authors[0]} et al.` : record.authors[0]);
    entry.button.replaceChildren(...RecordPanel.badges(record).map((b) => (b instanceof Node ? b : document.createTextNode(b))),
      el('span', { class: 'name' }, record.title ?? named));
    return [entry.button, el('div', { class: 'meta' }, [who, record.journal].filter(filled).map((part) => `${clean(part)} · `).join(''), el('span', { class: 'id' }, named)),
      record.finding && el('div', { class: 'finding' }, record.finding)];
  }

  function makeRow(record) {
    const id = `record-${rows.size + 1}`;
    const button = el('button', { type: 'button', class: 'expander', id: `${id}-button`, 'aria-expanded': 'false',
      'aria-controls': id, onclick: () => toggle(record.key), onkeydown: (event) => move(event, record.key) });
    const panel = el('td', { role: 'cell', id });
    const head = el('tr', { role: 'row' });
    const detail = el('tr', { role: 'row', class: 'detail', hidden: true }, panel);
    const body = el('tbody', { role: 'rowgroup', onkeydown: (event) => {
      if (event.key === 'Escape' && button.getAttribute('aria-expanded') === 'true') {
        toggle(record.key, false);
        button.focus();
      }
    } }, head, detail);
    rows.set(record.key, { body, head, detail, panel, button });
  }

  function move(event, key) {
    const visible = order.filter((k) => !rows.get(k).body.hidden);
    const at = visible.indexOf(key);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: visible.length - 1 }[event.key];
    if (to === undefined || !visible[to]) return;
    event.preventDefault();
    rows.get(visible[to]).button.focus();
  }

  function toggle(key, open) {
    const entry = rows.get(key);
    const now = open ?? entry.button.getAttribute('aria-expanded') !== 'true';
    entry.button.setAttribute('aria-expanded', String(now));
    entry.detail.hidden = !now;
    if (now) drawPanel(key);
  }

  function drawPanel(key) {
    const entry = rows.get(key);
    const record = Model.state.records.get(key);
    entry.panel.setAttribute('colspan', String(columns.length));
    entry.panel.replaceChildren(RecordPanel.build(record, (r) => actions(r)));
  }

  function drawRow(record) {
    if (!rows.has(record.key)) makeRow(record);
    const entry = rows.get(record.key);
    entry.head.replaceChildren(...columns.map((column) => el(column.id === 'title' ? 'th' : 'td', {
      role: column.id === 'title' ? 'rowheader' : 'cell', scope: column.id === 'title' ? 'row' : null,
      class: `${column.id}${column.numeric ? ' num' : ''}`, 'data-label': column.name ?? column.label }, column.cell(record))));
    entry.body.className = RecordPanel.isBad(record) ? `retracted ${record.retraction.status}` : record.preprint ? 'preprint' : '';
    if (!entry.detail.hidden) drawPanel(record.key);
  }

  function usedColumns(records) {
    const sources = new Set(records.flatMap((r) => r.sources));
    return COLUMNS.filter(({ id }) => id === 'rank' || id === 'title' ||
      (id === 'source' ? sources.size > 1 : id === 'score' ? records.some((r) => isNumber(r.score)) : records.some((r) => filled(r[id]))))
      .map((column) => (column.id === 'score' ? { ...column, label: records.find((r) => r.scoreName === 'Score') ? 'Score' : 'Relevance' } : column));
  }

  function header() {
    byId('records').tHead.replaceChildren(el('tr', { role: 'row' }, columns.map((column) => {
      const active = sort.column === column.id;
      const mark = active ? (sort.descending ? ' ▼' : ' ▲') : '';
      return el('th', { scope: 'col', role: 'columnheader', class: `${column.id}${column.numeric ? ' num' : ''}`,
        'aria-sort': active ? (sort.descending ? 'descending' : 'ascending') : null },
      el('button', { type: 'button', id: `sort-${column.id}`, 'aria-label': `Sort by ${column.name ?? column.label}`,
        onclick: () => sortBy(column.id) }, column.label, el('span', { 'aria-hidden': 'true' }, mark)));
    })));
  }

  function sortBy(id, descending) {
    const column = columns.find((c) => c.id === id) ?? COLUMNS[0];
    sort.descending = descending ?? (sort.column === id ? !sort.descending : Boolean(column.falling));
    sort.column = column.id;
    const there = byId('records').tHead.contains(document.activeElement);
    header();
    apply();
    if (there) byId(`sort-${column.id}`).focus();
    const select = byId('sort');
    if (select) select.value = column.id;
    say(`Sorted by ${column.name ?? column.label}, ${sort.descending ? 'descending' : 'ascending'}`);
  }

  function sorted(records) {
    const { value } = COLUMNS.find((c) => c.id === sort.column);
    const sign = sort.descending ? -1 : 1;
    return [...records].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === y || (x === undefined && y === undefined)) return a.place - b.place;
      if (x === undefined) return 1;  // what is not stated comes last either way
      if (y === undefined) return -1;
      return (x < y ? -1 : 1) * sign;
    });
  }

  function haystack(record) {
    return [record.key, record.title, record.journal, record.design, record.finding, record.abstract, record.firstAuthor,
      ...record.authors, ...Object.values(record.ids)].filter(filled).map(clean).join('\n').toLowerCase();
  }

  function passes(record) {
    const wanted = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    const text = wanted.length > 0 ? haystack(record) : '';
    const bad = RecordPanel.isBad(record);
    return wanted.every((word) => text.includes(word)) &&
      (!filter.from || (record.year !== undefined && record.year >= Number(filter.from))) &&
      (!filter.to || (record.year !== undefined && record.year <= Number(filter.to))) &&
      (!filter.design || record.design === filter.design) &&
      (!filter.source || record.sources.includes(filter.source)) &&
      (!filter.retracted || bad === (filter.retracted === 'only')) &&
      (!filter.preprints || record.preprint === (filter.preprints === 'only')) &&
      (!filter.finding || filled(record.finding));
  }

  const filtering = () => Object.values(filter).some(Boolean);

  // Order and visibility of the rows, and the sentence that says so.
  function apply() {
    const records = Model.records();
    const table = byId('records');
    order = sorted(records).map((r) => r.key);
    let shownCount = 0;
    let passing = 0;
    for (const key of order) {
      const record = Model.state.records.get(key);
      const pass = passes(record);
      passing += pass ? 1 : 0;
      const visible = pass && (showAll || shownCount < FIRST_ROWS);
      shownCount += visible ? 1 : 0;
      rows.get(key).body.hidden = !visible;
      table.append(rows.get(key).body);
    }
    const marked = (test, word) => {
      const n = records.filter((r) => passes(r) && test(r)).length;
      return n > 0 ? `${n} ${word}` : '';
    };
    const notes = [marked(RecordPanel.isBad, 'retracted or a notice'), marked((r) => r.preprint, 'preprint')].filter(Boolean);
    byId('count').replaceChildren(`${passing === records.length ? plural(passing, 'record') : `${passing} of ${plural(records.length, 'record')}`}` +
      (shownCount < passing ? `, the first ${shownCount} shown` : '') + (notes.length > 0 ? ` — ${notes.join(', ')}, marked` : '') + '. ',
    shownCount < passing ? el('button', { type: 'button', class: 'plain', onclick: () => showRest() }, `Show all ${passing}`) : '',
    filtering() ? el('button', { type: 'button', class: 'plain', onclick: reset }, 'Clear the filters') : '');
    table.classList.toggle('empty', passing === 0);
  }

  function showRest() {
    const next = order.find((key) => rows.get(key).body.hidden && passes(Model.state.records.get(key)));
    showAll = true;
    apply();
    rows.get(next)?.button.focus();
  }

  function reset() {
    Object.assign(filter, { text: '', from: '', to: '', design: '', source: '', retracted: '', preprints: '', finding: false });
    form();
    apply();
    byId('filter-text').focus();
  }

  function select(name, label, options) {
    if (options.length < 2 && !filter[name]) return null;
    return el('label', {}, el('span', {}, label), el('select', { id: `filter-${name}`, onchange: (event) => {
      filter[name] = event.target.value;
      apply();
    } }, el('option', { value: '' }, name === 'design' || name === 'source' ? 'All' : 'Show, marked'), options.map(([value, text]) =>
      fill(document.createElement('option'), { value, selected: filter[name] === value }, [text]))));
  }

  function counted(records, read) {
    const counts = new Map();
    for (const record of records) for (const value of list(read(record)).filter(filled)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts];
  }

  function year(name, label) {
    return el('label', {}, el('span', {}, label), el('input', { id: `filter-${name}`, type: 'text', inputmode: 'numeric', maxlength: '4',
      size: '5', placeholder: 'year', value: filter[name], oninput: (event) => {
        filter[name] = /^\d{4}$/.test(event.target.value) ? event.target.value : '';
        apply();
      } }));
  }

  function form() {
    const records = Model.records();
    const designs = counted(records, (r) => [r.design]).sort((a, b) => Model.designRank(a[0]) - Model.designRank(b[0]));
    const sources = counted(records, (r) => r.sources).sort();
    const hideOnly = (some) => (some ? [['hide', 'Hide'], ['only', 'Only these']] : []);
    byId('filters').replaceChildren(
      el('label', { class: 'wide' }, el('span', {}, 'Text'), el('input', { id: 'filter-text', type: 'search', value: filter.text,
        placeholder: 'title, author, journal, abstract, id', autocomplete: 'off', oninput: (event) => {
          filter.text = event.target.value;
          apply();
        } })),
      ...[year('from', 'From'), year('to', 'To'),
        select('design', 'Design', designs.map(([d, n]) => [d, `${d} (${n})`])),
        select('source', 'Source', sources.map(([s, n]) => [s, `${s} (${n})`])),
        select('retracted', 'Retracted', hideOnly(records.some(RecordPanel.isBad))),
        select('preprints', 'Preprints', hideOnly(records.some((r) => r.preprint)))].filter(Boolean),
      el('label', { class: 'tick' }, el('input', { type: 'checkbox', id: 'filter-finding', checked: filter.finding, onchange: (event) => {
        filter.finding = event.target.checked;
        apply();
      } }), el('span', {}, 'With a finding')),
      el('label', { class: 'narrow-only' }, el('span', {}, 'Sort by'), el('select', { id: 'sort', onchange: (event) =>
        sortBy(event.target.value, Boolean(COLUMNS.find((c) => c.id === event.target.value).falling)) },
      columns.map((c) => fill(document.createElement('option'), { value: c.id, selected: sort.column === c.id }, [c.name ?? c.label])))));
  }

  return {
    // Draws what the model holds; called again when more has come.
    draw(recordActions, all) {
      actions = recordActions;
      const records = Model.records();
      if (order.length === 0) showAll = all || records.length <= FIRST_ROWS + 2;
      records.forEach((record, i) => { record.place = i + 1; });
      columns = usedColumns(records);
      header();
      form();
      records.forEach(drawRow);
      apply();
    },
    showAll() { showAll = true; apply(); },
    open(key) { toggle(key, true); rows.get(key).button.focus(); },
    focus(key) { rows.get(key)?.button.focus(); },
    redraw: (key) => drawRow(Model.state.records.get(key)),
  };
})();
