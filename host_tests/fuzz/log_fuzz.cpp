// The log of stored values in flash: requests, restarts and power cuts in any order, each cut with a tear of its own, on flash of
// any of the geometries. After each restart the values are those of before the request that was cut, or of after it. In the
// other half of the cases the flash holds anything at all to begin with: it may be called foreign or damaged, but it is read
// within its bounds, and what is stored afterwards is there.
#include "host_tests/fuzz/target.hpp"
#include "host_tests/hal/flash_chips.hpp"

#include <memory>
#include <vector>

namespace stackmate::fuzz {
namespace {

using hal::NvResult;
using hal::fake::Tear;

template <class F, std::uint32_t SegmentSectors>
class Bench {
    static constexpr unsigned keys = 8;
    static constexpr std::size_t longest = 32;
    using Log = hal::FlashLog<F, SegmentSectors, keys, longest>;
    using Values = std::map<unsigned, std::string>;

public:
    explicit Bench(Choices choices) : choices_{choices} {}

    void run() {
        if (choices_.one_in(2)) {
            put_anything_there();
        } else {
            restart();
        }
        for (int requests = 0; !choices_.empty() && requests < 400; ++requests) {
            step();
        }
        restart();
        hold(flash_->misuses == 0 || anything_, "the flash is used as it may be");
    }

private:
    void step() {
        switch (choices_.below(8)) {
        case 0: return restart();
        case 1: {
            static constexpr std::uint32_t falls[] = {0, 0, 0, 1, 3, 9};
            flash_->run_on(falls[choices_.below(std::size(falls))]);
            const auto steps = static_cast<std::uint32_t>(choices_.below(40));
            const auto tear = static_cast<Tear>(choices_.below(hal::fake::tears));
            armed_ = true;
            return flash_->cut_after(steps, tear, choices_.byte());
        }
        case 2: return make_room(choices_.below(Log::capacity));
        default: return request();
        }
    }

    void request() {
        const auto key = static_cast<unsigned>(choices_.below(keys));
        const bool replaces = choices_.one_in(3);
        const Bytes bytes = choices_.take(choices_.below(longest + 1));
        const NvResult result =
            replaces ? log_->put(key, std::as_bytes(bytes)) : log_->append(key, std::as_bytes(bytes));
        Values after = now_;
        std::string& value = after[key];
        value = (replaces ? "" : value) + std::string{text_of(bytes)};
        if (value.empty()) {
            after.erase(key);
        }
        if (!flash_->powered() || (armed_ && result != NvResult::ok)) {  // or it is falling
            may_be_.push_back(after);
            return restart();
        }
        hold(result == NvResult::ok || result == NvResult::full || (result == NvResult::failed && anything_),
             "a request is taken, or there is no room");
        // Then nothing is written, and what was torn stays so.
        const bool asks_nothing = bytes.empty() && after == now_;
        if (result == NvResult::ok && !asks_nothing) {
            now_ = after;
            may_be_ = {now_};
        }
        hold(found() == now_, "the values are those that were stored");
    }
    void make_room(std::size_t bytes) {
        const NvResult result = log_->make_room(bytes);
        if (!flash_->powered() || (armed_ && result != NvResult::ok)) {
            return restart();
        }
        if (result == NvResult::ok) {
            hold(log_->room() >= bytes, "the room is there");
            may_be_ = {now_};
        }
        hold(found() == now_, "the values are those that were stored");
    }

    /// Power off at a quiet moment, and on.
    void restart() {
        flash_->power_on();
        armed_ = false;
        log_ = std::make_unique<Log>(*flash_);
        const NvResult opened = log_->open();
        const Values seen = found();
        if (!anything_) {
            // A first segment that was being begun is nothing of ours yet.
            const bool first = opened == NvResult::foreign && seen.empty();
            hold(opened == NvResult::ok || opened == NvResult::empty || first, "a power cut is no damage");
        }
        bool known = false;
        for (const Values& values : may_be_) {
            known = known || values == seen;
        }
        hold(known, "the values are those of before the request, or of after it");
        now_ = seen;
    }

    void put_anything_there() {
        anything_ = true;
        const Bytes bytes = choices_.take(choices_.below(3 * F::sector_bytes));
        const std::span<std::byte> cells = flash_->cells();
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            cells[i % cells.size()] = static_cast<std::byte>(bytes[i]);
        }
        log_ = std::make_unique<Log>(*flash_);
        (void)log_->open();
        may_be_ = {now_ = found()};
    }

    [[nodiscard]] Values found() const {
        Values values;
        for (unsigned key = 0; key < keys + 2; ++key) {
            const std::size_t size = log_->size(key);
            hold(size <= F::sectors * F::sector_bytes, "no value is larger than the flash");
            std::string value(size + 8, '?');
            const std::size_t read = log_->read(key, 0, std::as_writable_bytes(std::span{value.data(), value.size()}));
            hold(read == size || anything_, "as many bytes are read as there are");
            hold(read <= size, "no more bytes are read than there are");
            value.resize(read);
            if (!value.empty()) {
                values[key] = value;
            }
        }
        return values;
    }

    Choices choices_;
    std::unique_ptr<F> flash_ = std::make_unique<F>();
    std::unique_ptr<Log> log_{};
    Values now_{};
    std::vector<Values> may_be_{Values{}};  ///< what a restart may find
    bool anything_ = false;                 ///< the flash held something foreign in the beginning
    bool armed_ = false;                    ///< the power will be cut
};

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(log) {
    using namespace stackmate;
    fuzz::Choices choices{bytes};
    switch (choices.below(3)) {
    case 0: return fuzz::Bench<hal::fake::Flash<3, 1024, 2>, 1>{choices}.run();
    case 1: return fuzz::Bench<hal::fake::Flash<4, 512, 4>, 2>{choices}.run();
    default: return fuzz::Bench<hal::fake::Flash<2, 1024, 8>, 1>{choices}.run();
    }
}
