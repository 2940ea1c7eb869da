// Which mutant a test program is (MUTANT in its environment), and, if MUTANT_MAP names a file, which mutants' places each
// test has run: a line for each test with its name, its processor time in microseconds, its file, and the numbers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include <gtest/gtest.h>

namespace mutation {

int chosen = 0;
unsigned char reached[MUTANTS + 1];

namespace {

long long processor_us() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000ll + now.tv_nsec / 1000;
}

class Map : public testing::EmptyTestEventListener {
public:
    explicit Map(std::FILE* out) : out_{out} {}

    void OnTestStart(const testing::TestInfo&) override { began_us_ = processor_us(); }
    void OnTestEnd(const testing::TestInfo& test) override {
        std::fprintf(out_, "%s.%s %lld %s", test.test_suite_name(), test.name(), processor_us() - began_us_,
                     test.file());
        for (int i = 1; i <= MUTANTS; ++i)
            if (reached[i] != 0) std::fprintf(out_, " %d", i);
        std::fputc('\n', out_);
        std::fflush(out_);
        std::memset(reached, 0, sizeof reached);
    }

private:
    std::FILE* out_;
    long long began_us_ = 0;
};

// Before any other constructor of the program: they may run mutated code.
[[gnu::constructor(101)]] void begin() {
    if (const char* number = std::getenv("MUTANT")) chosen = std::atoi(number);
}

const bool listening = [] {
    const char* path = std::getenv("MUTANT_MAP");
    if (path == nullptr) return false;
    std::FILE* out = std::fopen(path, "w");
    if (out == nullptr) std::exit(2);
    testing::UnitTest::GetInstance()->listeners().Append(new Map(out));
    return true;
}();

}  // namespace
}  // namespace mutation
