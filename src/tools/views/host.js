// The bridge to the host (MCP Apps, 2026-01-26): JSON-RPC objects by postMessage with the parent window.
// Nothing is sent before the answer to ui/initialize; what the host does not offer is not asked for.
const Host = (() => {
  const pending = new Map();
  const handlers = {};
  let nextId = 1;
  let capabilities = {};
  let context = {};
  let connected = false;

  const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const notify = (method, params = {}) => post({ method, params });
  function request(method, params = {}, timeout = 120000) {
    return new Promise((resolve, reject) => {
      const id = nextId++;
      const timer = setTimeout(() => {
        pending.delete(id);
        reject(new Error('the host did not answer'));
      }, timeout);
      pending.set(id, { resolve, reject, timer });
      post({ id, method, params });
    });
  }

  function settle(message) {
    const waiting = pending.get(message.id);
    if (!waiting) return;
    pending.delete(message.id);
    clearTimeout(waiting.timer);
    if (message.error) waiting.reject(new Error(clean(message.error.message ?? 'refused by the host')));
    else waiting.resolve(object(message.result));
  }

  function onMessage(event) {
    const message = event.data;
    if (event.source !== window.parent || !isObject(message) || message.jsonrpc !== '2.0') return;
    if (typeof message.method !== 'string') {
      if (message.id !== undefined) settle(message);
    } else if (message.id !== undefined) {
      const known = message.method === 'ping' || message.method === 'ui/resource-teardown';
      post(known ? { id: message.id, result: {} }
        : { id: message.id, error: { code: -32601, message: 'Method not found' } });
    } else {
      const params = object(message.params);
      if (message.method === 'ui/notifications/host-context-changed') context = { ...context, ...params };
      handlers[message.method]?.(params);
    }
  }

  function watchSize() {
    let last = '';
    new ResizeObserver(() => {
      const box = document.documentElement.getBoundingClientRect();
      const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) };
      if (last === `${size.width}x${size.height}`) return;
      last = `${size.width}x${size.height}`;
      notify('ui/notifications/size-changed', size);
    }).observe(document.documentElement);
  }

  return {
    on(method, handler) { handlers[method] = handler; },
    // Resolves to false when the page stands alone (a saved report).
    async connect() {
      if (window.parent === window) return false;
      window.addEventListener('message', onMessage);
      const answer = await request('ui/initialize', {
        protocolVersion: '2026-01-26',
        appInfo: { name: 'evidence-mcp-view', version: '1.0.0' },
        appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      });
      capabilities = object(answer.hostCapabilities);
      context = object(answer.hostContext);
      connected = true;
      notify('ui/notifications/initialized');
      watchSize();
      return true;
    },
    context: () => context,
    canCall: () => connected && isObject(capabilities.serverTools),
    canRead: () => connected && isObject(capabilities.serverResources),
    canTell: () => connected && isObject(capabilities.updateModelContext),
    canFill: () => connected && list(context.availableDisplayModes).includes('fullscreen') &&
      context.displayMode !== 'fullscreen',
    async call(name, args) {
      const result = await request('tools/call', { name, arguments: args }, 300000);
      const structured = object(result.structuredContent);
      if (result.isError) {
        const failure = object(structured.error);
        throw new Error(clean(failure.message ?? list(result.content)[0]?.text ?? 'the tool failed'));
      }
      return structured;
    },
    // The text of a resource of the server.
    async read(uri) {
      const result = await request('resources/read', { uri });
      const text = object(list(result.contents)[0]).text;
      if (typeof text !== 'string') throw new Error('the host gave no text');
      return text;
    },
    // Lets the model know, from its next turn on; replaces what was told before.
    async tell(text) {
      const answer = await request('ui/update-model-context', { content: [{ type: 'text', text }] });
      if (answer.isError) throw new Error('refused');
    },
    // True when the host takes the link; otherwise the browser follows it.
    openLink(url) {
      if (!connected || !isObject(capabilities.openLinks)) return false;
      request('ui/open-link', { url }).then((answer) => {
        if (answer.isError) throw new Error('refused');
      }).catch(() => say(`The host did not open ${url}`));
      return true;
    },
    async fill() {
      const answer = await request('ui/request-display-mode', { mode: 'fullscreen' });
      if (answer.mode) context = { ...context, displayMode: answer.mode };
    },
  };
})();

// What is happening, for eyes and screen readers alike.
function say(text) {
  const line = byId('status');
  line.textContent = clean(text);
  line.hidden = text === '';
}

// Theme and colours of the host. Its colours are taken only when text on them stays readable.
const Theme = (() => {
  function luminance(colour) {
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
      .getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    if (a < 255) return null;
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92
      : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  }
  // Contrast as WCAG 2.2 defines it.
  function contrast(one, other) {
    const [a, b] = [luminance(one), luminance(other)];
    return a === null || b === null ? 0 : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  function readable() {
    const probe = el('i', { class: 'probe' });
    document.body.append(probe);
    const good = ['primary', 'secondary', 'panel'].every((kind) => {
      probe.dataset.kind = kind;
      const style = getComputedStyle(probe);
      return contrast(style.color, style.backgroundColor) >= 4.5;
    });
    probe.remove();
    return good;
  }
  return {
    apply(context) {
      const root = document.documentElement;
      if (context.theme === 'dark' || context.theme === 'light') root.style.colorScheme = context.theme;
      const variables = Object.entries(object(object(context.styles).variables))
        .filter(([name, value]) => /^--[a-z0-9-]+$/.test(name) && typeof value === 'string');
      if (variables.length === 0 && context.theme === undefined) return;
      for (const [name, value] of variables) root.style.setProperty(name, value);
      if (readable()) return;
      for (const name of Array.from(root.style)) {
        if (name.startsWith('--color-')) root.style.removeProperty(name);
      }
    },
  };
})();
