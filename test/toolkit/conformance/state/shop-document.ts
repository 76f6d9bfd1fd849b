/** A contract with what scenarios about state need: lists, conditions, parts, identities of both makers. */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const answer = (schema: object, headers: object = {}) => ({
  description: 'It.',
  content: json(schema),
  headers,
})
const nothing = { description: 'Nothing.' }
const etag = { ETag: { schema: { type: 'string' } } }
const failures = Object.fromEntries(
  ['400', '401', '404', '409', '412', '422'].map((status) => [status, answer(ref('Error'))]),
)
const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } })
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const ifMatch = { parameters: [header('If-Match')] }
const limit = query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 4 })

const WARE = {
  type: 'object',
  required: ['name', 'sku'],
  properties: {
    id: { type: 'integer', format: 'int64', readOnly: true },
    revision: { type: 'integer', readOnly: true },
    createdAt: { type: 'string', readOnly: true },
    name: { type: 'string', maxLength: 2_000 },
    note: { type: ['string', 'null'] },
    sku: { type: 'string', pattern: '^S[0-9]{10}$' },
    kind: { type: 'string', enum: ['book', 'toy', 'tool'] },
    stock: { type: 'integer', format: 'int64' },
    fragile: { type: 'boolean' },
    madeOn: { type: 'string', format: 'date' },
    tags: { type: 'array', uniqueItems: true, items: { type: 'string', enum: ['a', 'b', 'c'] } },
    size: {
      type: 'object',
      required: ['wide'],
      properties: { wide: { type: 'integer', maximum: 1_000 }, unit: { type: 'string' } },
    },
    code: { type: 'string', writeOnly: true },
    maker: { type: 'string', format: 'uuid' },
  },
}

const PATCH = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    note: { type: ['string', 'null'] },
    stock: { type: ['integer', 'null'], format: 'int64' },
    size: {
      type: ['object', 'null'],
      properties: { wide: { type: 'integer' }, unit: { type: ['string', 'null'] } },
    },
  },
}

const STEPS = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: { type: 'string', enum: ['add', 'remove', 'replace', 'test'] },
      path: { type: 'string', pattern: '^/[a-z]+$' },
      value: {},
    },
  },
}

const LINE = {
  type: 'object',
  required: ['id', 'text'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    text: { type: 'string' },
    more: { type: 'string' },
  },
}

const operators = (properties: object) => ({
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties,
})
const texts = { type: 'string', minLength: 1 }
const number = { type: 'integer', format: 'int64' }
const orMore = { ...number, description: 'This or more.' }

const CONDITIONS = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: operators({ contains: texts, matches: texts }),
    kind: { type: 'string', enum: ['book', 'toy', 'tool'] },
    stock: operators({ gt: number, above: orMore, atMost: number }),
    tags: operators({ anyOf: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } } }),
    // Which wares are popular is not in the document.
    popular: operators({ eq: { type: 'boolean' } }),
    not: ref('Conditions'),
  },
}

const SEARCH = {
  type: 'object',
  required: ['where'],
  additionalProperties: false,
  properties: {
    where: ref('Conditions'),
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 4 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
}

const lists = {
  get: {
    operationId: 'listWares',
    parameters: [
      limit,
      query('offset', { type: 'integer', minimum: 0, default: 0 }),
      query('sort', { type: 'string', enum: ['name', '-name', 'stock:desc', 'madeOn_asc', 'odd'] }),
      query('kind', { type: 'string', enum: ['book', 'toy', 'tool'] }),
      query('name', { type: 'string', maxLength: 100 }),
      query('tags', { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } }),
      query('unit', { type: 'string' }),
      query('minStock', { type: 'integer', format: 'int64' }),
      query('madeUntil', { type: 'string', format: 'date' }),
      query('fragile', { type: 'boolean' }),
      query('inStock', { type: 'boolean' }),
      query('q', { type: 'string' }),
    ],
    responses: {
      200: answer({
        type: 'object',
        required: ['items', 'total'],
        properties: {
          items: { type: 'array', items: ref('Ware') },
          total: { type: 'integer' },
          next: { type: 'string' },
        },
      }),
      ...failures,
    },
  },
  post: {
    operationId: 'createWare',
    requestBody: { required: true, content: json(ref('Ware')) },
    responses: {
      201: answer(ref('Ware'), { Location: { schema: { type: 'string' } }, ...etag }),
      ...failures,
    },
  },
}

const search = {
  post: {
    operationId: 'searchWares',
    description: 'Finds the wares that fit all conditions.',
    requestBody: { required: true, content: json(ref('Search')) },
    responses: {
      200: answer({
        type: 'object',
        required: ['items', 'total'],
        properties: { items: { type: 'array', items: ref('Ware') }, total: { type: 'integer' } },
      }),
      ...failures,
    },
  },
}

const exported = {
  get: {
    operationId: 'exportWares',
    description: 'All wares, one per line.',
    parameters: [query('stockFrom', { type: 'integer', format: 'int64' })],
    responses: {
      200: {
        description: 'The wares.',
        content: { 'application/jsonl': { schema: { type: 'array', items: ref('Ware') } } },
      },
      ...failures,
    },
  },
}

const items = {
  parameters: [inPath('wareId', { type: 'integer', format: 'int64', minimum: 1 })],
  get: {
    operationId: 'getWare',
    parameters: [header('If-None-Match')],
    responses: { 200: answer(ref('Ware'), etag), 304: nothing, ...failures },
  },
  put: {
    operationId: 'replaceWare',
    ...ifMatch,
    requestBody: { required: true, content: json(ref('Ware')) },
    responses: { 200: answer(ref('Ware'), etag), ...failures },
  },
  patch: {
    operationId: 'patchWare',
    ...ifMatch,
    requestBody: {
      required: true,
      content: {
        'application/merge-patch+json': { schema: ref('Patch') },
        'application/json-patch+json': { schema: ref('Steps') },
      },
    },
    responses: { 200: answer(ref('Ware'), etag), ...failures },
  },
  delete: {
    operationId: 'deleteWare',
    ...ifMatch,
    responses: { 204: nothing, ...failures },
  },
}

const lines = {
  parameters: [inPath('id', { type: 'integer', format: 'int64', minimum: 1 })],
  get: {
    operationId: 'listLines',
    parameters: [limit, query('cursor', { type: 'string' })],
    responses: {
      200: answer({
        type: 'object',
        properties: {
          data: { type: 'array', items: ref('Line') },
          nextCursor: { type: 'string' },
        },
      }),
      ...failures,
    },
  },
  post: {
    operationId: 'createLine',
    description: 'A retry is safe.',
    requestBody: { required: true, content: json(ref('Line')) },
    responses: { 200: answer(ref('Line')), 201: answer(ref('Line')), ...failures },
  },
}

const photo = {
  parameters: [inPath('wareId', { type: 'integer', format: 'int64', minimum: 1 })],
  get: {
    operationId: 'getPhoto',
    responses: { 200: { description: 'It.', content: { 'image/png': {} } }, ...failures },
  },
  put: {
    operationId: 'putPhoto',
    requestBody: { required: true, content: { 'image/png': {} } },
    responses: { 204: nothing, ...failures },
  },
}

const settings = {
  get: { operationId: 'getSettings', responses: { 200: answer(ref('Settings')), ...failures } },
  put: {
    operationId: 'putSettings',
    requestBody: { required: true, content: json(ref('Settings')) },
    responses: { 204: nothing, ...failures },
  },
}

/** Shelves: the client chooses the path, and no list has them. */
const shelves = {
  parameters: [inPath('slug', { type: 'string', minLength: 1, maxLength: 40 })],
  get: { operationId: 'getShelf', responses: { 200: answer(ref('Shelf')), ...failures } },
  put: {
    operationId: 'putShelf',
    requestBody: { required: true, content: json(ref('Shelf')) },
    responses: { 200: answer(ref('Shelf')), 201: answer(ref('Shelf')), ...failures },
  },
  patch: {
    operationId: 'patchShelf',
    requestBody: { required: true, content: json(ref('ShelfPatch')) },
    responses: { 200: answer(ref('Shelf')), ...failures },
  },
}

/** The document of the shop. */
export const shopDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/wares': lists,
    '/wares/search': search,
    '/wares/export': exported,
    '/wares/{wareId}': items,
    '/wares/{id}/lines': lines,
    '/wares/{wareId}/photo': photo,
    '/settings': settings,
    '/shelves/{slug}': shelves,
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Ware: WARE,
      Patch: PATCH,
      Line: LINE,
      Steps: STEPS,
      Search: SEARCH,
      Conditions: CONDITIONS,
      Settings: { type: 'object', required: ['theme'], properties: { theme: { type: 'string' } } },
      Shelf: {
        type: 'object',
        required: ['slug'],
        properties: {
          slug: { type: 'string' },
          label: { type: 'string' },
          rows: { type: 'integer', maximum: 500 },
        },
      },
      ShelfPatch: {
        type: 'object',
        properties: { label: { type: 'string' }, rows: { type: 'integer', maximum: 500 } },
      },
      Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
}
