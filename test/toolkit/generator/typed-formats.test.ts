import path from 'node:path'
import t from 'tap'
import { made, problemsOf } from '../../helpers/made.js'
import { FORMATS, TYPED_FORMATS } from '../validation/conversions/typed-document.js'

const USE = `
import type { Branded } from 'fastify-contract'
import type { Handlers, ParametersRequest } from './operations.js'
import type { Values } from './types.js'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Member<Name extends keyof Values> = Exclude<Values[Name], undefined>
const is = <T extends true>(value?: T) => value

is<Same<Member<'at'>, Date>>()
is<Same<Member<'long'>, Date>>()
is<Same<Member<'bytes'>, Uint8Array>>()
is<Same<Member<'id'>, Branded<'uuid'>>>()
is<Same<Member<'price'>, bigint>>()
is<Same<Member<'none'>, Date | null>>()
is<Same<Member<'listed'>, '2020-01-01' | '2020-01-02'>>()
is<Same<Member<'chosen'>, Date>>()
is<Same<Member<'both'>, Date | number>>()
is<Same<Member<'list'>, Date[]>>()
is<Same<Member<'other'>, Date | string>>()
is<Same<Member<'either'>, Date | bigint>>()
is<Same<Member<'around'>, Date>>()
is<Same<ParametersRequest['query']['since'], Date>>()

export const some = {
  value: async ({ body }) => ({ status: 200, body }),
  parameters: () => ({ status: 200, body: {}, headers: { 'x-since': new Date() } }),
} satisfies Partial<Handlers>

// @ts-expect-error: a text is no date
export const wrong = { moment: () => ({ status: 200, body: '2020-01-01' }) } satisfies Partial<Handlers>
// @ts-expect-error: a string is no brand
export const unbranded: Values = { id: 'x' }
`

const CODECS = `
export const money = { decode: (text: string) => BigInt(text), encode: (value: bigint) => String(value) }
`

t.test('a typed format has its type everywhere', async (t) => {
  const { files, told } = made(TYPED_FORMATS, { formats: { ...FORMATS, money: './own.js#money' } })
  const found = told.filter((each) => !/unknown/.test(each))
  t.same(found, [])
  const own = [
    { name: 'own.ts', text: CODECS },
    { name: 'use.ts', text: USE },
  ]
  t.same(await problemsOf(t, [...files, ...own]), [])
})

t.test('without formats nothing is different, and a brand makes no code', async (t) => {
  const plain = made(TYPED_FORMATS)
  t.notMatch(plain.files.map(({ name, text }) => name + text).join(''), /codec/i)
  const branded = made(TYPED_FORMATS, { formats: { uuid: 'brand' } })
  t.match(branded.text('types.ts'), "Id = contract.Branded<'uuid'>")
  const others = ({ files }: typeof plain) => files.filter(({ name }) => name !== 'types.ts')
  t.same(others(branded), others(plain))
})

const schema = (text: string) => `
POST /: { operationId: o, body: $A }
A: ${text}
Text: { type: string }
Date: { type: string, format: date-time }
Mixed: { anyOf: [{ type: integer }, { type: string, format: date-time }, { type: 'null' }] }
`

const TYPES = `
  { type: string, format: date-time } -> globalThis.Date
  { $ref: '#/components/schemas/Date' } -> Date
  { type: string, format: date-time, const: '2020-01-01T00:00:00Z' } -> '2020-01-01T00:00:00Z'
  { type: string, allOf: [{ $ref: '#/components/schemas/Mixed' }] } -> globalThis.Date
  { allOf: [{ type: string, minLength: 1 }, { type: string, format: date-time }] } -> globalThis.Date
  { $ref: '#/components/schemas/Date', enum: ['2020-01-01T00:00:00Z'] } -> Date
  { $ref: '#/components/schemas/Date', const: '2020-01-01T00:00:00Z' } -> Date
  { allOf: [{ $ref: '#/components/schemas/Date' }, { enum: ['2020-01-01T00:00:00Z'] }] } -> Date
  { $ref: '#/components/schemas/Mixed', enum: ['2020-01-01T00:00:00Z', 5, null] } -> Mixed & ('2020-01-01T00:00:00Z' | 5 | null | globalThis.Date)
  { type: [string, 'null'], enum: ['2020-01-01T00:00:00Z', null], allOf: [{ type: [string, 'null'], format: date-time }] } -> null | globalThis.Date
  { anyOf: [{ enum: ['now'] }, { $ref: '#/components/schemas/Date' }] } -> 'now' | globalThis.Date | Date
  { anyOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/Date' }] } -> Text | Date
  { format: date-time } -> unknown
`

for (const row of TYPES.trim().split('\n')) {
  const [text = '', type = ''] = row.trim().split(' -> ')
  t.test(`with a typed format ${text} is ${type}`, async (t) => {
    const types = made(schema(text), { formats: { 'date-time': 'Date' } }).text('types.ts')
    t.equal(/type A =([\s\S]*?)\n\n/.exec(types)?.[1]?.trim(), type)
  })
}

const DAY = schema('{ type: string, format: date }')

t.test('a type that there is not, and a format that no string has, are told', async (t) => {
  const wrong: [formats: Record<string, string>, message: string | RegExp][] = [
    [{ date: 'Moment' }, /^formats: date=Moment: use one of Date, .*, brand, .\/codecs.js#member$/],
    [{ toString: 'Date' }, 'formats: toString=Date: use one of brand, ./codecs.js#member'],
    [{ date: './a\n.js#b' }, /use one of/],
    [{ date: './a.js#b-c' }, /use one of/],
    [{ int64: 'brand' }, 'formats: int64=brand: int64 has the option int64'],
    [{ binary: 'brand' }, 'formats: binary=brand: binary is of bytes already'],
  ]
  for (const [formats, message] of wrong) t.throws(() => made(DAY, { formats }), { message })
  const { told } = made(DAY, { formats: { date: 'Date', dat: 'brand' } })
  t.same(told, ['no string has the format `dat`'])
  const { text } = made(DAY, { formats: { date: "./it's one.js#b" } })
  t.match(text('codecs.ts'), "export { b as dateCodec } from './it\\'s one.js'")
})

t.test('webhooks whose values nothing converts are a warning', async (t) => {
  const sent = '{ content: { application/json: { schema: { type: string, format: date } } } }'
  const hook = `webhooks: { made: { post: { requestBody: ${sent}, responses: { 204: { description: d } } } } }`
  const told = (type: string) => made(DAY + hook, { formats: { date: type } }).told
  t.same(told('Date'), ['a request that the service sends has a format with a type of its own'])
  t.same(told('brand'), [])
})

t.test('a large contract imports its codecs', async (t) => {
  const day = '{ type: string, format: date }'
  const operations = Array.from(
    { length: 60 },
    (_, at) =>
      `GET /p${at}/{day}: { parameters: [{ name: day, in: path, required: true, schema: ${day} }], 200: ${day} }`,
  )
  const { files } = made(operations.join('\n'), { formats: { date: './own.js#day' } })
  const parts = files.filter(({ name }) => path.dirname(name) === 'contract')
  t.ok(parts.some(({ text }) => text.includes("from '../codecs.js'")))
  const text =
    'export const day = { decode: (text: string) => [text], encode: ([text = ""]: string[]) => text }\n'
  t.same(await problemsOf(t, [...files, { name: 'own.ts', text }]), [])
})
