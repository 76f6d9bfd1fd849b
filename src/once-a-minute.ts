/** Milliseconds in which the same trouble is logged once: each of many calls may have it. */
const QUIET_FOR = 60_000

/** Bound of remembered messages; there are a few. */
const MOST = 100

/** Says whether a message is to be logged: each once a minute. */
export function onceAMinute(now = () => performance.now()): (message: string) => boolean {
  const loggedAt = new Map<string, number>()
  return (message) => {
    if (now() - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < QUIET_FOR) return false
    if (loggedAt.size >= MOST) loggedAt.clear()
    loggedAt.set(message, now())
    return true
  }
}
