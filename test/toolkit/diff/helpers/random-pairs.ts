import { Verdicts } from '#toolkit/conformance/document/verdicts.js'
import { createProvers } from '#toolkit/diff/inclusion/create-prover.js'
import type { NamedSchema } from '#toolkit/generator/model/model.js'
import { mapSchema } from '#toolkit/openapi/schema/map.js'
import { schemaNameIn } from '#toolkit/openapi/schema/references.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { instances, NOTHING } from '#toolkit/samples/index.js'
import type { Schemas } from '../../../helpers/compile-schemas.js'
import { randomSchemas, randomValue } from '../../generator/validators/random.js'
import { type Chance, chance } from '../../runtime/json/random.js'

/** Values that are tried where a proof says that there is no witness. */
const TRIED = 40
const COUNT = 6

/** What random pairs of schemas have shown. */
export interface PairCounts {
  proved: number
  open: number
  /** Values that refute a proof. */
  readonly wrong: unknown[]
}

/** Proves inclusions of random schemas and of edits of them, and tries to refute what is proved. */
export function randomPairs(seed: number, counts: PairCounts): void {
  const random = chance(seed)
  const one = randomSchemas(seed, COUNT)
  const other = Object.fromEntries(
    Object.entries(one).map(([name, schema]) => [name, edited(schema, random)]),
  )
  for (const [given, wanted] of [
    [one, other],
    [other, one],
  ] as const) {
    judge(given, wanted, random, counts)
  }
}

function judge(given: Schemas, wanted: Schemas, random: Chance, counts: PairCounts): void {
  const [from, to] = [sourceOf(given), sourceOf(wanted)]
  const changed = new Set(Object.keys(given))
  const provers = createProvers({ from, to, changed })
  const draw = instances({
    target: from.target,
    accepts: from.verdicts.accepts.bind(from.verdicts),
  })
  for (const name of Object.keys(given)) {
    const schema = { $ref: `#/$defs/${name}` }
    const place = { schema, pointer: name }
    if (provers.gaps(place, place).length > 0) {
      counts.open++
      continue
    }
    counts.proved++
    const values = Array.from({ length: TRIED }, (_, at) =>
      at < 8 ? draw(schema) : randomValue(random),
    )
    for (const value of values) {
      if (value === NOTHING || !from.verdicts.accepts(schema, value)) continue
      if (to.verdicts.accepts(schema, value)) continue
      counts.wrong.push({ name, value, given: given[name], wanted: wanted[name] })
    }
  }
}

function sourceOf(schemas: Schemas) {
  const named = Object.entries(schemas).map(([name, schema]) => ({ name, schema }) as NamedSchema)
  return {
    target: ($ref: string) => schemas[schemaNameIn($ref)] as Schema,
    pointerOf: (name: string) => name,
    verdicts: new Verdicts(named),
  }
}

/** The schema with some keywords left out, and some numbers changed. */
function edited(schema: Schema, random: Chance): Schema {
  if (typeof schema === 'boolean') return schema
  const entries = Object.entries(mapSchema(schema, (child) => edited(child, random)))
  const kept = entries.flatMap(([keyword, value]) => {
    const dice = random.below(16)
    if (dice === 0) return []
    if (dice === 1 && typeof value === 'number' && value >= 1) return [[keyword, value + 1]]
    return [[keyword, value]]
  })
  return Object.fromEntries(kept)
}
