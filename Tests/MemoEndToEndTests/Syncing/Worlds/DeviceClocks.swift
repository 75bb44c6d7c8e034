import Foundation
import MemoCore
import MemoTestSupport

/// Clocks of devices that go wrong, by a library that programs load before their own.
struct DeviceClocks {
  /// By how many seconds each clock goes wrong.
  let errors: [Int]

  private let library: String?

  static let day = 86_400
  private static let choices = [0, 0, 20, -20, 3_600, 3 * day, -3 * day, 400 * day, -400 * day]

  /// Gives each device a clock; right ones where no library can be made here.
  init(_ count: Int, in sandbox: Sandbox, random: inout SeededRandom) throws {
    let wrong = (0..<count).map { _ in random.pick(Self.choices) ?? 0 }
    try sandbox.folder.write(Self.source, to: "clock.c")
    let built = try sandbox.shell("cc -shared -fPIC -O -o clock.so clock.c -ldl", in: "")
    library = MemoProgram.isLinux && built.end == .exited(0) ? sandbox.folder.path.appending("clock.so").text : nil
    errors = library == nil ? wrong.map { _ in 0 } : wrong
  }

  /// What a program needs in its environment to see a device's clock.
  func variables(of device: Int) -> [String: String] {
    guard let library, errors[device] != 0 else { return [:] }
    return ["LD_PRELOAD": library, "WRONG_CLOCK": "\(errors[device])"]
  }

  /// What a device's clock shows, in nanoseconds since 1970.
  func now(on device: Int) -> Int64 {
    Int64(Date().timeIntervalSince1970 * 1_000_000) * 1_000 + Int64(errors[device]) * 1_000_000_000
  }

  /// Waits until a time of day are counted back: the kernel's clock goes right.
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <pthread.h>
    #include <semaphore.h>
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>
    static long wrong(void) { const char *text = getenv("WRONG_CLOCK"); return text ? atol(text) : 0; }
    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = syscall(SYS_clock_gettime, clock, time);
      if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += wrong();
      return result;
    }
    int gettimeofday(struct timeval *time, void *zone) {
      struct timespec now; clock_gettime(CLOCK_REALTIME, &now);
      time->tv_sec = now.tv_sec; time->tv_usec = now.tv_nsec / 1000; return 0;
    }
    time_t time(time_t *result) {
      struct timespec now; clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }
    static struct timespec right(const struct timespec *time) {
      struct timespec result = *time;
      if (time->tv_sec > 500000000) result.tv_sec -= wrong();
      return result;
    }
    int sem_timedwait(sem_t *semaphore, const struct timespec *time) {
      int (*next)(sem_t *, const struct timespec *) = dlsym(RTLD_NEXT, "sem_timedwait");
      struct timespec end = right(time); return next(semaphore, &end);
    }
    int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
      int (*next)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *) =
          dlsym(RTLD_NEXT, "pthread_cond_timedwait");
      struct timespec end = right(time); return next(condition, mutex, &end);
    }

    """
}
