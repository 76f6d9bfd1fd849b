import t from 'tap'
import type { SchemaTable } from '#toolkit/runtime/contract.js'
import { loadAll, loadSchemas, loadSome } from '#toolkit/runtime/routing/schemas.js'

const refers = (name: string, more: object = {}) => ({ $id: name, ...more })
const to = (name: string) => ({ $ref: `${name}#` })

/** Schemas that refer to each other, and which of them have been loaded. */
function tableOf() {
  const loaded: string[] = []
  const schemas = [
    refers('A', { properties: { b: to('B') }, examples: [null, 5, { $ref: 5 }] }),
    refers('B', { allOf: [true, { items: to('C') }] }),
    refers('C', { anyOf: [to('A'), to('C'), to('Absent'), to('toString')] }),
    refers('D', to('B')),
    refers('Alone'),
  ]
  const table: SchemaTable = Object.fromEntries(
    schemas.map((schema) => [
      schema.$id,
      async () => {
        loaded.push(schema.$id)
        return { [`${schema.$id}Schema`]: schema }
      },
    ]),
  )
  return { table, loaded, schemas }
}

t.test('a schema is loaded with all that it leads to, each once', async (t) => {
  for (const [names, expected] of [
    [[], []],
    [['Alone'], ['Alone']],
    [['A'], ['A', 'B', 'C']],
    [
      ['D', 'Alone'],
      ['D', 'Alone', 'B', 'C', 'A'],
    ],
  ] as const) {
    const { table, loaded } = tableOf()
    const found = await loadAll(table, names)
    t.same(
      found.map(({ $id }) => $id),
      expected,
    )
    t.same(loaded, expected)
    await loadAll(table, names)
    t.same(loaded, expected, 'once')
  }
})

t.test('or alone', async (t) => {
  const { table, schemas } = tableOf()
  t.same(await loadSome(table, ['D', 'A']), [schemas[3], schemas[0]])
})

t.test('all schemas of a contract, wherever they are', async (t) => {
  const { table, schemas } = tableOf()
  const all = new Map(schemas.map((schema) => [schema.$id, schema]))
  t.same(await loadSchemas({ schemas }), all)
  t.same(await loadSchemas({ schemas: async () => table }), all)
})
