"""Translated PubMed queries against the simulator: the three services accept them, and where the translation is exact
Europe PMC finds the records PubMed finds (those it has under a PMID)."""
import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request

# Exact on Europe PMC: no note, the same PMIDs.
EXACT = [
    "asthma[ti]", "heart failure[ti]", "\"beta-blocker\"[ti]", "hypertens*[ti]", "asthma[ti] OR eczema[ti]",
    "asthma[ti] OR eczema[ti] AND children[ti]", "treatment[ti] AND trial[ti] NOT (children[ti] OR infants[ti])",
    "cancer[ti] AND review[pt]", "cancer[ti] AND randomized controlled trial[pt]", "cancer[ti] AND clinical trial[pt:noexp]",
    "cancer[ti] AND english[la]", "cancer[ti] NOT english[la]", "cancer[ti] AND hasabstract",
    "cancer[ti] AND excludepreprints[filter]", "cancer[ti] AND 2015/01/01:2019/12/31[epdat]",
    "cancer[ti] AND 2005:2012[ppdat]", "cancer[ti] AND 2005:2012[dp]", "(cancer[ti] OR tumor*[ti]) AND 2005/03:2012/06[dp]",
    "hospital[ad] AND cancer[ti]", "lancet[ta]", "smith j[au]", "wang y[au] AND cancer[ti]",
]
# Accepted by all three wherever there is something left to search for.
MORE = [
    "asthma", "metformin cancer risk", "\"heart failure\"[tiab] AND carvedilol[tiab]", "\"Asthma\"[mh] OR asthma[tiab]",
    "(\"Heart Failure\"[mh] OR \"heart failure\"[tiab]) AND (carvedilol[nm] OR carvedilol[tw]) AND randomized controlled trial[pt]",
    "diabet*[tiab] AND (diet*[ti] OR exercise[ti])", "\"hip pain\"[tiab:~3]", "asthma[tiab] AND \"last 5 years\"[dp]",
    "asthma[tiab] NOT (animals[mh] NOT humans[mh])", "asthma[tiab] AND (review[pt] OR meta-analysis[pt])",
    "cancer[tiab] AND 2010:2015[dp] AND english[la] AND hasabstract[filter]", "\"clinical trial, phase iii\"[pt] AND cancer[ti]",
    "NCT00000620[si]", "asthma[ti] AND (2010[dp] OR 2012[dp])", "asthma[majr] AND free full text[filter]",
    "\"a (b), [c]: d? e! | f\"[ti]", "\"Diabetes Mellitus, Type 2\"[mh:noexp] AND metformin[tiab]",
]
# OpenAlex's filters the simulator lists and does not evaluate are 501 there, which says so.
UNSUPPORTED = 501


def get(url, parameters):
    try:
        with urllib.request.urlopen(url + "?" + urllib.parse.urlencode(parameters), timeout=600) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")[:200]


def europepmc(simulator, parameters):
    return get(simulator.base("europepmc") + "search", dict(parameters, format="json", resultType="idlist", pageSize=1000))


def openalex(simulator, parameters):
    return get(simulator.base("openalex") + "/works", dict(parameters, per_page=1))


def clinicaltrials(simulator, parameters):
    return get(simulator.base("ctgov") + "/studies", dict(parameters, pageSize=1, countTotal="true"))


COUNTS = {"europepmc": lambda b: b["hitCount"], "openalex": lambda b: b["meta"]["count"], "clinicaltrials": lambda b: b["totalCount"]}
SERVICES = {"europepmc": europepmc, "openalex": openalex, "clinicaltrials": clinicaltrials}


def translated(binary, queries, work):
    path = os.path.join(work, "queries.txt")
    with open(path, "w", encoding="utf8") as out:
        out.write("\n".join(queries) + "\n")
    done = subprocess.run([binary, "check-query", "--batch", path, "--translate", "all", "--as-of", "2026-11-20"],
                          capture_output=True, text=True, timeout=600)
    return [json.loads(line) for line in done.stdout.splitlines()]


def accepted(query, verdict, simulator, check):
    counts = []
    for name, ask in SERVICES.items():
        one = verdict["translations"][name]
        if not one["searchable"]:
            check(f"translate: {name} says why not: {query}", bool(one["reason"]) and bool(one["untranslated"]))
            counts.append("-")
            continue
        status, body = ask(simulator, one["parameters"])
        if status == UNSUPPORTED:
            counts.append("?")
            continue
        good = status == 200 and isinstance(COUNTS[name](body), int)
        check(f"translate: {name} accepts {query}", good, "" if good else f"{status} {body} {one['parameters']}")
        counts.append(str(COUNTS[name](body)) if good else "!")
    return counts


def same_records(query, verdict, simulator, check, under_pmid):
    one = verdict["translations"]["europepmc"]
    check(f"translate: no note on {query}", not one["untranslated"] and not one["approximated"], one["approximated"][:1])
    _, pubmed = get(simulator.base("eutils") + "esearch.fcgi",
                    {"db": "pubmed", "term": query, "retmode": "json", "retmax": 9000})
    want = set(pubmed["esearchresult"]["idlist"]) & under_pmid
    _, body = europepmc(simulator, one["parameters"])
    have = {r["id"] for r in body["resultList"]["result"] if r["source"] == "MED"}
    complete = body["hitCount"] <= 1000
    check(f"translate: the same records for {query}", have == want and complete and bool(want),
          f"{len(want)} wanted, {len(have - want)} more, {len(want - have)} less")


def check_translate(simulator, work, binary, check):
    """About forty queries: accepted everywhere, equal where exact."""
    simulator.control({"settings": {"rate_limit": False}})
    queries = EXACT + MORE
    verdicts = translated(binary, queries, work)
    check("translate: all queries are valid", len(verdicts) == len(queries) and all(v["valid"] for v in verdicts))
    with urllib.request.urlopen(simulator.base("truth"), timeout=600) as reply:
        truth = json.load(reply)
    works = truth["works"] if isinstance(truth, dict) else truth
    under_pmid = {w["europepmc"]["id"] for w in works if w["europepmc"] and w["europepmc"]["source"] == "MED"}
    for query, verdict in zip(queries, verdicts):
        counts = accepted(query, verdict, simulator, check)
        print(f"     {query}: {' / '.join(counts)}", flush=True)
        if query in EXACT:
            same_records(query, verdict, simulator, check, under_pmid)
