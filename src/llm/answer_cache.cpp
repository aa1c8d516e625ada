#include "llm/answer_cache.hpp"

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/limits.hpp"

#include <nlohmann/json.hpp>

#include <bit>
#include <cstdint>

namespace ev::llm {

namespace {

constexpr std::chrono::hours kAnswerLife{24 * limits::kResultSetDays};
constexpr std::chrono::hours kModeLife{24 * 7};  // a newer server gets its chance

std::optional<Rung> rung_named(std::string_view name) {
  for (const Rung rung : {Rung::json_schema, Rung::json_object, Rung::prompt}) {
    if (name == to_string(rung)) return rung;
  }
  return std::nullopt;
}

std::optional<Json> kept_object(const std::optional<std::string>& body) {
  if (!body) return std::nullopt;
  auto document = parse_json(*body, "kept");
  if (!document || !document->is_object()) return std::nullopt;
  return *std::move(document);
}

std::optional<Rung> rung_in(const Json& kept) {
  const auto rung = kept.find("rung");
  return rung != kept.end() && rung->is_string() ? rung_named(rung->get<std::string>())
                                                 : std::nullopt;
}

bool flag_in(const Json& kept, const char* name, bool otherwise) {
  const auto flag = kept.find(name);
  return flag != kept.end() && flag->is_boolean() ? flag->get<bool>() : otherwise;
}

std::string packed(const std::vector<float>& vector) {
  std::string out;
  out.reserve(vector.size() * 4);
  for (const float component : vector) {
    const auto bits = std::bit_cast<std::uint32_t>(component);
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(bits >> shift & 0xff);
  }
  return out;
}

std::vector<float> unpacked(std::string_view bytes) {
  std::vector<float> out;
  if (bytes.size() % 4 != 0) return out;
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    std::uint32_t bits = 0;
    for (unsigned n = 0; n < 4; ++n) {
      bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + n])) << (8 * n);
    }
    out.push_back(std::bit_cast<float>(bits));
  }
  return out;
}

}  // namespace

AnswerCache::AnswerCache(net::CacheStore* store, const Clock& clock, std::string_view api,
                         const ModelEndpoint& endpoint, bool offline)
    : store_(store),
      clock_(clock),
      identity_(std::string(api) + "\n" + endpoint.url + "\n" + endpoint.model),
      model_(endpoint.model),
      offline_(offline) {}

std::string AnswerCache::key(std::string_view kind, std::string_view content) const {
  return sha256_hex("llm\n" + std::string(kind) + "\n" + identity_ + "\n" + std::string(content));
}

std::optional<std::string> AnswerCache::get(const std::string& key,
                                            std::chrono::seconds life) const {
  if (store_ == nullptr) return std::nullopt;
  std::optional<net::CachedResponse> found = store_->get(key);
  if (!found) return std::nullopt;
  const std::chrono::seconds age = clock_.unix_time() - found->stored_at;
  const bool fresh = age >= std::chrono::seconds(-60) && age < life;
  if (!fresh && !offline_) return std::nullopt;
  return std::move(found->body);
}

void AnswerCache::put(const std::string& key, std::string body) const {
  if (store_ == nullptr) return;
  store_->put(key, {.status = 200,
                    .content_type = "application/json",
                    .body = std::move(body),
                    .stored_at = clock_.unix_time()});
}

std::optional<AnswerCache::Answer> AnswerCache::answer(const Task& task) const {
  const auto kept = kept_object(get(key("answer", task_key(task, model_)), kAnswerLife));
  if (!kept) return std::nullopt;
  const auto json = kept->find("answer");
  const auto rung = rung_in(*kept);
  if (json == kept->end() || !json->is_object() || !rung) return std::nullopt;
  return Answer{
      .json = dump_json(*json), .rung = *rung, .repaired = flag_in(*kept, "repaired", false)};
}

void AnswerCache::keep(const Task& task, const Answer& answer) const {
  put(key("answer", task_key(task, model_)),
      R"({"rung":")" + std::string(to_string(answer.rung)) + R"(","repaired":)" +
          (answer.repaired ? "true" : "false") + R"(,"answer":)" + answer.json + "}");
}

std::optional<Mode> AnswerCache::mode() const {
  const auto kept = kept_object(get(key("mode", ""), kModeLife));
  const auto rung = kept ? rung_in(*kept) : std::nullopt;
  if (!rung) return std::nullopt;
  return Mode{.rung = *rung,
              .temperature = flag_in(*kept, "temperature", true),
              .seed = flag_in(*kept, "seed", true),
              .completion_tokens = flag_in(*kept, "completion_tokens", false)};
}

void AnswerCache::keep(const Mode& mode) const {
  put(key("mode", ""), dump_json(Json{{"rung", to_string(mode.rung)},
                                      {"temperature", mode.temperature},
                                      {"seed", mode.seed},
                                      {"completion_tokens", mode.completion_tokens}}));
}

std::optional<std::vector<float>> AnswerCache::vector(std::string_view text) const {
  const auto kept = get(key("vector", sha256_hex(text)), kAnswerLife);
  if (!kept) return std::nullopt;
  std::vector<float> out = unpacked(*kept);
  if (out.empty()) return std::nullopt;
  return out;
}

void AnswerCache::keep(std::string_view text, const std::vector<float>& vector) const {
  put(key("vector", sha256_hex(text)), packed(vector));
}

std::size_t AnswerCache::dimension() const {
  const auto kept = kept_object(get(key("dimension", ""), kAnswerLife));
  if (!kept) return 0;
  const auto value = kept->find("dimension");
  return value != kept->end() && value->is_number_unsigned() ? value->get<std::size_t>() : 0;
}

void AnswerCache::keep_dimension(std::size_t dimension) const {
  put(key("dimension", ""), dump_json(Json{{"dimension", dimension}}));
}

}  // namespace ev::llm
