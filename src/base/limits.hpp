// Every limit of the program in one place; `evidence-mcp doctor` prints them. A limit that is hit
// is always named to the caller together with a way to narrow the request.
#pragma once

#include <chrono>
#include <cstddef>

namespace ev::limits {

using namespace std::chrono_literals;

inline constexpr std::size_t kLineBytes = 10u << 20;         // one JSON-RPC line
inline constexpr int kJsonDepth = 64;                        // nesting of untrusted JSON
inline constexpr std::size_t kJsonValues = 2'000'000;        // of one text: 150 bytes each, or more
inline constexpr std::size_t kBodyBytes = 64u << 20;         // one upstream reply, decompressed
inline constexpr std::size_t kErrorExcerptBytes = 2u << 10;  // upstream text kept for the log
inline constexpr std::size_t kQueuedCallBytes = 64u << 20;   // tool calls waiting for a worker
inline constexpr std::size_t kOutboxBytes = 64u << 20;       // answers a client has not read
inline constexpr std::size_t kXmlRecordBytes = 64u << 20;    // one PubMed record
inline constexpr std::size_t kRecordBytes = 16u << 20;       // one record of a reference file
inline constexpr std::size_t kImportRecords = 5'000'000;     // of one file
inline constexpr std::size_t kImportBadRecords = 10'000;     // of one file that cannot be read
inline constexpr std::size_t kImportExpansion = 300;         // bytes of text of one of a file
inline constexpr std::size_t kReferenceBytes = 20'000;       // one reference to be verified
inline constexpr std::size_t kLocalQueryWords = 500;         // different ones of a query, offline

// What is read of a record (pipeline/text/read_part.hpp). Beside each the largest seen in 10,366
// abstracts; a longer sentence is read in parts, of a longer record the beginning.
inline constexpr std::size_t kReadTitleBytes = 2'000;
inline constexpr std::size_t kReadAbstractBytes = 40'000;  // 37,640
inline constexpr std::size_t kReadNumbers = 450;           // runs of digits in an abstract: 220
inline constexpr std::size_t kReadSections = 100;          // labelled parts of an abstract
inline constexpr std::size_t kReadSentences = 600;         // 531
inline constexpr std::size_t kReadSentenceBytes = 4'200;   // 4,184
inline constexpr std::size_t kReadSentenceNumbers = 110;   // runs of digits in a sentence

inline constexpr int kWorkers = 4;
inline constexpr auto kCallTimeout = 60s;
inline constexpr auto kCallTimeoutHard = 300s;
inline constexpr auto kConnectTimeout = 10s;
inline constexpr auto kIdleTimeout = 30s;  // a transfer without a single byte
inline constexpr int kTries = 5;
inline constexpr auto kRetryWaitCap = 30s;
inline constexpr auto kEnrichmentBudget = 4s;     // services asked after the sources have answered
inline constexpr int kQueryRequests = 150;        // to PubMed for the queries of one goal …
inline constexpr int kQueryMeaningRequests = 40;  // of these about what the goal means
inline constexpr std::size_t kIdleMemory = 64u << 20;  // free memory kept after a call
inline constexpr auto kIdleAfter = 40s;  // without a call, what is kept for speed goes
inline constexpr int kProgressPerSecond = 5;
inline constexpr auto kShutdownGrace = 1500ms;

inline constexpr int kResponseTokens =
    10'000;  // default max_response_tokens; 4 characters ~ 1 token
inline constexpr int kPubMedReachable = 9'999;  // records one PubMed query can page through
inline constexpr int kFetchBatch = 200;         // ids per efetch request
inline constexpr int kGetUrlBytes = 2'000;      // longer requests travel as POST
inline constexpr int kResultSetDays = 30;       // life of a handle

}  // namespace ev::limits
