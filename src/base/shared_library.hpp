// A library opened while the program runs, by one of several names. It stays open until the process
// ends. Thread rule: immutable after construction.
#pragma once

#include <initializer_list>
#include <string>

namespace ev {

class SharedLibrary {
 public:
  // The first of the names that can be opened.
  explicit SharedLibrary(std::initializer_list<const char*> names);
  // Why the first name could not be opened when none could (the others are stopgaps); "" when open.
  const std::string& problem() const { return problem_; }
  // The address of an exported name; null when there is none, or no library.
  void* find(const char* name) const;

 private:
  void* handle_ = nullptr;
  std::string problem_;
};

}  // namespace ev
