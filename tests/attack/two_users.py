#!/usr/bin/env python3
"""Another user of the machine, who knows the names of all files and folders: what he lays in the way is neither followed nor written to nor
waited for, and what this user writes he cannot read. Needs root, to be two users; else it is skipped.

  two_users.py BINARY
"""
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
OTHER, MINE = 65534, 61234  # nobody of this machine
FAILURES, CHECKS = [], []


def check(name, good, detail=""):
    print(f"{'ok  ' if good else 'FAIL'} {name}{'' if good else ': ' + str(detail)[-500:]}", flush=True)
    CHECKS.append(name)
    if not good:
        FAILURES.append(name)


def as_user(uid, work):
    """What `work` does as this user, in a process of its own."""
    child = os.fork()
    if child == 0:
        os.setgid(uid)
        os.setuid(uid)
        os.umask(0)
        try:
            work()
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def run(work, *arguments, **env):
    def become():
        os.setgid(MINE)
        os.setuid(MINE)
    environment = {"PATH": "/usr/bin:/bin", "HOME": os.path.join(work, "home"), "XDG_RUNTIME_DIR": "", **env}
    try:
        return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=60, env=environment, preexec_fn=become, stdin=subprocess.DEVNULL,
                              cwd=os.path.join(work, "home"))
    except subprocess.TimeoutExpired:
        return None


def laid_in_the_way(work):
    """Links and pipes of the other user in a folder that both can write to."""
    open_folder = os.path.join(work, "open")
    os.mkdir(open_folder)
    os.chmod(open_folder, 0o777)  # no sticky bit: the worst case
    victim = os.path.join(work, "home", "precious.txt")
    with open(victim, "w") as f:
        f.write("precious")
    os.chown(victim, MINE, MINE)
    names = ["report.html", "evidence.json", "references.ris", "references.bib"]
    as_user(OTHER, lambda: [os.symlink(victim, os.path.join(open_folder, n)) for n in names])
    as_user(OTHER, lambda: [os.symlink(victim, os.path.join(open_folder, f"{n}.part{p}")) for n in names for p in range(1, 3000, 7)])
    done = run(work, "run", "metformin alzheimer", "--sample", "--out", open_folder)
    check("a report in a folder with links of another user: ends", done is not None and done.returncode in (0, 1), done and done.stderr)
    with open(victim) as f:
        check("what his links point to is not written", f.read() == "precious")
    linked = [n for n in names if done and done.returncode == 0 and os.path.islink(os.path.join(open_folder, n))]
    check("no file of the report is a link of his", not linked, linked)


def pipes(work):
    """A state folder in which he could lay pipes."""
    home = os.path.join(work, "shared-state")
    os.mkdir(home)
    os.chmod(home, 0o777)
    as_user(OTHER, lambda: [os.mkfifo(os.path.join(home, n), 0o666) for n in ("evidence.db", "sample.db", "request-state.key", "config.toml", "evidence.db-wal")])
    for arguments in (("doctor",), ("call", "pubmed_search", json.dumps({"search_query": "metformin"}), "--sample"), ("library", "stats")):
        done = run(work, *arguments, EVIDENCE_MCP_HOME=home)
        check(f"{arguments[0]} over pipes of another user ends", done is not None, "after 60 s")


def limiter(work):
    """The limiter's folder lies where all can write; he makes it first, and pipes in it."""
    told = json.loads(run(work, "doctor", "--json").stdout)["limiter"]["folder"]
    check("the limiter's folder is the user's own", str(MINE) in told and os.stat(os.path.dirname(told)).st_uid == MINE, told)
    theirs = os.path.dirname(told)
    shutil.rmtree(theirs)
    os.makedirs(told)
    for folder in (theirs, told):
        os.chown(folder, OTHER, OTHER)
        os.chmod(folder, 0o777)
    try:
        as_user(OTHER, lambda: [os.mkfifo(os.path.join(told, f"{n}-0123456789abcdef.state"), 0o666) for n in ("ncbi", "europepmc")])
        done = run(work, "doctor")
        check("doctor over the limiter's folder of another user ends", done is not None, "after 60 s")
        check("and says that it is not used", done is not None and "limiter folder" in done.stdout + done.stderr, done and done.stdout[-400:])
    finally:
        shutil.rmtree(theirs)


def what_he_sees(work):
    run(work, "call", "pubmed_search", json.dumps({"search_query": "metformin"}), "--sample", EVIDENCE_MCP_HOME=os.path.join(work, "home", "state"))
    seen = []
    for folder, folders, files in os.walk(os.path.join(work, "home", "state")):
        for name in [folder] + [os.path.join(folder, f) for f in files]:
            mode = stat.S_IMODE(os.lstat(name).st_mode)
            if mode & 0o077:
                seen.append(f"{name} {mode:o}")
    check("nothing of the state folder is open to others", not seen, seen)


def main():
    if os.getuid() != 0:
        print("SKIPPED: only root can be two users")
        return 77
    with tempfile.TemporaryDirectory(prefix="evidence-users-") as work:
        os.chmod(work, 0o755)
        for name, owner, mode in (("home", MINE, 0o755), ("tmp", 0, 0o1777)):
            os.mkdir(os.path.join(work, name))
            os.chown(os.path.join(work, name), owner, owner)
            os.chmod(os.path.join(work, name), mode)
        for part in (laid_in_the_way, pipes, limiter, what_he_sees):
            part(work)
    print(f"attack: two users: {len(CHECKS)} inputs, {len(FAILURES)} failures")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
