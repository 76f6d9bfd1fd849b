import type { SchemaObject } from '../../openapi/schema/schema.js'
import { NOTHING } from '../../samples/index.js'
import type { TestedContract } from '../document/contract.js'
import type { RequestSource } from '../requests/request-source.js'
import { withoutReadOnly } from '../requests/without-read-only.js'
import { looseJsonText } from '../values/token.js'
import type { EdgeContext } from './makers/edge.js'

/** What is drawn first, then as often as there shall be values; all further ones are without examples. */
const EXAMPLED = ['whole', 'parts'] as const

/** Makers of edges draw from the source of a run. */
export function edgeContext(contract: TestedContract, source: RequestSource): EdgeContext {
  const together = new Map<string, SchemaObject>()
  const numbers = new Map<SchemaObject, number>()
  const numberOf = (schema: SchemaObject) => {
    const number = numbers.get(schema) ?? numbers.size
    numbers.set(schema, number)
    return number
  }
  /** One schema for the same schemas, since a validator is made for each. */
  const schemaOf = (schemas: readonly SchemaObject[]): SchemaObject => {
    const [first = {}] = schemas
    if (schemas.length < 2) return first
    const key = schemas.map(numberOf).join(' ')
    const known = together.get(key) ?? { allOf: schemas }
    together.set(key, known)
    return known
  }
  return {
    contract,
    draw(schemas, count) {
      const schema = schemaOf(schemas)
      const found = new Map<string, unknown>()
      for (let attempt = 0; attempt < 2 * count + 6 && found.size < count; attempt++) {
        const value = source.value(schema, EXAMPLED[Math.ceil(attempt / count)])
        if (value === NOTHING) break
        const own = withoutReadOnly(contract, schema, value)
        found.set(looseJsonText(own), own)
      }
      return [...found.values()]
    },
  }
}
