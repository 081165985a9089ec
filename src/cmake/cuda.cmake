# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The CUDA backend: its object library, the built-in programs, and the headers that are embedded for compiling at run time.

# ------------------------------------------------------------------------------------------------ headers as text
file(GLOB templates RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS classic/cuda/*.cuh wmma/cuda/*.cuh sparse/cuda/*.cuh several/cuda/*.cuh)
file(GLOB embedded CONFIGURE_DEPENDS classic/cuda/*.cuh wmma/cuda/*.cuh sparse/cuda/*.cuh several/cuda/*.cuh classic/cuda/*_args.h
     wmma/cuda/*_args.h sparse/cuda/*_args.h several/cuda/*_args.h tile/tile_args.h num/*.h sparse/*.h)
list(SORT templates)
string(REPLACE ";" "," templates "${templates}")
set(headers_file ${CMAKE_CURRENT_BINARY_DIR}/cuda_headers.c)
add_custom_command(
  OUTPUT ${headers_file}
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR} -DFILES=${templates} -DOUT=${headers_file}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/cuda_embed.cmake
  DEPENDS ${embedded} cmake/cuda_embed.cmake
  VERBATIM)

# ------------------------------------------------------------------------------------------------ built-in programs
# A tool of the build writes their sources, in several files that compile in parallel. The first plan that uses a program
# makes the runtime unpack and load the whole file that contains it, so many small files are better than a few large ones.
set(shards 32)
# Where the build is all that is tested, a share of the programs will do: others each time that the build is configured.
set(TCFFT_CUDA_BUILTIN_SHARE 1 CACHE STRING "Builds one in so many of the built-in CUDA programs, for tests")
mark_as_advanced(TCFFT_CUDA_BUILTIN_SHARE)
set(first_program 0)
if(TCFFT_CUDA_BUILTIN_SHARE GREATER 1)
  set(shards 8)
  string(RANDOM LENGTH 4 ALPHABET 0123456789 first_program)
  message(STATUS "One in ${TCFFT_CUDA_BUILTIN_SHARE} of the built-in CUDA programs, from number ${first_program} on")
endif()
set(tool_parts "")
foreach(room ${rooms})
  list(APPEND tool_parts $<TARGET_OBJECTS:${room}>)
endforeach()
add_library(tcfft_tool_parts STATIC ${tool_parts})  # an archive, so that the tool links only what it uses
set_target_properties(tcfft_tool_parts PROPERTIES LINKER_LANGUAGE C)
add_executable(tcfft_cuda_instances tools/builtin_list.c tools/write_builtin.c)
target_link_libraries(tcfft_cuda_instances PRIVATE tcfft_flags tcfft_tool_parts m ${CMAKE_DL_LIBS})
if(OpenMP_C_FOUND)
  target_link_options(tcfft_cuda_instances PRIVATE ${OpenMP_C_FLAGS})
endif()
file(GLOB stale ${CMAKE_CURRENT_BINARY_DIR}/cuda_builtin_*.cu)  # of another number of files
set(programs "")
math(EXPR last_shard "${shards} - 1")
foreach(shard RANGE ${last_shard})
  list(APPEND programs ${CMAKE_CURRENT_BINARY_DIR}/cuda_builtin_${shard}.cu)
endforeach()
list(REMOVE_ITEM stale ${programs} "")
if(stale)
  file(REMOVE ${stale})
endif()
set(table ${CMAKE_CURRENT_BINARY_DIR}/cuda_builtin_table.c)
# Some programs are compiled for capability 9.0 and newer alone. That is right only where no device of 9.0 or newer would run
# code for an older one: where there is PTX for 9.0, or machine code for it and no PTX at all.
set(for_all 1)
set(with_ptx ${CMAKE_CUDA_ARCHITECTURES})
list(FILTER with_ptx EXCLUDE REGEX "-real$")
if("90" IN_LIST CMAKE_CUDA_ARCHITECTURES OR ("90-real" IN_LIST CMAKE_CUDA_ARCHITECTURES AND NOT with_ptx))
  set(for_all 0)
endif()
add_custom_command(
  OUTPUT ${programs} ${table}
  COMMAND tcfft_cuda_instances ${CMAKE_CURRENT_BINARY_DIR} ${shards} ${TCFFT_CUDA_BUILTIN_SHARE} ${first_program} ${for_all}
  DEPENDS tcfft_cuda_instances
  VERBATIM)
add_library(tcf_cuda_programs OBJECT ${programs})
target_link_libraries(tcf_cuda_programs PRIVATE tcfft_flags)
# nvcc's host code is C++. Without these options it needs the C++ runtime, which a C library does not link.
target_compile_options(tcf_cuda_programs PRIVATE -Xcompiler=-fno-exceptions,-fno-threadsafe-statics)
# ptxas warns if a launch bound exceeds what an older device has. It then ignores the bound, as intended.
target_compile_options(tcf_cuda_programs PRIVATE -Xptxas=--disable-warnings)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)  # all its drivers can unpack it; a quarter of the size
  target_compile_options(tcf_cuda_programs PRIVATE --compress-mode=size)
endif()
list(APPEND rooms tcf_cuda_programs)

# ------------------------------------------------------------------------------------------------ the backend
tcf_room(backend/cuda EXCEPT program[.]c)
target_sources(tcf_backend_cuda PRIVATE api/api_cuda.c ${headers_file} ${table})
target_include_directories(tcf_backend_cuda SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})

# Links the CUDA runtime statically, with its symbols hidden, because a program may use another version of it. The runtime
# finds the driver by itself. Zig's linker does not know the option; what it links (python/manylinux.sh) has a list of names.
include(CheckLinkerFlag)
check_linker_flag(C -Wl,--exclude-libs,ALL TCFFT_LINKER_EXCLUDES_LIBS)
function(tcf_link_cuda target)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
  target_link_libraries(${target} PRIVATE CUDA::cudart_static)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY" AND TCFFT_LINKER_EXCLUDES_LIBS)
    target_link_options(${target} PRIVATE -Wl,--exclude-libs,ALL)
  endif()
endfunction()
