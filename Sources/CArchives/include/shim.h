#pragma once
#include <expat.h>
#include <minizip/unzip.h>
#include <minizip/zip.h>

/// A zip archive in memory, for minizip.
typedef struct {
  unsigned char *bytes;
  size_t count, capacity, place;
} teachkit_buffer;

/// Opens an archive for reading. The buffer must live until it is closed.
unzFile teachkit_open_archive(teachkit_buffer *buffer);

/// Creates an archive in a buffer, which the caller frees.
zipFile teachkit_create_archive(teachkit_buffer *buffer);
