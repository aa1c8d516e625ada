"""What the tests of a laboratory's store share: a server of the real binary spoken to over its streams."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from postgres_server import Absent, PostgresServer  # noqa: E402,F401

FAILURES = []


def check(name, good, detail=""):
    print(f"{'ok  ' if good else 'FAIL'} {name}{': ' + str(detail) if detail != '' else ''}", flush=True)
    if not good:
        FAILURES.append(name)


class Server:
    """One `serve` process. call() gives the tool's result as it came."""

    def __init__(self, binary, home, store="", sample=True, **more):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "NCBI_", "PG"))}
        env.update(EVIDENCE_MCP_HOME=home, **more)
        if store:
            env["EVIDENCE_MCP_STORE"] = store
        self.env = env
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([binary, "serve", *(["--sample"] if sample else [])], env=env, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, bufsize=1)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "laboratory", "version": "1"}})

    def ask(self, method, params):
        """The reply; None when the server ended before it."""
        self.number += 1
        try:
            self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}) + "\n")
            self.process.stdin.flush()
            for line in self.process.stdout:
                reply = json.loads(line)
                if reply.get("id") == self.number:
                    return reply
        except BrokenPipeError:
            pass
        return None

    def call(self, tool, arguments):
        reply = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return reply["result"] if reply else None

    def errors(self):
        self.log.seek(0)
        return self.log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def finish():
    print(f"{len(FAILURES)} failures")
    return 1 if FAILURES else 0


def skip(why):
    print(f"SKIPPED: {why}")
    return 77
