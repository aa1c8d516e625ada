"""Simulators of the upstream services as the checks use them: each its own port, faults and log, ready in milliseconds."""
import concurrent.futures
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request


class Simulator:
    def __init__(self, ready):
        self.ready = ready

    def base(self, name):
        return self.ready["base"][name]

    def get(self, name, query=""):
        with urllib.request.urlopen(self.base(name) + query, timeout=600) as reply:
            return json.load(reply)

    def control(self, body):
        request = urllib.request.Request(self.base("control"), data=json.dumps(body).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=600) as reply:
            return json.load(reply)

    def reset(self):
        self.control({"reset": "all"})

    def close(self):
        os.kill(self.ready["pid"], signal.SIGTERM)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # What it did wrong itself must not pass for an answer of the product.
        wrong = self.get("stats")["simulator_errors"]
        self.close()
        if wrong:
            raise RuntimeError(f"the simulator met a fault of its own: {wrong[:2]}")


class Simulators:
    """All over the same records. start() may be called from any thread; what it gives is closed by `with` or close()."""

    def __init__(self, shared, corpora, work, *options):
        here = os.path.dirname(os.path.abspath(__file__))
        command = [sys.executable, os.path.join(here, "serve_many.py"), os.path.join(shared, "upstream", "serve.py"), "--today", "2026-11-20",
                   "--cache", os.path.join(tempfile.gettempdir(), "evidence-mcp-simulator-cache")]
        for corpus in corpora:
            command += ["--corpus", os.path.join(shared, "corpus", corpus)]
        command += options
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=work)
        self.lock = threading.Lock()

    def start(self):
        with self.lock:
            self.process.stdin.write(b"\n")
            self.process.stdin.flush()
            return Simulator(json.loads(self.process.stdout.readline()))

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=600)


@contextlib.contextmanager
def alone(shared, corpora, *options):
    """A single simulator, for those who need no more."""
    with tempfile.TemporaryDirectory(prefix="evidence-simulator-") as work:
        many = Simulators(shared, corpora, work, *options)
        try:
            with many.start() as simulator:
                yield simulator
        finally:
            many.close()


def side_by_side(jobs, at_once=16):
    """What the jobs return, in their order; for those that wait more than they compute."""
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        return [done.result() for done in [pool.submit(job) for job in jobs]]


def environment(simulator, home, **more):
    """Every service the simulator has, with keys where it knows some; the others are off."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "NCBI_", "OPENALEX_"))}
    env.update(EVIDENCE_MCP_HOME=home, EVIDENCE_MCP_PUBMED_URL=simulator.base("eutils"),
               EVIDENCE_MCP_EUROPEPMC_URL=simulator.base("europepmc"), EVIDENCE_MCP_OPENALEX_URL=simulator.base("openalex"),
               EVIDENCE_MCP_CLINICALTRIALS_URL=simulator.base("ctgov"), EVIDENCE_MCP_ICITE_URL=simulator.base("icite"),
               EVIDENCE_MCP_IDCONV_URL=simulator.base("idconv"), EVIDENCE_MCP_PUBTATOR_URL=simulator.base("pubtator"),
               EVIDENCE_MCP_CROSSREF_URL="off", EVIDENCE_MCP_UNPAYWALL_URL="off",
               NCBI_API_KEY=simulator.ready["keys"]["ncbi"][0], OPENALEX_API_KEY=simulator.ready["keys"]["openalex"][0])
    env.update(more)
    return env
