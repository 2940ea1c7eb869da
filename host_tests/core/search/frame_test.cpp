// The table of docs/DESIGN.md, "A frame, byte by byte".

#include "core/search/versions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>

namespace stackmate {
namespace {

using Frame = Search<versions::Small>::Frame;

struct Field {
    std::string name;
    std::size_t offset;
    std::size_t bytes;
};

#define FIELD(name) \
    Field { #name, offsetof(Frame, name), sizeof(Frame::name) }
const std::array fields = {
    FIELD(undo),
    FIELD(cursor),
    FIELD(move),
    FIELD(best),
    FIELD(hash_move),
    FIELD(alpha),
    FIELD(beta),
    FIELD(best_score),
    FIELD(static_eval),
    FIELD(depth),
    FIELD(target),
    FIELD(count),
    Field{"resume", offsetof(Frame, count) + 1, 1},
};
#undef FIELD

TEST(PlyFrame, LiesInMemoryAsTheDesignPageDrawsIt) {
    std::ifstream page(STACKMATE_SOURCE_DIR "/docs/DESIGN.md");
    std::stringstream text;
    text << page.rdbuf();
    std::size_t end = 0;
    for (const Field& field : fields) {
        EXPECT_EQ(field.offset, end) << field.name << " does not follow the field before it";
        end = field.offset + field.bytes;
        const std::string row =
            "| " + std::to_string(field.offset) + " | " + std::to_string(field.bytes) + " | `" + field.name + "`";
        EXPECT_NE(text.str().find(row), std::string::npos) << "docs/DESIGN.md lacks: " << row;
    }
    EXPECT_EQ(sizeof(Frame), end);
}

}  // namespace
}  // namespace stackmate
