#include "base/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <cctype>

namespace ev {

namespace {

std::atomic<Level> g_level{Level::warn};

spdlog::logger& logger() {
  static spdlog::logger instance = [] {
    spdlog::logger made("evidence-mcp", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made.set_level(spdlog::level::trace);
    made.set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
    return made;
  }();
  return instance;
}

spdlog::level::level_enum spd(Level level) {
  switch (level) {
    case Level::debug:
      return spdlog::level::debug;
    case Level::info:
      return spdlog::level::info;
    case Level::warn:
      return spdlog::level::warn;
    case Level::error:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

void append_value(std::string& out, std::string_view value) {
  bool quote = value.empty();
  for (const char c : value) quote = quote || c == ' ' || c == '"' || c == '=';
  if (quote) out += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  if (quote) out += '"';
}

}  // namespace

void set_log_level(Level level) {
  g_level = level;
}

bool log_enabled(Level level) {
  return level >= g_level.load(std::memory_order_relaxed);
}

void log(Level level, std::string_view event, std::initializer_list<LogField> fields) {
  if (!log_enabled(level)) return;
  std::string line(event);
  for (const LogField& field : fields) {
    line += ' ';
    line += field.key;
    line += '=';
    append_value(line, field.value);
  }
  logger().log(spd(level), "{}", line);
}

}  // namespace ev
