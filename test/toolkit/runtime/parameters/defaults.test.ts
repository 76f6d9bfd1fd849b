import t from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const to = (name: string, more: object = {}) => ({ $ref: `#/components/schemas/${name}`, ...more })
const components = {
  schemas: {
    Status: { type: 'string', enum: ['open', 'closed'] },
    Closed: { type: 'string', default: 'closed' },
    Chain: to('Closed', { default: 'chain' }),
    Long: { type: 'integer', format: 'int64' },
  },
}

/** Schemas of parameters that are not sent, and what a handler gets. */
const newer: readonly (readonly [title: string, schema: object, want: unknown])[] = [
  ['a default beside a reference', to('Status', { default: 'open' }), 'open'],
  [
    'a default beside a reference to a schema with another one',
    to('Closed', { default: 'x' }),
    'x',
  ],
  ['a default beside a reference on the way', to('Chain'), 'chain'],
  ['a default beside a reference to an int64', to('Long', { default: 5 }), 5n],
  ['a default in an allOf', { allOf: [to('Status'), { default: 'open' }] }, 'open'],
  ['a default of the target of a reference in an allOf', { allOf: [to('Closed')] }, 'closed'],
  ['a default beside an allOf with another one', { default: 'x', allOf: [to('Closed')] }, 'x'],
  ['a default null', { type: ['string', 'null'], default: null }, null],
  [
    'a default null of a union',
    { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    null,
  ],
  ['a default null of an enum', { enum: ['a', null], default: null }, null],
  ['a default null that the schema refuses', { type: 'string', default: null }, undefined],
]

const older: typeof newer = [
  ['a default beside a reference, which 3.0 ignores', to('Closed', { default: 'x' }), 'closed'],
  ['a default null that is nullable', { type: 'string', nullable: true, default: null }, null],
  ['a default beside an allOf', { allOf: [to('Status')], default: 'open' }, 'open'],
]

for (const [openapi, table] of Object.entries({ '3.0.3': older, '3.1.0': newer, '3.2.0': newer })) {
  t.test(`defaults of parameters in OpenAPI ${openapi}`, async (t) => {
    const places = { query: 'query', header: 'headers', cookie: 'cookies' } as const
    const parameters = Object.keys(places).flatMap((place) =>
      table.map(([, schema], index) => ({ name: `p${index}`, in: place, schema })),
    )
    const get = { operationId: 'get', parameters, responses: { 204: { description: 'Done.' } } }
    const { Chain: _, ...plain } = components.schemas
    const schemas = openapi === '3.0.3' ? plain : components.schemas
    const document = {
      openapi,
      info: { title: 'Defaults', version: '1' },
      paths: { '/': { get } },
      components: { schemas },
    }
    const seen: Record<string, Record<string, unknown>>[] = []
    const see = (request: object) => {
      seen.push(request as (typeof seen)[number])
      return { status: 204 }
    }
    const contract = await contractOf(t, JSON.stringify(document))
    const app = await serveContract(t, contract, { handlers: { get: see } })
    const { statusCode, body } = await app.inject('/')
    t.equal(statusCode, 204, body)
    for (const [index, [title, , want]] of table.entries()) {
      for (const member of Object.values(places)) {
        t.strictSame(seen[0]?.[member]?.[`p${index}`], want, `${title}, in ${member}`)
      }
    }
  })
}
