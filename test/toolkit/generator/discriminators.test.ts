import path from 'node:path'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { problemsOf } from '../../helpers/made.js'
import { ROOT } from '../../helpers/tsc.js'

const DOCUMENT = path.join(ROOT, 'test/fixtures/documents/types.yaml')

// The compiler is the test here: each line below `@ts-expect-error` must be refused by it.
const USE = `
import type { AdoptResult, Handlers } from './operations.js'
import type * as schemas from './types.js'

export function area(shape: schemas.Shape): number | undefined {
  // @ts-expect-error -- it may be null
  shape.kind
  if (shape === null) return 0
  // @ts-expect-error -- it may be a square
  shape.r
  switch (shape.kind) {
    case 'circle':
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

t.test('a union is narrowed by its discriminator', async (t) => {
  const { files } = generate(DOCUMENT)
  const all = [...files, { name: 'use.ts', text: USE }]
  t.same(await problemsOf(t, all), [])
  t.same(await problemsOf(t, all, { exactOptionalPropertyTypes: false }), [])
})
