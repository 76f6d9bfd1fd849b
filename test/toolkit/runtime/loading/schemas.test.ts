import t from 'tap'
import type { SchemaTable } from '#toolkit/runtime/contract/contract.js'
import { lazySchemas, loadSchemas } from '#toolkit/runtime/loading/schemas.js'

const to = (name: string) => ({ $ref: `${name}#` })

/** Schemas that refer to each other, and the names of those that have been loaded. */
function tableOf() {
  const loads: string[] = []
  const schemas = [
    { $id: 'A', properties: { b: to('B') }, examples: [null, 5, { $ref: 5 }] },
    { $id: 'B', allOf: [true, { items: to('C') }] },
    { $id: 'C', anyOf: [to('A'), to('C'), to('Absent'), to('toString')] },
    { $id: 'D', ...to('B') },
    { $id: 'Alone' },
  ]
  const table: SchemaTable = Object.fromEntries(
    schemas.map((schema) => [
      schema.$id,
      async () => {
        loads.push(schema.$id)
        return { [`${schema.$id}Schema`]: schema }
      },
    ]),
  )
  return { table, loads, schemas }
}

t.test('a schema is loaded with all that it refers to, each once', async (t) => {
  for (const [names, expected] of [
    [['Alone'], ['Alone']],
    [['A'], ['A', 'B', 'C']],
    [
      ['D', 'Alone', 'A'],
      ['D', 'B', 'C', 'A', 'Alone'],
    ],
  ] as const) {
    const { table, loads } = tableOf()
    const { loaded, loadReachable } = lazySchemas({ schemas: async () => table })
    for (const name of [...names, ...names]) await loadReachable(name)
    t.same(loads, expected)
    t.same([...loaded.keys()], expected)
  }
})

t.test('schemas of one file are loaded by one import', async (t) => {
  let imports = 0
  const file = async () => {
    imports++
    return { OneSchema: { $id: 'One', ...to('Two') }, TwoSchema: { $id: 'Two' } }
  }
  const { loaded, loadReachable } = lazySchemas({ schemas: async () => ({ One: file, Two: file }) })
  await loadReachable('One')
  t.same([...loaded.keys()], ['One', 'Two'])
  t.equal(imports, 1)
})

t.test('all schemas of a contract, small or large', async (t) => {
  const { table, schemas } = tableOf()
  const all = new Map(schemas.map((schema) => [schema.$id, schema]))
  t.same(await loadSchemas({ schemas }), all)
  t.same(await loadSchemas({ schemas: async () => table }), all)
})
