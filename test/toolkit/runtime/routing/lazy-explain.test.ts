import t from 'tap'
import type { SchemaTable } from '#toolkit/runtime/contract.js'
import { NotLoaded, whenLoaded } from '#toolkit/runtime/routing/late.js'
import { lazyExplainer } from '#toolkit/runtime/routing/lazy-explain.js'

const SCHEMAS = [
  { $id: 'Pair', type: 'object', properties: { own: { $ref: 'Own#' }, other: { $ref: 'Other#' } } },
  { $id: 'Own', type: 'string' },
  { $id: 'Other', type: 'integer' },
]

/** An explainer of a large contract, and what it has loaded: `*` is the table. */
function large() {
  const loaded: string[] = []
  const table: SchemaTable = Object.fromEntries(
    SCHEMAS.map((schema) => [
      schema.$id,
      async () => {
        loaded.push(schema.$id)
        return { [`${schema.$id}Schema`]: schema }
      },
    ]),
  )
  const schemas = async () => {
    loaded.push('*')
    return table
  }
  return { loaded, ...lazyExplainer({ schemas }) }
}

const WRONG = { own: 5, other: 'a' }
const told = (violations: readonly { instancePath: string; message?: string }[]) =>
  violations.map(({ instancePath, message }) => `${instancePath} ${message}`)
const ALL = ['/own must be string', '/other must be integer']

// What explains is loaded by itself.
await whenLoaded(() => lazyExplainer({ schemas: SCHEMAS }).explain('Own', 5))

t.test('what is there explains at once', async (t) => {
  const { explain, prepare, load } = lazyExplainer({ schemas: SCHEMAS })
  t.same(told(explain('Pair', WRONG)), ALL)
  t.same(told(explain('Own', 5)), [' must be string'])
  t.same([await prepare(['Own']), await load()], [undefined, undefined])
})

t.test('of a large contract only what a value comes by is loaded', async (t) => {
  const { explain, loaded } = large()
  let thrown: unknown
  try {
    explain('Pair', { own: 5 })
  } catch (error) {
    thrown = error
  }
  t.type(thrown, NotLoaded)
  t.same(loaded, [], 'not before it is waited for')
  t.same(told(await whenLoaded(() => explain('Pair', { own: 5 }))), ['/own must be string'])
  t.same(loaded, ['*', 'Pair', 'Own'])
  t.same(told(await whenLoaded(() => explain('Pair', WRONG))), ALL)
  t.same(loaded, ['*', 'Pair', 'Own', 'Other'])
  t.same(told(explain('Pair', WRONG)), ALL, 'then it is there')
})

t.test('what has to be there before is loaded with all that it leads to', async (t) => {
  const { explain, prepare, loaded } = large()
  await prepare([])
  t.same(loaded, [], 'where nothing has to be, nothing is')
  await prepare(['Own'])
  t.same(loaded, ['*', 'Own'])
  t.same(told(explain('Own', 5)), [' must be string'])
  await prepare(['Pair'])
  t.same(told(explain('Pair', WRONG)), ALL)
  t.same([...new Set(loaded)], ['*', 'Own', 'Pair', 'Other'])
})

t.test('or all', async (t) => {
  const { explain, load, loaded } = large()
  await load()
  t.same(loaded.sort(), ['*', 'Other', 'Own', 'Pair'])
  t.same(told(explain('Pair', WRONG)), ALL)
})
