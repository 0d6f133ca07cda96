#pragma once
#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
// The functions that took the place of these bring in all of OpenSSL.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <spawn.h>
#include <zlib.h>

/// Swift can't call functions of variable arguments: what is set once after initialisation.
static inline int teachkit_git2_setup(void) {
  // The names of objects are checked as they are read, by Sources/Git/FolderObjects.swift.
  git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

/// A backend of libgit2's object database that reads through an object of Swift's.
typedef struct {
  git_odb_backend base;
  void *reader;
} teachkit_odb_backend;

// What Swift's module of glibc leaves out.
int syncfs(int descriptor);
int sync_file_range(int descriptor, long from, long count, unsigned flags);
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int from);
int signalfd(int descriptor, const sigset_t *signals, int flags);
