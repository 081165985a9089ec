// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "core/device.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// Backends whose devices have a field. They must set it, unless it is OPTIONAL: then zero is a valid value.
enum { HOST = 1 << TCFFT_BACKEND_HOST, CUDA = 1 << TCFFT_BACKEND_CUDA, OPENCL = 1 << TCFFT_BACKEND_OPENCL };
enum { GPU = CUDA | OPENCL, ALL = HOST | GPU, OPTIONAL = 1 << 7 };

// One row for each field. Printing, parsing and the check for missing fields share the table.
static const struct {
  const char *key;
  size_t offset;
  int is_real;
  unsigned who;
} fields[] = {
    {"cores", offsetof(tcf_device, cores), 0, ALL},
    {"vector", offsetof(tcf_device, vector), 0, ALL},
    {"l1", offsetof(tcf_device, l1), 0, HOST},
    {"l2", offsetof(tcf_device, l2), 0, ALL},
    {"l3", offsetof(tcf_device, l3), 0, HOST},
    {"copy", offsetof(tcf_device, copy), 1, ALL},
    {"flops", offsetof(tcf_device, flops), 1, ALL},
    {"capability", offsetof(tcf_device, capability), 0, CUDA},
    {"shared", offsetof(tcf_device, shared), 0, GPU},
    {"sm_shared", offsetof(tcf_device, sm_shared), 0, GPU},
    {"sm_threads", offsetof(tcf_device, sm_threads), 0, GPU},
    {"sm_registers", offsetof(tcf_device, sm_registers), 0, CUDA},
    {"cluster", offsetof(tcf_device, cluster), 0, CUDA | OPTIONAL},
    {"gpu", offsetof(tcf_device, gpu), 0, OPENCL},
    {"launch", offsetof(tcf_device, launch), 1, GPU},
    {"link", offsetof(tcf_device, link), 1, CUDA | OPTIONAL},
    {"compiler", offsetof(tcf_device, compiler), 0, GPU},
    {"memory", offsetof(tcf_device, memory), 0, ALL | OPTIONAL},
    {"fp64", offsetof(tcf_device, fp64), 0, GPU | OPTIONAL},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static const char *const backend_names[] = {"auto", "host", "cuda", "opencl"};

// Built-in device descriptions, so that any machine can plan for them. flops is that of one core or multiprocessor.
static const struct {
  const char *name, *text;
} built_in[] = {
    {"laptop4", "host:name=laptop4:cores=4:vector=8:l1=32768:l2=262144:l3=8388608:copy=2e10:flops=2.5e10"},
    {"server32", "host:name=server32:cores=32:vector=16:l1=49152:l2=2097152:l3=67108864:copy=2e11:flops=4e10"},
    {"board1", "host:name=board1:cores=1:vector=4:l1=32768:l2=131072:l3=524288:copy=3e9:flops=4e9"},
    {"H200",
     "cuda:name=H200:cores=132:vector=32:l2=62914560:copy=4.23e12:flops=2.53e11:capability=90:shared=232448:"
     "sm_shared=233472:sm_threads=2048:sm_registers=65536:cluster=16:launch=2.7e-6:link=3.91e11:"
     "compiler=1:memory=150000000000:fp64=2"},
    {"H100",
     "cuda:name=H100:cores=132:vector=32:l2=52428800:copy=2.88e12:flops=2.53e11:capability=90:shared=232448:"
     "sm_shared=233472:sm_threads=2048:sm_registers=65536:cluster=16:launch=2.7e-6:link=3.91e11:"
     "compiler=1:memory=85000000000:fp64=2"},
    {"A100",
     "cuda:name=A100:cores=108:vector=32:l2=41943040:copy=1.35e12:flops=1.8e11:capability=80:shared=166912:"
     "sm_shared=167936:sm_threads=2048:sm_registers=65536:launch=2.5e-6:compiler=1:memory=40000000000:fp64=2"},
    {"V100",
     "cuda:name=V100:cores=80:vector=32:l2=6291456:copy=7.8e11:flops=1.9e11:capability=70:shared=98304:sm_shared=98304:"
     "sm_threads=2048:sm_registers=65536:launch=3e-6:compiler=1:memory=16000000000:fp64=2"},
    {"GTX1080",
     "cuda:name=GTX1080:cores=20:vector=32:l2=2097152:copy=2.5e11:flops=4.4e11:capability=61:shared=49152:sm_shared=98304:"
     "sm_threads=2048:sm_registers=65536:launch=4e-6:compiler=1:memory=8000000000:fp64=32"},
    {"GTX960",
     "cuda:name=GTX960:cores=8:vector=32:l2=1048576:copy=9e10:flops=3e11:capability=52:shared=49152:sm_shared=98304:"
     "sm_threads=2048:sm_registers=65536:launch=5e-6:compiler=0:memory=2000000000:fp64=32"},
    {"pocl2",
     "opencl:name=pocl2:cores=2:vector=16:l2=33554432:copy=2e10:flops=1e11:shared=2097152:sm_shared=2097152:sm_threads=4096:"
     "gpu=0:launch=2e-5:compiler=1:memory=8000000000:fp64=2"},
    {"clH200",
     "opencl:name=clH200:cores=132:vector=32:l2=62914560:copy=4.23e12:flops=2.53e11:shared=232384:sm_shared=233472:"
     "sm_threads=1024:gpu=1:launch=5e-6:compiler=1:memory=150000000000:fp64=2"},
};

const char *tcf_backend_name(tcfft_backend backend) {
  return (unsigned)backend <= TCFFT_BACKEND_OPENCL ? backend_names[backend] : "?";
}

void tcf_device_print(const tcf_device *d, tcf_writer *w) {
  tcf_put(w, "%s:name=%s", backend_names[d->backend], d->name);
  for (int i = 0; i < FIELDS; i++) {
    if (!(fields[i].who >> d->backend & 1)) continue;
    const char *at = (const char *)d + fields[i].offset;
    if (fields[i].offset == offsetof(tcf_device, link) && d->link <= 0) continue;  // most devices are alone
    tcf_put(w, ":%s=", fields[i].key);
    if (fields[i].is_real)
      tcf_put_real(w, *(const double *)at);
    else
      tcf_put(w, "%" PRId64, *(const int64_t *)at);
  }
}

static tcfft_status parse_number(tcf_device *d, const tcf_field *f, unsigned *seen, const char *text) {
  for (int i = 0; i < FIELDS; i++) {
    if (strcmp(f->key, fields[i].key) != 0) continue;
    char *at = (char *)d + fields[i].offset;
    double real = 0;
    int64_t integer = 0;
    const int wrong = fields[i].is_real ? tcf_parse_real(f->value, &real) : tcf_parse_int(f->value, &integer);
    if (wrong || real < 0 || integer < 0)
      return tcf_fail(TCFFT_ERROR_PARSE, "device \"%.80s\": %s=%.40s is not a number it can be", text, f->key, f->value);
    if (fields[i].is_real)
      *(double *)at = real;
    else
      *(int64_t *)at = integer;
    *seen |= 1u << i;
    return TCFFT_SUCCESS;
  }
  return tcf_fail(TCFFT_ERROR_PARSE, "device \"%.80s\": unknown field \"%.40s\"", text, f->key);
}

static tcfft_status check_numbers(const tcf_device *d, unsigned seen, const char *text) {
  for (int i = 0; i < FIELDS; i++)
    if ((fields[i].who >> d->backend & 1) && !(fields[i].who & OPTIONAL) && !(seen >> i & 1))
      return tcf_fail(TCFFT_ERROR_PARSE, "device \"%.80s\": %s= is missing", text, fields[i].key);
  if (d->cores < 1 || d->cores > 4096 || d->vector < 1 || d->vector > 64 || (d->vector & (d->vector - 1)) ||
      !(d->copy >= 1) || !(d->flops >= 1))
    return tcf_fail(TCFFT_ERROR_PARSE,
                    "device \"%.80s\": cores, copy and flops must be 1 at least, vector a power of two up to 64", text);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_device_parse(tcf_device *out, const char *text) {
  for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
    if (!strcasecmp(text, built_in[i].name)) text = built_in[i].text;
  tcf_device d = {0};
  const char *cursor = text;
  tcf_field f;
  int backend = TCFFT_BACKEND_HOST;
  if (tcf_next_field(&cursor, &f) == 1)
    while (backend <= TCFFT_BACKEND_OPENCL && strcmp(f.key, backend_names[backend]) != 0) backend++;
  if (cursor == text || backend > TCFFT_BACKEND_OPENCL || f.assigned)
    return tcf_fail(
        TCFFT_ERROR_PARSE,
        "device \"%.80s\" is neither a built-in name (laptop4, server32, board1, H200, H100, A100, V100, GTX1080, "
        "GTX960, pocl2, clH200) nor text that begins with host:, cuda: or opencl:",
        text);
  d.backend = (tcfft_backend)backend;
  unsigned seen = 0;
  for (int more; (more = tcf_next_field(&cursor, &f)) != 0;) {
    if (more < 0) return tcf_fail(TCFFT_ERROR_PARSE, "device \"%.80s\" has an empty or overlong field", text);
    if (!strcmp(f.key, "name"))
      snprintf(d.name, sizeof d.name, "%.127s", f.value);
    else
      TCF_TRY(parse_number(&d, &f, &seen, text));
  }
  TCF_TRY(check_numbers(&d, seen, text));
  *out = d;
  return TCFFT_SUCCESS;
}
