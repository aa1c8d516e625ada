#!/usr/bin/env python3
"""Lists of words leave the code: a list of more than a dozen words stands in data/ (data/README.md).

Counts the lists in the initialisers of src and prints them by room (--all: one by one). Fails for a list in a file
that is not named here, and for a file named here that holds fewer lists than its number: lower the number then.
"""
import collections
import os
import re
import sys

ROOT = os.environ.get("EV_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SRC = os.path.join(ROOT, "src")
DOZEN = 12

# Rooms whose lists are patterns beside their use, or protocol, SQL and messages.
EXEMPT = ["app", "base", "llm", "mcp", "net", "store", "tools",
          "pipeline/extract", "pipeline/mechanism", "pipeline/output", "pipeline/research", "pipeline/sample",
          "pipeline/workflow"]
# Lists that are still in the code of the other rooms.
REMAINING = {
    "pipeline/appraise/criteria.cpp": 1,
    "pipeline/appraise/seed_profile.cpp": 1,
    "pipeline/appraise/text_quality.cpp": 1,
    "pipeline/appraise/trial_preference.cpp": 1,
    "pipeline/citations/reference_parts.cpp": 1,
    "pipeline/identity/fingerprint.cpp": 1,
    "pipeline/identity/relations.cpp": 1,
    "pipeline/identity/title.cpp": 3,
    "pipeline/identity/title_match.cpp": 1,
    "pipeline/library/csv_columns.cpp": 1,
    "pipeline/library/endnote.cpp": 1,
    "pipeline/library/nbib.cpp": 1,
    "pipeline/library/tex_text.cpp": 2,
    "pipeline/model/author_name.cpp": 1,
    "pipeline/model/study_design.cpp": 4,
    "pipeline/model/study_design.hpp": 1,
    "pipeline/pubmed_query/fields.cpp": 1,
    "pipeline/pubmed_query/foreign_helpers.cpp": 3,
    "pipeline/pubmed_query/foreign_operators.cpp": 1,
    "pipeline/pubmed_query/foreign_prefixes.cpp": 5,
    "pipeline/pubmed_query/foreign_suffixes.cpp": 1,
    "pipeline/pubmed_query/term_check.cpp": 2,
    "pipeline/query_gen/blocks.cpp": 1,
    "pipeline/query_gen/question_type.cpp": 4,
    "pipeline/query_gen/synonyms.cpp": 1,
    "pipeline/query_gen/heading_variants.cpp": 1,
    "pipeline/sources/catalog.cpp": 1,  # the services themselves
    "pipeline/sources/comment_links.cpp": 1,
    "pipeline/sources/crossref.cpp": 1,
    "pipeline/sources/eutils.cpp": 1,
    "pipeline/sources/jats_text.cpp": 1,
    "pipeline/sources/markup_scanner.cpp": 1,
    "pipeline/sources/openalex_record.cpp": 1,
    "pipeline/text/numbers.cpp": 3,
    "pipeline/text/scopes.cpp": 2,
    "pipeline/text/sections.cpp": 3,
    "pipeline/translate/clinicaltrials.cpp": 1,
    "pipeline/translate/openalex_terms.cpp": 3,
    "pipeline/translate/values.cpp": 4,
}

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TOKEN = re.compile(LITERAL + r"|'(?:[^'\\\n]|\\.)+'|[{}();]")
NO_CODE = re.compile(LITERAL + r"|'(?:[^'\\\n]|\\.)+'|//[^\n]*|/\*.*?\*/", re.S)
# Text for a reader: punctuation behind a word, or a piece that is joined to others.
PROSE = re.compile(r"[A-Za-z][.,:;!?](\s|$)|^\s|\s$")
BLOCK = re.compile(r"(\)|\belse|\bconst|\boverride|\btry|\bdo|\b(namespace|class|struct|enum)\b[^;={}()]*)\s*$")
TAKES_WORDS = re.compile(r"(split|is_one_of|in|Patterns|WeightedCues|k[A-Z]\w*)\s*$")


def without_comments(text):
    return NO_CODE.sub(lambda m: m.group(0) if m.group(0)[0] in "\"'" else re.sub(r"[^\n]", " ", m.group(0)), text)


def words_of(literal):
    text = literal[1:-1]
    return 0 if PROSE.search(text) else len(re.findall(r"[^\s|]*\w[^\s|]*", text))


def lists(text):
    """(line, words) of each outermost list."""
    text = without_comments(text)
    open_groups, found = [], []
    for match in TOKEN.finditer(text):
        token, at = match.group(0), match.start()
        if token in "{(":
            before = text[max(0, at - 80):at]
            block = token == "{" and BLOCK.search(before)
            counts = not block and (token == "{" or TAKES_WORDS.search(before)) and not before.endswith("Error")
            open_groups.append([at, 0, bool(counts), bool(block)])
        elif token in "})" and open_groups:
            begin, words, counts, is_code = open_groups.pop()
            if open_groups and not is_code and counts:
                open_groups[-1][1] += words
            if counts and not is_code and words > DOZEN and not (open_groups and open_groups[-1][2] and not open_groups[-1][3]):
                found.append((text.count("\n", 0, begin) + 1, words))
        elif token == ";":
            for group in open_groups:
                group[3] = True
        elif token[0] == '"' and open_groups:
            open_groups[-1][1] += words_of(token)
    return found


def room_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "pipeline" else parts[0]


def main():
    problems, per_room = [], collections.defaultdict(lambda: [0, 0])
    for folder, _, names in sorted(os.walk(SRC)):
        for name in sorted(names):
            if not name.endswith((".cpp", ".hpp")):
                continue
            path = os.path.relpath(os.path.join(folder, name), SRC)
            found = lists(open(os.path.join(folder, name), encoding="utf8").read())
            for line, words in found:
                per_room[room_of(path)][0] += 1
                per_room[room_of(path)][1] += words
                if "--all" in sys.argv:
                    print(f"{path}:{line} {words} words")
            allowed = REMAINING.get(path, 0)
            if room_of(path) in EXEMPT or len(found) == allowed:
                continue
            where = ", ".join(f"line {line} ({words} words)" for line, words in found)
            if len(found) > allowed:
                problems.append(f"{path}: {len(found)} lists of more than {DOZEN} words, {allowed} allowed; they belong to data/: {where}")
            else:
                problems.append(f"{path}: {len(found)} lists, {allowed} allowed; lower the number in {os.path.basename(__file__)}")
    for path in REMAINING:
        if not os.path.exists(os.path.join(SRC, path)):
            problems.append(f"{path}: named in {os.path.basename(__file__)} and not there")
    print(f"{'room':24} lists  words")
    for room, (count, words) in sorted(per_room.items(), key=lambda item: -item[1][1]):
        print(f"{room:24} {count:5}  {words:5}{'  exempt' if room in EXEMPT else ''}")
    total = [sum(column) for column in zip(*per_room.values())]
    print(f"{'all':24} {total[0]:5}  {total[1]:5}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
