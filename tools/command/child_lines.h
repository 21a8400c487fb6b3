// What another program prints, line by line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ltoscope {

// The path of a program by its name, or "" when no folder of PATH has it.
std::string find_program(const std::string& name);

// Runs the program (found through PATH) with standard input and standard error closed, and hands
// on each line of its output as it comes, without the line's end. Throws Failure(incomplete) when
// it cannot be run or does not end with exit code 0.
void for_each_line_of(const std::vector<std::string>& command,
                      const std::function<void(std::string_view)>& take);

}  // namespace ltoscope
