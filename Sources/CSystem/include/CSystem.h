// What the system offers and Swift's overlays hide: variadic, GNU-only or macro-only interfaces, as plain functions.
// The system's headers are included by the implementation alone: they would clash with those of Glibc's overlay.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

/// Has a child that is spawned with these actions (a posix_spawn_file_actions_t) begin in the folder `/`.
void csystem_spawn_in_root(void *actions);

/// Columns that a scalar takes on a terminal: 0, 1 or 2, or -1 for one the system's tables call unprintable.
/// Uses the UTF-8 locale of the C library whatever the process's own locale is, so that answers do not vary.
int csystem_width(uint32_t scalar);

/// The window of a terminal in cells, and in pixels: 0 where the terminal did not say.
typedef struct {
  uint16_t columns;
  uint16_t rows;
  uint16_t width;
  uint16_t height;
} csystem_window;

/// The window of the terminal behind a descriptor; 0 on success, -1 where there is none.
int csystem_terminal_size(int descriptor, csystem_window *window);

/// Swaps two names in one step. 0 on success, else -1 with errno (EINVAL, ENOSYS: the file system cannot).
int csystem_rename_exchange(int fromDirectory, const char *from, int toDirectory, const char *to);

/// Renames unless the new name is taken. 0 on success, else -1 with errno (EEXIST: taken).
int csystem_rename_exclusive(int fromDirectory, const char *from, int toDirectory, const char *to);

/// Whether any process has the file behind a read-only descriptor open for writing, 1 or 0; -1 where the system cannot tell.
int csystem_is_open_for_writing(int descriptor);

/// Waits until everything written to the file system behind a descriptor is on the disk itself. 0 on success, else -1
/// with errno (ENOSYS: the system has no such call).
int csystem_synchronize_file_system(int descriptor);

/// What memo asks of a file: kind, stamp and birth time. Times are nanoseconds since 1970.
struct csystem_status {
  uint64_t device;
  uint64_t inode;
  uint64_t size;
  int64_t modified;
  int64_t changed;
  int64_t born;       // INT64_MIN where the file system keeps none
  uint32_t mode;      // S_IFMT bits and permissions
  uint32_t links;
  uint32_t owner;
  uint32_t group;
};

/// Looks up a name in a directory without following a symbolic link; an empty name asks about the descriptor itself.
/// The name may be part of a guarded mapping.
/// 0 on success, else -1 with errno.
int csystem_stat(int directory, const char *name, struct csystem_status *status);

/// Makes a pipe whose ends no program inherits, also not one that another thread starts at the same moment. errno as usual.
int csystem_pipe(int ends[2]);

/// Opens a file or directory below another; Swift cannot call the variadic `openat`. Tries again while signals interrupt
/// it, and for about a second where another program has a lease on the file. errno as usual.
int csystem_open(int directory, const char *name, int flags, uint32_t mode);

/// Opens in the same way what is there below another directory by a relative path of several names, through no symbolic
/// link and no `..`, whatever is swapped at that moment: ELOOP or EXDEV then. ENOSYS, EPERM or EINVAL where the system cannot do
/// that.
int csystem_open_beneath(int directory, const char *path, int flags);

/// Looks up a path in the same way; of a symbolic link at its end, the link. 0 on success, else -1 with errno.
int csystem_stat_beneath(int directory, const char *path, struct csystem_status *status);

/// Gives an open file the extended attributes and the access control list of another one: those of the user, not the
/// system's own labels. It goes by the other's birth time from then on, which stat gives as `born` (see
/// `csystem_first_birth`). 0 if all are there, else -1 with errno; those that could be are.
int csystem_copy_extended_attributes(int from, int64_t born, int to);

/// The birth time of an open file whose own is `born`: that of the first file in the row of those that replaced each
/// other, as far as `csystem_copy_extended_attributes` could hand it on. Where files are born anew on each change, it is
/// kept in the attribute `user.memo.born`, in nanoseconds since 1970.
int64_t csystem_first_birth(int descriptor, int64_t born);

/// The magic number of the file system behind a descriptor, or on macOS whether it is local (1 or 0); -1 with errno.
int64_t csystem_file_system(int descriptor);

/// Guards a mapped file against being cut short by another program, which would end this one by SIGBUS: what is read of
/// bytes that are gone is zero from then on, and the mapping is broken. Returns a number for the functions below, or -1
/// where too many files are guarded. The first call takes over SIGBUS; one that has another cause does what it did before.
int csystem_guard_mapping(const void *start, size_t length);

/// Whether bytes of a guarded mapping were found to be gone: anything read of it may be wrong.
int csystem_is_mapping_broken(int guard);

/// Ends the guard, before the file is unmapped.
void csystem_release_mapping(int guard);

/// Sets what happens before a SIGBUS that is not about a guarded mapping ends the process; NULL for nothing. Called in a
/// signal handler.
void csystem_on_other_fault(void (*handler)(void));

/// How often mappings of this process broke.
uint64_t csystem_mapping_faults(void);

/// The commit that the program was built from, where the build was told by `-DMEMO_COMMIT=`; else NULL. Only C takes a
/// value from the command line of a build.
const char *csystem_commit(void);

/// Lets a process of ours, and those that it starts from now on, have so many bytes of memory for data at the most. Does
/// nothing where the system cannot limit another process, or where it may have less already.
void csystem_limit_memory(int32_t process, uint64_t bytes);

/// Has freed memory go back to the system early. Without this, glibc's thresholds grow with the largest block that was
/// ever freed, and what a process used once stays with it.
void csystem_return_freed_memory(void);

/// Sixteen bytes, as Swift's SIMD16<Int8>.
typedef signed char csystem_bytes __attribute__((ext_vector_type(16)));

/// The highest bit of each of sixteen bytes, the first byte's lowest: one instruction on x86, which Swift has no name for.
static inline uint32_t csystem_high_bits(csystem_bytes bytes) {
#if defined(__SSE2__)
  typedef char vector __attribute__((vector_size(16)));
  return (uint32_t)__builtin_ia32_pmovmskb128((vector)bytes);
#else
  const uint64_t ones = 0x0101010101010101, gather = 0x0102040810204080;
  uint64_t words[2];
  __builtin_memcpy(words, &bytes, sizeof words);
  // The product's top byte gathers the lowest bit of each byte.
  return (uint32_t)(((words[0] >> 7 & ones) * gather >> 56) | ((words[1] >> 7 & ones) * gather >> 56) << 8);
#endif
}

#endif
