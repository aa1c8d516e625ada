"""Drives the program as a host would (one server over stdio, many calls) and as a user would (sub-commands)."""
import json
import os
import subprocess


class Program:
    """A binary with a state folder of its own. No network, no keys, no configuration of the user."""

    def __init__(self, binary, home, options=()):
        self.binary = os.path.abspath(binary)
        self.home = home
        self.options = list(options)
        os.makedirs(home, exist_ok=True)
        self.environment = {"PATH": os.environ.get("PATH", ""), "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8",
                            "EVIDENCE_MCP_HOME": os.path.join(home, "state"), "EVIDENCE_MCP_ROOTS": home}

    def run(self, *arguments, text=None):
        """Standard output and the exit code of a sub-command."""
        done = subprocess.run([self.binary, *arguments], input=text, capture_output=True, text=True, env=self.environment, cwd=self.home)
        return done.stdout, done.returncode

    def serve(self):
        return Server(self)


class Server:
    """`serve` over stdio. Calls are sent two at a time, so that the program computes while the answers are written down."""

    AHEAD = 2

    def __init__(self, program):
        command = [program.binary, "serve", "--call-timeout", "300", *program.options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=program.environment, cwd=program.home)
        self.next = 0
        self.early = {}
        client = {"name": "answer-snapshot", "version": "1"}
        self.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=60)

    def _write(self, message):
        self.process.stdin.write((json.dumps(message) + "\n").encode())
        self.process.stdin.flush()

    def send(self, method, params):
        self.next += 1
        self._write({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params})
        return self.next

    def wait(self, number):
        while number not in self.early:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the server ended before it answered call {number}")
            message = json.loads(line)
            if "method" not in message:
                self.early[message["id"]] = (message, line)
        return self.early.pop(number)

    def request(self, method, params=None):
        """The result (or error) member of the answer."""
        message, _ = self.wait(self.send(method, params or {}))
        return message.get("result", message.get("error"))

    def bytes_of(self, method):
        return self.wait(self.send(method, {}))[1].decode()

    def tools(self, calls):
        """Results of many tool calls (name, arguments), in their order."""
        calls = list(calls)
        numbers = []
        for index in range(len(calls)):
            while len(numbers) < min(index + self.AHEAD, len(calls)):
                name, arguments = calls[len(numbers)]
                numbers.append(self.send("tools/call", {"name": name, "arguments": arguments}))
            message, _ = self.wait(numbers[index])
            yield message.get("result", message.get("error"))

    def tool(self, name, **arguments):
        return next(self.tools([(name, arguments)]))

    def handle(self, name, **arguments):
        """The result set a call leaves; None where it was refused."""
        return (self.tool(name, **arguments).get("structuredContent") or {}).get("result_set")
