#!/usr/bin/env python3
"""`doctor` of the real binary under the troubles people have: each must be named, with its remedy, on one screen.

  doctor_test.py BINARY

Everything happens on this machine: a dead proxy, one that refuses, services with a certificate nobody knows, a wrong
key, a clock that is off, folders and files that cannot be used. Each case runs `doctor --network` with PubMed alone.
"""
import email.utils
import http.server
import json
import os
import shutil
import ssl
import stat
import subprocess
import sys
import tempfile
import threading
import time

BINARY = os.path.abspath(sys.argv[1])
FAILURES = []
WORK = tempfile.mkdtemp(prefix="evidence-doctor-")
NOBODY = 65534


def doctor(*args, user=None, **env):
    environment = {"PATH": os.environ["PATH"], "HOME": os.path.join(WORK, "user"), "EVIDENCE_MCP_HOME": os.path.join(WORK, "state"),
                   "EVIDENCE_MCP_SOURCES": "pubmed", **env}
    command = [BINARY, "doctor", *args]
    if user is not None:
        command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    return done


def named(name, done, *parts, code=1):
    out = done.stdout
    missing = [part for part in parts if part not in out]
    if done.returncode != code or missing or len(out.splitlines()) > 45:
        FAILURES.append(name)
        print(f"FAIL {name}: exit {done.returncode}, missing {missing}\n{out}{done.stderr}")


class Service(http.server.BaseHTTPRequestHandler):
    """esearch that finds nothing; 407 as a proxy; whatever key is "wrong" is refused."""
    protocol_version = "HTTP/1.1"
    behind = 0  # seconds

    def answer(self, status, body):
        self.send_response_only(status)
        self.send_header("Date", email.utils.formatdate(time.time() - self.behind, usegmt=True))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if "api_key=wrong" in self.path:
            return self.answer(400, b'{"error":"API key invalid","api-key":"wrong","type":"client"}')
        self.answer(200, json.dumps({"header": {"type": "esearch", "version": "0.3"}, "esearchresult": {
            "count": "1", "retmax": "0", "retstart": "0", "idlist": [], "translationset": [], "querytranslation": "1[UID]"}}).encode())

    def do_CONNECT(self):
        self.answer(407, b"")
        self.close_connection = True

    def log_message(self, *_):
        pass


def serve(handler, context=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def network():
    port = serve(Service)
    url = f"http://127.0.0.1:{port}"
    well = doctor("--network", EVIDENCE_MCP_PUBMED_URL=url)
    named("all is well", well, "pubmed  ok", code=0)
    named("a wrong key", doctor("--network", EVIDENCE_MCP_PUBMED_URL=url, NCBI_API_KEY="wrong"), "problem: pubmed", "NCBI_API_KEY")
    closed = doctor("--network", EVIDENCE_MCP_PUBMED_URL="http://127.0.0.1:9")
    named("nothing answers", closed, "problem: network", "HTTPS_PROXY")
    dead = doctor("--network", HTTPS_PROXY="http://me:password1@127.0.0.1:9")
    named("a dead proxy", dead, "the proxy 127.0.0.1:9 (HTTPS_PROXY) cannot be reached", "named by HTTPS_PROXY", "***@127.0.0.1:9")
    refusing = doctor("--network", https_proxy=f"http://me:password1@127.0.0.1:{port}")
    named("a proxy that wants a name", refusing, "407", "named by https_proxy")
    for done in (dead, refusing):
        if "password1" in done.stdout + done.stderr:
            FAILURES.append("the proxy's password is shown")
    named("a proxy for http only", doctor(HTTP_PROXY="http://127.0.0.1:9"), "HTTP_PROXY has no effect", "set HTTPS_PROXY", code=0)

    class Late(Service):
        behind = 3 * 3600 + 20
    named("a clock that is off", doctor("--network", EVIDENCE_MCP_PUBMED_URL=f"http://127.0.0.1:{serve(Late)}"),
          "problem: clock is 180 min ahead", "timedatectl")


def library():
    folder = os.path.join(WORK, "lib")
    os.mkdir(folder)
    for name in ("libcurl.so.4", "libcurl-gnutls.so.4"):
        open(os.path.join(folder, name), "w").write("x")
    broken = doctor(LD_LIBRARY_PATH=folder)
    if "libcurl.so.4" in subprocess.run(["ldd", BINARY], capture_output=True, text=True).stdout:
        return  # linked, not opened at the first transfer
    named("no libcurl", broken, "problem: network library", "libcurl cannot be loaded", "apt install libcurl4")


def certificates():
    named("no such bundle", doctor(CURL_CA_BUNDLE="/nonexistent/ca.pem"), "problem: CURL_CA_BUNDLE", "/nonexistent/ca.pem", "unset it")
    page = os.path.join(WORK, "page.html")
    open(page, "w").write("<html>log in first</html>")
    named("a bundle that is none", doctor(SSL_CERT_FILE=page), "problem: SSL_CERT_FILE", "no certificates")
    if not shutil.which("openssl"):
        print("SKIPPED part: openssl was not found, certificates were not tried over TLS")
        return
    own = os.path.join(WORK, "own.pem")
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", own + ".key", "-out", own, "-days", "2",
                           "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own, own + ".key")
    url = f"https://localhost:{serve(Service, context)}"
    if made.returncode != 0:
        FAILURES.append("openssl")
    named("a certificate nobody knows", doctor("--network", EVIDENCE_MCP_PUBMED_URL=url), "problem: network", "SSL_CERT_FILE", "clock")
    named("a certificate one has", doctor("--network", EVIDENCE_MCP_PUBMED_URL=url, SSL_CERT_FILE=own), "pubmed  ok", code=0)


def configuration():
    named("a wrong setting", doctor(EVIDENCE_MCP_PUBMED_URL="http://example.org"), "problem: EVIDENCE_MCP_PUBMED_URL", "does not start")
    named("a setting misspelt", doctor(EVIDENCE_MCP_HOMES="x"), "EVIDENCE_MCP_HOMES is no setting", "did you mean EVIDENCE_MCP_HOME?", code=0)
    named("a key with a blank", doctor(NCBI_API_KEY="ab cd"), "problem: NCBI_API_KEY", "copy the key again")
    file = os.path.join(WORK, "settings.toml")
    open(file, "w").write("ncbi_api_key = \n")
    named("a broken file of settings", doctor("--config", file), "problem: " + file, "line 1")
    named("a file of settings that is not there", doctor("--config", "/nonexistent.toml"), "problem: /nonexistent.toml")
    named("a host's placeholder counts as blank", doctor(NCBI_API_KEY="${user_config.key}"), "NCBI_API_KEY is not set", code=0)


def folders():
    file = os.path.join(WORK, "file")
    open(file, "w").write("x")
    named("a file where the folder should be", doctor(EVIDENCE_MCP_HOME=os.path.join(file, "state")), "problem: state folder", "EVIDENCE_MCP_HOME")
    closed = os.path.join(WORK, "closed")
    os.mkdir(closed, 0o555)
    user = NOBODY if os.geteuid() == 0 else None
    if user and (not shutil.which("setpriv") or not os.stat(BINARY).st_mode & stat.S_IXOTH or
                 subprocess.run(["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", BINARY, "--version"], capture_output=True).returncode != 0):
        print("SKIPPED part: no other user can start the binary, an unwritable folder was not tried")
        return
    os.chmod(WORK, 0o755)
    named("an unwritable folder", doctor(user=user, EVIDENCE_MCP_HOME=os.path.join(closed, "state")), "problem: state folder", "Permission denied", "EVIDENCE_MCP_HOME")


def hosts():
    home = os.path.join(WORK, "with-hosts")
    file = os.path.join(home, ".cursor", "mcp.json")
    os.makedirs(os.path.dirname(file))
    open(file, "w").write('{"mcpServers": {"evidence": {}},}')
    named("a host's broken file", doctor(HOME=home), "warning: Cursor", file, "no JSON", code=0)
    open(file, "w").write('{"mcpServers": {"evidence": {"command": "/nonexistent/evidence-mcp"}}}')
    named("a host's entry of a binary that is gone", doctor(HOME=home), "problem: Cursor", "evidence-mcp install cursor")
    open(file, "w").write(json.dumps({"mcpServers": {"evidence": {"command": BINARY, "args": ["serve"]}}}))
    named("a host's entry", doctor(HOME=home), "Cursor", "starts " + BINARY, code=0)


os.mkdir(os.path.join(WORK, "user"))
for part in (network, library, certificates, configuration, folders, hosts):
    part()
shutil.rmtree(WORK, ignore_errors=True)
print("FAILED: " + ", ".join(FAILURES) if FAILURES else "doctor: all checks passed")
sys.exit(1 if FAILURES else 0)
