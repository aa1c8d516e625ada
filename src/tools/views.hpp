// The MCP Apps view: one page without any network that shows ranked evidence and mechanism graphs.
// It is put together from views/ at build time and is the same bytes in every process; data reaches
// it by the host's messages, or embedded for a page that stands alone. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "mcp/resources.hpp"

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

// `others` and the view: listed first, read by its address, declared as the MCP Apps extension. A
// host may keep it: it is the same for everyone and holds no data.
mcp::Resources with_evidence_view(mcp::Resources others);
// The _meta of a tool whose answers the view shows, as JSON text; "" for any other tool.
std::string view_meta(std::string_view tool);

}  // namespace ev::tools
