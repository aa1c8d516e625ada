#!/usr/bin/env python3
"""Makes an MCPB bundle (one file that Claude Desktop and others install) of a built binary, a tarball to unpack anywhere, and
the registry's server.json.

    bundle.py BINARY OUT_DIR [--repository OWNER/NAME]

The bundle holds the manifest (version 0.3), the binary, the shared libraries it was linked with (but for the C library,
libcrypto and zlib), libstemmer and the licence; the tarball the same without the manifest, with README and mcp.json. Build the binary with the preset `portable`, so that it looks for its libraries beside itself;
libcurl, libcrypto and libpq are opened when they are first needed and come from the system. With --repository, server.json names the bundle as a
file of that repository's release and carries its SHA-256. The same inputs give the same bytes. Standard library only.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import platform
import re
import subprocess
import sys
import tarfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME = "evidence-mcp"
TITLE = "Evidence MCP"
SUMMARY = "From a biomedical question to ranked, quoted evidence and mechanism hypotheses"
SYSTEM = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}[platform.system()]
# Part of every system of its kind; another copy of them would not work. The system's libcurl, opened at the first
# transfer, comes with libssl and needs libcrypto and zlib as new as its own.
OF_THE_SYSTEM = re.compile(r"^(linux-vdso|ld-linux|libc|libm|libdl|libpthread|librt|libresolv|libcrypto|libssl|libz)[.-]")
# Opened at first use too, but on few systems; it is looked for beside the binary first.
OPENED = ("libstemmer.so.0d",)
SETTINGS = [
    ("NCBI_API_KEY", "NCBI API key", "Raises NCBI's limit from 3 to 10 requests a second", True),
    ("NCBI_EMAIL", "E-mail for NCBI", "NCBI writes to it before it blocks anyone", False),
    ("OPENALEX_API_KEY", "OpenAlex API key", "Needed for searches in OpenAlex", True),
    ("SEMANTIC_SCHOLAR_API_KEY", "Semantic Scholar API key", "Needed for searches in Semantic Scholar", True),
    ("UNPAYWALL_EMAIL", "E-mail for Unpaywall", "Needed to find free full texts", False),
]
PRIVACY = ["https://www.ncbi.nlm.nih.gov/home/about/policies/"]


def first_sentence(text):
    return re.split(r"(?<=[.!?])\s", text.strip(), maxsplit=1)[0]


def version_of(binary):
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return said.rpartition("/")[2]


def listed(binary, method, member):
    """What the server itself lists, so that manifest and server cannot differ."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method}) + "\n"
    done = subprocess.run([binary, "serve", "--sample"], input=line, capture_output=True, text=True, check=True, timeout=30)
    return json.loads(done.stdout.splitlines()[0])["result"][member]


def manifest(binary, version):
    executable = "server/" + os.path.basename(binary)
    return {
        "manifest_version": "0.3",
        "name": NAME,
        "display_name": TITLE,
        "version": version,
        "description": SUMMARY,
        "author": {"name": "evidence-mcp maintainers"},
        "license": "Apache-2.0",
        "server": {
            "type": "binary",
            "entry_point": executable,
            "mcp_config": {
                "command": "${__dirname}/" + executable,
                "args": ["serve"],
                "env": {name: "${user_config." + name.lower() + "}" for name, *_ in SETTINGS},
            },
        },
        "tools": [{"name": t["name"], "description": first_sentence(t["description"])} for t in listed(binary, "tools/list", "tools")],
        # The texts of prompts come from the server; hosts are told that there are some.
        "prompts_generated": True,
        "compatibility": {"platforms": [SYSTEM]},
        "user_config": {
            name.lower(): {"type": "string", "title": title, "description": about, "sensitive": secret, "required": False}
            for name, title, about, secret in SETTINGS
        },
        "privacy_policies": PRIVACY,
    }


def libraries(binary):
    """name -> path of what must travel with the binary."""
    if SYSTEM != "linux":
        return {}
    out = {}
    for line in subprocess.run(["ldd", binary], capture_output=True, text=True, check=True).stdout.splitlines():
        match = re.match(r"\s*(\S+) => (/\S+)", line)
        if match and not OF_THE_SYSTEM.match(match[1]):
            out[match[1]] = match[2]
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    for name in OPENED:
        place = re.search(rf"^\s*{re.escape(name)} .*=> (/\S+)$", known, re.M)
        if place and name not in out and name.encode() in content(binary):
            out[name] = place[1]
    return out


def add(bundle, name, content, mode):
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = (0o100000 | mode) << 16
    bundle.writestr(info, content)


def content(name):
    with open(name, "rb") as file:
        return file.read()


def write_tarball(path, binary):
    folder = os.path.basename(path).removesuffix(".tar.gz")
    files = [(os.path.basename(binary), binary, 0o755)]
    files += [("lib/" + name, place, 0o644) for name, place in sorted(libraries(binary).items())]
    files += [(name, os.path.join(ROOT, name), 0o644) for name in ("LICENSE", "NOTICE", "README.md", "mcp.json")]
    # The same inputs give the same bytes: no times, no names of users.
    with open(path, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed, tarfile.open(mode="w", fileobj=packed) as tar:
        for name, place, mode in files:
            info = tarfile.TarInfo(f"{folder}/{name}")
            data = content(place)
            info.size, info.mode = len(data), mode
            tar.addfile(info, io.BytesIO(data))


def write_bundle(path, binary, version):
    with zipfile.ZipFile(path, "w") as bundle:
        add(bundle, "manifest.json", json.dumps(manifest(binary, version), indent=2, ensure_ascii=False) + "\n", 0o644)
        add(bundle, "server/" + os.path.basename(binary), content(binary), 0o755)
        for name, place in sorted(libraries(binary).items()):
            add(bundle, "server/lib/" + name, content(place), 0o644)
        add(bundle, "LICENSE", content(os.path.join(ROOT, "LICENSE")), 0o644)


def registry_entry(bundle, version, repository):
    with open(bundle, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    release = f"https://github.com/{repository}/releases/download/v{version}/{os.path.basename(bundle)}"
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": f"io.github.{repository.partition('/')[0].lower()}/{NAME}",
        "title": TITLE,
        "description": SUMMARY,
        "version": version,
        "repository": {"url": f"https://github.com/{repository}", "source": "github"},
        "packages": [{
            "registryType": "mcpb",
            "identifier": release,
            "version": version,
            "fileSha256": digest,
            "transport": {"type": "stdio"},
            "environmentVariables": [
                {"name": name, "description": about, "isRequired": False, "isSecret": secret, "format": "string"}
                for name, _, about, secret in SETTINGS
            ],
        }],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("out")
    parser.add_argument("--repository", help="OWNER/NAME on GitHub; without it no server.json is written")
    given = parser.parse_args()
    if given.repository and not re.fullmatch(r"[A-Za-z0-9-]+/[A-Za-z0-9._-]+", given.repository):
        parser.error("--repository must be OWNER/NAME")
    binary = os.path.abspath(given.binary)
    os.makedirs(given.out, exist_ok=True)
    version = version_of(binary)
    machine = {"x86_64": "x64", "AMD64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine(), platform.machine())
    bundle = os.path.join(given.out, f"{NAME}-{version}-{SYSTEM}-{machine}.mcpb")
    write_bundle(bundle, binary, version)
    print(bundle)
    tarball = bundle.removesuffix(".mcpb") + ".tar.gz"
    write_tarball(tarball, binary)
    print(tarball)
    if given.repository:
        entry = os.path.join(given.out, "server.json")
        with open(entry, "w", encoding="utf-8") as file:
            file.write(json.dumps(registry_entry(bundle, version, given.repository), indent=2, ensure_ascii=False) + "\n")
        print(entry)


if __name__ == "__main__":
    sys.exit(main())
