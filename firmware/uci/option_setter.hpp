// `setoption`: gives an option of the table (firmware/uci/options.hpp) its value, and lists the table for `uci`.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/uci/uci.hpp"
#include "firmware/uci/line_parser.hpp"
#include "firmware/uci/options.hpp"
#include "firmware/uci/work.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

template <class Config, hal::Board Board, bool with_person>
class OptionSetter {
    using Work = LineWork<Config, Board>;
    using Parser = LineParser<Board>;
    static constexpr bool offers_table = OffersTableMemory<Board>;
    using TheOptions = Options<Config, Board, offers_table, with_person>;

public:
    SessionOptions values = TheOptions::standard;

    /// The options of a session end with it. `keep_table`: the program ends, too.
    void reset(Work& work, bool keep_table) noexcept {
        values = TheOptions::standard;
        work.engine.set_move_overhead(TheOptions::default_overhead_ms);
        work.set_threads(TheOptions::default_threads);
        if (!keep_table) {
            resize_table(work);
        }
    }

    /// Returns false if there is no option of that name.
    bool choose(std::string_view name) noexcept {
        chosen_ = TheOptions::named(name);
        return chosen_ != nullptr;
    }
    [[nodiscard]] bool chooses_player() const noexcept { return with_person && chosen_->kind == OptionKind::players; }
    /// Whether the person at the board plays for the line.
    [[nodiscard]] bool person_plays() const noexcept { return with_person && values.person_plays; }

    /// Sets the chosen option, but not `Player`.
    [[gnu::noinline, gnu::cold]] void set(std::string_view value, Work& work, Parser& parser) noexcept {
        switch (chosen_->kind) {
        case OptionKind::button: work.engine.clear_table(); break;
        case OptionKind::check: set_flag(value, parser); break;
        case OptionKind::spin: set_number(value, work, parser); break;
        case OptionKind::players: break;
        }
    }

    void introduce(Work& work) noexcept {
        for (const OptionRow& row : TheOptions::rows) {
            introduce(row, work);
        }
    }

private:
    [[gnu::noinline, gnu::cold]] void set_flag(std::string_view value, Parser& parser) noexcept {
        const bool on = uci::same_word(value, "true");
        if (!on && !uci::same_word(value, "false")) {
            return parser.complain_of(TheOptions::name_of(chosen_->option), " takes true or false, not '", value);
        }
        if (chosen_->flag != nullptr) {
            values.*chosen_->flag = on;
        }
    }

    /// A number beyond the range becomes the nearest valid one, with an info line.
    [[gnu::noinline, gnu::cold]] void set_number(std::string_view value, Work& work, Parser& parser) noexcept {
        const OptionRow& row = *chosen_;
        constexpr std::uint64_t no_number = ~std::uint64_t{0};
        std::uint64_t nearest = no_number;
        const bool there = uci::parse_number(value, row.low, row.high, false, nearest);
        if (nearest == no_number) {
            return parser.complain_of_number({}, uci::to_text(row.option), row.low, row.high, value);
        }
        const auto number = static_cast<std::uint32_t>(nearest);
        if (!there) {
            work.say("info string ");
            work.say(uci::to_text(row.option));
            work.say(" is ");
            if (!offers_table && row.option == uci::Option::hash) {
                work.say_number(work.engine.table_bytes());
                work.say(" bytes");
            } else {
                work.say_number(number);
            }
            work.say(" here\n");
        }
        switch (row.option) {
        case uci::Option::elo: values.elo = static_cast<std::uint16_t>(number); break;
        case uci::Option::multi_pv: values.lines = static_cast<std::uint8_t>(number); break;
        case uci::Option::move_overhead: work.engine.set_move_overhead(static_cast<std::uint16_t>(number)); break;
        case uci::Option::threads: work.set_threads(number); break;
        default:
            if constexpr (offers_table) {
                if (work.resize_table(number)) {
                    table_mb_ = number;
                } else {
                    parser.complain("not enough memory for a Hash of '", value, "' MB");
                }
            }
        }
    }

    void resize_table([[maybe_unused]] Work& work) noexcept {
        if constexpr (offers_table) {
            constexpr auto usual = TheOptions::default_table_mb;
            if (table_mb_ != usual && work.resize_table(usual)) {
                table_mb_ = usual;
            }
        }
    }

    [[gnu::cold]] static void introduce(const OptionRow& row, Work& work) noexcept {
        work.say("option name ");
        work.say(TheOptions::name_of(row.option));
        work.say(" type ");
        switch (row.kind) {
        case OptionKind::button: work.say("button"); break;
        case OptionKind::check: work.say(row.standard != 0 ? "check default true" : "check default false"); break;
        case OptionKind::spin:
            work.say("spin default ");
            work.say_number(row.standard);
            work.say(" min ");
            work.say_number(row.low);
            work.say(" max ");
            work.say_number(row.high);
            break;
        case OptionKind::players: work.say("combo default Engine var Engine var Board"); break;
        }
        work.say("\n");
    }

    struct Nothing {};

    const OptionRow* chosen_ = nullptr;
    [[no_unique_address]] std::conditional_t<offers_table, std::uint32_t, Nothing> table_mb_{};  ///< 0 before any
};

}  // namespace stackmate::firmware
