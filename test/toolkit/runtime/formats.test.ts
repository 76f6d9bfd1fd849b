import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { made } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'
import { contractIn, echo, keeping } from './keeping.js'

const SCHEMAS = `
Day: {format: date}
Address: {anyOf: [$Day, {format: ipv4}]}
Text: {type: string}
Count: {format: int64}
Loop: {allOf: [$Pool], format: date}
Pool: {properties: {a: $Loop}}
`

/** An operation for each of these schemas, `/0`, `/1` and so on. */
const documentWith = (schemas: readonly string[]) =>
  SCHEMAS + schemas.map((each, at) => `POST /${at}: { body: ${each}, 200: ${each} }`).join('\n')

const INT32 = '1  -2147483648  2147483647'
const NO_INT32 = '1.5  2147483648  1e30'
const INT64 = '1  9007199254740995  -9223372036854775808'
const NO_INT64 = '1.5  9223372036854775808  1e30'
const DAY = '"2026-11-24"'

/**
 * A schema, bodies that it accepts and that are returned as they are, and bodies that it refuses. Without any type a
 * format only describes; the type beside a reference, around it, or behind another one is that of the format.
 */
const TABLE = rowsOf(`
  {type: string, oneOf: [{format: date}, {format: date-time}]} | ${DAY}  "2026-11-24T00:00:00Z" | "yesterday"  1
  {type: string, anyOf: [{format: ipv4}, {format: ipv6}]} | "10.0.0.1"  "::1" | "10.0.0.256"  "localhost"
  {format: date} | ${DAY}  "yesterday"  1 |
  {type: [string, integer], if: {maxLength: 3}, else: {format: date}} | "abc"  ${DAY}  1 | "abcd"  1.5
  {type: [string, object], dependentSchemas: {a: {format: date}}, allOf: [{anyOf: [{format: ipv4}, {format: date}]}]} | ${DAY}  "10.0.0.1"  {"a":1} | "a"
  {type: string, allOf: [$Day]} | ${DAY} | "yesterday"  1
  {type: string, $ref: $Day} | ${DAY} | "yesterday"  1
  {$ref: $Text, format: date} | ${DAY} | "yesterday"  1
  {allOf: [$Day, $Text]} | ${DAY} | "yesterday"
  {allOf: [$Text], format: date} | ${DAY} | "yesterday"
  {type: string, oneOf: [$Address]} | ${DAY}  "1.2.3.4" | "a"
  {type: string, not: $Day} | "yesterday" | ${DAY}
  {type: string, allOf: [$Loop]} | ${DAY} | "yesterday"
  {type: object, allOf: [$Day], properties: {day: $Day}} | {"day":"yesterday"} | 1
  $Day | "yesterday"  1 |
  {type: integer, allOf: [$Count]} | ${INT64} | ${NO_INT64}
  {type: number, anyOf: [$Count]} | ${INT64} | ${NO_INT64}
  {type: [integer, 'null'], format: uuid} | 1  null | "1"
  {type: [string, integer], format: date} | ${DAY}  5 | "5"
  {type: string, not: {format: date}} | "yesterday" | ${DAY}
  {type: integer, allOf: [{format: int32}]} | ${INT32} | ${NO_INT32}  "1"
  {type: number, format: int32} | ${INT32} | ${NO_INT32}
  {type: [number, integer, string], format: int32} | ${INT32}  "a" | ${NO_INT32}
  {type: integer, allOf: [{description: An ID., format: int64}]} | ${INT64} | ${NO_INT64}
  {type: number, format: int64} | ${INT64} | ${NO_INT64}
  {type: [number, 'null'], allOf: [{anyOf: [{format: int64}]}]} | ${INT64}  null | ${NO_INT64}
  {type: integer, format: uint8} | 0  255 | -1  256  1.5
  {type: number, format: int8, minimum: -5} | -5  127 | -6  128  1.5
  {type: integer, format: uint16, minimum: -5, maximum: 100000} | 0  65535 | -1  65536
  {type: string, format: byte} | ""  "YWJj"  "YQ==" | "YQ"  "a b="
  {type: number, format: double} | 1.5  1 | "1.5"
  {type: object, properties: {id: {type: number, format: int64}}} | {"id":9007199254740995} | {"id":0.5}
`)

t.test('a format asserts wherever it stands', async (t) => {
  const contract = await contractIn(documentWith(TABLE.map(([schema = '']) => schema)))
  const { post } = await keeping(t, contract, { answer: echo })
  for (const [index, [schema, ...bodies]] of TABLE.entries()) {
    const [taken = [], refused = []] = bodies.map((cell) => cell.split('  ').filter(Boolean))
    for (const each of taken)
      t.match(await post(`/${index}`, each), { statusCode: 200, body: each }, `${schema} ${each}`)
    for (const each of refused) {
      const { statusCode, body } = await post(`/${index}`, each)
      t.equal(statusCode, 400, `${schema} ${each}`)
      t.notMatch(body, 'is not valid', 'the reason is in the message')
    }
  }
})

const warned = (schema: string) => made(documentWith([schema])).told

t.test('a format without any type is a warning', async (t) => {
  const message = 'the format `date` has no `type` beside it: values are not checked for it'
  t.match(warned('{format: date}'), [message, /`ipv4`/, /`int64`/])
})

t.test('a circle of references to formats ends', async (t) => {
  const circle = '\nCircle: {format: date, anyOf: [$Circle, {minLength: 1}]}'
  const document = documentWith(['{type: string, allOf: [$Circle]}']) + circle
  t.throws(() => made(document), DocumentError)
})

t.test('a format that asserts and is not checked is a warning', async (t) => {
  const told = (format: string) =>
    warned(`{type: string, format: ${format}}`).filter((each) => !each.includes('has no `type`'))
  t.same(told('http-date'), ['values are not checked for the format `http-date`'])
  t.match(told('htp-date'), ['the format `htp-date` is unknown: values are not checked for it'])
  t.match(told('uint8'), ['the format `uint8` is about numbers, and `type` is string'])
  for (const each of ['password', 'byte']) t.same(told(each), [], each)
})
