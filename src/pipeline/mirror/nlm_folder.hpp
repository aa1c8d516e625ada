// NLM's folders of PubMed files: "baseline" (all records, once a year) and "updatefiles" (new,
// revised and deleted ones, daily), each with a page that lists it and a .md5 beside every file.
// pubmed26n0001.xml.gz = baseline year 2026, file 1; update files go on counting where the baseline
// ends. Pure: what to ask and how to read the answer. Thread rule: pure functions.
// Source of the forms: https://pubmed.ncbi.nlm.nih.gov/download/ and the folders' own README.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mirror {

enum class Folder { baseline, updates };

struct ListedFile {
  Folder folder = Folder::baseline;
  std::string name;
  std::string year;  // two digits
  std::int64_t number = 0;
  std::int64_t bytes = 0;  // rounded, as the page shows it; 0 = not shown
  std::string date;        // YYYY-MM-DD; "" = not shown
};

// The files of the page by number. upstream_changed when it lists none or is no list.
Result<std::vector<ListedFile>> read_listing(Folder folder, std::string_view page);
// "MD5(pubmed26n0001.xml.gz)= 0123…", or the digest alone; lower case. upstream_changed otherwise.
Result<std::string> read_md5(std::string_view text, std::string_view name);

net::RequestPlan plan_listing(const Config& config, Folder folder);
net::RequestPlan plan_md5(const Config& config, const ListedFile& file);
// At most `bytes` of the file from `offset` on.
net::RequestPlan plan_part(const Config& config, const ListedFile& file, std::uint64_t offset,
                           std::uint64_t bytes);

struct Part {
  std::string bytes;
  std::uint64_t total = 0;  // of the whole file
};
// What the service sent for plan_part(offset); it may send the whole file instead.
// upstream_changed when it is neither, also when the file is shorter than `offset`.
Result<Part> read_part(net::HttpResponse reply, std::uint64_t offset);

}  // namespace ev::mirror
