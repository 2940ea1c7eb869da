// A second core that works when the test says so.
#pragma once

#include "hal/second_core.hpp"

namespace stackmate::hal::fake {

class SecondCore {
public:
    bool work(Serve serve, void* object) noexcept {
        if (!starts) return false;
        serve_ = serve;
        object_ = object;
        dismissed_ = false;
        ++works;
        return true;
    }
    void dismiss() noexcept { dismissed_ = true; }
    bool settle() noexcept {
        dismiss();
        if (at_work() && !answers) {
            starts = false;
            serve_ = nullptr;
            return false;
        }
        while (at_work()) step();
        return true;
    }

    [[nodiscard]] bool at_work() const noexcept { return serve_ != nullptr; }
    /// Serves once, if it is at work.
    void step() noexcept {
        if (!at_work() || !answers) return;
        const bool last = dismissed_;
        if (!serve_(object_) && last) serve_ = nullptr;
    }

    bool starts = true;   ///< false: there is no second core after all
    bool answers = true;  ///< false: it started, and does nothing
    unsigned works = 0;   ///< accepted calls of `work`

private:
    Serve serve_ = nullptr;  ///< null: not at work
    void* object_ = nullptr;
    bool dismissed_ = false;
};

static_assert(hal::SecondCore<SecondCore>);

}  // namespace stackmate::hal::fake
