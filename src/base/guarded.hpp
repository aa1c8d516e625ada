// Guarded<T>: a value that can only be reached through its lock, so the compiler shows every lock.
// No thread ever holds two Guarded at once (ARCHITECTURE.md), hence no lock order exists to get
// wrong.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>

namespace ev {

template <class T>
class Guarded {
 public:
  Guarded() = default;
  explicit Guarded(T value) : value_(std::move(value)) {}

  class Locked {
   public:
    T* operator->() { return value_; }
    T& operator*() { return *value_; }
    void wait(std::condition_variable& cv) { cv.wait(lock_); }
    template <class Predicate>
    void wait(std::condition_variable& cv, Predicate ready) {
      cv.wait(lock_, ready);
    }
    template <class TimePointT, class Predicate>
    bool wait_until(std::condition_variable& cv, TimePointT when, Predicate ready) {
      return cv.wait_until(lock_, when, ready);
    }

   private:
    friend class Guarded;
    Locked(std::mutex& mutex, T& value) : lock_(mutex), value_(&value) {}
    std::unique_lock<std::mutex> lock_;
    T* value_;
  };

  Locked lock() { return Locked(mutex_, value_); }

 private:
  std::mutex mutex_;
  T value_{};
};

}  // namespace ev
