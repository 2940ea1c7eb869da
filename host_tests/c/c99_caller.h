/* A program in C, for a test in C++. */
#ifndef STACKMATE_HOST_TESTS_C99_CALLER_H
#define STACKMATE_HOST_TESTS_C99_CALLER_H

#include <stackmate.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the best move after so many nodes, in at most STACKMATE_SAN_SIZE bytes. */
stackmate_error c99_answer(const char* fen, uint64_t nodes, char* text);

#ifdef __cplusplus
}
#endif

#endif
