import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

/** An operation for each of these schemas, `/0`, `/1` and so on. */
function document(...schemas: string[]): string {
  const paths = schemas.map(
    (schema, index) => `
  /${index}: { post: { operationId: keep${index},
    requestBody: { required: true, content: { application/json: { schema: ${schema} } } },
    responses: { '200': { description: Kept., content: { application/json: { schema: ${schema} } } } } } }`,
  )
  return `
openapi: 3.1.0
info: { title: Values, version: '1' }
paths:${paths.join('')}
components:
  schemas:
    Day: { format: date }
    Address: { anyOf: [{ $ref: '#/components/schemas/Day' }, { format: ipv4 }] }
    Text: { type: string }
    Count: { format: int64 }
    Loop: { allOf: [{ $ref: '#/components/schemas/Pool' }], format: date }
    Pool: { properties: { a: { $ref: '#/components/schemas/Loop' } } }
`
}

const refTo = (name: string) => `$ref: '#/components/schemas/${name}'`

const INT32 = ['1', '-2147483648', '2147483647']
const NO_INT32 = ['1.5', '2147483648', '1e30']
const INT64 = ['1', '9007199254740995', '-9223372036854775808']
const NO_INT64 = ['1.5', '9223372036854775808', '1e30']

/** Bodies that a schema accepts, which are returned as they are, and bodies that it refuses. */
const table: [schema: string, taken: string[], refused: string[]][] = [
  [
    '{ type: string, oneOf: [{ format: date }, { format: date-time }] }',
    ['"2026-11-24"', '"2026-11-24T00:00:00Z"'],
    ['"yesterday"', '1'],
  ],
  [
    '{ type: string, anyOf: [{ format: ipv4 }, { format: ipv6 }] }',
    ['"10.0.0.1"', '"::1"'],
    ['"10.0.0.256"', '"localhost"'],
  ],
  // Without any type, a format only describes.
  ['{ format: date }', ['"2026-11-24"', '"yesterday"', '1'], []],
  [
    '{ type: [string, integer], if: { maxLength: 3 }, else: { format: date } }',
    ['"abc"', '"2026-11-24"', '1'],
    ['"abcd"', '1.5'],
  ],
  [
    '{ type: [string, object], dependentSchemas: { a: { format: date } }, allOf: [{ anyOf: [{ format: ipv4 }, { format: date }] }] }',
    ['"2026-11-24"', '"10.0.0.1"', '{"a":1}'],
    ['"a"'],
  ],
  // The type beside a reference, around it, or behind another one is that of the format.
  [`{ type: string, allOf: [{ ${refTo('Day')} }] }`, ['"2026-11-24"'], ['"yesterday"', '1']],
  [`{ type: string, ${refTo('Day')} }`, ['"2026-11-24"'], ['"yesterday"', '1']],
  [`{ ${refTo('Text')}, format: date }`, ['"2026-11-24"'], ['"yesterday"', '1']],
  [`{ allOf: [{ ${refTo('Day')} }, { ${refTo('Text')} }] }`, ['"2026-11-24"'], ['"yesterday"']],
  [`{ allOf: [{ ${refTo('Text')} }], format: date }`, ['"2026-11-24"'], ['"yesterday"']],
  [`{ type: string, oneOf: [{ ${refTo('Address')} }] }`, ['"2026-11-24"', '"1.2.3.4"'], ['"a"']],
  [`{ type: string, not: { ${refTo('Day')} } }`, ['"yesterday"'], ['"2026-11-24"']],
  [`{ type: string, allOf: [{ ${refTo('Loop')} }] }`, ['"2026-11-24"'], ['"yesterday"']],
  [
    `{ type: object, allOf: [{ ${refTo('Day')} }], properties: { day: { ${refTo('Day')} } } }`,
    ['{"day":"yesterday"}'],
    ['1'],
  ],
  [`{ ${refTo('Day')} }`, ['"yesterday"', '1'], []],
  [`{ type: integer, allOf: [{ ${refTo('Count')} }] }`, INT64, NO_INT64],
  [`{ type: number, anyOf: [{ ${refTo('Count')} }] }`, INT64, NO_INT64],
  ['{ type: [integer, "null"], format: uuid }', ['1', 'null'], ['"1"']],
  ['{ type: [string, integer], format: date }', ['"2026-11-24"', '5'], ['"5"']],
  ['{ type: string, not: { format: date } }', ['"yesterday"'], ['"2026-11-24"']],
  ['{ type: integer, allOf: [{ format: int32 }] }', INT32, [...NO_INT32, '"1"']],
  ['{ type: number, format: int32 }', INT32, NO_INT32],
  ['{ type: [number, integer, string], format: int32 }', [...INT32, '"a"'], NO_INT32],
  ['{ type: integer, allOf: [{ description: An ID., format: int64 }] }', INT64, NO_INT64],
  ['{ type: number, format: int64 }', INT64, NO_INT64],
  [
    '{ type: [number, "null"], allOf: [{ anyOf: [{ format: int64 }] }] }',
    [...INT64, 'null'],
    NO_INT64,
  ],
  ['{ type: integer, format: uint8 }', ['0', '255'], ['-1', '256', '1.5']],
  ['{ type: number, format: int8, minimum: -5 }', ['-5', '127'], ['-6', '128', '1.5']],
  [
    '{ type: integer, format: uint16, minimum: -5, maximum: 100000 }',
    ['0', '65535'],
    ['-1', '65536'],
  ],
  ['{ type: string, format: byte }', ['""', '"YWJj"', '"YQ=="'], ['"YQ"', '"a b="']],
  ['{ type: number, format: double }', ['1.5', '1'], ['"1.5"']],
  [
    '{ type: object, properties: { id: { type: number, format: int64 } } }',
    ['{"id":9007199254740995}'],
    ['{"id":0.5}'],
  ],
]

t.test('a format without any type is a warning', (t) => {
  const found = generateFrom(parse('a.yaml', document('{ format: date }')))
  const message = 'the format `date` has no `type` beside it: values are not checked for it'
  t.match(found.warnings, [{ message }, { message: /`ipv4`/ }, { message: /`int64`/ }])
  t.end()
})

t.test('a circle of references to formats ends', (t) => {
  const text = document(`{ type: string, allOf: [{ ${refTo('Circle')} }] }`)
  const circle = `    Circle: { format: date, anyOf: [{ ${refTo('Circle')} }, { minLength: 1 }] }\n`
  t.throws(() => generateFrom(parse('a.yaml', text + circle)), DocumentError)
  t.end()
})

t.test('a format that asserts and is not checked is a warning', (t) => {
  const warned = (format: string) => {
    const text = document(`{ type: string, format: ${format} }`)
    const messages = generateFrom(parse('a.yaml', text)).warnings.map(({ message }) => message)
    return messages.filter((message) => !message.includes('has no `type`'))
  }
  t.same(warned('http-date'), ['values are not checked for the format `http-date`'])
  t.match(warned('htp-date'), ['the format `htp-date` is unknown: values are not checked for it'])
  t.match(warned('uint8'), ['the format `uint8` is about numbers, and `type` is string'])
  for (const each of ['password', 'byte']) t.same(warned(each), [], each)
  t.end()
})

const keep = ({ body }: { body: unknown }) => ({ status: 200, body })
const contract = await contractOf(t, document(...table.map(([schema]) => schema)))
const handlers = Object.fromEntries(contract.operations.map((each) => [each.operationId, keep]))
const app = await serveContract(t, contract, { handlers })

for (const [index, [schema, taken, refused]] of table.entries()) {
  t.test(`a format asserts wherever it stands: ${schema}`, async (t) => {
    const headers = { 'content-type': 'application/json' }
    const send = (payload: string) =>
      app.inject({ method: 'POST', url: `/${index}`, headers, payload })
    for (const each of taken) {
      const { statusCode, body } = await send(each)
      t.equal(statusCode, 200, each)
      t.equal(body, each)
    }
    for (const each of refused) {
      const { statusCode, body } = await send(each)
      t.equal(statusCode, 400, each)
      t.notMatch(body, 'is not valid', 'the reason is in the message')
    }
  })
}
