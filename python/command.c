// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The command inside the wheel's library, which `python -m tcfft` calls: an executable of its own would hold all device code
// a second time.
int main(int argc, char **argv);
__attribute__((visibility("default"))) int tcf_command(int argc, char **argv);

int tcf_command(int argc, char **argv) { return main(argc, argv); }
