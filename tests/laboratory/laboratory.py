"""What the tests of a laboratory's store share: a server of the real binary spoken to over its streams."""
import contextlib
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from postgres_server import Absent, PostgresServer  # noqa: E402,F401

FAILURES = []
WHOLE = bool(os.environ.get("EV_ATTACK_WHOLE"))  # as `make attack` sets it


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
        replies = list(self.replies([(method, params)]))
        return replies[0][1] if replies else None

    def replies(self, asked):
        """(place, reply) of requests that are under way together, as they come; fewer when the server ended before them."""
        places = {}
        try:
            for place, (method, params) in enumerate(asked):
                self.number += 1
                places[self.number] = place
                self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # what it answered before is still there to be read
        while places:
            line = self.process.stdout.readline()
            if not line.endswith("\n"):
                return
            reply = json.loads(line)
            if reply.get("id") in places:
                yield places.pop(reply["id"]), reply

    def call(self, tool, arguments):
        reply = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return reply["result"] if reply else None

    def calls(self, asked):
        """(place, result) of [(tool, arguments)] that are under way together."""
        for place, reply in self.replies([("tools/call", {"name": tool, "arguments": arguments}) for tool, arguments in asked]):
            yield place, reply["result"]

    def errors(self):
        self.log.seek(0)
        return self.log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(BrokenPipeError):  # a request that it did not take any more
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
