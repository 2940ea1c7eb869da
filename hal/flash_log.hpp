// Values that survive power loss, in flash: an append-only log that writes again whatever a power cut may have torn.
//
// The flash is divided into segments of one or more sectors, used in turn. A segment is
//
//   | header, four times | record | record | ... | blank | reserve |
//
//   header   0 magic   4 epoch   8 base   12 CRC-32 of the twelve bytes before
//   record   0 kind (bits 4, 5) and key (0 to 3, then 6)   1 length n   2 serial   3 n bytes   3+n check, three bytes
//            pad of 0xFF
//
// `epoch` counts the segments begun; the segment with the highest one is the log. `base` is the end of the records that
// were copied when the segment was begun. `serial` counts records modulo 256; each record begins at a multiple of the
// flash's unit. The check is a count of zero bits (12 bits) and a CRC (12 bits), see `RecordCheck`.
//
// Why it survives a power cut at any instant (docs/STORAGE.md explains it in full):
//  - A torn record fails its check. A power cut only leaves bits unprogrammed, that is, at 1. A count of zero bits
//    detects this with certainty (Berger 1961), not only with high probability.
//  - The last unit may be torn although it looks blank. So the first write after a start leaves one unit free, and then
//    repeats the last record with its own serial: that record may be half programmed, and read well today and badly
//    tomorrow. A record that repeats a serial replaces everything since that serial.
//  - A full segment ends in a `moving` record before the next segment is erased, and never gets another record. So
//    whether an unfinished next segment reads as valid or not, both segments hold the same values.
#pragma once

#include <algorithm>
#include <array>

#include "hal/chess_concepts.hpp"
#include "hal/crc_32.hpp"
#include "hal/flash.hpp"

namespace stackmate::hal {

/// The three check bytes of a record. Bits 0 to 11 are a CRC (x^12 + x^11 + x^3 + x^2 + x + 1: detects any three wrong
/// bits among up to 2047). It starts with epoch and offset, so that a record is invalid in any other place. Bits 12 to
/// 23 count the zero bits of the record and of that CRC. Bits left unprogrammed make the true count smaller and the
/// stored one larger, so the two can never agree again.
class RecordCheck {
public:
    static constexpr std::size_t bytes = 3;

    /// Adds the record's place to the CRC; its zero bits are not counted.
    constexpr void begin(std::uint32_t epoch, std::uint32_t offset) noexcept {
        for (unsigned shift = 0; shift < 32; shift += 4) {
            nibble(epoch >> shift);
        }
        for (unsigned shift = 0; shift < 20; shift += 4) {
            nibble(offset >> shift);
        }
        zeros_ = 0;
    }

    constexpr void add(std::byte byte) noexcept {
        const auto value = std::to_integer<unsigned>(byte);
        nibble(value >> 4);
        nibble(value);
    }

    /// The three bytes, the first one lowest.
    [[nodiscard]] constexpr std::uint32_t value() const noexcept {
        auto zeros = zeros_;
        for (unsigned shift = 0; shift < 12; shift += 4) {
            zeros += zero_count(crc_ >> shift);
        }
        return crc_ | zeros << 12;
    }

private:
    static constexpr auto remainders = [] {
        std::array<std::uint16_t, 16> table{};
        for (unsigned i = 0; i < table.size(); ++i) {
            unsigned rest = i << 8;
            for (int bit = 0; bit < 4; ++bit) {
                rest = (rest << 1) ^ ((rest & 0x800) != 0 ? 0x80F : 0);
            }
            table[i] = static_cast<std::uint16_t>(rest & 0xFFF);
        }
        return table;
    }();

    [[nodiscard]] static constexpr unsigned zero_count(unsigned nibble) noexcept {
        constexpr std::array<std::uint8_t, 16> zeros{4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0};
        return zeros[nibble & 15];
    }

    constexpr void nibble(unsigned value) noexcept {
        zeros_ += zero_count(value);
        crc_ = ((crc_ << 4) & 0xFFF) ^ remainders[((crc_ >> 8) ^ value) & 15];
    }

    unsigned crc_ = 0xFFF;
    unsigned zeros_ = 0;
};

/// For a FlashLog without a watchdog.
struct Unwatched {
    static void feed() noexcept {}
};

/// NvStore over flash.
///
/// `SegmentSectors`: sectors of a segment; the flash holds at least two segments, of up to 64 KB. More and smaller
/// segments do not reduce wear, but a segment must hold all values and still have room to work in.
/// `Keys`: the number of values. `LongestPiece`: the most bytes of one `put` or `append`, up to 240.
///
/// Costs: a request of n bytes takes n + 6 bytes of flash, rounded up to the flash's unit: 8 for a half move of two.
/// After compaction a value takes its own bytes and 6 for each `LongestPiece` begun, rounded up likewise. RAM: the
/// object (four bytes a key and about 32) and, while it writes, about twice `LongestPiece` of stack.
///
/// `Watch`: a Watchdog, fed before each operation of the memory. `longest_silence_us`: the longest time between two
/// feedings, from the memory's data sheet. If the memory never becomes ready, each operation waits until its driver
/// gives up. The log's loops are bounded, so such a request fails in the end, unless the watchdog resets the chip
/// first.
///
/// Blocks: a request for at most `longest_write_us`. Once in a segment's length it also compacts, for `longest_tidy_us`
/// more; `make_room` does that ahead of time. `open` reads the log once, `read` at most once, compaction once for each
/// value.
///
/// Bad flash is skipped: a record that cannot be written is written again further on, then in another segment. The
/// result is `failed` when no segment takes it.
template <Flash F, std::uint32_t SegmentSectors, unsigned Keys = 16, std::size_t LongestPiece = 120,
          class Watch = const Unwatched>
class FlashLog {
    static constexpr std::uint32_t unit = F::program_bytes;
    static constexpr std::uint32_t header_bytes = 16;
    static constexpr std::uint32_t header_copies = 4;
    static constexpr bool many_keys = Keys > 16;  ///< the fifth bit of a key is in use

    [[nodiscard]] static constexpr std::uint32_t record_bytes(std::size_t length) noexcept {
        return (static_cast<std::uint32_t>(length) + 6 + unit - 1) / unit * unit;  // 3 before, the check after
    }

public:
    static constexpr std::uint32_t segment_bytes = SegmentSectors * F::sector_bytes;
    static constexpr std::uint32_t segments = F::sectors / SegmentSectors;
    static constexpr unsigned keys = Keys;
    static constexpr std::size_t longest_piece = LongestPiece;

    [[nodiscard]] static constexpr std::size_t request_bytes(std::size_t bytes) noexcept { return record_bytes(bytes); }

    /// Kept free at a segment's end, for the record that a start repeats and for the one that closes the segment.
    static constexpr std::uint32_t reserve = unit + record_bytes(LongestPiece) + record_bytes(0);
    /// Bytes of a segment for records.
    static constexpr std::uint32_t capacity = segment_bytes - header_bytes * header_copies - reserve;

    static constexpr std::uint32_t longest_write_us =
        (reserve + header_bytes) / unit * 2 * std::uint32_t{F::longest_program_us};
    static constexpr std::uint32_t longest_tidy_us =
        SegmentSectors * F::longest_erase_us + segment_bytes / unit * std::uint32_t{F::longest_program_us};
    /// The longest work of the memory between two feedings: the erase of a sector, or a record.
    static constexpr std::uint32_t longest_silence_us = std::max<std::uint32_t>(
        F::longest_erase_us, record_bytes(LongestPiece) / unit * std::uint32_t{F::longest_program_us});

    static_assert(SegmentSectors >= 1 && segments >= 2, "two segments at least");
    static_assert(segment_bytes <= 65536, "offsets in a segment have 16 bits");
    static_assert(Keys >= 8 && Keys <= 32, "a key has five bits");
    static_assert(LongestPiece >= 32 && LongestPiece <= 240, "the check counts up to 4095 zero bits");
    static_assert(capacity >= 3 * record_bytes(LongestPiece) && segment_bytes > 64 + reserve, "segment too small");

    explicit constexpr FlashLog(F& flash) noexcept
        requires std::same_as<Watch, const Unwatched>
        : flash_{flash}, watch_{nobody} {}
    constexpr FlashLog(F& flash, Watch& watch) noexcept : flash_{flash}, watch_{watch} {}

    // From here on all functions are `cold`, small rather than fast, except loops over each byte: flash is slower than
    // they are.

    [[nodiscard, gnu::cold]] NvResult open() noexcept {
        active_ = none;
        epoch_ = 0;
        for (std::uint32_t segment = 0; segment < segments; ++segment) {
            Header header;
            if (read_header(segment, header) && header.epoch > epoch_) {
                active_ = segment;
                epoch_ = header.epoch;
                base_ = header.base;
            }
        }
        fresh_ = true;
        must_tidy_ = active_ == none;
        if (active_ == none) {
            sizes_.fill(0);
            return anything_there() ? NvResult::foreign : NvResult::empty;
        }
        tail_ = find_tail();
        index();
        must_tidy_ = damaged_ || closed_;
        return damaged_ ? NvResult::damaged : NvResult::ok;
    }

    [[nodiscard]] std::size_t size(unsigned key) const noexcept { return key < Keys ? sizes_[key] : 0; }

    [[nodiscard, gnu::cold]] std::size_t read(unsigned key, std::size_t offset,
                                              std::span<std::byte> to) const noexcept {
        std::size_t copied = 0;
        std::size_t at = 0;  // offset of the piece in the value
        for_each_piece(key, [&](std::uint32_t place, std::size_t length) {
            if (offset < at + length) {
                const auto skip = offset - at;
                const auto count = length - skip < to.size() - copied ? length - skip : to.size() - copied;
                if (!fetch(place + static_cast<std::uint32_t>(skip), to.subspan(copied, count))) {
                    return false;
                }
                copied += count;
                offset += count;
            }
            at += length;
            return copied < to.size();
        });
        return copied;
    }

    [[nodiscard, gnu::cold]] NvResult put(unsigned key, std::span<const std::byte> bytes) noexcept {
        return request(Kind::put, key, bytes);
    }

    [[nodiscard, gnu::cold]] NvResult append(unsigned key, std::span<const std::byte> bytes) noexcept {
        return request(Kind::append, key, bytes);
    }

    [[nodiscard, gnu::cold]] NvResult make_room(std::size_t bytes) noexcept {
        if (bytes > capacity || bytes + tidied_bytes(Keys, 0) > capacity) {
            return NvResult::full;
        }
        begin_session();
        return must_tidy_ || bytes > room() ? tidy() : NvResult::ok;
    }

    /// Bytes that requests may still take, with their overhead, before the log must be compacted.
    [[nodiscard]] std::uint32_t room() const noexcept {
        const auto used = tail_ + reserve;
        return must_tidy_ || used > segment_bytes ? 0 : segment_bytes - used;
    }

    [[nodiscard, gnu::cold]] std::size_t growth(unsigned key) const noexcept {
        const auto others = tidied_bytes(key, 0) + record_bytes(LongestPiece);
        const auto pieces = others < capacity ? (capacity - others) / record_bytes(LongestPiece) : 0;
        return key < Keys && pieces * LongestPiece > size(key) ? pieces * LongestPiece - size(key) : 0;
    }

    /// Segments begun since the first use, as a measure of wear: each sector was erased about this divided by
    /// `segments` times.
    [[nodiscard]] std::uint32_t epoch() const noexcept { return epoch_; }

private:
    static constexpr Unwatched nobody{};
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint32_t magic = 0x314C4D53;  // "SML1"
    static constexpr std::uint32_t records_at = header_bytes * header_copies;
    static constexpr std::uint8_t before_first = 255;  ///< the serial before that of a segment's first record

    enum class Kind : std::uint8_t { put, append, begin, moving };

    struct Header {
        std::uint32_t epoch = 0;
        std::uint32_t base = 0;
    };

    struct Record {
        std::uint32_t at = 0;  ///< offset in the segment
        Kind kind{};
        std::uint8_t key = 0;
        std::uint8_t length = 0;
        std::uint8_t serial = 0;

        [[nodiscard]] std::uint32_t content() const noexcept { return at + 3; }
    };

    [[nodiscard]] static constexpr std::uint8_t after(std::uint8_t serial) noexcept {
        return static_cast<std::uint8_t>(serial + 1u);
    }

    /// The records that count, in order: a repeated one once, those that a repetition replaces not at all.
    class Walk {
    public:
        Walk(const FlashLog& log, std::uint32_t at, std::uint8_t last) noexcept : log_{log}, at_{at}, last_{last} {}

        /// Returns false at the end, which is that of the log or the first gap in the serials.
        [[nodiscard]] bool next(Record& record) noexcept {
            Record found;
            while (!gap_ && find(found)) {
                if (pending_ && found.serial == held_.serial) {
                    held_ = found;
                } else if (found.serial == last_) {
                    pending_ = false;
                } else if (found.serial == after(pending_ ? held_.serial : last_)) {
                    const bool whole = pending_;
                    if (whole) {
                        record = held_;
                        last_ = held_.serial;
                    }
                    held_ = found;
                    pending_ = true;
                    if (whole) {
                        return true;
                    }
                } else {
                    gap_ = true;
                }
            }
            const bool whole = pending_;
            pending_ = false;
            if (whole) {
                record = held_;
            }
            return whole;
        }

        [[nodiscard]] bool gap() const noexcept { return gap_; }

    private:
        /// The next valid record. Anything invalid is skipped, unit by unit.
        bool find(Record& record) noexcept {
            for (; at_ + record_bytes(0) <= log_.tail_; at_ += unit) {
                if (log_.record_at(at_, record)) {
                    at_ += record_bytes(record.length);
                    return true;
                }
            }
            return false;
        }

        const FlashLog& log_;
        std::uint32_t at_;
        std::uint8_t last_;  ///< the serial of the last record returned
        bool pending_ = false;
        bool gap_ = false;
        Record held_{};  ///< not returned yet: the next record found may replace it
    };

    // ---- reading

    /// Reads from the active segment.
    [[nodiscard]] bool fetch(std::uint32_t at, std::span<std::byte> to) const noexcept {
        return flash_.read(active_ * segment_bytes + at, to);
    }

    [[nodiscard]] static std::uint32_t word(std::span<const std::byte> bytes, std::size_t at) noexcept {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;) {
            value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
        }
        return value;
    }

    static void set_word(std::span<std::byte> bytes, std::size_t at, std::uint32_t value) noexcept {
        for (std::size_t i = 0; i < 4; ++i) {
            bytes[at + i] = static_cast<std::byte>(value >> 8 * i);
        }
    }

    [[nodiscard, gnu::cold]] bool read_header(std::uint32_t segment, Header& header) const noexcept {
        for (std::uint32_t copy = 0; copy < header_copies; ++copy) {
            std::array<std::byte, header_bytes> raw;
            if (flash_.read(segment * segment_bytes + copy * header_bytes, raw) && word(raw, 0) == magic
                && word(raw, 12) == Crc32::of(std::span{raw}.first(12))) {
                header = {word(raw, 4), word(raw, 8)};
                if (header.base >= records_at && header.base <= segment_bytes && header.base % unit == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool blank(std::uint32_t offset, std::uint32_t bytes) const noexcept {
        std::array<std::byte, 16> raw;
        while (bytes != 0) {
            const auto part = std::span{raw}.first(bytes < raw.size() ? bytes : raw.size());
            if (!flash_.read(offset, part)) {
                return false;
            }
            for (const auto byte : part) {
                if (byte != std::byte{0xFF}) {
                    return false;
                }
            }
            offset += static_cast<std::uint32_t>(part.size());
            bytes -= static_cast<std::uint32_t>(part.size());
        }
        return true;
    }

    [[nodiscard, gnu::cold]] bool anything_there() const noexcept {
        for (std::uint32_t segment = 0; segment < segments; ++segment) {
            if (!blank(segment * segment_bytes, segment_bytes)) {
                return true;
            }
        }
        return false;
    }

    /// The end of the last unit that is not blank.
    [[nodiscard, gnu::cold]] std::uint32_t find_tail() const noexcept {
        const auto start = active_ * segment_bytes;
        std::uint32_t tail = segment_bytes;
        while (tail > base_ + 16 && blank(start + tail - 16, 16)) {
            tail -= 16;
        }
        while (tail > base_ && blank(start + tail - unit, unit)) {
            tail -= unit;
        }
        return tail;
    }

    [[nodiscard, gnu::cold]] bool record_at(std::uint32_t at, Record& record) const noexcept {
        std::array<std::byte, 16> raw;
        if (!fetch(at, std::span{raw}.first(3))) {
            return false;
        }
        const auto first = std::to_integer<unsigned>(raw[0]);
        const auto length = std::to_integer<std::uint32_t>(raw[1]);
        if (first >= (many_keys ? 128 : 64) || length > LongestPiece || at + record_bytes(length) > tail_) {
            return false;
        }
        const unsigned key = (first & 15) | (many_keys ? first >> 2 & 16 : 0);
        record = {at, static_cast<Kind>(many_keys ? first >> 4 & 3 : first >> 4), static_cast<std::uint8_t>(key),
                  static_cast<std::uint8_t>(length), std::to_integer<std::uint8_t>(raw[2])};
        RecordCheck check;
        check.begin(epoch_, at);
        for (std::size_t i = 0; i < 3; ++i) {
            check.add(raw[i]);
        }
        for (std::uint32_t done = 0; done < length;) {
            const auto part = std::span{raw}.first(length - done < raw.size() ? length - done : raw.size());
            if (!fetch(at + 3 + done, part)) {
                return false;
            }
            for (const auto byte : part) {
                check.add(byte);
            }
            done += static_cast<std::uint32_t>(part.size());
        }
        raw[3] = std::byte{0};
        return fetch(at + 3 + length, std::span{raw}.first(3)) && word(raw, 0) == check.value();
    }

    [[gnu::cold]] void index() noexcept {
        starts_.fill(0);
        sizes_.fill(0);
        closed_ = false;
        last_at_ = 0;
        serial_ = before_first;
        Walk walk{*this, records_at, before_first};
        for (Record record; walk.next(record);) {
            note(record);
        }
        damaged_ = walk.gap() || last_at_ == 0;
    }

    /// From now on `record` counts as the last one.
    [[gnu::cold]] void note(const Record& record) noexcept {
        last_at_ = static_cast<std::uint16_t>(record.at);
        serial_ = record.serial;
        closed_ = record.kind == Kind::moving;
        if (record.key >= Keys || record.kind == Kind::moving || record.kind == Kind::begin) {
            return;
        }
        auto& size = sizes_[record.key];
        if (record.kind == Kind::put) {
            size = 0;
        }
        if (size == 0) {
            starts_[record.key] = static_cast<std::uint16_t>(record.at);
        }
        size = static_cast<std::uint16_t>(size + record.length);
    }

    /// Calls `visit(place, length)` for the value's pieces in order, until it returns false.
    template <class Visit>
    void for_each_piece(unsigned key, Visit visit) const noexcept {
        Record first;
        if (size(key) == 0 || !record_at(starts_[key], first)) {
            return;
        }
        Walk walk{*this, first.at, static_cast<std::uint8_t>(first.serial - 1u)};
        for (Record record; walk.next(record);) {
            if (record.key == key && record.kind <= Kind::append && record.length != 0
                && !visit(record.content(), record.length)) {
                return;
            }
        }
    }

    // ---- writing

    [[nodiscard, gnu::cold]] bool program(std::uint32_t segment, std::uint32_t at,
                                          std::span<const std::byte> bytes) noexcept {
        watch_.feed();
        return flash_.program(segment * segment_bytes + at, bytes);
    }

    /// Writes a record at `at`, which moves on even if writing fails.
    [[nodiscard]] bool write(std::uint32_t segment, std::uint32_t epoch, std::uint32_t& at, const Record& record,
                             std::span<const std::byte> content) noexcept {
        std::array<std::byte, record_bytes(LongestPiece)> raw;
        raw.fill(std::byte{0xFF});
        raw[0] = static_cast<std::byte>(static_cast<unsigned>(record.kind) << 4
                                        | (many_keys ? (record.key & 15u) | (record.key & 16u) << 2 : record.key));
        raw[1] = static_cast<std::byte>(content.size());
        raw[2] = static_cast<std::byte>(record.serial);
        for (std::size_t i = 0; i < content.size(); ++i) {
            raw[3 + i] = content[i];
        }
        RecordCheck check;
        check.begin(epoch, at);
        for (std::size_t i = 0; i < 3 + content.size(); ++i) {
            check.add(raw[i]);
        }
        for (std::size_t i = 0; i < RecordCheck::bytes; ++i) {
            raw[3 + content.size() + i] = static_cast<std::byte>(check.value() >> 8 * i);
        }
        const auto place = at;
        const auto bytes = record_bytes(content.size());
        if (place + bytes > segment_bytes) {
            return false;
        }
        at += bytes;
        return program(segment, place, std::span{raw}.first(bytes));
    }

    /// Adds a record at the log's end.
    [[nodiscard, gnu::cold]] bool add(Kind kind, unsigned key, std::uint8_t serial,
                                      std::span<const std::byte> content) noexcept {
        const Record record{tail_, kind, static_cast<std::uint8_t>(key), static_cast<std::uint8_t>(content.size()),
                            serial};
        if (!write(active_, epoch_, tail_, record, content)) {
            return false;
        }
        note(record);
        return true;
    }

    /// Before the first write after a start: writes again whatever a power cut may have left half done.
    [[gnu::cold]] void begin_session() noexcept {
        if (!fresh_) {
            return;
        }
        fresh_ = false;
        if (active_ == none) {
            return;
        }
        if (tail_ <= base_) {
            confirm_header();
        }
        sure_ = false;
        if (!damaged_) {
            tail_ += unit;
            for (int tries = 0; tries < 4 && !sure_; ++tries) {  // torn units may read blank and yet take no bits
                sure_ = repeat_last();
            }
            must_tidy_ = !sure_ || closed_;
        }
    }

    /// No record follows the header, so the power may have failed while the header was written.
    [[gnu::cold]] void confirm_header() noexcept {
        for (std::uint32_t copy = 0; copy < header_copies; ++copy) {
            const auto at = copy * header_bytes;
            if (blank(active_ * segment_bytes + at, header_bytes)) {
                if (write_header(active_, at, {epoch_, base_})) {
                    return;
                }
            }
        }
    }

    [[nodiscard, gnu::cold]] bool repeat_last() noexcept {
        Record last;
        std::array<std::byte, LongestPiece> content;
        if (!record_at(last_at_, last) || !fetch(last.content(), std::span{content}.first(last.length))) {
            return false;
        }
        const auto place = tail_;
        if (place + record_bytes(last.length) + record_bytes(0) > segment_bytes) {
            return false;  // then no request has room here either
        }
        if (!write(active_, epoch_, tail_, last, std::span{content}.first(last.length))) {
            return false;
        }
        if (last.kind <= Kind::append && last.key < Keys && starts_[last.key] == last_at_) {
            starts_[last.key] = static_cast<std::uint16_t>(place);
        }
        last_at_ = static_cast<std::uint16_t>(place);
        return true;
    }

    [[nodiscard, gnu::cold]] bool write_header(std::uint32_t segment, std::uint32_t at, Header header) noexcept {
        std::array<std::byte, header_bytes> raw;
        set_word(raw, 0, magic);
        set_word(raw, 4, header.epoch);
        set_word(raw, 8, header.base);
        set_word(raw, 12, Crc32::of(std::span{raw}.first(12)));
        return program(segment, at, raw);
    }

    [[nodiscard, gnu::cold]] NvResult request(Kind kind, unsigned key, std::span<const std::byte> bytes) noexcept {
        if (key >= Keys) {
            return NvResult::bad_key;
        }
        if (bytes.size() > LongestPiece) {
            return NvResult::too_long;
        }
        if (bytes.empty() && (kind == Kind::append || size(key) == 0)) {
            return NvResult::ok;
        }
        // All values, compacted, must leave room to replace one of them.
        const auto length = bytes.size() + (kind == Kind::append ? size(key) : 0);
        if (tidied_bytes(key, length) > capacity - record_bytes(LongestPiece)) {
            return NvResult::full;
        }
        begin_session();
        const auto needed = record_bytes(bytes.size());
        for (std::uint32_t tries = 0; tries < segments + 2; ++tries) {
            if (must_tidy_ || needed > room()) {
                if (const auto result = tidy(); result != NvResult::ok) {
                    return result;
                }
            }
            if (add(kind, key, after(serial_), bytes)) {
                return NvResult::ok;
            }
            must_tidy_ = tries != 0;  // once further on, then in another segment
        }
        return NvResult::failed;
    }

    /// The bytes of all values in a new segment, if that under `changed` has `length` bytes.
    [[nodiscard, gnu::cold]] std::uint32_t tidied_bytes(unsigned changed, std::size_t length) const noexcept {
        constexpr auto longest = static_cast<std::uint32_t>(LongestPiece);
        auto bytes = record_bytes(0);
        for (unsigned key = 0; key < Keys; ++key) {
            const auto size = key == changed ? static_cast<std::uint32_t>(length) : sizes_[key];
            bytes += size / longest * record_bytes(longest);
            bytes += size % longest != 0 ? record_bytes(size % longest) : 0;
        }
        return bytes;
    }

    /// Copies the values to another segment.
    [[nodiscard, gnu::cold]] NvResult tidy() noexcept {
        must_tidy_ = true;
        if (active_ != none && !closed_ && sure_ && !add(Kind::moving, 0, after(serial_), {})) {
            (void)add(Kind::moving, 0, after(serial_), {});  // the first place may have been bad
        }
        const auto before = active_;
        const auto epoch = epoch_;
        for (std::uint32_t i = 1; i <= segments; ++i) {
            const auto target = before == none ? i - 1 : (before + i) % segments;
            if (target != before && begin_segment(target, epoch + i)) {
                return NvResult::ok;
            }
        }
        return NvResult::failed;
    }

    [[nodiscard, gnu::cold]] bool begin_segment(std::uint32_t target, std::uint32_t epoch) noexcept {
        for (std::uint32_t i = 0; i < SegmentSectors; ++i) {
            watch_.feed();
            if (!flash_.erase(target * SegmentSectors + i)) {
                return false;
            }
        }
        Copy copy{*this, target, epoch};
        copy.record(Kind::begin, 0, {});
        for (unsigned key = 0; key < Keys && copy.good; ++key) {
            copy.value(key);
        }
        if (!copy.good || !write_header(target, 0, {epoch, copy.at})) {
            return false;
        }
        (void)write_header(target, header_bytes, {epoch, copy.at});  // one copy is enough
        active_ = target;
        epoch_ = epoch;
        base_ = tail_ = copy.at;
        index();
        must_tidy_ = damaged_;
        sure_ = !damaged_;
        return sure_;
    }

    /// Fills a new segment.
    struct Copy {
        FlashLog& log;
        std::uint32_t segment;
        std::uint32_t epoch;
        std::uint32_t at = records_at;
        std::uint8_t serial = before_first;
        bool good = true;

        void record(Kind kind, unsigned key, std::span<const std::byte> content) noexcept {
            serial = after(serial);
            const Record record{at, kind, static_cast<std::uint8_t>(key), 0, serial};
            good = good && log.write(segment, epoch, at, record, content);
        }

        void value(unsigned key) noexcept {
            std::array<std::byte, LongestPiece> piece;
            std::size_t filled = 0;
            std::size_t copied = 0;
            auto kind = Kind::put;
            const auto flush = [&] {
                record(kind, key, std::span{piece}.first(filled));
                kind = Kind::append;
                copied += filled;
                filled = 0;
            };
            log.for_each_piece(key, [&](std::uint32_t place, std::size_t length) {
                while (length != 0 && good) {
                    const auto part = length < LongestPiece - filled ? length : LongestPiece - filled;
                    good = log.fetch(place, std::span{piece}.subspan(filled, part));
                    place += static_cast<std::uint32_t>(part);
                    length -= part;
                    filled += part;
                    if (filled == LongestPiece) {
                        flush();
                    }
                }
                return good;
            });
            if (filled != 0) {
                flush();
            }
            good = good && copied == log.size(key);
        }
    };

    F& flash_;
    Watch& watch_;
    std::uint32_t epoch_ = 0;
    std::uint32_t active_ = none;
    std::uint32_t base_ = records_at;
    std::uint32_t tail_ = records_at;     ///< the place of the next record
    std::uint16_t last_at_ = 0;           ///< the place of the last record that counts; 0 if there is none
    std::uint8_t serial_ = before_first;  ///< of that record
    bool fresh_ = true;                   ///< nothing has been written since the start
    bool must_tidy_ = true;               ///< the active segment takes no more records
    bool sure_ = false;                   ///< the last record was written since the start
    bool closed_ = false;                 ///< the last record is a `moving` record
    bool damaged_ = false;
    std::array<std::uint16_t, Keys> starts_{};  ///< the place of the first piece of each value
    std::array<std::uint16_t, Keys> sizes_{};
};

}  // namespace stackmate::hal
