import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { instances, NOTHING, type Schema } from '#toolkit/samples/index.js'
import { violationsOf } from '#toolkit/validation/explain/explain.js'
import { goldenRows } from '../../helpers/golden.js'

const LIMITS = { violations: 1, steps: 50_000, characters: 65_536 }

/** Schemas that others refer to. */
const named: Readonly<Record<string, Schema>> = {
  'Tree#': {
    type: 'object',
    required: ['value'],
    properties: { value: { type: 'integer' }, left: { $ref: 'Tree#' }, right: { $ref: 'Tree#' } },
  },
  'Endless#': { type: 'object', required: ['next'], properties: { next: { $ref: 'Endless#' } } },
  'Loop#': { allOf: [{ $ref: 'Loop#' }] },
  'Id#': { type: 'integer', minimum: 1 },
  'Pet#': { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  'Ends#': {
    oneOf: [
      { type: 'string' },
      { type: 'object', required: ['in'], properties: { in: { $ref: 'Ends#' } } },
    ],
  },
}

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
  const ajv = new Ajv2020({ strict: false, validateSchema: false, unicodeRegExp })
  // biome-ignore lint/suspicious/noExplicitAny: the package's types are of CommonJS
  ;(addFormats as any)(ajv)
  for (const [name, each] of Object.entries(named)) {
    if (name !== 'Loop#') ajv.addSchema({ $id: name.slice(0, -1), ...(each as object) })
  }
  return ajv.compile(plain(rules) as object)
}

/** An object with a member `then` may be taken for a promise. */
function branches(...[yes, no]: readonly [yes: Schema, no?: Schema]): Record<string, Schema> {
  return Object.fromEntries([['then', yes], ...(no === undefined ? [] : [['else', no] as const])])
}

const some: Schema[] = [
  true,
  {},
  { type: 'null' },
  { type: 'boolean' },
  { type: ['null', 'string'] },
  { type: ['integer', 'null'], minimum: 3 },
  { const: { a: [1] } },
  { enum: ['a', 1, null], type: 'integer' },
  { enum: ['a', 'b'], allOf: [{ enum: ['b', 'c'] }] },
  { default: 'oak', type: 'string' },
  { default: 5, type: 'string' },
  { type: 'integer', minimum: 5, maximum: 5 },
  { type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 7 },
  { type: 'integer', maximum: -5 },
  { type: 'integer', minimum: 9007199254740993n },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  { type: 'number', exclusiveMaximum: -1 },
  { type: 'number', exclusiveMinimum: 0.5 },
  { type: 'number', multipleOf: 0.5, minimum: 0.1, maximum: 0.9 },
  { multipleOf: 7, type: 'integer', allOf: [{ multipleOf: 2 }] },
  { minimum: 3 },
  { type: 'string', minLength: 30 },
  { type: 'string', maxLength: 1 },
  { type: 'string', maxLength: 0 },
  { type: 'string', pattern: '^[A-Z]{3}-\\d{2,4}$' },
  { type: 'string', pattern: '^(?:a|b(c))+?x*$', minLength: 4 },
  { type: 'string', pattern: '^[^\\uD800-\\uDFFF]*$' },
  { type: 'string', pattern: '^\\p{Lu}\\W.$' },
  { type: 'string', pattern: '^[\\u4e00-\\u4e10]$' },
  { type: 'string', pattern: '^(?!b)[ab]$' },
  ...['0370', '05ff', '0400', '3041', 'ac00', '00e9'].map((code) => ({
    type: 'string',
    pattern: `^\\u${code}$`,
  })),
  { type: 'string', pattern: '^x\\-y$' },
  { type: 'string', pattern: '^[a-f]\\-y$' },
  { type: 'string', pattern: '^a[^\\s\\S]*$' },
  { type: 'string', pattern: '^[a-z]+$', allOf: [{ pattern: 'z$' }], maxLength: 4 },
  { type: 'string', format: 'date', pattern: '^20' },
  ...(
    [
      ['email', { maxLength: 12 }],
      ['email', { minLength: 60, maxLength: 61 }],
      ['email', { pattern: '^[a-z]+@corp\\.example$' }],
      ['email', { pattern: '^(?!test).*@x\\.org$', maxLength: 10 }],
      ['uri', { pattern: '^urn:isbn:\\d{13}$' }],
      ['uri', { pattern: '^https://[^/]+/v\\d+/', maxLength: 20 }],
      ['uri', { pattern: '\\.png$', minLength: 25 }],
      ['hostname', { pattern: '^[a-z]+\\.internal$' }],
      ['hostname', { maxLength: 5 }],
      ['uuid', { pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7' }],
      ['date-time', { pattern: '\\.\\d{3}Z$' }],
      ['time', { minLength: 14 }],
      ['ipv4', { pattern: '^10\\.' }],
      ['ipv6', { pattern: '^fe80' }],
      ['json-pointer', { pattern: '^/a/b' }],
      ['unheard-of', { pattern: '^a{3}$' }],
    ] as const
  ).map(([format, rules]) => ({ type: 'string', format, ...rules })),
  { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d)(?=.*[^\\w])(?!.* ).{8,12}$' },
  { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'y$' }, { pattern: 'é' }] },
  { type: 'string', allOf: [{ pattern: '^[b-d]{1,2000}$' }, { pattern: '^d|^c' }], minLength: 3 },
  { type: 'integer', format: 'int32', exclusiveMinimum: 2147483646 },
  { type: 'integer', multipleOf: 2.5, exclusiveMinimum: 0 },
  { type: 'integer', multipleOf: 5000, exclusiveMinimum: -5000 },
  { type: 'integer', minimum: -1e18, exclusiveMaximum: -1e17 },
  { type: 'number', exclusiveMinimum: 1e300 },
  { type: 'number', minimum: -1.7e308, maximum: 1.7e308 },
  { type: 'number', multipleOf: 250 },
  ...[
    'date',
    'time',
    'date-time',
    'duration',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'uuid',
    'json-pointer',
    'regex',
    'uri-template',
    'unheard-of',
  ].map((format) => ({ type: 'string', format })),
  ...['byte', 'base64url', 'idn-email', 'idn-hostname', 'iri', 'iri-reference', 'url'].map(
    (format) => ({ type: 'string', format }),
  ),
  { format: 'uuid' },
  { type: 'array' },
  { type: 'array', items: { $ref: 'Id#' }, minItems: 3, uniqueItems: true },
  { type: 'array', items: { enum: [1, 2, 3] }, minItems: 3, uniqueItems: true },
  { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
  { type: 'array', prefixItems: [{ type: 'string' }], unevaluatedItems: false },
  {
    type: 'array',
    items: { type: ['integer', 'string'] },
    contains: { type: 'string' },
    minContains: 2,
  },
  { type: 'array', contains: { const: 7 } },
  { type: 'array', items: false },
  { type: 'array', maxItems: 0, items: { type: 'string' } },
  {
    items: {
      type: 'array',
      items: {
        type: 'array',
        items: { type: 'array', items: { type: 'array', items: { type: 'null' } } },
      },
    },
  },
  { type: 'object' },
  { type: 'object', required: ['a', 'constructor'], properties: { a: { type: 'string' } } },
  {
    required: ['a'],
    dependentRequired: { a: ['b'], b: ['c'] },
    additionalProperties: { type: 'integer' },
  },
  { type: 'object', minProperties: 3, additionalProperties: { type: 'boolean' } },
  {
    type: 'object',
    minProperties: 2,
    patternProperties: { '^x-': { type: 'string' } },
    additionalProperties: false,
  },
  {
    type: 'object',
    minProperties: 2,
    patternProperties: { '^x\\-y': { type: 'string' } },
    additionalProperties: false,
  },
  { required: ['a'], patternProperties: { '^x': false }, additionalProperties: { type: 'null' } },
  { type: 'object', minProperties: 2, propertyNames: { pattern: '^[a-c]{2}$' } },
  { type: 'object', minProperties: 1, propertyNames: { enum: ['only'] } },
  { type: 'object', maxProperties: 1, required: ['b'], properties: { a: {}, b: {}, c: {} } },
  { type: 'object', properties: { a: false, b: { type: 'null' } } },
  {
    type: 'object',
    properties: { a: { type: 'string' } },
    additionalProperties: false,
    allOf: [{ required: ['a'] }],
  },
  {
    type: 'object',
    properties: { xa: { minLength: 3 } },
    required: ['xa'],
    patternProperties: { '^x': { type: 'string' } },
  },
  { $ref: 'Tree#' },
  { $ref: 'Ends#' },
  { type: 'array', minItems: 1, items: { $ref: 'Ends#' } },
  { allOf: [{ $ref: 'Tree#' }, { required: ['left'] }] },
  { anyOf: [{ type: 'null' }, { type: 'string' }] },
  { anyOf: [false, { type: 'integer' }] },
  { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 100.5 }] },
  {
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'object', properties: { b: { type: 'string' } } },
    ],
  },
  { oneOf: [{ $ref: 'Pet#' }, { type: 'object', properties: { size: { type: 'integer' } } }] },
  { oneOf: [true, false] },
  { type: 'string', not: { const: 'alder' } },
  { type: 'integer', minimum: 1, maximum: 2, if: { const: 1 }, ...branches(true, { minimum: 2 }) },
  { type: 'integer', if: { maximum: 3 }, ...branches({ minimum: 2 }) },
  { type: 'integer', if: { maximum: 3 }, else: { minimum: 9 } },
  {
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] } },
    required: ['kind'],
    if: { properties: { kind: { const: 'a' } } },
    ...branches({ required: ['x'] }, { required: ['y'] }),
  },
  { allOf: [true, { type: 'string' }] },
]

for (const rules of some) {
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
  const rows = some.map((rules) => {
    const values = [0, 1, 2, 3, 4, 5].map((seed) => text(drawing(rules, seed)(rules)))
    return [text(rules), [values.join('  ')]] as const
  })
  goldenRows(t, 'samples.txt', rows)
})

const none: Schema[] = [
  false,
  { allOf: [{ type: 'string' }, { type: 'integer' }] },
  { type: 'string', minLength: 3, maxLength: 2 },
  { type: 'string', minLength: 20_000 },
  { type: 'string', pattern: '^a$', allOf: [{ pattern: '^b$' }] },
  { type: 'integer', minimum: 1.2, maximum: 1.8 },
  { type: 'integer', minimum: 3, maximum: 1 },
  { type: 'integer', minimum: 2n ** 53n + 1n, maximum: 2n ** 53n + 1n },
  { type: 'string', format: 'uuid', pattern: '^x' },
  { type: 'string', format: 'email', maxLength: 4 },
  { enum: ['a'], type: 'integer' },
  { const: 1, not: { const: 1 } },
  { type: 'array', items: false, minItems: 1 },
  { type: 'array', minItems: 5000 },
  { type: 'array', items: { const: 1 }, minItems: 2, uniqueItems: true },
  { type: 'object', required: ['a'], properties: { a: false } },
  { type: 'object', minProperties: 1, additionalProperties: false },
  { type: 'object', minProperties: 1, propertyNames: false },
  { oneOf: [] },
  { oneOf: [true, true] },
  { $ref: 'Endless#' },
  { $ref: 'Loop#' },
]

for (const rules of none) {
  t.test(`nothing satisfies ${text(rules)}`, async (t) => {
    t.equal(drawing(rules)(rules), NOTHING)
  })
}

t.test('values are readable', async (t) => {
  const plant = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      tag: { type: ['string', 'null'] },
      beds: { type: 'array', items: { type: 'integer' } },
    },
  }
  const value = drawing(plant)(plant) as Record<string, unknown>
  t.same(Object.keys(value), ['name', 'tag', 'beds'])
  t.type(value.name, 'string')
  t.type(value.tag, 'string', 'null says least')
  t.equal((value.beds as unknown[]).length, 1)
})

/** A bigint is none of JSON; the validator of the test does not know it. */
function plain(rules: unknown): unknown {
  if (typeof rules === 'boolean') return rules
  return JSON.parse(text(rules))
}

function text(value: unknown): string {
  const printed = JSON.stringify(value, (_, each) =>
    typeof each === 'bigint' ? Number(each) : each,
  )
  return printed ?? String(value)
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
