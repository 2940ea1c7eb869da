// Who is at the other end of the USB port: a state machine that touches no register. usb_serial.hpp feeds it events.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::boards::rp2::usb {

/// The host leads up step by step; a single event may lead down from any state.
///
///                attach              configure             dtr_up
///     detached ---------> attached ------------> closed -----------> open
///                                                |    ^   dtr_down   ^
///                                           said |    | dtr_down     | dtr_up
///                                                v    |              |
///                                                heard --------------+
///
///     closed, open, heard   -- suspend --> closed_asleep, open_asleep, heard_asleep   -- wake --> and back
///     all but detached      -- bus_reset, unconfigure --> attached
///     attached and above    -- configure --> closed
///     all                   -- detach --> detached
///
/// A session lasts while the state is one of `open` and `heard`, awake or asleep. What leaves these four ends it.
enum class Link : std::uint8_t {
    detached,  ///< without the pull-up: the host sees no device
    attached,  ///< has no configuration yet; with it suspend means nothing
    closed,    ///< configured, and no program is known to be there
    open,      ///< a program holds the port open: DTR
    heard,     ///< a program has sent something without ever raising DTR
    closed_asleep,
    open_asleep,
    heard_asleep,
};
inline constexpr std::size_t links = 8;

enum class LinkEvent : std::uint8_t {
    attach,
    detach,       ///< the supply has gone
    bus_reset,    ///< USB 2.0, 7.1.7.5
    configure,    ///< SET_CONFIGURATION 1
    unconfigure,  ///< SET_CONFIGURATION 0
    suspend,      ///< no frame for 3 ms: USB 2.0, 7.1.7.6
    wake,         ///< a frame, a resume signal or a request
    dtr_up,
    dtr_down,
    said,  ///< data have come from the host
};
inline constexpr std::size_t link_events = 10;

[[nodiscard]] constexpr Link next(Link from, LinkEvent event) noexcept {
    using enum Link;
    // An event out of turn changes nothing: a request for the port's lines before the port is configured, or anything that the
    // controller reports before it is attached.
    constexpr std::array<std::array<Link, link_events>, links> table{{
        // clang-format off
        // attach    detach    bus_reset configure unconfig. suspend        wake      dtr_up    dtr_down  said
        {attached, detached, detached, detached, detached, detached,      detached, detached, detached, detached},  // detached
        {attached, detached, attached, closed,   attached, attached,      attached, attached, attached, attached},  // attached
        {closed,   detached, attached, closed,   attached, closed_asleep, closed,   open,     closed,   heard},     // closed
        {open,     detached, attached, closed,   attached, open_asleep,   open,     open,     closed,   open},      // open
        {heard,    detached, attached, closed,   attached, heard_asleep,  heard,    open,     closed,   heard},     // heard
        {closed_asleep, detached, attached, closed, attached, closed_asleep, closed, open,    closed,   heard},     // closed_asleep
        {open_asleep,   detached, attached, closed, attached, open_asleep,   open,   open,    closed,   open},      // open_asleep
        {heard_asleep,  detached, attached, closed, attached, heard_asleep,  heard,  open,    closed,   heard},     // heard_asleep
        // clang-format on
    }};
    return table[static_cast<std::size_t>(from)][static_cast<std::size_t>(event)];
}

[[nodiscard]] constexpr bool is_configured(Link link) noexcept { return link >= Link::closed; }
[[nodiscard]] constexpr bool is_asleep(Link link) noexcept { return link >= Link::closed_asleep; }
/// A program is there, as far as the port can know.
[[nodiscard]] constexpr bool has_session(Link link) noexcept {
    return is_configured(link) && link != Link::closed && link != Link::closed_asleep;
}

}  // namespace stackmate::boards::rp2::usb
