import path from 'node:path'
import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { parse } from '#toolkit/generator/load/source.js'
import { codeFolder, typeCheck, writeFiles } from '../../helpers/tsc.js'
import { FORMATS, TYPED_FORMATS } from '../validation/conversions/typed-document.js'

const OWN = { ...FORMATS, money: './own.js#money' }

function generated(text: string, formats: GenerateOptions['formats']) {
  const { files, warnings } = generateFrom(parse('a.yaml', text), { ...(formats && { formats }) })
  const told = warnings.map(({ message }) => message).filter((each) => !/unknown/.test(each))
  return { files, texts: new Map(files.map((file) => [file.name, file.text])), told }
}

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
  const { files, told } = generated(TYPED_FORMATS, OWN)
  t.same(told, [])
  const folder = codeFolder(t)
  const own = [
    { name: 'own.ts', text: CODECS },
    { name: 'use.ts', text: USE },
  ]
  await writeFiles(folder, [...files, ...own])
  t.same(await typeCheck(folder), [])
})

t.test('without formats nothing is different, and a brand makes no code', async (t) => {
  const { texts } = generated(TYPED_FORMATS, undefined)
  t.notOk(texts.has('codecs.ts'))
  t.notMatch([...texts.values()].join(''), /codec/i)
  const branded = generated(TYPED_FORMATS, { uuid: 'brand' }).texts
  t.match(branded.get('types.ts'), "Id = contract.Branded<'uuid'>")
  for (const [name, text] of texts) if (name !== 'types.ts') t.equal(branded.get(name), text, name)
})

const schema = (text: string) => `
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /: { post: { operationId: o, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }, responses: { '204': { description: d } } } }
components: { schemas: { A: ${text}, Text: { type: string }, Date: { type: string, format: date-time }, Mixed: { anyOf: [{ type: integer }, { type: string, format: date-time }, { type: 'null' }] } } }
`

t.test(
  'a type says what is typed beside references, lists of values and other types',
  async (t) => {
    const rows = `
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
      { format: date-time } -> unknown`
    for (const row of rows.trim().split('\n')) {
      const [text = '', type] = row.trim().split(' -> ')
      const types = generated(schema(text), { 'date-time': 'Date' }).texts.get('types.ts') as string
      t.equal(/type A =([\s\S]*?)\n\n/.exec(types)?.[1]?.trim(), type, text)
    }
  },
)

t.test('a type that there is not, and a format that no string has, are told', async (t) => {
  const text = schema('{ type: string, format: date }')
  for (const [formats, message] of [
    [
      { date: 'Moment' },
      'formats: date=Moment: use one of Date, Temporal.PlainDate, brand, ./codecs.js#member',
    ],
    [{ toString: 'Date' }, 'formats: toString=Date: use one of brand, ./codecs.js#member'],
    [{ date: './a\n.js#b' }, /use one of/],
    [{ date: './a.js#b-c' }, /use one of/],
    [{ int64: 'brand' }, 'formats: int64=brand: int64 has the option int64'],
    [{ binary: 'brand' }, 'formats: binary=brand: binary is of bytes already'],
  ] as const) {
    t.throws(() => generated(text, formats), { message })
  }
  t.same(generated(text, { date: 'Date', dat: 'brand' }).told, ['no string has the format `dat`'])
  const { texts } = generated(text, { date: "./it's one.js#b" })
  t.match(texts.get('codecs.ts'), "export { b as dateCodec } from './it\\'s one.js'")
})

t.test('webhooks whose values nothing converts are a warning', async (t) => {
  const hook = `
webhooks:
  made: { post: { requestBody: { content: { application/json: { schema: { type: string, format: date } } } }, responses: { '204': { description: d } } } }
`
  const text = schema('{ type: string, format: date }') + hook
  const told = ['a request that the service sends has a format with a type of its own']
  t.same(generated(text, { date: 'Date' }).told, told)
  t.same(generated(text, { date: 'brand' }).told, [])
})

t.test('a large contract imports its codecs', async (t) => {
  const paths = Array.from({ length: 60 }, (_, n) => {
    const responses =
      "{ '200': { description: d, content: { application/json: { schema: { type: string, format: date } } } } }"
    return `  /p${n}/{day}: { get: { operationId: o${n}, parameters: [{ name: day, in: path, required: true, schema: { type: string, format: date } }], responses: ${responses} } }\n`
  })
  const text = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n${paths.join('')}`
  const { files } = generated(text, { date: './own.js#day' })
  t.ok(
    files.some(
      ({ name, text }) => path.dirname(name) === 'contract' && text.includes("from '../codecs.js'"),
    ),
  )
  const folder = codeFolder(t)
  const day =
    'export const day = { decode: (text: string) => [text], encode: ([text = ""]: string[]) => text }\n'
  await writeFiles(folder, [...files, { name: 'own.ts', text: day }])
  t.same(await typeCheck(folder), [])
})
