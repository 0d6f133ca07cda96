// Faults for a program and the programs that it starts, loaded before the C library by LD_PRELOAD: one
// of their processes is killed at an operation on a disk, the operation fails, or the power goes.
//
//   FAULT_ROOT    only operations below this folder count; nothing happens without it
//   FAULT_AT      the number of the operation, from 1; "end" for the end of the program
//   FAULT_MODE    kill    the process is killed at the operation, and half of a write is done
//                 fail    the operation fails with ENOSPC, half of a write is done, and so does every later
//                         one that needs room
//                 data    power loss: names are on the disk, data that wasn't flushed is not
//                 names   power loss: names whose folder wasn't flushed are lost, too
//   FAULT_STATE   a file that doesn't exist yet, which the processes share; it begins with the number of
//                 operations, an integer of 8 bytes
//   FAULT_SPARE   a folder on the same disk for what may have to come back
//
// The operations of all processes are numbered in the order in which they happen.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum mode { KILL, FAIL, DATA, NAMES };
enum kind { CREATED, REMOVED, REMOVED_FOLDER, RENAMED };
enum { LONGEST = 512, MOST_CHANGES = 16384, MOST_FILES = 8192 };

// A change of names that isn't known to be on the disk.
struct change {
  enum kind kind;
  int is_safe;
  dev_t device[2];
  ino_t folder[2];
  char path[LONGEST], old[LONGEST], spare[LONGEST];
};

// A file with bytes that weren't flushed.
struct file {
  int is_dirty;
  dev_t device;
  ino_t number;
  off_t size;
  char path[LONGEST];
};

// What all processes know. The file is sparse.
struct state {
  long count;
  int is_ready, has_no_power;
  pid_t first;
  pthread_mutex_t lock;
  long spares, change_count, file_count;
  struct change changes[MOST_CHANGES];
  struct file files[MOST_FILES];
};

static char root[PATH_MAX], spare[PATH_MAX];
static int is_on, at_end;
static long at;
static enum mode mode;
static struct state *all;

static long raw(long number, long a, long b, long c, long d, long e) {
  return syscall(number, a, b, c, d, e);
}
#define RAW(name, ...) RAW_(name, __VA_ARGS__, 0, 0, 0, 0)
#define RAW_(name, a, b, c, d, e, ...) raw(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e))

static void prepare(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  // A process may be killed while it holds the lock.
  pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&all->lock, &kind);
  all->first = getpid();
  __atomic_store_n(&all->is_ready, 1, __ATOMIC_RELEASE);
}

__attribute__((constructor)) static void start(void) {
  const char *text = getenv("FAULT_ROOT"), *shared = getenv("FAULT_STATE");
  if (!text || !shared || !realpath(text, root)) return;
  const char *place = getenv("FAULT_AT"), *kind = getenv("FAULT_MODE");
  if (place) { at_end = !strcmp(place, "end"); at = atol(place); }
  if (kind) mode = !strcmp(kind, "fail") ? FAIL : !strcmp(kind, "data") ? DATA : !strcmp(kind, "names") ? NAMES : KILL;
  if (getenv("FAULT_SPARE")) snprintf(spare, sizeof spare, "%s", getenv("FAULT_SPARE"));
  int file = (int)RAW(openat, AT_FDCWD, shared, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  int is_first = file >= 0;
  if (is_first) RAW(ftruncate, file, sizeof *all);
  else file = (int)RAW(openat, AT_FDCWD, shared, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  RAW(close, file);
  if (all == MAP_FAILED) return;
  if (is_first) prepare();
  while (!__atomic_load_n(&all->is_ready, __ATOMIC_ACQUIRE)) usleep(1000);
  is_on = 1;
}

// The absolute path of a name in an open folder.
static int absolute(int folder, const char *name, char *path) {
  if (name[0] == '/') { snprintf(path, PATH_MAX, "%s", name); return 1; }
  char link[64], place[PATH_MAX];
  ssize_t length;
  if (folder == AT_FDCWD) {
    if (!getcwd(place, sizeof place)) return 0;
  } else {
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    length = readlink(link, place, sizeof place - 1);
    if (length < 0) return 0;
    place[length] = 0;
  }
  while (!strncmp(name, "./", 2)) name += 2;
  snprintf(path, PATH_MAX, "%.2040s/%.2040s", place, name);
  return 1;
}

static int is_below_root(const char *path) {
  return !strncmp(path, root, strlen(root)) && path[strlen(root)] == '/';
}

static void folder_of(const char *path, dev_t *device, ino_t *number) {
  char folder[PATH_MAX];
  struct stat found;
  snprintf(folder, sizeof folder, "%s", path);
  char *slash = strrchr(folder, '/');
  if (slash) *slash = 0;
  if (RAW(newfstatat, AT_FDCWD, folder, &found, 0)) return;
  *device = found.st_dev;
  *number = found.st_ino;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk) {
  (void)status; (void)walk;
  return (int)RAW(unlinkat, AT_FDCWD, path, type == FTW_DP ? AT_REMOVEDIR : 0);
}

static void lose_power(void) {
  for (long i = 0; i < all->file_count; i++)
    if (all->files[i].is_dirty && all->files[i].path[0]) RAW(truncate, all->files[i].path, all->files[i].size);
  for (long i = all->change_count - 1; mode == NAMES && i >= 0; i--) {
    struct change *c = &all->changes[i];
    if (c->is_safe) continue;
    switch (c->kind) {
    case CREATED: nftw(c->path, remove_one, 16, FTW_DEPTH | FTW_PHYS); break;
    case REMOVED: if (c->spare[0]) RAW(linkat, AT_FDCWD, c->spare, AT_FDCWD, c->path, 0); break;
    case REMOVED_FOLDER: RAW(mkdirat, AT_FDCWD, c->path, 0777); break;
    case RENAMED:
      RAW(renameat, AT_FDCWD, c->path, AT_FDCWD, c->old);
      if (c->spare[0]) RAW(linkat, AT_FDCWD, c->spare, AT_FDCWD, c->path, 0);
    }
  }
  all->has_no_power = 1;
}

static void die(void) {
  RAW(kill, getpid(), SIGKILL);
  for (;;) pause();
}

static void stop(void) {
  if (mode >= DATA && !all->has_no_power) lose_power();
  die();
}

enum verdict { ALLOWED, DUE, REFUSED };

// Counts an operation below the root.
static enum verdict verdict(const char *path, int needs_room) {
  if (!is_on || !is_below_root(path)) return ALLOWED;
  if (all->has_no_power) die();
  long number = ++all->count;
  if (at_end || !at || number < at) return ALLOWED;
  if (number == at) return DUE;
  return mode == FAIL && needs_room ? REFUSED : ALLOWED;
}

// Counts an operation below the root; 1 if it is to fail.
static int step(const char *path, int needs_room) {
  enum verdict found = verdict(path, needs_room);
  if (found == DUE && mode != FAIL) stop();
  if (found != ALLOWED) errno = ENOSPC;
  return found != ALLOWED;
}

static int is_noted(const char *path) { return is_on && mode >= DATA && is_below_root(path); }

static void full(const char *table) {
  dprintf(2, "faults: too many %s for the tables of faults.c\n", table);
  abort();
}

static void note(enum kind kind, const char *path, const char *old, const char *kept) {
  if (!is_noted(path)) return;
  if (all->change_count == MOST_CHANGES) full("changes");
  struct change *c = &all->changes[all->change_count++];
  c->kind = kind;
  snprintf(c->path, LONGEST, "%.511s", path);
  snprintf(c->spare, LONGEST, "%s", kept);
  folder_of(path, &c->device[0], &c->folder[0]);
  if (!old) return;
  snprintf(c->old, LONGEST, "%.511s", old);
  folder_of(old, &c->device[1], &c->folder[1]);
}

// Keeps what has a name, which is about to lose it; an empty path if there is nothing.
static void keep(const char *path, char *kept) {
  kept[0] = 0;
  if (mode != NAMES || !is_noted(path) || !spare[0]) return;
  snprintf(kept, LONGEST, "%.400s/%d-%ld", spare, getpid(), all->spares++);
  if (RAW(linkat, AT_FDCWD, path, AT_FDCWD, kept, 0)) kept[0] = 0;
}

static struct file *file_of(const struct stat *status) {
  for (long i = 0; i < all->file_count; i++) {
    struct file *f = &all->files[i];
    if (f->is_dirty && f->device == status->st_dev && f->number == status->st_ino) return f;
  }
  return NULL;
}

static void dirty(const char *path, const struct stat *status) {
  if (!is_noted(path) || file_of(status)) return;
  if (all->file_count == MOST_FILES) full("files");
  struct file *f = &all->files[all->file_count++];
  *f = (struct file){1, status->st_dev, status->st_ino, status->st_size, ""};
  snprintf(f->path, LONGEST, "%.511s", path);
}

// Unflushed files move with their names, and with those of their folders.
static void follow(const char *old, const char *path) {
  size_t length = strlen(old);
  char moved[2 * PATH_MAX];
  for (long i = 0; i < all->file_count; i++) {
    struct file *f = &all->files[i];
    if (strncmp(f->path, old, length) || (f->path[length] && f->path[length] != '/')) continue;
    snprintf(moved, sizeof moved, "%s%s", path, f->path + length);
    snprintf(f->path, LONGEST, "%.511s", moved);
  }
}

static int path_of(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

static int flushed(int descriptor) {
  struct stat found;
  char path[PATH_MAX];
  if (!is_on || !path_of(descriptor, path)) return 0;
  if (step(path, 0)) return -1;
  if (fstat(descriptor, &found)) return 0;
  struct file *f = file_of(&found);
  if (f) f->is_dirty = 0;
  for (long i = 0; i < all->change_count; i++)
    for (int side = 0; side < 2; side++) {
      struct change *c = &all->changes[i];
      if (c->device[side] == found.st_dev && c->folder[side] == found.st_ino) c->is_safe = 1;
    }
  return 0;
}

static void take(void) {
  if (is_on && pthread_mutex_lock(&all->lock) == EOWNERDEAD) pthread_mutex_consistent(&all->lock);
}
static void give(void) { if (is_on) pthread_mutex_unlock(&all->lock); }

#define LOCKED(type, body) take(); type result = body; int number = errno; give(); errno = number; return result

static int do_open(int folder, const char *name, int flags, mode_t permissions) {
  char path[PATH_MAX];
  struct stat found;
  int is_new = 0;
  if (is_on && (flags & (O_CREAT | O_TRUNC)) && absolute(folder, name, path)) {
    is_new = (flags & O_CREAT) && RAW(newfstatat, folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0;
    if ((is_new || (flags & O_TRUNC)) && step(path, 1)) return -1;
  }
  int made = (int)RAW(openat, folder, name, flags, permissions);
  if (made >= 0 && is_new) note(CREATED, path, NULL, "");
  return made;
}
#define OPEN(folder, name) \
  mode_t permissions = 0; \
  if (flags & (O_CREAT | __O_TMPFILE)) { va_list list; va_start(list, flags); permissions = va_arg(list, mode_t); va_end(list); } \
  LOCKED(int, do_open(folder, name, flags, permissions))
int open(const char *name, int flags, ...) { OPEN(AT_FDCWD, name); }
int open64(const char *name, int flags, ...) { OPEN(AT_FDCWD, name); }
int openat(int folder, const char *name, int flags, ...) { OPEN(folder, name); }
int openat64(int folder, const char *name, int flags, ...) { OPEN(folder, name); }

static ssize_t put(int descriptor, const void *bytes, size_t size, off_t place, int has_place) {
  return has_place ? RAW(pwrite64, descriptor, bytes, size, place) : RAW(write, descriptor, bytes, size);
}

static ssize_t do_write(int descriptor, const void *bytes, size_t size, off_t place, int has_place) {
  char path[PATH_MAX];
  struct stat found;
  if (!is_on || fstat(descriptor, &found) || !S_ISREG(found.st_mode) || !path_of(descriptor, path))
    return put(descriptor, bytes, size, place, has_place);
  enum verdict is = verdict(path, 1);
  dirty(path, &found);
  if (is == ALLOWED) return put(descriptor, bytes, size, place, has_place);
  ssize_t written = is == DUE && size > 1 ? put(descriptor, bytes, size / 2, place, has_place) : 0;
  if (is == DUE && mode != FAIL) stop();
  if (written > 0) return written;
  errno = ENOSPC;
  return -1;
}
#define WRITE(size, ...) \
  struct stat status; \
  if (!is_on || fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return put(descriptor, bytes, size, __VA_ARGS__); \
  LOCKED(ssize_t, do_write(descriptor, bytes, size, __VA_ARGS__))
ssize_t write(int descriptor, const void *bytes, size_t size) { WRITE(size, 0, 0); }
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t place) { WRITE(size, place, 1); }
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t place) { WRITE(size, place, 1); }

static int do_rename(int from, const char *old, int to, const char *new, unsigned flags) {
  char before[PATH_MAX], path[PATH_MAX], kept[LONGEST] = "";
  int is_known = is_on && absolute(from, old, before) && absolute(to, new, path);
  if (is_known) {
    if (step(path, 0)) return -1;
    if (!(flags & RENAME_NOREPLACE)) keep(path, kept);
  }
  if (RAW(renameat2, from, old, to, new, flags)) return -1;
  if (!is_known) return 0;
  follow(path, kept);
  follow(before, path);
  note(RENAMED, path, before, kept);
  return 0;
}
int rename(const char *old, const char *new) { LOCKED(int, do_rename(AT_FDCWD, old, AT_FDCWD, new, 0)); }
int renameat(int from, const char *old, int to, const char *new) { LOCKED(int, do_rename(from, old, to, new, 0)); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) { LOCKED(int, do_rename(from, old, to, new, flags)); }

static int do_unlink(int folder, const char *name, int flags) {
  char path[PATH_MAX], kept[LONGEST] = "";
  int is_known = is_on && absolute(folder, name, path);
  if (is_known) {
    if (step(path, 0)) return -1;
    keep(path, kept);
  }
  if (RAW(unlinkat, folder, name, flags)) return -1;
  if (!is_known) return 0;
  follow(path, kept);
  note(flags & AT_REMOVEDIR ? REMOVED_FOLDER : REMOVED, path, NULL, kept);
  return 0;
}
int unlink(const char *name) { LOCKED(int, do_unlink(AT_FDCWD, name, 0)); }
int unlinkat(int folder, const char *name, int flags) { LOCKED(int, do_unlink(folder, name, flags)); }
int rmdir(const char *name) { LOCKED(int, do_unlink(AT_FDCWD, name, AT_REMOVEDIR)); }

static int do_mkdir(int folder, const char *name, mode_t permissions) {
  char path[PATH_MAX];
  int is_known = is_on && absolute(folder, name, path);
  if (is_known && step(path, 1)) return -1;
  if (RAW(mkdirat, folder, name, permissions)) return -1;
  if (is_known) note(CREATED, path, NULL, "");
  return 0;
}
int mkdir(const char *name, mode_t permissions) { LOCKED(int, do_mkdir(AT_FDCWD, name, permissions)); }
int mkdirat(int folder, const char *name, mode_t permissions) { LOCKED(int, do_mkdir(folder, name, permissions)); }

static int do_link(int from, const char *old, int to, const char *new, int flags) {
  char before[PATH_MAX], path[PATH_MAX];
  int is_known = is_on && absolute(from, old, before) && absolute(to, new, path);
  if (is_known && step(path, 1)) return -1;
  if (RAW(linkat, from, old, to, new, flags)) return -1;
  if (!is_known) return 0;
  follow(before, path);  // the former name is about to go
  note(CREATED, path, NULL, "");
  return 0;
}
int link(const char *old, const char *new) { LOCKED(int, do_link(AT_FDCWD, old, AT_FDCWD, new, 0)); }
int linkat(int from, const char *old, int to, const char *new, int flags) { LOCKED(int, do_link(from, old, to, new, flags)); }

static int do_symlink(const char *target, int folder, const char *name) {
  char path[PATH_MAX];
  int is_known = is_on && absolute(folder, name, path);
  if (is_known && step(path, 1)) return -1;
  if (RAW(symlinkat, target, folder, name)) return -1;
  if (is_known) note(CREATED, path, NULL, "");
  return 0;
}
int symlink(const char *target, const char *name) { LOCKED(int, do_symlink(target, AT_FDCWD, name)); }
int symlinkat(const char *target, int folder, const char *name) { LOCKED(int, do_symlink(target, folder, name)); }

static int do_truncate(int descriptor, off_t size) {
  char path[PATH_MAX];
  if (is_on && path_of(descriptor, path) && step(path, 0)) return -1;
  return (int)RAW(ftruncate, descriptor, size);
}
int ftruncate(int descriptor, off_t size) { LOCKED(int, do_truncate(descriptor, size)); }
int ftruncate64(int descriptor, off64_t size) { LOCKED(int, do_truncate(descriptor, size)); }

int fsync(int descriptor) { LOCKED(int, flushed(descriptor)); }
int fdatasync(int descriptor) { LOCKED(int, flushed(descriptor)); }

static int do_syncfs(int descriptor) {
  char path[PATH_MAX];
  if (!is_on) return 0;
  if (path_of(descriptor, path) && step(path, 0)) return -1;
  for (long i = 0; i < all->file_count; i++) all->files[i].is_dirty = 0;
  for (long i = 0; i < all->change_count; i++) all->changes[i].is_safe = 1;
  return 0;
}
int syncfs(int descriptor) { LOCKED(int, do_syncfs(descriptor)); }

__attribute__((destructor)) static void end(void) {
  if (is_on && at_end && getpid() == all->first) { take(); stop(); }
}
