// What two cores share while one works for the other: plain loads and stores.
#pragma once

#include <atomic>
#include <cstdint>

#include "hal/second_core.hpp"

namespace stackmate::boards::cortex_m {

class SharedWork {
public:
    // ---- the first core

    void prepare(hal::Serve serve, void* object) noexcept {
        serve_ = serve;
        object_ = object;
        dismissed_.store(false, std::memory_order_relaxed);
    }
    void begin() noexcept { at_work_.store(true, std::memory_order_release); }
    void dismiss() noexcept { dismissed_.store(true, std::memory_order_release); }
    [[nodiscard]] bool at_work() const noexcept { return at_work_.load(std::memory_order_acquire); }
    /// Waits until the other core has settled. After `polls` it waits no longer: should the core wake later, it serves nobody, ever.
    [[nodiscard]] bool settles(std::uint32_t polls) noexcept {
        dismiss();
        while (at_work()) {
            if (polls-- == 0) {
                paused_.store(true);
                at_work_.store(false, std::memory_order_release);
                return false;
            }
        }
        return true;
    }

    /// While one of these exists the other core serves nobody. Blocks for as long as `serve` takes.
    class Pause {
    public:
        Pause() noexcept {
            paused_.store(true);
            while (serving_.load()) {}
        }
        ~Pause() { paused_.store(before_); }
        Pause(const Pause&) = delete;
        Pause& operator=(const Pause&) = delete;

    private:
        bool before_ = paused_.load();
    };

    // ---- the other core

    /// Serves once, if it is to.
    void serve_once() noexcept {
        const bool last = dismissed_.load(std::memory_order_acquire);
        // Either this core sees that it is paused, or the other one sees that it is serving: both orders are sequential.
        serving_.store(true);
        bool more = true;
        if (!paused_.load()) {
            more = serve_(object_);
        }
        serving_.store(false);
        if (!more && last) {
            at_work_.store(false, std::memory_order_release);
        }
    }

private:
    static inline constinit std::atomic<bool> paused_{false}, serving_{false};

    hal::Serve serve_ = nullptr;
    void* object_ = nullptr;
    std::atomic<bool> at_work_{false};
    std::atomic<bool> dismissed_{false};
};

}  // namespace stackmate::boards::cortex_m
