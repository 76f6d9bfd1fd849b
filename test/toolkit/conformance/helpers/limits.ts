/** Limits that no run of a test reaches, on any machine: the kit then says what the requests say. */
export const UNHURRIED = { time: Number.POSITIVE_INFINITY, requestTime: 600_000, late: 0 } as const
