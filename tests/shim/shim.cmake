# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The shim of cuFFT (src/shim) over the emulated device, and a library that stands for the real cuFFT. Included by tests/CMakeLists.txt.
add_library(fake_cufft MODULE ${CMAKE_CURRENT_LIST_DIR}/fake_cufft.c)
target_link_libraries(fake_cufft PRIVATE tcfft_flags Threads::Threads)
target_link_options(fake_cufft PRIVATE -Wl,-soname,libcufft.so.12 -Wl,-Bsymbolic
                                       -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/fake_cufft.map)

set(shim_sources $<TARGET_OBJECTS:tcf_shim> ${PROJECT_SOURCE_DIR}/src/api/api_cuda.c ${CMAKE_CURRENT_LIST_DIR}/shim_support.c
                 conformance/stored.c)
foreach(name shim shim_halves shim_misuse shim_real shim_life)
  tcf_add_device_suite(emulated ${name} tcfft_emulated SOURCES ${shim_sources})
  target_include_directories(test_${name}_emulated PRIVATE ${CMAKE_CURRENT_LIST_DIR})
  target_compile_definitions(test_${name}_emulated PRIVATE TEST_FAKE_CUFFT="$<TARGET_FILE:fake_cufft>"
                                                               TEST_FAKE_DRIVER="$<TARGET_FILE:fake_driver>")
  add_dependencies(test_${name}_emulated fake_cufft fake_driver)
endforeach()
if(TCFFT_CUDA)  # on a GPU: the numbers, areas and streams, captures
  foreach(name shim shim_halves gpu_shim)
    tcf_add_device_suite(gpu ${name} tcfft_static SOURCES $<TARGET_OBJECTS:tcf_shim> ${CMAKE_CURRENT_LIST_DIR}/shim_support.c
                         conformance/stored.c)
    target_include_directories(test_${name}_gpu PRIVATE ${CMAKE_CURRENT_LIST_DIR})
  endforeach()
endif()

# The shim as a library with the emulated device inside, and a program that knows nothing of it.
set(shim_folder ${CMAKE_CURRENT_BINARY_DIR}/shim)
tcf_add_shim(tcfft_cufft_emulated ${shim_folder} tcfft_emulated)
target_sources(tcfft_cufft_emulated PRIVATE ${PROJECT_SOURCE_DIR}/src/api/api_cuda.c ${CMAKE_CURRENT_LIST_DIR}/emulated_memory.c)
target_link_options(tcfft_cufft_emulated PRIVATE -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/emulated_memory.map)
add_executable(shim_program ${CMAKE_CURRENT_LIST_DIR}/program.c)
target_link_libraries(shim_program PRIVATE tcfft_flags $<TARGET_FILE:fake_cufft> ${CMAKE_DL_LIBS})
set_target_properties(shim_program PROPERTIES SKIP_BUILD_RPATH ON)
add_dependencies(shim_program fake_cufft)
add_library(fake_driver MODULE ${CMAKE_CURRENT_LIST_DIR}/fake_driver.c)
add_library(fake_cudart MODULE ${CMAKE_CURRENT_LIST_DIR}/fake_cudart.c)
target_link_libraries(fake_cudart PRIVATE tcfft_flags ${CMAKE_DL_LIBS})
add_library(shim_plugin MODULE ${CMAKE_CURRENT_LIST_DIR}/plugin.c)

add_test(NAME shim.exports COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/exports.sh $<TARGET_FILE:tcfft_cufft_emulated> ${CMAKE_CURRENT_LIST_DIR}/names.txt)
set_tests_properties(shim.exports PROPERTIES LABELS host TIMEOUT 60)
if(TARGET tcfft_cufft)
  add_test(NAME cuda_shim COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/exports.sh $<TARGET_FILE:tcfft_cufft> ${CMAKE_CURRENT_LIST_DIR}/names.txt)
  set_tests_properties(cuda_shim PROPERTIES LABELS host TIMEOUT 60)
endif()
if(TARGET tcfft_cli AND NOT instrumented)  # programs of other builds take no sanitizer
  add_test(NAME shim.programs COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/shim.sh $<TARGET_FILE:tcfft_cli> $<TARGET_FILE:tcfft_cufft_emulated>
                                      $<TARGET_FILE:shim_program> $<TARGET_FILE:fake_cufft> $<TARGET_FILE:shim_plugin>
                                      $<TARGET_FILE:fake_driver>)
  set_tests_properties(shim.programs PROPERTIES LABELS "host;emulated" TIMEOUT 300)
  add_test(NAME shim.example COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/example.sh ${PROJECT_SOURCE_DIR}/src/shim/README.md ${CMAKE_C_COMPILER}
                                     ${PROJECT_SOURCE_DIR} $<TARGET_FILE:tcfft_cli> $<TARGET_FILE:tcfft_cufft_emulated> $<TARGET_FILE:fake_cufft>)
  add_test(NAME readme.cufft COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/readme.sh ${PROJECT_SOURCE_DIR}/README.md ${CMAKE_C_COMPILER}
                                     ${PROJECT_SOURCE_DIR} $<TARGET_FILE:tcfft_cli> $<TARGET_FILE:tcfft_cufft_emulated> $<TARGET_FILE:fake_cufft>)
  set_tests_properties(shim.example readme.cufft PROPERTIES LABELS "host;emulated" TIMEOUT 60)
endif()
