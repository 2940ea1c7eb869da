// Serial ports as the system describes them: which of them is a board, in which order they are tried, what is said of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::bridge {

struct PortInfo {
    std::string path{};      ///< what opens it: /dev/ttyACM0, COM5
    std::uint16_t vendor{};  ///< USB numbers; 0: not USB, or not known
    std::uint16_t device{};
    std::string product{};  ///< USB texts; empty where there are none
    std::string number{};   ///< serial number: the same board has the same one at every port
};

enum class Guess : std::uint8_t {
    board,     ///< it says that it is one of ours
    maybe,     ///< USB: an adapter with a board behind it, or something else
    unlikely,  ///< a modem, a debug port: never opened unless it is named
};

[[nodiscard]] Guess guess(const PortInfo& port);

/// Those worth asking, the likeliest first; within a kind by path.
[[nodiscard]] std::vector<PortInfo> worth_asking(std::vector<PortInfo> ports);

/// Where a board may be that was at `lost` and has gone, the likeliest first: the port with its serial number; the old
/// path, listed or not (a link, a pseudo-terminal); and if it had been found by searching, whatever says it is a board.
[[nodiscard]] std::vector<std::string> where_again(const PortInfo& lost, const std::vector<PortInfo>& ports,
                                                   bool searched);

/// A line about one port.
[[nodiscard]] std::string describe(const PortInfo& port);

/// All of them, for `--ports`: a line each, boards first.
[[nodiscard]] std::string list_text(std::vector<PortInfo> ports);

/// How opening a port can end.
enum class Opened : std::uint8_t { yes, missing, forbidden, busy, no_port, failed };

/// What is wrong and what helps, in one sentence. `group`: that may use the port, empty if there is none or it is not known;
/// `why`: the system's own words.
[[nodiscard]] std::string explain(Opened result, std::string_view path, std::string_view group, std::string_view why);

/// What Linux says of its ports in /sys/class/tty, or in a folder that looks like it.
[[nodiscard]] std::vector<PortInfo> ports_in_sysfs(const std::string& folder);

}  // namespace stackmate::bridge
