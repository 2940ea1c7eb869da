// Packs the list of openings.
#include "workshop/openings/packer.hpp"

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int argc, char** argv) {
    if (argc != 3)
        return std::fputs("usage: stackmate_openings openings/openings.txt openings/openings.bin\n", stderr), 2;
    std::ifstream in(argv[1]);
    const auto [file, error] = stackmate::openings::pack({std::istreambuf_iterator<char>(in), {}});
    if (!in || !error.empty())
        return std::fprintf(stderr, "%s: %s\n", argv[1], in ? error.c_str() : "cannot be read"), 1;
    std::ofstream out(argv[2], std::ios::binary);
    out.write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
    std::printf("%u positions, %zu bytes\n", stackmate::openings::Table(file.data()).count(), file.size());
    return out.good() ? 0 : 1;
}
