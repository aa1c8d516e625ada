#include "base/shared_library.hpp"

#include <dlfcn.h>

namespace ev {

SharedLibrary::SharedLibrary(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    handle_ = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) {
      problem_.clear();
      return;
    }
    if (problem_.empty()) problem_ = ::dlerror();
  }
}

void* SharedLibrary::find(const char* name) const {
  return handle_ == nullptr ? nullptr : ::dlsym(handle_, name);
}

}  // namespace ev
