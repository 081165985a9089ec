# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The shim of cuFFT (src/shim) over the emulated device, and a library that stands for the real cuFFT. Included by tests/CMakeLists.txt.
add_library(fake_cufft MODULE ${CMAKE_CURRENT_LIST_DIR}/fake_cufft.c)
target_link_libraries(fake_cufft PRIVATE tcfft_flags Threads::Threads)
target_link_options(fake_cufft PRIVATE -Wl,-soname,libcufft.so.12 -Wl,-Bsymbolic
                                       -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/fake_cufft.map)

set(shim_sources $<TARGET_OBJECTS:tcf_shim> ${PROJECT_SOURCE_DIR}/src/api/api_cuda.c ${CMAKE_CURRENT_LIST_DIR}/shim_support.c)
foreach(name shim shim_misuse shim_real shim_life)
  tcf_add_device_suite(emulated ${name} tcfft_emulated SOURCES ${shim_sources})
  target_include_directories(test_${name}_emulated PRIVATE ${CMAKE_CURRENT_LIST_DIR})
  target_compile_definitions(test_${name}_emulated PRIVATE TEST_FAKE_CUFFT="$<TARGET_FILE:fake_cufft>")
  add_dependencies(test_${name}_emulated fake_cufft)
endforeach()
