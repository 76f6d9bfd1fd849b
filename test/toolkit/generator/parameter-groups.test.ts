import path from 'node:path'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'

t.test(
  'operations at the same pointer of several files have parameters of their own',
  async (t) => {
    const get = (name: string) => `
get:
  operationId: ${name}
  parameters: [{ name: ${name}, in: query, schema: { type: string } }]
  responses: { '204': { description: Done. } }
`
    const folder = t.testdir({
      'openapi.yaml': `
openapi: 3.1.0
info: { title: T, version: '1' }
paths: { /a: { $ref: a.yaml }, /b: { $ref: b.yaml } }
`,
      'a.yaml': get('a'),
      'b.yaml': get('b'),
    })
    const { model } = generate(path.join(folder, 'openapi.yaml'))
    const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
    const members = model.operations.map(({ parameterGroups: [group] }) => {
      const { properties = {} } = schemas.get(group?.schema as string) as { properties?: object }
      return Object.keys(properties)
    })
    t.same(members, [['a'], ['b']])
  },
)
