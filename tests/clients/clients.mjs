// clients.mjs <server command…>: connects the official TypeScript clients in every era they speak and checks what any
// client relies on: lists, calls, resources, prompts, completion, cancellation, a thousand calls at once. The calls
// are those of EV_CALLS ("<folder>: 1 2 …", files call-N.name and call-N.json), with EV_SAMPLE=1 one of every tool of
// the product on its sample, else `echo` if the server has it. Prints one line per check; exit code 1 if one fails.
import { readFileSync } from 'node:fs';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { SAMPLE_CALLS } from './sample_calls.mjs';

const [command, ...args] = process.argv.slice(2);
const [folder, numbers = ''] = (process.env.EV_CALLS ?? ':').split(':');
const calls = numbers.split(' ').filter(Boolean).map((n) => ({
  name: readFileSync(`${folder}/call-${n}.name`, 'utf8'),
  arguments: JSON.parse(readFileSync(`${folder}/call-${n}.json`, 'utf8')),
}));
// Clients hand down almost nothing of the environment; the server's own settings are passed on.
const env = Object.fromEntries(Object.entries(process.env).filter(([k]) =>
  /^(EVIDENCE_MCP_|NCBI_|OPENALEX_|UNPAYWALL_|HOME$|PATH$)/.test(k)));

let failures = 0;
function check(label, good, detail = '') {
  if (!good) failures += 1;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${label}${good ? '' : ` ${detail}`}`);
}

function checkTools(label, tools) {
  check(`${label}: tools are listed`, tools.length > 0);
  const names = tools.map((t) => t.name);
  check(`${label}: names are unique and portable`,
    new Set(names).size === names.length && names.every((n) => /^[a-z0-9_]{1,64}$/.test(n)), names.join(' '));
  for (const tool of tools) {
    const good = typeof tool.description === 'string' && tool.inputSchema?.type === 'object'
      && (tool.outputSchema === undefined || tool.outputSchema.type === 'object');
    check(`${label}: ${tool.name} is described and has object schemas`, good);
  }
}

function checkResult(label, result) {
  const text = (result.content ?? []).filter((b) => b.type === 'text').map((b) => b.text).join('\n');
  check(`${label}: has text`, text.length > 0);
  check(`${label}: has structured content`, result.structuredContent !== null
    && typeof result.structuredContent === 'object', JSON.stringify(result).slice(0, 300));
  check(`${label}: is no error`, result.isError !== true, text.slice(0, 600));
}

async function rejects(promise) {
  try { await promise; return undefined; } catch (error) { return error; }
}

const callTool = (client, call, options) => (client instanceof Client1
  ? client.callTool(call, undefined, options) : client.callTool(call, options));

// One call of every tool, each on what the ones before it made.
async function callEveryTool(label, client, tools) {
  const known = new Set(SAMPLE_CALLS.map(({ name }) => name));
  const unknown = tools.map(({ name }) => name).filter((name) => !known.has(name));
  check(`${label}: every listed tool has a sample call`, unknown.length === 0, unknown.join(' '));
  const results = {};
  for (const { name, args: argumentsOf } of SAMPLE_CALLS) {
    if (!tools.some((tool) => tool.name === name)) continue;
    const progress = [];
    const options = { onprogress: (p) => progress.push(p.progress), timeout: 120000 };
    const result = await callTool(client, { name, arguments: argumentsOf(results) }, options);
    checkResult(`${label}: ${name}`, result);
    check(`${label}: ${name} progress increases`, progress.every((p, i) => i === 0 || p > progress[i - 1]));
    results[name] = result.structuredContent ?? {};
    for (const link of result.content.filter((block) => block.type === 'resource_link')) {
      const { contents } = await client.readResource({ uri: link.uri });
      check(`${label}: the link of ${name} can be read`, contents[0].text.length > 0, link.uri);
    }
  }
}

async function readEverything(label, client) {
  if (!client.getServerCapabilities()?.resources) return;
  const { resourceTemplates } = await client.listResourceTemplates();
  check(`${label}: templates are listed`, resourceTemplates.length > 0);
  const listed = [];
  for (let cursor; ;) {
    const page = await client.listResources(cursor === undefined ? {} : { cursor });
    listed.push(...page.resources);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  check(`${label}: resources are described`, listed.every((r) => r.uri && r.name && r.description));
  for (const { uri } of listed.slice(0, 20)) {
    const { contents } = await client.readResource({ uri });
    check(`${label}: ${uri} can be read`, contents.length > 0 && (contents[0].text ?? contents[0].blob ?? '').length > 0);
  }
  const absent = await rejects(client.readResource({ uri: 'nowhere://at/all' }));
  check(`${label}: what is not there is an error`, absent?.code === -32602 || absent?.code === -32002, String(absent));
}

async function useEveryPrompt(label, client) {
  if (!client.getServerCapabilities()?.prompts) return;
  const { prompts } = await client.listPrompts();
  check(`${label}: prompts are listed and described`, prompts.length > 0 && prompts.every((p) => p.name && p.description));
  for (const prompt of prompts) {
    const given = Object.fromEntries((prompt.arguments ?? []).map(({ name }) => [name, 'metformin']));
    const { messages } = await client.getPrompt({ name: prompt.name, arguments: given });
    check(`${label}: prompt ${prompt.name}`, messages.length > 0 && messages.every((m) => m.role && m.content));
    for (const { name } of prompt.arguments ?? []) {
      const ref = { type: 'ref/prompt', name: prompt.name };
      const { completion } = await client.complete({ ref, argument: { name, value: 'met' } });
      check(`${label}: ${prompt.name}.${name} completes`, Array.isArray(completion.values) && completion.values.length <= 100);
    }
  }
}

// Aborted calls are never answered, and the server goes on. The calls take long, so that no answer is on its way.
async function cancelCalls(label, client, call) {
  const aborting = Array.from({ length: 5 }, () => {
    const stop = new AbortController();
    const running = rejects(callTool(client, call, { signal: stop.signal, timeout: 120000 }));
    stop.abort('changed my mind');
    return running;
  });
  const outcomes = await Promise.all(aborting);
  check(`${label}: aborted calls end`, outcomes.every((outcome) => outcome !== undefined));
  check(`${label}: the server goes on`, (await client.listTools()).tools.length > 0);
}

async function pipeline(label, client, call) {
  const begin = performance.now();
  const results = await Promise.all(Array.from({ length: 1000 }, () => callTool(client, call, { timeout: 300000 })));
  console.log(`     ${label}: 1,000 calls of ${call.name} in ${(performance.now() - begin).toFixed(0)} ms`);
  const first = JSON.stringify(results[0].content);
  check(`${label}: 1,000 pipelined calls are all answered alike`,
    results.every((r) => r.isError !== true && JSON.stringify(r.content) === first));
}

async function drive(label, client, transport) {
  const stray = [];
  // A progress line that arrives together with its answer reaches these clients too late: harmless.
  client.onerror = (error) => /progress notification for an unknown token/.test(String(error))
    || stray.push(String(error));
  const begin = performance.now();
  await client.connect(transport);
  console.log(`     ${label}: connected in ${(performance.now() - begin).toFixed(0)} ms`);
  check(`${label}: the server has a name and instructions`,
    Boolean(client.getServerVersion()?.name) && Boolean(client.getInstructions()));
  const { tools } = await client.listTools();
  checkTools(label, tools);
  const wanted = calls.length > 0 || process.env.EV_SAMPLE ? calls
    : tools.some((t) => t.name === 'echo') ? [{ name: 'echo', arguments: { text: 'grüße 😀' } }] : [];
  for (const call of wanted) {
    const progress = [];
    const options = { onprogress: (p) => progress.push(p.progress), timeout: 120000 };
    const result = await callTool(client, call, options);
    checkResult(`${label}: ${call.name}`, result);
    check(`${label}: ${call.name} progress increases`, progress.every((p, i) => i === 0 || p > progress[i - 1]));
  }
  if (process.env.EV_SAMPLE) await callEveryTool(label, client, tools);
  await readEverything(label, client);
  await useEveryPrompt(label, client);
  const quick = process.env.EV_SAMPLE ? { name: 'pubmed_search', arguments: { search_query: 'metformin', max_results: 1, detail: 'row' } } : wanted[0];
  if (quick) {
    const slow = process.env.EV_SAMPLE ? { name: 'run_research', arguments: { question: `metformin alzheimer, ${label}` } } : quick;
    await cancelCalls(label, client, slow);
    await pipeline(label, client, quick);
  }
  const unknown = await rejects(client.callTool({ name: 'no_such_tool', arguments: {} }));
  check(`${label}: an unknown tool is -32602`, unknown?.code === -32602, String(unknown));
  // sdk 1.32.2 throws when the structured content of an error result breaks the tool's outputSchema.
  for (const { name } of tools) {
    const call = client.callTool({ name, arguments: { no_such_argument: 1 } });
    const bad = await call.catch((error) => ({ thrown: String(error) }));
    check(`${label}: ${name} with bad arguments is a result with every problem`, bad.isError === true
      && Array.isArray(bad.structuredContent?.error?.problems), JSON.stringify(bad).slice(0, 300));
  }
  const parallel = await Promise.all(Array.from({ length: 20 }, () => client.listTools()));
  check(`${label}: 20 parallel requests agree`,
    parallel.every((p) => JSON.stringify(p.tools) === JSON.stringify(tools)));
  const closing = performance.now();
  await client.close();
  check(`${label}: closes within 2 s`, performance.now() - closing < 2000);
  check(`${label}: nothing but protocol lines`, stray.length === 0, stray.join(' | ').slice(0, 300));
}

const info = { name: 'client-matrix', version: '1.0.0' };
const matrix = [
  ['sdk 1.32.2', () => [new Client1(info), new Stdio1({ command, args, env })]],
  ['client 2.4.0 default', () => [new Client2(info), new Stdio2({ command, args, env })]],
  ['client 2.4.0 auto', () => [new Client2(info, { versionNegotiation: { mode: 'auto' } }),
    new Stdio2({ command, args, env })]],
  ['client 2.4.0 pinned', () => [new Client2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    new Stdio2({ command, args, env })]],
];
for (const [label, make] of matrix) {
  const failure = await rejects(drive(label, ...make()));
  if (failure) check(label, false, failure.stack ?? String(failure));
}
console.log(failures === 0 ? 'all checks passed' : `${failures} checks failed`);
process.exit(failures === 0 ? 0 : 1);
