// The sounder of every board on a wave that takes effect at once.
#include "hal/sounder.hpp"

#include "hal/conformance/sound.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;

struct FakeWave {
    static constexpr std::uint32_t counts_hz = 1'000'000;
    static void init() noexcept {}
    static void set(std::uint32_t of_wave, std::uint32_t of_high) noexcept {
        counts = of_wave;
        high = of_high;
    }

    static inline std::uint32_t counts = 0, high = 0;
};

struct Ear {
    hal::Sounder<FakeWave>& sounder;

    [[nodiscard]] static unsigned hz() { return FakeWave::high == 0 ? 0 : FakeWave::counts_hz / FakeWave::counts; }
    [[nodiscard]] static unsigned loudness() { return FakeWave::high; }
    void pass_ms(std::uint32_t ms) {
        for (; ms != 0; --ms) sounder.step();
    }
};

TEST(Sounder, KeepsThePromisesOfSound) {
    hal::Sounder<FakeWave> sounder{};
    Ear ear{sounder};
    hal::conformance::check_sound(sounder, ear, test::report);
}

}  // namespace
