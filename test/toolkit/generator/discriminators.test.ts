import { readFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { generate, generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { made, problemsOf } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'
import { ROOT } from '../../helpers/tsc.js'

const DOCUMENT = path.join(ROOT, 'test/fixtures/documents/types.yaml')
const STRICT = { discriminator: 'strict' } as const

// The compiler is the test here: each line below `@ts-expect-error` must be refused by it.
const USE = `
import type { AdoptResult, Handlers } from './operations.js'
import type * as schemas from './types.js'

export function describe(pet: schemas.Pet): string | number | boolean | undefined {
  switch (pet.petType) {
    case 'cat':
    case 'Cat':
    case 'house-cat':
      return pet.lives
    case 'lion':
    case 'Lion':
      return pet.mane
    case 'Dog':
      return pet.bark
    case 'Fish':
      return pet.fins
    default: {
      const none: never = pet
      return none
    }
  }
}

export function area(shape: schemas.Shape): number | undefined {
  // @ts-expect-error -- it may be null
  shape.kind
  if (shape === null) return 0
  // @ts-expect-error -- it may be a square
  shape.r
  switch (shape.kind) {
    case 'circle':
    case 'Circle':
      return shape.r
    case 'line':
      return shape.length
    default:
      return undefined
  }
}

export const plain = { adopt: () => ({ status: 200, body: null, headers }) } satisfies Handlers
export const asynchronous = {
  async adopt({ body }) {
    return { status: 200, body: body.petType === 'lion' ? { kind: 'square' } : null, headers }
  },
} satisfies Handlers

// @ts-expect-error -- the handler is missing
export const missing = {} satisfies Handlers

const headers = { 'X-List': ['a-rather-long-value' as const] }
export const results: AdoptResult[] = [
  { status: 200, body: { kind: 'circle', r: 1 }, headers },
  { status: 200, body: { kind: 'line', length: 1 }, headers },
  { status: 404 },
  // @ts-expect-error -- a square has no radius
  { status: 200, body: { kind: 'square', r: 1 }, headers },
  // @ts-expect-error -- no shape is of this kind
  { status: 200, body: { kind: 'triangle' }, headers },
  // @ts-expect-error -- the mapping leads elsewhere
  { status: 200, body: { kind: 'nothing', r: 1 }, headers },
  // @ts-expect-error -- a header is missing
  { status: 200, body: null },
  // @ts-expect-error -- a header has another type
  { status: 200, body: null, headers: { 'X-List': ['c'] } },
]

export const pets: schemas.Pet[] = [
  { petType: 'Dog', bark: 'woof', name: 'Rex' },
  { petType: 'lion', name: 'Leo', mane: true, lives: 1 },
  // @ts-expect-error -- a house cat has no mane
  { petType: 'cat', name: 'Tom', mane: true },
  // @ts-expect-error -- a cat has a name, by what it adds to the base
  { petType: 'cat' },
  // @ts-expect-error -- the base alone is no pet
  { petType: 'parrot' },
]

export const required: schemas.Required[] = [
  { id: 'x', a: 'a', nested: { b: 'b' }, anything: null },
  // @ts-expect-error -- required in one part, described in another
  { id: 'x', a: undefined, nested: {}, anything: null },
  // @ts-expect-error -- the same, of a longer type
  { id: 'x', a: 'a', nested: undefined, anything: null },
]

export const either: schemas.EitherOr[] = [
  { a: 'a' },
  { b: 1 },
  // @ts-expect-error -- neither
  {},
]

export const byName: schemas.ByName = { red: 1 }
// @ts-expect-error -- the name is not listed
byName.blue
`

t.test('a union is narrowed by its discriminator, whether by oneOf or by allOf', async (t) => {
  const { files } = generate(DOCUMENT, STRICT)
  const all = [...files, { name: 'use.ts', text: USE }]
  t.same(await problemsOf(t, all), [])
  t.same(await problemsOf(t, all, { exactOptionalPropertyTypes: false }), [])
})

t.test('the request has unions of its own', async (t) => {
  const text = await readFile(DOCUMENT, 'utf8')
  const readOnly = text.replace('bark: { type: string }', 'bark: { type: string, readOnly: true }')
  const { files } = generateFrom(parse('types.yaml', readOnly), STRICT)
  const types = files.find(({ name }) => name === 'types.ts')?.text ?? ''
  t.match(types, 'export type Pet = (Cat & ')
  t.match(
    types,
    "export interface DogInput extends PetInputBase {\n  /** Which pet it is. */\n  petType: 'Dog'\n}",
  )
})

/** A version, the kind of a pet there, and the type of a pet. */
const BASES = rowsOf(`
  swagger: '2.0' | { type: string } | (PetBase & { kind: 'Pet' }) | Cat
  swagger: '2.0' | { type: string, enum: [Cat] } | Cat
  openapi: 3.0.0 | { type: string } | Cat
  openapi: 3.1.0 | { type: string, enum: [Pet, Cat] } | (PetBase & { kind: 'Pet' }) | Cat
  openapi: 3.1.0 | $Kind | (PetBase & { kind: 'Pet' }) | Cat
  openapi: 3.1.0 | true | Cat
`)

for (const [version = '', kind, ...types] of BASES) {
  t.test(`a base may be meant itself, in ${version}, where ${kind} allows its name`, async (t) => {
    const discriminator = version.startsWith('swagger') ? 'kind' : '{ propertyName: kind }'
    const document = `${version}
paths: {}
Kind: { type: string, enum: [Pet, Cat] }
Pet: { type: object, discriminator: ${discriminator}, required: [kind], properties: { kind: ${kind} } }
Cat: { allOf: [$Pet, { type: object, properties: { lives: { type: integer } } }] }
Bare: { type: object, discriminator: ${discriminator} }
Heir: { allOf: [$Bare] }`
    const { text, files } = made(document, STRICT)
    t.match(text('types.ts'), `export type Pet = ${types.join(' | ')}\n`)
    t.same(await problemsOf(t, files), [])
  })
}
