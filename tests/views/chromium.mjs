// Headless Chromium by the DevTools protocol, with what the view's checks need: evaluate in the page and in the
// innermost frame, real key strokes, media features, the accessibility tree, screenshots.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function launch(program = process.env.EV_CHROMIUM || 'chromium') {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-view-'));
  const child = spawn(program, ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--site-per-process', '--no-first-run',
    '--disable-background-networking', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
  { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`Chromium ended: ${said.slice(-400)}`)));
    child.stderr.on('data', (data) => {
      said += data;
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = reject; });
  const pending = new Map();
  const sessions = new Map();  // session → type of its target
  const logged = [];
  let next = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.id) {
      const { resolve, reject } = pending.get(message.id) ?? {};
      pending.delete(message.id);
      if (message.error) reject?.(new Error(message.error.message));
      else resolve?.(message.result);
    } else if (message.method === 'Target.attachedToTarget') {
      sessions.set(message.params.sessionId, message.params.targetInfo.type);
      prepare(message.params.sessionId).catch(() => {});
    } else if (message.method === 'Target.detachedFromTarget') {
      sessions.delete(message.params.sessionId);
    } else if (message.method === 'Runtime.exceptionThrown') {
      const detail = message.params.exceptionDetails;
      logged.push(`exception ${detail.exception?.description ?? detail.text}`);
    } else if (message.method === 'Runtime.consoleAPICalled' && message.params.type === 'error') {
      logged.push(`error ${message.params.args.map((a) => a.value ?? a.description).join(' ')}`);
    }
  };
  const send = (method, params = {}, sessionId) => new Promise((resolve, reject) => {
    pending.set(++next, { resolve, reject });
    socket.send(JSON.stringify({ id: next, method, params, sessionId }));
  });
  async function prepare(session) {
    await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, session);
    await send('Runtime.enable', {}, session);
  }

  async function open(url, width = 1000, height = 900) {
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    await prepare(sessionId);
    await send('Page.enable', {}, sessionId);
    const evaluateIn = async (session, expression) => {
      const result = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, session);
      if (result.exceptionDetails) throw new Error(result.exceptionDetails.exception?.description ?? result.exceptionDetails.text);
      return result.result.value;
    };
    const frames = () => [...sessions].filter(([, type]) => type === 'iframe').map(([id]) => id);
    const page = {
      width, height, logged,
      evaluate: (expression) => evaluateIn(sessionId, expression),
      // `d` and `w` are the view's document and window.
      view: async (expression) => evaluateIn(page.framed ? frames().at(-1) : sessionId, page.framed
        ? `(async()=>{const w=document.querySelector('iframe').contentWindow,d=w.document;return (${expression})})()`
        : `(async()=>{const w=window,d=document;return (${expression})})()`),
      size: async (w, h) => {
        Object.assign(page, { width: w, height: h });
        await send('Emulation.setDeviceMetricsOverride', { width: w, height: h, deviceScaleFactor: 1, mobile: false }, sessionId);
        await pause(120);
      },
      media: async (features, media = '') => {
        const wanted = { media, features: Object.entries(features).map(([name, value]) => ({ name, value })) };
        for (const session of [sessionId, ...frames()]) await send('Emulation.setEmulatedMedia', wanted, session).catch(() => {});
        await pause(120);
      },
      key: async (key, code = key, text) => {
        const codes = { Enter: 13, Escape: 27, Tab: 9, ArrowDown: 40, ArrowUp: 38, ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35, ' ': 32 };
        const common = { key, code, windowsVirtualKeyCode: codes[key] ?? key.charCodeAt(0) };
        const typed = text ?? (key === 'Enter' ? '\r' : key.length === 1 ? key : undefined);
        await send('Input.dispatchKeyEvent', { type: typed ? 'keyDown' : 'rawKeyDown', text: typed, ...common }, sessionId);
        await send('Input.dispatchKeyEvent', { type: 'keyUp', ...common }, sessionId);
        await pause(60);
      },
      type: async (text) => {
        await send('Input.insertText', { text }, sessionId);
        await pause(60);
      },
      accessibility: async () => {
        if (!page.framed) return (await send('Accessibility.getFullAXTree', {}, sessionId)).nodes;
        const session = frames().at(-1);
        const { frameTree } = await send('Page.getFrameTree', {}, session);
        return (await send('Accessibility.getFullAXTree', { frameId: frameTree.childFrames[0].frame.id }, session)).nodes;
      },
      screenshot: async (file, full = true) => {
        const height = full ? Math.min(6000, await page.evaluate('Math.ceil(document.documentElement.getBoundingClientRect().height)')) : page.height;
        const before = page.height;
        await page.size(page.width, Math.max(height, 200));
        const { data } = await send('Page.captureScreenshot', { format: 'png' }, sessionId);
        writeFileSync(file, Buffer.from(data, 'base64'));
        await page.size(page.width, before);
      },
      close: () => send('Target.closeTarget', { targetId }),
    };
    await page.size(width, height);
    await send('Page.navigate', { url }, sessionId);
    for (let i = 0; i < 100 && await page.evaluate('document.readyState') !== 'complete'; i++) await pause(50);
    return page;
  }
  return {
    open, logged,
    close: async () => {
      await send('Browser.close').catch(() => {});
      socket.close();
      await Promise.race([new Promise((resolve) => child.on('exit', resolve)), pause(3000)]);
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
