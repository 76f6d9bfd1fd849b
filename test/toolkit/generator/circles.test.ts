import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { typeCheck, writeFiles } from '../../helpers/tsc.js'
import { generated, ref, ringOf } from './circles.js'

const member = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } })

function types(schemas: Record<string, unknown>): string {
  const file = generated(schemas).files.find(({ name }) => name === 'types.ts')
  return String(file?.text).replace(/^[\s\S]*?\n\n/, '')
}

const PET = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }
const PETS = {
  Pet: {
    ...PET,
    description: 'Any pet.',
    discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
    oneOf: [ref('Cat'), ref('Dog')],
  },
  Cat: { allOf: [ref('Pet'), member('meow')] },
  Dog: { allOf: [ref('Pet'), member('bark')] },
}

t.test('a base that is one of its heirs', async (t) => {
  const folder = t.testdir()
  const { files, warnings } = generated(PETS)
  t.same(
    warnings.map(({ pointer, message }) => [pointer, message]),
    [
      [
        '#/components/schemas/Pet',
        '`Pet` chooses among schemas that refer back to it; in them it is `PetBase`, the same without the choice',
      ],
    ],
  )
  const use = `
import type { Pet } from './types.js'

export const voice = (pet: Pet) => (pet.kind === 'cat' ? pet.meow : pet.bark)
export const cat: Pet = { kind: 'cat', meow: 'm' }
// @ts-expect-error -- no pet is of this kind
export const fish: Pet = { kind: 'fish' }
`
  await writeFiles(folder, [...files, { name: 'use.ts', text: use }])
  t.same(await typeCheck(folder), [])
})

/** Schemas, where a name refers to one of them, and what stands in their types. */
const bodies = rowsOf(`
  a base whose choice may be null | {Pet: {nullable: true, properties: {kind: {type: string}}, oneOf: [{$ref: Cat}]}, Cat: {allOf: [{$ref: Pet}, {type: object, properties: {meow: {type: string}}}]}} | Cat extends PetBase|Cat = .*PetBase
  an heir that has heirs | {Pet: {type: object, required: [kind], properties: {kind: {type: string}}, anyOf: [{$ref: Cat}, {type: object}]}, Cat: {allOf: [{$ref: Pet}], oneOf: [{$ref: Lion}]}, Lion: {allOf: [{$ref: Cat}, {type: object, properties: {mane: {type: string}}}]}} | Lion extends CatBase
  a taken name | {Pet: {type: object, required: [kind], properties: {kind: {type: string}}, description: Any pet., discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog}}, oneOf: [{$ref: Cat}, {$ref: Dog}]}, Cat: {allOf: [{$ref: Pet}, {type: object, properties: {meow: {type: string}}}]}, Dog: {allOf: [{$ref: Pet}, {type: object, properties: {bark: {type: string}}}]}, PetBase: {type: string}} | export interface Cat extends PetBase_2
  a part that holds anything | {Pet: {type: object, required: [kind], properties: {kind: {type: string}}, oneOf: [true, {$ref: Cat}]}, Cat: {allOf: [true, {$ref: Pet}]}} | PetBase
  a base that is itself, too, and has other choices | {Pet: {type: object, required: [kind], properties: {kind: {type: string}}, allOf: [{$ref: Pet}, {anyOf: [true, {type: object, required: [kind], properties: {kind: {type: string}}}]}], oneOf: [{$ref: Cat}]}, Cat: {allOf: [{$ref: Pet}, {type: object, properties: {meow: {type: string}}}]}} | Cat
  schemas that are each other | {Pet: {allOf: [{$ref: Cat}]}, Cat: {allOf: [{$ref: Pet}, {type: object, properties: {meow: {type: string}}}]}} | export type Pet = Cat|interface Pet extends Cat
  a schema that is itself | {Pet: {allOf: [{$ref: Pet}, {type: object, properties: {meow: {type: string}}}]}} | export interface Pet \\{\\n {2}meow\\?: string
  a schema that is nothing else | {Pet: {$ref: Pet}} | export type Pet = unknown
  members that are each other | {Pet: {properties: {a: {$ref: Pet/properties/b}, b: {$ref: Pet/properties/a}}}} | unknown
`)

for (const [name = '', cell = '', wanted = ''] of bodies) {
  t.test(name, async (t) => {
    const whole = cell.replace(/\$ref: ([\w/]+)/g, "$ref: '#/components/schemas/$1'")
    const schemas = yamlOf(whole) as Record<string, unknown>
    t.match(types(schemas), new RegExp(wanted))
    const told = generated(schemas).warnings.map(({ message }) => message)
    t.ok(
      told.some((message) => message.includes('back to it')),
      told.join('\n'),
    )
  })
}

const refused: [string, Record<string, unknown>][] = [
  ['a schema that is what it is not', { Pet: { not: ref('Pet') } }],
  ['a choice of itself', { Pet: { oneOf: [ref('Pet'), { type: 'string' }] } }],
]

for (const [name, schemas] of refused) {
  t.test(name, async (t) => {
    t.throws(() => generated(schemas), DocumentError)
  })
}

t.test('a ring of members, elements and int64s is read to its end', async (t) => {
  const size = 500
  // Each is another type in requests, without what is only read, than in responses.
  t.equal(generated(ringOf(size)).model.schemas.length, 2 * size)
})

t.test('a chain of references has a limit', async (t) => {
  const chain = Array.from({ length: 300 }, (_, index) => [`S${index}`, ref(`S${index + 1}`)])
  const schemas = { ...Object.fromEntries(chain), S300: { type: 'string' } }
  t.throws(
    () => generated(schemas),
    /S99 not supported yet: chain of more than 200 schemas that refer to the next one; refer to the last one$/,
  )
})
