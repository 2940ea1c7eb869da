// Reading a command line, for the programs of this folder.
#pragma once

#include <charconv>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace stackmate::duel {

/// The words of a call, one by one. What cannot be understood ends the program with status 2, --help with 0.
class Call {
public:
    Call(std::string_view program, const char* help, int argc, char** argv)
        : program_(program), help_(help), argc_(argc), argv_(argv) {}

    /// False when there are no more words.
    bool next() {
        if (++at_ >= argc_) return false;
        option_ = at_;
        word_ = argv_[at_];
        if (word_ != "--help" && word_ != "-h") return true;
        std::cout << help_;
        std::exit(0);
    }
    [[nodiscard]] std::string_view word() const { return word_; }
    /// What follows the option.
    std::string_view value() {
        if (++at_ >= argc_) refuse("'", word_, "' needs a value");
        return argv_[at_];
    }
    /// The word and the values that were read for it, each with a space before it.
    [[nodiscard]] std::string given() const {
        std::string words;
        for (int i = option_; i <= at_; ++i) words.append(" ").append(argv_[i]);
        return words;
    }
    /// True where the word is this option; its value is read then.
    bool takes(std::string_view option, std::string& to) { return word_ == option && (to = value(), true); }
    bool takes(std::string_view option, bool& to) { return word_ == option && (to = true); }
    template <class T>
    bool takes(std::string_view option, T& to) {
        return word_ == option && (to = number<T>(value()), true);
    }
    /// Both bounds are allowed.
    template <class T>
    bool takes(std::string_view option, T& to, std::type_identity_t<T> low, std::type_identity_t<T> high) {
        if (!takes(option, to)) return false;
        if (!(to >= low && to <= high)) refuse(word_, " takes a number from ", low, " to ", high);
        return true;
    }
    /// "5000" or "5000:2500".
    template <class T>
    bool takes(std::string_view option, T (&to)[2]) {
        if (word_ != option) return false;
        const auto [first, second] = halves(value(), ':');
        to[0] = number<T>(first);
        to[1] = second.empty() ? to[0] : number<T>(second);
        return true;
    }
    template <class T>
    T number(std::string_view text) const {
        T result{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
        if (error != std::errc{} || end != text.data() + text.size())
            refuse("'", text, "' is not a number for ", word_);
        return result;
    }
    /// What stands before and after the sign.
    static std::pair<std::string_view, std::string_view> halves(std::string_view text, char sign) {
        const std::size_t at = text.find(sign);
        if (at == std::string_view::npos) return {text, {}};
        return {text.substr(0, at), text.substr(at + 1)};
    }
    /// `why`: pieces of a sentence.
    template <class... Pieces>
    [[noreturn]] void refuse(const Pieces&... why) const {
        std::cerr << program_ << ": ";
        (std::cerr << ... << why) << "\nSee " << program_ << " --help.\n";
        std::exit(2);
    }
    [[noreturn]] void refuse_word() const {
        if (word_.starts_with("-")) refuse("there is no option '", word_, "'");
        refuse("what is '", word_, "'?");
    }

private:
    std::string_view program_;
    const char* help_;
    int argc_;
    char** argv_;
    int at_ = 0;
    int option_ = 0;
    std::string_view word_;
};

}  // namespace stackmate::duel
