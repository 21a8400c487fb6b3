// Writes the plans of all queries, encoded, to q1.plan, q2.plan and so on in a folder: what fuzzing
// starts from.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#include "plan/encoding.h"
#include "tpch/queries.h"

namespace {

namespace plan = engine::plan;
namespace tpch = engine::tpch;

constexpr int64_t supplier_count = 10'000;  // at scale factor 1

// Whether all could be written.
bool write_plans(const std::string& folder) {
  for (const tpch::Query& query : tpch::queries()) {
    std::string path = folder + "/q" + std::to_string(query.number) + ".plan";
    std::ofstream file(path, std::ios::binary);
    file << plan::encode(query.plan({.supplier_count = supplier_count})) << std::flush;
    if (file) continue;
    std::fprintf(stderr, "plan_files: %s could not be written\n", path.c_str());
    return false;
  }
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  constexpr int could_not_run = 2;
  if (count != 2) {
    std::fputs("usage: plan_files FOLDER\n", stderr);
    return could_not_run;
  }
  return write_plans(arguments[1]) ? 0 : could_not_run;
}
