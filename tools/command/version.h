// What the tool calls itself, in --version and in the "tool" key of every JSON result.
#pragma once

namespace ltoscope {

inline constexpr char tool_name[] = "ltoscope " LTOSCOPE_VERSION;

}  // namespace ltoscope
