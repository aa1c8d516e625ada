"""pubmed_extract_features read by a model endpoint: every behaviour of the simulator in every validation mode, as a table
without an empty cell. Whatever the endpoint does, no value is shown whose quote does not stand at its offsets."""
import json
import os
import subprocess

import simulators

ARTICLE = {"pmid": "90000001", "title": "An invented trial of two inhalers",
           "abstract": "Methods: In this invented trial 120 adults with asthma were randomly assigned to two inhalers for 12 weeks. "
                       "Results: Symptom scores fell by 3.4 points in the first group and by 1.2 points in the second (p = 0.01). "
                       "Conclusion: The first inhaler was better in this made-up example."}
# One that the rules read; the others no rule knows, so that a model is asked.
SCHEMA = {"sample_size": "number", "device_handed_out": "string", "improvement_in_points": "number"}
MODES = ("strict", "partial", "best_effort")


def call(binary, simulator, work, behaviour, mode):
    name = f"extract-{behaviour}-{mode}".replace(" ", "-")
    env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "NCBI_"))}
    env.update(EVIDENCE_MCP_HOME=os.path.join(work, name), EVIDENCE_MCP_LLM_API="openai", EVIDENCE_MCP_LLM_URL=simulator.base("openai"),
               EVIDENCE_MCP_LLM_MODEL="sim-" + behaviour.replace(" ", "-"), EVIDENCE_MCP_LLM_API_KEY=f"sk-{name}")
    arguments = {"articles": [ARTICLE], "extraction_schema": SCHEMA, "engine": "endpoint", "validation_mode": mode}
    done = subprocess.run([binary, "call", "pubmed_extract_features", json.dumps(arguments)], env=env, capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout) if done.stdout.strip() else {"error": {"code": "crash " + done.stderr[-200:]}}


def stands(cell):
    """An absent value needs no quote."""
    if cell.get("status") not in ("found", "conflict"):
        return True
    return ARTICLE.get(cell["text"], "")[cell["start"]:cell["end"]] == cell["quote"] != ""


def outcome(answer):
    """An error's code, else how many values a model read and how many of its cells were turned away."""
    if "error" in answer:
        return answer["error"]["code"]
    cells = answer["extractions"][0]["extraction_metadata"].values()
    if not all(stands(cell) for cell in cells):
        return "not grounded"
    read = sum(1 for cell in cells if cell.get("method") == "endpoint" and cell["status"] == "found")
    return f"{read} read, {len(answer.get('rejected', []))} rejected"


def answer_of(device, points):
    return json.dumps({"device_handed_out": {"quote": device, "value": device}, "improvement_in_points": {"quote": points, "value": 3.4}})


GOOD = answer_of("two inhalers", "Symptom scores fell by 3.4 points in the first group")
TYPED = GOOD.replace("3.4}", '"three"}')  # one cell of the wrong type
HALF = answer_of("two golden inhalers", "Symptom scores fell by 3.4 points in the first group")
NOTHING = "0 read, 0 rejected"  # the rules' values stand alone
UNGROUNDED = ("llm_ungrounded", "0 read, 2 rejected", "0 read, 2 rejected")
# What a lasting behaviour ends in, by mode. The simulator's quotes are not those of this record: whatever is well formed is turned away.
OUTCOMES = {behaviour: (code, NOTHING, NOTHING) for behaviour, code in {
    "context_overflow": "llm_context_overflow", "empty_content": "llm_not_json", "error_in_200": "llm_unreachable", "http_429_retry_after": "rate_limited",
    "http_500": "llm_unreachable", "http_503_loading": "llm_overloaded", "not_json": "llm_not_json", "refuses": "llm_refused",
    "truncated_length": "llm_truncated"}.items()}
SCRIPTS = {"a right answer": ([GOOD], ("2 read, 0 rejected",) * 3), "a right answer in the second try": ([HALF, GOOD], ("2 read, 0 rejected",) * 3),
           "a wrong type beside a right cell": ([TYPED] * 4, ("llm_schema_violation", "1 read, 1 rejected", "1 read, 1 rejected")),
           "half of an answer": ([HALF, HALF], ("llm_ungrounded", "1 read, 1 rejected", "1 read, 1 rejected"))}


def check_extraction_models(start, binary, work, check):
    with start() as simulator:
        behaviours = sorted(b for b in simulator.control({})["llm"]["behaviours"] if not b.startswith("emb_"))
    rows = [(b, {"slow_seconds": 1.0, "retry_after": 1}, OUTCOMES.get(b, UNGROUNDED)) for b in behaviours]
    rows += [(name, {"script": script}, wanted) for name, (script, wanted) in SCRIPTS.items()]

    def cell(name, setting, mode):
        with start() as simulator:
            simulator.control({"llm": setting})
            return outcome(call(binary, simulator, work, name, mode))

    got = simulators.side_by_side([lambda name=name, setting=setting, mode=mode: cell(name, setting, mode)
                                   for name, setting, _ in rows for mode in MODES])
    for n, (name, _, wanted) in enumerate(rows):
        cells = tuple(got[len(MODES) * n:len(MODES) * (n + 1)])
        check(f"extraction by a model: {name:32} " + " | ".join(f"{mode} {cell:22}" for mode, cell in zip(MODES, cells)), cells == wanted,
              "" if cells == wanted else f"expected {wanted}")
