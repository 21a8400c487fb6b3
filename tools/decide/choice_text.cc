// Wording of a choice.
#include "decide/choice_text.h"

#include <fmt/format.h>

#include <vector>

namespace ltoscope::decide {
namespace {

struct Part {
  std::string heading;
  std::vector<std::string> lines;
};

std::string name_of(const Decision& decision) {
  return decision.preset.empty() ? "undecided" : decision.preset;
}

std::vector<Part> parts_of(const Choice& choice) {
  std::vector<Part> parts = {{"Daily work: " + name_of(choice.daily), choice.daily.reasons},
                             {"Release: " + name_of(choice.release), choice.release.reasons}};
  if (!choice.broken.empty())
    parts.push_back({"Differs from the baseline, and may not be chosen", choice.broken});
  if (!choice.outside.empty()) parts.push_back({"Outside the limits", choice.outside});
  if (!choice.missing.empty()) parts.push_back({"Left out, since not measured", choice.missing});
  return parts;
}

nlohmann::json decision_json(const Decision& decision) {
  nlohmann::json preset = nullptr;
  if (!decision.preset.empty()) preset = decision.preset;
  return {{"preset", preset}, {"reasons", decision.reasons}};
}

}  // namespace

std::string as_text(const Choice& choice) {
  std::string text;
  for (const Part& part : parts_of(choice)) {
    text += part.heading + "\n";
    for (const std::string& line : part.lines) text += "  " + line + "\n";
  }
  return text;
}

std::string as_markdown(const Choice& choice) {
  std::string text;
  for (const Part& part : parts_of(choice)) {
    text += "**" + part.heading + "**\n\n";
    for (const std::string& line : part.lines) text += "- " + line + "\n";
    text += "\n";
  }
  return text;
}

nlohmann::json to_json(const Choice& choice) {
  return {{"daily", decision_json(choice.daily)},
          {"release", decision_json(choice.release)},
          {"broken", choice.broken},
          {"outside", choice.outside},
          {"missing", choice.missing}};
}

}  // namespace ltoscope::decide
