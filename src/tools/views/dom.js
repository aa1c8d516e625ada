// Building blocks. Text of records is untrusted: it only ever becomes a text node, and characters that
// would be invisible or turn the reading direction are dropped before.
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const SVG = 'http://www.w3.org/2000/svg';
const byId = (id) => document.getElementById(id);

function clean(value) {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(INVISIBLE, '');
}

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'style') Object.assign(node.style, value);
    else if (name === 'value' || name === 'checked' || name === 'open') node[name] = value;
    else node.setAttribute(name, value === true ? '' : clean(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === '') continue;
    node.append(child instanceof Node ? child : document.createTextNode(clean(child)));
  }
  return node;
}
const el = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
const svg = (tag, properties, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);

const list = (value) => (Array.isArray(value) ? value : []);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const object = (value) => (isObject(value) ? value : {});
const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
const filled = (value) => value !== null && value !== undefined && value !== '' &&
  !(Array.isArray(value) && value.length === 0) && !(isObject(value) && Object.keys(value).length === 0);
const first = (...values) => values.find(filled);
const decimals = (value, digits = 2) => (isNumber(value) ? value.toFixed(digits) : '');
const whole = (value) => (isNumber(value) ? value.toLocaleString('en-US') : clean(value));
const plural = (n, one, many = `${one}s`) => `${whole(n)} ${n === 1 ? one : many}`;
const words = (name) => clean(name).replace(/_/g, ' ');
const shown = (value) => (Array.isArray(value) ? value.map(clean).join('; ')
  : typeof value === 'boolean' ? (value ? 'yes' : 'no') : isNumber(value) ? whole(value) : clean(value));

// Addresses are made from identifiers of the right form, never taken from data.
function linkTo(kind, id) {
  const text = clean(id).trim();
  const forms = {
    pmid: [/^\d{1,9}$/, (s) => `https://pubmed.ncbi.nlm.nih.gov/${s}/`],
    pmcid: [/^PMC\d{1,10}$/, (s) => `https://pmc.ncbi.nlm.nih.gov/articles/${s}/`],
    doi: [/^10\.\d{4,9}\/\S{1,300}$/, (s) => `https://doi.org/${encodeURIComponent(s).replace(/%2F/g, '/')}`],
    nct: [/^NCT\d{8}$/, (s) => `https://clinicaltrials.gov/study/${s}`],
    openalex: [/^W\d{4,12}$/, (s) => `https://openalex.org/${s}`],
  };
  const [form, address] = forms[kind] ?? [];
  return form?.test(text) ? address(text) : null;
}

function outLink(kind, id, label) {
  const url = linkTo(kind, id);
  if (!url) return el('span', {}, label);
  return el('a', { href: url, target: '_blank', rel: 'noopener noreferrer', onclick: (event) => {
    if (Host.openLink(url)) event.preventDefault();
  } }, label);
}

// Code points, as offsets count them.
const codePoints = (text) => Array.from(text);

// [{start, end, …}] of one text as nodes, <mark> around what is quoted; marks that overlap are joined.
function marked(text, ranges, attributes) {
  const points = codePoints(text);
  const sorted = ranges.filter((r) => r.start >= 0 && r.start < r.end && r.end <= points.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const joined = [];
  for (const range of sorted) {
    const last = joined[joined.length - 1];
    if (last && range.start < last.end) {
      last.end = Math.max(last.end, range.end);
      last.ids.push(range.id);
    } else {
      joined.push({ start: range.start, end: range.end, ids: [range.id] });
    }
  }
  const nodes = [];
  let at = 0;
  for (const range of joined) {
    nodes.push(points.slice(at, range.start).join(''));
    nodes.push(el('mark', attributes(range), points.slice(range.start, range.end).join('')));
    at = range.end;
  }
  nodes.push(points.slice(at).join(''));
  return nodes;
}
