#include "pipeline/mirror/nlm_folder.hpp"

#include "base/date.hpp"
#include "base/limits.hpp"
#include "base/text.hpp"
#include "net/retry.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/source.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>

namespace ev::mirror {

namespace {

constexpr std::string_view kPrefix = "pubmed";
constexpr std::string_view kEnd = ".xml.gz";
constexpr std::size_t kMd5Digits = 32, kDateLength = 10;
constexpr int kRangeNotSatisfiable = 416;
constexpr int kPartial = 206;
constexpr std::chrono::milliseconds kGap{200};
// Long work at night: a service that is away for minutes is waited for.
constexpr int kPatientTries = 8;

bool digits(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::int64_t number_of(std::string_view s) {
  std::int64_t out = 0;
  std::from_chars(s.data(), s.data() + s.size(), out);
  return out;
}

// nullopt for other names: .md5 files, the README, links to other folders.
std::optional<ListedFile> file_of(std::string_view name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kEnd)) return std::nullopt;
  const std::string_view inner =
      name.substr(kPrefix.size(), name.size() - kPrefix.size() - kEnd.size());
  const std::size_t n = inner.find('n');
  if (n != 2 || !digits(inner.substr(0, n)) || !digits(inner.substr(n + 1))) return std::nullopt;
  if (inner.size() > 12) return std::nullopt;
  return ListedFile{.name = std::string(name),
                    .year = std::string(inner.substr(0, n)),
                    .number = number_of(inner.substr(n + 1))};
}

// "19M", "1.2G", "713K", "20481".
std::int64_t size_of(std::string_view s) {
  double value = 0;
  const auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (failed != std::errc() || value < 0 || value > 1e12) return 0;
  const std::string_view unit(end, static_cast<std::size_t>(s.data() + s.size() - end));
  const double factor = unit == "K"   ? 1024.0
                        : unit == "M" ? 1048576.0
                        : unit == "G" ? 1073741824.0
                                      : 1.0;
  return unit.size() > 1 ? 0 : static_cast<std::int64_t>(value * factor);
}

// What stands behind a link, up to the end of its line: "2026-01-08 14:03   19M".
void read_columns(std::string_view line, ListedFile& file) {
  std::string plain;
  bool tag = false;
  for (const char c : line) {
    if (c == '<') tag = true;
    plain += tag ? ' ' : c;
    if (c == '>') tag = false;
  }
  for (const std::string& word : text::split(plain, ' ')) {
    if (file.date.empty() && word.size() == kDateLength && parse_date(word)) {
      file.date = word;
    } else if (!file.date.empty() && word.find(':') == std::string::npos && file.bytes == 0) {
      file.bytes = size_of(text::trim(word));
    }
  }
}

Error changed(const std::string& message) {
  return Error{.code = Errc::upstream_changed,
               .message = "mirror: " + message,
               .source = "mirror",
               .recovery = "check EVIDENCE_MCP_MIRROR_URL, or try later"};
}

net::RequestPlan plan(const Config& config, Folder folder, std::string_view name) {
  const std::string base = sources::service_url(config, "mirror");
  net::RequestPlan out{.source = "mirror",
                       .policy = {.service = "nlm_files",
                                  .gap = sources::polite_gap(config, kGap),
                                  .concurrency = 2},
                       .url = base + (folder == Folder::baseline ? "/baseline/" : "/updatefiles/") +
                              std::string(name),
                       .classify = net::classify_http,
                       .tries = kPatientTries};
  // What is compressed already must come as it lies there: its MD5 is that of the file.
  out.headers = {{"Accept-Encoding", "identity"}};
  return out;
}

net::Classified classify_part(const net::HttpResponse& reply) {
  if (reply.status != kRangeNotSatisfiable) return net::classify_http(reply);
  return {.verdict = net::Verdict::permanent,
          .reason = "the file is shorter than what was fetched of it",
          .code = Errc::upstream_changed};
}

}  // namespace

Result<std::vector<ListedFile>> read_listing(Folder folder, std::string_view page) {
  constexpr std::string_view kLink = "href=\"";
  std::vector<ListedFile> out;
  for (std::size_t at = page.find(kLink); at != std::string_view::npos; at = page.find(kLink, at)) {
    at += kLink.size();
    const std::size_t end = page.find('"', at);
    if (end == std::string_view::npos) break;
    std::string_view target = page.substr(at, end - at);
    target.remove_prefix(std::min(target.size(), target.rfind('/') + 1));
    at = end;
    auto file = file_of(target);
    if (!file) continue;
    file->folder = folder;
    const std::size_t link_end = std::min(page.find("</a>", end), page.size());
    read_columns(page.substr(link_end, page.find('\n', link_end) - link_end), *file);
    out.push_back(*std::move(file));
  }
  if (out.empty()) return changed("the folder's page lists no file of records");
  std::sort(out.begin(), out.end(), [](const ListedFile& a, const ListedFile& b) {
    return a.number != b.number ? a.number < b.number : a.name < b.name;
  });
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (out[i].year != out[0].year) return changed("the folder holds files of two years");
    if (out[i].number == out[i - 1].number)
      return changed("the folder lists " + out[i].name + " twice");
  }
  return out;
}

Result<std::string> read_md5(std::string_view text, std::string_view name) {
  const std::string lower = text::to_lower_ascii(text);
  const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  for (std::size_t begin = 0; begin + kMd5Digits <= lower.size();) {
    if (!hex(lower[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < lower.size() && hex(lower[end])) ++end;
    if (end - begin == kMd5Digits) return lower.substr(begin, kMd5Digits);
    begin = end;
  }
  return changed("the .md5 of " + std::string(name) + " holds no MD5");
}

// The first thing that is asked: somebody may wait for it.
net::RequestPlan plan_listing(const Config& config, Folder folder) {
  net::RequestPlan out = plan(config, folder, "");
  out.tries = limits::kTries;
  return out;
}

net::RequestPlan plan_md5(const Config& config, const ListedFile& file) {
  return plan(config, file.folder, file.name + ".md5");
}

net::RequestPlan plan_part(const Config& config, const ListedFile& file, std::uint64_t offset,
                           std::uint64_t bytes) {
  net::RequestPlan out = plan(config, file.folder, file.name);
  out.headers.emplace_back(
      "Range", "bytes=" + std::to_string(offset) + "-" + std::to_string(offset + bytes - 1));
  out.classify = classify_part;
  return out;
}

Result<Part> read_part(net::HttpResponse reply, std::uint64_t offset) {
  Part out{.bytes = std::move(reply.body)};
  if (reply.status != kPartial) {
    out.total = out.bytes.size();
    if (offset > out.total) return changed("a file is shorter than what was fetched of it");
    out.bytes.erase(0, static_cast<std::size_t>(offset));
    return out;
  }
  // "bytes 0-1023/146515".
  const std::string range = reply.header("content-range");
  const std::size_t dash = range.find('-');
  const std::size_t slash = range.find('/');
  constexpr std::string_view kUnit = "bytes ";
  const bool whole = range.starts_with(kUnit) && dash != std::string::npos &&
                     slash != std::string::npos && dash < slash;
  if (!whole) return changed("a part of a file came without its place");
  const auto from = number_of(std::string_view(range).substr(kUnit.size()));
  const auto total = number_of(std::string_view(range).substr(slash + 1));
  if (from != static_cast<std::int64_t>(offset) || total <= 0) {
    return changed("another part of a file came than was asked for");
  }
  out.total = static_cast<std::uint64_t>(total);
  if (out.bytes.empty() || offset + out.bytes.size() > out.total) {
    return changed("a part of a file came with another length than it says");
  }
  return out;
}

}  // namespace ev::mirror
