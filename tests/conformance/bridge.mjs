// Puts a stdio MCP server behind Streamable HTTP, because the official conformance suite speaks nothing else.
// startBridge(command, args) -> { url, stop() }. The bridge adds only what HTTP adds (origin and header checks,
// session ids, status codes, event streams, disconnect = cancellation); every JSON-RPC body is the server's.
//
// 2026-07-28: one process serves all requests; ids, progress tokens and subscription ids are made unique on the
// way in and put back on the way out. Earlier versions: one process per Mcp-Session-Id.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const PREFIX = 'io.modelcontextprotocol/';
const MODERN = '2026-07-28';
const HEADER_MISMATCH = -32020;
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const failure = (id, code, message) => ({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } });

class Server {
  constructor(command, args, onMessage) {
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdin.on('error', () => {});
    createInterface({ input: this.process.stdout }).on('line', (line) => onMessage(JSON.parse(line)));
    this.process.on('exit', () => { this.ended = true; });
  }

  send(message) { if (!this.ended) this.process.stdin.write(`${JSON.stringify(message)}\n`); }

  async stop() {
    if (this.ended) return;
    const gone = new Promise((resolve) => { this.process.once('exit', resolve); });
    this.process.stdin.end();
    const impatience = setTimeout(() => this.process.kill('SIGKILL'), 4000);
    await gone;
    clearTimeout(impatience);
  }
}

// One HTTP request that waits for messages. A lone answer is plain JSON; whatever comes before the answer makes
// it an event stream.
class Exchange {
  constructor(response, headers = {}) {
    this.response = response;
    this.headers = headers;
    this.open = true;
    this.streaming = false;
  }

  event(message) {
    if (!this.open) return;
    if (!this.streaming) {
      this.streaming = true;
      this.response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache', ...this.headers });
    }
    this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  answer(message, status) {
    if (!this.open) return;
    if (this.streaming) {
      this.event(message);
      this.response.end();
    } else {
      reply(this.response, status, message, this.headers);
    }
    this.open = false;
  }
}

function reply(response, status, body, headers = {}) {
  response.writeHead(status, { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function statusOf(message, envelopeBroken) {
  const code = message.error?.code;
  if (code === undefined) return 200;
  if (code === -32601) return 404;
  if (code === -32602) return envelopeBroken ? 400 : 200;
  return [-32700, -32600, HEADER_MISMATCH, -32021, -32022].includes(code) ? 400 : 200;
}

// The text a header stands for: "=?base64?…?=" is encoded, anything else is literal. Undefined when the
// encoding is broken.
function decoded(header) {
  const match = /^=\?base64\?(.*)\?=$/s.exec(header);
  if (!match) return header;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(match[1])) return undefined;
  return Buffer.from(match[1], 'base64').toString('utf8');
}

class ModernSide {
  constructor(command, args) {
    this.waiting = new Map(); // our id -> {exchange, id, tokens}
    this.tokens = new Map(); // our progress token -> {waiting, token}
    this.last = 0;
    this.server = new Server(command, args, (message) => this.receive(message));
    this.tools = new Promise((resolve) => { this.toolsListed = resolve; });
    const envelope = { [`${PREFIX}protocolVersion`]: MODERN, [`${PREFIX}clientCapabilities`]: {} };
    this.server.send({ jsonrpc: '2.0', id: 'bridge', method: 'tools/list', params: { _meta: envelope } });
  }

  receive(message) {
    if (message.method !== undefined) return this.notification(message);
    if (message.id === 'bridge') return this.toolsListed(message.result?.tools ?? []);
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) return undefined;
    this.waiting.delete(message.id);
    const out = { ...message, id: waiting.id };
    const tag = `${PREFIX}subscriptionId`;
    if (out.result?._meta?.[tag] !== undefined) {
      out.result = { ...out.result, _meta: { ...out.result._meta, [tag]: waiting.id } };
    }
    return waiting.exchange.answer(out, statusOf(message, waiting.envelopeBroken));
  }

  notification(message) {
    const tag = `${PREFIX}subscriptionId`;
    const meta = message.params?._meta;
    if (meta?.[tag] !== undefined) {
      const waiting = this.waiting.get(meta[tag]);
      return waiting?.exchange.event({ ...message, params: { ...message.params, _meta: { ...meta, [tag]: waiting.id } } });
    }
    const token = this.tokens.get(message.params?.progressToken);
    if (message.method === 'notifications/progress') {
      return this.waiting.get(token?.id)?.exchange.event({ ...message, params: { ...message.params, progressToken: token.token } });
    }
    // Neither log messages nor forbidden requests say where they belong: the newest call gets them.
    const calls = [...this.waiting.values()].filter((waiting) => waiting.method !== 'subscriptions/listen');
    return calls.at(-1)?.exchange.event(message);
  }

  // Why the headers do not fit the body; undefined when they do.
  async mismatch(headers, body) {
    const meta = isObject(body.params?._meta) ? body.params._meta : {};
    const version = meta[`${PREFIX}protocolVersion`];
    if (headers['mcp-protocol-version'] === undefined) return 'MCP-Protocol-Version is missing';
    if (version !== undefined && headers['mcp-protocol-version'] !== version) return 'MCP-Protocol-Version differs';
    if (headers['mcp-method']?.trim() !== body.method) return 'Mcp-Method differs';
    const member = {
      'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri',
      'tasks/get': 'taskId', 'tasks/update': 'taskId', 'tasks/cancel': 'taskId',
    }[body.method];
    if (member && typeof body.params?.[member] === 'string') {
      const name = headers['mcp-name'];
      if (name === undefined || decoded(name.trim()) !== body.params[member]) return 'Mcp-Name differs';
    }
    return body.method === 'tools/call' ? this.parameterMismatch(headers, body) : undefined;
  }

  async parameterMismatch(headers, body) {
    const tool = (await this.tools).find(({ name }) => name === body.params?.name);
    for (const [argument, schema] of Object.entries(tool?.inputSchema?.properties ?? {})) {
      const name = schema['x-mcp-header'];
      const value = body.params.arguments?.[argument];
      if (name === undefined || value === undefined || value === null) continue;
      const header = headers[`mcp-param-${name.toLowerCase()}`];
      if (header === undefined || decoded(header.trim()) !== String(value)) return `Mcp-Param-${name} differs`;
    }
    return undefined;
  }

  async post(request, response, body) {
    if (body.id === undefined) {
      this.server.send(body);
      return reply(response, 202);
    }
    const problem = await this.mismatch(request.headers, body);
    if (problem) return reply(response, 400, failure(body.id, HEADER_MISMATCH, `Header mismatch: ${problem}`));
    const id = `r${this.last += 1}`;
    const meta = isObject(body.params?._meta) ? body.params._meta : undefined;
    const exchange = new Exchange(response);
    const envelopeBroken = typeof meta?.[`${PREFIX}protocolVersion`] !== 'string'
      || !isObject(meta?.[`${PREFIX}clientCapabilities`]);
    this.waiting.set(id, { exchange, id: body.id, method: body.method, envelopeBroken });
    const message = { ...body, id };
    if (meta?.progressToken !== undefined) {
      this.tokens.set(`t${id}`, { id, token: meta.progressToken });
      message.params = { ...body.params, _meta: { ...meta, progressToken: `t${id}` } };
    }
    response.on('close', () => {
      if (!this.waiting.delete(id)) return;
      exchange.open = false;
      this.server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'disconnected' } });
    });
    return this.server.send(message);
  }
}

class LegacySession {
  constructor(command, args) {
    this.id = randomUUID();
    this.waiting = new Map(); // request id -> exchange
    this.tokens = new Map(); // progress token -> request id
    this.server = new Server(command, args, (message) => this.receive(message));
  }

  receive(message) {
    if (message.method === undefined) {
      const exchange = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      return exchange?.answer(message, 200);
    }
    const byToken = this.waiting.get(this.tokens.get(message.params?.progressToken));
    const target = byToken ?? [...this.waiting.values()].at(-1) ?? this.stream;
    return target?.event(message);
  }

  post(response, body, headers = {}) {
    if (body.method === undefined || body.id === undefined) {
      this.server.send(body);
      return reply(response, 202);
    }
    const exchange = new Exchange(response, headers);
    this.waiting.set(body.id, exchange);
    const token = body.params?._meta?.progressToken;
    if (token !== undefined) this.tokens.set(token, body.id);
    response.on('close', () => {
      if (this.waiting.get(body.id) === exchange) this.waiting.delete(body.id);
      exchange.open = false;
    });
    return this.server.send(body);
  }

  listen(response) {
    this.stream = new Exchange(response, { 'Mcp-Session-Id': this.id });
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Mcp-Session-Id': this.id });
    this.stream.streaming = true;
    response.flushHeaders();
    response.on('close', () => { this.stream = undefined; });
  }
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

export async function startBridge(command, args) {
  const sessions = new Map();
  const all = new Set();
  let modern;
  const modernSide = () => {
    if (modern === undefined || modern.server.ended) {
      modern = new ModernSide(command, args);
      all.add(modern.server);
    }
    return modern;
  };
  const legacyPost = (request, response, body) => {
    const id = request.headers['mcp-session-id'];
    if (body.method === 'initialize' && id === undefined) {
      const session = new LegacySession(command, args);
      sessions.set(session.id, session);
      all.add(session.server);
      return session.post(response, body, { 'Mcp-Session-Id': session.id });
    }
    if (id === undefined) return reply(response, 400, failure(undefined, -32600, 'Mcp-Session-Id is missing'));
    const session = sessions.get(id);
    if (!session) return reply(response, 404, failure(undefined, -32600, 'no such session'));
    return session.post(response, body);
  };
  const withoutBody = (request, response) => {
    const session = sessions.get(request.headers['mcp-session-id']);
    if ((request.headers['mcp-protocol-version'] ?? '') >= MODERN) return reply(response, 405, undefined, { Allow: 'POST' });
    if (request.headers['mcp-session-id'] === undefined) return reply(response, 400, failure(undefined, -32600, 'Mcp-Session-Id is missing'));
    if (!session) return reply(response, 404, failure(undefined, -32600, 'no such session'));
    if (request.method === 'GET') return session.listen(response);
    sessions.delete(session.id);
    session.server.stop();
    return reply(response, 200);
  };
  const http = createServer((request, response) => {
    const origin = request.headers.origin?.replace(/^https?:\/\//i, '');
    if (!LOCAL.test(request.headers.host ?? '') || (origin !== undefined && !LOCAL.test(origin))) {
      return reply(response, 403, failure(undefined, -32600, 'not a local origin'));
    }
    if (request.method === 'GET' || request.method === 'DELETE') return withoutBody(request, response);
    if (request.method !== 'POST') return reply(response, 405, undefined, { Allow: 'POST, GET, DELETE' });
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      let body;
      try { body = JSON.parse(Buffer.concat(chunks).toString('utf8')); } catch { body = undefined; }
      if (!isObject(body)) return reply(response, 400, failure(undefined, -32700, 'not a JSON object'));
      const claimed = body.params?._meta?.[`${PREFIX}protocolVersion`] !== undefined
        || (request.headers['mcp-protocol-version'] ?? '') >= MODERN;
      return claimed ? modernSide().post(request, response, body) : legacyPost(request, response, body);
    });
    return undefined;
  });
  await new Promise((resolve) => { http.listen(0, '127.0.0.1', resolve); });
  return {
    url: `http://127.0.0.1:${http.address().port}/mcp`,
    async stop() {
      http.closeAllConnections();
      http.close();
      await Promise.all([...all].map((server) => server.stop()));
    },
  };
}
