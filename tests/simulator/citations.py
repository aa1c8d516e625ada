"""verify_citations and get_articles against the simulator: references made from its records in several styles must be
verified, the same references with one thing wrong must be caught, and a source that is down must never make a
reference "not found"."""
import json
import os
import random
import subprocess
import tempfile
import urllib.request
import xml.etree.ElementTree

import simulators
from simulators import environment

RECORDS = int(os.environ.get("EV_CITATION_RECORDS", "100"))
BATCH = 40


def call(binary, simulator, home, tool, arguments, **more):
    done = subprocess.run([binary, "call", tool, "-"], input=json.dumps(arguments), env=environment(simulator, home, **more),
                          capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout) if done.stdout.strip() else {"error": done.stderr[-500:]}


def text_of(element):
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def plain_record(article):
    citation = article.find("MedlineCitation")
    body = citation.find("Article")
    issue = body.find("Journal/JournalIssue")
    authors = [(text_of(a.find("LastName")), text_of(a.find("Initials"))) for a in body.findall("AuthorList/Author")
               if a.find("LastName") is not None and a.get("ValidYN", "Y") == "Y"]
    pages = text_of(body.find("Pagination/MedlinePgn"))
    ids = {i.get("IdType"): text_of(i) for i in article.findall("PubmedData/ArticleIdList/ArticleId")}
    types = [text_of(t) for t in body.findall("PublicationTypeList/PublicationType")]
    links = [c.get("RefType") for c in citation.findall("CommentsCorrectionsList/CommentsCorrections")]
    return {"pmid": text_of(citation.find("PMID")), "title": text_of(body.find("ArticleTitle")), "authors": authors,
            "journal": text_of(body.find("Journal/ISOAbbreviation")), "long_journal": text_of(body.find("Journal/Title")),
            "year": text_of(issue.find("PubDate/Year")), "volume": text_of(issue.find("Volume")),
            "issue": text_of(issue.find("Issue")), "pages": pages.split(",")[0].split(";")[0].strip(),
            "doi": ids.get("doi", ""), "pmcid": ids.get("pmc", ""),
            "retracted": "Retracted Publication" in types or "RetractionIn" in links,
            "plain": not any(t in types for t in ("Published Erratum", "Retraction of Publication", "Comment", "Letter", "Editorial"))}


def records(simulator):
    pmids = sorted({w["pmid"] for w in simulator.get("truth")["works"] if w["pmid"]})
    chosen = random.Random(7).sample(pmids, min(len(pmids), 4 * RECORDS))
    out = []
    for start in range(0, len(chosen), 200):
        url = simulator.base("eutils") + "efetch.fcgi?db=pubmed&retmode=xml&id=" + ",".join(chosen[start:start + 200])
        with urllib.request.urlopen(url, timeout=600) as reply:
            tree = xml.etree.ElementTree.fromstring(reply.read())
        out += [plain_record(a) for a in tree.findall("PubmedArticle")]
    usable = [r for r in out if r["authors"] and r["year"] and r["volume"] and r["pages"] and r["plain"]
              and len(r["title"].split()) >= 6 and not r["title"].startswith("[") and not r["retracted"]]
    return usable[:RECORDS], [r for r in out if r["retracted"]]


def vancouver(r, **change):
    r = {**r, **change}
    names = ", ".join(f"{last} {initials}" for last, initials in r["authors"][:3]) + (", et al" if len(r["authors"]) > 3 else "")
    issue = f"({r['issue']})" if r["issue"] else ""
    return f"{names}. {r['title'].rstrip('.')}. {r['journal']}. {r['year']};{r['volume']}{issue}:{r['pages']}."


def apa(r, **change):
    r = {**r, **change}
    names = ", ".join(f"{last}, {' '.join(i + '.' for i in initials)}" for last, initials in r["authors"][:4])
    issue = f"({r['issue']})" if r["issue"] else ""
    return f"{names} ({r['year']}). {r['title'].rstrip('.')}. {r['long_journal']}, {r['volume']}{issue}, {r['pages'].replace('-', '–')}."


def nature(r, **change):
    r = {**r, **change}
    last, initials = r["authors"][0]
    name = f"{last}, {'. '.join(initials)}." + (" et al." if len(r["authors"]) > 1 else "")
    return f"{name} {r['title'].rstrip('.')}. {r['journal']} {r['volume']}, {r['pages']} ({r['year']})."


STYLES = (vancouver, apa, nature)


def typo(title):
    words = title.split()
    longest = max(range(len(words)), key=lambda i: len(words[i]))
    word = words[longest]
    words[longest] = word[:3] + word[4] + word[3] + word[5:] if len(word) > 6 else word
    return " ".join(words)


def verdicts(binary, simulator, home, references, **more):
    out = []
    for start in range(0, len(references), BATCH):
        answer = call(binary, simulator, home, "verify_citations",
                      {"references": references[start:start + BATCH], "max_response_tokens": 500_000}, **more)
        if "references" not in answer:
            return out, answer
        out += answer["references"]
    return out, None


def count(rows, wanted):
    return sum(row["status"] in wanted for row in rows)


def show_wrong(rows, wanted, most=4):
    for row in [r for r in rows if r["status"] not in wanted][:most]:
        print("         ", row["status"], "|", row["reference"][:170], "|", row.get("reason", "")[:120],
              "|", [(d["field"], d["given"][:40], d["found"][:40]) for d in row.get("differs", [])])


def check_citations(check, binary, start, work):
    with start() as simulator:
        good, retracted = records(simulator)
    right = [STYLES[i % 3](r) for i, r in enumerate(good)]
    tasks = {
        "right, by words": (right, {"verified"}, .99),
        "right, with PMID": ([text + " PMID: " + r["pmid"] for text, r in zip(right, good)], {"verified"}, .99),
        "right, one slip in the title": ([STYLES[i % 3](r, title=typo(r["title"])) for i, r in enumerate(good)], {"verified"}, .95),
        "right, title alone": ([r["title"] for r in good], {"verified"}, .98),
        "right, as fields": ([{"doi": r["doi"], "title": r["title"], "year": r["year"], "authors": [r["authors"][0][0]]}
                              for r in good if r["doi"]], {"verified"}, .99),
        "wrong year": ([STYLES[i % 3](r, year=str(int(r["year"]) - 7)) for i, r in enumerate(good)], {"mismatch"}, .97),
        "wrong first author": ([STYLES[i % 3](r, authors=[("Quaxleyforth", "ZZ")]) for i, r in enumerate(good)], {"mismatch"}, .97),
        "wrong volume and pages": ([STYLES[i % 3](r, volume="987", pages="8765-8772") for i, r in enumerate(good)], {"mismatch"}, .99),
        "PMID of another paper": ([text + " PMID: " + good[i - 1]["pmid"] for i, text in enumerate(right)], {"mismatch"}, .99),
        "invented title": ([STYLES[i % 3](r, title="Unheard harmonies of subterranean orchestras in wintertime number " + r["pmid"],
                                          volume="987", pages="8765-8772") for i, r in enumerate(good[:40])], {"not_found", "mismatch"}, .99),
        "PMCID given as PMID": ([text + " PMID: " + r["pmcid"][3:] for text, r in zip(right, good) if r["pmcid"]], {"mismatch"}, .99),
        "no such PMID": ([f"PMID: {99_000_000 + i}" for i in range(20)], {"not_found"}, 1),
        "retracted": (["PMID: " + r["pmid"] for r in retracted[:20]], {"retracted"}, 1),
    }
    jobs = [lambda task=task: check_task(check, binary, start, work, *task) for task in tasks.items()]
    jobs += [lambda down=down: check_dead_sources(check, binary, start, work, good, down)
             for down in (["eutils"], ["europepmc"], ["eutils", "europepmc", "openalex", "idconv"])]
    simulators.side_by_side([lambda: check_articles(check, binary, start, work)] + jobs)


def check_task(check, binary, start, work, name, task):
    references, wanted, floor = task
    with start() as simulator:
        rows, failure = verdicts(binary, simulator, tempfile.mkdtemp(dir=work), references)
    hits = count(rows, wanted)
    print(f"       {name}: {hits} of {len(references)} {'/'.join(sorted(wanted))}")
    show_wrong(rows, wanted)
    check(f"{name}: at least {floor:.0%}", failure is None and hits >= floor * len(references), failure or f"{hits} of {len(references)}")


def check_dead_sources(check, binary, start, work, good, apis):
    """What cannot be looked up is unverifiable or verified by another source, never not found."""
    references = [vancouver(r) + " PMID: " + r["pmid"] for r in good[:3]] + [vancouver(r) for r in good[3:6]]
    with start() as simulator:
        simulator.control({"faults": [{"api": api, "fault": "http_403_html", "always": True} for api in apis]})
        rows, failure = verdicts(binary, simulator, tempfile.mkdtemp(dir=work), references)
    states = sorted({row["status"] for row in rows})
    print(f"       {'+'.join(apis)} down: {[row['status'] for row in rows]}")
    check(f"{'+'.join(apis)} down: answered without a false verdict",
          failure is None and not {"not_found", "mismatch"} & set(states), failure or states)


def check_articles(check, binary, start, work):
    with start() as simulator:
        articles_by_ids(check, binary, simulator, work)


def articles_by_ids(check, binary, simulator, work):
    works = [w for w in simulator.get("truth")["works"] if w["pmid"] and w["doi"]][:400]
    home = os.path.join(work, "articles")
    asked = []
    for i, w in enumerate(random.Random(3).sample(works, 120)):
        forms = [("PMID: " + w["pmid"]), "https://doi.org/" + w["doi"].upper(), w["pmcid"] or w["pmid"],
                 (w["openalex"] or {}).get("id") or w["pmid"]]
        asked.append((forms[i % 4], w["pmid"]))
    answer = call(binary, simulator, home, "get_articles",
                  {"ids": [form for form, _ in asked], "detail": "row", "max_response_tokens": 500_000})
    found = {}
    for article in answer.get("articles", []):
        for name in article.get("asked", []) + [article.get("pmid", "")]:
            found[name] = article.get("pmid")
    missing = [(form, pmid) for form, pmid in asked if found.get(form) != pmid and pmid not in found.values()]
    wrong = [(form, pmid, found[form]) for form, pmid in asked if form in found and found[form] not in (pmid, None)]
    requests = sum(a["requests"] for a in simulator.get("stats")["apis"].values())
    print(f"       120 ids of four kinds: {120 - len(missing)} found, {len(wrong)} wrong, {requests} requests; "
          f"not found: {[(n['id'], n['status']) for n in answer.get('not_found', [])][:4]}")
    check("every id finds its record", len(missing) <= 2, missing[:5])
    check("no id finds another record", not wrong, wrong[:5])
    preprints = [w["preprint"] for w in simulator.get("truth")["works"] if w["preprint"]][:10]
    answer = call(binary, simulator, home, "get_articles",
                  {"ids": ["PPR:" + p["europepmc_id"] for p in preprints] + [p["doi"] for p in preprints],
                   "detail": "row", "max_response_tokens": 100_000})
    check("preprints by id and DOI", len(answer.get("articles", [])) == len(preprints), answer.get("not_found"))
    open_papers = [w["pmid"] for w in works if w["pmcid"]][:6]
    answer = call(binary, simulator, home, "get_articles",
                  {"ids": open_papers, "include": ["full_text", "references", "cited_by", "similar", "annotations"],
                   "max_response_tokens": 300_000, "max_chars": 3000})
    texts = sum("sections" in a.get("full_text", {}) for a in answer.get("articles", []))
    unknown = sum(part.get("status") == "unknown" for a in answer.get("articles", []) for part in a.values() if isinstance(part, dict))
    print(f"       parts of {len(answer.get('articles', []))} papers: {texts} full texts, {unknown} parts unknown")
    check("parts come without a failure", len(answer.get("articles", [])) == 6 and unknown == 0 and texts >= 1, answer.get("errors"))
    simulator.control({"reset": "all", "faults": [{"api": "eutils", "fault": "http_403_html", "always": True}]})
    answer = call(binary, simulator, os.path.join(work, "articles-dead"), "get_articles", {"ids": open_papers, "detail": "row"})
    check("PubMed down: Europe PMC answers, and says so",
          len(answer.get("articles", [])) >= 5 and answer.get("errors") and answer.get("warnings"), answer)
