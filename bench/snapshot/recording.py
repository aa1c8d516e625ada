"""What is written down: one file per group, one line per item, {path: text}. Same answers, same bytes.

An answer becomes a flat map from paths to texts. Members of a list are named by their own id where they have one,
so that a record that moved shows as a changed place and not as a thousand changed members. Long texts are cut and
end in a hash of the whole. What changes from run to run by its nature is left out (VOLATILE), and today's date and
the state folder are replaced.
"""
import datetime
import gzip
import hashlib
import json
import os
import re

VOLATILE = re.compile(r"(_ms|_at)$|^(ms|cache|from_cache|cached|cache_\w+|requests_made|elapsed\w*|seconds\w*)$")
IDS = ("item_id", "pmid", "id", "hypothesis_id", "record_id", "field", "name", "source")
SHOWN = 300


class Recording:
    def __init__(self, folder, whole=False):
        self.folder = folder
        self.whole = whole
        self.groups = {}
        self.replaced = []
        self.start = datetime.datetime.now(datetime.timezone.utc).date()
        os.makedirs(folder, exist_ok=True)

    def hide(self, path, name):
        """A path of this machine that answers may hold."""
        self.replaced.append((path, name))

    def text(self, text):
        for path, name in self.replaced:
            text = text.replace(path, name)
        for day in {self.start, datetime.datetime.now(datetime.timezone.utc).date()}:
            text = re.sub(re.escape(day.isoformat()) + r"(T\d\d:\d\d:\d\dZ)?", "<today>", text)
        if self.whole or len(text) <= SHOWN:
            return text
        return text[:SHOWN - 20] + "…#" + hashlib.sha256(text.encode()).hexdigest()[:12]

    def put(self, group, item, fields):
        """One item with its fields, texts already."""
        lines = self.groups.setdefault(group, [])
        lines.append(json.dumps([item, {path: self.text(text) for path, text in fields.items()}], ensure_ascii=False, sort_keys=True))

    def put_answer(self, group, item, answer):
        self.put(group, item, flat(answer))

    def put_text(self, group, item, text):
        """A document, line by line: a difference shows its line."""
        self.put(group, item, {f"line {number:05}": line for number, line in enumerate(text.split("\n"), 1)})

    def write(self, about):
        for group, lines in self.groups.items():
            with gzip.GzipFile(os.path.join(self.folder, group + ".jsonl.gz"), "wb", compresslevel=4, mtime=0) as file:
                file.write(("\n".join(lines) + "\n").encode())
        with open(os.path.join(self.folder, "about.json"), "w") as file:
            json.dump(about, file, indent=1, sort_keys=True)


def load(folder, group):
    path = os.path.join(folder, group + ".jsonl.gz")
    if not os.path.exists(path):
        return {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return dict(json.loads(line) for line in file)


def leaf(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def own_id(member, key):
    """The id of a member, or of the record it is about."""
    return member.get(key) or member.get("article_with_features", {}).get(key)


def named(members):
    """Names of the members of a list: their ids where all have one and no two share it, else their places."""
    if members and all(isinstance(member, dict) for member in members):
        for key in IDS:
            names = [own_id(member, key) for member in members]
            if all(isinstance(name, str) for name in names) and len(set(names)) == len(names):
                return names, True
    return [str(place) for place in range(len(members))], False


def flat(value, path="", into=None):
    into = {} if into is None else into
    if isinstance(value, dict) and value:
        for key, member in value.items():
            if not VOLATILE.search(key):
                flat(member, f"{path}.{key}" if path else key, into)
    elif isinstance(value, list) and any(isinstance(member, (dict, list)) for member in value):
        names, own = named(value)
        for place, (name, member) in enumerate(zip(names, value)):
            flat(member, f"{path}[{name}]", into)
            if own:
                into[f"{path}[{name}]@place"] = str(place)
    else:
        into[path or "value"] = leaf(value)
    return into


def result_fields(result):
    """A tool's result: the structured answer, member by member, and the text beside it as one."""
    fields = flat(result.get("structuredContent") or {})
    texts = [block.get("text", "") for block in result.get("content", [])]
    shown = [text for text in texts if not text.lstrip().startswith("{")]
    if shown:
        fields["(text)"] = re.sub(r"\b\d+ ms\b", "<ms>", "\n".join(shown))
    if result.get("isError") or "code" in result:
        fields["(error)"] = leaf(result.get("isError") or result.get("message"))
    return fields
