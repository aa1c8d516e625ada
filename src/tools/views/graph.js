// The mechanism graph: hypotheses joined on their nodes, levels in columns (in rows where the page is narrow).
// An arrow activates, a bar inhibits; width is the support, the line's pattern the status. Every link is a
// button; the same links stand as text below the graph.
const Graph = (() => {
  const ROLES = ['drug', 'target', 'pathway', 'effect'];
  const DASHES = { supported: '', proposed: '9 5', contested: '9 4 2 4', insufficient: '2 5', refuted: '3 3' };

  const nodeKey = (level, name) => `${level}|${clean(name).toLowerCase()}`;

  // Ends of link i of a hypothesis: [level, name] twice. Levels that nothing states are passed over.
  function endsOf(hypothesis, link, i) {
    const present = ROLES.map((role, level) => [level, clean(hypothesis[role])]).filter(([, name]) => name);
    const fits = present.length === list(hypothesis.links).length + 1;
    const from = fits ? present[i] : [Math.min(i, 3), clean(link.from)];
    const to = fits ? present[i + 1] : [Math.min(i + 1, 3), clean(link.to)];
    return [[from[0], clean(link.from) || from[1]], [to[0], clean(link.to) || to[1]]];
  }

  function model(hypotheses) {
    const nodes = new Map();
    const edges = new Map();
    const node = ([level, name]) => {
      const key = nodeKey(level, name);
      if (!nodes.has(key)) nodes.set(key, { key, level, name, hypotheses: new Set() });
      return nodes.get(key);
    };
    hypotheses.forEach((hypothesis, h) => {
      list(hypothesis.links).filter(isObject).forEach((link, i) => {
        const [from, to] = endsOf(hypothesis, link, i).map(node);
        const key = `${from.key}>${to.key}>${link.sign}`;
        if (!edges.has(key)) edges.set(key, { key, from, to, link, hypotheses: new Set(), status: Mechanism.statusOf(hypothesis, link) });
        for (const part of [from, to, edges.get(key)]) part.hypotheses.add(h);
      });
    });
    return { nodes: [...nodes.values()], edges: [...edges.values()] };
  }

  function wrap(name, width) {
    const most = Math.max(6, Math.floor((width - 14) / 6.9));
    const lines = [];
    for (const word of clean(name).split(/\s+/)) {
      const last = lines.length - 1;
      if (last >= 0 && lines[last].length + 1 + word.length <= most) lines[last] += ` ${word}`;
      else lines.push(word.length > most ? `${word.slice(0, most)}…` : word);
    }
    return lines.length > 4 ? [...lines.slice(0, 3), `${lines[3]}…`] : lines;
  }

  // Nodes of a level in the order that keeps links from crossing: by the mean place of their neighbours.
  function arrange(levels, edges) {
    const place = new Map();
    const settle = () => levels.forEach((level) => level.forEach((n, i) => place.set(n, i)));
    settle();
    for (let level = 1; level < levels.length; level++) {
      const mean = (n) => {
        const near = edges.filter((e) => e.to === n).map((e) => place.get(e.from));
        return near.length > 0 ? near.reduce((a, b) => a + b, 0) / near.length : place.get(n);
      };
      levels[level] = levels[level].map((n, i) => [mean(n), i, n]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((x) => x[2]);
      settle();
    }
  }

  function layout({ nodes, edges }, width) {
    const across = width >= 560;
    const levels = ROLES.map((_, level) => nodes.filter((n) => n.level === level)).filter((l) => l.length > 0);
    arrange(levels, edges);
    const count = levels.length;
    const size = across ? Math.min(190, Math.max(96, (width - 8) / (count + (count - 1) * 0.72))) : 0;
    const step = across && count > 1 ? (width - 8 - size) / (count - 1) : 0;
    let height = 0;
    if (across) {
      const tall = levels.map((level) => level.reduce((sum, n) => {
        Object.assign(n, { lines: wrap(n.name, size), w: size });
        n.h = 18 + n.lines.length * 17;
        return sum + n.h + 34;
      }, -34));
      height = Math.max(...tall) + 44;
      levels.forEach((level, i) => {
        let y = 34 + (height - 44 - tall[i]) / 2;
        for (const n of level) {
          Object.assign(n, { x: 4 + i * step, y });
          y += n.h + 34;
        }
      });
    } else {
      let y = 22;
      const room = width - (edges.some((e) => e.to.level - e.from.level > 1) ? 72 : 0);
      for (const level of levels) {
        const w = Math.min(200, (room - 8 - 10 * (level.length - 1)) / level.length);
        const left = (room - (w * level.length + 10 * (level.length - 1))) / 2;
        level.forEach((n, j) => {
          Object.assign(n, { leads: j === 0, lines: wrap(n.name, w), w, x: left + j * (w + 10), y });
          n.h = 18 + n.lines.length * 17;
        });
        y += Math.max(...level.map((n) => n.h)) + 78;
      }
      height = y - 78 + 10;
    }
    return { across, height, width, levels, roomy: across ? step - size >= 92 : levels.every((l) => l.length === 1) };
  }

  const between = ({ from, to }, plan) => plan.levels.filter((l) => l[0].level > from.level && l[0].level < to.level).flat();

  // Path of a link, the direction it arrives in, and the place of its label. A link that leaves a level out
  // passes below its nodes (beside them where levels are rows).
  function route(edge, plan, part) {
    const { from, to } = edge;
    const passed = between(edge, plan);
    const [x1, y1] = plan.across ? [from.x + from.w + 2, from.y + from.h * part.out] : [from.x + from.w * part.out, from.y + from.h + 2];
    const [x2, y2] = plan.across ? [to.x - 3, to.y + to.h * part.into] : [to.x + to.w * part.into, to.y - 3];
    let [c1, c2] = plan.across ? [[(x1 + x2) / 2, y1], [(x1 + x2) / 2, y2]] : [[x1, (y1 + y2) / 2], [x2, (y1 + y2) / 2]];
    if (passed.length > 0 && plan.across) {
      const deep = (Math.max(...passed.map((n) => n.y + n.h)) + 26 - (y1 + y2) / 8) / 0.75;
      [c1, c2] = [[x1 + (x2 - x1) * 0.2, deep], [x2 - (x2 - x1) * 0.2, deep]];
    } else if (passed.length > 0) {
      const wide = (Math.min(plan.width - 44, Math.max(...passed.map((n) => n.x + n.w)) + 14) - (x1 + x2) / 8) / 0.75;
      [c1, c2] = [[wide, y1 + (y2 - y1) * 0.2], [wide, y2 - (y2 - y1) * 0.2]];
    }
    return { d: `M${x1} ${y1}C${c1.join(' ')} ${c2.join(' ')} ${x2} ${y2}`, end: [x2, y2],
      angle: Math.atan2(y2 - c2[1], x2 - c2[0]) * 180 / Math.PI,
      x: (x1 + x2 + 3 * (c1[0] + c2[0])) / 8, y: (y1 + y2 + 3 * (c1[1] + c2[1])) / 8 };
  }

  // Several links at one side of a node are spread over it, in the order of their other ends.
  function parts(edges, plan) {
    const at = (n) => (plan.across ? n.y + n.h / 2 : n.x + n.w / 2);
    const share = (edge, side, end) => {
      const own = edges.filter((e) => e[side] === edge[side]).sort((a, b) => bypass(a) - bypass(b) || at(a[end]) - at(b[end]));
      return (own.indexOf(edge) + 1) / (own.length + 1);
    };
    const bypass = (e) => Number(between(e, plan).length > 0);
    return new Map(edges.map((edge) => [edge, { out: share(edge, 'from', 'to'), into: share(edge, 'to', 'from') }]));
  }

  const tip = ({ end, angle }, negative) => svg('path', { class: 'tip', d: negative ? 'M0 -9V9' : 'M-9 -6L0 0L-9 6',
    transform: `translate(${end.join(' ')}) rotate(${angle.toFixed(1)})` });

  // Beside the buttons, not in them: their names say more than the labels do.
  function drawLabel(edge, plan, path) {
    const { link } = edge;
    const counts = Mechanism.countsOf(link);
    const sign = Number(link.sign) === 0 ? '?' : Number(link.sign) < 0 ? '−' : '+';
    const { roomy } = plan;
    const [x, anchor] = plan.across ? [path.x, 'middle'] : [path.x + 10, 'start'];
    const label = (y, css, text) => svg('text', { x, y: path.y + y, class: css, 'text-anchor': anchor }, text);
    const place = plan.across ? [-9, 19, 34] : [-8, 8, 23];
    return svg('g', { class: `label ${Number(link.sign) < 0 ? 'negative' : 'positive'}`, 'aria-hidden': 'true', 'data-key': edge.key },
      label(place[0], 'sign', roomy ? `${sign} ${words(link.relation)}` : sign),
      label(place[1], 'small', roomy ? `${counts.for} for, ${counts.against} against` : `${counts.for} : ${counts.against}`),
      roomy && edge.status !== 'proposed' && label(place[2], 'small', words(edge.status)),
      edge.status === 'refuted' && svg('path', { class: 'cross', d: `M${path.x - 6} ${path.y - 6}l12 12m0 -12l-12 12` }));
  }

  function drawEdge(edge, plan, path, onSelect) {
    const { link, status } = edge;
    const negative = Number(link.sign) < 0;
    const strong = 1.6 + 3.4 * Math.max(0, Math.min(1, Mechanism.weightOf(link)));
    return svg('g', { class: `edge ${negative ? 'negative' : 'positive'} ${status}`, role: 'button', tabindex: '-1', 'aria-pressed': 'false',
      'aria-label': Mechanism.linkSentence(link, status), 'data-key': edge.key,
      onclick: () => onSelect(edge), onkeydown: (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          onSelect(edge);
        }
      } },
    svg('path', { class: 'hit', d: path.d }),
    svg('path', { class: 'line', d: path.d, 'stroke-width': strong.toFixed(1), 'stroke-dasharray': DASHES[status] || null }),
    tip(path, negative));
  }

  function drawNode(n, plan) {
    return svg('g', { class: `node ${ROLES[n.level]}`, 'data-key': n.key, 'aria-hidden': 'true' },
      svg('rect', { x: n.x, y: n.y, width: n.w, height: n.h, rx: 8 }),
      n.lines.map((line, i) => svg('text', { x: n.x + n.w / 2, y: n.y + 21 + i * 17, 'text-anchor': 'middle' }, line)),
      plan.across || !n.leads ? null : svg('text', { class: 'role', x: n.x + 2, y: n.y - 6 }, ROLES[n.level]));
  }

  // One stop in the tab order; arrow keys walk along the links.
  function roving(root) {
    const stops = [...root.querySelectorAll('.edge')];
    stops[0]?.setAttribute('tabindex', '0');
    root.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const at = stops.indexOf(document.activeElement);
      if (!step || at < 0) return;
      event.preventDefault();
      const next = stops[(at + step + stops.length) % stops.length];
      stops.forEach((s) => s.setAttribute('tabindex', s === next ? '0' : '-1'));
      next.focus();
    });
  }

  function draw(hypotheses, width, onSelect) {
    const graph = model(hypotheses);
    if (graph.edges.length === 0) return null;
    const plan = layout(graph, width);
    const spread = parts(graph.edges, plan);
    const paths = new Map(graph.edges.map((edge) => [edge, route(edge, plan, spread.get(edge))]));
    const lowest = Math.max(...[...paths.values()].map((path) => path.y + 40));
    const height = Math.ceil(plan.across ? Math.max(plan.height, lowest) : plan.height);
    const headings = plan.across ? plan.levels.map((level) => svg('text', { class: 'role', x: level[0].x + level[0].w / 2, y: 14,
      'text-anchor': 'middle', 'aria-hidden': 'true' }, ROLES[level[0].level])) : [];
    const root = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'group',
      'aria-label': `Graph of ${plural(graph.nodes.length, 'node')} and ${plural(graph.edges.length, 'link')}; arrow keys walk along the links, Enter shows the quotes` },
    headings, graph.edges.map((edge) => drawEdge(edge, plan, paths.get(edge), onSelect)), graph.nodes.map((n) => drawNode(n, plan)),
    graph.edges.map((edge) => drawLabel(edge, plan, paths.get(edge))));
    roving(root);
    return { root, graph };
  }

  return { draw, ROLES };
})();
