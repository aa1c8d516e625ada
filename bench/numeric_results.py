#!/usr/bin/env python3
"""Results read of tables against hand-made ones.

  numeric_results.py DATA.jsonl[.gz] PROGRAM [FOLDER]

DATA: one article a line {"pmcid", "text" (Markdown with tables as pandoc writes them), "results": [{"type":
"binary"|"continuous", "complete", "in_table", "values": {...}}]}. The text is made into JATS, given to PROGRAM
(stated_results), and its rows are compared with the values: a result counts as found when one row has all of its
numbers, events and group sizes or means and deviations, in either order of the arms. Prints counts by type.
"""
import gzip
import html
import json
import os
import re
import subprocess
import sys
import tempfile


def cells_of(line, spans):
    """The cells of a line; where marks taken out moved a column's border into a word, it goes to the blanks beside."""
    cuts = [0]
    for a, _ in spans[1:]:
        if a < len(line) and a > 0 and line[a - 1] != " ":
            nearest = [i for i in range(max(cuts[-1], a - 8), min(len(line), a + 8)) if line[i:i + 2] == "  "]
            nearest = nearest or [i for i in range(max(cuts[-1], a - 8), a) if line[i] == " "]
            a = min(nearest, key=lambda i: abs(i - a)) if nearest else a
        cuts.append(max(cuts[-1], min(a, len(line))))
    cuts.append(len(line))
    return [re.sub(r"\s+", " ", line[a:b]).strip() for a, b in zip(cuts, cuts[1:])]


def plain(cell):
    cell = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", cell)
    return re.sub(r"\*\*(.+?)\*\*|\*(.+?)\*", lambda m: m.group(1) or m.group(2), cell).replace("\\", "")


def filled(row):
    return [i for i, c in enumerate(row) if c]


def numeric(cell):
    return re.match(r"[<>=−–-]*\s*[\d.,]+\s*%?\s*($|[±(\[/^*†‡§#–-]|to |[a-h]{1,3}\b)", plain(cell)) is not None


def spread(head, below, columns):
    """A head row whose spans were lost, as (text, colspan, rowspan): its cells stand over equal parts of the row below,
    which lost the places of what reaches down from above. None where it does not come out even."""
    places = filled(head)
    stub, named = head[0], [i for i in places if i > 0]
    gone = columns - 1 - (filled(below) or [0])[-1]
    if not named or len(named) >= columns - 1 or named != list(range(1, len(named) + 1)) or gone > 2:
        return None
    down = 1 if gone == 2 else 0
    wide = len(named) - down
    each = repeats(below[0 if gone else 1:], wide, columns - 1 - down)
    if wide < 1 or not each:
        return None
    out = [(stub, 1, 2 if gone else 1)] + [(head[i], each, 1) for i in named[:wide]]
    rest = columns - 1 - down - wide * each
    return out + [("", 1, 1)] * rest + [(head[i], 1, 2) for i in named[wide:]]


def repeats(cells, times, columns):
    """How many cells stand under each of so many heads: as many as say the same again, else equal parts."""
    for width in range(columns // times if times else 0, 0, -1):
        parts = [cells[i * width:(i + 1) * width] for i in range(times)]
        if width > 1 and all(re.sub(r"\d", "", "|".join(p)) == re.sub(r"\d", "", "|".join(parts[0])) for p in parts):
            return width
    return columns // times if times and columns % times == 0 else 0


def span_rows(heads, body, columns):
    """Head rows as XML where the first one lost its spans; the body without what is a head."""
    rows = heads + body
    if len(rows) < 2 or any(numeric(c) for c in rows[1][1:]) or len(filled(rows[1])) < 2:
        return None
    wide = spread(rows[0], rows[1], columns)
    if wide is None or len(heads) > 2:
        return None
    reach = wide[0][2] == 2
    cells = "".join(f'<th colspan="{c}" rowspan="{r}">{html.escape(plain(t))}</th>' for t, c, r in wide)
    below = [c for i, c in enumerate(rows[1]) if i < columns - (1 if reach else 0) - sum(r == 2 for _, _, r in wide[1:])]
    second = "".join(f"<th>{html.escape(plain(c))}</th>" for c in below)
    return f"<tr>{cells}</tr><tr>{second}</tr>", rows[2:]


def kind_of(cell):
    return "" if not cell else "number" if numeric(cell) else "text"


def aligned(body, columns):
    """Rows that lost the place of a label reaching down from above, or of one over several columns, moved back: where
    their numbers stand under the numbers of whole rows. Each row with the labels it takes over."""
    whole = [r for r in body if filled(r) and filled(r)[-1] == columns - 1 and r[0]]
    if not whole:
        return body
    usual = [max(("number", "text"), key=lambda k, c=c: sum(kind_of(r[c]) == k for r in whole)) for c in range(columns)]
    labels = next((c for c in range(columns) if usual[c] == "number"), columns)
    out, above = [], [""] * columns
    for row in body:
        places = filled(row)
        gone = columns - 1 - places[-1] if places else 0
        best, shift = sum(kind_of(c) == usual[i] for i, c in enumerate(row) if c), 0
        for by in range(1, min(gone, labels) + 1 if len(places) > 1 else 0):
            score = sum(kind_of(c) == usual[i + by] for i, c in enumerate(row[:columns - by]) if c)
            if score > best:
                best, shift = score, by
        if shift:
            # Its own labels stand inside those above where there are label columns left for them.
            own = next((i for i, c in enumerate(row) if numeric(c)), 0)
            lead = above[:shift] if own + shift <= labels and own < labels else [""] * shift
            row = lead + row[:columns - shift] if lead[0] else [row[0]] + [""] * shift + row[1:columns - shift]
        if filled(row) and numeric("".join(row[labels:labels + 1])):
            above = row
        out.append(row)
    return out


def wide_stub(head, body, columns):
    """A head row whose first cell stands over several columns of labels."""
    whole = [r for r in body if filled(r) and filled(r)[-1] == columns - 1]
    gone = columns - 1 - (filled(head) or [columns - 1])[-1]
    first = [next((i for i, c in enumerate(r) if numeric(c)), 0) for r in whole]
    if not gone or not first or sorted(first)[len(first) // 2] != gone + 1:
        gone = 0
    cells = "".join(f"<th>{html.escape(plain(c))}</th>" for c in head[1:columns - gone])
    return f'<tr><th colspan="{gone + 1}">{html.escape(plain(head[0]))}</th>{cells}</tr>'


def table_xml(block):
    """A simple table of pandoc: heads, a rule of dashes, rows."""
    caption = re.search(r"::: caption\n(.*?)\n:::", block, re.S)
    lines = block[caption.end() if caption else 0:].split("\n")
    rule = next((i for i, l in enumerate(lines) if re.fullmatch(r"\s*-[-\s]+", l) and " -" in l.strip()), None)
    if rule is None:
        return ""
    spans = [m.span() for m in re.finditer(r"-+", lines[rule])]
    spans = [(a, (spans[i + 1][0] if i + 1 < len(spans) else 10 ** 6)) for i, (a, _) in enumerate(spans)]
    first = rule
    while first > 0 and lines[first - 1].strip() and not re.fullmatch(r"\s*-+\s*", lines[first - 1]):
        first -= 1
    heads = [cells_of(l, spans) for l in lines[first:rule]]
    head = []
    # Lines of one head are one row where a multi-line table is told by its upper rule.
    multi = first > 0 and re.fullmatch(r"\s*-{10,}\s*", lines[first - 1])
    if multi:
        heads = [[" ".join(h[c] for h in heads if h[c]) for c in range(len(spans))]] if heads else []
    for h in heads:
        row, c = "", 0
        while c < len(h):
            n = 1
            if not multi and c > 0 and h[c]:
                while len(heads) > 1 and h is heads[0] and c + n < len(h) and not h[c + n]:
                    n += 1
            row += f'<th colspan="{n}">{html.escape(plain(h[c]))}</th>'
            c += n
        head.append(f"<tr>{row}</tr>")
    body, rest, pending = [], [], None
    for i, line in enumerate(lines[rule + 1:]):
        if re.fullmatch(r"\s*-[-\s]*", line) and line.strip():
            rest = lines[rule + 1 + i + 1:]
            break
        if not line.startswith("  ") and line.strip():
            rest = lines[rule + 1 + i:]
            break
        cells = cells_of(line, spans)
        if multi:
            if not line.strip():
                pending = None
            elif pending is None:
                pending = cells
                body.append(pending)
            else:
                for c, text in enumerate(cells):
                    if text:
                        pending[c] = (pending[c] + " " + text).strip()
        elif any(cells):
            body.append(cells)
    spanned = span_rows(heads, body, len(spans))
    if spanned is not None:
        head, body = [spanned[0]], spanned[1]
    body = aligned(body, len(spans))
    if len(head) == 1 and spanned is None:
        head = [wide_stub(heads[0], body, len(spans))] if heads else head
    rows = "".join(
        "<tr>" + "".join(
            "<td>" + (f"<bold>{html.escape(plain(c))}</bold>" if re.fullmatch(r"\*\*.+\*\*", c)
                      else html.escape(plain(c))) + "</td>" for c in r) + "</tr>" for r in body)
    note = html.escape(plain(" ".join(rest)))
    title = html.escape(plain(re.sub(r"\s+", " ", caption.group(1)))) if caption else ""
    return (f"<table-wrap><caption><p>{title}</p></caption><table><thead>{''.join(head)}</thead>"
            f"<tbody>{rows}</tbody></table><table-wrap-foot><p>{note}</p></table-wrap-foot></table-wrap>")


def article_xml(row):
    text = row["text"]
    parts = re.split(r"::::table-wrap(.*?)::::", text, flags=re.S)
    prose, tables = parts[0::2], [t for t in map(table_xml, parts[1::2]) if t]
    abstract = prose[0].split("# ")[1] if prose[0].startswith("# ") and "\n# " in prose[0] else prose[0]
    cut = re.search(r"(?<!#)# (?!Abstract)", prose[0])
    abstract = prose[0][:cut.start()] if cut else prose[0]
    return ("<article><front><article-meta><abstract><p>" + html.escape(re.sub(r"#+ *", "", abstract)) +
            "</p></abstract></article-meta></front><body><sec><title>Results</title><p>" +
            html.escape(plain(" ".join(prose))) + "</p>" + "".join(tables) + "</sec></body></article>"), len(tables)


def number(value):
    """A value of the data as a number: some are written with thousands set apart."""
    if isinstance(value, str):
        try:
            return float(value.replace(",", ""))
        except ValueError:
            return value
    return value


def near(a, b):
    b = number(b)
    numbers = isinstance(a, (int, float)) and isinstance(b, (int, float))
    return numbers and abs(a - b) <= 1e-6 * max(1, abs(b)) + 1e-9


def same(arm, values, side, kind, sizes):
    if sizes and not near(arm.get("n"), values.get(f"{side}_group_size")):
        return False
    if kind == "binary":
        events = arm.get("events")
        if events is None and arm.get("percent") is not None and arm.get("n"):
            events = round(arm["percent"] * arm["n"] / 100)
        return near(events, values.get(f"{side}_events"))
    return (near(arm.get("mean"), values.get(f"{side}_mean")) and
            near(arm.get("sd"), values.get(f"{side}_standard_deviation")))


def found(row, result, sizes=True):
    v, kind = result["values"], result["type"]
    return any(same(row[a], v, "intervention", kind, sizes) and same(row[b], v, "comparator", kind, sizes)
               for a, b in (("intervention", "comparator"), ("comparator", "intervention")))


def words(text):
    return {w for w in re.findall(r"[a-z0-9]+", text.lower()) if len(w) > 2}


def closest(rows, result):
    """The rows that name the result's outcome best: those a person would look at who asks for it."""
    wanted = words(result["outcome"])
    scored = [(len(wanted & words(r["outcome"])) / len(wanted | words(r["outcome"])), r) for r in rows
              if wanted and r["outcome"]]
    best = max((s for s, _ in scored), default=0)
    return [r for s, r in scored if s == best] if best >= 0.5 else []


def main():
    data, program = sys.argv[1], sys.argv[2]
    folder = sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    opened = gzip.open(data, "rt") if data.endswith(".gz") else open(data)
    rows = [json.loads(line) for line in opened]
    tables = 0
    for row in rows:
        xml, n = article_xml(row)
        tables += n
        with open(os.path.join(folder, row["pmcid"] + ".xml"), "w") as out:
            out.write(xml)
    files = [os.path.join(folder, r["pmcid"] + ".xml") for r in rows]
    out = subprocess.run([program, *files], capture_output=True, text=True, check=True).stdout
    by_file = {}
    for line in out.splitlines():
        one = json.loads(line)
        by_file.setdefault(os.path.basename(one["file"])[:-4], []).append(one)
    print(f"{len(rows)} articles, {tables} tables, {sum(map(len, by_file.values()))} rows of {len(by_file)} articles")
    for kind in ("binary", "continuous"):
        for in_table in (True, False):
            gold = [(r["pmcid"], q) for r in rows for q in r["results"]
                    if q["type"] == kind and q["complete"] and q["in_table"] == in_table]
            exact = sum(any(found(x, q) for x in by_file.get(p, [])) for p, q in gold)
            values = sum(any(found(x, q, False) for x in by_file.get(p, [])) for p, q in gold)
            named = [(closest(by_file.get(p, []), q), q) for p, q in gold]
            answered = [(c, q) for c, q in named if c]
            right = sum(any(found(x, q, False) for x in c) for c, q in answered)
            print(f"{kind:10} {'table' if in_table else 'text':5} gold {len(gold):4} exact {exact:4} "
                  f"without group sizes {values:4}; "
                  f"outcome named {len(answered):4}, of these right {right:4}")


main()
