import type { Json } from '../../toolkit/conformance/servers/json/value.js'
import { dialectOf, type Node } from '../../toolkit/conformance/servers/schemas/dialect.js'
import { Undecided } from '../../toolkit/conformance/servers/schemas/undecided.js'
import { at } from './raw-document.js'

/** Why a schema of a document refuses a value, by Ajv alone; `undefined` if it does not, or has no opinion. */
export type Judge = (pointer: readonly string[], value: unknown) => string | undefined

/** @param oneWay - What the members that a message does not have are marked with. */
export function judgeOf(document: Node, oneWay: 'readOnly' | 'writeOnly'): Judge {
  const dialect = dialectOf(document, oneWay)
  return (pointer, value) => {
    try {
      const found = dialect.violation(at(document, pointer), value as Json)
      // An integer has any number of digits here; servers refuse those that a double does not hold.
      if (found?.keyword === 'exactly' && hasLarge(value)) return undefined
      return found && `${found.pointer} ${found.keyword}`
    } catch (error) {
      if (error instanceof Undecided) return undefined
      throw error
    }
  }
}

function hasLarge(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasLarge)
  return typeof value === 'bigint' && !Number.isSafeInteger(Number(value))
}
