#!/usr/bin/env python3
"""The mirror of the real binary against a loopback server with folders like NLM's: made, brought up to date, searched, asked what
changed; and killed with SIGKILL at least twenty times on the way, after which it answers as one that nobody disturbed.

  mirror_cli_test.py BINARY
"""
import gzip
import hashlib
import http.server
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading

BINARY = os.path.abspath(sys.argv[1])
WORK = tempfile.mkdtemp(prefix="evidence-mirror-")
WORDS = "heart kidney lung liver trial patients dose placebo failure stone mortality risk cohort blood pressure".split()
KILLS = 20
FAILURES = []


def record(pmid, text, retracted=False):
    kind = '<PublicationType UI="D016441">Retracted Publication</PublicationType>' if retracted else ""
    return (f'<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">{pmid}</PMID><Article><Journal><JournalIssue><PubDate>'
            f"<Year>{2000 + pmid % 20}</Year></PubDate></JournalIssue><Title>J</Title></Journal><ArticleTitle>{text}</ArticleTitle>"
            f'<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType>{kind}</PublicationTypeList></Article>'
            "</MedlineCitation></PubmedArticle>\n")


def file_of(records, deleted=()):
    gone = "".join(f'<PMID Version="1">{pmid}</PMID>' for pmid in deleted)
    body = "<PubmedArticleSet>\n" + "".join(records) + (f"<DeleteCitation>{gone}</DeleteCitation>" if gone else "") + "</PubmedArticleSet>"
    return gzip.compress(body.encode(), mtime=0)


def made_files():
    dice = random.Random(7)

    def text():
        return " ".join(dice.choice(WORDS) for _ in range(12))

    files = {}
    for n in range(1, 4):
        # Each file reaches over two shards.
        pmids = list(range(n * 1000, n * 1000 + 100)) + list(range(600_000 + n * 1000, 600_000 + n * 1000 + 100))
        files[f"/baseline/pubmed26n{n:04}.xml.gz"] = file_of(record(p, text()) for p in pmids)
    files["/updatefiles/pubmed26n0004.xml.gz"] = file_of([record(1000, "first revision heart"), record(700_000, "new heart record")], [1001, 601_001])
    files["/updatefiles/pubmed26n0005.xml.gz"] = file_of([record(1000, "second revision heart"), record(2000, "heart withdrawn", True)], [1002])
    for path, content in list(files.items()):
        files[path + ".md5"] = f"MD5({path.split('/')[-1]})= {hashlib.md5(content).hexdigest()}\n".encode()
    return files


class Nlm(http.server.BaseHTTPRequestHandler):
    files = made_files()

    def do_GET(self):
        if self.path.endswith("/"):
            names = [p[len(self.path):] for p in self.files if p.startswith(self.path)]
            body = "".join(f'<a href="{n}">{n}</a>  2026-02-0{int(n[9:13]) % 9} 14:03  1K\n' for n in sorted(names)).encode()
            return self.reply(200, body)
        body = self.files.get(self.path)
        if body is None:
            return self.reply(404, b"")
        asked = self.headers.get("Range")
        if not asked:
            return self.reply(200, body)
        first, last = (int(x) for x in asked.removeprefix("bytes=").split("-"))
        part = body[first:last + 1]
        self.reply(206, part, {"Content-Range": f"bytes {first}-{first + len(part) - 1}/{len(body)}"})

    def reply(self, status, body, headers=()):
        try:
            self.send_response(status)
            for name, value in dict(headers).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass  # the peer was killed

    def log_message(self, *_):
        pass


def start(home, url, *words):
    environment = {"PATH": os.environ["PATH"], "HOME": WORK, "EVIDENCE_MCP_HOME": os.path.join(WORK, home), "EVIDENCE_MCP_MIRROR_URL": url,
                   "EVIDENCE_MCP_PUBMED_URL": "http://127.0.0.1:9"}
    return subprocess.Popen([BINARY, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(home, url, *words):
    process = start(home, url, *words)
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err


def check(name, good, detail=""):
    if not good:
        FAILURES.append(name)
        print(f"FAIL {name}: {detail}")


def answers(home, url):
    """All that can be asked of a mirror."""
    out = []
    for query in ("heart[ti]", "heart AND failure", '"blood pressure"[ti]', "kidney[ti] NOT risk[ti]", "2005:2010[dp]", "revision", "retracted publication[pt]"):
        for order in ("newest", "relevance"):
            out.append(json.loads(run(home, url, "mirror", "search", query, "--json", "--sort", order)[1]))
    out.append(json.loads(run(home, url, "mirror", "changes", "--since", "2026-02-01", "--json")[1]))
    return out


def killed_mirror(url):
    dice = random.Random(3)
    kills = 0
    for round_ in range(20):
        home = f"killed{round_}"
        for work in ("init", "update"):
            for _ in range(200):
                process = start(home, url, "mirror", work)
                try:
                    process.communicate(timeout=dice.uniform(0.02, 1.2) if kills < KILLS or dice.random() < 0.5 else 600)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
                    kills += 1
                    continue
                if process.returncode == 0:
                    break
        if kills >= KILLS:
            return home, kills
        shutil.rmtree(os.path.join(WORK, home))
    return "", kills


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Nlm)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"

    code, _, err = run("whole", url, "mirror", "status")
    check("a mirror that is not there is named", code == 1 and "mirror init" in err, err)
    code, out, err = run("whole", url, "mirror", "init")
    check("init", code == 0 and "600 records" in out and "of disk are needed" in err and "left" in err, out + err)
    code, out, err = run("whole", url, "mirror", "update", "--json")
    check("update", code == 0 and json.loads(out)["changes"] == {"new": 1, "revised": 3, "deleted": 3, "retracted": 1, "unchanged": 0}, out + err)
    code, out, _ = run("whole", url, "mirror", "status", "--json")
    status = json.loads(out)
    check("status", status["records"] == 598 and status["date"] == "2026-02-05" and status["update_files"] == 2, out)
    check("verify", run("whole", url, "mirror", "verify")[0] == 0)

    code, out, _ = run("whole", url, "mirror", "changes", "--since", "2026-02-05", "--query", "heart[ti]", "--json")
    check("changes", json.loads(out)["retracted"] == [2000] and json.loads(out)["deleted"] == [1002], out)
    code, out, err = run("whole", url, "call", "pubmed_search", json.dumps({"search_query": "revision[ti]", "source": "mirror"}))
    answer = json.loads(out)
    check("the tool searches the mirror", code == 0 and answer["total_results"] == 1 and answer["search_metadata"]["source"] == "mirror"
          and any("as of 2026-02-05" in w for w in answer["warnings"]), out + err)
    code, out, _ = run("whole", url, "mirror", "changes", "--since", "2026-02-01", "--search", answer["result_set"], "--json")
    check("changes of a stored search", json.loads(out)["revised"] == [1000], out)
    code, out, err = run("whole", url, "call", "pubmed_search", '{"search_query": "revision[ti]"}', "--offline")
    check("offline the mirror answers", code == 0 and json.loads(out)["total_results"] == 1, out + err)
    code, out, err = run("whole", url, "call", "get_articles", '{"ids": ["700000"]}', "--offline")
    check("offline its records are found by id", code == 0 and "new heart record" in out, out + err)
    code, out, err = run("none", url, "call", "pubmed_search", '{"search_query": "heart", "source": "mirror"}')
    check("without a mirror it says so", code != 0 and "mirror init" in out + err, out + err)
    check("doctor shows it", "598 records" in run("whole", url, "doctor")[1])

    home, kills = killed_mirror(url)
    print(f"killed {kills} times")
    check("killed often enough", kills >= KILLS and home != "", str(kills))
    code, out, err = run(home, url, "mirror", "verify")
    check("a mirror that was killed is whole", code == 0, out + err)
    check("and answers as one that nobody disturbed", answers(home, url) == answers("whole", url))
    return 1 if FAILURES else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
