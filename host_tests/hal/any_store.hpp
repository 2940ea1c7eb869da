// Stores of different types under one name.
#pragma once

#include "hal/chess_concepts.hpp"

#include <cstddef>
#include <span>
#include <type_traits>

namespace stackmate::test {

/// Any store behind one face, so that what uses it is compiled once for all of them.
struct AnyStore {
    virtual ~AnyStore() = default;
    [[nodiscard]] virtual std::size_t request_bytes(std::size_t bytes) const noexcept = 0;
    [[nodiscard]] virtual hal::NvResult open() noexcept = 0;
    [[nodiscard]] virtual hal::NvResult put(unsigned key, std::span<const std::byte> bytes) noexcept = 0;
    [[nodiscard]] virtual hal::NvResult append(unsigned key, std::span<const std::byte> bytes) noexcept = 0;
    [[nodiscard]] virtual hal::NvResult make_room(std::size_t bytes) noexcept = 0;
    [[nodiscard]] virtual std::size_t room() const noexcept = 0;
    [[nodiscard]] virtual std::size_t size(unsigned key) const noexcept = 0;
    [[nodiscard]] virtual std::size_t growth(unsigned key) const noexcept = 0;
    [[nodiscard]] virtual std::size_t read(unsigned key, std::size_t at, std::span<std::byte> to) const noexcept = 0;
};

/// `Store` is a store, or a reference to one that outlives the power.
template <class Store>
struct StoreOf final : AnyStore {
    using Type = std::remove_reference_t<Store>;

    explicit StoreOf(auto& made_of) : store{made_of} {}
    [[nodiscard]] std::size_t request_bytes(std::size_t bytes) const noexcept override {
        return Type::request_bytes(bytes);
    }
    [[nodiscard]] hal::NvResult open() noexcept override { return store.open(); }
    [[nodiscard]] hal::NvResult put(unsigned key, std::span<const std::byte> bytes) noexcept override {
        return store.put(key, bytes);
    }
    [[nodiscard]] hal::NvResult append(unsigned key, std::span<const std::byte> bytes) noexcept override {
        return store.append(key, bytes);
    }
    [[nodiscard]] hal::NvResult make_room(std::size_t bytes) noexcept override { return store.make_room(bytes); }
    [[nodiscard]] std::size_t room() const noexcept override {
        if constexpr (requires { store.room(); })
            return store.room();
        else
            return 0;
    }
    [[nodiscard]] std::size_t size(unsigned key) const noexcept override { return store.size(key); }
    [[nodiscard]] std::size_t growth(unsigned key) const noexcept override { return store.growth(key); }
    [[nodiscard]] std::size_t read(unsigned key, std::size_t at, std::span<std::byte> to) const noexcept override {
        return store.read(key, at, to);
    }

    Store store;
};

}  // namespace stackmate::test
