#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/lab/duel/call.hpp"
#include "workshop/lab/duel/progress.hpp"
#include "workshop/training/trainer/curve.hpp"
#include "workshop/training/trainer/dataset.hpp"
#include "workshop/training/trainer/net.hpp"
#include "workshop/training/trainer/trainer.hpp"

namespace {

using namespace stackmate::training;
namespace duel = stackmate::duel;
using duel::format;
using duel::Progress;

constexpr const char* usage = R"(usage: workshop/training/train [options] [FILE | -]...
       workshop/training/train --draw FILE.svg TABLE.csv...

Trains the evaluation's net on positions with results and writes it as a C++ header.
Input: lines `FEN | score | result | best move`, score in centipawns and result (0, 0.5, 1) from White's view,
positions of one game next to one another. Positions that only a search saw follow their game: `FEN | score | - | -`.
Every twentieth block of fifty games is held back.
Without a file, standard input is read:

  zstdcat positions*.txt.zst | workshop/training/train --cache build/positions.bin --output core/eval/weights/full.hpp

Positions
  --cache FILE       keep the positions there, 32 bytes each; where the file exists and no other is named, it is
                     read in place of text, and the options of this group are those it was made with
  --packed           the input is records of 32 bytes (workshop/training/trainer/dataset.hpp), taken as they are
  --max-score N      leave positions out whose score is beyond N centipawns (default 1500)
  --max-clock N      leave positions out with more than N plies since a capture or pawn move (default 20)
  --with-pawns       leave positions without pawns out
  --every N          take every N-th line only (default 1)

Net
  --hidden N         neurons for each side's view, 1 to 128 (default 32); the trainer counts in eights
  --squared          a neuron gives the square of its clamped sum (default: the clamped sum)
  --mirrored         a side whose king stands on files e to h sees left and right exchanged
  --king-buckets N   1 to 4 sets of weights by the own king's place; more than 1 needs --mirrored (default 1)
  --output-buckets N output weights by pieces on the board: 1, 2, 4, 8, 16 (default 8)
  --scale N          centipawns per logit of the result (default 116, as in workshop/lab/evaluation/piece_square.hpp)

Training
  --epochs N         passes over all positions (default 30)
  --rounded-epochs N of these the last, with weights rounded as they will be written (default: a quarter)
  --batch N          positions a step (default 16384)
  --rate X           step length of the first batch; it falls smoothly to 1e-5 (default 0.01)
  --decay X          pull of weights towards zero (default 0.01)
  --blend X          share of the engine's score in the target, 0 to 1; the rest is the result (default 0.7)
  --score-scale X    centipawns of the data's score per logit of the result (default: fitted to the results)
  --seed N           of the start and of the order (default 1)
  --threads N        worker threads, 1 to 4 of use (default 1); the net does not depend on it
  --checkpoint FILE  keep the training's state there after every epoch; where the file exists, go on from it

Output
  --output FILE      write the header there (default: standard output)
  --name NAME        of its struct (default Full)
  --data TEXT        where the positions come from, for its first lines
  --date TEXT        for its first lines (default: none, so that a rerun gives the same bytes)
  --curve FILE       write the learning curve there as a table
  --draw FILE        draw such tables as SVG, and leave
  --vectors FILE     write `FEN | unrounded | written` there for 1000 positions held back: centipawns for the side to
                     move as the net gives them before it is rounded, and as the header must give them to the digit
  --help             print this

Progress goes to standard error. Exit status: 0 done, 1 failed, 2 wrong usage.
)";

struct Options {
    std::vector<std::string> files;
    std::string cache;
    std::string output;
    std::string name = "Full";
    std::string data;
    std::string date;
    std::string curve;
    std::string draw;
    std::string vectors;
    std::string checkpoint;
    stackmate::positions::Filter filter;
    Shape shape;
    Schedule schedule;
    int rounded_epochs = -1;
    double blend = 0.7;
    double scale = 116;
    double score_scale = 0;  ///< 0: fitted
    bool packed = false;
    unsigned threads = 1;
    std::string command_line;  ///< what the net depends on, positions excepted
};

/// Of a net that was never trained with rounded weights: output weights up to 5 are told.
constexpr double plain_out_scale = 24;

Options parse_options(duel::Call& call) {
    Options o;
    bool with_pawns = false;
    while (call.next()) {
        if (call.takes("--cache", o.cache) || call.takes("--output", o.output) || call.takes("--curve", o.curve))
            continue;
        if (call.takes("--draw", o.draw) || call.takes("--vectors", o.vectors)) continue;
        if (call.takes("--checkpoint", o.checkpoint) || call.takes("--threads", o.threads, 1, 64)) continue;
        if (call.takes("--data", o.data) || call.takes("--date", o.date)) continue;
        if (call.takes("--max-score", o.filter.max_score, 1, 30000)) continue;
        if (call.takes("--max-clock", o.filter.max_clock, 0, 1000)) continue;
        if (call.takes("--with-pawns", with_pawns) || call.takes("--every", o.filter.every, 1, 1000)) continue;
        if (call.takes("--packed", o.packed)) continue;
        if (call.word().size() < 2 || call.word()[0] != '-') {
            o.files.emplace_back(call.word());
            continue;
        }
        // The rest belongs into the header's first lines.
        const bool known =
            call.takes("--name", o.name) || call.takes("--hidden", o.shape.hidden, 1, max_hidden)
            || call.takes("--squared", o.shape.squared) || call.takes("--mirrored", o.shape.mirrored)
            || call.takes("--king-buckets", o.shape.king_buckets, 1, max_king_buckets)
            || call.takes("--output-buckets", o.shape.output_buckets, 1, 16) || call.takes("--scale", o.scale, 1, 10000)
            || call.takes("--epochs", o.schedule.epochs, 1, 10000)
            || call.takes("--rounded-epochs", o.rounded_epochs, 0, 10000)
            || call.takes("--batch", o.schedule.batch, 64, 1 << 20) || call.takes("--rate", o.schedule.rate, 1e-5, 1)
            || call.takes("--decay", o.schedule.decay, 0, 10) || call.takes("--blend", o.blend, 0, 1)
            || call.takes("--seed", o.schedule.seed) || call.takes("--score-scale", o.score_scale, 1, 10000);
        if (!known) call.refuse_word();
        o.command_line += call.given();
    }
    o.filter.pawnless = !with_pawns;
    if (o.packed && !(o.filter == stackmate::positions::Filter{.pawnless = true}))
        call.refuse("--packed takes positions as they are, without --max-score, --max-clock, --with-pawns, --every");
    if (32 % o.shape.output_buckets != 0) call.refuse("--output-buckets: one of 1, 2, 4, 8, 16");
    if (o.shape.king_buckets > 1 && !o.shape.mirrored) call.refuse("--king-buckets needs --mirrored");
    const int rounded = o.rounded_epochs;
    o.schedule.rounded_epochs = rounded < 0 ? std::max(1U, o.schedule.epochs / 4) : static_cast<unsigned>(rounded);
    if (o.schedule.rounded_epochs > o.schedule.epochs) call.refuse("--rounded-epochs: more than --epochs");
    return o;
}

void add_packed(const std::string& file, Dataset& data) {
    if (file == "-") return read_packed(std::cin, data);
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error(file + ": cannot be opened");
    read_packed(in, data);
    if (in.bad()) throw std::runtime_error(file + ": read error");
}

Dataset read_positions(const Options& options, const Progress& progress) {
    if (options.files.empty() && !options.cache.empty() && std::filesystem::exists(options.cache)) {
        return load(options.cache);
    }
    std::string text;
    Dataset data;
    const std::vector<std::string> standard_input{"-"};
    for (const auto& file : options.files.empty() ? standard_input : options.files) {
        progress.keep("reading " + (file == "-" ? "standard input" : file));
        if (options.packed)
            add_packed(file, data);
        else
            stackmate::positions::append_text(file, text);
    }
    if (text.empty() && data.lines == 0) throw std::runtime_error("no positions");
    if (options.packed)
        shuffle(data, options.schedule.seed);
    else
        data = read_dataset(text, options.filter, options.schedule.seed);
    if (!options.cache.empty()) save(data, options.cache);
    return data;
}

void write(const std::string& path, const std::string& text) {
    std::ofstream out(path);
    out << text;
    out.close();
    if (!out) throw std::runtime_error(path + ": cannot be written");
}

/// Quality of the header's integers on the positions held back.
Quality quality_of(const Quantised& net, const Trainer& trainer, const std::vector<Packed>& positions, double scale) {
    std::vector<float> logits;
    logits.reserve(positions.size());
    for (const Packed& p : positions) logits.push_back(static_cast<float>(net.evaluate(p) / scale));
    return trainer.quality(positions, logits);
}

std::vector<std::string> provenance(const Options& options, const Dataset& data, double score_scale,
                                    const Quality& plain, const Quality& written) {
    std::vector<std::string> head{
        "Generated by workshop/training/train from positions with results; do not edit. Command line:",
        "  zstdcat positions*.txt.zst | workshop/training/train" + data.filter + options.command_line};
    if (!options.data.empty()) head.push_back("Positions: " + options.data);
    if (!options.date.empty()) head.push_back("Date: " + options.date);
    head.push_back(format("%zu quiet positions of %zu games trained on, %zu held back; seed %llu.",
                          data.training.size(), data.games, data.validation.size(),
                          static_cast<unsigned long long>(options.schedule.seed)));
    head.push_back(format("Score: %.1f centipawns of the data, %.0f of the net, per logit of the result.", score_scale,
                          options.scale));
    head.push_back(format("Held back: cross entropy %.5f before rounding, %.5f as written.", plain.loss, written.loss));
    return head;
}

/// Runs the epochs that are missing.
void run_epochs(const Options& options, const std::string& what, Trainer& trainer) {
    Progress progress;
    if (!options.checkpoint.empty() && trainer.load(options.checkpoint, what)) {
        progress.keep(format("going on after epoch %zu", trainer.curve().size()));
    }
    const unsigned epochs = options.schedule.epochs;
    const std::size_t first = trainer.curve().size();
    while (!trainer.finished()) {
        const std::size_t epoch = trainer.curve().size();
        const auto left = [&](double done) {
            return progress.left((static_cast<double>(epoch - first) + done) / static_cast<double>(epochs - first));
        };
        trainer.run_epoch([&](double done) {
            if (progress.live() && progress.due())
                progress.show(format("  epoch %zu of %u: %3.0f %%", epoch + 1, epochs, 100 * done) + left(done));
        });
        if (!options.checkpoint.empty()) trainer.save(options.checkpoint, what);
        if (!options.curve.empty()) write_curve(options.curve, trainer.curve());
        const Epoch& e = trainer.curve().back();
        progress.keep(format("epoch %u of %u: loss %.6f, held back %.6f, rate %.5f", e.number, epochs, e.training,
                             e.held_back, e.rate)
                      + left(1));
    }
}

std::string test_vectors(const Options& options, const Quantised& net, const std::vector<Packed>& positions,
                         const std::vector<float>& logits) {
    std::string text;
    const std::size_t every = std::max<std::size_t>(1, positions.size() / 1000);
    for (std::size_t i = 0; i < positions.size(); i += every) {
        const double unrounded = static_cast<double>(logits[i]) * options.scale;
        text += fen(positions[i]) + format(" | %.2f | %d\n", unrounded, net.evaluate(positions[i]));
    }
    return text;
}

void print_quality(const Progress& progress, const char* name, const Quality& q) {
    progress.keep(
        format("  %-16s loss %.6f  result loss %.6f  score error %.5f", name, q.loss, q.result_loss, q.score_error));
}

void train(const Options& options) {
    const Progress progress;
    const Dataset data = read_positions(options, progress);
    progress.keep(format("%zu positions of %zu games; quiet: %zu for training, %zu held back", data.lines, data.games,
                         data.training.size(), data.validation.size()));
    if (data.training.size() < 1000 || data.validation.size() < 100) throw std::runtime_error("too few positions");
    const bool fitted = options.score_scale == 0;
    const Target target{fitted ? fit_score_scale(data.training) : options.score_scale, options.blend};
    progress.keep(format("the data's score: %.1f centipawns per logit of the result%s", target.score_scale,
                         fitted ? ", fitted" : ""));

    Trainer trainer(data, options.shape, target, options.schedule, options.threads);
    const std::string positions = format("%zu of %zu positions", data.training.size(), data.lines);
    run_epochs(options, positions + data.filter + options.command_line, trainer);

    const bool rounded = trainer.out_scale() > 0;
    const double out_scale = rounded ? trainer.out_scale() : plain_out_scale;
    const Quantised net = quantise(options.shape, trainer.net(rounded), out_scale, options.scale);
    trainer.net(false);
    const std::vector<float> logits = trainer.logits(data.validation);
    const Quality plain = trainer.quality(data.validation, logits);
    const Quality written = quality_of(net, trainer, data.validation, options.scale);
    std::vector<Packed> with_pawns;
    std::copy_if(data.validation.begin(), data.validation.end(), std::back_inserter(with_pawns), has_pawns);
    print_quality(progress, "before rounding", plain);
    print_quality(progress, "as written", written);
    print_quality(progress, "with pawns only", quality_of(net, trainer, with_pawns, options.scale));
    const std::string header =
        to_header(net, options.name, provenance(options, data, target.score_scale, plain, written));
    if (!options.vectors.empty()) write(options.vectors, test_vectors(options, net, data.validation, logits));
    if (options.output.empty()) {
        std::cout << header << std::flush;
    } else {
        write(options.output, header);
        progress.keep("wrote " + options.output);
    }
}

}  // namespace

int main(int argc, char** argv) {
    duel::Call call("workshop/training/train", usage, argc, argv);
    const Options options = parse_options(call);
    try {
        if (options.draw.empty()) {
            train(options);
        } else {
            draw_curves(options.draw, options.files);
        }
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "workshop/training/train: " << error.what() << "\n";
        return 1;
    }
}
