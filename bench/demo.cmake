# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The round trip that `./bootstrap demo` shows: a recording through the public interface and back. Not installed.
add_executable(tcfft_demo ${CMAKE_CURRENT_LIST_DIR}/demo.c)
target_link_libraries(tcfft_demo PRIVATE tcfft_flags tcfft_shared tcfft_cli_core m)
