// Records made small: zstd with a dictionary that was trained on records of their kind, as each
// record is compressed by itself and most of its text is names of fields. libzstd's headers are
// included by record_codec.cpp only. Thread rule: immutable; any thread.
#pragma once

#include "base/result.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ev::store {

class RecordCodec {
 public:
  // "" = without a dictionary.
  explicit RecordCodec(std::string dictionary);
  ~RecordCodec();
  RecordCodec(const RecordCodec&) = delete;
  RecordCodec& operator=(const RecordCodec&) = delete;

  // A dictionary for records like these; "" when they are too few or too alike to learn from.
  static std::string train(const std::vector<std::string_view>& records);

  std::string pack(std::string_view record) const;
  // Errors: internal, when the bytes are not of this codec.
  Result<std::string> unpack(std::string_view bytes) const;
  const std::string& dictionary() const { return dictionary_; }

 private:
  struct Parts;
  std::string dictionary_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ev::store
