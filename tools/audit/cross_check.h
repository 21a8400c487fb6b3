// The audit against a second opinion: what the text of readelf and objdump, where they are
// installed, says of the same file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/audit.h"

namespace ltoscope::audit {

struct CrossChecked {
  std::string figure;  // "calls.malloc"
  Figure audit;
  Figure text;
  bool differs() const { return audit && text && *audit != *text; }
};

struct CrossCheck {
  std::vector<CrossChecked> figures;
  std::vector<std::string> not_compared;  // why some are missing: a tool that is not there
  bool differs() const;
};

// Compared: relocations by type, packed ones apart; call sites of the functions counted, those
// through a register apart, since text does not show where these go. objdump takes about a third of
// a second for each MB of code.
CrossCheck cross_check(const Audit& audit);

}  // namespace ltoscope::audit
