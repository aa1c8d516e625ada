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


def near(a, b):
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
            print(f"{kind:10} {'table' if in_table else 'text':5} gold {len(gold):4} exact {exact:4} "
                  f"without group sizes {values:4}")


main()
