import { randomUUID } from 'node:crypto'
import type { LocatedValue } from '../openapi/document.js'
import { plainText } from '../openapi/json.js'

/** Most ids that are drawn for an item. */
const DRAWS = 20

/** The ids that an item may get, the simplest first. */
interface IdChoice {
  /** The schema of the member with the id. */
  readonly schema: LocatedValue | undefined
  /** Ids of other items, as texts. */
  readonly known: ReadonlySet<string>
  /** The id in a response without a state. */
  readonly sample: unknown
  /** Ways to draw another one. */
  readonly draws: readonly (() => unknown)[]
  /** True if a path and a body can have it. */
  isPossible(id: unknown): boolean
}

/** An id of the documented type that no item has: the next number, if the document allows it. */
export function newId(choice: IdChoice): unknown {
  const next = nextId(choice)
  const isFree = (id: unknown) => !choice.known.has(plainText(id)) && choice.isPossible(id)
  if (isFree(next)) return next
  if (isFree(choice.sample)) return choice.sample
  for (let draws = 0; draws < DRAWS; draws++) {
    const id = choice.draws[draws % choice.draws.length]?.()
    if (id !== undefined && isFree(id)) return id
  }
  return choice.sample ?? next
}

function nextId({ schema, known }: IdChoice): unknown {
  const { type, format } = Object(schema?.value)
  if (format === 'uuid') return randomUUID()
  const next = Math.max(0, ...[...known].map(Number).filter(Number.isSafeInteger)) + 1
  return [type].flat().some((each) => each === 'integer' || each === 'number') ? next : String(next)
}
