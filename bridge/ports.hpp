// Serial ports as the system describes them: which of them is a board, in which order they are tried, how they are
// described.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::bridge {

struct PortInfo {
    std::string path{};      ///< the path that opens it: /dev/ttyACM0, COM5
    std::uint16_t vendor{};  ///< USB numbers; 0: not USB, or unknown
    std::uint16_t device{};
    std::string product{};  ///< USB texts; empty where there are none
    std::string number{};   ///< serial number: the same for one board at every port
};

enum class Guess : std::uint8_t {
    board,     ///< identifies itself as one of ours
    maybe,     ///< USB: an adapter with a board behind it, or something else
    unlikely,  ///< a modem, a debug port: never opened unless it is named
};

[[nodiscard]] Guess guess(const PortInfo& port);

/// The ports worth asking, the likeliest first; ports of the same kind in the order of their paths.
[[nodiscard]] std::vector<PortInfo> worth_asking(std::vector<PortInfo> ports);

/// Where a board may be that was at `lost` and has gone, the likeliest first: the port with its serial number; the old
/// path, listed or not (a link, a pseudo-terminal); and if it had been found by searching, any port that identifies
/// itself as a board.
[[nodiscard]] std::vector<std::string> where_again(const PortInfo& lost, const std::vector<PortInfo>& ports,
                                                   bool searched);

/// Describes one port in a line.
[[nodiscard]] std::string describe(const PortInfo& port);

/// The text for `--ports`: one line for each port, boards first.
[[nodiscard]] std::string list_text(std::vector<PortInfo> ports);

/// The possible results of opening a port.
enum class Opened : std::uint8_t { yes, missing, forbidden, busy, no_port, failed };

/// What is wrong and what helps, in one sentence. `group`: the group that may use the port, empty if there is none or
/// it is unknown; `why`: the system's own message.
[[nodiscard]] std::string explain(Opened result, std::string_view path, std::string_view group, std::string_view why);

/// The ports that Linux lists in /sys/class/tty, or in a folder with the same structure.
[[nodiscard]] std::vector<PortInfo> ports_in_sysfs(const std::string& folder);

}  // namespace stackmate::bridge
