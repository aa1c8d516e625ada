#!/usr/bin/env python3
"""Who may use a laboratory's store, and over which line: TLS with a certificate made here, each sslmode; the roles that the README
makes, by the README's own statements; handles of one person on another's machine, and who made them.

  access_test.py BINARY
"""
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile

from laboratory import Absent, PostgresServer, Server, check, finish, skip

BINARY = os.path.abspath(sys.argv[1])
README = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "README.md")
RECORDS = [{"pmid": str(80000000 + i), "title": f"Invented trial {i} of zinc for colds", "abstract": "We enrolled 40 adults."} for i in range(5)]


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def certificates(folder):
    """ca.pem, other.pem (of nobody here), and server.pem with server.key for the name localhost."""
    for name in ("ca", "other"):
        openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN=Test {name}", "-keyout", f"{name}.key",
                "-out", f"{name}.pem")
    with open(os.path.join(folder, "names"), "w", encoding="ascii") as file:
        file.write("subjectAltName=DNS:localhost\n")
    openssl(folder, "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr")
    openssl(folder, "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names",
            "-out", "server.pem")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def program(uri, home, *arguments, **more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "PG"))}
    env.update(EVIDENCE_MCP_HOME=home, HOME=home, EVIDENCE_MCP_STORE=uri, EVIDENCE_MCP_OFFLINE="1", **more)
    return subprocess.run([BINARY, *arguments], env=env, capture_output=True, text=True, timeout=300)


def lines(work):
    if not shutil.which("openssl"):
        print("SKIPPED: no openssl to make a certificate with")
        return
    folder = os.path.join(work, "certificates")
    os.mkdir(folder)
    os.chmod(work, 0o755)
    certificates(folder)
    os.chmod(os.path.join(folder, "server.key"), 0o600)
    if os.getuid() == 0:
        shutil.chown(os.path.join(folder, "server.key"), "postgres")
    port = free_port()
    settings = ("listen_addresses=127.0.0.1", f"port={port}", "ssl=on", f"ssl_cert_file={folder}/server.pem", f"ssl_key_file={folder}/server.key")
    with PostgresServer(*settings) as server:
        server.hba("hostssl all all 127.0.0.1/32 trust", "hostnossl all all all reject")
        ca, other = (os.path.join(folder, name).replace("/", "%2F") for name in ("ca.pem", "other.pem"))
        not_trusted, not_let_in = "cannot be trusted", "does not let this role in"
        for host, parameters, refusal in (("localhost", "sslmode=require", ""), ("localhost", f"sslmode=verify-ca&sslrootcert={ca}", ""),
                                          ("127.0.0.1", f"sslmode=verify-ca&sslrootcert={ca}", ""),
                                          ("localhost", f"sslmode=verify-full&sslrootcert={ca}", ""), ("localhost", "sslmode=disable", not_let_in),
                                          ("127.0.0.1", f"sslmode=verify-full&sslrootcert={ca}", not_trusted),
                                          ("localhost", f"sslmode=verify-full&sslrootcert={other}", not_trusted),
                                          ("localhost", "sslmode=verify-full", not_trusted)):
            home = tempfile.mkdtemp(dir=work)
            done = program(f"postgresql://postgres@{host}:{port}/postgres?{parameters}", home, "library", "stats")
            shown = re.sub(r"sslrootcert=\S*%2F", "", parameters)
            good = done.returncode == 0 if not refusal else done.returncode != 0 and refusal in done.stderr and "again" not in done.stderr
            check(f"{host} {shown}: {'refused, and said why' if refusal else 'in use'}", good, "" if good else done.stderr[-400:])
        home = tempfile.mkdtemp(dir=work)
        with Server(BINARY, home, f"postgresql://postgres@localhost:{port}/postgres?sslmode=verify-full&sslrootcert={ca}") as client:
            kept = client.call("pubmed_search", {"search_query": "metformin", "max_results": 2})["structuredContent"].get("result_set")
            encrypted = server.sql("SELECT bool_and(s.ssl), count(*) > 0 FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) "
                                   "WHERE a.application_name = 'evidence-mcp'")
            check("every session of a server is encrypted, and it keeps handles", kept and encrypted == "t|t", (kept, encrypted))
    with PostgresServer("listen_addresses=127.0.0.1", f"port={port}") as server:
        done = program(f"postgresql://postgres@localhost:{port}/postgres?sslmode=verify-full&sslrootcert={ca}", work, "library", "stats")
        check("a server without TLS is refused where it is asked for", done.returncode != 0 and not_trusted in done.stderr, done.stderr[-300:])


def roles(work):
    with open(README, encoding="utf8") as file:
        section = file.read().split("### A store for a laboratory")[1]
    statements = [re.sub(r"--.*", "", s).strip() for s in re.sub(r"--.*", "", section.split("```sql")[1].split("```")[0]).split(";")]
    first = [s for s in statements if s and not s.startswith("GRANT")]
    grants = [s for s in statements if s.startswith("GRANT")]
    with PostgresServer() as server:
        for statement in first:
            server.sql(statement)
        server.sql("CREATE ROLE ben LOGIN IN ROLE evidence_writer; CREATE ROLE guest LOGIN IN ROLE evidence_reader; CREATE ROLE stranger LOGIN")
        made = program(server.uri("evidence_owner", "evidence"), os.path.join(work, "owner"), "library", "stats")
        check("the owner's program makes the tables", made.returncode == 0, made.stderr)
        for statement in grants:
            server.sql(statement, "evidence", "evidence_owner")
        use(work, server)


def use(work, server):
    records = os.path.join(work, "records.jsonl")
    with open(records, "w", encoding="utf8") as file:
        file.writelines(json.dumps(r) + "\n" for r in RECORDS)

    def as_(who, *arguments):
        return program(server.uri(who, "evidence"), os.path.join(work, who), *arguments)
    kept = as_("ann", "import", records, "--json")
    handle = json.loads(kept.stdout)["result_set"] if kept.returncode == 0 else ""
    check("a writer keeps a handle", bool(handle), kept.stderr)
    opened = [as_(who, "call", "export_results", json.dumps({"result_set": handle, "format": "csv"})) for who in ("ann", "ben", "guest")]
    check("it opens on the machines of another writer and of a reader", all(o.returncode == 0 and o.stdout == opened[0].stdout for o in opened),
          [o.stdout[-200:] for o in opened if o.returncode])
    check("who made it is kept", server.sql("SELECT DISTINCT made_by FROM evidence_mcp.result_set", "evidence") == "ann")
    refused = as_("guest", "import", records)
    check("a reader keeps nothing and is told why", refused.returncode == 1 and "does not let this role do that" in refused.stderr, refused.stderr)
    searched = as_("guest", "library", "search", "zinc")
    check("a reader searches", searched.returncode == 0 and RECORDS[0]["pmid"] in searched.stdout, searched.stdout + searched.stderr)
    stranger = as_("stranger", "library", "stats")
    check("a stranger is refused", stranger.returncode == 1 and "does not let this role do that" in stranger.stderr, stranger.stderr)
    denied = []
    for who, statement in (("guest", "INSERT INTO evidence_mcp.document VALUES ('a', 'b', '{}', 1)"), ("guest", "DELETE FROM evidence_mcp.result_set"),
                           ("ann", "DROP TABLE evidence_mcp.document"), ("ann", "CREATE TABLE evidence_mcp.more (n int)"),
                           ("ann", "ALTER TABLE evidence_mcp.document ADD n int"), ("stranger", "SELECT * FROM evidence_mcp.document")):
        try:
            server.sql(statement, "evidence", who)
            denied.append((who, statement))
        except RuntimeError:
            pass
    check("the database itself refuses what a role is not for", not denied, denied)
    again = as_("ben", "import", records)
    check("a later writer works on the same tables", again.returncode == 0, again.stderr)


def main():
    with tempfile.TemporaryDirectory(prefix="evidence-access-") as work:
        try:
            lines(work)
            roles(work)
        except Absent as why:
            return skip(why)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
