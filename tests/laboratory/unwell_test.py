#!/usr/bin/env python3
"""A laboratory's database that is dead, frozen, slow (2 s per statement), full or read-only: every call is answered within its
deadline and the answer says what is wrong; the same server keeps handles again as soon as the database is well.

  unwell_test.py BINARY       with EV_ATTACK_WHOLE=1, as root: also a disk that is really full
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from laboratory import WHOLE, Absent, PostgresServer, Server, check, finish, skip

BINARY = os.path.abspath(sys.argv[1])
LIMIT = 60  # seconds: the deadline of a call


class Line:
    """Stands between programs and a server: what programs send waits `delay` seconds, one statement being one message;
    nothing comes through while `frozen`."""

    def __init__(self, server):
        self.delay, self.frozen, self.ended = 0.0, False, False
        self.folder = tempfile.mkdtemp(prefix="evln-", dir="/tmp")
        self.target = os.path.join(server.folder, ".s.PGSQL.5432")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        self.listener.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while not self.ended:
            near, _ = self.listener.accept()
            far = socket.socket(socket.AF_UNIX)
            far.connect(self.target)
            threading.Thread(target=self.pass_on, args=(near, far, True), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(far, near, False), daemon=True).start()

    def pass_on(self, from_, to, asks):
        try:
            while data := from_.recv(1 << 16):
                if asks:
                    time.sleep(self.delay)
                while self.frozen:
                    time.sleep(0.05)
                to.sendall(data)
        except OSError:
            pass  # one side went; the other learns of it
        for side in (from_, to):
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def uri(self):
        return f"postgresql://postgres@/postgres?host={self.folder.replace('/', '%2F')}"

    def close(self):
        self.ended = True
        shutil.rmtree(self.folder, ignore_errors=True)


def search(number):
    return "pubmed_search", {"search_query": f"metformin NOT u{number}x", "max_results": 5, "detail": "row"}


def keeps(client, number):
    result = client.call(*search(number))
    return (result or {}).get("structuredContent", {}).get("result_set", "")


def bounded(name, client, handle, number, expected, reads=False):
    """Calls that write and calls that open a handle, while the store is not well."""
    asked = [search(number),
             ("pubmed_extract_features", {"result_set": handle, "extraction_schema": {f"n{number}": "number"}}),
             ("export_results", {"result_set": handle, "format": "csv"}),
             ("run_research", {"question": f"Does metformin slow decline {number}?", "max_rounds": 1, "as_of": "2026-11-21"})]
    slowest, silent, untyped = 0.0, [], []
    for tool, arguments in asked:
        begin = time.monotonic()
        result = client.call(tool, arguments)
        slowest = max(slowest, time.monotonic() - begin)
        text = json.dumps(result)
        if result is None or (expected not in text and not (reads and tool == "export_results")):
            silent.append((tool, text[:1500]))
        error = ((result or {}).get("structuredContent") or {}).get("error")
        if (result or {}).get("isError") and (error or {}).get("code") != "store_unavailable":
            untyped.append((tool, text[:500]))
    check(f"{name}: all is answered within the deadline", slowest < LIMIT, f"{slowest:.1f} s at most")
    check(f"{name}: the answers say so", not silent, silent[:1] or "")
    check(f"{name}: what is an error is typed", not untyped, untyped[:1] or "")


def well_again(name, client, number):
    end = time.monotonic() + 30
    while not (kept := keeps(client, number)) and time.monotonic() < end:
        time.sleep(0.2)
    check(f"{name}: well again, the same server keeps handles", bool(kept))


def dead(work):
    with Server(BINARY, os.path.join(work, "dead"), "postgresql://ann@/nowhere?host=%2Fnowhere") as client:
        bounded("dead", client, "rs-0123456789", 0, "cannot be reached")
        error = json.dumps(client.call("export_results", {"result_set": "rs-0123456789", "format": "csv"}))
        check("dead: an error may be tried again", "retry_after_s" in error, error[-300:])


def slow_and_frozen(work, server):
    line = Line(server)
    try:
        with Server(BINARY, os.path.join(work, "slow"), line.uri()) as client:
            handle = keeps(client, 1)
            line.delay = 2.0
            bounded("2 s per statement", client, handle, 2, "did not answer in time")
            line.delay = 0.0
            well_again("2 s per statement", client, 3)
            line.frozen = True
            bounded("frozen", client, handle, 4, "the store")
            line.frozen = False
            well_again("frozen", client, 5)
        line.delay = 2.0
        with Server(BINARY, os.path.join(work, "slow from the start"), line.uri()) as client:
            bounded("2 s per statement from the start", client, handle, 6, "did not answer in time")
    finally:
        line.close()


def read_only_and_full(work, server):
    with Server(BINARY, os.path.join(work, "well"), server.uri()) as client:
        handle = keeps(client, 10)
        check("well at first", bool(handle))
        # Sessions that are open would not notice.
        server.sql("ALTER DATABASE postgres SET default_transaction_read_only = on")
        others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = 'evidence-mcp'"
        server.sql(f"SELECT pg_terminate_backend(pid, 5000) {others}")
        bounded("read-only", client, handle, 11, "can only be read", reads=True)
        server.sql("SET transaction_read_only = off; ALTER DATABASE postgres RESET default_transaction_read_only")
        server.sql(f"SELECT pg_terminate_backend(pid, 5000) {others}")
        well_again("read-only", client, 12)
        server.sql("CREATE FUNCTION evidence_mcp_sample.full() RETURNS trigger LANGUAGE plpgsql AS "
                   "$$ BEGIN RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file'; END $$")
        for table in ("article_version", "result_set"):
            server.sql(f"CREATE TRIGGER full_now BEFORE INSERT OR UPDATE ON evidence_mcp_sample.{table} "
                       "FOR EACH ROW EXECUTE FUNCTION evidence_mcp_sample.full()")
        bounded("full", client, handle, 13, "used up", reads=True)
        server.sql("DROP FUNCTION evidence_mcp_sample.full() CASCADE")
        well_again("full", client, 14)


def really_full(work):
    """A file system of 96 MB that a file fills: what PostgreSQL then says, and that it may end altogether, is its own."""
    disk = tempfile.mkdtemp(prefix="evds-", dir="/tmp")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96m,mode=755", "none", disk], capture_output=True).returncode != 0:
        print("SKIPPED: no file system can be mounted here: a full disk is only imitated")
        os.rmdir(disk)
        return
    try:
        with PostgresServer("max_wal_size=32MB", "min_wal_size=32MB", folder=disk) as server:
            with Server(BINARY, os.path.join(work, "disk"), server.uri()) as client:
                handle = keeps(client, 20)
                filler = os.path.join(disk, "filler")
                with open(filler, "wb") as file:
                    try:
                        while True:
                            file.write(b"\0" * 65536)
                            file.flush()
                    except OSError:
                        pass
                number = 21
                while keeps(client, number) and number < 2000:
                    number += 1
                bounded("a disk without room", client, handle, number, "the store", reads=True)
                os.unlink(filler)
                if server.process.poll() is not None:
                    server.start()
                well_again("a disk without room", client, number + 1)
                opened = client.call("export_results", {"result_set": handle, "format": "csv"})
                check("a disk without room: what was kept before is there", not opened.get("isError"))
    finally:
        subprocess.run(["umount", disk], check=True)
        os.rmdir(disk)


def main():
    with tempfile.TemporaryDirectory(prefix="evidence-unwell-") as work:
        try:
            dead(work)
            with PostgresServer() as server:
                slow_and_frozen(work, server)
                read_only_and_full(work, server)
            if WHOLE and os.getuid() == 0:
                really_full(work)
        except Absent as why:
            return skip(why)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
