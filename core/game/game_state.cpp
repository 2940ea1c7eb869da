#include "core/game/game_state.hpp"

namespace stackmate {

using namespace std::string_view_literals;  // lengths known at compile time

GameState state_of(const Position& p, const KeyHistory& history) {
    const bool in_check = p.checker() != Square::none;
    if (!p.any_legal_move()) return in_check ? GameState::checkmate : GameState::stalemate;
    if (p.insufficient_material()) return GameState::insufficient_material;
    if (p.halfmove() >= Position::longest_halfmove) return GameState::seventy_five_moves;
    const unsigned before = history.count(p.key(), 1, p.halfmove());
    if (before >= 4) return GameState::fivefold_repetition;
    if (before >= 2) return GameState::threefold_repetition;
    if (p.halfmove() >= 100) return GameState::fifty_moves;
    return in_check ? GameState::check : GameState::playing;
}

std::string_view to_text(GameState state) {
    switch (state) {
    case GameState::playing: return "playing"sv;
    case GameState::check: return "check"sv;
    case GameState::checkmate: return "checkmate"sv;
    case GameState::stalemate: return "stalemate"sv;
    case GameState::threefold_repetition: return "draw by threefold repetition"sv;
    case GameState::fifty_moves: return "draw by fifty moves"sv;
    case GameState::seventy_five_moves: return "draw by seventy-five moves"sv;
    case GameState::insufficient_material: return "draw by insufficient material"sv;
    case GameState::fivefold_repetition: return "draw by fivefold repetition"sv;
    }
    return "unknown state"sv;
}

}  // namespace stackmate
