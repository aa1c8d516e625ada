// Dialect: one era of the protocol. Each has its own method table, so a method that an era lacks is
// -32601 by absence, and stamps results its own way; tools and the session see no difference
// otherwise. Thread rule: the reader thread only, except append_result, which is const and touches
// constants.
#pragma once

#include "mcp/method.hpp"
#include "mcp/server.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mcp {

class Dialect {
 public:
  Dialect() = default;
  virtual ~Dialect() = default;
  Dialect(const Dialect&) = delete;  // the rows point at their dialect
  Dialect& operator=(const Dialect&) = delete;
  // Null when the era has no such method.
  const Method* find(std::string_view method) const;
  // Appends the whole answer, without a newline. What is hidden in any string of it goes here, once
  // for all answers.
  virtual void append_result(std::string& out, std::string_view id, const Members& members,
                             const Caching& caching) const = 0;
  virtual bool modern() const = 0;
  virtual const std::string& version() const = 0;

 protected:
  void add_methods(const std::vector<Feature>& features, Eras era);
  std::vector<Method> methods_;
};

// 2024-11-05 … 2025-11-25: a handshake makes the session, which belongs to the process.
class LegacyDialect final : public Dialect {
 public:
  LegacyDialect(const ServerOptions& options, const std::vector<Feature>& features);
  void append_result(std::string& out, std::string_view id, const Members& members,
                     const Caching& caching) const override;
  bool modern() const override { return false; }
  const std::string& version() const override { return version_; }
  bool initialized() const { return initialized_; }
  // What the client of the handshake declared; nothing before it.
  const ClientCapabilities& client() const { return client_; }
  bool takes_batches() const { return initialized_ && version_ == "2025-03-26"; }

 private:
  Outcome initialize(const Request& request);

  std::string version_ = "2025-11-25";  // the newest until a client chooses
  bool initialized_ = false;
  ClientCapabilities client_;
  std::vector<Feature> features_;  // without their methods: what each version may be told
  std::string about_;              // members of the initialize result behind the capabilities
};

// 2026-07-28: every request states its version and capabilities in params._meta; nothing is
// remembered.
class ModernDialect final : public Dialect {
 public:
  ModernDialect(const ServerOptions& options, const std::vector<Feature>& features);
  // Whether `_meta` claims this era at all, well-formed or not.
  static bool claimed(const Json* meta);
  // Methods of this era only; without a claim they are malformed, never legacy.
  static bool owns(std::string_view method);
  static RpcError missing_claim(const Json* meta);
  // Why a request with this `_meta` cannot be served.
  std::optional<RpcError> refuse(const Json* meta) const;
  void append_result(std::string& out, std::string_view id, const Members& members,
                     const Caching& caching) const override;
  // The result that ends an open subscriptions/listen.
  std::string listen_end(std::string_view id) const;
  bool modern() const override { return true; }
  const std::string& version() const override { return version_; }

 private:
  std::string version_ = "2026-07-28";
  std::string server_info_;  // the _meta member every result carries
};

// Shared by both: the Implementation object and the members of `capabilities`.
std::string implementation_json(const ServerOptions& options);
std::string capabilities_json(const std::vector<Feature>& features, Eras era,
                              std::string_view version);

}  // namespace ev::mcp
