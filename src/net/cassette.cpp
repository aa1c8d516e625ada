#include "net/cassette.hpp"

#include "base/guarded.hpp"
#include "base/json.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "net/url.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <fstream>
#include <map>
#include <mutex>

namespace ev::net {

namespace {

// The body is stored decoded, so its wire length and coding no longer hold; cookies identify a
// user.
bool is_kept(std::string_view header) {
  constexpr std::array<std::string_view, 6> kDropped = {"set-cookie",       "content-length",
                                                        "content-encoding", "transfer-encoding",
                                                        "connection",       "date"};
  return std::find(kDropped.begin(), kDropped.end(), header) == kDropped.end();
}

std::string to_hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::optional<std::string> from_hex(std::string_view hex) {
  std::string out;
  if (hex.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = hex_digit(hex[i]);
    const int low = hex_digit(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

std::string exchange_line(const std::string& label, const std::vector<std::string>& secrets,
                          const Completion& completion) {
  Json line = {{"request", redact(label, secrets)}};
  if (completion.failed) {
    line["error"] = {{"message", redact(completion.error.message, secrets)},
                     {"transient", completion.error.transient},
                     {"too_large", completion.error.too_large}};
    return dump_json(line) + "\n";
  }
  const HttpResponse& response = completion.response;
  line["status"] = response.status;
  Json headers = Json::array();
  for (const auto& [name, value] : response.headers) {
    if (is_kept(name)) headers.push_back({name, redact(value, secrets)});
  }
  line["headers"] = std::move(headers);
  // Records keep every other character; error bodies may repeat what was sent in forms of their
  // own.
  std::string body = response.status >= 400 ? redact(response.body, secrets)
                                            : remove_secrets(response.body, secrets);
  if (text::valid_utf8(body)) {
    line["body"] = std::move(body);
  } else {
    line["body_hex"] = to_hex(body);
  }
  return dump_json(line) + "\n";
}

class Recorder final : public Engine {
 public:
  Recorder(std::unique_ptr<Engine> inner, std::filesystem::path file)
      : inner_(std::move(inner)), file_(std::move(file)) {}

  void start(std::uint64_t id, const WireRequest& request) override {
    flying_[id] = {request.label, request.secrets};
    inner_->start(id, request);
  }
  void cancel(std::uint64_t id) override {
    flying_.erase(id);
    inner_->cancel(id);
  }
  std::vector<Completion> poll(TimePoint until) override {
    std::vector<Completion> done = inner_->poll(until);
    for (const Completion& completion : done) write(completion);
    return done;
  }
  void wake() override { inner_->wake(); }

 private:
  void write(const Completion& completion) {
    const auto it = flying_.find(completion.id);
    if (it == flying_.end()) return;
    std::ofstream out(file_, std::ios::app | std::ios::binary);
    out << exchange_line(it->second.first, it->second.second, completion);
    flying_.erase(it);
    if (!out.flush()) log(Level::error, "cassette_not_written", {{"file", file_.string()}});
  }

  std::unique_ptr<Engine> inner_;
  std::filesystem::path file_;
  std::map<std::uint64_t, std::pair<std::string, std::vector<std::string>>> flying_;
};

struct Track {
  std::vector<Completion> replies;
  std::size_t next = 0;
};
using Tracks = std::map<std::string, Track>;

std::optional<HttpResponse> read_response(const Json& line) {
  HttpResponse out;
  const auto status = line.find("status");
  if (status == line.end() || !status->is_number_integer()) return std::nullopt;
  out.status = status->get<int>();
  const auto headers = line.find("headers");
  if (headers != line.end() && headers->is_array()) {
    for (const Json& header : *headers) {
      if (!header.is_array() || header.size() != 2 || !header[0].is_string() ||
          !header[1].is_string()) {
        return std::nullopt;
      }
      out.headers.emplace_back(header[0].get<std::string>(), header[1].get<std::string>());
    }
  }
  const auto body = line.find("body");
  const auto hex = line.find("body_hex");
  if (body != line.end() && body->is_string()) out.body = body->get<std::string>();
  if (hex == line.end()) return out;
  if (!hex->is_string()) return std::nullopt;
  const auto bytes = from_hex(hex->get_ref<const std::string&>());
  if (!bytes) return std::nullopt;
  out.body = *bytes;
  return out;
}

std::optional<Completion> read_completion(const Json& line) {
  Completion out;
  const auto error = line.find("error");
  if (error == line.end()) {
    auto response = read_response(line);
    if (!response) return std::nullopt;
    out.response = std::move(*response);
    return out;
  }
  if (!error->is_object()) return std::nullopt;
  out.failed = true;
  const auto flag = [&](const char* name) {
    const auto it = error->find(name);
    return it != error->end() && it->is_boolean() && it->get<bool>();
  };
  out.error.transient = flag("transient");
  out.error.too_large = flag("too_large");
  const auto message = error->find("message");
  if (message != error->end() && message->is_string())
    out.error.message = message->get<std::string>();
  return out;
}

Result<Tracks> read_tracks(std::string_view cassette) {
  Tracks tracks;
  int number = 0;
  for (const std::string& text : text::split(cassette, '\n')) {
    ++number;
    if (text::trim(text).empty()) continue;
    const std::string where = "cassette line " + std::to_string(number);
    EV_TRY(const Json line, parse_json(text, where));
    const Error unreadable{.code = Errc::invalid_argument, .message = where + " cannot be read"};
    if (!line.is_object()) return unreadable;
    const auto request = line.find("request");
    if (request == line.end() || !request->is_string()) return unreadable;
    auto completion = read_completion(line);
    if (!completion) return unreadable;
    tracks[request->get<std::string>()].replies.push_back(std::move(*completion));
  }
  return tracks;
}

// The recorded request that agrees longest from both ends.
std::string nearest_request(const Tracks& tracks, std::string_view label) {
  std::string_view best;
  std::size_t best_score = 0;
  for (const auto& [known, track] : tracks) {
    const std::size_t most = std::min(known.size(), label.size());
    std::size_t front = 0;
    while (front < most && known[front] == label[front]) ++front;
    std::size_t back = 0;
    while (back < most - front &&
           known[known.size() - 1 - back] == label[label.size() - 1 - back]) {
      ++back;
    }
    if (front + back > best_score) {
      best_score = front + back;
      best = known;
    }
  }
  return best.empty() ? "nothing was recorded" : "the nearest is " + std::string(best);
}

class Replayer final : public Engine {
 public:
  explicit Replayer(Tracks tracks) : tracks_(std::move(tracks)) {}

  void start(std::uint64_t id, const WireRequest& request) override {
    const std::string label = redact(request.label, request.secrets);
    const auto it = tracks_.find(label);
    Completion reply;
    if (it == tracks_.end()) {
      reply.failed = true;
      reply.error = {
          .transient = false,
          .message = "no recording of " + label + "; " + nearest_request(tracks_, label)};
    } else {
      Track& track = it->second;
      reply = track.replies[track.next];
      if (track.next + 1 < track.replies.size()) ++track.next;
      if (!reply.failed && reply.response.body.size() > request.max_body)
        reply = too_large(request);
    }
    reply.id = id;
    ready_.push_back(std::move(reply));
  }
  void cancel(std::uint64_t id) override {
    std::erase_if(ready_, [id](const Completion& reply) { return reply.id == id; });
  }
  std::vector<Completion> poll(TimePoint until) override {
    if (!ready_.empty()) return std::exchange(ready_, {});
    auto awake = awake_.lock();
    if (until == TimePoint::max()) {
      awake.wait(wakened_, [&] { return *awake; });
    } else {
      awake.wait_until(wakened_, until, [&] { return *awake; });
    }
    *awake = false;
    return {};
  }
  void wake() override {
    *awake_.lock() = true;
    wakened_.notify_one();
  }

 private:
  static Completion too_large(const WireRequest& request) {
    return {.failed = true,
            .error = {.transient = false,
                      .too_large = true,
                      .message = "the reply is larger than " + std::to_string(request.max_body) +
                                 " bytes"}};
  }

  Tracks tracks_;
  std::vector<Completion> ready_;
  Guarded<bool> awake_;
  std::condition_variable wakened_;
};

}  // namespace

std::unique_ptr<Engine> make_recorder(std::unique_ptr<Engine> inner, std::filesystem::path file) {
  return std::make_unique<Recorder>(std::move(inner), std::move(file));
}

Result<std::unique_ptr<Engine>> make_replayer(std::string_view cassette) {
  EV_TRY(Tracks tracks, read_tracks(cassette));
  return std::unique_ptr<Engine>(std::make_unique<Replayer>(std::move(tracks)));
}

}  // namespace ev::net
