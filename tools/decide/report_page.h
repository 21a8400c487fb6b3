// The page about a study: the decision first, then the tables that it rests on, then how they were
// measured and what is unknown. Pure: the same study gives the same bytes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "command/failure.h"
#include "decide/choice.h"
#include "decide/study_file.h"

namespace ltoscope::decide {

std::string page_as_text(const Study& study, const Choice& choice);
std::string page_as_markdown(const Study& study, const Choice& choice);

// The study's own JSON with its conclusions: "complete", "unknown", "exports", "runtime", "choice".
nlohmann::json page_as_json(const Study& study, const Choice& choice);

// As exit_code_of the choice, and incomplete when anything is unknown.
ExitCode exit_code_of(const Study& study, const Choice& choice);

}  // namespace ltoscope::decide
