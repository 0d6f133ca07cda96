// libgit2 without the network. TeachKit reaches remotes through the git program, so libgit2's own
// transports are never used; but they bring in libssh2, OpenSSL and Kerberos, which cost 4 ms at
// every start, and a certificate store, which costs 3 ms at every initialisation. What stands here
// takes their place when libgit2.a is linked: the linker takes from an archive only what is still
// missing. Written for libgit2 1.5; with another version the linker names what differs.
#include <git2.h>
#include <git2/sys/transport.h>
#include <stdbool.h>

static int refuse(const char *message)
{
  git_error_set_str(GIT_ERROR_NET, message);
  return GIT_ERROR;
}

static int refuse_transport(void)
{
  return refuse("libgit2's network transports are not part of this program");
}

int git_smart_subtransport_http(git_smart_subtransport **out, git_transport *owner, void *param)
{
  return refuse_transport();
}

int git_smart_subtransport_ssh(git_smart_subtransport **out, git_transport *owner, void *param)
{
  return refuse_transport();
}

int git_smart_subtransport_git(git_smart_subtransport **out, git_transport *owner, void *param)
{
  return refuse_transport();
}

int git_mbedtls__set_cert_location(const char *file, const char *path)
{
  return refuse("libgit2's TLS is not part of this program");
}

// Called by git_libgit2_init.
int git_transport_ssh_global_init(void) { return 0; }
int git_mbedtls_stream_global_init(void) { return 0; }

// An option of the HTTP transport that git_libgit2_opts sets.
bool git_http__expect_continue = false;
