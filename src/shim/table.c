// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/table.h"

#include <limits.h>
#include <stdlib.h>

#include "shim/counts.h"

static struct {
  pthread_rwlock_t lock;  // of all of it. Executions take it for reading only
  tcf_shim_plan **bucket;
  size_t buckets, plans;  // the first a power of two
  int last;               // handle of the shim's own
} table = {.lock = PTHREAD_RWLOCK_INITIALIZER};

// ------------------------------------------------------------------------------------------------ forks

// The table is whole in a process that was forked off, whatever other threads did then. The lock is made anew there: threads
// that waited for it would be given it first, and are not there. So are the locks of the plans, which threads may have held
// that are not there.
static void before_fork(void) { pthread_rwlock_wrlock(&table.lock); }
static void in_parent(void) { pthread_rwlock_unlock(&table.lock); }

static void in_child(void) {
  pthread_rwlock_init(&table.lock, NULL);
  for (size_t i = 0; i < table.buckets; i++)
    for (tcf_shim_plan *p = table.bucket[i]; p; p = p->next) pthread_mutex_init(&p->lock, NULL);
  tcf_shim_forget_counts();
}

static void watch(void) { pthread_atfork(before_fork, in_parent, in_child); }

static void watch_forks(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch);
}

// ------------------------------------------------------------------------------------------------ with the lock

static tcf_shim_plan **bucket_of(int handle) { return &table.bucket[(unsigned)handle & (table.buckets - 1)]; }

static tcf_shim_plan **link_to(int handle) {
  tcf_shim_plan **link = table.buckets ? bucket_of(handle) : NULL;
  while (link && *link && (*link)->handle != handle) link = &(*link)->next;
  return link && *link ? link : NULL;
}

static void put(tcf_shim_plan *plan) {
  tcf_shim_plan **link = bucket_of(plan->handle);
  plan->next = *link;
  *link = plan;
}

// Twice as many buckets; 0: there is no memory.
static int grow(void) {
  enum { FIRST = 64 };
  tcf_shim_plan **old = table.bucket;
  const size_t count = table.buckets, wanted = count ? 2 * count : FIRST;
  tcf_shim_plan **bucket = calloc(wanted, sizeof *bucket);
  if (!bucket) return 0;
  table.bucket = bucket;
  table.buckets = wanted;
  for (size_t i = 0; i < count; i++)
    for (tcf_shim_plan *p = old[i], *next; p; p = next) {
      next = p->next;
      put(p);
    }
  free(old);
  return 1;
}

static tcf_shim_plan *unlink_plan(int handle) {
  tcf_shim_plan **link = link_to(handle), *plan = link ? *link : NULL;
  if (!plan) return NULL;
  *link = plan->next;
  table.plans--;
  return plan;
}

static int insert(int handle, int has_real) {
  if (table.plans >= table.buckets && !grow()) return 0;
  tcf_shim_plan *plan = tcf_shim_plan_new(handle, has_real);
  if (!plan) return 0;
  put(plan);
  table.plans++;
  return handle;
}

// ------------------------------------------------------------------------------------------------ for callers

tcf_shim_plan *tcf_shim_take(int handle) {
  pthread_rwlock_rdlock(&table.lock);
  tcf_shim_plan **link = link_to(handle), *plan = link ? *link : NULL;
  if (plan) atomic_fetch_add(&plan->users, 1);
  pthread_rwlock_unlock(&table.lock);
  return plan;
}

void tcf_shim_give(tcf_shim_plan *plan) {
  if (plan && atomic_fetch_sub(&plan->users, 1) == 1) tcf_shim_plan_free(plan);
}

int tcf_shim_insert(int handle) {
  watch_forks();
  pthread_rwlock_wrlock(&table.lock);
  tcf_shim_plan *stale = unlink_plan(handle);
  const int inserted = insert(handle, 1);
  pthread_rwlock_unlock(&table.lock);
  tcf_shim_give(stale);
  return inserted;
}

int tcf_shim_insert_own(void) {
  watch_forks();
  pthread_rwlock_wrlock(&table.lock);
  const int inserted = table.last < INT_MAX ? insert(table.last + 1, 0) : 0;
  if (inserted) table.last = inserted;
  pthread_rwlock_unlock(&table.lock);
  return inserted;
}

int tcf_shim_remove(int handle, int *has_real) {
  pthread_rwlock_wrlock(&table.lock);
  tcf_shim_plan *plan = unlink_plan(handle);
  pthread_rwlock_unlock(&table.lock);
  if (!plan) return 0;
  *has_real = plan->has_real;
  tcf_shim_give(plan);
  return 1;
}
