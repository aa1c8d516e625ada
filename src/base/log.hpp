// Log lines on stderr, `level event key=value …`, one line each. stdout never carries anything but
// the protocol. Callers pass only redacted text (net/url.hpp); values are escaped here so that one
// event stays one line. Thread rule: every function may be called from any thread.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace ev {

enum class Level { debug, info, warn, error };

struct LogField {
  LogField(std::string_view k, std::string_view v) : key(k), value(v) {}
  LogField(std::string_view k, const char* v) : key(k), value(v) {}
  LogField(std::string_view k, const std::string& v) : key(k), value(v) {}
  template <class Number>
  requires std::is_arithmetic_v<Number> LogField(std::string_view k, Number v)
      : key(k), value(std::to_string(v)) {}
  std::string key;
  std::string value;
};

void set_log_level(Level level);
bool log_enabled(Level level);
void log(Level level, std::string_view event, std::initializer_list<LogField> fields = {});

}  // namespace ev
