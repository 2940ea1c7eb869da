#include "firmware/hosts/peripheral.hpp"

#include "host_tests/firmware/hosts/talk.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stackmate::firmware {
namespace {

using Talk = test::Talk<Peripheral>;
constexpr std::string_view start_placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

std::string position_of(const Peripheral& host) {
    char fen[max_fen_length];
    return {fen, host.write_fen(fen)};
}

/// A line, and what is requested because of it.
HostRequest request_after(Talk& talk, std::string_view line) {
    EXPECT_EQ(talk.say(std::string{line} + "\n"), "") << line;
    return talk.host.request();
}
/// A game has begun, and the pieces stand.
Talk playing() {
    Talk talk;
    EXPECT_EQ(request_after(talk, "begin " + std::string{start_placement} + " w").kind, HostRequest::Kind::begin);
    EXPECT_EQ(talk.heard(), "sync " + std::string{start_placement} + " w\n");
    return talk;
}

TEST(Peripheral, FeaturesAndVariantsAreAgreedOrNot) {
    Talk talk;
    for (const std::string_view feature : {"moved", "resign", "undo_redo", "side", "get_state", "submove_state",
                                           "option", "check", "last_move", "draw_reason"})
        EXPECT_EQ(talk.say("feature " + std::string{feature} + "\n"), "ok\n") << feature;
    for (const std::string_view feature :
         {"msg", "score", "time", "undo_offer", "draw_offer", "set_state", "dance", ""})
        EXPECT_EQ(talk.say("feature " + std::string{feature} + "\n"), "nok\n") << feature;
    EXPECT_EQ(talk.say("variant standard\r\n"), "ok\n") << "either line end";
    EXPECT_EQ(talk.say("variant chess_960\n"), "nok\n");
    EXPECT_EQ(talk.say("set_variant standard\n"), "");
}

TEST(Peripheral, AGameBeginsAndThePiecesAreAwaited) {
    Talk talk;
    talk.lift("a2");
    const HostRequest request = request_after(talk, "begin " + std::string{start_placement} + " w");
    EXPECT_EQ(request.kind, HostRequest::Kind::begin);
    EXPECT_EQ(request.persons, 3) << "both sides are moved here";
    EXPECT_EQ(position_of(talk.host), std::string{start_placement} + " w KQkq - 0 1");
    EXPECT_EQ(talk.heard(), "unsync rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w\n");
    talk.lift("b2");
    EXPECT_EQ(talk.heard(), "state rnbqkbnr/pppppppp/8/8/8/8/2PPPPPP/RNBQKBNR w\n");
    EXPECT_EQ(talk.heard(), "");
    talk.put("a2");
    talk.put("b2");
    EXPECT_EQ(talk.heard(), "sync rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n");
    EXPECT_EQ(talk.heard(), "");
}

TEST(Peripheral, WhatNobodyKnowsIsAQuestionMark) {
    Talk talk;
    talk.put("e4");
    (void)request_after(talk, "begin " + std::string{start_placement} + " w");
    EXPECT_EQ(talk.heard(), "unsync rnbqkbnr/pppppppp/8/8/4?3/8/PPPPPPPP/RNBQKBNR w\n");
}

TEST(Peripheral, APersonsMoveIsToldAndStandsUntilItIsRefused) {
    Talk talk = playing();
    talk.host.notify({HostEvent::Kind::person_moved, move_from_text(talk.position, "e2e4")});
    talk.play("e2e4");
    EXPECT_EQ(talk.heard(), "move e2e4\n");
    EXPECT_EQ(request_after(talk, "ok").kind, HostRequest::Kind::none);
    talk.host.notify({HostEvent::Kind::person_moved, move_from_text(talk.position, "e7e5")});
    talk.play("e7e5");
    EXPECT_EQ(talk.heard(), "move e7e5\n");
    EXPECT_EQ(request_after(talk, "nok").kind, HostRequest::Kind::reject);
}

/// The person moves; what is heard of it.
std::string told_of(Talk& talk, std::string_view move) {
    talk.host.notify({HostEvent::Kind::person_moved, move_from_text(talk.position, move)});
    talk.play(move);
    return talk.heard();
}

TEST(Peripheral, APersonsMoveIsMovedWhenTheAppHasAcceptedIt) {
    Talk talk = playing();
    EXPECT_EQ(told_of(talk, "e2e4"), "move e2e4\n");
    EXPECT_EQ(talk.say("ok\n"), "") << "the app has not asked for it";
    EXPECT_EQ(talk.say("feature moved\n"), "ok\n");
    EXPECT_EQ(told_of(talk, "e7e5"), "move e7e5\n");
    EXPECT_EQ(talk.say("ok\n"), "moved\n");
    EXPECT_EQ(talk.say("ok\n"), "") << "it accepts nothing";
    EXPECT_EQ(told_of(talk, "g1f3"), "move g1f3\n");
    EXPECT_EQ(request_after(talk, "nok").kind, HostRequest::Kind::reject);
    EXPECT_EQ(talk.say("ok\n"), "") << "what was rejected is not accepted afterwards";
    EXPECT_EQ(told_of(talk, "b8c6"), "move b8c6\n");
    EXPECT_EQ(told_of(talk, "f1b5"), "move f1b5\n") << "two quick players";
    EXPECT_EQ(talk.say("ok\npromote a7a8q\nok\n"), "moved\nmoved\n");
    EXPECT_EQ(told_of(talk, "a7a6"), "move a7a6\n");
    (void)request_after(talk, "begin 8/8/8/8/8/8/8/8 w");
    talk.host.notify({HostEvent::Kind::refused, {}});
    EXPECT_EQ(talk.say("ok\n"), "err this cannot be\nmoved\n") << "the game goes on";
    EXPECT_EQ(told_of(talk, "b5a4"), "move b5a4\n");
    EXPECT_EQ(request_after(talk, "begin " + std::string{start_placement} + " w").kind, HostRequest::Kind::begin);
    (void)talk.heard();
    EXPECT_EQ(talk.say("ok\n"), "") << "that move was of the game before";
}

TEST(Peripheral, AMoveOfThePersonsAndOneOfTheAppsThatCrossStayApart) {
    for (std::size_t cut = 0; cut <= 10; ++cut) {
        Talk talk = playing();
        const std::string line = "move e7e5\n";
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (i == cut) talk.host.notify({HostEvent::Kind::person_moved, move_from_text(talk.position, "e2e4")});
            talk.host.take(line[i], talk.now);
        }
        if (cut == line.size()) {
            talk.host.notify({HostEvent::Kind::person_moved, move_from_text(talk.position, "e2e4")});
        }
        EXPECT_EQ(talk.host.request().move_text(), "e7e5") << cut;
        EXPECT_EQ(talk.heard(), "move e2e4\n") << cut;
    }
}

TEST(Peripheral, APromotionNamesThePiece) {
    Talk talk;
    ASSERT_EQ(talk.position.set_fen("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"), FenError::none);
    talk.occupied = occupied_squares(talk.position);
    (void)request_after(talk, "begin 8/4P1k1/8/8/8/8/6K1/8 w - - 0 1");
    EXPECT_EQ(talk.heard(), "sync 8/4P1k1/8/8/8/8/6K1/8 w\n");
    talk.host.notify({HostEvent::Kind::person_moved, move_from_text(talk.position, "e7e8n")});
    EXPECT_EQ(talk.heard(), "move e7e8n\n");
}

TEST(Peripheral, TheAppsMoveIsARequestAndReportedWhenItIsMade) {
    Talk talk = playing();
    EXPECT_EQ(talk.say("feature moved\n"), "ok\n");
    const HostRequest request = request_after(talk, "move e2e4");
    EXPECT_EQ(request.kind, HostRequest::Kind::move);
    EXPECT_EQ(request.move_text(), "e2e4");
    EXPECT_EQ(request_after(talk, "move e7e8q").move_text(), "e7e8q");
    talk.host.notify({HostEvent::Kind::host_moved, {}});
    EXPECT_EQ(talk.heard(), "moved\n");
    for (const std::string_view wrong : {"move", "move e2", "move e2e4qq"})
        EXPECT_EQ(talk.say(std::string{wrong} + "\n"), "err this cannot be\n") << wrong;
    (void)request_after(talk, "move e2e5");
    talk.host.notify({HostEvent::Kind::refused, {}});
    EXPECT_EQ(talk.heard(), "err this cannot be\n");
}

TEST(Peripheral, UndoBringsAnEarlierPosition) {
    Talk talk = playing();
    talk.play("e2e4");
    const HostRequest request = request_after(talk, "undo " + std::string{start_placement} + " w KQkq - 0 1");
    EXPECT_EQ(request.kind, HostRequest::Kind::go_back);
    EXPECT_EQ(position_of(talk.host), std::string{start_placement} + " w KQkq - 0 1");
    talk.position.set_start();
    EXPECT_EQ(talk.heard().substr(0, 7), "unsync ");
    talk.occupied = occupied_squares(talk.position);
    EXPECT_EQ(talk.heard().substr(0, 5), "sync ");
}

TEST(Peripheral, FieldsOfAPositionAreTakenAsFarAsTheyGo) {
    const auto taken = [](std::string_view fen) {
        Talk talk;
        return request_after(talk, "begin " + std::string{fen}).kind == HostRequest::Kind::begin
                   ? position_of(talk.host)
                   : "";
    };
    EXPECT_EQ(taken("r3k2r/8/8/8/8/8/8/R3K2R b"), "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    EXPECT_EQ(taken("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 30"), "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
    EXPECT_EQ(taken("r3k2r/8/8/8/8/8/8/R3K2R w - -"), "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
    EXPECT_EQ(taken("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"), "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1");
    EXPECT_EQ(taken("4k3/8/8/8/8/8/8/4K3"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Peripheral, APositionThatIsNoneIsRefused) {
    for (const std::string_view fen :
         {"", "8", "9/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8/8 w", "x7/8/8/8/8/8/8/8 w",
          "p8/8/8/8/8/8/8/8 w", "7/8/8/8/8/8/8/8 w", "8//8/8/8/8/8/8/8"}) {
        Talk talk;
        const std::string answer = talk.say("begin " + std::string{fen} + "\n");
        if (talk.host.request().kind == HostRequest::Kind::begin) {
            continue;  // whole as far as a host can tell: the game refuses it
        }
        EXPECT_EQ(answer, "err this cannot be\n") << fen;
    }
    Talk talk;
    (void)request_after(talk, "begin 8/8/8/8/8/8/8/8 w");
    talk.host.notify({HostEvent::Kind::refused, {}});
    EXPECT_EQ(talk.heard(), "err this cannot be\n") << "nobody can play that";
    EXPECT_EQ(talk.heard(), "");
}

TEST(Peripheral, SidesAreClaimedAsTheAppSays) {
    Talk talk;
    EXPECT_EQ(talk.say("feature side\nside w\n"), "ok\n");
    EXPECT_EQ(request_after(talk, "begin " + std::string{start_placement} + " w").persons, 1);
    (void)talk.heard();
    EXPECT_EQ(talk.say("side b\n"), "");
    EXPECT_EQ(request_after(talk, "begin " + std::string{start_placement} + " w").persons, 2);
}

TEST(Peripheral, TheEndGivesBackWhatWasClaimed) {
    Talk talk = playing();
    EXPECT_EQ(request_after(talk, "end checkmate").kind, HostRequest::Kind::release);
    talk.lift("e2");
    EXPECT_EQ(talk.heard(), "");
}

TEST(Peripheral, APersonResigns) {
    Talk talk = playing();
    talk.host.notify({HostEvent::Kind::resigned, {}});
    EXPECT_EQ(talk.heard(), "") << "the app has not asked for it";
    EXPECT_EQ(talk.say("feature resign\n"), "ok\n");
    talk.host.notify({HostEvent::Kind::resigned, {}});
    EXPECT_EQ(talk.heard(), "resign\n");
}

TEST(Peripheral, TheStateIsToldWhenAskedAndAtEachChangeAfterwards) {
    Talk talk;
    EXPECT_EQ(talk.say("get_state\n"), "state " + std::string{start_placement} + " w\n");
    talk.lift("a1");
    EXPECT_EQ(talk.heard(), "state rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w\n");
    talk.put("a1");
    EXPECT_EQ(talk.heard(), "state " + std::string{start_placement} + " w\n");
    (void)request_after(talk, "begin " + std::string{start_placement} + " w");
    EXPECT_EQ(talk.heard().substr(0, 5), "sync ");
    talk.lift("a1");
    EXPECT_EQ(talk.heard(), "") << "until the game begins";
    talk.put("a1");
    EXPECT_EQ(talk.say("feature submove_state\n"), "ok\n") << "and as told last";
    talk.lift("e2");
    EXPECT_EQ(talk.heard(), "state rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w\n");
}

TEST(Peripheral, BrightnessIsAnOption) {
    Talk talk;
    EXPECT_EQ(talk.say("feature option\noptions_begin\n"), "ok\noption brightness int 128 1 255\noptions_end\n");
    const HostRequest request = request_after(talk, "set_option brightness 60");
    EXPECT_EQ(request.kind, HostRequest::Kind::brightness);
    EXPECT_EQ(request.value, 60);
    EXPECT_EQ(request_after(talk, "options_reset").value, 128);
    for (const std::string_view wrong :
         {"set_option brightness", "set_option brightness 0", "set_option brightness 256", "set_option brightness 60x",
          "set_option volume 3", "set_option"})
        EXPECT_EQ(talk.say(std::string{wrong} + "\n"), "err this cannot be\n") << wrong;
}

TEST(Peripheral, WhatIsUnknownIsSaidAndWhatNeedsNoAnswerHasNone) {
    Talk talk;
    EXPECT_EQ(talk.say("dance\n"), "err unknown command\n");
    EXPECT_EQ(talk.say("\n\r\n"), "");
    for (const std::string_view line : {"last_move e2e4", "check e1", "time 1000 2000", "score 1700 1231", "msg hello",
                                        "err hello", "undo_offer", "draw_offer", "ok", "promote a7a8q"})
        EXPECT_EQ(talk.say(std::string{line} + "\n"), "") << line;
}

TEST(Peripheral, ItIsRecognisedByWordsThatNoOtherHas) {
    for (const std::string_view line : {"feature msg\n", "variant standard\n", "set_variant standard\n", "begin 8/8",
                                        "get_state\n", "options_begin\n", "set_option a", "side w\n"}) {
        Likeness likeness = Likeness::perhaps;
        for (std::size_t n = 1; n <= first_bytes && likeness == Likeness::perhaps; ++n)
            likeness = Peripheral::recognises(line.substr(0, n));
        EXPECT_EQ(likeness, Likeness::yes) << line;
    }
    for (const std::string_view line :
         {"uci\n", "isready\n", "setoption name Hash value 1\n", "stop\n", "status\n", "go\n", "board\n", "bench\n",
          "bootloader\n", "position", "ponderhit\n", "d\n", "eval\n", "quit\n", "V56"}) {
        Likeness likeness = Likeness::perhaps;
        for (std::size_t n = 1; n <= first_bytes && n <= line.size() && likeness == Likeness::perhaps; ++n)
            likeness = Peripheral::recognises(line.substr(0, n));
        EXPECT_EQ(likeness, Likeness::no) << line;
    }
}

TEST(Peripheral, BytesAtRandomDoNoHarm) {
    std::uint64_t positions = 0;
    ASSERT_NO_FATAL_FAILURE(test::babble<Peripheral>(
        [](std::uint32_t choice) -> std::string_view {
            static constexpr std::string_view all[] = {"begin rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n",
                                                       "undo r3k2r/8/8/8/8/8/8/R3K2R w Kq e3 12 30\n",
                                                       "feature submove_state\n",
                                                       "feature moved\n",
                                                       "feature resign\n",
                                                       "move e2e4\n",
                                                       "nok\n",
                                                       "ok\n",
                                                       "end checkmate\n",
                                                       "get_state\n",
                                                       "options_begin\n",
                                                       "set_option brightness 77\n",
                                                       "side b\n",
                                                       "\n"};
            return all[choice % std::size(all)];
        },
        [&](auto& talk, const HostRequest& request) {
            if (request.kind == HostRequest::Kind::begin || request.kind == HostRequest::Kind::go_back) {
                char fen[max_fen_length];
                const std::size_t length = talk.host.write_fen(fen);
                ASSERT_LE(length, max_fen_length);
                Position position;
                positions += position.set_fen({fen, length}) == FenError::none;
            }
            ASSERT_FALSE(request.kind == HostRequest::Kind::brightness && request.value == 0);
        }));
    EXPECT_GT(positions, 0u) << "some of it was understood";
}

}  // namespace
}  // namespace stackmate::firmware
