# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The round trip that `./bootstrap demo` shows: a recording through the public interface and back. Not installed.
add_executable(tcfft_demo ${CMAKE_CURRENT_LIST_DIR}/demo.c)
target_link_libraries(tcfft_demo PRIVATE tcfft_flags tcfft_shared m)
find_package(PkgConfig)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(DEMO_SNDFILE IMPORTED_TARGET sndfile)
endif()
if(TARGET PkgConfig::DEMO_SNDFILE)
  target_compile_definitions(tcfft_demo PRIVATE TCF_HAVE_SNDFILE)
  target_link_libraries(tcfft_demo PRIVATE PkgConfig::DEMO_SNDFILE)
endif()
