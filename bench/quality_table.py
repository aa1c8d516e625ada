#!/usr/bin/env python3
"""The rows an evaluation run wrote, as one table: task, metric, floor, target, ours."""
import json
import sys


def shown(value):
    if value is None:
        return "-"
    if isinstance(value, int):
        return str(value)
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.1f}"


def main():
    with open(sys.argv[1], encoding="utf8") as file:
        run = json.load(file)
    head = ["task", "metric", "floor", "target", "ours", "verdict"]
    rows = []
    for row in run["rows"]:
        metric = row["metric"] + (" (lower is better)" if row.get("better") == "lower" else "")
        verdict = row["verdict"] if row["result"] is not None else f"not supported: {row['note']}"
        rows.append([row["task"], metric, shown(row["floor"]), shown(row["target"]), shown(row["result"]), verdict])
    widths = [max(len(cells[i]) for cells in [head] + rows) for i in range(len(head))]
    for cells in [head, ["-" * width for width in widths]] + rows:
        print("  ".join(cell.ljust(width) if i in (0, 1, 5) else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(cells, widths))).rstrip())
    for task, notes in run["notes"].items():
        for note in notes:
            print(f"{task}: {note}")
    at_target = sum(row["verdict"] == "at target" for row in run["rows"])
    with_target = sum(row["target"] is not None for row in run["rows"])
    print(f"\n{at_target} of {with_target} rows with a target are at it; {sum(run['seconds'].values()):.0f} s")


if __name__ == "__main__":
    main()
