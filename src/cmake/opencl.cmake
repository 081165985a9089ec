# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The OpenCL backend: its object library and the embedded sources of its programs, which are compiled at run time. The
# build needs neither headers nor a library of OpenCL: the backend has declarations of its own and opens the library at
# first use.

# Sources of each family of programs, in the order in which they are compiled.
set(opencl_common num/num.h classic/opencl/scalar.cl classic/opencl/tile_args_cl.h classic/opencl/complex.cl classic/opencl/stored.cl)
set(opencl_tile ${opencl_common} num/butterfly.h classic/opencl/dft.cl classic/opencl/kinds.cl classic/opencl/thread_map.cl classic/opencl/load_store.cl
    classic/opencl/direct.cl classic/opencl/passes.cl classic/opencl/tile.cl)
set(opencl_real_post ${opencl_common} num/butterfly.h classic/opencl/kinds.cl classic/opencl/real_post.cl)
set(opencl_families "")
set(opencl_files "")
foreach(family tile real_post)
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
          -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/opencl_embed.cmake
  DEPENDS ${opencl_files} cmake/opencl_embed.cmake
  VERBATIM)

tcf_room(backend/opencl)
target_sources(tcf_backend_opencl PRIVATE api/api_opencl.c ${opencl_sources})
