// The board's USB descriptors: one serial port. Source: Universal Serial Bus Specification 2.0, 9.6, "Standard USB Descriptor
// Definitions"; USB Communications Class 1.2 with its subclass for PSTN devices, 5.3.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "boards/chips/rp2/registers.hpp"

namespace stackmate::boards::rp2::usb {

/// Endpoints, by number: one for notifications, of which there are none, and one for data both ways.
inline constexpr unsigned notification_endpoint = 1;
inline constexpr unsigned data_endpoint = 2;
inline constexpr std::uint8_t packet_bytes = 64;  ///< of endpoint 0
inline constexpr std::uint8_t in_bytes = 64;      ///< of the data to the host
inline constexpr std::uint8_t out_bytes = 32;     ///< of the data from the host: half, for a shorter interrupt
inline constexpr std::uint8_t notification_bytes = 8;
inline constexpr std::uint8_t from_device = 0x80;

enum DescriptorType : std::uint8_t {
    device_type = 1,
    configuration_type = 2,
    string_type = 3,
    interface_type = 4,
    endpoint_type = 5,
    class_interface_type = 0x24,
};

/// Numbers of the string descriptors; 0 is the list of languages.
enum StringIndex : std::uint8_t { no_string = 0, maker_string = 1, product_string = 2, serial_string = 3 };

inline constexpr std::string_view maker = "Stackmate developers";
inline constexpr std::string_view product = "Stackmate chess computer";

// clang-format off
inline constexpr std::array<std::uint8_t, 18> device{
    18, device_type, 0x00, 0x02,  // USB 2.0
    2, 0, 0,                      // communications device
    packet_bytes,
    0x8A, 0x2E,                   // Raspberry Pi's number
    Map::usb_product, 0x00,       // its "Pico SDK CDC" for this chip
    0x00, 0x01,                   // version 1.0
    maker_string, product_string, serial_string,
    1,                            // configurations
};

inline constexpr std::array<std::uint8_t, 67> configuration{
    9, configuration_type, 67, 0, 2, 1, no_string, 0x80, 250,  // two interfaces, bus-powered, 500 mA with the LEDs
    // control: abstract control model
    9, interface_type, 0, 0, 1, 2, 2, 0, no_string,
    5, class_interface_type, 0, 0x10, 0x01,  // header, version 1.10
    5, class_interface_type, 1, 0, 1,        // call management: none
    4, class_interface_type, 2, 2,           // line coding and line state
    5, class_interface_type, 6, 0, 1,        // union of interfaces 0 and 1
    7, endpoint_type, from_device | notification_endpoint, 3, notification_bytes, 0, 16,
    // data
    9, interface_type, 1, 0, 2, 10, 0, 0, no_string,
    7, endpoint_type, data_endpoint, 2, out_bytes, 0, 0,
    7, endpoint_type, from_device | data_endpoint, 2, in_bytes, 0, 0,
};
// clang-format on

/// Whether its parts, each with its length first, fill it exactly.
static_assert([] {
    std::size_t at = 0;
    while (at < configuration.size() && configuration[at] != 0) {
        at += configuration[at];
    }
    return at == configuration.size() && configuration[2] == configuration.size();
}());

}  // namespace stackmate::boards::rp2::usb
