// Tells the thread sanitizer of a wait for one of Swift's mutexes.
//
// Their quick ways are compiled into memo, where the sanitizer sees them. Where somebody has to wait, the kernel hands the
// mutex over, asked by a library that the sanitizer knows nothing of: each such wait would look like a race.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void (*locking)(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void (*unlocking)(__attribute__((swift_context)) void *);

void __tsan_acquire(void *);
void __tsan_release(void *);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK);
__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  ((locking)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) {
  __tsan_release(mutex);
  ((unlocking)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
