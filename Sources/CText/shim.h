#pragma once
#include <utf8proc.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <mbedtls/sha256.h>
