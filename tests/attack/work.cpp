#include "attack/work.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> g_blocks{0};
thread_local std::size_t t_blocks = 0;

void* counted(std::size_t size) {
  g_blocks.fetch_add(1, std::memory_order_relaxed);
  ++t_blocks;
  if (void* const block = std::malloc(size == 0 ? 1 : size)) return block;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void operator delete(void* block) noexcept {
  std::free(block);
}
void operator delete[](void* block) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
void operator delete[](void* block, std::size_t) noexcept {
  std::free(block);
}

namespace ev::attack {

std::size_t blocks() {
  return g_blocks.load();
}
std::size_t blocks_of_thread() {
  return t_blocks;
}

}  // namespace ev::attack
