// What one relocation of a relocatable object says of the instruction or data that holds it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "audit/object_call_sites.h"

namespace ltoscope::audit {

enum class ObjectTlsModel {
  general_dynamic,
  local_dynamic,
  local_dynamic_use,
  descriptor,
  initial_exec,
  local_exec
};

// bytes: the section. offset: of the relocation in it. A relocation whose bytes are not all in the
// section is no site.
ObjectSiteForm x86_64_site(uint32_t type, std::span<const std::byte> bytes, uint64_t offset,
                           bool in_code);
ObjectSiteForm aarch64_site(uint32_t type, std::span<const std::byte> bytes, uint64_t offset,
                            bool in_code);

// The model of a thread-local access, once for each access; nothing for other relocations and for
// the further relocations of an access that needs several.
std::optional<ObjectTlsModel> x86_64_tls_model(uint32_t type);
std::optional<ObjectTlsModel> aarch64_tls_model(uint32_t type);

}  // namespace ltoscope::audit
