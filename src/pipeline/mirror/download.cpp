#include "pipeline/mirror/download.hpp"

#include "base/file.hpp"
#include "base/hash.hpp"

#include <fstream>

namespace ev::mirror {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kPartBytes = 8u << 20;
constexpr int kAttempts = 2;  // to get a file whose MD5 is right

Result<std::string> md5_of(const fs::path& path, const Context& ctx) {
  std::ifstream in(path, std::ios::binary);
  Md5 digest;
  std::string buffer(1u << 20, '\0');
  while (in) {
    EV_CHECK(ctx.check());
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    digest.add(std::string_view(buffer).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  return digest.hex();
}

std::uint64_t size_of_file(const fs::path& path) {
  std::error_code ec;
  const std::uintmax_t size = fs::file_size(path, ec);
  return ec ? 0 : size;
}

void forget(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

Result<std::string> told_md5(net::Client& http, const Config& config, const ListedFile& file,
                             const Context& ctx) {
  EV_TRY(const net::HttpResponse reply, http.send(plan_md5(config, file), ctx));
  return read_md5(reply.body, file.name);
}

Result<void> fetch_parts(net::Client& http, const Config& config, const ListedFile& file,
                         const fs::path& path, const Context& ctx) {
  EV_TRY(GrowingFile out, GrowingFile::open(path));
  while (true) {
    EV_CHECK(ctx.check());
    const std::uint64_t at = out.size();
    // The last byte is asked for again: of a file that is whole nothing would be left to ask.
    auto reply = http.send(plan_part(config, file, at == 0 ? 0 : at - 1, kPartBytes), ctx);
    if (!reply) return std::move(reply).error();
    EV_TRY(Part part, read_part(*std::move(reply), at == 0 ? 0 : at - 1));
    if (at > 0) part.bytes.erase(0, 1);
    EV_CHECK(out.append(part.bytes));
    ctx.report("downloading " + file.name, static_cast<double>(out.size()),
               static_cast<double>(part.total));
    if (out.size() >= part.total) return out.sync();
  }
}

}  // namespace

Result<Downloaded> download(net::Client& http, const Config& config, const ListedFile& file,
                            const fs::path& folder, const Context& ctx) {
  EV_CHECK(ensure_private_dir(folder));
  const fs::path whole = folder / file.name;
  const fs::path part = folder / (file.name + ".part");
  std::string md5;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    EV_TRY(md5, told_md5(http, config, file, ctx));
    if (identity_of(whole)) {
      EV_TRY(const std::string have, md5_of(whole, ctx));
      if (have == md5) return Downloaded{whole, md5, size_of_file(whole)};
      forget(whole);  // of an earlier day: the service has another one now
    }
    const Result<void> fetched = fetch_parts(http, config, file, part, ctx);
    // What is shorter there than here is another file.
    if (!fetched && fetched.error().code != Errc::upstream_changed) return fetched.error();
    if (fetched) {
      EV_TRY(const std::string have, md5_of(part, ctx));
      if (have == md5) {
        EV_CHECK(rename_file(part, whole));
        return Downloaded{whole, md5, size_of_file(whole)};
      }
    } else if (attempt + 1 == kAttempts) {
      return fetched.error();
    }
    forget(part);
  }
  return Error{.code = Errc::upstream_changed,
               .message = "mirror: " + file.name + " does not have the MD5 the service states (" +
                          md5 + "), twice",
               .source = "mirror",
               .recovery = "try again later; nothing of the file was applied"};
}

}  // namespace ev::mirror
