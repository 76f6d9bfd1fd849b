import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { made, problemsOf } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'

t.test('a base that is one of its heirs', async (t) => {
  const { files, told } = made(`
Pet: { type: object, required: [kind], properties: { kind: { type: string } }, description: Any pet., discriminator: { propertyName: kind, mapping: { cat: Cat, dog: Dog } }, oneOf: [$Cat, $Dog] }
Cat: { allOf: [$Pet, { type: object, properties: { meow: { type: string } } }] }
Dog: { allOf: [$Pet, { type: object, properties: { bark: { type: string } } }] }`)
  t.same(told, [
    '`Pet` chooses among schemas that refer back to it; in them it is `PetBase`, the same without the choice',
    'what schema 1 of `oneOf` describes satisfies schema 2, too, and `oneOf` refuses what satisfies two of them',
  ])
  const use = `
import type { Pet } from './types.js'

export const voice = (pet: Pet) => (pet.kind === 'cat' ? pet.meow : pet.bark)
export const cat: Pet = { kind: 'cat', meow: 'm' }
// @ts-expect-error -- no pet is of this kind
export const fish: Pet = { kind: 'fish' }
`
  t.same(await problemsOf(t, [...files, { name: 'use.ts', text: use }]), [])
})

/** Schemas, and what stands in their types. */
const TYPES = rowsOf(String.raw`
  a base whose choice may be null | {openapi: 3.0.3, paths: {}, Pet: {nullable: true, properties: {kind: {type: string}}, oneOf: [$Cat]}, Cat: {allOf: [$Pet, {type: object, properties: {meow: {type: string}}}]}} | Cat extends PetBase|Cat = .*PetBase
  an heir that has heirs | {Pet: {type: object, required: [kind], properties: {kind: {type: string}}, anyOf: [$Cat, {type: object}]}, Cat: {allOf: [$Pet], oneOf: [$Lion]}, Lion: {allOf: [$Cat, {type: object, properties: {mane: {type: string}}}]}} | Lion extends CatBase
  a taken name | {Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {cat: Cat}}, oneOf: [$Cat]}, Cat: {allOf: [$Pet, {type: object, properties: {meow: {type: string}}}]}, PetBase: {type: string}} | export interface Cat extends PetBase_2
  a part that holds anything | {Pet: {type: object, required: [kind], properties: {kind: {type: string}}, oneOf: [true, $Cat]}, Cat: {allOf: [true, $Pet]}} | PetBase
  a base that is itself, too, and has other choices | {Pet: {type: object, properties: {kind: {type: string}}, allOf: [$Pet, {anyOf: [true, {type: object, properties: {kind: {type: string}}}]}], oneOf: [$Cat]}, Cat: {allOf: [$Pet, {type: object, properties: {meow: {type: string}}}]}} | Cat
  schemas that are each other | {Pet: {allOf: [$Cat]}, Cat: {allOf: [$Pet, {type: object, properties: {meow: {type: string}}}]}} | export type Pet = Cat|interface Pet extends Cat
  a schema that is itself | {Pet: {allOf: [$Pet, {type: object, properties: {meow: {type: string}}}]}} | export interface Pet \{\n {2}meow\?: string
  a schema that is nothing else | {Pet: $Pet} | export type Pet = unknown
  members that are each other | {Pet: {properties: {a: {$ref: '#/components/schemas/Pet/properties/b'}, b: {$ref: '#/components/schemas/Pet/properties/a'}}}} | unknown
`)

for (const [name, document = '', wanted = ''] of TYPES) {
  t.test(`schemas in a circle have types: ${name}`, async (t) => {
    const { text, told } = made(document)
    t.match(text('types.ts'), new RegExp(wanted))
    t.match(told.join('\n'), 'back to it')
  })
}

t.test('a schema that is what it is not, or a choice of itself, is refused', async (t) => {
  for (const pet of ['{ not: $Pet }', '{ oneOf: [$Pet, { type: string }] }'])
    t.throws(() => made(`Pet: ${pet}`), DocumentError, pet)
})

/** A document of schemas each of which holds the next one, and the last one the first; an operation takes and sends it. */
function ringOf(size: number): string {
  const links = Array.from({ length: size }, (_, at) => {
    const next = `$S${(at + 1) % size}`
    const forms = [
      `{ type: object, properties: { next: ${next} } }`,
      `{ type: array, items: ${next} }`,
      `{ type: object, properties: { next: ${next}, n: { type: integer, format: int64, readOnly: true } } }`,
    ]
    return `S${at}: ${forms[at % forms.length]}\n`
  })
  return `POST /x: { body: $S0, 200: $S0 }\n${links.join('')}`
}

t.test('a ring of members, elements and int64s is read to its end', async (t) => {
  // Each is another type in requests, without what is only read, than in responses.
  t.equal(made(ringOf(500)).model.schemas.length, 1_000)
})

t.test('a chain of references has a limit', async (t) => {
  const links = Array.from({ length: 300 }, (_, at) => `S${at}: $S${at + 1}\n`)
  t.throws(() => made(`${links.join('')}S300: { type: string }`), {
    message:
      /S99 not supported yet: chain of more than 200 schemas that refer to the next one; refer to the last one$/,
  })
})
