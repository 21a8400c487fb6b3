// -f, -o, -q.
#include "command/output_options.h"

#include "command/output.h"

namespace ltoscope {

void add_output_options(CLI::App& verb, OutputOptions& options, const std::string& formats,
                        const std::vector<std::string>& known) {
  verb.add_option("-f,--format", options.format, formats)
      ->check(CLI::IsMember(known))
      ->capture_default_str()
      ->type_name("FORMAT");
  verb.add_option("-o,--output", options.output,
                  "Write the result to this file, whole or not at all")
      ->type_name("FILE");
  verb.add_flag_callback("-q,--quiet", silence_progress, "No progress on stderr");
}

}  // namespace ltoscope
