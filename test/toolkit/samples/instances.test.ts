import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { instances, NOTHING, type Schema } from '#toolkit/samples/index.js'
import { violationsOf } from '#toolkit/validation/explain/explain.js'
import { goldenInputs, goldenLines } from '../../helpers/golden.js'
import { objectOf, yamlOf } from '../../helpers/rows.js'

const LIMITS = { violations: 1, steps: 50_000, characters: 65_536 }

/** Schemas that others refer to. */
const named = objectOf(`
  Tree#: { type: object, required: [value], properties: { value: { type: integer }, left: { $ref: Tree# }, right: { $ref: Tree# } } }
  Endless#: { type: object, required: [next], properties: { next: { $ref: Endless# } } }
  Loop#: { allOf: [{ $ref: Loop# }] }
  Id#: { type: integer, minimum: 1 }
  Pet#: { type: object, required: [kind], properties: { kind: { type: string } } }
  Ends#: { oneOf: [{ type: string }, { type: object, required: [in], properties: { in: { $ref: Ends# } } }] }
`) as Readonly<Record<string, Schema>>

function drawing(rules: Schema, seed?: number) {
  const target = ($ref: string) => ($ref === '' ? rules : (named[$ref] as Schema))
  const accepts = (some: Schema, value: unknown) =>
    violationsOf(target, some, value, LIMITS).length === 0
  return instances({ target, accepts, ...(seed !== undefined && { seed }) })
}

/** The judge: it knows one way to read patterns, and some only compile the other way. */
function judgeOf(rules: Schema) {
  const unicodeRegExp = !text(rules).includes('\\\\-')
  // Not its meta-schema, which takes longer than all schemas here.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, unicodeRegExp, logger: false })
  // biome-ignore lint/suspicious/noExplicitAny: the package's types are of CommonJS
  ;(addFormats as any)(ajv)
  for (const [name, each] of Object.entries(named))
    if (name !== 'Loop#') ajv.addSchema({ $id: name.slice(0, -1), ...(each as object) })
  return ajv.compile(JSON.parse(text(rules)))
}

/** The schemas of the golden file. */
const schemas = goldenInputs('samples.txt').map((input) => yamlOf(input) as Schema)

const none = schemas.filter((rules) => drawing(rules)(rules) === NOTHING)

for (const rules of schemas.filter((each) => !none.includes(each))) {
  t.test(`satisfies ${text(rules)}`, async (t) => {
    const isValid = judgeOf(rules)
    for (let seed = 0; seed < 20; seed++) {
      const value = drawing(rules, seed)(rules)
      if (!isValid(value)) t.fail(`${text(value)} of seed ${seed}`)
    }
    t.strictSame(drawing(rules)(rules), drawing(rules)(rules), 'the same seed draws the same')
  })
}

t.test('integers keep all their digits, and those of 64 bits are exact', async (t) => {
  const one = { type: 'integer', minimum: 2 ** 53, maximum: 2 ** 53 }
  t.equal(drawing(one)(one), 2 ** 53)
  const large = { ...one, format: 'int64' }
  t.equal(drawing(large)(large), 2n ** 53n)
})

const least = -(2n ** 63n)
const greatest = 2n ** 63n - 1n

const ranges: [rules: object, from: bigint, to: bigint, step?: bigint][] = [
  [{ minimum: least }, least, greatest],
  [{ minimum: least, maximum: greatest }, least, greatest],
  // The nearest `number`s, as in a document that was read as such.
  [{ minimum: -(2 ** 63), maximum: 2 ** 63 }, least, greatest],
  [{ minimum: greatest - 7n }, greatest - 7n, greatest],
  [{ exclusiveMinimum: greatest - 1n }, greatest, greatest],
  [{ exclusiveMaximum: least + 1n }, least, least],
  [{ maximum: least + 3n }, least, least + 3n],
  [{ minimum: 2n ** 53n + 1n, maximum: 2n ** 53n + 3n }, 2n ** 53n + 1n, 2n ** 53n + 3n],
  [{ minimum: 2n ** 53n + 1n, multipleOf: 1_000_000_007 }, 2n ** 53n, greatest, 1_000_000_007n],
  [{ multipleOf: 2n ** 62n, exclusiveMinimum: 0 }, 2n ** 62n, 2n ** 62n, 2n ** 62n],
]

for (const [rules, from, to, step = 1n] of ranges) {
  t.test(`an int64 is drawn exactly by ${text(rules)}`, async (t) => {
    const schema = { type: 'integer', format: 'int64', ...rules }
    const values = [0, 1, 2, 3].map((seed) => drawing(schema, seed)(schema))
    const fits = (value: unknown) => {
      const exact = BigInt(value as bigint)
      return exact >= from && exact <= to && exact % step === 0n
    }
    t.ok(values.every(fits), String(values))
    t.ok(values.every((each) => typeof each === 'bigint' || Number.isSafeInteger(each)))
  })
}

t.test('items of 64 bits differ where they have to', async (t) => {
  const items = { type: 'integer', format: 'int64', minimum: greatest - 2n }
  const list = { type: 'array', minItems: 3, uniqueItems: true, items }
  const drawn = drawing(list)(list) as bigint[]
  t.same(new Set(drawn), new Set([greatest - 2n, greatest - 1n, greatest]))
})

t.test('a seed gives the same values as before', async (t) => {
  const rows = schemas.map((rules) => {
    if (none.includes(rules)) return [text(rules), 'nothing'] as const
    const values = [0, 1, 2, 3, 4, 5].map((seed) => text(drawing(rules, seed)(rules)))
    return [text(rules), values.join('  ')] as const
  })
  goldenLines(t, 'samples.txt', rows)
})

t.test('values are readable', async (t) => {
  const plant = objectOf(
    '{ type: object, required: [name], properties: { name: { type: string }, tag: { type: [string, "null"] }, beds: { type: array, items: { type: integer } } } }',
  ) as Schema
  const value = drawing(plant)(plant) as Record<string, unknown>
  t.same(Object.keys(value), ['name', 'tag', 'beds'])
  t.type(value.name, 'string')
  t.type(value.tag, 'string', 'null says least')
  t.equal((value.beds as unknown[]).length, 1)
})

/** JSON that is as exact as the value. */
function text(value: unknown): string {
  const printed = JSON.stringify(value, (_, each) =>
    typeof each === 'bigint' ? `integer ${each}` : each,
  )
  return printed?.replace(/"integer (-?\d+)"/g, '$1') ?? String(value)
}

t.test('a member without a valid value is left out', async (t) => {
  const hopeless = { not: { type: 'string' } }
  const rules = {
    type: 'object',
    required: ['a'],
    properties: { a: { const: 1 }, b: hopeless, c: false },
  }
  t.strictSame(drawing(rules)(rules), { a: 1 })
  // That both of two branches hold is seen only when all is drawn.
  for (const member of none.filter((each) => text(each) !== '{"oneOf":[true,true]}')) {
    const other = { type: 'object', properties: { a: { const: 1 }, b: member } }
    t.strictSame(drawing(other)(other), { a: 1 }, text(member))
  }
  const needed = { ...rules, required: ['b'] }
  t.equal(drawing(needed)(needed), NOTHING)
})
