// Linux shows what is connected to each port: /sys/class/tty/NAME/device leads into the tree of devices, where a USB
// device has files with its numbers and names.
#include <charconv>
#include <filesystem>
#include <fstream>

#include "bridge/ports.hpp"

namespace stackmate::bridge {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
    std::ifstream stream{file};
    std::string line;
    std::getline(stream, line);
    return line;
}

std::uint16_t hexadecimal(const std::string& text) {
    std::uint16_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number, 16);
    return number;
}

/// A slot for a UART that this computer does not have.
bool is_empty_slot(const fs::path& tty) { return first_line(tty / "type") == "0"; }

}  // namespace

std::vector<PortInfo> ports_in_sysfs(const std::string& folder) {
    std::vector<PortInfo> ports;
    std::error_code error;
    for (const auto& tty : fs::directory_iterator{folder, error}) {
        const auto device = fs::canonical(tty.path() / "device", error);
        if (error || is_empty_slot(tty.path())) {
            continue;  // without a device it is a console or a pseudo-terminal
        }
        PortInfo port;
        port.path = "/dev/" + tty.path().filename().string();
        for (auto at = device; at.has_relative_path(); at = at.parent_path()) {
            if (fs::exists(at / "idVendor", error)) {
                port.vendor = hexadecimal(first_line(at / "idVendor"));
                port.device = hexadecimal(first_line(at / "idProduct"));
                port.product = first_line(at / "product");
                port.number = first_line(at / "serial");
                break;
            }
        }
        ports.push_back(std::move(port));
    }
    return ports;
}

}  // namespace stackmate::bridge
