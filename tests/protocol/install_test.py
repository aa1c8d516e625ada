#!/usr/bin/env python3
"""`install` of the real binary, in a home folder of its own: what it writes, keeps, backs up and refuses.

  install_test.py BINARY
"""
import json
import os
import stat
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
FAILURES = []
FILES = {
    "claude-desktop": (".config/Claude/claude_desktop_config.json", "mcpServers"),
    "claude-code": (".claude.json", "mcpServers"),
    "vscode": (".config/Code/User/mcp.json", "servers"),
    "cursor": (".cursor/mcp.json", "mcpServers"),
}


def check(name, good, detail=""):
    if not good:
        FAILURES.append(name)
        print(f"FAIL {name} {str(detail)[:400]}")


def install(home, *args, cwd=None, **env):
    environment = {"PATH": os.environ["PATH"], "HOME": home, **env}
    return subprocess.run([BINARY, "install", *args], capture_output=True, text=True, env=environment, cwd=cwd or home, timeout=600)


def files_below(folder):
    return sorted(os.path.join(d, f) for d, _, names in os.walk(folder) for f in names)


def fresh(host, path, member):
    with tempfile.TemporaryDirectory() as home:
        dry = install(home, host, "--dry-run")
        check(f"{host}: a dry run says where and what", dry.returncode == 0 and path in dry.stdout and BINARY in dry.stdout, dry)
        check(f"{host}: a dry run writes nothing", files_below(home) == [], files_below(home))
        done = install(home, host)
        file = os.path.join(home, path)
        check(f"{host}: installs", done.returncode == 0 and os.path.exists(file), done)
        entry = json.load(open(file))[member]["evidence"]
        check(f"{host}: the entry starts this binary", entry["command"] == BINARY and entry["args"] == ["serve"], entry)
        started = subprocess.run([entry["command"], *entry["args"]], env={"HOME": home}, capture_output=True, text=True, timeout=600,
                                 input='{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        check(f"{host}: the entry works", started.stdout == '{"jsonrpc":"2.0","id":1,"result":{}}\n', started)
        again = install(home, host)
        check(f"{host}: a second time changes nothing", again.returncode == 0 and "already" in again.stdout and files_below(home).count(file) == 1)
        check(f"{host}: no backup of a new file", not [f for f in files_below(home) if "backup" in f])


def existing():
    with tempfile.TemporaryDirectory() as home:
        file = os.path.join(home, ".claude.json")
        before = '{ "projects": {"/x": {"n": 1.50, "big": 12345678901234567890123}},\n\t"mcpServers": {"other": {"command": "x"}} , "last": "ü" }'
        with open(file, "w") as f:
            f.write(before)
        os.chmod(file, 0o640)
        done = install(home, "claude-code", "--sample", NCBI_API_KEY="SECRETKEY", HTTPS_PROXY="http://proxy.invalid:1")
        after = open(file).read()
        backups = [f for f in files_below(home) if "backup" in f]
        check("the old file is beside the new one", len(backups) == 1 and open(backups[0]).read() == before, done)
        check("the backup is named", backups and backups[0] in done.stdout)
        added = after.index(',\n    "evidence"')
        end = after.index("}", after.index('"args"')) + 1
        check("all other bytes stay", after[:added] + after[end:] == before, after)
        check("the mode stays", stat.S_IMODE(os.stat(file).st_mode) == 0o640)
        check("--sample", json.loads(after)["mcpServers"]["evidence"]["args"] == ["serve", "--sample"])
        check("a key is not written, but mentioned", "SECRETKEY" not in after + done.stdout and "(NCBI_API_KEY, HTTPS_PROXY)" in done.stdout, done)


def refusals():
    for content in ('{"mcpServers": {}', "// mine\n{}", "[]", '{"mcpServers": []}'):
        with tempfile.TemporaryDirectory() as home:
            file = os.path.join(home, ".cursor", "mcp.json")
            os.makedirs(os.path.dirname(file))
            with open(file, "w") as f:
                f.write(content)
            done = install(home, "cursor")
            check(f"refused: {content!r}", done.returncode == 1 and file in done.stderr and '"evidence"' in done.stderr, done)
            check(f"left alone: {content!r}", open(file).read() == content and files_below(home) == [file])
    with tempfile.TemporaryDirectory() as home:
        check("an unknown host is wrong usage", install(home, "emacs").returncode == 2)
        check("a host without project files", install(home, "claude-desktop", "--project").returncode == 1)
        check("no home folder", install("", "cursor", cwd=home).returncode == 1 and files_below(home) == [])
        if os.geteuid() != 0:
            os.chmod(home, 0o500)
            closed = install(home, "cursor")
            os.chmod(home, 0o700)
            check("an unwritable folder is named", closed.returncode == 1 and home in closed.stderr, closed)


def links_and_projects():
    with tempfile.TemporaryDirectory() as home:
        real = os.path.join(home, "dotfiles.json")
        link = os.path.join(home, ".claude.json")
        with open(real, "w") as f:
            f.write("{}")
        os.symlink(real, link)
        done = install(home, "claude-code")
        check("a link stays a link", os.path.islink(link) and "evidence" in open(real).read(), done)
        project = os.path.join(home, "project")
        os.mkdir(project)
        for host, file in (("claude-code", ".mcp.json"), ("vscode", ".vscode/mcp.json"), ("cursor", ".cursor/mcp.json")):
            done = install(home, host, "--project", cwd=project)
            check(f"{host} --project", done.returncode == 0 and os.path.exists(os.path.join(project, file)), done)


for name, (path, member) in FILES.items():
    fresh(name, path, member)
existing()
refusals()
links_and_projects()
print("FAILED: " + ", ".join(FAILURES) if FAILURES else "install: all checks passed")
sys.exit(1 if FAILURES else 0)
