// A choice as text, Markdown and JSON. Pure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "decide/choice.h"

namespace ltoscope::decide {

// "Daily work: no-lto", each reason indented below it, then the release, then what was left out and
// why.
std::string as_text(const Choice& choice);
std::string as_markdown(const Choice& choice);

// {"daily": {"preset", "reasons"}, "release": {...}, "broken": [], "outside": [], "missing": []};
// the preset of an undecided one is null.
nlohmann::json to_json(const Choice& choice);

}  // namespace ltoscope::decide
