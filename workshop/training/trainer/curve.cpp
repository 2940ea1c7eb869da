#include "workshop/training/trainer/curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace stackmate::training {

namespace {

constexpr double width = 760;
constexpr double height = 420;
constexpr double left = 70;
constexpr double right = 590;  // the names stand beyond
constexpr double top = 20;
constexpr double bottom = 380;
constexpr std::array<const char*, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#56b4e9", "#e69f00", "#000000", "#999999"};

struct Curve {
    std::string name;
    std::vector<Epoch> epochs;
};

Curve read_curve(const std::string& path) {
    std::ifstream in(path);
    Curve curve{std::filesystem::path(path).stem().string(), {}};
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        Epoch e{};
        if (std::sscanf(line.c_str(), "%u,%lf,%lf,%lf", &e.number, &e.training, &e.held_back, &e.rate) != 4) {
            throw std::runtime_error(path + ": not written by --curve");
        }
        curve.epochs.push_back(e);
    }
    if (curve.epochs.size() < 2) throw std::runtime_error(path + ": no curve of two epochs or more");
    return curve;
}

struct Frame {
    double epochs = 1;
    double lowest = 1e9;
    double highest = 0;

    double x(double epoch) const { return left + (right - left) * (epoch - 1) / std::max(1.0, epochs - 1); }
    double y(double loss) const {
        return bottom - (bottom - top) * (std::min(loss, highest) - lowest) / (highest - lowest);
    }
};

/// The first epochs are far above the rest: the frame ends where a tenth of the run is over.
Frame frame_of(const std::vector<Curve>& curves) {
    Frame frame;
    for (const Curve& curve : curves) {
        frame.epochs = std::max(frame.epochs, static_cast<double>(curve.epochs.size()));
        const Epoch& early = curve.epochs[(curve.epochs.size() - 1) / 10];
        frame.highest = std::max({frame.highest, early.training, early.held_back});
        for (const Epoch& e : curve.epochs) frame.lowest = std::min({frame.lowest, e.training, e.held_back});
    }
    frame.lowest = std::floor(frame.lowest * 500) / 500;
    frame.highest = std::max(frame.lowest + 0.002, std::ceil(frame.highest * 500) / 500);
    return frame;
}

std::string fixed(const char* format, double value) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

void draw_line(std::ostream& out, const Frame& frame, const Curve& curve, double Epoch::* loss, const char* style) {
    out << "<polyline fill=\"none\" " << style << " points=\"";
    for (const Epoch& e : curve.epochs) {
        out << fixed("%.1f", frame.x(e.number)) << ',' << fixed("%.1f", frame.y(e.*loss)) << ' ';
    }
    out << "\"/>\n";
}

void draw_frame(std::ostream& out, const Frame& frame) {
    const double step = frame.highest - frame.lowest > 0.02 ? 0.005 : 0.002;
    for (double loss = frame.lowest; loss < frame.highest + 1e-9; loss += step) {
        const std::string y = fixed("%.1f", frame.y(loss));
        out << "<line x1=\"" << left << "\" x2=\"" << right << "\" y1=\"" << y << "\" y2=\"" << y
            << "\" stroke=\"#ddd\"/><text x=\"" << left - 8 << "\" y=\"" << y
            << "\" text-anchor=\"end\" dominant-baseline=\"middle\">" << fixed("%.3f", loss) << "</text>\n";
    }
    const double every = std::max(1.0, std::round(frame.epochs / 8));
    for (double epoch = every; epoch <= frame.epochs; epoch += every) {
        out << "<text x=\"" << fixed("%.1f", frame.x(epoch)) << "\" y=\"" << bottom + 20 << "\" text-anchor=\"middle\">"
            << fixed("%.0f", epoch) << "</text>\n";
    }
    out << "<text x=\"" << right << "\" y=\"" << bottom + 36 << "\" text-anchor=\"end\">epoch</text>\n";
}

}  // namespace

void write_curve(const std::string& path, std::span<const Epoch> curve) {
    std::ofstream out(path);
    out << "epoch,training,held_back,rate\n";
    for (const Epoch& e : curve) {
        std::array<char, 96> line;
        std::snprintf(line.data(), line.size(), "%u,%.6f,%.6f,%.3g\n", e.number, e.training, e.held_back, e.rate);
        out << line.data();
    }
    out.close();
    if (!out) throw std::runtime_error(path + ": cannot be written");
}

void draw_curves(const std::string& path, const std::vector<std::string>& tables) {
    std::vector<Curve> curves;
    for (const auto& table : tables) curves.push_back(read_curve(table));
    if (curves.empty()) throw std::runtime_error("--draw needs tables that --curve wrote");
    const Frame frame = frame_of(curves);
    std::ofstream out(path);
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "\" height=\"" << height
        << "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    draw_frame(out, frame);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const std::string stroke = std::string("stroke=\"") + colours[i % colours.size()] + "\"";
        draw_line(out, frame, curves[i], &Epoch::held_back, (stroke + " stroke-width=\"2\"").c_str());
        draw_line(out, frame, curves[i], &Epoch::training, (stroke + " stroke-dasharray=\"4 3\"").c_str());
        out << "<text x=\"" << right + 10 << "\" y=\"" << top + 10 + 18 * static_cast<double>(i) << "\" fill=\""
            << colours[i % colours.size()] << "\">" << curves[i].name << "</text>\n";
    }
    out << "<text x=\"" << right + 10 << "\" y=\"" << bottom - 18 << "\">full: held back</text>\n"
        << "<text x=\"" << right + 10 << "\" y=\"" << bottom << "\">dashed: training</text>\n</svg>\n";
    out.close();
    if (!out) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace stackmate::training
