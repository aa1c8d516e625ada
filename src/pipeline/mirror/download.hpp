// One file of the folders, fetched in parts into NAME.part and named NAME once its MD5 is right.
// What was fetched before a cut, an error or the end of the process is kept and gone on with.
// Thread rule: one thread per file. Errors: those of net; upstream_changed when the MD5 is wrong
// twice; internal when the disk does not take it.
#pragma once

#include "base/context.hpp"
#include "net/client.hpp"
#include "pipeline/mirror/nlm_folder.hpp"

#include <filesystem>

namespace ev::mirror {

struct Downloaded {
  std::filesystem::path path;
  std::string md5;
  std::uint64_t bytes = 0;
};

Result<Downloaded> download(net::Client& http, const Config& config, const ListedFile& file,
                            const std::filesystem::path& folder, const Context& ctx);

}  // namespace ev::mirror
