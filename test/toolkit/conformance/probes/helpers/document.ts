import { documentOf } from '../../helpers/documents.js'

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: string) => ({ 'application/json': { schema: schema(name) } })
const failed = { description: 'failed', content: json('Failure') }
const errors = { 400: failed, 401: failed, 403: failed, 415: failed, default: failed }

/** A document with every kind of credential, and bodies of several media types. */
export const DOCUMENT = documentOf(
  {
    '/things': {
      post: {
        operationId: 'createThing',
        security: [{ token: [] }],
        requestBody: {
          required: true,
          content: {
            ...json('Thing'),
            'application/x-www-form-urlencoded': { schema: schema('Thing') },
          },
        },
        responses: { 200: { description: 'd', content: json('Thing') }, ...errors },
      },
      get: {
        operationId: 'listThings',
        security: [{ key: [] }, { oauth: ['read'] }],
        parameters: [
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
        ],
        responses: { 200: { description: 'd', content: json('Things') }, ...errors },
      },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getThing',
        security: [{ oauth: ['read'] }],
        responses: { 200: { description: 'd', content: json('Thing') }, 404: failed, ...errors },
      },
      delete: {
        operationId: 'deleteThing',
        security: [{ oauth: ['write'] }],
        responses: { 204: { description: 'd' }, 404: failed, ...errors },
      },
    },
    '/file': {
      get: {
        operationId: 'getFile',
        security: [{ user: [] }],
        responses: {
          200: { description: 'd', content: { 'application/octet-stream': {} } },
          206: { description: 'd', content: { 'application/octet-stream': {} } },
          416: failed,
          ...errors,
        },
      },
    },
    '/both': {
      get: {
        operationId: 'getBoth',
        security: [{ token: [], query: [] }],
        responses: { 200: { description: 'd', content: json('Thing') }, ...errors },
      },
    },
    '/open': {
      get: {
        operationId: 'getOpen',
        security: [],
        responses: { 200: { description: 'd', content: { 'text/plain': {} } }, ...errors },
      },
    },
  },
  {
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        user: { type: 'http', scheme: 'basic' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        query: { type: 'apiKey', in: 'query', name: 'key' },
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: 'https://a.example/',
              scopes: { read: 'r', write: 'w' },
            },
          },
        },
      },
      schemas: {
        Thing: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: { type: 'integer' }, name: { type: 'string' } },
          example: { id: 1, name: 'fern' },
        },
        Things: { type: 'array', items: schema('Thing') },
        Failure: {
          type: 'object',
          required: ['failure'],
          properties: { failure: { type: 'string' } },
        },
      },
    },
  },
)

export const CREDENTIALS = {
  token: 'token-0123456789abcdef',
  user: 'somebody:password-0123456789',
  key: 'key-0123456789abcdef',
  query: 'query-0123456789abcdef',
  oauth: 'oauth-0123456789abcdef',
}
