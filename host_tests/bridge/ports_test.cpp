#include "bridge/ports.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;
using namespace stackmate::bridge;

PortInfo port(std::string path, std::uint16_t vendor = 0, std::uint16_t device = 0, std::string product = "",
              std::string number = "") {
    return {std::move(path), vendor, device, std::move(product), std::move(number)};
}

const auto ours = port("/dev/ttyACM1", 0x2e8a, 0x000a, "Stackmate chess computer", "77");
const auto adapter = port("/dev/ttyUSB0", 0x10c4, 0xea60, "CP2102");
const auto pico = port("/dev/ttyACM0", 0x2e8a, 0x000a, "Pico");
const auto modem = port("/dev/ttyS0");

std::vector<std::string> paths(const std::vector<PortInfo>& ports) {
    std::vector<std::string> found;
    for (const auto& one : ports) {
        found.push_back(one.path);
    }
    return found;
}

TEST(Ports, BoardsAreAskedFirstThenWhatIsLikeThemAndWhatIsNoUsbNever) {
    EXPECT_EQ(paths(worth_asking({modem, adapter, pico, ours})),
              (std::vector<std::string>{"/dev/ttyACM1", "/dev/ttyACM0", "/dev/ttyUSB0"}));
    EXPECT_EQ(paths(worth_asking({port("COM10", 1, 1), port("COM9", 1, 1)})),
              (std::vector<std::string>{"COM9", "COM10"}));
}

TEST(Ports, ABoardThatComesBackElsewhereIsKnownByItsNumber) {
    auto moved = ours;
    moved.path = "/dev/ttyACM2";
    EXPECT_EQ(where_again(ours, {pico, moved}, false), (std::vector<std::string>{"/dev/ttyACM2", "/dev/ttyACM1"}));
}

TEST(Ports, AnotherBoardTakesThePlaceOfOneThatWasSearchedForNotOfOneThatWasNamed) {
    EXPECT_EQ(where_again(adapter, {ours, pico}, false), (std::vector<std::string>{"/dev/ttyUSB0"}));
    EXPECT_EQ(where_again(adapter, {ours, pico}, true), (std::vector<std::string>{"/dev/ttyUSB0", "/dev/ttyACM1"}));
}

TEST(Ports, TheListSaysWhatEachIs) {
    EXPECT_EQ(list_text({modem, adapter, ours}),
              "/dev/ttyACM1  a board: Stackmate chess computer (2e8a:000a, number 77)\n"
              "/dev/ttyUSB0  USB, perhaps a board: CP2102 (10c4:ea60)\n"
              "/dev/ttyS0  no USB port; asked only if it is named\n");
    EXPECT_EQ(list_text({}), "There is no serial port here.\n");
}

TEST(Ports, EachComplaintSaysWhatHelps) {
    EXPECT_NE(explain(Opened::missing, "/dev/x", "", "").find("there is no port /dev/x"), std::string::npos);
    EXPECT_NE(explain(Opened::forbidden, "/dev/x", "dialout", "").find("usermod -aG dialout"), std::string::npos);
    EXPECT_NE(explain(Opened::forbidden, "COM5", "", "Access is denied").find("Access is denied"), std::string::npos);
    EXPECT_NE(explain(Opened::busy, "/dev/x", "", "").find("in use by another program"), std::string::npos);
    EXPECT_NE(explain(Opened::no_port, "/dev/null", "", "").find("no serial port"), std::string::npos);
}

TEST(Ports, LinuxTellsOfEachPortWhatHangsOnIt) {
    const int anything = 0;  // its address tells two runs apart
    const auto root =
        fs::temp_directory_path() / ("stackmate-sysfs-" + std::to_string(reinterpret_cast<std::uintptr_t>(&anything)));
    const auto file = [](const fs::path& path, const std::string& text) {
        fs::create_directories(path.parent_path());
        std::ofstream{path} << text << '\n';
    };
    const auto usb = root / "devices" / "usb1" / "1-2";
    file(usb / "idVendor", "2e8a");
    file(usb / "idProduct", "000a");
    file(usb / "product", "Stackmate chess computer");
    file(usb / "serial", "77");
    file(usb / "1-2:1.0" / "bInterfaceNumber", "00");
    file(root / "devices" / "uart" / "driver_override", "");
    file(root / "tty" / "ttyACM1" / "dev", "166:1");
    fs::create_directory_symlink(usb / "1-2:1.0", root / "tty" / "ttyACM1" / "device");
    file(root / "tty" / "ttyS0" / "type", "4");
    fs::create_directory_symlink(root / "devices" / "uart", root / "tty" / "ttyS0" / "device");
    file(root / "tty" / "ttyS1" / "type", "0");
    fs::create_directory_symlink(root / "devices" / "uart", root / "tty" / "ttyS1" / "device");
    file(root / "tty" / "tty1" / "dev", "4:1");

    EXPECT_EQ(list_text(ports_in_sysfs((root / "tty").string())),
              "/dev/ttyACM1  a board: Stackmate chess computer (2e8a:000a, number 77)\n"
              "/dev/ttyS0  no USB port; asked only if it is named\n");
    fs::remove_all(root);
    EXPECT_TRUE(ports_in_sysfs((root / "tty").string()).empty());
}

}  // namespace
