// Start, the head of the page, the tabs, and what the page asks the host for.
const paging = { tool: undefined, args: {}, cursor: '' };
const SCHEMA = { study_design: 'string', sample_size: 'number', population: 'string', intervention: 'string', comparator: 'string',
  primary_outcome: 'string', effect_estimate: 'string', confidence_interval: 'string', p_value: 'string', conclusion: 'string' };
let answer = {};
const picked = new Set();
let inFlight = false;

function openRecord(key) {
  showTab('evidence');
  Table.showAll();
  Table.open(key);
}

function showTab(name) {
  for (const id of ['evidence', 'mechanism']) {
    const chosen = id === name;
    byId(id).hidden = !chosen;
    byId(`tab-${id}`).setAttribute('aria-selected', String(chosen));
    byId(`tab-${id}`).setAttribute('tabindex', chosen ? '0' : '-1');
  }
  say('');
  if (name === 'mechanism') Mechanism.picture();
}

function tabs() {
  const both = Model.records().length > 0 && (Model.hypotheses().length > 0 || filled(answer.rounds));
  byId('tabs').hidden = !both;
  for (const id of ['evidence', 'mechanism']) {
    if (both) fill(byId(id), { role: 'tabpanel', 'aria-labelledby': `tab-${id}` }, []);
  }
  byId('tab-evidence').textContent = `Evidence (${Model.records().length})`;
  byId('tab-mechanism').textContent = `Mechanism (${Model.hypotheses().length})`;
}

const title = (data) => clean(first(data.question, isObject(data.query) ? object(data.query).query_string : data.query,
  object(data.search_metadata).query_sent, paging.args.query, paging.args.search_query, paging.args.question, Model.titleOf(paging.tool)));

function subtitle(data) {
  const found = first(data.total_found, data.total_results, object(data.counts).found, object(data.filter_metadata).initial_count);
  const handle = clean(data.result_set);
  const dedup = object(data.dedup);
  return [filled(data.status) && filled(data.run_id) && `${clean(data.run_id)} ${words(data.status)}`,
    filled(data.stop_reason) && `ended: ${words(data.stop_reason)}`, isNumber(found) && `${whole(found)} found`, isNumber(dedup.before) && isNumber(dedup.after) && dedup.before > dedup.after &&
    `${dedup.before} before the same works were joined`, filled(data.as_of) && `as of ${clean(data.as_of)}`, handle && `result set ${handle}`]
    .filter(Boolean).join(' · ');
}

function sourceChips(data) {
  return list(data.source_status).filter(isObject).map((s) => {
    const failed = !['ok', 'partial', 'skipped'].includes(clean(s.status));
    return el('li', { class: failed ? 'bad' : s.status === 'ok' ? '' : 'warn' }, el('strong', {}, clean(s.source)), ' ',
      s.status === 'ok' ? `${whole(first(s.returned, 0))}${isNumber(s.found) ? ` of ${whole(s.found)}` : ''}` : words(s.status),
      failed && filled(object(s.error).message) && `: ${clean(s.error.message)}`);
  });
}

// A service's message names it already; one that does not gets the name.
function errorText(error) {
  if (!isObject(error)) return clean(error);
  const message = clean(error.message ?? error.code);
  return filled(error.source) && !message.includes(clean(error.source)) ? `${clean(error.source)}: ${message}` : message;
}

function notices(data) {
  const errors = list(data.errors).map(errorText);
  const warnings = list(data.warnings).map((w) => (isObject(w) ? [w.source, w.message ?? w.code].filter(filled).map(clean).join(': ') : clean(w)));
  return [errors.length > 0 && el('div', { class: 'alert bad' }, el('strong', {}, 'Incomplete: '), errors.length === 1 ? errors[0]
    : el('ul', {}, errors.map((e) => el('li', {}, e)))),
  warnings.length > 0 && el('details', { class: 'alert warn' }, el('summary', {}, plural(warnings.length, 'warning')),
    el('ul', {}, warnings.map((w) => el('li', {}, w))))].filter(Boolean);
}

function head() {
  const notice = clean(answer.content_notice);
  const sample = answer.sample === true || notice.startsWith('Built-in sample');
  byId('title').textContent = title(answer);
  document.title = title(answer);
  byId('subtitle').textContent = subtitle(answer);
  const chips = sourceChips(answer);
  byId('sources').replaceChildren(...chips);
  byId('sources').hidden = chips.length === 0;
  byId('alerts').replaceChildren(...notices(answer));
  byId('sample').hidden = !sample;
  byId('sample').replaceChildren(el('strong', {}, 'Built-in sample. '), 'Every record here is invented; none is a real study.');
  byId('notes').replaceChildren(el('p', { class: 'muted' }, notice.replace(/^Built-in sample:[^.]*\.\s*/, '') ||
    'Titles, abstracts and quotes are third-party text.'), el('p', { class: 'muted' },
    'The score orders reading; it is no appraisal of the risk of bias. The quote decides.'));
}

// A call through the host: one at a time, said while it runs, its failure said too.
async function ask(button, what, name, args, then) {
  if (inFlight) return;
  inFlight = true;
  button.setAttribute('aria-disabled', 'true');
  say(`${what} …`);
  try {
    const more = await Host.call(name, args);
    say('');
    then(more);
  } catch (error) {
    say(`${what} failed: ${error.message}`);
  } finally {
    inFlight = false;
    button.removeAttribute('aria-disabled');
  }
}
const action = (label, run) => el('button', { type: 'button', onclick: (event) => run(event.currentTarget) }, label);

function recordActions(record) {
  if (!Host.canCall()) return null;
  const quoted = record.fields.some((f) => f.known);
  const id = record.ids.pmid || record.ids.nct || record.ids.doi || record.ids.pmcid;
  return el('p', { class: 'actions' }, record.abstract === undefined && !record.noAbstract && id &&
    action('Load the abstract', (button) => ask(button, 'Loading the record', 'get_articles', { ids: [id], max_response_tokens: 20000 }, (more) => {
      Model.take(more);
      Table.redraw(record.key);
      Table.focus(record.key);
      if (Model.state.records.get(record.key).abstract === undefined) say('This record has no abstract.');
    })), !quoted && filled(answer.result_set) && extractButton(record.key), Host.canTell() && pickButton(record.key));
}

// Only ids go to the model: titles are other people's text.
function pickButton(key) {
  return el('button', { type: 'button', 'aria-pressed': String(picked.has(key)), onclick: async (event) => {
    const button = event.currentTarget;
    const now = !picked.has(key);
    picked[now ? 'add' : 'delete'](key);
    button.setAttribute('aria-pressed', String(now));
    const handle = filled(answer.result_set) ? ` (result set ${clean(answer.result_set)})` : '';
    try {
      await Host.tell(picked.size > 0 ? `Picked by the user in the evidence view: ${[...picked].join(', ')}${handle}.`
        : 'Nothing is picked in the evidence view.');
      say(now ? 'The conversation knows of this record now.' : 'Taken back from the conversation.');
    } catch (error) {
      say(`The host did not take it: ${error.message}`);
    }
  } }, 'Use in the conversation');
}

function extractButton(key) {
  return action('Extract values with quotes', (button) => ask(button, 'Extracting', 'pubmed_extract_features',
    { result_set: clean(answer.result_set), extraction_schema: SCHEMA, max_response_tokens: 200000 }, (more) => {
      Model.take(more);
      Table.draw(recordActions);
      toolbar();
      Table.focus(key ?? Model.records()[0].key);
      say('Values were extracted; open a record to read the quotes.');
    }));
}

function mechanismButton() {
  return action('Look for mechanisms', (button) => ask(button, 'Reading for mechanisms', 'generate_hypotheses',
    { query: title(answer), result_set: clean(answer.result_set), detail: 'full', max_response_tokens: 200000 }, (more) => {
      Model.take(more);
      drawMechanism(more);
      tabs();
      if (Model.hypotheses().length === 0) return say('No chain from drug to effect could be quoted from these records.');
      showTab('mechanism');
      byId('tab-mechanism').focus();
      say(`${plural(Model.hypotheses().length, 'hypothesis', 'hypotheses')} made.`);
    }));
}

function drawMechanism(data) {
  Mechanism.draw(data, () => {
    const ids = Mechanism.citedIds();
    return Host.canCall() && ids.length > 0 && el('p', { class: 'actions' }, action(`Load the ${plural(ids.length, 'record')} quoted`, (button) =>
      ask(button, 'Loading the records', 'get_articles', { ids, max_response_tokens: 200000 }, (more) => {
        Model.take(more);
        Table.draw(recordActions);
        drawMechanism(data);
        tabs();
        byId('tab-mechanism').focus();
        say('The records are loaded; quotes are now compared with their texts.');
      })));
  });
}

function toolbar() {
  const deferred = first(answer.deferred_count, list(answer.deferred).length);
  const quoted = Model.records().some((r) => r.fields.some((f) => f.known));
  const can = Host.canCall();
  byId('more').replaceChildren(el('p', { class: 'actions' },
    paging.cursor && (can && paging.tool ? action(`Load ${deferred ? plural(deferred, 'more record') : 'more records'}`, (button) => ask(button, 'Loading more', paging.tool,
      { ...paging.args, cursor: paging.cursor }, (more) => takePage(more)))
      : el('span', {}, `${deferred ? plural(deferred, 'more record') : 'More records'}: ask for them with the cursor `, el('code', {}, paging.cursor), '.')),
    can && !quoted && filled(answer.result_set) && Model.records().length > 0 && extractButton(),
    can && Model.hypotheses().length === 0 && filled(answer.result_set) && mechanismButton(),
    can && goOn(answer.next_call),
    Host.canFill() && action('Full screen', () => Host.fill().then(() => { Table.showAll(); toolbar(); }).catch((e) => say(e.message)))));
}

// The call that an unfinished answer names, offered where it is one of this server's reading tools.
function goOn(next) {
  const call = object(next);
  if (!/^[a-z_]{1,64}$/.test(clean(call.tool)) || !isObject(call.arguments)) return null;
  return action(`Go on: ${words(call.tool)}`, (button) => ask(button, 'Going on', call.tool, call.arguments, (more) => show(more, false)));
}

function takePage(more) {
  const before = Model.records().length;
  const known = new Set(Model.state.records.keys());
  Model.take(more);
  answer = { ...answer, deferred: more.deferred, deferred_count: more.deferred_count };
  paging.cursor = clean(more.next_cursor);
  Table.draw(recordActions);
  Table.showAll();
  toolbar();
  Table.focus([...Model.state.records.keys()].find((key) => !known.has(key)));
  say(`${plural(Model.records().length - before, 'record')} added.`);
}

function show(data, alone) {
  answer = data;
  const any = Model.take(data);
  paging.cursor = clean(data.next_cursor);
  paging.tool = clean(first(object(object(Host.context().toolInfo).tool).name, Model.toolOf(data)));
  head();
  byId('main').hidden = false;
  byId('evidence').hidden = false;
  if (Model.records().length > 0) Table.draw(recordActions, alone || Host.context().displayMode === 'fullscreen');
  else byId('evidence').hidden = true;
  if (Model.hypotheses().length > 0 || Array.isArray(data.hypotheses) || filled(data.rounds)) drawMechanism({ ...data, ...object(data.assessment) });
  const pooled = Synthesis.draw(data);
  tabs();
  toolbar();
  showTab(Model.records().length > 0 ? 'evidence' : 'mechanism');
  if (pooled && !any) byId('mechanism').hidden = true;
  if (!any && !pooled) say('The answer holds no records and no hypotheses.');
}

function failed(data, text) {
  const failure = object(data.error);
  byId('status').replaceChildren(el('strong', {}, 'The tool answered with an error. '), clean(first(failure.message, text, '')),
    filled(failure.recovery) && ` ${clean(failure.recovery)}`);
}

function onResult(params) {
  const data = object(params.structuredContent);
  const text = list(params.content).map((block) => object(block).text).filter(filled).map(clean).join('\n');
  if (params.isError) return failed(data, text);
  if (Object.keys(data).length === 0) return byId('status').replaceChildren(el('span', { class: 'plain-text' }, text || 'The answer is empty.'));
  show(data, false);
}

function listen() {
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('tabs').addEventListener('click', (event) => {
    const id = event.target.closest('[role=tab]')?.id;
    if (id) showTab(id.slice(4));
  });
  byId('tabs').addEventListener('keydown', (event) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    const other = event.target.id === 'tab-evidence' ? 'mechanism' : 'evidence';
    const to = event.key === 'Home' ? 'evidence' : event.key === 'End' ? 'mechanism' : other;
    event.preventDefault();
    showTab(to);
    byId(`tab-${to}`).focus();
  });
  let width = 0;
  new ResizeObserver(() => {
    if (byId('mechanism').hidden || Math.abs(document.body.clientWidth - width) < 8) return;
    width = document.body.clientWidth;
    Mechanism.picture();
  }).observe(document.body);
  window.addEventListener('beforeprint', () => Model.records().length > 0 && Table.showAll());
}

function start() {
  listen();
  const embedded = byId('evidence-data');
  if (embedded) {
    try {
      show(object(JSON.parse(embedded.textContent)), true);
    } catch (error) {
      say(`The data of this page cannot be read: ${error.message}`);
    }
    return;
  }
  Host.on('ui/notifications/tool-input', (params) => {
    paging.args = object(params.arguments);
    const query = first(paging.args.query, paging.args.search_query, paging.args.question);
    if (filled(query)) byId('title').textContent = clean(query);
    say('Working …');
  });
  Host.on('ui/notifications/tool-result', onResult);
  Host.on('ui/notifications/tool-cancelled', (params) => say(`Cancelled. ${clean(params.reason)}`));
  Host.on('ui/notifications/host-context-changed', () => Theme.apply(Host.context()));
  Host.connect().then((hosted) => {
    if (hosted) Theme.apply(Host.context());
    else say('This page shows results inside a host, or a report with its data embedded. There is neither.');
  }).catch((error) => say(`No connection with the host: ${error.message}`));
}
start();
