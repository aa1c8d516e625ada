#include "tools/completers.hpp"

#include "base/text.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "tools/answer.hpp"

#include <algorithm>
#include <set>

namespace ev::tools {

namespace {

using Others = std::map<std::string, std::string>;

// More than are shown, so that a reader learns whether there are others.
constexpr std::size_t kHeadingsAsked = mcp::kCompletionLimit + 1;
constexpr std::size_t kRecordsAsked = 300;
constexpr std::size_t kHandlesAsked = 500;

// Adds what is not there yet.
void add_once(std::vector<std::string>& out, std::set<std::string>& seen, std::string value) {
  if (!value.empty() && seen.insert(value).second) out.push_back(std::move(value));
}

}  // namespace

mcp::Completer heading_completer(const Services& services) {
  return [&services](const std::string& value, const Others&,
                     const Context&) -> Result<mcp::Completion> {
    mcp::Completion out;
    if (text::trim(value).empty()) return out;
    std::set<std::string> seen;
    const auto found = services.vocabulary.complete(value, kHeadingsAsked);
    for (const mesh::Completion& one : found) add_once(out.values, seen, one.heading);
    out.more = found.size() == kHeadingsAsked;
    return out;
  };
}

mcp::Completer journal_completer(const Services& services) {
  return [&services](const std::string& value, const Others&,
                     const Context& ctx) -> Result<mcp::Completion> {
    mcp::Completion out;
    // The index knows journals without their article.
    constexpr std::string_view kThe = "the ";
    std::string key = mesh::completion_key(value);
    if (key.rfind(kThe, 0) == 0) key.erase(0, kThe.size());
    if (key.empty()) return out;
    EV_TRY(const store::IndexPage page,
           services.library.best(
               {.kind = store::IndexQuery::Kind::key, .prefix = true, .key = "ta:" + key},
               kRecordsAsked, ctx));
    std::vector<std::string> ids;
    for (const store::IndexHit& hit : page.hits) ids.push_back(hit.item_id);
    EV_TRY(const auto articles, library::load_articles(services.articles, ids, ctx));
    std::set<std::string> journals;
    for (const model::Article& article : articles) journals.insert(one_line(article.journal));
    journals.erase("");
    out.values.assign(journals.begin(), journals.end());
    out.more = page.count > kRecordsAsked;
    return out;
  };
}

mcp::Completer result_set_completer(const Services& services) {
  return [&services](const std::string& value, const Others&,
                     const Context&) -> Result<mcp::Completion> {
    mcp::Completion out;
    EV_TRY(const auto sets, services.result_sets.list(kHandlesAsked));
    const std::string wanted = text::fold(value);
    for (const store::ResultSetInfo& info : sets) {
      const bool begins = info.id.rfind(value, 0) == 0;
      if (begins || text::fold(info.meta).find(wanted) != std::string::npos) {
        out.values.push_back(info.id);
      }
    }
    out.more = sets.size() == kHandlesAsked;
    return out;
  };
}

mcp::Completer hypothesis_completer(const Services& services) {
  return [&services](const std::string& value, const Others&,
                     const Context&) -> Result<mcp::Completion> {
    mcp::Completion out;
    EV_TRY(const auto documents, services.documents.list("hypothesis", kHandlesAsked));
    const std::string wanted = text::fold(value);
    for (const auto& [id, json] : documents) {
      if (id.rfind(value, 0) == 0 || text::fold(json).find(wanted) != std::string::npos) {
        out.values.push_back(id);
      }
    }
    out.more = documents.size() == kHandlesAsked;
    return out;
  };
}

mcp::Completer run_completer(const Services& services) {
  return [&services](const std::string& value, const Others&,
                     const Context&) -> Result<mcp::Completion> {
    mcp::Completion out;
    EV_TRY(const auto runs, services.runs.list(kHandlesAsked));
    const std::string wanted = text::fold(value);
    for (const store::RunHead& run : runs) {
      if (!run.finished) continue;
      if (run.run_id.rfind(value, 0) == 0 ||
          text::fold(run.question).find(wanted) != std::string::npos) {
        out.values.push_back(run.run_id);
      }
    }
    out.more = runs.size() == kHandlesAsked;
    return out;
  };
}

}  // namespace ev::tools
