"""What the comparisons of one source with an independent reading share: the simulator, the tools, text folding."""
import json
import os
import re
import subprocess
import time
import unicodedata
import urllib.error
import urllib.parse
import urllib.request

import simulators

ROOT = os.environ.get("EV_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get("EV_SHARED_DIR") or os.path.join(ROOT, "..", "shared")
TOOLS = {"parse_source": os.environ.get("EV_PARSE_SOURCE", ""), "ask_source": os.environ.get("EV_ASK_SOURCE", "")}


def simulator(*options):
    return simulators.alone(SHARED, ("pool", "pubmed"), *options)


def get(url, **params):
    """The simulator limits rates as its originals do: a 429 says when to come back."""
    for attempt in range(5):
        try:
            with urllib.request.urlopen(url + "?" + urllib.parse.urlencode(params), timeout=600) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            if error.code != 429 or attempt == 4:
                raise
            time.sleep(min(float(error.headers.get("Retry-After") or 1), 10))


def run_tool(name, *arguments, body=None):
    """Rows that a tool prints, and what it says beside them."""
    done = subprocess.run([TOOLS[name], *arguments], input=body, capture_output=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"{name} {arguments}: {done.stderr.decode()[:500]}")
    return [json.loads(line) for line in done.stdout.decode().split("\n") if line], done.stderr.decode()


def folded(text):
    """What both readings must agree on: compatibility forms, no marks of scripts, no white space, no controls."""
    text = unicodedata.normalize("NFKC", text)
    text = "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cc"))
    return re.sub(r"\s+", "", re.sub(r"[\^_]\(([^()]*)\)", r"\1", text))


def once(values):
    return list(dict.fromkeys(v for v in values if v))


class Comparison:
    def __init__(self, name):
        self.name, self.records, self.values, self.wrong = name, 0, 0, []

    def record(self, ident, want, got):
        """Every field of `want` against the same of `got`."""
        self.records += 1
        for field, value in want.items():
            self.values += 1
            have = got.get(field)
            if have != value:
                self.wrong.append(f"{ident} {field}: wanted {str(value)[:160]!r}, got {str(have)[:160]!r}")

    def check(self, good, what):
        if not good:
            self.wrong.append(what)

    def end(self, least):
        self.check(self.records >= least, f"only {self.records} records compared, at least {least} expected")
        print(f"{self.name}: {self.records} records, {self.values} fields, {len(self.wrong)} differences")
        print("\n".join(self.wrong[:40]))
        return 1 if self.wrong else 0


def main(compare):
    if not os.path.isdir(os.path.join(SHARED, "upstream")):
        print("SKIPPED: no simulator (EV_SHARED_DIR)")
        return 1 if os.environ.get("EV_REQUIRE_SHARED") else 77
    if not all(os.path.exists(tool) for tool in TOOLS.values()):
        print("SKIPPED: the tools are not built (EV_PARSE_SOURCE, EV_ASK_SOURCE)")
        return 1 if os.environ.get("EV_REQUIRE_SHARED") else 77
    return compare()
