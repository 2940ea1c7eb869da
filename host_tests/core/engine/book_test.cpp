#include "core/engine/book.hpp"

#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

using Memory = std::array<BookMove, Book::max_moves>;

Position start() {
    Position p;
    p.set_start();
    return p;
}

/// Entries in the order of a book.
std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> entries) {
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// The start position with its moves e2e4 and d2d4, a poorer one, one too poor, and one that is not played at all.
std::vector<std::uint32_t> small_book() {
    const Position p = start();
    return sorted({book::entry(p.key(), true, 0), book::entry(after(p, "e2e4").key(), false, 12),
                   book::entry(after(p, "d2d4").key(), false, 11), book::entry(after(p, "g1f3").key(), false, 9),
                   book::entry(after(p, "a2a4").key(), false, 8), book::entry(after(p, "f2f3").key(), true, 0)});
}

std::map<std::string, unsigned> tickets_of(const Book& book, const Position& p) {
    Memory memory;
    std::map<std::string, unsigned> tickets;
    for (const BookMove& m : book.moves(p, memory)) tickets[text_of(m.move, p)] = m.tickets;
    return tickets;
}

static_assert(book::rating(-61) == 0 && book::rating(-60) == 1 && book::rating(-51) == 1 && book::rating(0) == 7);
static_assert(book::rating(5000) == 31 && book::rating(-5000) == 0);
static_assert(book::tickets(9, 9) == 8 && book::tickets(6, 9) == 1 && book::tickets(5, 9) == 0);
static_assert(book::tickets(0, 0) == 0 && book::tickets(0, 2) == 0, "what is too poor is never played");

TEST(Book, PlaysTheBestMovesAndWhatIsNotFarBehind) {
    const auto entries = small_book();
    const std::map<std::string, unsigned> expected = {{"e2e4", 8}, {"d2d4", 4}, {"g1f3", 1}};
    EXPECT_EQ(tickets_of(Book(entries), start()), expected);
}

TEST(Book, AMoveIsChosenAsOftenAsItsTicketsSay) {
    const auto entries = small_book();
    const Book book(entries);
    std::map<std::string, int> chosen;
    for (std::uint32_t seed = 0; seed < 13'000; ++seed) ++chosen[text_of(book.choose(start(), seed), start())];
    EXPECT_EQ(chosen.size(), 3u);
    EXPECT_NEAR(chosen["e2e4"], 8000, 400);
    EXPECT_NEAR(chosen["d2d4"], 4000, 300);
    EXPECT_NEAR(chosen["g1f3"], 1000, 200);
}

TEST(Book, TheSameSeedChoosesTheSameMove) {
    for (std::uint32_t seed = 0; seed < 100; ++seed)
        EXPECT_EQ(opening_book.choose(start(), seed), opening_book.choose(start(), seed));
}

TEST(Book, DoesNotAnswerWhatItOnlyRates) {
    const auto entries = small_book();
    EXPECT_FALSE(Book(entries).choose(after(start(), "e2e4"), 1));
    EXPECT_FALSE(Book(entries).choose(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 1));
    EXPECT_FALSE(Book({}).choose(start(), 1));
}

TEST(Book, AnswersAPositionWhateverTheOrderOfItsMoves) {
    const Position one = after(start(), "d2d4", "g8f6", "c2c4", "e7e6");
    const Position other = after(start(), "c2c4", "e7e6", "d2d4", "g8f6");
    const auto entries = sorted({book::entry(one.key(), true, 5), book::entry(after(one, "b1c3").key(), false, 8)});
    EXPECT_EQ(Book(entries).choose(other, 7), move_of(other, "b1c3"));
}

TEST(Book, PlaysOnlyWhatIsLegalWhoeversKeysItsEntriesAre) {
    // The knight is pinned. As after its move no legal position has this key, the entry is a stranger's.
    const Position p = position("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    const Position moved = after(p, Move(square("e2"), square("c3")));
    EXPECT_FALSE(Book(sorted({book::entry(p.key(), true, 5), book::entry(moved.key(), false, 31)})).choose(p, 3));
    // Whatever ends with the same 26 bits as the key of a legal move: a legal move.
    const Move king = move_of(p, "e1d1");
    const auto like_it = sorted(
        {book::entry(p.key() ^ 0x3fffffffff, true, 5), book::entry(after(p, king).key() ^ 0x1234567890, false, 5)});
    EXPECT_EQ(Book(like_it).choose(p, 3), king);
}

TEST(Book, AMatedSideHasNoMoveInIt) {
    const Position p = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    const std::vector<std::uint32_t> entries = {book::entry(p.key(), true, 5)};
    EXPECT_FALSE(Book(entries).choose(p, 1));
}

TEST(OpeningBook, FitsItsFlashAndIsSorted) {
    const auto entries = opening_book.entries();
    EXPECT_LE(entries.size_bytes(), book::max_bytes);
    for (std::size_t i = 1; i < entries.size(); ++i)
        EXPECT_LT(entries[i - 1] >> book::key_shift, entries[i] >> book::key_shift);
}

TEST(OpeningBook, EveryAnswerIsLegalAndEveryAnsweredPositionIsReached) {
    std::set<Key> answered, seen;
    std::vector<Position> to_see = {start()};
    // The book's own moves from an answered position, the opponent's, whatever they are, from all others.
    const auto visit = [&](const Position& p) {
        if (seen.insert(p.key()).second) to_see.push_back(p);
    };
    for (const Move m : legal_moves(start())) visit(after(start(), m));
    while (!to_see.empty()) {
        const Position p = to_see.back();
        to_see.pop_back();
        Memory memory;
        const auto known = opening_book.moves(p, memory);
        if (known.empty()) continue;
        answered.insert(p.key());
        const std::vector<Move> legal = legal_moves(p);
        for (const BookMove& m : known) {
            ASSERT_NE(std::find(legal.begin(), legal.end(), m.move), legal.end()) << fen_of(p);
            const Position played = after(p, m.move);
            visit(played);
            for (const Move reply : legal_moves(played)) visit(after(played, reply));
        }
    }
    const auto flags = std::count_if(opening_book.entries().begin(), opening_book.entries().end(),
                                     [](std::uint32_t entry) { return (entry & book::answered) != 0; });
    EXPECT_EQ(answered.size(), static_cast<std::size_t>(flags));
}

TEST(OpeningBook, LeavesAPoorFirstMoveToTheSearch) {
    // host_tests/device want to see the engine think, and open with it.
    EXPECT_FALSE(opening_book.choose(after(start(), "g2g4"), 1));
}

TEST(OpeningBook, GamesDiffer) {
    std::set<std::string> games;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        std::string game;
        Position p = start();
        for (int ply = 0; ply < 4; ++ply) {
            const Move m = opening_book.choose(p, seed);
            if (!m) break;
            game += " " + text_of(m, p);
            p = after(p, m);
        }
        games.insert(game);
    }
    EXPECT_GE(games.size(), 20u);
}

}  // namespace
}  // namespace stackmate::test
