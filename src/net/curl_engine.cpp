#include "net/curl_engine.hpp"

#include "base/file.hpp"
#include "base/shared_library.hpp"
#include "base/text.hpp"
#include "net/url.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <map>

namespace ev::net {

namespace {

// clang-format off
#define EV_CURL_FUNCTIONS(X)                                                          \
  X(curl_global_init) X(curl_version) X(curl_version_info)                            \
  X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt) X(curl_easy_getinfo)     \
  X(curl_easy_strerror) X(curl_slist_append) X(curl_slist_free_all)                   \
  X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_add_handle)                   \
  X(curl_multi_remove_handle) X(curl_multi_perform) X(curl_multi_poll)                \
  X(curl_multi_wakeup) X(curl_multi_info_read) X(curl_multi_setopt)
// clang-format on

struct CurlApi {
#define EV_MEMBER(name) decltype(&::name) name = nullptr;
  EV_CURL_FUNCTIONS(EV_MEMBER)
#undef EV_MEMBER
  std::string problem;  // why it cannot be used; "" when it can
};

#ifdef EV_CURL_AT_FIRST_USE
void bind(CurlApi& api) {
  static const SharedLibrary library({"libcurl.so.4", "libcurl-gnutls.so.4"});
  if (!library.problem().empty()) {
    api.problem = "libcurl cannot be loaded (" + library.problem() + ")";
    return;
  }
#define EV_BIND(name)                                                   \
  api.name = reinterpret_cast<decltype(api.name)>(library.find(#name)); \
  if (api.name == nullptr) api.problem = "the installed libcurl is too old (no " #name ")";
  EV_CURL_FUNCTIONS(EV_BIND)
#undef EV_BIND
}
#else
void bind(CurlApi& api) {
#define EV_BIND(name) api.name = &::name;
  EV_CURL_FUNCTIONS(EV_BIND)
#undef EV_BIND
}
#endif

const CurlApi& curl() {
  static const CurlApi api = [] {
    CurlApi made;
    bind(made);
    if (made.problem.empty() && made.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
      made.problem = "libcurl could not be initialised";
    }
    return made;
  }();
  return api;
}

struct Transfer {
  Transfer(std::uint64_t number, const WireRequest& wire)
      : id(number), request(wire), easy(curl().curl_easy_init()) {}
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() {
    if (easy != nullptr) curl().curl_easy_cleanup(easy);
    curl().curl_slist_free_all(headers);
  }

  std::uint64_t id;
  WireRequest request;  // libcurl reads the body from here
  CURL* easy;
  curl_slist* headers = nullptr;
  HttpResponse response;
  bool too_large = false;
  char error_text[CURL_ERROR_SIZE] = {};
};

std::size_t on_body(char* data, std::size_t, std::size_t size, void* user) noexcept {
  auto& transfer = *static_cast<Transfer*>(user);
  if (transfer.response.body.size() + size > transfer.request.max_body) {
    transfer.too_large = true;
    return 0;  // ends the transfer
  }
  try {
    transfer.response.body.append(data, size);
  } catch (...) {
    return 0;
  }
  return size;
}

std::size_t on_header(char* data, std::size_t, std::size_t size, void* user) noexcept {
  constexpr std::size_t kMaxHeaders = 200;
  auto& headers = static_cast<Transfer*>(user)->response.headers;
  try {
    const std::string_view line = text::trim({data, size});
    // A new status line starts the headers anew: "100 Continue" comes before the real ones.
    if (line.substr(0, 5) == "HTTP/") headers.clear();
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || headers.size() >= kMaxHeaders) return size;
    headers.emplace_back(text::to_lower_ascii(text::trim(line.substr(0, colon))),
                         std::string(text::trim(line.substr(colon + 1))));
  } catch (...) {
    return 0;
  }
  return size;
}

// Failures that another try may not meet (DNS, connect, TLS hand-shake, timeout, reset, cut body).
bool is_transient(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_HTTP2:
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_HTTP2_STREAM:
      return true;
    default:
      return false;
  }
}

// libcurl counts a refused CONNECT among the broken transfers; its own text tells them apart:
// "Received HTTP code 407 from proxy after CONNECT", "CONNECT tunnel failed, response 407".
bool refused_by_proxy(CURLcode code, std::string_view detail) {
  return code == CURLE_RECV_ERROR && detail.find("CONNECT") != std::string_view::npos;
}

// "proxy.example:3128" when libcurl failed to reach that and not the service itself, else "".
std::string unreached_proxy(const Transfer& transfer) {
  constexpr std::string_view kBefore = "Failed to connect to ";
  constexpr std::string_view kBetween = " port ";
  const std::string_view detail = transfer.error_text;
  const std::size_t port = detail.find(kBetween);
  if (!detail.starts_with(kBefore) || port == std::string_view::npos) return {};
  const std::string host(detail.substr(kBefore.size(), port - kBefore.size()));
  const auto wanted = parse_url(transfer.request.url);
  if (!wanted || text::to_lower_ascii(host) == wanted->host) return {};
  const std::string_view rest = detail.substr(port + kBetween.size());
  return host + ":" + std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
}

TransportError describe(CURLcode code, const Transfer& transfer) {
  if (transfer.too_large) {
    return {.transient = false,
            .too_large = true,
            .message =
                "the reply is larger than " + std::to_string(transfer.request.max_body) + " bytes"};
  }
  TransportError error{.transient = is_transient(code), .message = curl().curl_easy_strerror(code)};
  const std::string proxy = code == CURLE_COULDNT_CONNECT ? unreached_proxy(transfer) : "";
  if (!proxy.empty()) {
    error.message = "the proxy " + proxy + " (HTTPS_PROXY) cannot be reached";
  } else if (code == CURLE_COULDNT_RESOLVE_PROXY) {
    error.message = "the name of the proxy (HTTPS_PROXY) cannot be resolved";
  } else if (refused_by_proxy(code, transfer.error_text)) {
    error.transient = false;
    error.message = std::string("the proxy refuses the connection (") + transfer.error_text +
                    "); check HTTPS_PROXY, with name and password where it wants them";
  } else if (code == CURLE_PEER_FAILED_VERIFICATION) {
    error.message += std::string(" (") + transfer.error_text +
                     "); behind a proxy with its own certificate set SSL_CERT_FILE, and check the "
                     "clock of this machine";
  } else if (code == CURLE_SSL_CACERT_BADFILE) {
    error.message += "; check SSL_CERT_FILE and CURL_CA_BUNDLE, or install ca-certificates";
  }
  return error;
}

class CurlEngine final : public Engine {
 public:
  CurlEngine() {
    if (!curl().problem.empty()) return;
    multi_ = curl().curl_multi_init();
    ca_file_ = env("CURL_CA_BUNDLE");
    if (ca_file_.empty()) ca_file_ = env("SSL_CERT_FILE");
    ca_dir_ = env("SSL_CERT_DIR");
  }
  ~CurlEngine() override {
    while (!transfers_.empty()) cancel(transfers_.begin()->first);
    if (multi_ != nullptr) curl().curl_multi_cleanup(multi_);
  }

  void start(std::uint64_t id, const WireRequest& request) override {
    if (multi_ == nullptr) {
      return fail(id, curl().problem.empty() ? "libcurl could not be started" : curl().problem);
    }
    auto transfer = std::make_unique<Transfer>(id, request);
    if (transfer->easy == nullptr) return fail(id, "libcurl is out of memory");
    set_options(*transfer);
    set_request(*transfer);
    if (curl().curl_multi_add_handle(multi_, transfer->easy) != CURLM_OK) {
      return fail(id, "libcurl refused the transfer");
    }
    transfers_.emplace(id, std::move(transfer));
  }

  void cancel(std::uint64_t id) override {
    const auto it = transfers_.find(id);
    if (it == transfers_.end()) return;
    curl().curl_multi_remove_handle(multi_, it->second->easy);
    transfers_.erase(it);
  }

  std::vector<Completion> poll(TimePoint until) override {
    std::vector<Completion> done = std::exchange(failed_, {});
    if (multi_ == nullptr) return done;
    perform(done);
    if (!done.empty()) return done;
    curl().curl_multi_poll(multi_, nullptr, 0, milliseconds_to(until), nullptr);
    perform(done);
    return done;
  }

  void wake() override {
    if (multi_ != nullptr) curl().curl_multi_wakeup(multi_);
  }

 private:
  template <class Value>
  static void set(Transfer& transfer, CURLoption option, Value value) {
    curl().curl_easy_setopt(transfer.easy, option, value);
  }

  void fail(std::uint64_t id, std::string message) {
    failed_.push_back(
        {.id = id, .failed = true, .error = {.transient = false, .message = std::move(message)}});
  }

  void set_options(Transfer& t) const {
    set(t, CURLOPT_NOSIGNAL, 1L);
    set(t, CURLOPT_PRIVATE, &t);
    set(t, CURLOPT_ERRORBUFFER, t.error_text);
    set(t, CURLOPT_WRITEFUNCTION, &on_body);
    set(t, CURLOPT_WRITEDATA, &t);
    set(t, CURLOPT_HEADERFUNCTION, &on_header);
    set(t, CURLOPT_HEADERDATA, &t);
    set(t, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(t, CURLOPT_ACCEPT_ENCODING, "");
    set(t, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(t, CURLOPT_FOLLOWLOCATION, 0L);
    set(t, CURLOPT_SSL_VERIFYPEER, 1L);
    set(t, CURLOPT_SSL_VERIFYHOST, 2L);
#if LIBCURL_VERSION_NUM >= 0x075500
    set(t, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    set(t, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    // Without it, removing a transfer waits for its name look-up to end.
    set(t, CURLOPT_QUICK_EXIT, 1L);
#endif
    set(t, CURLOPT_CONNECTTIMEOUT_MS,
        static_cast<long>(std::chrono::milliseconds(limits::kConnectTimeout).count()));
    set(t, CURLOPT_TIMEOUT_MS, static_cast<long>(t.request.timeout.count()));
    if (t.request.idle_timeout.count() > 0) {
      set(t, CURLOPT_LOW_SPEED_LIMIT, 1L);
      set(t, CURLOPT_LOW_SPEED_TIME,
          static_cast<long>(
              std::chrono::ceil<std::chrono::seconds>(t.request.idle_timeout).count()));
    }
    if (!ca_file_.empty()) {
      set(t, CURLOPT_CAINFO, ca_file_.c_str());
      set(t, CURLOPT_PROXY_CAINFO, ca_file_.c_str());
    }
    if (!ca_dir_.empty()) set(t, CURLOPT_CAPATH, ca_dir_.c_str());
  }

  static void set_request(Transfer& t) {
    set(t, CURLOPT_URL, t.request.url.c_str());
    const auto parts = parse_url(t.request.url);
    if (parts && is_loopback(parts->host)) set(t, CURLOPT_NOPROXY, "*");
    if (t.request.method == "POST") {
      set(t, CURLOPT_POST, 1L);
      set(t, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(t.request.body.size()));
      set(t, CURLOPT_POSTFIELDS, t.request.body.c_str());
      // Waiting for "100 Continue" costs a second with servers that do not send it.
      t.headers = curl().curl_slist_append(t.headers, "Expect:");
    }
    for (const auto& [name, value] : t.request.headers) {
      t.headers = curl().curl_slist_append(t.headers, (name + ": " + value).c_str());
    }
    set(t, CURLOPT_HTTPHEADER, t.headers);
  }

  static int milliseconds_to(TimePoint until) {
    constexpr auto kLongest = std::chrono::milliseconds(60'000);
    const TimePoint now = SystemClock().now();
    if (until <= now) return 0;
    if (until >= now + kLongest) return static_cast<int>(kLongest.count());
    // Rounded up, or the last millisecond would be spent spinning.
    return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(until - now).count());
  }

  void perform(std::vector<Completion>& done) {
    int running = 0;
    curl().curl_multi_perform(multi_, &running);
    int left = 0;
    while (CURLMsg* message = curl().curl_multi_info_read(multi_, &left)) {
      if (message->msg == CURLMSG_DONE)
        done.push_back(complete(message->easy_handle, message->data.result));
    }
  }

  Completion complete(CURL* easy, CURLcode code) {
    Transfer* transfer = nullptr;
    long status = 0;
    curl_off_t microseconds = 0;
    curl().curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    curl().curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl().curl_easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &microseconds);
    Completion out{.id = transfer->id, .failed = code != CURLE_OK};
    if (out.failed) {
      out.error = describe(code, *transfer);
    } else {
      out.response = std::move(transfer->response);
      out.response.status = static_cast<int>(status);
      out.response.elapsed = std::chrono::milliseconds(microseconds / 1000);
    }
    cancel(out.id);
    return out;
  }

  CURLM* multi_ = nullptr;
  std::string ca_file_;
  std::string ca_dir_;
  std::map<std::uint64_t, std::unique_ptr<Transfer>> transfers_;
  std::vector<Completion> failed_;
};

}  // namespace

std::unique_ptr<Engine> make_curl_engine() {
  return std::make_unique<CurlEngine>();
}

CurlFacts curl_facts() {
  if (!curl().problem.empty()) return {.problem = curl().problem};
  const curl_version_info_data* const info = curl().curl_version_info(CURLVERSION_NOW);
  CurlFacts out{.version = curl().curl_version()};
  // Older ones do not say where they look.
  if (info->age < CURLVERSION_SEVENTH) return out;
  if (info->cainfo != nullptr) out.ca_file = info->cainfo;
  if (info->capath != nullptr) out.ca_dir = info->capath;
  return out;
}

}  // namespace ev::net
