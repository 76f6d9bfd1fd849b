/** Keys of a status, the most specific first: status, range, `default` (3.1, section 4.8.16). */
export function statusKeys(status: number): string[] {
  return [String(status), `${Math.floor(status / 100)}XX`, 'default']
}

/** Statuses whose responses have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** True for the code of a final response (RFC 9110, section 15); Node sends no others. */
export function isFinalStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599
}
