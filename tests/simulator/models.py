"""Model endpoints: every behaviour of the simulator over every API, as a table without an empty cell. Each cell runs
llm_probe, which is wired like the product; a behaviour is tried for ever ("always") and once before valid answers."""
import itertools
import json
import os
import subprocess

import simulators

TEXT = ("Methods: In this invented trial 120 adults with asthma were randomly assigned to two inhalers for 12 weeks. "
        "Results: Symptom scores fell by 3.4 points in the first group and by 1.2 points in the second (p = 0.01). "
        "Conclusion: The first inhaler was better in this made-up example.")
APIS = {"openai": "openai", "ollama": "ollama", "anthropic": "anthropic"}
OK, REPAIRED, LOWER = "ok", "ok after repair", "ok, json_object"
# Behaviour: outcome when it lasts, and when the next answer is valid.
COMPLETIONS = {
    "valid": (OK, OK), "fenced": (OK, OK), "think_prefix": (OK, OK), "prose_around_json": (OK, OK), "double_encoded": (OK, OK),
    "trailing_comma": (OK, OK), "truncated_length": ("llm_truncated", "llm_truncated"), "not_json": ("llm_not_json", REPAIRED),
    "schema_violation": ("llm_schema_violation", REPAIRED), "empty_content": ("llm_not_json", REPAIRED),
    # Well-formed lies: this floor checks shape, the caller checks quotes.
    "ungrounded_quote": (OK, OK), "changed_digit": (OK, OK),
    "refuses": ("llm_refused", "llm_refused"), "http_429_retry_after": ("rate_limited", OK), "http_500": ("llm_unreachable", OK),
    "http_503_loading": ("llm_overloaded", OK), "error_in_200": ("llm_unreachable", OK),
    "json_schema_unsupported_400": (LOWER, LOWER), "context_overflow": ("llm_context_overflow", "llm_context_overflow"), "slow": (OK, OK),
    # About embeddings: nothing happens to a chat.
    "emb_wrong_dimension": (OK, OK), "emb_short_batch": (OK, OK), "emb_zero_vector": (OK, OK), "emb_out_of_order": (OK, OK),
}
NO_EFFECT = (OK, OK)  # of chat behaviours on vectors
VECTORS = dict({name: NO_EFFECT for name in COMPLETIONS}, **{
    "emb_wrong_dimension": ("upstream_changed", "upstream_changed"), "emb_short_batch": ("upstream_changed", "upstream_changed"),
    "emb_zero_vector": ("upstream_changed", "upstream_changed"), "emb_out_of_order": (OK, OK),
    "http_429_retry_after": ("rate_limited", OK), "http_500": ("llm_unreachable", OK), "http_503_loading": ("llm_overloaded", OK),
    "error_in_200": ("llm_unreachable", OK), "context_overflow": ("llm_context_overflow", "llm_context_overflow")})
# Faults of the transport, when they last.
FAULTS = {
    "connection_reset": "llm_unreachable", "truncated_body": "llm_unreachable", "hang": "timeout", "empty_body": "llm_unreachable",
    "truncated_json": "llm_unreachable", "html_500": "llm_unreachable", "html_502": "llm_unreachable", "html_503": "llm_overloaded",
    "maintenance_html_200": "llm_unreachable", "http_401": "llm_auth", "http_403_html": "llm_auth", "http_404_html": "llm_unreachable",
    "json_500": "llm_unreachable", "slow_drip": OK, "bom": OK, "wrong_content_type": OK,
}


class Bench:
    numbers = itertools.count(1)

    def __init__(self, simulator, work, probe):
        self.simulator, self.work, self.probe = simulator, work, probe

    def environment(self, api, home=None, **more):
        """A key of its own for every cell: a 429 pauses all that share host and key."""
        number = next(Bench.numbers)
        env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "NCBI_"))}
        env.update(EVIDENCE_MCP_HOME=home or os.path.join(self.work, f"models{number}"), EVIDENCE_MCP_LLM_API=api,
                   EVIDENCE_MCP_LLM_URL=self.simulator.base(APIS[api]), EVIDENCE_MCP_LLM_MODEL="sim-model",
                   EVIDENCE_MCP_LLM_API_KEY=f"sk-cell-{os.getpid()}-{number:04}")
        env.update(more)
        return env

    def run(self, env, **wish):
        done = subprocess.run([self.probe, json.dumps(dict({"texts": [TEXT]}, **wish))], env=env, capture_output=True, text=True, timeout=600)
        return json.loads(done.stdout) if done.stdout.strip() else {"results": [], "error": {"code": "crash", "message": done.stderr[-300:]}}, done.stderr


def outcome(result):
    if "error" in result:
        return result["error"]["code"] if result["error"]["recovery"] and result["error"]["message"] else "error without words"
    answer = result["answer"]
    if set(answer) != {"topic", "quote", "sample_size"}:
        return "unchecked"
    if result["repaired"]:
        return REPAIRED
    return OK if result["rung"] == "json_schema" else f"ok, {result['rung']}"


def completion(bench, env, **wish):
    out, _ = bench.run(env, **wish)
    return outcome(out["results"][0]) if out["results"] else out["error"]["code"]


TEXTS = ["asthma in adults", "", "sleep and memory"]


def vectors(bench, env, first=None):
    """Three texts; with `first`, what another call gave must be given again."""
    out, _ = bench.run(env, do="embed", texts=TEXTS)
    if "error" in out:
        return out["error"]["code"]
    got = out["vectors"]
    shaped = [len(v) for v in got] == [256, 0, 256]
    return OK if shaped and (first is None or got == first) else "wrong vectors"


def show(check, api, kind, name, cells, wanted):
    row = " ".join(f"{mode} {cell:22}" for mode, cell in zip(("always", "once"), cells))
    check(f"models: {api:9} {kind:10} {name:28} {row}", tuple(cells) == tuple(wanted), "" if tuple(cells) == tuple(wanted) else f"expected {wanted}")


def completion_cell(start, work, probe, api, behaviour, lasting):
    with start() as simulator:
        bench = Bench(simulator, work, probe)
        setting = {"behaviour": behaviour} if lasting else {"next": [behaviour]}
        simulator.control({"llm": dict(setting, slow_seconds=1.0, retry_after=1)})
        return completion(bench, bench.environment(api))


def vectors_cell(start, work, probe, api, behaviour, lasting):
    """A call in another state folder gives the vectors to compare with; an earlier one in the same folder, with another text,
    the dimension that is remembered."""
    with start() as simulator:
        bench = Bench(simulator, work, probe)
        settings = {"EVIDENCE_MCP_EMBEDDINGS_URL": simulator.base(APIS[api]), "EVIDENCE_MCP_EMBEDDINGS_MODEL": "sim-embed"}
        first = bench.run(bench.environment(api, **settings), do="embed", texts=TEXTS)[0]["vectors"]
        env = bench.environment(api, **settings)
        bench.run(env, do="embed", texts=["another text"])
        setting = {"behaviour": behaviour} if lasting else {"next": [behaviour]}
        simulator.control({"llm": dict(setting, slow_seconds=1.0, retry_after=1)})
        return vectors(bench, env, first)


def fault_cell(start, work, probe, api, fault):
    with start() as simulator:
        bench = Bench(simulator, work, probe)
        more = {"seconds": 30} if fault == "hang" else {"bytes": 200, "gap": 0.02} if fault == "slow_drip" else {}
        simulator.control({"faults": [dict(api="llm", fault=fault, always=True, **more)]})
        return completion(bench, bench.environment(api), timeout_s=4 if fault == "hang" else 20)


def check_cells(start, work, probe, check):
    """Every cell on a simulator of its own, all side by side."""
    rows = [(completion_cell, api, "completion", name, wanted) for api in APIS for name, wanted in COMPLETIONS.items()]
    rows += [(vectors_cell, api, "vectors", name, wanted) for api in APIS if api != "anthropic" for name, wanted in VECTORS.items()]
    jobs = [lambda cell=cell, api=api, name=name, lasting=lasting: cell(start, work, probe, api, name, lasting)
            for cell, api, _, name, _ in rows for lasting in (True, False)]
    faults = [(api, fault) for api in APIS for fault in FAULTS]
    jobs += [lambda api=api, fault=fault: fault_cell(start, work, probe, api, fault) for api, fault in faults]
    outcomes = simulators.side_by_side(jobs)
    for n, (_, api, kind, name, wanted) in enumerate(rows):
        show(check, api, kind, name, outcomes[2 * n:2 * n + 2], wanted)
    for (api, fault), got in zip(faults, outcomes[2 * len(rows):]):
        show(check, api, "transport", fault, (got,), (FAULTS[fault],))


def check_rest(start, work, probe, check, api):
    """Keys, addresses, memory, batches, budgets, cancelling."""
    with start() as simulator:
        rest(Bench(simulator, work, probe), check, api)


def rest(bench, check, api):
    simulator = bench.simulator
    simulator.control({"settings": {"llm_require_key": True}})
    key = simulator.ready["keys"]["llm"][0]
    env = bench.environment(api, EVIDENCE_MCP_LLM_API_KEY=key, EVIDENCE_MCP_LOG="debug")
    out, log = bench.run(env)
    check(f"models: {api}: the right key", outcome(out["results"][0]) == OK)
    check(f"models: {api}: the key is in no log line", key not in log and "llm" in log)
    check(f"models: {api}: a wrong key", completion(bench, bench.environment(api)) == "llm_auth")
    simulator.reset()
    check(f"models: {api}: another address", completion(bench, bench.environment(api, EVIDENCE_MCP_LLM_URL=simulator.base("openai").replace("/llm/v1", "/none"))) == "llm_unreachable")
    check(f"models: {api}: nothing listens", completion(bench, bench.environment(api, EVIDENCE_MCP_LLM_URL="http://127.0.0.1:9")) == "llm_unreachable")

    simulator.control({"llm": {"behaviour": "json_schema_unsupported_400"}})
    env = bench.environment(api)
    calls = []
    for text in (TEXT, TEXT + " More.", TEXT):
        before = simulator.control({})["llm"]["calls"]
        bench.run(env, texts=[text])
        calls.append(simulator.control({})["llm"]["calls"] - before)
    check(f"models: {api}: the ladder and the answer are remembered by other processes", calls == [2, 1, 0], calls)

    simulator.reset()
    texts = [TEXT.replace("120", str(n)) for n in range(100, 108)]
    out, _ = bench.run(bench.environment(api), texts=texts, batch_size=3)
    check(f"models: {api}: batches, every text answered", [outcome(r) for r in out["results"]] == [OK] * 8, out["usage"])
    answers = [{"item": str(n + 1), "result": {"topic": f"topic {n}", "quote": "", "sample_size": n}} for n in reversed(range(8))]
    simulator.control({"llm": {"script": [json.dumps({"results": answers})]}})
    out, _ = bench.run(bench.environment(api), texts=texts, batch_size=8)
    check(f"models: {api}: a batch in one request", [r["answer"]["sample_size"] for r in out["results"]] == list(range(8)) and out["usage"]["calls"] == 1,
          out["usage"])
    out, _ = bench.run(bench.environment(api), texts=texts, budget={"calls": 3})
    codes = [outcome(r) for r in out["results"]]
    check(f"models: {api}: a budget of calls", codes == [OK] * 3 + ["budget_exhausted"] * 5 and out["usage"]["calls"] == 3, codes)
    out, _ = bench.run(bench.environment(api), texts=texts, budget={"tokens": 4000})
    check(f"models: {api}: a budget of tokens", 0 < out["usage"]["tokens_in"] + out["usage"]["tokens_out"] <= 4000, out["usage"])

    simulator.control({"llm": {"behaviour": "slow", "slow_seconds": 120}})
    out, _ = bench.run(bench.environment(api), budget={"seconds": 1.5})
    check(f"models: {api}: a budget of seconds", outcome(out["results"][0]) == "budget_exhausted" and out["usage"]["seconds"] < 60, out["usage"]["seconds"])
    out, _ = bench.run(bench.environment(api), cancel_after_s=0.5)
    check(f"models: {api}: cancelling", out["results"][0]["error"]["code"] == "cancelled" and out["usage"]["seconds"] < 60,
          out["usage"]["seconds"])
    check(f"models: {api}: the call's time", completion(bench, bench.environment(api), timeout_s=2) == "timeout")


def check_models(start, work, probe, check):
    if not probe:
        check("models: EV_LLM_PROBE names the probe", False)
        return
    check_cells(start, work, probe, check)
    simulators.side_by_side([lambda api=api: check_rest(start, work, probe, check, api) for api in APIS])
    with start() as simulator:
        check_settings(Bench(simulator, work, probe), check)


def check_settings(bench, check):
    known = set(bench.simulator.control({})["llm"]["behaviours"])
    check("models: the table has every behaviour of the simulator", set(COMPLETIONS) == known and set(VECTORS) == known, known ^ set(COMPLETIONS))
    env = bench.environment("anthropic")
    out, _ = bench.run(env, do="embed")
    check("models: anthropic vectors    has no embeddings: said so", out.get("error", {}).get("code") == "llm_unreachable")
    env = {k: v for k, v in env.items() if not k.startswith("EVIDENCE_MCP_LLM")}
    check("models: none configured: said so", completion(bench, env) == "llm_unreachable")
    check("models: the sample uses no model", completion(bench, bench.environment("openai", EVIDENCE_MCP_SAMPLE="1")) == "llm_unreachable")
    check("models: offline", completion(bench, bench.environment("openai", EVIDENCE_MCP_OFFLINE="1")) == "offline")
