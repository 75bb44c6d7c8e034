#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <locale.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#ifdef __APPLE__
#include <copyfile.h>
#include <sys/attr.h>
#include <sys/mount.h>
#include <xlocale.h>
#else
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#endif

#ifdef __APPLE__
// In the headers of later systems only; an earlier kernel refuses both with EINVAL.
#ifndef O_NOFOLLOW_ANY
#define O_NOFOLLOW_ANY 0x20000000
#endif
#ifndef AT_SYMLINK_NOFOLLOW_ANY
#define AT_SYMLINK_NOFOLLOW_ANY 0x0800
#endif
#elif !defined(SYS_openat2)
#define SYS_openat2 437
#endif
void csystem_limit_memory(int32_t process, uint64_t bytes) {
#ifdef __linux__
  struct rlimit limit;
  if (prlimit(process, RLIMIT_DATA, NULL, &limit) != 0) return;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= bytes) return;
  limit.rlim_cur = bytes;
  (void)prlimit(process, RLIMIT_DATA, &limit, NULL);
#else
  (void)process;
  (void)bytes;
#endif
}

void csystem_spawn_in_root(void *actions) {
  (void)posix_spawn_file_actions_addchdir_np((posix_spawn_file_actions_t *)actions, "/");
}

int csystem_width(uint32_t scalar) {
  static locale_t utf8 = (locale_t)0;
  if (utf8 == (locale_t)0) utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (utf8 == (locale_t)0) utf8 = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
  if (utf8 == (locale_t)0) return scalar < 0x80 ? 1 : -1;
  locale_t previous = uselocale(utf8);
  int width = wcwidth((wchar_t)scalar);
  uselocale(previous);
  return width;
}

int csystem_terminal_size(int descriptor, csystem_window *window) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *window = (csystem_window){size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel};
  return 0;
}

int csystem_rename_exchange(int fromDirectory, const char *from, int toDirectory, const char *to) {
#ifdef __APPLE__
  return renameatx_np(fromDirectory, from, toDirectory, to, RENAME_SWAP);
#else
  return renameat2(fromDirectory, from, toDirectory, to, RENAME_EXCHANGE);
#endif
}

int csystem_is_open_for_writing(int descriptor) {
#ifdef __APPLE__
  (void)descriptor;
  return -1;
#else
  // Who opens the file while the lease is held would make the system send SIGIO, which ends a program; this one does not.
  if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
  // A lease for reading is given only while no program has the file open, or mapped, for writing.
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
  fcntl(descriptor, F_SETLEASE, F_UNLCK);
  return 0;
#endif
}

int csystem_rename_exclusive(int fromDirectory, const char *from, int toDirectory, const char *to) {
#ifdef __APPLE__
  return renameatx_np(fromDirectory, from, toDirectory, to, RENAME_EXCL);
#else
  return renameat2(fromDirectory, from, toDirectory, to, RENAME_NOREPLACE);
#endif
}

int csystem_synchronize_file_system(int descriptor) {
#ifdef __APPLE__
  (void)descriptor;
  errno = ENOSYS;
  return -1;
#else
  return syncfs(descriptor);
#endif
}

/// Seconds and nanoseconds as nanoseconds; a time outside 1677 to 2262 becomes the nearest inside.
static int64_t csystem_nanoseconds(int64_t seconds, int64_t nanoseconds) {
  if (seconds > 9223372035LL) return INT64_MAX;
  if (seconds < -9223372035LL) return INT64_MIN + 1;
  return seconds * 1000000000LL + nanoseconds;
}

#ifdef __APPLE__
static void csystem_take(const struct stat *found, struct csystem_status *status) {
  status->device = (uint64_t)found->st_dev;
  status->inode = found->st_ino;
  status->size = (uint64_t)found->st_size;
  status->modified = csystem_nanoseconds(found->st_mtimespec.tv_sec, found->st_mtimespec.tv_nsec);
  status->changed = csystem_nanoseconds(found->st_ctimespec.tv_sec, found->st_ctimespec.tv_nsec);
  status->born = csystem_nanoseconds(found->st_birthtimespec.tv_sec, found->st_birthtimespec.tv_nsec);
  status->mode = found->st_mode;
  status->links = found->st_nlink;
  status->owner = found->st_uid;
  status->group = found->st_gid;
}
#endif

static int csystem_stat_once(int directory, const char *name, struct csystem_status *status) {
#ifdef __APPLE__
  struct stat found;
  int result = name[0] ? fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) : fstat(directory, &found);
  if (result != 0) return -1;
  csystem_take(&found, status);
#else
  struct statx found;
  if (statx(directory, name, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT,
            STATX_BASIC_STATS | STATX_BTIME, &found) != 0) return -1;
  status->device = ((uint64_t)found.stx_dev_major << 32) | found.stx_dev_minor;
  status->inode = found.stx_ino;
  status->size = found.stx_size;
  status->modified = csystem_nanoseconds(found.stx_mtime.tv_sec, found.stx_mtime.tv_nsec);
  status->changed = csystem_nanoseconds(found.stx_ctime.tv_sec, found.stx_ctime.tv_nsec);
  status->born = (found.stx_mask & STATX_BTIME)
                     ? csystem_nanoseconds(found.stx_btime.tv_sec, found.stx_btime.tv_nsec)
                     : INT64_MIN;
  status->mode = found.stx_mode;
  status->links = found.stx_nlink;
  status->owner = found.stx_uid;
  status->group = found.stx_gid;
#endif
  return 0;
}

/// The same, made again while signals interrupt it, as on file systems that a program or another machine is behind.
static int csystem_stat_whole(int directory, const char *name, struct csystem_status *status) {
  int result;
  do result = csystem_stat_once(directory, name, status);
  while (result != 0 && errno == EINTR);
  return result;
}

int csystem_stat(int directory, const char *name, struct csystem_status *status) {
  int result = csystem_stat_whole(directory, name, status);
  // The system cannot read a name in a mapped file that was cut short. This process can: its guard puts zeros there.
  if (result != 0 && errno == EFAULT && strlen(name) <= PATH_MAX) result = csystem_stat_whole(directory, name, status);
  return result;
}

int csystem_pipe(int ends[2]) {
#ifdef __APPLE__
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return pipe2(ends, O_CLOEXEC);
#endif
}

// Milliseconds.
enum { CSYSTEM_LONG_WAIT = 1000, CSYSTEM_SHORT_WAIT = 10 };
/// How long to wait for a lease. Not long after one that was not given up: a machine that is away may have hundreds.
static atomic_int csystem_lease_wait = CSYSTEM_LONG_WAIT;

/// Whether an open that failed is tried again: after a signal, and for a while where another program has a lease on the file,
/// as Samba and the kernel's NFS server take for other machines. An open that does not wait has the system call the lease
/// back, and fails with EAGAIN until it is given up.
static int csystem_opens_again(int number, int *waited) {
  if (number >= 0) {
    if (*waited > 0) csystem_lease_wait = CSYSTEM_LONG_WAIT;
    return 0;
  }
  if (errno == EINTR) return 1;
  if (errno != EAGAIN) return 0;
  if (*waited >= csystem_lease_wait) {
    csystem_lease_wait = CSYSTEM_SHORT_WAIT;
    return 0;
  }
  struct timespec pause = {.tv_nsec = 1000000};
  nanosleep(&pause, NULL);
  *waited += 1;
  return 1;
}

int csystem_open(int directory, const char *name, int flags, uint32_t mode) {
  int number, waited = 0;
  do number = openat(directory, name, flags, (mode_t)mode);
  while (csystem_opens_again(number, &waited));
  return number;
}

#ifndef __APPLE__
// <linux/openat2.h>, which not every C library has.
struct csystem_how {
  uint64_t flags;
  uint64_t mode;
  uint64_t resolve;
};
enum { CSYSTEM_NO_MAGICLINKS = 0x02, CSYSTEM_NO_SYMLINKS = 0x04, CSYSTEM_BENEATH = 0x08 };
#endif

int csystem_open_beneath(int directory, const char *path, int flags) {
#ifdef __APPLE__
  return csystem_open(directory, path, (flags & ~O_NOFOLLOW) | O_NOFOLLOW_ANY, 0);
#else
  struct csystem_how how = {
      .flags = (uint32_t)flags,
      .resolve = CSYSTEM_BENEATH | CSYSTEM_NO_SYMLINKS | CSYSTEM_NO_MAGICLINKS,
  };
  // EAGAIN is also what the kernel says where something is renamed at the same time and it cannot be sure.
  int number, waited = 0;
  do number = (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
  while (csystem_opens_again(number, &waited));
  return number;
#endif
}

int csystem_stat_beneath(int directory, const char *path, struct csystem_status *status) {
  // One name leads through nothing but itself.
  if (!strchr(path, '/') && strcmp(path, "..") != 0) return csystem_stat(directory, path, status);
#ifdef __APPLE__
  struct stat found;
  if (fstatat(directory, path, &found, AT_SYMLINK_NOFOLLOW_ANY) != 0) return -1;
  csystem_take(&found, status);
  return 0;
#else
  int number = csystem_open_beneath(directory, path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (number < 0) return -1;
  int result = csystem_stat(number, "", status);
  int code = errno;
  close(number);
  errno = code;
  return result;
#endif
}

#ifndef __APPLE__
static const char csystem_birth_attribute[] = "user.memo.born";

/// Whether an attribute is copied as it is; csystem_hand_on_birth writes the birth time.
static int csystem_is_users_attribute(const char *name) {
  if (strcmp(name, csystem_birth_attribute) == 0) return 0;
  return strncmp(name, "user.", 5) == 0 || strcmp(name, "system.posix_acl_access") == 0;
}

static int csystem_copy_attribute(int from, int to, const char *name) {
  ssize_t size = fgetxattr(from, name, NULL, 0);
  if (size < 0) return -1;
  void *value = malloc(size ? (size_t)size : 1);
  if (!value) return -1;
  size = fgetxattr(from, name, value, (size_t)size);
  int result = size < 0 ? -1 : fsetxattr(to, name, value, (size_t)size, 0);
  free(value);
  return result;
}

static int csystem_copy_attributes(int from, int to, size_t length) {
  char *names = malloc(length);
  if (!names) return -1;
  ssize_t size = flistxattr(from, names, length);
  int result = size < 0 ? -1 : 0;
  for (const char *name = names; name < names + size; name += strlen(name) + 1)
    if (csystem_is_users_attribute(name) && csystem_copy_attribute(from, to, name) != 0) result = -1;
  free(names);
  return result;
}
#endif

int64_t csystem_first_birth(int descriptor, int64_t born) {
#ifndef __APPLE__
  // The longest number has 20 characters; what is longer is not memo's, and an error here.
  char text[24];
  ssize_t size = fgetxattr(descriptor, csystem_birth_attribute, text, sizeof text - 1);
  if (size <= 0) return born;
  text[size] = 0;
  char *end;
  errno = 0;
  long long handed = strtoll(text, &end, 10);
  if (errno == 0 && end == text + size && handed > INT64_MIN && (born == INT64_MIN || handed < born)) return handed;
#else
  (void)descriptor;
#endif
  return born;
}

/// Lets an open file that is to replace another go by the other's birth time, as far as the file system can.
static void csystem_hand_on_birth(int64_t born, int to) {
#ifdef __APPLE__
  struct attrlist birth = {.bitmapcount = ATTR_BIT_MAP_COUNT, .commonattr = ATTR_CMN_CRTIME};
  struct timespec time = {.tv_sec = born / 1000000000LL, .tv_nsec = born % 1000000000LL};
  if (time.tv_nsec >= 0) (void)fsetattrlist(to, &birth, &time, sizeof time, 0);
#else
  if (born == INT64_MIN) return;
  char text[24];
  int size = snprintf(text, sizeof text, "%lld", (long long)born);
  (void)fsetxattr(to, csystem_birth_attribute, text, (size_t)size, 0);
#endif
}

int csystem_copy_extended_attributes(int from, int64_t born, int to) {
#ifdef __APPLE__
  int result = fcopyfile(from, to, NULL, COPYFILE_XATTR | COPYFILE_ACL);
  int code = errno;
#else
  ssize_t size = flistxattr(from, NULL, 0);
  int result = size > 0 ? csystem_copy_attributes(from, to, (size_t)size) : (int)size;
  int code = errno;
  // A file without attributes has none that holds an earlier birth time.
  if (size != 0) born = csystem_first_birth(from, born);
#endif
  csystem_hand_on_birth(born, to);
  errno = code;
  return result;
}

int64_t csystem_file_system(int descriptor) {
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) return -1;
#ifdef __APPLE__
  return (status.f_flags & MNT_LOCAL) ? 1 : 0;
#else
  return (int64_t)status.f_type;
#endif
}

const char *csystem_commit(void) {
#ifdef MEMO_COMMIT
#define CSYSTEM_TEXT(words) #words
#define CSYSTEM_VALUE_TEXT(macro) CSYSTEM_TEXT(macro)
  return CSYSTEM_VALUE_TEXT(MEMO_COMMIT);
#else
  return 0;
#endif
}

void csystem_return_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}
