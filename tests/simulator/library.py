"""The local library against the simulator's PubMed over the same records: queries drawn from the records' own words,
headings, types, people, journals and dates must find the same PMIDs. Differences that follow from a rule are counted by rule."""
import collections
import json
import os
import random
import re
import subprocess
import urllib.parse
import urllib.request

import simulators

QUERIES = 360
# Rules by which the library differs from PubMed on purpose (README, "Working offline"), or cannot know better.
RULES = (
    ("subheadings do not explode", r"\[sh\]|/[a-z &,]+\"\[(mh|majr)\]"),
    ("headings explode by the vocabulary at hand", r"\[mh\]|\[majr\]|\[pt\]"),
    ("an untagged word stands for itself, not for its variants", r"\[all\]"),
)


class Drawer:
    def __init__(self, articles, seed):
        self.random = random.Random(seed)
        self.articles = articles

    def article(self, member):
        while True:
            article = self.random.choice(self.articles)
            if article.get(member):
                return article

    def words(self, count, member):
        while True:
            runs = re.findall(r"(?<![\w-])[a-z]{5,}(?: [a-z]{5,})*(?![\w-])", self.article(member)[member])
            runs = [r.split() for r in runs if len(r.split()) >= count]
            if runs:
                run = self.random.choice(runs)
                at = self.random.randrange(len(run) - count + 1)
                return run[at:at + count]

    def term(self):
        return self.random.choice((self.word, self.word, self.title_word, self.phrase, self.stem, self.heading, self.type,
                                   self.person, self.journal, self.years, self.language))()

    def word(self):
        return f"{self.words(1, 'abstract')[0]}[tiab]"

    def title_word(self):
        return f"{self.words(1, 'title')[0]}[ti]"

    def phrase(self):
        return f'"{" ".join(self.words(2, "abstract"))}"[tiab]'

    def stem(self):
        return f"{self.words(1, 'abstract')[0][:5]}*[tiab]"

    def heading(self):
        tag = self.random.choice(("mh:noexp", "mh:noexp", "majr:noexp", "mh"))
        return f'"{self.random.choice(self.article("mesh_terms")["mesh_terms"])}"[{tag}]'

    def type(self):
        return f'"{self.random.choice(self.article("publication_types")["publication_types"])}"[pt:noexp]'

    def person(self):
        while True:
            name = self.random.choice(self.article("authors")["authors"])
            name = name if isinstance(name, str) else name.get("name", "")
            parts = name.split()
            if len(parts) == 2 and all(re.fullmatch("[A-Z][a-z]+", p) for p in parts):
                return f"{parts[0].lower()} {parts[1][0].lower()}[au]"

    def journal(self):
        return f'"{self.article("journal")["journal"]}"[ta]'

    def years(self):
        year = int(self.article("publication_date")["publication_date"][:4])
        return f"{year - self.random.randrange(3)}:{year + self.random.randrange(3)}[dp]"

    def language(self):
        return self.random.choice(("english[la]", "ger[la]", "french[la]"))

    def query(self):
        terms = [self.term() for _ in range(self.random.choice((1, 1, 2, 3, 4)))]
        text = terms[0]
        for term in terms[1:]:
            text += f" {self.random.choice(('AND', 'OR', 'OR', 'NOT'))} {term}"
        return text


def esearch(simulator, query):
    ids, start = set(), 0
    while True:
        data = urllib.parse.urlencode({"db": "pubmed", "term": query, "retmode": "json", "retmax": 5000, "retstart": start})
        with urllib.request.urlopen(simulator.base("eutils") + "esearch.fcgi", data.encode(), timeout=600) as reply:
            result = json.load(reply)["esearchresult"]
        ids.update(result["idlist"])
        start += len(result["idlist"])
        if not result["idlist"] or start >= int(result["count"]):
            return ids


def rule_of(query):
    return next((name for name, pattern in RULES if re.search(pattern, query)), "none of these")


def found_by_pubmed(start, queries):
    """What each query finds, asked of a few simulators at once."""
    def ask(part):
        with start() as simulator:
            simulator.control({"settings": {"rate_limit": False}})
            return [esearch(simulator, query) for query in part]

    width = os.cpu_count() or 1
    found = dict.fromkeys(queries)
    for part, answers in zip([queries[n::width] for n in range(width)],
                             simulators.side_by_side([lambda n=n: ask(queries[n::width]) for n in range(width)], width)):
        found.update(zip(part, answers))
    return found


def check_library(start, work, binary, shared, check):
    home = os.path.join(work, "library")
    environment = {"PATH": os.environ["PATH"], "HOME": work, "EVIDENCE_MCP_HOME": home, "EVIDENCE_MCP_OFFLINE": "1"}
    files = sorted(os.path.join(folder, name) for part in ("pool", "pubmed")
                   for folder, _, names in os.walk(os.path.join(shared, "corpus", part)) for name in names if ".xml" in name)
    subprocess.run([binary, "import", *files], env=environment, check=True, capture_output=True, timeout=600)
    lines = subprocess.run([binary, "import", "--dry-run", "--jsonl", *files], env=environment, check=True, capture_output=True,
                           text=True, timeout=600).stdout.split("\n")[:-1]
    # The two folders share a few records, of which either copy may count; books are dated by their last update there and
    # searched by the title of their collection.
    articles = {}
    left_out = set()
    for article in map(json.loads, lines):
        if article["pmid"] in articles or article.get("is_book"):
            left_out.add(article["pmid"])
        articles[article["pmid"]] = article
    drawer = Drawer(list(articles.values()), 7)
    queries = sorted({drawer.query() for _ in range(QUERIES + 60)})[:QUERIES]
    path = os.path.join(work, "library.txt")
    with open(path, "w", encoding="utf8") as out:
        out.write("\n".join(queries) + "\n")
    answers = subprocess.run([binary, "library", "search", "--batch", path], env=environment, check=True, capture_output=True,
                             text=True, timeout=600).stdout.split("\n")[:-1]
    found = found_by_pubmed(start, queries)
    differing, hits = collections.defaultdict(list), 0
    for query, answer in zip(queries, map(json.loads, answers)):
        want, have = found[query] - left_out, set(answer.get("pmids", [])) - left_out
        hits += bool(want)
        if want != have:
            differing[rule_of(query)].append(f"{query}: {len(have - want)} more, {len(want - have)} less")
    check("library: as many answers as queries", len(answers) == len(queries) == QUERIES)
    check("library: most queries find something", hits > QUERIES * 0.7, hits)
    print(f"     {QUERIES - sum(map(len, differing.values()))} of {QUERIES} queries find the same records", flush=True)
    for rule, cases in sorted(differing.items()):
        print(f"     {len(cases):3} differ: {rule}; first: {cases[0][:200]}", flush=True)
    check("library: every difference follows from a rule", not differing["none of these"], differing["none of these"][:3])
    check("library: few differences", sum(map(len, differing.values())) <= QUERIES * 0.05)
