// One round of one preset: its scenarios, one after the other, each with its proof.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "buildcost/cost.h"
#include "buildcost/ninja_folder.h"
#include "buildcost/source_change.h"

namespace ltoscope::buildcost {

class PresetRound {
 public:
  // Requires: the sources of the plan are copied to `ninja.source`; both outlive this.
  PresetRound(const CostPlan& plan, const NinjaFolder& ninja, int64_t round);

  // Hands the sample out before it takes back what it changed for it.
  void measure(Scenario scenario, const std::function<void(const CostSample&)>& take);

  // Configures if need be and builds, unmeasured. Returns an empty string, or why the target is not
  // up to date.
  std::string bring_up_to_date();

 private:
  struct Measured;
  using Take = std::function<void(const CostSample&)>;

  CostSample new_sample(Scenario scenario) const;
  std::string configure(double& seconds);
  void inspect_caches();
  std::string failure_of_step(const std::string& what, const MeteredRun& run,
                              const std::string& step) const;
  Measured measured_build(const CostSample& sample);
  void look_at_memory_again(Measured& measured) const;
  std::string fault_of(const Measured& measured) const;
  std::string missing_library() const;
  bool library_ran(const Measured& measured) const;
  void fill(CostSample& sample, const Measured& measured) const;

  // The object files of a source that are there, with the fingerprints of their bytes.
  using Objects = std::map<std::string, uint64_t>;
  Objects built_objects_of(const std::string& file) const;
  std::string fault_of_change(Scenario scenario, const std::string& file, const Measured& measured,
                              const Objects& before) const;
  void undo_edit(SourceChange& change, const Objects& objects);

  CostSample measured_clean();
  CostSample measured_no_op();
  void measure_change(Scenario scenario, const std::string& file, const Take& take);

  const CostPlan& plan_;
  const NinjaFolder& ninja_;
  int64_t round_;
  bool inspected_ = false;
  std::vector<std::string> caches_;  // compiler caches in use, which the plan allows
  bool thinlto_cache_is_outside_ = false;
  std::string broken_;  // why the target cannot be up to date, once that is known
};

}  // namespace ltoscope::buildcost
