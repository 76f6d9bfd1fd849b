import t from 'tap'
import { compileUnits } from '#toolkit/generator/emit/emit-validators.js'
import { assemble } from '../../../helpers/assemble.js'
import { compileSchemas, named, type Schemas } from '../../../helpers/compile-schemas.js'

const table: Record<string, readonly [schemas: Schemas, text: string]> = {
  'an object': [
    {
      Plant: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', format: 'int64', minimum: 1 },
          name: { type: 'string', minLength: 1, pattern: '^a' },
          'is-x': { enum: ['a', 'b', 'c', 'd'] },
        },
        additionalProperties: { $ref: '#/$defs/Part' },
      },
      Part: { type: ['string', 'null'], maxLength: 5 },
    },
    `import { validation } from 'fastify-contract/codegen'

const { anInt64, anObject, atLeast, longerThan, ownMembers, shorterThan } = validation

const patternPlant$1 = new RegExp('^a', 'u')
const valuesPlant$its_isX = new Set<unknown>(['a', 'b', 'c', 'd'])

/** @generated from #/$defs/Plant */
export function isPlant(value: unknown): boolean {
  if (!anObject(value)) return false
  const { id, name, 'is-x': its_isX } = ownMembers(value)
  if (!anInt64(id)) return false
  if (!atLeast(id, 1)) return false
  if (typeof name !== 'string') return false
  if (shorterThan(name, 1)) return false
  if (!patternPlant$1.test(name)) return false
  if (its_isX !== undefined && !valuesPlant$its_isX.has(its_isX)) return false
  for (const name2 in value) {
    const member = value[name2]
    if (member === undefined || !Object.hasOwn(value, name2)) continue
    if (name2 !== 'id' && name2 !== 'name' && name2 !== 'is-x') {
      if (!isPart(member)) return false
    }
  }
  return true
}

/** @generated from #/$defs/Part */
export function isPart(value: unknown): boolean {
  if (typeof value !== 'string' && value !== null) return false
  if (typeof value === 'string') {
    if (longerThan(value, 5)) return false
  }
  return true
}
`,
  ],
  'alternatives that both refuse': [
    { A: { if: { minProperties: 1 }, ['then' as string]: false, else: false, minItems: 1 } },
    `/** @generated from #/$defs/A */
export function isA(value: unknown): boolean {
  if (Array.isArray(value)) {
    if (value.length < 1) return false
  }
  return false
}
`,
  ],
  'a union of a text and objects that a member tells apart': [
    {
      Pet: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }] },
      Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' } } },
      Dog: { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' } } },
    },
    `import { validation } from 'fastify-contract/codegen'

const { anObject, hasMember, hasType, ownMembers } = validation

/** @generated from #/$defs/Pet */
export function isPet(value: unknown): boolean {
  if (anObject(value) && hasMember(value, 'kind')) {
    switch (value['kind']) {
      case 'cat': {
        if (!isCat(value)) return false
        break
      }
      case 'dog': {
        if (!isDog(value)) return false
        break
      }
      default: {
        return false
      }
    }
  } else {
    if (!hasType(value, 'string')) return false
  }
  return true
}

/** @generated from #/$defs/Cat */
export function isCat(value: unknown): boolean {
  if (!anObject(value)) return false
  const { kind } = ownMembers(value)
  if (kind !== 'cat') return false
  return true
}

/** @generated from #/$defs/Dog */
export function isDog(value: unknown): boolean {
  if (!anObject(value)) return false
  const { kind } = ownMembers(value)
  if (kind !== 'dog') return false
  return true
}
`,
  ],
  'nothing at all': [{}, 'export {}\n'],
  'nothing that calls the runtime': [
    { Any: true },
    `/** @generated from #/$defs/Any */
export function isAny(_value: unknown): boolean {
  return true
}
`,
  ],
}

for (const [name, [schemas, text]] of Object.entries(table)) {
  t.test(`${name} reads well`, async (t) => {
    const units = compileUnits(named(schemas), Object.keys(schemas))
    t.equal(assemble(units, 'fastify-contract/codegen'), text)
  })
}

t.test('only what is needed is compiled', async (t) => {
  const schemas = { A: { $ref: '#/$defs/B' }, B: true, C: true }
  t.same(
    compileUnits(named(schemas), ['A']).map(({ name, uses }) => ({ name, uses })),
    [
      { name: 'isA', uses: ['isB'] },
      { name: 'isB', uses: [] },
    ],
  )
})

t.test('a schema that meets itself in several branches is judged in time', async (t) => {
  const below = (side: string) => ({
    type: 'object',
    required: [side],
    properties: { next: { $ref: '#/$defs/Node' }, [side]: true },
  })
  const Node = { oneOf: [below('left'), below('right'), { type: 'null' }] }
  const { validators, explain } = await compileSchemas(t, { Node })
  let value: unknown = null
  for (let depth = 0; depth < 256; depth++) value = { next: value, left: 1 }
  t.equal(validators.isNode?.(value), true)
  t.equal(validators.isNode?.({ next: value, left: 1, right: 1 }), false)
  t.equal(validators.isNode?.(value), true, 'nothing is kept from one call to the next')
  const broken = JSON.parse(JSON.stringify(value).replace('"next":null', '"next":5'))
  t.equal(validators.isNode?.(broken), false)
  t.ok(explain('Node', broken).length > 0)
})

t.test('the size grows as the schemas do', async (t) => {
  const text = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `S${index}`)
    const schemas = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          type: 'object',
          properties: { next: { $ref: `#/$defs/S${(index + 1) % count}` } },
          oneOf: [{ required: ['a'] }, { minProperties: 2, unevaluatedProperties: false }],
        },
      ]),
    )
    return assemble(compileUnits(named(schemas), names), 'fastify-contract/codegen').length
  }
  t.ok(text(400) < 4.2 * text(100), `${text(100)} and ${text(400)}`)
})
