// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The format of a file: "\x93NUMPY", major and minor version, the header's length (2 bytes; 4 bytes from version 2 on), the
// header (a Python dictionary as text with the keys descr, fortran_order and shape), the elements.
#include "cli/npy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "core/element.h"

static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

// A header has a few dozen bytes. A larger length than this comes from a damaged file, and no memory is allocated for it.
enum { LONGEST_HEADER = 1 << 20 };

static const struct {
  const char *descr;
  bool is_complex;
  tcfft_type type;
} element_types[] = {{"<f4", false, TCFFT_F32}, {"<f8", false, TCFFT_F64}, {"<c8", true, TCFFT_F32},
                     {"<c16", true, TCFFT_F64}, {"<f2", false, TCFFT_F16}, {"|i1", false, TCFFT_I8},
                     {"<i2", false, TCFFT_I16}};

// ------------------------------------------------------------------------------------------------ the dictionary

typedef struct cursor {
  const char *begin, *p, *end;
  char *why;
  size_t why_cap;
} cursor;

static bool at(const cursor *c, char wanted) { return c->p < c->end && *c->p == wanted; }

static bool at_digit(const cursor *c) { return c->p < c->end && *c->p >= '0' && *c->p <= '9'; }

// Skips white space, then takes the character if it is next.
static bool take(cursor *c, char wanted) {
  while (at(c, ' ') || at(c, '\t') || at(c, '\n') || at(c, '\r')) c->p++;
  if (!at(c, wanted)) return false;
  c->p++;
  return true;
}

static int garbled(cursor *c, const char *expected) {
  return tcf_because(c->why, c->why_cap, "garbled header: expected %s at its byte %td", expected, c->p - c->begin);
}

// Takes a quoted string without escapes, as NumPy writes them. It is cut to cap.
static int take_string(cursor *c, char *text, size_t cap) {
  char quote = take(c, '\'') ? '\'' : take(c, '"') ? '"' : 0;
  if (!quote) return garbled(c, "a quoted string");
  size_t length = 0;
  for (; !at(c, quote); c->p++) {
    if (c->p >= c->end || *c->p < ' ') return garbled(c, "the end of a string");
    if (length + 1 < cap) text[length++] = *c->p;
  }
  text[length] = 0;
  c->p++;
  return 0;
}

static int take_descr(cursor *c, tcf_npy_header *h) {
  char descr[32];
  if (take(c, '[')) return tcf_because(c->why, c->why_cap, "structured elements (records) cannot be transformed");
  if (take_string(c, descr, sizeof descr)) return -1;
  for (size_t i = 0; i < sizeof element_types / sizeof *element_types; i++) {
    if (strcmp(descr, element_types[i].descr)) continue;
    h->is_complex = element_types[i].is_complex;
    h->type = element_types[i].type;
    return 0;
  }
  if (descr[0] == '>')
    return tcf_because(c->why, c->why_cap, "big-endian elements '%s': convert with a.astype(a.dtype.newbyteorder('<'))",
                       descr);
  if (!strcmp(descr, "|O") || !strcmp(descr, "O"))
    return tcf_because(c->why, c->why_cap, "Python objects ('%s') cannot be transformed", descr);
  // Numbers of other sizes NumPy converts; the letter behind the order of bytes is what they are.
  const char letter = descr[0] ? descr[1] : 0;
  const char *hint = letter == 'c'                      ? ": convert with a.astype('complex128')"
                     : letter && strchr("iubf", letter) ? ": convert with a.astype('float64')"
                                                        : "";
  return tcf_because(c->why, c->why_cap,
                     "elements of type '%s': float32, float64, complex64, complex128, float16, int8 and int16 are read%s",
                     descr, hint);
}

static int take_order(cursor *c) {
  static const char no[] = "False", yes[] = "True";
  take(c, ' ');
  size_t left = (size_t)(c->end - c->p);
  if (left >= sizeof no - 1 && !memcmp(c->p, no, sizeof no - 1)) {
    c->p += sizeof no - 1;
    return 0;
  }
  if (left >= sizeof yes - 1 && !memcmp(c->p, yes, sizeof yes - 1))
    return tcf_because(c->why, c->why_cap, "Fortran order: save numpy.ascontiguousarray(a) instead");
  return garbled(c, "True or False");
}

static int take_size(cursor *c, int64_t *size) {
  if (at(c, '-')) return tcf_because(c->why, c->why_cap, "negative size in the shape");
  if (!at_digit(c)) return garbled(c, "a size");
  for (*size = 0; at_digit(c); c->p++)
    if (__builtin_mul_overflow(*size, 10, size) || __builtin_add_overflow(*size, *c->p - '0', size))
      return tcf_because(c->why, c->why_cap, "a size of the shape exceeds 63 bits");
  if (at(c, 'L')) c->p++;  // a long of Python 2
  return 0;
}

static int take_shape(cursor *c, tcf_npy_header *h) {
  if (!take(c, '(')) return garbled(c, "(");
  for (h->dims = 0; !take(c, ')'); h->dims++) {
    if (h->dims && !take(c, ',')) return garbled(c, ", or )");
    if (h->dims && take(c, ')')) return 0;
    if (h->dims == TCF_NPY_MAX_DIMS) return tcf_because(c->why, c->why_cap, "more than %d dimensions", TCF_NPY_MAX_DIMS);
    if (take_size(c, &h->shape[h->dims])) return -1;
  }
  return 0;
}

static int take_value(cursor *c, const char *key, tcf_npy_header *h, unsigned *seen) {
  static const char *const keys[] = {"descr", "fortran_order", "shape"};
  unsigned which = 0;
  while (which < 3 && strcmp(key, keys[which])) which++;
  if (which == 3) return tcf_because(c->why, c->why_cap, "garbled header: unknown key '%s'", key);
  if (*seen & 1u << which) return tcf_because(c->why, c->why_cap, "garbled header: key '%s' appears twice", key);
  *seen |= 1u << which;
  return which == 0 ? take_descr(c, h) : which == 1 ? take_order(c) : take_shape(c, h);
}

static int take_dictionary(cursor *c, tcf_npy_header *h) {
  unsigned seen = 0;
  if (!take(c, '{')) return garbled(c, "{");
  for (bool first = true; !take(c, '}'); first = false) {
    char key[24];
    if (!first && !take(c, ',')) return garbled(c, ", or }");
    if (!first && take(c, '}')) break;
    if (take_string(c, key, sizeof key)) return -1;
    if (!take(c, ':')) return garbled(c, ":");
    take(c, ' ');
    if (take_value(c, key, h, &seen)) return -1;
  }
  if (seen != 7) return tcf_because(c->why, c->why_cap, "garbled header: descr, fortran_order or shape is missing");
  take(c, ' ');
  while (take(c, '\n'))
    ;
  return c->p == c->end ? 0 : garbled(c, "its end");
}

// Computes the number of elements. The bytes of the array must fit 63 bits, even if sizes of 0 are counted as 1.
static int count_elements(tcf_npy_header *h, char *why, size_t why_cap) {
  int64_t nonzero = tcf_type_bytes(h->type) * (h->is_complex ? 2 : 1);
  h->count = 1;
  for (int i = 0; i < h->dims; i++) {
    if (__builtin_mul_overflow(nonzero, h->shape[i] ? h->shape[i] : 1, &nonzero))
      return tcf_because(why, why_cap, "the product of the shape overflows 63 bits");
    h->count *= h->shape[i];
  }
  return 0;
}

// ------------------------------------------------------------------------------------------------ the file

int tcf_npy_parse_header(const unsigned char *bytes, size_t len, tcf_npy_header *out, char *why, size_t why_cap) {
  tcf_npy_header h = {0};
  if (len < sizeof magic || memcmp(bytes, magic, sizeof magic))
    return tcf_because(why, why_cap, "not a .npy file (wrong magic)");
  if (len < 10) return tcf_because(why, why_cap, "truncated in its first 10 bytes");
  if (bytes[6] < 1 || bytes[6] > 3) return tcf_because(why, why_cap, "version %d.%d is not known", bytes[6], bytes[7]);
  size_t start = bytes[6] == 1 ? 10 : 12;
  if (len < start) return tcf_because(why, why_cap, "truncated in its first %zu bytes", start);
  size_t length = bytes[8] | (size_t)bytes[9] << 8;
  if (start == 12) length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
  if (length > len - start) return tcf_because(why, why_cap, "a header of %zu bytes is longer than the file", length);
  const char *text = (const char *)bytes + start;
  cursor c = {text, text, text + length, why, why_cap};
  if (take_dictionary(&c, &h) || count_elements(&h, why, why_cap)) return -1;
  h.data_offset = start + length;
  *out = h;
  return 0;
}

static int read_header(tcf_npy_header *h, FILE *file, char *why, size_t why_cap) {
  unsigned char prefix[12];
  size_t got = fread(prefix, 1, sizeof prefix, file), length = 0;
  if (ferror(file)) return tcf_because(why, why_cap, "%s", strerror(errno));
  if (got == sizeof prefix && !memcmp(prefix, magic, sizeof magic)) {
    length = prefix[8] | (size_t)prefix[9] << 8;
    if (prefix[6] == 1)
      length -= length < 2 ? length : 2;  // two of its bytes are in the prefix
    else
      length |= (size_t)prefix[10] << 16 | (size_t)prefix[11] << 24;
  }
  if (length > LONGEST_HEADER) {
    if (prefix[6] <= 3)
      return tcf_because(why, why_cap, "a header of %zu bytes is none: NumPy's hold some dozens, at most %d are read",
                         length, LONGEST_HEADER);
    length = 0;  // an unknown version, which the parser refuses
  }
  unsigned char *bytes = malloc(sizeof prefix + length);
  if (!bytes) return tcf_because(why, why_cap, "out of memory");
  memcpy(bytes, prefix, got);
  got += fread(bytes + got, 1, length, file);
  int status = tcf_npy_parse_header(bytes, got, h, why, why_cap);
  free(bytes);
  return status;
}

// Numbers of another type are read through a small buffer, so that only the converted ones need memory.
static int64_t read_numbers(tcf_npy *npy, int64_t begin, int64_t count, FILE *file) {
  enum { SOME = 4096 };
  const tcfft_type from = npy->header.type, to = npy->type;
  const int bytes = tcf_type_bytes(from);
  if (from == to) return (int64_t)fread((char *)npy->numbers + begin * bytes, (size_t)bytes, (size_t)count, file);
  double buffer[SOME];  // aligned for all types
  int64_t done = 0;
  while (done < count) {
    const size_t wanted = count - done < SOME ? (size_t)(count - done) : SOME,
                 got = fread(buffer, (size_t)bytes, wanted, file);
    for (int64_t i = 0; i < (int64_t)got; i++)
      tcf_put_number(to, npy->numbers, begin + done + i, tcf_number_at(from, buffer, i));
    done += (int64_t)got;
    if (got < wanted) break;
  }
  return done;
}

// The memory grows with the data that is read, so a header that promises more than its file holds does not cost memory.
static int read_data(tcf_npy *npy, FILE *file, char *why, size_t why_cap) {
  const tcf_npy_header *h = &npy->header;
  int64_t numbers = h->count * (h->is_complex ? 2 : 1), done = 0, cap = 1 << 20;
  do {
    if (cap > numbers) cap = numbers;
    void *more = cap <= INT64_MAX / 8 ? realloc(npy->numbers, cap ? (size_t)(cap * tcf_type_bytes(npy->type)) : 1) : NULL;
    if (!more) return tcf_because(why, why_cap, "out of memory for %lld elements", (long long)h->count);
    npy->numbers = more;
    done += read_numbers(npy, done, cap - done, file);
    if (ferror(file)) return tcf_because(why, why_cap, "%s", strerror(errno));
    if (done < cap)
      return tcf_because(why, why_cap, "truncated: %lld of %lld elements", (long long)(done / (h->is_complex ? 2 : 1)),
                         (long long)h->count);
    cap = cap > INT64_MAX / 4 ? numbers : 2 * cap;
  } while (done < numbers);
  return 0;
}

int tcf_npy_read(tcf_npy *out, const char *path, int type, char *why, size_t why_cap) {
  tcf_npy npy = {0};
  FILE *file = fopen(path, "rb");
  if (!file) return tcf_because(why, why_cap, "%s", strerror(errno));
  int status = read_header(&npy.header, file, why, why_cap);
  npy.type = type == TCF_NPY_OWN ? npy.header.type : (tcfft_type)type;
  if (!status) status = read_data(&npy, file, why, why_cap);
  fclose(file);
  if (status)
    tcf_npy_free(&npy);
  else
    *out = npy;
  return status;
}

void tcf_npy_free(tcf_npy *npy) {
  free(npy->numbers);
  npy->numbers = NULL;
}

// Writes the header of a version 1 file. text: the dictionary.
static void write_header(FILE *file, char *text, size_t used) {
  // NumPy aligns the data to 64 bytes, so that the file can be mapped.
  while ((10 + used + 1) % 64) text[used++] = ' ';
  text[used++] = '\n';
  const unsigned char start[4] = {1, 0, (unsigned char)used, (unsigned char)(used >> 8)};
  fwrite(magic, 1, sizeof magic, file);
  fwrite(start, 1, sizeof start, file);
  fwrite(text, 1, used, file);
}

void tcf_npy_write(FILE *file, const void *data, tcfft_type type, bool is_complex, int dims, const int64_t *shape) {
  static const char *const descr[2][2] = {{"<f4", "<c8"}, {"<f8", "<c16"}};
  char header[1024];
  int64_t count = is_complex ? 2 : 1;
  size_t used = (size_t)snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                                 descr[type == TCFFT_F64][is_complex]);
  for (int i = 0; i < dims; i++) {
    used += (size_t)snprintf(header + used, sizeof header - used, "%lld,%s", (long long)shape[i], i + 1 < dims ? " " : "");
    count *= shape[i];
  }
  used += (size_t)snprintf(header + used, sizeof header - used, "), }");
  write_header(file, header, used);
  fwrite(data, (size_t)tcf_type_bytes(type), (size_t)count, file);
}

void tcf_npy_write_indexed(FILE *file, const int64_t *index, const float *value, int64_t count) {
  char header[256];
  const int used = snprintf(header, sizeof header,
                            "{'descr': [('index', '<i8'), ('value', '<c8')], 'fortran_order': False, 'shape': (%lld,), }",
                            (long long)count);
  write_header(file, header, (size_t)used);
  for (int64_t i = 0; i < count; i++) {
    fwrite(&index[i], sizeof *index, 1, file);
    fwrite(&value[2 * i], sizeof *value, 2, file);
  }
}
