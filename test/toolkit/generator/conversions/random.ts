import type { Schema } from '#toolkit/openapi/schema/schema.js'
import type { Schemas } from '../../../helpers/compile-schemas.js'
import { type Chance, chance } from '../../runtime/json/random.js'

const NAMES = ['a', 'b', 'x1', 'id', 'toString', '__proto__', 'convertS1', 'value']
const PATTERNS = ['^x', '1$', '^[a-b]', '^(a|a)*$']
const INT64 = { type: 'integer', format: 'int64' }
const LEAVES: readonly Schema[] = [
  ...[INT64, INT64, INT64, { type: 'number' }, { type: 'integer' }, { type: 'string' }, true],
  { type: ['integer', 'null', 'object'], format: 'int64' },
  { type: 'integer', format: 'int64', minimum: 10 },
]

/** Schemas that convert much, on conditions that overlap. */
export function convertedSchemas(seed: number, count: number): Schemas {
  const random = chance(seed)
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`S${index}`, schemaOf(random, index)]),
  )
}

/** References in place lead to earlier schemas only. */
function schemaOf(random: Chance, index: number, depth = 0, inPlace = true): Schema {
  const { below, pick } = random
  if (depth > 3 || (depth > 0 && below(4) === 0)) return pick(LEAVES)
  const inside = () => schemaOf(random, index, depth + 1, false)
  const same = () => schemaOf(random, index, depth + 1, inPlace)
  const several = (make: () => Schema) => Array.from({ length: 1 + below(3) }, make)
  const member = () => {
    const schema = inside()
    if (below(6) > 0) return schema
    return typeof schema === 'object' ? { ...schema, readOnly: true } : { readOnly: true }
  }
  const byName = (names: readonly string[], make: () => Schema) =>
    Object.fromEntries(several(() => true).map(() => [pick(names), make()]))
  // Where all lead to all, too many of them hold together.
  const limit = inPlace ? index % 4 : 4
  const reference = (): object =>
    limit === 0 ? INT64 : { $ref: `#/components/schemas/S${index - (index % 4) + below(limit)}` }
  const part = pick<() => object>([
    () => ({ properties: byName(NAMES, member) }),
    () => ({ properties: byName(NAMES, member), additionalProperties: inside() }),
    () => ({ properties: byName(NAMES, inside), patternProperties: byName(PATTERNS, inside) }),
    () => ({ patternProperties: byName(PATTERNS, inside), additionalProperties: inside() }),
    () => ({ items: inside() }),
    () => ({ prefixItems: several(inside), ...pick([{}, { items: inside() }]) }),
    () => ({ allOf: several(same) }),
    () => ({ allOf: several(same), contains: inside() }),
    () => ({ anyOf: several(same), unevaluatedProperties: inside() }),
    () => ({ anyOf: several(same), unevaluatedItems: inside() }),
    () => ({ if: same(), [pick(['then', 'else'])]: same() }),
    () => ({ [pick(['anyOf', 'oneOf'])]: several(same) }),
    () => ({ anyOf: [...several(same), reference(), reference()] }),
    reference,
  ])()
  const more =
    below(3) === 0 ? pick([{ properties: byName(NAMES, member) }, { allOf: [same()] }]) : {}
  return { ...more, ...part }
}

const NUMBERS = ['0', '-0', '5', '1.5', '1e2', '12', '9007199254740993', '-9223372036854775808']
const INEXACT = [
  '9223372036854775808',
  '5.00000000000000000001',
  '1e400',
  '123456789012345678901234567890',
]
const TEXTS = ['"a"', '"5"', 'null', 'true', '""']

/** JSON of a value that such schemas have something to say about. */
export function convertedText(random: Chance, depth = 0): string {
  const { below, pick } = random
  const kind = below(depth > 3 ? 4 : 10)
  if (kind < 3) return pick([...NUMBERS, ...INEXACT])
  if (kind === 3) return pick(TEXTS)
  const inside = () => convertedText(random, depth + 1)
  if (kind < 6) return `[${Array.from({ length: below(4) }, inside).join()}]`
  const names = new Set(Array.from({ length: below(6) }, () => pick(NAMES)))
  return `{${[...names].map((name) => `${JSON.stringify(name)}:${inside()}`).join()}}`
}
