// Sets of cards as bits of a 64-bit word: the few operations for which every compiler has words of its own.
//
// All are static: the kernel is compiled twice into one module, and a shared function might be linked in the version for
// newer processors, which others cannot run. Only `count` may be asked about an empty set.
#pragma once
#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#if !defined(_M_X64) && !defined(_M_ARM64)
#error "The kernel needs a 64-bit target."
#endif
#include <intrin.h>
#endif

namespace sheepfold {

#if defined(_MSC_VER) && !defined(__clang__)

// Without __popcnt64, which is wrong on a processor that lacks the instruction.
static inline int count(std::uint64_t m) {
    m -= m >> 1 & 0x5555555555555555ull;
    m = (m & 0x3333333333333333ull) + (m >> 2 & 0x3333333333333333ull);
    m = (m + (m >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return int(m * 0x0101010101010101ull >> 56);
}
static inline int lowest(std::uint64_t m) {
    unsigned long at;
    _BitScanForward64(&at, m);
    return int(at);
}
static inline int highest(std::uint64_t m) {
    unsigned long at;
    _BitScanReverse64(&at, m);
    return int(at);
}
static inline void fetch(const void* where) {
#if defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(where), _MM_HINT_T0);
#else
    __prefetch(where);
#endif
}

#else // GCC and Clang, clang-cl included

static inline int count(std::uint64_t m) { return __builtin_popcountll(m); }
static inline int lowest(std::uint64_t m) { return __builtin_ctzll(m); }
static inline int highest(std::uint64_t m) { return 63 - __builtin_clzll(m); }
static inline void fetch(const void* where) { __builtin_prefetch(where); }

#endif

} // namespace sheepfold
