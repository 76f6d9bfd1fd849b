import t from 'tap'
import { json, NAMED, played, type Shape } from './small-world.js'

const text = { type: 'string' }
const chosen = { type: 'object', required: ['id'], properties: { id: text } }
const limit = {
  name: 'limit',
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum: 20 },
}
const offset = { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } }
const etags = ['If-Match', 'If-None-Match'].map((name) => ({ name, in: 'header', schema: text }))

/** Things of which there is little to say: a correct server is not blamed for any. */
const SHAPES: Record<string, Shape> = {
  'things with names': {},
  'identities that the client chooses': {
    asks: { ...chosen, properties: { id: text, name: text } },
  },
  'nothing but an identity': { asks: { ...chosen, additionalProperties: false } },
  'texts for bodies': { asks: { type: 'string', minLength: 1 } },
  'lists for bodies': { asks: { type: 'array', items: { type: 'integer' } } },
  'plain texts': { content: { 'text/plain': {} }, answers: {} },
  'JSON without a schema': { content: { 'application/json': {} }, answers: {} },
  'no valid body': { asks: { ...NAMED, not: {} }, answers: NAMED },
  'only PUT': { only: 'replace read remove', asks: NAMED },
  'nothing to read': { only: 'create replace change remove' },
  'nothing but PUT and DELETE': { only: 'replace remove' },
  'only POST': { only: 'create' },
  'bodies of PUT that are plain texts': { changes: { 'text/plain': {} } },
  'PUT without a list or PATCH': { only: 'create read replace' },
  maps: { asks: { type: 'object', additionalProperties: text }, answers: {} },
  'members of any type': { asks: { ...NAMED, properties: { ...NAMED.properties, name: {} } } },
  'a constant that only the server sets': {
    asks: { ...NAMED, properties: { name: text, kind: { const: 'a', readOnly: true } } },
    answers: { ...NAMED, properties: { name: text, id: text, kind: { const: 'a' } } },
  },
  'read-only members of POST alone': {
    changes: json({ type: 'object', required: ['name'], properties: { name: text } }),
  },
  'only POST and DELETE': { only: 'create remove' },
  'only POST and PATCH': { only: 'create change' },
  'identities of a list': { id: { enum: ['a', 'b'] }, only: 'replace read remove' },
  UUIDs: { id: { type: 'string', format: 'uuid' }, only: 'replace read remove' },
  'no valid identity': { id: { type: 'string', not: {} }, only: 'replace read remove' },
  'other identities in bodies': {
    asks: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: text } },
    only: 'replace read remove',
  },
  'other identities in bodies of POST': {
    asks: { type: 'object', required: ['id'], properties: { id: text, name: text } },
    id: { type: 'integer' },
  },
  'POST without a body': {
    content: {},
    changes: json(NAMED),
    answers: { type: 'object', properties: { id: text, name: text } },
  },
  'things without identities': {
    asks: { type: 'object', properties: { name: text } },
    only: 'create list',
  },
  'pages by number': {
    query: [limit, { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }],
  },
  'pages by offset': {
    query: [
      limit,
      { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 500 } },
    ],
  },
  'a limit alone': { query: [limit] },
  'a required parameter': {
    query: [{ name: 'mode', in: 'query', required: true, schema: { enum: ['all'] } }],
  },
  'a parameter without a valid value': {
    query: [{ name: 'mode', in: 'query', required: true, schema: { not: {} } }],
  },
  'conditions that are numbers': {
    headers: etags.map((each) => ({
      ...each,
      schema: { type: 'string', pattern: '^"[0-9]+-[0-9]+"$' },
    })),
  },
  'conditions that are not any': {
    headers: etags.map((each) => ({ ...each, schema: { type: 'string', minLength: 2 } })),
  },
  'versions in bodies': {
    asks: { ...NAMED, properties: { ...NAMED.properties, version: { type: 'integer' } } },
  },
  'no valid body with an identity': { asks: { ...chosen, not: {} } },
  'references of other types': {
    asks: {
      ...NAMED,
      required: ['name', 'ownerId'],
      properties: { ...NAMED.properties, ownerId: text },
    },
    changes: json({
      type: 'object',
      required: ['name', 'ownerId'],
      properties: { name: text, ownerId: { type: 'integer' } },
    }),
    answers: { ...NAMED, properties: { ...NAMED.properties, ownerId: {} } },
  },
  'maps with members': {
    asks: { type: 'object', minProperties: 1, additionalProperties: text },
    answers: {},
  },
  'conditions for one version': {
    headers: etags.map((each) => ({ ...each, schema: { const: '"a"' } })),
  },
  'items that nothing tells apart': {
    asks: { type: 'object', properties: { label: text } },
    only: 'create list',
    query: [limit, offset],
  },
  'a search': { query: [{ name: 'q', in: 'query', schema: text }] },
  'a default order': {
    query: [{ name: 'sort', in: 'query', schema: { enum: ['best'], default: 'best' } }],
  },
  'members of each kind': {
    asks: {
      ...NAMED,
      properties: {
        ...NAMED.properties,
        labels: { type: 'object', additionalProperties: text },
        count: { type: 'integer', format: 'int64', minimum: 0 },
        tags: { type: 'array', items: text },
        any: { type: 'array' },
        free: { type: 'object' },
        none: { type: 'object', maxProperties: 0 },
        large: { type: 'integer', format: 'int64', examples: [2 ** 60] },
        fixed: { type: 'string', pattern: '^a$' },
      },
    },
  },
  'members of branches': {
    asks: {
      ...NAMED,
      anyOf: [{ properties: { color: text } }, { properties: { size: { type: 'integer' } } }],
    },
  },
  conditions: { headers: etags },
}

for (const [name, shape] of Object.entries(SHAPES)) {
  t.test(`${name}: no violation`, async (t) => {
    const { told } = await played(shape)
    t.same(told, [])
  })
}
