// Record and replay below retry, so that a 429 followed by a 200 replays too. A cassette is a text
// of JSON lines, one exchange each, in the order of arrival:
//   {"request": label, "status": 200, "headers": [["content-type","…"]], "body": "…"}
//   {"request": label, "error": {"message": "…", "transient": true, "too_large": false}}
// `request` is WireRequest::label and holds no secret; known secrets are also removed from headers
// and bodies (NCBI's 400 repeats the key). A body that is not UTF-8 is kept as "body_hex". Replay:
// replies come in the recorded order per request, the last one is repeated. A request that was not
// recorded fails and the error names the nearest recorded one.
// Thread rule: engine.hpp.
#pragma once

#include "base/result.hpp"
#include "net/engine.hpp"

#include <filesystem>
#include <memory>
#include <string_view>

namespace ev::net {

// Appends to `file`.
std::unique_ptr<Engine> make_recorder(std::unique_ptr<Engine> inner, std::filesystem::path file);

// invalid_argument names the line that cannot be read.
Result<std::unique_ptr<Engine>> make_replayer(std::string_view cassette);

}  // namespace ev::net
