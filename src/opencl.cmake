# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The OpenCL executor: its room, and the sources of the programs that it compiles at run time. Nothing of OpenCL has to be here: its
# declarations are the executor's own, its library is opened when it is first wanted.

# Files in the order in which a compiler wants them.
set(opencl_common num/num.h classic/opencl_tile.h classic/opencl_math.cl)
set(opencl_tile ${opencl_common} num/butterfly.h classic/opencl_dft.cl classic/opencl_edges.cl classic/opencl_lanes.cl classic/opencl_sides.cl
    classic/opencl_dense.cl classic/opencl_passes.cl classic/opencl_tile.cl)
set(opencl_edge ${opencl_common} num/butterfly.h classic/opencl_edges.cl classic/opencl_edge.cl)
set(opencl_families "")
set(opencl_files "")
foreach(family tile edge)
  string(REPLACE ";" "," files "${opencl_${family}}")
  list(APPEND opencl_families "${family}:${files}")
  list(APPEND opencl_files ${opencl_${family}})
endforeach()
string(REPLACE ";" "+" opencl_families "${opencl_families}")
list(REMOVE_DUPLICATES opencl_files)
set(opencl_sources ${CMAKE_CURRENT_BINARY_DIR}/opencl_sources.c)
add_custom_command(
  OUTPUT ${opencl_sources}
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR} -DFAMILIES=${opencl_families} -DOUT=${opencl_sources}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/opencl_embed.cmake
  DEPENDS ${opencl_files} opencl_embed.cmake
  VERBATIM)

tcf_room(opencl api_opencl.c exec_opencl.c opencl_address.c opencl_compile.c opencl_device.c opencl_library.c opencl_load.c opencl_local.c
         opencl_memory.c opencl_query.c ${opencl_sources})
target_include_directories(tcf_opencl PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
