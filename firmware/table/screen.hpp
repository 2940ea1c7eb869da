// The lights of the squares: when a picture is sent, how bright it is, and when the board goes dark. Both games of a
// board share them.
#pragma once

#include <cstdint>

#include "firmware/game/change.hpp"
#include "firmware/table/idle.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/frame.hpp"

namespace stackmate::firmware {

/// Times are milliseconds and may wrap. Nothing blocks.
class Screen {
public:
    /// Listens to changes. What only the lights tell wakes nobody.
    void happened(const Change& change, std::uint32_t now_ms) noexcept {
        if (change.kind != Change::Kind::notice) {
            wake(now_ms);
        }
    }
    void wake(std::uint32_t now_ms) noexcept { idle_.wake(now_ms); }
    void update(GoingOn going_on, std::uint32_t now_ms) noexcept { idle_.update(going_on, now_ms); }

    /// Sends the picture that `draw(frame)` draws, if it is time. `picture`: another number, another picture.
    /// `brightness`: 1 to 255, wanted while somebody looks.
    template <hal::SquareLeds Leds, class Draw>
    void show(Leds& leds, std::uint8_t picture, std::uint8_t brightness, std::uint32_t now_ms, Draw&& draw) noexcept {
        const bool due = now_ms - shown_ms_ >= frame_ms || picture != picture_;
        if (!due || !leds.shown()) {
            return;
        }
        shown_ms_ = now_ms;
        picture_ = picture;
        hal::Frame frame;
        if (idle_.is_dark()) {
            IdleWatch::draw_mark(frame, now_ms);
        } else {
            draw(frame);
        }
        leds.set_brightness(idle_.brightness(brightness));
        (void)leds.show(frame);
    }

private:
    static constexpr std::uint32_t frame_ms = 16;  ///< 62 pictures a second

    [[no_unique_address]] IdleWatch idle_{};
    std::uint8_t picture_ = 0;  ///< the one that was sent last, at `shown_ms_`
    std::uint32_t shown_ms_ = 0;
};

}  // namespace stackmate::firmware
