// Which of the processor's optional parts the code may count on, known from the compiler's target.
#pragma once

namespace stackmate::boards::cortex_m {

// __ARM_ARCH_ISA_THUMB (Arm C Language Extensions, 5.4.1) is 1 for the baseline profiles, such as Armv6-M, otherwise 2.
#if __ARM_ARCH_ISA_THUMB >= 2
inline constexpr bool is_mainline = true;
#else
inline constexpr bool is_mainline = false;
#endif

/// Memory, bus and usage faults have handlers and status registers of their own (DDI 0403E, B3.2; Armv6-M,
/// DDI 0419E, B1.5.6, has the hard fault only, and keeps no record of what it was).
inline constexpr bool names_faults = is_mainline;

/// The stack pointer has a lower limit that the processor watches (Armv8-M, DDI 0553B, B3.21).
inline constexpr bool has_stack_limit = is_mainline && __ARM_ARCH >= 8;

}  // namespace stackmate::boards::cortex_m
