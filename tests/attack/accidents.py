#!/usr/bin/env python3
"""Accidents of the machine: a state folder that is a file, full, read-only, damaged or gone; standard streams that are
missing; a file that unpacks to gigabytes; memory that is scarce. An error names the file and the way out, answers that do not
need the store are given, and nothing hangs.

  accidents.py BINARY        Environment: EV_ATTACK_WHOLE=1 for the larger files
"""
import gzip
import json
import os
import resource
import select
import shutil
import subprocess
import sys
import tempfile
import time

BINARY = os.path.abspath(sys.argv[1])
WORK = tempfile.mkdtemp(prefix="evidence-accidents-")
WHOLE = bool(os.environ.get("EV_ATTACK_WHOLE"))
FAILURES = []
CHECKED = 0
SEARCH = {"search_query": "metformin", "max_results": 3}


def check(name, good, detail=""):
    global CHECKED
    CHECKED += 1
    print(f"{'ok  ' if good else 'FAIL'} {name}{'' if good else ': ' + str(detail)[-600:]}", flush=True)
    if not good:
        FAILURES.append(name)


def path(*parts):
    return os.path.join(WORK, *parts)


def run(*arguments, home, before=None, timeout=300, **env):
    environment = {"PATH": os.environ["PATH"], "HOME": WORK, "EVIDENCE_MCP_HOME": home, **env}
    environment = {k: v for k, v in environment.items() if v is not None}
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=timeout, env=environment, preexec_fn=before,
                          stdin=subprocess.DEVNULL)


def call(tool, arguments, **more):
    done = run("call", tool, json.dumps(arguments), "--sample", **more)
    return done, json.loads(done.stdout) if done.stdout.strip() else {}


def is_answer_without_handle(name, done, answer, said):
    check(f"{name}: the search is answered", done.returncode == 0 and len(answer.get("articles", [])) == 3, (done.returncode, done.stderr, done.stdout))
    check(f"{name}: no handle, and it is said why", answer.get("result_set") == "" and any(said in w for w in answer.get("warnings", [])), answer.get("warnings"))


def is_typed_error(name, done, answer, said):
    error = answer.get("error", {})
    check(f"{name}: a typed error with the file and a remedy",
          done.returncode == 1 and error.get("code") == "store_unavailable" and said in error.get("message", "") and error.get("recovery"), done.stdout + done.stderr)


def state_folders():
    plain = path("a-file")
    open(plain, "w").write("x")
    done, answer = call("pubmed_search", SEARCH, home=plain)
    is_answer_without_handle("the state folder is a file", done, answer, plain)
    is_typed_error("the state folder is a file", *call("export_results", {"result_set": "rs-0123456789", "format": "csv"}, home=plain), plain)
    done, answer = call("pubmed_search", SEARCH, home=None, HOME=plain)
    is_answer_without_handle("HOME is a file", done, answer, plain)

    good = path("good")
    done, answer = call("pubmed_search", SEARCH, home=good)
    handle = answer["result_set"]
    damaged = path("damaged")
    shutil.copytree(good, damaged)
    with open(os.path.join(damaged, "sample.db"), "r+b") as f:
        size = f.seek(0, 2)
        f.seek(4096)
        f.write(b"\x55" * (size - 4096))
    done, answer = call("pubmed_search", SEARCH, home=damaged)
    is_answer_without_handle("a damaged store", done, answer, damaged)
    is_typed_error("a damaged store", *call("export_results", {"result_set": handle, "format": "csv"}, home=damaged), damaged)
    other = path("other")
    os.makedirs(other)
    open(os.path.join(other, "sample.db"), "w").write("this is not a database at all, not by any means")
    done, answer = call("pubmed_search", SEARCH, home=other)
    is_answer_without_handle("a file that is no database", done, answer, other)

    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 10, 64 << 10))
    full = path("full")
    done, answer = call("pubmed_search", SEARCH, home=full, before=small_files)
    is_answer_without_handle("a disk that takes no more", done, answer, full)
    read_only(good, handle)


def read_only(good, handle):
    """As a user who may read the store and write nothing."""
    os.chmod(WORK, 0o755)
    for folder, _, files in os.walk(good):
        os.chmod(folder, 0o555)
        for name in files:
            os.chmod(os.path.join(folder, name), 0o444)

    def nobody():
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
    done, answer = call("export_results", {"result_set": handle, "format": "csv"}, home=good, before=nobody)
    check("a read-only store: its sets can be read", done.returncode == 0 and answer.get("records") == 3 or "content" in answer, done.stdout + done.stderr)
    done, answer = call("pubmed_search", SEARCH, home=good, before=nobody)
    is_answer_without_handle("a read-only store", done, answer, "kept")
    os.chmod(good, 0o755)


class Server:
    def __init__(self, home, *more, **streams):
        environment = {"PATH": os.environ["PATH"], "HOME": WORK, "EVIDENCE_MCP_HOME": home}
        self.process = subprocess.Popen([BINARY, "serve", "--sample", *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment)
        self.number = 0
        self.buffer = b""
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def begin(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def answer(self, number, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            while b"\n" in self.buffer:
                line, self.buffer = self.buffer.split(b"\n", 1)
                message = json.loads(line)
                if message.get("id") == number and "method" not in message:
                    return message
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                got = os.read(self.process.stdout.fileno(), 1 << 16)
                if not got:
                    return None
                self.buffer += got
        return None

    def request(self, method, params):
        return self.answer(self.begin(method, params))

    def call(self, tool, arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments})["result"]

    def end(self):
        self.process.stdin.close()
        self.process.wait(30)


def removed_folder():
    home = path("removed")
    server = Server(home)
    server.call("pubmed_search", SEARCH)
    shutil.rmtree(home)
    handle = server.call("pubmed_search", SEARCH)["structuredContent"].get("result_set")
    server.end()
    done, answer = call("export_results", {"result_set": handle, "format": "csv"}, home=home)
    check("a state folder removed while running: what is acknowledged is there", done.returncode == 0 and handle, done.stdout + done.stderr)


def streams():
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        begun = time.monotonic()
        try:
            subprocess.run(["/bin/sh", "-c", f'exec "$0" serve --sample {closed}' + (" </dev/null" if "<&-" not in closed else ""), BINARY],
                           env={"PATH": os.environ["PATH"], "HOME": WORK, "EVIDENCE_MCP_HOME": path("streams")}, timeout=20,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            ended = True
        except subprocess.TimeoutExpired:
            ended = False
        check(f"serve {closed} ends", ended, time.monotonic() - begun)


def records_file(name, count, words):
    with open(path(name), "w") as f:
        f.write("pmid,title,abstract,year\n")
        for i in range(count):
            f.write(f"{1000000 + i},Trial {i} of metformin in diabetes,\"{'Metformin lowered glucose in adults with diabetes. ' * words}{i}\",2020\n")
    return path(name)


def end_of_input():
    home = path("eof")
    file = records_file("eof.csv", 6000 if WHOLE else 2500, 8)
    handle = json.loads(run("import", file, "--json", "--sample", home=home).stdout)["result_set"]
    server = Server(home)
    number = server.begin("tools/call", {"name": "generate_hypotheses", "arguments": {"query": "metformin diabetes", "result_set": handle, "max_evidence": 2000}})
    time.sleep(0.2)
    server.process.stdin.close()
    begun = time.monotonic()
    message = server.answer(number, 30)
    server.process.wait(30)
    check("a call running at the end of input is answered or said to be cut", message is not None, "no message")
    check("the server ends in time then", time.monotonic() - begun < 10, time.monotonic() - begun)


def memory_of(process):
    for line in open(f"/proc/{process.pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0


def memory_given_back():
    home = path("memory")
    file = records_file("memory.csv", 20000 if WHOLE else 6000, 20)
    handle = json.loads(run("import", file, "--json", "--sample", home=home).stdout)["result_set"]
    server = Server(home)
    before = memory_of(server.process)
    for tool, arguments in (("deduplicate_evidence", {"result_set": handle}), ("export_results", {"result_set": handle, "format": "csv"})):
        server.call(tool, arguments)
    time.sleep(1)
    after = memory_of(server.process)
    check("memory of large sets is given back", after - before < 150, f"{before:.0f} -> {after:.0f} MB")
    print(f"     resident: {before:.0f} MB at start, {after:.0f} MB after large sets")
    server.end()


def bombs():
    """Small files that unpack to many records; within 250 MB of address space the import ends with a message."""
    size = 1 << 30 if WHOLE else 192 << 20
    rows = {"empty rows": b",\n", "one letter": b"a,b\n", "blank": b"\n", "no end": b"a", "quotes": b'"a\n', "short fields": b"1,,,,,,\n"}

    def little_memory():
        resource.setrlimit(resource.RLIMIT_AS, (250 << 20, 250 << 20))
    for name, row in rows.items():
        file = path(name.replace(" ", "-") + ".csv.gz")
        with gzip.open(file, "wb", 6) as f:
            f.write(b"title,abstract\n")
            block = row * ((1 << 20) // len(row))
            for _ in range(size >> 20):
                f.write(block)
        begun = time.monotonic()
        try:
            done = run("import", file, "--sample", home=path("bomb-" + name), before=little_memory, timeout=280)
            good = done.returncode in (0, 1) and (done.stdout + done.stderr).strip() != ""
            check(f"import of {os.path.getsize(file) >> 10} KB that are {size >> 20} MB of {name}: ends with a message", good, (done.returncode, done.stderr))
            print(f"     {time.monotonic() - begun:.1f} s: {(done.stderr or done.stdout).strip().splitlines()[-1][:160]}")
        except subprocess.TimeoutExpired:
            check(f"import of {name}: ends", False, "after 280 s")
        os.unlink(file)
        shutil.rmtree(path("bomb-" + name), ignore_errors=True)


PARTS = (state_folders, removed_folder, streams, end_of_input, memory_given_back, bombs)
for part in PARTS:
    if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
        try:
            part()
        except Exception as e:  # the others are told of, too
            check(part.__name__, False, repr(e))
shutil.rmtree(WORK, ignore_errors=True)
print(f"attack: accidents of the machine: {CHECKED} inputs, {len(FAILURES)} failures")
sys.exit(1 if FAILURES else 0)
