#include "mcp/inflight.hpp"

#include <algorithm>
#include <utility>

namespace ev::mcp {

std::optional<Inflight::Ticket> Inflight::add(const RequestId& id,
                                              std::shared_ptr<Progress> progress) {
  auto state = state_.lock();
  const auto [it, fresh] = state->live.try_emplace(id);
  if (!fresh) return std::nullopt;
  it->second.cookie = ++state->last_cookie;
  it->second.progress = std::move(progress);
  return Ticket{id, it->second.cookie, it->second.stop.get_token()};
}

bool Inflight::contains(const RequestId& id) {
  auto state = state_.lock();
  return !state->live.empty() && state->live.count(id) != 0;
}

bool Inflight::finish(const Ticket& ticket) {
  Entry entry;
  {
    auto state = state_.lock();
    const auto it = state->live.find(ticket.id);
    if (it == state->live.end() || it->second.cookie != ticket.cookie) return false;
    entry = std::move(it->second);
    state->live.erase(it);
  }
  if (entry.progress) entry.progress->close();
  return true;
}

void Inflight::cancel(const RequestId& id) {
  Entry entry;
  {
    auto state = state_.lock();
    const auto it = state->live.find(id);
    if (it == state->live.end()) return;
    entry = std::move(it->second);
    state->live.erase(it);
  }
  end(entry);
}

std::vector<RequestId> Inflight::cancel_all() {
  std::unordered_map<RequestId, Entry> live;
  {
    auto state = state_.lock();
    live.swap(state->live);
  }
  std::vector<std::pair<std::uint64_t, RequestId>> order;
  for (auto& [id, entry] : live) {
    order.emplace_back(entry.cookie, id);
    end(entry);
  }
  std::sort(order.begin(), order.end());
  std::vector<RequestId> ids;
  for (auto& [cookie, id] : order) ids.push_back(std::move(id));
  return ids;
}

void Inflight::end(Entry& entry) {
  if (entry.progress) entry.progress->close();
  entry.stop.request_stop();
}

}  // namespace ev::mcp
