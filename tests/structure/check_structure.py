#!/usr/bin/env python3
"""The rules of the house that a compiler does not check: floors, header homes, file size, stray marks."""
import os
import re
import subprocess
import sys

ROOT = os.environ.get("EV_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SRC = os.path.join(ROOT, "src")

FLOORS = {
    "base": set(),
    "mcp": {"base"},
    "net": {"base"},
    "store": {"net", "base"},
    "llm": {"net", "base"},
    "pipeline": {"llm", "store", "net", "base"},
    "tools": {"mcp", "pipeline", "llm", "store", "net", "base"},
    "app": {"tools", "mcp", "pipeline", "llm", "store", "net", "base"},
}
ROOMS = ["model", "nlp", "text", "mesh", "pubmed_query", "translate", "sources", "identity", "library", "mirror", "search", "citations", "query_gen",
         "sample", "read", "extract", "appraise", "mechanism", "synthesis", "question", "answer", "research", "output", "workflow"]
# store may know only the ports of net.
PORTS_ONLY = {("store", "net"): {"net/cache.hpp", "net/limit_book.hpp", "net/request.hpp"}}
HOMES = {
    "spdlog/": {"base/log.cpp"},
    "curl/": {"net/curl_engine.cpp"},
    "openssl/": {"base/hash.cpp"},
    "utf8proc.h": {"base/text.cpp", "base/unicode.cpp", "pipeline/text/chars.cpp"},
    "CLI/": {"app/cli.cpp"},
    "libstemmer.h": {"pipeline/appraise/word_stem.cpp"},
    "zstd.h": {"store/record_codec.cpp"},
    "zdict.h": {"store/record_codec.cpp"},
    "toml++/": {"app/config_file.cpp", "app/config.cpp"},
}
HOME_FOLDERS = {"sqlite3.h": "store/", "libpq-fe.h": "store/", "tinyxml2.h": "pipeline/sources/"}
# What asks the operating system directly stands in base, so that another system needs no other floor.
SYSTEM_HEADERS = re.compile(r"^(unistd|fcntl|poll|dlfcn|signal|pthread|termios|spawn|sys/\w+|windows)\.h$")
# Headers that hold JSON values; all others get by with the forward declaration of base/json.hpp.
JSON_HEADERS = {"base/codec.hpp", "base/shape.hpp", "tools/answer.hpp", "pipeline/workflow/stage_values.hpp"}
MAX_LINES = 600
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.M)


def sources():
    for folder, _, names in os.walk(SRC):
        for name in names:
            if name.endswith((".cpp", ".hpp")):
                path = os.path.join(folder, name)
                yield os.path.relpath(path, SRC), open(path, encoding="utf8").read()


def check_include(path, kind, target, problems):
    floor = path.split("/")[0]
    if kind == "<":
        for prefix, homes in HOMES.items():
            if target.startswith(prefix) and path not in homes:
                problems.append(f"{path}: {target} belongs to {', '.join(sorted(homes))}")
        for header, home in HOME_FOLDERS.items():
            if target == header and not path.startswith(home):
                problems.append(f"{path}: {target} belongs to {home}")
        if SYSTEM_HEADERS.match(target) and floor != "base":
            problems.append(f"{path}: {target} belongs to base/")
        if path.endswith(".hpp") and target == "nlohmann/json.hpp" and path not in JSON_HEADERS:
            problems.append(f"{path}: json.hpp in a header (use base/json.hpp)")
        return
    other = target.split("/")[0]
    if other not in FLOORS:
        problems.append(f"{path}: includes \"{target}\" by a path that does not start at src/")
        return
    if other != floor and other not in FLOORS[floor]:
        problems.append(f"{path}: floor {floor} may not include {target}")
    allowed = PORTS_ONLY.get((floor, other))
    if allowed and target not in allowed:
        problems.append(f"{path}: {floor} may include only {', '.join(sorted(allowed))} of {other}")
    if floor == other == "pipeline":
        here, there = path.split("/")[1], target.split("/")[1]
        if here not in ROOMS or there not in ROOMS:
            problems.append(f"{path}: unknown room {here} or {there}")
        elif ROOMS.index(there) > ROOMS.index(here):
            problems.append(f"{path}: room {here} may not include {there}, which comes later")


def tracked():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True)
    return listed.stdout.split("\n") if listed.returncode == 0 else []


def main():
    problems = []
    count = 0
    for path, text in sources():
        count += 1
        lines = text.count("\n")
        if lines > MAX_LINES:
            problems.append(f"{path}: {lines} lines, at most {MAX_LINES}")
        if path.endswith(".hpp"):
            if "#pragma once" not in text:
                problems.append(f"{path}: no #pragma once")
            if not text.startswith("//"):
                problems.append(f"{path}: no header comment")
        for kind, target in INCLUDE.findall(text):
            check_include(path, kind, target, problems)
        for mark in re.findall(r"TODO|FIXME|\bXXX\b|\bhack\b|not implemented", text):
            problems.append(f"{path}: unfinished mark {mark}")
        for _ in re.findall(r"^(?:static |inline |const |constexpr )[^\n]*= *(?:ev::)?(?:data_(?:table|words|file)|unpack_data_file)\(", text, re.M):
            problems.append(f"{path}: data/ is read at start; ask for it inside a function")
        if "std::regex" in text or "<regex>" in text:
            problems.append(f"{path}: std::regex")
        if re.search(r"\bstd::cout\b|\bprintf\(|\bputs\(", text) and not path.startswith("app/"):
            problems.append(f"{path}: writes to stdout")
    names = tracked()
    bases = {os.path.basename(n) for n in names if n.startswith("tests/")}
    for path, _ in sources():
        if not path.endswith(".cpp") or path == "app/main.cpp":
            continue
        test = os.path.basename(path)[:-4] + "_test.cpp"
        named = REACHED_ELSEWHERE.get(path)
        if names and test not in bases and named not in bases:
            problems.append(f"{path}: no test file {named or test}; a test that reaches it can be named in {os.path.basename(__file__)}")
    if count < 10:
        problems.append("found almost no sources: is EV_SOURCE_DIR right?")
    for problem in problems:
        print(problem)
    print(f"{count} files, {len(problems)} problems")
    return 1 if problems else 0


# Sources without a test file of their name: the test that reaches them.
REACHED_ELSEWHERE = {
    "app/command_mirror.cpp": "mirror_cli_test.py",
    "pipeline/workflow/arm_names.cpp": "asked_comparison_test.cpp",
    "store/index_match.cpp": "library_index_test.cpp",
    "store/index_writer.cpp": "library_index_test.cpp",
    "store/postgres_library_index.cpp": "library_index_test.cpp",
    "store/sqlite_library_index.cpp": "library_index_test.cpp",
    "store/postgres_library.cpp": "postgres_address_test.cpp",
    "store/sql_session.cpp": "database_test.cpp",
    "store/mirror_check.cpp": "mirror_test.cpp",
    "store/mirror_index.cpp": "mirror_test.cpp",
    "store/mirror_shard.cpp": "mirror_test.cpp",
    "pipeline/synthesis/direction_count.cpp": "pooling_test.cpp",
    "pipeline/synthesis/distributions.cpp": "oracle_test.cpp",
    "pipeline/synthesis/meta_regression.cpp": "oracle_test.cpp",
    "pipeline/synthesis/sensitivity.cpp": "pooling_test.cpp",
    "pipeline/synthesis/small_study.cpp": "oracle_test.cpp",
    "pipeline/synthesis/study_result.cpp": "synthesis_test.cpp",
    "pipeline/synthesis/two_by_two.cpp": "oracle_test.cpp",
    "pipeline/workflow/effect_orientation.cpp": "registry_results_test.cpp",
    "pipeline/workflow/printed_cell.cpp": "value_words_test.cpp",
    "pipeline/workflow/registry_arms.cpp": "registry_results_test.cpp",
    "pipeline/workflow/result_conflicts.cpp": "gather_results_test.cpp",
    "pipeline/workflow/study_results.cpp": "synthesize_evidence_test.cpp",
    "pipeline/workflow/table_arms.cpp": "full_text_results_test.cpp",
    "pipeline/workflow/table_layout.cpp": "full_text_results_test.cpp",
    "pipeline/workflow/table_results.cpp": "full_text_results_test.cpp",
    "pipeline/workflow/table_sections.cpp": "full_text_results_test.cpp",
    "pipeline/workflow/table_value.cpp": "full_text_results_test.cpp",
    "pipeline/workflow/synthesize.cpp": "synthesize_evidence_test.cpp",
    "tools/synthesis_view.cpp": "synthesize_evidence_test.cpp",
    "pipeline/output/synthesis_csv.cpp": "synthesize_evidence_test.cpp",
    "pipeline/output/plot_svg.cpp": "evidence_plots_test.cpp",
    "tools/findings_view.cpp": "synthesize_evidence_test.cpp",
    "tools/synthesis_arguments.cpp": "synthesize_evidence_test.cpp",
    "pipeline/query_gen/concept_ranks.cpp": "asked_facets_test.cpp",
    "pipeline/query_gen/doses.cpp": "asked_facets_test.cpp",
    "pipeline/query_gen/open_question.cpp": "asked_facets_test.cpp",
    "pipeline/question/frame_claim.cpp": "frame_parts_test.cpp",
    "pipeline/question/frame_json.cpp": "frame_reader_test.cpp",
    "pipeline/question/frame_open.cpp": "frame_parts_test.cpp",
    "pipeline/question/question_frame.cpp": "frame_reader_test.cpp",
    "pipeline/question/slot.cpp": "concept_lexicon_test.cpp",
    "pipeline/question/word_sets.cpp": "concept_lexicon_test.cpp",
    "pipeline/question/words.cpp": "concept_lexicon_test.cpp",
    "pipeline/answer/answer_json.cpp": "answer_test.cpp",
    "pipeline/answer/answer_text.cpp": "answer_test.cpp",
    "pipeline/answer/certainty.cpp": "answer_test.cpp",
    "pipeline/answer/claim_answer.cpp": "answer_test.cpp",
    "pipeline/answer/clause_reading.cpp": "record_stance_test.cpp",
    "pipeline/answer/naming.cpp": "record_stance_test.cpp",
    "pipeline/answer/null_reading.cpp": "record_stance_test.cpp",
    "pipeline/answer/change_phrase.cpp": "record_stance_test.cpp",
    "pipeline/answer/clause_limits.cpp": "record_stance_test.cpp",
    "pipeline/answer/clause_subject.cpp": "record_stance_test.cpp",
    "pipeline/question/frame_comparator.cpp": "frame_reader_test.cpp",
    "pipeline/question/frame_polarity.cpp": "misread_question_test.cpp",
    "pipeline/answer/record_numbers.cpp": "learnt_stance_test.cpp",
    "pipeline/answer/record_votes.cpp": "record_stance_test.cpp",
    "pipeline/answer/rule_stance.cpp": "record_stance_test.cpp",
    "pipeline/answer/sentence_numbers.cpp": "learnt_stance_test.cpp",
    "pipeline/nlp/weights_text.cpp": "model_test.cpp",
    "pipeline/answer/record_words.cpp": "figures_test.cpp",
    "pipeline/answer/sentence_cues.cpp": "record_stance_test.cpp",
    "pipeline/answer/sentence_places.cpp": "record_stance_test.cpp",
    "pipeline/answer/other_contrasts.cpp": "record_stance_test.cpp",
    "pipeline/answer/sentence_reading.cpp": "record_stance_test.cpp",
    "pipeline/workflow/extraction_models.cpp": "pubmed_extract_features_test.cpp",
    "pipeline/workflow/query_generation.cpp": "pubmed_generate_query_test.cpp",
    "pipeline/workflow/hypothesis_generation.cpp": "generate_hypotheses_test.cpp",
    "tools/query_answer.cpp": "pubmed_generate_query_test.cpp",
    "tools/hypotheses_answer.cpp": "generate_hypotheses_test.cpp",
    "tools/source_status.cpp": "search_evidence_test.cpp",
    "pipeline/workflow/inline_records.cpp": "records_test.cpp",
    "pipeline/workflow/record_summary.cpp": "answer_test.cpp",
    "pipeline/workflow/score_payload.cpp": "scored_records_test.cpp",
    "pipeline/workflow/citation_data.cpp": "scored_records_test.cpp",
    "tools/inline_records.cpp": "inline_article_test.cpp",
    "tools/extraction_view.cpp": "pubmed_extract_features_test.cpp",
    "app/cli.cpp": "cli_test.py",
    "app/command_call.cpp": "cli_test.py",
    "app/command_check_query.cpp": "cli_test.py",
    "app/command_doctor.cpp": "cli_test.py",
    "app/doctor_checks.cpp": "doctor_test.cpp",
    "tools/query_questions.cpp": "pubmed_generate_query_test.cpp",
    "app/command_import.cpp": "cli_test.py",
    "app/command_install.cpp": "install_test.py",
    "app/command_mesh.cpp": "cli_test.py",
    "app/command_run.cpp": "cli_test.py",
    "app/commands_common.cpp": "cli_test.py",
    "app/serve.cpp": "cli_test.py",
    "llm/api.cpp": "completer_test.cpp",
    "pipeline/extract/study_view.cpp": "results_field_test.cpp",
    "pipeline/read/sentence.cpp": "read_study_test.cpp",
    "pipeline/read/arms/allocation.cpp": "arm_mentions_test.cpp",
    "pipeline/read/arms/arm_labels.cpp": "read_study_test.cpp",
    "pipeline/read/arms/arm_phrases.cpp": "arm_mentions_test.cpp",
    "pipeline/read/arms/arm_sizes.cpp": "arm_mentions_test.cpp",
    "pipeline/read/arms/arm_tagger.cpp": "arm_mentions_test.cpp",
    "pipeline/read/arms/arm_words.cpp": "arm_mentions_test.cpp",
    "pipeline/read/results/contrasts.cpp": "read_study_test.cpp",
    "pipeline/read/results/effect_arms.cpp": "effect_rows_test.cpp",
    "pipeline/read/results/figure_grammar.cpp": "figures_test.cpp",
    "pipeline/read/results/figure_pairs.cpp": "figure_arms_test.cpp",
    "pipeline/read/results/number_roles.cpp": "figures_test.cpp",
    "pipeline/read/results/outcome.cpp": "read_study_test.cpp",
    "pipeline/read/results/outcome_tagger.cpp": "read_study_test.cpp",
    "pipeline/read/results/row_parts.cpp": "read_study_test.cpp",
    "pipeline/read/results/rows.cpp": "read_study_test.cpp",
    "pipeline/read/results/verdict.cpp": "read_study_test.cpp",
    "pipeline/read/spans/record_features.cpp": "tagged_test.cpp",
    "pipeline/read/spans/word_features.cpp": "tagged_test.cpp",
    "pipeline/extract/arms_total.cpp": "sample_size_test.cpp",
    "pipeline/query_gen/goal_reader.cpp": "concepts_test.cpp",
    "pipeline/query_gen/settling.cpp": "generate_test.cpp",
    "pipeline/query_gen/ranked_search.cpp": "generate_test.cpp",
    "pipeline/extract/benchmarks.cpp": "technology_test.cpp",
    "pipeline/extract/code_link.cpp": "technology_test.cpp",
    "pipeline/extract/computing_cost.cpp": "technology_test.cpp",
    "pipeline/extract/field_names.cpp": "field_match_test.cpp",
    "pipeline/extract/performance.cpp": "technology_test.cpp",
    "pipeline/extract/pico_words.cpp": "pico_tagger_test.cpp",
    "pipeline/extract/size_scorer.cpp": "sample_size_test.cpp",
    "pipeline/extract/size_words.cpp": "sample_size_test.cpp",
    "llm/gateway.cpp": "answer_cache_test.cpp",
    "llm/reply_json.cpp": "openai_test.cpp",
    "mcp/dialect_legacy.cpp": "dialect_test.cpp",
    "mcp/method.cpp": "resources_test.cpp",
    "mcp/outgoing.cpp": "call_runner_test.cpp",
    "mcp/task_record.cpp": "tasks_test.cpp",
    "mcp/dialect_modern.cpp": "dialect_test.cpp",
    "base/worker_priority.cpp": "server_test.cpp",
    "net/cache.cpp": "client_test.cpp",
    "net/flight.cpp": "scheduler_test.cpp",
    "net/request.cpp": "client_test.cpp",
    "pipeline/sample/enrichment.cpp": "enrichment_sample_test.cpp",
    "pipeline/search/enrichers.cpp": "enrich_test.cpp",
    "pipeline/search/outcome.cpp": "federated_test.cpp",
    "pipeline/search/translated.cpp": "federated_test.cpp",
    "pipeline/extract/cell.cpp": "grounding_test.cpp",
    "pipeline/extract/chunk.cpp": "pico_test.cpp",
    "pipeline/extract/design_fields.cpp": "extract_test.cpp",
    "pipeline/extract/extraction_json.cpp": "extract_test.cpp",
    "pipeline/extract/pico_features.cpp": "pico_tagger_test.cpp",
    "pipeline/extract/pico_hints.cpp": "pico_tagger_test.cpp",
    "pipeline/extract/pico_weights.cpp": "pico_tagger_test.cpp",
    "pipeline/extract/finding_weights.cpp": "finding_features_test.cpp",
    "pipeline/extract/lookup.cpp": "registry_test.cpp",
    "pipeline/extract/record_fields.cpp": "field_match_test.cpp",
    "pipeline/extract/randomization.cpp": "design_test.cpp",
    "pipeline/extract/statistics_fields.cpp": "statistics_test.cpp",
    "pipeline/extract/subjects.cpp": "design_test.cpp",
    "pipeline/output/chain_svg.cpp": "report_test.cpp",
    "pipeline/output/report_articles.cpp": "report_test.cpp",
    "pipeline/output/report_hypotheses.cpp": "report_test.cpp",
    "store/sql_mesh_import.cpp": "sql_mesh_table_test.cpp",
    "base/context.cpp": "clock_test.cpp",
    "base/result.cpp": "codec_test.cpp",
    "pipeline/model/article.cpp": "article_json_test.cpp",
    "pipeline/sources/html_entities.cpp": "identifiers_test.cpp",
    "pipeline/library/index_query.cpp": "library_test.cpp",
    "pipeline/library/stored_article.cpp": "library_test.cpp",
    "pipeline/pubmed_query/date_keys.cpp": "search_keys_test.cpp",
    "pipeline/pubmed_query/search_text.cpp": "evaluate_test.cpp",
    "pipeline/search/local.cpp": "pubmed_search_test.cpp",
    "pipeline/query_gen/abbreviations.cpp": "concepts_test.cpp",
    "app/command_library.cpp": "cli_test.py",
    "pipeline/library/mesh_reader.cpp": "mesh_import_test.cpp",
    "pipeline/mesh/stored_vocabulary.cpp": "layered_vocabulary_test.cpp",
    "pipeline/mesh/vocabulary.cpp": "memory_vocabulary_test.cpp",
    "pipeline/sources/markup_scanner.cpp": "markup_text_test.cpp",
    "pipeline/sources/mesh_xml.cpp": "mesh_import_test.cpp",
    "pipeline/sources/pubmed_esearch.cpp": "pubmed_test.cpp",
    "pipeline/library/abstract_labels.cpp": "values_test.cpp",
    "pipeline/library/bibtex_entry.cpp": "bibtex_test.cpp",
    "pipeline/library/csv_columns.cpp": "csv_test.cpp",
    "pipeline/library/loose_record.cpp": "ris_test.cpp",
    "pipeline/library/pubmed_import.cpp": "import_test.cpp",
    "pipeline/library/record_import.cpp": "import_test.cpp",
    "pipeline/extract/aim_contrast.cpp": "compared_test.cpp",
    "pipeline/extract/clause_direction.cpp": "direction_test.cpp",
    "pipeline/extract/administered.cpp": "compared_test.cpp",
    "pipeline/extract/inferred_outcome.cpp": "main_outcome_test.cpp",
    "pipeline/extract/joined_arms.cpp": "compared_test.cpp",
    "pipeline/extract/named_arms.cpp": "compared_test.cpp",
    "pipeline/extract/treatment_name.cpp": "compared_test.cpp",
    "pipeline/extract/comparator_choice.cpp": "compared_test.cpp",
    "pipeline/extract/title_choice.cpp": "compared_test.cpp",
    "pipeline/extract/outcome_words.cpp": "main_outcome_test.cpp",
    "pipeline/extract/people_opening.cpp": "main_population_test.cpp",
    "pipeline/extract/people_phrase.cpp": "main_population_test.cpp",
    "pipeline/library/tagged_lines.cpp": "ris_test.cpp",
    "pipeline/sources/pubmed_record.cpp": "pubmed_xml_test.cpp",
    "pipeline/sources/europepmc_dates.cpp": "europepmc_record_test.cpp",
    "pipeline/sources/europepmc_ids.cpp": "europepmc_test.cpp",
    "pipeline/sources/europepmc_links.cpp": "europepmc_record_test.cpp",
    "pipeline/sources/europepmc_reply.cpp": "europepmc_test.cpp",
    "pipeline/sources/jats_table.cpp": "jats_test.cpp",
    "pipeline/sources/jats_text.cpp": "jats_test.cpp",
    "pipeline/sources/markup_scanner.cpp": "markup_text_test.cpp",
    "pipeline/sources/pubmed_xml_book.cpp": "pubmed_xml_test.cpp",
    "pipeline/sources/pubmed_xml_citation.cpp": "pubmed_xml_test.cpp",
    "pipeline/sources/pubmed_xml_parts.cpp": "pubmed_xml_test.cpp",
    "pipeline/sources/pubmed_xml_text.cpp": "pubmed_xml_test.cpp",
    "pipeline/sources/squeezer.cpp": "pubmed_xml_test.cpp",
    "pipeline/translate/openalex_terms.cpp": "openalex_test.cpp",
    "pipeline/pubmed_query/field_values.cpp": "evaluate_test.cpp",
    "pipeline/pubmed_query/foreign_headings.cpp": "foreign_test.cpp",
    "pipeline/pubmed_query/foreign_helpers.cpp": "foreign_test.cpp",
    "pipeline/pubmed_query/foreign_operators.cpp": "foreign_test.cpp",
    "pipeline/pubmed_query/foreign_prefixes.cpp": "foreign_test.cpp",
    "pipeline/pubmed_query/foreign_suffixes.cpp": "foreign_test.cpp",
    "pipeline/pubmed_query/lexer.cpp": "parser_test.cpp",
    "pipeline/pubmed_query/memory_index.cpp": "evaluate_test.cpp",
    "pipeline/pubmed_query/nearness.cpp": "foreign_test.cpp",
    "pipeline/pubmed_query/publication_types.cpp": "value_check_test.cpp",
    "pipeline/pubmed_query/stop_words.cpp": "fields_test.cpp",
    "pipeline/pubmed_query/term_check.cpp": "check_test.cpp",
    "pipeline/pubmed_query/term_mapping.cpp": "evaluate_test.cpp",
    "tools/prompts.cpp": "prompts_of_tools_test.cpp",
    "tools/resources.cpp": "resources_of_tools_test.cpp",
    "pipeline/research/flow.cpp": "loop_test.cpp",
    "pipeline/research/state.cpp": "plan_test.cpp",
    "pipeline/research/reading.cpp": "run_research_test.cpp",
    "pipeline/output/hypothesis_graph.cpp": "research_report_test.cpp",
    "pipeline/output/research_markdown.cpp": "research_report_test.cpp",
    "pipeline/workflow/default_schema.cpp": "run_research_test.cpp",
    "tools/research_document.cpp": "run_research_test.cpp",
    "pipeline/workflow/research_effects.cpp": "research_run_test.cpp",
    "tools/research_text.cpp": "run_research_test.cpp",
    "pipeline/workflow/stored_stages.cpp": "records_test.cpp",
    "pipeline/query_gen/probing.cpp": "pubmed_generate_query_test.cpp",
    "pipeline/query_gen/seeds.cpp": "generate_test.cpp",
    "pipeline/query_gen/strategies.cpp": "generate_test.cpp",
    "pipeline/query_gen/synonyms.cpp": "concepts_test.cpp",
    "pipeline/query_gen/user_query.cpp": "generate_test.cpp",
    "pipeline/query_gen/words.cpp": "concepts_test.cpp",
    "pipeline/output/bibtex_export.cpp": "round_trip_test.cpp",
    "pipeline/output/csv_export.cpp": "round_trip_test.cpp",
    "pipeline/output/nbib_export.cpp": "round_trip_test.cpp",
    "pipeline/output/ris_export.cpp": "round_trip_test.cpp",
    "pipeline/sample/answers.cpp": "sample_test.cpp",
    "pipeline/sample/clinicaltrials.cpp": "clinicaltrials_sample_test.cpp",
    "pipeline/sample/europepmc.cpp": "europepmc_sample_test.cpp",
    "pipeline/sample/openalex.cpp": "openalex_sample_test.cpp",
    "pipeline/sample/openalex_filter.cpp": "openalex_sample_test.cpp",
    "pipeline/sample/replies.cpp": "europepmc_sample_test.cpp",
    "pipeline/sample/study_fields.cpp": "clinicaltrials_sample_test.cpp",
    "pipeline/sample/engine.cpp": "sample_test.cpp",
    "pipeline/sample/form.cpp": "sample_test.cpp",
    "pipeline/sample/library.cpp": "sample_test.cpp",
}

if __name__ == "__main__":
    sys.exit(main())
