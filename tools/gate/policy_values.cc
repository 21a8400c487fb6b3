// Type checks.
#include "gate/policy_values.h"

#include <fmt/format.h>

#include "command/failure.h"

namespace ltoscope::gate {

void PolicyPlace::reject(const std::string& found, const std::string& expected) const {
  throw Failure(ExitCode::bad_input, fmt::format("{}:{}: {}: found {}, expected {}", file, line(),
                                                 key, found, expected));
}

std::string policy_type_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date or time";
  }
}

std::string policy_text(const PolicyPlace& place) {
  const toml::value<std::string>* text = place.node.as_string();
  if (text == nullptr) place.reject(policy_type_of(place.node), "a string");
  if (text->get().find_first_not_of(' ') == std::string::npos) {
    place.reject("an empty string", "some text");
  }
  return text->get();
}

int64_t policy_integer(const PolicyPlace& place) {
  const toml::value<int64_t>* number = place.node.as_integer();
  if (number == nullptr) place.reject(policy_type_of(place.node), "an integer");
  if (number->get() < 0) place.reject(std::to_string(number->get()), "an integer of 0 or more");
  return number->get();
}

std::chrono::year_month_day policy_date(const PolicyPlace& place) {
  const toml::value<toml::date>* date = place.node.as_date();
  if (date == nullptr) place.reject(policy_type_of(place.node), "a date such as 2030-12-31");
  return std::chrono::year_month_day(std::chrono::year(date->get().year),
                                     std::chrono::month(date->get().month),
                                     std::chrono::day(date->get().day));
}

std::vector<std::string> policy_texts(const PolicyPlace& place) {
  const toml::array* array = place.node.as_array();
  if (array == nullptr) {
    if (!place.node.is_string()) {
      place.reject(policy_type_of(place.node), "a string or an array of strings");
    }
    return {policy_text(place)};
  }
  if (array->empty()) place.reject("an empty array", "at least one string");
  std::vector<std::string> texts;
  for (const toml::node& element : *array) {
    texts.push_back(policy_text({place.file, place.key, element}));
  }
  return texts;
}

void require_true(const PolicyPlace& place) {
  const toml::value<bool>* value = place.node.as_boolean();
  if (value == nullptr) place.reject(policy_type_of(place.node), "true");
  if (!value->get()) place.reject("false", "true, or no such rule");
}

}  // namespace ltoscope::gate
