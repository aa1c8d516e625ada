#include "store/record_codec.hpp"

#include "base/limits.hpp"

#include <zdict.h>
#include <zstd.h>

namespace ev::store {

// Named, not anonymous: RecordCodec::Parts, which has linkage, holds them.
namespace zstd_owner {

struct FreeContexts {
  void operator()(ZSTD_CCtx* c) const noexcept { ZSTD_freeCCtx(c); }
  void operator()(ZSTD_DCtx* d) const noexcept { ZSTD_freeDCtx(d); }
  void operator()(ZSTD_CDict* c) const noexcept { ZSTD_freeCDict(c); }
  void operator()(ZSTD_DDict* d) const noexcept { ZSTD_freeDDict(d); }
};
template <class T>
using Owned = std::unique_ptr<T, FreeContexts>;

}  // namespace zstd_owner
using zstd_owner::Owned;

namespace {

constexpr int kLevel = 3;  // 6 takes twice its time for a few per cent
constexpr std::size_t kDictionaryBytes = 64u << 10;

// Made once per thread: they hold the tables that a record is looked up in.
ZSTD_CCtx* packing() {
  thread_local const Owned<ZSTD_CCtx> context(ZSTD_createCCtx());
  return context.get();
}
ZSTD_DCtx* unpacking() {
  thread_local const Owned<ZSTD_DCtx> context(ZSTD_createDCtx());
  return context.get();
}

}  // namespace

struct RecordCodec::Parts {
  Owned<ZSTD_CDict> packs;
  Owned<ZSTD_DDict> unpacks;
};

RecordCodec::RecordCodec(std::string dictionary)
    : dictionary_(std::move(dictionary)), parts_(std::make_unique<Parts>()) {
  if (dictionary_.empty()) return;
  parts_->packs.reset(ZSTD_createCDict(dictionary_.data(), dictionary_.size(), kLevel));
  parts_->unpacks.reset(ZSTD_createDDict(dictionary_.data(), dictionary_.size()));
}

RecordCodec::~RecordCodec() = default;

std::string RecordCodec::train(const std::vector<std::string_view>& records) {
  std::string all;
  std::vector<std::size_t> sizes;
  sizes.reserve(records.size());
  for (const std::string_view record : records) {
    all += record;
    sizes.push_back(record.size());
  }
  std::string out(kDictionaryBytes, '\0');
  const std::size_t size = ZDICT_trainFromBuffer(out.data(), out.size(), all.data(), sizes.data(),
                                                 static_cast<unsigned>(sizes.size()));
  if (ZDICT_isError(size) != 0) return {};
  out.resize(size);
  return out;
}

std::string RecordCodec::pack(std::string_view record) const {
  std::string out(ZSTD_compressBound(record.size()), '\0');
  const std::size_t size =
      parts_->packs != nullptr
          ? ZSTD_compress_usingCDict(packing(), out.data(), out.size(), record.data(),
                                     record.size(), parts_->packs.get())
          : ZSTD_compressCCtx(packing(), out.data(), out.size(), record.data(), record.size(),
                              kLevel);
  out.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return out;
}

Result<std::string> RecordCodec::unpack(std::string_view bytes) const {
  const Error damaged{.message = "a record of the mirror is damaged",
                      .source = "mirror",
                      .recovery = "run `evidence-mcp mirror verify`"};
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
      size > limits::kXmlRecordBytes) {
    return damaged;
  }
  std::string out(static_cast<std::size_t>(size), '\0');
  const std::size_t got =
      parts_->unpacks != nullptr
          ? ZSTD_decompress_usingDDict(unpacking(), out.data(), out.size(), bytes.data(),
                                       bytes.size(), parts_->unpacks.get())
          : ZSTD_decompressDCtx(unpacking(), out.data(), out.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) != 0 || got != out.size()) return damaged;
  return out;
}

}  // namespace ev::store
