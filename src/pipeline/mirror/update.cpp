#include "pipeline/mirror/update.hpp"

#include "pipeline/mirror/download.hpp"

#include <algorithm>
#include <future>
#include <optional>
#include <set>
#include <stop_token>

namespace ev::mirror {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBetweenCompacting = 16;  // files: about a shard of the baseline

Error stopped(Errc code, std::string message, std::string recovery) {
  return Error{.code = code,
               .message = "mirror: " + std::move(message),
               .source = "mirror",
               .recovery = std::move(recovery)};
}

class Update {
 public:
  Update(const Surroundings& around, const UpdateOptions& options, const Context& ctx)
      : mirror_(around.mirror), around_(around), options_(options), ctx_(ctx) {}

  Result<Updated> go() {
    if (options_.work == Work::update) EV_CHECK(mirror_.origin());
    EV_CHECK(keep_words_current(mirror_));
    EV_TRY(const RecordFile held, mirror_.hold());
    EV_TRY(const auto wanted, wanted_files());
    EV_CHECK(check_room(wanted));
    started_ = around_.clock.now();
    return apply_all(wanted);
  }

 private:
  using Files = std::vector<ListedFile>;

  Result<Files> listing(Folder folder) const {
    EV_TRY(const net::HttpResponse page,
           around_.http.send(plan_listing(around_.config, folder), ctx_));
    return read_listing(folder, page.body);
  }

  // In the order of applying.
  Result<Files> wanted_files() {
    Files out;
    EV_TRY(const Files baseline, listing(Folder::baseline));
    EV_TRY(const store::MirrorOrigin origin, settle(baseline));
    EV_TRY(const auto applied, mirror_.files());
    std::set<std::string> done;
    for (const store::MirrorFile& file : applied) done.insert(file.name);
    std::int64_t next = origin.first_file;
    for (const ListedFile& file : baseline) {
      if (file.number < origin.first_file || file.number > origin.last_file) continue;
      EV_CHECK(check_next(file, next));
      if (!done.contains(file.name)) out.push_back(file);
    }
    if (options_.work == Work::init) return out;
    EV_CHECK(add_updates(origin, done, out));
    const auto most = static_cast<std::size_t>(options_.max_files);
    if (most > 0 && out.size() > most) out.resize(most);
    return out;
  }

  static Result<void> check_next(const ListedFile& file, std::int64_t& next) {
    if (file.number == next++) return {};
    return stopped(
        Errc::upstream_changed,
        "file " + std::to_string(next - 1) + " is missing from the folder that lists " + file.name,
        "try again later: files are applied in order and none may be left out");
  }

  Result<void> add_updates(const store::MirrorOrigin& origin, const std::set<std::string>& done,
                           Files& out) const {
    EV_TRY(const Files updates, listing(Folder::updates));
    if (updates.front().year != origin.year) return other_year(origin, updates.front().year);
    std::int64_t next = origin.baseline_files + 1;
    for (const ListedFile& file : updates) {
      EV_CHECK(check_next(file, next));
      if (!done.contains(file.name)) out.push_back(file);
    }
    return {};
  }

  static Error other_year(const store::MirrorOrigin& origin, const std::string& year) {
    return stopped(
        Errc::upstream_changed,
        "the folder holds the baseline of 20" + year + ", this mirror is of 20" + origin.year,
        "a new baseline replaces all records: remove the mirror's folder and run "
        "`evidence-mcp mirror init`");
  }

  // What this mirror is of; made when there is none.
  Result<store::MirrorOrigin> settle(const Files& baseline) {
    auto known = mirror_.origin();
    const bool none = !known && known.error().code == Errc::not_found;
    if (!known && (!none || options_.work == Work::update)) return known;
    const std::int64_t listed = baseline.back().number;
    if (known && known->year != baseline.front().year) {
      return other_year(*known, baseline.front().year);
    }
    store::MirrorOrigin origin =
        known ? *std::move(known)
              : store::MirrorOrigin{.url = around_.config.endpoints.contains("mirror")
                                               ? around_.config.endpoints.at("mirror").url
                                               : std::string(),
                                    .year = baseline.front().year,
                                    .bits = options_.shard_bits,
                                    .first_file = options_.first_file};
    if (origin.first_file < baseline.front().number || origin.first_file > listed) {
      return stopped(Errc::invalid_argument,
                     "the baseline has files " + std::to_string(baseline.front().number) + " to " +
                         std::to_string(listed),
                     "give one of them with --from");
    }
    if (options_.work == Work::init) {
      const std::int64_t last =
          options_.max_files == 0 ? listed : origin.first_file + options_.max_files - 1;
      origin.last_file = std::clamp(last, origin.last_file, listed);
    }
    origin.baseline_files = listed;
    if (none) EV_CHECK(mark_words_current(mirror_));
    EV_CHECK(mirror_.create(origin));
    return origin;
  }

  Result<void> check_room(const Files& files) const {
    Plan plan{.files = files.size()};
    std::uint64_t largest = 0;
    for (const ListedFile& file : files) {
      const auto bytes = static_cast<std::uint64_t>(file.bytes);
      plan.bytes += bytes;
      largest = std::max(largest, bytes);
    }
    // Two files lie there at once; a shard's log of changes may hold one file's records twice.
    plan.needed = static_cast<std::uint64_t>(static_cast<double>(plan.bytes) * kGrowth) +
                  2 * largest +
                  static_cast<std::uint64_t>(2 * kGrowth * static_cast<double>(largest));
    std::error_code ec;
    const fs::space_info space = fs::space(mirror_.folder(), ec);
    if (!ec) plan.available = space.available;
    if (options_.planned) options_.planned(plan);
    if (files.empty() || ec || plan.available >= plan.needed) return {};
    return stopped(Errc::store_unavailable,
                   std::to_string(plan.files) + " files need about " + size_text(plan.needed) +
                       " of disk, and " + size_text(plan.available) + " are free in " +
                       mirror_.folder().string(),
                   "free some space, take fewer files (--max-files), or set EVIDENCE_MCP_HOME to a "
                   "larger disk");
  }

  Result<Downloaded> fetch(const ListedFile& file, const Context& ctx) const {
    return download(around_.http, around_.config, file, mirror_.folder() / "files", ctx);
  }

  Result<Updated> apply_all(const Files& files) {
    if (files.empty()) return std::move(out_);
    std::stop_source give_up;
    const std::stop_callback with_caller(ctx_.stop, [&] { give_up.request_stop(); });
    Context ctx = ctx_;
    ctx.stop = give_up.get_token();
    const auto begin = [&](const ListedFile& file) {
      return std::async(std::launch::async, [this, &file, ctx] { return fetch(file, ctx); });
    };
    std::future<Result<Downloaded>> coming = begin(files.front());
    for (std::size_t i = 0; i < files.size(); ++i) {
      auto here = coming.get();
      if (!here) return std::move(here).error();
      if (i + 1 < files.size()) coming = begin(files[i + 1]);
      const Result<void> applied = apply_one(files, i, *here);
      if (!applied) {
        give_up.request_stop();  // the future waits for its end
        return applied.error();
      }
      if (i + 1 == files.size() || (i + 1) % kBetweenCompacting == 0) {
        EV_CHECK(mirror_.compact(ctx_));
      }
    }
    return std::move(out_);
  }

  Result<void> apply_one(const Files& files, std::size_t i, const Downloaded& here) {
    const ListedFile& file = files[i];
    EV_TRY(const Applied applied, apply_file(mirror_,
                                             {.name = file.name,
                                              .update = file.folder == Folder::updates,
                                              .md5 = here.md5,
                                              .bytes = static_cast<std::int64_t>(here.bytes),
                                              .date = file.date},
                                             here.path, ctx_));
    if (!options_.keep_files) {
      std::error_code ignored;
      fs::remove(here.path, ignored);
    }
    ++out_.files;
    out_.records += applied.records;
    out_.counts.added += applied.counts.added;
    out_.counts.revised += applied.counts.revised;
    out_.counts.deleted += applied.counts.deleted;
    out_.counts.retracted += applied.counts.retracted;
    out_.counts.unchanged += applied.counts.unchanged;
    done_bytes_ += static_cast<double>(here.bytes);
    if (options_.stepped) options_.stepped(step(files, i, applied));
    return {};
  }

  Step step(const Files& files, std::size_t i, const Applied& applied) const {
    Step out{.name = files[i].name, .applied = applied, .done = i + 1, .files = files.size()};
    out.seconds = std::chrono::duration<double>(around_.clock.now() - started_).count();
    if (out.seconds <= 0) return out;
    out.records_per_second = static_cast<double>(out_.records) / out.seconds;
    double left = 0;
    for (std::size_t k = i + 1; k < files.size(); ++k) left += static_cast<double>(files[k].bytes);
    if (done_bytes_ > 0) out.seconds_left = left * out.seconds / done_bytes_;
    return out;
  }

  store::Mirror& mirror_;
  const Surroundings& around_;
  const UpdateOptions& options_;
  const Context& ctx_;
  Updated out_;
  double done_bytes_ = 0;
  TimePoint started_{};
};

}  // namespace

std::string size_text(std::uint64_t bytes) {
  const std::uint64_t hundredths = bytes / 10'000'000;
  const std::string rest = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (rest.size() < 2 ? "0" : "") + rest + " GB";
}

Result<Updated> update(const Surroundings& around, const UpdateOptions& options,
                       const Context& ctx) {
  return Update(around, options, ctx).go();
}

}  // namespace ev::mirror
