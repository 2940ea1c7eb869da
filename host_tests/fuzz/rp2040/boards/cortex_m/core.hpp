// In place of boards/cortex_m/core.hpp where the RP2040's drivers run on the desktop: registers are a model's.
#pragma once

#include <cstdint>

namespace stackmate::boards::cortex_m {

/// Who answers at the addresses of registers. One chip at a time.
struct RegisterModel {
    virtual ~RegisterModel() = default;
    virtual std::uint32_t read(std::uintptr_t address) = 0;
    virtual void write(std::uintptr_t address, std::uint32_t value) = 0;
    /// An interrupt may come here.
    virtual void before_lock() {}
    static inline RegisterModel* model = nullptr;
};

template <std::uintptr_t Address>
struct Register {
    [[nodiscard]] static std::uint32_t read() noexcept { return RegisterModel::model->read(Address); }
    static void write(std::uint32_t value) noexcept { RegisterModel::model->write(Address, value); }
    [[nodiscard]] static bool any(std::uint32_t bits) noexcept { return (read() & bits) != 0; }
};

inline void finish_writes() noexcept {}

/// The model's interrupts come between the driver's calls, and just before it keeps them out.
struct InterruptLock {
    InterruptLock() noexcept(false) {
        if (RegisterModel::model != nullptr) {
            RegisterModel::model->before_lock();
        }
    }
    ~InterruptLock() {}
};

template <class Ready>
[[nodiscard]] bool wait_for(Ready ready, std::uint32_t tries) noexcept {
    while (tries-- != 0) {
        if (ready()) {
            return true;
        }
    }
    return false;
}

}  // namespace stackmate::boards::cortex_m
