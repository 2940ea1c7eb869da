// A version of lab/match with its table as a UCI engine, for tournament managers, and their openings.

#include "core/notation/move_text.hpp"
#include "lab/duel/call.hpp"
#include "lab/duel/opening.hpp"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace stackmate;
using namespace stackmate::duel;

constexpr const char* help =
    R"(Usage: duel_uci                          a UCI engine: go nodes N, go depth N, no other limits
       duel_uci --openings N [--seed N]  the balanced openings of lab/match, a line of EPD for each
Its options are a version's name (lab/match --list) and the bytes of its table (0: none).
)";

bool is_table_size(std::size_t bytes) { return bytes == 0 || (bytes >= 256 && (bytes & (bytes - 1)) == 0); }

class Dialogue {
public:
    int run() {
        for (std::string line; std::getline(std::cin, line);) {
            std::istringstream words(line);
            std::string word;
            words >> word;
            if (word == "quit") break;
            if (word == "uci")
                introduce();
            else if (word == "isready")
                std::cout << "readyok" << std::endl;
            else if (word == "setoption")
                set_option(words);
            else if (word == "ucinewgame")
                player().new_game();
            else if (word == "position")
                set_position(words);
            else if (word == "go")
                go(words);
        }
        return 0;
    }

private:
    static void complain(const std::string& why) { std::cout << "info string error: " << why << std::endl; }
    static void introduce() {
        std::cout << "id name Stackmate " STACKMATE_VERSION
                     "\nid author Stackmate developers\n"
                     "option name Version type string default large\n"
                     "option name Table type spin default 65536 min 0 max 1073741824\nuciok"
                  << std::endl;
    }

    Player& player() {
        if (!player_) player_ = version_->make(table_);
        return *player_;
    }

    void set_option(std::istringstream& words) {
        std::string word, name, value;
        words >> word >> name >> word >> value;
        if (name == "Version") {
            const VersionInfo* const found = find_version(value);
            if (found == nullptr) return complain("there is no version '" + value + "'");
            version_ = found;
        } else if (name == "Table") {
            std::size_t bytes = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), bytes);
            if (error != std::errc{} || end != value.data() + value.size() || !is_table_size(bytes))
                return complain("'" + value + "' is no size of a table: 0 or a power of two, at least 256");
            table_ = bytes;
        } else {
            return complain("there is no option '" + name + "'");
        }
        player_.reset();
    }

    void set_position(std::istringstream& words) {
        Position start;
        start.set_start();
        std::string word, fen;
        words >> word;
        const bool given = word == "fen";
        while (words >> word && word != "moves") fen += (fen.empty() ? "" : " ") + word;
        if (given && start.set_fen(fen) != FenError::none) return complain("no position: '" + fen + "'");
        Position p = start;
        std::vector<Move> moves;
        while (words >> word) {
            const Move m = move_from_text(p, word);
            if (!m) return complain("no legal move: '" + word + "'");
            Undo undo;
            p.make(m, undo);
            moves.push_back(m);
        }
        start_ = start;
        moves_ = moves;
    }

    void go(std::istringstream& words) {
        Limits limits;
        std::uint64_t number = 0;
        for (std::string word; words >> word >> number;) {
            if (word == "nodes") limits.nodes = number;
            if (word == "depth") limits.depth = static_cast<std::uint8_t>(number);
        }
        if (limits.nodes == 0 && limits.depth == 0) return complain("go takes nodes or depth");
        const SearchReport report = player().search(start_, moves_, limits);
        const Move best = player().best_move();
        char text[max_move_length];
        const std::string move(text, write_move(text, best));
        const int plies = score_mate - (report.score < 0 ? -report.score : report.score);
        const int mate = (report.score < 0 ? -plies : plies + 1) / 2;
        std::cout << "info depth " << +report.depth << " score " << (is_mate(report.score) ? "mate " : "cp ")
                  << (is_mate(report.score) ? mate : +report.score) << " nodes " << report.nodes
                  << (best ? " pv " + move : "") << "\nbestmove " << move << std::endl;
    }

    const VersionInfo* version_ = find_version("large");
    std::size_t table_ = 65536;
    std::unique_ptr<Player> player_;
    Position start_ = [] {
        Position p;
        p.set_start();
        return p;
    }();
    std::vector<Move> moves_;
};

void write_openings(std::uint64_t count, std::uint64_t seed) {
    constexpr std::size_t judge_table = std::size_t{1} << 18;  // as in a match
    const auto judge = find_version("large")->make(judge_table);
    for (std::uint64_t n = 0; n < count; ++n) {
        Position p;
        p.set_start();
        for (const Move m : opening(seed, n, *judge)) {
            Undo undo;
            p.make(m, undo);
        }
        char text[max_fen_length];
        std::istringstream fen(std::string(text, p.fen(text)));
        std::string placement, side, castling, passant, halfmove, move;
        fen >> placement >> side >> castling >> passant >> halfmove >> move;
        std::cout << placement << ' ' << side << ' ' << castling << ' ' << passant << " hmvc " << halfmove << "; fmvn "
                  << move << ";\n";
    }
}

}  // namespace

int main(int argc, char** argv) {
    Call call("duel_uci", argc, argv);
    std::uint64_t openings = 0, seed = 1;
    while (call.next()) {
        if (call.word() == "--help" || call.word() == "-h") return std::cout << help, 0;
        if (call.word() == "--openings")
            openings = call.number<std::uint64_t>();
        else if (call.word() == "--seed")
            seed = call.number<std::uint64_t>();
        else
            call.refuse_word();
    }
    if (openings == 0) return Dialogue{}.run();
    write_openings(openings, seed);
    return 0;
}
