#include "bridge/ports.hpp"

#include <algorithm>
#include <cstdio>
#include <tuple>

namespace stackmate::bridge {
namespace {

// Raspberry Pi's vendor number and its "Pico SDK CDC UART", which our RP2040 boards use; other devices do, too.
constexpr std::uint16_t our_vendor = 0x2E8A;
constexpr std::uint16_t our_device = 0x000A;

bool has_our_numbers(const PortInfo& port) { return port.vendor == our_vendor && port.device == our_device; }

/// The length comes first, so that COM10 follows COM9.
auto rank(const PortInfo& port) { return std::tuple{guess(port), !has_our_numbers(port), port.path.size(), port.path}; }

void add_once(std::vector<std::string>& paths, const std::string& path) {
    if (std::ranges::find(paths, path) == paths.end()) {
        paths.push_back(path);
    }
}

}  // namespace

Guess guess(const PortInfo& port) {
    if (port.product.starts_with("Stackmate")) {
        return Guess::board;
    }
    return port.vendor != 0 ? Guess::maybe : Guess::unlikely;
}

std::vector<PortInfo> worth_asking(std::vector<PortInfo> ports) {
    std::erase_if(ports, [](const PortInfo& port) { return guess(port) == Guess::unlikely; });
    std::ranges::sort(ports, {}, rank);
    return ports;
}

std::vector<std::string> where_again(const PortInfo& lost, const std::vector<PortInfo>& ports, bool searched) {
    std::vector<std::string> paths;
    for (const auto& port : ports) {
        if (!lost.number.empty() && port.number == lost.number && port.vendor == lost.vendor) {
            add_once(paths, port.path);
        }
    }
    add_once(paths, lost.path);
    if (searched) {
        for (const auto& port : worth_asking(ports)) {
            if (guess(port) == Guess::board) {
                add_once(paths, port.path);
            }
        }
    }
    return paths;
}

std::string describe(const PortInfo& port) {
    std::string text = port.path + "  ";
    switch (guess(port)) {
    case Guess::board: text += "a board: "; break;
    case Guess::maybe: text += "USB, perhaps a board: "; break;
    case Guess::unlikely: return text + "no USB port; asked only if it is named";
    }
    char numbers[16];
    std::snprintf(numbers, sizeof numbers, "%04x:%04x", unsigned{port.vendor}, unsigned{port.device});
    text += (port.product.empty() ? "no name" : port.product) + " (" + numbers;
    return text + (port.number.empty() ? ")" : ", number " + port.number + ")");
}

std::string list_text(std::vector<PortInfo> ports) {
    if (ports.empty()) {
        return "There is no serial port here.\n";
    }
    std::ranges::sort(ports, {}, rank);
    std::string text;
    for (const auto& port : ports) {
        text += describe(port) + '\n';
    }
    return text;
}

std::string explain(Opened result, std::string_view path, std::string_view group, std::string_view why) {
    const std::string port{path};
    switch (result) {
    case Opened::yes: break;
    case Opened::missing: return "there is no port " + port + " (stackmate --ports lists what is there)";
    case Opened::forbidden:
        if (group.empty()) {
            return port + " may not be used: " + std::string{why};
        }
        return "no permission to use " + port + ": it belongs to the group " + std::string{group}
               + " (sudo usermod -aG " + std::string{group} + " \"$USER\", then log in anew)";
    case Opened::busy: return port + " is in use by another program: end that first";
    case Opened::no_port: return port + " is no serial port";
    case Opened::failed: return port + " cannot be opened: " + std::string{why};
    }
    return {};
}

}  // namespace stackmate::bridge
