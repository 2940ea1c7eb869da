// A fuzz target: a function that must hold what it promises for any bytes at all.
//
// Each `host_tests/fuzz/NAME_fuzz.cpp` defines one with `STACKMATE_FUZZ_TARGET(NAME)`. Clang's libFuzzer looks for bytes that
// break it (`tools/fuzz NAME`); in the ordinary tests the same function is given the files of `corpus/NAME`
// (corpus_test.cpp). What breaks is thrown as `Broken`, which ends a fuzzer and fails a test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace stackmate::fuzz {

using Bytes = std::span<const std::uint8_t>;

/// A promise that was not kept.
struct Broken : std::logic_error {
    using std::logic_error::logic_error;
};

/// Throws `Broken` with the place and `detail` unless `kept`. `detail`: text, or a function that is asked for it then.
template <class Detail = std::string_view>
void hold(bool kept, std::string_view promise, const Detail& detail = {}, const char* file = __builtin_FILE(),
          int line = __builtin_LINE()) {
    if (kept) {
        return;
    }
    std::string text;
    if constexpr (std::is_invocable_v<const Detail&>) {
        text = detail();
    } else {
        text = detail;
    }
    throw Broken{std::string{file} + ":" + std::to_string(line) + ": " + std::string{promise}
                 + (text.empty() ? "" : ": '" + text + "'")};
}

inline std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// Choices that the bytes make, the first ones first. When there are no more, each is 0.
class Choices {
public:
    explicit Choices(Bytes bytes) : left_{bytes} {}

    [[nodiscard]] bool empty() const { return left_.empty(); }
    std::uint8_t byte() {
        if (left_.empty()) {
            return 0;
        }
        const std::uint8_t first = left_.front();
        left_ = left_.subspan(1);
        return first;
    }
    /// 0 to `n` - 1; one byte for up to 256, else two. `n` is 1 to 65536.
    std::size_t below(std::size_t n) {
        const std::size_t low = byte();
        return (n > 256 ? low | std::size_t{byte()} << 8 : low) % n;
    }
    bool one_in(std::size_t n) { return below(n) == 0; }
    /// Up to `most` bytes.
    Bytes take(std::size_t most) {
        const Bytes taken = left_.first(most < left_.size() ? most : left_.size());
        left_ = left_.subspan(taken.size());
        return taken;
    }

private:
    Bytes left_;
};

using Target = void (*)(Bytes);

/// Those of a program that is no fuzzer.
inline std::map<std::string_view, Target>& targets() {
    static std::map<std::string_view, Target> all;
    return all;
}
struct Registered {
    Registered(std::string_view name, Target target) { targets().emplace(name, target); }
};

}  // namespace stackmate::fuzz

#if defined(STACKMATE_LIBFUZZER)
#define STACKMATE_FUZZ_TARGET(name)                                                     \
    static void fuzz_##name(stackmate::fuzz::Bytes);                                    \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
        fuzz_##name({data, size});                                                      \
        return 0;                                                                       \
    }                                                                                   \
    static void fuzz_##name([[maybe_unused]] stackmate::fuzz::Bytes bytes)
#else
#define STACKMATE_FUZZ_TARGET(name)                                                 \
    static void fuzz_##name(stackmate::fuzz::Bytes);                                \
    static const stackmate::fuzz::Registered registered_##name{#name, fuzz_##name}; \
    static void fuzz_##name([[maybe_unused]] stackmate::fuzz::Bytes bytes)
#endif
