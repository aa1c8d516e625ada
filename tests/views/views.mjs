// views.mjs PRINT_VIEW EVIDENCE_MCP: the view inside the official host bridge, fed by the real server on its
// built-in sample and by invented answers; then standing alone with embedded data. One line per check, exit
// code 1 if one fails.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { rolldown } from 'rolldown';
import { hostile, hostileExtraction, overlapping, paused, pooledRows, tangled, HOSTILE } from './answers.mjs';
import { launch, pause } from './chromium.mjs';

const [printView, server] = process.argv.slice(2);
const here = import.meta.dirname;
const shots = process.env.EV_SHOTS_DIR;
if (shots) mkdirSync(shots, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let failures = 0;
let passes = 0;
function check(label, good, detail = '') {
  if (good) passes += 1; else failures += 1;
  if (!good || process.env.EV_VERBOSE) console.log(`${good ? 'ok  ' : 'FAIL'} ${label}${good ? '' : ` ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`}`);
}
const equal = (label, got, wanted) => check(label, JSON.stringify(got) === JSON.stringify(wanted), `got ${JSON.stringify(got)?.slice(0, 400)}, wanted ${JSON.stringify(wanted)}`);

// ---------------------------------------------------------------- server, host page, sandbox
const env = Object.fromEntries(Object.entries(process.env).filter(([k]) => /^(EVIDENCE_MCP_|HOME$|PATH$)/.test(k)));
const ui = 'io.modelcontextprotocol/ui';
const MIME = 'text/html;profile=mcp-app';
const mcp = new Client({ name: 'view-check', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' }, capabilities: { extensions: { [ui]: { mimeTypes: [MIME] } } } });
await mcp.connect(new StdioClientTransport({ command: server, args: ['serve', '--sample'], env, stderr: 'ignore' }));
const call = (name, args) => mcp.callTool({ name, arguments: args });

// As a host does it: the tool names the resource, its one content is the page, its _meta the policy.
const tools = (await mcp.listTools()).tools;
const uri = 'ui://evidence-mcp/evidence';
const shownBy = tools.filter((t) => t._meta?.ui?.resourceUri === uri).map((t) => t.name);
check('resource: named by the tools whose answers it shows', ['search_evidence', 'pubmed_search', 'pubmed_filter_rank', 'generate_hypotheses'].every((n) => shownBy.includes(n)), shownBy);
check('resource: no tool names another', tools.every((t) => t._meta?.ui === undefined || t._meta.ui.resourceUri === uri));
check('resource: the extension is declared', ui in (mcp.getServerCapabilities()?.extensions ?? {}), mcp.getServerCapabilities());
check('resource: it is listed', (await mcp.listResources()).resources.some((r) => r.uri === uri && r.mimeType === MIME));
const { contents } = await mcp.readResource({ uri });
equal('resource: one content of the right kind', contents.map((c) => [c.uri, c.mimeType]), [[uri, MIME]]);
const html = contents[0].text;
const meta = contents[0]._meta?.ui;
equal('resource: asks for no origin', meta?.csp, { connectDomains: [], resourceDomains: [] });
check('resource: the same bytes as in the program', html === execFileSync(printView, { encoding: 'utf8', maxBuffer: 1 << 26 }));
check('resource: small enough to send', html.length < 200000, html.length);
let onCall = (params) => call(params.name, params.arguments);
let onRead = (params) => mcp.readResource({ uri: params.uri });

const { output } = await (await rolldown({ input: join(here, 'host_page.js'), platform: 'browser', logLevel: 'silent' })).generate({ format: 'esm' });
// Hosts give an app nothing but its own inline code (MCP Apps, default policy).
const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'self'; object-src 'none'; base-uri 'self'";
const SANDBOX = `<!DOCTYPE html><html><body style="margin:0"><script>
const host = new URL(document.referrer).origin, inner = document.createElement('iframe');
inner.style = 'display:block;width:100%;height:100vh;border:0';
inner.setAttribute('sandbox', 'allow-scripts allow-same-origin');
document.body.append(inner);
addEventListener('message', (e) => {
  if (e.source === inner.contentWindow) return parent.postMessage(e.data, host);
  if (e.source !== parent || e.origin !== host) return;
  if (e.data?.method !== 'ui/notifications/sandbox-resource-ready') return inner.contentWindow.postMessage(e.data, '*');
  const d = inner.contentDocument;
  d.open(); d.write(e.data.params.html); d.close();
  inner.contentWindow.document.addEventListener('securitypolicyviolation', (v) => parent.postMessage({ violation: v.violatedDirective + ' ' + v.blockedURI }, host));
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, host);
</script></body></html>`;
const listen = (handler) => new Promise((resolve) => {
  const s = createServer(handler).listen(0, '127.0.0.1', () => resolve(s));
});
let alone = '';
const hostServer = await listen(async (request, response) => {
  if (request.url === '/call' || request.url === '/read') {
    let body = '';
    for await (const part of request) body += part;
    try {
      const result = request.url === '/call' ? await onCall(JSON.parse(body)) : await onRead(JSON.parse(body));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(result));
    } catch (error) {
      response.writeHead(500);
      response.end(JSON.stringify({ error: error.message }));
    }
    return;
  }
  const [type, body] = request.url === '/host.js' ? ['text/javascript', output[0].code]
    : request.url === '/alone.html' ? ['text/html; charset=utf-8', alone]
      : ['text/html', '<!DOCTYPE html><html lang="en"><title>host</title><body style="margin:0"><script type="module" src="/host.js"></script>'];
  response.writeHead(200, { 'content-type': type });
  response.end(body);
});
const sandServer = await listen((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY, 'cache-control': 'no-store' });
  response.end(SANDBOX);
});
const HOST = `http://localhost:${hostServer.address().port}`;
const SAND = `http://127.0.0.1:${sandServer.address().port}`;
const EVERYTHING = { openLinks: {}, serverTools: {}, serverResources: {}, logging: {}, updateModelContext: { text: {} } };

const browser = await launch();
async function open({ capabilities = EVERYTHING, context = {}, width = 900 } = {}) {
  const page = await browser.open(`${HOST}/`, width);
  page.framed = true;
  for (let i = 0; i < 100 && await page.evaluate('typeof window.openView') !== 'function'; i++) await pause(50);
  await page.evaluate(`window.openView(${JSON.stringify({ sandbox: SAND, html, meta, capabilities, context: { theme: 'light', displayMode: 'inline', ...context } })})`);
  page.events = (name) => page.evaluate(`window.events.filter(([n]) => n === ${JSON.stringify(name)}).map(([, d]) => d)`);
  page.result = async (result, args) => {
    if (args) await page.evaluate(`window.bridge.sendToolInput(${JSON.stringify({ arguments: args })})`);
    await page.evaluate(`window.bridge.sendToolResult(${JSON.stringify(result)})`);
    await pause(150);
  };
  page.until = async (expression, label) => {
    for (let i = 0; i < 200; i++) {
      if (await page.view(expression)) return true;
      await pause(50);
    }
    check(label ?? `the page comes to ${expression}`, false, 'timed out');
    return false;
  };
  return page;
}
const answer = (structured) => ({ content: [{ type: 'text', text: 'answer' }], structuredContent: structured });
const clickOn = (selector) => `(d.querySelector(${JSON.stringify(selector)}).click(), 1)`;
const button = (text) => `([...d.querySelectorAll('button')].find((b) => b.textContent.startsWith(${JSON.stringify(text)}) && b.offsetParent) ?? { click() { throw new Error('no button ' + ${JSON.stringify(text)}) } })`;
const VISIBLE = "[...d.querySelectorAll('#records > tbody')].filter((b) => !b.hidden)";

async function audit(page, label) {
  const found = await page.view(`((async () => { if (!w.axe) { const s = d.createElement('script'); s.textContent = ${JSON.stringify(axe)}; d.head.append(s); }
    const r = await w.axe.run(d, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '').slice(0, 160)).join(' || ')); })())`);
  equal(`${label}: axe finds nothing`, found, []);
}
async function shot(page, name, full = true) {
  if (!shots) return;
  await pause(250);
  await page.screenshot(join(shots, `${name}.png`), full);
}

// ---------------------------------------------------------------- the scenarios
async function sample() {
  const args = { query: 'metformin Alzheimer disease', max_response_tokens: 60000 };
  const found = await call('search_evidence', args);
  const total = found.structuredContent.evidence.length;
  const page = await open();
  await page.result(found, args);
  equal('sample: title is the question', await page.view("d.querySelector('h1').textContent"), args.query);
  check('sample: says that it is a sample', await page.view("!d.querySelector('#sample').hidden"));
  equal('sample: ten rows first', await page.view(`${VISIBLE}.length`), 10);
  await page.view(`((b) => { b.focus(); b.click(); return 1; })(${button('Show all')})`);
  equal('sample: then all rows, the focus on the first new one', await page.view(`[${VISIBLE}.length, d.activeElement === ${VISIBLE}[10].querySelector('.expander')]`), [total, true]);
  check('sample: retracted paper is marked in words', await page.view("[...d.querySelectorAll('tbody.retracted .expander')].some((b) => b.textContent.startsWith('Retracted '))"));
  check('sample: preprint is marked in words', await page.view("[...d.querySelectorAll('tbody.preprint .expander')].every((b) => b.textContent.startsWith('Preprint '))"));
  equal('sample: every source is named', await page.view("[...d.querySelectorAll('#sources strong')].map((s) => s.textContent)"), found.structuredContent.source_status.map((s) => s.source));
  check('sample: reports its size', (await page.events('size')).length > 0);
  await audit(page, 'sample, light');
  await shot(page, 'desktop');

  await page.view("(d.querySelector('#filter-text').focus(), 1)");
  await page.type('cohort register');
  const filtered = await page.view(`${VISIBLE}.map((b) => b.textContent.toLowerCase())`);
  check('filter by text: fewer rows, all with the words', filtered.length > 0 && filtered.length < total, filtered.length);
  check('filter by text: the count says so', (await page.view("d.querySelector('#count').textContent")).startsWith(`${filtered.length} of ${total} records`));
  await page.key('Enter');
  equal('filter by text: Enter keeps the page', await page.view(`${VISIBLE}.length`), filtered.length);
  await page.view(`(${button('Clear the filters')}.click(), 1)`);
  equal('filters are cleared', await page.view(`${VISIBLE}.length`), total);
  const set = (id, value) => page.view(`(() => { const s = d.querySelector('#filter-${id}'); s.value = ${JSON.stringify(value)}; s.dispatchEvent(new w.Event(s.tagName === 'SELECT' ? 'change' : 'input')); return ${VISIBLE}.length; })()`);
  check('filter by design', await set('design', 'review') >= 1 && await page.view(`${VISIBLE}.every((b) => b.querySelector('td.design').textContent === 'review')`));
  await set('design', '');
  equal('filter: only retracted and notices', [await set('retracted', 'only'), await page.view(`${VISIBLE}.every((b) => b.classList.contains('retracted'))`)], [2, true]);
  equal('filter: hide retracted', await set('retracted', 'hide'), total - 2);
  await set('retracted', '');
  equal('filter: only preprints', await set('preprints', 'only'), await page.view("d.querySelectorAll('tbody.preprint').length"));
  await set('preprints', '');
  await set('from', '2022');
  check('filter by year', await page.view(`${VISIBLE}.every((b) => Number(b.querySelector('td.year').textContent) >= 2022)`));
  await set('from', '');
  check('filter by source', await set('source', 'clinicaltrials') > 0 && await page.view(`${VISIBLE}.every((b) => b.querySelector('td.source').textContent.includes('clinicaltrials'))`));
  await set('source', '');

  await page.view("(d.querySelector('#sort-year').focus(), 1)");
  await page.key('Enter');
  const years = await page.view(`${VISIBLE}.map((b) => Number(b.querySelector('td.year').textContent)).filter(Boolean)`);
  check('sort by year: newest first', years.every((y, i) => i === 0 || years[i - 1] >= y), years);
  equal('sort: aria-sort', await page.view("[d.querySelector('th.year').getAttribute('aria-sort'), d.querySelectorAll('[aria-sort]').length, d.activeElement.id]"), ['descending', 1, 'sort-year']);
  await page.key('Enter');
  equal('sort: Enter on the header turns it', await page.view("d.querySelector('th.year').getAttribute('aria-sort')"), 'ascending');
  check('sort: announced', (await page.view("d.querySelector('#status').textContent")).includes('Sorted by Year'));
  await page.view(clickOn('#sort-rank'));

  await page.view(`(${VISIBLE}[0].querySelector('.expander').focus(), 1)`);
  await page.key('Enter');
  equal('keyboard: Enter opens a record', await page.view(`[d.activeElement.getAttribute('aria-expanded'), !!d.querySelector('tr.detail:not([hidden]) .record')]`), ['true', true]);
  await page.key('ArrowDown');
  check('keyboard: arrow goes to the next record', await page.view(`d.activeElement === ${VISIBLE}[1].querySelector('.expander')`));
  await page.key('ArrowUp');
  await page.key('Tab');
  check('keyboard: Tab goes into the open record', await page.view("!!d.activeElement.closest('.record')"));
  await page.key('Escape');
  equal('keyboard: Escape closes it and comes back', await page.view(`[d.activeElement.getAttribute('aria-expanded'), d.activeElement === ${VISIBLE}[0].querySelector('.expander')]`), ['false', true]);
  await page.key('Enter');
  await page.view(clickOn('.record .chips a'));
  await pause(100);
  check('links are opened by the host', /^https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/\d+\/$/.test((await page.events('open-link'))[0]?.url), await page.events('open-link'));

  await page.view(`(${button('Extract values with quotes')}.click(), 1)`);
  await page.until("[...d.querySelectorAll('.record blockquote')].length > 0", 'extraction: quotes come');
  equal('extraction: asked by handle', (await page.events('tools/call')).at(-1)?.arguments?.result_set, found.structuredContent.result_set);
  await page.view("([...d.querySelectorAll('#records .expander[aria-expanded=false]')].forEach((b) => b.click()), 1)");
  const quotes = await page.view("[d.querySelectorAll('.provenance .good').length, d.querySelectorAll('.provenance .wrong').length, d.querySelectorAll('mark').length]");
  check('extraction: every quote is found at its place', quotes[0] > 20 && quotes[1] === 0 && quotes[2] > 10, quotes);
  equal('extraction: the focus is kept', await page.view("d.activeElement.className"), 'expander');
  const loads = "[...d.querySelectorAll('.record button')].find((b) => b.textContent === 'Show in abstract')";
  await page.view(`(${loads}.click(), 1)`);
  equal('extraction: the mark gets the focus', await page.view('d.activeElement.tagName'), 'MARK');
  const findings = await page.view("(() => { d.querySelector('#filter-finding').click(); return [...d.querySelectorAll('#records > tbody')].filter((b) => !b.hidden && b.querySelector('.finding')).length; })()");
  equal('filter: with a finding', await page.view(`${VISIBLE}.length`), findings);
  await page.view(clickOn('#filter-finding'));
  await page.view(`(${button('Use in the conversation')}.click(), 1)`);
  await pause(100);
  const told = (await page.events('model-context')).at(-1)?.content?.[0]?.text ?? '';
  check('a record is made known by its id alone', /^Picked by the user in the evidence view: PMID \d+ \(result set rs-[0-9a-f]{10}\)\.$/.test(told), told);
  await audit(page, 'sample, opened');
  await page.view("([...d.querySelectorAll('#records .expander[aria-expanded=true]')].slice(1).forEach((b) => b.click()), 1)");
  await shot(page, 'desktop-record');

  await page.view(`(${button('Look for mechanisms')}.click(), 1)`);
  await page.until("d.querySelectorAll('#graph .edge[role=button]').length >= 3", 'mechanism: graph is drawn');
  equal('mechanism: the tab is chosen', await page.view("[d.querySelector('#tab-mechanism').getAttribute('aria-selected'), d.querySelector('#evidence').hidden]"), ['true', true]);
  await page.view("(d.querySelector('#graph .edge[tabindex=\"0\"]').focus(), 1)");
  await page.key('Enter');
  const cited = await page.view("[d.querySelectorAll('#link-quotes blockquote').length, d.querySelectorAll('#link-quotes .good').length, d.querySelector('#graph .edge[aria-pressed=true]').getAttribute('aria-label')]");
  check('mechanism: Enter on a link shows its quotes, found at their places', cited[0] > 0 && cited[0] === cited[1] && /metformin .* AMPK: proposed, support 0\.\d\d, \d+ for, 0 against/.test(cited[2]), cited);
  await page.key('ArrowRight');
  check('mechanism: arrows walk along the links', await page.view("d.activeElement.classList.contains('edge') && d.activeElement.getAttribute('aria-pressed') === 'false'"));
  check('mechanism: retracted records are named as not used', (await page.view("d.querySelector('#mechanism .alert.bad').textContent")).includes('90000012'));
  await audit(page, 'mechanism, light');
  await shot(page, 'mechanism');
  await page.view("(d.querySelector('#tab-mechanism').focus(), 1)");
  await page.key('ArrowLeft');
  equal('tabs: arrow changes the tab', await page.view('[d.activeElement.id, d.querySelector("#evidence").hidden]'), ['tab-evidence', false]);

  await page.evaluate("window.bridge.setHostContext({ theme: 'dark', displayMode: 'inline' })");
  await pause(150);
  const colours = await page.view('[w.getComputedStyle(d.body).backgroundColor, w.getComputedStyle(d.body).color]');
  check('dark: follows the host', /^rgb\(2\d, 2\d, 2\d\)$/.test(colours[0]), colours);
  await audit(page, 'sample, dark');
  await shot(page, 'dark');
  await page.view(clickOn('#tab-mechanism'));
  await audit(page, 'mechanism, dark');
  await shot(page, 'dark-mechanism');
  await page.view(clickOn('#tab-evidence'));

  await page.size(360, 800);
  await page.view("((s) => { s.focus(); s.value = 'year'; s.dispatchEvent(new w.Event('change')); return 1; })(d.querySelector('#sort'))");
  equal('narrow: sorting by the list keeps the focus there', await page.view("[d.activeElement.id, d.querySelector('th.year').getAttribute('aria-sort')]"), ['sort', 'descending']);
  equal('narrow: nothing is wider than the page', await page.view('d.documentElement.scrollWidth <= w.innerWidth'), true);
  await audit(page, 'narrow');
  const roles = (await page.accessibility()).filter((n) => !n.ignored).map((n) => n.role?.value);
  check('narrow: still a table for screen readers', roles.includes('table') && roles.filter((r) => r === 'row').length > total && roles.filter((r) => r === 'columnheader').length >= 5, [...new Set(roles)]);
  await page.evaluate("window.bridge.setHostContext({ theme: 'light', displayMode: 'inline' })");
  await pause(100);
  await shot(page, 'narrow');
  await page.view(clickOn('#tab-mechanism'));
  await pause(150);
  equal('narrow: the graph fits', await page.view('d.documentElement.scrollWidth <= w.innerWidth'), true);
  await shot(page, 'narrow-mechanism');
  await page.size(900, 900);

  equal('policy: nothing was refused so far', await page.events('csp'), []);
  await page.view("(w.fetch('https://example.com/').then(() => { w.reached = true; }, () => {}), d.body.append(Object.assign(d.createElement('img'), { src: 'https://example.com/x.png' })), 1)");
  await pause(300);
  check('policy: the page reaches no network', (await page.events('csp')).length >= 2 && !(await page.view('w.reached')));
  equal('teardown is answered', await page.evaluate('window.bridge.teardownResource({})'), {});
  await page.close();
}

async function accessibleTable() {
  const args = { query: 'metformin', max_response_tokens: 1500 };
  const page = await open();
  const found = await call('search_evidence', args);
  await page.result(found, args);
  const nodes = (await page.accessibility()).filter((n) => !n.ignored);
  const named = (role) => nodes.filter((n) => n.role?.value === role).map((n) => n.name?.value);
  check('landmarks: banner, main, search, contentinfo', ['banner', 'main', 'search', 'contentinfo'].every((r) => named(r).length === 1), named('search'));
  check('table: has a name', named('table')[0] === 'Ranked records', named('table'));
  check('table: headers say that they sort', named('columnheader').some((n) => n.includes('Year')), named('columnheader'));
  check('status lines are live', named('status').length >= 1);
  const before = await page.view("d.querySelectorAll('#records > tbody').length");
  await page.view(`(${button('Load')}.click(), 1)`);
  await page.until(`d.querySelectorAll('#records > tbody').length > ${before}`, 'paging: more records come');
  equal('paging: the focus is on the first new record', await page.view(`[...d.querySelectorAll('#records > tbody')].findIndex((b) => b.contains(d.activeElement))`), before);
  const asked = (await page.events('tools/call')).at(-1);
  equal('paging: the same call with the cursor', asked, { name: 'search_evidence', arguments: { ...args, cursor: found.structuredContent.next_cursor } });
  await page.close();

  const deaf = await open({ capabilities: {} });
  await deaf.result(found, args);
  equal('a host without calls: no buttons for them', await deaf.view("[...d.querySelectorAll('#more button, .record button')].length"), 0);
  check('a host without calls: the cursor is named', (await deaf.view("d.querySelector('#more').textContent")).includes(found.structuredContent.next_cursor));
  await deaf.close();
}

async function scored() {
  const found = await call('pubmed_search', { search_query: 'metformin Alzheimer disease', max_results: 20 });
  const extracted = await call('pubmed_extract_features', { result_set: found.structuredContent.result_set, extraction_schema: { study_design: 'string', sample_size: 'number', key_findings: 'array[string]' } });
  const rated = await call('pubmed_score_articles', { result_set: extracted.structuredContent.result_set, query: 'metformin Alzheimer disease',
    scoring_criteria: { weights: { relevance: 0.4, study_design: 0.3, recency: 0.1, sample_size: 0.2 } } });
  const ranked = await call('pubmed_filter_rank', { result_set: rated.structuredContent.result_set, ranking_criteria: { boost_recent: true } });
  const page = await open({ context: { availableDisplayModes: ['inline', 'fullscreen'] } });
  for (const [name, result, member] of [['extract', extracted, 'extractions'], ['score', rated, 'scored_articles'], ['rank', ranked, 'ranked_articles']]) {
    const other = await open();
    await other.result(result);
    equal(`${name}: every record of the answer is a row`, await other.view("d.querySelectorAll('#records > tbody').length"), result.structuredContent[member].length);
    await other.close();
  }
  await page.result(ranked, { result_set: rated.structuredContent.result_set });
  await page.view(`(${VISIBLE}[2].querySelector('.expander').click(), 1)`);
  const parts = await page.view("[...d.querySelectorAll('.parts tbody tr')].map((r) => [r.cells[0].textContent, Number(r.cells[4].textContent)])");
  const wanted = ranked.structuredContent.ranked_articles[2];
  check('score: its parts are shown and add up', parts.length === 4 && Math.abs(parts.reduce((s, [, v]) => s + v, 0) - (wanted.base_score ?? wanted.total_score)) < 0.003, [parts, wanted.total_score]);
  await page.view(`(${button('Load the abstract')}.click(), 1)`);
  await page.until("!!d.querySelector('.abstract')", 'a record without its abstract loads it');
  await page.view(`(${button('Full screen')}.click(), 1)`);
  await pause(150);
  equal('full screen is asked of the host', await page.events('display-mode'), [{ mode: 'fullscreen' }]);
  await shot(page, 'scores');
  await audit(page, 'scores');
  await page.close();
}

async function hostileAnswers() {
  const page = await open();
  onCall = () => answer(hostileExtraction);
  await page.result(answer(hostile), { query: HOSTILE });
  await page.view("([...d.querySelectorAll('.expander')].forEach((b) => b.click()), 1)");
  equal('hostile: records that can be read are rows', await page.view("d.querySelectorAll('#records > tbody').length"), 3);
  await page.view(`(${button('Extract values')}.click(), 1)`);
  await page.until("d.querySelectorAll('.record blockquote').length > 0", 'hostile: values come');
  equal('hostile: no element and no script came of it', await page.view("[d.querySelectorAll('img').length, d.querySelectorAll('script').length, w.hacked === undefined]"), [0, 1, true]);
  check('hostile: it is shown as text', (await page.view('d.body.textContent')).includes('<img src=x onerror='));
  check('hostile: links lead only to known places', await page.view("[...d.querySelectorAll('a')].every((a) => /^https:\\/\\/(pubmed\\.ncbi|doi\\.org|pmc\\.ncbi|clinicaltrials\\.gov|openalex\\.org)/.test(a.href) && a.origin !== 'null')"),
    await page.view("[...d.querySelectorAll('a')].map((a) => a.href)"));
  check('hostile: nothing turns the reading direction', await page.view("!/[\\u202a-\\u202e\\u200b]/.test(d.body.textContent)"));
  check('hostile: an incomplete answer says so', (await page.view("d.querySelector('#alerts').textContent")).includes('Incomplete: openalex'));
  const cells = await page.view("[...d.querySelectorAll('.values tbody tr')].map((r) => [r.cells[0].textContent, !!r.querySelector('.good'), !!r.querySelector('.wrong')])");
  check('quotes: found past an astral character', cells.some(([f, good]) => f === 'sample size' && good), cells);
  check('quotes: one that is not at its place is called out', cells.some(([f, , wrong]) => f === 'p value' && wrong), cells);
  equal('hostile: policy had nothing to refuse', await page.events('csp'), []);
  await page.close();

  const graph = await open({ width: 700 });
  await graph.result(answer(tangled));
  await graph.view("([...d.querySelectorAll('#mechanism details')].forEach((x) => { x.open = true; }), 1)");
  equal('graph: links of all hypotheses, shared ones once', await graph.view("d.querySelectorAll('#graph g.edge').length"), 7);
  equal('graph: hostile names are text', await graph.view("[d.querySelectorAll('img').length, w.hacked === undefined]"), [0, true]);
  check('graph: status and interval are said', await graph.view("[...d.querySelectorAll('#graph g.edge')].some((g) => /supported, share in favour 0.90 \\(0.60 to 1.00\\)/.test(g.getAttribute('aria-label')))"));
  check('graph: activation and inhibition differ', await graph.view("d.querySelectorAll('g.edge.negative .tip').length > 0 && d.querySelectorAll('g.edge.positive .tip').length > 0"));
  await graph.view("(d.querySelector('[data-highlight=\"1\"]').click(), 1)");
  check('graph: one hypothesis can be picked out', await graph.view("d.querySelectorAll('g.edge.faint').length > 0 && d.querySelectorAll('g.edge:not(.faint)').length >= 2"));
  await graph.view("(d.querySelector('[data-highlight=\"1\"]').click(), 1)");
  await audit(graph, 'graph of many');
  await shot(graph, 'graph-of-many');
  await graph.size(360, 800);
  equal('graph of many, narrow: fits', await graph.view('d.documentElement.scrollWidth <= w.innerWidth'), true);
  await shot(graph, 'graph-of-many-narrow');
  await graph.close();
}

async function otherAnswers() {
  onCall = (params) => call(params.name, params.arguments);
  const page = await open();
  const status = () => page.view("d.querySelector('#status').textContent");
  await page.evaluate(`window.bridge.sendToolInput({ arguments: { query: 'x' } })`);
  await page.result({ isError: true, content: [{ type: 'text', text: 'no' }], structuredContent: { error: { code: 'offline', message: 'No network.', recovery: 'Try later.' } } });
  equal('an error is told with its remedy', await status(), 'The tool answered with an error. No network. Try later.');
  await page.result({ content: [{ type: 'text', text: 'only words' }] });
  equal('an answer in words only is shown', await status(), 'only words');
  await page.result(answer({ hypotheses: [], knowledge_gaps: [], recommended_searches: ['drug A'], primary_hypothesis: null }));
  check('no hypotheses: said', (await page.view("d.querySelector('#mechanism').textContent")).includes('No chain from drug to effect'));
  onCall = () => ({ isError: true, content: [{ type: 'text', text: 'x' }], structuredContent: { error: { code: 'internal', message: 'It broke.' } } });
  const more = await open();
  await more.result(await call('search_evidence', { query: 'metformin', max_response_tokens: 1500 }), { query: 'metformin' });
  await more.view(`(${button('Load')}.click(), 1)`);
  await more.until("d.querySelector('#status').textContent.includes('failed: It broke.')", 'a call that fails is told');
  // Colours of a host that nobody could read are not taken; readable ones are.
  await more.evaluate("window.bridge.setHostContext({ theme: 'dark', styles: { variables: { '--color-text-primary': '#123456', '--color-background-primary': '#101010' } } })");
  await pause(150);
  check('unreadable host colours are refused', await more.view("d.documentElement.style.getPropertyValue('--color-text-primary') === ''"));
  await more.evaluate("window.bridge.setHostContext({ theme: 'dark', styles: { variables: { '--color-text-primary': '#fafaf0', '--color-background-primary': '#101020' } } })");
  await pause(150);
  equal('readable host colours are taken', await more.view('w.getComputedStyle(d.body).backgroundColor'), 'rgb(16, 16, 32)');
  onCall = (params) => call(params.name, params.arguments);
  await more.close();
  await page.close();
}

async function researchRun() {
  const page = await open();
  await page.result(answer(paused), { question: paused.question });
  equal('run: both parts', await page.view("[d.querySelector('#tabs').hidden, d.querySelectorAll('#records > tbody.retracted').length]"), [false, 1]);
  await page.view(clickOn('#tab-mechanism'));
  equal('run: signs are read from relations', await page.view("[...d.querySelectorAll('#graph g.edge')].map((g) => g.classList.contains('negative'))"), [true, false, true]);
  check('run: share with its interval', await page.view("d.querySelector('#graph g.edge').getAttribute('aria-label').includes('share in favour 0.80 (0.50 to 0.95), 4 for, 1 against')"));
  check('run: a retracted paper is marked beside its quote', await page.view("(d.querySelector('#graph g.edge').dispatchEvent(new w.MouseEvent('click')), d.querySelector('#link-quotes .badge.bad').textContent === 'Retracted')"));
  check('run: the judgement stands there', (await page.view("d.querySelector('#mechanism').textContent")).includes('Not sufficient. Mechanism 4 of 10, clinical evidence 2 of 10. Few trials.'));
  await audit(page, 'run');
  await shot(page, 'run');
  onCall = () => answer({ ...paused, status: 'finished', stop_reason: 'sufficient', next_call: undefined });
  await page.view(`(${button('Go on')}.click(), 1)`);
  await page.until("d.querySelector('#subtitle').textContent.includes('finished')", 'run: goes on');
  equal('run: by the call that was named', (await page.events('tools/call')).at(-1), { name: 'run_research', arguments: paused.next_call.arguments });
  await page.close();
}

async function pooled() {
  const result = await call('synthesize_evidence', { rows: pooledRows, measure: 'RR', max_response_tokens: 60000 });
  const page = await open({ width: 1300 });
  await page.result(result, { rows: pooledRows });
  await page.until("d.querySelectorAll('figure.plot svg').length === 3", 'synthesis: its plots are loaded');
  equal('synthesis: by their addresses alone', (await page.events('resources/read')).map((r) => r.uri.replace(/-[0-9a-f]{10}/, '')), ['forest', 'funnel', 'direction'].map((k) => `evidence://exports/${k}.svg`));
  equal('synthesis: a row for each study', await page.view("[...d.querySelectorAll('table.studies')].map((t) => t.tBodies[0].rows.length)"), [12, 1]);
  equal('synthesis: hostile labels are text', await page.view("[d.querySelectorAll('img, main script').length, w.hacked === undefined]"), [0, true]);
  check('synthesis: the plots are named for screen readers', (await page.accessibility()).filter((n) => /^(Forest|Funnel) plot: cramps|^Effect directions: cramps/.test(n.name?.value ?? '')).length >= 3);
  check('synthesis: text of a plot can be selected', await page.view("(() => { const t = [...d.querySelectorAll('figure.plot text')].find((x) => x.textContent === 'Random-effects model'); w.getSelection().selectAllChildren(t); return w.getSelection().toString(); })()") === 'Random-effects model');
  check('synthesis: no text of the forest plot lies over another', await page.view(`(${overlapping})(d.querySelector('figure.plot svg'))`) === 0);
  await audit(page, 'synthesis, light');
  await shot(page, 'synthesis');
  await page.evaluate("window.bridge.setHostContext({ theme: 'dark' })");
  await pause(200);
  equal('synthesis: plots follow the host to dark', await page.view("w.getComputedStyle(d.querySelector('figure.plot rect.paper')).fill"), 'rgb(20, 23, 27)');
  await shot(page, 'synthesis-dark');
  await page.media({}, 'print');
  equal('synthesis: plots print black on white', await page.view("[w.getComputedStyle(d.querySelector('figure.plot rect.paper')).fill, w.getComputedStyle(d.querySelector('figure.plot text')).fill]"), ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  await shot(page, 'synthesis-print');
  await page.media({});
  await page.size(420, 900);
  equal('synthesis, narrow: the page fits', await page.view('d.documentElement.scrollWidth <= w.innerWidth'), true);
  check('synthesis, narrow: text of a plot stays readable', await page.view("d.querySelector('figure.plot text').getBoundingClientRect().height") >= 11);
  await audit(page, 'synthesis, narrow');
  await shot(page, 'synthesis-narrow');
  await page.close();
  onRead = () => { throw new Error('gone'); };
  const other = await open();
  await other.result(result);
  await other.until("d.querySelector('figure.plot')?.textContent.startsWith('Forest plot was not loaded')", 'synthesis: a plot that does not come is said');
  equal('synthesis: the numbers stand there all the same', await other.view("d.querySelectorAll('table.studies').length"), 2);
  onRead = () => ({ contents: [{ uri: 'x', text: '<svg xmlns="http://www.w3.org/2000/svg" onload="top.hacked=1"><script>hacked=1</script><text onclick="hacked=1">T</text><foreignObject><b>x</b></foreignObject></svg>' }] });
  await other.result(result);
  await other.until("d.querySelectorAll('figure.plot svg').length === 3");
  equal('synthesis: of a drawing only its shapes and words are taken', await other.view("d.querySelector('figure.plot').innerHTML"), '<svg><text>T</text></svg>');
  await other.close();
  onRead = (params) => mcp.readResource({ uri: params.uri });
  // The page of its own that the same call keeps.
  const report = result.structuredContent.figures.find((f) => f.kind === 'synthesis').uri;
  alone = (await mcp.readResource({ uri: report })).contents[0].text;
  const own = await browser.open(`${HOST}/alone.html`, 1300);
  equal('report of a synthesis: all plots, no script', await own.view("[d.querySelectorAll('svg.ev-plot').length, d.querySelectorAll('script, img').length]"), [3, 0]);
  await shot(own, 'report');
  await own.media({ 'prefers-color-scheme': 'dark' });
  equal('report of a synthesis: dark', await own.view("w.getComputedStyle(d.querySelector('rect.paper')).fill"), 'rgb(20, 23, 27)');
  await shot(own, 'report-dark');
  await own.media({ 'prefers-color-scheme': 'dark' }, 'print');
  equal('report of a synthesis: prints on white', await own.view("w.getComputedStyle(d.querySelector('rect.paper')).fill"), 'rgb(255, 255, 255)');
  await own.size(760, 1000);
  await shot(own, 'report-print');
  await own.media({});
  await own.size(420, 900);
  equal('report of a synthesis, narrow: fits', await own.view('d.documentElement.scrollWidth <= w.innerWidth'), true);
  await shot(own, 'report-narrow');
  await own.close();
}

async function standingAlone() {
  const data = { question: HOSTILE, as_of: '2026-01-01', sample: true, articles: hostile.evidence.slice(0, 1).map((e) => ({ rank: 1, article: { pmid: '90000001', title: `${e.citation.title} </script><!--`, abstract: e.content, retraction: { status: 'none' } },
    extraction: { sample_size: 40 }, extraction_metadata: { sample_size: hostileExtraction.extractions[0].extraction_metadata.sample_size }, final_score: 0.5, score_breakdown: { relevance: 0.5 } })), assessment: tangled };
  const file = join(here, 'alone.json');
  writeFileSync(file, JSON.stringify(data));
  alone = execFileSync(printView, [file], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const page = await browser.open(`${HOST}/alone.html`, 900);
  await pause(200);
  equal('alone: rows and tabs', await page.view("[d.querySelectorAll('#records > tbody').length, d.querySelector('#tabs').hidden]"), [1, false]);
  equal('alone: hostile text stays text', await page.view("[d.querySelectorAll('img').length, w.hacked === undefined, d.querySelector('h1').textContent]"), [0, true, HOSTILE]);
  await page.view("(d.querySelector('.expander').click(), 1)");
  equal('alone: quotes are compared', await page.view("d.querySelectorAll('.record .good').length"), 1);
  equal('alone: links are plain links', await page.view("d.querySelector('.record .chips a').href"), 'https://pubmed.ncbi.nlm.nih.gov/90000001/');
  equal('alone: no buttons for calls', await page.view("d.querySelectorAll('.actions button').length"), 0);
  await page.media({ 'prefers-color-scheme': 'dark' });
  check('alone: follows the system to dark', /^rgb\(2\d, 2\d, 2\d\)$/.test(await page.view('w.getComputedStyle(d.body).backgroundColor')));
  await page.media({}, 'print');
  equal('alone: print shows both parts, no forms', await page.view("[w.getComputedStyle(d.querySelector('#mechanism')).display, w.getComputedStyle(d.querySelector('#filters')).display]"), ['block', 'none']);
  await page.media({});
  await page.close();
}

let crashed = '';
for (const scenario of [sample, accessibleTable, scored, hostileAnswers, otherAnswers, researchRun, pooled, standingAlone]) {
  try {
    await scenario();
  } catch (error) {
    crashed = error.stack ?? String(error);
    check(`${scenario.name} ran to its end`, false, crashed);
  }
}
equal('no script failed', browser.logged, []);
await browser.close();
await mcp.close();
hostServer.close();
sandServer.close();
console.log(`view checks: ${passes} passed, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
