#include "host_tests/firmware/script_reader.hpp"

#include <set>

namespace stackmate::firmware::test {
namespace {

/// A scenario as a test of its own.
struct Played : testing::Test {
    Played(NewScript how, std::vector<ScriptLine> script, std::string wrong)
        : make(how), lines(std::move(script)), fault(std::move(wrong)) {}
    void TestBody() override {
        if (!fault.empty()) FAIL() << fault;
        test::run(make, lines);
    }
    NewScript make;
    std::vector<ScriptLine> lines;
    std::string fault;
};

}  // namespace

ScriptText::ScriptText(const char* text, const char* file, unsigned first_line) {
    unsigned number = first_line;
    for (std::string_view rest = text; !rest.empty(); ++number) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::size_t indent = std::min(line.size(), line.find_first_not_of(' '));
        line = line.substr(indent, line.find(" # ", indent) - indent);
        line = line.substr(0, line.find_last_not_of(' ') + 1);
        if (!line.empty() && line[0] != '#') lines.push_back({std::string(line), indent != 0, file, number});
    }
}

void run(NewScript make, std::span<const ScriptLine> lines) {
    std::vector<std::string> each;
    for (; !lines.empty() && lines[0].text.starts_with("each:"); lines = lines.subspan(1))
        each.push_back(lines[0].text.substr(5));
    if (each.empty()) each.emplace_back();
    for (const std::string& values : each) {
        const std::unique_ptr<Script> script = make();
        script->run(script->with_values({lines.begin(), lines.end()}, values));
    }
}

bool played(NewScript make, const char* suite, const ScriptText& text, const ScriptText& each) {
    static std::set<std::string> names;
    for (std::size_t i = 0; i < text.lines.size();) {
        const ScriptLine& name = text.lines[i];
        std::vector<ScriptLine> lines = each.lines;
        for (++i; i < text.lines.size() && text.lines[i].indented; ++i) lines.push_back(text.lines[i]);
        const bool is_name = std::ranges::all_of(name.text, [](unsigned char c) { return std::isalnum(c) != 0; });
        const bool is_new = names.insert(std::string(suite) + "." + name.text).second;
        std::string fault = name.indented || !is_name ? "no name of a test: " + name.text
                            : is_new                  ? ""
                                                      : "a name that is taken: " + name.text;
        const std::string shown = fault.empty() ? name.text : "AScriptWithoutAName" + std::to_string(name.number);
        testing::RegisterTest(suite, shown.c_str(), nullptr, nullptr, name.file, static_cast<int>(name.number),
                              [=]() -> testing::Test* { return new Played(make, lines, fault); });
    }
    return true;
}

}  // namespace stackmate::firmware::test
