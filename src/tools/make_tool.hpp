// make_tool<Args>: strict decoding, the handler, and the error mapping in one place. A handler is
// blocking, straight-line code: Result<Answer>(const Args&, const mcp::CallContext&).
#pragma once

#include "base/codec.hpp"
#include "base/shape.hpp"
#include "mcp/tool.hpp"
#include "tools/answer.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ev::tools {

template <class Args, class Handler>
mcp::ToolDef make_tool(std::string name, Handler handler) {
  auto call = [name, handler = std::move(handler)](const Json& arguments,
                                                   const mcp::CallContext& ctx) -> mcp::ToolResult {
    std::vector<std::string> notes;
    auto args = decode<Args>(arguments, name, &notes);
    if (!args) return mcp::error_result(args.error(), ctx.tag);
    Result<Answer> answer = handler(*args, ctx);
    if (!answer) return mcp::error_result(answer.error(), ctx.tag);
    add_warnings(*answer, notes);
    return finish(*std::move(answer));
  };
  return {.name = std::move(name), .definition = {}, .call = std::move(call), .accepted = [] {
            return dump_json(ShapeWriter::of<Args>());
          }};
}

}  // namespace ev::tools
