// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a backend has for several of its devices in one process: streams and events of the library's own, and copies from the
// memory of one device to that of another. As in core/backend.h, `index` is the number of a device, and functions fail with
// DEVICE and the driver's reason where nothing else is said.
#ifndef TCFFT_CORE_PEERS_H
#define TCFFT_CORE_PEERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

// Rows of bytes that are copied. The pitches are the bytes from one row to the next.
typedef struct tcf_peer_copy {
  void *to;
  const void *from;
  int64_t to_pitch, from_pitch;
  int64_t rows, bytes;  // of a row
} tcf_peer_copy;

// What one of several members, which are devices or ranks, sends to each of them, and what it gets: contiguous messages, of
// which those of 0 bytes are none. What it sends to another one has as many bytes as that one gets.
typedef struct tcf_messages {
  const void **send;
  void **recv;
  size_t *send_bytes, *recv_bytes;
} tcf_messages;

typedef struct tcf_peers {
  // Lets device `index` write to the memory of device `peer`, for good. UNSUPPORTED, with both numbers, where it cannot.
  tcfft_status (*open)(int index, int peer);
  // A stream of device `index`. ordered: it waits for the device's default stream, and is waited for by it.
  tcfft_status (*new_stream)(int index, int ordered, void **stream);
  void (*free_stream)(int index, void *stream);
  // An event, which streams of all devices can wait for once it was recorded on a stream of device `index`. A wait is for
  // the recording before it, whatever is recorded later.
  tcfft_status (*new_event)(int index, void **event);
  void (*free_event)(int index, void *event);
  // These queue work on a stream of device `index`, which is entered (tcf_backend.enter), and return at once.
  tcfft_status (*record)(int index, void *event, void *stream);
  tcfft_status (*wait)(int index, void *event, void *stream);
  // From memory of device `index` to that of device `peer`, which may be the same one.
  tcfft_status (*copy)(int index, int peer, const tcf_peer_copy *copy, void *stream);
  // What devices exchange by where some have no peer access to each other: a library that is opened at run time (NCCL).
  // UNSUPPORTED, with the reason, where there is none. DEVICE, with its own text, where it fails.
  tcfft_status (*open_group)(const int *index, int count, void **group);
  void (*close_group)(void *group);
  // Queues one exchange: by messages and a stream of each device, in the order in which open_group had them. A group that
  // has failed once does nothing more.
  tcfft_status (*exchange)(void *group, const tcf_messages *const *of, void *const *streams);
} tcf_peers;

#endif
