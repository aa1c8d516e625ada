#!/usr/bin/env python3
"""A PostgreSQL server of the tests' own: made by initdb in a temporary folder, reached by a socket in it, no network.

As a program it prints the server's address and serves until its standard input ends; exit code 77 and a reason
when there is no PostgreSQL. It never runs as root: initdb refuses that, so root hands over to the user postgres.
"""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time


class Absent(Exception):
    """There is no PostgreSQL that could be started."""


def programs():
    for folder in sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: int(p.split("/")[4]), reverse=True):
        if int(folder.split("/")[4]) >= 15 and os.access(os.path.join(folder, "postgres"), os.X_OK):
            return folder
    found = shutil.which("postgres")
    if found:
        return os.path.dirname(os.path.realpath(found))
    raise Absent("PostgreSQL is not installed (Debian: postgresql)")


def other_user():
    """What stands before a command so that it does not run as root."""
    if os.getuid() != 0:
        return []
    try:
        import pwd
        user = pwd.getpwnam("postgres")
    except KeyError:
        raise Absent("this runs as root, and there is no user postgres to hand over to")
    if not shutil.which("setpriv"):
        raise Absent("this runs as root, and there is no setpriv to hand over to the user postgres")
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


class PostgresServer:
    """with PostgresServer() as server: … server.uri()"""

    def __init__(self, *settings, folder=None):
        self.bin = programs()
        self.before = other_user()
        self.settings = settings
        self.port = next((s[5:] for s in settings if s.startswith("port=")), "5432")
        self.folder = tempfile.mkdtemp(prefix="evpg-", dir=folder or ("/tmp" if os.path.isdir("/tmp") else None))
        self.data = os.path.join(self.folder, "data")
        self.process = None
        os.chmod(self.folder, 0o755)
        if self.before:
            import pwd
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        made = self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--encoding=UTF8", "--no-locale",
                        "--no-sync")
        if made.returncode != 0:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise Absent("initdb failed: " + made.stderr.strip()[-300:])
        self.start()

    def run(self, program, *arguments, **more):
        return subprocess.run([*self.before, os.path.join(self.bin, program), *arguments], cwd=self.folder, text=True,
                              capture_output=True, env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}, **more)

    def uri(self, user="postgres", database="postgres", **parameters):
        parameters = {"host": self.folder, "port": self.port, **parameters}
        query = "&".join(f"{k}={str(v).replace('/', '%2F').replace(' ', '%20')}" for k, v in parameters.items())
        return f"postgresql://{user}@/{database}?{query}"

    def start(self):
        # fsync would protect from a machine that loses its power, not from a killed process.
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "fsync=off", "max_connections=200",
                    "shared_buffers=64MB", *self.settings]
        dies = ["--pdeathsig=KILL"] if self.before else []
        command = [*self.before, *dies, os.path.join(self.bin, "postgres"), "-D", self.data]
        for setting in settings:
            command += ["-c", setting]
        log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                        env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"})
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.run("pg_isready", "-h", self.folder, "-p", self.port, "-q").returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL does not start: " + open(os.path.join(self.folder, "log"), errors="replace").read()[-500:])

    def sql(self, text, database="postgres", user="postgres"):
        """Runs psql; the rows as text."""
        done = self.run("psql", "-h", self.folder, "-p", self.port, "-U", user, "-d", database, "-v", "ON_ERROR_STOP=1", "-qAtc", text)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def hba(self, *rules):
        """Who may come in, before the rules there are."""
        path = os.path.join(self.data, "pg_hba.conf")
        with open(path, encoding="utf8") as file:
            old = file.read()
        with open(path, "w", encoding="utf8") as file:
            file.write("".join(rule + "\n" for rule in rules) + old)
        self.sql("SELECT pg_reload_conf()")
        time.sleep(0.5)

    def kill(self):
        """As the end of a process without warning: the postmaster and its children."""
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True,
                                  text=True).stdout.split()
        self.process.send_signal(signal.SIGKILL)
        for child in children:
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def main():
    try:
        server = PostgresServer()
    except Absent as why:
        print(why, file=sys.stderr)
        return 77
    try:
        print(server.uri(), flush=True)
        sys.stdin.read()
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
