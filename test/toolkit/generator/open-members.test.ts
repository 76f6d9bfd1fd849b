import path from 'node:path'
import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { codeFolder, typeCheck, writeFiles } from '../../helpers/tsc.js'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }
const FLAG = { type: 'boolean' }

const PARTS = {
  Base: { type: 'object', required: ['id'], properties: { id: NUMBER, tag: TEXT } },
  Other: { type: 'object', required: ['x'], properties: { x: FLAG } },
  Matched: { type: 'object', properties: { a: NUMBER }, patternProperties: { '^m-': TEXT } },
  Nested: {
    type: 'object',
    properties: {
      next: { type: 'object', allOf: [ref('Nested')], unevaluatedProperties: TEXT },
    },
  },
}

/** Schemas, where the name of a part refers to it, with a value that each accepts and one that it refuses, if any. */
const table = rowsOf(`
  unevaluatedProperties beside allOf | {allOf: [{$ref: Base}], unevaluatedProperties: {type: string}} | {id: 1, more: a} | {id: 1, more: 2}
  unevaluatedProperties beside $ref | {$ref: Base, unevaluatedProperties: {type: string}} | {id: 1, tag: b, more: a} | {id: 1, more: 2}
  unevaluatedProperties beside own properties | {type: object, properties: {a: {type: number}}, unevaluatedProperties: {type: string}} | {a: 1, more: a} | {more: 2}
  unevaluatedProperties alone | {type: object, unevaluatedProperties: {type: string}} | {more: a} |
  unevaluatedProperties: true | {allOf: [{$ref: Base}], unevaluatedProperties: true} | {id: 1, more: [2]} |
  unevaluatedProperties beside oneOf | {oneOf: [{$ref: Base}, {$ref: Other}], unevaluatedProperties: {type: string}} | {x: true, more: a} | {x: true, more: 2}
  unevaluatedProperties beside anyOf and own properties | {type: object, properties: {a: {type: boolean}}, anyOf: [{$ref: Base}, {$ref: Other}], unevaluatedProperties: {type: string}} | {id: 1, x: true, a: false, more: a} |
  unevaluatedProperties beside conditions | {type: object, if: {required: [a]}, then: {properties: {a: {type: number}}}, dependentSchemas: {a: {properties: {b: {type: boolean}}}}, unevaluatedProperties: {type: string}} | {a: 1, b: true, more: a} |
  unevaluatedProperties beside additionalProperties elsewhere | {allOf: [{$ref: Base}, {additionalProperties: true}], unevaluatedProperties: {type: string}} | {id: 1, more: 2} |
  additionalProperties: true beside allOf | {allOf: [{$ref: Base}], additionalProperties: true} | {id: 1, more: {a: 2}} |
  additionalProperties: true within allOf | {allOf: [{$ref: Base}, {type: object, additionalProperties: true}]} | {id: 1, more: 2} |
  additionalProperties: true beside $ref | {$ref: Base, additionalProperties: true} | {id: 1, more: 2} |
  additionalProperties: true beside oneOf | {type: object, oneOf: [{$ref: Base}, {$ref: Other}], additionalProperties: true} | {x: false, more: null} |
  additionalProperties beside allOf | {allOf: [{$ref: Base}], additionalProperties: {type: [string, number]}} | {id: 1, tag: b, more: 2} | {id: 1, more: true}
  patternProperties beside $ref | {$ref: Base, patternProperties: {^m-: {type: boolean}}} | {id: 1, m-a: true} | {id: 1, m-a: 2}
  members beside a named schema with patternProperties | {allOf: [{$ref: Matched}, {type: object, properties: {b: {type: boolean}}}]} | {a: 1, b: true, m-a: c} | {m-a: 2}
  others beside a named schema with patternProperties | {allOf: [{$ref: Matched}], unevaluatedProperties: {type: boolean}} | {a: 1, more: true, m-a: c} | {more: 2}
  unevaluatedProperties inside of the schema that it is beside | {$ref: Nested} | {next: {next: {more: a}, more: b}} | {next: {more: 2}}
  unevaluatedProperties beside null | {type: [object, 'null'], allOf: [{properties: {a: {type: number}}}], unevaluatedProperties: {}} | {a: 1, more: 2} |
`).map(([name = '', schema = '', accepted = '', refused = '']) => {
  const whole = schema.replace(/\$ref: (\w+)/g, "$ref: '#/components/schemas/$1'")
  const none = refused === '' ? undefined : (yamlOf(refused) as object)
  return [name, yamlOf(whole) as object, yamlOf(accepted) as object, none] as const
})

const schemas = Object.fromEntries(table.map(([, schema], index) => [`S${index}`, schema]))
const operations = table.map((_, index) => {
  const content = { 'application/json': { schema: ref(`S${index}`) } }
  const operation = {
    operationId: `op${index}`,
    requestBody: { required: true, content },
    responses: { 200: { description: 'The same.', content } },
  }
  return [`/${index}`, { post: operation }] as const
})
const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: Object.fromEntries(operations),
  components: { schemas: { ...PARTS, ...schemas } },
})

t.test('types accept members without a name that their schemas allow', async (t) => {
  const folder = codeFolder(t)
  const values = table.map(
    ([, , accepted], index) =>
      `export const v${index}: types.S${index} = ${JSON.stringify(accepted)}`,
  )
  const text = ["import type * as types from './generated/types.js'", ...values].join('\n')
  const { files } = generateFrom(parse('a.json', DOCUMENT))
  await writeFiles(path.join(folder, 'generated'), files)
  await writeFiles(folder, [{ name: 'values.ts', text }])
  t.same(await typeCheck(folder), [])
})

t.test('members without a name that their schemas allow are received and sent', async (t) => {
  const contract = await contractOf(t, DOCUMENT)
  const echo = ({ body }: { body: unknown }) => ({ status: 200, body })
  const handlers = Object.fromEntries(table.map((_, index) => [`op${index}`, echo]))
  const app = await serveContract(t, contract, { handlers: handlers as never })
  for (const [index, [name, , accepted, refused]] of table.entries()) {
    const send = (payload: object) => app.inject({ method: 'POST', url: `/${index}`, payload })
    const { statusCode, body } = await send(accepted)
    t.strictSame([statusCode, JSON.parse(body)], [200, accepted], name)
    if (refused !== undefined) t.equal((await send(refused)).statusCode, 400, `not ${name}`)
  }
})
