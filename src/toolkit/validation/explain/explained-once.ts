import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import type { ValidationError } from '../validator.js'
import type { Instance, Violations } from './schema-walk.js'

/** Violations that have been found so far, and what finds the others. */
interface FoundViolations {
  readonly all: ValidationError[]
  readonly more: Violations
  /** True while `more` runs: a schema that leads back to itself asks for what it is finding. */
  isRunning: boolean
}

type FindViolations = (schema: SchemaObject, place: Instance) => Violations

/**
 * Finds the violations of a schema in a place once. Each branch of a union asks for them, for its verdict and to be
 * explained, and with each level of a recursive union the time would be many times as long. A schema that is
 * reached by several ways is explained once for each, since its violations name the way.
 */
export function explainedOnce(find: FindViolations): FindViolations {
  const known = new Map<Schema, Map<unknown, Map<string, FoundViolations>>>()
  return (schema, place) => {
    const { value } = place
    // A scalar takes no longer than to look it up.
    if (typeof value !== 'object' || value === null) return find(schema, place)
    const byValue = entryOf(known, schema, () => new Map<unknown, Map<string, FoundViolations>>())
    const byWay = entryOf(byValue, value, () => new Map<string, FoundViolations>())
    const found = entryOf(byWay, place.schema, () => {
      return { all: [], more: find(schema, place), isRunning: false }
    })
    return found.isRunning ? find(schema, place) : again(found)
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function* again(found: FoundViolations): Violations {
  for (let index = 0; ; index++) {
    const known = found.all[index] ?? next(found)
    if (known === undefined) return
    yield known
  }
}

function next(found: FoundViolations): ValidationError | undefined {
  found.isRunning = true
  const { value } = found.more.next()
  found.isRunning = false
  if (value !== undefined) found.all.push(value)
  return value ?? undefined
}
