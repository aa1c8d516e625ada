#include "base/clock.hpp"

#include <cstdio>

namespace ev {

namespace {

struct CivilTime {
  int year, month, day, hour, minute, second;
};

CivilTime civil(std::chrono::seconds unix_time) {
  using namespace std::chrono;
  const sys_seconds t{unix_time};
  const auto day_point = floor<days>(t);
  const year_month_day ymd{day_point};
  const hh_mm_ss hms{t - day_point};
  return {static_cast<int>(ymd.year()),
          static_cast<int>(static_cast<unsigned>(ymd.month())),
          static_cast<int>(static_cast<unsigned>(ymd.day())),
          static_cast<int>(hms.hours().count()),
          static_cast<int>(hms.minutes().count()),
          static_cast<int>(hms.seconds().count())};
}

}  // namespace

TimePoint SystemClock::now() const {
  return std::chrono::time_point_cast<Nanos>(std::chrono::steady_clock::now());
}

std::chrono::seconds SystemClock::unix_time() const {
  return std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
}

std::string iso_date(std::chrono::seconds unix_time) {
  const CivilTime c = civil(unix_time);
  char out[48];
  std::snprintf(out, sizeof out, "%04d-%02d-%02d", c.year, c.month, c.day);
  return out;
}

std::string iso_time(std::chrono::seconds unix_time) {
  const CivilTime c = civil(unix_time);
  char out[96];
  std::snprintf(out, sizeof out, "%04d-%02d-%02dT%02d:%02d:%02dZ", c.year, c.month, c.day, c.hour,
                c.minute, c.second);
  return out;
}

}  // namespace ev
