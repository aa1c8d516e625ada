// The MCP Apps view: one page without any network that shows ranked evidence and mechanism graphs.
// It is put together from views/ at build time and is the same bytes in every process; data reaches
// it by the host's messages, or embedded for a page that stands alone. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"

#include <string>
#include <string_view>

namespace ev::tools {

inline constexpr std::string_view kEvidenceViewUri = "ui://evidence-mcp/evidence";
inline constexpr std::string_view kViewMimeType = "text/html;profile=mcp-app";

// The page as a host loads it.
std::string_view evidence_view();
// The page with its data in it, for a browser: `document` is a tool's structured answer or the
// evidence.json of a run. Nothing in the data can end its block.
std::string evidence_page(const Json& document);

}  // namespace ev::tools
