#!/usr/bin/env python3
"""Functions of src/ have at most 60 lines from their name to their closing brace. The layout that clang-format gives tells where
they begin and end: a line that closes a parameter list and opens a brace, and the brace at the indentation of its first line."""
import os
import re
import sys

ROOT = os.environ.get("EV_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MOST = 60
OPENS = re.compile(r"\)(?: const| noexcept| override| final| mutable|\s*->[^{]*|\s*:[^{]*)*\s*\{$|\}, *\w.*\) \{$")
NO_FUNCTION = re.compile(r"\s*(?:if|for|while|switch|else|do|try|catch|namespace|struct|class|enum|union|return|\}|#|//)")


def functions(lines):
    """(first line, last line) of what stands at the indentation of a free function or a member."""
    at = 0
    while at < len(lines):
        line = lines[at]
        indent = len(line) - len(line.lstrip())
        if not line.strip() or indent > 4 or NO_FUNCTION.match(line) or "(" not in line or line.rstrip().endswith(";"):
            at += 1
            continue
        opened = at
        # The head may stand on several lines, deeper than its first.
        while opened < len(lines) and not lines[opened].rstrip().endswith("{"):
            after = lines[opened + 1] if opened + 1 < len(lines) else ""
            if lines[opened].rstrip().endswith((";", "}")) or len(after) - len(after.lstrip()) <= indent:
                break
            opened += 1
        if opened >= len(lines) or not lines[opened].rstrip().endswith("{"):
            at += 1
            continue
        head = " ".join(l.strip() for l in lines[at:opened + 1])
        closing = " " * indent + "}"
        end = opened + 1
        while end < len(lines) and lines[end] != closing:
            if lines[end].startswith(closing + ";") or lines[end].startswith(closing + ")"):
                break
            end += 1
        if end < len(lines) and lines[end] == closing and OPENS.search(head):
            yield at, end
            at = end
        at += 1


def main():
    problems, count, longest = [], 0, 0
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "src"))):
        for name in sorted(names):
            if not name.endswith((".cpp", ".hpp")):
                continue
            path = os.path.relpath(os.path.join(folder, name), os.path.join(ROOT, "src"))
            with open(os.path.join(folder, name), encoding="utf8") as f:
                lines = f.read().split("\n")
            for first, last in functions(lines):
                count += 1
                size = last - first + 1
                longest = max(longest, size)
                if size > MOST:
                    problems.append(f"{path}:{first + 1}: a function of {size} lines, at most {MOST}: {lines[first].strip()[:80]}")
    if count < 1000:
        problems.append(f"only {count} functions found: the layout is read wrong")
    for problem in problems:
        print(problem)
    print(f"{count} functions, the longest of {longest} lines, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
