/** Levels of consistency, with their numbers in the native protocol (version 4, section 3). */

/** How many copies of a plant have it when a create resolves. */
const COMMIT = { QUORUM: 4, ALL: 5, LOCAL_QUORUM: 6, EACH_QUORUM: 7 } as const

/** Who agrees on the plant of an id: most copies everywhere, or in the data centre of the client. */
const SERIAL = { SERIAL: 8, LOCAL_SERIAL: 9 } as const

export type CommitConsistency = keyof typeof COMMIT
export type SerialConsistency = keyof typeof SERIAL

/** The number of a level. @throws {TypeError} when there is no such level. */
export function commitLevel(name: string): number {
  return numberOf('consistency', COMMIT, name)
}

/** The number of a level. @throws {TypeError} when there is no such level. */
export function serialLevel(name: string): number {
  return numberOf('serialConsistency', SERIAL, name)
}

function numberOf(option: string, levels: Readonly<Record<string, number>>, name: string): number {
  if (Object.hasOwn(levels, name)) return levels[name] as number
  throw new TypeError(`${option} must be one of ${Object.keys(levels).join(', ')}`)
}
