#include "app/cli.hpp"

#include "app/commands.hpp"
#include "app/config.hpp"
#include "app/host_config.hpp"
#include "app/serve.hpp"
#include "app/typing_slips.hpp"
#include "app/wire.hpp"
#include "base/file.hpp"
#include "base/stream.hpp"
#include "base/text.hpp"
#include "pipeline/sources/catalog.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ev::app {

namespace {

std::vector<std::string> ids_of(const std::vector<std::string_view>& services,
                                std::vector<std::string> more = {}) {
  more.insert(more.begin(), services.begin(), services.end());
  return more;
}

// Options every command that needs the program's parts has.
struct Common {
  std::string config_file;
  bool sample = false;
  bool offline = false;
};

void add_common(CLI::App& command, Common& common) {
  command.add_option("--config", common.config_file,
                     "Configuration file (TOML or JSON); the environment wins");
  command.add_flag("--sample", common.sample,
                   "Use the built-in sample of invented records; no network");
  command.add_flag("--offline", common.offline, "Answer from the local library and cache only");
}

// Loads the configuration, builds the program and hands it on.
int with_program(const Common& common, const std::function<int(Program&)>& work) {
  auto config = load_config(common.config_file);
  if (!config) return report_failure(config.error());
  config->sample = config->sample || common.sample;
  config->offline = config->offline || common.offline;
  set_log_level(config->log_level);
  Program program(*std::move(config));
  return work(program);
}

struct Options {
  Common common;
  ServeOptions serve;
  RunCommand run;
  CallCommand call;
  std::string uri;  // to read
  ToolsCommand tools;
  ImportCommand import;
  LibrarySearchCommand library;
  MirrorUpdateCommand mirror_update;
  MirrorChangesCommand mirror_changes;
  MeshImportCommand mesh_import;
  MeshLookupCommand mesh_lookup;
  MeshCompleteCommand mesh_complete;
  CheckQueryCommand check;
  DoctorCommand doctor;
  InstallCommand install;
};

using Work = std::function<int()>;

void add_serve(CLI::App& app, Options& o, Work& work) {
  CLI::App* c = app.add_subcommand("serve", "Serve MCP over standard input and output");
  add_common(*c, o.common);
  c->add_option("--call-timeout", o.serve.call_timeout_s, "Seconds one tool call may take")
      ->check(CLI::Range(1, 300))
      ->capture_default_str();
  c->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return serve_stdio(p, o.serve); });
    };
  });
}

void add_run(CLI::App& app, Options& o, Work& work) {
  CLI::App* c =
      app.add_subcommand("run", "Take a question through the whole pipeline and print the ranking");
  add_common(*c, o.common);
  c->add_option("question", o.run.question, "The question, in words or PubMed syntax")->required();
  c->add_option("--sources", o.run.sources,
                "Comma-separated: " + text::join(ids_of(sources::searched_services()), ", ") +
                    " (default: all that are on)")
      ->delimiter(',')
      ->check(CLI::IsMember(ids_of(sources::searched_services())));
  c->add_option("--max", o.run.max_records, "Records to fetch from each source, read and rank")
      ->check(CLI::Range(1, 2000))
      ->capture_default_str();
  c->add_option("--out", o.run.out,
                "Folder for report.html, evidence.json, references.ris and .bib");
  c->add_option("--as-of", o.run.as_of, "Date that counts as today (YYYY-MM-DD)");
  c->add_flag("--json", o.run.json, "Print the evidence document instead of the ranking");
  c->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return command_run(p, o.run); });
    };
  });
}

void add_call(CLI::App& app, Options& o, Work& work) {
  CLI::App* c = app.add_subcommand("call", "Call one tool and print its structured result");
  add_common(*c, o.common);
  c->add_option("tool", o.call.tool, "Name of the tool (see `tools`)")->required();
  c->add_option("arguments", o.call.arguments, "JSON object, @file, or - for standard input")
      ->capture_default_str();
  c->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return command_call(p, o.call); });
    };
  });
}

void add_read(CLI::App& app, Options& o, Work& work) {
  CLI::App* c = app.add_subcommand("read", "Print what a URI of an answer names, such as a report");
  add_common(*c, o.common);
  c->add_option("uri", o.uri, "evidence://…, as in the answers of the tools")->required();
  c->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return command_read(p, o.uri); });
    };
  });
}

void add_tools(CLI::App& app, Options& o, Work& work) {
  CLI::App* c = app.add_subcommand("tools", "List the tools");
  add_common(*c, o.common);
  c->add_flag("--json", o.tools.json, "Print what tools/list serves");
  c->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return command_tools(p, o.tools); });
    };
  });
}

void add_import(CLI::App& app, Options& o, Work& work) {
  CLI::App* c = app.add_subcommand("import",
                                   "Import PubMed XML, nbib, RIS, CSV, JSONL, EndNote XML or "
                                   "BibTeX files into the local library");
  add_common(*c, o.common);
  c->add_option("files", o.import.files, "Files to import")->required();
  c->add_flag("--json", o.import.json, "Print the report as JSON");
  CLI::Option* dry = c->add_flag("--dry-run", o.import.dry_run, "Read, but store nothing");
  c->add_flag("--jsonl", o.import.jsonl,
              "With --dry-run: print the canonical articles, one per line")
      ->needs(dry);
  c->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return command_import(p, o.import); });
    };
  });
}

void add_library_search(CLI::App& library, Options& o, Work& work, bool mirror = false) {
  CLI::App* c = library.add_subcommand("search", mirror ? "Search the mirror in PubMed's syntax"
                                                        : "Search the library in PubMed's syntax");
  add_common(*c, o.common);
  CLI::Option* query = c->add_option("query", o.library.query, "The query");
  c->add_option("--batch", o.library.batch,
                "File with one query per line; one JSON object per line comes out")
      ->excludes(query);
  const std::map<std::string, library::Order> orders = {{"newest", library::Order::newest},
                                                        {"relevance", library::Order::relevance}};
  c->add_option("--sort", o.library.order, "newest (by PMID) or relevance (BM25)")
      ->transform(CLI::CheckedTransformer(orders));
  c->add_option("--limit", o.library.limit, "Ids to print; all by default")
      ->check(CLI::PositiveNumber);
  c->add_flag("--json", o.library.json, "Print JSON");
  c->callback([&o, &work, mirror] {
    o.library.mirror = mirror;
    work = [&] {
      return with_program(o.common,
                          [&](Program& p) { return command_library_search(p, o.library); });
    };
  });
}

void add_library(CLI::App& app, Options& o, Work& work) {
  CLI::App* c = app.add_subcommand("library", "The local library of imported and fetched records");
  c->require_subcommand(1);
  add_library_search(*c, o, work);
  CLI::App* stats = c->add_subcommand("stats", "How many records it holds");
  add_common(*stats, o.common);
  stats->add_flag("--json", o.library.json, "Print JSON");
  stats->callback([&] {
    work = [&] {
      return with_program(o.common,
                          [&](Program& p) { return command_library_stats(p, o.library.json); });
    };
  });
  CLI::App* reindex = c->add_subcommand("reindex", "Build the search index anew");
  add_common(*reindex, o.common);
  reindex->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return command_library_reindex(p); });
    };
  });
}

void add_mirror_update(CLI::App& mirror, Options& o, Work& work, bool init) {
  CLI::App* c = mirror.add_subcommand(
      init ? "init" : "update",
      init ? "Fetch and apply PubMed's yearly baseline, or what is missing of it"
           : "Fetch and apply what is missing of the baseline, then PubMed's daily files");
  add_common(*c, o.common);
  if (init) {
    c->add_option("--from", o.mirror_update.from, "First baseline file, for a part of PubMed")
        ->check(CLI::PositiveNumber);
  }
  c->add_option("--max-files", o.mirror_update.max_files,
                init ? "So many baseline files, for a part of PubMed" : "At most so many files")
      ->check(CLI::PositiveNumber);
  c->add_flag("--keep-files", o.mirror_update.keep_files,
              "Keep the downloaded files in the mirror's folder");
  c->add_flag("--json", o.mirror_update.json, "Print the result as JSON");
  c->callback([&o, &work, init] {
    o.mirror_update.init = init;
    work = [&] {
      return with_program(o.common,
                          [&](Program& p) { return command_mirror_update(p, o.mirror_update); });
    };
  });
}

void add_mirror_changes(CLI::App& mirror, Options& o, Work& work) {
  CLI::App* c = mirror.add_subcommand(
      "changes", "New, revised, deleted and newly retracted records since a day");
  add_common(*c, o.common);
  c->add_option("--since", o.mirror_changes.since, "YYYY-MM-DD")->required();
  CLI::Option* query =
      c->add_option("--query", o.mirror_changes.query, "Only those that this query finds");
  c->add_option("--search", o.mirror_changes.result_set,
                "Only those that the search finds that made this result set")
      ->excludes(query);
  c->add_flag("--json", o.mirror_changes.json, "Print JSON");
  c->callback([&] {
    work = [&] {
      return with_program(o.common,
                          [&](Program& p) { return command_mirror_changes(p, o.mirror_changes); });
    };
  });
}

void add_mirror(CLI::App& app, Options& o, Work& work) {
  CLI::App* mirror =
      app.add_subcommand("mirror", "All of PubMed, or a part of it, on this machine");
  mirror->require_subcommand(1);
  add_mirror_update(*mirror, o, work, true);
  add_mirror_update(*mirror, o, work, false);
  add_library_search(*mirror, o, work, true);
  add_mirror_changes(*mirror, o, work);
  const auto add = [&](const char* name, const char* what, int (*run)(Program&, bool)) {
    CLI::App* c = mirror->add_subcommand(name, what);
    add_common(*c, o.common);
    c->add_flag("--json", o.library.json, "Print JSON");
    c->callback([&o, &work, run] {
      work = [&o, run] {
        return with_program(o.common, [&](Program& p) { return run(p, o.library.json); });
      };
    });
  };
  add("status", "Date, files, records and size", command_mirror_status);
  add("verify", "Whether records, counts and index are whole and agree", command_mirror_verify);
  CLI::App* reindex = mirror->add_subcommand("reindex", "Build the search index anew");
  add_common(*reindex, o.common);
  reindex->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return command_mirror_reindex(p); });
    };
  });
}

void add_mesh_import(CLI::App& mesh, Options& o, Work& work) {
  CLI::App* c = mesh.add_subcommand(
      "import", "Import MeSH: desc*.xml, supp*.xml, d*.bin or TSV, each also as .gz");
  add_common(*c, o.common);
  c->add_option("files", o.mesh_import.files, "Files to import")->required();
  c->add_flag("--replace", o.mesh_import.replace,
              "Drop the earlier import of the same kind (default: merge by UI)");
  c->add_flag("--json", o.mesh_import.json, "Print the report as JSON");
  c->callback([&] {
    work = [&] {
      return with_program(o.common,
                          [&](Program& p) { return command_mesh_import(p, o.mesh_import); });
    };
  });
}

void add_mesh(CLI::App& app, Options& o, Work& work) {
  CLI::App* mesh = app.add_subcommand("mesh", "Import and look up Medical Subject Headings");
  mesh->require_subcommand(1);
  add_mesh_import(*mesh, o, work);
  CLI::App* lookup = mesh->add_subcommand("lookup", "Headings a term stands for, or a qualifier");
  add_common(*lookup, o.common);
  lookup
      ->add_option(
          "term", o.mesh_lookup.term,
          "Heading, entry term, UI, tree number (C14.280), /qualifier (/TU) or heading/qualifier")
      ->required();
  lookup->add_flag("--json", o.mesh_lookup.json, "Print JSON");
  lookup->callback([&] {
    work = [&] {
      return with_program(o.common,
                          [&](Program& p) { return command_mesh_lookup(p, o.mesh_lookup); });
    };
  });
  CLI::App* complete =
      mesh->add_subcommand("complete", "Headings and entry terms with this beginning");
  add_common(*complete, o.common);
  complete->add_option("prefix", o.mesh_complete.prefix, "First letters or words")->required();
  complete->add_option("--limit", o.mesh_complete.limit, "At most so many")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  complete->add_flag("--json", o.mesh_complete.json, "Print JSON");
  complete->callback([&] {
    work = [&] {
      return with_program(o.common,
                          [&](Program& p) { return command_mesh_complete(p, o.mesh_complete); });
    };
  });
}

void add_check_query(CLI::App& app, Options& o, Work& work) {
  CLI::App* c = app.add_subcommand(
      "check-query", "Check PubMed queries: canonical form, or errors with positions");
  add_common(*c, o.common);
  CLI::Option* query = c->add_option("query", o.check.query, "The query");
  c->add_option("--batch", o.check.batch,
                "File with one query per line; one JSON object per line comes out")
      ->excludes(query);
  c->add_flag("--json", o.check.json, "Print JSON");
  c->add_option("--translate", o.check.translate,
                "Also print the query in the terms of this service, and what is lost on the way")
      ->check(CLI::IsMember(ids_of(sources::translated_services(), {"all"})));
  c->add_option("--as-of", o.check.as_of,
                "With --translate: date that counts as today (YYYY-MM-DD)");
  c->callback([&] {
    work = [&] {
      return with_program(o.common, [&](Program& p) { return command_check_query(p, o.check); });
    };
  });
}

void add_doctor(CLI::App& app, Options& o, Work& work) {
  CLI::App* c =
      app.add_subcommand("doctor", "Check configuration, folders, limits and shared state");
  add_common(*c, o.common);
  c->add_flag("--json", o.doctor.json, "Print JSON");
  c->add_flag("--network", o.doctor.network, "Also send one cheap request to each source");
  c->add_flag("--all", o.doctor.all, "Also show settings at their defaults, limits and libraries");
  c->callback([&] {
    work = [&] {
      o.doctor.config_file = o.common.config_file;
      o.doctor.sample = o.common.sample;
      o.doctor.offline = o.common.offline;
      return command_doctor(o.doctor);
    };
  });
}

// Needs no configuration, and a broken one must not stand in its way.
void add_install(CLI::App& app, Options& o, Work& work) {
  CLI::App* c = app.add_subcommand(
      "install", "Add this server to a host's configuration; the old file is backed up");
  std::vector<std::string> names;
  for (const Host& host : hosts()) names.emplace_back(host.name);
  c->add_option("host", o.install.host, "The host to add it to")
      ->required()
      ->check(CLI::IsMember(names));
  c->add_flag("--dry-run", o.install.dry_run, "Say what would be written, and write nothing");
  c->add_flag("--project", o.install.project,
              "Use the file of the project in the current folder instead of the user's");
  c->add_flag("--sample", o.install.sample, "Serve the built-in sample of invented records");
  c->callback([&] {
    work = [&] {
      const std::filesystem::path self = this_executable();
      o.install.binary = self.empty() ? std::filesystem::path(kName) : self;
      return command_install(o.install, SystemClock{});
    };
  });
}

// What may have been meant by a word that the command line knows nothing of: a command, or an
// option of the commands given; "" when nothing is near.
std::string meant_by(const CLI::App& app, const std::string& given) {
  const std::string word = given.substr(0, given.find('='));
  std::vector<std::string> known;
  for (const CLI::App* at = &app; at != nullptr;) {
    if (word.starts_with("-")) {
      for (const CLI::Option* option : at->get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      }
    } else {
      // Commands of the innermost command only.
      known.clear();
      for (const CLI::App* command : at->get_subcommands({})) known.push_back(command->get_name());
    }
    const auto chosen = at->get_subcommands();
    at = chosen.empty() ? nullptr : chosen.front();
  }
  return meant_word(word, known);
}

// One reading of the command line.
struct CommandLine {
  CommandLine()
      : app("From a biomedical question to ranked, quoted evidence: an MCP server over stdio.\n"
            "Without a command it serves MCP when standard input is not a terminal.",
            kName) {
    app.set_version_flag("--version", user_agent());
    app.require_subcommand(0, 1);
    add_common(app, options.common);  // before the command as well as after it
    add_serve(app, options, work);
  }

  void add_others() {
    add_run(app, options, work);
    add_call(app, options, work);
    add_read(app, options, work);
    add_tools(app, options, work);
    add_import(app, options, work);
    add_library(app, options, work);
    add_mirror(app, options, work);
    add_mesh(app, options, work);
    add_check_query(app, options, work);
    add_doctor(app, options, work);
    add_install(app, options, work);
  }

  // What the line says to do; nothing when it names no command and a person sits before it.
  Work wanted() {
    if (work || stdin_is_terminal()) return work;
    return [this] {
      return with_program(options.common,
                          [this](Program& p) { return serve_stdio(p, options.serve); });
    };
  }

  Options options;
  Work work;
  CLI::App app;
};

// A server is started often and waited for; making all commands costs it a third of its start.
// Whatever this does not understand is read, and told, by the whole command line.
std::optional<int> serve_at_once(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) != "serve") return std::nullopt;
  CommandLine line;
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError&) {
    return std::nullopt;
  }
  const Work work = line.wanted();
  return work ? std::optional(work()) : std::nullopt;
}

}  // namespace

namespace {

int with_output_written(int code) {
  if (flush_standard_output()) return code;
  std::fputs("evidence-mcp: the output could not be written whole; is the disk full?\n", stderr);
  return code == 0 ? 1 : code;
}

int run_parsed(int argc, char** argv) {
  CommandLine line;
  line.add_others();
  CLI::App& app = line.app;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const bool wanted = e.get_exit_code() == 0;  // --help, --version
    app.exit(e, wanted ? std::cout : std::cerr, std::cerr);
    for (const std::string& given : wanted ? std::vector<std::string>() : app.remaining(true)) {
      if (const std::string meant = meant_by(app, given); !meant.empty())
        std::cerr << given << ": did you mean " << meant << "?\n";
    }
    return wanted ? 0 : 2;
  }
  if (const Work work = line.wanted()) return work();
  std::fputs(app.help().c_str(), stdout);
  return 0;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  if (const std::optional<int> code = serve_at_once(argc, argv)) return *code;
  return with_output_written(run_parsed(argc, argv));
}

}  // namespace ev::app
