#include "tools/tune/samples.hpp"

#include <atomic>
#include <exception>
#include <thread>

namespace stackmate::tune {

namespace {

constexpr std::size_t shard_count = 16;

class Extractor {
public:
    Extractor(const Terms& terms, const SampleOptions& options)
        : terms_(terms), options_(options), sink_(feature_count(terms)) {}

    void read(const positions::Block& block, Shard& shard) {
        positions::for_each_wanted(
            block, options_.filter,
            [&](const positions::Line& line, const positions::Board& board) { store(line, board, shard); });
    }

private:
    void store(const positions::Line& line, const positions::Board& board, Shard& shard) {
        make_views(board, line.white_to_move, line.castling, views_);
        std::size_t offset = 0;
        for (const auto& term : terms_) {
            for (std::size_t side = 0; side < 2; ++side) {
                sink_.aim(offset, side == 0 ? 1 : -1);
                term->extract(views_[side], sink_);
            }
            offset += term->size();
        }
        const auto counts = sink_.counts();
        const auto uses = sink_.uses();
        const double middle = game_phase(views_[0]) / 24.0;
        shard.uses.resize(counts.size());
        for (std::size_t i = 0; i < uses.size(); ++i) {
            if (uses[i] == 0) continue;
            shard.uses[i].mg += uses[i] * middle;
            shard.uses[i].eg += uses[i] * (1 - middle);
            uses[i] = 0;
        }
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] == 0) continue;
            shard.entries.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(counts[i])});
            counts[i] = 0;
        }
        shard.begins.push_back(static_cast<std::uint32_t>(shard.entries.size()));
        shard.samples.push_back({static_cast<float>(middle), static_cast<std::int16_t>(line.score), line.result});
    }

    const Terms& terms_;
    const SampleOptions& options_;
    Sink sink_;
    Views views_;
};

}  // namespace

std::size_t Samples::count(std::span<const Shard> shards) {
    std::size_t n = 0;
    for (const auto& shard : shards) n += shard.samples.size();
    return n;
}

Samples read_samples(std::string_view text, const Terms& terms, const SampleOptions& options) {
    Samples samples;
    samples.training.resize(shard_count);
    samples.validation.resize(shard_count);
    const positions::Blocks cut = positions::cut_blocks(text);
    samples.games = cut.games;
    samples.lines = cut.lines;
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> errors(options.threads);
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < options.threads; ++t) {
        workers.emplace_back([&, t] {
            try {
                Extractor extractor(terms, options);
                for (std::size_t s = next++; s < shard_count; s = next++) {
                    for (std::size_t b = s; b < cut.blocks.size(); b += shard_count) {
                        const bool held_back = positions::Blocks::held_back(b);
                        extractor.read(cut.blocks[b], held_back ? samples.validation[s] : samples.training[s]);
                    }
                }
            } catch (...) {
                errors[t] = std::current_exception();
            }
        });
    }
    for (auto& worker : workers) worker.join();
    for (const auto& error : errors) {
        if (error) std::rethrow_exception(error);
    }
    return samples;
}

}  // namespace stackmate::tune
