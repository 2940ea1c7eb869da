// Windows. The port's reads and writes are overlapped, so one wait covers them. Standard input, output and error cannot
// be waited for, so one thread reads and two others write.
#include "bridge/os.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include <windows.h>

// Must precede the lists of identifiers, because it makes them definitions.
#include <initguid.h>

#include <devguid.h>
#include <devpkey.h>
#include <setupapi.h>

namespace stackmate::bridge {
namespace {

constexpr std::size_t chunk_bytes = 512;
constexpr DWORD last_write_ms = 200;  ///< for what is still being written when the port or the program ends

std::string words_for(DWORD error) {
    char text[256]{};
    const auto size = ::FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, error, 0,
                                       text, sizeof text, nullptr);
    std::string words{text, size};
    while (!words.empty() && (words.back() == '\n' || words.back() == '\r' || words.back() == '.')) {
        words.pop_back();
    }
    return words;
}

Opened meaning_of(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_DEVICE_NOT_CONNECTED: return Opened::missing;
    case ERROR_ACCESS_DENIED:  // Windows' error for a port that somebody has open
    case ERROR_SHARING_VIOLATION: return Opened::busy;
    case ERROR_INVALID_FUNCTION:
    case ERROR_INVALID_HANDLE: return Opened::no_port;
    default: return Opened::failed;
    }
}

/// Returns 0 or an error.
DWORD set_up(HANDLE port) {
    DCB settings{};
    settings.DCBlength = sizeof settings;
    if (!::GetCommState(port, &settings)) {
        return ERROR_INVALID_FUNCTION;
    }
    settings.BaudRate = CBR_115200;
    settings.ByteSize = 8;
    settings.Parity = NOPARITY;
    settings.StopBits = ONESTOPBIT;
    settings.fBinary = TRUE;
    settings.fParity = FALSE;
    settings.fOutxCtsFlow = settings.fOutxDsrFlow = settings.fDsrSensitivity = FALSE;
    settings.fOutX = settings.fInX = settings.fErrorChar = settings.fNull = settings.fAbortOnError = FALSE;
    settings.fDtrControl = DTR_CONTROL_ENABLE;
    settings.fRtsControl = RTS_CONTROL_ENABLE;
    if (!::SetCommState(port, &settings)) {
        return ::GetLastError();
    }
    // A read ends when it has all its bytes, so the first byte is waited for on its own. (Neither other settings nor
    // WaitCommEvent behave the same on Windows and under Wine.)
    COMMTIMEOUTS times{};
    if (!::SetCommTimeouts(port, &times)) {
        return ::GetLastError();
    }
    ::EscapeCommFunction(port, SETDTR);
    ::PurgeComm(port, PURGE_RXCLEAR | PURGE_TXCLEAR);
    return 0;
}

/// A transfer that runs while we do something else.
struct Transfer {
    Transfer() { overlapped.hEvent = ::CreateEventA(nullptr, TRUE, FALSE, nullptr); }
    ~Transfer() { ::CloseHandle(overlapped.hEvent); }
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    OVERLAPPED overlapped{};
    bool under_way = false;

    /// To be called after ReadFile or WriteFile has returned `done`. Returns false if the port has gone.
    bool begun(BOOL done) {
        under_way = done || ::GetLastError() == ERROR_IO_PENDING;
        return under_way;
    }
    enum class End : std::uint8_t { not_yet, well, gone };
    End end(HANDLE port, DWORD& size) {
        if (::GetOverlappedResult(port, &overlapped, &size, FALSE)) {
            under_way = false;
            return End::well;
        }
        if (::GetLastError() == ERROR_IO_INCOMPLETE) {
            return End::not_yet;
        }
        under_way = false;
        return End::gone;
    }
};

/// The GUI's output, for the thread that reads it. It is never freed: the thread may be in a read when the process
/// ends.
struct Input {
    HANDLE came = ::CreateEventA(nullptr, TRUE, FALSE, nullptr);
    std::mutex mutex{};
    std::string bytes{};  ///< guarded by mutex
    bool ended = false;   ///< guarded by mutex

    void read_all() {
        const HANDLE input = ::GetStdHandle(STD_INPUT_HANDLE);
        char chunk[4096];
        for (;;) {
            DWORD size = 0;
            const bool well = ::ReadFile(input, chunk, sizeof chunk, &size, nullptr) != 0 && size > 0;
            const std::lock_guard lock{mutex};
            bytes.append(chunk, size);
            ended = !well;
            ::SetEvent(came);
            if (!well) {
                return;
            }
        }
    }
};

/// What the GUI is to receive, one piece at a time, for the thread that writes it. Never freed, for the same reason.
struct Output {
    HANDLE done = ::CreateEventA(nullptr, TRUE, TRUE, nullptr);  ///< no piece is being written
    std::mutex mutex{};
    std::condition_variable work{};
    std::string piece{};      ///< guarded by mutex; empty: none
    std::size_t written = 0;  ///< guarded by mutex; part of the given text
    bool ended = false;       ///< guarded by mutex

    void write_all() {
        const HANDLE output = ::GetStdHandle(STD_OUTPUT_HANDLE);
        std::unique_lock lock{mutex};
        while (!ended) {
            work.wait(lock, [this] { return !piece.empty(); });
            lock.unlock();
            std::size_t at = 0;
            DWORD size = 0;
            while (at < piece.size()
                   && ::WriteFile(output, piece.data() + at, static_cast<DWORD>(piece.size() - at), &size, nullptr)) {
                at += size;
            }
            lock.lock();
            ended = at < piece.size();
            written = at;
            piece.clear();
            ::SetEvent(done);
        }
    }
};

/// Messages for a person, for the thread that writes them. Never freed, for the same reason.
struct Messages {
    HANDLE done = ::CreateEventA(nullptr, TRUE, TRUE, nullptr);  ///< nothing waits to be written
    std::mutex mutex{};
    std::condition_variable work{};
    std::string waiting{};  ///< guarded by mutex

    void write_all() {
        const HANDLE error = ::GetStdHandle(STD_ERROR_HANDLE);
        std::unique_lock lock{mutex};
        for (bool well = true; well;) {
            work.wait(lock, [this] { return !waiting.empty(); });
            const std::string text = std::exchange(waiting, {});
            lock.unlock();
            DWORD size = 0;
            for (std::size_t at = 0; well && at < text.size(); at += size) {
                well = ::WriteFile(error, text.data() + at, static_cast<DWORD>(text.size() - at), &size, nullptr) != 0;
            }
            lock.lock();
            if (waiting.empty() || !well) {
                ::SetEvent(done);
            }
        }
    }
};

// ---------------------------------------------------------------- the list of ports

std::string registry_text(HDEVINFO set, SP_DEVINFO_DATA& device, DWORD property) {
    char text[512]{};
    return ::SetupDiGetDeviceRegistryPropertyA(set, &device, property, nullptr, reinterpret_cast<BYTE*>(text),
                                               sizeof text - 1, nullptr)
               ? text
               : "";
}

std::string port_name(HDEVINFO set, SP_DEVINFO_DATA& device) {
    const HKEY key = ::SetupDiOpenDevRegKey(set, &device, DICS_FLAG_GLOBAL, 0, DIREG_DEV, KEY_READ);
    if (key == INVALID_HANDLE_VALUE) {
        return {};
    }
    char name[32]{};
    DWORD size = sizeof name - 1;
    const auto result = ::RegQueryValueExA(key, "PortName", nullptr, nullptr, reinterpret_cast<BYTE*>(name), &size);
    ::RegCloseKey(key);
    return result == ERROR_SUCCESS ? name : "";
}

/// The device's own name over USB; Windows' name for it is the same for all.
std::string product_of(HDEVINFO set, SP_DEVINFO_DATA& device) {
    wchar_t wide[256]{};
    DEVPROPTYPE type = 0;
    if (!::SetupDiGetDevicePropertyW(set, &device, &DEVPKEY_Device_BusReportedDeviceDesc, &type,
                                     reinterpret_cast<BYTE*>(wide), sizeof wide - sizeof *wide, nullptr, 0)) {
        return registry_text(set, device, SPDRP_FRIENDLYNAME);
    }
    char text[256]{};
    ::WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, sizeof text - 1, nullptr, nullptr);
    return text;
}

/// The number after "VID_" or "PID_" in "USB\VID_2E8A&PID_000A&REV_0100".
std::uint16_t number_behind(const std::string& id, std::string_view mark) {
    const auto at = id.find(mark);
    return at == std::string::npos
               ? std::uint16_t{0}
               : static_cast<std::uint16_t>(std::strtoul(id.c_str() + at + mark.size(), nullptr, 16));
}

/// The end of "USB\VID_2E8A&PID_000A\E6612345", unless Windows has generated it.
std::string serial_number(HDEVINFO set, SP_DEVINFO_DATA& device) {
    char id[256]{};
    ::SetupDiGetDeviceInstanceIdA(set, &device, id, sizeof id - 1, nullptr);
    const std::string text{id};
    const auto slash = text.find_last_of('\\');
    const auto number = slash == std::string::npos ? std::string{} : text.substr(slash + 1);
    return number.find('&') == std::string::npos ? number : std::string{};
}

std::vector<PortInfo> installed_ports() {
    std::vector<PortInfo> ports;
    const HDEVINFO set = ::SetupDiGetClassDevsA(&GUID_DEVCLASS_PORTS, nullptr, nullptr, DIGCF_PRESENT);
    if (set == INVALID_HANDLE_VALUE) {
        return ports;
    }
    SP_DEVINFO_DATA device{};
    device.cbSize = sizeof device;
    for (DWORD i = 0; ::SetupDiEnumDeviceInfo(set, i, &device); ++i) {
        PortInfo port;
        port.path = port_name(set, device);
        if (!port.path.starts_with("COM")) {
            continue;  // a printer port
        }
        const auto id = registry_text(set, device, SPDRP_HARDWAREID);
        port.vendor = number_behind(id, "VID_");
        port.device = number_behind(id, "PID_");
        if (port.vendor != 0) {
            port.product = product_of(set, device);
            port.number = serial_number(set, device);
        }
        ports.push_back(std::move(port));
    }
    ::SetupDiDestroyDeviceInfoList(set);
    return ports;
}

}  // namespace

struct Os::State {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    HANDLE port = INVALID_HANDLE_VALUE;
    Transfer read{};
    Transfer write{};
    char first = 0;         ///< of the pending read
    std::string sending{};  ///< of the pending write
    Input* input = nullptr;
    Output* output = nullptr;
    Messages* messages = nullptr;

    bool begin_read() { return read.begun(::ReadFile(port, &first, 1, nullptr, &read.overlapped)); }
    bool begin_write() {
        return write.begun(
            ::WriteFile(port, sending.data(), static_cast<DWORD>(sending.size()), nullptr, &write.overlapped));
    }
};

Os::Os() : state_{std::make_unique<State>()} {}
Os::~Os() {
    close();
    if (state_->messages != nullptr) {
        ::WaitForSingleObject(state_->messages->done, last_write_ms);
    }
}

Ms Os::now() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - state_->start)
        .count();
}

/// The installed ports, and names that other software has made.
std::vector<PortInfo> Os::ports() const {
    auto ports = installed_ports();
    for (int number = 1; number <= 256; ++number) {
        PortInfo port;
        port.path = "COM" + std::to_string(number);
        char target[512];
        if (::QueryDosDeviceA(port.path.c_str(), target, sizeof target) != 0
            && std::ranges::find(ports, port.path, &PortInfo::path) == ports.end()) {
            ports.push_back(std::move(port));
        }
    }
    return ports;
}

Opened Os::open(const std::string& path, std::string& complaint) {
    // COM10 and above need this prefix.
    const std::string full = path.starts_with("\\\\") ? path : "\\\\.\\" + path;
    const HANDLE port = ::CreateFileA(full.c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr, OPEN_EXISTING,
                                      FILE_FLAG_OVERLAPPED, nullptr);
    DWORD error = port == INVALID_HANDLE_VALUE ? ::GetLastError() : set_up(port);
    if (error == 0) {
        state_->port = port;
        if (state_->begin_read()) {
            return Opened::yes;
        }
        error = ::GetLastError();
        state_->port = INVALID_HANDLE_VALUE;
    }
    if (port != INVALID_HANDLE_VALUE) {
        ::CloseHandle(port);
    }
    const auto result = meaning_of(error);
    complaint = explain(result, path, "", words_for(error));
    return result;
}

void Os::close() {
    if (!is_open()) {
        return;
    }
    if (state_->write.under_way) {
        ::WaitForSingleObject(state_->write.overlapped.hEvent, last_write_ms);
    }
    // The system must have released the buffers before they are used again.
    ::CancelIo(state_->port);
    for (auto* const transfer : {&state_->read, &state_->write}) {
        DWORD size = 0;
        if (std::exchange(transfer->under_way, false)) {
            (void)::GetOverlappedResult(state_->port, &transfer->overlapped, &size, TRUE);
        }
    }
    state_->sending.clear();
    ::CloseHandle(state_->port);
    state_->port = INVALID_HANDLE_VALUE;
}

bool Os::is_open() const { return state_->port != INVALID_HANDLE_VALUE; }

void Os::wait(const Wishes& wishes, Ms limit) {
    if (wishes.read_gui && state_->input == nullptr) {
        state_->input = new Input;
        std::thread{[input = state_->input] { input->read_all(); }}.detach();
    }
    HANDLE events[4];
    DWORD count = 0;
    if (wishes.read_gui) {
        events[count++] = state_->input->came;
    }
    if (is_open() && wishes.read_port && state_->read.under_way) {
        events[count++] = state_->read.overlapped.hEvent;
    }
    if (is_open() && state_->write.under_way) {
        events[count++] = state_->write.overlapped.hEvent;
    }
    if (wishes.write_gui && state_->output != nullptr) {
        events[count++] = state_->output->done;
    }
    const bool at_once =
        (wishes.write_gui && state_->output == nullptr) || (wishes.write_port && is_open() && !state_->write.under_way);
    const auto ms = at_once ? 0 : static_cast<DWORD>(limit);
    if (count == 0) {
        ::Sleep(ms);
    } else {
        ::WaitForMultipleObjects(count, events, FALSE, ms);
    }
}

Os::Came Os::read_gui(std::string& to) {
    if (state_->input == nullptr) {
        return Came::nothing;
    }
    auto& input = *state_->input;
    const std::lock_guard lock{input.mutex};
    if (!input.bytes.empty()) {
        to += std::exchange(input.bytes, {});
        if (!input.ended) {
            ::ResetEvent(input.came);
        }
        return Came::something;
    }
    return input.ended ? Came::end : Came::nothing;
}

bool Os::write_gui(std::string& text) {
    if (state_->output == nullptr) {
        state_->output = new Output;
        std::thread{[output = state_->output] { output->write_all(); }}.detach();
    }
    auto& output = *state_->output;
    const std::lock_guard lock{output.mutex};
    if (!output.piece.empty()) {
        return true;
    }
    text.erase(0, std::exchange(output.written, 0));  // remove only what has been sent
    if (!text.empty() && !output.ended) {
        output.piece = text.substr(0, chunk_bytes);
        ::ResetEvent(output.done);
        output.work.notify_one();
    }
    return !output.ended;
}

void Os::tell(const std::string& line) {
    constexpr std::size_t most = 65536;
    if (state_->messages == nullptr) {
        state_->messages = new Messages;
        std::thread{[messages = state_->messages] { messages->write_all(); }}.detach();
    }
    auto& messages = *state_->messages;
    const std::lock_guard lock{messages.mutex};
    if (messages.waiting.size() < most) {
        messages.waiting += line + "\r\n";
        ::ResetEvent(messages.done);
        messages.work.notify_one();
    }
}

Os::Came Os::read_port(std::string& to) {
    if (!is_open()) {
        return Came::end;
    }
    auto& read = state_->read;
    DWORD size = 0;
    switch (read.under_way ? read.end(state_->port, size) : Transfer::End::gone) {
    case Transfer::End::not_yet: return Came::nothing;
    case Transfer::End::gone: return Came::end;
    case Transfer::End::well: break;
    }
    to.append(&state_->first, size);
    // The bytes that came with the first one are available already, so this read does not wait.
    COMSTAT waiting{};
    DWORD errors = 0;
    if (!::ClearCommError(state_->port, &errors, &waiting)) {
        return Came::end;
    }
    if (waiting.cbInQue > 0) {
        std::string rest(waiting.cbInQue, '\0');
        if (!read.begun(::ReadFile(state_->port, rest.data(), waiting.cbInQue, nullptr, &read.overlapped))
            || !::GetOverlappedResult(state_->port, &read.overlapped, &size, TRUE)) {
            return Came::end;
        }
        to.append(rest, 0, size);
    }
    return state_->begin_read() ? Came::something : Came::end;
}

bool Os::write_port(std::string& text) {
    while (is_open()) {
        DWORD size = 0;
        if (state_->write.under_way) {
            const auto end = state_->write.end(state_->port, size);
            if (end != Transfer::End::well) {
                return end == Transfer::End::not_yet;
            }
            state_->sending.erase(0, size);
        }
        if (state_->sending.empty()) {
            state_->sending = text.substr(0, chunk_bytes);
            text.erase(0, state_->sending.size());
        }
        if (state_->sending.empty()) {
            return true;
        }
        if (!state_->begin_write()) {
            return false;
        }
    }
    return false;
}

}  // namespace stackmate::bridge
