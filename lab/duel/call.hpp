// Reading a command line, for the programs of this folder.
#pragma once

#include <charconv>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace stackmate::duel {

/// The words of a call, one by one. What cannot be understood ends the program with status 2.
class Call {
public:
    Call(std::string_view program, int argc, char** argv) : program_(program), argc_(argc), argv_(argv) {}

    /// False when there are no more words.
    bool next() {
        if (++at_ >= argc_) return false;
        word_ = argv_[at_];
        return true;
    }
    [[nodiscard]] std::string_view word() const { return word_; }
    /// What follows the option.
    std::string_view value() {
        if (++at_ >= argc_) refuse("'" + std::string(word_) + "' needs a value");
        return argv_[at_];
    }
    template <class T>
    T number() {
        return number<T>(value());
    }
    template <class T>
    T number(std::string_view text) const {
        T result{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
        if (error != std::errc{} || end != text.data() + text.size())
            refuse("'" + std::string(text) + "' is not a number for " + std::string(word_));
        return result;
    }
    /// Both bounds are allowed.
    template <class T>
    T number_within(T low, T high) {
        const T n = number<T>();
        if (n < low || n > high)
            refuse(std::string(word_) + " takes a number from " + std::to_string(low) + " to " + std::to_string(high));
        return n;
    }
    /// "5000" or "5000:2500".
    template <class T>
    void two_numbers(T (&out)[2]) {
        const std::string_view text = value();
        const std::size_t colon = text.find(':');
        out[0] = number<T>(text.substr(0, colon));
        out[1] = colon == std::string_view::npos ? out[0] : number<T>(text.substr(colon + 1));
    }
    [[noreturn]] void refuse(const std::string& why) const {
        std::cerr << program_ << ": " << why << "\nSee " << program_ << " --help.\n";
        std::exit(2);
    }
    [[noreturn]] void refuse_word() const {
        if (word_.starts_with("-")) refuse("there is no option '" + std::string(word_) + "'");
        refuse("what is '" + std::string(word_) + "'?");
    }

private:
    std::string_view program_;
    int argc_;
    char** argv_;
    int at_ = 0;
    std::string_view word_;
};

}  // namespace stackmate::duel
