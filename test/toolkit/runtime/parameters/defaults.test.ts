import t from 'tap'
import { tableOf } from '../../../helpers/rows.js'
import type { AnyHandler } from '../../../helpers/serve-document.js'
import { contractAt, contractIn, keeping } from '../keeping.js'

const PREFIX = '#/components/schemas/'
const ref = (name: string) => `$ref: '${PREFIX}${name}'`
const components = {
  schemas: {
    Status: { type: 'string', enum: ['open', 'closed'] },
    Closed: { type: 'string', default: 'closed' },
    Chain: { $ref: '#/components/schemas/Closed', default: 'chain' },
    Long: { type: 'integer', format: 'int64' },
  },
}

type Row = [title: string, schema: object, want: unknown]

/** Schemas of parameters that are not sent, and what a handler gets. */
const newer: Row[] = [
  ...tableOf<Row>(`
  a default beside a reference | {${ref('Status')}, default: open} | open
  a default beside a reference to a schema with another one | {${ref('Closed')}, default: x} | x
  a default beside a reference on the way | {${ref('Chain')}} | chain
  a default in an allOf | {allOf: [{${ref('Status')}}, {default: open}]} | open
  a default of the target of a reference in an allOf | {allOf: [{${ref('Closed')}}]} | closed
  a default beside an allOf with another one | {default: x, allOf: [{${ref('Closed')}}]} | x
  a default null | {type: [string, 'null'], default: null} | null
  a default null of a union | {anyOf: [{type: string}, {type: 'null'}], default: null} | null
  a default null of an enum | {enum: [a, null], default: null} | null
`),
  ['a default beside a reference to an int64', { $ref: `${PREFIX}Long`, default: 5 }, 5n],
  ['a default null that the schema refuses', { type: 'string', default: null }, undefined],
  ['a default that the schema refuses', { type: 'integer', default: '10' }, undefined],
  ['a default that a reference refuses', { $ref: `${PREFIX}Status`, default: '' }, undefined],
]

const older = tableOf<Row>(`
  a default beside a reference, which 3.0 ignores | {${ref('Closed')}, default: x} | closed
  a default null that is nullable | {type: string, nullable: true, default: null} | null
  a default beside an allOf | {allOf: [{${ref('Status')}}], default: open} | open
`)

for (const [openapi, table] of Object.entries({ '3.0.3': older, '3.1.0': newer, '3.2.0': newer })) {
  t.test(`defaults of parameters in OpenAPI ${openapi}`, async (t) => {
    const places = { query: 'query', header: 'headers', cookie: 'cookies' } as const
    const parameters = Object.keys(places).flatMap((place) =>
      table.map(([, schema], index) => ({ name: `p${index}`, in: place, schema })),
    )
    const { Chain: _, ...plain } = components.schemas
    const schemas = openapi === '3.0.3' ? plain : components.schemas
    const all = JSON.stringify({ parameters })
    const document = `openapi: ${openapi}\nGET /all: ${all}\ncomponents: ${JSON.stringify({ schemas })}`
    const { app, kept } = await keeping(t, await contractIn(document))
    t.equal((await app.inject('/all')).statusCode, 204)
    const [got] = kept as Record<string, Record<string, unknown>>[]
    for (const [index, [title, , want]] of table.entries()) {
      for (const member of Object.values(places))
        t.strictSame(got?.[member]?.[`p${index}`], want, `${title}, in ${member}`)
    }
  })
}

t.test('what a handler does to a default stays in its request', async (t) => {
  const answer: AnyHandler = ({ query }) => {
    query.ids.push(3n)
    return { status: 200, body: null }
  }
  const { talk } = await keeping(t, await contractAt('parameters.yaml'), { answer })
  await talk(t).lines(`
  GET /defaults || GET /defaults -> 200 of {query: {limit: 20, after: 7n, before: ${2n ** 63n - 1n}n, ids: [1n, 2n, 3n], flag: false, text: ''}, headers: {x-mode: fast}}
  GET /defaults?limit=1&after=2&before=3&ids=4&flag=true&text=a (x-mode: slow) -> 200 of {query: {limit: 1, after: 2n, before: 3n, ids: [4n, 3n], flag: true, text: a}, headers: {x-mode: slow}}`)
})
