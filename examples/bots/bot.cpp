// A skeleton bot in C++: g++ -O2 -o bot bot.cpp; gridduels play light-cycle --p2 'cmd:./bot'. Replace choose.

#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Question = std::map<std::string, std::string>;  // the last line for each keyword: game, start, moves, ...

// Return the move to play.
std::string choose(const Question& question) {
    static std::mt19937 chance{std::random_device{}()};
    std::istringstream words(question.at("legal"));
    std::vector<std::string> legal;
    for (std::string word; words >> word;) legal.push_back(word);
    return legal[chance() % legal.size()];
}

int main() {
    Question question;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word, rest;
        words >> word;
        std::getline(words, rest);
        question[word] = rest;
        if (word == "gridduels") std::cout << "name Skeleton in C++\nversion 1\ngames all\nready 2" << std::endl;
        else if (word == "ping") std::cout << "pong" << rest << std::endl;
        else if (word == "go") std::cout << "move " << choose(question) << std::endl;
        else if (word == "analyse") std::cout << "done" << std::endl;
        else if (word == "quit") return 0;
    }
}
