// One record opened: warnings first, then what was extracted with its quotes, the score in its parts, the
// text with every quote marked. A quote is compared with the text at its offsets, here, in the reader's sight.
const RecordPanel = (() => {
  const STATUS = {
    retracted: ['Retracted', 'bad', 'This paper was retracted. It does not count as support.'],
    notice: ['Retraction notice', 'bad', 'This is a notice about another paper, not a study.'],
    expression_of_concern: ['Expression of concern', 'warn', 'The journal has published an expression of concern.'],
    corrected: ['Corrected', 'info', 'A correction of this paper was published.'],
  };

  function badges(record) {
    const out = [];
    const status = STATUS[record.retraction.status];
    if (status) out.push(el('strong', { class: `badge ${status[1]}` }, status[0]));
    if (record.preprint) out.push(el('strong', { class: 'badge warn' }, 'Preprint'));
    if (record.trial) out.push(el('span', { class: 'badge info' }, 'Trial registration'));
    if (record.suspicious) out.push(el('strong', { class: 'badge bad' }, 'Text addresses a model'));
    if (record.unjudged.length > 0) out.push(el('span', { class: 'badge info' }, 'Not judged by every filter'));
    return out.flatMap((badge) => [badge, ' ']);
  }

  function alerts(record) {
    const out = [];
    const status = STATUS[record.retraction.status];
    if (status) {
      const { notice_pmid: notice, date, sources } = record.retraction;
      out.push(el('p', { class: `alert ${status[1]}` }, el('strong', {}, `${status[0]}. `), status[2],
        filled(date) && ` Dated ${clean(date)}.`, filled(sources) && ` Known from ${list(sources).map(clean).join(', ')}.`,
        filled(notice) && [' Notice: ', outLink('pmid', notice, `PMID ${clean(notice)}`), '.']));
    }
    if (record.preprint) {
      out.push(el('p', { class: 'alert warn' }, el('strong', {}, 'Preprint. '), 'Not peer reviewed when it was posted.'));
    }
    if (record.suspicious) {
      out.push(el('p', { class: 'alert bad' }, el('strong', {}, 'Caution. '),
        'This text speaks to a language model. It is shown as it is and is not to be obeyed.'));
    }
    if (record.unjudged.length > 0) {
      out.push(el('p', { class: 'alert info' }, `Kept although these filters could not be judged: ${record.unjudged.join(', ')}.`));
    }
    return out;
  }

  function authorsText(record) {
    if (record.authors.length === 0) return record.firstAuthor;
    const shownNames = record.authors.slice(0, 6).join(', ');
    const total = isNumber(record.authorCount) ? record.authorCount : record.authors.length;
    return total > 6 ? `${shownNames} … (${total} authors)` : shownNames;
  }

  function links(record) {
    const { pmid, pmcid, doi, nct, openalex } = record.ids;
    const wanted = [['pmid', pmid, `PMID ${pmid}`], ['pmcid', pmcid, pmcid], ['doi', doi, `doi:${doi}`],
      ['nct', nct, nct], ['openalex', pmid || doi ? '' : openalex, `OpenAlex ${openalex}`]];
    return wanted.filter(([, id]) => id).map(([kind, id, label]) => el('li', {}, outLink(kind, id, label)));
  }

  const sameText = (a, b) => clean(a).replace(/\s+/g, ' ') === clean(b).replace(/\s+/g, ' ');
  function textOf(record, where) {
    return where === 'title' ? record.title : where === 'abstract' ? record.abstract : undefined;
  }
  // ok | absent (the text is not here) | elsewhere (a field of the record) | wrong
  function check(record, cell) {
    if (cell.text !== 'title' && cell.text !== 'abstract') return 'elsewhere';
    const text = textOf(record, cell.text);
    if (text === undefined || !isNumber(cell.start) || !isNumber(cell.end)) return 'absent';
    return sameText(codePoints(String(text)).slice(cell.start, cell.end).join(''), cell.quote) ? 'ok' : 'wrong';
  }

  function provenance(record, cell, markId) {
    const where = cell.text === 'title' || cell.text === 'abstract'
      ? `${cell.text}, characters ${cell.start}–${cell.end}` : `record field ${words(cell.text)}`;
    const found = check(record, cell);
    const parts = [where];
    if (filled(cell.method)) parts.push(cell.method === 'record' ? 'from the record' : `by ${words(cell.method)}`);
    if (isNumber(cell.confidence)) parts.push(`confidence ${decimals(cell.confidence)}`);
    return el('span', { class: 'provenance' }, parts.join(' · '),
      found === 'ok' && [' · ', el('span', { class: 'good' }, '✓ matches the text')],
      found === 'wrong' && [' · ', el('strong', { class: 'wrong' }, '✗ not found at this place')],
      found === 'ok' && cell.text === 'abstract' && markId && [' ', el('button', { type: 'button', class: 'plain',
        onclick: () => showMark(markId) }, 'Show in abstract')]);
  }

  function showMark(id) {
    const mark = document.querySelector(`mark[data-quotes~="${id}"]`);
    if (!mark) return;
    const box = mark.closest('details');
    if (box) box.open = true;
    mark.focus({ preventScroll: true });
    mark.scrollIntoView({ block: 'center',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  }

  function quote(record, cell, markId, against) {
    return el('blockquote', { class: against ? 'against' : null }, el('q', {}, clean(cell.quote)),
      el('br'), provenance(record, cell, markId));
  }

  function fieldRows(record, marks) {
    const stated = record.fields.filter((field) => filled(field.value) || field.cells.length > 0);
    return stated.map((field) => {
      const quotes = field.cells.map((cell) => {
        const id = `q${marks.length}-${record.key.replace(/\W/g, '')}`;
        marks.push({ id, cell });
        return quote(record, cell, id);
      });
      const conflict = field.status === 'conflict';
      return el('tr', { role: 'row' }, el('th', { scope: 'row', role: 'rowheader' }, words(field.name)),
        el('td', { role: 'cell' }, list(field.value).length > 1 ? el('ul', {}, field.value.map((part) => el('li', {}, shown(part))))
          : el('span', { class: 'value' }, shown(field.value)),
          conflict && [' ', el('strong', { class: 'badge warn' }, 'Conflict')],
          filled(field.reason) && el('div', { class: 'muted' }, field.reason)),
        el('td', { role: 'cell' }, quotes.length > 0 ? quotes
          : el('span', { class: 'muted' }, field.known ? 'no quote' : 'quote not loaded')));
    });
  }

  function values(record, marks) {
    const rows = fieldRows(record, marks);
    const silent = record.fields.filter((f) => !filled(f.value) && f.cells.length === 0);
    if (rows.length === 0 && silent.length === 0) return null;
    return el('section', {}, el('h2', {}, 'Extracted values and their quotes'),
      rows.length > 0 && el('table', { class: 'values', role: 'table' },
        el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' },
          ['Field', 'Value', 'Quote'].map((name) => el('th', { scope: 'col', role: 'columnheader' }, name)))),
        el('tbody', { role: 'rowgroup' }, rows)),
      silent.length > 0 && el('p', { class: 'muted' }, 'Not stated: ',
        silent.map((f) => words(f.name) + (f.reason && !f.reason.startsWith('not stated') ? ` (${f.reason})` : '')).join(', '), '.'));
  }

  function scoreRows(record) {
    return Object.entries(record.breakdown).sort((a, b) => b[1] - a[1]).map(([name, contribution]) => {
      const part = object(record.components[name]);
      const share = Math.max(0, Math.min(1, isNumber(part.weight) && part.weight > 0
        ? contribution / part.weight : contribution));
      return el('tr', { role: 'row' }, el('th', { scope: 'row', role: 'rowheader' }, words(name)),
        el('td', { role: 'cell' }, shown(part.raw)),
        el('td', { role: 'cell', class: 'num' }, decimals(part.score)),
        el('td', { role: 'cell', class: 'num' }, decimals(part.weight)),
        el('td', { role: 'cell', class: 'num' }, decimals(contribution, 3)),
        el('td', { role: 'cell', class: 'bar', 'aria-hidden': 'true' }, el('i', { style: { width: `${(share * 100).toFixed(0)}%` } })));
    });
  }

  function score(record) {
    const rows = scoreRows(record);
    if (rows.length === 0 && record.boosts.length === 0) return null;
    const [low, high] = record.rankInterval;
    return el('section', {}, el('h2', {}, `${record.scoreName ?? 'Score'} ${decimals(record.score, 3)}`),
      rows.length > 0 && el('table', { class: 'parts', role: 'table' },
        el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' },
          ['Criterion', 'Read from the record', 'Score', 'Weight', 'Contribution', 'Share']
            .map((name) => el('th', { scope: 'col', role: 'columnheader' }, name)))),
        el('tbody', { role: 'rowgroup' }, rows)),
      record.boosts.length > 0 && el('ul', {}, record.boosts.map((boost) => el('li', {},
        `× ${clean(boost.factor)} ${words(boost.name)}`, filled(boost.reason) && `: ${clean(boost.reason)}`))),
      el('p', { class: 'muted' }, [
        isNumber(record.percentile) && `percentile ${record.percentile}`,
        isNumber(record.coverage) && `${Math.round(record.coverage * 100)} % of the weight could be judged`,
        isNumber(low) && isNumber(high) && (low === high ? `rank ${low} whichever weight changes by 20 %`
          : `rank ${low} to ${high} if weights change by 20 %`)].filter(Boolean).join(' · ')));
  }

  function abstract(record, marks) {
    if (record.abstract === undefined) return null;
    const ranges = marks.filter(({ cell }) => cell.text === 'abstract' && check(record, cell) === 'ok')
      .map(({ id, cell }) => ({ id, start: cell.start, end: cell.end }));
    const nodes = marked(record.abstract, ranges, (range) => ({ tabindex: '-1', 'data-quotes': range.ids.join(' ') }));
    return el('details', { open: true }, el('summary', {}, record.abstractIs,
      ranges.length > 0 && ` (${plural(ranges.length, 'quote')} marked)`), el('p', { class: 'abstract' }, nodes));
  }

  function statements(record, marks) {
    const said = Mechanism.statementsOf(record);
    if (said.length === 0) return null;
    return el('section', {}, el('h2', {}, 'What it says on the mechanism'), said.map(({ link, cell }) => {
      const id = `m${marks.length}-${record.key.replace(/\W/g, '')}`;
      marks.push({ id, cell });
      return el('div', {}, el('p', { class: 'muted' }, el('strong', {}, words(cell.stance)), ': ', Mechanism.linkText(link)),
        quote(record, cell, id, cell.stance === 'contradicts'));
    }));
  }

  function facts(record) {
    const out = [];
    if (isNumber(record.cited)) out.push(`Cited ${whole(record.cited)} times`);
    if (isNumber(record.rcr)) out.push(`relative citation ratio ${record.rcr}`);
    if (record.trialStatus) out.push(`trial ${words(record.trialStatus)}`);
    if (record.sources.length > 0) out.push(`from ${record.sources.join(', ')}`);
    for (const relation of record.related) out.push(`${words(relation.type)} ${clean(relation.id)}`);
    return out.length > 0 ? el('p', { class: 'muted' }, out.join(' · ')) : null;
  }

  function build(record, actions) {
    const marks = [];
    const extracted = values(record, marks);
    const mechanism = statements(record, marks);
    return el('div', { class: 'record' }, alerts(record),
      el('p', {}, authorsText(record), authorsText(record) && '. ', el('i', {}, record.journal), record.journal && ' ',
        record.date),
      el('ul', { class: 'chips', 'aria-label': 'Identifiers and links' }, links(record)),
      extracted, mechanism, score(record), abstract(record, marks), facts(record), actions(record));
  }

  return { build, badges, quote, check, isBad: (record) => ['retracted', 'notice'].includes(record.retraction.status) };
})();
