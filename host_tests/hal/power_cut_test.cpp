// The power fails at every step of the flash in a game of 60 half moves: in every erase and every word
// programmed, and everything that may be left of the word or the sector then. After each restart the store is
// as before the request that was cut or as after it, and the game goes on from there.
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "host_tests/hal/any_store.hpp"
#include "host_tests/hal/flash_chips.hpp"
#include "host_tests/support/sample.hpp"

namespace {

using namespace stackmate;
using hal::NvResult;
using hal::fake::Tear;

// Small segments beside the real ones, so that a game of 60 half moves goes through several of them.
using SmallFlash2 = hal::fake::Flash<3, 1024, 2>;
using SmallFlash4 = hal::fake::Flash<4, 512, 4>;
using SmallFlash8 = hal::fake::Flash<2, 1024, 8>;
struct Small2 : test::Chip<SmallFlash2, 1, 1> {
    using Log = hal::FlashLog<SmallFlash2, 1, 8, 32>;
    static constexpr const char* name = "HalfWordsInThreeSectors";
};
struct Small4 : test::Chip<SmallFlash4, 2, 1> {
    using Log = hal::FlashLog<SmallFlash4, 2, 8, 32>;
    static constexpr const char* name = "WordsInTwoSegmentsOfTwoSectors";
};
struct Small8 : test::Chip<SmallFlash8, 1, 1> {
    using Log = hal::FlashLog<SmallFlash8, 1, 8, 32>;
    static constexpr const char* name = "DoubleWordsInTwoSectors";
};

/// One request to the store; under no key, that room be made for so many bytes as it has.
struct Request {
    unsigned key;
    bool replaces;
    std::string bytes;
};

using Values = std::map<unsigned, std::string>;  ///< what is under each key, empty ones left out

constexpr unsigned settings_key = 0;
constexpr unsigned game_key = 1;
constexpr unsigned no_key = 99;
constexpr unsigned most_keys = 16;

/// A game of 60 half moves as the firmware saves it: start, moves, some taken back, a setting changed on the
/// way, the result.
std::vector<Request> game() {
    std::vector<Request> requests;
    requests.push_back({game_key, true, std::string(20, 'G')});
    for (int ply = 0; ply < 60; ++ply) {
        requests.push_back({game_key, false, {static_cast<char>('A' + ply), static_cast<char>(ply)}});
        if (ply % 17 == 16) {
            requests.push_back({game_key, false, "\xff\x01"});
        }
        if (ply == 10) {  // most of the segment is free still, and yet another one is begun
            requests.push_back({no_key, false, std::string(270, ' ')});
        }
        if (ply == 30) {
            requests.push_back({settings_key, true, "level 7"});
        }
    }
    requests.push_back({game_key, false, "\xff\x02"});
    return requests;
}

void apply(Values& values, const Request& request) {
    if (request.key == no_key) {
        return;
    }
    auto& value = values[request.key];
    value = request.replaces ? request.bytes : value + request.bytes;
    if (value.empty()) {
        values.erase(request.key);
    }
}

/// Any chip's flash behind one face, so that what is done with it is compiled once.
struct AnyFlash {
    virtual ~AnyFlash() = default;
    [[nodiscard]] virtual std::unique_ptr<AnyFlash> copy() const = 0;
    /// The store that the chip would have after a start.
    [[nodiscard]] virtual std::unique_ptr<test::AnyStore> log() = 0;
    virtual void cut_after(std::uint32_t step, Tear tear, std::uint32_t seed) = 0;
    virtual void run_on(std::uint32_t operations, bool believed) = 0;
    [[nodiscard]] virtual bool falling() const = 0;
    virtual void power_on() = 0;
    [[nodiscard]] virtual bool powered() const = 0;
    [[nodiscard]] virtual std::uint64_t steps() const = 0;
    [[nodiscard]] virtual unsigned misuses() const = 0;
    [[nodiscard]] virtual std::uint32_t erases() const = 0;
};

template <class C>
struct FlashOf final : AnyFlash {
    [[nodiscard]] std::unique_ptr<AnyFlash> copy() const override { return std::make_unique<FlashOf>(*this); }
    [[nodiscard]] std::unique_ptr<test::AnyStore> log() override {
        return std::make_unique<test::StoreOf<typename C::Log>>(flash);
    }
    void cut_after(std::uint32_t step, Tear tear, std::uint32_t seed) override { flash.cut_after(step, tear, seed); }
    void run_on(std::uint32_t operations, bool believed) override { flash.run_on(operations, believed); }
    [[nodiscard]] bool falling() const override { return flash.falling(); }
    void power_on() override { flash.power_on(); }
    [[nodiscard]] bool powered() const override { return flash.powered(); }
    [[nodiscard]] std::uint64_t steps() const override { return flash.steps(); }
    [[nodiscard]] unsigned misuses() const override { return static_cast<unsigned>(flash.misuses); }
    [[nodiscard]] std::uint32_t erases() const override {
        return std::accumulate(flash.erases.begin(), flash.erases.end(), 0u);
    }

    typename C::Flash flash{};
};

class PowerCutGame : public testing::Test {
protected:
    using Log = test::AnyStore;

    explicit PowerCutGame(std::unique_ptr<AnyFlash> empty) : flash_{std::move(empty)} {}

    static std::span<const std::byte> bytes(const std::string& text) {
        return std::as_bytes(std::span{text.data(), text.size()});
    }

    static NvResult ask(Log& log, const Request& request) {
        if (request.key == no_key) {
            return log.make_room(request.bytes.size());
        }
        return request.replaces ? log.put(request.key, bytes(request.bytes))
                                : log.append(request.key, bytes(request.bytes));
    }

    static Values all(const Log& log) {
        Values values;
        for (unsigned key = 0; key < most_keys; ++key) {
            if (const auto size = log.size(key); size != 0) {
                std::string value(size, '?');
                const auto read = log.read(key, 0, std::as_writable_bytes(std::span{value.data(), size}));
                EXPECT_EQ(read, size);
                values[key] = value;
            }
        }
        return values;
    }

    /// Values at the beginning and after each request; and flash in which `filled` bytes of the segment in use
    /// are gone already, so that the game meets its end sooner or later.
    void prepare(std::uint32_t left) {
        const auto store = flash_->log();
        Log& log = *store;
        EXPECT_EQ(log.open(), NvResult::empty);
        Values values;
        const auto make = [&](const Request& request) {
            ASSERT_EQ(ask(log, request), NvResult::ok);
            apply(values, request);
        };
        make({settings_key, true, "level 3"});
        make({5, true, std::string(30, 'x')});
        make({game_key, true, "the game before"});
        while (log.room() > left) {
            make({game_key, false, "e5"});
            if (values[game_key].size() > 100) {
                make({game_key, true, "another one"});
            }
        }
        states_ = {values};
        for (const auto& request : requests_) {
            apply(values, request);
            states_.push_back(values);
        }
    }

    /// How far a game has come.
    struct Run {
        bool right = true;
        std::size_t sure = 0;  ///< requests that were answered with ok, or found done by a start that then wrote
        bool tidied = false;   ///< the last request has erased something
        std::size_t done = 0;  ///< the same and one more at most, which a start found done but wrote nothing
        std::string problem{};
    };

    /// Starts, checks what is found, and asks for the requests that are not done until the power fails. Where it falls slowly the
    /// voltage detector ends it behind the request that was cut, whatever that was answered with.
    Run run(AnyFlash& flash, Run before) {
        const auto store = flash.log();
        Log& log = *store;
        const auto found = look(log, before);
        if (!found.right) {
            return found;
        }
        auto result = found;
        while (result.done < requests_.size()) {
            const auto erases = flash.erases();
            const bool ok = ask(log, requests_[result.done]) == NvResult::ok;
            result.tidied = flash.erases() != erases;
            result.done += ok ? 1 : 0;
            if (!ok || flash.falling()) {
                break;
            }
            result.sure = result.done;
        }
        return result;
    }

    /// Opens. What is found must be the state that is sure, or one of those up to the request that was cut.
    Run look(Log& log, Run before) {
        if (const auto opened = log.open(); opened != NvResult::ok) {
            before.right = false;
            before.problem = "open says " + std::to_string(static_cast<int>(opened));
            return before;
        }
        const auto found = all(log);
        for (auto state = std::min(before.done + 1, requests_.size()) + 1; state-- > before.sure;) {
            if (found == states_[state]) {
                before.done = state;
                return before;
            }
        }
        std::ostringstream text;
        text << "neither " << before.sure << " nor a later one up to " << before.done + 1;
        before.right = false;
        before.problem = text.str();
        return before;
    }

    /// The supply falls at each step of a game, or at a sample of them, and the processor goes on for a while. How many falls.
    std::uint32_t for_each_fall(bool believed) {
        prepare(300);
        std::uint32_t falls = 0;
        const auto all = steps();
        const std::uint32_t stride = test::whole_or_sample(1u, 29u);
        for (std::uint32_t step = 0; step < all && !this->HasFatalFailure(); step += stride) {
            for (std::uint32_t runs_on = 1; runs_on <= 24; runs_on += runs_on < 4 ? 1 : 5, ++falls) {
                SCOPED_TRACE(testing::Message() << "runs on for " << runs_on);
                const auto tear = static_cast<Tear>((step + runs_on) % 8);
                cut(step, tear, step + runs_on, {step % 5}, runs_on, believed);
            }
        }
        return falls;
    }

    /// One power cut in step `step` as `tear` says, and another in each of the steps `again` after it.
    void cut(std::uint32_t step, Tear tear, std::uint32_t seed, const std::vector<std::uint32_t>& again,
             std::uint32_t runs_on = 0, bool believed = false) {
        const auto copy = flash_->copy();
        AnyFlash& flash = *copy;
        flash.run_on(runs_on, believed);
        flash.cut_after(step, tear, seed);
        auto result = run(flash, {});
        if (believed && result.tidied) {
            return;  // a whole segment may be believed and be none later: docs/STORAGE.md
        }
        std::ostringstream where;
        where << "step " << step << ", tear " << static_cast<int>(tear) << ", seed " << seed;
        for (const auto next : again) {
            ASSERT_TRUE(result.right) << where.str() << ": " << result.problem;
            if (flash.powered() && !flash.falling()) {
                break;
            }
            flash.power_on();
            flash.cut_after(next, tear, seed + next);
            result = run(flash, result);
            if (believed && result.tidied) {
                return;
            }
            where << ", then " << next;
            ++cuts_;
        }
        ASSERT_TRUE(result.right) << where.str() << ": " << result.problem;
        // Look at it a few times, as wavering words may read differently each time; then play to the end.
        for (int looks = 0; looks < 3; ++looks) {
            flash.power_on();
            const auto store = flash.log();
            Log& log = *store;
            const auto seen = look(log, result);
            ASSERT_TRUE(seen.right) << where.str() << ": " << seen.problem;
        }
        flash.power_on();
        const auto left = flash.log();
        Log& last = *left;
        result = look(last, result);
        ASSERT_TRUE(result.right) << where.str() << ": " << result.problem;
        ASSERT_EQ(last.make_room(0), NvResult::ok) << where.str();  // a write, so that what is found is sure
        for (; result.done < requests_.size(); ++result.done) {
            ASSERT_EQ(ask(last, requests_[result.done]), NvResult::ok) << where.str();
        }
        for (int looks = 0; looks < 2; ++looks) {
            flash.power_on();
            const auto store = flash.log();
            Log& log = *store;
            ASSERT_EQ(log.open(), NvResult::ok) << where.str();
            ASSERT_EQ(all(log), states_.back()) << where.str();
        }
        ASSERT_EQ(flash.misuses(), 0u) << where.str();
        ++cuts_;
    }

    /// Steps of the flash that the whole game takes without a cut.
    std::uint32_t steps() {
        const auto copy = flash_->copy();
        AnyFlash& flash = *copy;
        const auto before = flash.steps();
        const auto result = run(flash, {});
        EXPECT_TRUE(result.right && result.done == requests_.size()) << result.problem;
        return static_cast<std::uint32_t>(flash.steps() - before);
    }

    const std::vector<Request> requests_ = game();
    std::vector<Values> states_{};
    std::unique_ptr<AnyFlash> flash_;
    std::uint32_t cuts_ = 0;
};

template <class C>
class PowerCut : public PowerCutGame {
protected:
    PowerCut() : PowerCutGame{std::make_unique<FlashOf<C>>()} {}
};

using Chips = testing::Types<test::Rp2040, test::Stm32l475, test::Stm32f411, test::Stm32f103, Small2, Small4, Small8>;
struct ChipName {
    template <class C>
    static std::string GetName(int) {
        return C::name;
    }
};
TYPED_TEST_SUITE(PowerCut, Chips, ChipName);

// The processor of a board whose supply falls goes on for a while. To the store it seems that the flash goes bad: it
// writes the half move again further on, closes the segment and erases the others, as far as it gets.
TYPED_TEST(PowerCut, WhileTheProcessorRunsOnLeavesTheGameBeforeOrAfterTheHalfMove) { (void)this->for_each_fall(false); }

// What reads right while the supply falls need not do so at the next start. The store believes it, and so does the game.
TYPED_TEST(PowerCut, WhatIsBelievedWhileTheSupplyFallsCostsTheRequestThatWasCutAtMost) {
    const std::uint32_t falls = this->for_each_fall(true);
    EXPECT_GT(this->cuts_, falls / 2) << "most are held";
}

TYPED_TEST(PowerCut, AtEveryStepLeavesTheGameBeforeOrAfterTheHalfMove) {
    this->prepare(300);  // the segment ends in the middle of the game
    const auto steps = this->steps();
    ASSERT_GT(steps, 60u * 8 / TypeParam::Flash::program_bytes);
    const std::uint32_t stride = test::whole_or_sample(1u, 23u);
    for (std::uint32_t step = 0; step < steps; step += stride) {
        for (unsigned tear = 0; tear < hal::fake::tears; ++tear) {
            const bool small = TypeParam::Log::segment_bytes <= 1024;
            const std::uint32_t seeds = tear < static_cast<unsigned>(Tear::random)           ? 1
                                        : tear >= static_cast<unsigned>(Tear::weak) && small ? 12
                                                                                             : 2;
            for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
                this->cut(step, static_cast<Tear>(tear), seed, {});
                if (this->HasFatalFailure()) {
                    return;
                }
            }
        }
    }
    this->RecordProperty("steps", static_cast<int>(steps));
    this->RecordProperty("cuts", static_cast<int>(this->cuts_));
}

TYPED_TEST(PowerCut, AgainAndAgainSoonAfterTheRestart) {
    this->prepare(300);
    const auto steps = this->steps();
    const std::uint32_t stride = test::whole_or_sample(1u, 23u) * (TypeParam::Log::segment_bytes > 1024 ? 11 : 1);
    std::uint32_t seed = 0;
    for (std::uint32_t step = 0; step < steps; step += stride) {
        for (const std::uint32_t next : {0u, 1u, 2u, 3u, 5u, 9u, 20u, 60u}) {
            for (const auto tear : {Tear::random, Tear::wavering, Tear::weak, Tear::all}) {
                this->cut(step, tear, ++seed, {next, next % 3, 0, 1});
                if (this->HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TYPED_TEST(PowerCut, InTheVeryFirstRequestLeavesAnEmptyStoreOrTheRequest) {
    for (unsigned tear = 0; tear < hal::fake::tears; ++tear) {
        for (std::uint32_t step = 0;; ++step) {
            FlashOf<TypeParam> flash;
            flash.cut_after(step, static_cast<Tear>(tear), step);
            const auto log = flash.log();
            (void)log->open();
            const bool ok = this->ask(*log, {game_key, true, "first"}) == NvResult::ok;
            const bool cut = !flash.powered();
            flash.power_on();
            const auto store = flash.log();
            auto& again = *store;
            (void)again.open();
            const auto found = this->all(again);
            EXPECT_TRUE(found == (Values{{game_key, "first"}}) || (!ok && found.empty()));
            EXPECT_EQ(this->ask(again, {game_key, true, "second"}), NvResult::ok);
            EXPECT_EQ(this->all(again), (Values{{game_key, "second"}}));
            if (!cut) {
                break;
            }
        }
    }
}

}  // namespace
