// Files in memory for minizip, which knows only files on disk.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shim.h"

static voidpf open_buffer(voidpf opaque, const void *name, int mode)
{
  ((teachkit_buffer *)opaque)->place = 0;
  return opaque;
}

static uLong read_buffer(voidpf opaque, voidpf stream, void *to, uLong size)
{
  teachkit_buffer *buffer = stream;
  size_t left = buffer->place < buffer->count ? buffer->count - buffer->place : 0;
  if (size > left) size = left;
  if (size > 0) memcpy(to, buffer->bytes + buffer->place, size);
  buffer->place += size;
  return size;
}

static uLong write_buffer(voidpf opaque, voidpf stream, const void *from, uLong size)
{
  teachkit_buffer *buffer = stream;
  size_t end = buffer->place + size;
  if (end > buffer->capacity) {
    size_t capacity = end * 2;
    unsigned char *bytes = realloc(buffer->bytes, capacity);
    if (!bytes) return 0;
    memset(bytes + buffer->capacity, 0, capacity - buffer->capacity);
    buffer->bytes = bytes;
    buffer->capacity = capacity;
  }
  memcpy(buffer->bytes + buffer->place, from, size);
  buffer->place = end;
  if (end > buffer->count) buffer->count = end;
  return size;
}

static ZPOS64_T tell_buffer(voidpf opaque, voidpf stream)
{
  return ((teachkit_buffer *)stream)->place;
}

static long seek_buffer(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin)
{
  teachkit_buffer *buffer = stream;
  size_t start = origin == ZLIB_FILEFUNC_SEEK_CUR   ? buffer->place
                 : origin == ZLIB_FILEFUNC_SEEK_END ? buffer->count
                                                    : 0;
  if (offset > SIZE_MAX - start || start + offset > buffer->count) return -1;
  buffer->place = start + offset;
  return 0;
}

static int close_buffer(voidpf opaque, voidpf stream) { return 0; }

static int check_buffer(voidpf opaque, voidpf stream) { return 0; }

static zlib_filefunc64_def functions(teachkit_buffer *buffer)
{
  zlib_filefunc64_def table = {
    open_buffer, read_buffer, write_buffer, tell_buffer,
    seek_buffer, close_buffer, check_buffer, buffer,
  };
  return table;
}

unzFile teachkit_open_archive(teachkit_buffer *buffer)
{
  zlib_filefunc64_def table = functions(buffer);
  return unzOpen2_64("", &table);
}

zipFile teachkit_create_archive(teachkit_buffer *buffer)
{
  zlib_filefunc64_def table = functions(buffer);
  return zipOpen2_64("", APPEND_STATUS_CREATE, NULL, &table);
}
