// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Several emulated devices: their streams, events and copies.
#ifndef TCFFT_EMULATE_PEERS_H
#define TCFFT_EMULATE_PEERS_H

#include "core/peers.h"

extern const tcf_peers tcf_emulated_peers;

// The stream's key of tcf_emulated_put_job: each device has a default stream of its own.
void *tcf_emulated_stream(int index, void *stream);

// DEVICE where the stream is one of another device.
tcfft_status tcf_emulated_check_stream(int index, void *stream);

// Implement enter and leave of the backend. NO_DEVICE for an index that no device has.
tcfft_status tcf_emulated_check_index(int index);
tcfft_status tcf_emulated_enter(int index, int *previous);
void tcf_emulated_leave(int previous);
int tcf_emulated_current(void);  // the device that the calling thread has entered, or -1

// What the stand-in for NCCL, which is loaded at run time, takes from the program: messages between devices, which are
// queued all at once (the text of what is wrong, or NULL), and whether a stream is done.
typedef struct tcf_emulated_message {
  int from, to;  // devices
  void *from_stream, *to_stream;
  const void *source;
  void *target;
  size_t bytes;
} tcf_emulated_message;
__attribute__((visibility("default"))) const char *tcf_emulated_exchange(const tcf_emulated_message *m, int count);
__attribute__((visibility("default"))) int tcf_emulated_stream_done(int index, void *stream);

// Of backend_emulated.c: the lock of everything.
void tcf_emulated_lock(void);
tcfft_status tcf_emulated_unlock(tcfft_status status);

#endif
