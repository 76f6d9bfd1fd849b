/** A violation that is known, by its key; with a date it is so until the end of that day (UTC). */
export type KnownViolation = string | { readonly key: string; readonly until: string }

/** The keys of the violations that are known on a day. */
export function knownKeys(baseline: readonly KnownViolation[], today = new Date()): Set<string> {
  const day = today.toISOString().slice(0, 10)
  const known = baseline.filter((each) => typeof each === 'string' || each.until >= day)
  return new Set(known.map((each) => (typeof each === 'string' ? each : each.key)))
}
