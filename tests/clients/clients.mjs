// clients.mjs <server command…>: connects the official TypeScript clients, lists the tools, makes the calls
// named by EV_CALLS ("<folder>: 1 2 …", files call-N.name and call-N.json; by default `echo` if the server
// has it) and checks what any client relies on. Prints one line per check; exit code 1 if one fails.
import { readFileSync } from 'node:fs';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';

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
  const wanted = calls.length > 0 ? calls
    : tools.some((t) => t.name === 'echo') ? [{ name: 'echo', arguments: { text: 'grüße 😀' } }] : [];
  for (const call of wanted) {
    const progress = [];
    const options = { onprogress: (p) => progress.push(p.progress), timeout: 120000 };
    const result = client instanceof Client1 ? await client.callTool(call, undefined, options)
      : await client.callTool(call, options);
    checkResult(`${label}: ${call.name}`, result);
    check(`${label}: ${call.name} progress increases`, progress.every((p, i) => i === 0 || p > progress[i - 1]));
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
