// The flash log at its edges, to the byte: the room that it tells, what a start reads from bytes that were put together here by
// docs/STORAGE.md, and where its first writes go.
#include "hal/flash_log.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hal/crc_32.hpp"
#include "host_tests/hal/flash_chips.hpp"

namespace stackmate {
namespace {

using hal::NvResult;

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

/// Flash that refuses to read more than 16 bytes at once if they include a certain one.
struct Flash : hal::fake::Flash<3, 512, 4> {
    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        const bool refuses = to.size() > 16 && refused >= offset && refused < offset + to.size();
        reads_beyond += offset + to.size() > cells_in_all ? 1u : 0u;
        return !refuses && hal::fake::Flash<3, 512, 4>::read(offset, to);
    }
    static constexpr std::uint32_t cells_in_all = sectors * sector_bytes;
    std::uint32_t refused = nowhere;
    mutable unsigned reads_beyond = 0;
};
using Log = hal::FlashLog<Flash, 1, 8, 32>;

// Of records: 3 bytes in front, 3 behind, whole units of 4 bytes.
constexpr std::uint32_t headers = 64, empty_record = 8, longest_record = 40;
static_assert(Log::request_bytes(0) == empty_record && Log::request_bytes(2) == 8 && Log::request_bytes(3) == 12
              && Log::request_bytes(32) == longest_record);
static_assert(Log::reserve == 4 + longest_record + empty_record && Log::capacity == 512 - headers - Log::reserve);

std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span{text.data(), text.size()}); }
std::string times(std::size_t count, char letter = 'x') { return std::string(count, letter); }

/// A segment, put together by the page on storage.
class Page {
public:
    Page(Flash& flash, std::uint32_t segment, std::uint32_t epoch)
        : cells_{flash.cells().subspan(segment * Log::segment_bytes, Log::segment_bytes)}, epoch_{epoch} {}

    void header(std::uint32_t copy, std::uint32_t base) {
        const std::uint32_t words[] = {0x314C'4D53, epoch_, base};
        for (std::uint32_t i = 0; i < 3; ++i) word(copy * 16 + i * 4, words[i], 4);
        word(copy * 16 + 12, hal::Crc32::of(cells_.subspan(copy * 16, 12)), 4);
    }
    /// Kinds: 0 put, 1 append, 2 begin, 3 moving. `of_epoch`: what its check is made of.
    void record(unsigned kind, unsigned key, std::uint8_t serial, std::string_view content, std::uint32_t of_epoch) {
        cells_[at_] = static_cast<std::byte>(kind << 4 | key);
        cells_[at_ + 1] = static_cast<std::byte>(content.size());
        cells_[at_ + 2] = static_cast<std::byte>(serial);
        for (std::uint32_t i = 0; i < content.size(); ++i) cells_[at_ + 3 + i] = static_cast<std::byte>(content[i]);
        const auto whole = static_cast<std::uint32_t>(3 + content.size());
        word(at_ + whole, check(of_epoch, at_, cells_.subspan(at_, whole)), 3);
        at_ += static_cast<std::uint32_t>(Log::request_bytes(content.size()));
    }
    void record(unsigned kind, unsigned key, std::uint8_t serial, std::string_view content = {}) {
        record(kind, key, serial, content, epoch_);
    }
    void leave_free(std::uint32_t count) { at_ += count; }

private:
    void word(std::uint32_t at, std::uint32_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) cells_[at + i] = static_cast<std::byte>(value >> 8 * i);
    }
    /// CRC-12 bit by bit over epoch, place and record, then the zeros of record and CRC.
    static std::uint32_t check(std::uint32_t epoch, std::uint32_t offset, std::span<const std::byte> record) {
        std::uint32_t crc = 0xFFF, zeros = 0;
        const auto take = [&crc](unsigned value, unsigned bits) {
            for (unsigned bit = bits; bit-- > 0;) {
                const bool odd = ((crc >> 11 ^ value >> bit) & 1) != 0;
                crc = (crc << 1 & 0xFFF) ^ (odd ? 0x80F : 0);
            }
        };
        for (unsigned i = 0; i < 8; ++i) take(epoch >> 4 * i & 15, 4);
        for (unsigned i = 0; i < 5; ++i) take(offset >> 4 * i & 15, 4);
        for (const std::byte byte : record) {
            take(std::to_integer<unsigned>(byte), 8);
            zeros += 8u - static_cast<unsigned>(std::popcount(std::to_integer<unsigned>(byte)));
        }
        return crc | (zeros + 12u - static_cast<unsigned>(std::popcount(crc))) << 12;
    }

    std::span<std::byte> cells_;
    std::uint32_t epoch_;
    std::uint32_t at_ = headers;
};

struct FlashLogEdges : testing::Test {
    NvResult restart() {
        log_ = std::make_unique<Log>(flash);
        return log_->open();
    }
    Log& log() { return *log_; }
    std::string value(unsigned key) const {
        std::string text(log_->size(key) + 8, '?');
        text.resize(log_->read(key, 0, std::as_writable_bytes(std::span{text.data(), text.size()})));
        return text;
    }
    void put(unsigned key, std::string_view text) { ASSERT_EQ(log().put(key, bytes(text)), NvResult::ok); }
    void append(unsigned key, std::string_view text) { ASSERT_EQ(log().append(key, bytes(text)), NvResult::ok); }
    std::string cells(std::uint32_t at, std::uint32_t count) {
        const auto all = flash.cells().subspan(at, count);
        return {reinterpret_cast<const char*>(all.data()), all.size()};
    }
    static std::string blank(std::size_t count) { return times(count, '\xff'); }
    void TearDown() override {
        EXPECT_EQ(flash.misuses, 0u);
        EXPECT_EQ(flash.reads_beyond, 0u);
    }

    Flash flash{};

private:
    std::unique_ptr<Log> log_ = nullptr;
};

// ---------------------------------------------------------------------------------------- room

TEST_F(FlashLogEdges, ALogThatIsNotBegunHasNoRoomAndThenAllButItsFirstRecord) {
    ASSERT_EQ(restart(), NvResult::empty);
    EXPECT_EQ(log().room(), 0u);
    put(1, "ab");
    EXPECT_EQ(log().room(), Log::capacity - empty_record - 8);
    EXPECT_EQ(log().epoch(), 1u);
    const auto room = log().room();
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(log().room(), room) << "a start has written nothing";
}

TEST_F(FlashLogEdges, RoomIsThereToTheByteAndOneMoreBeginsASegment) {
    ASSERT_EQ(restart(), NvResult::empty);
    put(1, "ab");
    put(1, "ab");
    ASSERT_EQ(log().make_room(log().room()), NvResult::ok);
    EXPECT_EQ(log().epoch(), 1u);
    ASSERT_EQ(log().make_room(log().room() + 1), NvResult::ok);
    EXPECT_EQ(log().epoch(), 2u);
    EXPECT_EQ(log().room(), Log::capacity - empty_record - 8);
    EXPECT_EQ(log().make_room(Log::capacity - empty_record - 8), NvResult::ok) << "all that there is";
    EXPECT_EQ(log().epoch(), 2u);
    EXPECT_EQ(log().make_room(Log::capacity - empty_record - 7), NvResult::full);
    EXPECT_EQ(log().make_room(~std::size_t{0}), NvResult::full);
    EXPECT_EQ(log().epoch(), 2u);
}

TEST_F(FlashLogEdges, ARequestTakesTheLastByteOfTheRoom) {
    ASSERT_EQ(restart(), NvResult::empty);
    put(1, "ab");
    while (log().room() > longest_record) put(1, "ab");
    put(1, times(log().room() - 6));
    EXPECT_EQ(log().room(), 0u);
    EXPECT_EQ(log().epoch(), 1u);
    put(1, "ab");
    EXPECT_EQ(log().epoch(), 2u);
}

TEST_F(FlashLogEdges, RoomMadeAfterAStartIsWhatItsFirstWritesLeave) {
    ASSERT_EQ(restart(), NvResult::empty);
    put(1, times(32));
    while (log().room() > longest_record + 4) put(1, "ab");
    ASSERT_EQ(restart(), NvResult::ok);
    const auto room = log().room();
    ASSERT_EQ(log().make_room(room), NvResult::ok);
    EXPECT_EQ(log().epoch(), 2u) << "a free unit and the last record again would not leave so much";
    put(1, times(32));
    EXPECT_EQ(log().epoch(), 2u);
}

TEST_F(FlashLogEdges, AValueGrowsAsFarAsItSaysAndNoFurther) {
    ASSERT_EQ(restart(), NvResult::empty);
    EXPECT_EQ(log().growth(0), 8 * 32u);
    EXPECT_EQ(log().growth(8), 0u) << "no key";
    put(1, times(22));  // what is left for others is eight whole records then
    EXPECT_EQ(log().growth(0), 8 * 32u);
    put(1, times(23));
    EXPECT_EQ(log().growth(0), 7 * 32u);
    for (int i = 0; i < 7; ++i) append(0, times(32));
    EXPECT_EQ(log().growth(0), 0u);
    put(1, "");
    EXPECT_EQ(log().growth(0), 32u);
    append(0, times(32));
    EXPECT_EQ(log().growth(0), 0u);
    EXPECT_EQ(value(0), times(256));
}

TEST_F(FlashLogEdges, ItIsFullWhenNoValueCouldBeReplacedAnyMore) {
    ASSERT_EQ(restart(), NvResult::empty);
    for (int i = 0; i < 8; ++i) append(0, times(32));
    append(0, times(22));
    const auto steps = flash.steps();
    EXPECT_EQ(log().append(0, bytes("y")), NvResult::full);
    EXPECT_EQ(log().put(1, bytes("y")), NvResult::full);
    EXPECT_EQ(flash.steps(), steps);
    EXPECT_EQ(value(0), times(278));
    EXPECT_EQ(log().growth(0), 0u);
    EXPECT_EQ(log().growth(1), 0u);
    put(0, times(32));
    put(1, "y");
    EXPECT_EQ(value(0), times(32));
}

TEST_F(FlashLogEdges, ATidiedValueTakesARecordForEachLongestPieceBegun) {
    for (const auto& [length, records] : {std::pair{31u, 40u}, {32u, 40u}, {33u, 48u}, {64u, 80u}, {65u, 88u}}) {
        flash = Flash{};
        ASSERT_EQ(restart(), NvResult::empty);
        for (unsigned i = 0; i < length; ++i) append(3, std::string(1, static_cast<char>('A' + i % 50)));
        const std::string before = value(3);
        ASSERT_EQ(log().make_room(log().room() + 1), NvResult::ok);
        EXPECT_EQ(log().room(), Log::capacity - empty_record - records) << length;
        EXPECT_EQ(value(3), before);
        EXPECT_EQ(before.size(), length);
    }
}

TEST_F(FlashLogEdges, SegmentsAreBegunInTurn) {
    ASSERT_EQ(restart(), NvResult::empty);
    for (std::uint32_t i = 1; i <= 7; ++i) {
        ASSERT_EQ(log().make_room(i == 1 ? 0 : log().room() + 1), NvResult::ok);
        EXPECT_EQ(log().epoch(), i);
        put(1, "ab");
        put(1, "ab");
        EXPECT_EQ(flash.erases[(i - 1) % 3], (i + 2) / 3);
    }
}

// ---------------------------------------------------------------------------------------- what a start reads

TEST_F(FlashLogEdges, ALogOfAnyEpochIsReadInAnySegment) {
    for (const std::uint32_t epoch : {1u, 16u, 0x1234'5678u, 0x89ab'cdefu}) {
        for (std::uint32_t segment = 0; segment < 3; ++segment) {
            flash = Flash{};
            Page page{flash, segment, epoch};
            page.header(0, headers + empty_record);
            page.record(2, 0, 0);
            page.record(0, 5, 1, "four and twenty blackbirds");
            page.record(1, 5, 2, ", baked");
            ASSERT_EQ(restart(), NvResult::ok);
            EXPECT_EQ(log().epoch(), epoch);
            EXPECT_EQ(value(5), "four and twenty blackbirds, baked");
            EXPECT_EQ(log().room(), Log::capacity - empty_record - 32 - 16);
            append(5, " in a pie");
            ASSERT_EQ(restart(), NvResult::ok);
            EXPECT_EQ(value(5), "four and twenty blackbirds, baked in a pie");
        }
    }
}

TEST_F(FlashLogEdges, ARecordOfAnotherEpochIsNone) {
    for (unsigned bit = 0; bit < 32; ++bit) {
        flash = Flash{};
        Page page{flash, 0, 0x1111'1111};
        page.header(0, headers + empty_record);
        page.record(2, 0, 0);
        page.record(0, 5, 1, "old", 0x1111'1111u ^ 1u << bit);
        ASSERT_EQ(restart(), NvResult::ok);
        EXPECT_EQ(value(5), "") << bit;
    }
}

TEST_F(FlashLogEdges, TheHighestEpochIsTheLogWhateverOfItsHeadersIsLeft) {
    for (std::uint32_t newest = 0; newest < 3; ++newest) {
        for (std::uint32_t copy = 0; copy < 4; ++copy) {
            flash = Flash{};
            for (std::uint32_t segment = 0; segment < 3; ++segment) {
                Page page{flash, segment, segment == newest ? 300 : 20 + segment};
                page.header(segment == newest ? copy : 0, headers + empty_record);
                page.record(2, 0, 0);
                page.record(0, 0, 1, segment == newest ? "new" : "old");
            }
            ASSERT_EQ(restart(), NvResult::ok);
            EXPECT_EQ(value(0), "new");
        }
    }
}

TEST_F(FlashLogEdges, AHeaderThatCannotBeIsNone) {
    const auto with_base = [this](std::uint32_t base) {
        flash = Flash{};
        Page page{flash, 0, 4};
        page.header(0, base);
        page.record(2, 0, 0);
    };
    for (const std::uint32_t base : {0u, 4u, 60u, 65u, 66u, 67u, 510u, 516u, 1024u}) {
        with_base(base);
        EXPECT_EQ(restart(), NvResult::foreign) << base;
        EXPECT_EQ(log().epoch(), 0u);
    }
    for (const std::uint32_t base : {64u, 72u, 512u}) {
        with_base(base);
        EXPECT_EQ(restart(), NvResult::ok) << base;
        EXPECT_EQ(log().epoch(), 4u);
    }
    for (unsigned bit = 0; bit < 128; ++bit) {
        with_base(72);
        flash.cells()[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
        EXPECT_EQ(restart(), NvResult::foreign) << bit;
    }
}

TEST_F(FlashLogEdges, AByteAnywhereIsForeign) {
    for (const std::size_t at : {0u, 511u, 512u, 777u, 1024u, 1535u}) {
        flash = Flash{};
        flash.cells()[at] = std::byte{0x7F};
        EXPECT_EQ(restart(), NvResult::foreign) << at;
        EXPECT_EQ(log().room(), 0u);
    }
}

TEST_F(FlashLogEdges, AStartFindsTheLogsEndWhereverItIs) {
    ASSERT_EQ(restart(), NvResult::empty);
    std::string expected;
    for (std::size_t i = 0; log().epoch() <= 1; ++i) {
        const std::string text(i % 5 + 1, static_cast<char>('a' + i % 26));
        append(1, text);
        expected += text;
        Log other{flash};
        ASSERT_EQ(other.open(), NvResult::ok);
        EXPECT_EQ(other.room(), log().room());
        EXPECT_EQ(other.size(1), expected.size());
        EXPECT_EQ(value(1), expected);
    }
}

TEST_F(FlashLogEdges, WhatWasOpenedBeforeIsForgottenWithItsFlash) {
    ASSERT_EQ(restart(), NvResult::empty);
    put(1, "gone");
    std::fill(flash.cells().begin(), flash.cells().end(), std::byte{0xFF});
    EXPECT_EQ(log().open(), NvResult::empty);
    EXPECT_EQ(log().size(1), 0u);
    EXPECT_EQ(log().room(), 0u);
    EXPECT_EQ(log().epoch(), 0u);
}

TEST_F(FlashLogEdges, AClosedSegmentIsReadAndTakesNoMore) {
    Page page{flash, 0, 4};
    page.header(0, headers + empty_record);
    page.record(2, 0, 0);
    page.record(0, 2, 1, "kept");
    page.record(3, 0, 2);
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(value(2), "kept");
    EXPECT_EQ(log().room(), 0u);
    const std::string before = cells(headers + empty_record + 12, 8);
    append(2, ", too");
    EXPECT_EQ(log().epoch(), 5u);
    EXPECT_EQ(cells(headers + empty_record + 12, 8), before);
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(value(2), "kept, too");
}

TEST_F(FlashLogEdges, ARecordThatRepeatsASerialReplacesWhatHasComeSince) {
    Page page{flash, 0, 4};
    page.header(0, headers + empty_record);
    page.record(2, 0, 0);
    page.record(0, 2, 1, "a");
    page.record(1, 2, 2, "b");  // torn, and not seen by the start that wrote what follows
    page.leave_free(4);
    page.record(0, 2, 1, "a");
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(value(2), "a");
    append(2, "c");
    EXPECT_EQ(value(2), "ac");
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(value(2), "ac");
}

TEST_F(FlashLogEdges, SerialsGoRoundAfter255) {
    using Large = hal::fake::Flash<2, 8192, 4>;
    using LargeLog = hal::FlashLog<Large, 1, 8, 32>;
    const auto large = std::make_unique<Large>();
    std::string expected;
    {
        LargeLog log{*large};
        ASSERT_EQ(log.open(), NvResult::empty);
        for (int i = 0; i < 600; ++i) {
            ASSERT_EQ(log.append(1, bytes("ab")), NvResult::ok);
            expected += "ab";
        }
        EXPECT_EQ(log.epoch(), 1u);
    }
    LargeLog log{*large};
    ASSERT_EQ(log.open(), NvResult::ok);
    ASSERT_EQ(log.size(1), expected.size());
    std::string found(expected.size(), '?');
    EXPECT_EQ(log.read(1, 0, std::as_writable_bytes(std::span{found.data(), found.size()})), expected.size());
    EXPECT_EQ(found, expected);
}

TEST_F(FlashLogEdges, AGapInTheSerialsIsDamage) {
    Page page{flash, 0, 4};
    page.header(0, headers + empty_record);
    page.record(2, 0, 0);
    page.record(0, 2, 1, "a");
    page.record(1, 2, 3, "c");
    ASSERT_EQ(restart(), NvResult::damaged);
    EXPECT_EQ(value(2), "a");
    EXPECT_EQ(log().room(), 0u);
    append(2, "d");
    EXPECT_EQ(log().epoch(), 5u) << "in another segment";
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(value(2), "ad");
}

TEST_F(FlashLogEdges, AKindAKeyOrALengthThatIsNoneIsPassedBy) {
    const auto with = [this](auto&& stranger) {
        flash = Flash{};
        Page page{flash, 0, 4};
        page.header(0, headers + empty_record);
        page.record(2, 0, 0);
        page.record(0, 2, 1, "a");
        page.record(1, 2, 2, "b");
        stranger(page);
        ASSERT_EQ(restart(), NvResult::ok);
        EXPECT_EQ(value(2), "ab");
        for (const unsigned other : {0u, 1u, 3u, 4u, 5u, 6u, 7u, 8u, 9u}) EXPECT_EQ(log().size(other), 0u);
        append(2, "c");
        EXPECT_EQ(value(2), "abc");
    };
    with([](Page& page) { page.record(4, 0, 3, "no kind"); });
    with([](Page& page) { page.record(15, 0, 3, "no kind"); });
    with([](Page& page) { page.record(0, 9, 3, "no key"); });
    with([](Page& page) { page.record(0, 3, 3, times(33)); });
}

TEST_F(FlashLogEdges, WhatIsOpenedAgainIsReadAnew) {
    Page closed{flash, 0, 4};
    closed.header(0, headers + empty_record);
    closed.record(2, 0, 0);
    closed.record(0, 1, 1, "before");
    closed.record(3, 0, 2);
    ASSERT_EQ(restart(), NvResult::ok);
    ASSERT_EQ(log().size(1), 6u);
    flash = Flash{};
    Page page{flash, 1, 2};
    page.header(0, headers + empty_record);
    page.record(2, 0, 0);
    page.record(1, 2, 1, "after");
    ASSERT_EQ(log().open(), NvResult::ok);
    EXPECT_EQ(log().epoch(), 2u);
    EXPECT_EQ(log().size(1), 0u);
    EXPECT_EQ(value(2), "after");
    EXPECT_EQ(log().room(), Log::capacity - empty_record - 12);
    flash = Flash{};
    Page{flash, 0, 1}.header(0, headers);
    EXPECT_EQ(log().open(), NvResult::damaged) << "no record is there";
    EXPECT_EQ(log().size(2), 0u);
    EXPECT_EQ(log().room(), 0u);
    put(2, "goes on");
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(value(2), "goes on");
}

TEST_F(FlashLogEdges, BytesThatCannotBeReadEndAValue) {
    ASSERT_EQ(restart(), NvResult::empty);
    append(1, times(32, 'a'));
    append(1, times(32, 'b'));
    append(1, times(32, 'c'));
    flash.refused = headers + empty_record + longest_record + 3 + 5;  // in the second piece
    EXPECT_EQ(value(1), times(32, 'a'));
    flash.refused = nowhere;
    EXPECT_EQ(value(1), times(32, 'a') + times(32, 'b') + times(32, 'c'));
}

TEST_F(FlashLogEdges, AnyPartOfAValueIsRead) {
    ASSERT_EQ(restart(), NvResult::empty);
    append(1, "abc");
    append(2, "other");
    append(1, "defgh");
    append(1, "i");
    constexpr std::string_view whole = "abcdefghi";
    for (std::size_t from = 0; from <= whole.size() + 1; ++from) {
        for (std::size_t count = 0; count <= whole.size() + 2; ++count) {
            std::string text(count, '?');
            const auto read = log().read(1, from, std::as_writable_bytes(std::span{text.data(), text.size()}));
            const std::string_view expected = from < whole.size() ? whole.substr(from, count) : "";
            EXPECT_EQ(text.substr(0, read), expected) << from << ", " << count;
            EXPECT_EQ(text.substr(read), times(count - read, '?'));
        }
    }
}

// ---------------------------------------------------------------------------------------- first writes after a start

TEST_F(FlashLogEdges, TheFirstWriteLeavesAUnitFreeAndRepeatsTheLastRecord) {
    ASSERT_EQ(restart(), NvResult::empty);
    put(1, "abcd");
    append(1, "e");
    constexpr std::uint32_t last = headers + empty_record + 12;  // of 8 bytes
    const std::string before = cells(last, 8);
    ASSERT_EQ(restart(), NvResult::ok);
    append(1, "f");
    EXPECT_EQ(cells(last, 8), before);
    EXPECT_EQ(cells(last + 8, 4), blank(4));
    EXPECT_EQ(cells(last + 12, 4), before.substr(0, 4)) << "kind, key, length, serial, content";
    EXPECT_NE(cells(last + 16, 2), before.substr(4, 2)) << "the check is another place's";
    EXPECT_EQ(cells(last + 20, 4), (std::string{'\x11', '\x01', '\x03', 'f'}));
    EXPECT_EQ(cells(last + 28, 40), blank(40));
    append(1, "g");
    EXPECT_EQ(cells(last + 28, 4), (std::string{'\x11', '\x01', '\x04', 'g'})) << "only the first write does so";
    EXPECT_EQ(value(1), "abcdefg");
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(value(1), "abcdefg");
}

TEST_F(FlashLogEdges, AValueWhoseFirstRecordIsRepeatedIsReadFromThere) {
    ASSERT_EQ(restart(), NvResult::empty);
    put(2, "other");
    put(1, "first");
    ASSERT_EQ(restart(), NvResult::ok);
    append(2, "s");
    append(1, ", then");
    EXPECT_EQ(value(1), "first, then");
    EXPECT_EQ(value(2), "others");
    ASSERT_EQ(log().make_room(log().room() + 1), NvResult::ok);
    EXPECT_EQ(value(1), "first, then");
    EXPECT_EQ(value(2), "others");
}

TEST_F(FlashLogEdges, AHeaderIsWrittenOnceMoreIfNothingHasComeAfterIt) {
    for (const bool twice : {false, true}) {
        flash = Flash{};
        Page page{flash, 0, 4};
        page.header(0, headers + empty_record);
        if (twice) page.header(1, headers + empty_record);
        page.record(2, 0, 0);
        const std::string header = cells(0, 16);
        ASSERT_EQ(restart(), NvResult::ok);
        put(1, "a");
        EXPECT_EQ(cells(16, 16), header);
        EXPECT_EQ(cells(32, 16), twice ? header : blank(16));
        EXPECT_EQ(cells(48, 16), blank(16));
        ASSERT_EQ(restart(), NvResult::ok);
        put(1, "b");
        EXPECT_EQ(cells(32, 16), twice ? header : blank(16)) << "now records are there";
        EXPECT_EQ(cells(48, 16), blank(16));
    }
}

TEST_F(FlashLogEdges, ANewSegmentHasItsHeaderTwice) {
    ASSERT_EQ(restart(), NvResult::empty);
    put(1, "a");
    put(1, "b");
    EXPECT_EQ(cells(0, 16), cells(16, 16));
    EXPECT_EQ(cells(32, 32), blank(32));
    EXPECT_EQ(cells(headers, 3), (std::string{'\x20', '\x00', '\x00'})) << "begin";
    ASSERT_EQ(log().make_room(log().room() + 1), NvResult::ok);
    EXPECT_EQ(cells(headers + 24, 3), (std::string{'\x30', '\x00', '\x03'})) << "moving closes the one before";
    EXPECT_EQ(cells(512, 16), cells(528, 16));
}

TEST_F(FlashLogEdges, WhatAsksForNothingWritesNothing) {
    ASSERT_EQ(restart(), NvResult::empty);
    EXPECT_EQ(log().put(1, {}), NvResult::ok);
    EXPECT_EQ(log().append(1, {}), NvResult::ok);
    EXPECT_EQ(flash.steps(), 0u);
    put(1, "a");
    const auto steps = flash.steps();
    EXPECT_EQ(log().append(1, {}), NvResult::ok);
    EXPECT_EQ(log().put(2, {}), NvResult::ok);
    EXPECT_EQ(log().put(8, bytes("a")), NvResult::bad_key);
    EXPECT_EQ(log().put(1, bytes(times(33))), NvResult::too_long);
    EXPECT_EQ(flash.steps(), steps);
    put(1, "");
    EXPECT_EQ(flash.steps(), steps + 2) << "but a value that goes is written";
    ASSERT_EQ(restart(), NvResult::ok);
    EXPECT_EQ(log().size(1), 0u);
}

}  // namespace
}  // namespace stackmate
