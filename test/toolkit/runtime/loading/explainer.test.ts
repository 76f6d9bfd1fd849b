import t from 'tap'
import type { OperationContract, SchemaTable } from '#toolkit/runtime/contract/contract.js'
import { explainerOf } from '#toolkit/runtime/loading/schemas.js'

const SCHEMAS = [
  { $id: 'Pair', type: 'object', properties: { own: { $ref: 'Own#' }, other: { $ref: 'Other#' } } },
  { $id: 'Own', type: 'string' },
  { $id: 'Other', type: 'integer' },
]

/** An explainer of a large contract, and the names of what it has loaded: `*` is the table. */
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
  return { loaded, ...explainerOf({ schemas }) }
}

/** An operation whose request body has a schema. */
function operation(schema: string): OperationContract {
  const content = { 'application/json': { schema, validate: () => true } }
  return { requestBody: { required: true, content }, responses: {} } as unknown as OperationContract
}

const WRONG = { own: 5, other: 'a' }
const messages = (violations: readonly { instancePath: string; message?: string }[]) =>
  violations.map(({ instancePath, message }) => `${instancePath} ${message}`)
const ALL = ['/own must be string', '/other must be integer']

t.test('a small contract has all schemas', async (t) => {
  const { explain, loadFor, loadAll } = explainerOf({ schemas: SCHEMAS })
  await loadFor(operation('Pair'))
  t.same(messages(explain('Pair', WRONG)), ALL)
  t.same(messages(explain('Own', 5)), [' must be string'])
  t.equal(await loadAll(), undefined)
})

t.test('an operation loads the schemas that it can reach, each once', async (t) => {
  const { explain, loadFor, loaded } = large()
  await loadFor(operation('Own'))
  t.same(messages(explain('Own', 5)), [' must be string'])
  t.same(loaded, ['*', 'Own'])
  for (const _ of [1, 2]) {
    await loadFor(operation('Pair'))
    t.same(messages(explain('Pair', WRONG)), ALL)
  }
  t.same(loaded, ['*', 'Own', 'Pair', 'Other'])
})

t.test('all schemas can be loaded in advance', async (t) => {
  const { explain, loadFor, loadAll, loaded } = large()
  await loadAll()
  await loadFor(operation('Pair'))
  t.same(loaded.toSorted(), ['*', 'Other', 'Own', 'Pair'])
  t.same(messages(explain('Pair', WRONG)), ALL)
})
