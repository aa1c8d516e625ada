#!/usr/bin/env python3
"""Writes the generated parts of the documents: the tool tables of README.md from schemas/.

--check: change nothing, exit 1 when a document is not current.
"""
import glob
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ORDER = ["pubmed_generate_query", "pubmed_search", "pubmed_extract_features", "pubmed_score_articles",
         "pubmed_filter_rank", "generate_hypotheses"]


def load():
    tools = {}
    for path in glob.glob(os.path.join(ROOT, "schemas", "*.json")):
        with open(path, encoding="utf8") as f:
            tool = json.load(f)
        tools[tool["name"]] = tool
    return [tools[n] for n in ORDER if n in tools] + [tools[n] for n in sorted(tools) if n not in ORDER]


def first_sentence(text):
    end = text.find(". ")
    return text if end < 0 else text[:end + 1]


def kind(schema):
    if "enum" in schema:
        return " \\| ".join(f"`{v}`" for v in schema["enum"])
    if schema.get("type") == "array":
        return "array of " + schema.get("items", {}).get("type", "values")
    return schema.get("type", "any")


def rows(schema, prefix=""):
    """A row for each member of an object, and for the members of those that are objects."""
    if "items" in schema:
        return rows(schema["items"], prefix[:-1] + "[]." if prefix else prefix)
    out = []
    for name, member in schema.get("properties", {}).items():
        star = " (required)" if name in schema.get("required", []) else ""
        default = f"`{json.dumps(member['default'], ensure_ascii=False)}`" if "default" in member else "–"
        text = member.get("description", "").replace("|", "\\|")
        out.append(f"| `{prefix}{name}`{star} | {kind(member)} | {default} | {text} |")
        out += rows(member, f"{prefix}{name}.")
    return out


def table(tools):
    lines = ["| tool | does |", "|---|---|"]
    for tool in tools:
        lines.append(f"| `{tool['name']}` | {first_sentence(tool['description'])} |")
    for tool in tools:
        schema = tool["inputSchema"]
        lines += ["", f"<details><summary><code>{tool['name']}</code> arguments</summary>", "",
                  "| argument | type | default | meaning |", "|---|---|---|---|"]
        lines += rows(schema)
        lines += ["", "</details>"]
    return "\n".join(lines)


def replace(text, name, content):
    begin = text.index(f"<!-- {name}:begin")
    begin = text.index("-->", begin) + 3
    end = text.index(f"<!-- {name}:end -->")
    return text[:begin] + "\n" + content + "\n" + text[end:]


def main():
    if set(sys.argv[1:]) - {"--check"}:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    path = os.path.join(ROOT, "README.md")
    with open(path, encoding="utf8") as f:
        old = f.read()
    new = replace(old, "tools", table(load()))
    if old == new:
        return 0
    if "--check" in sys.argv[1:]:
        print("README.md is not current: run `make docs`", file=sys.stderr)
        return 1
    with open(path, "w", encoding="utf8") as f:
        f.write(new)
    print("README.md written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
