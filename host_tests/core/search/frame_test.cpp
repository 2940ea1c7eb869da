// The table of docs/DESIGN.md, "A frame, byte by byte".

#include "core/search/versions.hpp"
#include "host_tests/support/precompiled.hpp"
#include "host_tests/support/source_dir.hpp"

namespace stackmate {
namespace {

using Frame = Search<versions::Small>::Frame;

struct Field {
    std::string name;
    std::size_t offset;
    std::size_t bytes;
};

/// What the evaluation keeps is a base, so offsetof() will not do.
std::size_t offset_of(const void* field, const Frame& frame) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(field) - reinterpret_cast<const std::byte*>(&frame));
}

std::vector<Field> fields() {
    const Frame f{};
    const auto field = [&](const char* name, const auto& member) {
        return Field{name, offset_of(&member, f), sizeof member};
    };
    return {field("view", f.view),
            field("undo", f.undo),
            field("cursor", f.cursor),
            field("move", f.move),
            field("best", f.best),
            field("hash_move", f.hash_move),
            field("alpha", f.alpha),
            field("beta", f.beta),
            field("best_score", f.best_score),
            field("static_eval", f.static_eval),
            field("depth", f.depth),
            field("target", f.target),
            field("count", f.count),
            Field{"resume", offset_of(&f.count, f) + 1, 1}};
}

TEST(PlyFrame, LiesInMemoryAsTheDesignPageDrawsIt) {
    std::ifstream page(test::in_sources("docs/DESIGN.md"));
    std::stringstream text;
    text << page.rdbuf();
    std::size_t end = 0;
    for (const Field& field : fields()) {
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
