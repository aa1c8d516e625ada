#!/usr/bin/env python3
"""Many simulators for the price of one: the simulator's records are loaded and its indexes built once, then every line
on standard input forks a simulator of its own (own port, faults, settings, log), whose ready line goes to standard output.

  serve_many.py SERVE_PY [options of serve.py]

All end when standard input is closed or this process dies; one alone by SIGTERM to the pid in its ready line.
"""
import fcntl
import os
import signal
import sys
import tempfile
import threading

# One request each for what a service builds when it is first asked.
WARMING = ("/entrez/eutils/esearch.fcgi?db=pubmed&term=asthma&retmode=json", "/europepmc/webservices/rest/search?query=asthma&format=json&resultType=core",
           "/openalex/works?search=asthma", "/ctgov/api/v2/studies?query.term=asthma&countTotal=true", "/icite/api/pubs?pmids=1",
           "/pubtator3-api/publications/export/biocjson?pmids=1", "/idconv/api/v1/articles/?ids=1&format=json", "/__truth")
PORTS = range(12000, 32000)


def next_port():
    """Each port once in a long while: what the program remembers of a service (a block lasts an hour) goes by host and
    port, and must not meet the next simulator. The last one given is kept for all runs of this user."""
    with open(os.path.join(tempfile.gettempdir(), f"evidence-mcp-simulator-port-{os.getuid()}"), "a+", encoding="ascii") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX)
        kept.seek(0)
        port = int(kept.read() or 0) + 1
        port = port if port in PORTS else PORTS[0]
        kept.truncate(0)
        kept.write(str(port))
    return port


def main():
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[1])))
    import serve
    from sim.httpd import Request

    server = serve.Server
    read_end, write_end = os.pipe()

    def serve_one(app, finished):
        os.close(write_end)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        threading.Thread(target=lambda: (os.read(read_end, 1), os._exit(0)), daemon=True).start()
        while True:
            try:
                return server(app, finished, next_port())
            except OSError:
                continue  # somebody else's port

    def fork(app, finished, _):
        """Stands where serve.py makes its server: returns in the children only, each of which goes on as serve.py does."""
        for target in WARMING:
            app(Request("GET", target, {}, b"", "127.0.0.1"))
        app.pending.clear()
        app.active.clear()
        app.reset("all")
        while os.read(0, 1):
            if os.fork() == 0:
                return serve_one(app, finished)
        os._exit(0)  # and the write end with it: the children read the end of their pipe

    serve.Server = fork
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children leave nothing to wait for
    code = serve.main(["serve.py", "--quiet", *sys.argv[2:]])
    os._exit(code)  # nothing is tidied up: that would copy the memory the children share


if __name__ == "__main__":
    main()
