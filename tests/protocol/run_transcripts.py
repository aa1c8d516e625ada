"""Plays tests/transcripts/*.jsonl against a real server process and compares every line it writes.

    run_transcripts.py FILES… [-- COMMAND…]

COMMAND is the server; without one, `$EV_BINARY serve --sample`. A transcript is lines of
    -> text        send the text and a newline (mostly JSON, but any text goes)
    <- json        the next line of the server must match: "*" matches any value, and an object with the
                   member "...": "*" may have members that are not listed
    <~ json        the same, but the line may come after others that are expected later
    == chunks N    from here on send N bytes at a time (0 = whole lines)
    == eof         close the server's input
    == term        send SIGTERM
    == deafen      close the reading end of the server's output
    == pause MS    wait
    == exit N      the server must end by itself with code N, writing nothing more
    # text         a comment
At the end of a file the input is closed and `== exit 0` is expected. Every line must be one JSON-RPC object.
Exit code: 0 all matched, 1 a mismatch (printed with file and line), 2 wrong use.
"""

import json
import os
import queue
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time

# What hangs is ended; a loaded machine is waited for. Calls that an ending server must not wait for last a minute.
ANSWER_LIMIT_S = 300
EXIT_LIMIT_S = 45


class Mismatch(Exception):
    pass


def matches(expected, actual):
    if expected == "*":
        return True
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return False
        wanted = {k: v for k, v in expected.items() if k != "..."}
        if "..." not in expected and set(wanted) != set(actual):
            return False
        return all(k in actual and matches(v, actual[k]) for k, v in wanted.items())
    if isinstance(expected, list):
        return (isinstance(actual, list) and len(expected) == len(actual)
                and all(map(matches, expected, actual)))
    return type(expected) is type(actual) and expected == actual


class Server:
    def __init__(self, command):
        # A state folder of its own: a test never touches the user's.
        self.home = tempfile.TemporaryDirectory(prefix="evidence-transcript-")
        environment = {**os.environ, "EVIDENCE_MCP_HOME": self.home.name}
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0)
        self.lines = queue.Queue()
        self.waiting = []
        self.chunk = 0
        self.deaf = False
        self.reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def _read(self, stream):
        # A pipe whose reader waits in read() does not close, hence select with a short patience.
        rest = b""
        while not self.deaf:
            if not select.select([stream], [], [], 0.02)[0]:
                continue
            data = os.read(stream.fileno(), 1 << 16)
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self.lines.put(line)
        if rest:
            self.lines.put(rest)
        stream.close()
        self.lines.put(None)

    def send(self, text):
        data = text.encode() + b"\n"
        step = self.chunk or len(data)
        try:
            for i in range(0, len(data), step):
                self.process.stdin.write(data[i:i + step])
        except BrokenPipeError:
            raise Mismatch("the server closed its input")

    def next_line(self):
        try:
            line = self.lines.get(timeout=ANSWER_LIMIT_S)
        except queue.Empty:
            raise Mismatch(f"nothing came within {ANSWER_LIMIT_S} s")
        if line is None:
            self.lines.put(None)
            raise Mismatch("the server closed its output")
        try:
            message = json.loads(line.decode("utf-8"))
        except ValueError:
            raise Mismatch(f"not JSON: {line[:200]!r}")
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            raise Mismatch(f"not a JSON-RPC object: {line[:200]!r}")
        return message

    def expect(self, expected, any_order):
        for message in self.waiting:
            if matches(expected, message):
                self.waiting.remove(message)
                return
        while True:
            message = self.next_line()
            if matches(expected, message):
                return
            if not any_order:
                raise Mismatch("got " + json.dumps(message, ensure_ascii=False)[:2000])
            self.waiting.append(message)

    def expect_exit(self, code):
        begin = time.monotonic()
        try:
            got = self.process.wait(EXIT_LIMIT_S)
        except subprocess.TimeoutExpired:
            raise Mismatch(f"still running after {EXIT_LIMIT_S} s")
        if got != code:
            raise Mismatch(f"exit code {got} after {time.monotonic() - begin:.1f} s")
        if self.waiting:
            raise Mismatch("unexpected line: " + json.dumps(self.waiting[0])[:500])
        rest = self.lines.get(timeout=ANSWER_LIMIT_S)
        if rest is not None:
            raise Mismatch(f"unexpected line: {rest[:500]!r}")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def directive(server, words):
    name, argument = words[0], int(words[1]) if len(words) > 1 else 0
    if name == "chunks":
        server.chunk = argument
    elif name == "eof":
        server.process.stdin.close()
    elif name == "term":
        server.process.send_signal(signal.SIGTERM)
    elif name == "deafen":
        server.deaf = True
        server.reader.join()
    elif name == "pause":
        time.sleep(argument / 1000)
    elif name == "exit":
        server.expect_exit(argument)
        return True
    else:
        raise Mismatch(f"unknown directive {name}")
    return False


def play(path, command):
    server = Server(command)
    number, ended = 0, False
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                line = line.rstrip("\n")
                mark, text = line[:2], line[3:]
                if mark == "->":
                    server.send(text)
                elif mark in ("<-", "<~"):
                    server.expect(json.loads(text), mark == "<~")
                elif mark == "==":
                    ended = directive(server, text.split()) or ended
                elif line.strip() and not line.startswith("#"):
                    raise Mismatch("not a transcript line")
        number = "end"
        if not ended:
            server.process.stdin.close()
            server.expect_exit(0)
    except Mismatch as problem:
        return f"{path}:{number}: {problem}"
    finally:
        server.close()
    return None


def main():
    arguments, command = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1:]
    if not command:
        binary = os.environ.get("EV_BINARY", "")
        if not binary:
            print("SKIPPED: no server command and EV_BINARY is not set")
            return 77
        command = [binary, "serve", "--sample"]
    if not arguments:
        print(__doc__)
        return 2
    failures = 0
    for path in sorted(arguments):
        problem = play(path, command)
        print(("FAIL " + problem) if problem else "ok   " + path)
        failures += problem is not None
    return 1 if failures else 0


sys.exit(main())
