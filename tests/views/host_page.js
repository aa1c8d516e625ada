// The page of a host: the official AppBridge, a sandbox frame of another origin, calls passed on to the test.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

window.events = [];
const log = (name, data) => window.events.push([name, data]);
async function ask(path, body) {
  const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const data = await response.json();
  if (!response.ok) throw new Error(data.error);
  return data;
}
addEventListener('message', (event) => { if (event.data?.violation) log('csp', event.data.violation); });

// Opens the view; resolves when it has said that it is ready.
window.openView = async ({ sandbox, html, meta, capabilities, context }) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  frame.style = 'display:block;width:100%;height:300px;border:0';
  const address = new URL('/sandbox.html', sandbox);
  address.searchParams.set('csp', JSON.stringify(meta?.csp ?? {}));
  const ready = new Promise((resolve) => addEventListener('message', function once(event) {
    if (event.source !== frame.contentWindow || event.data?.method !== 'ui/notifications/sandbox-proxy-ready') return;
    removeEventListener('message', once);
    resolve();
  }));
  frame.src = address.href;
  document.body.replaceChildren(frame);
  await ready;
  const bridge = new AppBridge(null, { name: 'test-host', version: '1.0.0' }, capabilities, { hostContext: context });
  bridge.oncalltool = async (params) => { log('tools/call', params); return ask('/call', params); };
  bridge.onreadresource = async (params) => { log('resources/read', params); return ask('/read', params); };
  bridge.onopenlink = async (params) => { log('open-link', params); return {}; };
  bridge.onupdatemodelcontext = async (params) => { log('model-context', params); return {}; };
  bridge.onrequestdisplaymode = async (params) => { log('display-mode', params); return { mode: params.mode }; };
  bridge.onsizechange = ({ height }) => {
    log('size', height);
    if (height) frame.style.height = `${height}px`;
  };
  const initialised = new Promise((resolve) => { bridge.oninitialized = resolve; });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  await bridge.sendSandboxResourceReady({ html, csp: meta?.csp });
  await initialised;
  window.bridge = bridge;
  return bridge.getAppVersion();
};
