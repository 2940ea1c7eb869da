// The three best moves of a position, each with its score and the moves expected: analysis FEN
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/notation/san.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <string>

namespace {

using namespace stackmate;

std::string moves_of(Position position, std::span<const Move> line) {
    std::string all;
    for (const Move m : line) {
        char text[max_san_length];
        all.append(1, ' ').append(text, static_cast<std::size_t>(write_san(text, position, m) - text));
        Undo undo;
        position.make(m, undo);
    }
    return all;
}

std::string words(Score score) {
    char text[32];
    if (is_mate(score))
        std::snprintf(text, sizeof text, "mate in %d", (score_mate - (score < 0 ? -score : score) + 1) / 2);
    else
        std::snprintf(text, sizeof text, "%+.2f", score / 100.0);
    return text;
}

}  // namespace

int main(int count, char** arguments) {
    static std::atomic<bool> stop{false};
    static Engine<Full> engine{stop};
    const char* const fen =
        count > 1 ? arguments[1] : "r1bqkbnr/pp1p1ppp/2n5/2p1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4";
    auto& game = engine.begin_setup();
    if (const FenError error = game.position.set_fen(fen); error != FenError::none)
        return std::fprintf(stderr, "%s\n", to_text(error).data()), 1;
    engine.commit_setup();

    const Position position = engine.position();
    engine.set_lines(3);
    Limits limits;
    limits.depth = 6;
    engine.go(limits, {}, 0);
    std::array<std::string, 3> lines;  // the newest of each
    while (true) {
        const EngineEvent event = engine.run(Full::slice_nodes, 0);
        if (event == EngineEvent::finished) break;
        const SearchReport report = engine.report(0);
        if (event == EngineEvent::info && report.bound == Bound::exact)
            lines[report.line_number] =
                words(report.score) + "  depth " + std::to_string(report.depth) + " " + moves_of(position, report.line);
    }
    for (std::size_t i = 0; i < lines.size() && !lines[i].empty(); ++i)
        std::printf("%zu. %s\n", i + 1, lines[i].c_str());
}
