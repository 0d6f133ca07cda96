#pragma once
#include <git2.h>
#include <mbedtls/sha1.h>
#include <zlib.h>

/// Swift can't call functions of variable arguments: what is set once after initialisation.
static inline int teachkit_git2_setup(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

/// Glibc's module leaves this one out.
int syncfs(int descriptor);
