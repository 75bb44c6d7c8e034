// What the system offers and Swift's overlays hide: variadic, GNU-only or macro-only interfaces, as inline functions.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <wchar.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

/// Columns that a scalar takes on a terminal: 0, 1 or 2, or -1 for one the system's tables call unprintable.
/// Uses the UTF-8 locale of the C library whatever the process's own locale is, so that answers do not vary.
static inline int csystem_width(uint32_t scalar) {
  static locale_t utf8 = (locale_t)0;
  if (utf8 == (locale_t)0) utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (utf8 == (locale_t)0) utf8 = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
  if (utf8 == (locale_t)0) return scalar < 0x80 ? 1 : -1;
  locale_t previous = uselocale(utf8);
  int width = wcwidth((wchar_t)scalar);
  uselocale(previous);
  return width;
}

/// The columns and rows of the terminal behind a descriptor; 0 on success, -1 where there is none.
static inline int csystem_terminal_size(int descriptor, uint16_t *columns, uint16_t *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

/// Swaps two names in one step. 0 on success, else -1 with errno (EINVAL, ENOSYS: the file system cannot).
static inline int csystem_rename_exchange(int fromDirectory, const char *from, int toDirectory, const char *to) {
#ifdef __APPLE__
  return renameatx_np(fromDirectory, from, toDirectory, to, RENAME_SWAP);
#else
  return renameat2(fromDirectory, from, toDirectory, to, RENAME_EXCHANGE);
#endif
}

/// Renames unless the new name is taken. 0 on success, else -1 with errno (EEXIST: taken).
static inline int csystem_rename_exclusive(int fromDirectory, const char *from, int toDirectory, const char *to) {
#ifdef __APPLE__
  return renameatx_np(fromDirectory, from, toDirectory, to, RENAME_EXCL);
#else
  return renameat2(fromDirectory, from, toDirectory, to, RENAME_NOREPLACE);
#endif
}

/// A file's birth time in seconds and nanoseconds; 0 on success, -1 where the file system keeps none.
static inline int csystem_birth_time(int descriptor, int64_t *seconds, int64_t *nanoseconds) {
#ifdef __APPLE__
  struct stat status;
  if (fstat(descriptor, &status) != 0) return -1;
  *seconds = status.st_birthtimespec.tv_sec;
  *nanoseconds = status.st_birthtimespec.tv_nsec;
  return 0;
#else
  struct statx status;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BTIME, &status) != 0) return -1;
  if (!(status.stx_mask & STATX_BTIME)) return -1;
  *seconds = status.stx_btime.tv_sec;
  *nanoseconds = status.stx_btime.tv_nsec;
  return 0;
#endif
}

#endif
