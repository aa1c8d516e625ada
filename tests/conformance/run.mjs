// run.mjs [--product] [--out DIR] -- <server command…>: the official conformance suite against a stdio server, both
// revisions and the extensions for tasks and, of the product, skills. CONFORMANCE names the suite's dist/index.js.
//
// Without --product the server must offer all fixtures, and any FAILURE counts. With it, only the checks count that
// need no fixture. What HTTP alone decides (the bridge's part) is listed apart. Exit code 1 when something failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBridge } from './bridge.mjs';

const dashes = process.argv.indexOf('--');
const flags = process.argv.slice(2, dashes);
const [command, ...args] = process.argv.slice(dashes + 1);
const product = flags.includes('--product');
const out = flags.includes('--out') ? flags[flags.indexOf('--out') + 1] : mkdtempSync(join(tmpdir(), 'conformance-'));
const suite = process.env.CONFORMANCE;

const TASKS = ['lifecycle', 'capability-negotiation', 'wire-fields', 'request-state-removal', 'mrtr-input', 'request-headers',
  'dispatch-and-envelope', 'required-task-error', 'mrtr-composition'].map((name) => `tasks-${name}`);
// Scenarios that any server passes whatever it offers; what is optional is skipped by the suite itself.
const WITHOUT_FIXTURES = new Set(['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams', 'resources-list',
  'prompts-list', 'caching', 'sep-2164-resource-not-found', 'server-stateless', 'input-required-result-unsupported-methods',
  'input-required-result-result-type-shape']);
const SKILLS = ['directory', 'enumeration', 'manifest'].map((name) => `sep-2640-skills-${name}`);
const STATELESS_FIXTURES = /undeclared-capability|missing-capability|no-independent-requests|no-log-without-loglevel|list-changed-on-subscription/;
const HTTP_ONLY = /^(server-session-lifecycle|dns-rebinding-protection|server-sse-polling|http-header-validation|http-custom-header)/;

function counts(scenario, check) {
  if (!product) return true;
  if (check.id.startsWith('wire-schema')) return true;
  if (SKILLS.includes(scenario)) return true;
  if (!WITHOUT_FIXTURES.has(scenario)) return false;
  return scenario !== 'server-stateless' || !STATELESS_FIXTURES.test(check.id);
}

function conformance(more) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, 'server', ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk) => { text += chunk; });
    child.stderr.on('data', (chunk) => { text += chunk; });
    child.on('exit', (code) => resolve({ code, text }));
  });
}

function* checksIn(folder) {
  for (const name of readdirSync(folder).sort()) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    let checks;
    try { checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')); } catch { continue; }
    for (const check of checks) yield [scenario, check];
  }
}

// Prints the failures and the tally of one leg; returns the number of failures that count and of checks seen.
function report(leg, folder) {
  const none = () => ({ SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 });
  const tally = { server: none(), http: none() };
  let failures = 0;
  let seen = 0;
  for (const [scenario, check] of checksIn(folder)) {
    const side = HTTP_ONLY.test(scenario) ? 'http' : 'server';
    if (!counts(scenario, check)) continue;
    seen += 1;
    tally[side][check.status] += 1;
    if (check.status !== 'FAILURE' && check.status !== 'WARNING') continue;
    console.log(`${check.status} ${leg} ${scenario} ${check.id}: ${(check.errorMessage ?? '').slice(0, 300)}`);
    if (check.status === 'FAILURE') failures += 1;
  }
  const line = ({ SUCCESS, FAILURE, WARNING, SKIPPED }) => `${SUCCESS} passed, ${FAILURE} failed, ${WARNING} warnings, ${SKIPPED} skipped`;
  console.log(`${leg}: server ${line(tally.server)}; bridge ${line(tally.http)}`);
  return { failures, seen };
}

const bridge = await startBridge(command, args);
let failures = 0;
for (const revision of ['2025-11-25', '2026-07-28']) {
  const folder = join(out, revision);
  const { code, text } = await conformance(['--url', bridge.url, '--requirements', revision, '-o', folder]);
  let result;
  try { result = report(revision, folder); } catch { result = { failures: 1, seen: 0 }; }
  if (result.seen < 10) {
    console.log(`FAILURE ${revision}: the suite did not run (exit code ${code})\n${text.slice(-2000)}`);
    failures += 1;
  }
  failures += result.failures;
}
{
  // The fixtures have tasks, the product has skills.
  const extension = product ? 'skills' : 'tasks';
  const folder = join(out, extension);
  for (const scenario of product ? SKILLS : TASKS) {
    const { code, text } = await conformance(['--url', bridge.url, '--scenario', scenario, '-o', folder]);
    if (code !== 0 && !/FAILURE|failed/i.test(text)) console.log(`${scenario}: exit code ${code}\n${text.slice(-1000)}`);
  }
  const result = report(extension, folder);
  if (result.seen < 20) {
    console.log(`FAILURE ${extension}: only ${result.seen} checks ran`);
    failures += 1;
  }
  failures += result.failures;
}
await bridge.stop();
console.log(failures === 0 ? 'conformance: all checks passed' : `conformance: ${failures} checks failed`);
process.exit(failures === 0 ? 0 : 1);
