// Faults for a program, loaded before the C library by LD_PRELOAD: it is killed at one of its
// operations on a disk, the operation fails, or the power goes.
//
//   FAULT_ROOT    only operations below this folder count; nothing happens without it
//   FAULT_AT      the number of the operation, from 1; "end" for the end of the program
//   FAULT_MODE    kill    the process is killed before the operation
//                 fail    the operation fails with ENOSPC, and so does every later one that needs room
//                 data    power loss: names are on the disk, data that wasn't flushed is not
//                 names   power loss: names whose folder wasn't flushed are lost, too
//   FAULT_COUNT   a file that gets the number of operations when the program ends
//   FAULT_SPARE   a folder on the same disk for what may have to come back
//
// Processes that the program starts are left alone.
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum mode { KILL, FAIL, DATA, NAMES };
enum kind { CREATED, REMOVED, REMOVED_FOLDER, RENAMED };

// A change of names that isn't known to be on the disk.
struct change {
  enum kind kind;
  char *path, *old, *spare;
  dev_t device[2];
  ino_t folder[2];
  int is_safe;
};

// A file with bytes that weren't flushed.
struct file {
  dev_t device;
  ino_t number;
  off_t size;
  int descriptor;
};

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char root[PATH_MAX], spare[PATH_MAX], count_file[PATH_MAX];
static int is_on, at_end;
static pid_t owner;
static long at, count, spares;
static enum mode mode;
static struct change *changes;
static struct file *files;
static long change_count, file_count;

static long raw(long number, long a, long b, long c, long d, long e) {
  return syscall(number, a, b, c, d, e);
}
#define RAW(name, ...) RAW_(name, __VA_ARGS__, 0, 0, 0, 0)
#define RAW_(name, a, b, c, d, e, ...) raw(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e))

__attribute__((constructor)) static void start(void) {
  const char *text = getenv("FAULT_ROOT");
  if (!text || !realpath(text, root)) return;
  const char *place = getenv("FAULT_AT"), *kind = getenv("FAULT_MODE");
  if (place) { at_end = !strcmp(place, "end"); at = atol(place); }
  if (kind) mode = !strcmp(kind, "fail") ? FAIL : !strcmp(kind, "data") ? DATA : !strcmp(kind, "names") ? NAMES : KILL;
  if (getenv("FAULT_SPARE")) snprintf(spare, sizeof spare, "%s", getenv("FAULT_SPARE"));
  if (getenv("FAULT_COUNT")) snprintf(count_file, sizeof count_file, "%s", getenv("FAULT_COUNT"));
  owner = getpid();
  is_on = 1;
  unsetenv("LD_PRELOAD");
  unsetenv("FAULT_ROOT");
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
  snprintf(path, PATH_MAX, "%.2040s/%.2040s", place, name);
  return 1;
}

static int is_below_root(const char *path) { return !strncmp(path, root, strlen(root)); }

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
  for (long i = 0; i < file_count; i++)
    if (files[i].descriptor >= 0) RAW(ftruncate, files[i].descriptor, files[i].size);
  for (long i = change_count - 1; mode == NAMES && i >= 0; i--) {
    struct change *c = &changes[i];
    if (c->is_safe) continue;
    switch (c->kind) {
    case CREATED: nftw(c->path, remove_one, 16, FTW_DEPTH | FTW_PHYS); break;
    case REMOVED: if (c->spare) RAW(linkat, AT_FDCWD, c->spare, AT_FDCWD, c->path, 0); break;
    case REMOVED_FOLDER: RAW(mkdirat, AT_FDCWD, c->path, 0777); break;
    case RENAMED:
      RAW(renameat, AT_FDCWD, c->path, AT_FDCWD, c->old);
      if (c->spare) RAW(linkat, AT_FDCWD, c->spare, AT_FDCWD, c->path, 0);
    }
  }
}

static void stop(void) {
  if (mode >= DATA) lose_power();
  RAW(kill, getpid(), SIGKILL);
  for (;;) pause();
}

// Counts an operation below the root; 1 if it is to fail.
static int step(const char *path, int needs_room) {
  if (!is_on || getpid() != owner || !is_below_root(path)) return 0;
  count++;
  if (at_end || !at) return 0;
  if (mode == FAIL) {
    if (count < at || (count > at && !needs_room)) return 0;
    errno = ENOSPC;
    return 1;
  }
  if (count == at) stop();
  return 0;
}

static struct change *note(enum kind kind, const char *path, const char *old) {
  if (!is_on || !is_below_root(path)) return NULL;
  if (change_count % 1024 == 0) changes = realloc(changes, (size_t)(change_count + 1024) * sizeof *changes);
  struct change *c = &changes[change_count++];
  memset(c, 0, sizeof *c);
  c->kind = kind;
  c->path = strdup(path);
  c->old = old ? strdup(old) : NULL;
  folder_of(path, &c->device[0], &c->folder[0]);
  if (old) folder_of(old, &c->device[1], &c->folder[1]);
  return c;
}

// Keeps what has a name, which is about to lose it.
static char *keep(const char *path) {
  char place[PATH_MAX];
  if (!is_on || !spare[0] || !is_below_root(path)) return NULL;
  snprintf(place, sizeof place, "%.2040s/%d-%ld", spare, getpid(), spares++);
  return RAW(linkat, AT_FDCWD, path, AT_FDCWD, place, 0) ? NULL : strdup(place);
}

static void dirty(int descriptor) {
  struct stat found;
  char link[64], path[PATH_MAX];
  if (!is_on || fstat(descriptor, &found) || !S_ISREG(found.st_mode)) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  if (!is_below_root(path)) return;
  for (long i = 0; i < file_count; i++)
    if (files[i].descriptor >= 0 && files[i].device == found.st_dev && files[i].number == found.st_ino) return;
  if (file_count % 1024 == 0) files = realloc(files, (size_t)(file_count + 1024) * sizeof *files);
  int copy = (int)RAW(openat, AT_FDCWD, link, O_WRONLY | O_CLOEXEC);
  files[file_count++] = (struct file){found.st_dev, found.st_ino, found.st_size, copy};
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
  if (is_on && path_of(descriptor, path) && step(path, 0)) return -1;
  if (!is_on || fstat(descriptor, &found)) return 0;
  for (long i = 0; i < file_count; i++)
    if (files[i].descriptor >= 0 && files[i].device == found.st_dev && files[i].number == found.st_ino) {
      RAW(close, files[i].descriptor);
      files[i].descriptor = -1;
    }
  for (long i = 0; i < change_count; i++)
    for (int side = 0; side < 2; side++)
      if (changes[i].device[side] == found.st_dev && changes[i].folder[side] == found.st_ino) changes[i].is_safe = 1;
  return 0;
}

#define LOCKED(type, body) pthread_mutex_lock(&lock); type result = body; int number = errno; \
  pthread_mutex_unlock(&lock); errno = number; return result

static int do_open(int folder, const char *name, int flags, mode_t permissions) {
  char path[PATH_MAX];
  struct stat found;
  int is_new = 0;
  if (is_on && (flags & (O_CREAT | O_TRUNC)) && absolute(folder, name, path)) {
    is_new = (flags & O_CREAT) && RAW(newfstatat, folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0;
    if ((is_new || (flags & O_TRUNC)) && step(path, 1)) return -1;
  }
  int made = (int)RAW(openat, folder, name, flags, permissions);
  if (made >= 0 && is_new) note(CREATED, path, NULL);
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

static ssize_t do_write(int descriptor, const void *bytes, size_t size, off_t place, int has_place) {
  char path[PATH_MAX];
  struct stat found;
  if (is_on && !fstat(descriptor, &found) && S_ISREG(found.st_mode) && path_of(descriptor, path)) {
    if (step(path, 1)) return -1;
    dirty(descriptor);
  }
  return has_place ? RAW(pwrite64, descriptor, bytes, size, place) : RAW(write, descriptor, bytes, size);
}
ssize_t write(int descriptor, const void *bytes, size_t size) { LOCKED(ssize_t, do_write(descriptor, bytes, size, 0, 0)); }
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t place) { LOCKED(ssize_t, do_write(descriptor, bytes, size, place, 1)); }
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t place) { LOCKED(ssize_t, do_write(descriptor, bytes, size, place, 1)); }

static int do_rename(int from, const char *old, int to, const char *new, unsigned flags) {
  char before[PATH_MAX], path[PATH_MAX];
  char *kept = NULL;
  if (is_on && absolute(from, old, before) && absolute(to, new, path)) {
    if (step(path, 0)) return -1;
    kept = keep(path);
  }
  if (RAW(renameat2, from, old, to, new, flags)) return -1;
  struct change *c = is_on ? note(RENAMED, path, before) : NULL;
  if (c) c->spare = kept;
  return 0;
}
int rename(const char *old, const char *new) { LOCKED(int, do_rename(AT_FDCWD, old, AT_FDCWD, new, 0)); }
int renameat(int from, const char *old, int to, const char *new) { LOCKED(int, do_rename(from, old, to, new, 0)); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) { LOCKED(int, do_rename(from, old, to, new, flags)); }

static int do_unlink(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  char *kept = NULL;
  if (is_on && absolute(folder, name, path)) {
    if (step(path, 0)) return -1;
    kept = keep(path);
  }
  if (RAW(unlinkat, folder, name, flags)) return -1;
  struct change *c = is_on ? note(flags & AT_REMOVEDIR ? REMOVED_FOLDER : REMOVED, path, NULL) : NULL;
  if (c) c->spare = kept;
  return 0;
}
int unlink(const char *name) { LOCKED(int, do_unlink(AT_FDCWD, name, 0)); }
int unlinkat(int folder, const char *name, int flags) { LOCKED(int, do_unlink(folder, name, flags)); }
int rmdir(const char *name) { LOCKED(int, do_unlink(AT_FDCWD, name, AT_REMOVEDIR)); }

static int do_mkdir(int folder, const char *name, mode_t permissions) {
  char path[PATH_MAX];
  if (is_on && absolute(folder, name, path) && step(path, 1)) return -1;
  if (RAW(mkdirat, folder, name, permissions)) return -1;
  if (is_on) note(CREATED, path, NULL);
  return 0;
}
int mkdir(const char *name, mode_t permissions) { LOCKED(int, do_mkdir(AT_FDCWD, name, permissions)); }
int mkdirat(int folder, const char *name, mode_t permissions) { LOCKED(int, do_mkdir(folder, name, permissions)); }

static int do_link(int from, const char *old, int to, const char *new, int flags) {
  char path[PATH_MAX];
  if (is_on && absolute(to, new, path) && step(path, 1)) return -1;
  if (RAW(linkat, from, old, to, new, flags)) return -1;
  if (is_on) note(CREATED, path, NULL);
  return 0;
}
int link(const char *old, const char *new) { LOCKED(int, do_link(AT_FDCWD, old, AT_FDCWD, new, 0)); }
int linkat(int from, const char *old, int to, const char *new, int flags) { LOCKED(int, do_link(from, old, to, new, flags)); }

static int do_fsync(int descriptor) {
  if (flushed(descriptor)) return -1;
  return 0;
}
int fsync(int descriptor) { LOCKED(int, do_fsync(descriptor)); }
int fdatasync(int descriptor) { LOCKED(int, do_fsync(descriptor)); }

static int do_syncfs(int descriptor) {
  char path[PATH_MAX];
  if (is_on && path_of(descriptor, path) && step(path, 0)) return -1;
  for (long i = 0; i < file_count; i++)
    if (files[i].descriptor >= 0) { RAW(close, files[i].descriptor); files[i].descriptor = -1; }
  for (long i = 0; i < change_count; i++) changes[i].is_safe = 1;
  return 0;
}
int syncfs(int descriptor) { LOCKED(int, do_syncfs(descriptor)); }

__attribute__((destructor)) static void end(void) {
  if (!is_on || getpid() != owner) return;
  if (count_file[0]) {
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", count);
    int file = (int)RAW(openat, AT_FDCWD, count_file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0) { RAW(write, file, text, length); RAW(close, file); }
  }
  if (at_end) stop();
}
