// What each sub-command does, once its options are known. Results go to stdout, everything else to
// stderr. Every function returns the process's exit code: 0 done, 1 failed, 2 wrong usage. Thread
// rule: main thread.
#pragma once

#include "app/wire.hpp"
#include "base/clock.hpp"
#include "base/config.hpp"
#include "pipeline/library/library.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ev::app {

struct RunCommand {
  std::string question;
  std::vector<std::string> sources;  // none = all that are on
  int max_records = 400;             // per source
  std::filesystem::path out;         // empty = no files
  std::string as_of;                 // empty = today
  bool json = false;                 // the evidence document on stdout instead of the ranking
};
int command_run(Program& program, const RunCommand& command);

struct CallCommand {
  std::string tool;
  std::string arguments = "{}";  // JSON, @file or - for standard input
};
int command_call(Program& program, const CallCommand& command);

// Prints what a URI of an answer names ("evidence://runs/run-1/report"), as a host would read it.
int command_read(Program& program, const std::string& uri);

struct ToolsCommand {
  bool json = false;
};
int command_tools(Program& program, const ToolsCommand& command);

struct ImportCommand {
  std::vector<std::filesystem::path> files;
  bool json = false;
  bool dry_run = false;
  bool jsonl = false;
};
int command_import(Program& program, const ImportCommand& command);

// Calls `take` with every line of a batch, without its end; "-" = standard input. Prints what
// failed when it cannot be opened or read to its end, and returns the exit code.
int for_each_line(const std::filesystem::path& batch,
                  const std::function<void(const std::string&)>& take);

struct LibrarySearchCommand {
  std::string query;
  std::filesystem::path batch;  // a query per line; "-" = standard input
  library::Order order = library::Order::newest;
  std::size_t limit = library::kAll;
  bool json = false;
  bool mirror = false;
};
// In the mirror instead of the library when command.mirror.
int command_library_search(Program& program, const LibrarySearchCommand& command);
int command_library_stats(Program& program, bool json);
int command_library_reindex(Program& program);

struct MirrorUpdateCommand {
  bool init = false;
  std::int64_t from = 1;       // of the baseline; init only
  std::int64_t max_files = 0;  // 0 = all
  bool keep_files = false;
  bool json = false;
};
int command_mirror_update(Program& program, const MirrorUpdateCommand& command);
int command_mirror_status(Program& program, bool json);
int command_mirror_verify(Program& program, bool json);
int command_mirror_reindex(Program& program);

struct MirrorChangesCommand {
  std::string since;       // YYYY-MM-DD
  std::string query;       // PubMed syntax; "" = all records
  std::string result_set;  // of a search whose query counts
  bool json = false;
};
int command_mirror_changes(Program& program, const MirrorChangesCommand& command);

struct MeshImportCommand {
  std::vector<std::filesystem::path> files;
  bool replace = false;  // drop the earlier import of a kind instead of merging by UI
  bool json = false;
};
int command_mesh_import(Program& program, const MeshImportCommand& command);

struct MeshLookupCommand {
  std::string term;
  bool json = false;
};
int command_mesh_lookup(Program& program, const MeshLookupCommand& command);

struct MeshCompleteCommand {
  std::string prefix;
  int limit = 20;
  bool json = false;
};
int command_mesh_complete(Program& program, const MeshCompleteCommand& command);

struct CheckQueryCommand {
  std::string query;
  std::filesystem::path batch;  // a query per line; "-" = standard input
  bool json = false;
  std::string translate;  // "", a service that takes translated queries, or all
  std::string as_of;      // date that counts as today (YYYY-MM-DD); empty = today
};
int command_check_query(Program& program, const CheckQueryCommand& command);

struct DoctorCommand {
  bool json = false;
  bool all = false;
  bool network = false;
  std::filesystem::path config_file;
  bool sample = false;
  bool offline = false;
};
// Loads the configuration itself: a broken one is what it is to speak of.
int command_doctor(const DoctorCommand& command);

struct InstallCommand {
  std::string host;              // a name of host_config.hpp
  std::filesystem::path binary;  // what the host is to start
  bool project = false;          // the current folder's file instead of the user's
  bool sample = false;
  bool dry_run = false;
};
int command_install(const InstallCommand& command, const Clock& clock);

// Error on stderr: what, how to mend it; returns 1.
int report_failure(const Error& error);

}  // namespace ev::app
