#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/// A mapped file. A signal handler reads the table, so it is one of fixed size and of atomic numbers.
struct csystem_mapping {
  atomic_uintptr_t start;   // 0 while the others are not valid
  atomic_size_t length;
  atomic_int isTaken;
  atomic_int isBroken;
};

enum { csystem_mapping_count = 256 };
static struct csystem_mapping csystem_mappings[csystem_mapping_count];
static atomic_uint_fast64_t csystem_fault_count;
static struct sigaction csystem_previous_action;
static void (*_Atomic csystem_other_fault)(void);
static uintptr_t csystem_page_size;
static pthread_once_t csystem_once = PTHREAD_ONCE_INIT;

/// Puts zeros where a mapped file has no bytes any more, up to the mapping's end. `mmap` is a plain system call.
static int csystem_fill(struct csystem_mapping *mapping, uintptr_t address) {
  uintptr_t start = atomic_load(&mapping->start), length = atomic_load(&mapping->length);
  if (start == 0 || address < start || address - start >= length) return 0;
  uintptr_t page = address & ~(csystem_page_size - 1);
  // Before there is a zero to be read: whoever has read one finds the mapping broken.
  atomic_store(&mapping->isBroken, 1);
  atomic_fetch_add(&csystem_fault_count, 1);
  return mmap((void *)page, start + length - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
         MAP_FAILED;
}

static void csystem_on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  int code = errno;
  if (info->si_code > 0)
    for (int slot = 0; slot < csystem_mapping_count; slot++)
      if (csystem_fill(&csystem_mappings[slot], (uintptr_t)info->si_addr)) {
        errno = code;
        return;
      }
  // Not about a mapping: as it would have been. What was done is done again, or the signal comes again.
  void (*other)(void) = atomic_load(&csystem_other_fault);
  if (other) other();
  sigaction(number, &csystem_previous_action, NULL);
  if (info->si_code <= 0) raise(number);
  errno = code;
}

static void csystem_install(void) {
  csystem_page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {0};
  action.sa_sigaction = csystem_on_fault;
  // On the thread's other stack where it has one; what happens in other threads goes on.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &csystem_previous_action);
}

int csystem_guard_mapping(const void *start, size_t length) {
  pthread_once(&csystem_once, csystem_install);
  for (int slot = 0; slot < csystem_mapping_count; slot++) {
    struct csystem_mapping *mapping = &csystem_mappings[slot];
    int isTaken = 0;
    if (!atomic_compare_exchange_strong(&mapping->isTaken, &isTaken, 1)) continue;
    atomic_store(&mapping->isBroken, 0);
    atomic_store(&mapping->length, length);
    atomic_store(&mapping->start, (uintptr_t)start);
    return slot;
  }
  return -1;
}

void csystem_on_other_fault(void (*handler)(void)) {
  pthread_once(&csystem_once, csystem_install);
  atomic_store(&csystem_other_fault, handler);
}

int csystem_is_mapping_broken(int slot) {
  return atomic_load_explicit(&csystem_mappings[slot].isBroken, memory_order_acquire);
}

void csystem_release_mapping(int slot) {
  atomic_store(&csystem_mappings[slot].start, 0);
  atomic_store(&csystem_mappings[slot].isTaken, 0);
}

uint64_t csystem_mapping_faults(void) { return atomic_load(&csystem_fault_count); }
