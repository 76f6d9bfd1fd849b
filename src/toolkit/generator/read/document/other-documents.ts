import { isObject } from '../../../openapi/json.js'
import type { Problem } from '../../diagnostics/problems.js'

export const NEITHER = 'this is no OpenAPI document: it has neither `openapi` nor `swagger`'

const START = 'start it with `openapi: 3.1.0`'
const NAME = 'name the OpenAPI document'

/** Documents of other kinds, by members that they have. */
const KINDS: readonly (readonly [members: readonly string[], what: string, advice: string])[] = [
  [['asyncapi'], 'an AsyncAPI document, which describes messages', NAME],
  [['arazzo'], 'an Arazzo document, which describes workflows', NAME],
  [['overlay'], 'an overlay', `${NAME}, and pass this one with --overlay`],
  [['swaggerVersion'], 'a document of Swagger 1', 'convert it to OpenAPI'],
  [['info', 'item'], 'a collection of Postman', 'export an OpenAPI document of it'],
  [['log'], 'an archive of requests (HAR)', NAME],
  [['apiVersion', 'kind'], 'a manifest of Kubernetes', NAME],
  [['data'], 'the answer of a GraphQL server', NAME],
  [['name', 'dependencies'], 'a package.json', NAME],
  [['$schema'], 'a JSON Schema', 'write it under `components/schemas` of an OpenAPI document'],
]

/** What a value without a version of OpenAPI is, and what to do. */
export function noDocument(value: unknown): Problem {
  if (value === undefined || value === null) {
    return { message: 'the document is empty', advice: START }
  }
  if (!isObject(value)) {
    const found = Array.isArray(value) ? 'list' : typeof value
    return { message: `this is no OpenAPI document but a ${found}`, advice: START }
  }
  const [, what, advice = START] =
    KINDS.find(([members]) => members.every((each) => Object.hasOwn(value, each))) ?? []
  const message = what === undefined ? NEITHER : `this is no OpenAPI document but ${what}`
  return { message, advice }
}
