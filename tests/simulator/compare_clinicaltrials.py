#!/usr/bin/env python3
"""Studies of ClinicalTrials.gov as the program reads them, field by field against an independent reading of the JSON.

Studies come from the simulator, through the program's own requests (so that its list of fields is tested too), and
from the recordings. Skipped, visibly and with exit code 77, where there is no simulator.
"""
import glob
import json
import os
import re
import string
import sys

import comparing

QUERIES = [{"query.term": "treatment"}, {"query.cond": "cancer"}, {"filter.advanced": "AREA[StudyType]OBSERVATIONAL"},
           {"query.term": "ALL"}]
ESCAPE = re.compile(r"\\([" + re.escape(string.punctuation) + r"])")
DATE = re.compile(r"\d{4}(?:-\d\d){0,2}")


def at(value, *path):
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def line(value):
    return " ".join((value or "").split())


def lines(value):
    return ESCAPE.sub(r"\1", value or "").replace("\r", "").strip()


def date(value):
    return value if value and DATE.fullmatch(value) else ""


def distinct(values, key=lambda v: v):
    out = {}
    for value in values:
        if value:
            out.setdefault(key(value), value)
    return list(out.values())


def references_of(protocol):
    out = []
    for reference in at(protocol, "referencesModule", "references") or []:
        given = str(reference.get("pmid") or "").strip()
        pmid = given.lstrip("0") if re.fullmatch(r"0*[1-9]\d{0,7}", given) else ""
        citation = line(reference.get("citation"))
        if given and not pmid:
            citation = (citation + " " if citation else "") + f"[PMID as registered: {given}]"
        out.append((pmid, reference.get("type") or "", citation, bool(reference.get("retractions"))))
    return out


def expected(study):
    p, d = study["protocolSection"], study.get("derivedSection") or {}
    ident, status, design = (at(p, m) or {} for m in ("identificationModule", "statusModule", "designModule"))
    arms, outcomes, eligibility = (at(p, m) or {} for m in ("armsInterventionsModule", "outcomesModule", "eligibilityModule"))
    sponsors, conditions = at(p, "sponsorCollaboratorsModule") or {}, at(p, "conditionsModule") or {}
    places = at(p, "contactsLocationsModule", "locations") or []
    nct, posted = ident["nctId"], date(at(status, "studyFirstPostDateStruct", "date"))
    own, count = line(at(ident, "orgStudyIdInfo", "id")), at(design, "enrollmentInfo", "count")
    references = references_of(p)
    ties = {"RESULT": "has_results", "DERIVED": "has_publication"}
    return {
        "item_id": nct, "nct_ids": distinct([nct] + (ident.get("nctIdAliases") or [])),
        "title": line(ident.get("briefTitle")) or line(ident.get("officialTitle")), "official_title": line(ident.get("officialTitle")),
        "acronym": line(ident.get("acronym")), "abstract": lines(at(p, "descriptionModule", "briefSummary")),
        "detailed_description": lines(at(p, "descriptionModule", "detailedDescription")), "publication_date": posted,
        "first_posted": posted, "start_date": date(at(status, "startDateStruct", "date")),
        "primary_completion_date": date(at(status, "primaryCompletionDateStruct", "date")),
        "completion_date": date(at(status, "completionDateStruct", "date")),
        "results_first_posted": date(at(status, "resultsFirstPostDateStruct", "date")),
        "last_updated": date(at(status, "lastUpdatePostDateStruct", "date")), "status": status.get("overallStatus") or "",
        "why_stopped": line(status.get("whyStopped")), "has_results": bool(study.get("hasResults")),
        "secondary_ids": distinct(([f"ORG_STUDY_ID: {own}"] if own else []) + [
            (i["type"] + ": " if i.get("type") else "") + line(i["id"]) for i in ident.get("secondaryIdInfos") or [] if i.get("id")]),
        "sponsor": line(at(sponsors, "leadSponsor", "name")), "sponsor_class": at(sponsors, "leadSponsor", "class") or "",
        "collaborators": distinct(line(c.get("name")) for c in sponsors.get("collaborators") or []),
        "conditions": conditions.get("conditions") or [],
        "keywords": distinct((conditions.get("conditions") or []) + (conditions.get("keywords") or []), str.lower),
        "condition_mesh": distinct(m["term"] for m in at(d, "conditionBrowseModule", "meshes") or []),
        "intervention_mesh": distinct(m["term"] for m in at(d, "interventionBrowseModule", "meshes") or []),
        "study_type": design.get("studyType") or "", "phases": design.get("phases") or [],
        "allocation": at(design, "designInfo", "allocation") or "",
        "intervention_model": at(design, "designInfo", "interventionModel") or "",
        "observational_model": at(design, "designInfo", "observationalModel") or "",
        "primary_purpose": at(design, "designInfo", "primaryPurpose") or "",
        "masking": at(design, "designInfo", "maskingInfo", "masking") or "",
        "who_masked": at(design, "designInfo", "maskingInfo", "whoMasked") or [],
        "enrollment": None if count in (None, 99999999) else count, "enrollment_type": at(design, "enrollmentInfo", "type") or "",
        "arms": [(line(a.get("label")), a.get("type") or "", lines(a.get("description")), a.get("interventionNames") or [])
                 for a in arms.get("armGroups") or []],
        "interventions": [(i.get("type") or "", line(i.get("name")), lines(i.get("description")), i.get("otherNames") or [],
                           i.get("armGroupLabels") or []) for i in arms.get("interventions") or []],
        "primary_outcomes": [(line(o.get("measure")), lines(o.get("description")), line(o.get("timeFrame")))
                             for o in outcomes.get("primaryOutcomes") or []],
        "secondary_outcomes": [(line(o.get("measure")), lines(o.get("description")), line(o.get("timeFrame")))
                               for o in outcomes.get("secondaryOutcomes") or []],
        "eligibility_criteria": lines(eligibility.get("eligibilityCriteria")), "sex": eligibility.get("sex") or "",
        "minimum_age": line(eligibility.get("minimumAge")), "maximum_age": line(eligibility.get("maximumAge")),
        "healthy_volunteers": eligibility.get("healthyVolunteers"), "sites": len(places),
        "countries": distinct(line(place.get("country")) for place in places), "references": references,
        "related": distinct((ties[kind], "PMID:" + pmid) for pmid, kind, _, _ in references if pmid and kind in ties),
        "authors": [], "publication_types": [], "url": "https://clinicaltrials.gov/study/" + nct,
    }


def read(row):
    t = row["trial"]
    got = {name: row.get(name, "") for name in ("item_id", "title", "abstract", "publication_date", "url")}
    got.update({name: row.get(name, []) for name in ("nct_ids", "keywords", "authors", "publication_types")})
    for name in ("official_title", "acronym", "detailed_description", "first_posted", "start_date", "primary_completion_date",
                 "completion_date", "results_first_posted", "last_updated", "status", "why_stopped", "sponsor", "sponsor_class",
                 "study_type", "allocation", "intervention_model", "observational_model", "primary_purpose", "masking",
                 "enrollment_type", "eligibility_criteria", "sex", "minimum_age", "maximum_age"):
        got[name] = t.get(name, "")
    for name in ("secondary_ids", "collaborators", "conditions", "condition_mesh", "intervention_mesh", "phases", "who_masked", "countries"):
        got[name] = t.get(name, [])
    got["has_results"], got["sites"] = t.get("has_results", False), t.get("sites", 0)
    got["enrollment"], got["healthy_volunteers"] = t.get("enrollment"), t.get("healthy_volunteers")
    got["arms"] = [(a.get("label", ""), a.get("type", ""), a.get("description", ""), a.get("interventions", [])) for a in t.get("arms", [])]
    got["interventions"] = [(i.get("type", ""), i.get("name", ""), i.get("description", ""), i.get("other_names", []), i.get("arms", []))
                            for i in t.get("interventions", [])]
    for name in ("primary_outcomes", "secondary_outcomes"):
        got[name] = [(o.get("measure", ""), o.get("description", ""), o.get("time_frame", "")) for o in t.get(name, [])]
    got["references"] = [(r.get("pmid", ""), r.get("type", ""), r.get("citation", ""), r.get("retracted", False)) for r in t.get("references", [])]
    got["related"] = [(r["type"], r["id"]) for r in row.get("related", [])]
    return got


def pages_of(simulator, query, most):
    studies, token = [], None
    while len(studies) < most:
        more = {"pageToken": token} if token else {}
        page = comparing.get(simulator.base("ctgov") + "/studies", pageSize=100, sort="@relevance", **query, **more)
        studies += page["studies"]
        token = page.get("nextPageToken")
        if not token:
            break
    return studies[:most]


def compare():
    report = comparing.Comparison("ClinicalTrials.gov")
    with comparing.simulator("--trials", os.path.join(comparing.SHARED, "recordings", "ctgov_v2")) as simulator:
        for query in QUERIES:
            want = {s["protocolSection"]["identificationModule"]["nctId"]: s for s in pages_of(simulator, query, 400)}
            asked = "&".join(f"{name}={value}" for name, value in query.items())
            rows, said = comparing.run_tool("ask_source", "clinicaltrials", simulator.base("ctgov"), asked, "--max", "400")
            got = {row["item_id"]: row for row in rows}
            report.check(set(want) <= set(got), f"{query}: {len(set(want) - set(got))} studies are missing")
            report.check("warning" not in said, f"{query}: {said.strip()}")
            for ident in want.keys() & got.keys():
                report.record(ident, expected(want[ident]), read(got[ident]))
    for path in sorted(glob.glob(os.path.join(comparing.SHARED, "recordings", "ctgov_v2", "*.json"))):
        body = json.load(open(path, encoding="utf8"))
        studies = body if isinstance(body, list) else body.get("studies", [body])
        studies = [s for s in studies if "protocolSection" in s]
        rows = comparing.run_tool("parse_source", "clinicaltrials", "-", body=json.dumps({"studies": studies}).encode())[0] if studies else []
        report.check(len(rows) == len(studies), f"{path}: {len(rows)} of {len(studies)} studies")
        for study, row in zip(studies, rows):
            report.record(os.path.basename(path), expected(study), read(row))
    return report.end(200)


if __name__ == "__main__":
    sys.exit(comparing.main(compare))
