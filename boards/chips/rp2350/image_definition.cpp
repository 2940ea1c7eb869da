// What tells the boot ROM that the flash holds a program: a block of items in its first 4 KB. Source: pico-sdk,
// common/boot_picobin_headers/include/boot/picobin.h; pico_crt0/embedded_start_block.inc.S. The ROM takes stack and entry from
// the first two words of the flash, as of a vector table (board.ld).
#include <array>
#include <cstdint>

namespace {

constexpr std::uint32_t item_of_one_word = 1u << 8;
constexpr std::uint32_t image_type = 0x42;
constexpr std::uint32_t program = 1u << 16, secure = 2u << 20, for_arm = 0u << 24, for_rp2350 = 1u << 28;
constexpr std::uint32_t last_item = 0xFF;

[[gnu::section(".image_definition"), gnu::used]] constinit const std::array<std::uint32_t, 5> image_definition{
    0xFFFFDED3,
    image_type | item_of_one_word | program | secure | for_arm | for_rp2350,
    last_item | item_of_one_word,  // the items before it: one word
    0,                             // the next block is this one: the only one
    0xAB123579,
};

}  // namespace
