"""Hypotheses and tests of links by a model endpoint: a right answer becomes quoted chains; whatever else the endpoint does, no
link is shown whose quote does not stand in one of the records given. All texts are invented."""
import concurrent.futures
import json
import os
import subprocess

ARTICLES = [{"pmid": f"9000000{n}", "title": "An invented study", "abstract": text} for n, text in enumerate([
    "Zetokine in each of the animals, all of which had had vensolane, and none of which died, showed a decrease.",
    "Loss of zetokine goes with an increase of wakefulness.", "Vensolane and zetokine were found in 12 of 40 samples."], 1)]
GOOD = {"hypotheses": [{"drug": "vensolane", "target": "zetokine", "pathway": "", "effect": "wakefulness", "searches": ["vensolane zetokine wakefulness"],
                        "links": [{"id": "90000001", "quote": ARTICLES[0]["abstract"], "link": "drug-target", "says": "decreases"},
                                  {"id": "90000002", "quote": "Loss of zetokine goes with an increase of wakefulness", "link": "target-effect",
                                   "says": "decreases"}]}]}
HYPOTHESES = ("generate_hypotheses", {"query": "vensolane and wakefulness", "drug": "vensolane", "articles": ARTICLES})
LINKS = ("test_hypothesis", {"links": [{"from": "vensolane", "to": "zetokine", "relation": "decreases"}], "articles": ARTICLES})
STANCE = {"sentences": [{"link": 1, "id": "90000001", "quote": "showed a decrease", "says": "decreases"}]}
BEHAVIOURS = ["valid", "fenced", "think_prefix", "prose_around_json", "double_encoded", "trailing_comma", "truncated_length", "not_json",
              "schema_violation", "ungrounded_quote", "changed_digit", "empty_content", "refuses"]
# What ends a call that asks for the endpoint by name, when it lasts; the others bring an object, good or not.
ERRORS = {"truncated_length": "llm_truncated", "not_json": "llm_not_json", "schema_violation": "llm_schema_violation",
          "empty_content": "llm_not_json", "refuses": "llm_refused"}


def evidence_of(answer):
    links = answer.get("links", []) + [link for h in answer.get("hypotheses", []) for link in h.get("links", [])]
    return [item for link in links for item in link["evidence"]]


def stands(item):
    texts = {a["pmid"]: a for a in ARTICLES}
    return texts.get(item["pmid"], {}).get(item["text"], "")[item["start"]:item["end"]] == item["quote"] != ""


def check_mechanism_models(simulator, binary, work, check):
    def call(tool, arguments, home, api="openai", model="sim-model", engine="endpoint"):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "NCBI_"))}
        env.update(EVIDENCE_MCP_HOME=os.path.join(work, "mm-" + home), EVIDENCE_MCP_PUBMED_URL=simulator.base("eutils"), EVIDENCE_MCP_LLM_API=api,
                   EVIDENCE_MCP_LLM_URL=simulator.base(api), EVIDENCE_MCP_LLM_MODEL=model, EVIDENCE_MCP_LLM_API_KEY="sk-" + home)
        done = subprocess.run([binary, "call", tool, json.dumps(dict(arguments, engine=engine))], env=env, capture_output=True, text=True, timeout=600)
        return json.loads(done.stdout) if done.stdout.strip() else {"error": {"code": "crash " + done.stderr[-200:]}}

    simulator.reset()
    for api in ("openai", "ollama", "anthropic"):
        simulator.control({"llm": {"script": [json.dumps(GOOD), json.dumps(STANCE)]}})
        made, tested = (call(*what, f"good-{api}", api) for what in (HYPOTHESES, LINKS))
        found = evidence_of(made)
        check(f"hypotheses by a model, {api}: a chain, each link quoted where it stands",
              len(made.get("hypotheses", [])) == 1 and len(found) == 2 and all(stands(e) and e.get("method") == "endpoint" for e in found), made.get("error", ""))
        check(f"hypotheses by a model, {api}: a link's sentence", [e["stance"] for e in evidence_of(tested) if e.get("method")] == ["supports"],
              tested.get("error", ""))
    simulator.control({"llm": {"script": ["no JSON", json.dumps(GOOD)]}})
    check("hypotheses by a model: a broken answer is repaired", len(call(*HYPOTHESES, "repaired").get("hypotheses", [])) == 1)

    def row(behaviour):
        model = f"sim-{behaviour}"
        out = [call(*what, f"{behaviour}-{engine}", model=model, engine=engine) for engine in ("endpoint", "auto") for what in (HYPOTHESES, LINKS)]
        codes = [a.get("error", {}).get("code", "ok") for a in out]
        return codes, all(stands(e) for a in out for e in evidence_of(a)), [a.get("engine") for a in out[2:]]

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for behaviour, (codes, quotes, _) in zip(BEHAVIOURS, pool.map(row, BEHAVIOURS)):
            wanted = [ERRORS.get(behaviour, "ok")] * 2 + ["ok"] * 2
            check(f"hypotheses by a model that is {behaviour}: told to who asked for it, nothing shown that does not stand", codes == wanted and quotes, codes)
