// What the arguments of prompts and the variables of resource templates may be completed to:
// headings of the vocabulary, journals of the local library, handles of stored result sets and
// hypotheses. Thread rule: the completers may be called from any thread; the services must outlive
// them.
#pragma once

#include "mcp/completion.hpp"
#include "tools/services.hpp"

namespace ev::tools {

// Names of headings whose name or entry term begins like this.
mcp::Completer heading_completer(const Services& services);
mcp::Completer journal_completer(const Services& services);
// Handles of stored result sets, the newest first; also by words of what was asked.
mcp::Completer result_set_completer(const Services& services);
mcp::Completer hypothesis_completer(const Services& services);
// Finished research runs, the newest first; also by words of their questions.
mcp::Completer run_completer(const Services& services);

}  // namespace ev::tools
