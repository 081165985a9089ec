// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/program.h"

#include <string.h>

// Whether text is a list of integers, separated by commas. A comma may follow the last one.
static int is_list(const char *text) {
  for (const char *c = text; *c || c == text; c++) {
    c += *c == '-';
    const size_t digits = strspn(c, "0123456789");
    if (!digits) return 0;
    c += digits;
    if (!*c) return 1;
    if (*c != ',') return 0;
  }
  return 1;
}

static tcfft_status print_member(const tcf_field *f, tcf_writer *w, const char *all) {
  if (!f->assigned || !is_list(f->value))
    return tcf_fail(TCFFT_ERROR_PARSE, "program parameters \"%.80s\": %.40s has no number", all, f->key);
  if (strchr(f->value, ','))
    tcf_put(w, " static constexpr int %s[] = {%s};", f->key, f->value);
  else
    tcf_put(w, " static constexpr int %s = %s;", f->key, f->value);
  return TCFFT_SUCCESS;
}

static tcfft_status print_members(const char *parameters, tcf_writer *w) {
  const char *cursor = parameters;
  tcf_field f;
  for (int more; (more = tcf_next_field(&cursor, &f)) != 0;) {
    if (more < 0) return tcf_fail(TCFFT_ERROR_PARSE, "program parameters \"%.80s\" do not parse", parameters);
    TCF_TRY(print_member(&f, w, parameters));
  }
  return TCFFT_SUCCESS;
}

// What is behind a bar is a struct of its own.
static tcfft_status print_parts(const char *parameters, tcf_writer *w) {
  char part[TCF_PROGRAM_PARAMETERS];
  for (int step = -1; parameters; step++) {
    const size_t length = strcspn(parameters, "|");
    if (length >= sizeof part)
      return tcf_fail(TCFFT_ERROR_PARSE, "program parameters \"%.80s..\" of %zu characters", parameters, length);
    memcpy(part, parameters, length);
    part[length] = 0;
    parameters = parameters[length] ? parameters + length + 1 : NULL;
    if (step >= 0) tcf_put(w, " struct step_%d {", step);
    TCF_TRY(print_members(part, w));
    if (step >= 0) tcf_put(w, " };");
  }
  return TCFFT_SUCCESS;
}

const char *tcf_cuda_program_room(const char *family) {
  if (!strncmp(family, "sparse", strlen("sparse"))) return "sparse/cuda";
  if (!strncmp(family, "several", strlen("several"))) return "several/cuda";
  static const char *const tensor[] = {"mma", "half", "half_tile", "half_columns", "half_dense", "cluster_mma", "gemm"};
  for (size_t i = 0; i < sizeof tensor / sizeof *tensor; i++)
    if (!strcmp(family, tensor[i])) return "wmma/cuda";
  return "classic/cuda";
}

int tcf_cuda_program_is_f64(const tcf_program *program) {
  const size_t length = strlen(program->parameters), end = strlen(TCF_PROGRAM_F64);
  return length > end && !strcmp(program->parameters + length - end, TCF_PROGRAM_F64);
}

tcfft_status tcf_cuda_program_print(const tcf_program *program, int index, int first, tcf_writer *w) {
  if (first && tcf_cuda_program_is_f64(program)) tcf_put(w, "#ifndef TCF_F64\n#define TCF_F64\n#endif\n");
  if (first) tcf_put(w, "#include \"%s/%s.cuh\"\n", tcf_cuda_program_room(program->family), program->family);
  tcf_put(w, "struct tcf_parameters_%d {", index);
  TCF_TRY(print_parts(program->parameters, w));
  // The copy engine reads the maps of arrays among the arguments where the launch left them.
  const char *constant = !strncmp(program->family, "cluster", strlen("cluster")) ? "__grid_constant__ " : "";
  tcf_put(w,
          " };\nextern \"C\" __global__ void __launch_bounds__(tcf_parameters_%d::threads, tcf_parameters_%d::blocks)\n"
          "tcf_program_%d(const %stcf_%s_args args) { tcf_%s<tcf_parameters_%d>(args); }\n",
          index, index, index, constant, program->family, program->family, index);
  return TCFFT_SUCCESS;
}
